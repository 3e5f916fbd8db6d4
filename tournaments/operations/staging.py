"""A finished tournament that belonged to no stage comes into one: its places get the points they would have got; and leaves it again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import check_as_read, record
from dispatch.facts import CommandId
from payouts.models import Ending
from payouts.operations.ranking import score, unscore
from payouts.queries.staging import plan_leaving_stage, why_no_stage
from rules.refusals import Refused, not_found
from tournaments.facts.announcements import TournamentChanged
from tournaments.models import Field, Tournament
from tournaments.operations import announcing
from tournaments.operations.drafting import check_event_number, next_event_number, stage_of_venue


def count_for_stage(tournament_id: int, *, stage_id: int, at: datetime) -> int:
    """Set the stage of a finished tournament and score it; how many scored.

    Refusals: ``no_such_tournament``, those of `why_no_stage`, ``not_found``. Rule: SCPT.R, SCPT.S
    """
    tournament = announcing.lock(tournament_id)
    no = why_no_stage(tournament_id)
    if no is not None:
        raise no
    stage = stage_of_venue(tournament.venue_id, stage_id=stage_id)
    if stage is None:
        raise not_found("stage")
    was: dict[str, Any] = {"stage_id": None, "stage": ""}
    now: dict[str, Any] = {"stage_id": stage.pk, "stage": stage.name}
    try:
        check_event_number(stage, number=tournament.number, but=tournament.pk)
    except Refused:
        # as one that comes into a stage before its start: the next free one
        was["number"] = tournament.number
        tournament.number = now["number"] = next_event_number(tournament.venue_id, stage=stage)
    tournament.stage = stage
    tournament.save(update_fields=["stage", "number", *announcing.revised(tournament, at=at)])
    # its end cannot be taken back meanwhile
    field = Field.objects.select_for_update().get(pk=tournament_id)
    ending = Ending.objects.select_related("winner").get(tournament=tournament, undone_at__isnull=True)
    _tell(tournament, was=was, now=now)
    return score(tournament, field=field, winner=ending.winner)


def leave_stage(tournament_id: int, *, assign_command_id: CommandId, at: datetime) -> int:
    """Take a finished tournament out of the stage into which that command let it come; how many lose its points.

    Refusals: ``no_such_tournament``, ``not_finished``, ``stage_is_not_set``. Rule: SCPT.R, SCPT.S
    """
    tournament = announcing.lock(tournament_id)
    found = plan_leaving_stage(tournament_id, assign_command_id=assign_command_id)
    if found.no is not None:
        raise found.no
    # its end cannot be taken back meanwhile
    Field.objects.select_for_update().get(pk=tournament_id)
    check_as_read()
    unscored = unscore(tournament, at=at)
    assert tournament.stage is not None
    was: dict[str, Any] = {"stage_id": tournament.stage.pk, "stage": tournament.stage.name}
    now: dict[str, Any] = {"stage_id": None, "stage": ""}
    if found.number is not None:
        was["number"], now["number"] = tournament.number, found.number
        tournament.number = found.number
    tournament.stage = None
    tournament.save(update_fields=["stage", "number", *announcing.revised(tournament, at=at)])
    _tell(tournament, was=was, now=now)
    return unscored


def _tell(tournament: Tournament, *, was: dict[str, Any], now: dict[str, Any]) -> None:
    record(
        TournamentChanged(
            tournament_id=tournament.pk,
            draft=False,
            promoted=[],
            fields=sorted({"stage_id", *now} - {"stage"}),
            was=was,
            now=now,
            acknowledged=[],
        )
    )
