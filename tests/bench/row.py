"""One row in a process of its own: `python -m tests.bench.row fanout`."""

from __future__ import annotations

import sys
from importlib import import_module

import django

from config.collector import leave_out_what_is_loaded

if __name__ == "__main__":
    django.setup()
    row = import_module(f"tests.bench.{sys.argv[1]}")
    leave_out_what_is_loaded()  # as the servers and the workers do
    row.measure()
