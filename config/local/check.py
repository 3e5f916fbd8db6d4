"""`bin/test`: pytest on services of its own; lint, types, contracts, translations, modules beside it.

`bin/test faults` runs what must survive at its full size, one test after the other: about half an hour.
"""

import fcntl
import hashlib
import os
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from config.local import fork_server, services
from config.local.catalogs import compile_catalogs, untranslated
from config.local.folder import PROJECT, DataFolder, SetupError
from config.local.processes import Child, stop_in_order

# -rP: what passed tells its figures, too
FAULTS = ["-m", "survives", "-rP", "--durations=0", "--durations-min=5"]
# Two cores, two more for the two houses that start, die and are waited for, one for browsers, which are waited for, too: with four
# in all a fifth of two cores stood idle. Who gets what: config.local.pytest_plugin.
PROCESSES = 5
WHOLE = ["--dist", "loadscope", "--no-loadscope-reorder"]
SLOWEST = ["--durations=30", "--durations-min=0.01"]
FAST = ["-n", "2", "tests/rules", "tests/architecture", "-m", "not slow and not faults and not browser"]


def say(line: str = "") -> None:
    print(line, flush=True)


@dataclass(frozen=True, slots=True)
class CheckResult:
    name: str
    problem: str | None
    seconds: float


Check = tuple[str, Callable[[], str | None]]


