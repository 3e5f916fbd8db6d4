"""Sales that nobody takes back any more: entries are closed, or the chips were played."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from dispatch.facts import FactView
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.commands.undo_re_entry import undo_re_entry
from tournaments.queries.field import entries_closed
from tournaments.queries.purchase_undoing import played_on
from tournaments.queries.re_entries import first_entries
from tournaments.queries.registrations import played
from undo import UNDOING

_SALES = frozenset(
    name
    for name, how in UNDOING.items()
    if how.command in (cancel_registration, undo_purchase, undo_re_entry)
)
# a registration that nobody has paid may end after that, too
_SOLD = ("entry_paid", "purchase_paid")


def sold_for_good(tournament_id: int, *, groups: Sequence[tuple[Any, Sequence[FactView]]]) -> set[uuid.UUID]:
    """Return which of these commands sold what stays as it is: entries are closed and the prizes fixed, or its chips were played.
    Rule: ADTP.8B, SCPT.I"""
    sales = {
        uuid.UUID(str(number))
        for number, facts in groups
        if facts[0].command_name in _SALES and any(fact.kind in _SOLD for fact in facts)
    }
    if sales and entries_closed(tournament_id):
        return sales
    return _played_already(groups)


def _played_already(groups: Sequence[tuple[Any, Sequence[FactView]]]) -> set[uuid.UUID]:
    """Which of these commands sold what was played: an undoing would only be refused."""
    entries: dict[uuid.UUID, set[int]] = {}
    bought: dict[uuid.UUID, set[int]] = {}
    registered: dict[int, uuid.UUID] = {}
    for number, facts in groups:
        if facts[0].command_name not in _SALES:
            continue
        for fact in facts:
            if fact.kind == "entry_paid":
                entries.setdefault(uuid.UUID(str(number)), set()).add(fact.body["entry_id"])
            elif fact.kind == "registration_made":
                registered[fact.body["registration_id"]] = uuid.UUID(str(number))
            elif fact.kind == "chips_bought":
                bought.setdefault(uuid.UUID(str(number)), set()).add(fact.body["purchase_id"])
    # what was paid later is not in the registration's own command
    for registration_id, entry_id in first_entries(registered).items():
        entries.setdefault(registered[registration_id], set()).add(entry_id)
    found: set[uuid.UUID] = set()
    for sold, stay in ((entries, played), (bought, played_on)):
        if sold:
            staying = stay({one for several in sold.values() for one in several})
            found |= {number for number, several in sold.items() if several <= staying}
    return found
