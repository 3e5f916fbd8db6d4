"""Taking back the last sale from beside it, where whoever stands at the desk may."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from access import moment
from dispatch.facts import CommandId
from dispatch.queries import command_by_id
from rules.permissions import Permission
from rules.refusals import Refused
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.queries.entries import LastSold, last_sold
from tournaments.queries.purchases import last_purchases
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


_SALES_SHOWN = 8
_CHIPS_TAKEN_BACK = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSale:
    """An entry, a rebuy or an add-on among what was sold last. kind: "entry" or as `LastPurchase` says. command_id: what the
    undo beside it takes back, where it would do so now."""

    at: datetime
    kind: str
    player_id: int
    name: str
    method: str
    cents: int
    receipt: str
    ordinal: int = 1
    table: int | None = None
    seat: int | None = None
    command_id: UUID | None = None


def last_sales(scope: StaffTournament, *, entries: Iterable[Mapping[str, Any]]) -> list[LastSale]:
    """Return what was sold last, newest first, of these entries and of the rebuys and add-ons. Rule: SCPT.I, PT-T.21"""
    to_undo = last_to_undo(scope)
    sold = [
        LastSale(
            at=datetime.fromtimestamp(row["paid_ms"] / 1000, tz=UTC),
            kind="entry",
            command_id=to_undo.command_id if to_undo and to_undo.entry_id == row["entry_id"] else None,
            **{name: row[name] for name in _OF_AN_ENTRY},
        )
        for row in entries
    ]
    return sorted([*sold, *_last_chips(scope)], key=lambda one: one.at, reverse=True)[:_SALES_SHOWN]


_OF_AN_ENTRY = ("player_id", "name", "method", "cents", "receipt", "ordinal", "table", "seat")


def _last_chips(scope: StaffTournament) -> list[LastSale]:
    if not (scope.settings["rebuy"] or scope.settings["add_on"]):
        return []
    may = scope.state == "running" and scope.may(Permission.UNDO)
    return [
        LastSale(
            at=one.at,
            kind=one.kind,
            player_id=one.player_id,
            name=one.player,
            method=one.method,
            cents=one.cents,
            receipt=one.receipt,
            command_id=one.command_id
            if may and n < _CHIPS_TAKEN_BACK and _goes_back(scope, number=one.command_id)
            else None,
        )
        for n, one in enumerate(last_purchases(scope.tournament_id, limit=_SALES_SHOWN))
    ]


def _goes_back(scope: StaffTournament, *, number: UUID) -> bool:
    """Whether the page of the undo of a command would take back all of it now."""
    try:
        things = undo_effects(number=number, by=scope.actor, at=moment.at())["things"]
    except Refused:
        return False
    return all(one["effects"]["possible"] for one in things)
