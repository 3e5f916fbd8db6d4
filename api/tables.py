"""The floor: seats, busts, moves, hand-for-hand, chips, penalties."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from rest_framework import serializers

import tables.queries
from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import (
    Body,
    Chips,
    Count,
    Id,
    PlainText,
    SeatNumber,
    StrictBoolean,
    StrictInteger,
    TableNumber,
)
from api.scopes import in_tournament, of_entry
from api.shapes import shape
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tables.commands.correct_chips import correct_chips
from tables.commands.count_chips import count_chips
from tables.commands.count_stacks import count_stacks
from tables.commands.count_table import count_table
from tables.commands.hand_done import hand_done
from tables.commands.penalise import penalise
from tables.queries import ChipsAccount, MoveView, OpenPenalty, RecordView, RoundView, SeatedTable, TableLine
from tournaments.commands.eliminate_players import eliminate_players


class BustBody(Body):
    """stack_chips_start: at the start of the hand; needed where several go out together."""

    entry_id = Id()
    stack_chips_start = Chips(required=False, allow_null=True)
    by_entries = serializers.ListField(child=Id(), max_length=10, required=False)
    nobody = StrictBoolean(required=False, help_text="It was said that nobody took the chips.")


class Busts(Body):
    table_number = TableNumber()
    busts = BustBody(many=True, min_length=1, max_length=10)  # type: ignore[call-arg]
    reason = serializers.ChoiceField(
        choices=[(r, r) for r in ("busted", "blinded_off", "disqualified")], required=False
    )
    why = PlainText(max_length=300, required=False, allow_blank=True)
    falling_deal_id = Id(required=False, help_text="The deal in vote that falls with it.")


class HandIsDone(Body):
    round = StrictInteger(min_value=1, max_value=1_000_000)
    busts = BustBody(many=True, max_length=10, required=False)  # type: ignore[call-arg]
    falling_deal_id = Id(required=False, help_text="The deal in vote that falls with it.")


class Stack(Body):
    stack_chips = Chips(min_value=1)


class StackOf(Stack):
    entry_id = Id()


class Stacks(Body):
    """Several stacks, all noted or none."""

    stacks = StackOf(many=True, min_length=1, max_length=100)  # type: ignore[call-arg]


class SheetLine(StackOf):
    seat_number = SeatNumber()


class Sheet(Body):
    """One table's sheet: each seat that was counted, with the entry that sat there when the sheet was opened."""

    stacks = SheetLine(many=True, min_length=1, max_length=10)  # type: ignore[call-arg]


class ChipsChange(Body):
    """One of the two; the other is nothing."""

    added_chips = Chips(min_value=0, required=False)
    removed_chips = Chips(min_value=0, required=False)
    reason = PlainText()


class NewPenalty(Body):
    kind = serializers.ChoiceField(choices=[(k, k) for k in ("warning", "missed_hand", "missed_rounds")])
    rounds = StrictInteger(min_value=0, max_value=4, required=False)
    reason = PlainText()
    rule = PlainText(max_length=20, required=False, allow_blank=True)


_T = "tournaments/<id:tournament_id>"


_N = f"{_T}/tables/<id:table_number>"


class Lines(Body):
    limit = Count(min_value=1, max_value=200, default=50)


class SeatingPage(Body):
    offset = Count(max_value=1_000_000, default=0)
    limit = Count(min_value=1, max_value=1000, default=200)


class SeatingLine(serializers.Serializer[Any]):
    player = serializers.CharField()
    entry_id = serializers.IntegerField()
    table = serializers.IntegerField()
    seat = serializers.IntegerField()


class ProposalShape(serializers.Serializer[Any]):
    """One thing to do at the tables, with its reason (in English, with its values) and its rule."""

    kind = serializers.CharField()
    reason = serializers.CharField()
    params = serializers.DictField()
    rule = serializers.CharField(allow_blank=True)
    table = serializers.IntegerField(allow_null=True)
    to_table = serializers.IntegerField(allow_null=True)
    entry_id = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(allow_blank=True)
    seat = serializers.IntegerField(allow_null=True)
    to_seat = serializers.IntegerField(allow_null=True)
    by_draw = serializers.BooleanField()
    directors_call = serializers.BooleanField()


