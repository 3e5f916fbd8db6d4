"""A copy of the project in a place of its own, and `bin/up` run in it as a person would."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import IO

from config.local.program import bring_compiled

PROJECT = Path(__file__).resolve().parent.parent.parent
LEFT_OUT = shutil.ignore_patterns(
    ".git",
    ".venv*",
    "data",
    "var",
    "node_modules",
    "tests",
    "test-results",
    "screenshots",
    ".*_cache",
    ".hypothesis",
    "*.pyc.*",  # on its way to its name: another process may be loading
)


class House:
    def __init__(self, root: Path, *, user: int | None = None, **environment: str) -> None:
        self.root = root
        self.data = root / "data"
        self.user = user
        hidden = (
            "DATABASE_URL",
            "REDIS_URL",
            "SECRET_KEY",
            "SHUFFLE_DATA",
            "PYTHONPATH",
            "TEST_DB_NAME",
            # config.celery sets its own in whoever imports it, also in pytest: the house's processes have each their own
            "DB_LOCK_SECONDS",
            "DB_STATEMENT_SECONDS",
            "DB_IDLE_SECONDS",
        )
        self.environment = {
            k: v for k, v in os.environ.items() if k not in hidden and not k.startswith("PYTEST_")
        }
        self.environment |= {"SHUFFLE_VENV": sys.prefix, **environment}
        if (
            "PYTHONPYCACHEPREFIX" in self.environment
        ):  # of bin/test: what is compiled here goes when the house goes
            place = self.root.parent if user is None else self.root
            self.environment["PYTHONPYCACHEPREFIX"] = str(place / ".bytecode")
        self.supervisor: subprocess.Popen[str] | None = None
        self.lines: list[str] = []
        self._ready = threading.Event()
        self._printed_beside: IO[bytes] | None = None

    @classmethod
    def built_in(cls, root: Path, **more: object) -> "House":
        shutil.copytree(PROJECT, root, ignore=LEFT_OUT, symlinks=True)
        built = cls(root, **more)  # type: ignore[arg-type]
        kept = built.environment.get("PYTHONPYCACHEPREFIX")
        if kept and built.user is None:  # the files are links: nobody else may become their owner
            bring_compiled(Path(kept), ours=PROJECT, theirs=root)
            bring_compiled(Path(kept), ours=Path(sys.prefix), theirs=Path(sys.prefix))
        return built

    def _as_user(self) -> dict[str, object]:
        return {} if self.user is None else {"user": self.user, "group": self.user, "extra_groups": []}

    def script(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.root / "bin" / name, *arguments],
            env=self.environment,
            cwd="/",
            capture_output=True,
            text=True,
            timeout=120,
            **self._as_user(),
        )

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        python = Path(self.environment["SHUFFLE_VENV"]) / "bin" / "python"
        return subprocess.run(
            [python, self.root / "manage.py", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            **self._as_user(),
        )

    def begin(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """A `manage.py` command that goes on beside the test; `last_words` has what it printed."""
        python = Path(self.environment["SHUFFLE_VENV"]) / "bin" / "python"
        self._printed_beside = tempfile.TemporaryFile()
        return subprocess.Popen(
            [python, self.root / "manage.py", *arguments],
            env=self.environment,
            stdout=self._printed_beside,
            stderr=subprocess.STDOUT,
        )

    @property
    def last_words(self) -> str:
        """What the command that was begun last has printed."""
        assert self._printed_beside is not None
        size = os.fstat(self._printed_beside.fileno()).st_size
        return os.pread(self._printed_beside.fileno(), size, 0).decode(errors="replace")

    def up(self, *arguments: str) -> "House":
        """Start and wait until the addresses are printed."""
        self.start(*arguments)
        assert self._ready.wait(120), self.printed
        assert self.supervisor is not None
        assert self.supervisor.poll() is None, self.printed
        return self

    def start(self, *arguments: str) -> None:
        # the listener of one that was killed may still be at its last line: it must not speak for this one
        self.lines, self._ready = [], threading.Event()
        self.supervisor = subprocess.Popen(
            [self.root / "bin" / "up", *arguments],
            env=self.environment,
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            **self._as_user(),
        )
        threading.Thread(
            target=self._listen, args=(self.supervisor, self.lines, self._ready), daemon=True
        ).start()

    @staticmethod
    def _listen(process: "subprocess.Popen[str]", lines: list[str], ready: threading.Event) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Ctrl-C stops"):
                ready.set()
        ready.set()

    @property
    def is_up(self) -> bool:
        return self.supervisor is not None and self.supervisor.poll() is None

    @property
    def printed(self) -> str:
        return "".join(self.lines)

    @property
    def running(self) -> dict:
        return json.loads((self.data / "running.json").read_text())

    @property
    def address(self) -> str:
        return self.running["address"]

    def get(self, path: str, *, seconds: float = 60) -> tuple[int, str]:
        with urllib.request.urlopen(self.address.rstrip("/") + path, timeout=seconds) as answer:
            return answer.status, answer.read().decode()

    def interrupt(self) -> int:
        assert self.supervisor is not None
        self.supervisor.send_signal(signal.SIGINT)
        return self.supervisor.wait(90)

    def kill(self) -> None:
        assert self.supervisor is not None
        self.supervisor.kill()
        self.supervisor.wait(60)

    def processes(self) -> dict[int, str]:
        """Every living process that has to do with this house: by its arguments or by where it works."""
        mine, found = [os.fsencode(self.root), os.fsencode(self.data)], {}
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit() or int(folder.name) == os.getpid():
                continue
            with contextlib.suppress(OSError):
                arguments = (folder / "cmdline").read_bytes()
                place = os.fsencode((folder / "cwd").readlink())
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                if state != "Z" and any(path in arguments or place.startswith(path) for path in mine):
                    found[int(folder.name)] = arguments.replace(b"\0", b" ").decode(errors="replace")
        return found

    def gone_within(self, seconds: float) -> dict[int, str]:
        """What is left of the house's processes, at the latest after `seconds`."""
        deadline = time.monotonic() + seconds
        while (left := self.processes()) and time.monotonic() < deadline:
            time.sleep(0.1)
        return left

    def sql(self, statement: str) -> list:
        import psycopg

        with psycopg.connect(self.running["environment"]["DATABASE_URL"]) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def end(self) -> None:
        if self.is_up:
            self.kill()
        for pid, arguments in self.processes().items():  # thrown away a moment later: nothing to write
            with contextlib.suppress(ProcessLookupError):
                # told to quit, PostgreSQL gives its shared memory back
                os.kill(pid, signal.SIGQUIT if "postgres" in arguments else signal.SIGKILL)
        for pid in self.gone_within(15):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        home = self.data / "services.json"
        if home.exists():
            elsewhere = Path(json.loads(home.read_text()).get("home", ""))
            if elsewhere.is_absolute():
                shutil.rmtree(elsewhere, ignore_errors=True)


def until(true: object, seconds: float = 300) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            if true():  # type: ignore[operator]
                return True
        time.sleep(0.05)
    return False
