"""What keeps a person from playing: exclusions and limits of money and time."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from people.models.players import Player
from rules.play_limits import LimitKind


class ExclusionKind(models.TextChoices):
    SELF = "self", "Self-exclusion"
    HOUSE = "house", "By the house"
    # removed as under age: until staff have compared the person with a document (SCPT.F)
    IDENTITY = "identity", "Identity to be checked"


class Exclusion(models.Model):
    """A span in which a player may not register: at one venue, or everywhere (`venue_id` null)."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="exclusions")
    venue_id = models.BigIntegerField(null=True, blank=True)
    from_at = models.DateTimeField()
    until_at = models.DateTimeField(null=True, blank=True)
    # null: made before this was kept
    made_at = models.DateTimeField(null=True, blank=True)
    kind = models.CharField(max_length=8, choices=ExclusionKind.choices)
    reason = models.CharField(max_length=300, blank=True, default="")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(until_at__isnull=True) | Q(until_at__gt=F("from_at")),
                name="people_exclusion_ends_after_start",
            ),
        ]
        indexes = [
            models.Index(
                fields=["player"], condition=Q(lifted_at__isnull=True), name="people_exclusion_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"exclusion {self.pk} of player {self.player_id}"

    @staticmethod
    def standing(*, at: datetime) -> Q:
        """Return the condition of exclusions that have begun by `at`, are not over and were not lifted."""
        return Q(Q(until_at__isnull=True) | Q(until_at__gt=at), lifted_at__isnull=True, from_at__lte=at)


class Period(models.TextChoices):
    DAY = "day", "Day"
    WEEK = "week", "Week"
    MONTH = "month", "Month"


class PlayLimit(models.Model):
    """The most a player lets himself pay in, spend, lose or play in a running period: of each kind, unit and period the row with the
    latest `applies_from` rules. unit: a currency; "" of time, which is in `minutes`.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="play_limits")
    kind = models.CharField(
        max_length=8,
        choices=[(kind.value, kind.value) for kind in LimitKind],
        default=LimitKind.SPEND.value,
        db_default=LimitKind.SPEND.value,
    )
    period = models.CharField(max_length=8, choices=Period.choices)
    unit = models.CharField(max_length=3, blank=True)
    # null: no limit from then on
    amount_cents = models.BigIntegerField(null=True, blank=True)
    minutes = models.PositiveIntegerField(null=True, blank=True)
    set_at = models.DateTimeField()
    applies_from = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(amount_cents__isnull=True) | Q(amount_cents__gte=0),
                name="people_playlimit_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(applies_from__gte=F("set_at")), name="people_playlimit_not_backdated"
            ),
            models.CheckConstraint(
                condition=Q(kind="time", unit="", amount_cents__isnull=True)
                | (~Q(kind="time") & ~Q(unit="") & Q(minutes__isnull=True)),
                name="people_playlimit_money_or_time",
            ),
        ]
        indexes = [
            models.Index(
                fields=["player", "unit", "kind", "period", "-applies_from"], name="people_playlimit_latest"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} limit of player {self.player_id} per {self.period}"
