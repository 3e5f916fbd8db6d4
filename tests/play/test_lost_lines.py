"""Many lines go at once: a table, or a tournament with its clock, stands by itself and gives the time back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch import topics
from dispatch.facts import SYSTEM
from dispatch.models import Fact
from play import tasks
from play.commands.act import act
from play.commands.end_lines_hold import end_lines_hold
from play.commands.hold_all_tables import hold_all_tables
from play.commands.hold_for_lost_lines import hold_for_lost_lines
from play.commands.hold_table import hold_table
from play.commands.note_line import note_line
from play.commands.release_all_tables import release_all_tables
from play.commands.release_table import release_table
from play.models import LinesHold, PlayTable
from play.queries.lines import are_back, first_lines_hold_over, lines_holds_over, went_together
from play.queries.tables import due_at_tables, open_play_tables
from play.tasks import line_seen
from tests import cast
from tests.play import event
from tests.play.conftest import open_one
from tests.play.room import started
from tournaments.commands.freeze_venue import freeze_venue
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.resume_clock import resume_clock
from tournaments.commands.thaw_venue import thaw_venue
from tournaments.models import Clock, Tournament
from tournaments.queries.clock import state_of

SECOND = timedelta(seconds=1)


def line(table_id, player_id, *, there, at):
    """As the house's sockets do: note it, look whether it went with others or enough are back, and say so."""
    cast.say(note_line, by=SYSTEM, at=at, table_id=table_id, player_id=player_id, there=there)
    if are_back(table_id) if there else went_together(table_id, at=at):
        command = end_lines_hold if there else hold_for_lost_lines
        cast.say(command, by=SYSTEM, at=at, table_id=table_id)


def seen(table_id):
    return topics.resolve(f"play/{table_id}").payload()


def bodies(stream, kind):
    return [fact.body for fact in Fact.objects.filter(stream=stream, kind=kind).order_by("id")]


@pytest.fixture
def seven(table):
    for seat in range(1, 8):
        table.sit(seat)
    table.deal()
    return table


@pytest.mark.rule("PT-H.72", "PT-H.73")
def test_a_table_stands_by_itself_gives_the_time_back_and_goes_on_when_most_are_back(seven):
    row, to_act, pk = seven.row, seven.to_act, seven.table_id
    people = [one.player_id for one in seven.people.values()]
    first = row.from_at + 4 * SECOND
    for n, player_id in enumerate(people[:4]):
        line(pk, player_id, there=False, at=first + n * SECOND)
    assert seven.row.held_at is None  # four may have agreed to go
    held_at = first + 4 * SECOND
    line(pk, people[4], there=False, at=held_at)
    assert (seven.row.held_at, seven.row.held_for_lines) == (held_at, True)
    until = held_at + timedelta(minutes=3)
    assert seen(pk)["held"] == {
        "at_ms": int(held_at.timestamp() * 1000),
        "reason": "",
        "with_clocks": False,
        "lines": {"lost": 5, "of_players": 7, "until_ms": int(until.timestamp() * 1000)},
    }
    told = {"lost": 5, "of_players": 7, "until": until.isoformat()}
    assert bodies(f"play:{pk}", "play_table_held_for_lines") == [told]
    assert due_at_tables(at=held_at + timedelta(hours=1)) == []
    turn = {"table_id": pk, "turn": row.turn}
    with cast.refused("table_held"):
        who = seven.people[to_act]
        cast.say(act, by=who, at=held_at, player_id=who.player_id, act="fold", **turn)
    # who goes now holds nothing anew, and has to come back with the others
    line(pk, people[5], there=False, at=held_at + SECOND)
    shown = next(one for one in open_play_tables(seven.house.venue_id) if one.table_id == pk)
    assert (shown.lines.lost, shown.lines.of_players, shown.lines.still_away) == (5, 7, 6)
    with cast.refused("lines_still_lost", rule="PT-H.72"):
        cast.say(end_lines_hold, by=SYSTEM, at=held_at + SECOND, table_id=pk)
    back = held_at + 40 * SECOND
    for player_id in people[:4]:
        line(pk, player_id, there=True, at=back)
    assert seven.row.held_at == held_at
    line(pk, people[4], there=True, at=back)
    after = seven.row
    assert (after.held_at, after.held_for_lines, after.turn) == (None, False, row.turn)
    # what ran since the first line went is given back, but for the time before that
    assert back - after.from_at == 4 * SECOND
    hold = LinesHold.objects.get()
    assert (hold.outcome, hold.ended_at, hold.pauses_clock) == ("back", back, False)
    seven.now = back
    seven.act("fold")


