"""Let a display go: it shows its code again and waits to be told what to show."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, not_found
from tournaments.facts.announcements import ScreenUnpaired
from tournaments.models import Screen, Tournament
from tournaments.queries.screens import screen_result
from tournaments.results import ScreenResult


@command(
    "tournaments.unpair_screen",
    Card(
        title=N_("Display unpaired"),
        permission=Permission.PAIR_DEVICE,
        address="tournaments/<id:tournament_id>/screens/unpair",
    ),
)
def unpair_screen(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    code: Annotated[str, Text(max_length=12, help_text="The six signs that the display had.")],
) -> ScreenResult:
    """Let a display go: it shows its code again and waits to be told what to show.

    Pairing it again takes it back.

    Refusals: ``forbidden``, ``not_found``.
    """
    venue_id = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", flat=True).first()
    require(by, permission=Permission.PAIR_DEVICE, venue_id=venue_id, tournament_id=tournament_id)
    if venue_id is None:
        raise not_found("tournament")
    known = (
        Screen.objects.select_for_update()
        .filter(pk=code.strip().upper(), tournament_id=tournament_id)
        .first()
    )
    if known is None:
        raise not_found("screen")
    result = screen_result(known)
    record(ScreenUnpaired(tournament_id=tournament_id, code=known.pk, sound=known.sound))
    known.delete()
    return result
