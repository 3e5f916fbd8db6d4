"""What came out of a run: figures for people, and a digest that is the same for the same preset, size and seed."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from payouts.models import PrizePool
from payouts.queries import amounts_of
from rules.ranking import score
from simulation.play import Play
from tournaments.models import Tournament
from tournaments.queries.eliminations import places

BUSTS = ("eliminate_players", "hand_done")
# everything that the floor does because somebody went out
ROOM = (*BUSTS, "balance_tables", "break_table", "redraw_tables", "record_positions")


@dataclass(slots=True)
class Report:
    """One run."""

    preset: str
    seed: int
    entries: int
    unique: int
    re_entries: int
    tables: int
    paid: int
    currency: str
    gross_cents: int
    overlay_cents: int
    deductions_cents: int
    net_cents: int
    first_cents: int
    winner: str
    moves: int
    busts: int
    points: int
    seconds: float
    check_seconds: float
    checks: int
    refused: int
    resent: int
    digest: str
    took: dict[str, list[float]] = field(default_factory=dict)

    @property
    def commands(self) -> int:
        return sum(len(found) for found in self.took.values())

    def _seconds(self, names: tuple[str, ...]) -> float:
        return sum(sum(self.took.get(name, ())) for name in names)

    @property
    def busts_per_second(self) -> float:
        """Eliminations per second of commands of the floor, moves and broken tables included."""
        return self.busts / max(self._seconds(ROOM), 1e-9)

    def lines(self) -> list[str]:
        """Return the report as text."""
        command_seconds = sum(sum(found) for found in self.took.values())
        label = f"{self.preset} · {self.entries} entries ({self.unique} people, {self.re_entries} re-entries)"
        pool = f"{_money(self.gross_cents)} + overlay {_money(self.overlay_cents)}"
        alone = self.busts / max(self._seconds(BUSTS), 1e-9)
        out = [
            f"{label} · seed {self.seed}",
            f"  collected {pool} − deductions {_money(self.deductions_cents)} = net {_money(self.net_cents)} {self.currency}",
            f"  {self.paid} places paid, first prize {_money(self.first_cents)} to {self.winner}; {self.points} scored",
            f"  {self.tables} tables, {self.moves} seats taken, {self.busts} eliminations",
            f"  {self.commands} commands in {self.seconds:.1f} s, of which {command_seconds:.1f} s in commands",
            f"  {self.checks} checks, {self.check_seconds:.1f} s; {self.refused} unlawful commands refused",
            f"  {self.busts_per_second:.0f} busts/s with their moves ({alone:.0f}/s alone)",
            "",
            f"  {'command':24} {'count':>7} {'per s':>8} {'p50 ms':>8} {'p99 ms':>8}",
        ]
        for name in sorted(self.took, key=lambda n: -sum(self.took[n])):
            found = sorted(self.took[name])
            out.append(
                f"  {name:24} {len(found):7} {len(found) / max(sum(found), 1e-9):8.0f}"
                f" {_at(found, 0.5):8.2f} {_at(found, 0.99):8.2f}"
            )
        if self.resent:
            out += ["", f"  {self.resent} questions were asked again because PostgreSQL was away"]
        out += ["", f"  digest {self.digest}"]
        return out


def _at(found: list[float], part: float) -> float:
    return found[min(len(found) - 1, math.ceil(len(found) * part) - 1)] * 1000


def _money(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02}"


def report(play: Play, *, seconds: float) -> Report:
    """Return the report of a finished run."""
    room, t = play.room, play.tournament_id
    tournament = Tournament.objects.get(pk=t)
    pool = PrizePool.objects.get(pk=t)
    placed = {**places(t), play.winner: (1, 1)}
    prizes = amounts_of(list(placed))
    results: list[list[Any]] = []
    scored = 0
    for entry in sorted(placed, key=lambda e: room.number[e]):
        place, tied = placed[entry]
        points = (
            _points(tournament, place, pool.official_places, pool.entries) if play.plan.base.ranks else None
        )
        scored += points is not None
        results.append(
            [room.number[entry], room.guest[entry].name, place, tied, prizes.get(entry, 0), str(points or "")]
        )
    text = json.dumps(
        {"results": results, "moves": room.moves, "net": pool.net_cents, "prizes": pool.prizes},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    return Report(
        preset=play.plan.preset,
        seed=play.plan.seed,
        entries=pool.entries,
        unique=room.unique,
        re_entries=pool.entries - room.unique,
        tables=max((table for _, table, _, _ in room.moves), default=0),
        paid=play.paid,
        currency=tournament.currency,
        gross_cents=pool.gross_cents,
        overlay_cents=pool.overlay_cents,
        deductions_cents=pool.deductions_cents,
        net_cents=pool.net_cents,
        first_cents=prizes.get(play.winner, 0),
        winner=room.guest[play.winner].name,
        moves=len(room.moves),
        busts=len(room.out),
        points=scored,
        seconds=seconds,
        check_seconds=play.checks.seconds,
        checks=play.checks.made,
        refused=play.asker.refusals,
        resent=play.asker.resent,
        digest=hashlib.sha256(text.encode()).hexdigest(),
        took=play.asker.took,
    )


def _points(tournament: Tournament, place: int, official: int, entries: int) -> Decimal | None:
    """The points that the place would be worth with the default c."""
    found = score(
        place=place,
        entries=entries,
        b_cents=tournament.price_cents,
        official_itm=official,
        weight_bp=tournament.ranking_weight_milli * 10,
    )
    return found.points if found else None
