"""`manage.py simulate`: a whole tournament through the public commands, checked after every one of them."""

from __future__ import annotations

import signal
import sys
import threading
import time
from argparse import ArgumentParser
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.presets import TEMPLATES
from rules.refusals import Refused
from simulation.clocks import Stopped
from simulation.plan import BadPlan, Plan
from simulation.progress import Bar
from simulation.run import Failed, simulate
from simulation.scratch import scratch_database


class Command(BaseCommand):
    requires_system_checks = []
    help = (
        "Plays a whole tournament as staff would. Without --keep or --speed in a database of its own that is thrown"
        " away. Exits with 1 and a replay file when a law does not hold."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--preset", choices=sorted(TEMPLATES), required=True)
        parser.add_argument("--entries", type=int, required=True, help="all entries, re-entries included")
        parser.add_argument("--seed", type=int, required=True, help="the same seed plays the same run again")
        parser.add_argument("--re-entries", type=int, help="how many of the entries are re-entries")
        parser.add_argument(
            "--speed", type=float, default=0, help="follow the wall clock, so many times faster"
        )
        parser.add_argument(
            "--keep", action="store_true", help="play in the configured database and leave it there"
        )
        parser.add_argument("--venue", default="", help="what the venue of the run is called")
        parser.add_argument(
            "--ranked", action="store_true", help="a real tournament of a season; its draw stays secret"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            plan = Plan.of(
                options["preset"],
                options["entries"],
                options["seed"],
                re_entries=options["re_entries"],
                speed=options["speed"],
                ranked=options["ranked"],
            )
        except (BadPlan, Refused) as no:
            raise CommandError(str(no)) from no
        stop = threading.Event()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
        kept = bool(options["keep"] or options["speed"])
        bar = Bar(sys.stderr)
        began = time.monotonic()
        try:
            with nullcontext() if kept else scratch_database():
                found = simulate(
                    plan, progress=bar, beside_a_timekeeper=kept, stop=stop, venue_name=options["venue"]
                )
        except Failed as failed:
            bar.close()
            self.stderr.write(str(failed))
            if failed.file is not None:
                self.stderr.write(f"To play it again: {failed.file}")
            sys.exit(1)
        except (Stopped, KeyboardInterrupt):
            bar.close()
            self.stderr.write(f"Stopped after {time.monotonic() - began:.0f} s.")
            sys.exit(130)
        bar.close()
        self.stdout.write("\n".join(found.lines()))
