"""A table that is played online, its hands and who sits there.

No card is in any of these rows but those that lie open: a hand keeps a seed, and the deck follows from it under a key that is
not in the database (`play.queries.decks`).
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from django.db import models
from django.db.models import F, Q

from dispatch import prepared
from dispatch.commands import at_end, current_instant
from dispatch.rows import writing
from people.models import Player
from play.models.given_words import GivenWords
from play.models.onlookers import keep_untold
from rules.betting import Act
from rules.hands import HeadsUp, TablePolicies
from rules.online import HOLDEM, LAG_CAP_MS, RakeManner, table_policies
from rules.policies import BETS_AND_RAISES, ONLOOKERS_LATE_AT_MOST
from tournaments.models import Tournament, Venue


class TableKind(models.TextChoices):
    DEMO = "demo"  # play chips: no account is touched, nothing is won (PT-H.74, PT-H.75)
    CASH = "cash"  # a chip is a cent: what lies there is in the table's account of the ledger (PT-H.6 to PT-H.19)
    TOURNAMENT = "tournament"  # seats by draw, blinds by level, out with the last chip (PT-T)


class TableStage(models.TextChoices):
    WAITING = "waiting"  # between two hands, or for a second player
    PLAYING = "playing"
    SHOWING = "showing"  # the hand is settled and everybody looks at it
    CLOSED = "closed"


class DueKind(models.TextChoices):
    """What happens at `due_at`, if nobody does anything before."""

    OPEN = "open"  # the next hand
    DECIDE = "decide"  # the time of who is to act is over
    STREET = "street"  # the next cards, where nobody is left to bet
    CLOSE = "close"  # the hand was looked at for long enough
    BEGIN = "begin"  # the session whose hour has come
    END = "end"  # where no hands are dealt: the session whose time is over
    FREE = "free"  # where no hands are dealt: the seat of who is not there is free, and the money goes home


class RakeOf(models.TextChoices):
    """What the commission of a cash table is a share of (PT-H.17)."""

    POT = RakeManner.POT.value
    BUY_IN = RakeManner.BUY_IN.value


class TwoPlay(models.TextChoices):
    """Who posts the small blind where two play (PT-H.46, PT-H.48)."""

    AS_WRITTEN = HeadsUp.AS_WRITTEN.value
    BUTTON_SMALL = HeadsUp.BUTTON_SMALL.value


class PlayTable(models.Model):
    """One table; its row is locked by whatever happens there.

    turn: rises with each act and each thing that is due, and is never used twice. seats: who sits where, as
    `play.operations.seats.Seated` writes it. hand: the hand being played, as `rules.hands.Hand` writes it: no cards but the
    board. from_at: the instant from which the time to decide counts, when everybody has seen what happened. lag_ms: by how much an act of who decides may come
    after due_at, because a slow line brings it. tournament,
    table_number: whose table it is, and which of its tables; level: that of the last hand that was dealt. At a tournament's table the
    blinds and the ante are those of the last hand, too. currency to rake_bp: the terms of a cash table, where every amount is in cents;
    session_starts_at, session_minutes: of one that is played for a session, session_ends_at: once it has begun.
    """

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="play_tables")
    kind = models.CharField(max_length=10, choices=TableKind.choices)
    # no index of its own: the constraint below has one
    tournament = models.ForeignKey(
        Tournament,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="play_tables",
        db_index=False,
    )
    table_number = models.PositiveIntegerField(null=True, blank=True)
    level = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.CharField(
        max_length=8, default=HOLDEM, db_default=HOLDEM
    )  # of `rules.online.ONLINE_GAMES`; never changes
    # chosen as it is opened, and never changed: who posts the small blind between two, and a round's most bets and raises
    heads_up = models.CharField(
        max_length=12,
        choices=TwoPlay.choices,
        default=TwoPlay.AS_WRITTEN,
        db_default=TwoPlay.AS_WRITTEN.value,
    )
    cap = models.PositiveSmallIntegerField(null=True, blank=True)  # null: the game's own
    name = models.CharField(max_length=60)
    stage = models.CharField(max_length=8, choices=TableStage.choices, default=TableStage.WAITING)
    seats_count = models.PositiveSmallIntegerField()
    small_blind_chips = models.PositiveBigIntegerField()
    big_blind_chips = models.PositiveBigIntegerField()
    ante = models.JSONField(default=list, db_default=[])  # `rules.levels.AnteDue.as_list`; [] for none
    stack_chips = models.PositiveBigIntegerField()  # what everybody sits down with
    currency = models.CharField(max_length=3, blank=True, default="", db_default="")
    least_buy_in_cents = models.PositiveBigIntegerField(null=True, blank=True)
    most_buy_in_cents = models.PositiveBigIntegerField(null=True, blank=True)
    rake_manner = models.CharField(
        max_length=6, choices=RakeOf.choices, blank=True, default="", db_default=""
    )
    rake_bp = models.PositiveSmallIntegerField(null=True, blank=True)
    session_starts_at = models.DateTimeField(null=True, blank=True)
    session_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    session_ends_at = models.DateTimeField(null=True, blank=True)
    decision_seconds = models.PositiveSmallIntegerField()
    # the bank of time: at the start, with each ten hands, at most; once a hand for who has lost the line
    bank_seconds = models.PositiveSmallIntegerField(default=30, db_default=30)
    bank_gain_seconds = models.PositiveSmallIntegerField(default=5, db_default=5)
    bank_cap_seconds = models.PositiveSmallIntegerField(default=90, db_default=90)
    reconnect_seconds = models.PositiveSmallIntegerField(default=20, db_default=20)
    # how late who does not sit there sees it; at a tournament's table as of the last deal
    onlookers_delay_seconds = models.PositiveSmallIntegerField(default=0, db_default=0)
    seats = models.JSONField(default=list)
    hand = models.JSONField(null=True, blank=True)
    hand_number = models.PositiveIntegerField(default=0)  # of the hand being played, or the last one
    button_seat = models.PositiveSmallIntegerField(null=True, blank=True)  # null: drawn for the next hand
    turn = models.PositiveBigIntegerField(default=0)
    # no index on what an act changes: the row stays where it is
    due_kind = models.CharField(max_length=8, choices=DueKind.choices, blank=True, default="")
    due_at = models.DateTimeField(null=True, blank=True)
    from_at = models.DateTimeField(null=True, blank=True)
    lag_ms = models.PositiveSmallIntegerField(default=0, db_default=0)
    # while it is held, the table's time stands still at this instant
    held_at = models.DateTimeField(null=True, blank=True)
    held_because = models.CharField(max_length=200, blank=True, default="")
    # by the switch that stops all clocks of the house, and until they go on
    held_with_clocks = models.BooleanField(default=False, db_default=False)
    # because many lines went at once: the hold that stands says until when
    held_for_lines = models.BooleanField(default=False, db_default=False)
    # what everybody there is told until the next act or hand: {"kind": "restarted" | "voided", …}
    notice = models.JSONField(null=True, blank=True)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    _locked: tuple[Any, ...] | None = None

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(seats_count__gte=2, seats_count__lte=10), name="play_table_seats"
            ),
            models.CheckConstraint(
                condition=Q(small_blind_chips__gt=0)
                & Q(big_blind_chips__gte=F("small_blind_chips"))
                & (Q(kind="tournament") | Q(stack_chips__gte=F("big_blind_chips"))),
                name="play_table_stakes",
            ),
            models.CheckConstraint(
                condition=Q(kind="tournament", tournament__isnull=False, table_number__isnull=False)
                | ~Q(kind="tournament") & Q(tournament__isnull=True, table_number__isnull=True),
                name="play_table_of_a_tournament",
            ),
            models.CheckConstraint(
                condition=~Q(kind="cash")
                & Q(
                    currency="", rake_manner="", least_buy_in_cents=None, most_buy_in_cents=None, rake_bp=None
                )
                | Q(kind="cash", least_buy_in_cents__gt=0, most_buy_in_cents__gte=F("least_buy_in_cents"))
                & ~Q(currency="")
                & (
                    Q(rake_manner="pot", rake_bp__range=(100, 500))
                    | Q(rake_manner="buy_in", rake_bp__range=(500, 2000))
                ),
                name="play_table_cash_terms",
            ),
            models.CheckConstraint(
                condition=Q(session_starts_at=None, session_minutes=None, session_ends_at=None)
                | Q(kind="cash", session_starts_at__isnull=False, session_minutes__gt=0),
                name="play_table_session",
            ),
            models.CheckConstraint(
                condition=Q(cap=None) | Q(cap__range=BETS_AND_RAISES), name="play_table_cap"
            ),
            models.UniqueConstraint(
                fields=["tournament", "table_number"],
                condition=Q(tournament__isnull=False),
                name="one_play_table_a_table",
            ),
            models.CheckConstraint(
                condition=Q(due_kind="", due_at__isnull=True) | ~Q(due_kind="") & Q(due_at__isnull=False),
                name="play_table_one_thing_due",
            ),
            models.CheckConstraint(
                condition=Q(lag_ms=0) | Q(due_kind="decide", lag_ms__lte=LAG_CAP_MS), name="play_table_lag"
            ),
            models.CheckConstraint(
                condition=Q(stage="playing", hand__isnull=False) | ~Q(stage="playing"),
                name="play_table_has_hand",
            ),
            models.CheckConstraint(
                condition=Q(onlookers_delay_seconds__lte=ONLOOKERS_LATE_AT_MOST), name="play_table_onlookers"
            ),
        ]

    def save(self, *args: Any, **more: Any) -> None:
        """Save the row; where onlookers see the table late, what they see meanwhile is kept, whatever command changes it."""
        at = current_instant()
        if self.onlookers_delay_seconds and at is not None and not more.get("force_insert"):
            keep_untold(self, at=at)
        if not args and not more and self._only_played():
            prepared.rows(*writing(self, only=_PLAYED))
            return
        self._locked = None
        super().save(*args, **more)

    def save_at_end(self) -> None:
        """Save the row with the command's facts, where nothing in this command reads it again."""
        at = current_instant()
        if at is None or self.onlookers_delay_seconds or not self._only_played():
            self.save()
        else:
            at_end(writing(self, only=_PLAYED))

    def _only_played(self) -> bool:
        """Whether nothing has changed since the row was locked but what an act changes."""
        return self._locked is not None and self._locked == _rest_of(self)

    def policies(self) -> TablePolicies:
        """Return how its game is played here. Rule: PT-H.24, PT-H.38, PT-H.48"""
        return table_policies(self.game, heads_up=HeadsUp(self.heads_up), cap=self.cap)

    def note_locked(self) -> None:
        """Remember the row as it was locked: only what an act changes is written, where nothing else has changed."""
        self._locked = _rest_of(self)


