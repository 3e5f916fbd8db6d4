"""The dead button: who has button and blinds in the coming hand, and what a seat is worth.

Seats go clockwise by number and wrap round at the table's size; counting from 0 or from 1 both work.
``occupied`` is always the seats with a player in the tournament behind them when the coming hand is about to
start.

The big blind moves to the next player every hand. The small blind follows on the seat of the last big blind
and the button on the seat of the last small blind, whether or not somebody still sits there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions:
    """The marks of one hand.

    button: the seat of the button; nobody may sit there (a dead button). small_blind: the seat that posts,
    None when nobody does. small_blind_spot: the seat the small blind belongs to in either case. big_blind:
    always a player.
    """

    button: int
    small_blind: int | None
    small_blind_spot: int
    big_blind: int

    def as_dict(self) -> dict[str, int | None]:
        """Return it JSON-able."""
        return {
            "button": self.button,
            "small_blind": self.small_blind,
            "small_blind_spot": self.small_blind_spot,
            "big_blind": self.big_blind,
        }


class Landing(StrEnum):
    """What a player who sits down finds in the coming hand."""

    BIG_BLIND = "big_blind"
    SMALL_BLIND = "small_blind"
    BUTTON = "button"
    PLAYS = "plays"
    WAITS = "waits"


def first_hand(*, button: int, occupied: Collection[int], seats_per_table: int) -> Positions:
    """Return the first hand of a table whose button was drawn or put at this seat.

    With two players the button is the small blind.
    Refusals: ``too_few_players`` below two.
    Rule: PT-H.46, ADTP.34
    """
    _need_two(occupied)
    if len(occupied) == 2:
        return _heads_up(
            _clockwise(button - 1, occupied, seats_per_table, steps=2), occupied, seats_per_table
        )
    small = _clockwise(button, occupied, seats_per_table)
    big = _clockwise(small, occupied, seats_per_table)
    return Positions(button=button, small_blind=small, small_blind_spot=small, big_blind=big)


def advance(*, previous: Positions, occupied: Collection[int], seats_per_table: int) -> Positions:
    """Return the marks of the next hand.

    Nobody skips a big blind and nobody pays it twice running; heads-up the button pays the small blind. When
    a table that was heads-up grows again the button may have to step back to the player before the small
    blind.

    Refusals: ``too_few_players`` below two.
    Rule: ADTP.32, ADTP.34, CASES 32-a, CASES 32-b, CASES 34-a, REGULATIONS 3.6
    """
    _need_two(occupied)
    big = _clockwise(previous.big_blind, occupied, seats_per_table)
    if len(occupied) == 2:
        return _heads_up(big, occupied, seats_per_table)
    spot = previous.big_blind
    button = previous.small_blind_spot
    if not _in_order(button, spot, big, seats_per_table):
        button = _before(spot, occupied, seats_per_table)
    return Positions(
        button=button,
        small_blind=spot if spot in occupied else None,
        small_blind_spot=spot,
        big_blind=big,
    )


def marks_noted(
    *, button: int, occupied: Collection[int], seats_per_table: int, known: Positions | None = None
) -> Positions:
    """Return the marks of the hand whose button somebody sees at this seat.

    known: the marks noted before. The same button: they stand. The button of the hand after them: that hand's, with
    a small blind nobody posts where its player is gone. Else the blinds are the next two players, as at the
    first hand.
    Refusals: ``too_few_players`` below two.
    Rule: ADTP.32, ADTP.34
    """
    _need_two(occupied)
    if known is not None:
        if known.button == button:
            return known
        coming = advance(previous=known, occupied=occupied, seats_per_table=seats_per_table)
        if coming.button == button:
            return coming
    return first_hand(button=button, occupied=occupied, seats_per_table=seats_per_table)


def next_big_blind(*, previous: Positions, occupied: Collection[int], seats_per_table: int) -> int:
    """Return the seat due to be the big blind in the coming hand.

    Rule: ADTP.11A, CASES 11-b
    """
    return _clockwise(previous.big_blind, occupied, seats_per_table)


def freeze(*, last_flop_hand: Positions, occupied: Collection[int], seats_per_table: int) -> Positions:
    """Return the marks kept still during a stud level: those the next flop-game hand would have had.

    Rule: ADTP.11B, REGULATIONS 8.4
    """
    return advance(previous=last_flop_hand, occupied=occupied, seats_per_table=seats_per_table)


def unfreeze(*, frozen: Positions, occupied: Collection[int], seats_per_table: int) -> Positions:
    """Return the first flop-game hand after a stud level: the button where it was frozen, blinds from who is left.

    Refusals: ``too_few_players`` below two.
    Rule: ADTP.11B
    """
    _need_two(occupied)
    big = _clockwise(frozen.big_blind - 1, occupied, seats_per_table)
    if len(occupied) == 2:
        return _heads_up(big, occupied, seats_per_table)
    spot = frozen.small_blind_spot
    button = frozen.button
    if not _in_order(button, spot, big, seats_per_table):
        # so few are left that the big blind came round to or past the frozen marks
        spot = _before(big, occupied, seats_per_table)
        button = _before(spot, occupied, seats_per_table)
    return Positions(
        button=button, small_blind=spot if spot in occupied else None, small_blind_spot=spot, big_blind=big
    )


def landing(*, previous: Positions, occupied: Collection[int], seat: int, seats_per_table: int) -> Landing:
    """Return what somebody who takes this free seat before the coming hand finds there.

    occupied: without the newcomer. He is dealt in and owes what the seat owes, except between the small blind
    and the button, where he waits until the button has passed.
    Rule: ADTP.10, ADTP.8A, CASES 10-b
    """
    if seat in occupied:
        raise ValueError("the seat is taken")
    everybody = {*occupied, seat}
    if len(everybody) < 2:
        return Landing.PLAYS
    coming = advance(previous=previous, occupied=everybody, seats_per_table=seats_per_table)
    if seat == coming.big_blind:
        return Landing.BIG_BLIND
    if seat == coming.small_blind:
        return Landing.SMALL_BLIND
    if seat == coming.button:
        return Landing.BUTTON
    if _between(coming.button, seat, coming.small_blind_spot, seats_per_table):
        return Landing.WAITS
    return Landing.PLAYS


def dealt_in(*, coming: Positions, occupied: Iterable[int], seats_per_table: int) -> list[int]:
    """Return the seats that get cards in this hand: all but those between the button and the small blind.

    Rule: ADTP.10, CASES 10-b
    """
    return [
        seat
        for seat in sorted(occupied)
        if not _between(coming.button, seat, coming.small_blind_spot, seats_per_table)
    ]


def worst_seat(
    *, previous: Positions, occupied: Collection[int], free: Collection[int], seats_per_table: int
) -> int | None:
    """Return the free seat that pays the big blind soonest without being the small blind of the coming hand.

    None when the only free seat is the small blind's: then another table or the director decides.
    Rule: ADTP.11A, CASES 11-b
    """
    best: int | None = None
    best_distance = 0
    for seat in free:
        if seat in occupied:
            raise ValueError("a free seat is taken")
        if landing(previous=previous, occupied=occupied, seat=seat, seats_per_table=seats_per_table) is (
            Landing.SMALL_BLIND
        ):
            continue
        distance = (seat - previous.big_blind) % seats_per_table
        if distance == 0:  # the small blind's spot, even where two players share the marks
            continue
        if best is None or distance < best_distance:
            best, best_distance = seat, distance
    return best


def moved_player_plays(*, first_card_dealt: bool) -> bool:
    """Return whether a player who arrives from another table plays the hand that is starting.

    Rule: ADTP.P5, REGULATIONS 3.5
    """
    return not first_card_dealt


# ------------------------------------------------------------------------------------------------ the ring


def _clockwise(seat: int, occupied: Collection[int], size: int, *, steps: int = 1) -> int:
    """The steps-th occupied seat strictly after this one; a lone player comes after himself."""
    ring = sorted(occupied, key=lambda s: (s - seat - 1) % size)
    return ring[(steps - 1) % len(ring)]


def _before(seat: int, occupied: Collection[int], size: int) -> int:
    return min(occupied, key=lambda s: (seat - s - 1) % size)


def _between(start: int, seat: int, end: int, size: int) -> bool:
    """Strictly between start and end going clockwise."""
    return 0 < (seat - start) % size < (end - start) % size


def _in_order(button: int, spot: int, big: int, size: int) -> bool:
    """button, small blind and big blind are three seats in clockwise order."""
    return 0 < (spot - button) % size < (big - button) % size


def _heads_up(big: int, occupied: Collection[int], size: int) -> Positions:
    small = _clockwise(big, occupied, size)
    return Positions(button=small, small_blind=small, small_blind_spot=small, big_blind=big)


def _need_two(occupied: Collection[int]) -> None:
    if len(occupied) < 2:
        raise Refused(
            "too_few_players",
            N_("A hand needs two players; %(players)s is at the table."),
            rule="ADTP.32",
            players=len(occupied),
        )
