"""Copy a rule set and vary it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import circuit


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateRuleSetResult:
    """rule_set_id: of the new one."""

    rule_set_id: int


@command(
    "tournaments.create_rule_set",
    Card(
        title=N_("Rule set created"),
        permission=Permission.CREATE_TOURNAMENT,
        address="venues/<id:venue_id>/rule-sets",
    ),
)
def create_rule_set(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    name: Annotated[str, Text(max_length=60)],
    base: Annotated[str, Text(max_length=60, help_text="A shipped rule set, or one of the venue's.")],
    changes: Annotated[Mapping[str, Any], About(help_text="Value by name; the rules check each.")],
) -> CreateRuleSetResult:
    """Copy a rule set and vary it: a shipped one or one of the venue's.

    Refusals: ``no_such_rule_set``, ``name_taken``, ``unknown_policy``, ``bad_policy``.
    Rule: ADTP.1
    """
    require(by, permission=Permission.CREATE_TOURNAMENT, venue_id=venue_id)
    rule_set = circuit.vary_rule_set(venue_id=venue_id, name=name, base=base, changes=changes, at=at)
    return CreateRuleSetResult(rule_set_id=rule_set.pk)
