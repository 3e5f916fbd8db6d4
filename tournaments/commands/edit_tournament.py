"""Change what was announced, as far as it may still change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Any

from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Many, Text
from people.queries import require
from rules.announcing import FIELDS
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import announcing, changing, starting
from tournaments.operations.expected import check_expected
from tournaments.queries.circuit import venue_of_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class EditTournamentResult:
    """changed: the names of the values that are different now. started: a sit & go began, its lower capacity being full."""

    tournament_id: int
    changed: tuple[str, ...]
    started: bool


@command(
    "tournaments.edit_tournament",
    Card(
        title=N_("Settings changed"),
        permission=Permission.EDIT_TOURNAMENT,
        address="tournaments/<id:tournament_id>/edit",
        already_done=(AlreadyDone(fact="tournament_changed", codes=("changed_meanwhile",)),),
    ),
)
def edit_tournament(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    changes: Annotated[Mapping[str, Any], About(help_text="Value by name; the rules check each.")],
    acknowledge: Annotated[
        Sequence[str],
        Many(
            child=Text(max_length=60),
            max_length=50,
            help_text="Codes of doubts that the director insists on.",
        ),
    ] = (),
    expected: Annotated[
        Mapping[str, Any],
        About(help_text="Values by name as they were read before: refused where one is another by now."),
    ] = MappingProxyType({}),
) -> EditTournamentResult:
    """Change what was announced, as far as it may still change.

    These are values of rules.announcing.FIELDS, rule_set, stage_id, registration_opens_at or (in draft) starts_at.

    In draft all of it; while people register what nobody bought; while it runs the end of late registration, a higher
    guarantee and the payouts, until entries close, and levels that are not played yet. `acknowledge`: codes of doubts that the director insists on. A sit
    & go whose capacity is lowered to the seats already sold is full: it starts (`started`).
    Refusals: ``changed_meanwhile``, ``cannot_change``, ``too_late_to_change``, ``level_is_played``, ``guarantee_is_promised``, ``seats_are_sold``,
    ``entries_are_closed``, ``not_ready_to_publish``, ``tournament_over``, those of the fields.
    Rule: SCPT.B, SCPT.H, SCPT.F, PT-T.39
    """
    require(
        by,
        permission=Permission.EDIT_TOURNAMENT,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    tournament = announcing.lock(tournament_id)
    check_expected(tournament, expected=expected, known=FIELDS)
    changed = changing.change(tournament, changes=changes, acknowledge=acknowledge, at=at)
    started = "capacity" in changed and starting.start_if_sold_out(tournament, at=at, command_id=command_id)
    return EditTournamentResult(tournament_id=tournament_id, changed=tuple(changed), started=started)
