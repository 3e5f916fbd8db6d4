"""What a tournament's table says of its tournament on one line: level and what is left of it, who is left, how far it is to the money."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from rules.clock_shown import Shown, milliseconds, shown
from tournaments.queries import clock
from web.board import countdown, item_shown
from web.templatetags.shuffle import ante_words, chips, stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class LineOfEvent:
    """The parts of the line; next, average, money: "" where there is none to tell, or nobody knows yet. ends_ms: when the level or recess is over, None while it
    stands; clock: by what the browser knows that the clock is another since; paid: how many places are paid, 0 while one may enter."""

    level: str
    left: str
    next: str
    players: str
    average: str
    money: str
    ends_ms: int | None
    clock: str
    paid: int


def line_of_event(payload: Mapping[str, Any], *, places_paid: int, at: datetime) -> LineOfEvent:
    """Return the line of a table's tournament at an instant; static/js/table/event.js writes it alike when something of it changes. payload: of the table, as its
    reader sees it. Rule: PT-T.46, PT-H.11
    """
    event = payload["event"]
    told = clock.clock_payload(event["tournament_id"], at=at, as_public=True)
    now = shown(snapshot=told, now_ms=milliseconds(at))
    item = item_shown(told, now=now)
    following = None if now.next_index is None else told["items"][now.next_index]
    # in a recess by the blinds of the last hand, as the stacks on the plates beside it are
    big = item.get("big_blind") or payload["big_blind_chips"]
    paid = 0 if event["late_entries"] else places_paid
    left = event["players_left"]
    average = _("%(count)s BB") % {"count": chips(event["average_chips"] // big)}
    return LineOfEvent(
        level=_level(told, item=item),
        left=countdown(-(-now.remaining_ms // 1000)),
        next=_next(following),
        players=_("%(left)s of %(total)s left")
        % {"left": chips(left), "total": chips(event["entries_total"])},
        average=_("avg. %(stack)s") % {"stack": average} if event["average_chips"] else "",
        money=_money(left=left, paid=paid, total=event["entries_total"]),
        ends_ms=_ends(told, now=now, at=at),
        clock=json.dumps(
            [told[name] for name in ("turn", "state", "index", "anchor_ms", "elapsed_ms")],
            separators=(",", ":"),
        ),
        paid=paid,
    )


def _level(told: Mapping[str, Any], *, item: Mapping[str, Any]) -> str:
    said = (
        _("Break") if item["kind"] == "recess" else _("Level %(level)s") % {"level": item.get("number", "")}
    )
    return f"{_('Paused')} · {said}" if told["state"] in ("paused", "frozen") else said


def _next(level: Mapping[str, Any] | None) -> str:
    if level is None:
        return ""
    said = f"→ {stakes(level['small_blind'], level['big_blind'])}"
    ante = {"kind": level["ante_kind"], "chips": level["ante"]} if level["ante"] else None
    return " ".join(filter(None, [said, ante_words(ante)]))


def _money(*, left: int, paid: int, total: int) -> str:
    if not paid:
        return ""
    if paid >= total:
        return _("everybody is paid")
    return _("%(away)s to the money") % {"away": chips(left - paid)} if left > paid else _("in the money")


def _ends(told: Mapping[str, Any], *, now: Shown, at: datetime) -> int | None:
    given = told["recess"]
    runs = told["anchor_ms"] is not None if given is None else given["ends_ms"] is not None
    return milliseconds(at) + now.remaining_ms if runs else None
