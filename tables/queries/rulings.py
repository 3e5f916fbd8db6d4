"""The log of rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Q

from tables.models import Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingView:
    """choice: the one taken of the ruling's choices. by: who logged it; player: whom it is about."""

    ruling_id: int
    table: int | None
    hand: int | None
    entry_id: int | None
    player: str
    kind: str
    situation: Mapping[str, Any]
    ruling: Mapping[str, Any]
    rule: str
    choice: str
    decision: str
    override_reason: str
    at: datetime
    user_id: int | None
    by: str


def rulings_view(
    tournament_id: int,
    *,
    limit: int = 50,
    before: int | None = None,
    query: str = "",
    kinds: Sequence[str] = (),
    table: int | None = None,
) -> list[RulingView]:
    """Return the log of rulings, newest first, from the one before `before`; of a table, or found by words: player,
    who logged it, rule, decision. kinds: questions whose title has the words, which only a page can read.

    Rule: ADTP.1, ADTP.P2, REGULATIONS 8.3"""
    rows = Ruling.objects.filter(tournament_id=tournament_id)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if table is not None:
        rows = rows.filter(table__number=table)
    if query:
        rows = rows.filter(
            Q(kind__in=list(kinds))
            | Q(entry__player__public_name__icontains=query)
            | Q(by__name__icontains=query)
            | Q(rule__icontains=query)
            | Q(decision__icontains=query)
            | Q(override_reason__icontains=query)
        )
    return [
        RulingView(
            ruling_id=r.pk,
            table=r.table.number if r.table else None,
            hand=r.hand,
            entry_id=r.entry_id,
            player=r.entry.player.public_name if r.entry else "",
            kind=r.kind,
            situation=r.situation,
            ruling=r.ruling,
            rule=r.rule,
            choice=r.choice,
            decision=r.decision,
            override_reason=r.override_reason,
            at=r.at,
            user_id=r.by_id,
            by=(r.by.name or r.by.email.partition("@")[0]) if r.by else "",
        )
        for r in rows.select_related("table", "entry__player", "by").order_by("-id")[:limit]
    ]


def last_asked(tournament_id: int, *, limit: int = 6) -> list[str]:
    """Return the questions whose rulings were logged last, each once, newest first."""
    latest = (
        Ruling.objects.filter(tournament_id=tournament_id)
        .values("kind")
        .annotate(last=Max("id"))
        .order_by("-last")[:limit]
    )
    return [row["kind"] for row in latest]
