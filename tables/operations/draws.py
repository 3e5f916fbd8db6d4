"""The draw book of a tournament: a secret committed to, numbered draws, the secret revealed. Rule: ADTP.7, PT-T.39"""

from __future__ import annotations

import json
import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from dispatch.canonical import digest
from dispatch.commands import record
from rules import draw
from rules.refusals import N_, Refused
from tables.facts import DrawCommitted, DrawMade, DrawRevealed
from tables.models import DrawBook
from tables.queries.draws import protocol_name


def commit_draw(tournament_id: int, *, at: datetime, seed: bytes | None = None) -> str:
    """Make the tournament's secret and publish its commitment; returns the commitment (hex).

    seed: 32 bytes given by a rehearsal; None draws one from the system. Needs an open command.
    Refusals: ``draw_already_committed``, ``bad_seed``.
    """
    if seed is not None and len(seed) != draw.MASTER_BYTES:
        raise Refused("bad_seed", N_("A practice seed is 64 hexadecimal digits (32 bytes)."), rule="PT-T.39")
    if DrawBook.objects.filter(pk=tournament_id).exists():
        raise Refused(
            "draw_already_committed",
            N_("The draw of this tournament is already committed to."),
            rule="PT-T.39",
        )
    master = seed if seed is not None else secrets.token_bytes(draw.MASTER_BYTES)
    commitment = draw.commitment(master=master)
    DrawBook.objects.create(
        tournament_id=tournament_id, commitment=commitment, master_seed=master, committed_at=at
    )
    record(DrawCommitted(tournament_id=tournament_id, commitment=commitment, protocol=draw.PROTOCOL))
    return commitment


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDraw:
    """What a draw needs from the book, locked: `rules.draw.record_…(**as_arguments)`.

    master stays out of every fact, log and error."""

    book: DrawBook
    number: int
    tournament: str

    @property
    def master(self) -> bytes:
        return bytes(self.book.master_seed)


_LOCK_BOOK = """
SELECT b.*, t.practice FROM tables_drawbook b JOIN tournaments_tournament t ON t.id = b.tournament_id
WHERE b.tournament_id = %s FOR UPDATE OF b"""


def next_draw(tournament_id: int) -> NextDraw:
    """Lock the book and take the next number; `keep` writes it. A number that is not kept is not used."""
    (book,) = DrawBook.objects.raw(_LOCK_BOOK, [tournament_id])
    return NextDraw(
        book=book,
        number=book.last_number + 1,
        tournament=protocol_name(tournament_id, practice=vars(book)["practice"]),
    )


def keep(drawn: NextDraw, *, record_: draw.DrawRecord, at: datetime, command_id: uuid.UUID) -> int:
    """Write a draw down and publish its seed; returns its number."""
    whole = record_.as_dict()
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH kept AS (INSERT INTO tables_draw (tournament_id, number, kind, record, at, command_id)"
            " VALUES (%s, %s, %s, %s::jsonb, %s, %s))"
            " UPDATE tables_drawbook SET last_number = %s WHERE tournament_id = %s",
            [
                drawn.book.pk,
                drawn.number,
                record_.kind.value,
                json.dumps(whole),
                at,
                command_id,
                drawn.number,
                drawn.book.pk,
            ],
        )
    drawn.book.last_number = drawn.number
    record(
        DrawMade(
            tournament_id=drawn.book.pk,
            number=drawn.number,
            draw=record_.kind.value,
            method=record_.method.value,
            seed=record_.seed.hex(),
            digest=digest(whole).hex(),
        )
    )
    return drawn.number


def reveal_draw(tournament_id: int, *, at: datetime) -> str | None:
    """Publish the secret when no further draw can come; returns it (hex), None where nothing was committed.

    Revealing twice changes nothing."""
    book = DrawBook.objects.select_for_update().filter(pk=tournament_id).first()
    if book is None:
        return None
    master = bytes(book.master_seed).hex()
    if book.revealed_at is None:
        DrawBook.objects.filter(pk=tournament_id).update(revealed_at=at)
        record(DrawRevealed(tournament_id=tournament_id, commitment=book.commitment, master_seed=master))
    return master
