"""The readers and the post as a worker hosts them, in processes of their own that are there to be killed.

`python -m tests.faults.reading` loads the product once. A line of standard input, the seconds after which what a process
holds is free again, forks one more that reads and mails; its number answers. When standard input ends, everybody ends.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading

import django

PR_SET_PDEATHSIG = 1


def read(hold_seconds: float) -> None:
    from functools import partial

    from config import post, readers
    from dispatch.readers import run

    for work in (
        partial(run, readers.notices_reader(), hold_seconds=hold_seconds),
        partial(post.run, hold_seconds=hold_seconds),
    ):
        threading.Thread(target=work, args=(threading.Event(),), daemon=True).start()
    threading.Event().wait()


def main() -> None:
    django.setup()
    from config import post, readers  # noqa: F401 - what each would load for itself

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    print("ready", flush=True)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, 0)
            os.dup2(2, 1)
            read(float(line))
        print(pid, flush=True)


if __name__ == "__main__":
    main()
