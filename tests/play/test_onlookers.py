"""Who does not sit at a table sees it late: the table as it was, and never a card, an act or a stack before its time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from access import moment
from dispatch import topics
from dispatch.facts import Actor
from dispatch.relay import relay_once
from people.models import User
from play.commands.leave import leave
from play.commands.void_hand import void_hand
from play.models import UntoldChange
from play.operations.onlookers import forget_shown_changes
from play.queries.onlookers import sees_present, untold_at_event
from play.queries.payloads import onlookers_payload, table_payload
from play.queries.tables import open_play_tables
from rules.online import onlookers_late_at_event
from rules.policies import ONLOOKERS_LATE_AT_MOST, Policies, from_dict
from rules.refusals import Refused
from tests import cast
from tests.play import event as events
from tests.play.cash import CashTable, open_cash
from tournaments.models import Tournament
from tournaments.queries.entries import player_payload, playing_entry_of
from tournaments.queries.place_by_count import place_by_count
from tournaments.queries.stacks import biggest_stacks
from tournaments.topics import seats_topic

LATE = timedelta(seconds=30)


@pytest.mark.rule("PT-H.11")
@pytest.mark.parametrize(
    ("usual", "final", "tables", "late"),
    [(30, 60, 3, 30), (30, 60, 2, 30), (30, 60, 1, 60), (0, 300, 2, 0), (0, 300, 1, 300), (30, 0, 1, 0)],
)
def test_the_last_table_has_a_delay_of_its_own(usual: int, final: int, tables: int, late: int) -> None:
    policies = Policies(
        rule_set="x", onlookers_delay_seconds=usual, onlookers_delay_final_table_seconds=final
    )
    assert onlookers_late_at_event(policies, tables_open=tables) == late


@pytest.mark.rule("PT-H.11")
@pytest.mark.parametrize("name", ["onlookers_delay_seconds", "onlookers_delay_final_table_seconds"])
def test_no_delay_is_longer_than_five_minutes(name: str) -> None:
    kept = Policies(rule_set="x").as_dict()
    assert getattr(from_dict(kept | {name: ONLOOKERS_LATE_AT_MOST}), name) == 300
    for wrong in (301, -1, None, "30"):
        with pytest.raises(Refused) as no:
            from_dict(kept | {name: wrong})
        assert no.value.code == "bad_policy"


def seen(table: CashTable, at: datetime) -> dict[str, Any]:
    return onlookers_payload(table.table_id, at=at)


def bare(payload: dict[str, Any]) -> dict[str, Any]:
    """A view without what its instants and its lateness are."""
    instants = {"from_ms", "due_ms", "deals_ms", "held", "late_seconds", "free", "cash"}
    return {name: value for name, value in payload.items() if name not in instants}


def who(person: cast.Person | None) -> Actor:
    return Actor(user_id=None) if person is None else Actor(user_id=person.user_id)


@pytest.fixture
def cash(db: None) -> CashTable:
    """A cash table of two who play; the first hand is dealt."""
    table = open_cash()
    table.sit(1)
    table.sit(2)
    table.deal()
    return table


@pytest.mark.rule("PT-H.11", "PT-H.3", "PT-H.4")
def test_each_moment_of_a_table_is_seen_thirty_seconds_later_and_not_before(db: None) -> None:
    """Every state from the first chair to the second hand: an onlooker at any instant sees the state of thirty seconds before."""
    table = open_cash()
    states: list[tuple[datetime, dict[str, Any]]] = []

    def note() -> None:
        states.append((table.now, bare(table_payload(table.table_id))))

    note()
    for seat in (1, 2, 3):
        table.now += timedelta(seconds=2)
        table.sit(seat)
        note()
    acts = ["call", "fold", "check", "check", "bet", "call"]
    while table.row.hand_number < 2:
        if table.row.due_kind == "decide":
            act = acts.pop(0) if acts else "check"
            table.act(act, 100 if act == "bet" else 0)
        else:
            table.due()
        note()
    assert {one["stage"] for _at, one in states} == {"waiting", "playing", "showing"}
    assert any(one["result"] for _at, one in states) and len(states[-1][1]["acts"]) == 0
    ends = [at for at, _state in states[1:]] + [table.now + timedelta(hours=1)]
    for (at, state), until in zip(states, ends, strict=True):
        for instant in {at, at + timedelta(milliseconds=1), until - timedelta(milliseconds=1)}:
            if at <= instant < until:  # nothing else at the same instant
                assert bare(seen(table, instant + LATE)) == state, (at, instant)
    told = table.now + LATE
    assert seen(table, told - timedelta(milliseconds=1))["hand_number"] == 1
    assert (seen(table, told)["hand_number"], seen(table, told)["late_seconds"]) == (2, 30)
    # long after, when nothing is untold, and what was kept for it is forgotten
    forget_shown_changes(at=table.now + timedelta(minutes=5))
    assert not UntoldChange.objects.exists()
    assert bare(seen(table, table.now + timedelta(minutes=5))) == states[-1][1]


@pytest.mark.rule("PT-H.11", "PT-H.43")
def test_time_runs_for_who_looks_on_as_it_ran(cash: CashTable) -> None:
    now = table_payload(cash.table_id)
    late = seen(cash, cash.now + LATE)
    assert (late["from_ms"], late["due_ms"]) == (now["from_ms"] + 30_000, now["due_ms"] + 30_000)
    cash.act("call")
    assert seen(cash, cash.now)["due_ms"] is None and seen(cash, cash.now)["hand_number"] == 0
    assert seen(cash, cash.now + LATE - timedelta(seconds=1))["due_ms"] == now["due_ms"] + 30_000


@pytest.mark.rule("PT-H.11", "PT-H.72")
def test_a_void_hand_is_still_played_for_who_looks_on(cash: CashTable) -> None:
    cash.act("call")
    voided = {"table_id": cash.table_id, "number": 1, "reason": "Carta virada"}
    cash.now += timedelta(seconds=2)
    cast.say(void_hand, by=cash.house.ana, at=cash.now, **voided)
    before = seen(cash, cash.now + LATE - timedelta(seconds=1))
    assert before["notice"] is None and [one["act"] for one in before["acts"]] == ["call"]
    after = seen(cash, cash.now + LATE)
    assert after["notice"]["kind"] == "voided" and after["acts"] == []


@pytest.mark.rule("PT-H.11")
def test_who_sits_there_and_who_runs_it_see_the_present_and_nobody_else(cash: CashTable) -> None:
    home, other = cash.house, open_cash(cash.house)
    elsewhere = other.sit(4, "Zoe")
    sees = {
        "seated": cash.people[1],
        "director": home.ana,
        "owner": home.olga,
    }
    looks_on = {"nobody": None, "desk": home.desi, "at another table": elsewhere}
    for name, person in sees.items():
        assert sees_present(who(person), table_id=cash.table_id, at=cash.now), name
    for name, person in looks_on.items():
        assert not sees_present(who(person), table_id=cash.table_id, at=cash.now), name
        # nothing is untold any more, and what comes next is none of theirs
        assert not sees_present(who(person), table_id=cash.table_id, at=cash.now + 2 * LATE), name
    assert not sees_present(who(home.ana), table_id=999_999, at=cash.now)
    cash.fold_out()
    gone = cash.people[1]
    cash.say(leave, gone)
    assert not sees_present(who(gone), table_id=cash.table_id, at=cash.now)
    assert len(seen(cash, cash.now)["seats"]) == 0 and 1 in seen(cash, cash.now)["free"]
    lines = {one.table_id: one for one in open_play_tables(seen_at=cash.now)}
    assert (lines[cash.table_id].hand_number, lines[cash.table_id].players) == (0, 1)
    lines = {one.table_id: one for one in open_play_tables()}
    assert lines[cash.table_id].hand_number == 1


@pytest.mark.rule("PT-H.11")
def test_another_delay_holds_from_the_next_deal_and_lets_nobody_see_earlier_what_was_played_before(
    db: None,
) -> None:
    event = events.begun(events.house(), players=3, name="Sit")
    event.due()
    assert event.row.onlookers_delay_seconds == 60  # its one table is the last one

    def late() -> int:
        found = onlookers_payload(event.table_id, at=event.now)
        assert isinstance(found["late_seconds"], int)
        return found["late_seconds"]

    rules = Tournament.objects.get(pk=event.tournament_id)
    rules.policies |= {"onlookers_delay_final_table_seconds": 0}
    rules.save()
    event.act("fold")
    assert late() == 60
    while event.row.hand_number == 1:
        if event.row.due_kind == "decide":
            event.act("fold")
        else:
            event.due()
    dealt = event.now
    assert event.row.onlookers_delay_seconds == 0
    # what was played with a delay is told with it; the hand that has none waits for that
    assert late() == 60 and onlookers_payload(event.table_id, at=event.now)["hand_number"] == 0
    assert not sees_present(Actor(user_id=None), table_id=event.table_id, at=event.now)
    untold = UntoldChange.objects.order_by("shown_at").last()
    assert untold is not None and untold.shown_at <= dealt + timedelta(seconds=60)
    assert sees_present(Actor(user_id=None), table_id=event.table_id, at=untold.shown_at)
    assert onlookers_payload(event.table_id, at=untold.shown_at)["hand_number"] == 2


@pytest.mark.rule("PT-H.11", "ADTP.64")
def test_no_page_and_no_record_tells_a_tournaments_stack_before_its_table_does(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both blinds and two folds: the chips change hands by what everybody must post, whatever is dealt."""
    event = events.begun(events.house(), players=3, name="Sit")
    t, api = event.tournament_id, f"/api/tournaments/{event.tournament_id}"
    anybody = Client()
    anybody.force_login(User.objects.get(pk=cast.person("Dora").user_id))
    monkeypatch.setattr(moment, "at", lambda: event.now)

    def told() -> list[list[int]]:
        """The stacks in each place where the public reads them, the largest first."""
        page = [one.chips for one in (row.stack for row in biggest_stacks(t, at=event.now))]
        face = anybody.get(f"{api}/standings").json()["face"]["rows"]
        seats = topics.read([seats_topic(t, 1)])[seats_topic(t, 1)].payload["seats"]
        shown = [
            page,
            [row["stack_chips"] for row in face],
            [one["stack"]["chips"] for one in seats if one["stack"]],
        ]
        return [sorted(one, reverse=True) for one in shown]

    def hands_in_record() -> int:
        kinds = [line["kind"] for line in anybody.get(f"{api}/history?after=0").json()]
        assert kinds == [line["kind"] for line in anybody.get(f"{api}/history").json()][::-1]
        return kinds.count("stacks_played")

    def play_a_hand() -> None:
        number = event.row.hand_number
        while event.row.hand_number == number:
            if event.row.due_kind == "decide":
                event.act("fold")
            else:
                event.due()

    event.deal()
    play_a_hand()
    over = event.now
    live = sorted((kept["chips"] for kept in event.row.seats), reverse=True)
    assert live != [1_000] * 3 and sum(live) == 3_000
    relay_once()
    mine = biggest_stacks(t, at=over)
    assert told() == [[1_000] * 3] * 3 and hands_in_record() == 0
    assert {row.counted_at.second for row in mine} == {0}  # nor when the hand was over
    # the director's tables, and the player's own stack, are those of now
    director = Client()
    director.force_login(User.objects.get(pk=event.house.ana.user_id))
    lines = director.get(f"{api}/tables/1").json()["chairs"]
    assert sorted((one["stack_chips"] for one in lines if one["stack_chips"]), reverse=True) == live
    assert [one["kind"] for one in director.get(f"{api}/history").json()].count("stacks_played") == 1
    for seat, person in event.people.items():
        own = player_payload(person.player_id, tournament_id=t)["entry"]["stack_chips"]
        assert own == next(kept["chips"] for kept in event.row.seats if kept["seat"] == seat)
        standing = place_by_count(playing_entry_of(t, player_id=person.player_id) or 0, at=over)
        assert standing is not None and standing.leader_chips == max(own, 1_000)
    # what the page listens to is read again until a while after everything is told
    assert untold_at_event(t, at=over)
    event.now = over + timedelta(seconds=60)
    late = sorted(
        (kept["chips"] for kept in onlookers_payload(event.table_id, at=event.now)["seats"]), reverse=True
    )
    assert sum(late) < 3_000  # the blinds of the second hand are posted there
    assert told() == [live] * 3 and hands_in_record() == 1
    assert untold_at_event(t, at=event.now) and not untold_at_event(t, at=event.now + timedelta(minutes=2))
