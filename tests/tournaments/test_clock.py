"""The clock of a running tournament: kept as anchors, announced exactly once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch.facts import SYSTEM
from payouts.commands.finish_tournament import finish_tournament
from tables.commands.end_hand_for_hand import end_hand_for_hand
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.models import Seat
from tests import cast
from tournaments import tasks
from tournaments.commands.add_clock_time import add_clock_time
from tournaments.commands.announce_level import announce_level
from tournaments.commands.announce_levels import announce_levels
from tournaments.commands.call_short_handed import call_short_handed
from tournaments.commands.close_entries import close_entries
from tournaments.commands.edit_level import edit_level
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.freeze_venue import freeze_venue
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.resume_clock import resume_clock
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.thaw_venue import thaw_venue
from tournaments.commands.undo_clock_change import undo_clock_change
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Clock, Field, LevelAnnouncement
from tournaments.operations.clock import announcement_id
from tournaments.queries.clock import clock_payload, due, first_deadline, registrations_due, undo_preview
from tournaments.queries.field import counts_payload

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return cast.house()


@pytest.fixture
def running(house):
    """A started turbo: levels of 15 minutes or what the template says; the first item is a level."""
    tournament = house.registering("turbo-8max")
    house.fill(tournament, 4)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


def clock(tournament):
    return Clock.objects.get(pk=tournament)


def level_seconds(tournament, index=0):
    return clock_payload(tournament, at=cast.START)["items"][index]["seconds"]


def announce(tournament, *, at, command_id=None):
    turn = clock(tournament).turn
    return cast.asked(
        announce_level,
        by=SYSTEM,
        at=at,
        command_id=command_id or announcement_id(tournament, turn=turn),
        tournament_id=tournament,
        turn=turn,
    )


@pytest.mark.rule("ADTP.23", "PT-T.45")
def test_the_deadline_is_the_anchor_plus_the_length(running):
    seconds = level_seconds(running)
    assert clock(running).deadline_at == cast.START + timedelta(seconds=seconds)
    face = clock_payload(running, at=cast.after(seconds=30))
    assert (face["state"], face["index"]) == ("running", 0)
    assert face["anchor_ms"] == round(cast.START.timestamp() * 1000)
    assert face["server_ms"] - face["anchor_ms"] == 30_000


@pytest.mark.rule("ADTP.23")
def test_a_level_is_announced_once_and_counts_on_from_its_deadline(running):
    seconds = level_seconds(running)
    late = cast.after(seconds=seconds + 3)
    first = announce(running, at=late)
    assert first.result["announced"] == [1]
    again = cast.asked(
        announce_level,
        by=SYSTEM,
        at=late + timedelta(seconds=1),
        command_id=first.command_id,
        tournament_id=running,
        turn=1,
    )
    assert again.replayed
    assert again.result == first.result
    row = LevelAnnouncement.objects.get(clock_id=running, level_index=1)
    assert row.due_at == cast.after(seconds=seconds)
    assert row.announced_at == late
    # never now + duration
    assert clock(running).deadline_at == cast.after(seconds=seconds + level_seconds(running, 1))
    assert len(cast.facts(running, kind="level_announced")) == 1


def test_an_announcement_for_a_turn_that_is_over_does_nothing(house, running):
    turn = clock(running).turn
    cast.say(pause_clock, by=house.bruno, at=cast.after(seconds=10), tournament_id=running)
    before = clock(running).state
    done = cast.say(
        announce_level,
        by=SYSTEM,
        at=cast.after(hours=1),
        command_id=announcement_id(running, turn=turn),
        tournament_id=running,
        turn=turn,
    )
    assert done["announced"] == []
    assert clock(running).state == before


def test_what_was_missed_is_announced_each_once_in_order(running):
    items = clock_payload(running, at=cast.START)["items"]
    away = sum(item["seconds"] for item in items[:5]) + 7
    announce(running, at=cast.after(seconds=away))
    rows = list(LevelAnnouncement.objects.filter(clock_id=running).order_by("turn"))
    assert [row.level_index for row in rows] == [0, 1, 2, 3, 4, 5]
    passed = 0
    for row, item in zip(rows[1:], items[:5], strict=True):
        passed += item["seconds"]
        assert row.due_at == cast.after(seconds=passed)


def test_pause_and_resume_keep_what_was_left(house, running):
    seconds = level_seconds(running)
    cast.say(pause_clock, by=house.bruno, at=cast.after(seconds=100), tournament_id=running)
    assert clock(running).deadline_at is None
    assert clock_payload(running, at=cast.after(hours=2))["elapsed_ms"] == 100_000
    with cast.refused("clock_paused"):
        cast.say(pause_clock, by=house.bruno, at=cast.after(seconds=101), tournament_id=running)
    cast.say(resume_clock, by=house.bruno, at=cast.after(seconds=700), tournament_id=running)
    assert clock(running).deadline_at == cast.after(seconds=700 + seconds - 100)
    with cast.refused("clock_running"):
        cast.say(resume_clock, by=house.bruno, at=cast.after(seconds=701), tournament_id=running)


def test_time_is_added_and_taken(house, running):
    seconds = level_seconds(running)
    cast.say(add_clock_time, by=house.bruno, at=cast.after(seconds=5), tournament_id=running, seconds=60)
    assert clock(running).deadline_at == cast.after(seconds=seconds + 60)
    cast.say(add_clock_time, by=house.bruno, at=cast.after(seconds=6), tournament_id=running, seconds=-90)
    assert clock(running).deadline_at == cast.after(seconds=seconds - 30)
    for absurd in (0, -seconds * 2, 10**9):
        with cast.refused("bad_time"):
            cast.say(
                add_clock_time,
                by=house.bruno,
                at=cast.after(seconds=7),
                tournament_id=running,
                seconds=absurd,
            )


def test_the_level_is_moved_and_moved_back_by_undo(house, running):
    seconds = level_seconds(running)
    cast.say(move_to_level, by=house.bruno, at=cast.after(seconds=50), tournament_id=running, level_index=3)
    assert clock(running).level_index == 3
    assert undo_preview(running, at=cast.after(seconds=80)) == {
        "tournament_id": running,
        "what": "clock_moved",
        "level_now": 4,
        "level_after": 1,
        "remaining_seconds_after": seconds - 80,
        "recess_after": False,
        "level_left_seconds_after": None,
    }
    cast.say(undo_clock_change, by=house.ana, at=cast.after(seconds=80), tournament_id=running)
    # as if it had not been done: the first level went on meanwhile
    assert clock(running).level_index == 0
    assert clock(running).deadline_at == cast.after(seconds=seconds)
    assert undo_preview(running, at=cast.after(seconds=81)) == {"tournament_id": running, "what": None}
    with cast.refused("nothing_to_undo"):
        cast.say(undo_clock_change, by=house.ana, at=cast.after(seconds=81), tournament_id=running)
    with cast.refused("no_such_level"):
        cast.say(
            move_to_level, by=house.bruno, at=cast.after(seconds=82), tournament_id=running, level_index=99
        )


def test_a_level_is_edited_while_it_runs_and_may_not_fall(house, running):
    seconds = level_seconds(running)
    cast.say(
        edit_level,
        by=house.ana,
        at=cast.after(seconds=9),
        tournament_id=running,
        level_index=0,
        changes={"seconds": seconds + 120},
    )
    assert clock(running).deadline_at == cast.after(seconds=seconds + 120)
    with cast.refused("levels_fall"):
        cast.say(
            edit_level,
            by=house.ana,
            at=cast.after(seconds=10),
            tournament_id=running,
            level_index=1,
            changes={"small_blind": 1, "big_blind": 2},
        )
    with cast.refused("cannot_change"):
        cast.say(
            edit_level,
            by=house.ana,
            at=cast.after(seconds=10),
            tournament_id=running,
            level_index=0,
            changes={"kind": "recess"},
        )


def test_one_action_stops_every_clock_of_the_venue(house, running):
    other = house.registering("turbo-8max", starts_at=cast.START)
    house.fill(other, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=other)
    cast.say(pause_clock, by=house.ana, at=cast.after(seconds=20), tournament_id=other)
    done = cast.say(freeze_venue, by=house.ana, at=cast.after(seconds=60), venue_id=house.venue_id)
    assert done["tournaments"] == sorted([running, other])
    assert clock(running).deadline_at is None
    assert clock_payload(running, at=cast.after(hours=3))["state"] == "frozen"
    with cast.refused("already_frozen"):
        cast.say(freeze_venue, by=house.ana, at=cast.after(seconds=61), venue_id=house.venue_id)
    cast.say(thaw_venue, by=house.ana, at=cast.after(seconds=360), venue_id=house.venue_id)
    assert clock(running).deadline_at == cast.after(seconds=level_seconds(running) + 300)
    # what was paused before stays paused
    assert clock(other).deadline_at is None
    assert clock_payload(other, at=cast.after(hours=3))["state"] == "paused"
    with cast.refused("forbidden"):
        cast.say(freeze_venue, by=house.bruno, at=cast.after(seconds=400), venue_id=house.venue_id)


@pytest.mark.rule("SCPT.V")
def test_short_handed_levels_are_the_directors_call_with_five_left(house):
    tournament = house.registering("scpt-main")
    house.fill(tournament, 6)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    with cast.refused("not_short_handed", rule="SCPT.V"):
        cast.say(call_short_handed, by=house.ana, at=cast.after(seconds=5), tournament_id=tournament)
    Field.objects.filter(pk=tournament).update(players_left=5)
    done = cast.say(call_short_handed, by=house.ana, at=cast.after(seconds=6), tournament_id=tournament)
    assert done["seconds"] == 900
    items = clock_payload(tournament, at=cast.after(seconds=7))["items"]
    # the running level keeps its length; those that follow are 15 minutes
    assert items[0]["seconds"] == level_seconds(tournament)
    assert {item["seconds"] for item in items[1:] if item["kind"] == "level"} == {900}


@pytest.mark.rule("SCPT.U2")
def test_the_big_ante_is_shown_from_level_three_until_heads_up(house):
    tournament = house.registering("scpt-main")
    house.fill(tournament, 6)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    levels = [i for i in clock_payload(tournament, at=cast.START)["items"] if i["kind"] == "level"]
    assert [(i["ante"], i["ante_kind"]) for i in levels[:3]] == [
        (0, "none"),
        (0, "none"),
        (levels[2]["big_blind"], "big_blind"),
    ]
    Field.objects.filter(pk=tournament).update(players_left=2)
    levels = [i for i in clock_payload(tournament, at=cast.START)["items"] if i["kind"] == "level"]
    assert {i["ante"] for i in levels} == {0}


def test_who_may_not_touches_no_clock(house, running):
    for by in (house.dora, house.caio, house.desi):
        with cast.refused("forbidden"):
            cast.say(pause_clock, by=by, at=cast.after(seconds=5), tournament_id=running)


def test_the_clock_is_not_there_before_the_start(house):
    tournament = house.registering("turbo-8max")
    with cast.refused("clock_not_started"):
        cast.say(pause_clock, by=house.ana, at=cast.OPEN, tournament_id=tournament)
    assert clock_payload(tournament, at=cast.OPEN)["state"] == "not_started"


def test_before_the_start_no_level_is_announced_whoever_asks(house):
    """A director's program read of a fault of the house."""
    t = house.registering("scpt-main")
    told = cast.say(announce_level, by=house.ana, tournament_id=t, turn=1)
    assert told["announced"] == [] and not Clock.objects.filter(tournament_id=t).exists()
    assert not LevelAnnouncement.objects.exists()


