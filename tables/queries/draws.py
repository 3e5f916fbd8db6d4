"""The draw as outsiders get it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import F

from rules.draw import PROTOCOL
from tables.models import Draw, DrawBook


def protocol_name(tournament_id: int, *, practice: bool) -> str:
    """Return what the protocol calls the tournament. A rehearsal bears no number, so that the same practice seed
    gives the same draws again, whatever number the rehearsal was given here.
    """
    return "practice" if practice else str(tournament_id)


def draw_record(tournament_id: int) -> dict[str, Any]:
    """Return the public record that static/verify_draw.py checks: commitment, every draw with its inputs and seed,
    and the master seed once it is revealed. LookupError where no draw was committed to.

    Rule: ADTP.7, PT-T.39
    """
    book = DrawBook.objects.annotate(practice=F("tournament__practice")).filter(pk=tournament_id).first()
    if book is None:
        raise LookupError("no draw was committed to")
    return {
        "protocol": PROTOCOL,
        "tournament": protocol_name(tournament_id, practice=book.practice),
        "commitment": book.commitment,
        "master_seed": None if book.revealed_at is None else bytes(book.master_seed).hex(),
        "draws": list(
            Draw.objects.filter(tournament_id=tournament_id)
            .order_by("number")
            .values_list("record", flat=True)
        ),
    }


def sealed_between(tournament_id: int) -> tuple[datetime, datetime | None]:
    """Return when the secret was committed to, and when it was revealed (None before). LookupError as `draw_record`."""
    row = DrawBook.objects.filter(pk=tournament_id).values_list("committed_at", "revealed_at").first()
    if row is None:
        raise LookupError("no draw was committed to")
    return row


def drawn_seats(tournament_id: int, *, number: int) -> dict[int, tuple[int, int]]:
    """Return (table, seat) by entry id as the draw of this number gave them; empty for a draw of something else."""
    record = (
        Draw.objects.filter(tournament_id=tournament_id, number=number)
        .values_list("record", flat=True)
        .first()
    )
    seats = record["result"].get("seats", []) if record else []
    return {entry_id: (table, seat) for entry_id, table, seat in seats}


def commitment_of(tournament_id: int) -> str:
    """Return what was committed to before the first draw; "" before publishing.

    Rule: ADTP.7
    """
    found: str | None = DrawBook.objects.filter(pk=tournament_id).values_list("commitment", flat=True).first()
    return found or ""
