"""Row o: hands for money at a table while web, PostgreSQL and worker of the house are killed in turn, each in mid-hand.

A house of its own, as bin/up runs it: after every kill each chip is there, the hand has the same deck, and who acts next has the full
time; each act that was acknowledged stands once; a last hand is made void while the web process dies. Limit: the kill that cost least.
"""

from __future__ import annotations

import os
import statistics

from tests.bench.figures import Figure, say, tell
from tests.faults.conftest import Struck, house_up
from tests.faults.players import KILLED, Played, play_through

KILLS = int(os.environ.get("BENCH_KILLS", "20"))
SECONDS = 1_500.0
BACK_SECONDS = 20.0
# of the services that the other rows share
_NOT_OURS = ("PLAY_KEY", "STATIC_ROOT", "EMAIL_URL", "DJANGO_SETTINGS_MODULE", "BENCH_ADMIN_URL")


def measure() -> None:
    for name in _NOT_OURS:
        os.environ.pop(name, None)
    with house_up() as house:
        played = play_through(house, kills=KILLS, hands_played=KILLS, seconds=SECONDS)
        wrong = _amiss(house, played)
    took = sorted(kill.seconds for kill in played.kills)
    each = ", ".join(
        f"{name} {statistics.median(kill.seconds for kill in played.kills if kill.name == name):.1f} s"
        for name in KILLED
    )
    say(f"{played.hands} hands, {played.acts} acts; {wrong}")
    tell(
        Figure(
            row="o",
            what=f"{KILLS} kills in mid-hand, from the kill to the table's next decision, the longest",
            ours=took[-1],
            limit=took[0],
            unit="s",
            bar=f"≤ {BACK_SECONDS:.0f} s; no chip, act or card lost or doubled",
            met=took[-1] <= BACK_SECONDS and not wrong,
            note=f"in the middle {each}; {played.hands} hands, {played.acts} acts acknowledged; {wrong or 'nothing amiss'}",
        )
    )


def _amiss(house: Struck, played: Played) -> list[str]:
    """What does not fit once all have gone home."""
    [(acts, held)] = house.sql(
        "SELECT (SELECT count(*) FROM play_handact x JOIN play_dealthand h ON h.id = x.hand_id"
        f"   WHERE h.table_id = {played.table} AND x.manner = 'player'),"
        " (SELECT coalesce(sum(balance_cents), 0) FROM ledger_account"
        f"   WHERE kind = 'table_escrow' AND play_table_id = {played.table})"
    )
    house.nothing_amiss()
    found = [] if acts == played.acts else [f"{played.acts} acts acknowledged, {acts} stand"]
    return found if held == 0 else [*found, f"{held} cents left on the table"]
