"""Erase what is personal about a player (LGPD, GDPR)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About
from ledger.queries import wallet_balance
from payouts.operations.withdrawals import erase_bank_words
from payouts.queries.withdrawals import money_on_its_way
from people import operations
from people.queries import require
from people.results import PlayerResult
from play.operations.complaints import erase_complaints
from play.operations.origins import forget_origins_of
from play.queries.sessions import seated_where
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.operations.naming import tell_of_name
from tournaments.queries.open_stakes import open_tournament_of


@command(
    "people.anonymise_player",
    Card(
        title=N_("Player's data erased"),
        permission=Permission.ANONYMISE_PLAYER,
        own_permission=Permission.ANONYMISE_PLAYER,
        address="players/<id:player_id>/anonymise",
    ),
)
def anonymise_player(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    venue_id: Annotated[int | None, About(help_text="The venue whose owner does it.")] = None,
) -> PlayerResult:
    """Erase what is personal about a player: asked by the player, or by the owner of `venue_id` at the player's request.

    Results, money and the hands they played stay, under a number; of their complaints, what `erase_complaints` keeps. Refused
    while a tournament with an entry of theirs is not over, while they sit at a played table, or while money (a prize not
    yet paid out is money) is in the account, or on its way by the bank. Refusals: ``forbidden``, ``unknown_player``, ``player_anonymised``,
    ``still_in``, ``still_seated``, ``balance_left``, ``last_owner``.
    """
    require(by, permission=Permission.ANONYMISE_PLAYER, venue_id=venue_id, owner_player_id=player_id)
    player = operations.lock_player_with_codes(player_id)
    tournament = open_tournament_of(player_id)
    if tournament:
        raise Refused(
            "still_in",
            N_(
                "There is an entry in %(tournament)s, which is not over. Cancel it at the desk, or wait for its end."
            ),
            tournament=tournament,
        )
    if table := seated_where(player_id):
        raise Refused(
            "still_seated",
            N_("There is a seat taken at the online table %(table)s. Stand up there first."),
            table=table,
        )
    if any(wallet_balance(player_id, unit=unit) for unit in ("BRL", "EUR")):
        raise Refused("balance_left", N_("There is money in the account. Withdraw it first."))
    if money_on_its_way(player_id):
        raise Refused(
            "balance_left",
            N_(
                "There is money on its way by the bank. Wait until it is paid or sent back, or take the withdrawal back."
            ),
        )
    if player.user is not None:
        operations.refuse_last_owner(player.user)
    operations.erase_player(player, at=at)
    tell_of_name(player_id)
    erase_complaints(at=at)
    forget_origins_of(player_id)
    erase_bank_words(player_id)
    return PlayerResult(player_id=player_id)
