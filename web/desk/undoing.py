"""Taking back the last sale from beside it, where whoever stands at the desk may."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from access import moment
from dispatch.facts import CommandId
from dispatch.queries import command_by_id
from rules.permissions import Permission
from rules.refusals import Refused
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.queries.entries import LastSold, last_sold
from tournaments.queries.purchases import LastPurchase, last_purchases
from undo import UNDOING, undo_effects
from web.staffing import StaffTournament


def last_to_undo(scope: StaffTournament) -> LastSold | None:
    """Return the entry that was sold last, where the page of its undo would take it back now; None where that would be refused.
    Rule: SCPT.I, ADTP.8B"""
    if scope.state not in ("registering", "running") or not scope.may(Permission.UNDO):
        return None
    last = last_sold(scope.tournament_id)
    did = command_by_id(CommandId(last.command_id)) if last is not None else None
    how = UNDOING.get(did.name) if did is not None else None
    if last is None or how is None or not scope.may(how.needs):
        return None
    if (
        how.command is cancel_registration
        and scope.state == "running"
        and not scope.may(Permission.TRANSFER_REGISTRATION)
    ):
        # from the start on an entry is cancelled by the director
        return None
    return last if _goes_back(scope, number=last.command_id) else None


_PURCHASES_SHOWN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SoldChips:
    """A rebuy or an add-on among those that were sold last. can_undo: whether the page of its undo would take it back now."""

    bought: LastPurchase
    can_undo: bool


def last_chips(scope: StaffTournament) -> list[SoldChips]:
    """Return the rebuys and add-ons that were sold last, with what can be taken back of them. Rule: SCPT.I, PT-T.21"""
    if not (scope.settings["rebuy"] or scope.settings["add_on"]):
        return []
    found = last_purchases(scope.tournament_id, limit=_PURCHASES_SHOWN)
    may = scope.state == "running" and scope.may(Permission.UNDO)
    return [SoldChips(bought=one, can_undo=may and _goes_back(scope, number=one.command_id)) for one in found]


def _goes_back(scope: StaffTournament, *, number: UUID) -> bool:
    """Whether the page of the undo of a command would take back all of it now."""
    try:
        things = undo_effects(number=number, by=scope.actor, at=moment.at())["things"]
    except Refused:
        return False
    return all(one["effects"]["possible"] for one in things)
