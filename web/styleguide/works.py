"""Parts of the staff's single pages as these draw them: how is it paid, hand for hand, a room of many tables, prizes to pay, the displays of the
house, the first steps. Every name and amount is made up."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.queries.screens import ScreenView
from web.screens.words import role_words
from web.styleguide.samples import LONG, TABLE, ZONE, shown

_NOBODY = 0  # no tournament has it
_AT = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
_LADDER = ((1_221_400, 578_600), (642_800, 192_800), (450_000, 0))
_SCOPE = {
    "tournament_id": _NOBODY,
    "name": "Main Event",
    "state": "running",
    "currency": "BRL",
    "timezone": ZONE,
    "may": {"hand_done": True, "pay_prize": True, "award_prizes": True, "pair_device": True},
}


def ways_to_pay(*, balance_cents: int) -> list[dict[str, Any]]:
    """What an entry costs in each way, as the desk has it (keyed by number)."""
    ways: list[dict[str, Any]] = [
        {"method": method, "total_cents": cents, "surcharge_cents": more, "short_cents": 0}
        for method, cents, more in (
            ("cash", 45_000, 0),
            ("transfer", 45_000, 0),
            ("credit", 47_250, 2_250),
        )
    ]
    short, left = max(0, 45_000 - balance_cents), max(0, balance_cents - 45_000)
    return [
        *ways,
        {
            "method": "balance",
            "total_cents": 45_000,
            "surcharge_cents": 0,
            "short_cents": short,
            "left_cents": left,
        },
    ]


def _paying(*, balance_cents: int, chosen: str) -> dict[str, Any]:
    return {
        "prices": ways_to_pay(balance_cents=balance_cents),
        "person": {"spendable_cents": balance_cents},
        "price_cents": 45_000,
        "chosen": chosen,
        "keyed": 1,
    }


def _seat(seat: int, name: str, chips: int, *, owed: int = 0) -> dict[str, Any]:
    return {
        "seat": seat,
        "entry_id": seat,
        "player": name,
        "hands_owed": owed,
        "stack": {"chips": chips},
        "stack_chips": chips,
    }


def _hands() -> dict[str, Any]:
    sits = [_seat(2, "Igor Moreira", 8_400), _seat(6, LONG, 41_200, owed=2)]
    return {
        "round": {"done": (1, 7), "number": 3, "round": 3, "last_done": None, "out": ()},
        "tables_in_round": 4,
        "players": 16,
        "places_paid": 15,
        "rule": "PT-T.49",
        "done": ({"table": 1}, {"table": 7}),
        "playing": ({"line": {"table": 4, "players": 2}, "chairs": sits},),
        "others": ({"table": 12},),
        "bounty": True,
    }


def room_of_many() -> dict[str, Any]:
    """Return a room of many tables, of which one is opened."""
    tiles = [
        {
            "line": {"table": table, "players": players, "seats": 9},
            "kind": kind,
            "free": 9 - players,
            "tag": {"icon": icon, "text": text} if text else None,
        }
        for table, players, kind, icon, text in (
            (4, 7, "warn", "triangle-alert", "−2"),
            (7, 9, "none", "", ""),
            (12, 2, "bad", "pause", "21:04"),
            (118, 5, "verify", "", ""),
        )
    ]
    return {
        "room": {
            "tiles": tiles,
            "query": "",
            "filters": (
                {"name": "", "text": _("All tables"), "count": 118, "chosen": True},
                {"name": "now", "text": _("Now"), "count": 1},
                {"name": "short", "text": "7 / 9", "count": 2},
            ),
            "orders": ({"text": "1, 2, 3", "chosen": True}, {"text": "9, 8, 7"}),
        },
        "pages": ({"number": 1, "label": "1–60"}, {"number": 2, "label": "61–118"}),
        "page": 1,
        "opened": TABLE,
        "proposals": (),
        "total": 1,
    }


def _final() -> dict[str, Any]:
    seats = [
        {
            "chair": {"seat": seat, "player": name, "entry_id": seat if name else None},
            "state": "seated" if name else "empty",
            "word": "",
            "href": "#",
            "stack": {"chips": chips, "stands": seat != 2, "big_blinds": f"{chips // 600} BB"},
        }
        for seat, name, chips in (
            (1, "Renata Martins", 1_456_750),
            (2, LONG, 412_000),
            (3, "", 0),
            (4, "Davi Lima", 96_000),
        )
    ]
    prizes = [
        {"place": place, "cents": cents, "step": step, "next_out": place == len(_LADDER)}
        for place, (cents, step) in enumerate(_LADDER, 1)
    ]
    return {
        "final": {
            "line": {"table": 4, "seats": 9},
            "account": {"in_play_chips": 1_964_750, "difference_chips": 0, "counted": 2, "players_left": 3},
            "agrees": False,
            "average": 654_916,
            "seats": seats,
            "leader_chips": 1_456_750,
            "prizes": {"sum_cents": sum(cents for cents, _step in _LADDER), "places": prizes},
        }
    }


def _awarded() -> dict[str, Any]:
    owed = {
        "state": "owed",
        "currency": "BRL",
        "due_on": date(2026, 11, 28),
        "overdue": False,
    }
    rows = [
        {**owed, "award_id": place, "player_id": place, "place": place, "name": name, "amount_cents": cents}
        for place, name, cents in (
            (1, "Renata Martins", 1_221_400),
            (2, LONG, 642_800),
            (3, "Davi Lima", 450_000),
        )
    ]
    rows[0] |= {"state": "paid", "paid_method": "cash", "paid_at": _AT}
    return {
        "rows": rows,
        "several": True,
        "methods": ("cash", "transfer"),
        "awards": {"next_due_on": date(2026, 11, 28)},
        "balances": {row["player_id"]: row["amount_cents"] for row in rows},
        "owing": {},
        "bounties_of": {},
        "excluded": {},
    }


def _displays() -> dict[str, Any]:
    north = ScreenView(
        code="7Q4K2M",
        name="Parede norte",
        venue_id=_NOBODY,
        tournament_id=_NOBODY,
        tournament="Main Event",
        role="clock",
        layout="classic",
        table_number=None,
        sound=True,
        volume=60,
        voice=False,
    )
    bar = replace(north, code="9HX2TD", name="", tournament=LONG, sound=False)
    return {
        "screens": (
            {"view": north, "here": True, "word": "clock.classic", "silent_since": None},
            {"view": bar, "here": False, "word": "", "silent_since": _AT},
        ),
        "roles": role_words(),
        "first_table": 4,
    }


def _steps() -> dict[str, Any]:
    return {
        "first_steps": (
            {"title": _("The house"), "says": "Clube Sabiá", "url": "#", "label": _("Open"), "done": True},
            {"title": _("The tournament"), "says": "Main Event", "url": "#", "label": _("Open"), "now": True},
            {"title": _("Displays"), "says": "", "url": "#", "label": _("Open")},
        )
    }


def works(theme: str) -> list[tuple[str, SafeString]]:
    """Draw them: (what it is, how it looks)."""
    pages: tuple[tuple[str, str, dict[str, Any]], ...] = (
        (".methods .choice", "desk/_methods.html", _paying(balance_cents=84_000, chosen="cash")),
        (".methods .from-balance", "desk/_methods.html", _paying(balance_cents=84_000, chosen="balance")),
        (".methods .no-method", "desk/_methods.html", _paying(balance_cents=12_000, chosen="balance")),
        (".hand-plays .hand-seat", "director/_hand_open.html", _hands()),
        (".room-tools .room-grid", "director/_room.html", room_of_many()),
        (".final-page .final-prizes", "director/_final.html", _final()),
        (".awards", "director/_award.html", _awarded()),
        (".screen-row .screen-roles", "screens/_display.html", _displays()),
        (".welcome .first-steps", "director/_welcome.html", _steps()),
    )
    return [
        (
            name,
            shown(
                "styleguide/_work.html",
                theme=theme,
                within=f"work{number}",
                **{"scope": _SCOPE, **page, "part": part},
            ),
        )
        for number, (name, part, page) in enumerate(pages, 1)
    ]
