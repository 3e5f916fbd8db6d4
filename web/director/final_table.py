"""The last table as its page draws it: stacks with their age and share, the prizes still to play for."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from rules.chips import half_up
from rules.permissions import Permission
from tables.queries import chips_account
from tournaments.queries import payloads
from tournaments.queries.stacks import counted_moments
from web.director.table_cards import big_blinds
from web.signs import discs
from web.staffing import StaffTournament

OLD_MINUTES = 15  # an older count is asked for again
MOST_PLACES = 12


def final_table(
    scope: StaffTournament, *, table: dict[str, Any], big_blind: int, at: datetime
) -> dict[str, Any]:
    """table: as `table_cards.drawn` made it. seats: those who sit, the largest stack first, then the free ones. leader_chips: of the
    largest stack, which the bars of the others are measured by. age: how old most of the counts are, said once for them all; a
    seat says it where its own differs."""
    account = chips_account(scope.tournament_id)
    counted = counted_moments([c["chair"].entry_id for c in table["chairs"] if c["chair"].entry_id])
    seats = [{**c, "stack": _stack(c["chair"], counted, big_blind=big_blind, at=at)} for c in table["chairs"]]
    seats.sort(
        key=lambda s: (s["chair"].entry_id is None, -(s["stack"] or {}).get("chips", 0), s["chair"].seat)
    )
    shared, old = _shared_age([s["stack"] for s in seats if s["stack"]])
    for seat in seats:
        if shared and seat["stack"] and seat["stack"]["age"] == shared:
            seat["stack"]["age"] = ""
    return {
        "seats": seats,
        "age": shared,
        "age_old": old,
        "leader_chips": max((s["stack"]["chips"] for s in seats if s["stack"]), default=0),
        "line": table["line"],
        "discs": [
            {"seat": c["chair"].seat, "sign": sign}
            for c in table["chairs"]
            for sign, here in zip(discs().values(), (c["button"], c["small"], c["big"]), strict=True)
            if here
        ],
        "positions_at": table["seated_table"].positions_at,
        "account": account,
        "agrees": account.difference_chips == 0,
        "average": account.average_chips,
        "average_bb": in_big_blinds(account.average_chips, big_blind=big_blind),
        "prizes": _prizes(scope, players_left=account.players_left),
    }


def _stack(
    chair: Any, counted: dict[int, datetime], *, big_blind: int, at: datetime
) -> dict[str, Any] | None:
    if chair.entry_id is None or chair.stack is None:
        return None
    since = counted.get(chair.entry_id)
    minutes = None if since is None else max(int((at - since).total_seconds()) // 60, 0)
    return {
        "chips": chair.stack.chips,
        "stands": chair.stack.stands,
        "big_blinds": in_big_blinds(chair.stack.chips, big_blind=big_blind),
        "age": _age(chair.stack, minutes),
        "old": not chair.stack.stands or (minutes or 0) >= OLD_MINUTES,
    }


def _age(stack: Any, minutes: int | None) -> str:
    """How old a count is: one that play has overtaken says its level or break, one of this level that a bust came after it."""
    if stack.sole or minutes is None:
        return ""
    if stack.bust_since:
        return _("counted before the last bust")
    if stack.recess and not stack.stands:
        return _("counted in the break after level\u00a0%(level)s") % {"level": stack.level}
    if not stack.stands:
        return _("counted in level\u00a0%(level)s") % {"level": stack.level}
    if minutes < 1:
        return _("counted just now")
    return _("counted %(minutes)s min ago") % {"minutes": minutes}


def _shared_age(stacks: list[dict[str, Any]]) -> tuple[str, bool]:
    """How old more than half of the counts are, and whether that asks for another; "" where they differ."""
    ages = Counter((stack["age"], stack["old"]) for stack in stacks)
    (age, old), times = max(ages.items(), key=lambda item: item[1], default=(("", False), 0))
    return (age, old) if times > 1 and 2 * times > len(stacks) else ("", False)


def in_big_blinds(chips: int | None, *, big_blind: int) -> str:
    """Return a stack in big blinds: one decimal below a hundred of them, none from there on, a half upwards, as bigBlinds of
    static/js/format.js writes it; "" where there is no stack or no blind."""
    if not chips or not big_blind:
        return ""
    tenths = half_up(10 * chips, of=big_blind)
    return big_blinds(tenths / 10 if tenths < 1000 else half_up(chips, of=big_blind))


def _prizes(scope: StaffTournament, *, players_left: int) -> dict[str, Any] | None:
    """The best places with the step from the one below each; next_out: the place of whoever goes out now."""
    if not scope.may(Permission.VIEW_MONEY):
        return None
    rows = payloads.prizes(scope.tournament_id)["rows"]
    cents = [row["amount_cents"] for row in rows for _place in range(row["first"], row["last"] + 1)]
    if not cents:
        return None
    below = [*cents[1:], 0]
    places = [
        {"place": place, "cents": amount, "step": amount - less, "next_out": place == players_left > 1}
        for place, (amount, less) in enumerate(zip(cents, below, strict=True), 1)
    ]
    following = next((p for p in places if p["next_out"]), None)
    return {
        "places": places[:MOST_PLACES],
        "sum_cents": sum(cents),
        "next_out": following,
        "bubble": players_left - 1 == len(cents),
    }
