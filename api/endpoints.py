"""How every command and every read becomes an address.

A `CommandEndpoint` says: this path, this command, these fields, and which action it needs; a `QueryEndpoint` the same
of a read. The table test of role × action is made from them, and an address that is in neither list fails it. Nothing
here decides anything: parse, one call, represent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from access import moment
from api import addresses as _addresses  # noqa: F401 - registers <id:…>
from api import plain
from api.authentication import actor_of
from api.plain import Asked
from api.problems import refused_answer
from api.results import done_example, done_shape
from dispatch.facts import Actor, CommandId, Done
from payouts.queries.bank import first_at_bank
from people.operations import note_seen
from people.queries import may, require, roles_by_venue
from rules.permissions import Permission, allowed
from rules.refusals import N_, Refused
from tournaments.queries.already_done import done_by, is_done, tournament_of
from tournaments.queries.circuit import venue_of_tournament

COMMAND_ID_HEADER = OpenApiParameter(
    name="Command-Id",
    type={"type": "string", "format": "uuid"},
    location=OpenApiParameter.HEADER,
    required=True,
    description="A UUID that the caller makes and keeps: sent again, it gives the same answer and no second effect.",
)


class Nothing(serializers.Serializer[Any]):
    """A command whose path says it all."""


class ProblemShape(serializers.Serializer[Any]):
    """problem+json: what went against it, for programs (`code`) and for people (`detail`)."""

    type = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    rule = serializers.CharField(allow_blank=True, required=False)
    params = serializers.DictField(required=False)
    errors = serializers.JSONField(required=False)  # type: ignore[assignment]
    done_by = serializers.DictField(
        required=False, help_text="To staff, where somebody was first: who (`operator`), and when (`at`)."
    )


class DoneShape(serializers.Serializer[Any]):
    """What a command answers: its result, and whether it is the stored one of an earlier call."""

    command_id = serializers.UUIDField()
    replayed = serializers.BooleanField()
    result = serializers.DictField()


@dataclass(frozen=True, kw_only=True)
class CommandEndpoint:
    """One command's address.

    action: what it asks of staff; None where anybody signed in may (or, with `open`, anybody at all).
    own_action: what a player does here with what is his own. ready: what the address adds to the values before the
    command (a hash, the caller's number); shown: what it adds to the answer (a secret, shown once). then: what the address
    does when the command is done, also when it is answered a second time: what failed the first time is made good (a
    mail); `done.replayed` tells the two apart. result: the class of what it answers; shows: of what `shown` adds.
    """

    path: str
    name: str
    command: Callable[..., Done]
    action: Permission | None
    body: type[serializers.Serializer[Any]] = Nothing
    own_action: Permission | None = None
    open: bool = False
    ready: Callable[[Request, CommandId, Actor, dict[str, Any]], dict[str, Any]] | None = None
    shown: Callable[[CommandId, Actor, Mapping[str, Any]], Mapping[str, Any]] | None = None
    then: Callable[[Request, Done, Mapping[str, Any]], None] | None = None
    result: type | None = None
    shows: type | None = None
    summary: str = ""


ScopeOf = Callable[..., Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class QueryEndpoint:
    """One read's address. `query` gets the path's values, the checked parameters of the address, `at` and `by`.

    action: what it asks (VIEW_PUBLIC: nobody is asked who he is, and the answer may be kept by caches for
    `fresh_seconds`); None: anybody signed in, and the query gives only what is theirs. scope: from the path's and the
    address's values to the venue, tournament or owner that `people.queries.require` asks about. of_session: `query` is also
    given `this_key`, the key of the session by which it is asked.
    """

    path: str
    name: str
    query: Callable[..., Any]
    action: Permission | None
    scope: ScopeOf = field(default=lambda **_: {"venue_id": None})
    params: type[serializers.Serializer[Any]] = Nothing
    answer: type[serializers.Serializer[Any]] | None = None
    many: bool = False
    own: bool = False
    fresh_seconds: int = 1
    media: str = "application/json"
    url_name: str = ""
    summary: str = ""
    of_session: bool = False

    @property
    def public(self) -> bool:
        return self.action is Permission.VIEW_PUBLIC


def command_id(request: Request) -> CommandId:
    """Return the caller's Command-Id. Refusal: ``command_id_missing``."""
    text = request.headers.get("Command-Id", "")
    try:
        return CommandId(UUID(text))
    except ValueError:
        raise Refused(
            "command_id_missing",
            N_(
                "Send a Command-Id header with a UUID of your own, the same one each time you repeat this request."
            ),
        ) from None


_MISSING = ("not_found", "unknown_", "no_such_")


def for_strangers(refused: Refused, *, by: Actor, action: Permission | None) -> Refused:
    """Return what a thing that does not exist looks like: to somebody without any right of the kind, like one he may not see."""
    if action is None or not refused.code.startswith(_MISSING):
        return refused
    held = roles_by_venue(by.user_id) if by.user_id is not None else {}
    if any(allowed(roles, permission=action) for roles in held.values()):
        return refused
    try:
        require(by, permission=action, venue_id=None)
    except Refused as forbidden:
        return forbidden
    return refused


def who_was_first(refused: Refused, *, by: Actor, about: Mapping[str, Any]) -> tuple[str, datetime] | None:
    """Return who did already what this act was refused for, and when; told to the staff of the tournament, or of the house, only."""
    if (first := first_at_bank(refused, about=about)) is not None:
        told = may(by, permission=Permission.VIEW_STAFF, venue_id=first.venue_id)
        return (first.operator, first.at) if told else None
    # of what does not exist, or is not theirs, nobody is told anything
    tournament_id = tournament_of(about) if is_done(refused.code) else None
    if tournament_id is None:
        return None
    place = {"venue_id": venue_of_tournament(tournament_id), "tournament_id": tournament_id}
    if not may(by, permission=Permission.VIEW_STAFF, **place):
        return None
    return done_by(tournament_id, code=refused.code, about={**refused.params, **about})


@cache
def _renderer_of(media: str) -> type[BaseRenderer]:
    """For negotiation alone: the query's answer is rendered already, and a refusal says of itself that it is JSON."""
    return type("WholeAnswer", (JSONRenderer,), {"media_type": media, "format": media.partition("/")[2]})


class BaseEndpoint(APIView):
    """What every address has in common: who is asked, in which language is answered."""

    permission_classes = [AllowAny]  # each endpoint asks for itself
    command: CommandEndpoint | None = None
    query: QueryEndpoint | None = None

    def get_authenticators(self) -> list[BaseAuthentication]:
        asked = self.request.method if self.request is not None else None
        if asked in ("GET", "HEAD") and self.query is not None and self.query.public:
            return []  # no cookie is looked at, so the answer is everybody's
        return super().get_authenticators()

    def get_renderers(self) -> list[BaseRenderer]:
        """JSON, and the type of what the query gives as a whole: who accepts nothing else is answered, too."""
        found: list[BaseRenderer] = super().get_renderers()
        if self.query is not None and self.query.media != JSONRenderer.media_type:
            found.append(_renderer_of(self.query.media)())
        return found

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        plain.speak_to(request)


def _problems(*codes: int) -> dict[tuple[int, str], type[ProblemShape]]:
    return {(code, "application/problem+json"): ProblemShape for code in codes}


def _about(summary: str, of: Callable[..., Any], name: str) -> dict[str, Any]:
    lines = (of.__doc__ or name).strip().splitlines()
    return {"summary": summary or lines[0].rstrip("."), "description": "\n".join(s.strip() for s in lines)}


def _tag(where: str) -> str:
    return where.split("/", maxsplit=1)[0]


@cache
def _reader(body: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """One serializer of a kind, for all requests: making its fields anew costs more than reading them."""
    return body()


def _read(body: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """What was sent, checked. ValidationError as `is_valid` raises it."""
    try:
        return dict(_reader(body).run_validation(data))  # reads, and keeps nothing
    except serializers.ValidationError:
        read = body(data=data)
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)


def _answer_of(endpoint: CommandEndpoint) -> type[serializers.Serializer[Any]]:
    if endpoint.result is None:
        return DoneShape
    return done_shape(endpoint.name, result=endpoint.result, shows=endpoint.shows)


def _run(
    endpoint: CommandEndpoint, *, asked: Asked, where: dict[str, Any], request: Request | None = None
) -> Response:
    """One call of the command, and what became of it. request: for addresses with work of their own."""
    number, by, values = asked
    try:
        if endpoint.ready is not None and request is not None:
            values = endpoint.ready(request, number, by, {**where, **values})
        else:
            values = {**where, **values}
        done = endpoint.command(command_id=number, at=moment.at(), by=by, **values)
        if endpoint.then is not None and request is not None:
            endpoint.then(request, done, values)
    except Refused as refused:
        first = who_was_first(refused, by=by, about=values)
        if first is None:
            refused = for_strangers(refused, by=by, action=endpoint.action)
        return refused_answer(refused, about={**where, **values}, first=first)
    result = done.result
    if endpoint.shown is not None:
        result = {**result, **endpoint.shown(number, by, result)}
    return Response(
        {"command_id": str(done.command_id), "replayed": done.replayed, "result": result},
        headers={"Command-Replayed": "true"} if done.replayed else None,
    )


def _post_of(endpoint: CommandEndpoint) -> Callable[..., Response]:
    @extend_schema(
        operation_id=endpoint.name,
        **_about(endpoint.summary, endpoint.command, endpoint.name),
        tags=[_tag(endpoint.path)],
        parameters=[COMMAND_ID_HEADER],
        request={"application/json": endpoint.body} if endpoint.body is not Nothing else None,
        responses={200: _answer_of(endpoint), **_problems(400, 401, 403, 404, 409, 413, 415, 429)},
        examples=[done_example(endpoint.result, shows=endpoint.shows)] if endpoint.result else [],
    )
    def post(self: BaseEndpoint, request: Request, **where: Any) -> Response:
        del self
        by = actor_of(request)
        if by.user_id is None and not endpoint.open:
            raise NotAuthenticated
        number = command_id(request)
        values: dict[str, Any] = {}
        if endpoint.body is not Nothing:
            values = _read(endpoint.body, request.data)
        return _run(endpoint, asked=Asked(number, by, values), where=where, request=request)

    return post


def _get_of(endpoint: QueryEndpoint) -> Callable[..., HttpResponse]:
    answer: Any = endpoint.answer(many=True) if endpoint.answer and endpoint.many else endpoint.answer
    problems = (400, 404) if endpoint.public else (400, 401, 403, 404, 409)

    @extend_schema(
        operation_id=endpoint.name,
        **_about(endpoint.summary, endpoint.query, endpoint.name),
        tags=[_tag(endpoint.path)],
        parameters=[endpoint.params] if endpoint.params is not Nothing else [],
        responses={
            (200, endpoint.media): answer or (dict if "json" in endpoint.media else str),
            **_problems(*problems),
        },
    )
    def get(self: BaseEndpoint, request: Request, **where: Any) -> HttpResponse:
        del self
        by = actor_of(request)
        if by.user_id is None and not endpoint.public:
            raise NotAuthenticated
        params = endpoint.params(data=request.query_params)
        params.is_valid(raise_exception=True)
        values = {**where, **params.validated_data}
        try:
            if endpoint.action is not None and not endpoint.public:
                require(by, permission=endpoint.action, **endpoint.scope(**values))
            asked_by = {"this_key": request.session.session_key or ""} if endpoint.of_session else {}
            found = endpoint.query(**values, **asked_by, at=moment.at(), by=by)
            if endpoint.action is Permission.VIEW_PLAYER_PRIVATE and "player_id" in where:
                note_seen(where["player_id"], by=by, venue_id=values.get("venue_id"), at=moment.at())
        except Refused as refused:
            refused = for_strangers(refused, by=by, action=None if endpoint.public else endpoint.action)
            return refused_answer(refused, about=values)
        if isinstance(found, HttpResponse):
            return found
        if endpoint.answer is not None:
            found = endpoint.answer(found, many=endpoint.many).data
        kept = f"public, max-age={endpoint.fresh_seconds}" if endpoint.public else "private, no-store"
        return Response(found, headers={"Cache-Control": kept})

    return get


def view_of(command: CommandEndpoint | None, *, query: QueryEndpoint | None) -> Callable[..., Any]:
    """Return the view of one address: its command, its read, or both."""
    methods: dict[str, Any] = {"command": command, "query": query}
    if command is not None:
        methods["post"] = _post_of(command)
    if query is not None:
        methods["get"] = _get_of(query)
    name = (command or query).name  # type: ignore[union-attr]
    view = type(name, (BaseEndpoint,), methods).as_view()  # type: ignore[attr-defined]
    if command is None or command.ready is not None or command.then is not None:
        return view  # type: ignore[no-any-return]
    reader = None if command.body is Nothing else _reader(command.body)
    return plain.straight(
        view, reader=reader, run=lambda asked, where: _run(command, asked=asked, where=where)
    )


def addresses(commands: Iterable[CommandEndpoint], *, queries: Iterable[QueryEndpoint]) -> list[URLResolver]:
    """URL patterns of all endpoints, in groups of one beginning; a path has at most one of each."""
    by_path: dict[str, list[Any]] = {}
    both_kinds: tuple[Iterable[Any], Iterable[Any]] = (commands, queries)
    for place, asked in enumerate(both_kinds):
        for one in asked:
            both = by_path.setdefault(one.path, [None, None])
            if both[place] is not None:
                raise ValueError(f"{one.path} is given twice")
            both[place] = one
    groups: dict[str, list[URLPattern]] = {}
    for where, (command, query) in by_path.items():
        beginning = _beginning(where)
        groups.setdefault(beginning, []).append(
            path(
                where.removeprefix(beginning),
                view_of(command, query=query),
                name=(query and query.url_name) or f"api-{(command or query).name}",
            )
        )
    largest_first = sorted(groups.items(), key=lambda group: len(group[1]), reverse=True)
    return [path(beginning, include(patterns)) for beginning, patterns in largest_first]


def _beginning(where: str) -> str:
    """What an address shares with others: its thing and the number of it, or its thing, or nothing. Addresses are tried
    one after the other, and a request need not try those of other things."""
    parts = where.split("/")
    if len(parts) > 2 and parts[1].startswith("<"):
        return f"{parts[0]}/{parts[1]}/"
    return f"{parts[0]}/" if len(parts) > 1 else ""
