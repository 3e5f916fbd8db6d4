"""What the end of a timed tournament asks for: it is near, its last hands are played, its stacks are counted, it is finished."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play.queries.events import open_tables_of
from rules.clock_at_tables import hands_after_time
from tables.queries import tables_to_count
from tournaments.queries import clock
from tournaments.queries.field import field_of
from web.director.needs.need import Need, action_button, address
from web.staffing import StaffTournament
from web.templatetags.shuffle import hour, money

NEAR_SECONDS = 5 * 60
NAMED = 6  # of the tables that still play


def ending(scope: StaffTournament, *, counts: dict[str, Any], at: datetime) -> list[Need]:
    """Return what is to be seen to near the set time and after it. Rule: PT-T.33, PT-T.52"""
    if scope.settings["length_minutes"] is None or counts["players_left"] + counts["waiting"] < 2:
        return []
    field = field_of(scope.tournament_id)
    if field is None or field.time_up_at is None:
        return _near(scope, at)
    up = _("Time has been up since %(time)s.") % {"time": hour(field.time_up_at, scope.timezone)}
    if open_tables_of(scope.tournament_id):
        more = _(
            "Each table plays until everybody there has had the button once more. With the last of these hands the tournament ends by itself,"
            " and places are by chips."
        )
        return [Need(key="time-up", mark="flag", text=up, more=more, rule="PT-T.52")]
    missing = [] if scope.settings["online"] else tables_to_count(scope.tournament_id, since=field.time_up_at)
    if not missing:
        return [_finish(scope, counts, up)]
    tables = ", ".join(
        ngettext(
            "table %(table)s (%(hands)s hand)",
            "table %(table)s (%(hands)s hands)",
            hands := _hands(one.players),
        )
        % {"table": one.table, "hands": hands}
        for one in missing[:NAMED]
    )
    tables += ", …" if len(missing) > NAMED else ""
    return [
        Need(
            key="time-up",
            mark="flag",
            text=up,
            more=_(
                "Each table plays as many hands as players sit there, until everybody has had the button once more; then count its stacks. Still to"
                " come: %(tables)s."
            )
            % {"tables": tables},
            look=reverse("director-count", args=[scope.tournament_id, missing[0].table]),
            look_label=_("Count table %(table)s") % {"table": missing[0].table},
            rule="PT-T.52",
        )
    ]


def _hands(players: int) -> int:
    return hands_after_time(occupied=range(players), had_button=())


def _near(scope: StaffTournament, at: datetime) -> list[Need]:
    ends_ms = clock.clock_payload(scope.tournament_id, at=at)["time_ends_ms"]
    if ends_ms is None:
        return []
    ends_at = datetime.fromtimestamp(ends_ms / 1000, tz=UTC)
    if not 0 < (ends_at - at).total_seconds() <= NEAR_SECONDS:
        return []
    return [
        Need(
            key="time-ends",
            mark="clock",
            text=_("The time of the tournament is up at %(time)s.") % {"time": hour(ends_at, scope.timezone)},
            more=_("From then on each table plays until everybody there has had the button once more."),
            rule="PT-T.52",
        )
    ]


def _finish(scope: StaffTournament, counts: dict[str, Any], up: str) -> Need:
    asks = _("%(players)s players get their places by chips. Places paid: %(count)s; prizes: %(pool)s.") % {
        "players": counts["players_left"],
        "count": counts["places_paid"],
        "pool": money(counts["pool_cents"], scope.currency),
    }
    return Need(
        key="time-up",
        mark="flag",
        text=up,
        more=_("Every stack is counted. Finish: places and prizes are by chips, equal stacks share theirs."),
        look=address("director-prizes", scope=scope),
        look_label=_("See who is owed what"),
        buttons=action_button(scope, name="finish", asks=asks),
        rule="PT-T.33",
    )
