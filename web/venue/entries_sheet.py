"""Every entry of a tournament as a list for a spreadsheet: no cell begins with a sign that a spreadsheet would compute."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.permissions import Permission
from rules.validation import spreadsheet_cell
from tournaments.queries import entries
from web.staffing import StaffTournament, staff_page


@require_GET
@staff_page(Permission.VIEW_MONEY)
def entries_sheet(_request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Return every entry as a list for a spreadsheet: ``;`` and comma decimals, UTF-8 with its mark."""
    out = io.StringIO()
    sheet = csv.writer(out, delimiter=";")
    sheet.writerow(
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
        ]
    )
    for entry in entries.entries_sheet(scope.tournament_id):
        sheet.writerow(
            spreadsheet_cell(str(value))
            for value in (
                entry["receipt"],
                entry["receipt_number"] or "",
                entry["player__public_name"],
                entry["ordinal"],
                entry["state"],
                entry["method"],
                f"{Decimal(entry['price_cents']) / 100:.2f}".replace(".", ","),
                f"{Decimal(entry['surcharge_cents']) / 100:.2f}".replace(".", ","),
                entry["chips_issued"],
                entry["paid_at"].isoformat(timespec="seconds"),
            )
        )
    response = HttpResponse("\ufeff" + out.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="entries-{scope.tournament_id}.csv"'
    return response
