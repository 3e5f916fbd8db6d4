"""Everything that goes through Valkey while hands are played, and every row that they leave: a card is told to its owner alone until it lies open."""

from __future__ import annotations

import re
import uuid

import pytest
from django.db import connection

from dispatch import relay, wire
from play.models import DealtHand
from tests import cast
from tests.play.test_many_hands import own_cards
from tests.play.worded import WithWords, with_words
from tests.sizes import size, survives

SEATS = (1, 3, 4, 6, 9)
HANDS = size(3, full=1_000)
CARD = re.compile(r'\\*"([2-9TJQKA][cdhs])\\*"')
# where open cards are kept; what else they hold is asked hand by hand in test_many_hands
_HOLD_OPEN_CARDS = {"play_dealthand", "play_playtable", "dispatch_fact"}


class Captured:
    """What Valkey is asked by this house, in the order in which it is. Other processes of the tests ask it for other databases."""

    def __init__(self) -> None:
        self.client, self.lines = wire.client(timeout=60), 0
        self.monitor = wire.client(timeout=60).monitor()
        self.ours = f"dispatch:{connection.settings_dict['NAME']}:"
        self.address = str(self.client.client_info()["addr"])

    def since_then(self) -> list[str]:
        """Every command since the last time."""
        mark, found = uuid.uuid4().hex, []
        self.client.echo(mark)
        while mark not in (told := str((asked := self.monitor.next_command())["command"])):
            by = f"{asked['client_address']}:{asked['client_port']}"
            if self.ours in told or by == self.address:
                found.append(told)
        self.lines += len(found)
        return found


@survives
@pytest.mark.timeout(size(900, full=2400))
@pytest.mark.rule("PT-H.11", "PT-O.11")
def test_nobody_else_is_told_a_card_by_valkey_or_finds_it_in_a_row(db: None) -> None:
    table = with_words(cast.house(), seats=SEATS, seed=11)
    everybody = f"play/{table.table_id}"
    owners = {f"player/{who.player_id}/play/{table.table_id}": seat for seat, who in table.people.items()}
    ears = wire.client(timeout=60).pubsub(ignore_subscribe_messages=True)
    ears.subscribe(*map(wire.topic_channel, (everybody, *owners)))
    captured, told = Captured(), 0
    with captured.monitor:
        while table.row.hand_number < HANDS or table.row.due_kind != "open":
            table.step()
            relay.relay_once(captured.client)
            for line in captured.since_then():
                cards = set(CARD.findall(line))
                if not cards:
                    continue
                told += 1
                seat = next((seat for topic, seat in owners.items() if f"topic:{topic} " in line), None)
                assert seat is not None or f"topic:{everybody} " in line, line
                assert cards <= _may_see(table, seat), (seat, line)
    ears.close()
    assert told > HANDS * len(SEATS)
    _no_card_in_other_rows()
    print(f"{HANDS} hands: {captured.lines} commands to Valkey, {told} with cards, none for anybody else")


def _may_see(table: WithWords, seat: int | None) -> set[str]:
    """The cards of the hand that a seat may be told now; None: everybody."""
    row = table.row
    dealt = DealtHand.objects.get(table=row, number=row.hand_number)
    found = {card.text for card in table.hand.board} if row.hand else set()
    if row.hand:
        found |= {card.text for _seat, hole in table.hand.open_cards for card in hole}
    if dealt.result:
        found |= {*dealt.result["board"], *(card for one in dealt.result["shown"] for card in one["hole"])}
    return found | (own_cards(table, seat) if seat is not None else set())


def _no_card_in_other_rows() -> None:
    """Every row of every table, as a dump would have it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")
        names = [name for (name,) in cursor.fetchall()]
        assert set(names) >= _HOLD_OPEN_CARDS
        for name in names:
            if name not in _HOLD_OPEN_CARDS:
                cursor.execute(f'SELECT to_jsonb(one)::text FROM "{name}" one')
                assert [text for (text,) in cursor.fetchall() if CARD.search(text)] == [], name
