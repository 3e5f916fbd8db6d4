"""What a table and its players see is read once for all of them: an act is told to a full table at the price of five statements."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext

from dispatch import relay, topics
from play.queries.payloads import own_payload, table_payload
from play.topics import own_cards_topic, played_table_topic


def test_all_pages_of_a_table_are_read_with_five_statements_and_are_as_each_alone(three):
    relay.seal()
    own = {own_cards_topic(one.player_id, three.table_id): one.player_id for one in three.people.values()}
    names = [played_table_topic(three.table_id), *own]
    with CaptureQueriesContext(connection) as asked:
        shown = topics.read(names)
    assert [one["sql"].split(" FROM ")[1].split()[0].strip('"') for one in asked] == [
        "dispatch_stream",
        "play_playtable",
        "play_dealthand",
        "play_handact",
        "play_sitting",
    ]
    assert shown[names[0]].payload == table_payload(three.table_id)
    for name, player_id in own.items():
        assert shown[name].payload == own_payload(table_id=three.table_id, player_id=player_id)
        assert len(shown[name].payload["cards"]) == 2
    three.act("call")
    relay.seal()
    assert topics.read(names)[names[0]].payload["acts"][-1]["act"] == "call"
