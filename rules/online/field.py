"""How a player plays beside the others of the same kind of table: what lies far from all of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A figure of several players: how many there are, what it comes to together, and its squares."""

    players: int
    total: int
    squares: int

    def without(self, value: int) -> Spread:
        """Return that of the others, where one of them has this value."""
        return Spread(
            players=self.players - 1, total=self.total - value, squares=self.squares - value * value
        )

    @property
    def mean(self) -> int:
        """The mean, rounded down; 0 of nobody."""
        return self.total // self.players if self.players else 0


def lies_far(value: int, *, others: Spread, deviations: int, least_deviation: int) -> bool:
    """Return whether a value lies more than so many standard deviations from the mean of others. least_deviation: others who are all alike do not
    make a small difference a large one.

    Both sides are multiplied by the number of others and squared, so that nothing is rounded.
    """
    if not others.players:
        return False
    away = (others.players * value - others.total) ** 2
    varies = others.players * others.squares - others.total**2
    return away > deviations**2 * max(varies, (others.players * least_deviation) ** 2)