def without_durations(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Take `--durations` without a number, which asks for the 30 slowest, out: the rest, and what pytest is told."""
    for place, word in enumerate(arguments):
        if word == "--durations" and not "".join(arguments[place + 1 : place + 2]).isdigit():
            return arguments[:place] + arguments[place + 1 :], SLOWEST
    return arguments, []


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, _stop)
    # a shell that starts us in the background has SIGINT ignored, and our children would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if arguments[:1] in (["-h"], ["--help"]):
        say(
            "bin/test · bin/test fast · bin/test faults · bin/test PYTEST-ARGUMENTS…  (see docs/operations.md)\n"
            "--durations with any of them: the 30 slowest are listed at the end"
        )
        return 0
    os.chdir(PROJECT)
    arguments, listed = without_durations(arguments)
    fast = arguments[:1] == ["fast"]
    faults = arguments[:1] == ["faults"]
    only_pytest = bool(arguments) and not fast
    running: list[Child] = []
    place = Path(tempfile.mkdtemp(prefix="shuffle-test-"))
    place.chmod(0o711)  # Ours and empty; the services' user must find its own folder inside.
    folder = DataFolder.open(place / "data")
    try:
        keep_bytecode()
        environment = _environment(folder, running)
        _machine_needs(fast=fast)
        compile_catalogs()  # a page that is tested alone speaks its languages, too
        checks = QuickChecks([] if only_pytest else _checks(environment), folder.path)
        checks.start()
        if fast:
            command = [*FAST, *arguments[1:]]
        elif faults:
            command = [*FAULTS, *arguments[1:]]
            environment["SHUFFLE_FAULTS"] = "full"
        elif only_pytest:
            command = arguments
        else:
            command = [*WHOLE, "--tx", _forked(folder, environment, running)]
        try:
            code = subprocess.run(
                [sys.executable, "-m", "pytest", "-p", "config.local.pytest_plugin", *listed, *command],
                env=environment,
                check=False,
            ).returncode
        except BaseException:
            checks.stop()
            raise
        return 1 if checks.tell() else code
    except SetupError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        home = folder.remembered().get("home")
        for child in running:
            child.stop_signal = child.kill_signal  # Thrown away a moment later: nothing to write.
        stop_in_order([running])
        folder.close()
        shutil.rmtree(place, ignore_errors=True)
        if home and Path(home).is_absolute():
            shutil.rmtree(home, ignore_errors=True)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def keep_bytecode() -> None:
    """
    Let our processes keep compiled modules in a folder of their own where Python was told to write none beside its sources:
    each of some hundred processes would compile every package again, for 4 seconds.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(PROJECT / ".bytecode_cache")


def _environment(folder: DataFolder, running: list[Child]) -> dict[str, str]:
    """Our own PostgreSQL and Valkey, whatever the shell has: the tests may kill and empty them."""
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TEST_DB_NAME", "DEBUG"):
        os.environ.pop(name, None)
    began = time.monotonic()
    found = services.start(folder, say=say, wheels_first=True, throwaway=True, started=running.append)
    say(f"{' · '.join(found.lines)} ({time.monotonic() - began:.1f} s)")
    return dict(os.environ) | {
        "DATABASE_URL": found.database_url,
        "REDIS_URL": found.redis_url,
        "SECRET_KEY": secrets.token_urlsafe(48),
        "EMAIL_URL": "dummymail://",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(PROJECT),
        "SHUFFLE_VENV": sys.prefix,
        "SHUFFLE_TEST_FOLDER": str(folder.path),
    }


def _forked(folder: DataFolder, environment: dict[str, str], running: list[Child]) -> str:
    """Start the process from which those of pytest are forked; what pytest-xdist is told of it."""
    path = folder.path / "fork-server"
    server = Child(
        name="fork server",
        argv=[sys.executable, "-m", "config.local.fork_server", str(path)],
        log=folder.logs / "fork-server.log",
        env=environment,
        cwd=PROJECT,
        stop_signal=signal.SIGKILL,
    )
    server.start()
    running.append(server)
    while not path.exists() and server.alive:
        time.sleep(0.01)
    asked = shlex.join([sys.executable, "-E", "-S", "-P", str(fork_server.__file__), str(path)])
    return f"{PROCESSES}*popen//python={asked}"


# Chromium without its windows and menus, which no test sees: the same pages for half the processor time.
HEADLESS = "chromium-headless-shell"
BROWSERS = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def _machine_needs(*, fast: bool) -> None:
    """What wheels cannot bring: as root it is installed, otherwise a check says which line to run."""
    wanted = []
    if _modules() and shutil.which("node") is None:
        wanted.append("nodejs")
    if _modules() and shutil.which("npm") is None:
        wanted.append("npm")
    if os.geteuid() == 0 and shutil.which("apt-get") is not None:
        if wanted:
            _apt_get(wanted)
        if not fast and any(PROJECT.glob("tests/browser/test_*.py")) and shutil.which(HEADLESS) is None:
            if not _apt_get([HEADLESS]) and find_browser() is None:
                _apt_get(["chromium"])
    if _modules():
        _node_packages()  # What went wrong is told by the check of the modules.


def _apt_get(wanted: list[str]) -> bool:
    """Install them; False, and what apt-get said, when it could not: Ubuntu has no browser among its own packages."""
    say(f"Installing {' '.join(wanted)} with apt-get …")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    quick = ["-oAcquire::http::Timeout=20", "-oAcquire::Retries=1"]
    done = None
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *wanted]):
        done = subprocess.run(
            ["apt-get", *quick, *command], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            say(done.stderr[-2000:])
    return done is not None and done.returncode == 0


def find_browser() -> str | None:
    """Return an installed Chromium or Chrome, else the one that Playwright keeps."""
    for name in BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    kept = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    return next((str(path) for path in sorted(kept.glob("chromium-*/chrome-linux*/chrome"))), None)


def _modules() -> list[Path]:
    return sorted(PROJECT.glob("static/**/*.js")) + sorted(PROJECT.glob("static/**/*.mjs"))


def _checks(environment: dict[str, str]) -> list[Check]:
    def command(*argv: str) -> Callable[[], str | None]:
        def run() -> str | None:
            done = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
            return None if done.returncode == 0 else (done.stdout + done.stderr).strip()[-20_000:]

        return run

    python = [sys.executable, "-m"]
    checks: list[Check] = [
        ("mypy", command(*python, "mypy")),
        ("ruff", command(*python, "ruff", "check", ".")),
        ("layout", command(*python, "ruff", "format", "--check", "--quiet", ".")),
        ("import contracts", command(str(Path(sys.executable).with_name("lint-imports")))),
        ("migrations", command(sys.executable, "manage.py", "makemigrations", "--check", "--dry-run")),
        ("translations", _translations),
    ]
    if any((PROJECT / "templates").rglob("*.html")):
        checks.append(("djlint", command(*python, "djlint", "--lint", "--quiet", "templates")))
        djangofmt = str(Path(sys.executable).with_name("djangofmt"))
        checks.append(("layout of templates", command(djangofmt, "--check", "templates")))
    if _modules():
        checks.append(("module types", _types_of_modules))
        checks.append(("module tests", _tests_of_modules))
    return checks


class QuickChecks(threading.Thread):
    """What needs no test runs beside the tests, one after the other, and is told when the tests are done."""

    def __init__(self, checks: list[Check], folder: Path) -> None:
        super().__init__(daemon=True)
        self.checks = checks
        self.lock = (
            folder / "one-at-a-time"
        )  # as config.local.pytest_plugin: a test that measures waits for us
        self.outcomes: list[CheckResult] = []
        self.stopped = False

    def run(self) -> None:
        for name, check in self.checks:
            with self.lock.open("a") as lock:
                fcntl.flock(lock, fcntl.LOCK_SH)
                if self.stopped:
                    return
                self.outcomes.append(_timed(name, check))

    def stop(self) -> None:
        self.stopped = True

    def tell(self) -> list[str]:
        """Wait for the last; the names of those that failed."""
        self.join()
        for outcome in self.outcomes:
            say(f"{'✗' if outcome.problem else '✓'} {outcome.name} ({outcome.seconds:.1f} s)")
            if outcome.problem:
                say(outcome.problem)
        failed = [outcome.name for outcome in self.outcomes if outcome.problem]
        for name in failed:
            say(f"CHECK FAILED {name}")
        return failed


def _timed(name: str, check: Callable[[], str | None]) -> CheckResult:
    began = time.monotonic()
    try:
        problem = check()
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    return CheckResult(name, problem, time.monotonic() - began)


def _translations() -> str | None:
    gaps = untranslated()
    return None if not gaps else f"{len(gaps)} messages without a translation:\n" + "\n".join(gaps[:100])


def _node_packages() -> str | None:
    """Bring node_modules to package-lock.json, which holds hashes and no addresses, as the Python locks do."""
    lock, stamp = PROJECT / "package-lock.json", PROJECT / "node_modules" / "shuffle-lock"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return None
    if shutil.which("npm") is None:
        return "Node.js is needed to check the browser modules:\n    sudo apt-get install nodejs npm"
    done = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        return "npm ci did not work:\n" + done.stderr[-3000:]
    stamp.write_text(wanted)
    return None


def _types_of_modules() -> str | None:
    problem = _node_packages()
    if problem:
        return problem
    done = subprocess.run(
        ["node_modules/.bin/tsc", "--project", "."], capture_output=True, text=True, check=False
    )
    return None if done.returncode == 0 else done.stdout[-10_000:]


def _tests_of_modules() -> str | None:
    if shutil.which("node") is None:
        return "Node.js is needed to test the browser modules:\n    sudo apt-get install nodejs"
    tests = [
        str(path)
        for pattern in ("*.test.js", "*.test.mjs")
        for path in sorted((PROJECT / "tests").rglob(pattern))
    ]
    if not tests:
        return None
    done = subprocess.run(["node", "--test", *tests], capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stdout[-10_000:] + done.stderr[-2000:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
