"""The displays of the room for the style guide: each role with its states. Every name and amount is made up; the shapes are those of the
payloads that a display is sent, by a test.

Longer than others because what one night is made of stands together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from rules.clock_shown import milliseconds
from rules.games import game_name
from tables.queries.around import seat_places

NOBODY = 0  # no tournament has it
AT = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
AT_MS = milliseconds(AT)
ZONE = "America/Sao_Paulo"
CURRENCY = "BRL"
_LONG = "Ana Rita de Sá e Melo dos Reis Lima Pires Souza Brito Couto"
_MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """What a display shows. role: whose page it is; layout: of a clock; state: of the tournament; payloads: in what they differ from a level
    that is played; heard: what comes after it was opened, as (topic, differences); rows: what its list is sent; more: what its page has besides;
    line: whether there is one to the house; shape: of its screen; ground: where it is always the same.
    """

    role: str = "clock"
    layout: str = "classic"
    state: str = "running"
    payloads: dict[str, Any] = field(default_factory=dict)
    heard: tuple[tuple[str, dict[str, Any]], ...] = ()
    rows: list[Any] | None = None
    more: dict[str, Any] = field(default_factory=dict)
    line: bool = True
    shape: str = "wide"
    ground: str = ""


def _item(kind: str, minutes: int, *, ends: bool = False, **more: object) -> dict[str, Any]:
    return {"kind": kind, "seconds": 60 * minutes, "late_registration_ends": ends, **more}


def _level(number: int, small: int, *, ends: bool = False) -> dict[str, Any]:
    return _item(
        "level",
        30,
        ends=ends,
        number=number,
        small_blind=small,
        big_blind=2 * small,
        ante=2 * small,
        ante_kind="big_blind",
        game="",
    )


def _recess(minutes: int, *, colour_up: tuple[int, ...] = ()) -> dict[str, Any]:
    return _item("recess", minutes, colour_up=list(colour_up), add_on=False)


_ITEMS = [
    *(_level(n, small, ends=n == 4) for n, small in enumerate((100, 200, 300, 400), 1)),
    _recess(15, colour_up=(100,)),
    *(_level(n, small) for n, small in enumerate((500, 1_000, 1_500, 2_000), 5)),
    _recess(10),
    *(_level(n, small) for n, small in enumerate((3_000, 5_000, 10_000, 15_000, 25_000), 9)),
]
_LATE, _PLAYED, _PLAIN_RECESS, _NEXT = 3, 6, 9, 7


def _at(index: int, *, left_ms: int, **more: object) -> dict[str, Any]:
    """The clock while this item runs, with so much of it left."""
    return {
        "index": index,
        "anchor_ms": AT_MS + left_ms - 1000 * _ITEMS[index]["seconds"],
        "elapsed_ms": 1000 * _ITEMS[index]["seconds"] - left_ms,
        **more,
    }


_CLOCK: dict[str, Any] = {
    "state": "running",
    **_at(_PLAYED, left_ms=12 * _MINUTE_MS + 36_000),
    "items": _ITEMS,
    "recess": None,
    "server_ms": AT_MS,
    "game": game_name("nlhe"),
    "late_registration_ends_ms": None,
    "time_ends_ms": None,
    "time_is_up": False,
    "stood_ms": None,
    "added_seconds": 0,
    "turn": 7,
}
_STANDS: dict[str, Any] = {"anchor_ms": None, "elapsed_ms": 17 * _MINUTE_MS + 24_000}
_COUNTS: dict[str, Any] = {
    "state": "running",
    "entries_total": 94,
    "entries_unique": 75,
    "re_entries": 19,
    "players_left": 63,
    "out_in_hand": 0,
    "waiting": 0,
    "chips_in_play": 2_350_000,
    "average_chips": 37_301,
    "currency": CURRENCY,
    "guarantee_cents": 4_000_000,
    "hand_for_hand": False,
    "hand_for_hand_round": 0,
    "final_table": False,
    "final_table_reached": False,
    "late_registration_open": False,
    "line_enters": False,
    "decided": False,
    "undone": 0,
    "cancel_reason": "",
    "pool_cents": 4_290_000,
    "overlay_cents": 0,
    "guarantee_funds_cents": 0,
    "places_paid": 15,
    "bubble": False,
    "in_the_money": False,
}
_PRIZES: dict[str, Any] = {
    "fixed": True,
    "net_cents": 4_290_000,
    "overlay_cents": 0,
    "guarantee_funds_cents": 0,
    "places_paid": 15,
    "official_places": 15,
    "unit_cents": 1_000,
    "rest_cents": 0,
    "currency": CURRENCY,
    "rows": [
        {"first": first, "last": last, "amount_cents": 100 * amount}
        for first, last, amount in (
            (1, 1, 12_222),
            (2, 2, 6_428),
            (3, 3, 4_500),
            (4, 4, 3_600),
            (5, 5, 2_900),
            (6, 6, 2_300),
            (7, 7, 1_900),
            (8, 9, 1_600),
            (10, 12, 1_100),
            (13, 15, 850),
        )
    ],
}
_NAMES = (
    "Renata Martins",
    "Igor Moreira",
    "Cecília Gonçalves",
    "Davi Lima",
    _LONG,
    "Bruno Sá",
    "Maria Aparecida Wanderley",
    "Ana Prado",
    "Marina Alves",
)


def _out(place: int, name: str, cents: int = 0) -> dict[str, Any]:
    return {
        "entry_id": 100 + place,
        "elimination_id": 100 + place,
        "place": place,
        "tied": 1,
        "name": name,
        "by": ["Davi Lima"],
        "table": 4,
        "at_ms": AT_MS - 2 * _MINUTE_MS,
        "plays_again": False,
        "amount_cents": cents,
        "bounties": [],
    }


def _prize(place: int) -> int:
    return next((r["amount_cents"] for r in _PRIZES["rows"] if r["first"] <= place <= r["last"]), 0)


def _stack(chips: int, *, stands: bool = True) -> dict[str, Any]:
    return {
        "chips": chips,
        "level": 8,
        "recess": False,
        "stands": stands,
        "bust_since": not stands,
        "sole": False,
    }


_CHIPS = (612_000, 455_000, 371_000, 298_000, 221_000, 164_000, 112_000, 75_000, 42_000)
_NINE = [
    {
        "entry_id": at,
        "name": name,
        "stack_chips": chips if at < 9 else None,
        "stack": _stack(chips, stands=at < 9),
        "seat": (at * 4) % 9 + 1,
        "button": at == 3,
        "counted_ms": AT_MS - 11 * _MINUTE_MS,
    }
    for at, (name, chips) in enumerate(zip(_NAMES, _CHIPS, strict=True), 1)
]
_SOLE = [{**_NINE[0], "stack_chips": 2_350_000, "stack": {**_stack(2_350_000), "sole": True}}]
_OUT = [_out(64, "Marina Alves"), _out(65, "Bruno Sá")]
_FALLEN = [_out(place, name, _prize(place)) for place, name in zip((10, 11, 12), _NAMES[6:], strict=True)]
_PLACED = [_out(place, name, _prize(place)) for place, name in enumerate(_NAMES, 1)]
_NEWS: dict[str, Any] = {
    "moves": [{"name": "Igor Moreira", "table": 4, "seat": 7, "at_ms": AT_MS - 20_000}],
    "breaks": [{"table": 9, "to": [1, 4, 6], "at_ms": AT_MS - 40_000}],
    "tables": 8,
    "hand": None,
}
#: What a clock is sent while a level is played.
PLAYED: dict[str, Any] = {
    "clock": _CLOCK,
    "counts": _COUNTS,
    "prizes": _PRIZES,
    "eliminations": {"rows": _OUT},
    "standings": {"rows": []},
    "wall": {"show": "clock", "message": ""},
    "news": _NEWS,
}

_QUIET_NEWS: dict[str, Any] = {"moves": [], "breaks": []}
_TWO_TABLES = {**_QUIET_NEWS, "tables": 2}
_BUBBLE: dict[str, Any] = {"players_left": 16, "average_chips": 146_875, "bubble": True}
_MONEY: dict[str, Any] = {
    **_BUBBLE,
    "players_left": 12,
    "average_chips": 195_833,
    "bubble": False,
    "in_the_money": True,
}
_LAST_NINE: dict[str, Any] = {
    **_MONEY,
    "players_left": 9,
    "average_chips": 261_111,
    "final_table": True,
    "final_table_reached": True,
}
_WON: dict[str, Any] = {**_LAST_NINE, "players_left": 1, "average_chips": 2_350_000, "decided": True}
_FINAL: dict[str, Any] = {
    "counts": _LAST_NINE,
    "standings": {"rows": _NINE},
    "eliminations": {"rows": _FALLEN},
    "news": {**_QUIET_NEWS, "tables": 1},
}
_DECIDED: dict[str, Any] = {
    "clock": {**_STANDS, "state": "decided"},
    "counts": _WON,
    "standings": {"rows": _SOLE},
    "eliminations": {"rows": _PLACED[1:]},
    "news": {**_QUIET_NEWS, "tables": 1},
}
_FINISHED: dict[str, Any] = {
    **_DECIDED,
    "clock": {**_STANDS, "state": "finished"},
    "counts": {**_WON, "state": "finished", "decided": False},
    "eliminations": {"rows": _PLACED},
}
_HAND: dict[str, Any] = {
    "clock": {**_STANDS, "state": "hand_for_hand"},
    "counts": {**_BUBBLE, "hand_for_hand": True, "hand_for_hand_round": 3},
    "eliminations": {"rows": [_out(17, "Bruno Sá")]},
    "news": {**_QUIET_NEWS, "tables": 3, "hand": {"round": 3, "ready": 2, "tables": 3, "served": False}},
}
_BEFORE: dict[str, Any] = {
    "clock": {**_STANDS, "state": "not_started", "index": 0, "elapsed_ms": 0, "turn": 0},
    "counts": {
        "state": "registering",
        "entries_total": 31,
        "entries_unique": 31,
        "re_entries": 0,
        "players_left": 31,
        "chips_in_play": 775_000,
        "average_chips": 25_000,
        "late_registration_open": False,
    },
    "prizes": {"fixed": False},
    "eliminations": {"rows": []},
    "news": {**_QUIET_NEWS, "tables": 0},
    "starts_ms": AT_MS + 42 * _MINUTE_MS,
}
_NOT_YET: dict[str, Any] = {
    **_BEFORE,
    "counts": {
        **_BEFORE["counts"],
        "state": "announced",
        "entries_total": 0,
        "entries_unique": 0,
        "players_left": 0,
        "chips_in_play": 0,
        "average_chips": 0,
        "pool_cents": 0,
        "places_paid": 0,
    },
    "prizes": {"fixed": False, "places_paid": 0, "rows": []},
    "starts_ms": AT_MS + 3 * 24 * 60 * _MINUTE_MS,
}
_FILLS: dict[str, Any] = {
    **_BEFORE,
    "counts": {**_BEFORE["counts"], "entries_total": 5, "entries_unique": 5, "pool_cents": 22_500},
}
_CLOSING: dict[str, Any] = {
    "clock": _at(_LATE, left_ms=5 * _MINUTE_MS),
    "counts": {"late_registration_open": True},
    "prizes": {"fixed": False},
}
_MESSAGE = {"show": "clock", "message": "O jantar está servido no salão ao lado."}


def _seated() -> list[list[Any]]:
    firsts = ("Ana", "Bruno", "Cecília", "Davi", "Érica", "Fábio", "Gustavo", "Helena", "Igor")
    lasts = ("Alves", "Brito", "Couto", "Gonçalves", "Lima", "Moreira", "Prado")
    names = [f"{first} {last}" for first in firsts for last in lasts]
    return [[name, at // 9 + 1, at % 9 + 1] for at, name in enumerate([*names[:-1], _LONG])]


_SEATED = _seated()


def _table(**more: object) -> dict[str, Any]:
    chairs = dict(zip((1, 2, 3, 5, 6, 8, 9), zip(_NAMES, _CHIPS, strict=True), strict=False))
    return {
        "table": 4,
        "state": "open",
        "final": False,
        "button": 1,
        "small_blind": 2,
        "big_blind": 3,
        "seats": [
            {
                "seat": place.seat,
                "side": place.side,
                "row": place.row,
                "name": chairs[place.seat][0] if place.seat in chairs else "",
                "stack": _stack(chairs[place.seat][1], stands=place.seat != 8)
                if place.seat in chairs
                else None,
                "counted_ms": AT_MS - 11 * _MINUTE_MS if place.seat in chairs else None,
            }
            for place in seat_places(9)
        ],
        **more,
    }


#: As (name, state, price in cents, guarantee in cents, payloads, starts when so many are in): what a house has tonight.
TONIGHT: tuple[tuple[str, str, int, int, dict[str, Any], int], ...] = (
    ("Main Event", "running", 45_000, 4_000_000, {}, 0),
    (_LONG, "running", 10_000, 0, _HAND, 0),
    ("Deepstack", "running", 15_000, 1_000_000, {"clock": _at(_PLAIN_RECESS, left_ms=6 * _MINUTE_MS)}, 0),
    ("Turbo", "running", 10_000, 0, _CLOSING, 0),
    ("Highroller", "running", 100_000, 0, _FINAL, 0),
    ("Sit & go", "registering", 5_000, 0, _FILLS, 9),
    ("Noturno", "registering", 10_000, 500_000, _BEFORE, 0),
    ("Satélite", "finished", 5_000, 0, _FINISHED, 0),
)

#: By its name in the guide.
DISPLAYS: dict[str, Display] = {
    "level": Display(),
    "last-minute": Display(payloads={"clock": _at(_PLAYED, left_ms=42_000)}),
    "late-registration": Display(payloads=_CLOSING),
    "paused": Display(
        payloads={"clock": {**_STANDS, "state": "paused", "stood_ms": AT_MS - 4 * _MINUTE_MS}},
    ),
    "break": Display(payloads={"clock": _at(_PLAIN_RECESS, left_ms=6 * _MINUTE_MS)}),
    "colour-up": Display(payloads={"clock": _at(4, left_ms=9 * _MINUTE_MS)}),
    "bubble": Display(payloads={**_HAND, "clock": {}, "counts": _BUBBLE, "news": _TWO_TABLES}),
    "hand-for-hand": Display(payloads=_HAND),
    "in-the-money": Display(
        payloads={"counts": _MONEY, "eliminations": {"rows": _FALLEN}, "news": _TWO_TABLES}
    ),
    "final": Display(payloads=_FINAL),
    "decided": Display(payloads=_DECIDED),
    "finished": Display(state="finished", payloads=_FINISHED),
    "registering": Display(state="registering", payloads=_BEFORE),
    "announced": Display(state="announced", payloads=_NOT_YET),
    "cancelled": Display(
        state="cancelled",
        payloads={
            **_NOT_YET,
            "counts": {**_NOT_YET["counts"], "state": "cancelled", "cancel_reason": _LONG},
        },
    ),
    "message": Display(payloads={"wall": _MESSAGE}),
    "seats": Display(payloads={"wall": {"show": "seats", "message": ""}}, rows=_SEATED),
    "line-lost": Display(line=False),
    "house-colour": Display(ground="colour"),
    "upright": Display(shape="upright"),
    "square": Display(shape="square"),
    "poster": Display(layout="poster"),
    "poster-final": Display(layout="poster", payloads=_FINAL),
    "takeover-level": Display(
        heard=(("clock", {**_CLOCK, **_at(_NEXT, left_ms=30 * _MINUTE_MS - 2_000)}),),
    ),
    "takeover-bubble": Display(
        payloads={
            "counts": {**_BUBBLE, "players_left": 16},
            "eliminations": {"rows": [_out(16, "Marina Alves")]},
        },
        heard=(("counts", {**_COUNTS, **_MONEY, "players_left": 15}),),
    ),
    "takeover-final": Display(
        payloads={**_FINAL, "counts": {**_LAST_NINE, "final_table": False, "final_table_reached": False}},
        heard=(("counts", {**_COUNTS, **_LAST_NINE}),),
    ),
    "takeover-winner": Display(
        payloads={**_FINAL, "counts": {**_LAST_NINE, "players_left": 2}, "standings": {"rows": _NINE[:2]}},
        heard=(("standings", {"rows": _SOLE}), ("counts", {**_COUNTS, **_WON})),
    ),
    "overlay": Display(layout="lower"),
    "overlay-break": Display(layout="lower", payloads={"clock": _at(_PLAIN_RECESS, left_ms=6 * _MINUTE_MS)}),
    "overlay-final": Display(layout="lower", payloads=_FINAL),
    "overlay-message": Display(layout="lower", payloads={"wall": _MESSAGE}),
    "seating": Display(role="seating", rows=_SEATED),
    "seating-empty": Display(role="seating", state="announced", payloads=_NOT_YET, rows=[]),
    "payouts": Display(
        role="payouts",
        payloads={"counts": _MONEY, "eliminations": {"rows": _FALLEN}, "news": _TWO_TABLES},
        rows=[[row["place"], 1, row["name"], row["amount_cents"]] for row in _FALLEN],
    ),
    "payouts-open": Display(role="payouts", rows=[]),
    "payouts-results": Display(
        role="payouts",
        state="finished",
        payloads=_FINISHED,
        rows=[[row["place"], 1, row["name"], row["amount_cents"]] for row in _PLACED],
    ),
    "final-table": Display(role="final_table", payloads=_FINAL),
    "final-table-before": Display(role="final_table"),
    "final-table-results": Display(role="final_table", state="finished", payloads=_FINISHED),
    "table": Display(role="table", payloads={"seats": _table()}),
    "table-paused": Display(
        role="table",
        payloads={
            "seats": _table(),
            "clock": {**_STANDS, "state": "paused"},
            "wall": _MESSAGE,
        },
    ),
    "table-broken": Display(role="table", payloads={"seats": _table(state="broken")}),
    "lobby": Display(role="today", more={"count": 6}),
    "lobby-next": Display(role="today", more={"from": 6}),
    "lobby-empty": Display(role="today", more={"count": 0}),
    "schedule": Display(role="schedule"),
    "schedule-alone": Display(role="schedule", more={"from": 6, "count": 1}),
    "schedule-empty": Display(role="schedule", more={"count": 0}),
    "sponsors": Display(role="sponsors", more={"pictures": 1}),
    "sponsors-none": Display(role="sponsors", payloads={"wall": _MESSAGE}),
}
