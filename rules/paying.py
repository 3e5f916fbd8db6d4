"""Paying in and out by the house's bank: what a player asks for on the phone, and what the house has to do with it.

A player asks to pay in, gets a reference and pays at the own bank; the house says that the money came. A player asks for a withdrawal: the amount
leaves the balance at once, and the house pays it to where the player wrote. Money that names no reference is unclaimed until the house knows whose it
is. Nothing here moves money by itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum, unique

from rules.receipts import number_behind, short_code
from rules.refusals import N_, Refused


@unique
class PayInMethod(StrEnum):
    """How a player pays in: by the code that a bank's app reads, or by writing the house's account into a transfer."""

    PIX = "pix"
    BANK = "bank"


@unique
class PayInState(StrEnum):
    """ASKED: the house waits for the money. CONFIRMED: it came and is in the balance. REFUSED: the house waits no longer. TAKEN_BACK: nor does
    the player. HELD: money came that may not be taken, and goes back. SENT_BACK: it went back.
    """

    ASKED = "asked"
    CONFIRMED = "confirmed"
    REFUSED = "refused"
    TAKEN_BACK = "taken_back"
    HELD = "held"
    SENT_BACK = "sent_back"


@unique
class WithdrawalState(StrEnum):
    """ASKED: the amount waits for the house. PAYING: somebody is paying it just now. PAID: it left. REFUSED, TAKEN_BACK: it is in the balance again."""

    ASKED = "asked"
    PAYING = "paying"
    PAID = "paid"
    REFUSED = "refused"
    TAKEN_BACK = "taken_back"


@unique
class UnclaimedState(StrEnum):
    """OPEN: nobody knows whose it is. MATCHED: it is in a player's balance. SENT_BACK: it left again."""

    OPEN = "open"
    MATCHED = "matched"
    SENT_BACK = "sent_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class PayingPolicy:
    """pay_in_days: how long the house waits for the money of a pay-in. open_at_once: how many pay-ins, and how many withdrawals, of one player
    may wait at one time. least_cents: less is not worth a transfer."""

    pay_in_days: int = 7
    open_at_once: int = 3
    least_cents: int = 100


DESTINATION_LETTERS = 140
"""How long what a player writes of the account may be to which a withdrawal goes."""

NOTE_LETTERS = 140
"""How long what the bank says of a transfer may be: a whole line of a statement."""

DESTINATION_LEAST = 5
"""What is shorter is no key and no account: nobody could pay there."""

#: In which states of a pay-in each step may be done. Money comes when it comes: late, and after nobody waited for it any more.
PAY_IN_STEPS: Mapping[str, frozenset[PayInState]] = {
    "take_back": frozenset({PayInState.ASKED}),
    "refuse": frozenset({PayInState.ASKED}),
    "confirm": frozenset({PayInState.ASKED, PayInState.REFUSED, PayInState.TAKEN_BACK, PayInState.HELD}),
    "hold": frozenset({PayInState.ASKED, PayInState.REFUSED, PayInState.TAKEN_BACK}),
    "hold_again": frozenset({PayInState.CONFIRMED, PayInState.HELD, PayInState.SENT_BACK}),
    "send_back": frozenset({PayInState.HELD}),
    "correct": frozenset({PayInState.CONFIRMED}),
}

#: The same of a withdrawal. What was paid comes back by an act of its own: a page from before it was paid refuses nothing that is paid.
WITHDRAWAL_STEPS: Mapping[str, frozenset[WithdrawalState]] = {
    "take_back": frozenset({WithdrawalState.ASKED}),
    "begin": frozenset({WithdrawalState.ASKED}),
    "leave": frozenset({WithdrawalState.PAYING}),
    "pay": frozenset({WithdrawalState.ASKED, WithdrawalState.PAYING}),
    "refuse": frozenset({WithdrawalState.ASKED, WithdrawalState.PAYING}),
    "return": frozenset({WithdrawalState.PAID}),
}

