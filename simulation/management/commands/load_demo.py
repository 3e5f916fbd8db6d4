"""`manage.py load_demo`: a room to look at on the first start. Loading it again does nothing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from simulation.demo import load


class Command(BaseCommand):
    requires_system_checks = []
    help = "Loads the demo room once and prints how to sign in."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write("\n".join(load()))
