"""Open a player's file at the desk."""

from __future__ import annotations

from datetime import date, datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from people.results import PlayerResult
from rules.entries import OF_AGE_YEARS
from rules.permissions import Permission


@command(
    "people.create_player", Card(permission=Permission.CREATE_PLAYER, address="venues/<id:venue_id>/players")
)
def create_player(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    full_name: str,
    public_name: str = "",
    birth_date: date | None = None,
    document_kind: str = "",
    document_number: str = "",
    document_seen: bool = False,
    country: str = "BR",
    email: str = "",
    phone: str = "",
    simulated: bool = False,
    minimum_age_years: int = OF_AGE_YEARS,
) -> PlayerResult:
    """Open a player's file at the desk, of a person who was not here before.

    simulated: nobody, for rehearsals only. public_name: the nickname others see; without one, first and last name.
    document_seen: as with check_identity, at once. minimum_age_years: of the tournament at whose desk it is opened;
    who is younger can play nowhere.
    Refusals: ``forbidden``, ``name_missing``, ``document_taken``, ``document_incomplete``, ``bad_cpf``,
    ``birth_date_impossible``, ``under_age``, ``bad_country``, ``bad_email``, ``text_too_long``, ``mixed_alphabets``.
    Rule: SCPT.F, SCPT.O
    """
    require(by, permission=Permission.CREATE_PLAYER, venue_id=venue_id)
    if document_seen:
        require(by, permission=Permission.CHECK_ID, venue_id=venue_id)
    player = operations.add_player(
        at=at,
        full_name=full_name,
        public_name=public_name,
        birth_date=birth_date,
        document_kind=document_kind or None,
        document_number=document_number or None,
        country=country,
        email=email,
        phone=phone,
        simulated=simulated,
    )
    if birth_date is not None:
        operations.check_old_enough(birth_date, at=at, years=minimum_age_years)
    if document_seen:
        operations.check_identity_of(player, at=at, checked_by_id=by.user_id)
    return PlayerResult(player_id=player.pk)