_PAY_IN_IS: Mapping[PayInState, str] = {
    PayInState.ASKED: N_("The money of this deposit has not come yet."),
    PayInState.CONFIRMED: N_("This deposit is confirmed already: the money is in the balance."),
    PayInState.REFUSED: N_("The house has refused this deposit already."),
    PayInState.TAKEN_BACK: N_("The player has taken this deposit back."),
    PayInState.HELD: N_("The money of this deposit came and goes back."),
    PayInState.SENT_BACK: N_("The money of this deposit was sent back already."),
}

_OVER_MEANWHILE: Mapping[PayInState, str] = {
    PayInState.REFUSED: N_(
        "This deposit was refused meanwhile, because nothing had come. Nothing is booked yet: if the money came all the same, say so once more."
    ),
    PayInState.TAKEN_BACK: N_(
        "The player has taken this deposit back meanwhile. Nothing is booked yet: if the money came all the same, say so once more."
    ),
}

_WITHDRAWAL_IS: Mapping[WithdrawalState, str] = {
    WithdrawalState.ASKED: N_("Nobody is paying this withdrawal just now."),
    WithdrawalState.PAYING: N_("The house is paying this withdrawal just now."),
    WithdrawalState.PAID: N_("This withdrawal is paid already."),
    WithdrawalState.REFUSED: N_("The house has refused this withdrawal: the amount is in the balance again."),
    WithdrawalState.TAKEN_BACK: N_(
        "The player has taken this withdrawal back: the amount is in the balance again."
    ),
}

_UNCLAIMED_IS: Mapping[UnclaimedState, str] = {
    UnclaimedState.MATCHED: N_("This money is in a player's balance already."),
    UnclaimedState.SENT_BACK: N_("This money was sent back already."),
}

# chosen so that the codes of a pay-in, a withdrawal and unclaimed money of one number differ in each sign: one is not taken for another
_WITHDRAWALS_FROM = 0x09A28F19
_UNCLAIMED_FROM = 0x140B55C4
_LETTERS_FROM: Mapping[str, int] = {"P": 0, "W": _WITHDRAWALS_FROM, "U": _UNCLAIMED_FROM}
_NUMBERS = 1 << 30

# of the countries whose players come here; of others nothing is checked
_IBAN_LENGTHS: Mapping[str, int] = {
    "AT": 20, "BE": 16, "BR": 29, "CH": 21, "DE": 22, "ES": 24, "FR": 27, "GB": 22, "IE": 22, "IT": 27, "LU": 20, "NL": 18, "PT": 25,
}  # fmt: skip
_RANDOM_KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def pay_in_reference(number: int) -> str:
    """Return what a player writes into the transfer, and the house looks for on the bank's statement."""
    return f"P{short_code(number)}"


def withdrawal_reference(number: int) -> str:
    """Return by what player and house call a withdrawal."""
    return f"W{short_code((number + _WITHDRAWALS_FROM) % _NUMBERS)}"


def unclaimed_reference(number: int) -> str:
    """Return by what the house calls money that named no reference."""
    return f"U{short_code((number + _UNCLAIMED_FROM) % _NUMBERS)}"


def withdrawal_about(number: int) -> str:
    """Return under what the transfers of a withdrawal are booked."""
    return f"withdrawal:{number}"


def meant_by(reference: str) -> tuple[str, int] | None:
    """Return "P", "W" or "U" and the number that a typed reference stands for; None where it is none."""
    plain = reference.strip().upper()
    letter = plain[:1]
    number = number_behind(plain[1:]) if letter in _LETTERS_FROM else None
    return None if number is None else (letter, (number - _LETTERS_FROM[letter]) % _NUMBERS)


def pay_in_ends(asked_at: datetime, *, policy: PayingPolicy) -> datetime:
    """Return until when the house waits for the money."""
    return asked_at + timedelta(days=policy.pay_in_days)


