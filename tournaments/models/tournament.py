"""The tournament and the two rows beside it that change while it runs."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from tournaments.models.circuit import CURRENCIES, PLAY_MONEY, Stage, Venue


class TournamentState(models.TextChoices):
    DRAFT = "draft"
    ANNOUNCED = "announced"  # published: everybody sees it, its draw is committed to
    REGISTERING = "registering"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Format(models.TextChoices):
    MULTI_TABLE = "multi_table"
    SIT_AND_GO = "sit_and_go"


class Tournament(models.Model):
    """One tournament: what was announced. What changes while it runs is in Field and Clock, so that a
    registration needs no more than a share lock on this row."""

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="tournaments")
    stage = models.ForeignKey(
        Stage, null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    number = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=120)
    variant = models.CharField(max_length=30, default="nlhe")
    format = models.CharField(max_length=20, choices=Format.choices, default=Format.MULTI_TABLE)
    online = models.BooleanField(default=False)
    main_event = models.BooleanField(default=False)
    high_roller = models.BooleanField(default=False)
    # a director's rehearsal or `simulate`: never on public pages, never in a ranking
    practice = models.BooleanField(default=False)
    state = models.CharField(max_length=20, choices=TournamentState.choices, default=TournamentState.DRAFT)

    starts_at = models.DateTimeField()
    registration_opens_at = models.DateTimeField(null=True, blank=True)
    currency = models.CharField(max_length=3, choices=[*CURRENCIES, (PLAY_MONEY, PLAY_MONEY)])
    price_cents = models.PositiveBigIntegerField()
    split = models.JSONField()  # rules.entries: components of the price
    # what an entry costs until some time: [{minutes_before_start | until_level, price_cents, split}, …] (rules.entries)
    price_periods = models.JSONField(default=list, db_default=[])
    guarantee_cents = models.PositiveBigIntegerField(default=0)
    starting_stack_chips = models.PositiveIntegerField()
    seats_per_table = models.PositiveSmallIntegerField(default=9)
    # seats in the room for this tournament at one time; null = as many tables as needed
    capacity = models.PositiveIntegerField(null=True, blank=True)
    # where its tables are counted from; null = the lowest numbers that are free in the room
    first_table_number = models.PositiveIntegerField(null=True, blank=True)
    structure = models.JSONField()  # rules.levels
    late_registration_level = models.PositiveSmallIntegerField(default=0)  # last level with entries; 0 = none
    # so many minutes after the start instead of to the end of a level; null = by level
    late_registration_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    # a timed tournament ends so long after its start, by chips (PT-T.52); null = with one player left
    length_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    # how early one may cancel, where that is earlier than the rule set's limit; null = as the rule set says
    cancel_minutes_before_start = models.PositiveIntegerField(null=True, blank=True)
    # null = without limit; 0 = freezeout
    re_entries_per_player = models.PositiveSmallIntegerField(null=True, blank=True, default=0)
    surrender = models.BooleanField(default=False)  # a short stack may be given up to re-enter (SCPT.U)
    alternates = models.BooleanField(
        default=True
    )  # without a free seat: wait in line, or be refused (SCPT.H)
    # chips of one starting stack: [[denomination, count], …]; empty online
    chip_set = models.JSONField(default=list)
    # {price_cents, chips, split, until_level, per_player (null = without limit), condition} (rules.entries)
    rebuy = models.JSONField(null=True, blank=True)
    # {price_cents, chips, split, after_level, per_player}
    add_on = models.JSONField(null=True, blank=True)
    # bonus chips of who paid by so many minutes before the announced start; 0 chips = none (rules.entries.time_chip)
    time_chip_chips = models.PositiveIntegerField(default=0)
    time_chip_minutes_before_start = models.PositiveSmallIntegerField(default=0)
    # numbers of players left at which everybody draws a new seat, falling
    redraw_at = models.JSONField(default=list)
    payout_table = models.JSONField()  # rules.prizes
    # prizes are multiples of it, and what does not fit is the winner's; 1: to the cent (rules.prizes.PRIZE_UNITS)
    prize_unit_cents = models.PositiveIntegerField(default=1, db_default=1)
    rule_set = models.CharField(max_length=60)
    policies = models.JSONField()  # the policies it runs under, whole
    ranking_weight_milli = models.PositiveIntegerField(default=1000)
    ranks = models.BooleanField(default=True)

    created_at = models.DateTimeField()
    # how often what was announced became another, and when last: calendars take the newer copy of two
    revision = models.PositiveIntegerField(default=0, db_default=0)
    revised_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(seats_per_table__gte=2, seats_per_table__lte=10), name="seats_2_to_10"
            ),
            models.CheckConstraint(condition=Q(starting_stack_chips__gt=0), name="starting_stack_positive"),
            # money of practice never becomes that of a real night
            models.CheckConstraint(
                condition=Q(practice=True) | ~Q(currency=PLAY_MONEY), name="play_money_is_practice"
            ),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__gte=2), name="capacity_two_up"
            ),
        ]
        indexes = [models.Index(fields=["venue", "state", "starts_at"], name="tournament_calendar")]

    def __str__(self) -> str:
        return self.name

    @property
    def begins_at(self) -> datetime:
        """As announced; of a sit & go that began when its seats were taken, when that was: the hour that was planned says nothing then."""
        began = self.started_at if self.format == Format.SIT_AND_GO else None
        return began or self.starts_at


class Field(models.Model):
    """The counted field of a started tournament. Its row is the lock that everything takes which changes who is
    in (late entry, bust, re-entry, undo): places are decided in that order and cost the same in any field.

    Made when the tournament starts; before that, entries are counted."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.PROTECT, related_name="field"
    )
    entries_total = models.PositiveIntegerField()  # paid entries and re-entries that count for places
    entries_unique = models.PositiveIntegerField()
    players_left = models.PositiveIntegerField()  # holding chips in a seat
    waiting = models.PositiveIntegerField(default=0)  # alternates
    chips_issued = models.BigIntegerField()
    chips_removed = models.BigIntegerField(default=0)
    rebuys = models.PositiveIntegerField(default=0)
    add_ons = models.PositiveIntegerField(default=0)
    tables_open = models.PositiveIntegerField(
        default=0
    )  # not broken; so that a bust knows when one may break
    # set when no further entry can come: places are final from here, and the prizes are fixed
    entries_closed_at = models.DateTimeField(null=True, blank=True)
    # when the time of a timed tournament was up: hands begun since are its last ones
    time_up_at = models.DateTimeField(null=True, blank=True)
    hand_for_hand_round = models.PositiveIntegerField(default=0)
    # the first round of the hand-for-hand that is played, or was last: its hands are counted from there
    hand_for_hand_from = models.PositiveIntegerField(default=1, db_default=1)
    hand_for_hand = models.BooleanField(default=False)
    final_table_at = models.DateTimeField(null=True, blank=True)
    # how many were in when all seats were last drawn anew; announced points above it are done
    redrawn_with = models.PositiveIntegerField(null=True, blank=True)
    # how often an elimination was undone: with it those who are out see that their places may have moved
    undone = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(players_left__lte=F("entries_total")), name="field_left_within_total"
            ),
            models.CheckConstraint(
                condition=Q(chips_removed__lte=F("chips_issued")), name="field_chips_accounted"
            ),
        ]

    def hand_number(self, round_: int) -> int:
        """Return which hand of its hand-for-hand a round is, from 1: each hand-for-hand counts its own. Rule: PT-T.49"""
        return round_ - self.hand_for_hand_from + 1 if round_ >= self.hand_for_hand_from else round_

    @property
    def at_final_table(self) -> bool:
        """The final table was formed, or there is one table and nobody can enter any more.

        So a tournament of one table, a sit & go among them, is at it from the closing of its entries. Rule: ADTP.P9"""
        alone = self.tables_open == 1 and self.entries_closed_at is not None
        return alone or self.final_table_at is not None


class Clock(models.Model):
    """The tournament clock as anchors; what it shows is computed (rules.clock). Rule: ADTP.23"""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.PROTECT, related_name="clock"
    )
    state = models.JSONField()  # rules.clock.ClockState
    level_index = models.PositiveSmallIntegerField(default=0)
    # how many times a level began; with it each announcement has a name of its own
    turn = models.PositiveIntegerField(default=0)
    deadline_at = models.DateTimeField(null=True, blank=True)  # null while stopped
    frozen = models.BooleanField(default=False)
    # the anchors before the last change by a person: {state, kind, at}; so that it can be undone
    before = models.JSONField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["deadline_at"], name="clock_due", condition=Q(deadline_at__isnull=False)),
        ]


class LevelAnnouncement(models.Model):
    """A level was announced: one row each, whoever swept."""

    clock = models.ForeignKey(Clock, on_delete=models.PROTECT, related_name="announcements")
    turn = models.PositiveIntegerField()
    level_index = models.PositiveSmallIntegerField()
    due_at = models.DateTimeField()
    announced_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["clock", "turn"], name="level_announced_once")]
