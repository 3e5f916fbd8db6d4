"""`bin/restore FILE`: read a backup into a database of its own, check it there, and only then put it in place."""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from config.local import archive
from config.local.archive import Archive
from config.local.database import Database, database_of
from config.local.folder import PROJECT, DataFolder, SetupError, default_path
from config.local.processes import python_module
from config.local.up import PREPARED
from config.local.verify import NO_KEY


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bin/restore", description="Bring a backup back.")
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--replace", action="store_true", help="put it in the place of the data that is there now"
    )
    parser.add_argument("--data", type=Path, help="the data folder (default: $SHUFFLE_DATA or ./data)")
    options = parser.parse_args(arguments)
    try:
        restore(
            options.file.absolute(), data=(options.data or default_path()).absolute(), replace=options.replace
        )
    except SetupError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def restore(file: Path, *, data: Path, replace: bool) -> None:
    """
    Refused, with nothing changed: not a backup, a damaged one, one of a newer Shuffle Up, data in the way without
    `replace`, a chain of facts that is not whole.
    """
    backup = archive.read(file)
    _refuse_newer(backup)
    with tempfile.TemporaryDirectory(prefix="shuffle-restore-") as place:
        dump = backup.extract(Path(place))
        with database_of(data) as (folder, database):
            before = _what_is_there(database)
            if before and not replace:
                raise SetupError(
                    f"There is data in the way: {before}. To put the backup in its place: bin/restore {file} --replace\n"
                    "(what is there now is kept beside it, until the next restore)"
                )
            print(f"Reading {file.name}, made {backup.manifest['made_at']} …", flush=True)
            draft = f"shuffle_restoring_{os.getpid()}"
            _admin(
                database,
                "CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0 OWNER {}",
                draft,
                _owner(database),
            )
            try:
                archive.run(
                    [
                        database.program("pg_restore"),
                        "--no-owner",
                        "--no-privileges",
                        "--no-comments",
                        "--exit-on-error",
                        f"--dbname={draft}",
                        dump,
                    ],
                    url=database.url_of(draft),
                )
                _check(database.url_of(draft), folder, backup)
            except BaseException:
                _admin(database, "DROP DATABASE IF EXISTS {} WITH (FORCE)", draft)
                raise
            kept = _swap(database, draft, keep=bool(before))
            _bring_files(backup, folder)
            _tell_the_running(database)
            print(f"Restored: {backup.manifest['facts']} facts, as of {backup.manifest['made_at']}.")
            if kept:
                print(f"What was there before is kept as database {kept} until the next restore.")


def _refuse_newer(backup: Archive) -> None:
    known = {f"{path.parent.parent.name}.{path.stem}" for path in PROJECT.glob("*/migrations/[0-9]*.py")}
    ours = {name.partition(".")[0] for name in known}
    unknown = [name for name in backup.migrations if name not in known and name.partition(".")[0] in ours]
    if unknown:
        raise SetupError(
            f"This backup is of a newer Shuffle Up (commit {backup.manifest['commit'][:12]}): it knows "
            f"{', '.join(unknown[:3])}, this one does not. Upgrade first. Nothing was changed."
        )


def _what_is_there(database: Database) -> str | None:
    import psycopg

    with psycopg.connect(database.url) as connection:
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
        if tables is None or tables[0] == 0:
            return None
        with contextlib.suppress(psycopg.errors.UndefinedTable):
            facts = connection.execute("SELECT count(*), max(at) FROM dispatch_fact").fetchone()
            if facts is not None and facts[0]:
                return f"{facts[0]} facts, the last of {facts[1]:%Y-%m-%d %H:%M} UTC"
    return "a database without facts"


def _check(url: str, folder: DataFolder, backup: Archive) -> None:
    """Bring it to this version and walk its chain; its heads must be those that the backup was made with."""
    environment = os.environ | {
        "DATABASE_URL": url,
        "REDIS_URL": os.environ.get("REDIS_URL") or "redis://127.0.0.1:1/0",  # Nobody is asked there.
        "SECRET_KEY": os.environ.get("SECRET_KEY") or folder.secrets()["secret_key"],
        "PLAY_KEY": os.environ.get("PLAY_KEY") or folder.secrets()["play_key"],
        "EMAIL_URL": "dummymail://",  # nor written to
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run(
        python_module("config.local.verify", *backup.heads), cwd=PROJECT, env=environment, check=False
    )
    if done.returncode == NO_KEY:
        raise SetupError(
            "Tables are played online in this backup, and there is no key for their cards: set PLAY_KEY. Nothing was changed."
        )
    if done.returncode != 0:
        raise SetupError(
            "The chain of facts in this backup is not whole; what was found is above. Nothing was changed."
        )


def _swap(database: Database, draft: str, *, keep: bool) -> str | None:
    """From one moment to the next: nobody is let in while the names change."""
    import psycopg

    kept = f"{database.name}_before_{time.strftime('%Y%m%d_%H%M%S', time.gmtime())}" if keep else None
    _admin(database, "ALTER DATABASE {} ALLOW_CONNECTIONS false", database.name)
    try:
        with psycopg.connect(database.admin_url, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
                [database.name],
            )
            earlier = admin.execute(
                "SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{database.name}\\_before\\_%"]
            ).fetchall()
        if kept:
            _admin(database, "ALTER DATABASE {} RENAME TO {}", database.name, kept)
        else:
            _admin(database, "DROP DATABASE {} WITH (FORCE)", database.name)
        _admin(database, "ALTER DATABASE {} RENAME TO {}", draft, database.name)
    except BaseException:
        with contextlib.suppress(Exception):
            _admin(database, "ALTER DATABASE {} ALLOW_CONNECTIONS true", database.name)
        raise
    if kept:
        _admin(database, "ALTER DATABASE {} ALLOW_CONNECTIONS true", kept)
    for (name,) in earlier:
        _admin(database, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    return kept


def _bring_files(backup: Archive, folder: DataFolder) -> None:
    sign_in = backup.member_text(archive.SIGN_IN)
    if sign_in is None:
        folder.forget(archive.SIGN_IN)
    else:
        folder.write(archive.SIGN_IN, sign_in)
    # What the backed-up room signed (receipts, links) must still be recognised here.
    secrets: dict[str, Any] = folder.secrets()
    theirs = json.loads(backup.member_text(archive.SECRETS) or "{}").get("secret_key")
    if theirs and theirs not in (secrets["secret_key"], *secrets["secret_key_fallbacks"]):
        secrets["secret_key_fallbacks"] = [theirs, *secrets["secret_key_fallbacks"]]
        folder.write("secrets.json", secrets)
    folder.write(PREPARED, "restored")  # Not the first start any more, and everything to be looked at again.


def _tell_the_running(database: Database) -> None:
    if database.redis_url:
        import redis

        with contextlib.suppress(redis.RedisError):
            redis.Redis.from_url(database.redis_url, socket_timeout=5).flushdb()
    if database.supervisor is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(database.supervisor, signal.SIGUSR1)


def _owner(database: Database) -> str:
    from psycopg.conninfo import conninfo_to_dict

    return str(conninfo_to_dict(database.url)["user"])


def _admin(database: Database, statement: str, *names: str) -> None:
    import psycopg
    from psycopg import sql

    with psycopg.connect(database.admin_url, autocommit=True) as connection:
        try:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))  # type: ignore[arg-type]
        except psycopg.errors.InsufficientPrivilege as error:
            raise SetupError(
                f"The database refuses: {error}. A restore needs a role that may make databases."
            ) from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
