"""What hands of long ago leave lies packed, and whoever asks for them reads the same as before."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import F

from dispatch import relay
from dispatch.chain import audit
from dispatch.models import Command, Fact, Stream
from dispatch.queries import latest_facts
from play.commands.act import act
from play.commands.complain import complain
from play.models import HandAct, HandOfPlayer, PackedActs, PackedParts, TableKind
from play.operations.packs import FORGOTTEN, pack_acts, pack_parts, pack_records, pack_what_is_old
from play.queries.complaints import complaints_of_player
from play.queries.ends import played_last_hand
from play.queries.exports import ohh_text, phhs
from play.queries.history import (
    hands_of_player,
    last_hand,
    own_hand,
    public_hand,
    whole_hands_of_player,
)
from play.queries.integrity import ACTED, of_period
from play.queries.integrity import PLAYED as PLAYED_HANDS
from play.queries.kits import hand_kit
from play.queries.own_data import everything_played
from play.queries.pairs import pairs_of_house
from play.queries.parts import dealt_at_house
from play.queries.play_styles import styles_of_house
from play.queries.sessions import last_sessions, rakes_of_session, session_at_table
from tests import cast
from tests.play.test_words import verifier
from tests.play.worded import WithWords, with_words

pytestmark = pytest.mark.django_db

SEATS, PLAYED = (2, 5, 7), 6
DAY = cast.OPEN.date()


@pytest.fixture
def played() -> WithWords:
    """Six hands with words, all told; the seventh is dealt, and one act was made in it."""
    table = with_words(cast.house(), seats=SEATS, seed=3)
    table.play(PLAYED)
    table.deal()
    table.act("fold")
    told()
    return table


def told() -> None:
    """Whatever is recorded is sealed, and whoever listens has heard it."""
    relay.seal()
    Stream.objects.update(published_seq=F("seq"))


def packs(table: WithWords, *, facts: int = 10, hands: int = 3, parts: int = 4) -> tuple[int, int, int]:
    """Pack all that can be; how many packs of the record, of acts and of parts."""
    later = table.now + timedelta(seconds=1)
    return (
        pack_records(before=later, most=99, facts=facts),
        pack_acts(before=later, most=99, hands=hands),
        pack_parts(before=later, most=99, parts=parts),
    )


def everything(table: WithWords) -> list[Any]:
    """What anybody reads of these hands, in each way it is read."""
    people = [person.player_id for person in table.people.values()]
    numbers = range(1, PLAYED + 1)
    where = {"table_id": table.table_id}
    period = {"kind": TableKind.DEMO, "first": DAY, "last": DAY + timedelta(days=1)}
    found: list[Any] = [
        hand_kit(**where, number=number, player_id=player_id)
        for number in numbers
        for player_id in (*people, None)
    ]
    found += [
        own_hand(**where, number=number, player_id=player_id) for number in numbers for player_id in people
    ]
    found += [public_hand(**where, number=number) for number in numbers]
    found += [last_hand(**where, player_id=player_id) for player_id in people]
    found += [everything_played(player_id) for player_id in people]
    found += [
        hands_of_player(player_id, before=before, limit=limit, table_id=of)
        for player_id in people
        for limit in (1, 3, 50)
        for before in (None, 5, 9)
        for of in (None, table.table_id, table.table_id + 1)
    ]
    found += [session_at_table(table_id=table.table_id, player_id=player_id) for player_id in people]
    found += [rakes_of_session(one.sitting_id) for player_id in people for one in last_sessions(player_id)]
    found += [dealt_at_house(house, players=people) for house in (table.house.venue_id, 0)]
    found += [write(whole_hands_of_player(player_id)) for player_id in people for write in (ohh_text, phhs)]
    found += [complaints_of_player(people[0], limit=None)]
    found += [pairs_of_house(table.house.venue_id, **period), styles_of_house(table.house.venue_id, **period)]
    found += [latest_facts(stream=f"play:{table.table_id}", limit=limit) for limit in (5, 500)]
    return found


@pytest.mark.rule("PT-H.11", "PT-H.50", "PT-H.65", "PT-H.66")
def test_who_asks_for_old_hands_reads_what_they_read_before(played: WithWords) -> None:
    person = played.people[2]
    about = {"table_id": played.table_id, "number": 2, "player_id": person.player_id}
    cast.say(complain, by=person, at=played.now, said="Não era assim", **about)
    told()
    before, facts = everything(played), audit().facts
    acts = HandAct.objects.filter(hand__number__lte=PLAYED).count()
    of_record, of_acts, of_parts = packs(played)
    assert of_record >= 3 and of_acts == 2 and of_parts == 2 * len(SEATS)
    assert not HandOfPlayer.objects.exists()
    assert acts >= 2 * PLAYED and not HandAct.objects.filter(hand__number__lte=PLAYED).exists()
    assert HandAct.objects.filter(hand__number=PLAYED + 1).count() == 1  # what is played lies in rows
    assert not Fact.objects.filter(stream=f"play:{played.table_id}").exists()
    for old, now in zip(before, everything(played), strict=True):
        assert now == old
    seen = audit()
    assert (seen.findings, seen.facts) == ([], facts)
    proof = verifier()
    for kit in everything(played)[: 4 * PLAYED]:
        assert proof.wrong_with(json.loads(json.dumps(kit))) == []
    # the table plays on, and its record with it
    played.play(PLAYED + 2)
    relay.seal()
    assert audit().findings == []
    assert hand_kit(table_id=played.table_id, number=PLAYED + 1, player_id=None)["words"]


def test_a_number_that_is_forgotten_does_nothing_when_it_comes_again(played: WithWords) -> None:
    """The turn has passed, whatever the log knows of the number."""
    one = Command.objects.filter(name="play.act").order_by("at").first()
    fact = Fact.objects.get(command_id=one.id, kind="hand_acted").body
    person = played.people[fact["seat"]]
    sat = Command.objects.filter(name="play.sit").count()
    of_record, *_others = packs(played)
    assert not Command.objects.filter(pk=one.id).exists()
    # whoever sat down, or began a chain of words, could do it twice: those stay
    assert Command.objects.filter(name="play.sit").count() == sat
    # and so does one whose facts lie in two packs
    assert Command.objects.filter(name__in=FORGOTTEN, facts__gt=0).count() < of_record
    with cast.refused("turn_passed"):
        cast.asked(
            act,
            command_id=one.id,
            by=person,
            at=played.now,
            table_id=played.table_id,
            player_id=person.player_id,
            turn=fact["turn"],
            act=fact["act"],
            to_chips=fact["to_chips"],
        )


def test_what_is_young_lies_in_rows(played: WithWords) -> None:
    assert pack_what_is_old(at=played.now + timedelta(days=6)) == 0
    assert pack_what_is_old(at=played.now + timedelta(days=8)) == -(
        -audit(f"play:{played.table_id}").facts // 256
    )
    assert not PackedActs.objects.exists()
    # of the hand that is played, no act is packed however long it stands, nor are those of the hands beside it
    assert pack_what_is_old(at=played.now + timedelta(days=99)) == len(SEATS)
    assert not PackedActs.objects.exists() and not HandOfPlayer.objects.exists()
    played.play(PLAYED + 1)
    told()
    assert pack_what_is_old(at=played.now + timedelta(days=30)) == 1
    assert pack_what_is_old(at=played.now + timedelta(days=32)) == 1 + len(SEATS)
    assert (PackedActs.objects.get().last_number, HandAct.objects.count()) == (PLAYED + 1, 0)
    assert (PackedParts.objects.count(), HandOfPlayer.objects.count()) == (2 * len(SEATS), 0)
    # who was dealt into a table's last hand sees its end, however long ago that was
    for person in played.people.values():
        assert played_last_hand(played.table_id, player_id=person.player_id)
    assert not played_last_hand(played.table_id, player_id=0)


# each makes of the acts of the first three hands what their rows are not
WRONG = (
    "acts = jsonb_set(acts::jsonb, '{0,4}', '\"muck\"')::text",
    "acts = jsonb_set(acts::jsonb, '{0,7}', '77')::text",
    "acts = (acts::jsonb - 0)::text",
    "acts = (acts::jsonb || (acts::jsonb -> 0))::text",
    "acts = '[]'",
    "first_number = 2",
    "last_number = 2",
    "last_number = 4",
    "last_number = 7",
)


def test_the_database_refuses_acts_that_are_not_what_their_rows_are(played: WithWords) -> None:
    with pytest.raises(_Enough), transaction.atomic():
        packs(played)
        raise _Enough(PackedActs.objects.order_by("first_number").values_list("acts", flat=True)[0])
    count = HandAct.objects.count()
    for change in WRONG:
        field, _, value = change.partition(" = ")
        wrong = ", ".join(value if one == field else one for one in ("first_number", "last_number", "acts"))
        with (
            pytest.raises(DatabaseError, match="play: "),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(
                "INSERT INTO play_packedacts (table_id, first_number, last_number, acts)"
                f" SELECT %s, {wrong} FROM (VALUES (1, 3, %s)) AS right_one (first_number, last_number, acts)",
                [played.table_id, _Enough.acts],
            )
        assert HandAct.objects.count() == count, change
    assert packs(played)[1] == 2
    # and acts go in no other way
    for statement in (
        "DELETE FROM play_handact",
        "UPDATE play_handact SET seat = 1",
        "DELETE FROM play_packedacts",
        "UPDATE play_packedacts SET acts = '[]'",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


# each makes of the first four parts of a player what their rows are not
WRONG_PARTS = (
    "parts = jsonb_set(parts::jsonb, '{0,5}', '7')::text",
    "parts = jsonb_set(parts::jsonb, '{0,4}', '9')::text",
    "parts = jsonb_set(parts::jsonb, '{0,3}', 'null')::text",
    "parts = (parts::jsonb - 0)::text",
    "parts = (parts::jsonb || (parts::jsonb -> 0))::text",
    "first_id = first_id + 1",
    "last_id = last_id - 1",
    "last_id = last_id + 3",
    "first_at = first_at + interval '1 us'",
    "last_at = last_at - interval '1 us'",
    "tables = '{}'",
)


def test_the_database_refuses_parts_that_are_not_what_their_rows_are(played: WithWords) -> None:
    player_id, count = played.people[2].player_id, HandOfPlayer.objects.count()
    names = ("first_id", "last_id", "first_at", "last_at", "tables", "parts")
    point = transaction.savepoint()
    packs(played)
    values = PackedParts.objects.filter(player_id=player_id).order_by("last_id").values_list(*names)[0]
    transaction.savepoint_rollback(point)
    for change in WRONG_PARTS:
        field, _, value = change.partition(" = ")
        wrong = ", ".join(value if one == field else one for one in names)
        with (
            pytest.raises(DatabaseError, match=r"play: |packed_parts_in_order"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(
                f"INSERT INTO play_packedparts (player_id, {', '.join(names)}) SELECT %s, {wrong}"
                " FROM (VALUES (%s::bigint, %s::bigint, %s::timestamptz, %s::timestamptz, %s::bigint[], %s))"
                f" AS right_one ({', '.join(names)})",
                [player_id, *values],
            )
        assert HandOfPlayer.objects.count() == count, change
    packs(played)
    for statement in ("DELETE FROM play_packedparts", "UPDATE play_packedparts SET parts = '[]'"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


class _Enough(Exception):
    """The acts of the first pack as they would have been."""

    acts = ""

    def __init__(self, acts: str) -> None:
        super().__init__()
        _Enough.acts = acts


@pytest.mark.rule("PT-H.11")
def test_the_integrity_desk_looks_for_packs_by_table_and_not_hand_by_hand(played: WithWords) -> None:
    """Asked once a hand, each time past all packs before it, the work grew with the square of a table's hands."""
    packs(played)
    values = of_period(played.house.venue_id, kind=TableKind.DEMO, first=DAY, last=DAY + timedelta(days=1))
    statement = f"EXPLAIN (ANALYZE, FORMAT JSON) {PLAYED_HANDS} {ACTED} SELECT * FROM every_act"
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        [(found,)] = cursor.fetchall()
    [plan] = found if isinstance(found, list) else json.loads(found)
    for packed in ("play_packedacts", "play_packedparts"):
        looked = [node for node in nodes(plan["Plan"]) if node.get("Relation Name") == packed]
        assert [node["Actual Loops"] for node in looked] == [1], packed


def nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan, *(node for part in plan.get("Plans", []) for node in nodes(part))]
