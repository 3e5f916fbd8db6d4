"""Who waits for a seat at a full cash table."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from people.models import Player
from play.models.table import PlayTable


class WaitingOutcome(models.TextChoices):
    """How somebody's waiting ended."""

    SEATED = "seated"
    LEFT = "left"  # by the player
    MISSED = "missed"  # the seat was offered and not taken in time
    CLOSED = "closed"  # the table
    BARRED = "barred"  # excluded meanwhile, or the player's data were erased


class WaitingPlace(models.Model):
    """A player in the waiting list of a table, in the order of the rows; written by who holds the table's row alone.

    offered_until: until when a free seat is kept for the player; null while none is. brings_cents: with what who has registered for a session wants
    to sit down when it begins. outcome: "" while the player waits; refused: the code of the refusal for which no seat was given then.
    """

    # no index of its own: the constraint below has one
    table = models.ForeignKey(PlayTable, on_delete=models.PROTECT, related_name="waiting", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="waiting_places")
    since = models.DateTimeField()
    offered_until = models.DateTimeField(null=True, blank=True)
    brings_cents = models.PositiveBigIntegerField(default=0, db_default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(
        max_length=6, choices=WaitingOutcome.choices, blank=True, default="", db_default=""
    )

    refused = models.CharField(max_length=40, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(ended_at__isnull=True),
                name="one_waiting_place_a_person",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, outcome="") | Q(ended_at__isnull=False) & ~Q(outcome=""),
                name="waiting_place_ended_somehow",
            ),
        ]
        indexes = [
            models.Index(
                fields=["offered_until"],
                condition=Q(ended_at__isnull=True, offered_until__isnull=False),
                name="offers_that_stand",
            )
        ]