@pytest.mark.rule("PT-H.73")
def test_it_goes_on_after_three_minutes_whoever_is_back_and_three_times_an_hour_at_most(seven):
    pk, people = seven.table_id, [one.player_id for one in seven.people.values()]
    began = seven.row.from_at
    for time in range(4):
        at = began + time * timedelta(minutes=5)
        PlayTable.objects.filter(pk=pk).update(from_at=at, due_at=at + 15 * SECOND)
        for player_id in people[:5]:
            line(pk, player_id, there=False, at=at)
        assert seven.row.held_for_lines is (time < 3)
        if time < 3:
            until = at + timedelta(minutes=3)
            assert first_lines_hold_over() == until and lines_holds_over(at=until - SECOND) == []
            (over,) = lines_holds_over(at=until)
            assert cast.say(end_lines_hold, by=SYSTEM, at=until, table_id=over.table_id) == {"tables": 1}
            assert LinesHold.objects.latest("id").outcome == "over" and seven.row.held_at is None
            # who is away still was lost before: that holds nothing anew
            assert not went_together(pk, at=until)
        for player_id in people[:5]:
            line(pk, player_id, there=True, at=at + timedelta(minutes=4))


@pytest.mark.rule("PT-H.73")
def test_a_short_table_rehearsal_players_and_who_is_away_hold_nothing(table):
    for seat in (1, 2, 3, 4):
        table.sit(seat)
    table.deal()
    for person in table.people.values():
        line(table.table_id, person.player_id, there=False, at=table.row.from_at)
    assert table.row.held_at is None and not LinesHold.objects.exists()
    assert cast.say(
        hold_for_lost_lines, by=table.house.ana, at=table.row.from_at, table_id=table.table_id
    ) == {"tables": 0}
    with cast.refused("forbidden"):
        cast.say(hold_for_lost_lines, by=table.people[1], at=table.row.from_at, table_id=table.table_id)
    with cast.refused("forbidden"):
        cast.say(end_lines_hold, by=table.people[1], at=table.row.from_at, table_id=table.table_id)


@pytest.mark.rule("PT-H.72")
def test_staff_let_it_go_on_take_it_over_and_stop_the_house(seven):
    pk, ana, venue_id = seven.table_id, seven.house.ana, seven.house.venue_id
    people = [one.player_id for one in seven.people.values()]

    def lose(at):
        PlayTable.objects.filter(pk=pk).update(from_at=at, due_at=at + 15 * SECOND)
        LinesHold.objects.update(held_at=at - timedelta(hours=2))
        for player_id in people[:5]:
            line(pk, player_id, there=False, at=at)
        assert seven.row.held_for_lines
        return at + SECOND

    def come_back(at):
        for player_id in people[:5]:
            line(pk, player_id, there=True, at=at)

    at = lose(seven.row.from_at)
    cast.say(release_table, by=ana, at=at, table_id=pk)
    assert seven.row.held_at is None and LinesHold.objects.latest("id").outcome == "staff"
    come_back(at)
    at = lose(at + timedelta(minutes=1))
    assert cast.say(release_all_tables, by=ana, at=at, venue_id=venue_id) == {"tables": 1}
    assert seven.row.held_at is None and LinesHold.objects.latest("id").outcome == "staff"
    come_back(at)
    # staff who hold it keep it, whoever is back
    at = lose(at + timedelta(minutes=1))
    cast.say(hold_table, by=ana, at=at, table_id=pk, reason="Queda de rede")
    come_back(at + SECOND)
    row = seven.row
    assert (row.held_for_lines, row.held_because) == (False, "Queda de rede") and row.held_at is not None
    assert LinesHold.objects.latest("id").outcome == "back"
    cast.say(release_table, by=ana, at=at + 2 * SECOND, table_id=pk)
    # while all clocks of the house stand it does not go on alone
    at = lose(at + timedelta(minutes=1))
    cast.say(freeze_venue, by=ana, at=at, venue_id=venue_id)
    for command, of in ((release_table, {"table_id": pk}), (release_all_tables, {"venue_id": venue_id})):
        with cast.refused("clocks_stand"):
            cast.say(command, by=ana, at=at, **of)
    come_back(at + SECOND)
    row = seven.row
    assert (row.held_for_lines, row.held_with_clocks) == (False, True)
    cast.say(thaw_venue, by=ana, at=at + 2 * SECOND, venue_id=venue_id)
    assert seven.row.held_at is None


def clock_of(tournament_id):
    clock = Clock.objects.get(pk=tournament_id)
    return state_of(clock, tournament=Tournament.objects.get(pk=tournament_id))