def test_late_registration_ends_with_its_level(house, running):
    face = clock_payload(running, at=cast.START)
    last = next(i for i, item in enumerate(face["items"]) if item["late_registration_ends"])
    until = sum(item["seconds"] for item in face["items"][: last + 1])
    assert Field.objects.get(pk=running).entries_closed_at is None
    at = cast.after(seconds=until - 1)
    announce(running, at=at)
    assert Field.objects.get(pk=running).entries_closed_at is None
    at = cast.after(seconds=until)
    announce(running, at=at)
    assert Field.objects.get(pk=running).entries_closed_at == at


def test_what_is_due_next(running):
    seconds = level_seconds(running)
    assert first_deadline() == cast.after(seconds=seconds)
    assert due(at=cast.after(seconds=seconds - 1)) == []
    assert due(at=cast.after(seconds=seconds)) == [(running, 1, cast.after(seconds=seconds))]


@pytest.mark.rule("PT-T.49")
def test_hand_for_hand_is_not_taken_back_by_the_clock_alone(house, running):
    """Tables and clock change together; undoing the clock would leave the tables waiting for one another."""
    at = cast.after(minutes=1)
    cast.say(pause_clock, by=house.bruno, at=at, tournament_id=running)
    cast.say(start_hand_for_hand, by=house.ana, at=at, tournament_id=running)
    with cast.refused("nothing_to_undo"):
        cast.say(undo_clock_change, by=house.ana, at=at, tournament_id=running)
    cast.say(end_hand_for_hand, by=house.ana, at=at, tournament_id=running)
    with cast.refused("nothing_to_undo"):
        cast.say(undo_clock_change, by=house.ana, at=at, tournament_id=running)


