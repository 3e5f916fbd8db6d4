"""The log of rulings. Needs an open command that holds the Field row."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.commands import record
from dispatch.facts import Actor
from rules import rulings
from rules.policies import from_dict
from rules.refusals import N_, Refused
from rules.rulings.conduct import OF_THE_DIRECTOR
from tables.facts import RulingLogged
from tables.models import Ruling, Table
from tournaments.models import Entry, Tournament


def _must_be_decided(given: rulings.Answer, *, choice: str, decision: str, decides: bool) -> None:
    offered = {c.value for c in given.choices}
    if choice and choice not in offered:
        raise Refused(
            "no_such_choice",
            N_("This ruling does not offer %(choice)s. Ask it again."),
            rule="ADTP.1",
            choice=choice[:40],
        )
    if choice in OF_THE_DIRECTOR and not decides:
        raise Refused(
            "forbidden",
            N_("The director decides this. Call the director, or log the ruling without it."),
            rule="ADTP.1",
        )
    left = decides or not OF_THE_DIRECTOR & offered
    if given.action is rulings.Outcome.DIRECTOR and left and not choice and not decision:
        raise Refused(
            "choice_missing",
            N_("The rules leave this to the director: choose what was decided."),
            rule="ADTP.1",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLog:
    """A ruling that was written down. ruling: what the rules say, each sentence with its values beside it."""

    ruling_id: int
    ruling: rulings.Answer


def write_ruling(
    tournament: Tournament,
    *,
    table_number: int | None,
    entry_id: int | None,
    hand: int | None,
    kind: str,
    situation: Mapping[str, Any],
    choice: str,
    decision: str,
    override_reason: str,
    decides: bool,
    at: datetime,
    by: Actor,
    command_id: uuid.UUID,
) -> RulingLog:
    """Keep a situation with the ruling on it, whom it is about, what was chosen and decided.

    What the rules leave to the director is not kept without what was decided; decides: whether `by` does what only the
    director may. Who does not keeps the ruling without it.
    Refusals: ``unknown_situation``, ``bad_situation``, ``no_such_table``, ``player_missing``, ``not_playing_here``,
    ``choice_missing``, ``no_such_choice``, ``forbidden``. Rule: ADTP.1, REGULATIONS 8.3"""
    policies = from_dict(tournament.policies).in_event(main_event=tournament.main_event)
    given = rulings.rule(kind, facts=situation, policies=policies)
    _must_be_decided(given, choice=choice, decision=decision, decides=decides)
    if kind == "conduct" and entry_id is None:
        raise Refused(
            "player_missing",
            N_("Say which player it is about: conduct is kept with the person."),
            rule="ADTP.P2",
        )
    if entry_id is not None and not Entry.objects.filter(pk=entry_id, tournament_id=tournament.pk).exists():
        raise Refused("not_playing_here", N_("This player is not in this tournament."), rule="ADTP.7")
    table = None
    if table_number is not None:
        table = Table.objects.filter(tournament_id=tournament.pk, number=table_number).first()
        if table is None:
            raise Refused("no_such_table", N_("There is no table %(table)s."), table=table_number)
    row = Ruling.objects.create(
        tournament_id=tournament.pk,
        table=table,
        entry_id=entry_id,
        hand=hand,
        kind=kind,
        situation=dict(situation),
        choice=choice,
        ruling=given.as_dict(),
        rule=", ".join(given.rules)[:40],
        decision=decision,
        override_reason=override_reason,
        at=at,
        by_id=by.user_id,
        command_id=command_id,
    )
    answered = row.ruling
    told = next((one for one in answered.get("choices", ()) if one["value"] == choice), answered)
    record(
        RulingLogged(
            tournament_id=tournament.pk,
            ruling_id=row.pk,
            ruling=given.code,
            rule=row.rule,
            table=table_number,
            question=kind,
            answer=told["sentence"],
            answer_params=told["params"],
            decision=decision,
            player=row.entry.player.public_name if row.entry is not None else "",
        )
    )
    return RulingLog(ruling_id=row.pk, ruling=given)
