"""Name a display, and say whether and how loud it is heard."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer, Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.facts.announcements import ScreenSetUp
from tournaments.models import Screen, Tournament
from tournaments.queries.screens import screen_result
from tournaments.results import ScreenResult

LONGEST = 40


@command(
    "tournaments.set_up_screen",
    Card(
        title=N_("Display named, sound set"),
        permission=Permission.PAIR_DEVICE,
        address="tournaments/<id:tournament_id>/screens/set-up",
    ),
)
def set_up_screen(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    code: Annotated[str, Text(max_length=12, help_text="The six signs of the display.")],
    name: Annotated[
        str, Text(max_length=LONGEST, allow_blank=True, help_text="Where it hangs, for the staff.")
    ] = "",
    sound: bool = False,
    volume: Annotated[int, Integer(min_value=0, max_value=100, help_text="Per cent.")] = 70,
    voice: bool = False,
) -> ScreenResult:
    """Name a display, and say whether and how loud it is heard.

    voice: it says levels, recesses and what happens around the money aloud, too, where it is heard.

    Refusals: ``forbidden``, ``not_found``, ``bad_screen_name``.
    """
    venue_id = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", flat=True).first()
    require(by, permission=Permission.PAIR_DEVICE, venue_id=venue_id, tournament_id=tournament_id)
    if venue_id is None:
        raise not_found("tournament")
    screen = (
        Screen.objects.select_for_update()
        .filter(pk=code.strip().upper(), tournament_id=tournament_id)
        .first()
    )
    if screen is None:
        raise not_found("screen")
    name = " ".join(name.split())
    if len(name) > LONGEST:
        raise Refused(
            "bad_screen_name", N_("A name has at most %(most)s characters. Shorten it."), most=LONGEST
        )
    screen.name, screen.sound, screen.volume = name, sound, max(0, min(100, volume))
    screen.voice = voice
    screen.save(update_fields=["name", "sound", "volume", "voice"])
    record(
        ScreenSetUp(
            tournament_id=tournament_id,
            code=screen.pk,
            name=name,
            sound=sound,
            volume=screen.volume,
            voice=voice,
        )
    )
    return screen_result(screen)
