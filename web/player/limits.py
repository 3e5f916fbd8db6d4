"""Playing less: a limit on what I pay, and keeping myself away."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from access import letters, moment
from ledger.queries.play_limits import spent_since
from people.commands.exclude_self import exclude_self
from people.commands.set_play_limit import set_play_limit
from people.queries import exclusions_of, limits_of
from people.queries.days import day_here, end_of
from rules.play_limits import window_start
from rules.refusals import N_, Refused
from tournaments.queries import circuit, players
from web.acting import answer, run_command
from web.director.sentences import said_called_off
from web.forms import amount
from web.player.views import own_player
from web.templatetags.shuffle import last_day

UNITS = ("BRL", "EUR")
PERIODS = {"day": N_("In any 24 hours"), "week": N_("In any 7 days"), "month": N_("In any 30 days")}
# how long, in days; None is for good
SPANS: dict[str, tuple[str, int | None]] = {
    "30": (N_("30 days"), 30),
    "90": (N_("90 days"), 90),
    "365": (N_("One year"), 365),
    "ever": (N_("For good"), None),
}


def play_less(player_id: int, *, at: datetime) -> dict[str, Any]:
    """Return what the account page shows: limits in force with what is spent of each and to choose from, exclusions that are not over."""
    return {
        # what counts towards a limit by now: of how much it is
        "limits": [
            (
                _(PERIODS[limit.period]),
                limit,
                spent_since(player_id, unit=unit, since=window_start(limit.period, at=at)),
            )
            for unit in UNITS
            for limit in limits_of(player_id, unit=unit, at=at)
        ],
        "units": UNITS,
        "periods": [(key, _(name)) for key, name in PERIODS.items()],
        "spans": [(key, _(name)) for key, (name, _days) in SPANS.items()],
        # a house's own ends as its day does
        "away": [
            (e, circuit.venue_view(e.venue_id).timezone if e.venue_id else "")
            for e in exclusions_of(player_id)
            if e.until_at is None or e.until_at > at
        ],
    }


def limit(request: HttpRequest) -> HttpResponse:
    """At most so much in a period; an empty amount removes the limit, a day later. Refusals: those of the fields."""
    typed = str(request.POST.get("amount", "")).strip()
    acted = run_command(
        request,
        command=set_play_limit,
        player_id=own_player(request),
        period=str(request.POST.get("period", "")),
        unit=str(request.POST.get("unit", "")),
        amount_cents=amount(request.POST, name="amount") if typed else None,
    )
    if acted.refused is not None:
        raise acted.refused
    return answer(
        request,
        acted=acted,
        to=reverse("me"),
        said=_("Saved. Stricter limits hold at once, looser ones tomorrow."),
    )


def _not_begun(player_id: int) -> list[str]:
    """The tournaments that a person is in and has not begun to play: they end with an exclusion."""
    return [
        own.tournament
        for own in players.entries_of_player(player_id, limit=100)
        if own.state in ("announced", "registering", "running")
        and own.registration_state in ("pending", "confirmed")
        and own.entry_state in (None, "", "registered", "waiting")
    ]


def keep_away(request: HttpRequest) -> HttpResponse:
    """Keep the reader from registering anywhere until then; nobody can lift it. Refusals: those of the fields."""
    chosen = SPANS.get(str(request.POST.get("span", "")))
    if chosen is None:
        raise Refused("exclusion_span", N_("Choose for how long."), field="span")
    if request.POST.get("sure") != "on":
        raise Refused("not_confirmed", N_("Tick that you are sure, then try again."), field="sure")
    days = chosen[1]
    # whole days: a second tap asks for the very same
    until_at = None if days is None else end_of(day_here(moment.at()) + timedelta(days=days))
    player_id = own_player(request)
    if request.POST.get("asked") != "on":
        # asked once more, with the day it ends and what ends with it: nobody can take it back
        asked = {"span": request.POST["span"], "until_at": until_at, "ends": _not_begun(player_id)}
        return render(request, "player/away.html", asked)
    acted = run_command(request, command=exclude_self, player_id=player_id, until_at=until_at)
    if acted.done is not None:
        letters.tell_of_exclusion(acted.done, player_id=player_id, until_at=until_at)
    until = (
        _("Kept from playing for good")
        if until_at is None
        else _("Kept from playing until %(day)s") % {"day": last_day(until_at)}
    )
    said = " ".join([until + ".", *said_called_off(acted.result)])
    return answer(request, acted=acted, to=reverse("me"), said=said)
