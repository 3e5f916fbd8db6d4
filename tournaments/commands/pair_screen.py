"""Say which tournament a display shows, by the code on it."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Any

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.facts.announcements import ScreenPaired
from tournaments.models import Screen, ScreenRole, Tournament
from tournaments.operations.screen_codes import is_code_shown
from tournaments.queries.screens import screen_result
from tournaments.results import ScreenResult

_CODE = re.compile(r"[0-9A-Z]{6}")
# what is typed between its signs to read it more easily
_BETWEEN = re.compile(r"[\s.\-\u2010-\u2014]")
_LOOK_ALIKE = str.maketrans("OIL", "011")


@command(
    "tournaments.pair_screen",
    Card(
        title=N_("Display paired"),
        permission=Permission.PAIR_DEVICE,
        address="tournaments/<id:tournament_id>/screens/pair",
    ),
)
def pair_screen(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    code: Annotated[str, Text(max_length=12, help_text="The six signs on the display.")],
    sound: bool = False,
) -> ScreenResult:
    """Say which tournament a display shows, by the code on it.

    The display with this code shows this tournament from now on, also when it showed another of the venue: in the
    role it had; one that showed a table of the other shows the clock.

    A code that no display shows pairs nothing: a slip would make a display that hangs nowhere.

    Refusals: ``not_found``, ``bad_screen_code``, ``no_such_screen``, ``screen_elsewhere``.
    """
    venue_id = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", flat=True).first()
    if venue_id is None:
        require(by, permission=Permission.PAIR_DEVICE, venue_id=None, tournament_id=tournament_id)
        raise not_found("tournament")
    require(by, permission=Permission.PAIR_DEVICE, venue_id=venue_id, tournament_id=tournament_id)
    # a display's code has none of these: they are read for what they look like
    code = _BETWEEN.sub("", code).upper().translate(_LOOK_ALIKE)
    if not _CODE.fullmatch(code):
        raise Refused("bad_screen_code", N_("The code on the display has six characters. Read it again."))
    known = Screen.objects.select_for_update().filter(pk=code).first()
    if known is not None and known.venue_id != venue_id:
        raise Refused("screen_elsewhere", N_("This display belongs to another house."))
    if known is None and not is_code_shown(code):
        raise Refused(
            "no_such_screen",
            N_("No display shows this code. Read it again on the display, or load the display's page anew."),
        )
    values: dict[str, Any] = {
        "venue_id": venue_id,
        "tournament_id": tournament_id,
        "sound": sound,
        "paired_at": at,
    }
    if known is not None and known.role == ScreenRole.TABLE and known.tournament_id != tournament_id:
        values |= {"role": ScreenRole.CLOCK, "table_number": None}
    screen, _new = Screen.objects.update_or_create(pk=code, defaults=values)
    record(ScreenPaired(tournament_id=tournament_id, code=code, sound=sound))
    return screen_result(screen)
