"""Pay-ins and withdrawals by the bank, at the house: what waits, one of them, what is done with it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access import moment
from payouts.commands.confirm_pay_in import confirm_pay_in
from payouts.commands.correct_pay_in import correct_pay_in
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.commands.note_unclaimed import note_unclaimed
from payouts.commands.pay_withdrawal import pay_withdrawal
from payouts.commands.refuse_pay_in import refuse_pay_in
from payouts.commands.refuse_withdrawal import refuse_withdrawal
from payouts.commands.return_withdrawal import return_withdrawal
from payouts.commands.send_back_pay_in import send_back_pay_in
from payouts.commands.take_up_withdrawal import take_up_withdrawal
from payouts.queries.pay_ins import (
    PayInView,
    pay_in_of_house,
    pay_ins_found,
    pay_ins_held,
    pay_ins_over,
    pay_ins_waiting,
)
from payouts.queries.unclaimed import UnclaimedView, unclaimed_found, unclaimed_open, unclaimed_over
from payouts.queries.withdrawals import (
    WithdrawalView,
    withdrawal_of_house,
    withdrawals_found,
    withdrawals_over,
    withdrawals_waiting,
)
from people.operations import note_seen
from people.queries import exclusion_of, is_ones_own, player_file
from rules.paying import PAY_IN_STEPS, WITHDRAWAL_STEPS, PayInState, WithdrawalState, money_is_here
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.queries.debts import owed_to_house
from web import forms
from web.money_words import method_words, pay_in_words, unclaimed_words, withdrawal_words
from web.staffing import StaffVenue, venue_page
from web.venue.bank_forms import (
    Acts,
    again,
    amount_agreed,
    amount_came,
    bank_note,
    done_of_form,
    forms_of,
    reason,
    seen_state,
    seen_taken_up,
    sign_of,
)
from web.venue.page import venue_tab

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


@require_http_methods(["GET", "POST"])
@venue_page(Permission.CONFIRM_PAYMENT)
def bank(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show what waits: withdrawals to pay, money to send back, pay-ins whose money may have come; ``?q=`` looks for a reference or a name. Here money is
    noted that named no reference."""
    refused = None
    if request.method == "POST":
        refused = done_of_form(request, acts=_NOTE, about={"venue_id": scope.venue_id})
        if refused is None:
            return redirect("director-bank", venue_id=scope.venue_id)
    at = moment.at()
    typed = forms.text(request.GET, name="q", most=100)
    if typed:
        groups = [
            (_("Found"), _pay_ins(pay_ins_found(scope.venue_id, typed=typed, at=at))),
            ("", _withdrawals(withdrawals_found(scope.venue_id, typed=typed))),
            ("", _unclaimed(unclaimed_found(scope.venue_id, typed=typed))),
        ]
    else:
        groups = [
            (_("Withdrawals to pay"), _withdrawals(withdrawals_waiting(scope.venue_id))),
            (_("Money to send back"), _pay_ins(pay_ins_held(scope.venue_id, at=at))),
            (_("Money without a reference"), _unclaimed(unclaimed_open(scope.venue_id))),
            (_("Deposits that wait for their money"), _pay_ins(pay_ins_waiting(scope.venue_id, at=at))),
            (
                _("Done last"),
                sorted(
                    [
                        *_withdrawals(withdrawals_over(scope.venue_id)),
                        *_pay_ins(pay_ins_over(scope.venue_id, at=at)),
                        *_unclaimed(unclaimed_over(scope.venue_id)),
                    ],
                    key=lambda row: row["at"],
                    reverse=True,
                ),
            ),
        ]
    context = {
        "q": typed,
        "groups": [(name, rows) for name, rows in groups if rows],
        "forms": forms_of(request, refused=refused),
        "currency": scope.venue.currency,
    }
    return venue_tab(
        request,
        scope=scope,
        tab="bank",
        template="director/bank.html",
        context=context,
        refused=refused is not None,
    )


def _unclaimed(found: list[UnclaimedView]) -> list[dict[str, Any]]:
    return [
        {
            "name": "director-unclaimed",
            "number": one.unclaimed_id,
            "reference": one.reference,
            "player": one.player or one.note,
            "cents": one.amount_cents,
            "unit": one.unit,
            "said": unclaimed_words(one),
            "at": one.settled_at or one.noted_at,
            "told": one.settled_at or one.noted_at,
            "by": one.settled_by or one.noted_by,
        }
        for one in found
    ]


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
            "at": one.settled_at or one.open_until,
            # what waits, or did not come, says by which day itself
            "told": one.settled_at,
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
            "told": one.settled_at or one.taken_up_at or one.asked_at,
            "by": one.settled_by or one.taken_up_by,
        }
        for one in found
    ]


