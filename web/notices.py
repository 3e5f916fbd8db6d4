"""What a notice says, in the reader's language: a title and a few lines, the same on the page and in the mail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from rules.entries import PaymentMethod
from rules.notices import NoticeKind
from rules.refusals import N_
from web.labels import method_word
from web.seat_refused import why_not_seated
from web.templatetags.houses import place_word
from web.templatetags.shuffle import day, moment, money


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """title: what it is, in one line; lines: what else one needs."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    """What a notice tells, of which tournament, in which time zone."""

    payload: Mapping[str, Any]
    tournament: str
    zone: str


def words_of(kind: str, *, payload: Mapping[str, Any], tournament: str, zone: str) -> Words:
    """Return a notice in the language of now. tournament: the name of what it is about; zone: where that is played."""
    return _WORDS[NoticeKind(kind)](_About(payload=payload, tournament=tournament, zone=zone))


def _struck(payload: Mapping[str, Any]) -> Words:
    lines = [
        _("%(amount)s (%(method)s) had not come; the desk had marked it by mistake.")
        % {
            "amount": money(payload["amount_cents"], payload["currency"]),
            "method": method_word(payload["method"]),
        }
    ]
    if payload["receipt"]:
        lines.append(_("Receipt %(receipt)s is void.") % {"receipt": payload["receipt"]})
    lines.append(_("Your registration waits for its payment again. If you have paid, ask at the desk."))
    return Words(title=_("Your payment is struck"), lines=tuple(lines))


_TAKEN_BACK = {
    "rebuy": N_("The house has undone your rebuy"),
    "add_on": N_("The house has undone your add-on"),
}


def refunded_words(payload: Mapping[str, Any]) -> Words:
    """Return what somebody reads whose entry or chips the house took back: what, where the money is, which receipt is void."""
    amount = {
        "amount": money(payload["amount_cents"], payload["currency"]),
        "method": method_word(payload["method"]),
    }
    lines = []
    if payload["amount_cents"]:
        lines.append(
            _("You get back: %(amount)s, the way you had paid (%(method)s).") % amount
            # out of the balance it can only go back into it
            if payload["handed_back"] and payload["method"] != PaymentMethod.BALANCE
            else _("You get back: %(amount)s. It went into your balance.") % amount
        )
    lines.append(_("Receipt %(receipt)s is void.") % {"receipt": payload["receipt"]})
    bought = payload.get("bought")
    if bought:
        title = _(_TAKEN_BACK[bought])
    elif payload.get("re_entry"):
        title = _("The house has undone your re-entry")
    else:
        title = _("The house has cancelled your entry")
    return Words(title=title, lines=tuple(lines))


def _receipt(about: _About) -> Words:
    payload = about.payload
    if payload.get("refunded"):
        return refunded_words(payload)
    if payload.get("struck"):
        return _struck(payload)
    total = payload["price_cents"] + payload["surcharge_cents"]
    lines = [
        _("Paid: %(amount)s (%(method)s)")
        % {"amount": money(total, payload["currency"]), "method": method_word(payload["method"])}
    ]
    if payload["surcharge_cents"]:
        lines.append(
            _("Surcharge in it: %(amount)s")
            % {"amount": money(payload["surcharge_cents"], payload["currency"])}
        )
    lines.append(
        _(
            "The receipt's running number stands on your page of the tournament; what the price is made of, on the"
            " receipt from the desk."
        )
    )
    return Words(title=_("Receipt %(receipt)s") % {"receipt": payload["receipt"]}, lines=tuple(lines))


def _seat(about: _About) -> Words:
    payload = about.payload
    return Words(
        title=_("Your seat: table %(table)s, seat %(seat)s") % payload,
        lines=tuple(_waits_for_the_button(payload)),
    )


def _move(about: _About) -> Words:
    payload = about.payload
    lines = [_("You come from table %(from_table)s, seat %(from_seat)s. Take your chips with you.") % payload]
    return Words(
        title=_("Your new seat: table %(table)s, seat %(seat)s") % payload,
        lines=(*lines, *_waits_for_the_button(payload)),
    )


def _waits_for_the_button(payload: Mapping[str, Any]) -> list[str]:
    return [_("You are dealt in once the button has passed.")] if payload.get("waits_for_button") else []


def _postponed(about: _About) -> Words:
    payload = about.payload
    return Words(
        title=_("%(tournament)s: another start") % {"tournament": about.tournament},
        lines=(
            _("New start: %(when)s") % {"when": moment(_at(payload["starts_at"]), about.zone)},
            _("Before: %(when)s") % {"when": moment(_at(payload["from"]), about.zone)},
            _("Reason: %(reason)s") % {"reason": payload["reason"]},
            _("Your registration stands. If you cannot come, cancel it in time."),
        ),
    )


def _cancelled(about: _About) -> Words:
    payload = about.payload
    lines = [_("Reason: %(reason)s") % {"reason": payload["reason"]}]
    back, waits, given = payload["back_cents"], payload["open_cents"], payload.get("given_cents", 0)
    amounts = {
        "amount": money(back, payload["currency"]),
        "waits": money(waits, payload["currency"]),
        "given": money(given, payload["currency"]),
    }
    if not back:
        lines.append(_("You had paid nothing, so nothing comes back."))
    elif given == back:
        lines.append(_("You got back: %(amount)s. It was handed over to you.") % amounts)
    else:
        lines.append(_("You get back: %(amount)s. It went into your balance.") % amounts)
        if given:
            lines.append(_("%(given)s of it was handed over to you.") % amounts)
    if waits:
        lines.append(_("The desk hands you %(waits)s of it.") % amounts)
    return Words(
        title=_("%(tournament)s is cancelled") % {"tournament": about.tournament},
        lines=tuple(lines),
    )


def _prize(about: _About) -> Words:
    payload = about.payload
    amount = money(payload["amount_cents"], payload["currency"])
    if payload.get("taken_back"):
        return Words(
            title=_("Your prize of %(amount)s is taken back") % {"amount": amount},
            lines=(_("The result is being corrected. Ask the director if you do not know why."),),
        )
    place = [_("%(place)s place") % {"place": place_word(payload["place"])}] if payload.get("place") else []
    if payload.get("paid"):
        method = _("By: %(method)s") % {"method": method_word(payload["method"])}
        return Words(
            title=_("Your prize of %(amount)s is paid out") % {"amount": amount}, lines=(*place, method)
        )
    if payload.get("payment_undone"):
        return Words(
            title=_("The payment of your prize of %(amount)s is undone") % {"amount": amount},
            lines=(*place, _("It is in your balance; the desk pays it out.")),
        )
    if payload.get("settled"):
        stays = payload["settled"] == PaymentMethod.BALANCE
        said = _("It is in your balance.") if stays else _("It has been paid out.")
        return Words(title=_("Your prize: %(amount)s") % {"amount": amount}, lines=(*place, said))
    lines = place
    lines.append(_("It is in your balance; the desk pays it out."))
    if payload.get("due_on"):
        lines.append(_("Due by %(day)s") % {"day": day(date.fromisoformat(payload["due_on"]))})
    return Words(title=_("Your prize: %(amount)s") % {"amount": amount}, lines=tuple(lines))


def _line(about: _About) -> Words:
    number = about.payload["number"]
    return Words(
        title=_("You are next in line")
        if number == 1
        else _("You are number %(number)s in line") % {"number": number},
        lines=(_("Stay near: your seat appears on your page of the tournament."),),
    )


def _deal(about: _About) -> Words:
    payload = about.payload
    share = payload["share_cents"]
    said = (
        _("Further places would be paid.")
        if share is None
        else _("You would get %(amount)s.") % {"amount": money(share, payload["currency"])}
    )
    return Words(
        title=_("A deal is put to the vote"),
        lines=(said, _("Look at it and vote on your page of the tournament.")),
    )


def _complaint(about: _About) -> Words:
    return Words(
        title=_("Your complaint is answered"),
        lines=(
            (
                _("%(table_name)s, hand %(number)s")
                if "table_name" in about.payload
                else _("Table %(table)s, hand %(number)s")
            )
            % about.payload,
            _("The house's answer stands with the hand, under My hands."),
        ),
    )


def _session(about: _About) -> Words:
    payload = about.payload
    if "why" in payload:
        return _called_off(about)
    if "seat" in payload:
        return Words(
            title=_("The session has begun: %(table)s, seat %(seat)s") % payload,
            lines=(
                _("You brought %(amount)s to it.")
                % {"amount": money(payload["brought_cents"], payload["currency"])},
                _("It ends: %(when)s") % {"when": moment(_at(payload["ends_at"]), about.zone)},
                _("Go to the table: who is not there sits out after two decisions."),
            ),
        )
    line = why_not_seated(payload["refused"]) or _(
        "You are number %(place)s of those who are registered for a seat that comes free."
    ) % {"place": payload["place"]}
    return Words(title=_("The session has begun without a seat for you: %(table)s") % payload, lines=(line,))


def _called_off(about: _About) -> Words:
    payload = about.payload
    session = payload["session"]
    title = _("The session is called off: %(table)s") if session else _("You wait no longer: %(table)s")
    why = (
        _("The house has closed the table.")
        if payload["why"] == "closed"
        else _("The house runs no cash tables any more.")
    )
    lines = [why, _("Nothing left your account for it.")]
    if session:
        lines.insert(
            1, _("It was to start: %(when)s") % {"when": moment(_at(payload["starts_at"]), about.zone)}
        )
    return Words(title=title % payload, lines=tuple(lines))


_MONEY = {
    "pay_in_confirmed": N_("%(amount)s of your deposit %(reference)s came"),
    "pay_in_refused": N_("Your deposit %(reference)s of %(amount)s is refused"),
    "pay_in_held": N_("%(amount)s of your deposit %(reference)s may not be taken"),
    "pay_in_sent_back": N_("%(amount)s of your deposit %(reference)s was sent back"),
    "pay_in_corrected": N_("Your deposit %(reference)s was corrected: %(was)s was booked, %(amount)s came"),
    "withdrawal_paid": N_("Your withdrawal %(reference)s of %(amount)s is paid"),
    "withdrawal_refused": N_("Your withdrawal %(reference)s of %(amount)s is refused"),
}
_MONEY_NOW = {
    "pay_in_confirmed": N_("It is in your balance."),
    "pay_in_refused": N_(
        "The house waits for this money no longer. Its reason stands on your page of deposits and withdrawals."
    ),
    "pay_in_held": N_("The house sends it back. Its reason stands on your page of deposits and withdrawals."),
    "pay_in_sent_back": N_("It went back to where it came from."),
    "pay_in_corrected": N_(
        "Your balance is corrected by the difference. The house's reason stands on your page of deposits and withdrawals."
    ),
    "withdrawal_paid": N_("The bank needs its time until you have it."),
    "withdrawal_refused": N_(
        "The amount is in your balance again. The house's reason stands on your page of deposits and withdrawals."
    ),
}


def _money(about: _About) -> Words:
    payload = about.payload
    what = payload["what"]
    title = (
        _("Your withdrawal %(reference)s of %(amount)s came back from the bank")
        if payload["was_paid"]
        else _(_MONEY[what])
    )
    said = {
        "reference": payload["reference"],
        "amount": money(payload["amount_cents"], payload["currency"]),
        # notices from before corrections have no such amount
        "was": money(payload.get("was_cents", 0), payload["currency"]),
    }
    return Words(title=title % said, lines=(_(_MONEY_NOW[what]),))


def _at(text: str) -> datetime:
    at = parse_datetime(text)
    assert at is not None  # facts keep instants
    return at


_WORDS = {
    NoticeKind.RECEIPT: _receipt,
    NoticeKind.SEAT: _seat,
    NoticeKind.MOVE: _move,
    NoticeKind.POSTPONED: _postponed,
    NoticeKind.CANCELLED: _cancelled,
    NoticeKind.PRIZE: _prize,
    NoticeKind.LINE: _line,
    NoticeKind.DEAL: _deal,
    NoticeKind.COMPLAINT: _complaint,
    NoticeKind.SESSION: _session,
    NoticeKind.MONEY: _money,
}
