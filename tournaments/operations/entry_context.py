"""The tournament locked, and what an entry of one person depends on read in the same statement. Needs an open command."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import connection

from dispatch import prepared
from tournaments.queries.entry_context import CONTEXT, EntryContext, entry_context_from

# Who enters takes a lock that many share; who changes the tournament itself (`operations.announcing.lock`) waits
# for those inside and keeps the others outside: a row's lock alone lets newcomers in past whoever waits for them to end.
ENTRY_LOCK_KEY = "hashtextextended('tournament door ' || %(tournament_id)s::bigint, 0)"

_LOCKED = CONTEXT.format(
    entry_lock=f"SELECT pg_advisory_xact_lock_shared({ENTRY_LOCK_KEY})",
    registration_number="nextval('tournaments_registration_id_seq')",
    entry_number="nextval('tournaments_entry_id_seq')",
)

_ENTRY_LOCKS = f"""
SELECT pg_advisory_xact_lock_shared({ENTRY_LOCK_KEY % {"tournament_id": "d.id"}})
FROM unnest(%(ids)s::bigint[]) AS d (id)
"""
_TOURNAMENTS = "SELECT id FROM tournaments_tournament WHERE id = ANY(%(ids)s) ORDER BY id FOR NO KEY UPDATE"
_VENUES = """
SELECT v.id FROM tournaments_venue v JOIN tournaments_tournament t ON t.venue_id = v.id
WHERE t.id = ANY(%(ids)s) ORDER BY v.id FOR SHARE OF v
"""
_FIELDS = """
SELECT tournament_id FROM tournaments_field WHERE tournament_id = ANY(%(ids)s) ORDER BY tournament_id FOR UPDATE
"""


# In a statement of its own: what is read under the lock is read behind whoever had it before, an exclusion among it.
_PLAYERS = "SELECT id FROM people_player WHERE id = ANY(%(ids)s::bigint[]) ORDER BY id FOR SHARE"


def lock_players(player_ids: Collection[int]) -> None:
    """Hold several players as those who enter, as `lock_entry_context` does one: for a command that asks of more than one."""
    prepared.rows(*_entering(player_ids))


# the same lock in front of another question: a filter without a row in it is asked first, also where nothing is found
_BEHIND_PLAYER = """
WITH held AS MATERIALIZED (SELECT id FROM people_player WHERE id = %s FOR SHARE)
SELECT also.* FROM ({also}) also WHERE (SELECT count(*) FROM held) >= 0
"""


def _behind_player(player_id: int, also: prepared.Question) -> prepared.Question:
    return _BEHIND_PLAYER.format(also=also[0]), [player_id, *also[1]]


def _entering(player_ids: Collection[int]) -> prepared.Question:
    return _PLAYERS, {"ids": sorted(player_ids)}


def lock_entry_context(
    *, tournament_id: int, player_id: int, at: datetime, exclusive: bool = False
) -> EntryContext:
    """Lock the player (share: whoever excludes waits) and the tournament (share; `exclusive`: for update, its venue for
    share), and read what an entry of this player depends on.

    Refusals: ``not_found`` for a tournament or a player that does not exist.
    """
    question = _question(tournament_id, player_id, at, exclusive=exclusive)
    _, found = prepared.together(_entering([player_id]), question)
    return entry_context_from(tournament_id, player_id=player_id, found=found, at=at)


def lock_tournaments(tournament_ids: Collection[int]) -> None:
    """Lock several tournaments as `lock_entry_context` (`exclusive`) does one, and the Fields of those that run: in the
    order of docs/locking.md, so each kind of lock for all of them before the next kind.
    """
    if not tournament_ids:
        return
    wanted = {"ids": sorted(tournament_ids)}
    with connection.cursor() as cursor:
        for statement in (_ENTRY_LOCKS, _TOURNAMENTS, _VENUES, _FIELDS):
            cursor.execute(statement, wanted)


def lock_entry_context_and(
    also: prepared.Question, *, tournament_id: int, player_id: int, at: datetime, exclusive: bool
) -> tuple[EntryContext, list[tuple[Any, ...]]]:
    """Do as `lock_entry_context` and return with it what another question is answered (its values in their order), in
    one round trip.
    Refusals: those of `lock_entry_context`.
    """
    question = _question(tournament_id, player_id, at, exclusive=exclusive)
    answer, found = prepared.together(_behind_player(player_id, also), question)
    return entry_context_from(tournament_id, player_id=player_id, found=found, at=at), answer


def _question(tournament_id: int, player_id: int, at: datetime, *, exclusive: bool) -> prepared.Question:
    # who has it alone may sell the last seat of a sit & go, whose clock starts then: the venue stands above every wallet
    lock = "FOR NO KEY UPDATE OF t FOR SHARE OF v" if exclusive else "FOR SHARE OF t"
    return _LOCKED + lock, {"tournament_id": tournament_id, "player_id": player_id, "at": at}
