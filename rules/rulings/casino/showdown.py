"""Casino tables: who shows first, and how winners share a pot."""

from __future__ import annotations

from dataclasses import dataclass

from rules.money import split_by_weights
from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, Outcome, Share
from rules.rulings.showdown.showing import clockwise
from rules.rulings.situation import MAX_SEAT, Group, answers, bad_situation, chips, count, rows, seat, seats


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoShowdown:
    """The last betting round is over."""

    seats: tuple[int, ...] = seats(N_("Seats with live hands"))
    opened_seat: int = seat(N_("Seat that began the last betting round"))
    table_seats: int = count(N_("Seats at the table"), minimum=2, maximum=MAX_SEAT)


@answers(
    CasinoShowdown,
    title=N_("Casino table: in which order are hands shown?"),
    group=Group.CASINO,
    rules=("PT-L.62", "PT-L.63", "PT-L.64"),
)
def casino_showdown(s: CasinoShowdown, policies: Policies) -> Answer:
    """Answer: who began the last betting round shows first, then the players on his left; the cards speak.

    Rule: PT-L.62, PT-L.63, PT-L.64
    """
    if not s.seats or max((*s.seats, s.opened_seat)) > s.table_seats:
        raise bad_situation(
            "seats", sentence=N_("Please check the seats: they must be at this table."), rule="PT-L.62"
        )
    order = clockwise(s.seats, after=s.opened_seat - 1, table_seats=s.table_seats)
    return Answer(
        code="show_in_order",
        rules=("PT-L.62",),
        sentence=N_("Seat %(seat)s shows first, at the dealer's word, then the players on his left."),
        params={"seat": order[0]},
        action=Outcome.SHOW,
        seats=tuple(order),
        also=(Note(sentence=N_("The cards decide, not the words. Read the tabled hand."), rule="PT-L.63"),),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoWinnerRow:
    """One of several winners."""

    seat: int = seat(N_("Seat"))
    bet_chips: int = chips(N_("What he bet in this hand"), minimum=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoSplit:
    """Several hands win."""

    pot_chips: int = chips(N_("The pot"), minimum=1)
    minimum_chips: int = chips(N_("Minimum bet"), minimum=1)
    winners: tuple[CasinoWinnerRow, ...] = rows(N_("Winners"), row=CasinoWinnerRow, max_rows=MAX_SEAT)
    button_seat: int = seat(N_("Seat that has the hand (button)"))
    table_seats: int = count(N_("Seats at the table"), minimum=2, maximum=MAX_SEAT)


@answers(
    CasinoSplit,
    title=N_("Casino table: several winners"),
    group=Group.CASINO,
    rules=("PT-L.66", "PT-L.67"),
)
def casino_split(s: CasinoSplit, policies: Policies) -> Answer:
    """Answer: in proportion to what the winners bet, in chips of the minimum; the larger part nearest to the button
    first.

    Who has the hand comes first, then the players on his left. What is less than the minimum stays with the first.

    Rule: PT-L.66, PT-L.67
    """
    bets = {row.seat: row.bet_chips for row in s.winners}
    if not bets or len(bets) != len(s.winners):
        raise bad_situation("winners", sentence=N_("Please state each winner, once."), rule="PT-L.66")
    if max((*bets, s.button_seat)) > s.table_seats:
        raise bad_situation(
            "winners", sentence=N_("Please check the seats: they must be at this table."), rule="PT-L.66"
        )
    order = clockwise(tuple(bets), after=s.button_seat - 1, table_seats=s.table_seats)
    units, rest = divmod(s.pot_chips, s.minimum_chips)
    parts = [n * s.minimum_chips for n in split_by_weights(units, weights=[bets[n] for n in order])]
    parts[0] += rest
    return Answer(
        code="split",
        rules=("PT-L.66", "PT-L.67"),
        sentence=N_("The pot of %(pot)s is shared in proportion to what the winners bet."),
        params={"pot": s.pot_chips},
        action=Outcome.PAY,
        shares=tuple(Share(chips=part, seats=(n,)) for n, part in zip(order, parts, strict=True)),
        seats=tuple(order),
    )
