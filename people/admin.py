"""Read-only windows for whoever keeps the machine. Changes go through commands."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from people.models import ApiToken, Device, Exclusion, Player, PlayLimit, StaffRole, User


class Window(admin.ModelAdmin):  # type: ignore[type-arg]
    """Looking only."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False


@admin.register(User)
class UserWindow(Window):
    list_display = ("id", "email", "name", "language", "is_active", "created_at")
    search_fields = ("email", "name")
    exclude = ("password",)


@admin.register(Player)
class PlayerWindow(Window):
    list_display = ("id", "public_name", "country", "id_checked_at", "created_at", "anonymised_at")
    search_fields = ("public_name",)
    # hidden information is for the desk, which has a reason to look
    exclude = ("birth_date", "document_kind", "document_number", "email", "phone")


@admin.register(StaffRole)
class StaffRoleWindow(Window):
    list_display = ("id", "user", "role", "venue_id", "tournament_id", "granted_at", "revoked_at")
    list_filter = ("role",)


@admin.register(Device)
class DeviceWindow(Window):
    list_display = ("id", "name", "kind", "venue_id", "paired_at", "revoked_at")
    exclude = ("token_hash",)


@admin.register(ApiToken)
class ApiTokenWindow(Window):
    list_display = ("id", "name", "user", "device", "created_at", "revoked_at")
    exclude = ("token_hash",)


@admin.register(Exclusion)
class ExclusionWindow(Window):
    list_display = ("id", "player", "kind", "venue_id", "from_at", "until_at", "lifted_at")


@admin.register(PlayLimit)
class PlayLimitWindow(Window):
    list_display = ("id", "player", "kind", "period", "unit", "amount_cents", "minutes", "applies_from")