def check_asked(
    *, amount_cents: int, most_cents: int, waiting: int, policy: PayingPolicy, currency: str
) -> None:
    """Check whether a player may ask for one more pay-in or withdrawal, of this amount.

    Refusals: ``amount_too_small``, ``amount_too_large``, ``too_many_waiting``. Rule: PT-T.21
    """
    if amount_cents < policy.least_cents:
        raise Refused(
            "amount_too_small",
            N_("At least %(least_cents)s go by the bank."),
            rule="PT-T.21",
            least_cents=policy.least_cents,
            currency=currency,
            field="amount_cents",
        )
    if amount_cents > most_cents:
        raise Refused(
            "amount_too_large",
            N_("At most %(most_cents)s go by the bank at once."),
            rule="PT-T.21",
            most_cents=most_cents,
            currency=currency,
            field="amount_cents",
        )
    if waiting >= policy.open_at_once:
        raise Refused(
            "too_many_waiting",
            N_("%(most)s of yours wait already. Wait for one of them, or take one back."),
            rule="PT-T.21",
            most=policy.open_at_once,
        )


FAR_MORE = 10
"""More than so many times what was announced is a slip of the finger: a comma that was not typed is a hundred times."""


def check_arrived(*, asked_cents: int, arrived_cents: int, currency: str) -> None:
    """Check whether so much may be put into a balance, or set aside, where so much was announced.

    Refusals: ``far_more_than_asked``. Rule: PT-T.21, REGULATIONS 2.10
    """
    if arrived_cents > FAR_MORE * asked_cents:
        raise Refused(
            "far_more_than_asked",
            N_(
                "%(arrived_cents)s is more than %(times)s times the %(asked_cents)s that were announced: look at the comma. If so"
                " much came, enter here what was announced, and note the rest as money without a reference: it is set aside"
                " until you say whose it is, or send it back."
            ),
            rule="PT-T.21",
            arrived_cents=arrived_cents,
            asked_cents=asked_cents,
            times=FAR_MORE,
            currency=currency,
            field="amount_cents",
        )


def check_other_amount(
    *, asked_cents: int, arrived_cents: int, agreed_cents: int | None, currency: str
) -> None:
    """Check whether who says that another amount came was told by how much it is another, and said so once more. agreed_cents: what was told.

    Refusals: ``more_than_asked``, ``less_than_asked``. Rule: PT-T.21
    """
    if arrived_cents in (asked_cents, agreed_cents):
        return
    more = arrived_cents > asked_cents
    raise Refused(
        "more_than_asked" if more else "less_than_asked",
        N_(
            "You say that %(arrived_cents)s came. %(asked_cents)s were announced: that is %(differs_cents)s more. Nothing is"
            " booked yet: look at the bank once more, and if it is so, say it again."
        )
        if more
        else N_(
            "You say that %(arrived_cents)s came. %(asked_cents)s were announced: that is %(differs_cents)s less. Nothing is"
            " booked yet: look at the bank once more, and if it is so, say it again."
        ),
        rule="PT-T.21",
        arrived_cents=arrived_cents,
        asked_cents=asked_cents,
        differs_cents=abs(arrived_cents - asked_cents),
        currency=currency,
        field="amount_cents",
    )


def check_pay_in_step(step: str, *, state: PayInState) -> None:
    """Check whether something may be done with a pay-in as it stands. Refusals: ``pay_in_settled``, with its state. Rule: PT-T.21"""
    if state not in PAY_IN_STEPS[step]:
        raise Refused("pay_in_settled", _PAY_IN_IS[state], rule="PT-T.21", state=state.value)


def check_pay_in_seen(*, state: PayInState, seen: str) -> None:
    """Check whether who says that money came knows that nobody waited for it any more. seen: the state on the page that asks, "" of programs, which
    say what the bank says. Refusals: ``pay_in_over_meanwhile``, with its state. Rule: PT-T.21"""
    if state in _OVER_MEANWHILE and seen not in ("", state.value):
        raise Refused("pay_in_over_meanwhile", _OVER_MEANWHILE[state], rule="PT-T.21", state=state.value)


def check_unclaimed(state: UnclaimedState) -> None:
    """Check whether money still waits to be matched with a player. Refusals: ``unclaimed_settled``, with its state. Rule: PT-T.21"""
    if state is not UnclaimedState.OPEN:
        raise Refused("unclaimed_settled", _UNCLAIMED_IS[state], rule="PT-T.21", state=state.value)


