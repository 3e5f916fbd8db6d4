"""Note the stacks of one table as its sheet has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused, Several
from rules.validation import MAX_CHIPS, integer
from tables.operations import MORE_THAN_IN_PLAY, count, lock_table
from tables.queries import Sitter, sitters
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of

MOST_SEATS = 10


# why a count of the sheet is not kept
NOT_COUNTED = {
    "seat_changed": N_("%(name)s sits here now: this count was of somebody else and is not kept."),
    "seat_left": N_("Nobody sits here any more: this count is not kept."),
    "more_than_in_play": MORE_THAN_IN_PLAY,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CountNotKept:
    """A seat whose count is not kept. entry_id: whose it was said to be. code and params: why, as of a refusal:
    seat_changed, seat_left or more_than_in_play.
    """

    seat_number: int
    entry_id: int
    code: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTableResult:
    """counted: how many stacks were noted. chips: in them together."""

    table_number: int
    counted: int
    chips: int
    not_counted: tuple[CountNotKept, ...]


@command(
    "tables.count_table",
    Card(
        title=N_("A table counted"),
        permission=Permission.COUNT_CHIPS,
        address="tournaments/<id:tournament_id>/tables/<id:table_number>/stacks",
    ),
)
def count_table(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    table_number: int,
    stacks: Sequence[Mapping[str, Any]],
) -> CountTableResult:
    """Note the stacks of one table as its sheet has them.

    A seat that is not in it was not counted. stacks: [{seat_number, entry_id, stack_chips}], entry_id being who sat
    there when the sheet was opened. A count that cannot be kept costs none of the others: its seat comes back with
    the reason.

    Refusals: ``forbidden``, ``no_stacks``, ``no_such_table``, ``table_is_broken``; where no count at all can be kept
    ``seat_changed``, ``seat_left`` or ``more_than_in_play``, each for its seat.
    Rule: ADTP.25A, ADTP.64
    """
    require(
        by, permission=Permission.COUNT_CHIPS, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    sheet = {
        integer("seat_number", line.get("seat_number"), low=1, high=MOST_SEATS): (
            integer("entry_id", line.get("entry_id"), low=1, high=2**63 - 1),
            integer("stack_chips", line.get("stack_chips"), low=1, high=MAX_CHIPS),
        )
        for line in stacks
    }
    if not sheet or len(sheet) != len(stacks):
        raise Refused(
            "no_stacks", N_("Type at least one stack that was counted, and each seat once."), rule="ADTP.64"
        )
    tournament, field = lock_field(tournament_id)
    table = lock_table(tournament_id, table_number=table_number)
    now = {sitter.seat_number: sitter for sitter in sitters(table_ids=[table.pk])}
    not_counted: dict[int, Refused] = {}
    chips = 0
    for seat, (entry_id, stack) in sorted(sheet.items()):
        try:
            _same_player(seat, entry_id, now.get(seat))
            count(tournament, field=field, entry_id=entry_id, stack_chips=stack, at=at, by=by)
            chips += stack
        except Refused as refused:  # before anything of this seat was written
            not_counted[seat] = refused
    if len(not_counted) == len(sheet):
        raise Several({f"seat_{seat}": refused for seat, refused in not_counted.items()})
    return CountTableResult(
        table_number=table_number,
        counted=len(sheet) - len(not_counted),
        chips=chips,
        not_counted=tuple(
            CountNotKept(
                seat_number=seat, entry_id=sheet[seat][0], code=refused.code, params=dict(refused.params)
            )
            for seat, refused in not_counted.items()
        ),
    )


def _same_player(seat: int, entry_id: int, sitter: Sitter | None) -> None:
    """Whose chips were counted is who sat there when the sheet was opened: chips of another are not guessed."""
    if sitter is None:
        raise Refused("seat_left", NOT_COUNTED["seat_left"], rule="ADTP.64", seat=seat)
    if sitter.entry_id != entry_id:
        raise Refused(
            "seat_changed", NOT_COUNTED["seat_changed"], rule="ADTP.64", seat=seat, name=sitter.name
        )
