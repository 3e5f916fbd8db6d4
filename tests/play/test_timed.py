"""A timed tournament online: at the set time each table plays its last hands, and places and prizes are by chips."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from random import Random

import pytest

from dispatch.facts import SYSTEM
from dispatch.models import Fact
from ledger.queries import wallet_balance
from payouts.models import Award
from play.commands.open_hand import open_hand
from play.models import DealtHand, PlayTable, Sitting
from play.queries.events import decided_online, event_payload
from play.queries.payloads import onlookers_payload
from rules.finishing import Placing, form_a_permutation
from tests import cast
from tests.play.event import BALANCE, house
from tests.play.room import Room, loses_all, rash, started
from tests.play.test_several_tables import _SEVEN_PAID
from tests.web.player.test_tables import browser
from tournaments.commands.call_time import call_time
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.resume_clock import resume_clock
from tournaments.models import Entry, Tournament
from tournaments.queries import payloads
from tournaments.queries.clock import clock_payload
from tournaments.queries.results import results
from tournaments.tasks import call_time_due, end_decided_due

UP = cast.START + timedelta(minutes=10)
#: So much later who looks on sees a table that is not the last one.
LATE = timedelta(seconds=30)


def _fold(*_: object) -> tuple[str, int]:
    return "fold", 0


def _up(room: Room) -> None:
    """Every table plays a hand that was begun before the time was up."""
    room.now = UP - timedelta(seconds=2)
    for _ in room.open():
        room.step(_fold)
    assert {row.stage for row in room.open()} == {"playing"}
    room.now = UP
    call_time_due(at=UP)
    assert room.field.time_up_at == UP


def _over(room: Room, *, players: int) -> None:
    """Everybody has one place, those with chips by their chips, and every cent is on an account."""
    t = Tournament.objects.get(pk=room.tournament_id)
    assert t.state == "finished" and not room.open()
    found = results(t.pk, at=room.now + timedelta(hours=1))
    placings = [Placing(entry=one.entry_id, place=one.place, tied=one.tied) for one in found]
    assert len(found) == players and form_a_permutation(placings=placings)
    chips = dict(Entry.objects.filter(tournament=t).values_list("pk", "stack_chips"))
    assert sum(chips.values()) == room.field.chips_issued
    by_place = [(one.place, -chips[one.entry_id]) for one in found if chips[one.entry_id]]
    assert by_place == sorted(by_place) and len(set(by_place)) == len({-c for _p, c in by_place})
    won = dict(Award.objects.values_list("entry__player_id", "amount_cents"))
    assert sum(won.values()) == players * 2_000
    assert set(Award.objects.values_list("state", "paid_method")) == {("paid", "balance")}
    for player_id in room.people:
        assert wallet_balance(player_id, unit="EUR") == BALANCE - 2_200 + won.get(player_id, 0)
    cast.books_balance()
    assert not Sitting.objects.filter(left_at__isnull=True).exists()


@pytest.mark.rule("PT-H.11", "PT-T.33", "PT-T.52", "PT-T.54", "REGULATIONS 4.6")
def test_each_table_plays_until_everybody_has_had_the_button_and_the_last_one_ends_it(db):
    room = started(house(), players=7, seats=4, length_minutes=10)
    call_time_due(at=UP - timedelta(seconds=1))
    assert room.field.time_up_at is None
    _up(room)
    # two sweepers, one effect
    cast.say(call_time, by=SYSTEM, at=UP + timedelta(seconds=5), tournament_id=room.tournament_id)
    assert room.field.time_up_at == UP and Fact.objects.filter(kind="time_is_up").count() == 1
    sizes = {row.pk: len(row.seats) for row in room.open()}
    told = {row.pk: event_payload(row)["last_hands"] for row in room.open()}
    assert sorted(sizes.values()) == [3, 4] and told == sizes
    short = min(sizes, key=lambda pk: sizes[pk])
    was = [(cast.START, sizes[short])]

    def done_there(row: PlayTable) -> bool:
        """Who looks on is told of no hand that is not begun yet at the table as they see it."""
        event = event_payload(room.rows().get(pk=short))
        was.append((room.now, event["last_hands"]))
        late = onlookers_payload(short, at=room.now)["event"]["last_hands"]
        assert late == [left for at, left in was if at <= room.now - LATE][-1]
        return row.pk == short and event["still_play"] == 1

    room.play_on(Random(1), decides=_fold, until=done_there)
    done = room.rows().get(pk=short)
    assert (done.stage, done.due_kind, event_payload(done)["last_hands"]) == ("waiting", "", 0)
    page = browser(room.people[done.seats[0]["player_id"]]).get(f"/tables/{short}/").content.decode()
    assert "a última mão desta mesa foi jogada. Mesas que ainda jogam: 1." in page
    assert decided_online() == []
    with cast.refused("turn_passed"):
        cast.say(open_hand, by=SYSTEM, at=room.now, table_id=short, turn=done.turn)
    room.play_on(Random(1), decides=_fold)
    since = DealtHand.objects.filter(dealt_at__gte=UP)
    assert {pk: since.filter(table=pk).count() for pk in sizes} == sizes
    for pk in sizes:
        assert len(set(since.filter(table=pk).values_list("button_seat", flat=True))) == sizes[pk]
    _over(room, players=7)
    # the public learns the places with the last hand, and not that there are any before
    t, before, after = room.tournament_id, room.now + LATE - timedelta(milliseconds=1), room.now + LATE
    assert (results(t, at=before), payloads.eliminations(t, seen_at=before)["rows"]) == ([], [])
    counts = payloads.counts(t, seen_at=before)
    assert (counts["state"], counts["players_left"]) == ("running", 7)
    assert [clock_payload(t, at=at, as_public=True)["time_is_up"] for at in (UP, before, after)] == [True] * 3
    told = [(one.entry_id, one.place, one.tied) for one in results(t, at=after)]
    rows = payloads.eliminations(t, seen_at=after)["rows"]
    assert sorted(told) == sorted((row["entry_id"], row["place"], row["tied"]) for row in rows)
    assert [place for _entry, place, _tied in told] == [row["place"] for row in rows]
    assert rows == payloads.eliminations(t, seen_at=None)["rows"]
    last = Entry.objects.get(pk=told[-1][0])
    own = browser(room.people[last.player_id])
    assert f"O tempo acabou: {told[-1][1]}º lugar." in own.get(f"/tables/{short}/").content.decode()
    page = own.get(f"/play/{t}/").content.decode()
    assert "O tempo acabou" in page and "Você está fora" not in page


@pytest.mark.rule("PT-T.31", "PT-T.33", "PT-T.49", "PT-T.52", "PT-T.54")
def test_in_the_last_hands_people_go_out_and_nobody_moves(db):
    room = started(house(), players=9, seats=5, stack=400, length_minutes=10)
    _up(room)
    seats = {one["player_id"]: (row.pk, one["seat"]) for row in room.open() for one in row.seats}

    lost: list[int] = []

    def looks(_row: object) -> bool:
        shown = [row for row in room.open() if row.due_kind == "close"]
        if shown and not lost:  # whatever was dealt
            lost.extend(loses_all(shown[0]))
        there = {one["player_id"]: (row.pk, one["seat"]) for row in room.open() for one in row.seats}
        assert there.items() <= seats.items() and not room.field.hand_for_hand
        return False

    room.play_on(Random(4), decides=rash(Random(4), share=0.4), until=looks)
    _over(room, players=9)
    assert Entry.objects.get(tournament_id=room.tournament_id, player_id=lost[0]).stack_chips == 0


@pytest.mark.rule("PT-T.52")
def test_the_sweep_ends_what_no_hand_ends(db):
    """As where the last of the others at a table is taken out of the field between two hands."""
    room = started(house(), players=4, seats=4, length_minutes=10)
    (row,) = room.open()
    room.now = UP
    call_time_due(at=UP)
    DealtHand.objects.filter(table=row).delete()
    PlayTable.objects.filter(pk=row.pk).update(hand_number=103)
    for seat, kept in enumerate(row.seats):
        DealtHand.objects.create(
            table=row, number=100 + seat, seed=b"x" * 32, key="k", root="r", committed_at=UP, committed_by=uuid.uuid4(),
            dealt_at=UP, button_seat=kept["seat"], result={}, closed_at=UP,
        )  # fmt: skip
    assert decided_online() == [room.tournament_id]
    end_decided_due(at=UP)
    _over(room, players=4)
    # nobody has more than another: all share the first place
    assert [(one.place, one.tied) for one in results(room.tournament_id, at=UP + timedelta(hours=1))] == [
        (1, 4)
    ] * 4


@pytest.mark.rule("PT-T.52", "REGULATIONS 4.6")
def test_a_pause_in_the_last_hands_holds_them_and_they_are_as_many_as_before(db):
    room = started(house(), players=4, seats=4, length_minutes=10)
    t, ana = room.tournament_id, room.house.ana
    _up(room)
    room.now += timedelta(seconds=1)
    cast.say(pause_clock, by=ana, at=room.now, tournament_id=t)
    # the hand that is played is finished, and no other begins
    (row,) = room.until_close(*[one.table_number for one in room.open()])
    room.fold_at(row)
    row = room.open()[0]
    assert (row.stage, row.due_kind, event_payload(row)["last_hands"]) == ("waiting", "open", 4)
    later = room.now + timedelta(minutes=7)
    with cast.refused("clock_stands", rule="PT-T.45"):
        cast.say(open_hand, by=SYSTEM, at=later, table_id=row.pk, turn=row.turn)
    cast.say(resume_clock, by=ana, at=later, tournament_id=t)
    room.now = later
    number = row.hand_number
    # the time was up when it was, whatever the clock does afterwards
    assert (room.field.time_up_at, event_payload(row)["last_hands"]) == (UP, 4)
    assert event_payload(row)["ends"]["ends_ms"] == int(UP.timestamp() * 1000)
    room.play_on(Random(1), decides=_fold)
    assert room.rows().get(pk=row.pk).hand_number == number + 4
    _over(room, players=4)


@pytest.mark.rule("PT-T.49", "PT-T.52", "REGULATIONS 4.6")
def test_hand_for_hand_ends_with_the_round_that_is_played_when_the_time_is_up(db):
    room = started(house(), players=9, seats=3, length_minutes=10, payout_table=_SEVEN_PAID)
    room.now = UP - timedelta(seconds=6)
    for row in room.open():
        room.fold_at(row)  # deals
    (first,) = room.until_close(room.open()[0].table_number)
    loses_all(first)
    room.fold_at(first)
    assert room.field.players_left == 8 and room.field.hand_for_hand
    # the others play the first round when the time is up
    playing = [row for row in room.open() if row.stage == "playing"]
    waiting = next(row for row in room.open() if row.stage == "waiting")
    assert len(playing) == 2 and event_payload(waiting)["still_play"] == 2
    room.now = UP
    call_time_due(at=UP)
    sizes = {row.pk: len(row.seats) for row in room.open()}
    assert sorted(sizes.values()) == [2, 3, 3]
    assert {row.pk: event_payload(row)["last_hands"] for row in room.open()} == sizes
    rounds = set()

    def note(_row: object) -> bool:
        rounds.add(room.field.hand_for_hand_round if room.field.hand_for_hand else None)
        return False

    room.play_on(Random(1), decides=_fold, until=note)
    assert rounds <= {1, None} and None in rounds
    since = DealtHand.objects.filter(dealt_at__gte=UP)
    assert {pk: since.filter(table=pk).count() for pk in sizes} == sizes
    _over(room, players=9)


@pytest.mark.rule("PT-T.52")
def test_the_head_of_the_table_says_until_when_it_is_played_and_nothing_while_nobody_knows(db):
    room = started(house(), players=4, seats=4, length_minutes=10)
    (row,) = room.open()
    where, client = f"/tables/{row.pk}/", browser(room.people[row.seats[0]["player_id"]])
    # Lisbon has the hours of Greenwich in November
    assert event_payload(row)["ends"] == {"ends_ms": int(UP.timestamp() * 1000), "timezone": "Europe/Lisbon"}
    assert _head(client.get(where)) == f"até {UP:%H:%M}"
    cast.say(pause_clock, by=room.house.ana, at=room.now, tournament_id=room.tournament_id)
    assert event_payload(row)["ends"] is None and _head(client.get(where)) == ""
    later = room.now + timedelta(minutes=3)
    cast.say(resume_clock, by=room.house.ana, at=later, tournament_id=room.tournament_id)
    assert _head(client.get(where)) == f"até {UP + timedelta(minutes=3):%H:%M}"
    # another tournament has no such time
    plain = started(house(), players=4, seats=4)
    (row,) = plain.open()
    assert event_payload(row)["ends"] is None
    page = browser(plain.people[row.seats[0]["player_id"]]).get(f"/tables/{row.pk}/").content.decode()
    assert 'data-part="until"' not in page


def _head(answer):
    found = re.search(r'data-part="until"\s*>([^<]*)<', answer.content.decode())
    return found[1].strip()
