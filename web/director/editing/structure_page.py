"""The page on which a structure is written: as a table, or as lines of text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from access import moment
from rules.levels import MOST_ITEMS
from rules.permissions import Permission
from rules.refusals import Refused
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.queries import clock
from web import forms
from web.acting import CommandOutcome, run_command, say_wrong, why_not
from web.director import announced
from web.director.editing.proposal import proposed
from web.director.editing.structure import CELLS, Row, read_rows, rows_of, rows_typed, usual_minutes
from web.director.editing.structure_shown import (
    Typed,
    said_once,
    seen,
    structure_context,
    too_many,
)
from web.director.editing.structure_text import rows_of_text, text_of
from web.director.editing.typed import numbers_listed
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, staff_page
from web.templatetags.shuffle import grouped


@require_http_methods(["GET", "POST"])
@staff_page(Permission.EDIT_TOURNAMENT)
def edit_structure(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show levels, recesses and the end of late registration; saving answers who was faster, and keeps what was
    typed.
    """
    if scope.state in ("finished", "cancelled"):
        return redirect("director-structure-sheet", tournament_id=scope.tournament_id)
    played = _played(scope)
    if request.method == "GET":
        mode = "text" if request.GET.get("mode") == "text" else "table"
        return _page(request, scope, _stored(scope, mode), played=played)
    typed = _typed(scope, request.POST, played=played)
    act = request.POST.get("act", "save")
    if act == "propose":
        return _page(request, scope, _proposed(scope, typed, request.POST, played=played), played=played)
    if act != "save":
        return _page(request, scope, _acted(typed, act), played=played)
    typed = _with_saved(scope, typed)
    read = read_rows(typed.rows)
    wrong = {**said_once(read.wrong, lines=typed.lines), **typed.lines}
    late: int | None = None
    try:
        late = forms.number({"late": typed.late}, name="late", high=200)  # type: ignore[arg-type]
    except Refused as refused:
        wrong["", "late"] = refused
    many = too_many(typed.rows, in_text=typed.mode == "text")
    if wrong or many:
        acted = CommandOutcome(refused=many or next(iter(wrong.values())))
    else:
        acted = _save(
            request, scope, typed, items=[i.as_dict() for i in read.items if i is not None], late=late
        )
    if acted.refused is None:
        messages.success(request, _("Saved.") if acted.done else _("Nothing was changed."))
        to = redirect("director-edit-structure", tournament_id=scope.tournament_id)
        to["Location"] += "?mode=text" if typed.mode == "text" else ""
        return to
    if len(wrong) > 1:
        say_wrong(
            request, refused=acted.refused, wrong={f"{row} {field}": no for (row, field), no in wrong.items()}
        )
    else:
        messages.error(request, why_not(acted))
    return _page(request, scope, typed, played=played, refused=acted.refused)


