"""What players asked for by the bank: pay-ins that the house waits for, withdrawals that wait for the house; and money that named no pay-in."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from people.models import Player
from rules.paying import (
    DESTINATION_LETTERS,
    NOTE_LETTERS,
    PayInMethod,
    PayInState,
    UnclaimedState,
    WithdrawalState,
    pay_in_reference,
    unclaimed_reference,
    withdrawal_about,
    withdrawal_reference,
)
from tournaments.models import Venue


class PayIn(models.Model):
    """Money that a player said is coming, by the reference that its number makes. Rule: PT-T.21

    open_until: after it the house waits no longer; money that comes all the same is taken. arrived_cents: what came, which may be another amount.
    note: what the bank said of it. reason: why it was refused, or goes back, in the house's words. settled_by: an account of the staff, None of
    the player, a provider or nobody yet. deposit_id, held_id: of the transfers that brought it into the balance, or set it aside. second_of: the pay-in
    under whose reference this money came once more.
    """

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pay_ins", db_index=False)
    unit = models.CharField(max_length=3)
    method = models.CharField(max_length=4, choices=[(one.value, one.value) for one in PayInMethod])
    amount_cents = models.PositiveBigIntegerField()
    state = models.CharField(
        max_length=10, choices=[(one.value, one.value) for one in PayInState], default=PayInState.ASKED
    )
    asked_at = models.DateTimeField()
    open_until = models.DateTimeField()
    arrived_cents = models.PositiveBigIntegerField(null=True, blank=True)
    note = models.CharField(max_length=NOTE_LETTERS, blank=True, default="")
    reason = models.CharField(max_length=300, blank=True, default="")
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.BigIntegerField(null=True, blank=True)
    deposit_id = models.BigIntegerField(null=True, blank=True)
    held_id = models.BigIntegerField(null=True, blank=True)
    second_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="pay_in_positive"),
            models.CheckConstraint(
                condition=Q(state="asked", settled_at__isnull=True)
                | (~Q(state="asked") & Q(settled_at__isnull=False)),
                name="pay_in_settled_when",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["confirmed", "held", "sent_back"], arrived_cents__gt=0)
                | Q(state__in=["asked", "refused", "taken_back"], arrived_cents__isnull=True),
                name="pay_in_arrived",
            ),
            models.CheckConstraint(
                condition=Q(state="confirmed", deposit_id__isnull=False)
                | (~Q(state="confirmed") & Q(deposit_id__isnull=True)),
                name="pay_in_confirmed_by_a_deposit",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["held", "sent_back"]) | Q(held_id__isnull=False),
                name="pay_in_held_by_a_transfer",
            ),
        ]
        indexes = [
            models.Index(fields=["venue", "state", "id"], name="pay_ins_of_house"),
            models.Index(fields=["player", "-id"], name="pay_ins_of_player"),
        ]

    @property
    def reference(self) -> str:
        """What the player writes into the transfer."""
        return pay_in_reference(self.pk)


class Withdrawal(models.Model):
    """Money that a player wants paid to an account of the own, set aside until the house has paid it. Rule: PT-T.21

    destination: where to, as the player wrote it; it is in no fact and no log, and "" once it is erased with the player's data. taken_up_by: which
    account of the staff is paying it. note: what the bank says of the payment. reason: why it was refused, in the house's words.
    """

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="withdrawals", db_index=False)
    unit = models.CharField(max_length=3)
    amount_cents = models.PositiveBigIntegerField()
    state = models.CharField(
        max_length=10,
        choices=[(one.value, one.value) for one in WithdrawalState],
        default=WithdrawalState.ASKED,
    )
    destination = models.CharField(max_length=DESTINATION_LETTERS, blank=True)
    asked_at = models.DateTimeField()
    taken_up_at = models.DateTimeField(null=True, blank=True)
    taken_up_by = models.BigIntegerField(null=True, blank=True)
    note = models.CharField(max_length=NOTE_LETTERS, blank=True, default="")
    reason = models.CharField(max_length=300, blank=True, default="")
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="withdrawal_positive"),
            models.CheckConstraint(
                condition=Q(state__in=["asked", "paying"], settled_at__isnull=True)
                | (~Q(state__in=["asked", "paying"]) & Q(settled_at__isnull=False)),
                name="withdrawal_settled_when",
            ),
            models.CheckConstraint(
                condition=Q(state="paying", taken_up_at__isnull=False)
                | (~Q(state="paying") & Q(taken_up_at__isnull=True)),
                name="withdrawal_taken_up_while_paying",
            ),
        ]
        indexes = [
            models.Index(fields=["venue", "state", "id"], name="withdrawals_of_house"),
            models.Index(fields=["player", "-id"], name="withdrawals_of_player"),
        ]

    @property
    def reference(self) -> str:
        """By what player and house call it."""
        return withdrawal_reference(self.pk)

    @property
    def about(self) -> str:
        """By what its transfers are booked."""
        return withdrawal_about(self.pk)


class UnclaimedMoney(models.Model):
    """Money on the house's statement that named no reference of ours, set aside until the house knows whose it is. Rule: PT-T.21

    note: what the bank says of it, and of the transfer back. reason: why it went back, in the house's words. held_id: of the transfer that set it aside.
    pay_in: what became of it once it was matched with a player. noted_by, settled_by: accounts of the staff.
    """

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="+", db_index=False)
    unit = models.CharField(max_length=3)
    amount_cents = models.PositiveBigIntegerField()
    state = models.CharField(
        max_length=10, choices=[(one.value, one.value) for one in UnclaimedState], default=UnclaimedState.OPEN
    )
    note = models.CharField(max_length=NOTE_LETTERS)
    reason = models.CharField(max_length=300, blank=True, default="")
    noted_at = models.DateTimeField()
    noted_by = models.BigIntegerField(null=True, blank=True)
    held_id = models.BigIntegerField()
    pay_in = models.ForeignKey(
        PayIn, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="unclaimed_positive"),
            models.CheckConstraint(
                condition=Q(state="open", settled_at__isnull=True)
                | (~Q(state="open") & Q(settled_at__isnull=False)),
                name="unclaimed_settled_when",
            ),
            models.CheckConstraint(
                condition=Q(state="matched", pay_in__isnull=False)
                | (~Q(state="matched") & Q(pay_in__isnull=True)),
                name="unclaimed_matched_with_a_pay_in",
            ),
        ]
        indexes = [models.Index(fields=["venue", "state", "id"], name="unclaimed_of_house")]

    @property
    def reference(self) -> str:
        """By what the house calls it."""
        return unclaimed_reference(self.pk)
