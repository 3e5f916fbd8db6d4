"""Registration (before payment), entry (a paid place) and what happens to it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from people.models import Player
from tournaments.models.tournament import Tournament

METHODS = [(m, m) for m in ("cash", "debit", "credit", "transfer", "balance", "free")]


class RegistrationState(models.TextChoices):
    PENDING = "pending"  # waiting for its payment
    CONFIRMED = "confirmed"
    CANCELLED = "cancelled"


class Registration(models.Model):
    """Somebody asked to play. Rule: SCPT.D, SCPT.K, SCPT.O"""

    # no index of its own here and below: one that begins with it stands in Meta
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="registrations", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="registrations")
    state = models.CharField(max_length=12, choices=RegistrationState.choices)
    # how it is to be paid, or was ahead: it counts while the registration waits; how an entry was paid says the entry, which is put right
    method = models.CharField(max_length=10, choices=METHODS)
    code = models.CharField(max_length=12)  # short, said at the desk
    terms_version = models.CharField(max_length=20)
    terms_accepted_at = models.DateTimeField()
    created_at = models.DateTimeField()
    # what an entry cost then: it holds while the registration waits for its payment; null = the ordinary price
    price_cents = models.PositiveBigIntegerField(null=True, blank=True)
    # the money came before the document was seen: it stands in the balance until the seat is given
    paid_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=~Q(state="cancelled"),
                name="one_registration_per_person",
            ),
            models.UniqueConstraint(fields=["tournament", "code"], name="registration_code"),
        ]


class EntryState(models.TextChoices):
    WAITING = "waiting"  # alternate: paid, no seat yet
    REGISTERED = "registered"  # paid, seats not drawn yet
    PLAYING = "playing"
    OUT = "out"
    CANCELLED = "cancelled"


LIVE = Q(state__in=["waiting", "registered", "playing"])


class Entry(models.Model):
    """A paid place in a tournament. Re-entries are entries. Rule: ADTP.8, SCPT.U"""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="entries", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="entries")
    ordinal = models.PositiveSmallIntegerField(default=1)  # 1 = first entry, 2 = first re-entry …
    state = models.CharField(max_length=12, choices=EntryState.choices)
    price_cents = models.PositiveBigIntegerField()
    surcharge_cents = models.PositiveBigIntegerField(default=0)
    method = models.CharField(max_length=10, choices=METHODS)
    receipt = models.CharField(max_length=24)
    chips_issued = models.PositiveIntegerField(default=0)
    stack_chips = models.PositiveIntegerField(null=True, blank=True)  # last count
    counted_at = models.DateTimeField(null=True, blank=True)
    # where the structure stood then: a count is a fact of its level
    counted_index = models.PositiveSmallIntegerField(null=True, blank=True)
    paid_at = models.DateTimeField()
    command_id = models.UUIDField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=LIVE, name="one_live_entry_per_person"
            ),
            # not unique=True, which keeps a second index for LIKE
            models.UniqueConstraint(fields=["receipt"], name="entry_receipt"),
        ]
        indexes = [
            models.Index(fields=["tournament", "state"], name="entry_by_state"),
            models.Index(
                fields=["tournament", "id"], name="entry_waiting_line", condition=Q(state="waiting")
            ),
        ]


class Slot(models.Model):
    """One of the limited seats of a tournament with a capacity, held by a live entry. Taken with SKIP LOCKED:
    the last one goes to exactly one of any number who want it, and nobody waits for a counter."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="slots")
    entry = models.OneToOneField(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="slot")

    class Meta:
        indexes = [models.Index(fields=["tournament"], name="slot_free", condition=Q(entry__isnull=True))]


class PurchaseKind(models.TextChoices):
    REBUY = "rebuy"
    ADD_ON = "add_on"


class Purchase(models.Model):
    """A rebuy or an add-on. Rule: ADTP.27"""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="purchases")
    kind = models.CharField(max_length=8, choices=PurchaseKind.choices)
    price_cents = models.PositiveBigIntegerField()
    surcharge_cents = models.PositiveBigIntegerField(default=0)
    chips = models.PositiveIntegerField()
    method = models.CharField(max_length=10, choices=[*METHODS, ("owed", "owed")])
    receipt = models.CharField(max_length=24, unique=True)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    # when somebody said that the chips, bought on a phone, are at the seat
    brought_at = models.DateTimeField(null=True, blank=True)
    command_id = models.UUIDField()


class DebtState(models.TextChoices):
    OWED = "owed"
    PAID = "paid"
    WRITTEN_OFF = "written_off"  # by the director, with a reason
    TAKEN_BACK = "taken_back"  # the rebuy itself was a mistake, or the tournament was cancelled


