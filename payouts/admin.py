"""Read-only windows. Votes on deals have no window: they are secret."""

from __future__ import annotations

from django.contrib import admin

from payouts.models import Award, Deal, FundPayment, PrizePool, Score
from people.admin import Window


@admin.register(PrizePool)
class PrizePoolWindow(Window):
    list_display = (
        "tournament",
        "entries",
        "gross_cents",
        "overlay_cents",
        "deductions_cents",
        "net_cents",
        "fixed_at",
    )
    list_select_related = ("tournament",)


@admin.register(Award)
class AwardWindow(Window):
    list_display = ("id", "tournament", "place", "player", "amount_cents", "state", "due_on", "paid_at")
    list_filter = ("state",)
    list_select_related = ("tournament", "player")


@admin.register(Score)
class ScoreWindow(Window):
    list_display = (
        "id",
        "season",
        "tournament",
        "player",
        "place",
        "scored_as_place",
        "points_e4",
        "undone_at",
    )
    list_select_related = ("season", "tournament", "player")


@admin.register(FundPayment)
class FundPaymentWindow(Window):
    list_display = ("id", "venue", "fund", "amount_cents", "unit", "method", "paid_to", "at")
    list_filter = ("fund",)
    list_select_related = ("venue",)


@admin.register(Deal)
class DealWindow(Window):
    # while votes come in one by one, their sum would tell how each was cast
    exclude = ("yes_votes",)
    list_display = ("id", "tournament", "kind", "state", "total_cents", "reserve_cents", "proposed_at")
    list_filter = ("state",)
    list_select_related = ("tournament",)
