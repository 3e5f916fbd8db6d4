"""Limited seats: one row each, as many as the capacity says."""

from __future__ import annotations

from django.db import connection

from tournaments.models import Tournament


def make_slots(tournament: Tournament) -> list[int]:
    """Make as many limited seats as the capacity says: missing ones are made, free ones too many go. The players who
    waited and have a seat now. Rule: SCPT.H"""
    with connection.cursor() as cursor:
        if tournament.capacity is None:
            cursor.execute("DELETE FROM tournaments_slot WHERE tournament_id = %s", [tournament.pk])
            cursor.execute(
                "UPDATE tournaments_entry SET state = 'registered' WHERE tournament_id = %s AND state = 'waiting'"
                " RETURNING player_id",
                [tournament.pk],
            )
            return [player_id for (player_id,) in cursor.fetchall()]
        cursor.execute("SELECT count(*) FROM tournaments_slot WHERE tournament_id = %s", [tournament.pk])
        missing = tournament.capacity - cursor.fetchone()[0]
        if missing > 0:
            cursor.execute(
                "INSERT INTO tournaments_slot (tournament_id) SELECT %s FROM generate_series(1, %s)",
                [tournament.pk, missing],
            )
            # entries paid while there were fewer seats, or none counted, take theirs in the order they were paid
            cursor.execute(
                "WITH line AS (SELECT id, row_number() OVER (ORDER BY state <> 'registered', id) AS n"
                "  FROM tournaments_entry e WHERE tournament_id = %(t)s AND state IN ('registered', 'waiting')"
                "  AND NOT EXISTS (SELECT FROM tournaments_slot WHERE entry_id = e.id)),"
                " free AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM tournaments_slot"
                "  WHERE tournament_id = %(t)s AND entry_id IS NULL),"
                " taken AS (UPDATE tournaments_slot s SET entry_id = line.id FROM free JOIN line USING (n)"
                "  WHERE s.id = free.id RETURNING s.entry_id)"
                " UPDATE tournaments_entry SET state = 'registered' FROM taken"
                " WHERE id = taken.entry_id AND state = 'waiting' RETURNING player_id",
                {"t": tournament.pk},
            )
            return [player_id for (player_id,) in cursor.fetchall()]
        if missing < 0:
            cursor.execute(
                "DELETE FROM tournaments_slot WHERE id IN (SELECT id FROM tournaments_slot"
                " WHERE tournament_id = %s AND entry_id IS NULL ORDER BY id DESC LIMIT %s)",
                [tournament.pk, -missing],
            )
    return []
