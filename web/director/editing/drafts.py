"""A new tournament, from a template or from another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from access import moment
from dispatch.commands import name_of
from dispatch.facts import CommandId
from dispatch.queries import command_by_id
from rules import validation
from rules.permissions import Permission
from rules.prizes import PRIZE_UNITS
from rules.refusals import N_, Refused, Several
from tournaments.commands.create_tournament import create_tournament
from tournaments.commands.drop_template import drop_template
from tournaments.commands.duplicate_tournament import duplicate_tournament
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.commands.save_template import save_template
from tournaments.queries.circuit import VenueView
from web import forms
from web.acting import CommandOutcome, actor_of, command_id_of, run_command, say_wrong, sentence, why_not
from web.director import announced
from web.director.editing.changes import changes_typed
from web.director.editing.findings import field_of_finding, findings_of, policies_of_form, wrong_fields
from web.director.editing.folds import Fold, folds
from web.director.editing.form import form_choices, form_values
from web.director.editing.new_card import player_card
from web.director.editing.quick import PAYOUT_KINDS, quick_typed, quick_values
from web.director.editing.starts import (
    Start,
    again_after,
    as_draft,
    cards_of,
    readable,
    start_of,
    starts_of,
    typed_over,
)
from web.director.page import board_context, page_context
from web.director.sentences import said_published
from web.staffing import StaffTournament, StaffVenue, staff_page, venue_page
from web.templatetags.fields import ways_to
from web.templatetags.shuffle import money


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A new tournament as it stands on its page. post: what was typed over what was chosen, None at first."""

    starts: list[Start]
    start: Start
    draft: StaffTournament
    post: QueryDict | None
    shown: str = ""


