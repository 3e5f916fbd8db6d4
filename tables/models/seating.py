"""Tables and who sits where."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models import Entry, Tournament, Venue


class TableState(models.TextChoices):
    OPEN = "open"
    HALTED = "halted"  # 3 or more short: plays no hand until filled (ADTP.11)
    BROKEN = "broken"


class Table(models.Model):
    """A table of a tournament. Positions are seat numbers of the hand being played (or the last one)."""

    # no index of its own here and below: one that begins with it stands in Meta
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="tables", db_index=False
    )
    number = models.PositiveIntegerField()
    # the house in which this table has its number alone; null for practice and online, and from when it breaks or its
    # tournament ends: then the number is free for others (`operations.numbering`)
    room = models.ForeignKey(
        Venue, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    seats = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=TableState.choices, default=TableState.OPEN)
    # players seated: kept with the seats in the same transaction, so that balancing reads one row a table
    players = models.PositiveSmallIntegerField(default=0)
    break_order = models.PositiveIntegerField(default=0)  # 1 breaks first; shown beforehand (ADTP.10)
    button_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    small_blind_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    big_blind_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # where the small blind belongs, also when nobody posts it: the next button goes there (ADTP.32)
    small_blind_spot = models.PositiveSmallIntegerField(null=True, blank=True)
    # when they were noted last, by the draw or the floor: at the felt nobody tells the house of each hand
    positions_at = models.DateTimeField(null=True, blank=True)
    final = models.BooleanField(default=False)
    broken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="table_number"),
            # two events in one room never share a number: seats, slips and screens would collide (ADTP.7)
            models.UniqueConstraint(
                fields=["room", "number"], name="table_number_in_room", condition=Q(room__isnull=False)
            ),
            models.CheckConstraint(
                condition=Q(room__isnull=True) | ~Q(state="broken"), name="broken_table_has_no_room"
            ),
            models.CheckConstraint(condition=Q(players__lte=models.F("seats")), name="table_not_overfull"),
        ]
        indexes = [
            # forwards the shortest table, backwards the fullest, as 11C orders equal ones
            models.Index(
                fields=["tournament", "players", "-break_order"],
                name="table_open",
                condition=~Q(state="broken"),
            ),
            models.Index(
                fields=["tournament", "break_order"], name="table_breaks_next", condition=~Q(state="broken")
            ),
        ]


class Seat(models.Model):
    """A chair. One entry at most, and an entry in one chair at most: both by the database."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="chairs", db_index=False)
    number = models.PositiveSmallIntegerField()
    entry = models.OneToOneField(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="seat")
    since = models.DateTimeField(null=True, blank=True)
    verified_at = models.DateTimeField(null=True, blank=True)  # the floor saw the right player there
    # must wait until the button has passed (ADTP.8A, 10)
    waits_for_button = models.BooleanField(default=False)
    away = models.BooleanField(default=False)  # seated as away (PT-T.26), or an absent stack in play (SCPT.Q)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False)
                | Q(verified_at__isnull=True, waits_for_button=False, away=False),
                name="empty_seat_is_empty",
            ),
        ]


class MoveReason(models.TextChoices):
    DRAW = "draw"
    LATE_ENTRY = "late_entry"
    ALTERNATE = "alternate"
    BALANCE = "balance"
    BREAK = "break"
    REDRAW = "redraw"
    FINAL_TABLE = "final_table"
    CORRECTION = "correction"  # wrong seat, right chips (ADTP.7)
    UNDO = "undo"


class Move(models.Model):
    """A player came to a seat; the history of the room."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="moves", db_index=False)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="moves", db_index=False)
    reason = models.CharField(max_length=12, choices=MoveReason.choices)
    from_table_number = models.PositiveIntegerField(null=True, blank=True)
    from_seat_number = models.PositiveSmallIntegerField(null=True, blank=True)
    to_table_number = models.PositiveIntegerField()
    to_seat_number = models.PositiveSmallIntegerField()
    draw_number = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    acknowledged_at = models.DateTimeField(null=True, blank=True)  # "I'm moving"
    command_id = models.UUIDField()

    class Meta:
        indexes = [
            models.Index(fields=["entry", "-id"], name="move_of_entry"),
            models.Index(fields=["tournament", "from_table_number", "-id"], name="move_from_table"),
            models.Index(fields=["command_id"], name="move_command"),
        ]


class DrawBook(models.Model):
    """The secret behind every draw of one tournament: committed to beforehand, revealed at the end.

    master_seed never leaves the database before revealed_at: not in a fact, a topic, a log or an error."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.PROTECT, related_name="draw_book"
    )
    commitment = models.CharField(max_length=64)
    master_seed = models.BinaryField(max_length=32)
    last_number = models.PositiveIntegerField(default=0)
    committed_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True, blank=True)


class Draw(models.Model):
    """One draw, as published: anybody can compute it again (rules.draw, static/verify_draw.py)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="draws", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    record = models.JSONField()  # rules.draw.DrawRecord
    at = models.DateTimeField()
    command_id = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="draw_number")]
