"""What people are told of a tournament, or a session of a cash table, they registered for, and of money they sent or asked for: which fact leads to which notice, and how it reaches them.

The one table. Everybody reads their notices on their own page; where a notice also goes by mail, the house and the person
may each switch that off. A mail that comes too late to be of use is not sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum, unique

from rules.refusals import N_, Refused


@unique
class NoticeKind(StrEnum):
    """What a notice is about: what is switched on and off."""

    RECEIPT = "receipt"
    SEAT = "seat"
    MOVE = "move"
    POSTPONED = "postponed"
    CANCELLED = "cancelled"
    PRIZE = "prize"
    LINE = "line"
    DEAL = "deal"
    COMPLAINT = "complaint"
    SESSION = "session"
    MONEY = "money"


@unique
class Channel(StrEnum):
    """How a notice reaches somebody."""

    PAGE = "page"
    MAIL = "mail"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeRule:
    """One line of the table. facts, house_facts: the kinds of facts it is made from, of a tournament and of the house; to: who is told;
    useful_for: how long after the fact a mail is still worth sending."""

    kind: NoticeKind
    title: str
    to: str
    useful_for: timedelta
    channels: tuple[Channel, ...] = (Channel.PAGE, Channel.MAIL)
    facts: tuple[str, ...] = ()
    house_facts: tuple[str, ...] = ()


NOTICES: tuple[NoticeRule, ...] = (
    NoticeRule(
        kind=NoticeKind.RECEIPT,
        title=N_("Receipts"),
        facts=("entry_paid", "purchase_paid", "payment_struck", "entry_refunded", "purchase_refunded"),
        to="who paid, or was said to have paid; whose entry the house cancels, or whose chips it takes back",
        useful_for=timedelta(days=7),
    ),
    NoticeRule(
        kind=NoticeKind.SEAT,
        title=N_("Your seat is drawn"),
        facts=("tournament_started", "player_seated"),
        to="everybody whom the draw seats; later who had no seat before",
        useful_for=timedelta(hours=3),
    ),
    NoticeRule(
        kind=NoticeKind.MOVE,
        title=N_("You move to another seat"),
        facts=("player_seated", "move_undone"),
        to="who had a seat before",
        useful_for=timedelta(minutes=30),
    ),
    NoticeRule(
        kind=NoticeKind.POSTPONED,
        title=N_("A tournament of yours is postponed"),
        facts=("tournament_postponed",),
        to="everybody whose registration stands",
        useful_for=timedelta(days=7),
    ),
    NoticeRule(
        kind=NoticeKind.CANCELLED,
        title=N_("A tournament of yours is cancelled"),
        facts=("tournament_cancelled",),
        to="everybody whose registration stood",
        useful_for=timedelta(days=7),
    ),
    NoticeRule(
        kind=NoticeKind.PRIZE,
        title=N_("A prize is yours"),
        facts=("prize_credited", "prize_taken_back", "prize_paid", "prize_payment_undone"),
        to="who won it",
        useful_for=timedelta(days=7),
    ),
    NoticeRule(
        kind=NoticeKind.LINE,
        title=N_("Your number in line"),
        facts=("alternates_seated", "entry_cancelled"),
        to="who moves up to one of the first places of the line",
        useful_for=timedelta(minutes=30),
        channels=(Channel.PAGE,),
    ),
    NoticeRule(
        kind=NoticeKind.DEAL,
        title=N_("A deal is put to the vote"),
        facts=("deal_proposed",),
        to="the players of the deal",
        useful_for=timedelta(minutes=30),
        channels=(Channel.PAGE,),
    ),
    NoticeRule(
        kind=NoticeKind.COMPLAINT,
        title=N_("Your complaint is answered"),
        facts=("player_answered",),
        house_facts=("player_answered_at_cash",),
        to="who complained about a hand of a tournament or of a cash table",
        useful_for=timedelta(days=15),
    ),
    NoticeRule(
        kind=NoticeKind.SESSION,
        title=N_("A session or waiting list of yours at a cash table"),
        house_facts=("session_seat_drawn", "session_seat_missed", "waiting_called_off"),
        to="who has registered for the session when it begins; who waits for a table that the house closes or may not run any more",
        useful_for=timedelta(hours=3),
    ),
    NoticeRule(
        kind=NoticeKind.MONEY,
        title=N_("Your deposits and withdrawals"),
        house_facts=(
            "pay_in_confirmed",
            "pay_in_refused",
            "pay_in_held",
            "pay_in_sent_back",
            "pay_in_corrected",
            "withdrawal_paid",
            "withdrawal_refused",
        ),
        to="whose money it is",
        useful_for=timedelta(days=7),
    ),
)

#: the facts of a tournament that lead to a notice, and those of a house
FACTS: frozenset[str] = frozenset(fact for rule in NOTICES for fact in rule.facts)
FACTS_OF_HOUSE: frozenset[str] = frozenset(fact for rule in NOTICES for fact in rule.house_facts)

#: the kinds that may go by mail
BY_MAIL: tuple[NoticeKind, ...] = tuple(rule.kind for rule in NOTICES if Channel.MAIL in rule.channels)

#: whose number in line is told: the first ones, for whom it is time to stay near
NEAR_IN_LINE = 3

_BY_KIND = {rule.kind: rule for rule in NOTICES}

#: after so many tries a mail is given up and shown to the house
MOST_TRIES = 6


def worth_sending_until(kind: NoticeKind, *, at: datetime) -> datetime:
    """Return until when a mail about what happened `at` is of use."""
    return at + _BY_KIND[kind].useful_for


def pause_after(tries: int) -> timedelta:
    """Return how long a mail waits after so many tries that failed: half a minute, then four times as long each time."""
    return timedelta(seconds=30 * 4 ** (tries - 1))


def switched_off(kinds: Iterable[str]) -> tuple[NoticeKind, ...]:
    """Return the kinds that are to be off, each once, in the order of the table. Refusal: ``unknown_notice``."""
    wanted = set(kinds)
    if wanted - set(NoticeKind):
        raise Refused("unknown_notice", N_("There is no such notice. Reload the page."))
    return tuple(rule.kind for rule in NOTICES if rule.kind in wanted)
