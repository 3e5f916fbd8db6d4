"""Whose cards an integrity officer looked at, and why."""

from __future__ import annotations

from django.db import models

from play.models.table import DealtHand
from tournaments.models import Venue


class HandOpening(models.Model):
    """All cards of a hand that is over were opened to one officer, for some minutes. No card is in it. Rule: PT-H.11, PT-O.11

    opened_by: an account of staff. reason: in the officer's words.
    """

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="+", db_index=False)
    hand = models.ForeignKey(DealtHand, on_delete=models.PROTECT, related_name="openings")
    opened_by = models.BigIntegerField()
    opened_at = models.DateTimeField()
    reason = models.CharField(max_length=300)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="hand_opened_for_a_reason")
        ]
        indexes = [models.Index(fields=["venue", "-id"], name="openings_of_house")]
