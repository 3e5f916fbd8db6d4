"""Hands as they lie in the database once they are over, made without being played: for figures over many of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from play.models import DealtHand, HandAct, HandOfPlayer, TableKind
from tests import cast
from tests.play.conftest import AtTable, open_one

#: seat, street, act, milliseconds, and whether it was all-in
Deed = tuple[int, str, str, int, bool]


def deed(seat: int, act: str, street: str = "preflop", ms: int = 2_000, *, all_in: bool = False) -> Deed:
    return (seat, street, act, ms, all_in)


@dataclass
class Made:
    """A demo table at which nobody need sit: its hands are rows. people: by seat."""

    table: AtTable
    people: Mapping[int, cast.Person]
    number: int = field(default=0)

    def hand(
        self,
        at: datetime,
        changes: Mapping[int, int],
        deeds: Sequence[Deed] = (),
        *,
        lasted: timedelta = timedelta(minutes=1),
    ) -> DealtHand:
        """One hand that was over at an instant, with what each seat won or (below 0) lost."""
        self.number += 1
        hand = DealtHand.objects.create(
            table_id=self.table.table_id,
            number=1_000 + self.number,
            seed=b"x" * 32,
            key="none",
            root="",
            committed_at=at - lasted,
            committed_by=cast.new_id(),
            dealt_at=at - lasted,
            small_blind_chips=50,
            big_blind_chips=100,
            result={},
            closed_at=at,
        )
        HandOfPlayer.objects.bulk_create(
            HandOfPlayer(
                player_id=self.people[seat].player_id,
                table_id=self.table.table_id,
                hand=hand,
                seat=seat,
                staked_chips=max(-change, 0),
                won_chips=max(change, 0),
            )
            for seat, change in changes.items()
        )
        HandAct.objects.bulk_create(
            HandAct(
                hand=hand,
                turn=turn,
                seat=seat,
                street=street,
                act=act,
                to_chips=0,
                all_in=all_in,
                took_ms=ms,
                manner="player",
            )
            for turn, (seat, street, act, ms, all_in) in enumerate(deeds, start=1)
        )
        return hand

    def asked(self, *, days: int = 1) -> dict[str, object]:
        """What a query over these hands is asked with."""
        first = cast.OPEN.date()
        return {"kind": TableKind.DEMO, "first": first, "last": first + timedelta(days=days)}


def made_table(house: cast.House, *, seats: int = 3) -> Made:
    return Made(open_one(house), {seat: cast.person(f"Joga{seat}") for seat in range(1, seats + 1)})
