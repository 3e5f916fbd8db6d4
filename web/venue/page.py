"""What the pages of a venue have in common: their frame, their forms, and where a refusal stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import render
from django.utils.text import slugify

from dispatch.facts import Done
from people.queries import roles_by_venue
from rules import validation
from rules.refusals import Refused
from web import forms
from web.acting import CommandOutcome, run_command, say_wrong
from web.staffing import StaffVenue
from web.welcome import Step, steps_of

# what a command calls a field, and what the forms call it
_NAMES = {"points_c_milli": "points_c", "password_hash": "password"}
# refusals that are about one field without naming it
_AT = {
    "slug_taken": "slug",
    "name_taken": "name",
    "number_taken": "number",
    "no_such_timezone": "timezone",
    "ends_before_start": "ends_on",
    "outside_season": "starts_on",
    "not_a_date": "starts_on",
    "email_taken": "email",
    "bad_email": "email",
    "weak_password": "password",
    "pix_in_reais_only": "pix_key",
    "bad_pix_key": "pix_key",
}


def wrong_fields(refused: Refused | None) -> dict[str, Refused]:
    """Return what is wrong, under the names of the form."""
    if refused is None:
        return {}
    found = forms.at_fields(refused, names=_NAMES)
    return found or ({_AT[refused.code]: refused} if refused.code in _AT else {})


def settle_form(
    request: HttpRequest, *, said: str, command: Callable[..., Done], read: Callable[[], dict[str, Any]]
) -> CommandOutcome:
    """Read the form, call the command, leave a message; a refusal comes back as a value."""
    try:
        acted = run_command(request, command=command, **read())
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    if acted.refused is not None:
        say_wrong(request, refused=acted.refused, wrong=wrong_fields(acted.refused), by=acted.by)
    else:
        messages.success(request, said)
    return acted


def _first_steps(scope: StaffVenue) -> tuple[Step, ...]:
    """What is left of the first hour of this house."""
    return steps_of(
        scope.venue_id, roles=roles_by_venue(scope.actor.user_id or 0).get(scope.venue_id, frozenset())
    )


def venue_tab(
    request: HttpRequest,
    *,
    scope: StaffVenue,
    tab: str,
    template: str,
    context: Mapping[str, Any],
    refused: bool,
) -> HttpResponse:
    """Render one of the venue's tabs with the frame they share; 409 where the form in it was refused."""
    return render(
        request,
        template,
        {
            "scope": scope,
            "venue": scope.venue,
            "tab": tab,
            "first_steps": _first_steps(scope),
            **context,
        },
        status=409 if refused else 200,
    )


def with_slug(post: QueryDict) -> QueryDict:
    """Return a form whose short name for addresses, where it was left empty, is made from the name."""
    if forms.text(post, name="slug"):
        return post
    made = post.copy()
    made["slug"] = slugify(forms.text(post, name="name", most=121))[:60].strip("-")
    return made


def lines_typed(
    post: QueryDict, *, longest: Mapping[str, int], may_be_empty: Sequence[str] = ()
) -> dict[str, str]:
    """Lines of text. Refusals: ``text_missing``, ``bad_slug``, ``text_too_long``, all at once."""
    reading = forms.Reading()
    found = {}
    for name, most in longest.items():
        with reading.field(name):
            typed = forms.text(post, name=name, most=most + 1)
            if name == "slug":
                found[name] = validation.slug(name, typed, at_most=most)
            else:
                found[name] = validation.text(name, typed, at_most=most, may_be_empty=name in may_be_empty)
    reading.done()
    return found


def both_typed(*reads: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return what several parts of one form say. Refusals: those of all parts, at once."""
    reading = forms.Reading()
    found: dict[str, Any] = {}
    for read in reads:
        with reading.field(""):
            found |= read()
    reading.done()
    return found
