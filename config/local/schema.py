"""
Write what an empty database is filled with. After a new migration:

    .venv/bin/python -m config.local.schema
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from config.local import services
from config.local.binaries import find_postgres
from config.local.folder import PROJECT, DataFolder, SetupError
from config.local.processes import Child, stop_in_order

# what sets pg_dump's own session up, and its remarks
LEFT_OUT = re.compile(r"(SET \w+ = .*;|SELECT pg_catalog\.set_config\(.*;|\\(un)?restrict .*|--( .*)?)")


def dumped(database_url: str, *, copies: Path, major: int | None = None) -> str:
    """
    Return the tables, indices, functions and triggers of a database as SQL, with the migrations that made them in its head.
    `copies` is where the programs of PostgreSQL may be copied; `major` is the server's version.
    """
    from psycopg import connect

    from config.postgresql.schema import APPLIED

    program = find_postgres(None, copies=copies, major=major, wheels_first=True).program("pg_dump")
    asked = ["--schema-only", "--no-owner", "--no-privileges", "--no-comments", f"--dbname={database_url}"]
    done = subprocess.run([program, *asked], capture_output=True, text=True, check=True)
    with connect(database_url) as connection:
        applied = connection.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    head = [f"{APPLIED}{app}.{name}" for app, name in applied]
    # functions name tables that come after them; a `SET` inside a function is indented
    lines = ["SET LOCAL check_function_bodies = false;"]
    for line in done.stdout.splitlines():
        if LEFT_OUT.fullmatch(line) or (not line and not lines[-1]):
            continue
        lines.append(line)
    return "\n".join([*head, "", *lines]).rstrip() + "\n"


def main() -> int:
    """Migrate a database of its own one by one, and write what it has."""
    from config.postgresql.schema import SCHEMA

    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        os.environ.pop(name, None)
    place = Path(tempfile.mkdtemp(prefix="shuffle-schema-"))
    place.chmod(0o711)
    folder = DataFolder.open(place / "data")
    running: list[Child] = []
    try:
        found = services.start(folder, say=print, wheels_first=True, throwaway=True, started=running.append)
        environment = os.environ | {
            "DATABASE_URL": found.database_url,
            "REDIS_URL": found.redis_url,
            "SECRET_KEY": "for this database only, which is thrown away",
            "EMAIL_URL": "dummymail://",
        }
        subprocess.run(
            [sys.executable, PROJECT / "manage.py", "migrate", "--one-by-one", "--verbosity=0"],
            env=environment,
            check=True,
        )
        major = found.postgres.major if found.postgres else None
        SCHEMA.write_text(dumped(found.database_url, copies=place, major=major))
        print(f"{SCHEMA.relative_to(PROJECT)} is written.")
        return 0
    except SetupError as problem:
        print(problem, file=sys.stderr)
        return 1
    finally:
        for child in running:
            child.stop_signal = child.kill_signal  # thrown away a moment later: nothing to write
        stop_in_order([running])
        folder.close()
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
