"""A player's details at the desk: what the player or another desk changed meanwhile is not written over by an older page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http.request import QueryDict

from people.queries import player_file
from people.queries.players import PlayerFile
from web import buttons, forms
from web.as_shown import SavedForm
from web.staffing import StaffTournament

FIELDS = ("full_name", "public_name", "birth_date", "email", "phone")


def details_form(file: PlayerFile) -> SavedForm:
    """Return what is saved of the fields that the form shows filled in; of the document only its end is shown."""
    born = file.birth_date.strftime("%d/%m/%Y") if file.birth_date else ""
    return SavedForm(
        salt=f"player {file.player_id} at the desk",
        fields={**{name: getattr(file, name) for name in FIELDS}, "birth_date": born},
        alike=lambda name, one, other: (
            name == "birth_date" and forms.written_day(one) == forms.written_day(other)
        ),
        read_out=lambda _name, saved: saved,
    )


def details_shown(file: PlayerFile, *, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the form as it is drawn: what is saved, or what was typed where that was refused just now, beside what is saved."""
    form = details_form(file)
    refused = typed.get("what") == "update"
    shown = {name: typed.get(name, saved) if refused else saved for name, saved in form.fields.items()}
    differs = {name: saved for name, saved in form.fields.items() if saved and saved != shown[name]}
    return {"fields": shown, "saved": differs, "mark": form.mark(), "open": refused}


def read_details(scope: StaffTournament, *, post: QueryDict) -> dict[str, Any]:
    """Read the form: what is empty stays as it is. Refusals: ``changed_meanwhile``, those of `web.forms`."""
    given = post.copy()
    for name in FIELDS:
        if not given.get(name, "").strip():
            given.pop(name, None)
    form = details_form(player_file(forms.number(post, name="player_id")))
    kept, clash = form.with_saved(given)
    if clash is not None:
        raise clash
    return buttons.arguments(buttons.buttons_of("desk")["update"], scope=scope, post=kept)
