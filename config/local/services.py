"""PostgreSQL and Valkey on this machine: real ones, for one data folder, on loopback, with passwords."""

import contextlib
import os
import random
import shutil
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from config.local.binaries import Postgres, Valkey, find_postgres, find_valkey
from config.local.folder import DataFolder, SetupError
from config.local.processes import Child, ServiceUser, run_as

DATABASE = "shuffle"
OWNER = "shuffle"
ADMIN = "postgres"
PORTS_BELOW = 32768  # Above it the kernel hands ports out to whoever connects somewhere.
START_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Services:
    """What the rest of the house is told. `children` is empty for services that others run."""

    database_url: str
    redis_url: str
    admin_url: str | None
    postgres: Postgres | None
    children: tuple[Child, ...]
    lines: tuple[str, ...]


def start(
    folder: DataFolder,
    *,
    say: Callable[[str], None],
    wheels_first: bool = False,
    throwaway: bool = False,
    valkey_too: bool = True,
    started: Callable[[Child], None] = lambda _child: None,
) -> Services:
    """
    Bring both services up, or take those that DATABASE_URL and REDIS_URL name. Each child is handed to `started`
    the moment it runs, so that a caller who is interrupted can stop it. `throwaway` gives up safety against a power
    cut for speed: for tests. Refuses with a SetupError that says what to install.
    """
    database_url, redis_url = os.environ.get("DATABASE_URL"), os.environ.get("REDIS_URL")
    ours = not (database_url and (redis_url or not valkey_too))
    user = folder.service_user() if ours else None
    home = folder.service_home(user) if ours else folder.path
    secrets = folder.secrets()
    children: list[Child] = []
    lines: list[str] = []
    admin_url: str | None = None
    postgres: Postgres | None = None
    valkey: Child | None = None

    if valkey_too:
        if redis_url:
            lines.append("Redis: the one that REDIS_URL names")
        else:
            program = find_valkey(user, copies=home, wheels_first=wheels_first)
            port = _port(folder, "valkey_port")
            valkey = _valkey_child(folder, program, user, port, secrets["redis_password"])
            valkey.start()
            started(valkey)
            children.append(valkey)
            redis_url = f"redis://:{quote(secrets['redis_password'])}@127.0.0.1:{port}/0"
            lines.append(f"{program.program.name} {program.version} ({program.source}) on 127.0.0.1:{port}")

    if database_url:
        lines.append("PostgreSQL: the one that DATABASE_URL names")
    else:
        cluster = home / "postgres"
        major = _major_of(cluster)
        postgres = find_postgres(user, copies=home, major=major, wheels_first=wheels_first)
        if major is None:
            say(f"Making the database folder with PostgreSQL {postgres.version} ({postgres.source}) …")
            _make_cluster(cluster, postgres, user, secrets["admin_password"])
        folder.remember(postgres={"major": postgres.major, "source": postgres.source})
        port = _port(folder, "postgres_port")
        server = _postgres_child(folder, postgres, user, cluster, port, throwaway=throwaway)
        server.start()
        started(server)
        children.append(server)
        admin_url = f"postgresql://{ADMIN}:{quote(secrets['admin_password'])}@127.0.0.1:{port}/postgres"
        database_url = (
            f"postgresql://{OWNER}:{quote(secrets['database_password'])}@127.0.0.1:{port}/{DATABASE}"
        )
        _wait_for_postgres(server, admin_url, folder)
        _make_database(admin_url, secrets["database_password"])
        lines.insert(0, f"PostgreSQL {postgres.version} ({postgres.source}) on 127.0.0.1:{port}")

    if valkey is not None:
        _wait_for_valkey(valkey, redis_url or "")
    return Services(database_url, redis_url or "", admin_url, postgres, tuple(children), tuple(lines))


def _major_of(cluster: Path) -> int | None:
    try:
        return int((cluster / "PG_VERSION").read_text().strip())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise SetupError(f"{cluster} cannot be read: {error}") from None


def _make_cluster(cluster: Path, postgres: Postgres, user: ServiceUser | None, password: str) -> None:
    """Make it beside, then rename: an interrupted one leaves nothing that looks like a database."""
    draft = cluster.with_name("postgres.part")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    password_file = cluster.with_name("postgres.password")
    password_file.unlink(missing_ok=True)
    descriptor = os.open(password_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(password + "\n")
    if user is not None:
        os.chown(draft, user.uid, user.gid)
        os.chown(password_file, user.uid, user.gid)
    # Before 17 there is no builtin provider; a C collation with UTF-8 character types sorts and folds the same.
    locale = (
        ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        if postgres.major >= 17
        else ["--locale=C", "--lc-ctype=C.UTF-8"]
    )
    try:
        made = run_as(
            user,
            argv=[
                postgres.program("initdb"),
                f"--pgdata={draft}",
                f"--username={ADMIN}",
                f"--pwfile={password_file}",
                "--auth-host=scram-sha-256",
                "--auth-local=reject",
                "--encoding=UTF8",
                "--no-instructions",
                *locale,
            ],
        )
    finally:
        password_file.unlink(missing_ok=True)
    if made.returncode != 0:
        raise SetupError(f"The database folder could not be made in {cluster.parent}:\n{made.stderr.strip()}")
    draft.rename(cluster)


def _postgres_child(
    folder: DataFolder,
    postgres: Postgres,
    user: ServiceUser | None,
    cluster: Path,
    port: int,
    *,
    throwaway: bool,
) -> Child:
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": "",
        "max_connections": "120",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "logging_collector": "off",
        "log_destination": "stderr",
        # A refused unique key would put the whole row into the log: names, documents, e-mail addresses, digests.
        "log_min_error_statement": "panic",
        "log_error_verbosity": "terse",
        "jit": "off",
    }
    if throwaway:
        settings |= {"fsync": "off", "full_page_writes": "off", "max_wal_size": "2GB"}
        settings |= {"wal_level": "minimal", "max_wal_senders": "0", "max_connections": "200"}
        # It would note, at no certain moment, that a table is empty which the next test fills in one transaction: ten
        # thousand foreign keys, each checked by reading the whole table (87 s instead of 3).
        settings["autovacuum"] = "off"
        # each of some fourteen hundred sessions would work out its password for 2 ms
        if postgres.major >= 16:
            settings["scram_iterations"] = "1"
    argv = [str(postgres.program("postgres")), "-D", str(cluster)]
    for name, value in settings.items():
        argv += ["-c", f"{name}={value}"]
    return Child(
        name="PostgreSQL",
        argv=argv,
        log=folder.logs / "postgres.log",
        env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "PGDATA": str(cluster)},
        user=user,
        stop_signal=signal.SIGINT,  # Fast shutdown: open transactions are rolled back, the rest is written.
        kill_signal=signal.SIGQUIT,
        stop_seconds=30,
        before_start=lambda: _clear_the_way(cluster),
    )


