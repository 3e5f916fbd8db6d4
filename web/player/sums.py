"""My money in sums, by day, month and year, and every line of it as a file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_date
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from ledger.queries import statement
from ledger.queries.statements import StatementLine
from ledger.queries.sums import SPANS, sums_of
from payouts.queries import heads_behind
from payouts.queries.withdrawals import withdrawals_behind
from play.queries.sessions import rake_beside, rakes_behind, tables_behind
from rules.accounts import TransferId
from rules.refusals import N_
from tournaments.queries.entries import re_entries_among
from tournaments.queries.open_stakes import called
from web.player.account import named_lines
from web.player.limits import UNITS, ZONES, currencies_shown
from web.player.views import own_page, own_player
from web.sheets import sheet
from web.templatetags.shuffle import day

_BY = {"day": N_("By day"), "month": N_("By month"), "year": N_("By year")}
_AT_ONCE = 500
_MOST = 100_000


@require_GET
@own_page
def my_sums(request: HttpRequest) -> HttpResponse:
    """Show what came in, went out, was staked and came back, in each day, month or year of the calendar."""
    player_id = own_player(request)
    by = asked if (asked := request.GET.get("by", "")) in SPANS else "month"
    found = [(unit, sums_of(player_id, unit=unit, by=by, zone=ZONES[unit])) for unit in UNITS]
    shown = currencies_shown(unit for unit, sums in found if sums)
    context = {
        "by": by,
        "choices": [(key, _(name)) for key, name in _BY.items()],
        "sums": [
            (unit, ZONES[unit], [(_said(one.begins, by), one) for one in sums])
            for unit, sums in found
            if unit in shown
        ],
    }
    return render(request, "player/sums.html", context)


@require_GET
@own_page
def my_statement_sheet(request: HttpRequest) -> HttpResponse:
    """Every line of the statement, the latest first, with the balance after it: entries, prizes, chips of cash tables, the house's part."""
    player_id = own_player(request)
    unit = asked if (asked := request.GET.get("unit", "")) in UNITS else UNITS[0]
    zone = ZoneInfo(ZONES[unit])
    return sheet(
        [
            _("Number"),
            _("When"),
            _("What"),
            _("Amount"),
            _("Balance"),
            _("Currency"),
            _("Commission of the pots won"),
            _("Reference"),
            _("Tournament"),
        ],
        rows=(
            (
                line.transfer_id,
                line.at.astimezone(zone).isoformat(sep=" ", timespec="seconds"),
                name,
                Decimal(line.change_cents).scaleb(-2),
                Decimal(line.balance_cents).scaleb(-2),
                unit,
                Decimal(taken).scaleb(-2) if taken else "",
                line.reference,
                tournament,
            )
            for line, name, tournament, taken in _named(player_id, unit=unit)
        ),
        file=f"statement-{unit}",
    )


def _named(player_id: int, *, unit: str) -> Iterator[tuple[StatementLine, str, str, int]]:
    """Each line, what it is called, of which tournament it is, and what the house took of the pots of the session that it ends; where all chips were lost, that it began."""
    before: TransferId | None = None
    for _page in range(_MOST // _AT_ONCE):
        page = statement(player_id, unit=unit, before=before, limit=_AT_ONCE)
        references = [line.reference for line in page.lines]
        heads = heads_behind(references) | tables_behind(references) | withdrawals_behind(references)
        again = re_entries_among({reference.removesuffix(":deposit") for reference in references})
        rakes = rakes_behind(references, player_id=player_id)
        tournaments = called({line.tournament_id for line in page.lines if line.tournament_id})
        for line in page.lines:
            named: list[dict[str, Any]] = named_lines([line], heads=heads, again=again)
            tournament = tournaments[line.tournament_id].name if line.tournament_id else ""
            taken = rake_beside(line.kind, taken=rakes.get(line.reference))
            yield line, named[0]["name"], tournament, taken.cents if taken else 0
        before = page.next_before
        if before is None:
            return


def _said(begins: date, by: str) -> str:
    if by == "day":
        return day(begins)
    language = {"pt-br": "pt_BR", "pt": "pt_PT"}.get(get_language() or "", "en")
    return format_date(begins, "LLLL y" if by == "month" else "y", locale=language)
