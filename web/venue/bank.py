"""Pay-ins and withdrawals by the bank, at the house: what waits, one of them, what is done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from access import moment
from dispatch.facts import Done
from payouts.commands.confirm_pay_in import confirm_pay_in
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.commands.pay_withdrawal import pay_withdrawal
from payouts.commands.refuse_pay_in import refuse_pay_in
from payouts.commands.refuse_withdrawal import refuse_withdrawal
from payouts.commands.return_withdrawal import return_withdrawal
from payouts.commands.send_back_pay_in import send_back_pay_in
from payouts.commands.take_up_withdrawal import take_up_withdrawal
from payouts.operations.pay_ins import MOST_NOTE
from payouts.queries.pay_ins import (
    PayInView,
    pay_in_of_house,
    pay_ins_found,
    pay_ins_held,
    pay_ins_over,
    pay_ins_waiting,
)
from payouts.queries.withdrawals import (
    WithdrawalView,
    withdrawal_of_house,
    withdrawals_found,
    withdrawals_over,
    withdrawals_waiting,
)
from people.operations import note_seen
from people.queries import player_file
from rules.paying import PAY_IN_STEPS, WITHDRAWAL_STEPS, PayInState, WithdrawalState, money_is_here
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.queries.debts import owed_to_house
from web import forms
from web.acting import sentence
from web.money_words import method_words, pay_in_words, withdrawal_words
from web.staffing import StaffVenue, venue_page
from web.templatetags.shuffle import hour
from web.venue.page import settle_form, venue_tab, wrong_fields

_NAMES = {"amount_cents": "amount"}
_SIGNS = {"BRL": "R$", "EUR": "€"}
# why money that came may not be taken: then it is set aside
_MAY_NOT = frozenset(
    {
        "excluded",
        "deposit_limit_reached",
        "surcharged_deposit",
        "identity_not_checked",
        "under_age",
        "player_anonymised",
    }
)


@require_GET
@venue_page(Permission.CONFIRM_PAYMENT)
def bank(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show what waits: withdrawals to pay, money to send back, pay-ins whose money may have come; ``?q=`` looks for a reference or a name."""
    at = moment.at()
    typed = forms.text(request.GET, name="q", most=100)
    if typed:
        groups = [
            (_("Found"), _pay_ins(pay_ins_found(scope.venue_id, typed=typed, at=at))),
            ("", _withdrawals(withdrawals_found(scope.venue_id, typed=typed))),
        ]
    else:
        groups = [
            (_("Withdrawals to pay"), _withdrawals(withdrawals_waiting(scope.venue_id))),
            (_("Money to send back"), _pay_ins(pay_ins_held(scope.venue_id, at=at))),
            (_("Pay-ins that wait for their money"), _pay_ins(pay_ins_waiting(scope.venue_id, at=at))),
            (
                _("Done last"),
                sorted(
                    [
                        *_withdrawals(withdrawals_over(scope.venue_id)),
                        *_pay_ins(pay_ins_over(scope.venue_id, at=at)),
                    ],
                    key=lambda row: row["at"],
                    reverse=True,
                ),
            ),
        ]
    context = {"q": typed, "groups": [(name, rows) for name, rows in groups if rows]}
    return venue_tab(
        request, scope=scope, tab="bank", template="director/bank.html", context=context, refused=False
    )


def _pay_ins(found: list[PayInView]) -> list[dict[str, Any]]:
    return [
        {
            "name": "director-pay-in",
            "number": one.pay_in_id,
            "reference": one.reference,
            "player": one.player,
            "cents": one.arrived_cents or one.amount_cents,
            "unit": one.unit,
            "said": pay_in_words(one),
            "at": one.settled_at or one.asked_at,
            "by": one.settled_by,
        }
        for one in found
    ]


def _withdrawals(found: list[WithdrawalView]) -> list[dict[str, Any]]:
    return [
        {
            "name": "director-withdrawal",
            "number": one.withdrawal_id,
            "reference": one.reference,
            "player": one.player,
            "cents": one.amount_cents,
            "unit": one.unit,
            "said": withdrawal_words(one),
            "at": one.settled_at or one.asked_at,
            "by": one.settled_by or one.taken_up_by,
        }
        for one in found
    ]


