"""That a tournament or a table stands, because many of its players' lines went at once."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from play.models.table import PlayTable
from tournaments.models import Tournament


class LinesHoldOutcome(models.TextChoices):
    """Why it went on."""

    BACK = "back"  # enough players are back
    OVER = "over"  # it had stood for as long as it may
    STAFF = "staff"  # they let it go on, or hold it themselves
    CLOSED = "closed"  # with its tables


class LinesHold(models.Model):
    """One time that lost lines held something; written by who holds the tables' rows.

    tournament, table: what is held, one of the two. lost: whose lines had gone, by the players' numbers; of_players: how many
    players had a line before; first_lost_at: when the first of them went. until: when it goes on whoever is back. pauses_clock: the
    tournament's clock was stopped with it, and goes on with it. outcome: "" while it stands.
    """

    # no index of their own: the constraints and the index below have them
    tournament = models.ForeignKey(
        Tournament,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="lines_holds",
        db_index=False,
    )
    table = models.ForeignKey(
        PlayTable, null=True, blank=True, on_delete=models.PROTECT, related_name="lines_holds", db_index=False
    )
    held_at = models.DateTimeField()
    until = models.DateTimeField()
    first_lost_at = models.DateTimeField()
    lost = models.JSONField()
    of_players = models.PositiveIntegerField()
    pauses_clock = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(
        max_length=6, choices=LinesHoldOutcome.choices, blank=True, default="", db_default=""
    )

    class Meta:
        indexes = [
            models.Index(fields=["tournament", "-held_at"], name="lines_holds_of_tournament"),
            models.Index(fields=["table", "-held_at"], name="lines_holds_of_table"),
            models.Index(fields=["until"], condition=Q(ended_at__isnull=True), name="lines_holds_that_stand"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(tournament__isnull=True, table__isnull=False)
                | Q(tournament__isnull=False, table__isnull=True),
                name="lines_hold_of_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, outcome="") | Q(ended_at__isnull=False) & ~Q(outcome=""),
                name="lines_hold_ended_somehow",
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(ended_at__isnull=True, tournament__isnull=False),
                name="one_lines_hold_a_tournament",
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(ended_at__isnull=True, table__isnull=False),
                name="one_lines_hold_a_table",
            ),
        ]
