"""Note that chips which were bought on a phone are at their seat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.facts.purchases import ChipsBrought
from tournaments.models import Purchase
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of
from tournaments.queries.purchases import chips_to_bring, tournament_of_purchase


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteChipsBroughtResult:
    """chips: how many, to which seat."""

    purchase_id: int
    chips: int
    table_number: int
    seat_number: int


@command(
    "tournaments.note_chips_brought",
    Card(
        title=N_("Chips brought to the seat"),
        permission=Permission.VERIFY_SEAT,
        address="purchases/<id:purchase_id>/brought",
        already_done=(
            AlreadyDone(fact="chips_brought", codes=("nothing_to_bring",), names=("purchase_id",)),
        ),
        buttons=(
            Button(
                page="director",
                name="chips-brought",
                label=N_("They are there"),
                said=N_("Noted: the chips are at table %(table_number)s, seat %(seat_number)s."),
            ),
        ),
    ),
)
def note_chips_brought(
    *, command_id: CommandId, at: datetime, by: Actor, purchase_id: int
) -> NoteChipsBroughtResult:
    """Note that chips which were bought on a phone are at their seat: nobody is asked to bring them any more.

    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``nothing_to_bring``.
    Rule: ADTP.27
    """
    tournament_id, _ = tournament_of_purchase(purchase_id)
    require(
        by, permission=Permission.VERIFY_SEAT, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    lock_field(tournament_id)
    found = [one for one in chips_to_bring(tournament_id, at=at) if one.purchase_id == purchase_id]
    if not found:
        raise Refused("nothing_to_bring", N_("These chips are not to be brought any more."), rule="ADTP.27")
    Purchase.objects.filter(pk=purchase_id).update(brought_at=at)
    record(
        ChipsBrought(
            tournament_id=tournament_id,
            purchase_id=purchase_id,
            public_name=found[0].player,
            chips=found[0].chips,
            table_number=found[0].table,
            seat_number=found[0].seat,
        )
    )
    return NoteChipsBroughtResult(
        purchase_id=purchase_id,
        chips=found[0].chips,
        table_number=found[0].table,
        seat_number=found[0].seat,
    )
