"""Which lines go together, when enough are back, how often they hold something."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from rules.online import PlayerLine, enough_are_back, lost_together, may_hold_again

NOW = datetime(2026, 11, 23, 20, tzinfo=UTC)


def lines(*ages: float | None) -> list[PlayerLine]:
    """A player each: how many seconds ago the line went, None while it is there."""
    return [
        PlayerLine(player_id=number, lost_at=None if age is None else NOW - timedelta(seconds=age))
        for number, age in enumerate(ages, 1)
    ]


@pytest.mark.rule("PT-H.72", "PT-H.73")
@pytest.mark.parametrize(
    ("ages", "lost"),
    [
        ((0,), None),  # one's own line
        ((0, None), None),  # one of two is the half of them, and one player
        ((0, 1), None),
        ((0, 1, 2, 3), None),  # a whole short table
        ((0, 1, 2, 3, 4), (1, 2, 3, 4, 5)),
        ((0, 1, 2, 3, 10, None, None), (1, 2, 3, 4, 5)),
        ((0, 1, 2, 3, 10.5, None, None), None),  # too long ago to have gone with them
        ((0, 0, 0, 0, 0, *[None] * 11), (1, 2, 3, 4, 5)),  # 5 of 16
        ((0, 0, 0, 0, 0, *[None] * 12), None),  # 5 of 17 is less than three of ten
        ((0, 0, 0, 0, 0, *[None] * 11, *[90] * 40), (1, 2, 3, 4, 5)),  # who was gone before is not counted
    ],
)
def test_lines_that_go_together(ages, lost):
    found = lost_together(lines(*ages), at=NOW)
    assert (None if found is None else found.players) == lost


def test_what_is_told_of_them_and_that_each_player_counts_once():
    found = lost_together(lines(4, 0, 2, 3, 1, None, 60), at=NOW)
    assert found is not None
    assert (found.of_players, found.first_at) == (6, NOW - timedelta(seconds=4))
    one = PlayerLine(player_id=7, lost_at=NOW)
    assert lost_together([one] * 9, at=NOW) is None


@pytest.mark.rule("PT-H.73")
def test_what_was_lost_before_the_last_hold_ended_counts_no_more():
    gone = lines(4, 4, 4, 4, 1, 0)
    assert lost_together(gone, at=NOW, since=NOW - timedelta(seconds=5)) is not None
    assert lost_together(gone, at=NOW, since=NOW - timedelta(seconds=4)) is None


@pytest.mark.rule("PT-H.72")
@pytest.mark.parametrize(
    ("lost", "away", "goes_on"), [(5, 2, False), (5, 1, True), (8, 2, True), (8, 3, False), (20, 5, True)]
)
def test_three_of_four_have_to_be_back(lost, away, goes_on):
    assert enough_are_back(lost=lost, still_away=away) is goes_on


@pytest.mark.rule("PT-H.73")
def test_three_times_an_hour_at_most():
    hour = timedelta(hours=1)
    assert may_hold_again([NOW, NOW], at=NOW)
    assert not may_hold_again([NOW, NOW, NOW - timedelta(minutes=59)], at=NOW)
    assert may_hold_again([NOW, NOW, NOW - hour], at=NOW)
