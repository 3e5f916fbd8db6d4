"""One process that has loaded the product and its tests, and forks each of pytest's processes from itself.

Loading takes each of them some seconds of processor time, and what is loaded is the same for all. `bin/test` starts the server beside
PostgreSQL (`python -m config.local.fork_server SOCKET`); pytest-xdist starts this file as the Python of each process (`python
fork_server.py SOCKET -u -c …`), which hands its input and output over and waits. Where the server is gone, since a
test cannot be loaded, that Python is an ordinary one, and the process says what is wrong.
"""

import os
import socket
import sys
from pathlib import Path

_BACKLOG = 32
_PLUGIN = "config.local.pytest_plugin"  # as each process has it


def hand_over(path: str, *, arguments: list[str]) -> None:
    """Have the server fork what Python was to run, on our input and output, and wait for its end."""
    asking = socket.socket(socket.AF_UNIX)
    try:
        asking.connect(path)
        socket.send_fds(asking, [b"fork"], [0, 1, 2])
        begun = asking.recv(1)
    except OSError:
        begun = b""
    if not begun:
        os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606 - no shell is wanted
    for place in (0, 1):
        os.close(place)  # who is at the other end hears of the process's end, not of ours
    asking.recv(1)


def serve(path: str) -> None:
    """Load everything, then fork whenever somebody asks."""
    import contextlib
    import signal
    import threading

    import pytest

    from config.collector import leave_out_what_is_loaded

    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen(_BACKLOG)
        with Path(os.devnull).open("w") as nothing, contextlib.redirect_stdout(nothing):
            if (
                pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "-p", _PLUGIN])
                != pytest.ExitCode.OK
            ):
                return
        leave_out_what_is_loaded()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
        number = 0
        while True:
            asking, _address = listening.accept()
            assert threading.active_count() == 1  # another thread's locks would stay locked in a fork
            _word, given, _flags, _from = socket.recv_fds(asking, 16, 3)
            if os.fork() == 0:
                listening.close()
                _become(asking, given, worker=f"gw{number}")
            for descriptor in given:
                os.close(descriptor)
            asking.close()
            number += 1


def _become(asking: socket.socket, given: list[int], *, worker: str) -> None:
    """Be the Python that was asked for, in the fork: read the program from standard input and run it."""
    import signal

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for place, descriptor in enumerate(given):
        os.dup2(descriptor, place)
        os.close(descriptor)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    _have_settings_of(worker)
    asking.send(b"1")
    code = 1
    try:
        program = {"__name__": "__main__"}
        exec(eval(sys.stdin.readline()), program)  # noqa: S102, S307 - what execnet sends each Python that it starts
        code = 0
    finally:
        os._exit(code)


def _have_settings_of(worker: str) -> None:
    """Read anew the settings that differ from process to process: each has a numbered database of Valkey."""
    from importlib import reload

    from django.conf import Settings, settings
    from django.test.signals import setting_changed

    import config.settings

    os.environ.update({"PYTEST_XDIST_WORKER": worker, "PYTEST_VERSION": "forked"})
    fresh = reload(config.settings)
    for name in ("REDIS_URL", "CACHES", "CELERY_BROKER_URL"):
        setattr(settings, name, getattr(fresh, name))
        # the caches were looked at while the tests were loaded, and would stay those of all processes
        setting_changed.send(sender=Settings, setting=name, value=getattr(fresh, name), enter=True)


if __name__ == "__main__":
    if sys.argv[2:3] == ["-u"]:
        hand_over(sys.argv[1], arguments=sys.argv[2:])
    else:
        serve(sys.argv[1])