# what an act changes; and the rest
_PLAYED = ("stage", "seats", "hand", "turn", "due_kind", "due_at", "from_at", "lag_ms", "notice")
_rest_of = attrgetter(*(one.attname for one in PlayTable._meta.concrete_fields if one.name not in _PLAYED))


class DealtHand(models.Model):
    """A hand: committed to while the one before is played, dealt, settled.

    seed: 32 random bytes; it leaves the database in no fact, topic, log or error. key: which of the house's keys makes the
    decks of it. root, second_root: what they are committed to; hands of before had one deck. words: [seat, word, steps from
    the end of its chain], told to nobody before the deal. stacks: [seat, player, chips] at the start. result: as `rules.hands.Settlement` writes it.
    """

    table = models.ForeignKey(PlayTable, on_delete=models.PROTECT, related_name="hands", db_index=False)
    number = models.PositiveIntegerField()
    seed = models.BinaryField(max_length=32)
    key = models.CharField(max_length=16)
    root = models.CharField(max_length=64)
    second_root = models.CharField(max_length=64, blank=True, default="", db_default="")
    words = GivenWords(default=list)
    committed_at = models.DateTimeField()
    committed_by = models.UUIDField()  # the commands whose facts say so
    dealt_by = models.UUIDField(null=True, blank=True)
    dealt_at = models.DateTimeField(null=True, blank=True)
    button_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    small_blind_chips = models.PositiveBigIntegerField(null=True, blank=True)
    big_blind_chips = models.PositiveBigIntegerField(null=True, blank=True)
    ante = models.JSONField(default=list, db_default=[])  # as of the table
    stacks = models.JSONField(default=list)
    hole_cards = models.PositiveSmallIntegerField(default=2, db_default=2)  # of each player
    result = models.JSONField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        # hands of a time, for who looks for collusion
        indexes = [models.Index(fields=["closed_at"], name="hands_by_end")]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="hand_of_table"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True) | Q(dealt_at__isnull=False, result__isnull=False),
                name="closed_hand_was_dealt",
            ),
        ]


