"""What the real parts of the pages are shown with: every name and number is made up.

Longer than others because what one page is drawn with stands together.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django.template.loader import render_to_string
from django.utils.functional import lazy
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rules.clock_shown import milliseconds
from tournaments.queries.pix import PixAccount
from web import pix
from web.director.seating import map_words
from web.director.table_cards import shortened_apart
from web.floor.words import floor_words
from web.labels import chair_word, rule_word
from web.player.table_drawing import seats_drawn
from web.templatetags.shuffle import money

_NOBODY = 0  # no tournament has it
_NAMES_AN_ID = "id|for|aria-labelledby|aria-controls|aria-describedby|data-copy|popovertarget"
_MINE = 6
LONG = "Ana Rita de Sá e Melo dos Reis Lima Pires Souza Brito Couto"  # names may have sixty letters


def _chair(seat: int, state: str, player: str = "", line: str = "", **more: object) -> dict[str, Any]:
    return {
        "chair": {"seat": seat, "player": player},
        "name": (name := shortened_apart([player])[player]),
        "shown": name,
        "state": state,
        "word": lazy(chair_word, str)(state),
        "line": {"text": line, **more},
        "href": "#",
        "button": seat == 1,
        "small": seat == 2,
        "big": seat == 3,
    }


TABLE = {
    "line": {"table": 4, "players": 7, "seats": 9},
    "tags": ({"kind": "warn", "icon": "triangle-alert", "text": "−2"},),
    "chairs": (
        _chair(1, "seated", "Ana Prado", "41.200"),
        _chair(2, "seated", "Igor Moreira", "8.400", short="7 BB"),
        _chair(3, "unverified", "Renata Martins"),
        _chair(4, "empty"),
        _chair(5, "away", "Bruno Sá"),
        _chair(6, "penalty", "Marina Alves"),
        _chair(7, "locked"),
        _chair(8, "seated", "Cecília Gomes", "112.000"),
        _chair(9, "seated", "Davi Lima", "36.500"),
    ),
}
_FULL = {
    "line": {"table": 12, "players": 2, "seats": 9},
    "tags": (
        {"kind": "bad", "icon": "pause", "text": "21:04"},
        {"kind": "good", "icon": "check", "text": "8"},
    ),
    "chairs": (
        _chair(1, "seated", "Ana Rita Melo", "145.675.000"),
        *(_chair(seat, "empty") for seat in range(2, 9)),
        _chair(9, "unverified", "Davi Lima", "36.500"),
    ),
}
# the tablet's tables: what its line tells of each
_TILE = {"state": "open", "hand_done": None, "final": False, "break_rank": None, "seats": 9}
TILES = (
    {**_TILE, "table": 4, "players": 7},
    {**_TILE, "table": 7, "players": 9, "starred": True, "hand_done": True},
    {**_TILE, "table": 12, "players": 2, "state": "halted"},
    {**_TILE, "table": 118, "players": 5, "break_rank": 1, "hand_done": False},
    {**_TILE, "table": 1, "players": 9, "final": True},
)
_PLAYERS = ("Renata Martins", "Igor Moreira", "Cecília Gonçalves", "Davi Lima")
_PRIZES = (1221400, 642800, 450000, 90000)
ZONE = "America/Sao_Paulo"
_AT = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)


def _podium(*names: str, cents: int = 1) -> list[dict[str, Any]]:
    return [
        {"place": place, "name": name, "amount_cents": prize * cents, "points": None}
        for place, (name, prize) in enumerate(zip(names, _PRIZES, strict=False), 1)
    ]


def _ranked(place: int, name: str, points: str, **more: object) -> dict[str, Any]:
    line = {
        "tournament_id": _NOBODY,
        "tournament": "Main Event",
        "place": place,
        "n": 94,
        "k": place,
        "c": Decimal(1),
        "b_cents": 45000,
        "weight": Decimal(1),
        "points": Decimal(points),
    }
    row = {
        "rank": place,
        "name": name,
        "points": Decimal(points),
        "player_id": _NOBODY,
        "working": (line,),
    }
    return {"row": row, "points": (Decimal(points), None), **more}


def _lobby_table(name: str, players: int, **more: object) -> dict[str, Any]:
    return {
        "table_id": players,
        "name": name,
        "game": "nlhe",
        "small_blind_chips": 100,
        "big_blind_chips": 200,
        "currency": "BRL",
        "least_buy_in_cents": 4000,
        "most_buy_in_cents": 20000,
        "rake_manner": "pot",
        "rake_percent": 5,
        "players": players,
        "free": 6 - players,
        "seats": 6,
        **more,
    }


_NEAR = (
    {
        "near": True,
        "number": 4,
        "small_blind": 200,
        "big_blind": 400,
        "ante": 400,
        "ante_kind": "big_blind",
        "minutes": 30,
    },
    {
        "near": True,
        "number": 5,
        "small_blind": 300,
        "big_blind": 600,
        "ante": 600,
        "ante_kind": "big_blind",
        "minutes": 30,
        "current": True,
    },
    {"near": True, "recess": True, "late_registration_ends": True, "minutes": 15},
    {
        "near": True,
        "number": 6,
        "small_blind": 400,
        "big_blind": 800,
        "ante": 800,
        "ante_kind": "big_blind",
        "minutes": 30,
    },
)
_COUNTS: dict[str, Any] = {
    "entries_total": 94,
    "players_left": 63,
    "places_paid": 15,
    "average_chips": 41429,
    "chips_in_play": 2610000,
    "pool_cents": 4290000,
    "guarantee_cents": 4000000,
    "guarantee_funds_cents": 0,
    "late_registration_open": True,
}


def sample() -> dict[str, Any]:
    """What the parts of the pages are drawn with, in the language of the moment."""
    places = tuple(
        {
            "address": "#",
            "icon": icon,
            "name": name,
            "short": name,
            "current": not at,
            "counts": "now" if not at else "",
        }
        for at, (icon, name) in enumerate(
            (("layout-grid", _("Now")), ("monitor", _("Tables")), ("clock", _("History")))
        )
    )
    settings = {
        "address": "#",
        "icon": "sliders-horizontal",
        "name": _("Settings"),
        "short": _("Settings"),
        "current": True,
        "tab": "edit",
    }
    below = (
        *places[:2],
        {**places[2], "icon": "store", "short": _("Desk"), "counts": "desk"},
        places[2],
    )
    group = {"name": _("The tournament"), "places": places}
    around = {
        "venue": {"name": "Clube Sabiá"},
        "tournament": {"name": "Main Event"},
        "finds": True,
        "groups": (group,),
        "phone": below,
    }
    return {
        "scope": {
            "tournament_id": _NOBODY,
            "name": "Main Event",
            "state": "running",
            "currency": "BRL",
            "timezone": ZONE,
            "may": {},
        },
        "payloads": {"clock": {"state": "running"}, "counts": _COUNTS},
        "counts": _COUNTS,
        "clock": {
            "state": "running",
            "remaining": "27:36",
            "blinds": "300 – 600",
            "level_line": "5",
            "ante": "600",
            "big_blind": 600,
        },
        "strip": {
            "recess": ("42:10", "21:15"),
            "late": ("12:36", "8"),
            "late_soon": True,
            "ends": "02:40",
            "players": ("63", "/ 94"),
            "paid": ("15", "48"),
            "average": ("41.429", "69 BB"),
            "spent": 24,
            "of": 52,
        },
        "to_money": 48,
        "prizes": {"rows": ({"amount_cents": _PRIZES[0]},)},
        "map": ({**TABLE}, {**_FULL}),
        "said": map_words(),
        "looked_for": 12,
        "total": 1,
        "places": around,
        "all_places": {**around, "groups": (group, {"name": _("Settings"), "places": (settings,)})},
        "user": {"name": "Ana Prado", "email": ""},
        "view": {
            "tournament_id": _NOBODY,
            "name": "Main Event",
            "state": "running",
            "currency": "BRL",
            "timezone": ZONE,
        },
        "page": "tournament",
        "podium": _podium(*_PLAYERS[:3]),
        "long_podium": _podium(LONG, "João Guilherme Figueiredo de Vasconcellos", "Igor Moreira", cents=1000),
        "rows": (
            {"first": 1, "last": 1, "amount_cents": 1221400},
            {"first": 2, "last": 2, "amount_cents": 642800},
            {"first": 3, "last": 9, "amount_cents": 90000},
        ),
        "currency": "BRL",
        "structure": _NEAR,
        "stacks": tuple(
            {
                "name": name,
                "table": 4,
                "seat": seat,
                "share": share,
                "stack": {"chips": share * 1120, "level": 5, "recess": False, "bust_since": False},
            }
            for seat, (name, share) in enumerate(((*_PLAYERS[:3], 100), (LONG, 70), ("Davi Lima", 12))[1:], 1)
        ),
        "results": (
            {"place": 43, "name": "Marina Alves", "amount_cents": 90000, "by": ("Davi Lima",), "table": 4},
            {"place": 44, "name": LONG, "amount_cents": 90000, "by": (), "table": 2, "plays_again": True},
            {"place": 45, "name": "Bruno Sá", "amount_cents": 0, "by": ()},
        ),
        "nobody": (),
        "lately": (
            {"tournament_id": _NOBODY, "name": "Main Event", "starts_at": _AT, "timezone": ZONE},
            {"tournament_id": _NOBODY, "name": "Turbo", "starts_at": _AT, "timezone": ZONE},
        ),
        "ranking": (
            _ranked(1, "Renata Martins", "96.9536", climbed=2),
            _ranked(2, "Igor Moreira", "68.5565", climbed=-1, mine=True),
            _ranked(3, LONG, "55.9761", climbed=0),
            _ranked(4, "Davi Lima", "48.4768", new=True),
        ),
        "quarter": 25,
        "lobby": (
            _lobby_table("Sabiá", 4, waiting=2),
            _lobby_table(LONG[:40], 6, free=0),
            _lobby_table("Bem-te-vi", 0),
        ),
        "mine": (4,),
        "needs": (
            {
                "key": "a",
                "mark": "triangle-alert",
                "fact": "7 / 9 · 9 / 9",
                "rule": "ADTP.11",
                "amber": True,
                "look": "#",
                "look_label": _("Tables"),
            },
            {"key": "b", "mark": "clock", "fact": "21:15", "reason": "8 → 9", "later": True},
        ),
        "totals": (
            {
                "key": "cash",
                "agrees": True,
                "rows": (
                    (_("Cash"), "R$ 3.600", False),
                    (_("Transfer"), "R$ 1.800", False),
                    (_("Received"), "R$ 5.400", True),
                ),
            },
            {
                "key": "chips",
                "agrees": False,
                "rows": ((_("Chips in play"), "360.000", False), (_("Expected"), "359.975", True)),
            },
        ),
        "totals_agree": False,
        "found": (
            {
                "player_id": 1,
                "full_name": "Marina Alves",
                "public_name": "Marina Alves",
                "birth_date": _AT.date(),
                "id_checked": True,
            },
            {
                "player_id": 2,
                "full_name": LONG,
                "public_name": "Zé",
                "birth_date": _AT.date(),
                "document_end": "482",
            },
        ),
        "entry_states": {2: "playing"},
        "person": {"file": {"player_id": 1}},
        "queue": (
            {
                "name": "pay",
                "title": _("Waiting for payment"),
                "act": _("Take the money"),
                "rows": (
                    {
                        "player_id": 1,
                        "name": "Davi Lima",
                        "what": "7Q4-K2M",
                        "method": "cash",
                        "cents": 45000,
                    },
                    {"player_id": 2, "name": LONG, "what": "7Q4-K2M", "method": "transfer", "cents": 45000},
                ),
            },
        ),
        "queue_length": 2,
        "penalties": (
            {
                "penalty": {"player": "Marina Alves", "table": 4, "seat": 6, "reason": "ADTP.71"},
                "step": "2",
                "left": 3,
            },
        ),
    }


#: What looks as under a finger or a key, the first of its kind in each theme: a test asks that no state of the stylesheets is missing.
TOUCHED = (
    (".found .pick:not([aria-current])", "hover"),
    (".found .pick[aria-current]", "active"),
    (".rail .places a:not([aria-current])", "hover"),
    (".rail .places:last-of-type a:last-of-type", "focus"),
    (".rail .switches a", "hover"),
    (".rail .switcher summary", "focus"),
    (".rail-foot .who", "hover"),
    (".rail-foot button", "focus"),
    (".strip .strip-name a", "focus"),
    (".strip .strip-more", "hover"),
    (".segments a:last-of-type", "focus"),
    (".phone-bar a:not([aria-current])", "active"),
    (".tabs a:last-of-type", "active"),
    (".tile:last-child .tile-open", "active"),
    (".tiles[data-many] .tile-open", "focus"),
    ("details:not([class]):not([open]) > summary", "active"),
    (".start:nth-of-type(3)", "hover"),
    (".start:nth-of-type(2) input", "focus"),
    ("td > .cell[name]", "focus"),
    ("label > .cell[name]", "focus"),
    (".structure-table tr:not(.as-wide):has(label > .cell[name])", "hover"),
    (".with-unit", "focus"),
    (".ranking details", "open"),
    (".card.fold", "open"),
    ('.felt .button[data-kind="main"]', "hover"),
    (".structure-table tbody tr:last-child:not(.as-wide)", "hover"),
    (".place", "hover"),
    (".link", "active"),
    (".toast .button", "focus"),
    (".methods .choice:nth-of-type(2) input", "focus"),
    (".change-received", "focus"),
    (".form:has(> .no-method) .choice input", "checked"),
    (".hand-seat:first-of-type input", "checked"),
    (".room-grid a:not([aria-current])", "hover"),
    (".award-tick input", "checked"),
    (".screen-row > details", "open"),
)


def parts() -> dict[str, Any]:
    """What the pages' own modules draw in the browser (static/js/styleguide.js), in the language of the moment."""
    words = floor_words()
    out = words["did_bust"] % {"name": "Marina Alves", "table": 4, "seat": 6}
    saved = words["saved"] % {"what": out}
    refused = _("Nobody sits at table 7, seat 4.")
    at_ms = milliseconds(_AT)
    return {
        "tiles": TILES,
        "toasts": (
            {"text": out, "undo": "#", "at_ms": at_ms},
            {"text": out, "undo": "#", "several": True, "at_ms": at_ms},
            {"text": LONG, "at_ms": at_ms},
            {"text": _("Sending"), "kind": "sending", "at_ms": 0},
            {"text": refused, "kind": "refused", "rule": "ADTP.7", "at_ms": at_ms},
        ),
        "bars": (
            {
                "live": True,
                "line": words["live"],
                "last": saved,
                "undo": words["undo"],
                "out": words["all_sent"],
            },
            {"live": True, "line": words["live"], "out": words["all_sent"]},
            {
                "live": False,
                "line": words["age"] % {"time": "0:42"},
                "last": f"{words['saved'] % {'what': LONG}} · {words['state_queued']}",
                "noUndo": words["no_undo_verify"],
                "waits": True,
                "out": words["waiting"] % {"count": 3},
            },
            {
                "live": True,
                "line": words["live"],
                "wrong": True,
                "out": words["refused_count"] % {"count": 2},
            },
            {"live": False, "line": words["no_data"], "wrong": True, "out": words["not_saved"]},
        ),
        "sent": (
            {
                "titles": (out, words["did_bust"] % {"name": LONG, "table": 4, "seat": 7}),
                "where": "Turbo",
                "given": words["given_by"] % {"name": "Bruno Sá", "time": "19:02"},
                "why": f"{refused} ({rule_word('ADTP.7')})",
                "now": words["now_here"] % {"what": words["seat"] % {"seat": 6}},
            },
            {"title": LONG, "state": "queued", "line": f"19:04 · {words['state_queued']}", "noUndo": ""},
            {"title": out, "state": "sending", "line": f"19:03 · {words['state_sending']}", "noUndo": ""},
            {"title": out, "state": "done", "line": f"19:01 · {words['kind_applied']}", "undo": True},
            {
                "title": out,
                "state": "done",
                "line": f"18:58 · {words['kind_applied']}",
                "noUndo": words["no_undo_verify"],
            },
        ),
        "sheets": (
            {
                "title": "Marina Alves",
                "below": f"{words['table'] % {'table': 4}} · {words['seat'] % {'seat': 6}} · 36.500",
                "chair": {},
                "price": money(45000, "BRL"),
            },
            {
                "title": LONG,
                "below": words["seat"] % {"seat": 9},
                "chair": {"away": True, "verified": True},
                "price": "",
            },
        ),
        "waiting": {"now": 3, "desk": 112},
        "touched": TOUCHED,
    }


