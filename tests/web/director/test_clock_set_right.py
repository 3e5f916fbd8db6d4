"""The clock of the house's machine is set back: the director reads that a tournament's stands, and sets it right with one press."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from dispatch.facts import SYSTEM
from tables.commands.count_chips import count_chips
from tests import cast
from tests.web.director.test_director import as_, press, sealed, somebody, take_back
from tests.web.player.test_player import at, house, shown
from tournaments.commands.announce_level import announce_level
from tournaments.commands.give_recess import give_recess
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.set_clock_right import set_clock_right
from tournaments.models import Clock, LevelAnnouncement
from tournaments.queries.clock import times_up

__all__ = ["at", "house"]

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ADTP.23", "PT-T.45")]


def need_of(client, tournament):
    found = re.search(
        r'data-need="clock-set-back".*?</li>', shown(client, f"/director/{tournament}/"), re.DOTALL
    )
    return found and " ".join(re.sub(r"<[^>]*>", " ", found[0]).split())


def row_of(tournament):
    row = Clock.objects.get(pk=tournament)
    return row.level_index, row.deadline_at, row.turn


@pytest.mark.parametrize("back", [timedelta(minutes=10), timedelta(days=1)])
def test_it_is_told_set_right_with_one_press_and_taken_back(house, at, back):
    t = house.started("turbo-8max", entries=4)
    ana = as_(house.ana)
    seconds = (Clock.objects.get(pk=t).deadline_at - cast.START).seconds
    before = row_of(t)
    # something is recorded four minutes after the level began
    cast.say(
        count_chips, by=house.ana, at=cast.after(minutes=4), entry_id=somebody(t).entry_id, stack_chips=9_000
    )
    at["at"] = cast.after(minutes=4)
    assert need_of(ana, t) is None
    at["at"] = now = cast.START - back
    said = need_of(ana, t)
    left = seconds - 240
    assert "The server's clock was set back: this clock stands until Sat 21 Nov 2026, 19:00" in said.replace(
        "&#x27;", "'"
    )
    assert f"goes on now with {left // 60}:{left % 60:02d}," in said and "ADTP.23" in said
    toast = press(ana, t, "set-clock-right")
    assert toast["text"] == "The clock is running again."
    assert row_of(t) == (0, now + timedelta(seconds=left), before[2] + 1)
    assert need_of(ana, t) is None
    [fact] = cast.facts(t, kind="clock_set_right")
    assert (fact["was_left_seconds"], fact["left_seconds"], fact["level"]) == (seconds, left, 1)
    assert LevelAnnouncement.objects.filter(clock_id=t).count() == 1
    # again: it is done, and nothing changes
    with cast.unchanged():
        assert press(ana, t, "set-clock-right")["kind"] == "refused"
    with cast.refused("clock_is_right", rule="ADTP.23"):
        cast.say(set_clock_right, by=house.ana, at=now, tournament_id=t)
    # taken back, it waits as before, and knows what was seen
    at["at"] = now + timedelta(seconds=5)
    take_back(ana, toast)
    assert row_of(t)[:2] == before[:2] and f"with {left // 60}:{left % 60:02d}," in need_of(ana, t)
    press(ana, t, "set-clock-right")
    # and the level ends when it was played
    _, ends_at, turn = row_of(t)
    assert ends_at == now + timedelta(seconds=5 + left)
    cast.say(announce_level, by=SYSTEM, at=ends_at, tournament_id=t, turn=turn)
    assert row_of(t)[0] == 1
    sealed()
    history = shown(ana, f"/director/{t}/history/")
    whole, rest = (f"{one // 60}:{one % 60:02d}" for one in (seconds, left))
    assert "Clock set right" in history and f"level 1, {whole} left → level 1, {rest}" in history


def test_of_two_steps_back_the_first_ones_hours_do_not_count_in_the_second(house, at):
    t = house.started("turbo-8max", entries=4)
    count = {"by": house.ana, "entry_id": somebody(t).entry_id, "stack_chips": 9_000}
    cast.say(count_chips, at=cast.after(minutes=4), **count)
    whole = Clock.objects.get(pk=t).deadline_at - cast.START
    first, second = cast.START - timedelta(hours=1), cast.START - timedelta(hours=2)
    cast.say(set_clock_right, by=house.ana, at=first, tournament_id=t)
    cast.say(count_chips, at=first + timedelta(minutes=2), **count)
    cast.say(set_clock_right, by=house.ana, at=second, tournament_id=t)
    assert row_of(t)[:2] == (0, second + whole - timedelta(minutes=6))


@pytest.mark.rule("PT-T.52")
def test_a_timed_tournament_is_over_when_its_time_was_played(house, at):
    set_up = {"late_registration_level": 0, "re_entries_per_player": 0, "length_minutes": 60}
    t = house.started("turbo-8max", entries=4, **set_up)
    cast.say(
        count_chips, by=house.ana, at=cast.after(minutes=4), entry_id=somebody(t).entry_id, stack_chips=9_000
    )
    at["at"] = now = cast.START - timedelta(minutes=40)
    press(as_(house.ana), t, "set-clock-right")
    ends = now + timedelta(minutes=56)
    assert times_up(at=ends - timedelta(microseconds=1)) == [] and times_up(at=ends) == [t]


def test_a_recess_goes_on_and_a_clock_that_was_paused_waits_for_nobody(house, at):
    recess, paused = (house.started("turbo-8max", entries=4) for _ in range(2))
    cast.say(give_recess, by=house.ana, at=cast.after(minutes=5), tournament_id=recess, minutes=15)
    cast.say(pause_clock, by=house.ana, at=cast.after(minutes=5), tournament_id=paused)
    ana = as_(house.ana)
    at["at"] = now = cast.START
    assert need_of(ana, paused) is None and "goes on now with 15:00," in need_of(ana, recess)
    press(ana, recess, "set-clock-right")
    assert row_of(recess)[1] == now + timedelta(minutes=15)
    with cast.unchanged():
        toast = press(ana, paused, "set-clock-right")
    assert "there is nothing to set right" in toast["text"]


def test_a_second_of_another_machine_is_nothing_and_who_may_not_changes_nothing(house, at):
    t = house.started("turbo-8max", entries=4)
    ana = as_(house.ana)
    at["at"] = cast.START - timedelta(seconds=60)
    assert need_of(ana, t) is None
    at["at"] = now = cast.START - timedelta(seconds=61)
    assert need_of(ana, t)
    for nobody in (house.caio, house.dora):
        with cast.refused("forbidden"):
            cast.say(set_clock_right, by=nobody, at=now, tournament_id=t)


def test_a_rehearsal_that_is_played_ahead_is_no_clock_that_was_set_back(house, at):
    t = house.started("turbo-8max", entries=4, practice=True)
    at["at"] = cast.START - timedelta(days=2)
    assert need_of(as_(house.ana), t) is None
