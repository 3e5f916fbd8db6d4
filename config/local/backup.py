"""`bin/backup FILE`: everything in one file, also while a tournament runs."""

import argparse
import io
import json
import os
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

from config.local import archive
from config.local.database import Database, database_of
from config.local.folder import SetupError, default_path


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bin/backup", description="Write the whole room into one file.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--data", type=Path, help="the data folder (default: $SHUFFLE_DATA or ./data)")
    options = parser.parse_args(arguments)
    try:
        manifest = back_up(options.file.absolute(), data=(options.data or default_path()).absolute())
    except SetupError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(
        f"{options.file}: {options.file.stat().st_size / 1e6:.1f} MB, {manifest['facts']} facts in "
        f"{len(manifest['heads'])} streams. It holds personal data and keys: keep it where only you can read it."
    )
    return 0


def back_up(target: Path, *, data: Path) -> dict[str, Any]:
    """Refused when the file is already there or the data folder is not."""
    if target.exists():
        raise SetupError(f"{target} is already there. Name another file.")
    if not data.exists() and not os.environ.get("DATABASE_URL"):
        raise SetupError(f"There is no data folder {data}, so there is nothing to back up.")
    draft = target.with_name(f".{target.name}.part")
    with (
        database_of(data) as (folder, database),
        tempfile.TemporaryDirectory(prefix="shuffle-backup-") as place,
    ):
        dump = Path(place) / archive.DUMP
        manifest = _dump(database, dump)
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        except OSError as error:
            raise SetupError(f"{target} cannot be written: {error.strerror}.") from None
        try:
            with os.fdopen(descriptor, "wb") as file:
                with tarfile.open(fileobj=file, mode="w") as tar:
                    _add_text(tar, archive.MANIFEST, json.dumps(manifest, indent=1))
                    key = os.environ.get("SECRET_KEY") or folder.secrets()["secret_key"]
                    _add_text(tar, archive.SECRETS, json.dumps({"secret_key": key}))
                    if (folder.path / archive.SIGN_IN).exists():
                        _add_text(tar, archive.SIGN_IN, (folder.path / archive.SIGN_IN).read_text())
                    tar.add(dump, archive.DUMP)
                file.flush()
                os.fsync(file.fileno())
            draft.rename(target)
        finally:
            draft.unlink(missing_ok=True)
    return manifest


def _dump(database: Database, target: Path) -> dict[str, Any]:
    """Heads, migrations and dump are of one moment: pg_dump reads the snapshot in which they were read."""
    import psycopg

    with psycopg.connect(database.url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        if not connection.execute("SELECT to_regclass('django_migrations')").fetchone() == (
            "django_migrations",
        ):
            raise SetupError("The database is empty: there is nothing to back up.")
        snapshot = _rows(connection, "SELECT pg_export_snapshot()")[0][0]
        migrations = [
            f"{app}.{name}" for app, name in _rows(connection, "SELECT app, name FROM django_migrations")
        ]
        heads = _rows(
            connection,
            "SELECT name, seq, encode(hash, 'hex') FROM dispatch_stream WHERE seq > 0 ORDER BY name",
        )
        archive.run(
            [
                database.program("pg_dump"),
                "--format=custom",
                f"--snapshot={snapshot}",
                f"--file={target}",
                # what is thrown away after three months must not live on in a file (ADR 24)
                "--exclude-table-data=public.play_originkey",
            ],
            url=database.url,
        )
        version = connection.info.parameter_status("server_version")
    return {
        "format": archive.FORMAT,
        "made_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "commit": archive.commit(),
        "postgres": version,
        "migrations": sorted(migrations),
        "heads": [f"{name}@{seq}:{value}" for name, seq, value in heads],
        "facts": sum(seq for _name, seq, _value in heads),
        "dump_sha256": archive.sha256(target),
    }


def _rows(connection: Any, query: str) -> list[Any]:
    return list(connection.execute(query).fetchall())


def _add_text(tar: tarfile.TarFile, name: str, text: str) -> None:
    content = text.encode()
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = len(content), 0o600, int(time.time())
    tar.addfile(info, io.BytesIO(content))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
