"""What there is at played tables now: read once for all whose pages an act changes, and for several tables at one go."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from dispatch import prepared
from dispatch.reading import keep, read_once
from dispatch.rows import all_answered, question
from play.models import DealtHand, PlayTable
from rules.refusals import not_found


class Present(NamedTuple):
    """What there is at one table. dealt: by number, the hand of the row and the one that is committed to meanwhile; acts: of the hand acts_of, None before the first; chains: of words, by who sits there."""

    table: PlayTable
    dealt: dict[int, DealtHand]
    acts_of: int | None
    acts: list[dict[str, Any]]
    chains: dict[int, dict[str, Any]]


@read_once
def present_at(table_id: int) -> Present:
    """Return what there is at a table now, asked for in one round trip. Refusals: ``not_found``."""
    found = _read([table_id]).get(table_id)
    if found is None:
        raise not_found("table")
    return found


def read_tables(shown: Iterable[Mapping[str, Any]]) -> None:
    """Read what there is at these tables now, all in one round trip, for the views of the moment that is open. shown: each names its table_id."""
    for table_id, found in _read(sorted({params["table_id"] for params in shown})).items():
        keep(present_at, asked=(table_id,), answer=found)


_ACT = ("turn", "seat", "street", "act", "to_chips", "all_in", "manner")
_THESE = "(SELECT id AS at_table, hand_number FROM play_playtable WHERE id = ANY(%s::bigint[])) AS present"
# the hand of each table and the one that is committed to while it is played
_DEALT = f"JOIN {_THESE} ON table_id = at_table AND number >= hand_number"
# of the one hand, whatever is known of the acts of all others when this is planned
_ACTS = f"""
SELECT at_table, dealt.id, {", ".join(_ACT)} FROM play_dealthand dealt
JOIN {_THESE} ON table_id = at_table AND number = hand_number
LEFT JOIN LATERAL (SELECT {", ".join(_ACT)} FROM play_handact WHERE hand_id = dealt.id OFFSET 0) AS act ON true
ORDER BY turn
"""
_CHAINS = "SELECT table_id, player_id, chain FROM play_sitting WHERE table_id = ANY(%s::bigint[]) AND left_at IS NULL"


def _read(table_ids: Sequence[int]) -> dict[int, Present]:
    rows, dealt, acts, chains = prepared.together(
        question(PlayTable, where="WHERE id = ANY(%s::bigint[])", values=[table_ids]),
        question(DealtHand, where=_DEALT, values=[table_ids]),
        (_ACTS, [table_ids]),
        (_CHAINS, [table_ids]),
    )
    found = {
        table.pk: Present(table=table, dealt={}, acts_of=None, acts=[], chains={})
        for table in all_answered(PlayTable, answer=rows)
    }
    for hand in all_answered(DealtHand, answer=dealt):
        if hand.table_id in found:
            found[hand.table_id].dealt[hand.number] = hand
    for table_id, hand_id, *act in acts:
        if table_id in found:
            if found[table_id].acts_of is None:
                found[table_id] = found[table_id]._replace(acts_of=hand_id)
            if act[0] is not None:
                found[table_id].acts.append(dict(zip(_ACT, act, strict=True)))
    for table_id, player_id, chain in chains:
        if table_id in found:
            found[table_id].chains[player_id] = json.loads(chain)
    return found
