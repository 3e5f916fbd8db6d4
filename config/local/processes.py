"""Child processes that never outlive their supervisor, and come back when they die."""

import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BACK_OFF_FIRST_SECONDS = 0.2
BACK_OFF_LAST_SECONDS = 10.0
STABLE_AFTER_SECONDS = 60.0
LOG_BYTES_KEPT = 10 * 1024 * 1024

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class ServiceUser:
    """Who runs the services when we are root: PostgreSQL refuses to be root."""

    name: str
    uid: int
    gid: int

    @classmethod
    def named(cls, name: str) -> "ServiceUser":
        entry = pwd.getpwnam(name)
        return cls(name=entry.pw_name, uid=entry.pw_uid, gid=entry.pw_gid)

    @classmethod
    def owner_of(cls, path: Path) -> "ServiceUser | None":
        """Return the ordinary user to whom `path` belongs, if that is one with a name."""
        try:
            entry = pwd.getpwuid(path.stat().st_uid)
        except (KeyError, OSError):
            return None
        return None if entry.pw_uid == 0 else cls(entry.pw_name, entry.pw_uid, entry.pw_gid)


def run_as(
    user: ServiceUser | None, *, argv: Sequence[str | Path], timeout_seconds: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run a short program to its end, as `user` when given; its output comes back, nothing is raised for its code."""
    return subprocess.run(
        [str(part) for part in argv],
        **as_user(user),
        cwd="/",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=timeout_seconds,
        check=False,
    )


def can_run(user: ServiceUser | None, *, program: Path) -> bool:
    try:
        return run_as(user, argv=[program, "--version"], timeout_seconds=20).returncode == 0
    except OSError:
        return False


def can_enter(user: ServiceUser | None, *, folder: Path) -> bool:
    return run_as(user, argv=["/bin/sh", "-c", 'cd "$1"', "sh", folder], timeout_seconds=20).returncode == 0


def as_user(user: ServiceUser | None) -> dict[str, Any]:
    """Return what `subprocess` is told to start a process as `user`, with no group of ours."""
    return {} if user is None else {"user": user.uid, "group": user.gid, "extra_groups": []}


def dying_with_us(stop_signal: signal.Signals) -> Callable[[], None]:
    """Return what a child does between fork and exec, so that it gets `stop_signal` when this process ends in any way."""
    parent = os.getpid()

    def in_child() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        _libc.prctl(_PR_SET_PDEATHSIG, int(stop_signal), 0, 0, 0)
        if os.getppid() != parent:  # It died between fork and here: nobody would tell us any more.
            os._exit(1)

    return in_child


@dataclass(slots=True)
class Child:
    """One long-running process. `stop_signal` is also what it gets when the supervisor dies, whatever killed that."""

    name: str
    argv: list[str]
    log: Path
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    cwd: Path = Path("/")
    user: ServiceUser | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    kill_signal: signal.Signals = signal.SIGKILL
    stop_seconds: float = 10.0
    stdin_text: str | None = None
    pass_fds: tuple[int, ...] = ()
    before_start: Callable[[], None] = lambda: None
    once: bool = False

    process: "subprocess.Popen[bytes] | None" = None
    started_at: float = 0.0
    back_off_seconds: float = BACK_OFF_FIRST_SECONDS
    start_again_at: float | None = None

    def start(self) -> None:
        self.before_start()
        self._keep_log_small()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.argv,
                **as_user(self.user),
                cwd=self.cwd,
                env=dict(self.env),
                stdin=subprocess.DEVNULL if self.stdin_text is None else subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=self.pass_fds,
                start_new_session=True,  # Ctrl-C in the terminal is for the supervisor, which stops us in order.
                preexec_fn=dying_with_us(self.stop_signal),  # noqa: PLW1509 - the supervisor has one thread
            )
        self.started_at = time.monotonic()
        self.start_again_at = None
        if self.stdin_text is not None and self.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write(self.stdin_text.encode())
                self.process.stdin.close()

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def watch(self, say: Callable[[str], None]) -> None:
        """Note a death, and start again when its time has come. A log that grew too large is put aside."""
        now = time.monotonic()
        self._keep_log_small()
        if self.start_again_at is not None:
            if now >= self.start_again_at:
                self.start()
            return
        if self.process is None or self.process.poll() is None:
            return
        code = self.process.returncode
        if self.once and code == 0:
            say(f"{self.name} has finished.")
            self.process = None
            return
        if now - self.started_at >= STABLE_AFTER_SECONDS:
            self.back_off_seconds = BACK_OFF_FIRST_SECONDS
        say(
            f"{self.name} {_how_it_ended(code)}; starting it again in {self.back_off_seconds:g} s. See {self.log}"
        )
        self.process = None
        self.start_again_at = now + self.back_off_seconds
        self.back_off_seconds = min(self.back_off_seconds * 2, BACK_OFF_LAST_SECONDS)

    def ask_to_stop(self) -> None:
        self.start_again_at = None
        self.signal(self.stop_signal)

    def signal(self, number: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(number)

    def last_words(self, lines: int = 12) -> str:
        with contextlib.suppress(OSError):
            return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
        return ""

    def _keep_log_small(self) -> None:
        """Keep one old log beside it. The child goes on writing at the end of the same file, so that is copied and emptied:
        lines of the instant between are lost, the disk is not."""
        with contextlib.suppress(OSError):
            if self.log.stat().st_size > LOG_BYTES_KEPT:
                shutil.copyfile(self.log, aside := self.log.with_suffix(".log.1"))
                aside.chmod(0o600)
                os.truncate(self.log, 0)


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"ended with code {code}"
    with contextlib.suppress(ValueError):
        return f"was ended by {signal.Signals(-code).name}"
    return f"was ended by signal {-code}"


def stop_in_order(groups: Sequence[Sequence[Child]], *, hurry: Callable[[], bool] = lambda: False) -> None:
    """Stop each group before the next; `hurry()` true (a second Ctrl-C) stops being patient."""
    for group in groups:
        for child in group:
            child.ask_to_stop()
        deadline = time.monotonic() + max((child.stop_seconds for child in group), default=0)
        while any(child.alive for child in group):
            if hurry() or time.monotonic() > deadline:
                for child in group:
                    child.signal(child.kill_signal)
                break
            time.sleep(0.02)
        for child in group:
            if child.process is not None:
                try:
                    child.process.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    child.process.kill()
                    child.process.wait()


def python_module(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]
