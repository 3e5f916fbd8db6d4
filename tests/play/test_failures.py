"""The house fails: nobody is folded by it, a hand that cannot be finished is void, a table that breaks is held."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch import topics
from dispatch.facts import SYSTEM
from dispatch.models import Fact
from dispatch.timekeeper import ClockWatch
from people.commands.grant_role import grant_role
from play import tasks
from play.commands.act import act
from play.commands.close_hand import close_hand
from play.commands.expire import expire
from play.commands.give_time_anew import give_time_anew
from play.commands.hold_all_tables import hold_all_tables
from play.commands.hold_table import hold_table
from play.commands.leave import leave
from play.commands.open_hand import open_hand
from play.commands.release_all_tables import release_all_tables
from play.commands.release_table import release_table
from play.commands.sit import sit
from play.commands.void_hand import void_hand
from play.models import DealtHand, HandAct, PlayTable
from play.queries.kits import hand_kit
from play.queries.tables import due_at_tables, first_due_at_tables, tables_where_time_runs
from rules.clock import catch_up, remaining_us
from tests import cast
from tests.play.conftest import Clocks, open_one
from tournaments.commands.freeze_venue import freeze_venue
from tournaments.commands.thaw_venue import thaw_venue
from tournaments.models import Clock, Tournament
from tournaments.queries.clock import state_of


def last_fact(table_id, kind):
    return Fact.objects.filter(stream=f"play:{table_id}", kind=kind).latest("id").body


def facts_of(at_table, kind):
    return list(Fact.objects.filter(stream=f"play:{at_table.table_id}", kind=kind))


def seen(at_table):
    return topics.resolve(f"play/{at_table.table_id}").payload()


def own(at_table, seat):
    person = at_table.people[seat]
    return topics.resolve(f"player/{person.player_id}/play/{at_table.table_id}").payload()


def _overdue(three, seconds: float):
    """The house comes back so long after the time of a decision was over."""
    row = three.row
    three.now = row.due_at + timedelta(seconds=seconds)
    return cast.say(expire, by=SYSTEM, at=three.now, table_id=row.pk, turn=row.turn)


def _due(at):
    return [(one.table_id, one.turn, one.kind) for one in due_at_tables(at=at)]


@pytest.mark.rule("PT-H.72", "PT-H.73")
def test_after_an_outage_the_decision_has_its_full_time_and_nobody_is_folded(three):
    three.act("call")
    before, seat = three.row, three.to_act
    assert _overdue(three, 3.1)["turn"] == before.turn
    row = three.row
    assert not HandAct.objects.filter(manner="timeout").exists()
    assert (row.due_kind, three.to_act, row.turn) == ("decide", seat, before.turn)
    assert row.due_at - row.from_at == timedelta(seconds=15 + 30)  # with the bank of a blind
    assert row.from_at - three.now == timedelta(seconds=2)
    assert last_fact(row.pk, "decision_restarted") == {
        "number": 1,
        "turn": row.turn,
        "seat": seat,
    }
    assert seen(three)["notice"] == {"kind": "restarted", "seat": seat}
    # a tap whose answer was lost in the outage counts: the turn is the one it was meant for
    three.act("call", turn=before.turn)
    assert seen(three)["notice"] is None
    # the player's own time after that is the player's
    assert _overdue(three, 2.9)
    assert HandAct.objects.latest("id").manner == "timeout"


@pytest.mark.rule("PT-H.72", "PT-H.73")
@pytest.mark.parametrize("back", [timedelta(seconds=121), timedelta(hours=1), timedelta(days=400)])
def test_a_clock_that_is_set_back_stands_no_table_and_ends_nobody_s_time(three, back):
    three.act("call")
    before, seat = three.row, three.to_act
    # what was thought over until then counts no more: the full time again, from the clock of now
    at = three.now = before.from_at - back
    assert _due(at) == [(three.table_id, before.turn, "decide")]
    assert first_due_at_tables(at=at) == at
    assert (
        cast.say(expire, by=SYSTEM, at=at, table_id=three.table_id, turn=before.turn)["turn"] == before.turn
    )
    row = three.row
    assert (row.due_kind, three.to_act, row.turn) == ("decide", seat, before.turn)
    assert row.from_at == at + timedelta(seconds=2) and row.due_at == row.from_at + timedelta(seconds=15 + 30)
    assert seen(three)["notice"] == {"kind": "restarted", "seat": seat}
    assert not HandAct.objects.exclude(manner="player").exists() and _due(at) == []
    three.act("fold")
    three.act("check")
    # and so with every pause: the next street or the end of the hand, and the next hand
    for kind, command in (("close", close_hand), ("open", open_hand)):
        while three.row.due_kind != kind:
            three.due() if three.row.due_kind != "decide" else three.act("check")
        row = three.row
        at = three.now = row.due_at - back
        assert _due(at) == [(three.table_id, row.turn, kind)]
        cast.say(command, by=SYSTEM, at=at, table_id=three.table_id, turn=row.turn)
    row = three.row
    assert (row.hand_number, row.due_kind) == (2, "decide")
    assert timedelta() < row.from_at - three.now < timedelta(seconds=10)
    assert three.chips() == 3 * row.stack_chips


@pytest.mark.rule("PT-H.43", "PT-H.72")
@pytest.mark.parametrize("kind", ["decide", "open"])
def test_nothing_is_done_before_its_time_while_the_clock_may_still_come_so_far(three, kind):
    if kind == "open":
        three.act("fold")
        three.act("fold")
        three.until("open")
    row = three.row
    at = (row.from_at if kind == "decide" else row.due_at) - timedelta(seconds=60)
    assert _due(at) == [] and first_due_at_tables(at=at) > at
    with cast.refused("turn_passed"):
        cast.say(tasks._COMMANDS[kind], by=SYSTEM, at=at, table_id=three.table_id, turn=row.turn)
    # what was looked for may be done a while later: its number is refused at no instant between
    at -= timedelta(seconds=60)
    assert _due(at) == [] and _due(at - timedelta(milliseconds=1)) == [(three.table_id, row.turn, kind)]
    cast.say(
        tasks._COMMANDS[kind],
        by=SYSTEM,
        at=at + timedelta(seconds=59),
        table_id=three.table_id,
        turn=row.turn,
    )


@pytest.mark.rule("PT-H.72", "PT-H.73")
@pytest.mark.parametrize(("forward", "due"), [(4, "decide"), (89, "decide"), (3_600, "open")])
def test_a_clock_that_is_set_forward_folds_nobody(three, forward, due):
    three.act("call")
    row, seat = three.row, three.to_act
    stacks = {one["seat"]: one["chips"] for one in row.seats}
    _overdue(three, forward)
    assert not HandAct.objects.filter(manner="timeout").exists()
    row = three.row
    assert row.due_kind == due and {one["seat"]: one["chips"] for one in row.seats} == stacks
    if due == "decide":
        assert three.to_act == seat and row.due_at - row.from_at == timedelta(seconds=15 + 30)
    else:
        assert DealtHand.objects.get(table_id=row.pk, number=1).result["voided"] == "outage"


@pytest.mark.rule("PT-H.43", "PT-H.72", "PT-H.73")
@pytest.mark.parametrize("forward", [10, 43, 46, 100, 86_400])
def test_a_decision_that_runs_has_its_full_time_anew_where_the_clock_is_set_forward(
    three, monkeypatch, forward
):
    three.act("call")
    row, seat = three.row, three.to_act
    assert row.due_at - row.from_at == timedelta(seconds=45)
    clocks = Clocks(monkeypatch, row.from_at)
    clocks.goes(1)
    clocks.goes(0.25, set_by=forward)
    again = three.row
    # before its end, at it, or long after it: nobody is folded, no hand is void, the turn is the same
    assert (again.due_kind, three.to_act, again.turn, again.hand) == ("decide", seat, row.turn, row.hand)
    assert again.from_at == clocks.at + timedelta(seconds=2)
    assert again.due_at == again.from_at + timedelta(seconds=45)
    assert seen(three)["notice"] == {"kind": "restarted", "seat": seat}
    # what another process sees a moment later is done already
    monkeypatch.setattr(
        tasks, "_clock", second := ClockWatch(wall=lambda: clocks.at, steady=lambda: clocks.steady)
    )
    second._seen = row.from_at, 1_000.0
    clocks.goes(0.2)
    assert second.set_forward_since is None and three.row.due_at == again.due_at
    assert len(facts_of(three, "decision_restarted")) == 1
    # the time that was given is the player's own
    clocks.goes((again.due_at - clocks.at).total_seconds())
    assert three.row.turn == row.turn
    clocks.goes(0.25)
    [late] = HandAct.objects.filter(manner="timeout")
    assert (late.seat, late.turn, three.row.turn) == (seat, row.turn, row.turn + 1)


@pytest.mark.rule("PT-H.43")
def test_a_clock_that_goes_as_the_other_or_a_process_that_stood_still_gives_nobody_time(three, monkeypatch):
    three.act("call")
    row = three.row
    clocks = Clocks(monkeypatch, row.from_at)
    for step in (0.25, 0.9, 30, 7):
        clocks.goes(step, set_by=0.9)
    assert three.row.due_at == row.due_at and facts_of(three, "decision_restarted") == []
    # a thread that stood still between the two readings saw no clock set
    stands = iter((1_100.0, 1_500.0, 1_500.1, 1_500.1))
    watch = ClockWatch(wall=lambda: clocks.at, steady=lambda: next(stands))
    watch.look()
    clocks.at += timedelta(seconds=300)
    watch.look()
    assert watch.set_forward_since is None


@pytest.mark.rule("PT-H.43", "PT-H.72")
def test_what_is_held_or_began_since_has_no_time_anew_and_nobody_gives_it_to_a_friend(three):
    three.act("call")
    row, at = three.row, three.row.from_at + timedelta(seconds=5)
    given = {"table_id": row.pk, "begun_before": at}
    with cast.refused("turn_passed"):
        cast.say(give_time_anew, by=SYSTEM, at=at, table_id=row.pk, begun_before=row.from_at)
    director = three.house.ana
    with cast.refused("forbidden"):
        cast.say(give_time_anew, by=director, at=at, **given)
    # nor does an owner who plays to himself
    role = {"venue_id": three.house.venue_id, "role": "owner"}
    cast.say(grant_role, by=three.house.olga, user_id=three.people[2].user_id, **role)
    with cast.refused("turn_passed"):
        cast.say(give_time_anew, by=three.people[2], at=at, **given)
    assert three.row.due_at == row.due_at
    cast.say(hold_table, by=director, at=at, table_id=row.pk, reason="Vídeo")
    with cast.refused("table_held"):
        cast.say(give_time_anew, by=SYSTEM, at=at, **given)
    cast.say(release_table, by=director, at=at + timedelta(hours=1), table_id=row.pk)
    assert three.row.due_at - row.due_at == timedelta(hours=1)
    assert tables_where_time_runs(begun_before=at) == []


@pytest.mark.rule("PT-H.72")
def test_a_hand_that_lay_for_more_than_ninety_seconds_is_void(three):
    three.act("raise", 900)
    three.act("call")
    button = three.row.button_seat
    next_root = DealtHand.objects.get(table_id=three.table_id, number=2).root
    _overdue(three, 90.1)
    row = three.row
    assert (row.stage, row.hand, row.due_kind) == ("waiting", None, "open")
    assert [one["chips"] for one in row.seats] == [10_000] * 3
    assert last_fact(row.pk, "hand_voided") == {
        "number": 1,
        "why": "outage",
        "reason": "",
        "stacks": [[2, 10_000], [5, 10_000], [7, 10_000]],
    }
    assert seen(three)["notice"] == {"kind": "voided", "why": "outage", "reason": "", "number": 1}
    assert row.due_at - three.now >= timedelta(seconds=5)
    three.due()
    assert last_fact(row.pk, "hand_dealt")["root"] == next_root
    assert three.row.button_seat != button and seen(three)["notice"] is None
    assert three.row.hand_number == 2


@pytest.mark.rule("PT-H.72")
def test_staff_make_a_hand_void_with_a_reason_and_once(three):
    three.act("raise", 10_000)
    three.act("call")
    three.act("fold")
    while len(three.hand.board) < 4:
        three.due()
    leaver = three.people[2]
    cast.say(leave, by=leaver, at=three.now, table_id=three.table_id, player_id=leaver.player_id)
    ana, where = three.house.ana, {"table_id": three.table_id, "number": 1}
    for who in (three.people[5], three.house.bruno, three.house.desi):
        with cast.refused("forbidden"):
            cast.say(void_hand, by=who, at=three.now, reason="x", **where)
    with cast.refused("text_missing"):
        cast.say(void_hand, by=ana, at=three.now, reason=" ", **where)
    with cast.refused("turn_passed"):
        cast.say(void_hand, by=ana, at=three.now, reason="x", table_id=three.table_id, number=2)
    board = [card.text for card in three.hand.board]
    cast.say(void_hand, by=ana, at=three.now, reason=" O video parou ", **where)
    dealt = DealtHand.objects.get(table_id=three.table_id, number=1)
    assert dealt.closed_at == three.now
    assert dealt.result == {
        "pots": [],
        "shown": [],
        "stacks": [[2, 10_000], [5, 10_000], [7, 10_000]],
        "board": board,
        "voided": "staff",
        "reason": "O video parou",
    }
    assert {one["seat"]: one["chips"] for one in three.row.seats} == {5: 10_000, 7: 10_000} | (
        {2: 10_000} if any(one["seat"] == 2 for one in three.row.seats) else {}
    )
    assert last_fact(three.table_id, "hand_voided")["reason"] == "O video parou"
    with cast.refused("no_hand_to_void", rule="PT-H.72"):
        cast.say(void_hand, by=ana, at=three.now, reason="x", **where)
    three.deal()
    assert three.row.hand_number == 2


def test_a_settled_hand_is_not_made_void(three):
    three.act("fold")
    three.act("fold")
    assert three.row.stage == "showing"
    with cast.refused("no_hand_to_void"):
        cast.say(
            void_hand, by=three.house.ana, at=three.now, table_id=three.table_id, number=1, reason="zu spät"
        )


@pytest.mark.rule("PT-H.72")
def test_cards_that_cannot_be_made_end_the_hand_and_not_the_table(three, settings, monkeypatch):
    three.act("call")
    three.act("call")
    settings.PLAY_KEY, settings.PLAY_KEY_FALLBACKS = "another-key-of-thirty-two-characters", []
    at = three.row.due_at + timedelta(milliseconds=60)
    monkeypatch.setattr(tasks, "now", lambda: at)
    monkeypatch.setattr(tasks, "_resting", {})
    assert tasks.do_due(at) == 1
    assert three.row.stage == "waiting" and three.chips() == 30_000
    assert seen(three)["notice"]["why"] == "cards"


@pytest.mark.rule("PT-H.72")
def test_chips_that_do_not_add_up_are_not_paid_out(three, monkeypatch):
    three.act("fold")
    DealtHand.objects.filter(table_id=three.table_id, number=1).update(
        stacks=[[one["seat"], one["player_id"], one["chips"] + 1] for one in three.row.seats]
    )
    at = three.row.due_at + timedelta(milliseconds=60)
    monkeypatch.setattr(tasks, "now", lambda: at)
    monkeypatch.setattr(tasks, "_resting", {})
    assert tasks.do_due(at) == 1
    assert last_fact(three.table_id, "hand_voided")["why"] == "chips"


def test_a_table_that_breaks_twice_is_held_and_the_others_play_on(three, monkeypatch):
    other = open_one(three.house)
    for seat in (1, 2):
        other.sit(seat)
    PlayTable.objects.filter(pk=three.table_id).update(hand={"broken": True})
    at = max(three.row.due_at, other.row.due_at) + timedelta(seconds=1)
    monkeypatch.setattr(tasks, "now", lambda: at)
    monkeypatch.setattr(tasks, "_resting", {})
    monkeypatch.setattr(tasks, "_stumbled", {})
    assert tasks.do_due(at) == 1
    assert other.row.hand_number == 1 and three.row.held_at is None
    tasks._resting.clear()
    assert tasks.do_due(at) == 1
    assert (three.row.held_at, three.row.held_because) == (at, "")
    assert last_fact(three.table_id, "play_table_held") == {"reason": ""}
    assert tasks.do_due(at) == 0
    # staff make the hand void and let the table go on
    ana = three.house.ana
    cast.say(void_hand, by=ana, at=at, table_id=three.table_id, number=1, reason="avaria")
    cast.say(release_table, by=ana, at=at, table_id=three.table_id)
    three.now = at
    three.deal()
    assert three.row.hand_number == 2 and three.chips() == 30_000


def test_while_a_table_is_held_nobodys_time_runs(three):
    row, seat = three.row, three.to_act
    ana, person = three.house.ana, three.people[seat]
    held_at = row.from_at + timedelta(seconds=6)
    for who in (person, three.house.bruno, three.house.desi):
        with cast.refused("forbidden"):
            cast.say(hold_table, by=who, at=held_at, table_id=row.pk, reason="x")
    with cast.refused("text_missing"):
        cast.say(hold_table, by=ana, at=held_at, table_id=row.pk, reason="")
    cast.say(hold_table, by=ana, at=held_at, table_id=row.pk, reason="Queda de rede")
    cast.say(hold_table, by=ana, at=held_at + timedelta(seconds=9), table_id=row.pk, reason="outra")
    assert seen(three)["held"] == {
        "at_ms": int(held_at.timestamp() * 1000),
        "reason": "Queda de rede",
        "with_clocks": False,
        "lines": None,
    }
    assert own(three, seat)["options"] is None and own(three, seat)["cards"]
    assert (
        due_at_tables(at=row.due_at + timedelta(hours=1)) == [] and first_due_at_tables(at=row.due_at) is None
    )
    where = {"table_id": row.pk, "turn": row.turn}
    with cast.refused("table_held"):
        cast.say(act, by=person, at=held_at, player_id=person.player_id, act="call", **where)
    with cast.refused("table_held"):
        cast.say(expire, by=SYSTEM, at=row.due_at, **where)
    eva = cast.person("Eva")
    cast.say(sit, by=eva, at=held_at, table_id=row.pk, player_id=eva.player_id, seat=9)
    released = held_at + timedelta(minutes=20)
    cast.say(release_table, by=ana, at=released, table_id=row.pk)
    after = three.row
    assert after.due_at - released == row.due_at - held_at == timedelta(seconds=9)
    assert after.due_at - after.from_at == timedelta(seconds=15)
    assert seen(three)["held"] is None and own(three, seat)["options"] is not None
    three.now = released
    three.act("call")


def test_who_sits_down_at_a_held_table_is_dealt_in_soon_after_it_goes_on(table):
    ana = table.house.ana
    cast.say(hold_table, by=ana, at=table.now, table_id=table.table_id, reason="x")
    table.now += timedelta(minutes=10)
    table.sit(1)
    table.sit(2)
    cast.say(release_table, by=ana, at=table.now, table_id=table.table_id)
    assert table.row.due_at - table.now == timedelta(seconds=3)


def test_all_tables_of_a_house_are_held_and_released_at_once(three):
    other, elsewhere = open_one(three.house), open_one(cast.house())
    ana, venue_id = three.house.ana, three.house.venue_id
    single = three.now + timedelta(seconds=1)
    cast.say(hold_table, by=ana, at=single, table_id=other.table_id, reason="uma")
    for who in (three.house.bruno, three.people[2]):
        with cast.refused("forbidden"):
            cast.say(hold_all_tables, by=who, at=single, venue_id=venue_id, reason="x")
    every = single + timedelta(seconds=1)
    assert cast.say(hold_all_tables, by=ana, at=every, venue_id=venue_id, reason="todas") == {"tables": 2}
    assert (three.row.held_at, other.row.held_at, elsewhere.row.held_at) == (every, single, None)
    later = every + timedelta(minutes=1)
    assert cast.say(release_all_tables, by=ana, at=later, venue_id=venue_id) == {"tables": 2}
    assert cast.say(release_all_tables, by=ana, at=later, venue_id=venue_id) == {"tables": 0}
    assert (three.row.held_at, other.row.held_at) == (None, None)


@pytest.mark.rule("PT-H.72")
def test_one_switch_stops_clocks_and_cards_of_a_house(three):
    home, ana = three.house, three.house.ana
    tournament = home.started(entries=2)
    other, elsewhere = open_one(home), open_one(cast.house())
    house = {"venue_id": home.venue_id}
    before, at = three.row, max(three.row.from_at, cast.START) + timedelta(seconds=6)
    PlayTable.objects.filter(pk=before.pk).update(
        from_at=at - timedelta(seconds=6), due_at=at + timedelta(seconds=9)
    )
    cast.say(hold_table, by=ana, at=at, table_id=other.table_id, reason="uma")
    stood = at + timedelta(seconds=1)
    left = remaining(tournament, at=stood)
    cast.say(freeze_venue, by=ana, at=stood, **house)
    row, turn = three.row, {"table_id": before.pk, "turn": before.turn}
    assert (row.held_at, row.held_with_clocks, elsewhere.row.held_at) == (stood, True, None)
    assert seen(three)["held"] == {
        "at_ms": int(stood.timestamp() * 1000),
        "reason": "",
        "with_clocks": True,
        "lines": None,
    }
    person = three.people[three.to_act]
    with cast.refused("table_held"):
        cast.say(act, by=person, at=stood, player_id=person.player_id, act="call", **turn)
    assert due_at_tables(at=stood + timedelta(hours=1)) == []
    # no table goes on without the clocks, and one that is opened stands, too
    for command, of in (
        (release_table, {"table_id": before.pk}),
        (release_table, {"table_id": other.table_id}),
        (release_all_tables, house),
    ):
        with cast.refused("clocks_stand", rule="PT-H.72"):
            cast.say(command, by=ana, at=stood, **of)
    late = open_one(home)
    assert late.row.held_with_clocks
    # what staff hold meanwhile does not go on by itself
    cast.say(hold_table, by=ana, at=stood, table_id=late.table_id, reason="outra")
    again = stood + timedelta(minutes=20)
    cast.say(thaw_venue, by=ana, at=again, **house)
    row = three.row
    assert (row.held_at, row.held_with_clocks) == (None, False)
    assert row.due_at - again == timedelta(seconds=8)
    assert remaining(tournament, at=again) == left
    assert [(one.row.held_because, one.row.held_with_clocks) for one in (other, late)] == [
        ("uma", False),
        ("outra", False),
    ]
    assert other.row.held_at == at
    three.now = again
    three.act("call")


def remaining(tournament_id, *, at):
    tournament = Tournament.objects.get(pk=tournament_id)
    state, _changes = catch_up(
        state=state_of(Clock.objects.get(pk=tournament_id), tournament=tournament), at=at
    )
    return remaining_us(state=state, at=at)


def test_the_proof_of_a_void_hand_shows_the_own_cards_and_no_others(three):
    from dispatch import relay

    three.act("call")
    mine = three.people[2]
    cast.say(void_hand, by=three.house.ana, at=three.now, table_id=three.table_id, number=1, reason="x")
    relay.relay_once()
    kit = hand_kit(table_id=three.table_id, number=1, player_id=mine.player_id)
    assert {opening["seat"] for opening in kit["openings"]} == {2}
    assert hand_kit(table_id=three.table_id, number=1, player_id=None)["openings"] == []
