"""What the places are worth, and the season's points."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from people.models import Player
from tournaments.models import Entry, Season, Tournament


class PrizePool(models.Model):
    """The prizes as fixed when no further entry could come. Until then they are a forecast (queries)."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.PROTECT, related_name="prize_pool"
    )
    entries = models.PositiveIntegerField()
    gross_cents = models.PositiveBigIntegerField()  # what the entries brought for prizes, before the overlay
    overlay_cents = models.PositiveBigIntegerField(default=0)
    deductions_cents = models.PositiveBigIntegerField(default=0)
    net_cents = models.PositiveBigIntegerField()
    # [[first place, last place, cents for each], …] from the winner down; together net_cents
    prizes = models.JSONField()
    official_places = models.PositiveIntegerField()
    fixed_at = models.DateTimeField()
    command_id = models.UUIDField()


class AwardState(models.TextChoices):
    OWED = "owed"
    PAID = "paid"
    VOID = "void"  # undone; a new award stands for it


class Award(models.Model):
    """A prize that an entry has won. Rule: SCPT.L, PT-T.54"""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="awards")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="awards")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="awards")
    place = models.PositiveIntegerField()
    tied = models.PositiveSmallIntegerField(default=1)
    amount_cents = models.PositiveBigIntegerField()
    state = models.CharField(max_length=5, choices=AwardState.choices, default=AwardState.OWED)
    due_on = models.DateField()
    awarded_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_method = models.CharField(max_length=10, blank=True)
    transfer_id = models.BigIntegerField(null=True, blank=True)  # pool -> player
    command_id = models.UUIDField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry"], condition=~Q(state="void"), name="one_award_per_entry"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="award_positive"),
        ]
        indexes = [models.Index(fields=["tournament", "place"], name="award_place")]


class Score(models.Model):
    """Ranking points of one entry, with the working. Rule: SCPT.S

    points = 10·√n/√k·(c + log10(b + 0.25))·weight, kept in ten-thousandths."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="scores")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="scores")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="scores")
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="score")
    place = models.PositiveIntegerField()
    scored_as_place = models.PositiveIntegerField()  # differs after a deal
    entries = models.PositiveIntegerField()
    buy_in_cents = models.PositiveBigIntegerField()
    c_milli = models.PositiveIntegerField()
    weight_milli = models.PositiveIntegerField()
    points_e4 = models.PositiveBigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["season", "player"], name="score_season_player")]
