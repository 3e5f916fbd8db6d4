"""The director's pages of one tournament."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from access import moment
from payouts.queries import awards_view, deal_in_vote
from payouts.queries.awards import AwardsView
from rules.levels import from_dict as structure_from
from rules.levels import short_handed_seconds
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from tables.queries import tables_in_play
from tournaments.queries import clock, payloads, players, registrations
from tournaments.queries.clock import clocks_to_stop
from tournaments.queries.entries import entry_ordinal
from web.acting import sentence
from web.board import late_registration_line
from web.director.acts import perform
from web.director.announced import Where
from web.director.busts import Leaving, has_bounty, leaving, nobody_meant, rebuys
from web.director.history import page
from web.director.history_kinds import KINDS
from web.director.needs import needs_of
from web.director.needs.clock import closes_early
from web.director.page import board_context, page_context, stands
from web.director.rehearsal import MOST_AT_ONCE, may_be_simulated
from web.director.totals import totals_of
from web.forms import number_asked, text
from web.staffing import StaffTournament, staff_page

FIRST_AWARDS = 9


@require_GET
@staff_page()
def dashboard(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show what needs me now, the clock, the bust box, the last acts."""
    at = moment.at()
    board = board_context(scope, at=at)
    return render(
        request,
        "director/dashboard.html",
        page_context(
            scope,
            tab="now",
            bounty=has_bounty(scope),
            deal=deal_in_vote(scope.tournament_id) if scope.state == "running" else None,
            **_live(scope, at=at),
            awards=_awards(scope) if scope.state == "finished" else None,
            stops=_stops(scope),
            simulated=may_be_simulated(scope) and scope.may(Permission.START_TOURNAMENT),
            most_simulated=MOST_AT_ONCE,
            short_handed=_short_handed(scope, board.get("payloads")),
            close_early=closes_early(board["payloads"], at=at) if scope.state == "running" else "",
            **board,
        ),
    )


def _live(scope: StaffTournament, *, at: datetime) -> dict[str, Any]:
    """What is drawn again whenever the room changes."""
    needs, totals = needs_of(scope, at=at), totals_of(scope)
    return {
        "needs": {
            "now": [need for need in needs if not need.later],
            "later": [need for need in needs if need.later],
        },
        "totals": totals,
        "totals_agree": all(total.agrees for total in totals),
        "today": scope.today(at),
        "history": page(scope.tournament_id, facts=40, state=scope.state, where=_where(scope), may=scope.may),
        # a rehearsal and a draft have no page that everybody reads
        "rules_page": ""
        if scope.state == "draft" or scope.settings["practice"]
        else reverse("rules", args=[scope.tournament_id]),
    }


