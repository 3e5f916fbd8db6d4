"""The pages of a tournament's settings: the form, its check, one level of a running clock."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from access import moment
from rules.levels import from_dict as structure_from
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.refusals import Refused
from tournaments.commands.edit_level import edit_level
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.queries import clock
from web import forms
from web.acting import CommandOutcome, answer, run_command, say_wrong
from web.director.editing.changes import changes_typed
from web.director.editing.findings import check_form, findings_of, policies_of_form, wrong_fields
from web.director.editing.form import form_choices, form_values
from web.director.editing.periods import split_shown
from web.director.editing.typed import numbers_typed
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, staff_page


@require_http_methods(["GET", "POST"])
@staff_page(Permission.EDIT_TOURNAMENT)
def edit(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Everything that was or will be announced, with the check beside it."""
    typed: QueryDict | None = None
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        try:
            changes = changes_typed(scope, request.POST)
            acted = (
                run_command(
                    request,
                    edit_tournament,
                    tournament_id=scope.tournament_id,
                    changes=changes,
                    acknowledge=request.POST.getlist("acknowledge"),
                )
                if changes
                else CommandOutcome()
            )
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.refused is None:
            messages.success(request, _("Saved.") if acted.done else _("Nothing was changed."))
            return redirect("director-edit", tournament_id=scope.tournament_id)
        wrong = wrong_fields(acted.refused)
        say_wrong(request, acted.refused, wrong)
        typed = request.POST
    return render(
        request,
        "director/edit.html",
        page_context(
            scope,
            "edit",
            form=form_values(scope, typed),
            choices=form_choices(scope),
            # then the event has nothing of its own to say about it
            rules_have_surrender=policies_of_form(
                scope, scope.settings["rule_set"] if typed is None else typed.get("rule_set", "")
            ).surrender,
            findings=check_form(scope, typed)
            if typed is not None
            else findings_of(scope.settings, policies_from(scope.settings["policies"])),
            typed=typed is not None,
            wrong=wrong,
            price=split_shown(scope, typed),
            levels=_levels(scope),
            **board_context(scope),
        ),
        status=409 if typed is not None else 200,
    )


def _levels(scope: StaffTournament) -> list[dict[str, Any]]:
    """The levels that the clock still has before it, for a change of one."""
    if scope.state != "running":
        return []
    index = clock.clock_payload(scope.tournament_id, at=moment.at())["index"]
    found = []
    structure = structure_from(scope.settings["structure"])
    for number, item in enumerate(scope.settings["structure"]["items"]):
        if number < index:
            continue
        level = structure.level_number(number)
        label = (
            _("Level %(number)s") % {"number": level} + f" · {item['small_blind']}/{item['big_blind']}"
            if item["kind"] == "level"
            else _("Break after level %(number)s") % {"number": level}
        )
        found.append({"index": number, "label": label})
    return found


@require_POST
@staff_page(Permission.EDIT_TOURNAMENT)
def check(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """The findings while one types; saves nothing."""
    return render(
        request,
        "director/_findings.html",
        page_context(
            scope, "edit", findings=check_form(scope, request.POST), price=split_shown(scope, request.POST)
        ),
    )


@require_POST
@staff_page(Permission.CONTROL_CLOCK)
def change_level(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """One level of a running clock."""
    post = request.POST
    try:
        changes: dict[str, Any] = {
            name: value
            for name in ("small_blind", "big_blind", "ante", "big_blind_ante")
            if (value := forms.number_or_none(post, name)) is not None
        }
        if game := forms.text(post, "game", most=40):
            changes["game"] = game
        if colours := forms.text(post, "colour_up", most=60):
            changes["colour_up"] = sorted(numbers_typed(colours, "colour_up"))
        minutes = forms.number_or_none(post, "minutes", low=1, high=600)
        if minutes is not None:
            changes["seconds"] = minutes * 60
        acted = run_command(
            request,
            edit_level,
            tournament_id=scope.tournament_id,
            level_index=forms.number(post, "level_index"),
            changes=changes,
        )
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    return answer(
        request, acted, to=f"/director/{scope.tournament_id}/settings/", said=_("The level is changed.")
    )
