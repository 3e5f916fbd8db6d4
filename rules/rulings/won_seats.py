"""Seats in a tournament as prizes: whether a player may have money instead, and how many of them a satellite gives."""

from __future__ import annotations

from dataclasses import dataclass

from rules.policies import Policies
from rules.prizes import satellite_seats
from rules.refusals import N_, Refused
from rules.rulings.ruling import Answer, Note, Outcome
from rules.rulings.situation import Group, answers, count, one_of, yes_no
from rules.tickets import WonIn, WonSeat, to_money

_MOST = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class WonSeatForMoney:
    """A player who won a seat wants money instead."""

    won_in: WonIn = one_of(
        N_("Where the seat was won"),
        titles={
            WonIn.LIVE_SATELLITE: N_("In a live satellite"),
            WonIn.ONLINE_SATELLITE: N_("In an online satellite"),
            WonIn.FREEROLL: N_("In a tournament without a buy-in"),
        },
    )
    has_seat_already: bool = yes_no(N_("Had won a seat in the same tournament before"))


@answers(
    WonSeatForMoney,
    title=N_("A won seat is to become money"),
    group=Group.PROCEDURE,
    rules=("SCPT.G", "PT-T.28", "PT-T.29", "PT-T.30"),
)
def won_seat_for_money(s: WonSeatForMoney, policies: Policies) -> Answer:
    """Answer: only the second seat that somebody won in the same tournament, where the books know it, and none from a freeroll.

    Rule: SCPT.G, PT-T.28, PT-T.29, PT-T.30
    """
    seat = WonSeat(won_in=s.won_in, winner_id=0, value_cents=0, has_seat_already=s.has_seat_already)
    try:
        to_money(seat, policies=policies)
    except Refused as no:
        return Answer(code="won_seat_is_no_money", rules=(no.rule,), sentence=no.sentence, action=Outcome.NO)
    return Answer(
        code="won_seat_is_money",
        rules=("PT-T.29",),
        sentence=N_(
            "It is the second seat that the player won in this tournament: the price of the entry may be paid instead."
        ),
        action=Outcome.PAY,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsOfSatellite:
    """A tournament whose prizes are seats in another. Both amounts in the same unit."""

    pool: int = count(N_("Prize pool of the satellite, without cents"), minimum=1, maximum=_MOST)
    price: int = count(N_("Price of a seat, without cents"), minimum=1, maximum=_MOST)
    entries: int = count(N_("Entries of the satellite"), minimum=1, maximum=100_000)


@answers(
    SeatsOfSatellite,
    title=N_("How many seats a satellite gives"),
    group=Group.PROCEDURE,
    rules=("SCPT.G", "PT-T.32"),
)
def seats_of_satellite(s: SeatsOfSatellite, policies: Policies) -> Answer:
    """Answer: as many whole seats as the pool pays, one a player at most; what is left is money for the next place.

    Rule: SCPT.G, PT-T.32
    """
    seats, left = satellite_seats(net_pool_cents=s.pool, ticket_cents=s.price, entries=s.entries)
    return Answer(
        code="seats_of_satellite",
        rules=("PT-T.32", "SCPT.G"),
        sentence=N_("Seats: %(given)s."),
        params={"given": seats},
        action=Outcome.AWARD,
        also=(
            Note(
                sentence=N_("The next place has the %(left)s that are left, in money."), params={"left": left}
            ),
        )
        if left
        else (),
    )
