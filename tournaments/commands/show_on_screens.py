"""Put a message or the seating list on the displays of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.facts.announcements import ShownOnScreens
from tournaments.models import Tournament, Wall, WallShow

LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowOnScreensResult:
    """show: what the displays show. message: "" without one."""

    tournament_id: int
    show: Literal["clock", "seats"]
    message: str


@command(
    "tournaments.show_on_screens",
    Card(
        title=N_("Shown on the displays"),
        permission=Permission.SEND_MESSAGE,
        address="tournaments/<id:tournament_id>/screens/show",
    ),
)
def show_on_screens(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    show: Annotated[str, Choice(choices=["clock", "seats"])] = "clock",
    message: Annotated[
        str, Text(max_length=200, allow_blank=True, help_text="Empty takes the last one away.")
    ] = "",
) -> ShowOnScreensResult:
    """Put a message or the seating list on the displays of a tournament.

    They show it from now on. show: "clock" or "seats". message: "" takes the last one away.

    Refusals: ``not_found``, ``bad_screen``, ``message_too_long``.
    """
    venue_id = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", flat=True).first()
    if venue_id is None:
        require(by, permission=Permission.SEND_MESSAGE, venue_id=None, tournament_id=tournament_id)
        raise not_found("tournament")
    require(by, permission=Permission.SEND_MESSAGE, venue_id=venue_id, tournament_id=tournament_id)
    if show not in WallShow.values:
        raise Refused("bad_screen", N_("A display shows the clock or the seating list."))
    message = " ".join(message.split())
    if len(message) > LONGEST:
        raise Refused(
            "message_too_long", N_("A message has at most %(most)s characters. Shorten it."), most=LONGEST
        )
    Wall.objects.update_or_create(pk=tournament_id, defaults={"show": show, "message": message, "at": at})
    record(ShownOnScreens(tournament_id=tournament_id, show=show, message=message))
    return ShowOnScreensResult(
        tournament_id=tournament_id, show="seats" if show == WallShow.SEATS else "clock", message=message
    )
