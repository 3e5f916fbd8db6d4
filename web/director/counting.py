"""Counting the stacks of one table on one sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rules.permissions import Permission
from rules.refusals import Refused, by_field, not_found
from rules.validation import MAX_CHIPS
from tables.commands.count_table import NOT_COUNTED, count_table
from tables.queries import SeatedTable, SeatView, TableCount, chips_account, table_counts, table_view
from web.acting import CommandOutcome, in_words, run_command, say_wrong, sentence
from web.director.page import board_context, page_context
from web.forms import Reading, number_or_none
from web.staffing import StaffTournament, staff_page
from web.templatetags.shuffle import chips

MOST_SEATS = 10


@require_http_methods(["GET", "POST"])
@staff_page(Permission.COUNT_CHIPS)
def counting(request: HttpRequest, *, scope: StaffTournament, table_number: int) -> HttpResponse:
    """Show the sheet of one table. POST: keep every count on it; what cannot be kept is told at its seat.
    Rule: ADTP.64
    """
    wrong: dict[str, str] = {}
    typed: Mapping[str, str] = {}
    if request.method == "POST":
        acted = _counted(request, scope, table_number)
        if acted.refused is None:
            wrong = _not_counted(acted.result)
            over = -_rest(scope)
            if over > 0:
                messages.warning(request, f"{_said(acted.result)} {_said_over(over)}")
            else:
                messages.success(request, _said(acted.result))
            if not wrong:
                return redirect(
                    "director-count", tournament_id=scope.tournament_id, table_number=table_number
                )
            messages.error(
                request,
                ngettext(
                    "%(count)s count is not kept: its seat says why.",
                    "%(count)s counts are not kept: their seats say why.",
                    len(wrong),
                )
                % {"count": len(wrong)},
            )
        else:
            found = by_field(acted.refused)
            wrong = {name: sentence(refused) for name, refused in found.items()}
            say_wrong(request, refused=acted.refused, wrong=found)
            typed = request.POST
    seated_table = _table(scope, table_number)
    counts = table_counts(scope.tournament_id) if scope.state == "running" else []
    others = [c for c in counts if c.table != table_number]
    rows = [_row(chair, typed, wrong) for chair in seated_table.chairs]
    here = sum(row["standing"] for row in rows)
    elsewhere = sum(c.chips for c in others)
    in_play = chips_account(scope.tournament_id).in_play_chips
    return render(
        request,
        "director/count.html",
        page_context(
            scope,
            tab="map",
            seated_table=seated_table,
            rows=rows,
            playing=scope.state == "running" and any(row["chair"].entry_id is not None for row in rows),
            one=len(counts) == 1,
            wrong=list(wrong.values()),
            here_chips=here,
            here_missing=sum(1 for row in rows if row["chair"].entry_id is not None and not row["standing"]),
            others_chips=elsewhere,
            others_counted=sum(c.counted for c in others),
            others_players=sum(c.players for c in others),
            in_play=in_play,
            rest=in_play - elsewhere - here,
            over=max(elsewhere + here - in_play, 0),
            following=_following(others, table_number),
            **board_context(scope),
        ),
    )


def _rest(scope: StaffTournament) -> int:
    """Chips in play that no count has found yet; below zero where more were counted than there are."""
    counted = sum(c.chips for c in table_counts(scope.tournament_id))
    return chips_account(scope.tournament_id).in_play_chips - counted


def _said_over(over: int) -> str:
    return ngettext(
        "%(chips)s chip more than is in play: count again.",
        "%(chips)s chips more than are in play: count again.",
        over,
    ) % {"chips": chips(over)}


def _following(others: Sequence[TableCount], table_number: int) -> TableCount | None:
    """The next table, going round, where somebody is not counted."""
    missing = [c for c in others if c.missing]
    return next((c for c in missing if c.table > table_number), missing[0] if missing else None)


def _table(scope: StaffTournament, table_number: int) -> SeatedTable:
    try:
        return table_view(scope.tournament_id, table_number=table_number)
    except ObjectDoesNotExist:
        raise not_found("table") from None


def _counted(request: HttpRequest, scope: StaffTournament, table_number: int) -> CommandOutcome:
    reading = Reading()
    stacks: list[dict[str, int]] = []
    for seat in range(1, MOST_SEATS + 1):
        with reading.field(f"seat_{seat}"):
            stack = number_or_none(request.POST, name=f"seat_{seat}", low=1, high=MAX_CHIPS)
            who = number_or_none(request.POST, name=f"who_{seat}", low=1, high=2**63 - 1)
            if stack is not None and who is not None:
                stacks.append({"seat_number": seat, "entry_id": who, "stack_chips": stack})
    try:
        reading.done()
    except Refused as refused:
        return CommandOutcome(refused=refused)
    return run_command(
        request,
        command=count_table,
        tournament_id=scope.tournament_id,
        table_number=table_number,
        stacks=stacks,
    )


def _not_counted(result: Mapping[str, Any]) -> dict[str, str]:
    """Field to why its count is not kept."""
    return {
        f"seat_{line['seat_number']}": in_words(NOT_COUNTED[line["code"]], params=line["params"])
        for line in result["not_counted"]
    }


def _said(result: Mapping[str, Any]) -> str:
    return ngettext(
        "Table %(table)s: %(count)s stack is noted, %(chips)s.",
        "Table %(table)s: %(count)s stacks are noted, %(chips)s.",
        result["counted"],
    ) % {
        "table": result["table_number"],
        "count": result["counted"],
        "chips": chips(result["chips"]),
    }


def _row(chair: SeatView, typed: QueryDict | Mapping[str, str], wrong: Mapping[str, str]) -> dict[str, Any]:
    """A seat of the sheet. What was typed stays with the person it was typed for: never with whoever sits there now."""
    name = f"seat_{chair.seat}"
    same = str(chair.entry_id) == typed.get(f"who_{chair.seat}")
    return {
        "chair": chair,
        "name": name,
        "typed": typed.get(name, "") if same else "",
        "standing": chair.stack_chips or 0,
        "wrong": wrong.get(name, ""),
    }
