"""Prizes: who is owed what, paying one or several, the slip that is signed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from access import moment
from ledger.queries import wallet_balances
from payouts.queries import award_view, awards_view, bounties_of_player, bounties_taken, bounty_of, money_view
from payouts.queries.awards import AwardView
from payouts.queries.funds import available, home_of_fund
from payouts.queries.takings import cash_tonight
from payouts.several import MOST_AT_ONCE, pay_awards
from people.queries import excluded_among
from rules.permissions import Permission
from rules.refusals import Refused
from tournaments.queries import branding, payloads
from tournaments.queries.debts import owed_to_house_by
from web import forms
from web.acting import answer, run_command, sentence, who_was_first
from web.director.page import board_context, page_context
from web.director.payees import payee_of
from web.staffing import StaffTournament, staff_page
from web.templatetags.shuffle import percent

PLACES_ON_A_PAGE = 100
METHODS = ("cash", "transfer", "balance")


@require_GET
@staff_page(Permission.VIEW_MONEY)
def prizes(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show what the places are worth, who was given what, and paying it."""
    offset = forms.number_asked(request.GET, name="offset") or 0
    payload = payloads.prizes(scope.tournament_id)
    awards = awards_view(
        today=scope.today(moment.at()),
        tournament_id=scope.tournament_id,
        limit=PLACES_ON_A_PAGE,
        offset=offset,
    )
    policy = branding.excluded_prizes_of(scope.venue.venue_id)
    funds = _funds(scope) if scope.may(Permission.PAY_FUND) else []
    taken = bounties_taken(scope.tournament_id) if bounty_of(scope.settings["split"]) else []
    due = [row for row in awards.rows if row.state == "owed"]
    # who pays one prize reads it, too, not only who pays several
    drawer_cents = _drawer(scope) if awards.owed and scope.may(Permission.PAY_PRIZE) else None
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
            balances=wallet_balances(
                [*(one.player_id for one in taken), *(row.player_id for row in due)],
                unit=scope.currency,
            ),
            prizes=payload,
            official=_with_shares(payload.get("official", payload["rows"])),
            awards=awards,
            several=len(due) > 1,
            drawer_cents=drawer_cents,
            shorts={row.award_id: _short(row.amount_cents, drawer_cents=drawer_cents) for row in due},
            next_offset=offset + PLACES_ON_A_PAGE if len(awards.rows) == PLACES_ON_A_PAGE else None,
            money=money_view(scope.tournament_id),
            funds=funds,
            can_pay_fund=any(cents for _fund, _name, cents in funds),
            methods=METHODS,
            excluded=excluded_among(
                [a.player_id for a in awards.rows], venue_id=scope.venue.venue_id, at=moment.at()
            ),
            owing=_owing(scope, awards.rows),
            excluded_prizes=policy,
            made_at=moment.at(),
            pays_excluded=policy == "pay" or (policy == "hold" and scope.may(Permission.MANAGE_EXCLUSION)),
            **board_context(scope),
        ),
    )


def _short(cents: int, *, drawer_cents: int | None) -> int:
    """How much of a payment only the float can give."""
    return max(cents - max(drawer_cents or 0, 0), 0)


def _owing(scope: StaffTournament, rows: Iterable[AwardView]) -> dict[int, int]:
    """What those who are still to be paid owe the house, in cents: a rebuy that was played and not paid. Rule: ADTP.27"""
    waiting = [row.player_id for row in rows if row.state == "owed"]
    return owed_to_house_by(waiting, venue_id=scope.venue.venue_id, practice=scope.settings["practice"])


def _drawer(scope: StaffTournament) -> int | None:
    """What the drawer holds beyond its float tonight, in cents; None in practice, which no drawer pays."""
    if scope.settings["practice"]:
        return None
    return cash_tonight(scope.venue.venue_id, currency=scope.currency, zone=scope.timezone, at=moment.at())


def _funds(scope: StaffTournament) -> list[tuple[str, str, int]]:
    """Each fund of the tournament, its name, and what it can pay now."""
    return [
        (
            fund,
            name,
            max(available(home_of_fund(fund, tournament_id=scope.tournament_id, season_id=None)), 0),
        )
        for fund, name in (("staff", _("Staff fund")), ("ranking", _("Ranking fund")))
    ]


def awards_asked(asked: QueryDict) -> list[int]:
    """Return the prizes that are ticked in a form, each once."""
    return list(
        dict.fromkeys(int(n) for n in asked.getlist("award") if n.isascii() and n.isdigit() and len(n) < 19)
    )


def _with_shares(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each place's share of all prizes, in percent."""
    whole = sum(row["amount_cents"] * (row["last"] - row["first"] + 1) for row in rows)
    return [
        {
            **row,
            "share": percent(round(100 * row["amount_cents"] / whole, 2)) if whole else "",
        }
        for row in rows
    ]


@require_http_methods(["GET", "POST"])
@staff_page(Permission.PAY_PRIZE)
def pay_several(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show several prizes by one method: looked at once more with their sum, then paid, with what came of each.
    Rule: SCPT.L
    """
    asked = request.POST if request.method == "POST" else request.GET
    method = asked.get("method", "")
    method = method if method in METHODS else METHODS[0]
    chosen = awards_asked(asked)
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
    due_cents = sum(row.amount_cents for row in due)
    drawer_cents = _drawer(scope) if due and not result else None
    return render(
        request,
        "director/pay_several.html",
        page_context(
            scope,
            tab="prizes",
            rows=view.rows,
            due=due,
            due_cents=due_cents,
            drawer_cents=drawer_cents,
            short_cents=_short(due_cents, drawer_cents=drawer_cents),
            excluded=excluded,
            owing=_owing(scope, due),
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
    """Show a slip with a line to sign, for paper."""
    award = award_view(award_id, tournament_id=scope.tournament_id, today=scope.today(moment.at()))
    return render(
        request,
        "director/slip.html",
        page_context(
            scope,
            tab="prizes",
            award=award,
            payee=payee_of(scope, award=award),
            bounties_cents=bounties_of_player(award.player_id, tournament_id=scope.tournament_id),
            **board_context(scope),
        ),
    )
