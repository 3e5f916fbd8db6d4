"""A new player in one form."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access import moment
from people.commands.create_player import create_player
from people.operations import faults_of
from people.queries import player_with_document
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.refusals import Refused
from web import forms
from web.acting import CommandOutcome, run_command, sentence
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, staff_page


@require_http_methods(["GET", "POST"])
@staff_page(Permission.CREATE_PLAYER)
def new_player(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show a new file in one form, the document looked at; then the price. At the desk of practice it is of nobody: no list of the
    house fills with names that were made up."""
    practice = bool(scope.settings["practice"])
    names = (
        "full_name",
        "public_name",
        "birth_date",
        "document_kind",
        "document_number",
        "country",
        "email",
        "phone",
    )
    values = dict.fromkeys(names, "") | {"country": "BR" if scope.venue.currency == "BRL" else "PT"}
    values["full_name"] = _as_a_name(request.GET.get("name", ""))
    if request.method == "POST":
        values = {name: request.POST.get(name, "") for name in names}
        seen = bool(request.POST.get("document_seen"))
        values["document_seen"] = "1" if seen else ""
        years = policies_from(scope.settings["policies"]).minimum_age_years
        try:
            typed: dict[str, Any] = {n: forms.text(request.POST, name=n) for n in names if n != "birth_date"}
            try:
                typed["birth_date"] = forms.birth_date_or_none(request.POST)
            except Refused as no:
                faults = {"birth_date": sentence(no)}
            else:
                faults = {}
            for fault in faults_of(typed, at=moment.at(), minimum_age_years=years):
                faults.setdefault(str(fault.params.get("field")), sentence(fault))
            if faults:
                return _new_player_page(request, scope, values, faults)
            acted = run_command(
                request,
                command=create_player,
                venue_id=scope.venue.venue_id,
                document_seen=seen,
                minimum_age_years=years,
                simulated=practice,
                **typed,
            )
            if acted.done is not None:
                player_id = int(acted.result["player_id"])
                if practice:
                    said = _("The practice player has a file, which is found in practice alone.")
                elif seen:
                    said = _("The player is registered with the house. Take the payment.")
                else:
                    said = _(
                        "The player is registered with the house. Check the document, then take the payment."
                    )
                messages.success(request, said)
                return redirect(f"{reverse('desk', args=[scope.tournament_id])}?player={player_id}")
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.refused is not None:
            about = acted.refused.params.get("field")
            if about in names:
                return _new_player_page(
                    request,
                    scope,
                    values,
                    {about: sentence(acted.refused)},
                    known=_known(scope, values) if acted.refused.code == "document_taken" else None,
                )
            messages.error(request, sentence(acted.refused))
            return _new_player_page(request, scope, values, {}, status=409)
    return _new_player_page(request, scope, values, None)


def _new_player_page(
    request: HttpRequest,
    scope: StaffTournament,
    values: dict[str, Any],
    faults: dict[str, str] | None,
    *,
    status: int = 200,
    known: int | None = None,
) -> HttpResponse:
    """The form, what is wrong said at each field, the first of them ready to be typed over. known: whose the document is."""
    context = page_context(
        scope,
        tab="desk",
        values=values,
        faults=faults or {},
        known=known,
        first=next((name for name in values if name in (faults or {})), "full_name"),
        kinds=[
            ("rg", "RG"),
            ("cpf", "CPF"),
            ("cnh", "CNH"),
            ("cc", "CC"),
            ("passport", _("Passport")),
            ("other", _("Other")),
        ],
        **board_context(scope),
    )
    return render(request, "desk/new_player.html", context, status=409 if faults else status)


def _known(scope: StaffTournament, values: dict[str, Any]) -> int | None:
    """Who has this document in the file already, as the search of this desk finds them; None for who may not see it."""
    if not (scope.may(Permission.TAKE_PAYMENT) and scope.may(Permission.VIEW_PLAYER_PRIVATE)):
        return None
    return player_with_document(
        values["document_number"],
        kind=values["document_kind"],
        country=values["country"],
        simulated=bool(scope.settings["practice"]),
    )


def _as_a_name(typed: str) -> str:
    """What was searched for, where it can be somebody's name: no number, no address that was scanned."""
    return typed[:120] if not any(sign.isdigit() or sign in "@/:" for sign in typed) else ""
