"""How evenly and when somebody plays: entropy of times, and the quietest hours of the day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.online import HOURS, TIME_BINS, entropy_of, quiet_hands

pytestmark = pytest.mark.rule("PT-H.11", "PT-O.11")


@pytest.mark.parametrize(
    ("counts", "hundredths"),
    [
        ((), 0),
        ((0, 0), 0),
        ((200,), 0),
        ((0, 200, 0), 0),
        ((100, 100), 100),
        ((50, 50, 0, 50, 50), 200),
        ((100, 50, 50), 150),
        ((190, 10), 29),
        ((1,) * TIME_BINS, 486),  # 29 bins alike: the logarithm of 29
    ],
)
def test_entropy_is_nothing_in_one_bin_and_rises_with_how_even_the_bins_are(counts, hundredths):
    assert entropy_of(counts) == hundredths


@given(st.lists(st.integers(0, 1_000), min_size=1, max_size=TIME_BINS), st.randoms())
def test_entropy_knows_no_order_and_no_size_of_the_whole(counts, random):
    mixed = list(counts)
    random.shuffle(mixed)
    assert entropy_of(mixed) == entropy_of(counts) == entropy_of([10 * count for count in counts])
    assert 0 <= entropy_of(counts) <= 486


def by_hour(**hours):
    return [hours.get(f"h{hour}", 0) for hour in range(HOURS)]


@pytest.mark.parametrize(
    ("hours", "quiet"),
    [
        ([10] * HOURS, 60),
        ([0] * HOURS, 0),
        (by_hour(h20=100, h21=300, h23=200, h1=50), 0),
        # over midnight: from 22 to 4 at the venue
        ([0 if hour >= 22 or hour < 4 else 40 for hour in range(HOURS)], 0),
        ([1 if hour >= 22 or hour < 3 else 40 for hour in range(HOURS)], 45),
    ],
)
def test_the_quietest_six_hours_in_a_row_are_found_over_midnight_too(hours, quiet):
    assert quiet_hands(hours) == quiet


@given(st.lists(st.integers(0, 500), min_size=HOURS, max_size=HOURS), st.integers(0, 23))
def test_the_quietest_hours_hold_a_quarter_at_most_wherever_the_day_begins(hours, turn):
    assert quiet_hands(hours) * 4 <= sum(hours)
    assert quiet_hands(hours[turn:] + hours[:turn]) == quiet_hands(hours)
