"""Forms of what goes by the bank: what each part says, what is done with it, and what was wrong in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.http.request import QueryDict
from django.utils.translation import gettext as _

from dispatch.facts import Done
from payouts.queries.pay_ins import PayInView
from rules.paying import NOTE_LETTERS, PAY_IN_STEPS, PayInState, check_arrived, check_other_amount
from rules.refusals import Refused, not_found
from web import forms
from web.venue.page import settle_form, wrong_fields

Read = Callable[[QueryDict], dict[str, Any]]
#: what a page does, by the name of the form: the command, what it reads, and what is said when it is done
Acts = Mapping[str, tuple[Callable[..., Done], tuple[Read, ...], str]]

_NAMES = {"amount_cents": "amount"}
_SIGNS = {"BRL": "R$", "EUR": "€"}


def sign_of(unit: str) -> str:
    """Return the sign of a currency, before a field for an amount."""
    return _SIGNS.get(unit, unit)


def amount_came(post: QueryDict) -> dict[str, Any]:
    """What came, above zero."""
    return {"amount_cents": forms.amount(post, name="amount", allow_zero=False)}


def amount_agreed(post: QueryDict, *, one: PayInView, or_nothing: bool = False) -> dict[str, Any]:
    """What came of a pay-in; where it is another amount than was announced, said a second time after reading by how much.

    or_nothing: 0, too, where that is written: it says that nothing came, and is no amount.
    """
    written = bool(str(post.get("amount", "")).strip())
    cents = forms.amount(post, name="amount", allow_zero=or_nothing and written)
    step, state = forms.text(post, name="what", most=10), PayInState(one.state)
    if again(post)["again"]:
        step = f"{step}_again"
    # what is set aside is confirmed as it is: the command says so
    exact = step == "confirm" and state is PayInState.HELD
    if cents and not exact and state in PAY_IN_STEPS.get(step, ()):
        agreed = forms.text(post, name="agreed", most=15)
        announced: dict[str, Any] = {
            "asked_cents": one.amount_cents,
            "arrived_cents": cents,
            "currency": one.unit,
        }
        if cents > (one.arrived_cents or 0):
            check_arrived(**announced)
        check_other_amount(**announced, agreed_cents=int(agreed) if agreed.isdecimal() else None)
    return {"amount_cents": cents}


def bank_note(post: QueryDict) -> dict[str, Any]:
    """What the bank says of the transfer; what is too long is refused, not cut."""
    return {"bank_note": forms.text(post, name="bank_note", most=NOTE_LETTERS + 1)}


def reason(post: QueryDict) -> dict[str, Any]:
    """Why, as the player reads it."""
    return {"reason": forms.text(post, name="reason", most=301)}


def seen_state(post: QueryDict) -> dict[str, Any]:
    """How it stood on the page that asks: what the page itself wrote."""
    return {"seen": forms.text(post, name="seen", most=10)}


def seen_taken_up(post: QueryDict) -> dict[str, Any]:
    """Since when a colleague was paying it on the page that asks: what the page itself wrote."""
    try:
        return {"taken_up_at": datetime.fromisoformat(forms.text(post, name="taken_up_at", most=40))}
    except ValueError:
        return {}


def again(post: QueryDict) -> dict[str, Any]:
    """Whether it is other money than came under this reference before."""
    return {"again": post.get("again") == "1"}


def done_of_form(
    request: HttpRequest,
    *,
    acts: Acts,
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


def forms_of(request: HttpRequest, *, refused: Refused | None) -> dict[str, dict[str, Any]]:
    """What was typed into the form that was refused, and what is wrong at its fields, by the name of the form."""
    if refused is None:
        return {}
    wrong = {_NAMES.get(name, name): no for name, no in wrong_fields(refused).items()}
    return {request.POST.get("what", ""): {"wrong": wrong, "typed": request.POST.dict(), "open": True}}
