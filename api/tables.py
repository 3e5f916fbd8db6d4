"""The floor: seats, busts, moves, hand-for-hand, chips, penalties, rulings."""

from __future__ import annotations

import json
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext as _
from rest_framework import serializers

from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import Body, Chips, Count, Id, SeatNumber, TableNumber, Text, Truth, Values, Whole, Word
from api.scopes import in_tournament, of_entry
from api.shapes import shape
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from rules.rulings import CATALOGUE, rule
from tables import queries as tables
from tables.commands.correct_chips import correct_chips
from tables.commands.count_chips import count_chips
from tables.commands.count_stacks import count_stacks
from tables.commands.count_table import count_table
from tables.commands.hand_done import hand_done
from tables.commands.log_ruling import log_ruling
from tables.commands.penalise import penalise
from tables.queries import (
    ChipsAccount,
    MoveView,
    OpenPenalty,
    RecordView,
    RoundView,
    RulingView,
    TableFace,
    TableLine,
)
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.queries import listings


class Bust(Body):
    """stack_chips_start: at the start of the hand; needed where several go out together."""

    entry_id = Id()
    stack_chips_start = Chips(required=False, allow_null=True)
    by_entries = serializers.ListField(child=Id(), max_length=10, required=False)
    nobody = Truth(required=False, help_text="It was said that nobody took the chips.")


class Busts(Body):
    table_number = TableNumber()
    busts = Bust(many=True, min_length=1, max_length=10)  # type: ignore[call-arg]
    reason = serializers.ChoiceField(
        choices=[(r, r) for r in ("busted", "blinded_off", "disqualified")], required=False
    )
    why = Text(max_length=300, required=False, allow_blank=True)


class HandIsDone(Body):
    round = Whole(min_value=1, max_value=1_000_000)
    busts = Bust(many=True, max_length=10, required=False)  # type: ignore[call-arg]


class SeatChoice(Body):
    table_number = TableNumber()
    seat_number = SeatNumber()


class Move(SeatChoice):
    reason = serializers.ChoiceField(choices=[(r, r) for r in ("correction", "balance")])


class Balance(Body):
    from_table = TableNumber()
    to_table = TableNumber()
    entry_id = Id(
        required=False, allow_null=True, help_text="Nothing: the player due to be the next big blind."
    )


class Positions(Body):
    button_seat = SeatNumber()
    small_blind_seat = SeatNumber(required=False, allow_null=True)
    big_blind_seat = SeatNumber(required=False, allow_null=True)


class Redraw(Body):
    final = Truth()


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
    reason = Text()


class NewPenalty(Body):
    kind = serializers.ChoiceField(choices=[(k, k) for k in ("warning", "missed_hand", "missed_rounds")])
    rounds = Whole(min_value=0, max_value=4, required=False)
    reason = Text()
    rule = Text(max_length=20, required=False, allow_blank=True)


class NewRuling(Body):
    """situation: what happened, as the rules ask it. override_reason: the director decides otherwise."""

    table_number = TableNumber(required=False, allow_null=True)
    kind = Text(max_length=40)
    situation = Values()
    entry_id = Id(required=False, allow_null=True)
    hand = Whole(min_value=1, max_value=1_000_000, required=False, allow_null=True)
    choice = Text(max_length=40, required=False, allow_blank=True)
    decision = Text(max_length=500, required=False, allow_blank=True)
    override_reason = Text(required=False, allow_blank=True)


class Breaking(Body):
    table_numbers = serializers.ListField(child=TableNumber(), max_length=50)


def _ruling(_request: Any, _number: Any, _by: Any, values: dict[str, Any]) -> dict[str, Any]:
    return {"table_number": None, **values}


_T = "tournaments/<id:tournament_id>"
_N = f"{_T}/tables/<id:table_number>"

#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(eliminate_players, body=Busts),
    endpoint_of(hand_done, body=HandIsDone),
    endpoint_of(count_chips, body=Stack),
    endpoint_of(count_stacks, body=Stacks),
    endpoint_of(count_table, body=Sheet),
    endpoint_of(correct_chips, body=ChipsChange),
    endpoint_of(penalise, body=NewPenalty),
    endpoint_of(log_ruling, body=NewRuling, ready=_ruling),
]


# --- reads ------------------------------------------------------------------------------------------------


class Lines(Body):
    limit = Count(min_value=1, max_value=200, default=50)


class LogLines(Body):
    """before: the lines before this ruling. q: words of the player, of who logged it, of rule or decision."""

    limit = Count(min_value=1, max_value=200, default=50)
    before = Count(min_value=1, required=False)
    q = Word(max_length=80, required=False, allow_blank=True)
    table = Count(min_value=1, max_value=100_000, required=False)


class Asked(Body):
    """kind: a question's name. situation: its facts, as JSON."""

    kind = Word(max_length=40)
    situation = Word(max_length=20_000)


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


