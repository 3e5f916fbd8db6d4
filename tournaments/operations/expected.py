"""What who changes something had before them is still so."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.refusals import N_, Refused
from tournaments.models import Tournament, Venue


def check_expected(row: Tournament | Venue, *, expected: Mapping[str, Any], known: Collection[str]) -> None:
    """Refuse where a value is no longer what the page of who changes it showed. row: locked. Refusals: ``changed_meanwhile``, ``cannot_change``."""
    for name, value in expected.items():
        if name not in known:
            raise Refused("cannot_change", N_("%(field)s cannot be changed here."), field=str(name)[:60])
        if getattr(row, name) != value:
            raise Refused(
                "changed_meanwhile",
                N_(
                    "%(field)s was changed by somebody else since this page was opened. What you typed still"
                    " stands here: compare it with what is saved now, then save again."
                ),
                field=name,
            )
