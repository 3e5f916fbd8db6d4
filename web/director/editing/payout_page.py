"""The page on which the payouts are written: percentages and amounts side by side, with what other fields would pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules import announcing
from rules.entries import BuyInSplit, Component
from rules.findings import every_entry_paid
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.prizes import PRIZE_UNITS
from rules.refusals import Refused
from tournaments.commands.edit_tournament import edit_tournament
from web import forms
from web.acting import CommandOutcome, in_words, run_command, say_wrong, sentence, why_not
from web.director import announced
from web.director.announced import PAYOUT_WORDS
from web.director.editing.payout_rows import (
    MOST_ROWS,
    PayoutRow,
    tiers_of,
)
from web.director.editing.payout_text import text_of
from web.director.editing.payout_typed import (
    field_of,
    kind_of,
    paid_to,
    plan_typed,
    pool_of,
    rows_of,
    rows_typed,
    with_saved,
)
from web.director.editing.structure_shown import seen
from web.director.editing.typed import entries_typed
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, staff_page
from web.templatetags.shuffle import money

PREVIEWS = (30, 60, 100)
_ROWS_SHOWN = 100


@require_http_methods(["GET", "POST"])
@staff_page(Permission.EDIT_TOURNAMENT)
def edit_payouts(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show who gets how much: saving answers who was faster, and keeps what was typed."""
    if request.method == "GET":
        return _page(request, scope, None, mode="text" if request.GET.get("mode") == "text" else "table")
    if request.POST.get("act", "save") != "save":
        return _page(request, scope, request.POST)
    post = with_saved(scope, post=request.POST)
    try:
        changes = _changes(scope, post)
        acted = (
            run_command(
                request,
                command=edit_tournament,
                tournament_id=scope.tournament_id,
                changes=changes,
                acknowledge=post.getlist("acknowledge"),
                expected=_expected(scope, post),
            )
            if changes
            else CommandOutcome()
        )
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    if acted.refused is None:
        messages.success(request, _("Saved.") if acted.done else _("Nothing was changed."))
        to = redirect("director-edit-payouts", tournament_id=scope.tournament_id)
        to["Location"] += "?mode=text" if post.get("mode") == "text" else ""
        return to
    if len(acted.refused.fields) > 1:
        say_wrong(request, refused=acted.refused, wrong=acted.refused.fields)
    else:
        messages.error(request, why_not(acted))
    return _page(request, scope, post, refused=acted.refused)