_PAID = {"price_cents": 45000, "method": "transfer", "receipt": "7Q4-K2M"}


def at_table() -> dict[str, Any]:
    """What the phone of who plays reads of it."""
    return {
        "stage": "playing",
        "payload": {
            "seat": {"table": 4, "seat": _MINE},
            "entry": {
                "receipt": "7Q4-K2M",
                "stack": {
                    "chips": 41200,
                    "level": 5,
                    "recess": False,
                    "stands": True,
                    "bust_since": False,
                },
            },
        },
        "big_blind": 600,
        "share": 37,
        "standing": {"place": 12, "counted": 63, "leader_chips": 112000, "counted_at": _AT},
        "counts": {**_COUNTS, "late_registration_open": False},
        "seats": seats_drawn(9, mine=_MINE),
        "sure_cents": 90000,
        "paid": _PAID,
    }


def phone_pages(theme: str) -> list[tuple[str, SafeString]]:
    """The cards of a player's phone, each as its own page draws it: (what it is, how it looks)."""
    money = {"currency": "BRL", "timezone": ZONE, "price_cents": 45000}
    steps = [
        {"state": "done", "name": _("Registered"), "more": _("you")},
        {"state": "waiting", "name": _("Payment"), "more": _("the desk sees the money and confirms it")},
        {"state": "later", "name": _("Your seat"), "more": _("appears here by itself")},
    ]
    registration = {"registration": {"code": "7Q4-K2M"}}
    to = PixAccount(key="00000000-0000-4000-8000-000000000000", receiver="Clube Sabia", city="Florianopolis")
    award = {"amount_cents": 90000, "currency": "BRL", "state": "paid", "paid_at": _AT}
    pages: dict[str, dict[str, Any]] = {
        ".itemised .steps": {
            "stage": "pending",
            "payload": registration,
            "qr": pix.drawing("7Q4-K2M"),
            "steps": steps,
        },
        ".code-qr": {
            "stage": "pending",
            "payload": registration,
            "qr": pix.drawing("7Q4-K2M"),
            "steps": steps,
            "pix_chosen": True,
            "pix": pix.shown(to, amount_cents=45000, reference="7Q4K2M"),
        },
        ".seat-card .my-table": at_table(),
        ".result": {
            "stage": "won",
            "place": 1,
            "counts": _COUNTS,
            "awards": (award,),
            "finished": True,
            "payload": {},
        },
        ".card": {
            "stage": "out",
            "place": 43,
            "counts": _COUNTS,
            "way_back": True,
            "knocked": {"by": ("Davi Lima",)},
            "payload": {},
        },
    }
    return [
        (name, shown("player/mine.html", theme=theme, within=str(number), mine={**money, **mine}))
        for number, (name, mine) in enumerate(pages.items(), 1)
    ]


