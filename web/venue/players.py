"""Players taken over from a list that was looked at first."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from access import moment
from dispatch.facts import CommandId
from people.commands.create_player import create_player
from people.operations import faults_of
from people.queries import documents_known, plain_document
from rules.entries import OF_AGE_YEARS
from rules.permissions import Permission
from rules.refusals import N_, Refused, by_field
from web.acting import command_id_of, say_wrong, sentence
from web.staffing import StaffVenue, venue_page
from web.venue.players_sheet import (
    MOST_BYTES,
    MOST_ROWS,
    Row,
    country_code,
    decoded,
    home_country,
    read_players,
)


def _known(rows: Iterable[Row]) -> list[Row]:
    """The rows with those marked whose document already has a file. One statement."""
    rows = list(rows)
    taken = documents_known([row.values["document_number"] for row in rows if not row.problem])
    return [
        replace(row, problem=_("Already registered here."))
        if not row.problem and plain_document(row.values["document_number"]) in taken
        else row
        for row in rows
    ]


def _faulty(rows: Iterable[Row], scope: StaffVenue) -> list[Row]:
    """The rows with what the desk's form would say of them: too young, no CPF, no country, no e-mail address."""
    found = []
    for row in rows:
        given = {**row.values, "birth_date": row.birth_date}
        given["country"] = country_code(row.values["country"], default=home_country(scope))
        faults = faults_of(given, at=moment.at(), minimum_age_years=OF_AGE_YEARS) if not row.problem else []
        found.append(replace(row, problem=sentence(faults[0])) if faults else row)
    return found


@require_http_methods(["GET", "POST"])
@venue_page(Permission.CREATE_PLAYER)
def import_players(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Choose a file, look at what was read, take it. Nothing is written before."""
    context: dict[str, Any] = {"scope": scope, "venue": scope.venue, "tab": "players", "most": MOST_ROWS}
    refused = False
    try:
        if request.method == "POST" and request.POST.get("text"):
            return _taken(request, scope)
        if request.method == "POST":
            file = request.FILES.get("file")
            pasted = request.POST.get("pasted", "").replace("\r\n", "\n").strip()
            context["pasted"] = pasted[:MOST_BYTES]
            if (
                len(pasted) > MOST_BYTES
                or (file.size or 0 if file else 0) > MOST_BYTES
                or not (file or pasted)
            ):
                raise Refused(
                    "file_too_large" if file or pasted else "file_missing",
                    N_("The file is too large. Divide it into several.")
                    if file or pasted
                    else N_("Choose a file first."),
                    field="file",
                )
            text = decoded(file.read()) if file else pasted
            rows = _faulty(_known(read_players(text)), scope)
            good = sum(1 for row in rows if not row.problem)
            context |= {"rows": rows, "text": text, "good": good, "left_out": len(rows) - good}
    except Refused as no:
        context["wrong"] = by_field(no)
        say_wrong(request, refused=no, wrong=context["wrong"])
        refused = True
    return render(request, "director/import.html", context, status=409 if refused else 200)


def _taken(request: HttpRequest, scope: StaffVenue) -> HttpResponse:
    """Open the files. Each line has a command id made from the form's: sent twice, nobody is doubled."""
    text = request.POST["text"]
    if len(text) > MOST_BYTES:
        raise Refused("file_too_large", N_("The file is too large. Divide it into several."), field="file")
    own = command_id_of(request)
    opened, problems = 0, []
    country = home_country(scope)
    for row in read_players(text):
        if row.problem:
            continue
        values: dict[str, Any] = dict(row.values)
        values["country"] = country_code(values["country"], default=country)
        try:
            create_player(
                command_id=CommandId(uuid.uuid5(own, str(row.number))),
                at=moment.at(),
                by=scope.actor,
                venue_id=scope.venue_id,
                birth_date=row.birth_date,
                **{name: value for name, value in values.items() if name != "birth_date"},
            )
            opened += 1
        except Refused as no:
            problems.append(_("Line %(number)s: %(why)s") % {"number": row.number, "why": sentence(no)})
    messages.success(
        request,
        ngettext("%(count)s player was registered.", "%(count)s players were registered.", opened)
        % {"count": opened},
    )
    for problem in problems[:20]:
        messages.error(request, problem)
    return redirect("director-import", venue_id=scope.venue_id)
