"""The acts of hands, wherever they lie: rows, or packed since long ago."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection

from play.models import DealtHand, HandAct


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenAct:
    """An act as it was written down: the fields of `HandAct`."""

    turn: int
    seat: int
    street: str
    act: str
    to_chips: int
    all_in: bool
    took_ms: int
    manner: str


_FIELDS = tuple(WrittenAct.__slots__)
_PACKED = """
SELECT h.id, p.acts, h.number FROM play_dealthand h
CROSS JOIN LATERAL (
    SELECT * FROM play_packedacts p WHERE p.table_id = h.table_id AND p.first_number <= h.number
    ORDER BY p.first_number DESC LIMIT 1
) p
WHERE h.id = ANY(%s) AND h.number <= p.last_number ORDER BY p.id
"""


def acts_of_hands(hands: Iterable[DealtHand]) -> dict[int, list[WrittenAct]]:
    """Return the acts of each hand, by its id, in their order. What is packed while this is read is found there."""
    found: dict[int, list[WrittenAct]] = {hand.pk: [] for hand in hands}
    rows = HandAct.objects.filter(hand__in=found).order_by("hand_id", "turn")
    for hand_id, *said in rows.values_list("hand_id", *_FIELDS):
        found[hand_id].append(WrittenAct(**dict(zip(_FIELDS, said, strict=True))))
    # nearly every hand has an act
    missing = [hand_id for hand_id, acts in found.items() if not acts]
    if not missing:
        return found
    with connection.cursor() as cursor:
        cursor.execute(_PACKED, [missing])
        text, by_number = "", {}
        for hand_id, packed, number in cursor.fetchall():
            if packed != text:
                text, by_number = packed, _by_number(packed)
            found[hand_id] = by_number.get(number, [])
    return found


def _by_number(packed: str) -> dict[int, list[WrittenAct]]:
    found: dict[int, list[WrittenAct]] = {}
    for number, *said in json.loads(packed):
        found.setdefault(number, []).append(WrittenAct(**dict(zip(_FIELDS, said, strict=True))))
    return found
