"""What became of a command, its undoing, and the history of a tournament."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from access import moment
from api.authentication import actor_of
from api.endpoints import (
    COMMAND_ID_HEADER,
    BaseEndpoint,
    QueryEndpoint,
    _problems,
    command_id,
    who_was_first,
)
from api.fields import Body, Count, PlainText, StrictBoolean
from api.problems import refused_answer, sentence
from api.results import any_done_shape, done_example, result_class
from api.scopes import in_venue
from dispatch.facts import PUBLIC, STAFF, Actor, FactView, player_audience
from dispatch.queries import facts_after, latest_facts
from people.queries import may, player_of_user
from play.queries.onlookers import event_known_until
from rules.permissions import Permission
from rules.refusals import Refused, not_found
from tournaments.queries import announcements
from tournaments.queries.circuit import venue_of_tournament
from tournaments.queries.citing import cited
from tournaments.queries.house_history import history_of_house
from tournaments.streams import tournament_stream
from undo import UNDOING, seen_command, take_back, undo_effects, undone_of


class CommandShape(serializers.Serializer[Any]):
    """A command and what became of it. state: done or refused; refusal as problem+json tells it."""

    command_id = serializers.UUIDField()
    name = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_blank=True)
    state = serializers.CharField()
    result = serializers.DictField(allow_null=True)
    refusal = serializers.DictField(allow_null=True)
    can_undo = serializers.BooleanField()


def _outcome(*, number: UUID, by: Actor, **_more: Any) -> dict[str, Any]:
    found, tournament_id = seen_command(number, by=by)
    refusal = None
    if found.refusal is not None:
        kept = found.refusal
        no = Refused.from_dict(kept)
        refusal = {
            "code": no.code,
            "detail": sentence(no),
            "rule": cited(no.rule, about={"tournament_id": tournament_id}),
            "params": dict(no.params),
        }
    return {
        "command_id": found.command_id,
        "name": found.name,
        "at": found.at,
        "by": found.label,
        "state": found.state,
        "result": found.outcome,
        "refusal": refusal,
        "can_undo": found.state == "done" and found.name in UNDOING,
    }


class UndoThing(serializers.Serializer[Any]):
    """One thing the command did. effects: what taking it back would do."""

    thing = serializers.CharField(help_text="What to name when only one of several is taken back.")
    effects = serializers.DictField()
    version = serializers.CharField(
        help_text="Send it with the undoing, and it is refused (`changed_since`) where it would do something else by then.",
        allow_blank=True,
    )


class UndoPreview(serializers.Serializer[Any]):
    command_id = serializers.UUIDField()
    things = UndoThing(many=True)


class UndoAsked(Body):
    """thing: which of several; version: from the preview; reason, hand_back: for registrations and purchases."""

    thing = PlainText(max_length=40, required=False)
    version = PlainText(max_length=32, required=False, allow_blank=True)
    reason = PlainText(required=False, allow_blank=True)
    hand_back = StrictBoolean(required=False)


_UNDOING_RESULTS = sorted(
    {result_class(how.command) for how in UNDOING.values()}, key=lambda result: result.__name__
)
_UndoneShape = any_done_shape("undo", results=_UNDOING_RESULTS)


class Undo(BaseEndpoint):
    """Undo a command: what it would do, and doing it."""

    @extend_schema(
        operation_id="undo_preview",
        summary="What taking a command back would do",
        tags=["commands"],
        responses={200: UndoPreview, **_problems(401, 403, 404, 409)},
    )
    def get(self, request: Request, number: UUID) -> HttpResponse:
        by = actor_of(request)
        if by.user_id is None:
            raise NotAuthenticated
        return Response(
            UndoPreview(undo_effects(number=number, by=by, at=moment.at())).data,
            headers={"Cache-Control": "private, no-store"},
        )

    @extend_schema(
        operation_id="undo",
        summary="Take a command back: a reversal, nothing is deleted",
        tags=["commands"],
        parameters=[COMMAND_ID_HEADER],
        request={"application/json": UndoAsked},
        responses={200: _UndoneShape, **_problems(400, 401, 403, 404, 409, 413, 415)},
        examples=[done_example(_UNDOING_RESULTS[0])],
    )
    def post(self, request: Request, number: UUID) -> Response:
        by = actor_of(request)
        if by.user_id is None:
            raise NotAuthenticated
        own = command_id(request)
        body = UndoAsked(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            done = take_back(number, own=own, by=by, asked=body.validated_data, at=moment.at())
        except Refused as refused:
            about = undone_of(number, asked=body.validated_data)
            return refused_answer(refused, about=about, first=who_was_first(refused, by=by, about=about))
        return Response(
            {"command_id": str(done.command_id), "replayed": done.replayed, "result": done.result},
            headers={"Command-Replayed": "true"} if done.replayed else None,
        )


class HistoryQuery(Body):
    after = Count(required=False, help_text="Oldest first, from the fact after this number.")
    before = Count(required=False, help_text="Newest first, back from this number.")
    limit = Count(min_value=1, max_value=500, default=100)
    player_id = Count(min_value=1, required=False, help_text="With what only this player may read.")


class FactShape(serializers.Serializer[Any]):
    """One thing that happened. by and command_id: told to staff only."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    audience = serializers.CharField()
    body = serializers.DictField()
    by = serializers.CharField(allow_blank=True)
    command_id = serializers.UUIDField(allow_null=True)
    command = serializers.CharField(allow_blank=True)


