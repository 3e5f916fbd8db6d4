"""From which lines and browsers players sat down for money, as digests that tell nothing without their key: only where the owner has it kept."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from people.models import Player
from play.models.table import Sitting
from tournaments.models import Tournament, Venue


class OriginWatch(models.Model):
    """That a house keeps origins, since when, and whose account switched it on. Without a row it keeps none."""

    venue = models.OneToOneField(Venue, on_delete=models.PROTECT, related_name="+", primary_key=True)
    since = models.DateTimeField()
    by = models.BigIntegerField()


class OriginKey(models.Model):
    """The half of a month's key that lies in the database, and is thrown away after three months; `bin/backup` leaves it out.

    The other half is the house's PLAY_KEY: made_with names it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    month = models.DateField()
    made_with = models.CharField(max_length=16)
    half = models.BinaryField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["month", "made_with"], name="one_origin_key_a_month")]


class PlayOrigin(models.Model):
    """From where somebody sat down at a cash table, or began a tournament that is played online. It leaves the database in nothing.

    key: the number of the key, which may be gone; digests under different keys tell nothing about each other. line, browser: null
    where nobody could tell.
    """

    # no index of their own: the constraints and the index below have them
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="+", db_index=False)
    sitting = models.ForeignKey(
        Sitting, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()
    key = models.UUIDField()
    line = models.BinaryField(max_length=16, null=True)
    browser = models.BinaryField(max_length=16, null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(sitting__isnull=True, tournament__isnull=False)
                | Q(sitting__isnull=False, tournament__isnull=True),
                name="origin_of_one_thing",
            ),
            models.UniqueConstraint(fields=["sitting"], name="one_origin_a_sitting"),
            models.UniqueConstraint(fields=["tournament", "player"], name="one_origin_a_tournament"),
        ]
        indexes = [
            models.Index(fields=["player", "at"], name="origins_of_player"),
            models.Index(fields=["at"], name="origins_by_age"),
        ]
