from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from tests.install.house import PROJECT, House

WORDS = {
    "web": b"config.local.web",
    "worker": b"--pool=threads",
    "beat": b"\0beat\0",
    "PostgreSQL": b"postgres\0-D",
    "Valkey": b"-server",
}


# what a form of a page would carry, in the cookie and beside it
_FORM = "f" * 32


class Struck(House):
    """A house whose processes are killed while people work in it."""

    stagehand: subprocess.Popen[str] | None = None

    def pid_of(self, name: str) -> int | None:
        """The child of that name as it lives now."""
        parent = self.running["pid"]
        with contextlib.suppress(OSError):
            # one that ends while this is read may hide another: who is not found here is looked for below
            for number in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
                with contextlib.suppress(OSError):
                    if WORDS[name] in Path(f"/proc/{number}/cmdline").read_bytes():
                        return int(number)
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            with contextlib.suppress(OSError, IndexError):
                of = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if of == parent and WORDS[name] in (folder / "cmdline").read_bytes():
                    return int(folder.name)
        return None

    def strike(self, name: str) -> bool:
        """SIGKILL, and wait until it is dead: on a busy machine it lives on for a moment, and answers; False when it was dead already."""
        pid = self.pid_of(name)
        if pid is None:
            return False
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        with contextlib.suppress(OSError):
            while WORDS[name] in Path(f"/proc/{pid}/cmdline").read_bytes():
                time.sleep(0.002)
        return True

    @contextlib.contextmanager
    def unattended(self) -> Iterator[None]:
        """The supervisor sleeps: who dies stays dead. Everybody lives when it begins."""
        self.until_it_answers()
        os.kill(self.running["pid"], signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.running["pid"], signal.SIGCONT)

    def python(self, *arguments: str) -> subprocess.Popen[str]:
        """Our own code against the house's services."""
        return subprocess.Popen(
            [sys.executable, "-m", *arguments],
            env={
                **self.environment,
                **self.running["environment"],
                "PYTHONPATH": str(PROJECT),
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "LOG_LEVEL": "CRITICAL",
            },
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def stage(self, *question: object) -> dict[str, Any]:
        """Ask tests.faults.stage, which is started once."""
        if self.stagehand is None:
            self.stagehand = self.python("tests.faults.stage")
        assert self.stagehand.stdin is not None and self.stagehand.stdout is not None
        self.stagehand.stdin.write(json.dumps(question) + "\n")
        self.stagehand.stdin.flush()
        found: dict[str, Any] = json.loads(self.stagehand.stdout.readline())
        assert "failed" not in found, found["failed"]
        return found

    def ask(
        self,
        method: str,
        path: str,
        *,
        secret: str = "",
        session: str = "",
        number: str = "",
        body: Any = None,
        seconds: float = 15,
    ) -> tuple[int, Any]:
        """One HTTP request, with a token or as a browser that is signed in; OSError or HTTPException when nobody answered."""
        where = urlsplit(self.address)
        connection = http.client.HTTPConnection("127.0.0.1", where.port or 80, timeout=seconds)
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {secret}"} if secret else {}
        if session:
            headers |= {"Cookie": f"sessionid={session}; csrftoken={_FORM}", "X-CSRFToken": _FORM}
        headers |= {"Command-Id": number} if number else {}
        try:
            connection.request(
                method, f"/api/{path}", json.dumps(body or {}) if method == "POST" else None, headers
            )
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text.decode()

    def insist(self, path: str, *, secret: str, body: Any = None, seconds: float = 300) -> dict[str, Any]:
        """A command over HTTP, sent again with its id until somebody answers yes or no."""
        status, said, number = self.answered(path, secret=secret, body=body, seconds=seconds)
        assert status == 200, said
        return {"number": number, **said["result"]}

    def answered(
        self, path: str, *, secret: str = "", session: str = "", body: Any = None, seconds: float = 300
    ) -> tuple[int, Any, str]:
        """A command over HTTP, sent again with its id until somebody answers: status, answer, the id."""
        number, until = str(uuid.uuid4()), time.monotonic() + seconds
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                status, said = self.ask(
                    "POST", path, secret=secret, session=session, number=number, body=body
                )
                if status < 500:
                    return status, said, number
            assert time.monotonic() < until, f"nobody answered {path}"
            time.sleep(0.1)

    def register(self, room: dict[str, Any], player: int) -> dict[str, Any]:
        return self.insist(
            f"tournaments/{room['tournament']}/registrations",
            secret=room["desk"],
            body={"player_id": player, "method": "cash", "terms_version": "1", "paid": True},
        )

    def nothing_amiss(self, seconds: float = 300) -> None:
        """
        The ledger adds up and the chain of facts is whole, with the last fact in it.

        The house's own relay may hold a stream that the stage's then passes over, and seals it a moment later.
        """
        until = time.monotonic() + seconds
        found = self.stage("check")
        while found["unsealed"] and time.monotonic() < until:
            time.sleep(0.1)
            found = self.stage("check")
        assert (found["ledger"], found["chain"], found["unsealed"]) == ([], [], 0)

    def until_it_lives(self, name: str, seconds: float = 300) -> None:
        """Until that child, killed before, was started again."""
        until = time.monotonic() + seconds
        while self.pid_of(name) is None:
            assert time.monotonic() < until, self.printed
            time.sleep(0.02)

    def until_valkey_answers(self, seconds: float = 300) -> None:
        """Until it takes commands again."""
        until = time.monotonic() + seconds
        while True:
            with contextlib.suppress(redis.RedisError, OSError):
                redis.Redis.from_url(self.running["environment"]["REDIS_URL"]).ping()
                return
            assert time.monotonic() < until, self.printed
            time.sleep(0.02)

    def until_it_answers(self, *names: str, seconds: float = 300) -> None:
        """Until pages are served again and these children (all, when none is named) live."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            # a page may still be answered by what is left of a database that was killed: who asks next needs a new connection
            with contextlib.suppress(OSError, ValueError, TypeError, psycopg.OperationalError):
                if all(self.pid_of(name) for name in names or WORDS) and self.sql("SELECT 1"):
                    if self.get("/readyz")[0] == 200:
                        return
            time.sleep(0.1)
        raise AssertionError(self.printed)


def patiently(read: Callable[[], Any]) -> Any:
    """A read that waits for PostgreSQL."""
    until = time.monotonic() + 600
    while True:
        try:
            return read()
        except psycopg.OperationalError:
            assert time.monotonic() < until
            time.sleep(0.05)


def side_by_side(calls: Sequence[Callable[[], Any]], *, people: int) -> list[Any]:
    """So many people share these calls; results or errors in the order of the calls."""
    results: list[Any] = [None] * len(calls)
    waiting = iter(range(len(calls)))
    lock = threading.Lock()

    def work() -> None:
        while True:
            with lock:
                place = next(waiting, None)
            if place is None:
                return
            try:
                results[place] = calls[place]()
            except BaseException as error:  # handed to the test
                results[place] = error

    threads = [threading.Thread(target=work) for _ in range(people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def of_all(results: Sequence[Any]) -> Sequence[Any]:
    """The results of those side by side; what any of them met is raised, each with where it was."""
    met = [one for one in results if isinstance(one, BaseException)]
    if met:
        raise BaseExceptionGroup("side by side", met)
    return results


@contextlib.contextmanager
def house_up() -> Iterator[Struck]:
    """A house of its own: up, empty; thrown away afterwards."""
    place = Path(tempfile.mkdtemp(prefix="shuffle-faults-"))
    place.chmod(0o711)
    house = Struck.built_in(place / "house")
    try:
        house.up("--empty")
        yield house
    finally:
        if house.stagehand is not None:
            house.stagehand.kill()
            house.stagehand.wait()
        for pid in house.processes():  # thrown away a moment later: nothing to write
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        house.end()
        shutil.rmtree(place, ignore_errors=True)


@pytest.fixture(scope="package")
def struck() -> Iterator[Struck]:
    """One house for all faults."""
    with house_up() as house:
        yield house