@pytest.mark.rule("SCPT.B")
def test_registration_opens_an_hour_ahead_where_no_time_was_set(house):
    tournament = house.published("turbo-8max")
    assert tournament not in registrations_due(at=cast.before(minutes=61))
    assert tournament in registrations_due(at=cast.before(minutes=60))
    assert tournament not in registrations_due(at=cast.START)


def bust(house, tournament, *, at):
    seat = Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False).first()
    [out] = cast.say(
        eliminate_players,
        by=house.ana,
        at=at,
        tournament_id=tournament,
        table_number=seat.table.number,
        busts=[{"entry_id": seat.entry_id}],
    )["eliminations"]
    return out["elimination_id"]


@pytest.mark.rule("PT-T.52")
def test_the_clock_stands_with_the_bust_that_leaves_one_player_and_goes_on_when_it_is_undone(house):
    t = house.started("turbo-8max", entries=3, late_registration_level=0, re_entries_per_player=0)
    bust(house, t, at=cast.after(seconds=60))
    face = clock_payload(t, at=cast.after(seconds=70))
    assert (face["state"], counts_payload(t, seen_at=None)["decided"]) == ("running", False)
    last = bust(house, t, at=cast.after(seconds=100))
    face = clock_payload(t, at=cast.after(hours=1))
    assert (face["state"], face["anchor_ms"], face["elapsed_ms"]) == ("decided", None, 100_000)
    assert (counts_payload(t, seen_at=None)["decided"], clock(t).deadline_at) == (True, None)
    assert len(cast.facts(t, kind="clock_stood_decided")) == 1
    with cast.refused("one_player_left"):
        cast.say(resume_clock, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    with cast.refused("nothing_to_undo"):
        cast.say(undo_clock_change, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    cast.say(undo_elimination, by=house.ana, at=cast.after(hours=1), elimination_id=last)
    face = clock_payload(t, at=cast.after(hours=1, seconds=7))
    start = round(cast.after(hours=1).timestamp() * 1000) - 100_000
    assert (face["state"], face["anchor_ms"], face["index"]) == ("running", start, 0)
    assert counts_payload(t, seen_at=None)["decided"] is False
    # and once more, to the end
    bust(house, t, at=cast.after(hours=1, seconds=30))
    cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1, seconds=90), tournament_id=t)
    assert clock_payload(t, at=cast.after(hours=2))["state"] == "finished"
    assert counts_payload(t, seen_at=None)["decided"] is False


