"""What a player brings to a table where hands are played for money, and what he may add."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from rules.betting import MAX_CHIPS
from rules.money import BASIS_POINTS
from rules.online.rake import Rake, RakeManner, check_rake, rake_of_buy_in
from rules.refusals import N_, Refused

LEAST_BIG_BLINDS = 10
"""So many big blinds are the least that a table has its players begin with."""

RETURN_WITHIN = timedelta(minutes=30)
"""Who comes back to a table within so long brings at least what he left with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CashTerms:
    """For what a table is played, in cents, and what the house takes."""

    currency: str
    small_blind_cents: int
    big_blind_cents: int
    least_cents: int
    most_cents: int
    rake: Rake


def check_terms(terms: CashTerms) -> None:
    """Refuse terms under which no table is opened. Refusals: ``bad_stakes``, ``bad_buy_in_range``, ``bad_rake``.

    Rule: PT-H.14, PT-H.17, PT-H.22
    """
    if not 0 < terms.small_blind_cents <= terms.big_blind_cents:
        raise Refused(
            "bad_stakes",
            N_("The small blind is more than nothing and at most the big blind."),
            rule="PT-H.22",
        )
    if not LEAST_BIG_BLINDS * terms.big_blind_cents <= terms.least_cents <= terms.most_cents <= MAX_CHIPS:
        raise Refused(
            "bad_buy_in_range",
            N_("The minimum buy-in is at least %(least)s big blinds, and not more than the maximum."),
            rule="PT-H.14",
            least=LEAST_BIG_BLINDS,
            field="least_buy_in_cents",
        )
    check_rake(terms.rake)


def bounds_of_buy_in(terms: CashTerms, *, left_cents: int = 0) -> tuple[int, int]:
    """Return the least and the most that a player may bring. left_cents: with what he left this table a short while ago, 0 for none:
    nobody takes chips off the table by standing up. Rule: PT-H.8, PT-H.11, PT-H.14
    """
    least = max(terms.least_cents, _bringing(left_cents, rake=terms.rake))
    return least, max(terms.most_cents, least)


def check_buy_in(cents: int, *, terms: CashTerms, left_cents: int = 0) -> None:
    """Refuse a buy-in outside the table's range. Refusals: ``bad_buy_in``. Rule: PT-H.8, PT-H.11, PT-H.14"""
    least, most = bounds_of_buy_in(terms, left_cents=left_cents)
    if not least <= cents <= most:
        raise Refused(
            "bad_buy_in",
            N_("Bring %(least_cents)s to %(most_cents)s: who comes back brings at least what they left with.")
            if least > terms.least_cents
            else N_("Bring %(least_cents)s to %(most_cents)s to this table."),
            rule="PT-H.11" if least > terms.least_cents else "PT-H.8",
            least_cents=least,
            most_cents=most,
            currency=terms.currency,
            field="cents",
        )


def bounds_of_top_up(stack_cents: int, *, terms: CashTerms) -> tuple[int, int]:
    """Return the least and the most that may be added to a stack between two hands: to one big blind at least, and up to the largest
    buy-in. Nothing may be added where the most is less than the least. Rule: PT-H.12, PT-H.14, PT-H.15
    """
    least = max(1, _bringing(terms.big_blind_cents - stack_cents, rake=terms.rake))
    return least, _bringing(terms.most_cents - stack_cents, rake=terms.rake)


def check_top_up(cents: int, *, stack_cents: int, terms: CashTerms) -> None:
    """Refuse to add what would go above the largest buy-in, or leaves the stack under one big blind.

    Refusals: ``stack_is_full``, ``bad_top_up``. Rule: PT-H.12, PT-H.14, PT-H.15
    """
    least, most = bounds_of_top_up(stack_cents, terms=terms)
    if most < least:
        raise Refused(
            "stack_is_full",
            N_("You have as much in front as anybody may bring to this table."),
            rule="PT-H.14",
        )
    if not least <= cents <= most:
        raise Refused(
            "bad_top_up",
            N_("Add %(least_cents)s to %(most_cents)s."),
            rule="PT-H.15",
            least_cents=least,
            most_cents=most,
            currency=terms.currency,
            field="cents",
        )


def check_wished_chips(cents: int, *, terms: CashTerms) -> None:
    """Refuse what nobody could add when the hand is over that is played, however it ends. Refusals: ``bad_top_up``. Rule: PT-H.11, PT-H.14"""
    most = _bringing(terms.most_cents, rake=terms.rake)
    if not 0 < cents <= most:
        raise Refused(
            "bad_top_up",
            N_("Add %(least_cents)s to %(most_cents)s."),
            rule="PT-H.14",
            least_cents=1,
            most_cents=most,
            currency=terms.currency,
            field="cents",
        )


def wished_to_add(stack_cents: int, *, wished_cents: int, terms: CashTerms) -> int:
    """Return what of the chips that were wished during a hand is brought when it is over: up to the largest buy-in; 0 where the stack is full,
    or would stay under one big blind. Rule: PT-H.11, PT-H.14, PT-H.15
    """
    least, most = bounds_of_top_up(stack_cents, terms=terms)
    cents = min(wished_cents, most)
    return cents if least <= cents else 0


def check_kept_stack(cents: int, *, terms: CashTerms) -> None:
    """Refuse a stack that nobody may bring, where a player wants his filled up to it after each hand; 0 is no such wish.

    Refusals: ``bad_kept_stack``. Rule: PT-H.12, PT-H.14
    """
    if cents and not terms.least_cents <= cents <= terms.most_cents:
        raise Refused(
            "bad_kept_stack",
            N_("Your stack can be topped up to %(least_cents)s at least and %(most_cents)s at most."),
            rule="PT-H.14",
            least_cents=terms.least_cents,
            most_cents=terms.most_cents,
            currency=terms.currency,
            field="cents",
        )


def to_fill_up(stack_cents: int, *, kept_cents: int, terms: CashTerms) -> int:
    """Return what to bring so that a stack is as large as its player wants it kept; 0 where it is, and where nothing is to be kept.

    Rule: PT-H.12, PT-H.15
    """
    least, most = bounds_of_top_up(stack_cents, terms=terms)
    cents = _bringing(kept_cents - stack_cents, rake=terms.rake)
    return cents if kept_cents and least <= cents <= most else 0


def _bringing(stack_cents: int, *, rake: Rake) -> int:
    """The least to bring so that so much reaches the table."""
    if stack_cents <= 0 or rake.manner is not RakeManner.BUY_IN:
        return max(0, stack_cents)
    cents = stack_cents * BASIS_POINTS // (BASIS_POINTS - rake.basis_points)
    while cents - rake_of_buy_in(cents, rake=rake) < stack_cents:
        cents += 1
    while cents > 1 and cents - 1 - rake_of_buy_in(cents - 1, rake=rake) >= stack_cents:
        cents -= 1
    return cents