def _short_handed(scope: StaffTournament, payloads: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """From which to which minutes the levels that follow can be shortened, and with how many players left where there
    are more by now; None where they cannot. Rule: SCPT.V"""
    if scope.state != "running" or payloads is None or not scope.may(Permission.CONTROL_CLOCK):
        return None
    now, policies = scope.settings, policies_from(scope.settings["policies"])
    level = structure_from(now["structure"]).level_at(payloads["clock"]["index"])
    left = int(payloads["counts"]["players_left"] or 0)
    seconds = short_handed_seconds(
        level_seconds=level.seconds,
        players_left=min(left, policies.short_handed_players),
        main_event=now["main_event"] or now["high_roller"],
        policies=policies,
    )
    later = payloads["clock"]["items"][payloads["clock"]["index"] + 1 :]
    # those that follow, as the clock has them: the running one keeps its length
    longer = [
        item["seconds"] for item in later if item["kind"] == "level" and item["seconds"] > (seconds or 0)
    ]
    if seconds is None or not longer:
        return None
    return {
        "before": f"{longer[0] / 60:g}",
        "after": f"{seconds / 60:g}",
        "players": policies.short_handed_players if left > policies.short_handed_players else 0,
    }


def _stops(scope: StaffTournament) -> list[str]:
    """The tournaments whose clocks stop with all clocks of the house; none in a rehearsal, which stops only its own, and
    none while they stand."""
    if scope.venue.frozen_at is not None:
        return []
    if scope.state != "running" or scope.settings["practice"] or not scope.may(Permission.FREEZE_VENUE):
        return []
    return [name for _number, name in clocks_to_stop(scope.venue.venue_id)]


def _awards(scope: StaffTournament) -> AwardsView | None:
    """After the end: the best places and what is owed for them."""
    if not scope.may(Permission.VIEW_MONEY):
        return None
    return awards_view(today=scope.today(moment.at()), tournament_id=scope.tournament_id, limit=FIRST_AWARDS)


@require_GET
@staff_page()
def now(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the live part of the dashboard."""
    return render(
        request,
        "director/now_parts.html",
        page_context(scope, tab="now", **_live(scope, at=moment.at())),
    )


@require_GET
@staff_page()
def waiting(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the numbers beside the places: what waits for somebody, and how many tables there are. listed: for a page
    that lists the needs itself.
    """
    found = {"tables": tables_in_play(scope.tournament_id)}
    if "listed" not in request.GET:
        found["now"] = sum(not need.later for need in needs_of(scope, at=moment.at()))
    if scope.may(Permission.TAKE_PAYMENT) and scope.state in ("registering", "running"):
        found["desk"] = sum(registrations.waiting_registrations(scope.tournament_id))
    return JsonResponse(found)


@require_GET
@staff_page(Permission.BUST)
def bust_meant(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show who the line in the bust box means, while it is typed, and the place it would give for now."""
    typed = text(request.GET, name="bust", most=200)
    out = leaving(scope, typed=typed)
    counts = payloads.counts(scope.tournament_id, seen_at=None)
    left = counts["players_left"]
    return render(
        request,
        "director/_bust_match.html",
        {
            "scope": scope,
            "nobody": sentence(why) if not out and (why := nobody_meant(scope, typed=typed)) else "",
            "out": out,
            "rebuys": rebuys(request.GET),
            "deal": deal_in_vote(scope.tournament_id) if out else None,
            "best": max(left - len(out) + 1, 1),
            "worst": left,
            "again_until": _again_until(scope, out=out, counts=counts),
        },
    )


def _again_until(scope: StaffTournament, *, out: list[Leaving], counts: dict[str, Any]) -> str:
    """Say until when who goes out alone may re-enter, "" where that is not so. Rule: ADTP.8"""
    most = scope.settings["re_entries_per_player"]
    if len(out) != 1 or (most is not None and entry_ordinal(out[0].entry_id) > most):
        return ""
    at = moment.at()
    clock_now = clock.clock_payload(scope.tournament_id, at=at)
    if clock_now["state"] != "running":  # while it stands nobody knows at what time
        return ""
    return late_registration_line({"clock": clock_now, "counts": counts, "timezone": scope.timezone}, at=at)[
        0
    ]


@require_GET
@staff_page()
def clock_controls(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the buttons of the clock as they are now."""
    payload = clock.clock_payload(scope.tournament_id, at=moment.at())
    return render(
        request,
        "director/clock_parts.html",
        page_context(
            scope,
            tab="now",
            payloads={"clock": payload, "counts": payloads.counts(scope.tournament_id, seen_at=None)},
            stands=stands(scope, payload=payload),
            stops=_stops(scope),
        ),
    )


@require_POST
@staff_page()
def do(request: HttpRequest, *, scope: StaffTournament, what: str) -> HttpResponse:
    """Press one button. Who may press it is the command's question."""
    return perform(request, scope=scope, what=what)


def _where(scope: StaffTournament) -> Where:
    return Where(currency=scope.currency, zone=scope.timezone)


@require_GET
@staff_page()
def history(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show everything that was done, the newest first."""
    before = number_asked(request.GET, name="before")
    only = request.GET.get("only", "")
    only = only if only in KINDS else ""
    return render(
        request,
        "director/history.html",
        page_context(
            scope,
            tab="history",
            only=only,
            today=scope.today(moment.at()),
            # on paper alone
            made_at=moment.at(),
            history=page(
                scope.tournament_id,
                before=before,
                only=only,
                state=scope.state,
                where=_where(scope),
                may=scope.may,
            ),
            **board_context(scope),
        ),
    )


@require_GET
@staff_page()
def search(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show who is where: by a piece of a name."""
    typed = text(request.GET, name="q", most=100)
    return render(
        request,
        "director/search.html",
        page_context(
            scope,
            tab="search",
            q=typed,
            found=players.find_entries(scope.tournament_id, text=typed),
            **board_context(scope),
        ),
    )
