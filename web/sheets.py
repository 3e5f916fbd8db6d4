"""Lists for spreadsheets, as a program of the reader's country opens them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.http import HttpResponse
from django.utils.translation import get_language

from rules.validation import spreadsheet_cell


def sheet(
    columns: Sequence[str], *, rows: Iterable[Sequence[str | int | Decimal | None]], file: str
) -> HttpResponse:
    """Answer with a table, UTF-8 with its mark: in Portuguese `;` between the cells and decimal commas, in English
    commas and points; no cell is computed there."""
    comma = not (get_language() or "").startswith("en")
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if comma else ",")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(value, comma=comma) for value in row])
    return HttpResponse(
        "\ufeff" + out.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file}.csv"'},
    )


def _cell(value: str | int | Decimal | None, *, comma: bool) -> str | int:
    if value is None:
        return ""
    if isinstance(value, Decimal):
        plain = f"{value:f}"
        return plain.replace(".", ",") if comma else plain
    return value if isinstance(value, int) else str(spreadsheet_cell(value))
