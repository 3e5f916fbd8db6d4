"""A player's parts in hands that are over, wherever they lie: rows, or packed since long ago. For that player alone."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from ledger.queries.rows import rows_of
from play.models import HandOfPlayer, PackedParts, Sitting


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPart:
    """A part as it was written down: the fields of `HandOfPlayer`. staked_chips, won_chips: as there."""

    part_id: int
    table_id: int
    hand_id: int
    sitting_id: int | None
    seat: int
    staked_chips: int
    won_chips: int


_FIELDS = ("pk", "table_id", "hand_id", "sitting_id", "seat", "staked_chips", "won_chips")
_DEALT = """
SELECT part.player_id FROM play_handofplayer part JOIN play_playtable tables ON tables.id = part.table_id
WHERE part.player_id = ANY(%(players)s) AND tables.venue_id = %(venue)s
UNION
SELECT packed.player_id FROM play_packedparts packed JOIN play_playtable tables ON tables.id = ANY(packed.tables)
WHERE packed.player_id = ANY(%(players)s) AND tables.venue_id = %(venue)s
"""
# of one statement: a pack is some kilobytes
_PACKS = 20


def parts_of_player(
    player_id: int, *, limit: int, table_id: int | None = None, before: int | None = None
) -> list[OwnPart]:
    """Return somebody's last parts, the newest first; of one table or of all, back from `before`. What is packed while this is read is found there."""
    rows = HandOfPlayer.objects.filter(player_id=player_id)
    packs = PackedParts.objects.filter(player_id=player_id)
    if table_id is not None:
        rows, packs = rows.filter(table_id=table_id), packs.filter(tables__contains=[table_id])
    if before is not None:
        rows, packs = rows.filter(pk__lt=before), packs.filter(first_id__lt=before)
    found = _by_id(rows.order_by("-pk")[:limit].values_list(*_FIELDS))
    read: int | None = None  # back to where packs were read
    while len(found) < limit:
        older = packs if read is None else packs.filter(last_id__lt=read)
        texts = list(older.order_by("-last_id").values_list("first_id", "parts")[:_PACKS])
        if not texts:
            break
        read = texts[-1][0]
        packed = _by_id(one for _first, text in texts for one in json.loads(text))
        found |= {
            part_id: part
            for part_id, part in packed.items()
            if (before is None or part_id < before) and table_id in (None, part.table_id)
        }
    return [found[part_id] for part_id in sorted(found, reverse=True)[:limit]]


def parts_of_sitting(one: Sitting) -> list[OwnPart]:
    """Return a player's parts in the hands of one session, the oldest first."""
    return parts_of_sittings(one.player_id, sittings=[one])


def parts_of_sittings(player_id: int, *, sittings: Collection[Sitting]) -> list[OwnPart]:
    """Return a player's parts in the hands of these own sessions, the oldest first."""
    if not sittings:
        return []
    ids = {one.pk for one in sittings}
    found = _by_id(HandOfPlayer.objects.filter(sitting_id__in=ids).values_list(*_FIELDS))
    packs = PackedParts.objects.filter(
        player_id=player_id,
        tables__overlap=list({one.table_id for one in sittings}),
        last_at__gte=min(one.since for one in sittings),
    )
    for text in packs.values_list("parts", flat=True):
        packed = _by_id(json.loads(text))
        found |= {part_id: part for part_id, part in packed.items() if part.sitting_id in ids}
    return [found[part_id] for part_id in sorted(found)]


def dealt_at_house(venue_id: int, *, players: Collection[int]) -> set[int]:
    """Return who of these players was dealt a hand at a table of the house."""
    rows = rows_of(_DEALT, values={"venue": venue_id, "players": list(players)})
    return {player_id for (player_id,) in rows}


def _by_id(rows: Iterable[Any]) -> dict[int, OwnPart]:
    return {
        part_id: OwnPart(
            part_id=part_id,
            table_id=table_id,
            hand_id=hand_id,
            sitting_id=sitting_id,
            seat=seat,
            staked_chips=staked,
            won_chips=won,
        )
        for part_id, table_id, hand_id, sitting_id, seat, staked, won in rows
    }
