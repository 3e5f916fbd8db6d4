"""The page of a tournament's settings: the form and its check."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from payouts.queries.staging import why_no_stage
from rules.announcing import FIELDS
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.refusals import Refused
from tournaments.commands.edit_tournament import edit_tournament
from web.acting import CommandOutcome, run_command, say_wrong, sentence, who_was_first
from web.director.editing.as_shown import mark, with_saved
from web.director.editing.changes import changes_typed, chips_followed
from web.director.editing.findings import check_form, findings_of, policies_of_form, wrong_fields
from web.director.editing.folds import folds, unsaved
from web.director.editing.form import form_choices, form_values
from web.director.editing.periods import split_shown
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, staff_page


def _is_saved(scope: StaffTournament, *, post: QueryDict) -> bool:
    """Whether all that is typed is what is saved: it was sent again."""
    try:
        return not changes_typed(scope, post=post)
    except Refused:
        return False


@require_http_methods(["GET", "POST"])
@staff_page(Permission.EDIT_TOURNAMENT)
def edit(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show everything that was or will be announced, with the check beside it."""
    typed: QueryDict | None = None
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        post, clash = with_saved(scope, post=request.POST)
        first = ""
        try:
            again = clash is not None and _is_saved(scope, post=request.POST)
            if clash is not None and not again:
                some = next(iter(clash.fields.values()))
                first = who_was_first(some, tournament_id=scope.tournament_id, about={})
                raise clash
            changes = changes_typed(scope, post=request.POST if again else post)
            acted = (
                run_command(
                    request,
                    command=edit_tournament,
                    tournament_id=scope.tournament_id,
                    changes=changes,
                    acknowledge=request.POST.getlist("acknowledge"),
                    expected={n: scope.settings[n] for n in changes if n in FIELDS},
                )
                if changes
                else CommandOutcome()
            )
        except Refused as refused:
            acted = CommandOutcome(refused=refused, by=first)
        if acted.refused is None:
            said = _("Saved.") if acted.done else _("Nothing was changed.")
            followed = chips_followed(scope.settings, post=post, changes=changes)
            messages.success(request, f"{said} {followed}".strip())
            return redirect("director-edit", tournament_id=scope.tournament_id)
        wrong = wrong_fields(acted.refused)
        say_wrong(request, refused=acted.refused, wrong=wrong, by=acted.by)
        typed = post
    found = (
        check_form(scope, post=typed)
        if typed is not None
        else findings_of(scope.settings, policies=policies_from(scope.settings["policies"]))
    )
    return render(
        request,
        "director/edit.html",
        page_context(
            scope,
            tab="edit",
            form=form_values(scope, post=typed),
            choices=form_choices(scope),
            shown=mark(scope),
            # where they have surrender, the event has nothing of its own to say about it
            policies=policies_of_form(
                scope, name=scope.settings["rule_set"] if typed is None else typed.get("rule_set", "")
            ).as_dict(),
            findings=found,
            ready=not any(f["mistake"] for f in found),
            typed=typed is not None,
            part="data",
            folds=folds(scope, wrong=wrong),
            unsaved=0 if typed is None else unsaved(scope, post=typed)[0],
            wrong_count=len(wrong),
            wrong=wrong,
            price=split_shown(scope, post=typed),
            **_stage_missed(scope),
            **board_context(scope),
        ),
        status=409 if typed is not None else 200,
    )


def _stage_missed(scope: StaffTournament) -> dict[str, Any]:
    """Of a tournament that ended without a stage: the stages that it may still count for, or why it may not."""
    stages = form_choices(scope)["stages"] if scope.state == "finished" else []
    no = why_no_stage(scope.tournament_id) if stages else None
    if not stages or (no is not None and no.code == "stage_is_set"):
        return {}
    if no is not None and no.code != "ranking_fund_was_paid":
        return {} if scope.settings["practice"] else {"stage_none": sentence(no)}
    return {
        "stages_missed": stages,
        "stage_refused": sentence(no) if no is not None else "",
        "weighs_nothing": not scope.settings["ranking_weight_milli"],
    }


@require_POST
@staff_page(Permission.EDIT_TOURNAMENT)
def check(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the findings while one types, and how much is not saved; saves nothing."""
    post, _clash = with_saved(scope, post=request.POST)
    differs, wrong_count = unsaved(scope, post=post)
    return render(
        request,
        "director/_check.html",
        page_context(
            scope,
            tab="edit",
            findings=check_form(scope, post=post),
            price=split_shown(scope, post=post),
            unsaved=differs,
            wrong_count=wrong_count,
        ),
    )
