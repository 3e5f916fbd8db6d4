"""The readers and the post as a worker hosts them, in a process of its own that is there to be killed.

python -m tests.faults.reading SECONDS      what it holds is free again after so many
"""

from __future__ import annotations

import sys
import threading

import django


def main(hold_seconds: float) -> None:
    django.setup()
    from functools import partial

    from config import post, readers
    from dispatch.readers import run

    for work in (
        partial(run, readers.notices_reader(), hold_seconds=hold_seconds),
        partial(post.run, hold_seconds=hold_seconds),
    ):
        threading.Thread(target=work, args=(threading.Event(),), daemon=True).start()
    print("reading", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main(float(sys.argv[1]))
