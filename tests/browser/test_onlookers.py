"""Who looks on hears a table late on a real socket, and who stands up hears nothing more of it at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from dispatch import relay
from dispatch.models import Fact
from play.commands.leave import leave
from play.models import PlayTable, UntoldChange
from tests import cast
from tests.browser.test_secret_cards import Ear
from tests.play import event as events
from tests.play.cash import house, open_cash
from tournaments.models import Tournament

DELAY = 2


def faces(ear, topic):
    """What was heard there: the instant at which it was said, and the payload."""
    with ear.news:
        return [(one["now"], one["face"]) for one in ear.heard if one.get("topic") == topic]


def wait(ear, heard):
    with ear.news:
        assert ear.news.wait_for(lambda: any(heard(one) for one in ear.heard), 60), ear.heard[-3:]


@pytest.mark.rule("PT-H.11")
def test_an_onlooker_hears_each_act_late_and_who_stands_up_nothing_more(server):
    table = open_cash(house(currency="EUR"))
    PlayTable.objects.filter(pk=table.table_id).update(onlookers_delay_seconds=DELAY)
    table.now = datetime.now(UTC)
    live, late = f"play/{table.table_id}", f"play/{table.table_id}/late"
    began: dict[tuple[int, int], datetime] = {}  # by turn and how many sit there: when the table came to it

    def note():
        row = table.row
        began.setdefault((row.turn, len(row.seats)), table.now)
        relay.relay_once()

    for seat in (1, 2, 3):
        table.sit(seat)
        note()
    seated, gone = (Ear(server, [live], user_id=table.people[seat].user_id) for seat in (1, 3))
    onlooker = Ear(server, [live, late])
    other = Ear(server, [live, late], user_id=cast.person("Zoe").user_id)

    def step():
        # as the clock of the house has it: nothing is done before its time
        table.now = max(table.now, datetime.now(UTC))
        table.act("fold") if table.row.due_kind == "decide" else table.due()
        note()

    try:
        for ear in (onlooker, other):
            wait(ear, lambda one: one.get("refused", {}).get("topic") == live)
            wait(ear, lambda one: one.get("topic") == late)
        note()
        while table.row.due_kind != "open" or table.row.hand_number < 1:
            step()
        cast.say(leave, by=table.people[3], at=table.now, table_id=table.table_id, player_id=table.people[3].player_id)  # fmt: skip
        note()
        wait(gone, lambda one: one.get("refused", {}).get("topic") == live)
        while table.row.hand_number < 2:
            step()
        last = table.row.turn
        seq = Fact.objects.filter(stream=f"play:{table.table_id}").order_by("-seq").values_list("seq")[0][0]
        seated.until(live, seq)
        joiner = Ear(server, [late])  # comes in the middle, and is told what the others see
        for ear in (onlooker, other, joiner):
            wait(ear, lambda one: one.get("topic") == late and one["face"]["turn"] == last)
    finally:
        for ear in (seated, gone, onlooker, other):
            ear.close()
    joiner.close()
    assert not faces(onlooker, live) and not faces(other, live)
    for ear in (onlooker, other, joiner):
        for said_ms, face in faces(ear, late):
            state = (face["turn"], len(face["seats"]))
            if state != (0, 0) and state in began:
                due = began[state] + timedelta(seconds=DELAY)
                assert said_ms >= int(due.timestamp() * 1000), state
            assert face["late_seconds"] == DELAY
        numbers = [one["seq"] for one in ear.heard if one.get("topic") == late]
        assert numbers == sorted(numbers)
    # the table went on without who stood up: of that nothing was told to him, whose socket stayed open
    assert all(3 in {one["seat"] for one in face["seats"]} for _said, face in faces(gone, live))
    assert {face["hand_number"] for _said, face in faces(gone, live)} == {0, 1}
    assert faces(seated, live)[-1][1]["hand_number"] == 2


@pytest.mark.rule("PT-H.11", "ADTP.64")
def test_the_stacks_of_a_final_table_are_heard_late_though_no_fact_comes_then(server, monkeypatch):
    now = datetime.now(UTC)  # the levels run from the last entry on
    monkeypatch.setattr(cast, "START", now + timedelta(hours=2))
    monkeypatch.setattr(cast, "OPEN", now)
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    event = events.begun(events.house(), players=2, name="Sit")
    tournament = Tournament.objects.get(pk=event.tournament_id)
    tournament.policies |= {"onlookers_delay_final_table_seconds": DELAY}
    tournament.save()
    event.now = datetime.now(UTC)
    UntoldChange.objects.all().delete()
    PlayTable.objects.filter(pk=event.table_id).update(due_at=event.now, onlookers_delay_seconds=DELAY)
    event.due()
    relay.relay_once()
    standings = f"tournament/{event.tournament_id}/standings"
    ear = Ear(server, [standings])
    try:
        wait(ear, lambda one: one.get("topic") == standings)
        event.act("fold")
        over = event.now
        while event.row.stage != "waiting":
            event.due()
        relay.relay_once()
        live = sorted(kept["chips"] for kept in event.row.seats)
        assert live != [1_000, 1_000]
        wait(ear, lambda one: "face" in one and stacks(one["face"]) == live)
    finally:
        ear.close()
    told = faces(ear, standings)
    due_ms = int((over + timedelta(seconds=DELAY)).timestamp() * 1000)
    assert all(said_ms >= due_ms for said_ms, face in told if stacks(face) == live)
    assert [1_000, 1_000] in [stacks(face) for _said, face in told] or not stacks(told[0][1])


def stacks(face):
    return sorted(row["stack_chips"] for row in face["rows"] if row["stack_chips"])
