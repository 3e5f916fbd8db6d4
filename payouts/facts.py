"""What payouts say: values that its callers and its faces exchange, and how money of prizes is referred to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

AwardId = NewType("AwardId", int)


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyShare:
    """What one player has of the bounty of somebody who is out."""

    entry_id: int
    player_id: int
    name: str
    amount_cents: int

    def as_dict(self) -> dict[str, object]:
        return {"entry_id": self.entry_id, "name": self.name, "amount_cents": self.amount_cents}


# (first place, last place, cents for each)
PrizeRow = tuple[int, int, int]


def pool_reference(tournament_id: int) -> str:
    """What overlay and deductions of a tournament's pool are booked under."""
    return f"prizes:{tournament_id}"


def award_reference(award_id: int) -> str:
    """What a prize is booked under, from the pool to the player's hand."""
    return f"award:{award_id}"


def repayment_reference(repayment_id: int) -> str:
    """What money handed back after a cancellation is booked under."""
    return f"repayment:{repayment_id}"


def bounty_reference(elimination_id: int) -> str:
    """What the bounty of somebody who is out is booked under."""
    return f"bounty:{elimination_id}"


def joined(prizes_cents: tuple[int, ...]) -> list[PrizeRow]:
    """The prizes of places 1 to n with equal neighbours joined; places without a prize are left out."""
    rows: list[PrizeRow] = []
    for place, cents in enumerate(prizes_cents, 1):
        if cents <= 0:
            continue
        if rows and rows[-1][2] == cents and rows[-1][1] == place - 1:
            rows[-1] = (rows[-1][0], place, cents)
        else:
            rows.append((place, place, cents))
    return rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """The prizes of a tournament: rows from the winner down."""

    rows: tuple[PrizeRow, ...]

    @classmethod
    def of(cls, rows: list[list[int]] | list[PrizeRow]) -> Ladder:
        """The ladder from its stored rows."""
        return cls(rows=tuple((int(f), int(t), int(c)) for f, t, c in rows))

    @property
    def places(self) -> int:
        """The last place with a prize; 0 without any."""
        return self.rows[-1][1] if self.rows else 0

    def at(self, place: int) -> int:
        """The prize of a place in cents, 0 outside the money."""
        return next((cents for first, last, cents in self.rows if first <= place <= last), 0)

    def span(self, place: int, tied: int) -> list[int]:
        """The prizes of `tied` places from `place` on."""
        return [self.at(p) for p in range(place, place + tied)]

    def total(self) -> int:
        """All prizes together."""
        return sum((last - first + 1) * cents for first, last, cents in self.rows)
