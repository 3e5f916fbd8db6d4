"""Tell the players of one name in a tournament apart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.operations import change_player, lock_player
from people.queries import require
from rules.nicknames import name_apart
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.naming import tell_of_name
from tournaments.queries.circuit import venue_of_tournament
from tournaments.queries.namesakes import names_beside, namesakes


@dataclass(frozen=True, slots=True, kw_only=True)
class TellNamesApartResult:
    """renamed: the players who are called otherwise now."""

    tournament_id: int
    renamed: tuple[int, ...]


@command(
    "tournaments.tell_names_apart",
    Card(
        title=N_("Namesakes told apart"),
        permission=Permission.UPDATE_PLAYER,
        address="tournaments/<id:tournament_id>/names-apart",
    ),
)
def tell_names_apart(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, player_id: int
) -> TellNamesApartResult:
    """Call the players of one name in a tournament so that everybody knows whose seat is whose.

    Who registered first keeps the name; who came later is read with as little more as tells them apart, from then on everywhere, and
    the file keeps what it said. By the reader of facts, as soon as the second of a name registers. player_id: one of that name.
    A name that is one's alone changes nothing.
    Refusals: ``forbidden``, ``not_found``.
    """
    venue_id = venue_of_tournament(tournament_id)
    require(by, permission=Permission.UPDATE_PLAYER, venue_id=venue_id, tournament_id=tournament_id)
    # by their ids, as all rows of one table are locked
    later = {one: lock_player(one) for one in sorted(namesakes(tournament_id, player_id=player_id)[1:])}
    # another command may have told them apart while this one waited
    renamed = tuple(one for one in namesakes(tournament_id, player_id=player_id)[1:] if one in later)
    for one in renamed:
        player = later[one]
        apart = name_apart(player.public_name, full_name=player.full_name, taken=names_beside(one))
        change_player(player, at=at, by_user_id=by.user_id, venue_id=venue_id, public_name=apart)
        tell_of_name(one)
    return TellNamesApartResult(tournament_id=tournament_id, renamed=renamed)
