"""What the room's displays show beside the clock, and which display shows which tournament."""

from __future__ import annotations

from django.db import models

from tournaments.models.circuit import Venue
from tournaments.models.tournament import Tournament


class WallShow(models.TextChoices):
    CLOCK = "clock"
    SEATS = "seats"  # the seating list, alphabetical


class Wall(models.Model):
    """What the staff put on the displays of a tournament; without a row: the clock, no message."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.PROTECT, related_name="wall"
    )
    show = models.CharField(max_length=8, choices=WallShow.choices, default=WallShow.CLOCK)
    message = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()


class Screen(models.Model):
    """A display that somebody paired by the code on it. It opens one address for ever; this row says what it shows."""

    code = models.CharField(max_length=6, primary_key=True)
    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="screens")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="screens")
    sound = models.BooleanField(default=False)
    paired_at = models.DateTimeField()
