"""What the floor writes down while hands are played."""

from __future__ import annotations

from django.db import models

from people.models import User
from rules.penalties import PenaltyKind
from tables.models.seating import Table
from tournaments.models import Entry, Tournament


class HandDone(models.Model):
    """A table finished its hand of a hand-for-hand round. Rule: PT-T.49, ADTP.P16"""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="hands_done")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hands_done")
    round = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "round"], name="hand_done_once")]


class ChipCount(models.Model):
    """A stack was counted."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="chip_counts")
    stack_chips = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")


class Penalty(models.Model):
    """Rule: ADTP.67, ADTP.P2. Hands owed are counted down as they are served."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    kind = models.CharField(
        max_length=18, choices=[(kind.value, kind.value.replace("_", " ").title()) for kind in PenaltyKind]
    )
    rounds = models.PositiveSmallIntegerField(default=0)  # 1 to 4 for missed rounds
    hands_owed = models.PositiveSmallIntegerField(default=0)
    hands_served = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=300)
    rule = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    command_id = models.UUIDField()


class Ruling(models.Model):
    """A decision of the floor, as it was taken. Rule: ADTP.1"""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rulings")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    hand = models.PositiveIntegerField(
        null=True, blank=True
    )  # its number at the table, where one counts them
    kind = models.CharField(max_length=40)
    situation = models.JSONField()
    ruling = models.JSONField()
    rule = models.CharField(max_length=40)
    decision = models.CharField(
        max_length=500, blank=True
    )  # what was decided where it differs or is the director's
    # which of the ruling's choices was taken
    choice = models.CharField(max_length=40, blank=True)
    override_reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    command_id = models.UUIDField()