@pytest.mark.rule("PT-H.72", "PT-T.45")
def test_a_tournament_stands_with_its_clock_however_few_sit_at_each_table(db):
    room = started(event.house(), players=10, seats=4)
    t, tables = room.tournament_id, room.open()
    stream = f"tournament:{t}"
    assert len(tables) == 3
    seats = [(row.pk, kept["player_id"]) for row in tables for kept in row.seats]
    at = room.now + 30 * SECOND
    other = open_one(room.house)
    for pk, player_id in seats[:5]:
        line(pk, player_id, there=False, at=at)
    assert [row.held_at for row in room.open()] == [at] * 3
    assert other.row.held_at is None
    assert clock_of(t).paused
    assert bodies(stream, "lines_lost_together") == [{"lost": 5, "of_players": 10}]
    assert [one.lines.still_away for one in open_play_tables(room.house.venue_id) if one.tournament_id] == [
        5,
        5,
        5,
    ]
    for n, (pk, player_id) in enumerate(seats[:4]):
        assert clock_of(t).paused, n
        line(pk, player_id, there=True, at=at + 30 * SECOND)
    assert not clock_of(t).paused and bodies(stream, "lines_back") == [{"outcome": "back"}]
    assert [row.held_at for row in room.open()] == [None] * 3
    # the director lets it go on from any of its tables; a clock that staff stopped meanwhile stands on
    LinesHold.objects.update(held_at=at - timedelta(hours=2))
    for pk, player_id in seats[:5]:
        line(pk, player_id, there=True, at=at + 31 * SECOND)
    at += timedelta(minutes=1)
    for pk, player_id in seats[5:]:
        line(pk, player_id, there=False, at=at)
    cast.say(resume_clock, by=room.house.ana, at=at + SECOND, tournament_id=t)
    cast.say(pause_clock, by=room.house.ana, at=at + 2 * SECOND, tournament_id=t)
    cast.say(release_table, by=room.house.ana, at=at + 3 * SECOND, table_id=tables[1].pk)
    assert [row.held_at for row in room.open()] == [None] * 3 and clock_of(t).paused
    # while the clock stands people go: nobody is held for that
    for pk, player_id in seats[:5]:
        line(pk, player_id, there=False, at=at + 20 * SECOND)
    assert LinesHold.objects.count() == 2 and room.open()[0].held_at is None


@pytest.mark.rule("PT-H.72")
def test_a_hold_whose_tables_are_closed_ends(seven):
    pk = seven.table_id
    for person in list(seven.people.values())[:5]:
        line(pk, person.player_id, there=False, at=seven.row.from_at)
    cast.say(
        hold_all_tables, by=seven.house.ana, at=seven.row.from_at, venue_id=seven.house.venue_id, reason="x"
    )
    PlayTable.objects.filter(pk=pk).update(stage="closed", due_kind="", due_at=None)
    assert cast.say(end_lines_hold, by=SYSTEM, at=LinesHold.objects.get().until, table_id=pk) == {"tables": 0}
    assert LinesHold.objects.get().outcome == "closed" and first_lines_hold_over() is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("PT-H.72", "PT-T.45")
def test_lines_that_many_processes_see_go_and_come_hold_a_tournament_once():
    room = started(event.house(), players=10, seats=4)
    seats = [(row.pk, kept["player_id"]) for row in room.open() for kept in row.seats][:7]
    stream = f"tournament:{room.tournament_id}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "now", lambda: room.now)

        def all_at_once(*, here):
            room.now += SECOND
            said = [
                lambda pk=pk, who=who: line_seen(player_id=who, table_id=pk, here=here) for pk, who in seats
            ]
            assert cast.together(said) == [None] * 7

        all_at_once(here=False)
        assert {row.held_for_lines for row in room.open()} == {True}
        held = room.now
        all_at_once(here=True)
        assert [row.held_at for row in room.open()] == [None] * 3 and not clock_of(room.tournament_id).paused
        assert LinesHold.objects.get().outcome == "back"
        # each once, with one hold, one stop of the clock and one end
        all_at_once(here=False)
        assert LinesHold.objects.count() == 2
        room.now = LinesHold.objects.latest("id").until
        assert sum(cast.together([lambda: tasks.do_due(room.now)] * 4)) >= 1
    assert room.now > held and [row.held_at for row in room.open()] == [None] * 3
    kinds = ("lines_lost_together", "clock_paused", "clock_resumed")
    assert [len(bodies(stream, kind)) for kind in kinds] == [2, 2, 2]
    assert bodies(stream, "lines_back") == [{"outcome": "back"}, {"outcome": "over"}]
    cast.books_balance()
