"""Every entry of a tournament as a list for a spreadsheet."""

from __future__ import annotations

from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.permissions import Permission
from tournaments.queries import entries
from web.labels import entry_word, method_word
from web.sheets import sheet
from web.staffing import StaffTournament, staff_page


@require_GET
@staff_page(Permission.VIEW_MONEY)
def entries_sheet(_request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Return every entry as a list for a spreadsheet, in the reader's words."""
    return sheet(
        [
            _("Receipt"),
            _("Receipt no."),
            _("Player"),
            _("Entry"),
            _("State"),
            _("Method"),
            _("Price"),
            _("Surcharge"),
            _("Chips"),
            _("Paid"),
        ],
        rows=(
            (
                entry["receipt"],
                entry["receipt_number"],
                entry["player__public_name"],
                entry["ordinal"],
                entry_word(entry["state"]),
                method_word(entry["method"]),
                Decimal(entry["price_cents"]).scaleb(-2),
                Decimal(entry["surcharge_cents"]).scaleb(-2),
                entry["chips_issued"],
                entry["paid_at"].isoformat(timespec="seconds"),
            )
            for entry in entries.entries_sheet(scope.tournament_id)
        ),
        file=f"entries-{scope.tournament_id}",
    )
