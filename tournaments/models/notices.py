"""What people are told of their tournaments, and what a house does not send by mail."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from people.models import Player
from rules.notices import NoticeKind
from tournaments.models.circuit import Venue
from tournaments.models.tournament import Tournament

KINDS = [(kind.value, kind.value) for kind in NoticeKind]


class NoticeState(models.TextChoices):
    LISTED = "listed"  # on the own page only: no confirmed address, or switched off
    WAITING = "waiting"  # for its turn, or for the next try
    SENT = "sent"
    LATE = "late"  # not sent: it came too late to be of use
    FAILED = "failed"  # given up; a dead letter tells the house
    DROPPED = "dropped"  # by the house, with a reason


class Notice(models.Model):
    """One thing told to one person, once for each fact. What it says is in `told`: no names, no addresses."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="notices", db_index=False)
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="notices", db_index=False
    )
    # whose table it is about, where it is about none of a tournament
    venue = models.ForeignKey(
        Venue, null=True, blank=True, on_delete=models.PROTECT, related_name="notices", db_index=False
    )
    kind = models.CharField(max_length=10, choices=KINDS)
    # the fact it is made from; a plain number: facts are dispatch's
    fact_id = models.BigIntegerField()
    at = models.DateTimeField()
    told = models.JSONField()
    state = models.CharField(max_length=8, choices=NoticeState.choices)
    tries = models.PositiveSmallIntegerField(default=0)
    # when it is sent next: whoever takes it moves this on, so that another finds it again should they die
    next_at = models.DateTimeField()
    useful_until = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fact_id", "player", "kind"], name="notice_once"),
            models.CheckConstraint(
                condition=Q(tournament__isnull=False, venue__isnull=True)
                | Q(tournament__isnull=True, venue__isnull=False),
                name="notice_about_one",
            ),
            models.CheckConstraint(
                condition=Q(state="sent", sent_at__isnull=False)
                | (~Q(state="sent") & Q(sent_at__isnull=True)),
                name="notice_sent_when",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-id"], name="notice_of_player"),
            models.Index(fields=["next_at"], name="notice_waiting", condition=Q(state="waiting")),
            models.Index(fields=["tournament", "state"], name="notice_of_tournament"),
            models.Index(fields=["venue", "state"], name="notice_of_venue", condition=Q(venue__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk}"


class VenueMailOff(models.Model):
    """A kind of notice that a house does not send by mail."""

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="mails_off", db_index=False)
    kind = models.CharField(max_length=10, choices=KINDS)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["venue", "kind"], name="venue_mail_off_once")]
