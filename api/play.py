"""Tables that are played online: which there are, what happened there, and the proof of a hand."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework import serializers

from api.commands import FactShape
from api.endpoints import CommandEndpoint, QueryEndpoint
from api.fields import Body, Count
from api.shapes import shape
from dispatch.facts import PUBLIC, Actor
from dispatch.queries import latest_facts
from people.queries import player_of_user
from play.queries.kits import hand_kit
from play.queries.onlookers import known_until
from play.queries.tables import PlayTableLine, open_play_tables, venue_of_play_table
from play.queries.waiting_list import WaitingView, waiting_view
from play.streams import play_stream
from rules.permissions import Permission
from rules.refusals import not_found


class RecordPage(Body):
    before = Count(required=False, help_text="Newest first, back from this number.")
    limit = Count(min_value=1, max_value=500, default=100)


class RecordShape(serializers.Serializer[Any]):
    """Where something stands in the table's public record."""

    stream = serializers.CharField()
    seq = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()


class OpeningShape(serializers.Serializer[Any]):
    """What proves one card. seat: whose it is, 0 for the board; at: which of the places of the table, where it lies in the
    deck at place; path: the hashes beside its way up to the root."""

    seat = serializers.IntegerField()
    at = serializers.IntegerField(required=False)
    place = serializers.IntegerField()
    card = serializers.CharField()
    salt = serializers.CharField()
    path = serializers.ListField(child=serializers.CharField())


class WordShape(serializers.Serializer[Any]):
    """A player's word. end: what it leads to when it is hashed so many steps; from_number: the hand whose word is one step from
    the end; begun: where end and from_number were told, before the roots."""

    seat = serializers.IntegerField()
    word = serializers.CharField()
    end = serializers.CharField()
    steps = serializers.IntegerField()
    from_number = serializers.IntegerField()
    begun = RecordShape()


class GivenShape(RecordShape):
    """Where the record says, before the deal, that a word came."""

    seat = serializers.IntegerField()


class KitShape(serializers.Serializer[Any]):
    """What static/verify_hand.py checks: the roots, where they were published, where the hand was dealt, and the openings.

    deck: which of the two was dealt; other_deck: what opens the other one whole; words, given: from which follows how it was
    dealt. Hands of before (``shuffle-up/hand/v1``) had one deck and no words.
    """

    protocol = serializers.CharField()
    hand = serializers.CharField()
    root = serializers.CharField()  # type: ignore[assignment]
    committed = RecordShape()
    dealt = RecordShape()
    openings = OpeningShape(many=True)
    second_root = serializers.CharField(required=False)
    deck = serializers.IntegerField(required=False)
    other_deck = serializers.CharField(required=False)
    words = WordShape(many=True, required=False)
    given = GivenShape(many=True, required=False)


#: An answer that anybody may keep is the same for all: as who is nobody is told it.
_NOBODY = Actor(user_id=None)


def _tables(*, venue_id: int, at: datetime, **_more: Any) -> list[PlayTableLine]:
    return open_play_tables(venue_id, seen_at=at)


def _waiting(*, table_id: int, player_id: int, **_more: Any) -> WaitingView:
    return waiting_view(table_id, player_id=player_id)


def _of_player_at_table(*, table_id: int, player_id: int, **_more: Any) -> dict[str, Any]:
    """Scope what is the player's own, or the staff's of the house."""
    return {"venue_id": venue_of_play_table(table_id), "owner_player_id": player_id}


def _kit(*, table_id: int, number: int, by: Actor, at: datetime, **_more: Any) -> dict[str, Any]:
    mine = player_of_user(by.user_id) if by.device_id is None else None
    known = known_until(by, table_id=table_id, at=at)
    return hand_kit(table_id=table_id, number=number, player_id=mine, known_until=known)


def _record(
    *, table_id: int, at: datetime, limit: int, before: int | None = None, **_more: Any
) -> list[dict[str, Any]]:
    if venue_of_play_table(table_id) is None:
        raise not_found("table")
    found = latest_facts(
        stream=play_stream(table_id),
        before_seq=before,
        limit=limit,
        audiences=[PUBLIC],
        until=known_until(_NOBODY, table_id=table_id, at=at),
    )
    return [
        {
            "seq": fact.seq,
            "kind": fact.kind,
            "at": fact.at,
            "audience": fact.audience,
            "body": fact.body,
            "by": "",
            "command_id": None,
            "command": "",
        }
        for fact in found
    ]


COMMAND_ENDPOINTS: list[CommandEndpoint] = []
QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="venues/<id:venue_id>/play-tables",
        name="play_tables",
        query=_tables,
        action=Permission.VIEW_PUBLIC,
        answer=shape(PlayTableLine),
        many=True,
        summary="The tables of a house at which hands are played in the browser",
    ),
    QueryEndpoint(
        path="play-tables/<id:table_id>/record",
        name="play_record",
        query=_record,
        action=Permission.VIEW_PUBLIC,
        params=RecordPage,
        answer=FactShape,
        many=True,
        summary="What happened at a played table, the newest first: roots before their hands, acts, results",
    ),
    QueryEndpoint(
        path="play-tables/<id:table_id>/waiting-list/<id:player_id>",
        name="waiting_place",
        query=_waiting,
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=_of_player_at_table,
        answer=shape(WaitingView),
        own=True,
        summary="A player's place in the waiting list of a cash table, and until when a free seat is kept for that player",
    ),
    QueryEndpoint(
        path="play-tables/<id:table_id>/hands/<id:number>/kit",
        name="hand_kit",
        query=_kit,
        action=None,
        answer=KitShape,
        summary="The proof of a hand that is over, with the caller's own cards, for static/verify_hand.py",
    ),
]
