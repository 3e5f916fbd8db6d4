"""Read-only windows on the spine. Changes go through commands."""

from __future__ import annotations

from django.contrib import admin

from people.admin import Window
from tournaments.models import (
    Clock,
    Elimination,
    Entry,
    Field,
    HouseTemplate,
    Purchase,
    Registration,
    RuleSet,
    Season,
    Series,
    Stage,
    Tournament,
    Venue,
)


@admin.register(Venue)
class VenueWindow(Window):
    list_display = ("id", "name", "slug", "city", "currency", "timezone", "frozen_at")
    search_fields = ("name", "slug")


@admin.register(Series)
class SeriesWindow(Window):
    list_display = ("id", "name", "venue")


@admin.register(Season)
class SeasonWindow(Window):
    list_display = ("id", "name", "series", "starts_on", "ends_on", "points_c_milli")


@admin.register(Stage)
class StageWindow(Window):
    list_display = ("id", "season", "number", "name", "place", "starts_on", "ends_on")


@admin.register(RuleSet)
class RuleSetWindow(Window):
    list_display = ("id", "venue", "name", "base", "created_at")


@admin.register(HouseTemplate)
class HouseTemplateWindow(Window):
    list_display = ("id", "venue", "name", "created_at", "dropped_at")


@admin.register(Tournament)
class TournamentWindow(Window):
    list_display = ("id", "name", "venue", "state", "starts_at", "currency", "price_cents", "practice")
    list_filter = ("state", "format", "practice")
    search_fields = ("name",)


@admin.register(Registration)
class RegistrationWindow(Window):
    list_display = ("id", "tournament", "player", "state", "method", "code", "created_at")
    list_filter = ("state",)
    raw_id_fields = ("tournament", "player")


@admin.register(Entry)
class EntryWindow(Window):
    list_display = ("id", "tournament", "player", "ordinal", "state", "receipt", "paid_at")
    list_filter = ("state",)
    search_fields = ("receipt",)
    raw_id_fields = ("tournament", "player", "registration")


@admin.register(Purchase)
class PurchaseWindow(Window):
    list_display = ("id", "entry", "kind", "chips", "receipt", "at", "undone_at")
    search_fields = ("receipt",)


@admin.register(Elimination)
class EliminationWindow(Window):
    list_display = ("id", "tournament", "entry", "out_before", "tied", "reason", "at", "undone_at")


@admin.register(Field)
class FieldWindow(Window):
    list_display = (
        "tournament",
        "entries_total",
        "entries_unique",
        "players_left",
        "waiting",
        "chips_issued",
    )


@admin.register(Clock)
class ClockWindow(Window):
    list_display = ("tournament", "level_index", "turn", "deadline_at", "frozen")
