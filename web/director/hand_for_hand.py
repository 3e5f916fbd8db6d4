"""The console of hand for hand."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from access import moment
from payouts.queries import deal_in_vote
from rules.finishing import BustInHand, place_group
from rules.policies import SimultaneousBust
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tables.queries import (
    RoundView,
    SeatedTable,
    hand_for_hand_view,
    has_served,
    out_in_last_hand,
    seated_tables,
    tables_view,
)
from tournaments.queries import payloads
from web.director.busts import has_bounty
from web.director.hands import charge_of, short_level
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, staff_page

MOST_HANDS = 60
MOST_DRAWN = 8  # tables that play with their players; of more only the line


def _started(scope: StaffTournament) -> bool:
    return scope.settings["started_at"] is not None


def _playing(table: SeatedTable) -> dict[str, Any]:
    """A table that plays, with those who may go out."""
    return {
        "line": table.line,
        "chairs": [c for c in table.chairs if c.entry_id is not None],
    }


def scope_prizes(scope: StaffTournament) -> tuple[int, list[int]]:
    """Return (places paid, the prize of each place from the first)."""
    payload = payloads.prizes(scope.tournament_id)
    cents = [row["amount_cents"] for row in payload["rows"] for _ in range(row["first"], row["last"] + 1)]
    return payload["places_paid"], cents


def _forecast(scope: StaffTournament, round_: RoundView, *, left: int) -> list[dict[str, Any]]:
    """What the hand means for places and money if nobody else goes out in it. left: players who still sit.

    Nothing while a stack at the start of the hand is not known. Rule: ADTP.P16, PT-T.50, PT-T.51
    """
    if not round_.out or any(not out["stack_chips_start"] for out in round_.out):
        return []
    busts = [
        BustInHand(
            entry=out["entry_id"],
            moment=round_.round,
            table=out["table"],
            stack_chips_start=out["stack_chips_start"],
        )
        for out in round_.out
    ]
    placed = place_group(
        players_before=left + len(busts),
        busts=busts,
        simultaneous=policies_from(scope.settings["policies"]).simultaneous_bust,
    )
    _paid, cents = scope_prizes(scope)
    by_entry = {out["entry_id"]: out for out in round_.out}
    return [
        {
            "out": by_entry[placing.entry],
            "place": placing.place,
            "tied": placing.tied,
            "cents": sum(cents[placing.place - 1 : placing.last_place]) // placing.tied,
        }
        for placing in placed
    ]


def _last_hand(scope: StaffTournament, round_: RoundView, *, cents: list[int]) -> list[dict[str, Any]]:
    """Who went out in the last hand: the place, how many share it, and what each gets. Rule: PT-T.50, PT-T.51"""
    return [
        {"out": out, "cents": sum(cents[out.place - 1 : out.place - 1 + out.tied]) // out.tied}
        for out in out_in_last_hand(scope.tournament_id, round_=round_)
    ]


def _all_tie(scope: StaffTournament, round_: RoundView) -> bool:
    """Answer whether all who are out in the hand tie because they sat at different tables. Rule: ADTP.P16"""
    by_stack = policies_from(scope.settings["policies"]).simultaneous_bust
    several = len({out["table"] for out in round_.out}) > 1
    return several and by_stack is SimultaneousBust.SAME_TABLE_BY_STACK


@require_GET
@staff_page()
def hand_for_hand(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the console: which tables are done with the hand, who is out in it."""
    if not _started(scope):
        raise Refused("not_started", N_("This tournament has not started yet."))
    part = request.GET.get("part")
    # those that everybody waits for come first; of a large room the rest is told in numbers
    everybody = tables_view(scope.tournament_id)
    lines = [line for line in everybody if line.players > 1]
    lines.sort(key=lambda line: (bool(line.hand_done), line.table))
    round_ = hand_for_hand_view(scope.tournament_id)
    places_paid, cents = scope_prizes(scope)
    served = has_served(scope.tournament_id, round_=round_, places_paid=places_paid)
    playing = [line for line in lines if not line.hand_done] if round_.on else []
    drawn = seated_tables(scope.tournament_id, limit=MOST_DRAWN, lines=playing)
    return render(
        request,
        "director/_hand_for_hand.html" if part else "director/hand_for_hand.html",
        page_context(
            scope,
            tab="map",
            round=round_,
            last_round=round_.round - 1,
            last_number=round_.number - 1,
            bounty=has_bounty(scope),
            deal=deal_in_vote(scope.tournament_id) if playing else None,
            tables_in_round=len(round_.done) + len(round_.waiting_for),
            charge=charge_of(
                scope.settings["policies"],
                now=round_.charge if round_.on else None,
                shortest_level=short_level(scope, at=moment.at()),
            ),
            rule=policies_from(scope.settings["policies"]).citation("PT-T.49"),
            playing=[_playing(table) for table in drawn],
            others=playing[len(drawn) : MOST_HANDS],
            done=[line for line in lines if line.hand_done][:MOST_HANDS],
            more=max(0, len(lines) - MOST_HANDS),
            players=(left := sum(line.players for line in everybody)),  # who sits alone is in, too
            places_paid=places_paid,
            alone=len(lines) == 1,
            served=served,
            last_hand=_last_hand(scope, round_, cents=cents),
            all_tie=_all_tie(scope, round_),
            forecast=_forecast(scope, round_, left=left),
            **({} if part else board_context(scope)),
        ),
    )
