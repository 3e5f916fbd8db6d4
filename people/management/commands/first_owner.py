"""The way in for the first owner of an empty installation."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from people.queries import founding_code, is_founded


class Command(BaseCommand):
    """Print the link by which the first owner comes in; it opens as long as nobody owns anything here."""

    help = "Print the link for the first owner of an empty installation."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--at", default="http://localhost:8000", help="the address people use")
        parser.add_argument("--path", action="store_true", help="only what comes after the address")

    def handle(self, *_args: Any, **options: Any) -> None:
        if is_founded():
            if not options["path"]:
                self.stdout.write(
                    "This installation has an owner. The owner takes others on, on the staff's page."
                )
            return
        path = reverse("first-owner-link", args=[founding_code()])
        self.stdout.write(path.lstrip("/") if options["path"] else options["at"].rstrip("/") + path)
