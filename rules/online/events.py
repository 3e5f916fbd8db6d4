"""Which tournaments can be played online from the first hand to the last, and with how many players one begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import levels
from rules.entries import RebuyCondition
from rules.online.games import ONLINE_GAMES
from rules.policies import Policies, SeatChoice, TimeToAct
from rules.refusals import N_, Refused


def why_not_online(values: Mapping[str, Any], *, policies: Policies) -> tuple[Refused, ...]:
    """Return everything that keeps a tournament from being played online; nothing where it can be.

    values: the announced ones by their names, as stored. Codes: ``online_no_line``, ``online_game``,
    ``online_blinds_only``, ``online_rebuy_when_out``, ``online_same_stack``, ``online_rule_set``.
    Rule: PT-T.31, PT-T.39, PT-T.41, PT-T.42, PT-T.48, PT-H.21, PT-H.24, PT-O.24
    """
    found: list[Refused] = []
    if values["alternates"] and values["capacity"] is not None and values["length_minutes"] is not None:
        found.append(
            Refused(
                "online_no_line",
                N_(
                    "Online, nobody may still stand in line when the time is up: take the waiting line or the set time out."
                ),
                rule="PT-T.52",
            )
        )
    structure = _structure(values)
    if values["variant"] not in ONLINE_GAMES or (structure and any(level.game for level in structure.levels)):
        found.append(
            Refused(
                "online_game",
                N_(
                    "Online, hold'em and Omaha are played without limit, pot-limit, half-pot and limit, one game from the first level"
                    " to the last. Keep a tournament in another game as a draft."
                ),
                rule="PT-H.24",
            )
        )
    if not policies.antes and structure and any(one.ante or one.big_blind_ante for one in structure.levels):
        found.append(
            Refused(
                "online_blinds_only",
                N_(
                    "Under this rule set only the blinds are posted: take the antes out of the structure, or choose a rule set of"
                    " the house that has antes because the regulator approved them."
                ),
                rule="PT-H.21",
            )
        )
    if values["rebuy"] and values["rebuy"]["condition"] != RebuyCondition.ZERO:
        found.append(
            Refused(
                "online_rebuy_when_out",
                N_(
                    "Online, a rebuy is offered to who has lost the last chip: choose that a rebuy is for who has none left."
                ),
                rule="PT-T.31",
            )
        )
    if values["time_chip_chips"] or values["surrender"]:
        found.append(
            Refused(
                "online_same_stack",
                N_(
                    "Online, everybody begins with the same stack and plays it to its last chip: take bonus chips and the giving up"
                    " of stacks out."
                ),
                rule="PT-T.41",
            )
        )
    drawn = {policies.seat_on_balancing, policies.seat_on_breaking} == {SeatChoice.DRAW}
    if policies.time_to_act is not TimeToAct.DECISION_TIME or not drawn:
        found.append(
            Refused(
                "online_rule_set",
                N_(
                    "Choose the rule set for tournaments online: under this one time is called at a table, or seats are"
                    " not drawn."
                ),
                rule="PT-T.42",
            )
        )
    return tuple(found)


def least_players(*, format: str, capacity: int | None) -> int:
    """Return with how many a tournament online begins at its hour; with fewer it is cancelled. A sit & go needs all its seats.

    Rule: PT-T.35
    """
    return capacity if format == "sit_and_go" and capacity is not None else 2


def _structure(values: Mapping[str, Any]) -> levels.Structure | None:
    try:
        return levels.from_dict(values["structure"])
    except Refused:
        return None  # told where structures are checked