class AnswerShape(serializers.Serializer[Any]):
    """The ruling: sentences with their values beside them, in English; ids of the books in force."""

    code = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    sentence = serializers.CharField()
    params = serializers.DictField()
    action = serializers.CharField()
    amount_chips = serializers.IntegerField(allow_null=True)
    returned_chips = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField())
    shares = serializers.ListField(child=serializers.DictField())
    choices = serializers.ListField(child=serializers.DictField())
    also = serializers.ListField(child=serializers.DictField())


class QuestionShape(serializers.Serializer[Any]):
    """A kind of situation: its name and facts are what `log_ruling` takes; titles in the caller's language."""

    name = serializers.CharField()
    title = serializers.CharField()
    group = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    facts = serializers.ListField(child=serializers.DictField())


def _questions(**_more: Any) -> list[dict[str, Any]]:
    found = []
    for kind in CATALOGUE.values():
        told = _in_words(kind.as_dict())
        found.append({**told, "facts": told["fields"]})
    return found


def _in_words(told: dict[str, Any]) -> dict[str, Any]:
    """Titles of a question, its fields, their rows and choices."""
    title = told["title"]
    parts: dict[str, Any] = {
        name: [_in_words(one) for one in told[name]] for name in ("fields", "choices") if name in told
    }
    return {**told, **parts, "title": _(title)}


def _not_started() -> Refused:
    return Refused("not_started", N_("This tournament has not started yet."))


def _table(*, tournament_id: int, table_number: int, **_more: Any) -> TableFace:
    try:
        return tables.table_view(tournament_id, table_number)
    except ObjectDoesNotExist:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="table") from None


def _round(*, tournament_id: int, **_more: Any) -> RoundView:
    try:
        return tables.hand_for_hand_view(tournament_id)
    except ObjectDoesNotExist:
        raise _not_started() from None


def _rulings(
    *,
    tournament_id: int,
    limit: int,
    before: int | None = None,
    q: str = "",
    table: int | None = None,
    **_more: Any,
) -> list[RulingView]:
    words = q.casefold()
    kinds = [k.name for k in CATALOGUE.values() if words and words in _(k.title).casefold()]
    return tables.rulings_view(tournament_id, limit=limit, before=before, query=q, kinds=kinds, table=table)


def _answer(*, tournament_id: int, kind: str, situation: str, **_more: Any) -> dict[str, Any]:
    settings = listings.settings_of(tournament_id)
    policies = policies_from(settings["policies"]).in_event(main_event=settings["main_event"])
    try:
        facts = json.loads(situation)
    except ValueError:
        facts = None
    found = rule(kind, facts if isinstance(facts, dict) else {"": facts}, policies).as_dict()
    return {**found, "rules": list(policies.cited(found["rules"]))}


def _chips(*, tournament_id: int, **_more: Any) -> ChipsAccount:
    try:
        return tables.chips_account(tournament_id)
    except ObjectDoesNotExist:
        raise _not_started() from None


def _seating(*, tournament_id: int, offset: int, limit: int, **_more: Any) -> list[dict[str, Any]]:
    return [
        {"player": player, "entry_id": entry_id, "table": table, "seat": seat}
        for player, entry_id, table, seat in tables.seating_list(tournament_id, offset=offset, limit=limit)
    ]


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path=f"{_T}/tables",
        name="tables",
        query=lambda *, tournament_id, **_: tables.tables_view(tournament_id),
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
        answer=shape(TableFace),
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
        query=lambda *, tournament_id, **_: [p.as_dict() for p in tables.proposals(tournament_id)],
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=ProposalShape,
        many=True,
        summary="What should be done at the tables now",
    ),
    QueryEndpoint(
        path=f"{_T}/moves",
        name="moves",
        query=lambda *, tournament_id, limit, **_: tables.moves_view(tournament_id, limit=limit),
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
        query=lambda *, tournament_id, **_: tables.open_penalties(tournament_id),
        action=Permission.PENALISE,
        scope=in_tournament,
        answer=shape(OpenPenalty),
        many=True,
        summary="Hands of penalties that are still to be missed, by table and seat",
    ),
    QueryEndpoint(
        path="entries/<id:entry_id>/penalties",
        name="penalty_record",
        query=lambda *, entry_id, **_: tables.record_of(entry_id),
        action=Permission.PENALISE,
        scope=of_entry,
        answer=shape(RecordView),
        summary="The person's penalties in all tournaments, and the step that the next offence would bring",
    ),
    QueryEndpoint(
        path=f"{_T}/rulings",
        name="rulings",
        query=_rulings,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        params=LogLines,
        answer=shape(RulingView),
        many=True,
        summary="The log of rulings, newest first",
    ),
    QueryEndpoint(
        path=f"{_T}/rulings/answer",
        name="ruling",
        query=_answer,
        action=Permission.RULE,
        scope=in_tournament,
        params=Asked,
        answer=AnswerShape,
        summary="The ruling on a situation under this tournament's rules; nothing is logged by asking",
    ),
    QueryEndpoint(
        path=f"{_T}/rulings/questions",
        name="ruling_questions",
        query=_questions,
        action=Permission.VIEW_STAFF,
        scope=in_tournament,
        answer=QuestionShape,
        many=True,
        summary="Every situation that a ruling can be asked about, with the facts it needs",
    ),
]
