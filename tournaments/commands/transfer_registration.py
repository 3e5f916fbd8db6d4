"""Hand a registration to another person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Reason
from people.queries import require
from rules.entries import check_transfer
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.operations import eligibility, registrations
from tournaments.operations.entries import lock_entries_of
from tournaments.operations.entry_context import lock_entry_context, lock_players
from tournaments.operations.registrations import lock_registration
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.registrations import tournament_of_registration


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferRegistrationResult:
    """entry_id: null where it was not paid yet."""

    registration_id: int
    entry_id: int | None


@command(
    "tournaments.transfer_registration",
    Card(
        title=N_("Registration handed over"),
        permission=Permission.TRANSFER_REGISTRATION,
        address="registrations/<id:registration_id>/transfer",
        buttons=(Button(page="desk", name="transfer", said=N_("The registration is handed over.")),),
    ),
)
def transfer_registration(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    registration_id: int,
    to_player_id: int,
    reason: Reason,
) -> TransferRegistrationResult:
    """Hand a registration to another person.

    By the director, before the start, with a reason.

    What was paid stays paid; a later refund goes to the one who paid.
    Refusals: ``forbidden``, ``not_found``, ``handed_over``, ``already_cancelled``, ``not_registered``,
    ``transfer_closed``, ``reason_missing``, ``excluded``, ``under_age``, ``identity_not_checked``,
    ``already_registered``.
    Rule: SCPT.G, SCPT.I, SCPT.F
    """
    tournament_id, from_player_id = tournament_of_registration(registration_id)
    venue_id = scope_of_tournament(tournament_id).venue_id
    require(by, permission=Permission.TRANSFER_REGISTRATION, venue_id=venue_id, tournament_id=tournament_id)
    lock_players([from_player_id, to_player_id])
    person = lock_entry_context(tournament_id=tournament_id, player_id=from_player_id, at=at, exclusive=True)
    heir = lock_entry_context(tournament_id=tournament_id, player_id=to_player_id, at=at)
    registration = lock_registration(registration_id, player_id=from_player_id)
    if registration.state == "cancelled":
        raise Refused("already_cancelled", N_("This registration is already cancelled."), rule="SCPT.I")
    check_transfer(
        person.situation(
            at,
            by_director=True,
            reason=reason,
            live_entries=max(person.live_entries, 1 if registration.state == "pending" else 0),
        ),
        person.offer.policies,
    )
    eligibility.check_person(heir, at=at)
    if heir.registration_id is not None:
        raise registrations.registered_twice()
    [*mine] = lock_entries_of(registration_id)
    registrations.transfer_registration(registration, mine=mine, person=person, heir=heir, reason=reason)
    return TransferRegistrationResult(registration_id=registration_id, entry_id=mine[0].pk if mine else None)
