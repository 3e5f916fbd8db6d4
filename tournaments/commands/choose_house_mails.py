"""Choose what a house tells its players by mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Many
from people.queries import require
from rules.notices import NOTICES, switched_off
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.facts.circuit import HouseMailsChosen
from tournaments.operations import notices


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseHouseMailsResult:
    """off: the kinds of notices that do not go by mail."""

    venue_id: int
    off: tuple[str, ...]


@command(
    "tournaments.choose_house_mails",
    Card(
        title=N_("E-mails of the house chosen"),
        permission=Permission.MANAGE_VENUE,
        address="venues/<id:venue_id>/mails",
    ),
)
def choose_house_mails(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    off: Annotated[
        Sequence[str],
        Many(
            child=Choice(choices=[(rule.kind.value, rule.kind.value) for rule in NOTICES]),
            max_length=len(NOTICES),
            help_text="The kinds that do not go by mail; all others do.",
        ),
    ],
) -> ChooseHouseMailsResult:
    """Switch the mails of these kinds off and all others on.

    People read every notice on their own page all the same.

    Refusals: ``forbidden``, ``unknown_notice``.
    """
    require(by, permission=Permission.MANAGE_VENUE, venue_id=venue_id)
    kinds = switched_off(off)
    notices.switch_house_mails(venue_id, off=kinds)
    chosen = [kind.value for kind in kinds]
    record(HouseMailsChosen(venue_id=venue_id, off=chosen))
    return ChooseHouseMailsResult(venue_id=venue_id, off=tuple(kind.value for kind in kinds))
