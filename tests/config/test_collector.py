"""What is loaded is left out of garbage collection: by pages and by workers alike."""

from __future__ import annotations

import subprocess
import sys

_ASKED = "import gc; from celery.signals import worker_ready; worker_ready.send(sender=None); print(gc.get_freeze_count() > 50_000)"


def test_a_worker_leaves_what_is_loaded_out_of_collections() -> None:
    began = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(); {_ASKED}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert began.stdout == "True\n"
