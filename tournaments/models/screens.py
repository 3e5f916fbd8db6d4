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


class ScreenRole(models.TextChoices):
    """What a display is there for."""

    CLOCK = "clock"
    SEATS = "seats"
    PAYOUTS = "payouts"
    FINAL_TABLE = "final_table"
    TABLE = "table"  # one table with its seats
    LOBBY = "lobby"  # all tournaments of the day
    SCHEDULE = "schedule"  # what comes
    OVERLAY = "overlay"  # over the picture of a stream
    SPONSORS = "sponsors"  # who supports the house, one picture after the other


class ScreenLayout(models.TextChoices):
    """How the clock of a display is laid out."""

    CLASSIC = "classic"
    POSTER = "poster"


class Screen(models.Model):
    """A display that somebody paired by the code on it. It opens one address for ever; this row says what it shows.

    name: where it hangs, for the staff. volume: per cent, heard only with sound. voice:
    whether it speaks, too, where it is heard. table_number: of the role table."""

    code = models.CharField(max_length=6, primary_key=True)
    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="screens")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="screens")
    sound = models.BooleanField(default=False)
    paired_at = models.DateTimeField()
    name = models.CharField(max_length=40, blank=True)
    role = models.CharField(max_length=12, choices=ScreenRole.choices, default=ScreenRole.CLOCK)
    layout = models.CharField(max_length=8, choices=ScreenLayout.choices, default=ScreenLayout.CLASSIC)
    table_number = models.PositiveIntegerField(null=True, blank=True)
    volume = models.PositiveSmallIntegerField(default=70)
    voice = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=ScreenRole.values), name="screen_role_known"),
            models.CheckConstraint(
                condition=models.Q(layout__in=ScreenLayout.values), name="screen_layout_known"
            ),
            models.CheckConstraint(condition=models.Q(volume__lte=100), name="screen_volume_per_cent"),
            models.CheckConstraint(
                condition=models.Q(role=ScreenRole.TABLE, table_number__isnull=False)
                | (~models.Q(role=ScreenRole.TABLE) & models.Q(table_number__isnull=True)),
                name="screen_table_of_its_role",
            ),
        ]
