"""Say who took the chips of somebody who is out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer, Many
from payouts.queries.bounties import BountyPart, parts_of
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import Elimination
from tournaments.operations import takers
from tournaments.operations.busts import takers_given
from tournaments.operations.field import lock_field
from tournaments.queries.eliminations import home_of_elimination


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTakersResult:
    """takers: named or nobody. bounties: who got how much of the bounty."""

    naming_id: int
    elimination_id: int
    takers: str
    bounties: tuple[BountyPart, ...]


@command(
    "tournaments.name_takers",
    Card(
        title=N_("Who took the chips was said"),
        permission=Permission.BUST,
        address="eliminations/<id:elimination_id>/takers",
        already_done=(AlreadyDone(fact="takers_named", codes=("takers_named",), names=("elimination_id",)),),
        buttons=(Button(page="director", name="takers"),),
    ),
)
def name_takers(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    elimination_id: int,
    by_entries: Annotated[
        Sequence[int], Many(child=Integer(min_value=1, max_value=10**15), max_length=10)
    ] = (),
    nobody: bool = False,
    change: bool = False,
) -> NameTakersResult:
    """Say after a bust who took the chips, or that nobody did; the bounty is paid at once.

    change: correct an answer that stands. Refusals: ``no_bounty``, ``takers_missing``, ``takers_contradict``,
    ``takers_named``, ``taker_not_there``, ``no_such_entry``, ``named_twice``, ``entry_paid``, ``bounty_spent``, ``already_undone``,
    ``not_running``, ``no_such_elimination``.
    Rule: SCPT.P, PT-T.34, REGULATIONS 5.2
    """
    tournament_id, venue_id = home_of_elimination(elimination_id)
    require(by, permission=Permission.BUST, venue_id=venue_id, tournament_id=tournament_id)
    named, none = takers_given({"by_entries": by_entries, "nobody": nobody})
    tournament, _field = lock_field(tournament_id)
    row = Elimination.objects.select_for_update(of=("self",)).get(pk=elimination_id)
    naming, shares = takers.name_takers(
        tournament,
        row=row,
        by_entries=named,
        nobody=none,
        change=change is True,
        at=at,
        command_id=command_id,
    )
    return NameTakersResult(
        naming_id=naming.pk, elimination_id=row.pk, takers=str(row.takers), bounties=parts_of(shares)
    )
