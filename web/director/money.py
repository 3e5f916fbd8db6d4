"""Entries, money, prizes, season: what was sold, what it adds up to, who is owed what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from access import moment
from ledger.queries import wallet_balances
from payouts.queries import (
    award_view,
    awards_view,
    bounties_of_player,
    bounties_taken,
    bounty_of,
    deal_preview,
    deals_view,
    money_view,
    repayments_view,
    season_table,
)
from payouts.queries.money import MoneyView, Sold
from payouts.several import MOST_AT_ONCE, pay_awards
from people.queries import excluded_among, require
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tables.queries import chips_account, stacks_view
from tournaments.queries import branding, circuit, payloads
from tournaments.queries.circuit import venue_of_season
from tournaments.queries.entries import entries_view
from tournaments.queries.open_stakes import places_of
from tournaments.queries.purchases import purchases_view
from web import forms
from web.acting import actor_of, answer, in_words, run_command, sentence, who_was_first
from web.director.acts import DEAL_ENDED
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, signed_in, staff_page
from web.templatetags.shuffle import plain_number

ON_A_PAGE = 100
PLACES_ON_A_PAGE = 100

STATES = ("registered", "waiting", "playing", "out", "cancelled")

SOLD_WORDS = {
    "entry": N_("Entries"),
    "re_entry": N_("Re-entries"),
    "rebuy": N_("Rebuys"),
    "add_on": N_("Add-ons"),
    "ahead": N_("Paid, document to be checked"),
}


def sold_table(sold: Iterable[Sold]) -> dict[str, Any]:
    """What was sold by kind and price, and by method, with the sums of both."""
    lines = list(sold)
    methods = sorted({line.method for line in lines})
    rows = []
    for what, word in SOLD_WORDS.items():
        for unit in sorted({line.unit_cents for line in lines if line.what == what}):
            mine = {line.method: line for line in lines if (line.what, line.unit_cents) == (what, unit)}
            rows.append(
                {
                    "word": _(word),
                    "count": sum(line.count for line in mine.values()),
                    "unit_cents": unit,
                    "surcharge_cents": sum(line.surcharge_cents for line in mine.values()),
                    "cents": sum(line.cents for line in mine.values()),
                    "cells": [mine[m].cents if m in mine else 0 for m in methods],
                }
            )
    return {
        "methods": methods,
        "rows": rows,
        "sums": [sum(line.cents for line in lines if line.method == m) for m in methods],
        "cents": sum(line.cents for line in lines),
        "surcharge_cents": sum(line.surcharge_cents for line in lines),
    }


def where_it_went(view: MoneyView) -> list[tuple[str, int]]:
    """What was paid, part by part; the parts sum to what was paid."""
    lines = [
        (_("To the prize pool"), view.collected_cents),
        (_("To the bounties"), view.bounty_pool_cents + view.bounties_cents),
        (_("House fee"), view.house_cents),
        (_("Administrative fee"), view.administration_cents),
        (_("Surcharge of the method"), view.surcharge_cents),
    ]
    rest = view.paid_cents - sum(cents for _word, cents in lines)
    lines.append((_("Staff and ranking funds, from the price"), rest))
    lines.append((_("In the players' balances until the document is checked"), view.ahead_cents))
    return [line for line in lines if line[1]]


@require_GET
@staff_page(Permission.VIEW_MONEY)
def entries(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Who is in, by what method; the totals that reconcile."""
    after, bought_after = _number(request, "after"), _number(request, "bought_after")
    back_after = _number(request, "back_after")
    state = request.GET.get("state", "")
    state = state if state in STATES else ""
    found = entries_view(scope.tournament_id, state=state or None, after=after, limit=ON_A_PAGE)
    purchases = purchases_view(scope.tournament_id, after=bought_after, limit=ON_A_PAGE)
    view = money_view(scope.tournament_id)
    book = chips_account(scope.tournament_id) if scope.settings["started_at"] else None
    return render(
        request,
        "director/entries.html",
        page_context(
            scope,
            tab="entries",
            entries=found,
            places=places_of([entry.entry_id for entry in found]) if scope.state == "finished" else {},
            next_after=found[-1].entry_id if len(found) == ON_A_PAGE else None,
            state=state,
            states=STATES,
            purchases=purchases if not after else [],
            next_bought=purchases[-1].purchase_id if len(purchases) == ON_A_PAGE else None,
            payload=payloads.entries(scope.tournament_id),
            money=view,
            sold=sold_table((*view.sold, *view.ahead)),
            received_cents=view.paid_cents + view.ahead_cents,
            went=where_it_went(view),
            back=repayments_view(scope.tournament_id, limit=ON_A_PAGE, offset=back_after)
            if scope.state == "cancelled"
            else None,
            next_back=back_after + ON_A_PAGE,
            book=book,
            **board_context(scope),
        ),
    )


