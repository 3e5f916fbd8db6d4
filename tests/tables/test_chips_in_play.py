"""Chips that come into play or leave it otherwise than with an entry: races, found and forfeited chips."""

from __future__ import annotations

import pytest

from tables.commands.correct_chips import correct_chips
from tables.commands.count_chips import count_chips
from tables.queries import chips_account
from tests import cast
from tests.tables import room
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.rule("ADTP.24A", "ADTP.24C", "ADTP.63", "ADTP.64", "REGULATIONS 4.4")
def test_what_a_race_changed_is_put_down_and_can_be_taken_back() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=3)
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    for entry, chips in zip(room.seats(t), (stack, stack, stack - 40), strict=True):
        cast.say(count_chips, by=house.bruno, entry_id=entry, stack_chips=chips)
    assert chips_account(t).difference_chips == -40

    made = cast.say(correct_chips, by=house.bruno, tournament_id=t, removed_chips=40, reason="Chip race")
    assert made == {"added_chips": 0, "removed_chips": 40, "in_play_chips": 3 * stack - 40}
    book = chips_account(t)
    assert (book.in_play_chips, book.issued_chips, book.difference_chips) == (3 * stack - 40, 3 * stack, 0)
    (fact,) = cast.facts(t, kind="chips_corrected")
    assert (fact["removed_chips"], fact["reason"]) == (40, "Chip race")

    cast.say(correct_chips, by=house.ana, tournament_id=t, added_chips=65, reason="A 25 for who had nothing")
    assert chips_account(t).in_play_chips == 3 * stack + 25


@pytest.mark.rule("ADTP.24C", "ADTP.64")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, "nothing_to_correct"),
        ({"added_chips": 25, "removed_chips": 25}, "nothing_to_correct"),
        ({"removed_chips": 10**9}, "too_few_chips_left"),
        ({"removed_chips": -5}, "number_too_small"),
        ({"added_chips": True}, "not_a_number"),
        ({"added_chips": 25, "reason": " "}, "text_missing"),
    ],
)
def test_a_change_that_cannot_be_changes_nothing(change: dict[str, object], code: str) -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=3)
    before = chips_account(t).as_dict()
    with cast.refused(code):
        cast.say(correct_chips, by=house.bruno, **{"tournament_id": t, "reason": "Chip race", **change})
    assert chips_account(t).as_dict() == before
    assert cast.facts(t, kind="chips_corrected") == []


def test_the_desk_does_not_change_what_is_in_play() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=3)
    with cast.refused("forbidden"):
        cast.say(correct_chips, by=house.desi, tournament_id=t, added_chips=25, reason="Chip race")
