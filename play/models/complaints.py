"""What players complain about, and what the house answers."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from people.models import Player
from play.models.table import DealtHand
from tournaments.models import Venue


class ComplaintState(models.TextChoices):
    OPEN = "open"  # the house owes an answer
    ANSWERED = "answered"
    CLOSED = "closed"


class Complaint(models.Model):
    """A player's complaint about a hand, whose record is attached by being there for ever. Rule: PT-H.66, PT-T.55

    about: the player whose play it is about, null where it is about nobody's. text, answer: as they were written; they are in no fact and no log. Both are "" once they are erased with their player's data. answered_by, closed_by: accounts of staff.
    """

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="+", db_index=False)
    hand = models.ForeignKey(DealtHand, on_delete=models.PROTECT, related_name="complaints")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="complaints")
    about = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    state = models.CharField(max_length=8, choices=ComplaintState.choices, default=ComplaintState.OPEN)
    text = models.TextField()
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    answer = models.TextField(blank=True, default="")
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.BigIntegerField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["hand", "player"], condition=Q(state="open"), name="one_open_complaint_a_hand"
            ),
            models.CheckConstraint(
                condition=Q(state="open", answered_at__isnull=True, closed_at__isnull=True)
                | Q(state="answered", answered_at__isnull=False, closed_at__isnull=True)
                | Q(state="closed", answered_at__isnull=False, closed_at__isnull=False),
                name="complaint_answered_before_closed",
            ),
            models.CheckConstraint(
                condition=Q(about__isnull=True) | ~Q(about=models.F("player")), name="complaint_about_another"
            ),
        ]
        indexes = [models.Index(fields=["venue", "state", "id"], name="complaints_of_house")]
