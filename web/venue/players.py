"""Lists that come from a spreadsheet and go into one: players in, entries out.

A room's list is what a spreadsheet of that country saves: cells divided by ``;`` or ``,``, UTF-8 with or without a mark,
or Windows-1252. It is read, shown, and taken only when somebody has looked at it. What goes out begins no cell with a
sign that a spreadsheet would compute.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from dispatch.facts import CommandId
from people import queries as people
from people.commands.create_player import create_player
from people.operations import faults_of
from rules.entries import OF_AGE_YEARS
from rules.permissions import Permission
from rules.refusals import N_, Refused, by_field
from rules.validation import spreadsheet_cell
from tournaments.queries import listings
from web import moment
from web.acting import command_id_of, say_wrong, sentence
from web.staffing import StaffTournament, StaffVenue, staff_page, venue_page

MOST_BYTES = 500_000
MOST_ROWS = 1_000

# what a column may be called, without accents and signs
COLUMNS = {
    "full_name": {"nome", "nomecompleto", "jogador", "name", "fullname", "player"},
    "public_name": {"apelido", "nick", "nickname", "alcunha", "publicname", "nomepublico"},
    "birth_date": {"nascimento", "datadenascimento", "nascidoem", "birthdate", "born", "dateofbirth"},
    "document_kind": {"tipo", "tipodedocumento", "documentkind", "kind"},
    "document_number": {"documento", "numero", "numerododocumento", "document", "documentnumber", "number"},
    "country": {"pais", "country"},
    "email": {"email", "correio", "correioeletronico", "mail"},
    "phone": {"telefone", "telemovel", "celular", "phone", "fone"},
}
KINDS = {"cpf", "rg", "cnh", "cc", "passport", "other"}
_KIND_NAMES = {"passaporte": "passport", "cartaodecidadao": "cc", "outro": "other"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the list. number: as the spreadsheet counts. problem: why it is left out, "" when it is taken."""

    number: int
    values: dict[str, str]
    birth_date: date | None = None
    problem: str = ""


def decoded(raw: bytes) -> str:
    """The text of a file: UTF-8, or what Windows writes. Refusals: ``file_too_large``, ``file_unreadable``."""
    if len(raw) > MOST_BYTES:
        raise Refused("file_too_large", N_("The file is too large. Divide it into several."), field="file")
    if b"\0" in raw:
        raise _unreadable()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _unreadable() -> Refused:
    return Refused(
        "file_unreadable",
        N_("This is no list of text. Save the spreadsheet as CSV and choose that file."),
        field="file",
    )


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in bare if sign.isascii() and sign.isalnum())


def read_players(text: str) -> list[Row]:
    """The players of a list, each with what is wrong with it. Refusals: ``no_such_columns``, ``too_many_rows``,
    ``file_unreadable``."""
    lines = [line for line in text.splitlines() if line.strip()]
    head = lines[0] if lines else ""
    divider = max(";,\t", key=head.count)
    read = csv.reader(io.StringIO("\n".join(lines)), delimiter=divider)
    # a spreadsheet saves empty lines too
    try:
        table = [cells for cells in read if any(cell.strip() for cell in cells)]
    except csv.Error:  # a quotation mark that never ends makes a cell of the whole rest
        raise _unreadable() from None
    columns: dict[int, str] = {}
    for index, name in enumerate(table[0] if table else []):
        found = next((key for key, names in COLUMNS.items() if _plain(name) in names), None)
        if found is not None and found not in columns.values():
            columns[index] = found
    if "full_name" not in columns.values():
        raise Refused(
            "no_such_columns",
            N_(
                "The first line must name the columns, one of them the name: nome; nascimento; documento; e-mail."
            ),
            field="file",
        )
    if len(table) > MOST_ROWS + 1:
        raise Refused(
            "too_many_rows",
            N_("The list has %(rows)s lines; at most %(most)s are taken at once."),
            rows=len(table) - 1,
            most=MOST_ROWS,
            field="file",
        )
    seen: set[str] = set()
    return [_row(number, cells, columns, seen) for number, cells in enumerate(table[1:], 2)]


def _row(number: int, cells: Sequence[str], columns: dict[int, str], seen: set[str]) -> Row:
    values = {
        name: cells[index].strip()[:200] if index < len(cells) else "" for index, name in columns.items()
    }
    values = dict.fromkeys(COLUMNS, "") | values
    born, problem = None, ""
    if not values["full_name"]:
        problem = _("The name is missing.")
    if values["birth_date"]:
        born = _day(values["birth_date"])
        if born is None:
            problem = problem or _("%(text)s is no date, like 31/12/1990.") % {"text": values["birth_date"]}
    kind = _plain(values["document_kind"])
    kind = _KIND_NAMES.get(kind, kind)
    document = people.plain_document(values["document_number"])
    if document and not kind:
        kind = "cpf" if re.fullmatch(r"\d{11}", document) else "other"
    if document and kind not in KINDS:
        problem = problem or _("%(text)s is no kind of document.") % {"text": values["document_kind"]}
    values["document_kind"] = kind if document else ""
    if document and document in seen:
        problem = problem or _("The same document is in the list twice.")
    seen.add(document)
    return Row(number=number, values=values, birth_date=born, problem=problem)