def _amount(post: QueryDict) -> dict[str, Any]:
    return {"amount_cents": forms.amount(post, name="amount", allow_zero=False)}


def _note(post: QueryDict) -> dict[str, Any]:
    return {"bank_note": forms.text(post, name="bank_note", most=MOST_NOTE + 1)}


def _reason(post: QueryDict) -> dict[str, Any]:
    return {"reason": forms.text(post, name="reason", most=301)}


def _seen(post: QueryDict) -> dict[str, Any]:
    """Since when a colleague was paying it on the page that asks: what the page itself wrote."""
    try:
        return {"taken_up_at": datetime.fromisoformat(forms.text(post, name="taken_up_at", most=40))}
    except ValueError:
        return {}


def _again(post: QueryDict) -> dict[str, Any]:
    return {"again": post.get("again") == "1"}


_Read = Callable[[QueryDict], dict[str, Any]]
# what the page does with a pay-in, by the name of its form: the command, what it reads, and what is said when it is done
_PAY_IN: Mapping[str, tuple[Callable[..., Done], tuple[_Read, ...], str]] = {
    "confirm": (confirm_pay_in, (_amount, _note), N_("The money is in the player's balance.")),
    "refuse": (refuse_pay_in, (_reason,), N_("Refused. The player reads why.")),
    "hold": (
        hold_pay_in,
        (_amount, _reason, _note, _again),
        N_("The money is set aside. Send it back, then say so here."),
    ),
    "send_back": (send_back_pay_in, (_note,), N_("Noted: the money was sent back.")),
}
_WITHDRAWAL: Mapping[str, tuple[Callable[..., Done], tuple[_Read, ...], str]] = {
    "begin": (
        take_up_withdrawal,
        (lambda _post: {"begun": True},),
        N_("It is yours: pay it at the bank, then say so here. The player cannot take it back meanwhile."),
    ),
    "leave": (
        take_up_withdrawal,
        (lambda _post: {"begun": False}, _seen),
        N_("It waits again, and its player may take it back."),
    ),
    "pay": (pay_withdrawal, (_note, _seen), N_("Paid. The player is told.")),
    "refuse": (
        refuse_withdrawal,
        (_reason, _seen),
        N_("The amount is in the player's balance again. The player reads why."),
    ),
    "return": (
        return_withdrawal,
        (_reason,),
        N_("The amount is in the player's balance again. The player reads why."),
    ),
}


def _done(
    request: HttpRequest,
    acts: Mapping[str, tuple[Callable[..., Done], tuple[_Read, ...], str]],
    *,
    about: dict[str, Any],
) -> Refused | None:
    """Do what the form says, with all that is wrong in it at once; why not, or None."""
    what = request.POST.get("what", "")
    if what not in acts:
        raise not_found("action")
    command, reads, said = acts[what]

    def read() -> dict[str, Any]:
        reading, given = forms.Reading(), dict(about)
        for one in reads:
            with reading.field(""):
                given |= one(request.POST)
        reading.done()
        return given

    return settle_form(request, said=_(said), command=command, read=read).refused


def _wrong(refused: Refused | None) -> dict[str, Refused]:
    """What is wrong at its field of the form."""
    return {_NAMES.get(name, name): no for name, no in wrong_fields(refused).items()}


def _who_was_first(request: HttpRequest, refused: Refused, *, by: str, when: Any, zone: str) -> None:
    """Say who did it already, and when: not the one who comes second."""
    if refused.code.endswith(("_settled", "_taken_up")) and when is not None:
        told = {"operator": by, "time": hour(when, zone)}
        if refused.params.get("state") == WithdrawalState.PAYING and by:
            messages.error(request, _("%(operator)s has been paying it since %(time)s.") % told)
            return
        messages.error(
            request,
            _("Done by %(operator)s at %(time)s.") % told if by else _("Done already at %(time)s.") % told,
        )


