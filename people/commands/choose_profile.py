"""Choose whether one has a public page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About
from people import operations
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.naming import tell_of_name


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseProfileResult:
    """shown: whether there is a public page now."""

    player_id: int
    shown: bool


@command(
    "people.choose_profile",
    Card(
        title=N_("Public page of a player chosen"),
        permission=Permission.SHOW_PROFILE,
        own_permission=Permission.SHOW_PROFILE,
        address="players/<id:player_id>/profile",
    ),
)
def choose_profile(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    shown: Annotated[bool, About(help_text="Whether everybody may open a page of this player.")],
    prizes: Annotated[bool, About(help_text="Whether that page tells what was won.")] = True,
) -> ChooseProfileResult:
    """Choose whether one has a public page: one's own, under the nickname, with one's results.

    Refusals: ``forbidden``, ``unknown_player``, ``player_anonymised``.
    """
    require(by, permission=Permission.SHOW_PROFILE, venue_id=None, owner_player_id=player_id)
    player = operations.lock_player(player_id)
    if operations.show_profile(player, shown=shown, prizes=prizes, at=at):
        tell_of_name(player_id)
    return ChooseProfileResult(player_id=player_id, shown=shown)
