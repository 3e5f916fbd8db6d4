"""Tables played online that stand: staff held one, or it broke and holds itself; it goes on when somebody lets it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from play.queries.events import played_tables
from rules.permissions import Permission
from web.director.needs.need import Need
from web.staffing import StaffTournament


def held(scope: StaffTournament) -> list[Need]:
    """Return the tables of this tournament that stand alone, for whom may let them go on. What stands with the clocks, or for lost lines, says so elsewhere. Rule: PT-H.72"""
    if scope.play_table is None or not scope.may(Permission.RUN_PLAY_TABLES):
        return []
    broken = _(
        "Table %(number)s broke off and holds itself. Nobody's time runs: see what stands there, then let it go on."
    )
    by_staff = _("Table %(number)s is held: %(reason)s. Nobody's time runs.")
    return [
        Need(
            key=f"held-{number}",
            mark="triangle-alert",
            text=(by_staff if table.held_because else broken)
            % {"number": number, "reason": table.held_because},
            amber=True,
            look=reverse("director-play-tables", args=[scope.venue.venue_id]),
            look_label=_("Online tables"),
            rule="PT-H.72",
        )
        for number, table in sorted(played_tables(scope.tournament_id).items())
        if table.held_alone
    ]