def _day(text: str) -> date | None:
    for pattern, order in (
        (r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", (3, 2, 1)),
        (r"(\d{4})-(\d{2})-(\d{2})", (1, 2, 3)),
    ):
        found = re.fullmatch(pattern, text)
        if found:
            try:
                return date(*(int(found[part]) for part in order))
            except ValueError:
                return None
    return None


def _known(rows: Iterable[Row]) -> list[Row]:
    """The rows with those marked whose document already has a file. One statement."""
    rows = list(rows)
    taken = people.documents_known([row.values["document_number"] for row in rows if not row.problem])
    return [
        replace(row, problem=_("Already has a file here."))
        if not row.problem and people.plain_document(row.values["document_number"]) in taken
        else row
        for row in rows
    ]


_COUNTRY_NAMES = {"brasil": "BR", "brazil": "BR", "portugal": "PT"}


def _country(typed: str, default: str) -> str:
    return _COUNTRY_NAMES.get(_plain(typed), typed.upper()) or default


def _home(place: StaffVenue) -> str:
    return "PT" if place.venue.currency == "EUR" else "BR"


def _faulty(rows: Iterable[Row], place: StaffVenue) -> list[Row]:
    """The rows with what the desk's form would say of them: too young, no CPF, no country, no e-mail address."""
    found = []
    for row in rows:
        given = {**row.values, "birth_date": row.birth_date}
        given["country"] = _country(row.values["country"], _home(place))
        faults = faults_of(given, at=moment.at(), minimum_age_years=OF_AGE_YEARS) if not row.problem else []
        found.append(replace(row, problem=sentence(faults[0])) if faults else row)
    return found


@require_http_methods(["GET", "POST"])
@venue_page(Permission.CREATE_PLAYER)
def import_players(request: HttpRequest, *, place: StaffVenue) -> HttpResponse:
    """Choose a file, look at what was read, take it. Nothing is written before."""
    context: dict[str, Any] = {"place": place, "venue": place.venue, "tab": "players", "most": MOST_ROWS}
    refused = False
    try:
        if request.method == "POST" and request.POST.get("text"):
            return _taken(request, place)
        if request.method == "POST":
            file = request.FILES.get("file")
            if file is None or (file.size or 0) > MOST_BYTES:
                raise Refused(
                    "file_too_large" if file else "file_missing",
                    N_("The file is too large. Divide it into several.")
                    if file
                    else N_("Choose a file first."),
                    field="file",
                )
            text = decoded(file.read())
            rows = _faulty(_known(read_players(text)), place)
            good = sum(1 for row in rows if not row.problem)
            context |= {"rows": rows, "text": text, "good": good, "left_out": len(rows) - good}
    except Refused as no:
        context["wrong"] = by_field(no)
        say_wrong(request, no, context["wrong"])
        refused = True
    return render(request, "director/import.html", context, status=409 if refused else 200)


def _taken(request: HttpRequest, place: StaffVenue) -> HttpResponse:
    """Open the files. Each line has a command id made from the form's: sent twice, nobody is doubled."""
    text = request.POST["text"]
    if len(text) > MOST_BYTES:
        raise Refused("file_too_large", N_("The file is too large. Divide it into several."), field="file")
    own = command_id_of(request)
    opened, problems = 0, []
    country = _home(place)
    for row in read_players(text):
        if row.problem:
            continue
        values: dict[str, Any] = dict(row.values)
        values["country"] = _country(values["country"], country)
        try:
            create_player(
                command_id=CommandId(uuid.uuid5(own, str(row.number))),
                at=moment.at(),
                by=place.actor,
                venue_id=place.venue_id,
                birth_date=row.birth_date,
                **{name: value for name, value in values.items() if name != "birth_date"},
            )
            opened += 1
        except Refused as no:
            problems.append(_("Line %(number)s: %(why)s") % {"number": row.number, "why": sentence(no)})
    messages.success(
        request,
        ngettext("%(count)s file was opened.", "%(count)s files were opened.", opened) % {"count": opened},
    )
    for problem in problems[:20]:
        messages.error(request, problem)
    return redirect("director-import", venue_id=place.venue_id)


# ------------------------------------------------------------------------------------------ out


@require_GET
@staff_page(Permission.VIEW_MONEY)
def entries_sheet(_request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """Every entry as a list for a spreadsheet: ``;`` and comma decimals, UTF-8 with its mark."""
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
    for entry in listings.entries_sheet(room.tournament_id):
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
    response["Content-Disposition"] = f'attachment; filename="entries-{room.tournament_id}.csv"'
    return response
