"""Keep a template of the house no longer."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import templates
from tournaments.results import TemplateResult


@command(
    "tournaments.drop_template",
    Card(
        title=N_("Template removed"),
        permission=Permission.CREATE_TOURNAMENT,
        address="venues/<id:venue_id>/drop-template",
    ),
)
def drop_template(
    *, command_id: CommandId, at: datetime, by: Actor, venue_id: int, template_id: int
) -> TemplateResult:
    """Keep a template of the house no longer; tournaments made from it stay as they are.

    Refusals: ``no_such_template``.
    """
    require(by, permission=Permission.CREATE_TOURNAMENT, venue_id=venue_id)
    return TemplateResult(template_id=templates.drop(venue_id=venue_id, template_id=template_id, at=at).pk)
