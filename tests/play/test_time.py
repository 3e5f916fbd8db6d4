"""The bank of time, what was decided ahead, and the time to reconnect, through the commands."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from dispatch import topics
from dispatch.facts import PUBLIC, SYSTEM
from dispatch.models import Fact
from dispatch.queries import latest_facts
from play.commands.act import act
from play.commands.come_back import come_back
from play.commands.expire import expire
from play.commands.hold_table import hold_table
from play.commands.leave import leave
from play.commands.note_line import note_line
from play.commands.release_table import release_table
from play.commands.set_pre_act import set_pre_act
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.commands.use_time import use_time
from play.models import HandAct
from play.operations.seats import keep_seats, seated_at
from play.queries.tables import line_changes
from play.tasks import line_seen
from tests import cast
from tests.play import event
from tests.play.conftest import in_both_games, open_one

SECOND = timedelta(seconds=1)


def seen(at_table):
    return topics.resolve(f"play/{at_table.table_id}").payload()


def own(at_table, seat):
    person = at_table.people[seat]
    return topics.resolve(f"player/{person.player_id}/play/{at_table.table_id}").payload()


def facts(at_table, kind):
    found = Fact.objects.filter(stream=f"play:{at_table.table_id}", kind=kind).order_by("id")
    return [fact.body for fact in found]


def kept(at_table, seat):
    return next(one for one in seated_at(at_table.row) if one.seat == seat)


def set_kept(at_table, seat, **changes):
    """As if it had come so far."""
    row = at_table.row
    keep_seats(row, seats=[replace(one, **changes) if one.seat == seat else one for one in seated_at(row)])
    row.save()


def act_after(at_table, seconds, word, to=0):
    """The player to act takes so long."""
    row = at_table.row
    person = at_table.people[at_table.to_act]
    at_table.now = row.from_at + timedelta(seconds=seconds)
    arguments = {"turn": row.turn, "act": word, "to_chips": to, "at": at_table.now}
    return cast.say(act, by=person, table_id=row.pk, player_id=person.player_id, **arguments)


def ask_time(at_table, seat=None, **more):
    row = at_table.row
    person = at_table.people[seat or at_table.to_act]
    at_table.now = max(at_table.now, row.from_at)
    arguments = {"turn": row.turn, "at": at_table.now} | more
    return cast.say(use_time, by=person, table_id=row.pk, player_id=person.player_id, **arguments)


@pytest.mark.rule("PT-H.43", "PT-H.44")
def test_the_bank_runs_by_itself_with_chips_in_the_pot_and_what_is_used_stays_used(three):
    row = three.row
    # the button has nothing in the pot: the decision's own time
    assert row.due_at - row.from_at == 15 * SECOND
    assert seen(three)["more_time"] == {"reconnect_ms": 0, "bank_ms": 0}
    three.act("call")
    small = three.to_act
    row = three.row
    assert row.due_at - row.from_at == 45 * SECOND
    assert seen(three)["more_time"] == {"reconnect_ms": 0, "bank_ms": 30_000}
    assert own(three, small)["bank_ms"] == 30_000
    assert own(three, small)["may_use_bank"] is False
    act_after(three, 22.5, "call")
    assert kept(three, small).bank_ms == 22_500
    assert facts(three, "time_used") == [
        {
            "number": 1,
            "turn": row.turn,
            "seat": small,
            "bank_ms": 7_500,
            "reconnect_ms": 0,
            "bank_left_ms": 22_500,
        }
    ]
    three.act("check")
    # on the next street the same player has what is left
    assert three.to_act == small
    row = three.row
    assert row.due_at - row.from_at == timedelta(seconds=37.5)


@in_both_games
@pytest.mark.rule("PT-H.43", "PT-H.44", "PT-H.45", "PT-O.43", "PT-O.44")
def test_the_end_of_the_bank_is_the_end_of_the_time_once(three):
    three.act("call")
    small, row = three.to_act, three.row
    with cast.refused("turn_passed"):
        cast.say(expire, by=SYSTEM, at=row.due_at - SECOND, table_id=row.pk, turn=row.turn)
    three.due()
    late = HandAct.objects.latest("id")
    assert (late.seat, late.act, late.manner, late.turn) == (small, "fold", "timeout", row.turn)
    assert kept(three, small).bank_ms == 0
    assert [body["bank_ms"] for body in facts(three, "time_used")] == [30_000]
    with cast.refused("turn_passed"):
        cast.say(expire, by=SYSTEM, at=row.due_at, table_id=row.pk, turn=row.turn)


@pytest.mark.rule("PT-H.44", "PT-T.42")
def test_without_chips_in_the_pot_the_player_asks_for_it(three):
    button, row = three.to_act, three.row
    assert own(three, button)["may_use_bank"] is True
    other = next(seat for seat in (2, 5, 7) if seat != button)
    with cast.refused("not_to_act"):
        ask_time(three, other)
    with cast.refused("turn_passed"):
        ask_time(three, turn=row.turn + 1)
    with cast.refused("turn_passed"):
        ask_time(three, at=row.due_at + SECOND)
    with cast.refused("forbidden"):
        cast.say(
            use_time,
            by=three.house.ana,
            at=three.now,
            table_id=row.pk,
            player_id=three.people[button].player_id,
            turn=row.turn,
        )
    assert ask_time(three)["turn"] == row.turn
    assert three.row.due_at == row.due_at + 30 * SECOND
    assert three.row.turn == row.turn
    assert own(three, button)["may_use_bank"] is False
    # asking again gains nothing and says nothing
    ask_time(three)
    assert three.row.due_at == row.due_at + 30 * SECOND
    assert facts(three, "time_asked") == [{"number": 1, "turn": row.turn, "seat": button}]
    # it begins with the end of the decision's own time: who acts before that has used none
    act_after(three, 14.9, "call")
    assert kept(three, button).bank_ms == 30_000
    assert facts(three, "time_used") == []


@pytest.mark.rule("PT-H.44")
def test_an_empty_bank_gives_nothing(three):
    button = three.to_act
    set_kept(three, button, bank_ms=0)
    assert own(three, button)["may_use_bank"] is False
    with cast.refused("bank_empty", rule="PT-H.44"):
        ask_time(three)


@pytest.mark.rule("PT-H.44")
def test_the_bank_grows_with_ten_hands_up_to_its_cap_and_not_for_who_is_away(three):
    set_kept(three, 2, hands=9, bank_ms=12_000)
    set_kept(three, 5, hands=9, bank_ms=88_000)
    set_kept(three, 7, hands=8, bank_ms=12_000)
    three.act("fold")
    three.act("fold")
    three.deal()
    assert [(kept(three, seat).hands, kept(three, seat).bank_ms) for seat in (2, 5, 7)] == [
        (10, 17_000),
        (10, 90_000),
        (9, 12_000),
    ]


@pytest.mark.rule("PT-H.44", "PT-H.68")
def test_going_and_coming_back_fills_no_bank(three):
    three.act("call")
    small = three.people[seat := three.to_act]
    row = three.row
    three.now = row.from_at + 25 * SECOND
    given = {"by": small, "table_id": row.pk, "player_id": small.player_id}
    cast.say(sit_out, at=three.now, **given)
    assert three.row.due_at == three.now + timedelta(milliseconds=400)
    cast.say(come_back, at=three.now, **given)
    assert three.row.due_at == row.due_at
    cast.say(sit_out, at=three.now, **given)
    three.due()
    assert kept(three, seat).bank_ms == 19_600
    cast.say(leave, at=three.now, **given)
    cast.say(sit, at=three.now, seat=9, **given)
    assert kept(three, 9).bank_ms == 19_600


@pytest.mark.rule("PT-H.44", "PT-H.72", "PT-H.73")
def test_while_the_house_is_away_or_holds_the_table_no_bank_is_used(three):
    three.act("call")
    small, row = three.to_act, three.row
    held = row.from_at + 20 * SECOND
    given = {"by": three.house.ana, "table_id": row.pk}
    cast.say(hold_table, at=held, reason="fogo", **given)
    cast.say(release_table, at=held + 600 * SECOND, **given)
    assert three.row.due_at == row.due_at + 600 * SECOND
    act_after(three, 20, "call")
    assert kept(three, small).bank_ms == 25_000
    # away when the time ended: the full time anew, with the whole bank that the player had
    row = three.row
    three.now = row.due_at + 5 * SECOND
    cast.say(expire, by=SYSTEM, at=three.now, table_id=row.pk, turn=row.turn)
    assert three.row.turn == row.turn
    assert three.row.due_at - three.row.from_at == row.due_at - row.from_at
    assert [body["seat"] for body in facts(three, "time_used")] == [small]


def test_a_seat_of_before_there_were_banks_has_a_whole_one(three):
    row = three.row
    for one in row.seats:
        for name in ("hands", "bank_ms", "asked_turn", "lost_at", "reconnect", "reconnects", "ahead"):
            one.pop(name, None)
    row.save()
    assert own(three, three.to_act)["bank_ms"] == 30_000
    three.act("call")
    assert three.row.due_at - three.row.from_at == 45 * SECOND


@pytest.mark.rule("PT-H.44", "PT-T.42")
def test_tables_of_tournaments_give_time_by_the_length_of_their_levels(db):
    game = event.begun(event.house(), players=3)
    row = game.row
    assert (row.decision_seconds, row.bank_seconds, row.bank_cap_seconds, row.reconnect_seconds) == (
        15,
        30,
        90,
        20,
    )
    assert {one.bank_ms for one in seated_at(row)} == {30_000}
    # the time in all runs out once, and who let it is away
    game.until("decide")
    seat = game.to_act
    set_kept(game, seat, bank_ms=1_000)
    game.due()
    assert kept(game, seat).away


def test_a_table_without_banks_gives_none(db):
    house = cast.house()
    table = open_one(house)
    row = table.row
    row.bank_seconds = 0
    row.save()
    table.sit(3)
    table.sit(8)
    table.deal()
    assert table.row.due_at - table.row.from_at == 15 * SECOND
    with cast.refused("bank_empty"):
        ask_time(table)


def decide(at_table, seat, ahead, **more):
    row = at_table.row
    price = next(one["facing_chips"] for one in seen(at_table)["seats"] if one["seat"] == seat)
    person = at_table.people[seat]
    arguments = {
        "number": row.hand_number,
        "street": at_table.hand.street.value,
        "facing_chips": price,
        "at": max(at_table.now, row.from_at),
    } | more
    return cast.say(
        set_pre_act, by=person, table_id=row.pk, player_id=person.player_id, ahead=ahead, **arguments
    )


@pytest.mark.rule("PT-H.34", "PT-H.43")
def test_what_was_decided_ahead_is_done_when_the_turn_comes(three):
    small, big = three.hand.small_blind, three.hand.big_blind
    assert [one["facing_chips"] for one in seen(three)["seats"] if one["seat"] in (small, big)].count(0) == 1
    decide(three, small, "call")
    decide(three, big, "check")
    assert own(three, small)["ahead"] == {
        "ahead": "call",
        "hand_number": 1,
        "street": "preflop",
        "facing_chips": 50,
    }
    three.act("call")
    # everybody sees whose turn it is for a moment, as with who is away
    row = three.row
    assert (three.to_act, row.due_at - row.from_at) == (small, timedelta(milliseconds=400))
    three.due()
    assert three.to_act == big
    three.due()
    acts = HandAct.objects.order_by("turn").values_list("seat", "act", "to_chips", "manner")
    assert list(acts)[1:] == [(small, "call", 100, "player"), (big, "check", 100, "player")]
    assert three.hand.street == "flop"
    # done is done: nothing stands on the next street, and nobody was late
    assert {tuple(one.ahead) for one in seated_at(three.row)} == {()}
    assert {one.late for one in seated_at(three.row)} == {0}
    assert three.row.due_at - three.row.from_at == 45 * SECOND


@pytest.mark.rule("PT-H.34", "PT-H.35")
def test_a_new_price_or_street_makes_void_what_was_decided(three):
    small, big = three.hand.small_blind, three.hand.big_blind
    decide(three, small, "call")
    decide(three, big, "fold")
    three.act("raise", 300)
    assert own(three, small)["ahead"] is None
    assert three.row.due_at - three.row.from_at == 45 * SECOND
    three.act("call")
    # a fold is one at any price of its street
    assert own(three, big)["ahead"]["ahead"] == "fold"
    three.due()
    assert HandAct.objects.latest("id").act == "fold"
    # on the flop: decided for nothing, and then somebody bets
    assert (three.hand.street, three.to_act) == ("flop", small)
    button = next(seat for seat in (2, 5, 7) if seat not in (small, big))
    decide(three, button, "check")
    three.act("bet", 200)
    assert (three.to_act, own(three, button)["ahead"]) == (button, None)
    assert three.row.due_at - three.row.from_at == 45 * SECOND
    three.act("call")
    # kept over no street
    assert three.hand.street == "turn"
    decide(three, button, "fold")
    three.act("check")
    three.due()
    assert HandAct.objects.latest("id").act == "check"  # nobody folds what is free
    assert three.hand.street == "river"
    three.act("check")
    assert three.row.due_at - three.row.from_at == 45 * SECOND


@pytest.mark.rule("PT-H.34", "PT-H.43")
def test_it_is_taken_back_before_the_turn_and_when_it_has_come(three):
    small = three.hand.small_blind
    decide(three, small, "fold")
    decide(three, small, "call")
    assert own(three, small)["ahead"]["ahead"] == "call"
    decide(three, small, "")
    assert own(three, small)["ahead"] is None
    decide(three, small, "fold")
    three.act("call")
    row = three.row
    decide(three, small, "", facing_chips=0, at=row.from_at)
    assert (three.to_act, three.row.turn) == (small, row.turn)
    assert three.row.due_at == row.from_at + 45 * SECOND
    three.act("call")
    assert [body for body in facts(three, "decided_ahead")] == [{"number": 1}] * 5


@pytest.mark.rule("PT-H.34", "PT-H.35")
def test_what_cannot_be_decided_ahead_is_refused_and_nothing_changes(three):
    button = three.to_act
    small, big = three.hand.small_blind, three.hand.big_blind
    with cast.refused("turn_passed"):
        decide(three, button, "fold", facing_chips=100)  # it is the player's turn
    for wrong in ({"number": 2}, {"street": "flop"}, {"facing_chips": 51}):
        with cast.refused("turn_passed", rule="PT-H.34"):
            decide(three, small, "call", **wrong)
    with cast.refused("not_ahead", rule="PT-H.35"):
        decide(three, small, "check")
    with cast.refused("not_ahead", rule="PT-H.35"):
        decide(three, big, "call")
    with cast.refused("no_such_choice"):
        decide(three, big, "raise")
    stranger = cast.person("Zoe")
    for who in (stranger, three.house.ana, three.people[button]):
        with cast.refused("forbidden"):
            cast.say(
                set_pre_act,
                by=who,
                table_id=three.table_id,
                player_id=three.people[small].player_id,
                number=1,
                street="preflop",
                facing_chips=50,
                ahead="fold",
            )
    cast.say(
        sit_out,
        by=three.people[big],
        at=three.now,
        table_id=three.table_id,
        player_id=three.people[big].player_id,
    )
    with cast.refused("sits_out", rule="PT-H.68"):
        decide(three, big, "check")
    held = {"by": three.house.ana, "table_id": three.table_id, "at": three.now}
    cast.say(hold_table, reason="fogo", **held)
    with cast.refused("table_held"):
        decide(three, small, "fold")


def test_who_went_away_does_not_find_it_again(three):
    small = three.hand.small_blind
    person = three.people[small]
    decide(three, small, "fold")
    given = {"by": person, "at": three.now, "table_id": three.table_id, "player_id": person.player_id}
    cast.say(sit_out, **given)
    assert own(three, small)["ahead"] is None
    cast.say(come_back, **given)
    assert own(three, small)["ahead"] is None


@pytest.mark.rule("PT-H.11")
def test_nobody_else_learns_of_it(three):
    small = three.hand.small_blind
    others = [seat for seat in (2, 5, 7) if seat != small]
    before = (seen(three), [own(three, seat) for seat in others])
    decide(three, small, "call")
    assert (seen(three), [own(three, seat) for seat in others]) == before
    told = Fact.objects.filter(kind="decided_ahead").get()
    player_id = three.people[small].player_id
    assert told.audience == f"player:{player_id}"
    assert told.touches == [f"player/{player_id}/play/{three.table_id}"]
    assert told.body == {"number": 1}
    assert "decided_ahead" not in [
        fact.kind for fact in latest_facts(stream=f"play:{three.table_id}", limit=500, audiences=[PUBLIC])
    ]


@pytest.mark.rule("PT-H.72", "PT-H.73")
def test_after_an_outage_what_was_decided_is_done(three):
    small = three.hand.small_blind
    decide(three, small, "call")
    three.act("call")
    row = three.row
    three.now = row.due_at + 20 * SECOND
    cast.say(expire, by=SYSTEM, at=three.now, table_id=row.pk, turn=row.turn)
    latest = HandAct.objects.latest("id")
    assert (latest.seat, latest.act, latest.manner) == (small, "call", "player")


def line(at_table, seat, there, *, at=None, by=SYSTEM):
    person = at_table.people[seat]
    return cast.say(
        note_line,
        by=by,
        at=at or at_table.now,
        table_id=at_table.table_id,
        player_id=person.player_id,
        there=there,
    )


@in_both_games
@pytest.mark.rule("PT-H.44", "PT-H.73", "PT-O.73")
def test_whose_line_goes_in_a_decision_has_twenty_seconds_more_once_a_hand(three):
    button, row = three.to_act, three.row
    when = row.from_at + 14 * SECOND
    line(three, button, False, at=when)
    assert three.row.due_at == row.due_at + 20 * SECOND
    assert seen(three)["more_time"] == {"reconnect_ms": 20_000, "bank_ms": 0}
    assert [one["line_lost"] for one in seen(three)["seats"] if one["seat"] == button] == [True]
    assert three.row.turn == row.turn
    # gone and back and gone again: once a hand
    line(three, button, True, at=when + SECOND)
    line(three, button, False, at=when + 2 * SECOND)
    assert three.row.due_at == row.due_at + 20 * SECOND
    assert [len(facts(three, kind)) for kind in ("line_lost", "line_back")] == [2, 1]
    # the same word twice is one
    line(three, button, False, at=when + 3 * SECOND)
    assert len(facts(three, "line_lost")) == 2
    # eighteen seconds over the decision's own: from the time to reconnect, and not from the bank
    act_after(three, 33, "call")
    assert kept(three, button).bank_ms == 30_000
    assert facts(three, "time_used")[0]["reconnect_ms"] == 18_000
    # it is the next hand that gives some again
    assert line_changes(player_id=three.people[button].player_id, table_id=three.table_id, here=True)


@pytest.mark.rule("PT-H.44", "PT-H.73")
def test_a_line_lost_before_the_turn_counts_when_it_comes_and_an_hour_gives_a_minute(three):
    small = three.hand.small_blind
    set_kept(three, small, bank_ms=0)
    line(three, small, False)
    assert three.row.due_at - three.row.from_at == 15 * SECOND  # nobody else's time changes
    three.act("call")
    assert three.row.due_at - three.row.from_at == 35 * SECOND
    three.due()
    assert HandAct.objects.latest("id").manner == "timeout"
    assert [ms for _when, ms in kept(three, small).reconnects] == [20_000]
    # two more such hands were not long ago: a rest of the minute is left, and what is older than an hour counts for nothing
    ago = [(three.now - timedelta(minutes=minutes)).isoformat() for minutes in (61, 59, 5)]
    used = [[ago[0], 20_000], [ago[1], 20_000], [ago[2], 15_000]]
    set_kept(three, small, reconnects=used, reconnect=[], late=0)
    three.act("fold")
    three.deal()
    assert three.to_act == small  # who has the button now
    assert three.row.due_at - three.row.from_at == 35 * SECOND
    set_kept(three, small, reconnects=[*used, [ago[2], 15_000]], reconnect=[])
    row = three.row
    row.due_at = row.from_at + 15 * SECOND
    row.save()
    line(three, small, True)
    line(three, small, False, at=row.from_at)
    assert three.row.due_at - row.from_at == 25 * SECOND


@pytest.mark.rule("PT-H.44")
def test_a_table_may_give_no_time_to_reconnect_and_no_line_is_waited_for_when_the_time_is_over(three):
    row = three.row
    button = three.to_act
    line(three, button, False, at=row.due_at + timedelta(milliseconds=1))
    assert three.row.due_at == row.due_at
    line(three, button, True)
    row = three.row
    row.reconnect_seconds = 0
    row.save()
    line(three, button, False)
    assert three.row.due_at == row.due_at
    assert seen(three)["more_time"]["reconnect_ms"] == 0


def test_who_says_that_a_line_is_lost_is_the_house(three):
    seat = three.to_act
    for who in (three.people[seat], cast.person("Zoe")):
        with cast.refused("forbidden"):
            line(three, seat, False, by=who)
    stranger = cast.person("Ida")
    with cast.refused("not_at_table"):
        cast.say(note_line, by=SYSTEM, table_id=three.table_id, player_id=stranger.player_id, there=False)
    # the house's sockets say it of whoever listens, whether that one sits there or not
    line_seen(player_id=stranger.player_id, table_id=three.table_id, here=False)
    line_seen(player_id=three.people[seat].player_id, table_id=three.table_id, here=True)
    assert facts(three, "line_lost") == facts(three, "line_back") == []
    line_seen(player_id=three.people[seat].player_id, table_id=three.table_id, here=False)
    line_seen(player_id=three.people[seat].player_id, table_id=three.table_id, here=False)
    assert facts(three, "line_lost") == [{"seat": seat}]
