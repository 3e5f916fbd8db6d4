"""What became of a command, its undoing, and the history of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api import moment
from api.authentication import actor_of
from api.endpoints import (
    COMMAND_ID_HEADER,
    BaseEndpoint,
    DoneShape,
    QueryEndpoint,
    _problems,
    command_id,
    who_was_first,
)
from api.fields import Body, Count, Text, Truth
from api.problems import refused_answer, sentence
from dispatch.facts import PUBLIC, STAFF, Actor, CommandId, CommandView, Done, FactView, player_audience
from dispatch.queries import command_by_id, facts_after, facts_of_command, latest_facts
from payouts.commands.undo_finish import undo_finish
from payouts.commands.undo_give_back import undo_give_back
from payouts.commands.undo_payment import undo_payment
from payouts.queries import finish_undo_preview, give_back_undo_preview
from payouts.queries.awards import undo_payment_preview
from people.queries import may, player_of_user
from rules.permissions import Action
from rules.refusals import N_, Refused
from tables import queries as tables
from tables.commands.undo_break import undo_break
from tables.commands.undo_move import undo_move
from tables.commands.undo_penalty import undo_penalty
from tables.commands.undo_verification import undo_verification
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.restore_disqualification import restore_disqualification
from tournaments.commands.undo_clock_change import undo_clock_change
from tournaments.commands.undo_debt import undo_debt
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.commands.undo_freeze import undo_freeze
from tournaments.commands.undo_naming import undo_naming
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.facts import tournament_stream
from tournaments.queries import listings
from tournaments.queries.circuit import venue_of_season, venue_of_tournament
from tournaments.queries.clock import undo_preview as undo_clock_preview
from tournaments.queries.clock import unfreeze_preview
from tournaments.queries.debts import undo_debt_preview
from tournaments.queries.entries import cancel_preview
from tournaments.queries.floor import undo_preview
from tournaments.queries.law import cited
from tournaments.queries.takers import undo_naming_preview

# --- who may look -----------------------------------------------------------------------------------------


def _unknown() -> Refused:
    return Refused("not_found", N_("This %(what)s does not exist."), what="command")


def _seen(number: UUID, by: Actor) -> tuple[CommandView, int | None]:
    """A command that the caller asked for or, as staff of its venue, may see; with its tournament.

    Refusals: ``not_found``, the same whether it is another's or nobody's.
    """
    found = command_by_id(CommandId(number))
    if found is None:
        raise _unknown()
    streams = {fact.stream for fact in facts_of_command(CommandId(number))}
    tournament_id = _numbered(streams, "tournament")
    if found.user_id is not None and found.user_id == by.user_id:
        return found, tournament_id
    venue_id = _numbered(streams, "venue")
    if tournament_id is not None:
        venue_id = venue_of_tournament(tournament_id)
    season_id = _numbered(streams, "season")
    if venue_id is None and season_id is not None:
        venue_id = venue_of_season(season_id)
    if venue_id is None or not may(by, Action.VIEW_STAFF, venue_id=venue_id, tournament_id=tournament_id):
        raise _unknown()
    return found, tournament_id


def _numbered(streams: set[str], kind: str) -> int | None:
    numbers = {name.partition(":")[2] for name in streams if name.startswith(f"{kind}:")}
    return int(numbers.pop()) if len(numbers) == 1 else None


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
    found, tournament_id = _seen(number, by)
    refusal = None
    if found.refusal is not None:
        told = found.refusal
        no = Refused(told["code"], told["sentence"], rule=told["rule"], **told["params"])
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


# --- undoing ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """How one kind of command is undone: `things` it did, by number; what undoing one would do; the command that does.

    call: the undo command's arguments for one thing; those that take a body's values name them in `takes`.
    """

    things: Callable[[CommandView, int | None], list[Any]]
    told: Callable[[Any], Mapping[str, Any]]
    command: Callable[..., Done]
    call: Callable[[Any], dict[str, Any]]
    takes: frozenset[str] = frozenset()


def _result(found: CommandView) -> Mapping[str, Any]:
    return found.outcome or {}


def _told_break(thing: tuple[int, UUID]) -> Mapping[str, Any]:
    return tables.undo_break_preview(*thing)


def _told_registration(registration_id: int) -> Mapping[str, Any]:
    return cancel_preview(registration_id)


def _told_purchase(purchase_id: int) -> Mapping[str, Any]:
    refund, chips = listings.purchase_worth(purchase_id)
    return {"purchase_id": purchase_id, "refund_cents": refund, "chips": chips}


_CLOCK = Undoing(
    things=lambda _found, tournament_id: [] if tournament_id is None else [tournament_id],
    told=lambda tournament_id: undo_clock_preview(tournament_id, at=moment.at()),
    command=undo_clock_change,
    call=lambda tournament_id: {"tournament_id": tournament_id},
)
_MOVE = Undoing(
    things=lambda found, _t: [_result(found)["move_id"]],
    told=tables.undo_move_preview,
    command=undo_move,
    call=lambda move_id: {"move_id": move_id},
)
_OUT = Undoing(
    things=lambda found, _t: [out["elimination_id"] for out in _result(found).get("eliminations", [])],
    told=undo_preview,
    command=undo_elimination,
    call=lambda elimination_id: {"elimination_id": elimination_id},
)
_REGISTRATION = Undoing(
    things=lambda found, _t: [_result(found)["registration_id"]],
    told=_told_registration,
    command=cancel_registration,
    call=lambda registration_id: {"registration_id": registration_id},
    takes=frozenset({"reason", "hand_back"}),
)
_PURCHASE = Undoing(
    things=lambda found, _t: [
        *([_result(found)["purchase_id"]] if "purchase_id" in _result(found) else []),
        *(bought["purchase_id"] for bought in _result(found).get("purchases", [])),
    ],
    told=_told_purchase,
    command=undo_purchase,
    call=lambda purchase_id: {"purchase_id": purchase_id},
    takes=frozenset({"hand_back"}),
)

_DEBT = Undoing(
    things=lambda found, _t: [_result(found)["debt_id"]],
    told=undo_debt_preview,
    command=undo_debt,
    call=lambda debt_id: {"debt_id": debt_id},
)

UNDOING: dict[str, Undoing] = {
    "tournaments.eliminate_players": _OUT,
    "tournaments.remove_under_age": _OUT,
    "tournaments.lift_disqualification": Undoing(
        things=lambda found, _t: [_result(found)["elimination_id"]],
        told=lambda elimination_id: {"elimination_id": elimination_id},
        command=restore_disqualification,
        call=lambda elimination_id: {"elimination_id": elimination_id},
    ),
    "tables.hand_done": _OUT,
    "tournaments.name_takers": Undoing(
        things=lambda found, _t: [_result(found)["naming_id"]],
        told=undo_naming_preview,
        command=undo_naming,
        call=lambda naming_id: {"naming_id": naming_id},
    ),
    "tables.move_player": _MOVE,
    "tables.balance_tables": _MOVE,
    "tables.break_table": Undoing(
        things=lambda found, tournament_id: (
            [] if tournament_id is None else [(tournament_id, found.command_id)]
        ),
        told=_told_break,
        command=undo_break,
        call=lambda thing: {"tournament_id": thing[0], "break_command_id": thing[1]},
    ),
    "tables.break_tables": Undoing(
        things=lambda found, tournament_id: (
            []
            if tournament_id is None
            else [
                (tournament_id, found.command_id, broken["table_number"])
                for broken in _result(found)["tables"]
                if broken["moves"]
            ]
        ),
        told=lambda thing: tables.undo_break_preview(*thing),
        command=undo_break,
        call=lambda thing: {
            "tournament_id": thing[0],
            "break_command_id": thing[1],
            "table_number": thing[2],
        },
    ),
    "tables.verify_table": Undoing(
        things=lambda found, tournament_id: (
            [] if tournament_id is None else [(tournament_id, found.command_id)]
        ),
        told=lambda _thing: {"unverified": True},
        command=undo_verification,
        call=lambda thing: {"tournament_id": thing[0], "verify_command_id": thing[1]},
    ),
    "payouts.pay_award": Undoing(
        things=lambda found, _t: [_result(found)["award_id"]],
        told=undo_payment_preview,
        command=undo_payment,
        call=lambda award_id: {"award_id": award_id},
    ),
    "payouts.finish_tournament": Undoing(
        things=lambda _found, tournament_id: [] if tournament_id is None else [tournament_id],
        told=finish_undo_preview,
        command=undo_finish,
        call=lambda tournament_id: {"tournament_id": tournament_id},
    ),
    "payouts.give_back": Undoing(
        things=lambda found, _t: [_result(found)["repayment_id"]],
        told=give_back_undo_preview,
        command=undo_give_back,
        call=lambda repayment_id: {"repayment_id": repayment_id},
    ),
    "tournaments.freeze_venue": Undoing(
        things=lambda found, _t: [(_result(found)["venue_id"], found.command_id)],
        told=lambda thing: unfreeze_preview(*thing),
        command=undo_freeze,
        call=lambda thing: {"venue_id": thing[0], "freeze_command_id": thing[1]},
    ),
    "tournaments.pause_clock": _CLOCK,
    "tournaments.resume_clock": _CLOCK,
    "tournaments.move_to_level": _CLOCK,
    "tournaments.add_clock_time": _CLOCK,
    "tournaments.call_short_handed": _CLOCK,
    "tournaments.register_player": _REGISTRATION,
    "tournaments.confirm_payment": _REGISTRATION,
    "tournaments.record_payment": _REGISTRATION,
    "tournaments.rebuy": _PURCHASE,
    "tournaments.announce_rebuy": _PURCHASE,
    "tournaments.pay_debt": _DEBT,
    "tournaments.write_off_debt": _DEBT,
    "tournaments.add_on": _PURCHASE,
    "tables.penalise": Undoing(
        things=lambda found, _t: [_result(found)["penalty_id"]],
        told=lambda penalty_id: {"penalty_id": penalty_id},
        command=undo_penalty,
        call=lambda penalty_id: {"penalty_id": penalty_id},
    ),
}


def _cannot() -> Refused:
    return Refused(
        "cannot_undo",
        N_("This cannot be taken back in one step. Look at the history and correct what it did."),
    )


def _undoing(number: UUID, by: Actor) -> tuple[Undoing, list[Any]]:
    """How a command is undone and what it did. Refusals: ``not_found``, ``cannot_undo``, ``not_the_last_change``."""
    found, tournament_id = _seen(number, by)
    how = UNDOING.get(found.name)
    things = how.things(found, tournament_id) if how is not None and found.state == "done" else []
    if how is None or not things:
        raise _cannot()
    if how is _CLOCK and tournament_id is not None and not _is_last_clock_change(number, tournament_id):
        raise Refused(
            "not_the_last_change",
            N_("The clock was changed again since. Only its last change can be taken back."),
        )
    return how, things


CLOCK_KINDS = (
    "clock_paused",
    "clock_resumed",
    "clock_moved",
    "clock_time_added",
    "level_edited",
    "short_handed_called",
    "clock_change_undone",
)


def _is_last_clock_change(number: UUID, tournament_id: int) -> bool:
    """As far as facts are numbered; the command itself refuses what came after."""
    last = latest_facts(
        stream=tournament_stream(tournament_id),
        limit=1,
        audiences=(PUBLIC, STAFF),
        kinds=CLOCK_KINDS,
    )
    return not last or last[0].command_id == number or not _sealed(number)


def _sealed(number: UUID) -> bool:
    return all(fact.seq is not None for fact in facts_of_command(CommandId(number)))


class UndoThing(serializers.Serializer[Any]):
    """One thing the command did. effects: what taking it back would do."""

    thing = serializers.CharField(help_text="What to name when only one of several is taken back.")
    effects = serializers.DictField()


class UndoPreview(serializers.Serializer[Any]):
    command_id = serializers.UUIDField()
    things = UndoThing(many=True)


def undo_effects(*, number: UUID, by: Actor, **_more: Any) -> dict[str, Any]:
    """{command_id, things: [{thing, effects}]}: what taking the command back would do. Refusals: as `take_back`."""
    how, things = _undoing(number, by)
    told = []
    for thing in things:
        try:
            told.append({"thing": _name(thing), "effects": dict(how.told(thing))})
        except ObjectDoesNotExist:
            raise _cannot() from None
    return {"command_id": number, "things": told}


def _name(thing: Any) -> str:
    return str(thing[-1]) if isinstance(thing, tuple) else str(thing)


class UndoAsked(Body):
    """thing: which of several; reason, hand_back: for registrations and purchases."""

    thing = Text(max_length=40, required=False)
    reason = Text(required=False, allow_blank=True)
    hand_back = Truth(required=False)


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
            UndoPreview(undo_effects(number=number, by=by)).data,
            headers={"Cache-Control": "private, no-store"},
        )

    @extend_schema(
        operation_id="undo",
        summary="Take a command back: a reversal, nothing is deleted",
        tags=["commands"],
        parameters=[COMMAND_ID_HEADER],
        request={"application/json": UndoAsked},
        responses={200: DoneShape, **_problems(400, 401, 403, 404, 409, 413, 415)},
    )
    def post(self, request: Request, number: UUID) -> Response:
        by = actor_of(request)
        if by.user_id is None:
            raise NotAuthenticated
        own = command_id(request)
        body = UndoAsked(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            done = take_back(number, own, by, body.validated_data)
        except Refused as refused:
            about = undone_of(number, body.validated_data)
            return refused_answer(refused, about=about, first=who_was_first(refused, by, about))
        return Response(
            {"command_id": str(done.command_id), "replayed": done.replayed, "result": done.result},
            headers={"Command-Replayed": "true"} if done.replayed else None,
        )


def take_back(number: UUID, own: CommandId, by: Actor, asked: Mapping[str, Any]) -> Done:
    """Undo what the command did. asked: as UndoAsked. Refusals: those of the undoing command, ``which_one``,
    ``cannot_undo``, ``not_the_last_change``, ``not_found``."""
    found, tournament_id = _seen(number, by)
    how = UNDOING.get(found.name)
    things = how.things(found, tournament_id) if how is not None and found.state == "done" else []
    if "thing" in asked:
        things = [thing for thing in things if _name(thing) == asked["thing"]]
    if how is None or not things:
        raise _cannot()
    if len(things) > 1:
        raise Refused(
            "which_one",
            N_("This did several things. Name the one to take back."),
            things=[_name(thing) for thing in things],
        )
    # asked again under the same Command-Id, the clock has changed by this very undoing: the stored answer counts
    if command_by_id(own) is None:
        _undoing(number, by)
    more = {name: value for name, value in asked.items() if name in how.takes}
    return how.command(command_id=own, at=moment.at(), by=by, **how.call(things[0]), **more)


def undone_of(number: UUID, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What an undoing is about, for `tournaments.queries.gone`: the tournament, and what the command had done."""
    found = command_by_id(CommandId(number))
    streams = {fact.stream for fact in facts_of_command(CommandId(number))}
    about: dict[str, Any] = {"tournament_id": _numbered(streams, "tournament")}
    result = _result(found) if found is not None and found.state == "done" else {}
    outs = [out["elimination_id"] for out in result.get("eliminations", [])]
    wanted = [out for out in outs if str(out) == asked.get("thing", str(out))]
    about["elimination_id"] = wanted[0] if wanted else None
    for name in ("award_id", "move_id", "naming_id", "penalty_id", "purchase_id", "registration_id"):
        about[name] = result.get(name)
    return about


