"""Who waits for a seat at a full cash table, in whose order, and how long a seat is kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.online import OFFER_STANDS, check_may_sit_down, check_may_wait, to_be_offered
from rules.online.waiting_list import MOST_WAITING
from rules.refusals import Refused

AT = datetime(2026, 11, 23, 21, 0, tzinfo=UTC)

pytestmark = pytest.mark.rule("PT-H.6")


def refusal(call, **given):
    with pytest.raises(Refused) as no:
        call(**given)
    return no.value.code


def test_an_offer_stands_for_half_a_minute():
    assert timedelta(seconds=30) == OFFER_STANDS


@pytest.mark.rule("PT-H.5")
@pytest.mark.parametrize(
    ("free", "waiting", "code"),
    [
        (0, 0, ""),
        (0, 3, ""),
        # a seat that is kept for who waits is not free for others
        (1, 1, ""),
        (1, 0, "seat_is_free"),
        (2, 1, "seat_is_free"),
        (0, MOST_WAITING - 1, ""),
        (0, MOST_WAITING, "waiting_list_full"),
    ],
)
def test_who_may_wait(free, waiting, code):
    if not code:
        check_may_wait(free_seats=free, waiting=waiting)
        return
    assert refusal(check_may_wait, free_seats=free, waiting=waiting) == code


@pytest.mark.parametrize(
    ("free", "ahead", "until", "waits", "code"),
    [
        (1, 0, None, False, ""),
        (1, 1, None, False, "others_wait"),
        (2, 1, None, False, ""),
        (0, 0, None, True, "others_wait"),
        (1, 1, None, True, "others_wait"),
        (1, 0, AT + timedelta(milliseconds=1), True, ""),
        (1, 0, AT, True, "offer_over"),
        (3, 0, AT - timedelta(seconds=1), True, "offer_over"),
    ],
)
def test_who_may_sit_down(free, ahead, until, waits, code):
    asked = {"free_seats": free, "ahead": ahead, "offered_until": until, "waits": waits, "at": AT}
    if not code:
        check_may_sit_down(**asked)
        return
    assert refusal(check_may_sit_down, **asked) == code


@pytest.mark.parametrize(
    ("free", "offered", "expected"),
    [
        (0, [False, False], ()),
        (1, [False, False], (0,)),
        (1, [True, False], ()),
        (2, [True, False, False], (1,)),
        (3, [False], (0,)),
        (-1, [False], ()),
        (2, [], ()),
    ],
)
def test_the_first_are_offered_what_is_free(free, offered, expected):
    assert to_be_offered(free_seats=free, offered=offered) == expected


@given(st.integers(min_value=0, max_value=10), st.lists(st.booleans(), max_size=12))
def test_as_many_offers_stand_as_seats_are_free_and_always_those_of_the_first(free, offered):
    after = [has or n in to_be_offered(free_seats=free, offered=offered) for n, has in enumerate(offered)]
    assert all(after[:free])
    assert after[free:] == offered[free:]
