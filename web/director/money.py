"""Entries and money, deals, season: what was sold, what it adds up to, how the rest is divided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment
from payouts.queries import (
    deal_preview,
    deals_view,
    money_view,
    prizes_payload,
    repayments_view,
)
from payouts.queries.money import MoneyView, Sold
from payouts.queries.repaying import RepaymentsView
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tables.queries import chips_account, stacks_view
from tournaments.queries import payloads
from tournaments.queries.entries import cancelled_alone, entry_counts, latest_entries
from tournaments.queries.open_stakes import places_of
from tournaments.queries.purchases import purchases_view
from web import forms
from web.acting import in_words, sentence
from web.director.acts import DEAL_ENDED
from web.director.needs.clock import closes_early
from web.director.needs.money import after_deal
from web.director.page import board_context, page_context
from web.director.totals import kept_in_balances, over_counter, received_word
from web.staffing import StaffTournament, staff_page
from web.templatetags.shuffle import plain_number

ON_A_PAGE = 100

STATES = ("registered", "waiting", "playing", "out", "cancelled", "taken_back")

SOLD_WORDS = {
    "entry": N_("Entries"),
    "re_entry": N_("Re-entries"),
    "rebuy": N_("Rebuys"),
    "add_on": N_("Add-ons"),
    "ahead": N_("Paid, document to be checked"),
}


def sold_table(sold: Iterable[Sold]) -> dict[str, Any]:
    """Return what was sold by kind and price, and by method, with the sums of both."""
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
                    "cells": [
                        {"method": m, "count": mine[m].count, "cents": mine[m].cents} if m in mine else None
                        for m in methods
                    ],
                }
            )
    return {
        "methods": methods,
        "rows": rows,
        "sums": [(m, sum(line.cents for line in lines if line.method == m)) for m in methods],
        "count": sum(line.count for line in lines),
        "cents": sum(line.cents for line in lines),
        "surcharge_cents": sum(line.surcharge_cents for line in lines),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of what was paid. percent: of the whole, rounded so that all parts make a hundred; begins: of the parts
    before it."""

    name: str
    word: str
    cents: int
    percent: int
    begins: int


def where_it_went(view: MoneyView) -> list[Part]:
    """Return what was paid, part by part; the parts sum to what was paid."""
    lines = [
        ("pool", _("To the prize pool"), view.collected_cents),
        ("bounties", _("To the bounties"), view.bounty_pool_cents + view.bounties_cents),
        ("house", _("House fee"), view.house_cents),
        ("administration", _("Administrative fee"), view.administration_cents),
        ("surcharge", _("Surcharge of the method"), view.surcharge_cents),
    ]
    rest = view.paid_cents - sum(cents for _name, _word, cents in lines)
    lines.append(("funds", _("Staff and ranking funds, from the price"), rest))
    lines.append(("ahead", _("In the players' balances until the document is checked"), view.ahead_cents))
    lines = [line for line in lines if line[2]]
    whole = sum(cents for _name, _word, cents in lines)
    parts, taken, told = [], 0, 0
    for name, word, cents in lines:
        # rounded at the running total: the errors never add up
        taken += cents
        upto = round(100 * taken / whole) if whole > 0 else 0
        parts.append(Part(name=name, word=word, cents=cents, percent=upto - told, begins=told))
        told = upto
    return parts