# --- history ----------------------------------------------------------------------------------------------


class HistoryPage(Body):
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
    limit: int,
    after: int | None = None,
    before: int | None = None,
    player_id: int | None = None,
    **_more: Any,
) -> list[dict[str, Any]]:
    """For everybody the public facts; for staff theirs too; for a player what is only theirs."""
    where = {"venue_id": venue_of_tournament(tournament_id), "tournament_id": tournament_id}
    staff = may(by, Action.VIEW_STAFF, **where)
    audiences = [PUBLIC, STAFF] if staff else [PUBLIC]
    if not staff and not listings.is_public(tournament_id):
        raise Refused("not_found", N_("This %(what)s does not exist."), what="tournament")
    wanted = player_id
    if wanted is None and not staff and by.user_id is not None:
        wanted = player_of_user(by.user_id)
    if wanted is not None and may(by, Action.VIEW_PLAYER_PRIVATE, owner_player_id=wanted, **where):
        audiences.append(player_audience(wanted))
    stream = tournament_stream(tournament_id)
    if after is not None:
        found = facts_after(stream=stream, seq=after, limit=limit, audiences=audiences)
    else:
        found = latest_facts(stream=stream, before_seq=before, limit=limit, audiences=audiences)
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
        params=HistoryPage,
        answer=FactShape,
        many=True,
        summary="What happened in a tournament, for the caller's eyes",
    ),
]
