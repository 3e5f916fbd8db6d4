"""A recess that the director gives now: every page reads until when, the level goes on by itself, one of two presses holds."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest

from dispatch.facts import SYSTEM, Done
from play.commands.open_hand import open_hand
from rules.refusals import Refused
from tables.commands.hand_done import hand_done
from tables.commands.penalise import penalise
from tables.models import Seat
from tests import cast
from tests.play.event import begun
from tests.play.event import house as online_house
from tests.web.director.test_director import as_, press, sealed, take_back
from tests.web.player.test_player import at, house, phone, shown
from tournaments.commands.announce_level import announce_level
from tournaments.commands.announce_levels import announce_levels
from tournaments.commands.close_entries import close_entries
from tournaments.commands.end_recess import end_recess
from tournaments.commands.give_recess import give_recess
from tournaments.models import Clock, LevelAnnouncement, Tournament
from tournaments.queries.clock import clock_payload

__all__ = ["at", "house", "phone"]

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.45")]


def _level_line(client, path):
    return re.search(r'data-part="level"[^>]*>([^<]*)<', shown(client, path))[1].strip()


def test_everybody_reads_until_when_and_the_level_goes_on_by_itself(house, phone, at):
    t = house.started("turbo-8max", entries=4)
    ana = as_(house.ana)
    ended = re.search(r"DTEND:(\w+)", ana.get(f"/t/{t}/event.ics").content.decode())[1]
    at["at"] = cast.after(minutes=5)
    page = ana.get(f"/director/{t}/").content.decode()
    assert 'name="minutes"' in page and "End the break" not in page
    said = press(ana, t, "recess", minutes="20")
    assert said["text"].startswith("It is a break; the level keeps the time that was left.")
    at["at"] = cast.after(minutes=9)
    # 22:25 UTC is 19:25 in São Paulo
    for path in (f"/screens/{t}/clock/", f"/t/{t}/", f"/play/{t}/"):
        html = shown(phone, path)
        hour = "Back at 19:25 · level" if path.startswith("/screens/") else "back at 19:25"
        assert hour in html and re.search(r'data-part="time"[^>]*> ?16:00 ?<', html), path
    assert _level_line(ana, f"/director/{t}/") == "Break · back at 19:25"
    assert "End the break" in ana.get(f"/director/{t}/clock/").content.decode()
    told = json.loads(phone.get(f"/api/tournaments/{t}/clock").content)["face"]
    ends_ms = int(cast.after(minutes=25).timestamp() * 1000)
    assert told["recess"] == {
        "seconds": 1200,
        "ends_ms": ends_ms,
        "left_ms": 1_200_000,
        "level_runs_after": True,
    }
    assert (told["index"], told["elapsed_ms"], told["anchor_ms"]) == (0, 300_000, None)
    # the calendar has the end as it will be
    now = re.search(r"DTEND:(\w+)", ana.get(f"/t/{t}/event.ics").content.decode())[1]
    assert int(now[9:13]) - int(ended[9:13]) == 20
    sealed()
    history = shown(ana, f"/director/{t}/history/")
    length = clock_payload(t, at=cast.START)["items"][0]["seconds"] // 60
    assert f"20 min, until then {length - 5}:00 of level 1 stand" in history
    # its end is noticed a second late, and counts from its hour
    late = cast.after(minutes=25, seconds=1)
    clock = Clock.objects.get(pk=t)
    assert clock.deadline_at == cast.after(minutes=25)
    sweep = {"by": SYSTEM, "at": late, "tournament_id": t, "turn": clock.turn}
    assert cast.say(announce_level, **sweep)["announced"] == []
    assert Clock.objects.get(pk=t).deadline_at == cast.after(minutes=20 + length)
    assert LevelAnnouncement.objects.filter(clock_id=t).count() == 1
    assert len(cast.facts(t, kind="clock_recess_over")) == 1
    at["at"] = late
    assert _level_line(phone, f"/t/{t}/") == "Level 1"


def test_it_is_taken_back_or_ended_early(house, at):
    t = house.started("turbo-8max", entries=4)
    ana = as_(house.ana)
    due = Clock.objects.get(pk=t).deadline_at
    at["at"] = cast.after(minutes=5)
    said = press(ana, t, "recess", minutes="15")
    at["at"] = cast.after(minutes=6)
    take_back(ana, said)
    assert Clock.objects.get(pk=t).deadline_at == due
    press(ana, t, "recess", minutes="15")
    at["at"] = cast.after(minutes=9)
    press(ana, t, "end-recess")
    assert Clock.objects.get(pk=t).deadline_at == due + timedelta(minutes=3)


def test_who_may_not_or_asks_too_much_changes_nothing(house, at):
    t = house.started("turbo-8max", entries=4)
    ana = as_(house.ana)
    at["at"] = cast.after(minutes=5)
    for minutes in ("0", "121", "-5", "15.5", "", "quinze"):
        with cast.unchanged():
            press(ana, t, "recess", minutes=minutes)
    for command, more in ((give_recess, {"minutes": 15}), (end_recess, {})):
        with cast.refused("forbidden"):
            cast.say(command, by=house.caio, at=at["at"], tournament_id=t, **more)
    with cast.unchanged():
        said = press(ana, t, "end-recess")
    assert "No break is given that could end now." in said["text"]


def test_many_levels_at_once_a_recess_that_is_over_begins_none(house):
    t = house.started("turbo-8max", entries=4)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=t)
    cast.say(give_recess, by=house.ana, at=cast.after(minutes=5), tournament_id=t, minutes=10)
    turns = [{"tournament_id": t, "turn": Clock.objects.get(pk=t).turn}]
    sweep = {"by": SYSTEM, "at": cast.after(minutes=15), "venue_id": house.venue_id, "turns": turns}
    assert cast.say(announce_levels, **sweep)["announced"] == [t]
    assert len(cast.facts(t, kind="clock_recess_over")) == 1
    assert cast.facts(t, kind="clock_advanced") == [] and LevelAnnouncement.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_devices_one_gives_it_and_one_ends_it(house):
    t = house.started("turbo-8max", entries=4)
    when = cast.after(minutes=5)
    for command, more, code in (
        (give_recess, {"minutes": 15}, "recess_already"),
        (end_recess, {}, "no_recess"),
    ):
        both = cast.together(
            [lambda c=command, m=more: cast.asked(c, by=house.ana, at=when, tournament_id=t, **m)] * 2
        )
        assert sorted(isinstance(one, Done) for one in both) == [False, True]
        assert [one.code for one in both if isinstance(one, Refused)] == [code]


@pytest.mark.rule("PT-T.49", "ADTP.P16", "CASES h4h-1")
def test_hand_for_hand_and_a_recess_are_told_together_and_the_level_stands(house, phone, at):
    t = house.started("turbo-8max", entries=12, seats_per_table=6)
    ana = as_(house.ana)
    length = clock_payload(t, at=cast.START)["items"][0]["seconds"] // 60
    press(ana, t, "close-entries")
    press(ana, t, "hand-for-hand")
    now, console = f"/director/{t}/", f"/director/{t}/hand-for-hand/"
    # the live book is cited, not that of online tables
    for page in (shown(ana, now), shown(ana, console)):
        assert "ADTP.P16" in page and "PT-T.49" not in page
    used = Clock.objects.get(pk=t).state["elapsed_us"] // 60_000_000
    at["at"] = cast.after(minutes=5)
    press(ana, t, "recess", minutes="20")
    cast.say(hand_done, by=house.ana, at=at["at"], tournament_id=t, table_number=1, round=1)
    need = _need(ana, now)
    assert (
        f"Level 1 has {length - used}:00 left for its hands." in need
        and "finish their hand, at no cost" in need
    )
    # nobody knows at what hour the next recess is: the level stands until its hands are played
    assert re.search(r'data-part="strip-recess">in [\d:]+<small></small>', shown(ana, now))
    assert ">End the break<" in re.sub(r"\s*([<>])\s*", r"\1", need)
    # the last table is done within the recess: the level stands as it stood, the recess may count from there
    at["at"] = cast.after(minutes=8)
    cast.say(hand_done, by=house.ana, at=at["at"], tournament_id=t, table_number=2, round=1)
    assert clock_payload(t, at=at["at"])["elapsed_ms"] == used * 60_000
    need = _need(ana, now)
    assert "No table deals a hand before it is over" in need
    assert "Count it from the last hand: back at 19:28" in need
    # a minute that the director adds is one on top of it
    press(ana, t, "minutes", seconds="60")
    need = _need(ana, now)
    assert "Count it from the last hand: back at 19:29" in need
    assert 'name="seconds" value="180"' in need and 'name="last_hand" value="1"' in need
    press(ana, t, "minutes", seconds="180", last_hand="1")
    need = _need(ana, now)
    assert "back at 19:29" in need and "Count it from" not in need
    press(ana, t, "minutes", seconds="-60")
    for path in (f"/t/{t}/", f"/play/{t}/"):
        page = shown(phone, path)
        assert "Level 1 stands: " in page and f"{length - used}:00 left of it" in page, path
    # a pause hides no recess
    press(ana, t, "pause")
    assert "Break stopped · 20:00 left" in _need(ana, now)
    assert _level_line(phone, f"/t/{t}/") == "Break stopped · 20:00 left"
    press(ana, t, "resume")
    ended = press(ana, t, "end-recess")
    assert 'data-need="recess"' not in shown(ana, now)
    # what is told beforehand of taking it back is the recess's time, and beside it the level's
    preview = " ".join(shown(ana, ended["undo"]).split())
    assert f"break, 20:00 left; level 1 has {length - used}:00 left." in preview


@pytest.mark.rule("PT-T.49", "ADTP.67A", "ADTP.1")
def test_the_history_offers_what_can_be_undone_and_strikes_what_was(house, at):
    t = house.started("turbo-8max", entries=12, seats_per_table=6)
    ana = as_(house.ana)
    press(ana, t, "close-entries")
    at["at"] = cast.after(minutes=1)
    take_back(ana, press(ana, t, "pause"))
    at["at"] = cast.after(minutes=2)
    given = press(ana, t, "minutes", seconds="60")
    entry = Seat.objects.filter(table__tournament_id=t, table__number=1, entry__isnull=False).first().entry
    sat_out = {"kind": "missed_hand", "rounds": 0, "reason": "x"}
    cast.say(penalise, by=house.ana, at=at["at"], entry_id=entry.pk, **sat_out)
    sealed()
    offered = _row(ana, t, "Clock time changed")
    assert "Undo…" in offered and ">undone<" not in offered
    struck = _row(ana, t, "Clock paused")
    assert "<s>Clock paused</s>" in struck and ">undone<" in struck and "Undo…" not in struck
    # hand for hand has the clock in hand: what was done to it before stays
    press(ana, t, "hand-for-hand")
    for number in (1, 2):
        press(ana, t, "hand-done", table=str(number), round="1", busts="")
    press(ana, t, "hand-done", table="1", round="2", busts="")
    press(ana, t, "hand-taken-back", table="1", round="2")
    sealed()
    assert "Undo…" not in _row(ana, t, "Clock time changed")
    with cast.unchanged():
        assert take_back(ana, given)["kind"] == "refused"
    assert f"{entry.player.public_name} sat out hand 1 of 1" in shown(ana, f"/director/{t}/history/")
    assert "able 1" in _row(ana, t, "Hand not done after all")
    rows = [row for row in _rows(ana, t) if ">Hand done<" in re.sub(r"\s*([<>])\s*", r"\1", row)]
    assert [">undone<" in row for row in rows] == [True, False, False]


def _rows(client, t):
    return re.findall(r"<tr data-command.*?</tr>", shown(client, f"/director/{t}/history/"), re.DOTALL)


def _row(client, t, title):
    return next(row for row in _rows(client, t) if title in row)


def _need(client, path):
    return re.search(r'data-need="recess".*?</li>', shown(client, path), re.DOTALL)[0]


@pytest.mark.rule("CASES h4h-1")
def test_where_each_hand_would_end_a_level_it_is_said_before(house, at):
    t = house.started("turbo-8max", entries=12, seats_per_table=6)
    ana = as_(house.ana)
    press(ana, t, "close-entries")
    console = f"/director/{t}/hand-for-hand/"
    assert "each hand ends a level" not in shown(ana, console)
    policies = Tournament.objects.get(pk=t).policies
    Tournament.objects.filter(pk=t).update(policies=policies | {"hand_for_hand_cost_seconds": 1800})
    length = clock_payload(t, at=cast.START)["items"][0]["seconds"] // 60
    told = f"At 30:00 a hand, each hand ends a level of {length}:00"
    assert told in shown(ana, console)
    press(ana, t, "hand-for-hand", charge="fixed")
    assert told in shown(ana, console)


@pytest.mark.rule("PT-T.46")
def test_online_each_hand_is_finished_and_the_recess_counts_from_there():
    event = begun(online_house(), players=3)
    event.due()
    t = event.tournament_id
    cast.say(give_recess, by=event.house.ana, at=event.now, tournament_id=t, minutes=10)
    event.now += timedelta(seconds=7)
    while event.row.due_kind == "decide":
        event.act("fold")
    event.until("open")
    left = clock_payload(t, at=event.now)["recess"]
    assert left["ends_ms"] == int((event.now + timedelta(minutes=10)).timestamp() * 1000)
    row = event.row
    with cast.refused("clock_stands", rule="PT-T.45"):
        cast.say(open_hand, by=SYSTEM, at=event.now + timedelta(minutes=9), table_id=row.pk, turn=row.turn)
    event.now += timedelta(minutes=10, seconds=1)
    event.due()
    assert (event.row.hand_number, event.row.level) == (2, 1)


def test_the_last_minutes_of_a_break_are_not_those_of_a_level(house, phone, at):
    t = house.started("turbo-8max", entries=4)
    ana = as_(house.ana)
    items = Tournament.objects.get(pk=t).structure["items"]
    first = next(number for number, item in enumerate(items) if item["kind"] == "recess")
    begins = sum(item["seconds"] for item in items[:first])
    level, rest = (f"{what} ends in less than two minutes" for what in ("This level", "The break"))
    for seconds, said, unsaid in ((-60, level, rest), (items[first]["seconds"] - 60, rest, level)):
        at["at"] = cast.after(seconds=begins + seconds)
        page = shown(ana, f"/director/{t}/")
        assert (said in page, unsaid in page) == (True, False)


def test_the_end_of_a_level_is_told_and_not_counted_as_something_to_do_now(house, at):
    t = house.started("turbo-8max", entries=4)
    ana = as_(house.ana)
    tournament = Tournament.objects.get(pk=t)
    at["at"] = cast.after(seconds=tournament.structure["items"][0]["seconds"] - 60)
    page = " ".join(ana.get(f"/director/{t}/now/").content.decode().split())
    told = re.search(r'<li[^>]*data-later="true".*?</li>', page)
    assert told and "This level ends in less than two minutes" in told[0]
    assert re.search(r"Next: [^<.]*\d\.", told[0]), told[0]