def _pay_in_acts(one: PayInView) -> Acts:
    """What the page does with a pay-in, by the name of its form: the command, what it reads, and what is said when it is done."""
    came = partial(amount_agreed, one=one)
    return {
        "confirm": (
            confirm_pay_in,
            (came, bank_note, seen_state),
            N_("The money is in the player's balance."),
        ),
        "refuse": (refuse_pay_in, (reason,), N_("Refused. The player reads why.")),
        "hold": (
            hold_pay_in,
            (came, reason, bank_note, again),
            N_("The money is set aside. Send it back, then say so here."),
        ),
        "send_back": (send_back_pay_in, (bank_note,), N_("Noted: the money was sent back.")),
        "correct": (
            correct_pay_in,
            (partial(came, or_nothing=True), reason),
            N_("Corrected. The player is told, and reads why."),
        ),
    }


_NOTE: Acts = {
    "note": (
        note_unclaimed,
        (amount_came, bank_note),
        N_("Noted. It is set aside until you say whose it is, or send it back."),
    ),
}
_WITHDRAWAL: Acts = {
    "begin": (
        take_up_withdrawal,
        (lambda _post: {"begun": True},),
        N_("It is yours: pay it at the bank, then say so here. The player cannot take it back meanwhile."),
    ),
    "leave": (
        take_up_withdrawal,
        (lambda _post: {"begun": False}, seen_taken_up),
        N_("It waits again, and its player may take it back."),
    ),
    "pay": (pay_withdrawal, (bank_note, seen_taken_up), N_("Paid. The player is told.")),
    "refuse": (
        refuse_withdrawal,
        (reason, seen_taken_up),
        N_("The amount is in the player's balance again. The player reads why."),
    ),
    "return": (
        return_withdrawal,
        (reason,),
        N_("The amount is in the player's balance again. The player reads why."),
    ),
}


@require_http_methods(["GET", "POST"])
@venue_page(Permission.CONFIRM_PAYMENT)
def pay_in(request: HttpRequest, *, scope: StaffVenue, pay_in_id: int) -> HttpResponse:
    """Show one pay-in; here its money is confirmed, refused, set aside and sent back."""
    at = moment.at()
    one = pay_in_of_house(pay_in_id, venue_id=scope.venue_id, at=at)
    refused = None
    if request.method == "POST":
        refused = done_of_form(request, acts=_pay_in_acts(one), about={"pay_in_id": pay_in_id})
        if refused is None:
            return redirect("director-bank", venue_id=scope.venue_id)
        # as somebody else may have left it meanwhile
        one = pay_in_of_house(pay_in_id, venue_id=scope.venue_id, at=at)
    if request.method == "GET":
        note_seen(one.player_id, by=scope.actor, venue_id=scope.venue_id, at=at)
    state = PayInState(one.state)
    # who is excluded is known before somebody tries: the money is set aside at once
    excluded = one.excluded and not money_is_here(state)
    may_not = excluded or (refused is not None and refused.code in _MAY_NOT)
    found = forms_of(request, refused=refused)
    for form in found.values():
        other = form["wrong"].get("amount")
        if other is not None and other.code in ("more_than_asked", "less_than_asked"):
            # said a second time, of the amount whose difference was read
            form["agreed"] = other.params["arrived_cents"]
    if may_not and "hold" not in found:
        # what was typed to confirm it is not asked for once more
        typed = found.get("confirm", {}).get("typed", {})
        why = {"reason": _("Excluded from playing: nothing is paid in.")} if excluded else {}
        found["hold"] = {"typed": why | typed, "open": True}
    context = {
        "one": one,
        "said": pay_in_words(one),
        "method": method_words(one.method),
        "sign": sign_of(one.unit),
        "currency": one.unit,
        "steps": {step: state in states for step, states in PAY_IN_STEPS.items()},
        "is_here": money_is_here(state),
        "forms": found,
        "corrects": scope.may(Permission.ADJUST_LEDGER),
        "may_not": may_not,
        "excluded": excluded,
        "own": is_ones_own(one.player_id, by=scope.actor),
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
        refused = done_of_form(request, acts=_WITHDRAWAL, about={"withdrawal_id": withdrawal_id})
        if refused is None:
            stays = request.POST.get("what") in ("begin", "leave")
            return (
                redirect("director-withdrawal", venue_id=scope.venue_id, withdrawal_id=withdrawal_id)
                if stays
                else redirect("director-bank", venue_id=scope.venue_id)
            )
        one = withdrawal_of_house(withdrawal_id, venue_id=scope.venue_id)
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
        "excluded": one.waits and exclusion_of(one.player_id, venue_id=scope.venue_id, at=at) is not None,
        "forms": forms_of(request, refused=refused),
        "own": is_ones_own(one.player_id, by=scope.actor),
    }
    return venue_tab(
        request,
        scope=scope,
        tab="bank",
        template="director/withdrawal.html",
        context=context,
        refused=refused is not None,
    )
