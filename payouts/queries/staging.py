"""Whether a finished tournament can still come into a stage of the circuit."""

from __future__ import annotations

from ledger.queries import tournament_money
from rules.refusals import N_, Refused
from tournaments.models import Tournament, TournamentState


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
