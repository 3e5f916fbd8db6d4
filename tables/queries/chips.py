"""Chips in play against chips issued."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, Sum

from rules.chips import ChipBook
from tournaments.models import Entry, EntryState, Field


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsAccount:
    """What the room's chips add up to.

    in_play: issued − removed, by the room's book. expected: the chips that each entry got, with its rebuys and add-ons,
    − removed; it equals in_play. counted_chips: the sum of the stacks counted so far, of `counted` players; when
    all are counted, `difference_chips` (counted − in play) must be 0. average_chips: in play over players
    left, rounded down.
    """

    issued_chips: int
    removed_chips: int
    in_play_chips: int
    expected_chips: int
    players_left: int
    counted: int
    counted_chips: int
    difference_chips: int | None
    average_chips: int

    @property
    def accounted(self) -> bool:
        return self.difference_chips == 0

    def as_dict(self) -> dict[str, Any]:
        return {
            "issued_chips": self.issued_chips,
            "removed_chips": self.removed_chips,
            "in_play_chips": self.in_play_chips,
            "expected_chips": self.expected_chips,
            "players_left": self.players_left,
            "counted": self.counted,
            "counted_chips": self.counted_chips,
            "difference_chips": self.difference_chips,
            "average_chips": self.average_chips,
        }


def chips_account(tournament_id: int) -> ChipsAccount:
    """The chips of a started tournament. Field.DoesNotExist before the start."""
    field = Field.objects.get(pk=tournament_id)
    counted_one = Q(state=EntryState.PLAYING, counted_at__isnull=False)
    told = Entry.objects.filter(tournament_id=tournament_id).aggregate(
        issued=Sum("chips_issued"),
        chips=Sum("stack_chips", filter=counted_one),
        players=Count("id", filter=counted_one),
    )
    book = ChipBook(issued=field.chips_issued, removed=field.chips_removed)
    counted = int(told["chips"] or 0)
    return ChipsAccount(
        issued_chips=field.chips_issued,
        removed_chips=field.chips_removed,
        in_play_chips=book.in_play,
        expected_chips=int(told["issued"] or 0) - field.chips_removed,
        players_left=field.players_left,
        counted=told["players"],
        counted_chips=counted,
        difference_chips=-book.missing(counted=counted) if told["players"] == field.players_left else None,
        average_chips=book.average_stack(players_left=field.players_left),
    )
