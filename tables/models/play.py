"""What the floor writes down while hands are played."""

from __future__ import annotations

from django.db import models
from django.db.models import Count, F, OuterRef, Subquery
from django.db.models.functions import Coalesce

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


class _WithHandsServed(models.Manager["Penalty"]):
    """Penalties with hands_served: those that somebody counted, and those of the rounds of hand-for-hand."""

    def get_queryset(self) -> models.QuerySet[Penalty]:
        rounds = SatOut.objects.filter(penalty=OuterRef("pk")).order_by().values("penalty")
        served = F("hands_counted") + Coalesce(Subquery(rounds.annotate(n=Count("pk")).values("n")), 0)
        return super().get_queryset().annotate(hands_served=served)  # type: ignore[no-redef]


class Penalty(models.Model):
    """Rule: ADTP.67, ADTP.P2. hands_served is no column: what somebody counted and the rounds sat out."""

    hands_served: int

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    kind = models.CharField(
        max_length=18, choices=[(kind.value, kind.value.replace("_", " ").title()) for kind in PenaltyKind]
    )
    rounds = models.PositiveSmallIntegerField(default=0)  # 1 to 4 for missed rounds
    hands_owed = models.PositiveSmallIntegerField(default=0)
    hands_counted = models.PositiveSmallIntegerField(default=0, db_column="hands_served")
    hand_for_hand_round = models.PositiveIntegerField(default=0)  # it was given in; 0: outside hand-for-hand
    reason = models.CharField(max_length=300)
    rule = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    command_id = models.UUIDField()

    objects = _WithHandsServed()


class SatOut(models.Model):
    """The hand of a round of hand-for-hand was missed for a penalty. hand_done: of whose table, null where somebody counted it
    before the table had done its hand. Rule: ADTP.67A, PT-T.49"""

    penalty = models.ForeignKey(Penalty, on_delete=models.PROTECT, related_name="sat_out")
    round = models.PositiveIntegerField()
    hand_done = models.ForeignKey(HandDone, null=True, on_delete=models.CASCADE, related_name="sat_out")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["penalty", "round"], name="sat_out_once")]


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
