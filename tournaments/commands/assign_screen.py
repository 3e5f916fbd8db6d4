"""Give a display its role: what it is there for."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Integer, Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tables.models import Table
from tournaments.facts.announcements import ScreenAssigned
from tournaments.models import Screen, ScreenLayout, ScreenRole, Tournament
from tournaments.queries.screens import screen_result
from tournaments.results import ScreenResult


@command(
    "tournaments.assign_screen",
    Card(
        title=N_("Role of a display changed"),
        permission=Permission.PAIR_DEVICE,
        address="tournaments/<id:tournament_id>/screens/assign",
    ),
)
def assign_screen(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    code: Annotated[str, Text(max_length=12, help_text="The six signs of the display.")],
    role: Annotated[str, Choice(choices=list(ScreenRole.values))],
    layout: Annotated[str, Choice(choices=list(ScreenLayout.values), help_text="Of the clock.")] = "classic",
    table_number: Annotated[
        int | None, Integer(min_value=1, max_value=100_000, help_text="Of the role table alone.")
    ] = None,
) -> ScreenResult:
    """Give a display its role: what it is there for.

    A paired display of the venue shows this tournament in this role from now on; the lobby and the schedule are the
    venue's. The role it had before is given back in the same way.

    Refusals: ``forbidden``, ``not_found``, ``bad_screen_role``, ``no_such_table``.
    """
    venue_id = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", flat=True).first()
    require(by, permission=Permission.PAIR_DEVICE, venue_id=venue_id, tournament_id=tournament_id)
    if venue_id is None:
        raise not_found("tournament")
    screen = Screen.objects.select_for_update().filter(pk=code.strip().upper(), venue_id=venue_id).first()
    if screen is None:
        raise not_found("screen")
    if role not in ScreenRole.values or layout not in ScreenLayout.values:
        raise Refused("bad_screen_role", N_("A display has no such role. Choose one of the page."))
    if role != ScreenRole.TABLE:
        table_number = None
    elif not Table.objects.filter(tournament_id=tournament_id, number=table_number or 0).exists():
        raise Refused("no_such_table", N_("There is no table %(table)s."), table=table_number or 0)
    screen.tournament_id, screen.role, screen.table_number = tournament_id, role, table_number
    if role == ScreenRole.CLOCK:
        screen.layout = layout
    screen.save(update_fields=["tournament", "role", "layout", "table_number"])
    record(
        ScreenAssigned(
            tournament_id=tournament_id, code=screen.pk, role=role, layout=screen.layout, table=table_number
        )
    )
    return screen_result(screen)
