"""What an integrity officer looks into: about whom, with which hands and complaints, and what came of it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from people.models import Player
from play.models.complaints import Complaint
from play.models.table import DealtHand
from tournaments.models import Venue


class CaseOutcome(models.TextChoices):
    NOTHING = "nothing"  # nothing was found
    MEASURES = "measures"  # the house took measures; which ones, the last entry says
    HANDED_ON = "handed_on"  # it is with the authority


class IntegrityCase(models.Model):
    """A case of a house: opened, written in, closed with an outcome. Never shown to whom it is about. Rule: PT-H.11, PT-O.11

    opened_by, closed_by: accounts of staff. outcome: "" while it is open.
    """

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="+", db_index=False)
    opened_at = models.DateTimeField()
    opened_by = models.BigIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.BigIntegerField(null=True, blank=True)
    outcome = models.CharField(
        max_length=9, choices=CaseOutcome.choices, blank=True, default="", db_default=""
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, closed_by__isnull=True, outcome="")
                | (Q(closed_at__isnull=False, closed_by__isnull=False) & ~Q(outcome="")),
                name="case_closed_with_outcome",
            )
        ]
        indexes = [models.Index(fields=["venue", "-id"], name="cases_of_house")]


class CasePlayer(models.Model):
    """Somebody a case is about."""

    case = models.ForeignKey(IntegrityCase, on_delete=models.PROTECT, related_name="players", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "player"], name="once_in_a_case")]


class CaseEntry(models.Model):
    """What was written in a case, by whom and when; nothing of it is changed. hand, complaint: what goes with it, one of the two at most.

    text: "" once it is erased with its players' data.
    """

    case = models.ForeignKey(IntegrityCase, on_delete=models.PROTECT, related_name="entries")
    at = models.DateTimeField()
    by = models.BigIntegerField()
    text = models.TextField()
    hand = models.ForeignKey(
        DealtHand, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    complaint = models.ForeignKey(
        Complaint, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(hand__isnull=True) | Q(complaint__isnull=True), name="case_entry_about_one_thing"
            )
        ]