def _clear_the_way(cluster: Path) -> None:
    """
    After a SIGKILL the last server may still be writing its shutdown: wait for it. A pid file whose number now
    belongs to some other program is stale: PostgreSQL cannot know that, we can, because we hold the folder's lock.
    """
    pid_file = cluster / "postmaster.pid"
    deadline = time.monotonic() + 60
    while True:
        try:
            pid = int(pid_file.read_text().splitlines()[0])
        except (FileNotFoundError, IndexError, ValueError):
            return
        if not _is_postgres_of(pid, cluster):
            pid_file.unlink(missing_ok=True)
            return
        if time.monotonic() > deadline:
            raise SetupError(f"PostgreSQL (process {pid}) still runs on {cluster} and does not stop.")
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGINT)
        time.sleep(0.1)


def _is_postgres_of(pid: int, cluster: Path) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").samefile(cluster)  # The postmaster lives in its data folder.
    except OSError:
        return False


def _wait_for_postgres(server: Child, admin_url: str, folder: DataFolder) -> None:
    import psycopg

    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if not server.alive:
            raise SetupError(
                f"PostgreSQL did not start. Its last words ({server.log}):\n{server.last_words()}"
            )
        try:
            psycopg.connect(admin_url, connect_timeout=5).close()
            return
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                raise SetupError(
                    f"The database in {folder.path} does not know the password in {folder.path / 'secrets.json'}: that "
                    "file was lost or changed. Put it back; or move the folder away and restore a backup:\n"
                    f"    mv '{folder.path}' '{folder.path}.lost'\n    bin/restore FILE"
                ) from None
        time.sleep(0.05)
    raise SetupError(f"PostgreSQL did not answer within {START_SECONDS} s. See {server.log}.")


def _make_database(admin_url: str, password: str) -> None:
    from psycopg import connect, sql

    with connect(admin_url, autocommit=True) as connection:
        role = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [OWNER]).fetchone()
        if role is None:
            connection.execute(
                sql.SQL("CREATE ROLE {} LOGIN CREATEDB PASSWORD {}").format(sql.Identifier(OWNER), password)
            )
        database = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
        if database is None:
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(DATABASE), sql.Identifier(OWNER))
            )


def _valkey_child(
    folder: DataFolder, valkey: Valkey, user: ServiceUser | None, port: int, password: str
) -> Child:
    # Nothing is written to disk: what must not be lost (facts, outbox, deadlines, sessions) is in PostgreSQL, and
    # the sweeps find it there again. On its standard input, so that the password is in no list of processes.
    return Child(
        name="Valkey",
        argv=[str(valkey.program), "-"],
        stdin_text=(
            f'bind 127.0.0.1\nport {port}\nrequirepass "{password}"\nprotected-mode yes\ndaemonize no\n'
            'save ""\nappendonly no\ndir /\nlogfile ""\nmaxclients 20000\ntcp-backlog 511\n'
        ),
        log=folder.logs / "valkey.log",
        user=user,
        stop_seconds=5,
    )


def _wait_for_valkey(server: Child, redis_url: str) -> None:
    import redis

    client = redis.Redis.from_url(redis_url, socket_connect_timeout=1, socket_timeout=2)
    deadline = time.monotonic() + START_SECONDS
    try:
        while time.monotonic() < deadline:
            if not server.alive:
                raise SetupError(
                    f"Valkey did not start. Its last words ({server.log}):\n{server.last_words()}"
                )
            with contextlib.suppress(redis.exceptions.ConnectionError, redis.exceptions.TimeoutError):
                client.ping()
                return
            time.sleep(0.03)
    finally:
        client.close()
    raise SetupError(f"Valkey did not answer within {START_SECONDS} s. See {server.log}.")


def _port(folder: DataFolder, name: str) -> int:
    """The port of last time if it is free, else another one, remembered."""
    known = folder.remembered().get(name)
    if known and is_free("127.0.0.1", port=known):
        return int(known)
    port = free_port()
    folder.remember(**{name: port})
    return port


def free_port() -> int:
    for port in random.sample(range(20000, PORTS_BELOW), 500):
        if is_free("127.0.0.1", port=port):
            return port
    raise SetupError("No free port between 20000 and 32767 on this machine.")


def is_free(host: str, *, port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