@require_GET
@staff_page(Permission.VIEW_MONEY)
def prizes(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """What the places are worth, who was given what, and paying it."""
    offset = _number(request, "offset")
    payload = payloads.prizes(scope.tournament_id)
    awards = awards_view(
        today=scope.today(moment.at()),
        tournament_id=scope.tournament_id,
        limit=PLACES_ON_A_PAGE,
        offset=offset,
    )
    taken = bounties_taken(scope.tournament_id) if bounty_of(scope.settings["split"]) else []
    return render(
        request,
        "director/prizes.html",
        page_context(
            scope,
            tab="prizes",
            bounties=taken,
            bounties_cents=sum(one.amount_cents for one in taken),
            bounties_of={one.player_id: one.amount_cents for one in taken},
            # what was won may have been paid out since, or used
            balances=wallet_balances([one.player_id for one in taken], unit=scope.currency),
            prizes=payload,
            official=payload.get("official", payload["rows"]),
            awards=awards,
            several=sum(row.state == "owed" for row in awards.rows) > 1,
            next_offset=offset + PLACES_ON_A_PAGE if len(awards.rows) == PLACES_ON_A_PAGE else None,
            money=money_view(scope.tournament_id),
            methods=METHODS,
            excluded=excluded_among(
                [a.player_id for a in awards.rows], venue_id=scope.venue.venue_id, at=moment.at()
            ),
            excluded_prizes=branding.excluded_prizes_of(scope.venue.venue_id),
            **board_context(scope),
        ),
    )


METHODS = ("cash", "transfer", "balance")


@require_http_methods(["GET", "POST"])
@staff_page(Permission.PAY_PRIZE)
def pay_several(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Several prizes by one method: looked at once more with their sum, then paid, with what came of each. Rule: SCPT.L"""
    asked = request.POST if request.method == "POST" else request.GET
    method = asked.get("method", "")
    method = method if method in METHODS else METHODS[0]
    chosen = list(
        dict.fromkeys(int(n) for n in asked.getlist("award") if n.isascii() and n.isdigit() and len(n) < 19)
    )
    if request.method == "GET" and "all" in asked:
        owed = awards_view(
            today=scope.today(moment.at()),
            tournament_id=scope.tournament_id,
            owed_only=True,
            limit=MOST_AT_ONCE,
        )
        chosen = [row.award_id for row in owed.rows]
    came: dict[int, Any] = {}
    result: Mapping[str, Any] = {}
    if request.method == "POST":
        acted = run_command(
            request,
            command=pay_awards,
            tournament_id=scope.tournament_id,
            award_ids=chosen,
            method=method,
            reason=forms.text(request.POST, name="reason"),
        )
        if acted.done is None:
            return answer(request, acted=acted, to=reverse("director-prizes", args=[scope.tournament_id]))
        result = acted.result
        came = {line["award_id"]: _why_not(scope, line) for line in result["lines"]}
    view = awards_view(
        today=scope.today(moment.at()), tournament_id=scope.tournament_id, only=chosen[:MOST_AT_ONCE]
    )
    if request.method == "GET" and not view.rows:
        messages.error(request, _("No prize is chosen. Tick those to be paid."))
        return redirect("director-prizes", tournament_id=scope.tournament_id)
    excluded = excluded_among(
        [row.player_id for row in view.rows], venue_id=scope.venue.venue_id, at=moment.at()
    )
    due = [row for row in view.rows if row.state == "owed"]
    return render(
        request,
        "director/pay_several.html",
        page_context(
            scope,
            tab="prizes",
            rows=view.rows,
            due=due,
            due_cents=sum(row.amount_cents for row in due),
            excluded=excluded,
            method=method,
            methods=METHODS,
            result=result,
            came=came,
            **board_context(scope),
        ),
    )


def _why_not(scope: StaffTournament, line: Mapping[str, Any]) -> str:
    """Why a prize was not paid, and who was first where that is the reason; "" where it was."""
    if line["refused"] is None:
        return ""
    no = Refused.from_dict(line["refused"])
    first = who_was_first(no, tournament_id=scope.tournament_id, about={"award_id": line["award_id"]})
    return f"{sentence(no)} {first}".strip()


@require_GET
@staff_page(Permission.VIEW_MONEY)
def payout_slip(request: HttpRequest, *, scope: StaffTournament, award_id: int) -> HttpResponse:
    """A slip with a line to sign, for paper."""
    award = award_view(award_id, tournament_id=scope.tournament_id, today=scope.today(moment.at()))
    return render(
        request,
        "director/slip.html",
        {
            "scope": scope,
            "award": award,
            "bounties_cents": bounties_of_player(award.player_id, tournament_id=scope.tournament_id),
        },
    )


MOST_AT_A_DEAL = 30
MOST_FURTHER_PLACES, MOST_NAMED_PLACES = 10, 20


@require_GET
@staff_page()
def deals(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Dividing what is left: propose, take the paper votes, approve or end. Never how anybody voted. Rule: SCPT.M"""
    if scope.settings["started_at"] is None:
        raise Refused("not_started", N_("This tournament has not started yet."))
    found = deals_view(scope.tournament_id)
    policies = policies_from(scope.settings["policies"])
    open_ = next((deal for deal in found if deal.state == "open"), None)
    preview, no, entries_open = None, "", False
    extra = next((deal for deal in found if deal.state == "made" and deal.changes), None)
    further: range = range(0)
    named: list[tuple[int, int]] = []
    typed = request.GET.get("reserve", "").strip()
    if (
        open_ is None
        and scope.state == "running"
        and not any(deal.state == "made" and not deal.changes for deal in found)
    ):
        try:
            reserve = forms.amount(request.GET, name="reserve") if typed else None
            preview = deal_preview(scope.tournament_id, reserve_cents=reserve)
            if extra is None:
                paid = len(preview.places)
                further = range(paid + 1, min(len(preview.lines), paid + MOST_FURTHER_PLACES) + 1)
                named = list(enumerate(preview.places[:MOST_NAMED_PLACES], 1))
            if len(preview.lines) > MOST_AT_A_DEAL:
                preview = None
        except Refused as refused:
            no, entries_open = sentence(refused), refused.code == "entries_open"
    return render(
        request,
        "director/deals.html",
        page_context(
            scope,
            tab="prizes",
            open=open_,
            past=[deal for deal in found if deal.state != "open"],
            preview=preview,
            extra=extra,
            extra_undone=extra is not None
            and scope.state == "running"
            and scope.may(Permission.APPROVE_DEAL),
            further=further,
            named=named,
            no=no,
            entries_open=entries_open,
            uncounted=in_words(preview.sentence, params=preview.params)
            if preview is not None and preview.code
            else "",
            stacks=stacks_view(scope.tournament_id) if preview is not None and preview.code else [],
            waiting=open_.votes_needed - open_.phone_votes if open_ is not None else 0,
            forbidden=policies.deals == "forbidden",
            veto=policies.deal_director_veto,
            reserve=typed,
            reserve_percent=plain_number(policies.deal_champion_reserve_bp / 100),
            ended={why: _(words) for why, words in DEAL_ENDED.items()},
            **board_context(scope),
        ),
    )


@require_GET
@signed_in
def season(request: HttpRequest, *, season_id: int) -> HttpResponse:
    """The season's table with the working of every score."""
    venue_id = venue_of_season(season_id)
    require(actor_of(request), permission=Permission.VIEW_STAFF, venue_id=venue_id)
    offset = _number(request, "offset")
    view = next(s for s in circuit.seasons_of(venue_id) if s.season_id == season_id)
    table = season_table(season_id, limit=ON_A_PAGE, offset=offset)
    return render(
        request,
        "director/season.html",
        {
            "season": view,
            "venue": circuit.venue_view(venue_id),
            "table": table,
            "tie_breaks": [_(text) for text in table.tie_breaks],
            "next_offset": offset + ON_A_PAGE if offset + ON_A_PAGE < table.players else None,
        },
    )


def _number(request: HttpRequest, name: str) -> int:
    try:
        return max(0, min(int(request.GET.get(name, "0")), 10**12))
    except ValueError:
        return 0
