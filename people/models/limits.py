"""What keeps a person from playing: exclusions and limits of spending."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from people.models.players import Player


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


class Period(models.TextChoices):
    DAY = "day", "Day"
    WEEK = "week", "Week"
    MONTH = "month", "Month"


class PlayLimit(models.Model):
    """The most a player lets himself spend in a running period. The row with the latest `applies_from` rules."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="play_limits")
    period = models.CharField(max_length=8, choices=Period.choices)
    unit = models.CharField(max_length=3)
    # null: no limit from then on
    amount_cents = models.BigIntegerField(null=True, blank=True)
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
        ]
        indexes = [
            models.Index(
                fields=["player", "unit", "period", "-applies_from"], name="people_playlimit_latest"
            ),
        ]

    def __str__(self) -> str:
        return f"limit of player {self.player_id} per {self.period}"
