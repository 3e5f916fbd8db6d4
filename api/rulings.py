"""Rulings: the questions, the answer under the rules in force, and the log."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import Body, Count, Id, PlainText, StrictInteger, TableNumber, Values, Word
from api.scopes import in_tournament
from api.shapes import shape
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.rulings import CATALOGUE, rule
from tables.commands.log_ruling import log_ruling
from tables.queries import RulingView, rulings_view
from tournaments.queries import announcements

_T = "tournaments/<id:tournament_id>"


class NewRuling(Body):
    """situation: what happened, as the rules ask it. override_reason: the director decides otherwise."""

    table_number = TableNumber(required=False, allow_null=True)
    kind = PlainText(max_length=40)
    situation = Values()
    entry_id = Id(required=False, allow_null=True)
    hand = StrictInteger(min_value=1, max_value=1_000_000, required=False, allow_null=True)
    choice = PlainText(max_length=40, required=False, allow_blank=True)
    decision = PlainText(max_length=500, required=False, allow_blank=True)
    override_reason = PlainText(required=False, allow_blank=True)


def _ruling(_request: Any, _number: Any, _by: Any, values: dict[str, Any]) -> dict[str, Any]:
    return {"table_number": None, **values}


class LogLines(Body):
    """before: the lines before this ruling. q: words of the player, of who logged it, of rule or decision."""

    limit = Count(min_value=1, max_value=200, default=50)
    before = Count(min_value=1, required=False)
    q = Word(max_length=80, required=False, allow_blank=True)
    table = Count(min_value=1, max_value=100_000, required=False)


class RulingsAsked(Body):
    """kind: a question's name. situation: its facts, as JSON."""

    kind = Word(max_length=40)
    situation = Word(max_length=20_000)


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
        form = _in_words(kind.as_dict())
        found.append({**form, "facts": form["fields"]})
    return found


def _in_words(form: dict[str, Any]) -> dict[str, Any]:
    """Titles of a question, its fields, their rows and choices."""
    title = form["title"]
    parts: dict[str, Any] = {
        name: [_in_words(one) for one in form[name]] for name in ("fields", "choices") if name in form
    }
    return {**form, **parts, "title": _(title)}


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
    return rulings_view(tournament_id, limit=limit, before=before, query=q, kinds=kinds, table=table)


def _answer(*, tournament_id: int, kind: str, situation: str, **_more: Any) -> dict[str, Any]:
    settings = announcements.settings_of(tournament_id)
    policies = policies_from(settings["policies"]).in_event(main_event=settings["main_event"])
    try:
        facts = json.loads(situation)
    except ValueError:
        facts = None
    found = rule(kind, facts=facts if isinstance(facts, dict) else {"": facts}, policies=policies).as_dict()
    return {**found, "rules": list(policies.cited(found["rules"]))}


#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(log_ruling, body=NewRuling, ready=_ruling),
]


QUERY_ENDPOINTS = [
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
        params=RulingsAsked,
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
