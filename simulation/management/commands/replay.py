"""`manage.py replay`: tournaments that really took place, through the commands, compared to the cent."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from simulation.progress import Bar
from simulation.real_events import events
from simulation.replay import Replayer
from simulation.scratch import scratch_database


class Command(BaseCommand):
    requires_system_checks = []
    help = (
        "Enters and plays the tournaments of real_events.json, those below 600 entries to the last prize, the others"
        " until the prizes are fixed. Exits with 1 and names every difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--event", action="append", metavar="ID", help="only this one; may be repeated")
        parser.add_argument("--whole", action="store_true", help="play all of them to the last prize")
        parser.add_argument(
            "--keep", action="store_true", help="in the configured database, and leave it there"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        known = events()
        unknown = sorted(set(options["event"] or ()) - known.keys())
        if unknown:
            raise CommandError(f"no such event: {', '.join(unknown)}. There are: {', '.join(known)}")
        bar = Bar(sys.stderr)
        differences: list[str] = []
        with nullcontext() if options["keep"] else scratch_database():
            replayer = Replayer(progress=bar)
            for name in options["event"] or known:
                for real in known[name]:
                    found = replayer.play(real, whole=True if options["whole"] else None)
                    bar.close()
                    self.stdout.write(
                        f"{found.id:24} {found.entries:6} entries  net {found.net_cents / 100:>15,.2f}"
                        f"  overlay {found.overlay_cents / 100:>9,.2f}  {found.paid:5} paid"
                        f"  {'played to the end' if found.whole else 'until the prizes'}"
                        f"  {found.seconds:6.1f} s  {'DIFFERS' if found.differences else 'as it was'}"
                    )
                    if real.note:
                        self.stdout.write(f"{'':24} ({real.note})")
                    differences += found.differences
        for line in differences:
            self.stderr.write(line)
        if differences:
            sys.exit(1)
