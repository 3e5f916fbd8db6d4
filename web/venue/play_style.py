"""One player as the integrity desk sees the play: results, style beside the others, times of decisions, hours, and with whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from play.queries.pairs import pairs_of_player
from play.queries.play_styles import StyleLine, style_of_player
from rules.online import THINKING_MS, TIME_BIN_MS
from rules.permissions import Permission
from rules.refusals import not_found
from web.staffing import StaffVenue, venue_page
from web.templatetags.shuffle import percent, plain_number
from web.venue.cases import case_form
from web.venue.integrity import KINDS, asked_of, note_of, worded
from web.venue.page import venue_tab


@require_GET
@venue_page(Permission.REVIEW_INTEGRITY)
def player(request: HttpRequest, *, scope: StaffVenue, player_id: int) -> HttpResponse:
    """Show how one player plays a kind of table. ``?kind=&since=&until=``."""
    asked = asked_of(request, scope=scope)
    about: dict[str, Any] = {
        "player_id": player_id,
        "kind": asked.kind,
        "first": asked.first,
        "last": asked.last,
        "officer_id": scope.actor.user_id,
    }
    lines = [_as_read(line) for line in style_of_player(scope.venue_id, **about)]
    if not lines:
        raise not_found("player")
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_player.html",
        context={
            "lines": lines,
            "player_id": player_id,
            "name": lines[0]["line"].player,
            "pairs": [worded(line) for line in pairs_of_player(scope.venue_id, **about)],
            "asked": asked,
            "kind": _(KINDS[asked.kind]),
            **case_form(scope, note=note_of(lines, asked=asked)),
        },
        refused=False,
    )


def _as_read(line: StyleLine) -> dict[str, Any]:
    """A line of figures as they are read."""
    return worded(line) | {
        "per_hundred": plain_number(round(line.net_bb / line.hands, 1)),
        "deviation_bb": plain_number(round(line.deviation_bb / 100, 1)),
        "style": [
            (
                _("Played before the flop"),
                _share(line.entered, line.hands),
                _beside(line, line.field_entered),
            ),
            (_("Raised before the flop"), _share(line.raised, line.hands), _beside(line, line.field_raised)),
            (
                _("Bets and raises for each call after the flop"),
                plain_number(line.aggression / 100),
                plain_number(line.field_aggression / 100) if line.field_players else "–",
            ),
        ],
        "times": _times(line) if line.decisions else [],
        "time_columns": _columns(line.times),
        "hour_columns": _columns(line.by_hour),
        "longest": _("%(hours)s h %(minutes)s min")
        % {"hours": line.longest_minutes // 60, "minutes": line.longest_minutes % 60},
        "quiet": _share(line.quiet_hands, line.hands),
    }


def _times(line: StyleLine) -> list[tuple[str, str]]:
    most = line.times.index(max(line.times))
    begins = (THINKING_MS + most * TIME_BIN_MS) / 1000
    return [
        (_("Least"), _seconds(line.fastest_ms)),
        (_("Mean"), _seconds(line.mean_ms)),
        (_("Deviation"), _seconds(line.deviation_ms)),
        (_("Entropy, in half seconds"), _("%(bits)s bits") % {"bits": plain_number(line.entropy / 100)}),
        (_("The most frequent half second"), _("from %(seconds)s s") % {"seconds": plain_number(begins)}),
        (_("At the most frequent tenth of a second"), _share(line.same_tenth, line.decisions)),
    ]


def _seconds(milliseconds: int) -> str:
    return f"{plain_number(round(milliseconds / 1000, 1))} s"


def _share(count: int, of: int) -> str:
    return percent(round(count * 100 / of))


def _beside(line: StyleLine, share: int) -> str:
    return percent(round(share / 100)) if line.field_players else "–"


def _columns(counts: Sequence[int]) -> list[dict[str, int]]:
    """Each count as a column of a drawing that is a hundred high."""
    most = max(counts) or 1
    return [
        {"x": 10 * number + 1, "y": 100 - round(count * 100 / most), "height": round(count * 100 / most)}
        for number, count in enumerate(counts)
    ]
