"""A new tournament, from a template or from another one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from access import moment
from people.queries import require
from rules import validation
from rules.permissions import Permission
from rules.presets import TEMPLATES
from rules.refusals import Refused
from tournaments.commands.create_tournament import create_tournament
from tournaments.commands.duplicate_tournament import duplicate_tournament
from tournaments.queries import announcements, circuit
from web import forms
from web.acting import CommandOutcome, actor_of, run_command, say_wrong
from web.director.editing.findings import wrong_fields
from web.director.editing.new_card import PARTS, player_card, price_typed
from web.staffing import StaffTournament, signed_in, staff_page


@require_http_methods(["GET", "POST"])
@signed_in
def new(request: HttpRequest, *, venue_id: int) -> HttpResponse:
    """A draft from a template."""
    by = actor_of(request)
    require(by, permission=Permission.CREATE_TOURNAMENT, venue_id=venue_id)
    venue = circuit.venue_view(venue_id)
    values = {"template": "sit-and-go-9", "name": "", "starts_at": _evening(venue.timezone), "stage_id": ""}
    values |= dict.fromkeys((*PARTS, "guarantee"), "")
    values["practice"] = "simulated" if request.GET.get("practice") else ""
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        values |= {name: request.POST.get(name, "") for name in values}
        try:
            reading = forms.Reading()
            named: dict[str, Any] = {}
            changes: dict[str, Any] = {}
            with reading.field(""):
                named = _named(request.POST, venue.timezone)
            with reading.field(""):
                changes = price_typed(request.POST)
            reading.done()
            if request.POST.get("practice"):
                changes |= {"practice": True, "ranks": False}
            acted = run_command(
                request,
                command=create_tournament,
                venue_id=venue_id,
                template=forms.text(request.POST, name="template"),
                **named,
                stage_id=forms.number_or_none(request.POST, name="stage_id"),
                changes=changes,
                play_money=request.POST.get("practice") == "simulated",
            )
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.done is not None:
            return redirect("director-edit", tournament_id=acted.result["tournament_id"])
        if acted.refused is not None:
            wrong = wrong_fields(acted.refused)
            say_wrong(request, refused=acted.refused, wrong=wrong)
    templates = [
        {
            "key": t.key,
            "name": t.name,
            "price": t.split.price_cents,
            "stack": t.structure.starting_stack,
            "levels": len(t.structure.levels),
            "minutes": t.structure.levels[0].seconds // 60,
            "seats": t.seats,
            "rule_set": t.rule_set,
            "only_a_draft": t.online and not settings.ONLINE_TABLES,
        }
        for t in TEMPLATES.values()
    ]
    stages = [
        (stage.stage_id, f"{season.series} {season.name} · {stage.name}")
        for season in circuit.seasons_of(venue_id)
        for stage in season.stages
    ]
    return render(
        request,
        "director/new.html",
        {
            "venue": venue,
            "templates": templates,
            "values": values,
            "stages": stages,
            "wrong": wrong,
            "card": player_card(request.POST if request.method == "POST" else values, venue=venue),
            "lately": [t for t in announcements.tournaments_of(venue_id, limit=12) if not t.practice][:4],
        },
    )


@require_POST
@signed_in
def new_card(request: HttpRequest, *, venue_id: int) -> HttpResponse:
    """What a player will read of what is typed; saves nothing."""
    require(actor_of(request), permission=Permission.CREATE_TOURNAMENT, venue_id=venue_id)
    venue = circuit.venue_view(venue_id)
    context = {"venue": venue, "card": player_card(request.POST, venue=venue)}
    return render(request, "director/_player_card.html", context)


@require_http_methods(["GET", "POST"])
@staff_page(Permission.CREATE_TOURNAMENT)
def copy(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """The same announcement at another time."""
    local = scope.settings["starts_at"].astimezone(ZoneInfo(scope.timezone))
    values = {
        "name": scope.name,
        "starts_at": _next_week(local).strftime("%Y-%m-%dT%H:%M"),
    }
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        values |= {name: request.POST.get(name, "") for name in values}
        try:
            named = _named(request.POST, scope.timezone)
            acted = run_command(
                request, command=duplicate_tournament, tournament_id=scope.tournament_id, **named
            )
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.done is not None:
            return redirect("director-edit", tournament_id=acted.result["tournament_id"])
        if acted.refused is not None:
            wrong = wrong_fields(acted.refused)
            say_wrong(request, refused=acted.refused, wrong=wrong)
    context = {"scope": scope, "values": values, "wrong": wrong}
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


def _evening(zone: str) -> str:
    """Today at eight, or tomorrow when that is past."""
    now = moment.at().astimezone(ZoneInfo(zone))
    evening = now.replace(hour=20, minute=0)
    return (evening if now < evening else evening + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")


def _next_week(start: Any) -> Any:
    """The same weekday and hour, after now."""
    now = moment.at()
    while start <= now:
        start += timedelta(days=7)
    return start