class Manner(models.TextChoices):
    """How an act came about."""

    PLAYER = "player"
    TIMEOUT = "timeout"
    AWAY = "away"


class HandAct(models.Model):
    """One act of a hand, for ever: the database lets nobody change it, and takes it away only into `PackedActs`."""

    hand = models.ForeignKey(DealtHand, on_delete=models.PROTECT, related_name="acts", db_index=False)
    turn = models.PositiveBigIntegerField()
    seat = models.PositiveSmallIntegerField()
    street = models.CharField(max_length=8)
    act = models.CharField(max_length=8, choices=[(act.value, act.value) for act in Act])
    to_chips = models.PositiveBigIntegerField()  # what stands in front of the player after it
    all_in = models.BooleanField()
    took_ms = models.PositiveIntegerField()
    manner = models.CharField(max_length=8, choices=Manner.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hand", "turn"], name="one_act_a_turn")]


class Sitting(models.Model):
    """A player at a table, from sitting down to standing up. Rule: PT-H.9, PT-H.67

    fee_cents: what the house took of buy-in and top-ups before they reached the table, at a cash table of that manner.
    chain: the player's words, as `play.operations.words` writes them; empty until the player's browser begins one.
    """

    table = models.ForeignKey(PlayTable, on_delete=models.PROTECT, related_name="sittings", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sittings")
    seat = models.PositiveSmallIntegerField()
    since = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    brought_chips = models.PositiveBigIntegerField()  # with every refill
    taken_chips = models.PositiveBigIntegerField(null=True, blank=True)
    fee_cents = models.PositiveBigIntegerField(default=0, db_default=0)
    hands = models.PositiveIntegerField(default=0)
    chain = models.JSONField(default=dict, db_default={})
    # what was left of the bank of time when the player stood up
    bank_ms = models.PositiveIntegerField(null=True, blank=True)
    # the house freed the seat, for the player had not been there for as long as one is kept
    absent = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player"], condition=Q(left_at__isnull=True), name="one_seat_a_person"
            ),
            models.UniqueConstraint(
                fields=["table", "seat"], condition=Q(left_at__isnull=True), name="one_person_a_seat"
            ),
        ]