def test_while_somebody_can_still_enter_the_clock_runs_with_one_player_until_entries_close(house):
    t = house.started("turbo-8max", entries=2)
    bust(house, t, at=cast.after(seconds=60))
    assert clock_payload(t, at=cast.after(seconds=70))["state"] == "running"
    assert counts_payload(t, seen_at=None)["decided"] is False
    cast.say(close_entries, by=house.ana, at=cast.after(seconds=80), tournament_id=t)
    assert clock_payload(t, at=cast.after(seconds=90))["state"] == "decided"


def started(house, *, entries_open=False):
    more = {} if entries_open else {"late_registration_level": 0, "re_entries_per_player": 0}
    return house.started("turbo-8max", entries=2, **more)


def told(tournament):
    """Everything that an announcement leaves behind."""
    row = clock(tournament)
    return (
        row.state,
        row.level_index,
        row.turn,
        row.deadline_at,
        row.before,
        list(
            LevelAnnouncement.objects.filter(clock_id=tournament)
            .order_by("turn")
            .values_list("turn", "level_index", "due_at", "announced_at")
        ),
        [(kind, cast.facts(tournament, kind=kind)) for kind in ("level_announced", "clock_advanced")],
    )


@pytest.mark.rule("ADTP.23")
def test_levels_announced_together_leave_what_each_alone_leaves(house):
    alone, together, two_levels_late = (started(house) for _ in range(3))
    late = cast.after(seconds=level_seconds(alone) + 2)
    announce(alone, at=late)
    done = cast.say(
        announce_levels,
        by=SYSTEM,
        at=late,
        venue_id=house.venue_id,
        turns=[{"tournament_id": together, "turn": 1}],
    )
    assert done == {"venue_id": house.venue_id, "announced": [together]}
    assert told(together) == told(alone)
    much_later = cast.after(seconds=2 * level_seconds(alone) + level_seconds(alone, 1))
    done = cast.say(
        announce_levels,
        by=SYSTEM,
        at=much_later,
        venue_id=house.venue_id,
        turns=[{"tournament_id": two_levels_late, "turn": 1}],
    )
    rows = LevelAnnouncement.objects.filter(clock_id=two_levels_late).order_by("turn")
    assert [row.level_index for row in rows][:3] == [0, 1, 2]
    assert clock(two_levels_late).level_index == rows.last().level_index


