"""Row q: what hands of nine leave in the database, before and after they are packed, and what a year of fifty tables comes to by that.

Hands are played through the public commands, everybody gives a word for each; sizes are those of the tables with their indexes after a
VACUUM FULL, and what is random is counted a half larger: the pages of such an index are never full in service.
"""

from __future__ import annotations

import os
from datetime import timedelta

from dispatch import relay
from play.operations.packs import pack_acts, pack_parts, pack_records
from tests import cast
from tests.bench.crowd import rows
from tests.bench.figures import Figure, say, tell
from tests.play.worded import with_words

TABLES, SEATS, HANDS = 4, 9, int(os.environ.get("BENCH_HANDS", "512"))
YEAR_GB = 100
# a house of fifty tables with nine at each, round the clock, and as many acts as people make
HOUSE_TABLES, HOUSE_HOURS, HOUSE_ACTS_AN_HOUR = 50, 24, 1_000
# how long rows lie as rows: the record by PACK_AFTER_DAYS, acts and parts by what the integrity desk usually counts
RECORD_DAYS, ACTS_DAYS = 7, 31
RECORD = ("dispatch_command", "dispatch_fact", "dispatch_pack")
ACTS = ("play_handact", "play_packedacts")
PARTS = ("play_handofplayer", "play_packedparts")
STAYS = ("play_dealthand",)
NAMES = (*RECORD, *ACTS, *PARTS, *STAYS)
_RANDOM_KEYS = ("dispatch_command_pkey", "dispatch_fact_command_id_%")


def measure() -> None:
    house = cast.house()
    tables = [with_words(house, seats=range(1, SEATS + 1), seed=number) for number in range(TABLES)]
    empty = _bytes()
    for table in tables:
        table.play(HANDS // TABLES)
        while relay.seal():
            pass
    rows("UPDATE dispatch_stream SET published_seq = seq")
    [(acts, hands)] = rows(
        "SELECT (SELECT count(*) FROM play_handact), (SELECT count(*) FROM play_dealthand WHERE closed_at IS NOT NULL)"
    )
    before = {name: size - empty[name] for name, size in _bytes().items()}
    later = max(table.now for table in tables) + timedelta(seconds=1)
    made = [pack_what(before=later, most=10_000) for pack_what in (pack_records, pack_acts, pack_parts)]
    # with what the tables left as they were opened, which is packed, too: so no table is smaller than nothing
    after = {name: max(0.0, size - empty[name]) for name, size in _bytes().items()}
    say(f"{hands} hands, {acts} acts, {made} packs")
    for name in NAMES:
        say(f"{name}: {before[name] / acts:.0f} bytes an act, packed {after[name] / acts:.0f}")
    per_act = {
        what: (sum(before[one] for one in names) / acts, sum(after[one] for one in names) / acts)
        for what, names in (("record", RECORD), ("acts", ACTS), ("parts", PARTS), ("hands", STAYS))
    }
    for place, what in enumerate(("as rows", "packed")):
        tell(
            Figure(
                row="q",
                what=f"an act of a hand of nine, {what}",
                ours=sum(sizes[place] for sizes in per_act.values()),
                unit="bytes",
                note=", ".join(f"{name} {sizes[place]:.0f}" for name, sizes in per_act.items())
                + f"; {acts / hands:.1f} acts a hand",
            )
        )
    a_day = HOUSE_TABLES * HOUSE_HOURS * HOUSE_ACTS_AN_HOUR
    year = sum(
        a_day * (days * sizes[0] + (365 - days) * sizes[1])
        for sizes, days in zip(per_act.values(), (RECORD_DAYS, ACTS_DAYS, ACTS_DAYS, 0), strict=True)
    )
    tell(
        Figure(
            row="q",
            what=f"a year of {HOUSE_TABLES} tables, {HOUSE_HOURS} hours a day, {HOUSE_ACTS_AN_HOUR:,} acts an hour",
            ours=year / 1e9,
            limit=a_day * 365 * sum(sizes[0] for sizes in per_act.values()) / 1e9,
            unit="GB",
            bar=f"≤ {YEAR_GB}",
            met=year <= YEAR_GB * 1e9,
            note=f"{a_day * 365:,} acts; the limit is the same in rows",
        )
    )


def _bytes() -> dict[str, float]:
    """Each table with its indexes, as they are when they are written once; random ones a half larger."""
    for name in NAMES:
        rows(f"VACUUM (FULL, ANALYZE) {name}")
    found = rows(
        "SELECT c.relname, pg_total_relation_size(c.oid) + coalesce((SELECT sum(pg_relation_size(i.indexrelid)) / 2 FROM pg_index i"
        " JOIN pg_class k ON k.oid = i.indexrelid WHERE i.indrelid = c.oid AND k.relname LIKE ANY(%s)), 0)"
        " FROM pg_class c WHERE c.relname = ANY(%s)",
        [list(_RANDOM_KEYS), list(NAMES)],
    )
    return {name: float(size) for name, size in found}