def _history(
    *,
    tournament_id: int,
    by: Actor,
    at: datetime,
    limit: int,
    after: int | None = None,
    before: int | None = None,
    player_id: int | None = None,
    **_more: Any,
) -> list[dict[str, Any]]:
    """For everybody the public facts; for staff theirs too; for a player what is only theirs. Who is no staff reads of a tournament played online as far as
    who looks on has seen its tables. Rule: PT-H.11
    """
    where = {"venue_id": venue_of_tournament(tournament_id), "tournament_id": tournament_id}
    staff = may(by, permission=Permission.VIEW_STAFF, **where)
    audiences = [PUBLIC, STAFF] if staff else [PUBLIC]
    if not staff and not announcements.is_public(tournament_id):
        raise not_found("tournament")
    wanted = player_id
    if wanted is None and not staff and by.user_id is not None:
        wanted = player_of_user(by.user_id)
    if wanted is not None and may(
        by, permission=Permission.VIEW_PLAYER_PRIVATE, owner_player_id=wanted, **where
    ):
        audiences.append(player_audience(wanted))
    stream = tournament_stream(tournament_id)
    until = None if staff else event_known_until(tournament_id, at=at)
    if after is not None:
        found = facts_after(stream=stream, seq=after, limit=limit, audiences=audiences, until=until)
    else:
        found = latest_facts(stream=stream, before_seq=before, limit=limit, audiences=audiences, until=until)
    return [_fact(fact, staff=staff) for fact in found]


def _fact(fact: FactView, *, staff: bool) -> dict[str, Any]:
    return {
        "seq": fact.seq,
        "kind": fact.kind,
        "at": fact.at,
        "audience": fact.audience,
        "body": fact.body,
        "by": fact.label if staff else "",
        "command_id": fact.command_id if staff else None,
        "command": fact.command_name if staff else "",
    }


class HouseHistoryQuery(Body):
    before = Count(required=False, help_text="Back from the fact with this number.")
    limit = Count(min_value=1, max_value=500, default=100)


class HouseFactShape(FactShape):
    """One thing that changed of a house. number: where `before` goes on; seq: its place in the record that it belongs to."""

    number = serializers.IntegerField()


def _house_history(
    *, venue_id: int, limit: int, before: int | None = None, **_more: Any
) -> list[dict[str, Any]]:
    found = history_of_house(venue_id, limit=limit, before=before)
    return [{"number": fact.fact_id, **_fact(fact, staff=True)} for fact in found]


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="commands/<uuid:number>",
        name="command",
        query=_outcome,
        action=None,
        answer=CommandShape,
        summary="What became of a command: for who asked it and for the staff concerned",
    ),
    QueryEndpoint(
        path="tournaments/<id:tournament_id>/history",
        name="history",
        query=_history,
        action=None,
        params=HistoryQuery,
        answer=FactShape,
        many=True,
        summary="What happened in a tournament, for the caller's eyes",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/history",
        name="house_history",
        query=_house_history,
        action=Permission.MANAGE_VENUE,
        scope=in_venue,
        params=HouseHistoryQuery,
        answer=HouseFactShape,
        many=True,
        summary="What changed of a house: its settings before and after, its circuits, the roles of its staff",
    ),
]
