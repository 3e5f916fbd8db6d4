"""Keep the announcement of a tournament as a template of the house."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import announcing, templates
from tournaments.queries.circuit import venue_of_tournament
from tournaments.results import TemplateResult


@command(
    "tournaments.save_template",
    Card(
        title=N_("Template saved"),
        permission=Permission.CREATE_TOURNAMENT,
        address="tournaments/<id:tournament_id>/template",
    ),
)
def save_template(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    name: Annotated[str, Text(max_length=120)],
) -> TemplateResult:
    """Keep the announcement of a tournament as a template of the house.

    All that is announced but its number, and its rules; a template that had the name gives way.
    Refusals: ``not_found``, ``text_missing``, ``too_many_templates``.
    """
    require(by, permission=Permission.CREATE_TOURNAMENT, venue_id=venue_of_tournament(tournament_id))
    source = announcing.lock(tournament_id)
    return TemplateResult(template_id=templates.save(source, name=name, at=at).pk)