@require_POST
@staff_page(Permission.EDIT_TOURNAMENT)
def check_payouts(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the same form with what follows from what is typed; saves nothing."""
    return render(
        request, "director/_payout_form.html", {"scope": scope, **payout_context(scope, post=request.POST)}
    )


def _changes(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    now = scope.settings
    field = field_of(scope, post=post)
    wanted = {
        "payout_table": announcing.payout_plan(plan_typed(scope, post=post, net_cents=field.net_cents)),
        "prize_unit_cents": forms.number(post, name="prize_unit"),
    }
    return {name: value for name, value in wanted.items() if value != now[name]}


def _expected(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """What the page showed when it was opened: the table by its mark, the unit as it stood; None is never stored."""
    table = scope.settings["payout_table"]
    found: dict[str, Any] = {"payout_table": table if post.get("seen") == seen(table) else None}
    if "unit_seen" in post:
        shown = post["unit_seen"]
        found["prize_unit_cents"] = int(shown) if shown in {str(u) for u in PRIZE_UNITS} else None
    return found


def _page(
    request: HttpRequest,
    scope: StaffTournament,
    post: QueryDict | None,
    *,
    refused: Refused | None = None,
    mode: str = "table",
) -> HttpResponse:
    return render(
        request,
        "director/payouts.html",
        page_context(
            scope,
            tab="edit",
            part="payouts",
            **payout_context(scope, post=post, refused=refused, mode=mode),
            **board_context(scope),
        ),
        status=409 if refused is not None else 200,
    )


def _acted(rows: list[PayoutRow], act: str) -> list[PayoutRow]:
    """A place more, or one less."""
    what, _sep, about = act.partition(":")
    if what == "add":
        last = rows[-1].last if rows else "0"
        return [*rows, PayoutRow(last=str(int(last) + 1) if last.isdigit() else "")]
    if what == "remove" and about.isdigit() and 0 < int(about) < len(rows):
        return [row for n, row in enumerate(rows) if n != int(about)]
    return rows


def payout_context(
    scope: StaffTournament, *, post: QueryDict | None, refused: Refused | None = None, mode: str = "table"
) -> dict[str, Any]:
    """Return the values that the form's template reads."""
    now = scope.settings
    stored = now["payout_table"]
    overtaken = refused is not None and refused.code == "changed_meanwhile"
    # a page that somebody else's change has overtaken keeps what it was drawn with until its reader knows
    drawn = {} if post is None or overtaken else post
    field = field_of(scope, post=post)
    kind = kind_of(stored) if post is None else post.get("payouts", "")
    kind = kind if kind in PAYOUT_WORDS else "custom"
    unit_typed = str(now["prize_unit_cents"]) if post is None else post.get("prize_unit", "")
    unit = int(unit_typed) if unit_typed in {str(u) for u in PRIZE_UNITS} else now["prize_unit_cents"]
    minimum = str(stored.get("minimum_bp", 15_000) // 100)
    wrong: dict[str, str] = {}
    rows: list[PayoutRow] = []
    plan: Mapping[str, Any] | None = stored
    act = "" if post is None else post.get("act", "")
    entries, entries_wrong = "" if post is None else post.get("entries", "")[:20], ""
    try:
        entries_typed(entries)
        entries = str(field.entries)
    except Refused as no:
        entries_wrong = sentence(no)
    if post is not None:
        mode = "text" if post.get("mode") == "text" else "table"
    text = "" if post is None or mode != "text" else forms.text(post, name="payout_text", most=40_000)
    try:
        if kind == "custom":
            rows = [] if post is None else rows_typed(scope, post=post, net_cents=field.net_cents)
            rows = _acted(rows or rows_of(scope, plan=stored, field=field), act)
            if len(rows) > MOST_ROWS:  # too many for a form: shown, not typed
                rows = []
        if post is not None:
            minimum = post.get("minimum_percent", minimum)
            if rows:
                tiers = tiers_of(rows, net_cents=field.net_cents)
                plan = announcing.payout_plan({"kind": "custom", "name": "", "source": "", "tiers": tiers})
                rows = rows_of(scope, plan=plan, field=field)
            else:
                plan = announcing.payout_plan(plan_typed(scope, post=post, net_cents=field.net_cents))
    except Refused as no:
        plan = None
        wrong = {name: sentence(one) for name, one in (no.fields or {"": no}).items()}
    if act in ("text", "table") and act != mode and not (mode == "text" and wrong):
        mode, text = act, ""
    if kind != "custom" or not (rows or wrong):
        mode = "table"
    fields = [field, *(pool_of(scope, entries=n) for n in PREVIEWS)]
    columns: list[tuple[int, ...]] = [
        paid_to(scope, plan=plan, field=one, unit_cents=unit) if plan else () for one in fields
    ]
    at_rows = {name for name in wrong if name[-1:].isdigit()} if mode == "table" else set()
    return {
        "lines": _lines(rows, columns, price=now["price_cents"], typed=mode == "table"),
        "mode": mode,
        "text": text or text_of(rows),
        "kind": kind,
        "field": field,
        "entries": entries,
        "entries_wrong": entries_wrong,
        "previews": PREVIEWS,
        "sums": [sum(column) for column in columns],
        "places": len(columns[0]),
        "sums_right": plan is not None,
        "noted": _noted(scope, plan),
        "wrong": wrong,
        "row_wrong": {int(name.rpartition("_")[2]): wrong[name] for name in wrong if name in at_rows},
        "other_wrong": [told for name, told in wrong.items() if name not in at_rows],
        "payouts": [(key, _(word)) for key, word in PAYOUT_WORDS.items()],
        "units": [(str(u), _("To the cent") if u == 1 else money(u, scope.currency)) for u in PRIZE_UNITS],
        "unit": str(unit),
        "unit_seen": drawn.get("unit_seen", now["prize_unit_cents"]),
        "minimum": minimum,
        "name": stored.get("name", "") if post is None else post.get("payouts_name", ""),
        "source": stored.get("source", "") if post is None else post.get("payouts_source", ""),
        "seen": drawn.get("seen", seen(stored)),
        "saved_now": _differs(scope, plan, post=post, unit=unit) if overtaken and plan and post else "",
        "unsaved": post is not None and (plan is None or plan != stored or unit != now["prize_unit_cents"]),
        "each_cents": BuyInSplit.from_dict(now["split"]).cents(Component.PRIZE_POOL),
        "refused": refused,
    }


def _differs(scope: StaffTournament, plan: Mapping[str, Any], *, post: QueryDict, unit: int) -> str:
    """What is saved now where it is not what was typed."""
    now = scope.settings
    if plan["kind"] == "custom":
        names = {name: forms.text(post, name=f"payouts_{name}", most=120) for name in ("name", "source")}
        plan = announcing.payout_plan({**plan, **names})
    typed = {"payout_table": plan, "prize_unit_cents": unit}
    fields = [name for name, value in typed.items() if value != now[name]]
    return announced.changes(fields, was=typed, now=now, where=announced.Where(currency=scope.currency))


def _noted(scope: StaffTournament, plan: Mapping[str, Any] | None) -> str:
    """What there is to know of a table that is not wrong: that it pays everybody; "" where nothing is."""
    now = scope.settings
    note = plan and every_entry_paid({**now, "payout_table": plan}, policies=policies_from(now["policies"]))
    return in_words(note.sentence, params=note.params) if note else ""


def _lines(
    rows: Sequence[PayoutRow],
    columns: Sequence[Sequence[int]],
    *,
    price: int,
    typed: bool,
) -> list[dict[str, Any]]:
    """A line a place, or group of places, of the largest of the fields; the bubble after the last paid of now."""
    found: list[dict[str, Any]] = []
    first = 1
    bounds: list[tuple[int, int, PayoutRow | None]] = []
    for row in rows:
        last = int(row.last) if row.last.isdigit() and first <= int(row.last) <= 300_000 else first
        bounds.append((first, last, row))
        first = last + 1
    if not rows:
        longest = max((len(column) for column in columns), default=0)
        groups = _groups(columns, min(longest, 2_000))[:_ROWS_SHOWN]
        bounds = [(start, end, None) for start, end in groups]
    now = columns[0]
    for start, end, row_typed in bounds:
        cents = now[start - 1] if start <= len(now) else None
        found.append(
            {
                "first": start,
                "last": end,
                "row": row_typed if typed else None,
                "cents": cents,
                "percent": round(10_000 * cents / sum(now)) / 100 if cents else None,
                "buy_ins": round(10 * cents / price) / 10 if cents and price else None,
                "previews": [c[start - 1] if start <= len(c) else None for c in columns[1:]],
                "bubble": start <= len(now) <= end or len(now) == end,
            }
        )
    return found


def _groups(columns: Sequence[Sequence[int]], places: int) -> list[tuple[int, int]]:
    """Neighbouring places that get the same in every field."""
    found: list[tuple[int, int]] = []
    before: tuple[int, ...] | None = None
    for place in range(1, places + 1):
        each = tuple(c[place - 1] if place <= len(c) else 0 for c in columns)
        if each == before:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
        before = each
    return found
