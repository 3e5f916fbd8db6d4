"""The prizes of a tournament as rows of places, from the winner down."""

from __future__ import annotations

from dataclasses import dataclass

# (first place, last place, cents for each)
PrizeRow = tuple[int, int, int]


def joined(prizes_cents: tuple[int, ...]) -> list[PrizeRow]:
    """Return the prizes of places 1 to n with equal neighbours joined; places without a prize are left out."""
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
        """Return the ladder from its stored rows."""
        return cls(rows=tuple((int(f), int(t), int(c)) for f, t, c in rows))

    @property
    def places(self) -> int:
        """The last place with a prize; 0 without any."""
        return self.rows[-1][1] if self.rows else 0

    def at(self, place: int) -> int:
        """Return the prize of a place in cents, 0 outside the money."""
        return next((cents for first, last, cents in self.rows if first <= place <= last), 0)

    def span(self, place: int, tied: int) -> list[int]:
        """Return the prizes of `tied` places from `place` on."""
        return [self.at(p) for p in range(place, place + tied)]

    def total(self) -> int:
        """Return all prizes together."""
        return sum((last - first + 1) * cents for first, last, cents in self.rows)
