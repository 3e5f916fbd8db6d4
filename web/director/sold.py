"""Sales that nobody takes back any more."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from dispatch.facts import FactView
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.commands.undo_re_entry import undo_re_entry
from tournaments.queries.field import entries_closed
from undo import UNDOING

_SALES = frozenset(
    name
    for name, how in UNDOING.items()
    if how.command in (cancel_registration, undo_purchase, undo_re_entry)
)
# a registration that nobody has paid may end after that, too
_SOLD = ("entry_paid", "purchase_paid")


def sold_for_good(tournament_id: int, *, groups: Iterable[tuple[Any, Sequence[FactView]]]) -> set[uuid.UUID]:
    """Return which of these commands sold what stays as it is, for entries are closed and the prizes fixed. Rule: ADTP.8B"""
    sales = {
        uuid.UUID(str(number))
        for number, facts in groups
        if facts[0].command_name in _SALES and any(fact.kind in _SOLD for fact in facts)
    }
    return sales if sales and entries_closed(tournament_id) else set()
