"""The button that moves, who does not act, and short stacks at online tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from rules.betting import Act
from rules.online import (
    absent_since,
    act_at_expiry,
    after_failure,
    due_big_blind,
    keeps_seat,
    must_add_chips,
    next_button,
    plays_hand_for_hand,
    seat_free_from,
    sits_out,
)


@pytest.mark.rule("PT-H.4", "PT-H.46", "PT-H.47", "PT-H.64", "PT-O.46", "PT-O.64")
@pytest.mark.parametrize(
    ("button", "occupied", "then"),
    [
        (1, {1, 2, 3}, 2),
        (3, {1, 2, 3}, 1),  # clockwise and round the table
        (2, {1, 2, 5, 9}, 5),  # never an empty seat
        (9, {2, 9}, 2),  # heads-up it changes hands every time
        (4, {1, 7}, 7),  # who had it has gone
        (8, {1, 7}, 1),
    ],
)
def test_the_button_moves_to_the_next_who_plays(button: int, occupied: set[int], then: int) -> None:
    assert next_button(button=button, occupied=occupied) == then


@pytest.mark.rule("PT-H.64")
def test_everybody_has_the_button_once_in_a_round() -> None:
    occupied = {2, 3, 5, 8}
    seen, at = [], 8
    for _ in occupied:
        at = next_button(button=at, occupied=occupied)
        seen.append(at)
    assert seen == [2, 3, 5, 8]


@pytest.mark.rule("PT-H.45", "PT-O.45", "PT-T.43")
def test_time_that_has_run_out_is_a_check_where_it_is_free_and_else_a_fold() -> None:
    assert (act_at_expiry(may_check=True), act_at_expiry(may_check=False)) == (Act.CHECK, Act.FOLD)


@pytest.mark.rule("PT-H.45", "PT-H.70", "PT-O.45")
def test_once_late_plays_on_and_twice_sits_out() -> None:
    assert [sits_out(late_in_a_row=times) for times in (0, 1, 2, 3)] == [False, False, True, True]


@pytest.mark.rule("PT-H.68", "PT-O.68")
def test_a_rest_does_not_cost_the_seat() -> None:
    assert keeps_seat(away=timedelta(minutes=9, seconds=59))
    assert not keeps_seat(away=timedelta(minutes=10))


@pytest.mark.rule("PT-H.12", "PT-H.15", "PT-O.15")
def test_fewer_chips_than_the_minimum_bet_must_be_added_to() -> None:
    assert [must_add_chips(chips=chips, minimum_bet_chips=100) for chips in (0, 99, 100)] == [
        True,
        True,
        False,
    ]


@pytest.mark.rule("PT-H.72", "PT-H.73")
@pytest.mark.parametrize(
    ("overdue", "then"),
    [(0, "go_on"), (3, "go_on"), (3.001, "full_time"), (90, "full_time"), (90.001, "void")],
)
def test_the_houses_own_failure_is_no_players(overdue: float, then: str) -> None:
    assert after_failure(overdue=timedelta(seconds=overdue)).value == then


@pytest.mark.rule("PT-T.48", "PT-H.46", "PT-H.48")
@pytest.mark.parametrize(
    ("button", "occupied", "then"),
    [
        (1, {1, 2, 3, 4}, 4),  # the button moves to 2, the small blind is 3's
        (3, {1, 3, 5, 8}, 1),
        (2, {4, 5}, 4),  # between two the one on the button posts the big blind
        (9, {6}, 6),
        (None, {7, 2}, 2),  # no hand was played there yet
    ],
)
def test_who_moves_would_post_the_big_blind_next(button: int | None, occupied: set[int], then: int) -> None:
    assert due_big_blind(button=button, occupied=occupied) == then


@pytest.mark.rule("PT-T.49")
@pytest.mark.parametrize(
    ("players", "tables", "before", "together"),
    [
        (6, 2, 1, False),
        (5, 2, 1, True),
        (4, 2, 1, False),
        (5, 1, 1, False),
        (7, 3, 3, True),
        (5, 2, None, False),
    ],
)
def test_hand_for_hand_begins_near_the_money_and_ends_in_it(
    players: int, tables: int, before: int | None, together: bool
) -> None:
    found = plays_hand_for_hand(players=players, places_paid=4, tables=tables, players_before_money=before)
    assert found is together


@pytest.mark.rule("PT-H.7", "PT-H.68")
def test_since_when_somebody_is_not_there_and_until_when_the_seat_is_kept():
    rested, lost = (datetime(2026, 11, 23, hour, tzinfo=UTC) for hour in (20, 19))
    cases = [
        (None, None, True, None),
        (rested, None, True, rested),
        # where hands are dealt, who does not answer is found away by the clock
        (None, lost, True, None),
        (rested, lost, True, rested),
        (None, lost, False, lost),
        (rested, lost, False, lost),
    ]
    for away_since, lost_at, plays, since in cases:
        assert absent_since(away_since=away_since, lost_at=lost_at, plays=plays) == since
    assert seat_free_from(rested) == rested + timedelta(minutes=10)