class Debt(models.Model):
    """A rebuy that was announced at the table: chips in play, its price owed until the desk has it. Rule: ADTP.27"""

    purchase = models.OneToOneField(Purchase, primary_key=True, on_delete=models.PROTECT, related_name="debt")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="debts", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="debts")
    state = models.CharField(max_length=12, choices=DebtState.choices, default=DebtState.OWED)
    amount_cents = models.PositiveBigIntegerField()
    method = models.CharField(max_length=10, choices=METHODS, blank=True, default="")
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="owed", settled_at__isnull=True)
                | (~Q(state="owed") & Q(settled_at__isnull=False)),
                name="debt_settled_once",
            ),
            models.CheckConstraint(
                condition=~Q(state="written_off") | ~Q(reason=""), name="debt_written_off_with_a_reason"
            ),
        ]
        indexes = [
            models.Index(fields=["tournament"], name="debt_open", condition=Q(state="owed")),
        ]


class Takers(models.TextChoices):
    """Who took the chips of somebody who is out, as far as it was answered. Rule: SCPT.P"""

    NOT_ASKED = ""  # no bounty hangs on it
    NAMED = "named"  # by_entries
    NOBODY = "nobody"  # chosen: what becomes of the bounty is a policy of the rule set
    OPEN = "open"  # to be answered before the tournament ends


class OrderKind(models.TextChoices):
    RE_ENTRY = "re_entry"
    SURRENDER = "surrender"
    REBUY = "rebuy"
    ADD_ON = "add_on"


class OrderState(models.TextChoices):
    OPEN = "open"
    SOLD = "sold"
    WITHDRAWN = "withdrawn"


class Order(models.Model):
    """What a player asked for on the phone and pays by PIX or at the desk. It binds nobody until it is sold.

    Rule: SCPT.D, PT-T.23"""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="orders", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="orders")
    kind = models.CharField(max_length=9, choices=OrderKind.choices)
    count = models.PositiveSmallIntegerField(default=1)
    stack_chips = models.PositiveIntegerField(null=True, blank=True)
    method = models.CharField(max_length=8, choices=[("cash", "cash"), ("transfer", "transfer")])
    price_cents = models.PositiveBigIntegerField()  # as it was told
    code = models.CharField(max_length=12)
    state = models.CharField(max_length=9, choices=OrderState.choices, default=OrderState.OPEN)
    asked_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(state="open"), name="one_open_order"
            ),
        ]


class Elimination(models.Model):
    """An entry is out. Its place follows from these by `rules.finishing.place_from`, so a late entry moves the
    places of those already out without touching their rows. Rule: PT-T.31, PT-T.44, ADTP.P16

    out_before: entries out strictly before this hand group decided; null while a hand-for-hand round is open.
    tied: how many share the place (1 = alone)."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="eliminations", db_index=False
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="eliminations")
    table_number = models.PositiveIntegerField()
    seat_number = models.PositiveSmallIntegerField()
    hand_for_hand_round = models.PositiveIntegerField(default=0)  # 0 = outside hand-for-hand
    stack_chips_start = models.PositiveIntegerField(null=True, blank=True)  # at the start of the hand
    out_before = models.PositiveIntegerField(null=True, blank=True)
    tied = models.PositiveSmallIntegerField(default=1)
    reason = models.CharField(
        max_length=20, default="busted"
    )  # busted, surrendered, disqualified, under_age, blinded_off, time
    by_entries = models.JSONField(default=list)  # who took the chips, for bounties
    takers = models.CharField(max_length=6, choices=Takers.choices, default=Takers.NOT_ASKED, blank=True)
    # a stack that left play with the player: disqualified or surrendered (ADTP.67D, ADTP.8C)
    chips_removed = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    command_id = models.UUIDField()
    # the director lets somebody who was disqualified back into the event (ADTP.67D); the place stays
    lifted_at = models.DateTimeField(null=True, blank=True)
    lift_reason = models.CharField(max_length=300, blank=True, db_default="", default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(undone_at__isnull=True), name="out_only_once"
            ),
            models.CheckConstraint(
                condition=Q(takers="named") & ~Q(by_entries=[])
                | Q(takers__in=["", "nobody", "open"]) & Q(by_entries=[]),
                name="takers_named_or_none",
            ),
        ]
        indexes = [
            models.Index(
                fields=["tournament", "-out_before"],
                name="elimination_order",
                condition=Q(undone_at__isnull=True),
            ),
            models.Index(fields=["command_id"], name="elimination_command"),
            models.Index(fields=["tournament", "table_number", "-id"], name="elimination_at_table"),
            models.Index(
                fields=["tournament", "id"],
                name="elimination_takers_open",
                condition=Q(takers="open", undone_at__isnull=True),
            ),
        ]


class TakersNaming(models.Model):
    """Who took the chips was said, or corrected, after the bust. Rule: SCPT.P

    was, by_entries_before: what stood until then, for its undoing."""

    elimination = models.ForeignKey(Elimination, on_delete=models.PROTECT, related_name="namings")
    was = models.CharField(max_length=6, choices=Takers.choices)
    by_entries_before = models.JSONField(default=list)
    takers = models.CharField(max_length=6, choices=Takers.choices)
    by_entries = models.JSONField(default=list)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    command_id = models.UUIDField()
