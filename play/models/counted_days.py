"""What the integrity desk reads of days that are over: sums over their hands, so that nobody counts the same hands twice. No card is in them.

A row stands for nothing by itself: whoever reads compares the hands of its day with those that are there now (`play.queries.counted_days`), and where they
differ the hands are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.postgres.fields import ArrayField
from django.db import models

from people.models import Player
from play.models.table import TableKind
from tournaments.models import Venue

# Django's own field takes no types when it runs
if TYPE_CHECKING:
    _Number = models.Field[Any, Any]
else:
    _Number = models.Field


class ExactNumber(_Number):
    """A number with all its digits: parts of a big blind add up day by day to what they add up to hand by hand."""

    def db_type(self, connection: Any) -> str:
        """Return the type of the column."""
        del connection
        return "numeric"


class CountedDay(models.Model):
    """A day at the tables of one kind in a house, counted once it was over. since, until: between which its hands ended.

    counted_as: by which statements (`play.queries.counted_days.COUNTED_AS`). hands, voided_hands, last_hand_id: which hands were there then.
    """

    # the constraint below has its index
    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=TableKind.choices)
    since = models.DateTimeField()
    until = models.DateTimeField()
    counted_as = models.CharField(max_length=16)
    hands = models.PositiveIntegerField()
    voided_hands = models.PositiveIntegerField()
    last_hand_id = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["venue", "kind", "since"], name="day_counted_once"),
            models.CheckConstraint(
                condition=models.Q(until__gt=models.F("since")), name="counted_day_in_order"
            ),
        ]


class PairOfDay(models.Model):
    """Two players who were dealt the same hands on a day, the one with the lower number first: the figures of `play.queries.pair_sums`."""

    day = models.ForeignKey(CountedDay, on_delete=models.CASCADE, related_name="pairs", db_index=False)
    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    second = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    currency = models.CharField(max_length=3, blank=True)
    last_at = models.DateTimeField()
    hands = models.PositiveIntegerField()
    there = models.PositiveBigIntegerField()
    back = models.PositiveBigIntegerField()
    there_bb = models.PositiveBigIntegerField()
    back_bb = models.PositiveBigIntegerField()
    all_in_there = models.PositiveIntegerField()
    all_in_back = models.PositiveIntegerField()
    all_in_there_bb = models.PositiveBigIntegerField()
    all_in_back_bb = models.PositiveBigIntegerField()
    there_percent = ExactNumber()
    back_percent = ExactNumber()
    large_there = models.PositiveIntegerField()
    large_back = models.PositiveIntegerField()
    folded_there = models.PositiveIntegerField()
    folded_back = models.PositiveIntegerField()
    alone = models.PositiveIntegerField()
    checked = models.PositiveIntegerField()
    one_times = models.PositiveIntegerField()
    one_folds = models.PositiveIntegerField()
    two_times = models.PositiveIntegerField()
    two_folds = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "first", "second", "currency"], name="one_pair_a_day")
        ]


class PlayerOfDay(models.Model):
    """A player's hands of a day: the figures of `play.queries.style_sums`.

    net_bb, squares_bb: hundredths of big blinds won, and their squares; ms, squares_ms: of the decisions that took the time of thinking. tenths, times: which tenths of a second
    those took, and how many took each; same_tenth: how many the most frequent. by_bin, by_hour: decisions and hands. begins, ends: stretches of play without a rest between.
    """

    day = models.ForeignKey(CountedDay, on_delete=models.CASCADE, related_name="players", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    currency = models.CharField(max_length=3, blank=True)
    last_at = models.DateTimeField()
    days = models.PositiveSmallIntegerField()
    hands = models.PositiveIntegerField()
    net = models.BigIntegerField()
    net_bb = ExactNumber()
    squares_bb = ExactNumber()
    entered = models.PositiveIntegerField()
    raised = models.PositiveIntegerField()
    pushes = models.PositiveIntegerField()
    calls = models.PositiveIntegerField()
    decisions = models.PositiveIntegerField()
    ms = models.PositiveBigIntegerField()
    squares_ms = ExactNumber()
    same_tenth = models.PositiveIntegerField()
    fastest = models.PositiveIntegerField(null=True)
    tenths = ArrayField(models.PositiveIntegerField())
    times = ArrayField(models.PositiveIntegerField())
    by_bin = ArrayField(models.PositiveIntegerField())
    by_hour = ArrayField(models.PositiveIntegerField())
    begins = ArrayField(models.DateTimeField())
    ends = ArrayField(models.DateTimeField())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "player", "currency"], name="one_player_a_day")]
