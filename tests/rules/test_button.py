"""Dead button, heads-up, and where an incoming player sits."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import button
from rules.button import Landing, Positions
from rules.refusals import Refused


def marks(at: Positions) -> tuple[int, int | None, int]:
    return at.button, at.small_blind, at.big_blind


FIVE = Positions(button=0, small_blind=1, small_blind_spot=1, big_blind=2)


@pytest.mark.rule("ADTP.32", "32-a")
def test_after_the_small_blind_busts_the_button_is_dead() -> None:
    coming = button.advance(previous=FIVE, occupied={0, 2, 3, 4}, seats_per_table=5)
    assert marks(coming) == (1, 2, 3)


@pytest.mark.rule("ADTP.32", "32-b")
def test_after_the_big_blind_busts_there_is_no_small_blind() -> None:
    coming = button.advance(previous=FIVE, occupied={0, 1, 3, 4}, seats_per_table=5)
    assert marks(coming) == (1, None, 3)
    after = button.advance(previous=coming, occupied={0, 1, 3, 4}, seats_per_table=5)
    assert marks(after) == (2, 3, 4)


@pytest.mark.rule("ADTP.34", "34-a")
def test_heads_up_nobody_pays_the_big_blind_twice() -> None:
    coming = button.advance(previous=FIVE, occupied={1, 2}, seats_per_table=5)
    assert marks(coming) == (2, 2, 1)
    assert marks(button.advance(previous=coming, occupied={1, 2}, seats_per_table=5)) == (1, 1, 2)


@pytest.mark.rule("ADTP.34")
@pytest.mark.parametrize(
    ("left", "expected"), [({3, 4}, (4, 4, 3)), ({0, 1}, (1, 1, 0)), ({2, 4}, (2, 2, 4)), ({0, 2}, (2, 2, 0))]
)
def test_every_way_to_become_heads_up(left: set[int], expected: tuple[int, int, int]) -> None:
    assert marks(button.advance(previous=FIVE, occupied=left, seats_per_table=5)) == expected


def test_first_hands() -> None:
    assert marks(button.first_hand(button=9, occupied={1, 2, 9}, seats_per_table=9)) == (9, 1, 2)
    assert marks(button.first_hand(button=2, occupied={2, 7}, seats_per_table=9)) == (2, 2, 7)
    assert marks(button.first_hand(button=7, occupied={2, 7}, seats_per_table=9)) == (7, 7, 2)
    with pytest.raises(Refused) as refusal:
        button.first_hand(button=7, occupied={7}, seats_per_table=9)
    assert refusal.value.code == "too_few_players"


@pytest.mark.rule("ADTP.8A")
def test_a_table_that_was_heads_up_grows_again() -> None:
    heads_up = Positions(button=1, small_blind=1, small_blind_spot=1, big_blind=5)
    # the third sits between button and big blind: both players keep their turn at the big blind
    coming = button.advance(previous=heads_up, occupied={1, 3, 5}, seats_per_table=9)
    assert marks(coming) == (3, 5, 1)
    # or between big blind and button: he is the big blind
    coming = button.advance(previous=heads_up, occupied={1, 5, 8}, seats_per_table=9)
    assert marks(coming) == (1, 5, 8)


@pytest.mark.rule("ADTP.10", "ADTP.8A", "10-b")
def test_what_each_free_seat_finds() -> None:
    # last hand: button 2, small blind 4 (has left since), big blind 6; the coming one: button 4, SB 6, BB 8
    last = Positions(button=2, small_blind=4, small_blind_spot=4, big_blind=6)
    sitting = {1, 2, 6, 8}

    def at(seat: int) -> Landing:
        return button.landing(previous=last, occupied=sitting, seat=seat, seats_per_table=9)

    assert at(4) is Landing.BUTTON
    assert at(5) is Landing.WAITS
    assert at(7) is Landing.BIG_BLIND
    assert at(9) is Landing.PLAYS
    assert at(3) is Landing.PLAYS
    # when the last big blind has left, his seat is the small blind of the coming hand
    gone = button.landing(previous=last, occupied={1, 2, 8}, seat=6, seats_per_table=9)
    assert gone is Landing.SMALL_BLIND
    coming = button.advance(previous=last, occupied=sitting | {5}, seats_per_table=9)
    assert button.dealt_in(coming=coming, occupied=sitting | {5}, seats_per_table=9) == [1, 2, 6, 8]
    after = button.advance(previous=coming, occupied=sitting | {5}, seats_per_table=9)
    assert 5 in button.dealt_in(coming=after, occupied=sitting | {5}, seats_per_table=9)
    with pytest.raises(ValueError):
        at(6)


@pytest.mark.rule("ADTP.11A", "11-b")
def test_the_worst_seat_is_the_coming_big_blind_and_never_the_small_blind() -> None:
    last = Positions(button=1, small_blind=2, small_blind_spot=2, big_blind=3)

    def worst(occupied: set[int]) -> int | None:
        free = set(range(1, 10)) - occupied
        return button.worst_seat(previous=last, occupied=occupied, free=free, seats_per_table=9)

    assert worst({1, 2, 3, 5, 6, 7, 8}) == 4  # big blind at once
    assert worst({1, 2, 4, 5, 6, 7, 8}) == 9  # seat 3 is the small blind of the coming hand
    assert worst({1, 2, 4, 5, 6, 7, 8, 9}) is None
    assert worst({1, 2, 3, 4, 5, 8, 9}) == 6


@pytest.mark.rule("ADTP.11A", "11-b")
def test_the_next_big_blind_is_due_to_move() -> None:
    assert button.next_big_blind(previous=FIVE, occupied={0, 1, 2, 4}, seats_per_table=5) == 4


@pytest.mark.rule("ADTP.11B", "REGULATIONS 8.4")
def test_stud_freezes_the_button_where_the_next_flop_hand_would_have_it() -> None:
    frozen = button.freeze(last_flop_hand=FIVE, occupied={0, 1, 2, 3, 4}, seats_per_table=5)
    assert marks(frozen) == (1, 2, 3)
    assert marks(button.unfreeze(frozen=frozen, occupied={0, 1, 2, 3, 4}, seats_per_table=5)) == (1, 2, 3)
    assert marks(button.unfreeze(frozen=frozen, occupied={0, 1, 4}, seats_per_table=5)) == (1, None, 4)
    assert marks(button.unfreeze(frozen=frozen, occupied={0, 3}, seats_per_table=5)) == (0, 0, 3)
    assert marks(button.unfreeze(frozen=frozen, occupied={0, 1, 2}, seats_per_table=5)) == (1, 2, 0)


@pytest.mark.rule("ADTP.P5", "REGULATIONS 3.5")
def test_a_moved_player_plays_only_before_the_first_card() -> None:
    assert button.moved_player_plays(first_card_dealt=False)
    assert not button.moved_player_plays(first_card_dealt=True)


@pytest.mark.rule("ADTP.32", "ADTP.34", "11-b", "REGULATIONS 3.6")
@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**9), size=st.integers(3, 10))
def test_nobody_skips_a_big_blind_and_nobody_pays_it_twice_running(seed: int, size: int) -> None:
    rng = random.Random(seed)
    occupied = set(rng.sample(range(1, size + 1), rng.randint(2, size)))
    at = button.first_hand(button=rng.choice(sorted(occupied)), occupied=occupied, seats_per_table=size)
    for _ in range(30):
        for seat in sorted(occupied):
            if len(occupied) > 2 and rng.random() < 0.15:
                occupied.discard(seat)
        free = sorted(set(range(1, size + 1)) - occupied)
        if free and rng.random() < 0.3:
            worst = button.worst_seat(previous=at, occupied=occupied, free=free, seats_per_table=size)
            if worst is not None:
                found = button.landing(previous=at, occupied=occupied, seat=worst, seats_per_table=size)
                assert found is not Landing.SMALL_BLIND
                occupied.add(worst)
        coming = button.advance(previous=at, occupied=occupied, seats_per_table=size)
        assert coming.big_blind in occupied
        assert coming.big_blind != at.big_blind
        skipped = [
            s for s in occupied if 0 < (s - at.big_blind) % size < (coming.big_blind - at.big_blind) % size
        ]
        assert skipped == []
        assert coming.small_blind is None or coming.small_blind in occupied
        assert coming.small_blind != coming.big_blind
        if len(occupied) == 2:
            assert coming.button == coming.small_blind
        else:
            assert len({coming.button, coming.small_blind_spot, coming.big_blind}) == 3
        dealt = button.dealt_in(coming=coming, occupied=occupied, seats_per_table=size)
        assert len(dealt) >= 2 and coming.big_blind in dealt
        at = coming


@pytest.mark.rule("ADTP.32", "ADTP.34", "32-a")
def test_who_sees_the_button_has_seen_the_blinds_too() -> None:
    def seen(
        at: int, occupied: tuple[int, ...], known: Positions | None = None
    ) -> tuple[int, int | None, int]:
        return marks(button.marks_noted(button=at, occupied=occupied, seats_per_table=6, known=known))

    # nobody has just left: the next two going round
    assert seen(4, (1, 3, 4, 6)) == (4, 6, 1)
    assert seen(5, (1, 3, 4, 6)) == (5, 6, 1)
    # heads-up the button posts the small blind
    assert seen(5, (2, 5)) == (5, 5, 2)
    # the hand after the known one: its big blind has left, nobody posts the small one
    known = Positions(button=1, small_blind=2, small_blind_spot=2, big_blind=3)
    assert seen(2, (1, 2, 4, 5), known) == (2, None, 4)
    # the same button again changes nothing
    assert seen(1, (1, 2, 4, 5), known) == (1, 2, 3)
    with pytest.raises(Refused) as refusal:
        seen(2, (2,))
    assert refusal.value.code == "too_few_players"