def shown(template: str, *, theme: str, within: str = "", **more: object) -> SafeString:
    """Draw the real parts of a template for one theme: ids of its own, and nothing that leads or posts anywhere.

    within: what tells its ids from those of the same template drawn again.
    """
    mark = f"{theme}-{within}-" if within else f"{theme}-"
    text: str = render_to_string(template, {**sample(), **more, "theme": theme})

    def marked(found: re.Match[str]) -> str:
        ids = (one if one.startswith(f"{theme}-") else mark + one for one in found[2].split())
        return f'{found[1]}="{" ".join(ids)}"'

    # what a script draws a row with is drawn by none
    text = re.sub(r"<template\b.*?</template>", "", text, flags=re.DOTALL)
    return led_nowhere(re.sub(rf'\b({_NAMES_AN_ID})="([^"]+)"', marked, text), to=f"#theme-{theme}")


def led_nowhere(page: str, *, to: str = "#") -> SafeString:
    """Return a page of our own templates with samples, of which nothing leads or posts anywhere, and no key acts."""
    page = re.sub(
        r'(<(?:a|form|button)\b[^>]*?\b(?:action|formaction|href))="(?!#)[^"]*"', rf'\1="{to}"', page
    )
    # nothing takes the focus as the page opens
    page = re.sub(r"\sautofocus\b", "", page)
    page = re.sub(
        r"""\s(?:hx-[a-z-]+|data-key|data-waiting|data-check|data-leave|aria-keyshortcuts)=(?:"[^"]*"|'[^']*')""",
        "",
        page,
    )
    return mark_safe(page.replace('method="post"', 'method="dialog"'))  # noqa: S308 -- see above
