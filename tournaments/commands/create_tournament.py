"""Draft a tournament from a template."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import drafting
from tournaments.results import TournamentResult


@command(
    "tournaments.create_tournament",
    Card(
        title=N_("Draft created"),
        permission=Permission.CREATE_TOURNAMENT,
        address="venues/<id:venue_id>/tournaments",
    ),
)
def create_tournament(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    template: Annotated[str, Text(max_length=60)] | None = None,
    template_id: Annotated[
        int | None, About(help_text="One of the house's own, instead of `template`.")
    ] = None,
    name: Annotated[str, Text(max_length=120)],
    starts_at: datetime,
    stage_id: int | None = None,
    changes: Annotated[
        Mapping[str, Any] | None, About(help_text="Value by name, instead of the template's.")
    ] = None,
) -> TournamentResult:
    """Draft a tournament from a template, the product's or the house's own.

    It has the template's values and `changes` (rules.announcing.FIELDS, rule_set, registration_opens_at).

    Practice is played for money of practice: no account of the house is touched.
    Refusals: ``no_such_template``, ``no_such_rule_set``, ``cannot_change``,
    ``not_found``, those of the fields.
    Rule: SCPT.B
    """
    require(by, permission=Permission.CREATE_TOURNAMENT, venue_id=venue_id)
    tournament = drafting.from_template(
        venue_id=venue_id,
        key=template,
        template_id=template_id,
        name=name,
        starts_at=starts_at,
        stage_id=stage_id,
        changes=changes or {},
        at=at,
    )
    return TournamentResult(tournament_id=tournament.pk)
