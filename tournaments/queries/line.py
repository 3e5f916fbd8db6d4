"""Whether the next one who pays sits down or stands in line: said before anybody pays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection

from dispatch.buttons import Said, Sentence
from rules.refusals import N_, not_found
from tournaments.models import Entry, EntryState, TournamentState

MOST_IN_LINE = 300_000

_OPEN = (TournamentState.ANNOUNCED, TournamentState.REGISTERING, TournamentState.RUNNING)

# The same order as admitting has: who comes while others wait stands behind them; then a limited seat; then, once it
# runs, a chair. A table more is opened while no final table stands.
_NEXT = """
SELECT t.state, t.alternates,
       (SELECT count(*) FROM tournaments_entry e WHERE e.tournament_id = t.id AND e.state = 'waiting'),
       f.entries_closed_at IS NULL AND (f.waiting > 0
       OR t.capacity IS NOT NULL AND t.state <> 'announced'
          AND NOT EXISTS (SELECT FROM tournaments_slot s WHERE s.tournament_id = t.id AND s.entry_id IS NULL)
       OR t.state = 'running' AND (
          t.capacity IS NOT NULL AND f.players_left >= t.capacity
          OR EXISTS (SELECT FROM tables_table b WHERE b.tournament_id = t.id AND b.final AND b.state <> 'broken')
             AND NOT EXISTS (SELECT FROM tables_table b WHERE b.tournament_id = t.id AND b.state <> 'broken'
                             AND b.players < b.seats)))
FROM tournaments_tournament t LEFT JOIN tournaments_field f ON f.tournament_id = t.id
WHERE t.id = %s
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineNow:
    """full: people may enter, and no seat is free for who comes now. number: which one in line that would be; None for a seat, and where the
    tournament keeps no line. waiting: how many stand in it."""

    full: bool
    number: int | None
    waiting: int

    @property
    def closed(self) -> bool:
        """No seat and no line: nobody pays."""
        return self.full and self.number is None

    @property
    def agreed(self) -> int:
        """What a player who pays after reading this agrees to: at most this number in line, 0 for a seat."""
        return self.number or 0

    def with_a_chair(self) -> LineNow:
        """Return the same for who gives up a stack first: the first in line takes the chair, oneself where nobody
        waits.
        """
        return LineNow(full=self.waiting > 0, number=self.waiting or None, waiting=self.waiting)


def next_in_line(tournament_id: int) -> LineNow:
    """Return whether who enters this tournament now gets a seat, or which number in line. Refusal: ``not_found``.

    Rule: SCPT.H, ADTP.8A
    """
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, [tournament_id])
        row = cursor.fetchone()
    if row is None:
        raise not_found("tournament")
    state, kept, waiting, full = row
    full = bool(full) and state in _OPEN
    return LineNow(full=full, number=waiting + 1 if full and kept else None, waiting=waiting)


def number_in_line(entry_id: int, *, tournament_id: int) -> int:
    """Return which one in line an entry is that waits."""
    return Entry.objects.filter(
        tournament_id=tournament_id, state=EntryState.WAITING, pk__lte=entry_id
    ).count()


def first_in_line(tournament_id: int) -> str | None:
    """Return the public name of who waits first for a seat; None where nobody does. Rule: ADTP.8A"""
    return (
        Entry.objects.filter(tournament_id=tournament_id, state=EntryState.WAITING)
        .order_by("pk")
        .values_list("player__public_name", flat=True)
        .first()
    )


def waiting_view(tournament_id: int, *, offset: int = 0, limit: int = 200) -> list[dict[str, Any]]:
    """Return who waits for a seat, in the order of the line: {entry_id, name, line}. Rule: ADTP.8A"""
    rows = (
        Entry.objects.filter(tournament_id=tournament_id, state=EntryState.WAITING)
        .order_by("pk")
        .values_list("pk", "player__public_name")[offset : offset + limit]
    )
    return [{"entry_id": pk, "name": name, "line": line} for line, (pk, name) in enumerate(rows, offset + 1)]


def seat_or_line(result: Mapping[str, Any]) -> Said:
    """Return where somebody who paid sits, or waits."""
    if result.get("waiting"):
        return Sentence(
            N_("Paid. No seat is free: the player is number %(number)s in line."),
            counts={"number": result["line"]},
        )
    seat = result.get("seat")
    if seat:
        return Sentence(N_("Paid. Table %(table_number)s, seat %(seat_number)s."), values=seat)
    return N_("Paid. The seat is drawn at the start.")
