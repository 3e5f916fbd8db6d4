"""The time chip: bonus chips of who paid, or answers for paying, in time."""

from __future__ import annotations

from typing import Any

import pytest

from tests import cast
from tests.tables import room
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Field

pytestmark = pytest.mark.django_db

# 20,000 chips, and 2,000 more for who paid until a quarter of an hour before the start
CHIP = {"time_chip_chips": 2_000, "time_chip_minutes_before_start": 15}


def stacks(t: int) -> list[int | None]:
    return list(Entry.objects.filter(tournament_id=t).order_by("id").values_list("stack_chips", flat=True))


def start(house: Any, t: int) -> None:
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)


def promised(house: Any, t: int, *, at: Any) -> int:
    """A registration that waits for its payment."""
    made = cast.say(
        register_player, by=house.desi, at=at, tournament_id=t, player_id=house.player(), method="cash",
        terms_version="1", paid=False,
    )  # fmt: skip
    return int(made["registration_id"])


@pytest.mark.rule("REGULATIONS 2.8", "ADTP.8A", "ADTP.8B", "PT-T.41")
def test_who_paid_in_time_gets_the_time_chip_with_the_stack() -> None:
    house = cast.house()
    t = house.registering("turbo-8max", rule_set="adtp", **CHIP)
    first = house.enter(t, at=cast.before(minutes=16))
    house.enter(t, at=cast.before(minutes=15))
    house.enter(t, at=cast.before(minutes=14))
    start(house, t)
    assert stacks(t) == [22_000, 22_000, 20_000]
    assert Field.objects.get(pk=t).chips_issued == 64_000
    house.enter(t, at=cast.after(minutes=5))
    assert stacks(t) == [22_000, 22_000, 20_000, 20_000]
    # a re-entry has the stack of a new player
    room.bust(house, t, first["entry_id"])
    cast.say(
        reenter, by=house.desi, at=cast.after(minutes=21), tournament_id=t, player_id=first["player_id"],
        method="cash",
    )  # fmt: skip
    assert stacks(t) == [0, 22_000, 20_000, 20_000, 20_000]
    assert Field.objects.get(pk=t).chips_issued == 104_000
    room.holds(t)


@pytest.mark.rule("ADTP.8B", "ADTP.8D")
def test_where_a_registration_binds_it_earns_the_time_chip_whenever_it_is_paid() -> None:
    house = cast.house()
    for rules, late in (("h2", 22_000), ("adtp", 20_000)):
        t = house.registering("turbo-8max", rule_set=rules, **CHIP)
        house.fill(t, 2, at=cast.before(minutes=30))
        early = promised(house, t, at=cast.before(minutes=20))
        too_late = promised(house, t, at=cast.before(minutes=10))
        start(house, t)
        for registration in (early, too_late):
            cast.say(
                confirm_payment, by=house.desi, at=cast.after(minutes=5), registration_id=registration,
                method="cash",
            )  # fmt: skip
        assert stacks(t) == [22_000, 22_000, late, 20_000]
        room.holds(t)


@pytest.mark.rule("REGULATIONS 2.8", "SCPT.H")
def test_an_alternate_who_paid_in_time_gets_it_with_the_seat() -> None:
    house = cast.house()
    t = house.registering("turbo-8max", capacity=8, **CHIP)
    entries = house.fill(t, 9, at=cast.before(minutes=30))
    start(house, t)
    assert stacks(t)[8] is None and Field.objects.get(pk=t).chips_issued == 8 * 22_000
    room.bust(house, t, entries[0]["entry_id"])
    assert stacks(t)[8] == 22_000 and Field.objects.get(pk=t).chips_issued == 9 * 22_000
    room.holds(t)


@pytest.mark.rule("REGULATIONS 2.8")
def test_the_time_chip_may_change_until_people_play() -> None:
    house = cast.house()
    t = house.registering("turbo-8max")
    house.fill(t, 2)
    change = {"by": house.ana, "tournament_id": t}
    cast.say(edit_tournament, changes=CHIP, **change)
    with cast.refused("number_too_large"):
        cast.say(edit_tournament, changes={"time_chip_minutes_before_start": 20_000}, **change)
    start(house, t)
    assert stacks(t) == [22_000, 22_000]
    with cast.refused("too_late_to_change"):
        cast.say(edit_tournament, changes={"time_chip_chips": 0}, **change)
