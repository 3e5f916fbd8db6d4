"""A place where money is counted. What the columns may say is checked by the database (migration 0002)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from rules.accounts import AccountKind


class Account(models.Model):
    """Kind, owner and unit identify it for ever; only `balance_cents` and `floor_cents` move, only by transfers.

    Owners are plain columns: the ledger knows no tournament, venue or player beyond their numbers.
    """

    kind = models.CharField(max_length=20, choices=[(kind.value, kind.value) for kind in AccountKind])
    venue_id = models.BigIntegerField(null=True, blank=True)
    tournament_id = models.BigIntegerField(null=True, blank=True)
    player_id = models.BigIntegerField(null=True, blank=True)
    season_id = models.BigIntegerField(null=True, blank=True)
    play_table_id = models.BigIntegerField(null=True, blank=True)
    unit = models.CharField(max_length=3)
    may_overdraw = models.BooleanField()
    keeps_balance = models.BooleanField()
    balance_cents = models.BigIntegerField(null=True, blank=True)
    # Never more than the balance of a summed account: while it lasts, a debit needs no sum.
    floor_cents = models.BigIntegerField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=[
                    "tournament_id",
                    "kind",
                    "venue_id",
                    "season_id",
                    "player_id",
                    "play_table_id",
                    "unit",
                ],
                nulls_distinct=False,
                name="ledger_account_once",
            ),
            # what the transfers' foreign keys point at
            models.UniqueConstraint(fields=["id", "unit"], name="ledger_account_unit"),
            models.CheckConstraint(
                condition=Q(unit__regex=r"^[A-Z]{3}$"), name="ledger_account_unit_is_a_code"
            ),
            models.CheckConstraint(
                condition=Q(keeps_balance=True, balance_cents__isnull=False)
                | Q(keeps_balance=False, balance_cents__isnull=True),
                name="ledger_account_stores_or_sums",
            ),
            models.CheckConstraint(
                condition=Q(may_overdraw=True) | Q(balance_cents__isnull=True) | Q(balance_cents__gte=0),
                name="ledger_account_not_overdrawn",
            ),
        ]
        indexes = [
            models.Index(
                fields=["player_id", "unit"], condition=Q(kind="player"), name="ledger_account_wallet"
            ),
            models.Index(
                fields=["venue_id"], condition=Q(venue_id__isnull=False), name="ledger_account_venue"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} account {self.pk}"
