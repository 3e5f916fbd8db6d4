"""Asked back before somebody goes out who came into a seat a moment ago: the line may mean who sat there before."""

from __future__ import annotations

from access import moment
from rules.refusals import N_, Refused
from tables.queries import SeatView, sat_before
from web.staffing import StaffTournament

_BY_REASON = {
    "out": N_(
        "Seat %(table)s-%(seat)s: %(name)s has sat there for %(since)s, since %(before)s went out. If you"
        " mean %(name)s, type the line again with ! at its end."
    ),
    "moved": N_(
        "Seat %(table)s-%(seat)s: %(name)s has sat there for %(since)s, since %(before)s was moved. If you mean"
        " %(name)s, type the line again with ! at its end."
    ),
    "redraw": N_(
        "Seat %(table)s-%(seat)s: %(name)s has sat there for %(since)s, since the seats were redrawn; before that"
        " it was %(before)s. If you mean %(name)s, type the line again with ! at its end."
    ),
    "final_table": N_(
        "Seat %(table)s-%(seat)s: %(name)s has sat there for %(since)s, since the draw of the final table; before"
        " that it was %(before)s. If you mean %(name)s, type the line again with ! at its end."
    ),
}


def same_player(scope: StaffTournament, *, table: int, chair: SeatView) -> None:
    """Ask back where the seat changed hands just now: the line may mean who sat there before. Refusal:
    ``newcomer_in_seat``. Rule: ADTP.7"""
    at = moment.at()
    before = sat_before(scope.tournament_id, table_number=table, chair=chair, at=at)
    if before is None:
        return
    seconds = max(int((at - before.since).total_seconds()), 0)
    raise Refused(
        "newcomer_in_seat",
        _BY_REASON[before.reason],
        rule="ADTP.7",
        table=table,
        seat=chair.seat,
        name=chair.player,
        before=before.player,
        since=f"{seconds // 60} min" if seconds >= 60 else f"{seconds} s",
    )
