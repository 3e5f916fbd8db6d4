"""Change one level or recess of a running tournament's structure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Integer
from people.queries import require
from rules.clock import edit_structure
from rules.levels import Structure, from_dict
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.facts.clock import LevelEdited
from tournaments.models import Tournament
from tournaments.operations.clock import change_clock
from tournaments.operations.played_online import must_stay_playable
from tournaments.queries.clock import structure_of, tournament_for_clock
from tournaments.results import ClockResult

_FIELDS = frozenset(
    {"small_blind", "big_blind", "ante", "big_blind_ante", "seconds", "game", "colour_up", "add_on"}
)


@command(
    "tournaments.edit_level",
    Card(
        title=N_("Level changed"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/edit-level",
        already_done=(AlreadyDone(fact="level_edited", codes=("not_the_last_change", "level_moved")),),
    ),
)
def edit_level(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    level_index: Annotated[
        int, Integer(min_value=0, max_value=1000, help_text="Levels and recesses, counted from 0.")
    ],
    changes: Annotated[Mapping[str, Any], About(help_text="Blinds, antes, seconds.")],
) -> ClockResult:
    """Change one level or recess of a running tournament's structure.

    Blinds, antes, length of the level (or recess) at level_index, also of the running one.

    Refusals: ``no_such_level``, ``cannot_change`` and those of a bad structure (``levels_fall``, ``bad_duration``,
    ``bad_blinds`` …), ``online_blinds_only`` and ``online_game`` where it is played online.
    Rule: PT-H.21, PT-T.45, PT-T.46
    """
    tournament = tournament_for_clock(tournament_id)
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )
    # the structure lies in the tournament's row: two editors, one after the other
    locked = Tournament.objects.select_for_update(no_key=True).select_related(None).get(pk=tournament_id)
    structure = _edited(structure_of(locked), level_index, changes)
    must_stay_playable(locked, structure=structure)
    state = change_clock(
        locked,
        change=lambda state: edit_structure(state=state, structure=structure, at=at),
        fact=LevelEdited,
        at=at,
        structure=structure,
    )
    return ClockResult(tournament_id=tournament_id, index=state.index)


def _edited(structure: Structure, index: int, changes: Mapping[str, Any]) -> Structure:
    values = structure.as_dict()
    if not 0 <= index < len(values["items"]):
        raise Refused(
            "no_such_level", N_("The structure has no level %(level)s."), rule="PT-T.45", level=index + 1
        )
    item = values["items"][index]
    for field, value in changes.items():
        if field not in _FIELDS or field not in item:
            raise Refused("cannot_change", N_("%(field)s cannot be changed here."), field=str(field)[:60])
        item[field] = value
    return from_dict(values)