def _not_started() -> Refused:
    return Refused("not_started", N_("This tournament has not started yet."))


def _table(*, tournament_id: int, table_number: int, **_more: Any) -> SeatedTable:
    try:
        return tables.queries.table_view(tournament_id, table_number=table_number)
    except ObjectDoesNotExist:
        raise not_found("table") from None


def _round(*, tournament_id: int, **_more: Any) -> RoundView:
    try:
        return tables.queries.hand_for_hand_view(tournament_id)
    except ObjectDoesNotExist:
        raise _not_started() from None


def _chips(*, tournament_id: int, **_more: Any) -> ChipsAccount:
    try:
        return tables.queries.chips_account(tournament_id)
    except ObjectDoesNotExist:
        raise _not_started() from None


def _seating(*, tournament_id: int, offset: int, limit: int, **_more: Any) -> list[dict[str, Any]]:
    return [
        {"player": player, "entry_id": entry_id, "table": table, "seat": seat}
        for player, entry_id, table, seat in tables.queries.seating_list(
            tournament_id, offset=offset, limit=limit
        )
    ]


#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(eliminate_players, body=Busts),
    endpoint_of(hand_done, body=HandIsDone),
    endpoint_of(count_chips, body=Stack),
    endpoint_of(count_stacks, body=Stacks),
    endpoint_of(count_table, body=Sheet),
    endpoint_of(correct_chips, body=ChipsChange),
    endpoint_of(penalise, body=NewPenalty),
]


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path=f"{_T}/tables",
        name="tables",
        query=lambda *, tournament_id, **_: tables.queries.tables_view(tournament_id),
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=shape(TableLine),
        many=True,
        summary="The tables in play, by number",
    ),
    QueryEndpoint(
        path=_N,
        name="table",
        query=_table,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=shape(SeatedTable),
        summary="One table with its chairs",
    ),
    QueryEndpoint(
        path=f"{_T}/seating",
        name="seating",
        query=_seating,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        params=SeatingPage,
        answer=SeatingLine,
        many=True,
        summary="Who sits where, by name",
    ),
    QueryEndpoint(
        path=f"{_T}/proposals",
        name="proposals",
        query=lambda *, tournament_id, **_: [p.as_dict() for p in tables.queries.proposals(tournament_id)],
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=ProposalShape,
        many=True,
        summary="What should be done at the tables now",
    ),
    QueryEndpoint(
        path=f"{_T}/moves",
        name="moves",
        query=lambda *, tournament_id, limit, **_: tables.queries.moves_view(tournament_id, limit=limit),
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        params=Lines,
        answer=shape(MoveView),
        many=True,
        summary="The last moves, newest first",
    ),
    QueryEndpoint(
        path=f"{_T}/hand-for-hand",
        name="hand_for_hand",
        query=_round,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=shape(RoundView),
        summary="Where hand-for-hand stands",
    ),
    QueryEndpoint(
        path=f"{_T}/chips",
        name="chips",
        query=_chips,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=shape(ChipsAccount),
        summary="What the room's chips add up to",
    ),
    QueryEndpoint(
        path=f"{_T}/penalties",
        name="penalties",
        query=lambda *, tournament_id, **_: tables.queries.open_penalties(tournament_id),
        action=Permission.PENALISE,
        scope=in_tournament,
        answer=shape(OpenPenalty),
        many=True,
        summary="Hands of penalties that are still to be missed, by table and seat",
    ),
    QueryEndpoint(
        path="entries/<id:entry_id>/penalties",
        name="penalty_record",
        query=lambda *, entry_id, **_: tables.queries.record_of(entry_id),
        action=Permission.PENALISE,
        scope=of_entry,
        answer=shape(RecordView),
        summary="The person's penalties in all tournaments, and the step that the next offence would bring",
    ),
]