def test_what_is_not_due_not_closed_or_not_of_this_house_is_left_alone(house):
    turned, paused, entering, theirs = started(house), started(house), started(house, entries_open=True), None
    other = cast.house(name="Outra")
    theirs = started(other)
    cast.say(pause_clock, by=house.bruno, at=cast.after(seconds=10), tournament_id=paused)
    late = cast.after(seconds=level_seconds(turned) + 2)
    announce(turned, at=late)
    everything = [turned, paused, entering, theirs]
    before = [told(t) for t in everything]
    turns = [
        {"tournament_id": turned, "turn": 1},
        {"tournament_id": paused, "turn": clock(paused).turn},
        {"tournament_id": entering, "turn": 1},
        {"tournament_id": theirs, "turn": 1},
    ]
    asked = {"venue_id": house.venue_id, "turns": turns}
    assert cast.say(announce_levels, by=SYSTEM, at=late, **asked)["announced"] == []
    assert [told(t) for t in everything] == before
    with cast.refused("forbidden"):
        cast.say(announce_levels, by=house.dora, at=late, **asked)
    with cast.refused("too_many_clocks"):
        cast.say(announce_levels, by=SYSTEM, at=late, venue_id=house.venue_id, turns=[])


def test_many_at_one_instant_are_each_announced_once(house, monkeypatch):
    closed = [started(house) for _ in range(11)]
    entering = started(house, entries_open=True)
    late = cast.after(seconds=level_seconds(entering) + 1)
    monkeypatch.setattr(tasks, "now", lambda: late)
    monkeypatch.setattr(tasks, "_TOGETHER", 6)
    assert tasks.announce_due(at=late) == 12
    for tournament in [*closed, entering]:
        rows = LevelAnnouncement.objects.filter(clock_id=tournament).order_by("turn")
        assert [row.level_index for row in rows] == [0, 1]
        assert len(cast.facts(tournament, kind="clock_advanced")) == 1
    assert tasks.announce_due(at=late) == 0


def test_the_break_in_which_the_add_on_is_sold_says_so_by_itself(house):
    """Its price and its level are of the tournament: the row of the structure need not be marked, too."""
    sold = {"price_cents": 10_000, "chips": 30_000, "after_level": 6, "per_player": 1}
    tournament = house.registering("turbo-8max", late_registration_level=6, add_on=sold)
    recesses = [one for one in clock_payload(tournament, at=cast.START)["items"] if one["kind"] == "recess"]
    assert [one["add_on"] for one in recesses] == [True, *[False] * (len(recesses) - 1)]
    plain = house.registering("turbo-8max")
    assert not any(one.get("add_on") for one in clock_payload(plain, at=cast.START)["items"])