def check_correction(
    *, asked_cents: int, was_cents: int, is_cents: int, free_cents: int, currency: str
) -> None:
    """Check whether a pay-in that was confirmed with a wrong amount can be put right: only so far as the money is still in the balance.

    asked_cents: what was announced; was_cents: what was confirmed; is_cents: what came, 0 for nothing; free_cents: what of the balance no prize
    or refund waits in.
    Refusals: ``same_amount``, ``far_more_than_asked``, ``money_played``. Rule: PT-T.21
    """
    if is_cents == was_cents:
        raise Refused(
            "same_amount",
            N_("So much is confirmed already. Write what came; 0 for nothing."),
            rule="PT-T.21",
            field="amount_cents",
        )
    if is_cents > was_cents:
        check_arrived(asked_cents=asked_cents, arrived_cents=is_cents, currency=currency)
    if was_cents - is_cents > free_cents:
        raise Refused(
            "money_played",
            N_(
                "Only %(free_cents)s of this money is still in the balance: down to %(least_cents)s can be corrected."
                " Settle the rest with the player."
            ),
            rule="PT-T.21",
            free_cents=free_cents,
            least_cents=was_cents - free_cents,
            currency=currency,
            field="amount_cents",
        )


def check_withdrawal_step(step: str, *, state: WithdrawalState) -> None:
    """Check whether something may be done with a withdrawal as it stands. Refusals: ``withdrawal_settled``, with its state. Rule: PT-T.21"""
    if state not in WITHDRAWAL_STEPS[step]:
        raise Refused("withdrawal_settled", _WITHDRAWAL_IS[state], rule="PT-T.21", state=state.value)


def check_taken_up(
    *, taken_up_by: int | None, taken_up_at: datetime | None, by: int | None, seen_at: datetime | None
) -> None:
    """Check whether somebody may act on a withdrawal that a colleague is paying: only who knows it. seen_at: since when, as who acts has read it.

    Refusals: ``withdrawal_taken_up``. Rule: PT-T.21
    """
    if taken_up_at is None or taken_up_by == by or seen_at == taken_up_at:
        return
    raise Refused(
        "withdrawal_taken_up",
        N_(
            "A colleague is paying this withdrawal just now: ask before you do anything with it. Nothing was done."
        ),
        rule="PT-T.21",
        state=WithdrawalState.PAYING.value,
    )


def money_is_here(state: PayInState) -> bool:
    """Return whether the money of a pay-in came, whatever became of it: then what comes is other money."""
    return state in (PayInState.CONFIRMED, PayInState.HELD, PayInState.SENT_BACK)


def check_destination(typed: str) -> None:
    """Refuse what is no key and no account, and a number whose own check digits say that it is mistyped: money sent there is gone, or comes back late.

    Refusals: ``destination_short``, ``bad_iban``. Rule: PT-T.21
    """
    if len(typed.strip()) < DESTINATION_LEAST:
        raise Refused(
            "destination_short",
            N_("Write the whole key, IBAN or account: it has at least %(least)s characters."),
            rule="PT-T.21",
            least=DESTINATION_LEAST,
            field="destination",
        )
    if _RANDOM_KEY.fullmatch(typed.strip().lower()):
        return  # a PIX key that only looks like one
    plain = re.sub(r"[\s.-]", "", typed).upper().removeprefix("IBAN").lstrip(":")
    length = _IBAN_LENGTHS.get(plain[:2], 0) if plain[2:4].isdigit() else 0
    if length and not _iban_is_right(plain[:length], length=length):  # the holder's name may follow
        raise Refused(
            "bad_iban",
            N_("Check the IBAN: its length or its check digits do not fit."),
            rule="PT-T.21",
            field="destination",
        )


def _iban_is_right(plain: str, *, length: int) -> bool:
    if len(plain) != length or not (plain.isascii() and plain.isalnum()):
        return False
    return int("".join(str(int(sign, 36)) for sign in plain[4:] + plain[:4])) % 97 == 1
