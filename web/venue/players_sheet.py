"""A list of players that comes from a spreadsheet.

A room's list is what a spreadsheet of that country saves: cells divided by ``;`` or ``,``, UTF-8 with or without a mark,
or Windows-1252. It is read, shown, and taken only when somebody has looked at it.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from people.queries import plain_document
from rules.refusals import N_, Refused
from web.forms import written_day
from web.staffing import StaffVenue

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
    """Return the text of a file: UTF-8, or what Windows writes. Refusals: ``file_too_large``, ``file_unreadable``."""
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
    """Return the players of a list, each with what is wrong with it. Refusals: ``no_such_columns``, ``too_many_rows``,
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
            N_("The first line must name the columns, one of them the name: name; born; document; e-mail."),
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
        born = written_day(values["birth_date"])
        if born is None:
            problem = problem or _("%(text)s is no date, like 31/12/1990.") % {"text": values["birth_date"]}
    kind = _plain(values["document_kind"])
    kind = _KIND_NAMES.get(kind, kind)
    document = plain_document(values["document_number"])
    if document and not kind:
        kind = "cpf" if re.fullmatch(r"\d{11}", document) else "other"
    if document and kind not in KINDS:
        problem = problem or _("%(text)s is no kind of document.") % {"text": values["document_kind"]}
    values["document_kind"] = kind if document else ""
    if document and document in seen:
        problem = problem or _("The same document is in the list twice.")
    seen.add(document)
    return Row(number=number, values=values, birth_date=born, problem=problem)


_COUNTRY_NAMES = {"brasil": "BR", "brazil": "BR", "portugal": "PT"}


def country_code(typed: str, *, default: str) -> str:
    """Return the two letters of a country as it was typed; `default` where nothing was."""
    return _COUNTRY_NAMES.get(_plain(typed), typed.upper()) or default


def home_country(scope: StaffVenue) -> str:
    """Return the country of a list that names none."""
    return "PT" if scope.venue.currency == "EUR" else "BR"
