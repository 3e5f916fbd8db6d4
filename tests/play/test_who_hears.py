"""Who may hear the own cards is asked about a whole room at one go, and answered as for each alone."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext

from dispatch import topics
from dispatch.topics import Listener, Topic
from people.models import Device
from play.topics import own_cards_topic, played_table_topic
from tests import cast
from tests.play.conftest import open_one


def _topic(name: str) -> Topic:
    found = topics.resolve(name)
    assert found is not None
    return found


def _as_each_alone(asked: list[tuple[Listener, Topic]]) -> list[bool]:
    return [topic.may(listener) for listener, topic in asked]


def test_a_room_is_asked_about_in_two_statements_and_answered_as_each_alone(three):
    other = open_one(three.house)
    other.sit(1)
    seated = [*three.people.values(), *other.people.values()]
    tables = [three] * len(three.people) + [other]
    asked = [
        (Listener(user_id=one.user_id), _topic(own_cards_topic(one.player_id, table.table_id)))
        for one, table in zip(seated, tables, strict=True)
    ]
    with CaptureQueriesContext(connection) as statements:
        assert topics.verdicts(asked) == [True] * 4
    assert len(statements) == 2


def test_nobody_hears_more_for_being_asked_about_with_others(three):
    mine, others = three.people[2], three.people[5]
    device = Device.objects.create(
        venue_id=three.house.venue_id, name="Tablet", kind="floor", token_hash="a" * 64, paired_at=three.now
    )
    gone = cast.person("Foi", at=three.now)
    own = _topic(own_cards_topic(mine.player_id, three.table_id))
    asked = [
        (Listener(user_id=mine.user_id), own),
        (Listener(user_id=others.user_id), own),
        (Listener(user_id=three.house.ana.user_id), own),
        (Listener(user_id=mine.user_id, device_id=device.pk), own),
        (Listener(user_id=mine.user_id, device_id=device.pk + 1), own),
        (Listener(user_id=10**9), own),
        (Listener(), own),
        (Listener(user_id=gone.user_id), _topic(own_cards_topic(gone.player_id, three.table_id + 1000))),
        (Listener(user_id=others.user_id), _topic(played_table_topic(three.table_id))),
        (Listener(), _topic(played_table_topic(three.table_id + 1000))),
    ]
    said = topics.verdicts(asked)
    assert said == _as_each_alone(asked)
    assert said == [True, False, False, False, False, False, False, False, True, False]
