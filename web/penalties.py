"""What a penalty is given for, its steps, and what the person brings along: for the tablet and the director's sheet."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from access import moment
from rules.levels import AnteDue, AnteKind, round_cost_chips
from tables.queries import RecordView
from tournaments.queries import clock
from web.labels import PENALTY_REASONS, penalty_word
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips


def reasons() -> list[str]:
    """Return what penalties are mostly given for. None of them is chosen for anybody."""
    return [_(reason) for reason in PENALTY_REASONS]


def step_of(kind: str, *, rounds: int) -> str:
    """Return a step of the ladder in words: “2 rounds”."""
    if kind != "missed_rounds":
        return penalty_word(kind)
    return _("1 round") if rounds == 1 else _("%(count)s rounds") % {"count": rounds}


def steps(record: RecordView | None) -> list[dict[str, Any]]:
    """Return the steps as buttons, with the proposed one marked; disqualification is an act of its own."""
    proposed = (record.next["kind"], record.next["rounds"]) if record is not None else ("", 0)
    ladder = [("warning", 0), ("missed_hand", 0), *(("missed_rounds", n) for n in range(1, 5))]
    return [
        {
            "value": f"{kind}-{rounds}" if rounds else kind,
            "text": step_of(kind, rounds=rounds),
            "proposed": (kind, rounds) == proposed,
        }
        for kind, rounds in ladder
    ]


def level_played(scope: StaffTournament) -> dict[str, Any] | None:
    """Return the level that hands are played at, as the clock tells it: in a recess the one that comes; None after the last."""
    payload = clock.clock_payload(scope.tournament_id, at=moment.at())
    return next((item for item in payload["items"][payload["index"] :] if item["kind"] == "level"), None)


def round_costs(scope: StaffTournament, *, players: int) -> str:
    """Return what a round costs that is sat out at a table of so many at the level that is played, in a sentence; "" where it costs nothing."""
    level = level_played(scope)
    if level is None:
        return ""
    cost = round_cost_chips(
        small_blind=level["small_blind"],
        big_blind=level["big_blind"],
        ante=AnteDue(kind=AnteKind(level["ante_kind"]), chips=level["ante"]),
        players=players,
    )
    said = _("A round at this level costs %(chips)s chips in blinds and antes.")
    return said % {"chips": chips(cost)} if cost else ""


def proposal(record: RecordView | None) -> str:
    """Return what the history suggests, in a sentence."""
    if record is None:
        return ""
    step = step_of(record.next["kind"], rounds=record.next["rounds"])
    if not record.history:
        return _("No penalty so far. The next step would be: %(step)s.") % {"step": step}
    return _("Penalties so far: %(count)s. The next step would be: %(step)s.") % {
        "count": record.next["earlier"],
        "step": step,
    }