@require_POST
@staff_page(Permission.EDIT_TOURNAMENT)
def check_structure(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the same form with what follows from what is typed; saves nothing."""
    played = _played(scope)
    typed = _acted(_typed(scope, request.POST, played=played), request.POST.get("act", "check"))
    typed = replace(typed, wishes=request.POST)
    return render(
        request,
        "director/_structure_form.html",
        {"scope": scope, **structure_context(scope, typed=typed, played=played)},
    )


def _save(
    request: HttpRequest,
    scope: StaffTournament,
    typed: Typed,
    *,
    items: list[dict[str, Any]],
    late: int | None,
) -> CommandOutcome:
    stored = scope.settings["structure"]
    changes: dict[str, Any] = {}
    if items != stored["items"]:
        changes["structure"] = {**stored, "items": items}
    expected: dict[str, Any] = {"structure": stored if typed.seen == seen(stored) else None}
    if late != scope.settings["late_registration_level"]:
        changes["late_registration_level"] = late
        if typed.seen_late.isdigit():
            expected["late_registration_level"] = int(typed.seen_late)
    if not changes:
        return CommandOutcome()
    return run_command(
        request,
        command=edit_tournament,
        tournament_id=scope.tournament_id,
        changes=changes,
        acknowledge=request.POST.getlist("acknowledge"),
        expected=expected,
    )


def _stored(scope: StaffTournament, mode: str) -> Typed:
    rows = [_written(row) for row in rows_of(scope.settings["structure"]["items"])]
    return Typed(
        mode=mode,
        rows=rows,
        text=text_of(rows_of(scope.settings["structure"]["items"])),
        late=str(scope.settings["late_registration_level"]),
        entries="",
        lines={},
    )


def _written(row: Row) -> Row:
    """A row with its amounts as people of the page's language write them."""

    def amount(typed: str) -> str:
        return grouped(int(typed)) if typed.isdigit() else typed

    return replace(
        row,
        small_blind=amount(row.small_blind),
        big_blind=amount(row.big_blind),
        ante=amount(row.ante),
        big_blind_ante=amount(row.big_blind_ante),
        colour_up=numbers_listed(int(chip) for chip in re.findall(r"[0-9]+", row.colour_up)),
    )


def _typed(scope: StaffTournament, post: QueryDict, *, played: int) -> Typed:
    text = forms.text(post, name="structure", most=200_000)
    mode = "text" if post.get("mode") == "text" else "table"
    lines: Mapping[tuple[str, str], Refused] = {}
    minutes = usual_minutes(scope.settings["structure"]["items"])
    if mode == "text":
        rows, lines = rows_of_text(text, minutes=minutes)
    else:
        rows = rows_typed(post, stored=_stored(scope, mode).rows, played=played)
        if pasted := forms.text(post, name="pasted", most=200_000):
            rows, lines = _pasted(rows, pasted, at=post.get("paste_at", ""), minutes=minutes)
    late = forms.text(post, name="late_registration_level", most=20)
    seen_late = forms.text(post, name="seen_late", most=20)
    if late == seen_late:
        # not touched here: what somebody else saved meanwhile stays
        late = seen_late = str(scope.settings["late_registration_level"])
    return Typed(
        mode=mode,
        rows=rows,
        text=text if mode == "text" else text_of(rows),
        late=late,
        entries=forms.text(post, name="entries", most=20),
        lines=lines,
        seen=forms.text(post, name="seen", most=20),
        seen_late=seen_late,
    )


def _with_saved(scope: StaffTournament, typed: Typed) -> Typed:
    """What is saved by, where the rows are those of a page that somebody else's change has overtaken, and were not touched there."""
    stored = scope.settings["structure"]
    if not typed.seen or typed.seen == seen(stored) or typed.lines:
        return typed
    items = read_rows(typed.rows).items
    if None in items:
        return typed
    as_typed = [item.as_dict() for item in items if item is not None]
    if as_typed != stored["items"] and seen({**stored, "items": as_typed}) != typed.seen:
        return typed
    saved = _stored(scope, typed.mode)
    return replace(typed, rows=saved.rows, text=saved.text, seen=seen(stored))


def _pasted(
    rows: list[Row], text: str, *, at: str, minutes: str
) -> tuple[list[Row], Mapping[tuple[str, str], Refused]]:
    """The rows with what was pasted from a row on in place of as many."""
    found, wrong = rows_of_text(text, minutes=minutes)
    place = next((n for n, row in enumerate(rows) if row.key == at), len(rows))
    if wrong or len(found) > MOST_ITEMS:
        no = next(iter(wrong.values()), None) or too_many(found, in_text=True)
        return rows, {("", "pasted"): no} if no is not None else {}
    names = iter(_fresh(rows, len(found)))
    new = [_written(replace(row, key=next(names))) for row in found]
    return [*rows[:place], *new, *rows[place + len(new) :]], {}


def _fresh(rows: Sequence[Row], count: int) -> list[str]:
    """Names that no row has."""
    taken = {row.key for row in rows}
    return [name for n in range(len(taken) + count) if (name := f"a{n}") not in taken][:count]


def _acted(typed: Typed, act: str) -> Typed:
    """What the buttons of a row do, for who has no JavaScript; "table" and "text" show the other way of writing."""
    what, _sep, about = act.partition(":")
    rows = list(typed.rows)
    if what in ("table", "text"):
        if typed.lines:
            return typed  # lines that tell nothing have no row
        shown = [_written(replace(row, key=f"t{n}")) for n, row in enumerate(rows)]
        return replace(typed, mode=what, rows=shown if typed.mode == "text" else rows, text=text_of(rows))
    if what in ("add_level", "add_recess"):
        at = next((n + 1 for n, row in enumerate(rows) if row.key == about), len(rows))
        key = _fresh(rows, 1)[0]
        new = (
            _next_level(rows[:at], key) if what == "add_level" else Row(key=key, kind="recess", minutes="15")
        )
        return replace(typed, rows=[*rows[:at], new, *rows[at:]])
    if what == "use":
        key, _sep, rest = about.partition(":")
        field, _sep, value = rest.partition(":")
        if field in CELLS:
            rows = [_with(r, field, value[:20]) if r.key == key else r for r in rows]
        return replace(typed, rows=rows, text=text_of(rows) if typed.mode == "text" else typed.text)
    at = next((n for n, row in enumerate(rows) if row.key == about), -1)
    if at >= 0 and what == "remove":
        del rows[at]
    if at >= 0 and what in ("up", "down"):
        to = at + (1 if what == "down" else -1)
        if 0 <= to < len(rows):
            rows[at], rows[to] = rows[to], rows[at]
    return replace(typed, rows=rows)


def _proposed(scope: StaffTournament, typed: Typed, post: QueryDict, *, played: int) -> Typed:
    """A proposal in place of all that was not played yet, to be changed and saved; nothing of it is saved here."""
    read = read_rows(typed.rows)
    kept = played + 1 if scope.state == "running" else 0
    rows, wrong = proposed(scope, post=post, rows=typed.rows, items=read.items, kept=kept)
    if wrong:
        return replace(typed, wishes=post, wishes_wrong=wrong)
    rows = [_written(row) for row in rows]
    return replace(typed, rows=rows, text=text_of(rows), lines={}, wishes=post, proposed=True)


def _with(row: Row, field: str, value: str) -> Row:
    """The row with another value in one of its cells."""
    change: Mapping[str, Any] = {field: value}
    return replace(row, **change)


def _next_level(rows: Sequence[Row], key: str) -> Row:
    """A level that goes on like the one before it: as long, with its kind of ante; its blinds are still to be typed."""
    last = next((row for row in reversed(rows) if row.kind == "level"), None)
    return Row(key=key, minutes=last.minutes if last else "20", game=last.game if last else "")


def _played(scope: StaffTournament) -> int:
    """How many levels and recesses are behind the clock."""
    if scope.state != "running":
        return 0
    return int(clock.clock_payload(scope.tournament_id, at=moment.at())["index"])


def _page(
    request: HttpRequest,
    scope: StaffTournament,
    typed: Typed,
    *,
    played: int,
    refused: Refused | None = None,
) -> HttpResponse:
    overtaken = refused is not None and refused.code == "changed_meanwhile"
    if overtaken:
        typed = replace(typed, seen="", seen_late="")
    context = structure_context(scope, typed=typed, played=played)
    if overtaken:
        context["saved_now"] = _differs(scope, context["items"], late=typed.late)
    return render(
        request,
        "director/structure.html",
        page_context(scope, tab="edit", part="structure", **context, **board_context(scope)),
        status=409 if refused is not None else 200,
    )


def _differs(scope: StaffTournament, items: Sequence[Mapping[str, Any] | None], *, late: str) -> str:
    """What is saved now where it is not what was typed."""
    typed: dict[str, Any] = {"structure": {"items": [item for item in items if item is not None]}}
    now = {"structure": scope.settings["structure"]}
    fields = ["structure"]
    if late.isdigit() and int(late) != scope.settings["late_registration_level"]:
        fields.append("late_registration_level")
        typed |= {"late_registration_level": int(late)}
        now |= {"late_registration_level": scope.settings["late_registration_level"]}
    return announced.changes(fields, was=typed, now=now, where=announced.Where())