@require_http_methods(["GET", "POST"])
@venue_page(Permission.CREATE_TOURNAMENT)
def new(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show a draft from a template or from an earlier tournament, with what was changed of it."""
    made = _made_by_it(request)
    if made is not None:
        return made
    written = _written(request, scope.venue)
    wrong: dict[str, Refused] = {}
    if written.post is not None:
        publishes = request.POST.get("act") == "publish"
        # what was chosen is looked at before everybody sees it
        unseen = publishes and written.shown not in ("", written.start.key)
        try:
            if publishes:
                _ready(request, written)
            acted = CommandOutcome() if unseen else _make(request, written)
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.done is not None and publishes:
            return _published(request, scope, tournament_id=acted.result["tournament_id"])
        if acted.done is not None:
            return redirect("director-edit", tournament_id=acted.result["tournament_id"])
        if acted.refused is not None:
            policies = policies_of_form(written.draft, name=request.POST.get("rule_set", ""))
            # of a book in force in the rule set that is chosen: no tournament has it yet
            acted.refused.rule = policies.citation(acted.refused.rule)
            wrong = wrong_fields(acted.refused)
            say_wrong(request, refused=acted.refused, wrong=wrong)
    return render(
        request,
        "director/new.html",
        {
            "scope": scope,
            "tab": "new",
            "venue": written.draft.venue,
            "wrong": wrong,
            "practice": _practice(request),
            "acknowledged": request.POST.getlist("acknowledge"),
            **draft_context(written, wrong=wrong),
        },
        status=409 if wrong else 200,
    )


def _made_by_it(request: HttpRequest) -> HttpResponse | None:
    """What this very form made before (static/js/made_once.js), for who comes back to it; None where it made nothing."""
    if request.method != "GET":
        return None
    try:
        found = command_by_id(CommandId(UUID(request.GET.get("form", ""))))
    except ValueError:
        return None
    if (
        found is None
        or found.name not in _MAKING
        or found.outcome is None
        or found.user_id != actor_of(request).user_id
    ):
        return None
    messages.success(request, _("This tournament is made already. What is to be different is changed here."))
    return redirect("director-edit", tournament_id=found.outcome["tournament_id"])


_MAKING = (name_of(create_tournament), name_of(duplicate_tournament))


@require_POST
@venue_page(Permission.CREATE_TOURNAMENT)
def new_card(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show what a player will read of what is typed, and the fields of what is chosen; saves nothing."""
    written = _written(request, scope.venue)
    context = {
        "scope": scope,
        "venue": written.draft.venue,
        "acknowledged": request.POST.getlist("acknowledge"),
        "wrong": {},
        "practice": _practice(request),
        **draft_context(written, wrong={}),
    }
    context |= {"chosen": written.shown != written.start.key}
    if context["put_right"]:
        # the bar leads to each, by its label
        fields = render_to_string("director/_new_subjects.html", context, request)
        context |= {"ways": ways_to(context["to_put_right"], html=fields)}
    return render(request, "director/_new_card.html", context)


def _written(request: HttpRequest, venue: VenueView) -> Written:
    """What is chosen and typed on the page."""
    starts, by, practice = starts_of(venue), actor_of(request), _practice(request)

    def as_if(start: Start) -> StaffTournament:
        return as_draft(venue, start=start, by=by, practice=practice)

    if request.method != "POST":
        start = start_of(starts, key=request.GET.get("template", ""))
        return Written(starts=starts, start=start, draft=as_if(start), post=None)
    start = start_of(starts, key=request.POST.get("template", ""))
    draft = as_if(start)
    shown = next((one for one in starts if one.key == request.POST.get("shown")), None)
    before = None if shown is None else as_if(shown)
    post = typed_over(draft, shown=before, post=request.POST)
    return Written(starts=starts, start=start, draft=draft, post=post, shown=shown.key if shown else "")


def _practice(request: HttpRequest) -> bool:
    return bool((request.POST if request.method == "POST" else request.GET).get("practice"))


def draft_context(written: Written, *, wrong: Mapping[str, Refused]) -> dict[str, Any]:
    """What the page shows of it: the fields, the subjects with their values in words, the card, the check."""
    draft, post = written.draft, written.post
    typed, unreadable = (draft, frozenset[str]()) if post is None else readable(draft, post=post)
    form = form_values(draft, post=post)
    quick = quick_values(draft.settings)
    form |= quick if post is None else {name: post.get(name, "") for name in quick}
    policies = policies_of_form(draft, name=form["rule_set"])
    subjects, shown = folds(typed, wrong=wrong), form_values(typed, post=None)
    against = [] if unreadable else findings_of(typed.settings, policies=policies)
    to_put_right = {
        *wrong,
        *unreadable,
        *(field_of_finding(f["code"]) or f["code"] for f in against if f["mistake"]),
    }
    return {
        "starts": cards_of(written.starts, start=written.start),
        "start": written.start,
        "form": form,
        "choices": form_choices(draft),
        "payout_kinds": [(kind, _(announced.PAYOUT_WORDS[kind])) for kind in PAYOUT_KINDS],
        "payout_now": quick["payout_kind"],
        "units": [(str(u), _("To the cent") if u == 1 else money(u, draft.currency)) for u in PRIZE_UNITS],
        "own_templates": [one for one in written.starts if one.whose == "house"],
        "shown_values": shown,
        "policies": policies.as_dict(),
        "folds": subjects,
        "says": _says(subjects, shown),
        "card": player_card(typed, name=form["name"] or written.start.name, wrong=unreadable),
        "findings": against,
        "to_put_right": to_put_right,
        "put_right": len(to_put_right),
    }


def _says(subjects: Mapping[str, Fold], shown: Mapping[str, Any]) -> dict[str, str]:
    """What stands in the line of each folded subject of the page, by its name."""
    levels = ngettext(
        "%(n)s level of %(minutes)s min", "%(n)s levels of %(minutes)s min", shown["levels"]
    ) % {"n": shown["levels"], "minutes": shown["level_minutes"]}
    found = {name: fold.says for name, fold in subjects.items() if name != "price"}
    return {**found, "structure": levels, "payouts": f"{shown['payouts_word']} · {shown['unit_word']}"}


def _ready(request: HttpRequest, written: Written) -> None:
    """Check what stands against publishing before anything is made. Refusals: the findings, at their fields, all at once;
    of a field that cannot be read the making tells."""
    assert written.post is not None
    typed, unreadable = readable(written.draft, post=written.post)
    if unreadable:
        return
    policies = policies_of_form(written.draft, name=written.post.get("rule_set", ""))
    insisted = set(request.POST.getlist("acknowledge"))
    against = [
        f
        for f in findings_of(typed.settings, policies=policies)
        if f["mistake"] or (f["doubt"] and f["code"] not in insisted)
    ]
    if against:
        raise Several(
            {
                field_of_finding(f["code"]) or f["code"]: Refused(
                    f["code"], N_("Not published, and nothing was made: %(text)s"), text=f["text"]
                )
                for f in against
            }
        )


def _published(request: HttpRequest, scope: StaffVenue, *, tournament_id: int) -> HttpResponse:
    """The new draft published in the same breath; where that is refused it stays a draft, with the reason."""
    try:
        publish_tournament(
            # a request sent twice is still one act
            command_id=CommandId(uuid5(command_id_of(request), "publish")),
            at=moment.at(),
            by=scope.actor,
            tournament_id=tournament_id,
            acknowledge=request.POST.getlist("acknowledge"),
        )
    except Refused as refused:
        messages.error(
            request, _("The draft is created. It is not published yet: %(why)s") % {"why": sentence(refused)}
        )
        return redirect("director-edit", tournament_id=tournament_id)
    messages.success(request, said_published(practice=bool(request.POST.get("practice"))))
    return redirect("director-room", tournament_id=tournament_id)


def _make(request: HttpRequest, written: Written) -> CommandOutcome:
    """The draft made. Refusals: those of the fields, all at once."""
    post = written.post
    assert post is not None
    reading = forms.Reading()
    changes: dict[str, Any] = {}
    named: dict[str, Any] = {}
    with reading.field("name"):
        named["name"] = validation.text("name", forms.text(post, name="name", most=200))
    with reading.field(""):
        changes = changes_typed(written.draft, post=post)
    with reading.field(""):
        now = written.draft.settings
        changes |= quick_typed(now, post=post, structure=changes.get("structure"))
    with reading.field("starts_at"):
        named["starts_at"] = forms.date_time(post, name="starts_at", zone=written.draft.timezone)
    reading.done()
    changes = {name: value for name, value in changes.items() if name not in ("name", "starts_at")}
    changes |= {"practice": True, "ranks": False} if _practice(request) else {"practice": False}
    whose, _sep, number = written.start.key.rpartition("-")
    if whose == "like":
        return run_command(
            request, command=duplicate_tournament, tournament_id=int(number), changes=changes, **named
        )
    stage_id = changes.pop("stage_id", None)
    return run_command(
        request,
        command=create_tournament,
        venue_id=written.draft.venue.venue_id,
        **({"template_id": int(number)} if whose == "own" else {"template": written.start.key}),
        **named,
        stage_id=stage_id,
        changes=changes,
    )


@require_http_methods(["GET", "POST"])
@staff_page(Permission.CREATE_TOURNAMENT)
def copy(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the same announcement at another time."""
    values = {
        "name": scope.name,
        "starts_at": again_after(scope.settings["starts_at"], zone=scope.timezone).strftime("%Y-%m-%dT%H:%M"),
    }
    wrong: dict[str, Refused] = {}
    made = _made_by_it(request)
    if made is not None:
        return made
    if request.method == "POST":
        values |= {name: request.POST.get(name, "") for name in values}
        try:
            acted = run_command(
                request,
                command=duplicate_tournament,
                tournament_id=scope.tournament_id,
                **_named(request.POST, scope.timezone),
            )
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.done is not None:
            return redirect("director-edit", tournament_id=acted.result["tournament_id"])
        if acted.refused is not None:
            wrong = wrong_fields(acted.refused)
            say_wrong(request, refused=acted.refused, wrong=wrong)
    context = page_context(scope, tab="edit", values=values, wrong=wrong, **board_context(scope))
    return render(request, "director/copy.html", context, status=409 if wrong else 200)


def _named(post: QueryDict, zone: str) -> dict[str, Any]:
    """The name and the start of a draft. Refusals: ``text_missing``, ``bad_date``, both at once."""
    reading = forms.Reading()
    found: dict[str, Any] = {}
    with reading.field("name"):
        found["name"] = validation.text("name", forms.text(post, name="name", most=200))
    with reading.field("starts_at"):
        found["starts_at"] = forms.date_time(post, name="starts_at", zone=zone)
    reading.done()
    return found


@require_POST
@staff_page(Permission.CREATE_TOURNAMENT)
def as_template(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Keep the announcement as a template of the house."""
    try:
        name = validation.text("name", forms.text(request.POST, name="name", most=200))
        acted = run_command(request, command=save_template, tournament_id=scope.tournament_id, name=name)
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    if acted.refused is not None:
        messages.error(request, why_not(acted))
    elif acted.done is not None:
        messages.success(request, _("Saved as the template “%(name)s”.") % {"name": name})
    return redirect("director-edit", tournament_id=scope.tournament_id)


@require_POST
@venue_page(Permission.CREATE_TOURNAMENT)
def template_gone(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Drop a template of the house."""
    try:
        template_id = forms.number(request.POST, name="template_id")
        acted = run_command(request, command=drop_template, venue_id=scope.venue_id, template_id=template_id)
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    if acted.refused is not None:
        messages.error(request, why_not(acted))
    return redirect("director-new", venue_id=scope.venue_id)
