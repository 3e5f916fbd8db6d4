"""What a table and its players see is read once for all of them: an act is told to a full table at the price of five statements."""

from __future__ import annotations

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext

import rules.cards.deck
from dispatch import relay, topics
from play.models.table import _PLAYED
from play.queries import present
from play.queries.payloads import own_payload, table_payload
from play.topics import own_cards_topic, played_table_topic
from tests.dispatch.plans import read_whole
from tests.play.conftest import open_one


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
        "play_dealthand",  # with its acts
        "play_sitting",
    ]
    assert shown[names[0]].payload == table_payload(three.table_id)
    for name, player_id in own.items():
        assert shown[name].payload == own_payload(table_id=three.table_id, player_id=player_id)
        assert len(shown[name].payload["cards"]) == 2
    three.act("call")
    relay.seal()
    assert topics.read(names)[names[0]].payload["acts"][-1]["act"] == "call"


def test_what_several_tables_show_is_read_at_one_go(three, monkeypatch):
    other = open_one(three.house)
    for seat in (1, 4):
        other.sit(seat)
    other.deal()
    three.act("call")
    relay.seal()
    tables = (three, other)
    names = [played_table_topic(table.table_id) for table in tables]
    names += [own_cards_topic(p.player_id, table.table_id) for table in tables for p in table.people.values()]
    alone = {name: topics.read([name])[name] for name in names}
    asked = []
    real = present._read
    monkeypatch.setattr(present, "_read", lambda tables: asked.append(tables) or real(tables))
    assert topics.read([*names, "play/0"]) == alone
    assert asked == [[0, *sorted(table.table_id for table in tables)], [0]]


def test_the_acts_of_a_hand_are_found_without_walking_through_those_of_all_hands(three):
    three.act("call")
    three.act("call")
    assert read_whole(present._ACTS, table="play_handact") == []


def test_a_deck_is_made_once_for_all_acts_of_a_hand(three, monkeypatch):
    made = []
    real = rules.cards.deck.permutation
    monkeypatch.setattr(rules.cards.deck, "permutation", lambda **how: made.append(1) or real(**how))
    player_id = three.people[2].player_id
    before = own_payload(table_id=three.table_id, player_id=player_id)["cards"]
    assert len(made) == 1
    three.act("call")
    assert own_payload(table_id=three.table_id, player_id=player_id)["cards"] == before
    assert len(made) == 1


def test_no_index_lies_on_what_an_act_changes_so_its_row_is_written_in_place(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'play_playtable'::regclass"
        )
        indexes = [text for (text,) in cursor.fetchall()]
        cursor.execute("SELECT reloptions FROM pg_class WHERE oid = 'play_playtable'::regclass")
        [(options,)] = cursor.fetchall()
    assert len(indexes) > 2 and options == ["fillfactor=50"]
    found = [text for text in indexes for name in _PLAYED if re.search(rf"\b{name}\b", text)]
    assert found == []
