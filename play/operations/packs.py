"""What hands of long ago leave, packed: the record of their tables with its commands, their acts, and the parts of their players.

A record is packed when nobody asks any more for one of its commands by its number; acts and parts when they are older than what the integrity desk usually
counts. Each pack is a statement of its own and locks nothing at which anybody plays.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection

from dispatch.packs import FACTS, nobody_else_packs, pack, streams_to_pack
from rules.online import USUAL_DAYS

_RECORDS = "play:"
# each names its turn, its hand or its number: one that comes again later is refused, for that has passed
FORGOTTEN = frozenset(
    {
        "play.act",
        "play.expire",
        "play.open_hand",
        "play.open_street",
        "play.close_hand",
        "play.set_pre_act",
        "play.use_time",
        "play.give_word",
    }
)
# of one pack: a page of somebody's hands is read from one or two
HANDS = 32
# of one player's pack: a page of the list of hands is read from one or two
PARTS = 128
_AT_ONCE = 100
# what the integrity desk looks through unless somebody asks for more lies in rows
_ROWS_STAY = timedelta(days=USUAL_DAYS + 1)

_TABLES = """
SELECT t.id, packed.number, h.number FROM play_playtable t
CROSS JOIN LATERAL (
    SELECT coalesce((SELECT p.last_number FROM play_packedacts p WHERE p.table_id = t.id
        ORDER BY p.first_number DESC LIMIT 1), 0) AS number
) packed
JOIN play_dealthand h ON h.table_id = t.id AND h.number = least(packed.number + %(hands)s, t.hand_number)
WHERE t.hand_number > packed.number AND h.closed_at < %(before)s ORDER BY t.id LIMIT %(limit)s
"""
_PACK = """
INSERT INTO play_packedacts (table_id, first_number, last_number, acts)
SELECT %(table)s, %(first)s, %(last)s, coalesce(json_agg(
    json_build_array(h.number, turn, seat, street, act, to_chips, all_in, took_ms, manner) ORDER BY h.number, turn), '[]')::text
FROM play_dealthand h JOIN play_handact a ON a.hand_id = h.id
WHERE h.table_id = %(table)s AND h.number BETWEEN %(first)s AND %(last)s
HAVING NOT EXISTS (SELECT FROM play_packedacts p WHERE p.table_id = %(table)s AND p.first_number = %(first)s)
"""
# whose oldest part is old, and so is the last one of a pack, or of all that there are
_PLAYERS = """
SELECT player.id FROM people_player player
CROSS JOIN LATERAL (
    SELECT p.hand_id FROM play_handofplayer p WHERE p.player_id = player.id ORDER BY p.id LIMIT 1
) oldest
JOIN play_dealthand first ON first.id = oldest.hand_id AND first.closed_at < %(before)s
CROSS JOIN LATERAL (
    SELECT max(p.id) AS id FROM (
        SELECT id FROM play_handofplayer WHERE player_id = player.id ORDER BY id LIMIT %(parts)s
    ) p
) last
JOIN play_handofplayer part ON part.id = last.id
JOIN play_dealthand hand ON hand.id = part.hand_id AND hand.closed_at < %(before)s
ORDER BY player.id LIMIT %(limit)s
"""
_PACK_PARTS = """
INSERT INTO play_packedparts (player_id, first_id, last_id, first_at, last_at, tables, parts)
SELECT %(player)s, min(id), max(id), min(closed_at), max(closed_at), array_agg(DISTINCT table_id ORDER BY table_id),
    json_agg(json_build_array(id, table_id, hand_id, sitting_id, seat, staked_chips, won_chips) ORDER BY id)::text
FROM (
    SELECT p.*, h.closed_at FROM play_handofplayer p JOIN play_dealthand h ON h.id = p.hand_id
    WHERE p.player_id = %(player)s ORDER BY p.id LIMIT %(parts)s
) oldest
HAVING max(closed_at) < %(before)s
"""


def pack_what_is_old(*, at: datetime, most: int = _AT_ONCE) -> int:
    """Pack records and acts that are old enough; how many packs that made, `most` of each at once."""
    records = pack_records(before=at - timedelta(days=max(1, settings.PACK_AFTER_DAYS)), most=most)
    before = at - _ROWS_STAY
    return records + pack_acts(before=before, most=most) + pack_parts(before=before, most=most)


def pack_records(*, before: datetime, most: int, facts: int = FACTS) -> int:
    """Pack facts of before an instant of tables that are or were played, with the commands that may be forgotten; how many packs."""
    made = 0
    while made < most:
        found = streams_to_pack(_RECORDS, before=before, limit=most - made, facts=facts)
        packed = sum(pack(stream, before=before, forget=FORGOTTEN, facts=facts) > 0 for stream in found)
        if not packed:
            break  # another packs what is left
        made += packed
    return made


def pack_acts(*, before: datetime, most: int, hands: int = HANDS) -> int:
    """Pack the acts of hands that ended before an instant; how many packs."""
    made = 0
    while made < most:
        with connection.cursor() as cursor:
            cursor.execute(_TABLES, {"hands": hands, "before": before, "limit": most - made})
            found = cursor.fetchall()
        packed = sum(_pack_acts(table_id, first=done + 1, last=last) for table_id, done, last in found)
        if not packed:
            break
        made += packed
    return made


def _pack_acts(table_id: int, *, first: int, last: int) -> bool:
    with nobody_else_packs(f"acts of {table_id}") as alone, connection.cursor() as cursor:
        if not alone:
            return False
        cursor.execute(_PACK, {"table": table_id, "first": first, "last": last})
        return bool(cursor.rowcount)


def pack_parts(*, before: datetime, most: int, parts: int = PARTS) -> int:
    """Pack the parts of players in hands that ended before an instant; how many packs."""
    made = 0
    while made < most:
        with connection.cursor() as cursor:
            cursor.execute(_PLAYERS, {"parts": parts, "before": before, "limit": most - made})
            found = cursor.fetchall()
        packed = sum(_pack_parts(player_id, before=before, parts=parts) for (player_id,) in found)
        if not packed:
            break
        made += packed
    return made


def _pack_parts(player_id: int, *, before: datetime, parts: int) -> bool:
    with nobody_else_packs(f"parts of {player_id}") as alone, connection.cursor() as cursor:
        if not alone:
            return False
        cursor.execute(_PACK_PARTS, {"player": player_id, "before": before, "parts": parts})
        return bool(cursor.rowcount)
