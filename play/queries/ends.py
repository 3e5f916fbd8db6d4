"""What stays on the last table of a tournament that is over: its last hand, as it ended."""

from __future__ import annotations

from typing import Any

from people.models import Player
from play.models import DealtHand, PlayTable, TableStage
from tournaments.models import Tournament, TournamentState


def last_hand_left(table: PlayTable, *, dealt: DealtHand | None) -> dict[str, Any]:
    """Return what a closed table shows of its last hand: button, board, who had which seat with which chips at its end, what was shown and won; nothing where the tournament goes on
    at other tables, or did after it, where that hand was void, and of other tables. table: its row, of now or as who looks on sees it: closed for him, too.

    Rule: PT-H.4, PT-H.61, PT-H.65, PT-T.52, PT-H.11
    """
    result = None if dealt is None else dealt.result
    if table.stage != TableStage.CLOSED or table.tournament_id is None:
        return {}
    if dealt is None or result is None or result.get("voided"):
        return {}
    over = Tournament.objects.filter(pk=table.tournament_id, state=TournamentState.FINISHED)
    later = PlayTable.objects.filter(tournament_id=table.tournament_id, closed_at__gt=table.closed_at)
    if later.exists() or not over.exists():
        return {}
    names = dict(
        Player.objects.filter(pk__in=[who for _seat, who, _chips in dealt.stacks]).values_list(
            "pk", "public_name"
        )
    )
    after, stayed = dict(result["stacks"]), {seat for pot in result["pots"] for seat in pot["seats"]}
    return {
        "button": dealt.button_seat,
        "board": result["board"],
        "result": result,
        "seats": [
            {
                "seat": seat,
                "name": names[who],
                "rehearsal": False,
                "away": False,
                "line_lost": False,
                "chips": after[seat],
                "bet_chips": 0,
                "facing_chips": None,
                "in_hand": True,
                "folded": seat not in stayed,
                "all_in": seat in stayed and not after[seat],
            }
            for seat, who, _chips in dealt.stacks
        ],
    }


def played_last_hand(table_id: int, *, player_id: int) -> bool:
    """Return whether somebody was dealt into the last hand of a table, and so has seen its end. Rule: PT-H.65"""
    last = PlayTable.objects.filter(pk=table_id).values("hand_number")
    over = DealtHand.objects.filter(table_id=table_id, number__in=last, closed_at__isnull=False)
    return any(
        player_id == who for stacks in over.values_list("stacks", flat=True) for _seat, who, _chips in stacks
    )
