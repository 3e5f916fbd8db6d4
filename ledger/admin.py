"""Read-only windows; the database refuses changes anyway."""

from __future__ import annotations

from django.contrib import admin

from ledger.models import Account, Transfer
from people.admin import Window


@admin.register(Account)
class AccountWindow(Window):
    list_display = (
        "id",
        "kind",
        "venue_id",
        "tournament_id",
        "player_id",
        "season_id",
        "unit",
        "balance_cents",
    )
    list_filter = ("kind", "unit")


@admin.register(Transfer)
class TransferWindow(Window):
    list_display = (
        "id",
        "at",
        "kind",
        "debit_account",
        "credit_account",
        "amount_cents",
        "unit",
        "reference",
    )
    list_select_related = ("debit_account", "credit_account")
    search_fields = ("reference",)
