"""Read-only windows; the database refuses changes anyway."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from ledger.models import Account, Transfer


class Window(admin.ModelAdmin):  # type: ignore[type-arg]
    """Looking only."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False


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
    show_full_result_count = False
