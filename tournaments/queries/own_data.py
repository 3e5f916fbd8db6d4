"""Everything the house keeps about one person, in one file they can take away (LGPD art. 18, GDPR art. 15 and 20)."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from ledger.queries import statement
from payouts.queries import awards_of_player
from payouts.queries.pay_ins import pay_ins_of_player
from payouts.queries.withdrawals import withdrawals_of_player
from people.queries import (
    coming_limits_of,
    exclusions_of,
    file_changes,
    limits_of,
    player_file,
    profile_of,
    seen_by,
    time_limits_of,
)
from rules.accounts import TransferId
from tables.queries import penalties_of
from tournaments.models.circuit import CURRENCIES
from tournaments.queries.notices import notices_of
from tournaments.queries.players import entries_of_player

MOST = 100_000


def everything_of(player_id: int, *, at: datetime) -> dict[str, Any]:
    """Return the file, tournaments, movements of money, pay-ins, withdrawals, prizes, penalties, limits and exclusions of a player.

    Ask `require(VIEW_PLAYER_PRIVATE)` first. Refusals: ``unknown_player``.
    """
    units = [unit for unit, _ in CURRENCIES]
    return {
        "made_at": at,
        "person": asdict(player_file(player_id)),
        "public_page": asdict(page) if (page := profile_of(player_id)) else None,
        "tournaments": [asdict(entry) for entry in entries_of_player(player_id, practice=True, limit=MOST)],
        "movements": {unit: _movements(player_id, unit) for unit in units},
        "pay_ins": [asdict(one) for one in pay_ins_of_player(player_id, at=at, limit=MOST)],
        "withdrawals": [asdict(one) for one in withdrawals_of_player(player_id, limit=MOST)],
        "prizes": [asdict(a) for a in awards_of_player(player_id, at=at, practice=True, limit=MOST)],
        "notices": [asdict(notice) for notice in notices_of(player_id, limit=MOST)],
        "penalties": [asdict(penalty) for penalty in penalties_of(player_id, practice=None)],
        "play_limits": [asdict(m) for unit in units for m in limits_of(player_id, unit=unit, at=at)],
        "time_limits": [asdict(m) for m in time_limits_of(player_id, at=at)],
        "limits_to_come": [
            asdict(m) for unit in [*units, ""] for m in coming_limits_of(player_id, unit=unit, at=at)
        ],
        "file_changes": [asdict(change) for change in file_changes(player_id, limit=1000)],
        "seen_by": [asdict(seen) for seen in seen_by(player_id, limit=1000)],
        "exclusions": [asdict(e) for e in exclusions_of(player_id)],
    }


def _movements(player_id: int, unit: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    before: TransferId | None = None
    while len(found) < MOST:
        page = statement(player_id, unit=unit, before=before, limit=500)
        found += [asdict(line) for line in page.lines]
        before = page.next_before
        if before is None:
            break
    return found
