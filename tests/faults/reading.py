"""The readers and the post as a worker hosts them, in a process of its own that is there to be killed: what it held is free again after a
second.

    python -m tests.faults.reading
"""

from __future__ import annotations

import threading

import django

HOLD_SECONDS = 1.0


def main() -> None:
    django.setup()
    from functools import partial

    from config import post, readers
    from dispatch import readers as reading

    for work in (
        partial(reading.run, readers.notices_reader(), hold_seconds=HOLD_SECONDS),
        partial(post.run, hold_seconds=HOLD_SECONDS),
    ):
        threading.Thread(target=work, args=(threading.Event(),), daemon=True).start()
    print("reading", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
