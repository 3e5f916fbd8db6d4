"""Money that moved. A row is for ever: the database refuses update, delete and truncate (migration 0002)."""

from __future__ import annotations

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import F, Q

from ledger.models.accounts import Account


class Transfer(models.Model):
    """One debit account, one credit account, a positive amount, one unit.

    The foreign keys are on (account, unit) together and live in the migration. A reversal swaps the accounts of
    the transfer it `reverses`, for the same amount, once.
    """

    debit_account = models.ForeignKey(
        Account, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    credit_account = models.ForeignKey(
        Account, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    amount_cents = models.BigIntegerField()
    unit = models.CharField(max_length=3)
    kind = models.CharField(max_length=32)
    at = models.DateTimeField()
    command_id = models.UUIDField()
    reference = models.CharField(max_length=64, blank=True, default="")
    tournament_id = models.BigIntegerField(null=True, blank=True)
    method = models.CharField(max_length=16, blank=True, default="")
    reverses = models.OneToOneField(
        "self", on_delete=models.DO_NOTHING, null=True, blank=True, related_name="reversed_by"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="ledger_transfer_amount_positive"),
            models.CheckConstraint(
                condition=~Q(debit_account=F("credit_account")), name="ledger_transfer_two_accounts"
            ),
            models.CheckConstraint(condition=~Q(kind=""), name="ledger_transfer_has_kind"),
        ]
        indexes = [
            models.Index(
                fields=["debit_account", "id"], include=["amount_cents"], name="ledger_transfer_debit"
            ),
            models.Index(
                fields=["credit_account", "id"], include=["amount_cents"], name="ledger_transfer_credit"
            ),
            models.Index(
                fields=["tournament_id"],
                condition=Q(tournament_id__isnull=False),
                name="ledger_transfer_tournament",
            ),
            models.Index(fields=["reference"], condition=~Q(reference=""), name="ledger_transfer_reference"),
            models.Index(fields=["command_id"], name="ledger_transfer_command"),
            # what was paid into a wallet for registrations that waited for the document: few of a player's many transfers
            models.Index(
                fields=["credit_account"],
                condition=Q(reference__startswith="registration:", reverses__isnull=True),
                name="ledger_transfer_ahead",
            ),
            # a night among years: rows lie in the order of their moments
            BrinIndex(fields=["at"], name="ledger_transfer_at"),
        ]

    def __str__(self) -> str:
        return f"transfer {self.pk}"
