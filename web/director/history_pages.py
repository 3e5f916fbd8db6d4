"""The facts of one page of a history, by the command that recorded them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from itertools import groupby

from dispatch.facts import FactView


def commands_of(facts: Sequence[FactView], *, more: bool) -> list[tuple[uuid.UUID, list[FactView]]]:
    """Return the facts of each command, in the order given (the newest first). more: there are older ones; the oldest command is left to
    the next page then, as it may go on there."""
    groups = [
        (uuid.UUID(str(number)), list(rows))
        for number, rows in groupby(facts, key=lambda fact: fact.command_id)
    ]
    return groups[:-1] if more and len(groups) > 1 else groups
