"""Paying in and withdrawing by the bank: what I asked for, how it stands, and what I may ask for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from access import moment
from ledger.queries import paid_by_bank, wallet_balance
from ledger.queries.play_limits import deposit_room
from payouts.commands.ask_pay_in import ask_pay_in
from payouts.commands.ask_withdrawal import ask_withdrawal
from payouts.commands.take_back_pay_in import take_back_pay_in
from payouts.commands.take_back_withdrawal import take_back_withdrawal
from payouts.queries.own_bank import bank_payload
from payouts.queries.pay_ins import (
    PayInOffer,
    PayInView,
    offer_of,
    offers_to_pay_in,
    pay_in_of_player,
    pay_ins_of_player,
    why_no_pay_in,
)
from payouts.queries.withdrawable import withdrawable_of
from payouts.queries.withdrawals import WithdrawalView, withdrawals_of_player
from payouts.topics import own_bank_topic
from people.queries import exclusion_of
from rules.paying import DESTINATION_LETTERS, PayInMethod, WithdrawalState
from rules.refusals import N_, Refused
from web import pix
from web.acting import answer, run_command, sentence
from web.forms import Reading, amount, at_fields, text
from web.money_words import method_words, pay_in_words, withdrawal_words
from web.player.views import own_page, own_player

# what the commands call a field, and what the forms call it
_NAMES = {"amount_cents": "amount", "method": "how"}


@require_GET
@own_page
def my_money(request: HttpRequest) -> HttpResponse:
    """Show what waits, what may be asked for, and what became of the rest."""
    return _page(request)


@require_POST
@own_page
def pay_in(request: HttpRequest) -> HttpResponse:
    """Ask to pay in; then the page with the reference."""
    return _or_at_its_field(request, _ask_pay_in, asked="pay_in")


@require_POST
@own_page
def withdraw(request: HttpRequest) -> HttpResponse:
    """Ask to be paid by the bank."""
    return _or_at_its_field(request, _ask_withdrawal, asked="withdraw")


@require_GET
@own_page
def my_pay_in(request: HttpRequest, *, pay_in_id: int) -> HttpResponse:
    """Show one pay-in: where to pay, with which reference, and how it stands."""
    # read before the page is: what changes meanwhile is told again
    bank = _bank(own_player(request))
    one = pay_in_of_player(pay_in_id, player_id=own_player(request), at=moment.at())
    offer = offer_of(one.venue_id)
    code = None
    if one.waits and one.method == PayInMethod.PIX and offer.pix is not None:
        code = pix.shown(offer.pix, amount_cents=one.amount_cents, reference=one.reference)
    context = {
        "bank": bank,
        "one": one,
        "said": pay_in_words(one),
        "method": method_words(one.method),
        "pix": code,
        "account": offer.bank_account if one.waits and one.method == PayInMethod.BANK else "",
    }
    return render(request, "player/pay_in.html", context)


@require_POST
@own_page
def pay_in_take_back(request: HttpRequest, *, pay_in_id: int) -> HttpResponse:
    """Say that the money of a pay-in does not come."""
    acted = run_command(request, command=take_back_pay_in, pay_in_id=pay_in_id)
    return answer(
        request,
        acted=acted,
        to=reverse("me-money"),
        said=_("Taken back. If you pay all the same, the house books it."),
    )


@require_POST
@own_page
def withdrawal_take_back(request: HttpRequest, *, withdrawal_id: int) -> HttpResponse:
    """Take back a withdrawal that nobody is paying yet."""
    acted = run_command(request, command=take_back_withdrawal, withdrawal_id=withdrawal_id)
    said = _("Taken back: the amount is in your balance again.")
    return answer(request, acted=acted, to=reverse("me-money"), said=said)


def _or_at_its_field(
    request: HttpRequest, act: Callable[[HttpRequest], HttpResponse], *, asked: str
) -> HttpResponse:
    """What is wrong stands at its field, with what was typed."""
    try:
        return act(request)
    except Refused as refused:
        wrong = at_fields(refused, names=_NAMES)
        form = {"wrong": wrong, "typed": request.POST, "no": "" if wrong else sentence(refused)}
        return _page(request, status=409, **{asked: form})


def _ask_pay_in(request: HttpRequest) -> HttpResponse:
    reading, given = Reading(), dict[str, Any]()
    with reading.field("how"):
        given |= _how(text(request.POST, name="how", most=40))
    with reading.field("amount"):
        given["amount_cents"] = amount(request.POST, name="amount", allow_zero=False)
    reading.done()
    acted = run_command(request, command=ask_pay_in, player_id=own_player(request), **given)
    if acted.refused is not None:
        raise acted.refused
    return redirect("me-pay-in", pay_in_id=acted.result["pay_in_id"])


def _how(typed: str) -> dict[str, Any]:
    """The house and the method, as the form has them in one."""
    house, _dot, method = typed.partition(":")
    if not house.isdecimal() or len(house) > 15 or not method:
        raise Refused("no_pay_in_method", N_("Choose how you pay."))
    return {"venue_id": int(house), "method": method}


def _ask_withdrawal(request: HttpRequest) -> HttpResponse:
    reading, given = Reading(), dict[str, Any]()
    with reading.field("house"):
        house = text(request.POST, name="house", most=15)
        if not house.isdecimal():
            raise Refused("house_missing", N_("Choose the house that pays you."))
        given["venue_id"] = int(house)
    with reading.field("amount"):
        given["amount_cents"] = amount(request.POST, name="amount", allow_zero=False)
    with reading.field("destination"):
        given["destination"] = text(request.POST, name="destination", most=DESTINATION_LETTERS + 1)
    reading.done()
    acted = run_command(request, command=ask_withdrawal, player_id=own_player(request), **given)
    if acted.refused is not None:
        raise acted.refused
    said = _("Asked for: %(reference)s. The amount is set aside until the house has paid it.")
    return answer(request, acted=acted, to=reverse("me-money"), said=said % acted.result)


def _page(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    player_id, at = own_player(request), moment.at()
    bank = _bank(player_id)
    offers = offers_to_pay_in()
    pay_ins = pay_ins_of_player(player_id, at=at)
    withdrawals = withdrawals_of_player(player_id)
    houses = _houses(player_id, offers=offers, at=at)
    waits = [one for one in pay_ins if one.waits]
    set_aside = [one for one in withdrawals if one.waits]
    not_yet = why_no_pay_in(player_id, at=at)
    takes = _open_to(player_id, offers=offers, at=at)
    context = {
        "bank": bank,
        "not_yet": sentence(not_yet) if not_yet is not None else "",
        "at_desk": not_yet is not None and not_yet.code == "identity_not_checked",
        "waits": [(one, pay_in_words(one), method_words(one.method)) for one in waits],
        "set_aside": [(one, withdrawal_words(one), one.state == WithdrawalState.ASKED) for one in set_aside],
        "over": _over(
            [one for one in pay_ins if not one.waits], [one for one in withdrawals if one not in set_aside]
        ),
        "ways": _ways(takes, several=len(offers) > 1),
        "rooms": _rooms(player_id, offers=takes, at=at),
        "houses": houses,
        # the balance is one in each currency
        "balances": list({one["unit"]: one["may"] for one in reversed(houses)}.items()),
        "nothing": not any(one["may"].free_cents for one in houses),
        "away": bool(offers) and not takes,
        "letters": DESTINATION_LETTERS,
        "own_address": reverse("me-money"),
        **more,
    }
    return render(request, "player/money.html", context, status=status)


def _bank(player_id: int) -> dict[str, Any]:
    """What the page follows, and how it stands: static/js/bank.js."""
    return {"topic": own_bank_topic(player_id), "standing": bank_payload(player_id)}


def _over(pay_ins: list[PayInView], withdrawals: list[WithdrawalView]) -> list[dict[str, Any]]:
    """What is done, the latest first."""
    receipts = paid_by_bank([one.about for one in withdrawals])
    found = [
        {
            "at": one.settled_at or one.open_until,
            # what did not come says by which day itself
            "told": one.settled_at is not None,
            "zone": one.timezone,
            "name": _("Deposit %(reference)s") % {"reference": one.reference},
            "said": pay_in_words(one),
            "reason": one.reason,
            "cents": one.arrived_cents or one.amount_cents,
            "unit": one.unit,
            "pay_in_id": one.pay_in_id,
        }
        for one in pay_ins
    ] + [
        {
            "at": one.settled_at or one.asked_at,
            "told": True,
            "zone": one.timezone,
            "name": _("Withdrawal %(reference)s") % {"reference": one.reference},
            "said": withdrawal_words(one),
            "reason": one.reason,
            "cents": one.amount_cents,
            "unit": one.unit,
            "receipt": receipts.get(one.about),
            "destination": one.destination,
            "note": one.note,
        }
        for one in withdrawals
    ]
    return sorted(found, key=lambda row: row["at"], reverse=True)


def _open_to(player_id: int, *, offers: list[PayInOffer], at: datetime) -> list[PayInOffer]:
    """The houses that keep the reader from playing neither themselves nor by an exclusion that holds everywhere."""
    return [one for one in offers if exclusion_of(player_id, venue_id=one.venue_id, at=at) is None]


def _ways(offers: list[PayInOffer], *, several: bool) -> list[tuple[str, str]]:
    """How one may pay in: the method, with the house where there are several."""
    return [
        (
            f"{offer.venue_id}:{method}",
            f"{method_words(method)} · {offer.venue}" if several else method_words(method),
        )
        for offer in offers
        for method in offer.methods
    ]


def _rooms(player_id: int, *, offers: list[PayInOffer], at: Any) -> list[tuple[str, int]]:
    """By currency, how much more the own limits let come in; nothing without one."""
    units = dict.fromkeys(offer.currency for offer in offers)
    found = [(unit, deposit_room(player_id, unit=unit, at=at)) for unit in units]
    return [(unit, room) for unit, room in found if room is not None]


def _houses(player_id: int, *, offers: list[PayInOffer], at: Any) -> list[dict[str, Any]]:
    """The houses that pay by the bank, each with what of the balance may be asked for."""
    return [
        {
            "venue_id": offer.venue_id,
            "name": offer.venue,
            "unit": offer.currency,
            "may": withdrawable_of(
                player_id,
                unit=offer.currency,
                balance_cents=wallet_balance(player_id, unit=offer.currency),
                at=at,
            ),
        }
        for offer in offers
    ]