# how what was paid in one way goes back
HOW_BACK = {
    "cash": N_("hand it back from the drawer"),
    "transfer": N_("send it to the account it came from"),
    "credit": N_("reverse it on the card machine"),
    "debit": N_("reverse it on the card machine"),
    "balance": N_("back in the balance by itself"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolShown:
    """What the places share, and how it comes about: collected + overlay - deductions = net, in cents, the figures of every
    page. fixed: the entries are closed; before, they are those of the entries so far."""

    collected_cents: int
    overlay_cents: int
    deductions_cents: int
    net_cents: int
    fixed: bool


def pool_shown(view: MoneyView, *, prizes: Mapping[str, Any]) -> PoolShown:
    """Return the pool with the overlay that the guarantee asks for now, although the ledger has it only once entries close.
    Rule: SCPT.F, SCPT.L
    """
    net, overlay = prizes["net_cents"], prizes["overlay_cents"]
    return PoolShown(
        collected_cents=view.collected_cents,
        overlay_cents=overlay,
        deductions_cents=view.collected_cents + overlay - net,
        net_cents=net,
        fixed=prizes["fixed"],
    )


def _by_method(back: RepaymentsView) -> list[dict[str, Any]]:
    """Whom to repay on this page, by the method in which it had been paid."""
    return [
        {
            "line": line,
            "how": _(HOW_BACK[line.method]) if line.method in HOW_BACK else "",
            "rows": [row for row in back.rows if row.method == line.method],
        }
        for line in back.methods
        if line.open or any(row.method == line.method for row in back.rows)
    ]


def _at_one_price(view: MoneyView) -> tuple[int, int] | None:
    """(how many were sold, cents of each) where all had one price and no surcharge: the whole sum in one line."""
    prices = {line.unit_cents for line in view.sold}
    if len(prices) != 1 or view.ahead or any(line.surcharge_cents for line in view.sold):
        return None
    return sum(line.count for line in view.sold), prices.pop()


@require_GET
@staff_page(Permission.VIEW_MONEY)
def entries(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show who is in, by what method; the totals that reconcile."""
    before, bought_after = (
        forms.number_asked(request.GET, name="before") or 0,
        forms.number_asked(request.GET, name="bought_after") or 0,
    )
    back_after = forms.number_asked(request.GET, name="back_after") or 0
    state = request.GET.get("state", "")
    state = state if state in STATES else ""
    # what was taken back alone is in no sum of this page: of a cancelled tournament it is not what went back with it
    alone = cancelled_alone(scope.tournament_id)
    counts = entry_counts(scope.tournament_id)
    if scope.state == "cancelled":
        counts["cancelled"] = counts.get("cancelled", 0) - len(alone)
        counts["taken_back"] = len(alone)
    found = latest_entries(
        scope.tournament_id,
        state=("cancelled" if state == "taken_back" else state) or None,
        only=alone if state == "taken_back" else None,
        without=alone if state == "cancelled" and scope.state == "cancelled" else (),
        before=before,
        limit=ON_A_PAGE,
    )
    purchases = purchases_view(scope.tournament_id, after=bought_after, limit=ON_A_PAGE)
    view = money_view(scope.tournament_id)
    back = None
    if scope.state == "cancelled":
        back = repayments_view(scope.tournament_id, limit=ON_A_PAGE, offset=back_after)
    book = chips_account(scope.tournament_id) if scope.settings["started_at"] else None
    return render(
        request,
        "director/entries.html",
        page_context(
            scope,
            tab="entries",
            entries=found,
            places=places_of([entry.entry_id for entry in found]) if scope.state == "finished" else {},
            next_before=found[-1].entry_id if len(found) == ON_A_PAGE else None,
            state=state,
            states=[(one, counts[one]) for one in STATES if counts.get(one) or one == state],
            all_entries=sum(counts.values()),
            alone=alone,
            purchases=purchases if not before else [],
            next_bought=purchases[-1].purchase_id if len(purchases) == ON_A_PAGE else None,
            payload=payloads.entries(scope.tournament_id),
            money=view,
            pool=pool_shown(view, prizes=prizes_payload(scope.tournament_id)),
            sold=sold_table((*view.sold, *view.ahead)),
            at_one_price=_at_one_price(view),
            received_cents=view.paid_cents + view.ahead_cents,
            received_word=received_word(view),
            counter=over_counter(view, kept=kept_in_balances(scope), currency=scope.currency),
            went=where_it_went(view),
            back=back,
            back_kept_cents=view.house_cents
            + view.administration_cents
            + view.surcharge_cents
            + view.staff_fund_cents
            + view.ranking_fund_cents,
            refunds=_by_method(back) if back is not None else [],
            next_back=back_after + ON_A_PAGE,
            book=book,
            # on paper alone
            made_at=moment.at(),
            **board_context(scope),
        ),
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
    at = moment.at()
    frame = board_context(scope, at=at)
    holds = next((deal for deal in found if deal.state == "made" and not deal.changes), None)
    return render(
        request,
        "director/deals.html",
        page_context(
            scope,
            tab="prizes",
            close_early=closes_early(frame["payloads"], at=at) if entries_open else "",
            open=open_,
            # as the players look for themselves: the largest stack first
            shares=sorted(open_.shares, key=lambda s: -(s["chips"] or 0)) if open_ is not None else [],
            lines=sorted(preview.lines, key=lambda line: -(line.chips or 0)) if preview is not None else [],
            past=[deal for deal in found if deal.state != "open" and deal is not holds],
            holds=holds,
            holds_next=after_deal(scope, reserve_cents=holds.reserve_cents)
            if holds is not None and scope.state == "running"
            else "",
            holds_shares=sorted(holds.shares, key=lambda s: -s["amount_cents"]) if holds is not None else [],
            clock_button=_clock_button(
                scope,
                state=frame["payloads"]["clock"]["state"],
                talks=open_ is not None or preview is not None,
            ),
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
            stacks=stacks_view(scope.tournament_id) if preview is not None else [],
            waiting=open_.votes_needed - open_.phone_votes if open_ is not None else 0,
            forbidden=policies.deals == "forbidden",
            veto=policies.deal_director_veto,
            reserve=typed,
            reserve_percent=plain_number(policies.deal_champion_reserve_bp / 100),
            ended={why: _(words) for why, words in DEAL_ENDED.items()},
            **frame,
        ),
    )


def _clock_button(scope: StaffTournament, *, state: str, talks: bool) -> str:
    """Return what is offered of the clock beside a deal: to stop it while the players talk, to let it go on after."""
    if scope.state != "running" or not scope.may(Permission.CONTROL_CLOCK):
        return ""
    if state == "paused":
        return "resume"
    return "pause" if talks and state in ("running", "hand_for_hand") else ""
