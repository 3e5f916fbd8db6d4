"""What the house keeps of a player's online play, for the file that is taken away (LGPD art. 18, GDPR art. 15 and 20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from play.models import DealtHand, Sitting, WaitingPlace
from play.queries.acts import acts_of_hands
from play.queries.complaints import complaints_of_player
from play.queries.history import HandLine, hands_of_player
from play.queries.origins import own_origins
from play.queries.parts import parts_of_player

_AT_ONCE = 500
_OF_AN_ACT = ("street", "act", "to_chips", "all_in", "took_ms", "manner")


def everything_played(player_id: int) -> dict[str, Any]:
    """Return the sessions, waiting places, hands and complaints of a player, and of when digests of lines and browsers are kept, the newest first: the own cards and acts, and nobody else's.

    For that player alone, signed in: no staff and no program reads these cards. Rule: PT-H.65, PT-H.66, PT-H.67
    """
    return {
        "sessions": list(
            Sitting.objects.filter(player_id=player_id)
            .order_by("-id")
            .values("table_id", "seat", "since", "left_at", "brought_chips", "taken_chips", "hands")
        ),
        "waiting_places": list(
            WaitingPlace.objects.filter(player_id=player_id)
            .order_by("-id")
            .values("table_id", "since", "offered_until", "brings_cents", "ended_at", "outcome", "refused")
        ),
        "hands": _hands(player_id),
        "origins": own_origins(player_id),
        "complaints": [asdict(one) for one in complaints_of_player(player_id, limit=None)],
    }


def _hands(player_id: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    before: int | None = None
    while True:
        page = hands_of_player(player_id, before=before, limit=_AT_ONCE)
        acts = _own_acts(player_id, page.lines)
        found += [asdict(line) | {"acts": acts[line.part_id]} for line in page.lines]
        before = page.next_before
        if before is None:
            return found


def _own_acts(player_id: int, lines: Sequence[HandLine]) -> dict[int, list[dict[str, Any]]]:
    """What the player did in each of these hands, in its order, and how it came about."""
    if not lines:
        return {}
    # hands that have ended since the page was read are newer
    parts = parts_of_player(player_id, before=lines[0].part_id + 1, limit=len(lines))
    acts = acts_of_hands(DealtHand.objects.filter(pk__in=[part.hand_id for part in parts]))
    return {
        part.part_id: [
            {name: getattr(one, name) for name in _OF_AN_ACT}
            for one in acts[part.hand_id]
            if one.seat == part.seat
        ]
        for part in parts
    }
