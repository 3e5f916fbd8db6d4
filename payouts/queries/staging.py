"""Whether a finished tournament can still come into a stage of the circuit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from dispatch.facts import CommandId
from dispatch.queries import command_by_id, facts_of_command
from ledger.queries import tournament_money
from payouts.models import Score
from rules.refusals import N_, Refused, possible
from tournaments.models import Tournament, TournamentState
from tournaments.streams import tournament_stream


def why_no_stage(tournament_id: int) -> Refused | None:
    """Return why a tournament comes into no stage after its end; None where it may. Refusal: ``no_such_tournament``.
    Rule: SCPT.R, SCPT.S
    """
    tournament = (
        Tournament.objects.only("state", "stage_id", "ranks", "practice").filter(pk=tournament_id).first()
    )
    if tournament is None:
        raise Refused("no_such_tournament", N_("There is no such tournament."))
    if tournament.stage_id is not None:
        return Refused("stage_is_set", N_("This tournament belongs to a stage already."), rule="SCPT.S")
    if tournament.state != TournamentState.FINISHED:
        return Refused(
            "stage_before_the_end",
            N_("A stage is set among the settings before registration opens, or after the end."),
            rule="SCPT.S",
        )
    if tournament.practice or not tournament.ranks:
        return Refused(
            "announced_without_points",
            N_("This tournament was announced without points for the ranking: nobody gets any afterwards."),
            rule="SCPT.S",
        )
    if tournament_money(tournament_id).ranking_fund_cents:
        return Refused(
            "ranking_fund_was_paid",
            N_(
                "Its money for the ranking went to the fund of no season, and would stay there while the points count: pay that fund"
                " out first, on the page of the prizes."
            ),
            rule="SCPT.R",
        )
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class StageLeft:
    """What leaving the stage restores. number: the event number before, None where it stayed. no: why it cannot be left."""

    number: int | None
    no: Refused | None


def plan_leaving_stage(tournament_id: int, *, assign_command_id: CommandId) -> StageLeft:
    """Read whether the stage that a command set after the end can be left again, and what was before.
    Refusal: ``no_such_tournament``. Rule: SCPT.S
    """
    tournament = Tournament.objects.only("state", "stage_id").filter(pk=tournament_id).first()
    if tournament is None:
        raise Refused("no_such_tournament", N_("There is no such tournament."))
    found = command_by_id(assign_command_id)
    changed = [
        fact.body
        for fact in (() if found is None else facts_of_command(assign_command_id))
        if fact.kind == "tournament_changed" and fact.stream == tournament_stream(tournament_id)
    ]
    if found is None or found.name != "payouts.assign_stage" or not changed:
        return StageLeft(number=None, no=_is_not_set())
    if tournament.state != TournamentState.FINISHED:
        return StageLeft(
            number=None,
            no=Refused(
                "not_finished",
                N_("Its end was undone: it counts for the stage when it is finished again."),
                rule="SCPT.S",
            ),
        )
    no = None if tournament.stage_id == changed[0]["now"]["stage_id"] else _is_not_set()
    return StageLeft(number=changed[0]["was"].get("number"), no=no)


def _is_not_set() -> Refused:
    return Refused(
        "stage_is_not_set", N_("This tournament does not count for that stage any more."), rule="SCPT.S"
    )


def assign_stage_undo_preview(tournament_id: int, *, assign_command_id: UUID) -> dict[str, Any]:
    """Return {possible, code, sentence, params} as a refusal would say it; points_of: how many lose the points of the season."""
    found = plan_leaving_stage(tournament_id, assign_command_id=CommandId(assign_command_id))
    scored = Score.objects.filter(tournament_id=tournament_id, undone_at__isnull=True).count()
    return {**possible(found.no), "points_of": scored}
