"""The database of a data folder, for those who copy it out or in: running or not, ours or somebody else's."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from config.local import services
from config.local.binaries import client_program
from config.local.folder import DataFolder, SetupError
from config.local.processes import Child, stop_in_order


@dataclass(frozen=True, slots=True)
class Database:
    """`url` is the house's own; `admin_url` leads to the same server's maintenance database."""

    url: str
    admin_url: str
    name: str
    server_major: int
    supervisor: int | None
    redis_url: str | None

    def program(self, name: str) -> Path:
        return client_program(name, server_major=self.server_major)

    def url_of(self, database: str) -> str:
        return with_database(self.url, database=database)


def with_database(url: str, *, database: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{database}"))


@contextmanager
def database_of(path: Path) -> Iterator[tuple[DataFolder, Database]]:
    """Use what DATABASE_URL names, else what bin/up runs on the folder, else start PostgreSQL for the while."""
    folder = DataFolder(path)
    running = folder.running() if folder.is_in_use() else {}
    started: list[Child] = []
    opened: DataFolder | None = None
    try:
        if os.environ.get("DATABASE_URL"):
            opened = folder if path.exists() else DataFolder.open(path)
            url = os.environ["DATABASE_URL"]
            admin_url, redis_url = with_database(url, database="postgres"), os.environ.get("REDIS_URL")
        elif running:
            url, redis_url = running["environment"]["DATABASE_URL"], running["environment"]["REDIS_URL"]
            admin_url = running["admin_url"] or with_database(url, database="postgres")
        else:
            folder = opened = DataFolder.open(path)
            found = services.start(folder, say=print, valkey_too=False, started=started.append)
            url, redis_url = found.database_url, None
            admin_url = found.admin_url or with_database(url, database="postgres")
        yield (
            folder,
            Database(
                url=url,
                admin_url=admin_url,
                name=urlsplit(url).path.lstrip("/"),
                server_major=_server_major(url),
                supervisor=running.get("pid"),
                redis_url=redis_url,
            ),
        )
    finally:
        stop_in_order([started])
        if opened is not None:
            opened.close()


def _server_major(url: str) -> int:
    import psycopg

    try:
        with psycopg.connect(url, connect_timeout=10) as connection:
            return connection.info.server_version // 10_000
    except psycopg.OperationalError as error:
        raise SetupError(f"The database does not answer: {error}") from None
