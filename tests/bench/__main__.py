"""Start the services, run the rows, print the table."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg

from config.local import services
from config.local.database import with_database
from config.local.folder import PROJECT, DataFolder, SetupError
from config.local.processes import Child, dying_with_us, stop_in_order
from tests.bench.figures import Figure, say, table

ROWS = {
    "a": ("fan-out to sockets", "fanout"),
    "b": ("levels on time while workers die", "clocks"),
    "c": ("paid registrations through HTTP", "registrations"),
    "d": ("refunds and prizes by the ten thousand", "refunds"),
    "e": ("ten thousand seats drawn", "draws"),
    "f": ("a field broken down", "breakdown"),
    "g": ("the table of a season", "season"),
    "h": ("the public page", "page"),
    "i": ("pages of ten thousand players", "dashboard"),
    "j": ("ICM", "icm"),
    "k": ("hands of poker", "hands"),
    "l": ("hands of poker, held against another engine", "oracle"),
    "n": ("acts at played tables", "played"),
    "m": ("displays open for 24 hours", "displays"),
    "o": ("hands while the house is killed", "killed"),
    "p": ("decisions on time while workers die", "decisions"),
    "q": ("what a hand leaves in the database", "stored"),
    "r": ("taps on pages of staff and players", "taps"),
    "s": ("what moves on a page after its first paint", "still"),
}
ROW_SECONDS = 420
# run where they are asked for: 20,000 hands by two engines; eight days of a display, every second of them; twenty kills of a house;
# decisions that run out at three hundred tables; five hundred hands for what they leave; every page in every size
LONGER = {"l": 1800, "m": 4800, "o": 1800, "p": 900, "q": 600, "s": 3600}
QUIET_SECONDS = 30


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bin/bench", description=__doc__)
    parser.add_argument(
        "--only",
        default="".join(letter for letter in ROWS if letter not in LONGER),
        help="letters of the rows, such as a,c; l, m, o, p, q and s run only where they are named",
    )
    parser.add_argument("--json", type=Path, help="also write the figures there")
    options = parser.parse_args(arguments)
    wanted = [letter for letter in options.only.replace(",", "") if letter in ROWS]
    if not wanted:
        parser.error(f"--only takes letters of {', '.join(ROWS)}")
    others = _of_another_run()
    if others:
        say(f"another bench runs, or left these processes behind: {' '.join(map(str, others))}")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupted)
    began = time.monotonic()
    place = Path(tempfile.mkdtemp(prefix="shuffle-bench-"))
    place.chmod(0o711)  # the services' user must find its own folder inside
    folder = DataFolder.open(place / "data")
    running: list[Child] = []
    figures: list[Figure] = []
    try:
        environment = _environment(folder, running)
        for letter in wanted:
            figures += _run(letter, environment)
    except SetupError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        home = folder.remembered().get("home")
        for child in running:
            child.stop_signal = child.kill_signal  # thrown away a moment later
        stop_in_order([running])
        folder.close()
        shutil.rmtree(place, ignore_errors=True)
        if home and Path(home).is_absolute():
            shutil.rmtree(home, ignore_errors=True)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"\n{os.cpu_count()} cores · Python {platform.python_version()} · load average now {load}\n")
    print(table(figures))
    judged = [figure for figure in figures if figure.met is not None]
    missed = [f"{figure.row}: {figure.what}" for figure in judged if not figure.met]
    print(f"\n{len(judged) - len(missed)} of {len(judged)} bars met, in {time.monotonic() - began:.0f} s")
    for line in missed:
        print(f"  not met: {line}")
    if options.json:
        options.json.write_text(json.dumps([figure_as_dict(f) for f in figures], indent=1))
    return 0


def _of_another_run() -> list[int]:
    """The processes of a bench that runs beside this one, or was left behind by one that was killed."""
    found = []
    for one in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if one.name.isdigit() and b"\0BENCH_ADMIN_URL=" in (one / "environ").read_bytes():
                found.append(int(one.name))
    return sorted(found)


def _interrupted(_number: int, _frame: object) -> None:
    """End as by Ctrl-C: what was started is ended."""
    raise KeyboardInterrupt


def figure_as_dict(figure: Figure) -> dict[str, object]:
    return {name: getattr(figure, name) for name in (*Figure.__slots__, "ratio")}


def _environment(folder: DataFolder, running: list[Child]) -> dict[str, str]:
    """Our own services, whatever the shell has, and one migrated database to copy from."""
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TEST_DB_NAME", "ONLY_APPS", "DEBUG", "DB_POOL"):
        os.environ.pop(name, None)
    found = services.start(folder, say=say, wheels_first=True, started=running.append)
    assert found.admin_url is not None
    # So that a row can ask when something was really there for others to see; needs a restart, costs little.
    with psycopg.connect(found.admin_url, autocommit=True) as admin:
        admin.execute("ALTER SYSTEM SET track_commit_timestamp = on")
    server = running[-1]
    stop_in_order([[server]])
    server.start()
    services._wait_for_postgres(server, found.admin_url, folder)
    say(" · ".join(found.lines))
    environment = dict(os.environ) | {
        "DATABASE_URL": found.database_url,
        "EMAIL_URL": "dummymail://",
        "REDIS_URL": found.redis_url,
        "BENCH_ADMIN_URL": found.admin_url,
        "SECRET_KEY": secrets.token_urlsafe(48),
        "PLAY_KEY": secrets.token_urlsafe(48),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "STATIC_ROOT": str(folder.path / "static"),
        "PYTHONPATH": str(PROJECT),
        "LOG_LEVEL": "CRITICAL",
    }
    for command in (["migrate", "--verbosity=0"], ["collectstatic", "--noinput", "--verbosity=0"]):
        subprocess.run([sys.executable, "manage.py", *command], env=environment, check=True, timeout=180)
    return environment


def _run(letter: str, environment: dict[str, str]) -> list[Figure]:
    title, module = ROWS[letter]
    print(f"  {letter} {title} …", file=sys.stderr, flush=True)
    database = f"bench_{letter}"
    template = environment["DATABASE_URL"].rpartition("/")[2]
    with psycopg.connect(environment["BENCH_ADMIN_URL"], autocommit=True) as admin:
        _settle(admin)
        admin.execute(f"CREATE DATABASE {database} TEMPLATE {template} OWNER shuffle")
    mine = environment | {"DATABASE_URL": with_database(environment["DATABASE_URL"], database=database)}
    began = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.row", module],
            env=mine,
            stdout=subprocess.PIPE,
            text=True,
            timeout=LONGER.get(letter, ROW_SECONDS),
            check=False,
            preexec_fn=dying_with_us(signal.SIGKILL),  # noqa: PLW1509 - there is one thread
        )
        told, code = done.stdout, done.returncode
    except subprocess.TimeoutExpired as late:
        told, code = (late.stdout or b"").decode() if isinstance(late.stdout, bytes) else "", -1
    found = []
    for line in told.splitlines():
        if line.startswith("FIGURE "):
            found.append(Figure(**json.loads(line.removeprefix("FIGURE "))))
        else:
            print(line, file=sys.stderr)
    if code != 0:
        found.append(
            Figure(
                row=letter,
                what=title,
                ours=0,
                unit="",
                bar="runs to its end",
                met=False,
                note=f"ended with code {code} after {time.monotonic() - began:.0f} s; see above",
            )
        )
    print(f"    {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    with psycopg.connect(environment["BENCH_ADMIN_URL"], autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
    return found


def _settle(admin: psycopg.Connection[tuple[object, ...]]) -> None:
    """What an earlier row left to do (pages to write, tables to vacuum) is done before the next is measured."""
    admin.execute("CHECKPOINT")
    until = time.monotonic() + QUIET_SECONDS
    busy = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'"
    while time.monotonic() < until and admin.execute(busy).fetchone() != (0,):
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
