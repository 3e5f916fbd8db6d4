"""One row in a process of its own: `python -m tests.bench.row fanout`."""

from __future__ import annotations

import sys
from importlib import import_module

import django

if __name__ == "__main__":
    django.setup()
    import_module(f"tests.bench.{sys.argv[1]}").measure()
