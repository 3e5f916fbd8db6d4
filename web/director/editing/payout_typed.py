"""The payouts as they are typed: the plan of the form, the pool that its amounts count on, its rows."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.http.request import QueryDict

from payouts.queries import prizes_payload
from rules import announcing
from rules.entries import BuyInSplit, Component
from rules.policies import from_dict as policies_from
from rules.prizes import PRIZE_UNITS, PayoutTable, PoolStatement, pool_statement, prize_unit, prizes
from rules.refusals import Refused, Several
from tournaments.queries.field import counts_payload
from web import forms
from web.director.editing.payout_rows import (
    MOST_ROWS,
    PayoutRow,
    rounded,
    rows_of_table,
    rows_posted,
    tiers_of,
)
from web.director.editing.payout_text import rows_of_text, text_of
from web.director.editing.structure_shown import seen
from web.director.editing.typed import entries_typed
from web.staffing import StaffTournament

_ENTRIES_WITHOUT_ANY = 50


def kind_of(plan: Mapping[str, Any]) -> str:
    return str(plan["table"] if plan["kind"] == "published" else plan["kind"])


def plan_typed(scope: StaffTournament, *, post: QueryDict, net_cents: int) -> dict[str, Any]:
    """The plan that the form tells."""
    kind = post.get("payouts", "")
    if kind in ("club", "barge"):
        return {"kind": "published", "table": kind}
    if kind == "generated":
        percent = forms.number(post, name="minimum_percent", low=1, high=10_000)
        return {"kind": "generated", "minimum_bp": percent * 100}
    rows = rows_typed(scope, post=post, net_cents=net_cents)
    if not rows:  # just chosen: it begins as the table before it
        rows = rows_of(scope, plan=scope.settings["payout_table"], field=field_of(scope, post=post))
    return {
        "kind": "custom",
        "name": forms.text(post, name="payouts_name", most=60),
        "source": forms.text(post, name="payouts_source", most=120),
        "tiers": tiers_of(rows, net_cents=net_cents),
    }


def rows_typed(scope: StaffTournament, *, post: QueryDict, net_cents: int) -> list[PayoutRow]:
    """The rows of the table, or those that the lines of text tell. Refusals: of the lines, all at once."""
    if post.get("mode") != "text":
        return rows_posted(post)
    unit = post.get("prize_unit", "")
    read = rows_of_text(
        forms.text(post, name="payout_text", most=40_000),
        net_cents=net_cents,
        currency=scope.currency,
        unit_cents=int(unit) if unit in {str(u) for u in PRIZE_UNITS} else 1,
    )
    if read.wrong:
        raise Several(read.wrong)
    return read.rows


class Pool:
    """So many entries, and what they bring."""

    def __init__(self, entries: int, statement: PoolStatement) -> None:
        self.entries = entries
        self.statement = statement

    @property
    def net_cents(self) -> int:
        return self.statement.net_cents


def pool_of(scope: StaffTournament, *, entries: int) -> Pool:
    """What so many entries at the ordinary price bring. Rule: SCPT.F, SCPT.L"""
    now = scope.settings
    split = BuyInSplit.from_dict(now["split"])
    each = split.cents(Component.PRIZE_POOL)
    return Pool(
        entries,
        pool_statement(
            collected_cents=entries * each,
            policies=policies_from(now["policies"]),
            guarantee_cents=now["guarantee_cents"],
            deductions=split.pool_deductions,
            guarantee_deductions=split.guarantee_deductions,
        ),
    )


def field_of(scope: StaffTournament, *, post: QueryDict | None) -> Pool:
    """The field of now; before anybody is in, as many as were typed, as there is room for, or fifty."""
    counted = 0
    if scope.state != "draft":
        counted = int(counts_payload(scope.tournament_id, seen_at=None)["entries_total"])
    asked: int | None = None
    with suppress(Refused):  # said at its field
        asked = entries_typed("" if post is None else post.get("entries", "")[:20])
    entries = asked or counted or scope.settings["capacity"] or _ENTRIES_WITHOUT_ANY
    if counted and entries == counted:
        payload = prizes_payload(scope.tournament_id)
        found = pool_of(scope, entries=entries)
        # what was really sold, with rebuys and add-ons
        if payload["net_cents"]:
            found.statement = PoolStatement(
                collected_cents=found.statement.collected_cents,
                guarantee_cents=found.statement.guarantee_cents,
                overlay_cents=payload["overlay_cents"],
                deductions=found.statement.deductions,
                net_cents=payload["net_cents"],
            )
        return found
    return pool_of(scope, entries=entries)


def _table_of(scope: StaffTournament, plan: Mapping[str, Any], entries: int) -> PayoutTable:
    return announcing.payout_table(plan, entries=entries, policies=policies_from(scope.settings["policies"]))


def paid_to(
    scope: StaffTournament, *, plan: Mapping[str, Any], field: Pool, unit_cents: int
) -> tuple[int, ...]:
    """The prize of each place of a field. Rule: SCPT.L, CASES round-1"""
    table = _table_of(scope, plan, field.entries)
    if not field.net_cents:
        return ()
    unit = prize_unit(
        unit_cents=unit_cents, net_pool_cents=field.net_cents, table=table, entries=field.entries
    )
    return prizes(net_pool_cents=field.net_cents, table=table, entries=field.entries, step_cents=unit)


def rows_of(scope: StaffTournament, *, plan: Mapping[str, Any], field: Pool) -> list[PayoutRow]:
    if plan["kind"] != "custom":
        return rounded(_table_of(scope, plan, field.entries))
    # to the cent: what is rounded is not what was typed
    return rows_of_table(
        _table_of(scope, plan, field.entries), prizes=paid_to(scope, plan=plan, field=field, unit_cents=1)
    )


def with_saved(scope: StaffTournament, *, post: QueryDict) -> QueryDict:
    """Return the form with what somebody else saved meanwhile of what was not touched: the table, the rounding."""
    stored, kept = scope.settings["payout_table"], post.copy()
    if post.get("unit_seen", "") == post.get("prize_unit"):
        kept["prize_unit"] = kept["unit_seen"] = str(scope.settings["prize_unit_cents"])
    shown = post.get("seen")
    if not shown or shown == seen(stored):
        return kept
    field = field_of(scope, post=post)
    try:
        typed = announcing.payout_plan(plan_typed(scope, post=post, net_cents=field.net_cents))
    except Refused:  # said at its field
        return kept
    if typed != stored and seen(typed) != shown:
        return kept
    rows = rows_of(scope, plan=stored, field=field) if stored["kind"] == "custom" else []
    rows = rows if len(rows) <= MOST_ROWS else []  # too many for a form: shown, not typed
    for name in ("last", "percent", "amount", "shown"):
        kept.setlist(name, [getattr(row, name) for row in rows])
    kept["payout_text"] = text_of(rows)
    kept["payouts"] = kind_of(stored)
    kept["payouts_name"], kept["payouts_source"] = stored.get("name", ""), stored.get("source", "")
    if "minimum_bp" in stored:
        kept["minimum_percent"] = str(stored["minimum_bp"] // 100)
    kept["seen"] = seen(stored)
    return kept
