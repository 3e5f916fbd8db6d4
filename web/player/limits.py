"""Playing less: limits on what I pay in, lose and spend and on how long I play, and keeping myself away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import get_default_timezone_name
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from access import letters, moment
from ledger.queries import use_of_limits
from ledger.queries.play_limits import LimitUse
from payouts.queries.pay_ins import pay_ins_of_player
from payouts.queries.withdrawals import withdrawals_of_player
from people.commands.exclude_self import exclude_self
from people.commands.set_play_limit import set_play_limit
from people.commands.set_time_limit import set_time_limit
from people.queries import exclusions_of
from people.queries.days import day_here, end_of
from people.queries.exclusions import ComingLimit, ExclusionView
from play.queries.cash import lies_at_tables, tables_of_player
from play.queries.time_played import use_of_time
from rules.play_limits import MONEY_KINDS, LimitKind
from rules.refusals import N_, Refused
from tournaments.queries import circuit, players
from web.acting import answer, run_command, sentence
from web.director.sentences import said_called_off
from web.forms import amount, at_fields, number_or_none
from web.player.sessions import time_words
from web.player.views import own_page, own_player
from web.templatetags.shuffle import last_day, money
from web.templatetags.shuffle import moment as said_moment

UNITS = ("BRL", "EUR")
# what money of a currency reads in
ZONES = {"BRL": "America/Sao_Paulo", "EUR": "Europe/Lisbon"}
PERIODS = {"day": N_("In any 24 hours"), "week": N_("In any 7 days"), "month": N_("In any 30 days")}
KINDS = {
    LimitKind.DEPOSIT: N_("Deposits"),
    LimitKind.LOSS: N_("Losses"),
    LimitKind.SPEND: N_("Spending"),
}
_MEANS = {
    LimitKind.DEPOSIT: N_(
        "What is paid into your balance, at the desk too. What you pay at once for an entry is no deposit."
    ),
    LimitKind.LOSS: N_(
        "What you pay from your balance to play, for tournaments and at cash tables, less what you win. What you hand over at the desk for an entry is not stopped."
    ),
    LimitKind.SPEND: N_("As losses, but what you win at tournaments is not taken off."),
}
_OF_LIMIT = {
    LimitKind.DEPOSIT: N_("%(used)s of %(limit)s paid in"),
    LimitKind.LOSS: N_("%(used)s of %(limit)s lost"),
    LimitKind.SPEND: N_("%(used)s of %(limit)s spent"),
}
_WITHOUT = {
    LimitKind.DEPOSIT: N_("%(used)s paid in, no limit"),
    LimitKind.LOSS: N_("%(used)s lost, no limit"),
    LimitKind.SPEND: N_("%(used)s spent, no limit"),
}
# so many days are a break, and no exclusion of who wants to be kept away
_BREAKS = (1, 7)
# how long, in days; None is for good
SPANS: dict[str, tuple[str, int | None]] = {
    "1": (N_("A break: until the end of tomorrow"), 1),
    "7": (N_("A break: 7 days"), 7),
    "30": (N_("30 days"), 30),
    "90": (N_("90 days"), 90),
    "365": (N_("One year"), 365),
    "ever": (N_("For good"), None),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    """An exclusion of the reader that is not over. house: whose it is, "" where it holds everywhere; zone: in whose hours it is told. comes: it has not begun."""

    exclusion: ExclusionView
    house: str
    zone: str
    comes: bool


def kept_away(player_id: int, *, at: datetime) -> list[Away]:
    """Return the exclusions of a player that are not over."""
    found = []
    for one in exclusions_of(player_id):
        if one.until_at is not None and one.until_at <= at:
            continue
        # a house's own begins and ends by its own hours
        venue = circuit.venue_view(one.venue_id) if one.venue_id else None
        house, zone = (venue.name, venue.timezone) if venue else ("", "")
        found.append(Away(exclusion=one, house=house, zone=zone, comes=one.from_at > at))
    return found


@require_GET
@own_page
def my_limits(request: HttpRequest) -> HttpResponse:
    """Show what counts by now towards each limit, whether it is set or not, with what to change."""
    return _page(request)


@require_POST
@own_page
def set_limit(request: HttpRequest) -> HttpResponse:
    """At most so much in a period; an empty amount removes the limit, a day later."""
    return _or_at_its_field(request, _limit, asked="limit")


@require_POST
@own_page
def set_time(request: HttpRequest) -> HttpResponse:
    """At most so long in a period; an empty time removes the limit, a day later."""
    return _or_at_its_field(request, _time, asked="time")


@require_POST
@own_page
def keep_away(request: HttpRequest) -> HttpResponse:
    """Keep the reader from registering anywhere for a time."""
    return _or_at_its_field(request, _keep_away, asked="keep_away")


def _or_at_its_field(
    request: HttpRequest, act: Callable[[HttpRequest], HttpResponse], *, asked: str
) -> HttpResponse:
    """What is wrong stands at its field, in the form that is open, with what was typed."""
    try:
        return act(request)
    except Refused as refused:
        wrong = {field: sentence(no) for field, no in at_fields(refused).items()}
        less = {"wrong": wrong or {"": sentence(refused)}, "typed": request.POST, "asked": asked}
        return _page(request, status=409, less=less)


def currencies_shown(used: Iterable[str]) -> list[str]:
    """Return in which currencies somebody reads the own money: those that were used, else the one of the house."""
    found = set(used)
    return [unit for unit in UNITS if unit in found] or [_currency_of_house()]


def _currency_of_house() -> str:
    houses = circuit.public_venues(limit=1) or circuit.venues(limit=1)
    return houses[0].currency if houses and houses[0].currency in UNITS else UNITS[0]


def _page(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    player_id, at = own_player(request), moment.at()
    lies = lies_at_tables(player_id)
    by_unit = [(unit, use_of_limits(player_id, unit=unit, at=at, at_tables=lies)) for unit in UNITS]
    written = [(unit, uses) for unit, uses in by_unit if any(_says_something(one) for one in uses)]
    shown = currencies_shown(unit for unit, _uses in written)
    # one zone for all that stands on the page
    zone = ZONES[written[0][0]] if written else get_default_timezone_name()
    context = {
        "money": [(unit, list(_by_kind(uses, zone=zone))) for unit, uses in by_unit if unit in shown],
        "times": list(_times(player_id, at=at, zone=zone)),
        "kinds": [(kind.value, _(KINDS[kind])) for kind in MONEY_KINDS],
        "units": sorted(UNITS, key=lambda unit: unit not in shown),
        "periods": [(key, _(name)) for key, name in PERIODS.items()],
        "spans": [(key, _(name)) for key, (name, _days) in SPANS.items()],
        "away": kept_away(player_id, at=at),
        "zone": zone,
        "own_address": reverse("me-limits"),
        **more,
    }
    return render(request, "player/limits.html", context, status=status)


def _says_something(use: LimitUse) -> bool:
    return bool(use.used_cents or use.coming) or use.limit_cents is not None


def _by_kind(uses: list[LimitUse], *, zone: str) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    """Each kind with what it means and its three periods: what counts by now of how much, when there is room again where none is left, what holds later."""
    for kind in MONEY_KINDS:
        lines = []
        for use in uses:
            if use.kind != kind:
                continue
            used, coming = max(use.used_cents, 0), use.coming
            gone = max(use.used_cents - use.at_tables_cents, 0)
            words = _WITHOUT if use.limit_cents is None else _OF_LIMIT
            lines.append(
                {
                    "name": _(PERIODS[use.period]),
                    "said": _(words[kind])
                    % {"used": money(gone, use.unit), "limit": money(use.limit_cents, use.unit)},
                    "at_tables": money(use.at_tables_cents, use.unit) if use.at_tables_cents else "",
                    "part": used if use.limit_cents else None,
                    "whole": use.limit_cents,
                    "frees": said_moment(use.frees_at, zone)
                    if use.frees_at and use.limit_cents is not None and used >= use.limit_cents > 0
                    else "",
                    "coming": _coming(money(coming.amount_cents, use.unit) if coming else "", coming, zone),
                }
            )
        yield _(KINDS[kind]), _(_MEANS[kind]), lines


def _times(player_id: int, *, at: datetime, zone: str) -> Iterator[dict[str, Any]]:
    for use in use_of_time(player_id, at=at):
        used = use.used_seconds // 60
        coming = use.coming
        words = N_("%(used)s, no limit") if use.limit_minutes is None else N_("%(used)s of %(limit)s")
        yield {
            "name": _(PERIODS[use.period]),
            "said": _(words) % {"used": time_words(used), "limit": time_words(use.limit_minutes or 0)},
            "part": used if use.limit_minutes else None,
            "whole": use.limit_minutes,
            "frees": said_moment(use.frees_at, zone)
            if use.frees_at and use.limit_minutes is not None and used >= use.limit_minutes > 0
            else "",
            "coming": _coming(
                "" if coming is None or coming.minutes is None else time_words(coming.minutes), coming, zone
            ),
        }


def _coming(amount_said: str, coming: ComingLimit | None, zone: str) -> str:
    """What a looser limit that waits will be, and from when."""
    if coming is None:
        return ""
    when = said_moment(coming.applies_from, zone)
    if not amount_said:
        return _("No limit from %(when)s") % {"when": when}
    return _("%(limit)s from %(when)s") % {"limit": amount_said, "when": when}


def _said(applies_from: str, *, at: datetime, zone: str) -> str:
    """When what was asked for holds: at once, or the moment."""
    since = datetime.fromisoformat(applies_from)
    if since <= at:
        return _("Saved. It holds from now on.")
    return _("Saved. Until then nothing changes: it holds from %(when)s.") % {
        "when": said_moment(since, zone)
    }


def _limit(request: HttpRequest) -> HttpResponse:
    typed = str(request.POST.get("amount", "")).strip()
    unit = str(request.POST.get("unit", ""))
    acted = run_command(
        request,
        command=set_play_limit,
        player_id=own_player(request),
        kind=str(request.POST.get("kind") or LimitKind.SPEND.value),
        period=str(request.POST.get("period", "")),
        unit=unit,
        amount_cents=amount(request.POST, name="amount") if typed else None,
    )
    if acted.refused is not None:
        raise acted.refused
    zone = ZONES.get(unit, get_default_timezone_name())
    said = _said(acted.result["applies_from"], at=moment.at(), zone=zone)
    return answer(request, acted=acted, to=reverse("me-limits"), said=said)


def _time(request: HttpRequest) -> HttpResponse:
    hours = number_or_none(request.POST, name="hours", high=720)
    minutes = number_or_none(request.POST, name="minutes", high=59)
    acted = run_command(
        request,
        command=set_time_limit,
        player_id=own_player(request),
        period=str(request.POST.get("period", "")),
        minutes=None if hours is None and minutes is None else 60 * (hours or 0) + (minutes or 0),
    )
    if acted.refused is not None:
        raise acted.refused
    said = _said(acted.result["applies_from"], at=moment.at(), zone=get_default_timezone_name())
    return answer(request, acted=acted, to=reverse("me-limits"), said=said)


def _not_begun(player_id: int) -> list[str]:
    """The tournaments that a person is in and has not begun to play: they end with an exclusion."""
    return [
        own.tournament
        for own in players.entries_of_player(player_id, limit=100)
        if own.state in ("announced", "registering", "running")
        and own.registration_state in ("pending", "confirmed")
        and own.entry_state in (None, "", "registered", "waiting")
    ]


def _begun(player_id: int) -> list[str]:
    """The tournaments that a person plays: they are played to their end."""
    return [
        own.tournament
        for own in players.entries_of_player(player_id, limit=100)
        if own.state == "running" and own.entry_state == "playing"
    ]


def _by_bank(player_id: int, *, at: datetime) -> dict[str, Any]:
    """What an exclusion finds on its way by the bank: pay-ins, which end with it, and withdrawals, which do not."""
    return {
        "pay_ins": [one for one in pay_ins_of_player(player_id, at=at) if one.waits],
        "withdrawals": [one for one in withdrawals_of_player(player_id) if one.waits],
    }


def _keep_away(request: HttpRequest) -> HttpResponse:
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
    by_bank = _by_bank(player_id, at=moment.at())
    begun = _begun(player_id)
    if request.POST.get("asked") != "on":
        # asked once more, with the day it ends and what ends with it: nobody can take it back
        tables = tables_of_player(player_id)
        asked = {
            "span": request.POST["span"],
            "until_at": until_at,
            "pause": days in _BREAKS,
            "ends": _not_begun(player_id),
            "tables": tables,
            "for_money": any(one.cents is not None for one in tables),
            "begun": begun,
        }
        return render(request, "player/away.html", asked | by_bank | {"own_address": reverse("me-limits")})
    acted = run_command(request, command=exclude_self, player_id=player_id, until_at=until_at)
    if acted.done is not None:
        letters.tell_of_exclusion(acted.done, player_id=player_id, until_at=until_at)
    until = (
        _("Kept from playing for good")
        if until_at is None
        else _("Kept from playing until %(day)s") % {"day": last_day(until_at)}
    )
    do_not_pay = [
        _("Do not pay %(reference)s any more.") % {"reference": one.reference} for one in by_bank["pay_ins"]
    ]
    to_the_end = [_("%(tournament)s: you play it to its end.") % {"tournament": name} for name in begun]
    said = " ".join([until + ".", *said_called_off(acted.result), *to_the_end, *do_not_pay])
    return answer(request, acted=acted, to=reverse("me-limits"), said=said)