@require_http_methods(["GET", "POST"])
@venue_page(Permission.CONFIRM_PAYMENT)
def pay_in(request: HttpRequest, *, scope: StaffVenue, pay_in_id: int) -> HttpResponse:
    """Show one pay-in; here its money is confirmed, refused, set aside and sent back."""
    at = moment.at()
    one = pay_in_of_house(pay_in_id, venue_id=scope.venue_id, at=at)
    refused = None
    if request.method == "POST":
        refused = _done(request, _PAY_IN, about={"pay_in_id": pay_in_id})
        if refused is None:
            return redirect("director-bank", venue_id=scope.venue_id)
        # as somebody else may have left it meanwhile
        one = pay_in_of_house(pay_in_id, venue_id=scope.venue_id, at=at)
        _who_was_first(request, refused, by=one.settled_by, when=one.settled_at, zone=one.timezone)
    if request.method == "GET":
        note_seen(one.player_id, by=scope.actor, venue_id=scope.venue_id, at=at)
    state = PayInState(one.state)
    may_not = refused is not None and refused.code in _MAY_NOT
    context = {
        "one": one,
        "said": pay_in_words(one),
        "method": method_words(one.method),
        "sign": _SIGNS.get(one.unit, one.unit),
        "steps": {step: state in states for step, states in PAY_IN_STEPS.items()},
        "is_here": money_is_here(state),
        "wrong": _wrong(refused),
        "typed": request.POST if refused is not None else {},
        "asked": request.POST.get("what", "") if refused is not None else "",
        "may_not": sentence(refused) if refused is not None and may_not else "",
        "note_letters": MOST_NOTE,
    }
    return venue_tab(
        request,
        scope=scope,
        tab="bank",
        template="director/pay_in.html",
        context=context,
        refused=refused is not None,
    )


@require_http_methods(["GET", "POST"])
@venue_page(Permission.WITHDRAW)
def withdrawal(request: HttpRequest, *, scope: StaffVenue, withdrawal_id: int) -> HttpResponse:
    """Show one withdrawal with where it goes to; here it is taken up, paid and refused."""
    at = moment.at()
    one = withdrawal_of_house(withdrawal_id, venue_id=scope.venue_id)
    refused = None
    if request.method == "POST":
        refused = _done(request, _WITHDRAWAL, about={"withdrawal_id": withdrawal_id})
        if refused is None:
            stays = request.POST.get("what") in ("begin", "leave")
            return (
                redirect("director-withdrawal", venue_id=scope.venue_id, withdrawal_id=withdrawal_id)
                if stays
                else redirect("director-bank", venue_id=scope.venue_id)
            )
        one = withdrawal_of_house(withdrawal_id, venue_id=scope.venue_id)
        _who_was_first(
            request,
            refused,
            by=one.settled_by or one.taken_up_by,
            when=one.settled_at or one.taken_up_at,
            zone=one.timezone,
        )
    if request.method == "GET":
        note_seen(one.player_id, by=scope.actor, venue_id=scope.venue_id, at=at)
    state = WithdrawalState(one.state)
    is_own = one.taken_up_user_id == scope.actor.user_id
    context = {
        "one": one,
        "said": withdrawal_words(one),
        "file": player_file(one.player_id),
        "owes_cents": sum(
            debt.amount_cents
            for debt in owed_to_house(one.player_id, venue_id=scope.venue_id, practice=False)
        ),
        "steps": {step: state in states for step, states in WITHDRAWAL_STEPS.items()},
        # whom a colleague's act would pass over; nobody where it is the own
        "payer": "" if is_own else one.taken_up_by,
        "wrong": _wrong(refused),
        "typed": request.POST if refused is not None else {},
        "asked": request.POST.get("what", "") if refused is not None else "",
        "note_letters": MOST_NOTE,
    }
    return venue_tab(
        request,
        scope=scope,
        tab="bank",
        template="director/withdrawal.html",
        context=context,
        refused=refused is not None,
    )
