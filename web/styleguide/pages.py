"""Whole pages for the style guide, each by its own template: the states that only these have stand on them. Every name and amount is made up."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from web.player.preferences import rows_of_sizes
from web.player.table_drawing import seats_drawn
from web.styleguide.displays import AT, ZONE
from web.styleguide.editors import house, settings
from web.styleguide.samples import LONG, at_table, sample
from web.styleguide.shown_displays import announced
from web.styleguide.tablets import opened, tablet
from web.styleguide.works import room_of_many, ways_to_pay

_NOBODY = 0  # no tournament has it
_MAY = {
    "control_clock": True,
    "hand_for_hand": True,
    "manage_season": True,
    "manage_staff": True,
    "redraw": True,
    "rule": True,
    "send_message": True,
    "verify_seat": True,
}

NOBODY_SIGNED_IN = SimpleNamespace(name="Ana Prado", email="", pk=None, is_authenticated=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """template: whose page it is; made: what it reads; at: by which name its address goes; touched: what looks as done to it, as TOUCHED of
    samples.py; wide: whether it is seen on a wide screen; hears: what its own module hears, where that draws the page, and what is pressed.
    """

    template: str
    made: Callable[[], dict[str, Any]]
    at: str = ""
    touched: tuple[tuple[str, str], ...] = ()
    wide: bool = False
    hears: Callable[[], dict[str, Any]] | None = None


def _month() -> dict[str, Any]:
    rows = [
        announced("Main Event", state="running", guarantee_cents=4_000_000),
        announced(LONG, state="registering", days=2),
        announced("Sit & go", state="registering", price_cents=5_000, full=9),
    ]
    return {
        "title": "11/2026",
        "first": date(2026, 11, 1),
        "earlier": date(2026, 10, 1),
        "earlier_title": "10/2026",
        "later": date(2026, 12, 1),
        "later_title": "12/2026",
        "days": [{"title": "21/11", "tournaments": rows[:2]}, {"title": "23/11", "tournaments": rows[2:]}],
        "venues": [],
    }


def _structure() -> dict[str, Any]:
    view = announced("Main Event", state="running", guarantee_cents=4_000_000)
    return {
        "view": view,
        "settings": {"starting_stack_chips": 25_000},
        "structure": sample()["structure"],
    }


def _house() -> dict[str, Any]:
    first = announced(LONG, state="registering", guarantee_cents=4_000_000)
    waits = {"table_id": _NOBODY, "name": "Main Event", "table_number": 4, "timezone": ZONE}
    return {
        "first": first,
        "ahead": [first, announced("Sit & go", state="registering", full=9)],
        # a table that is played online waits for who reads
        "call": {"topic": "", "tables": [waits], "until": AT + timedelta(seconds=42)},
    }


def _me() -> dict[str, Any]:
    statement = {"balance_cents": 84_000, "unit": "BRL", "next_before": None}
    return {
        "player": {"public_name": "Ana Prado", "player_id": _NOBODY},
        "file": {"full_name": "Ana Prado", "id_checked_at": None, "birth_date": date(1990, 5, 4)},
        "about": {"public_name": "Ana Prado", "phone": ""},
        "statements": [{"statement": statement, "ahead": (), "lines": [], "taken": ()}],
    }


def _moved() -> dict[str, Any]:
    move = {
        "move_id": _NOBODY,
        "reason": "break",
        "from_table": 4,
        "from_seat": 6,
        "to_table": 12,
        "to_seat": 3,
    }
    playing = {**at_table(), "currency": "BRL", "timezone": ZONE, "price_cents": 45_000}
    around = sample()
    return {
        "view": announced("Main Event", state="running"),
        "clock": around["clock"],
        "counts": around["counts"],
        "payloads": around["payloads"],
        "words": {},
        "page": {},
        "made_at": AT,
        "entered": True,
        "prizes_shown": around["rows"],
        "mine": {**playing, "move": move, "new_seats": seats_drawn(9, mine=3)},
    }


def _unlock() -> dict[str, Any]:
    return {"device": {"name": "Tablet 1"}, "staff": [(1, "Ana Prado"), (2, LONG)], "chosen": "1"}


def _preferences() -> dict[str, Any]:
    return {"table_id": _NOBODY, "rows": rows_of_sizes()}


def _staff_page() -> dict[str, Any]:
    around = sample()
    return {**around, "scope": {**around["scope"], "may": _MAY, "venue": house()}, "user": NOBODY_SIGNED_IN}


def _tables() -> dict[str, Any]:
    around = _staff_page()
    return {
        **around,
        **room_of_many(),
        # late registration is over
        "strip": {**around["strip"], "late": None},
        "looked_for": 119,
        "missing": True,
        "total": 118,
        "players": 940,
        "free": 3,
    }


def _now() -> dict[str, Any]:
    return {**_staff_page(), "short_handed": {"before": 30, "after": 20, "players": 9}}


def _sale() -> dict[str, Any]:
    around = _staff_page()
    person = around["found"][0]
    payment = {"method": "cash", "entry_id": _NOBODY, "receipt": "7Q4-K2M", "price_cents": 45_000}
    sold = {"name": LONG, "player_id": 2, "kind": "entry", "ordinal": 1, "at": AT, "method": "transfer"}
    return {
        **around,
        "person": {
            "file": {**person, "id_checked_at": AT},
            "entry": {"state": "playing", "entry_id": _NOBODY, "receipt": "7Q4-K2M"},
            "seat": {"table": 4, "seat": 6},
            "paid": [{"payment": payment, "others": ways_to_pay(balance_cents=84_000)}],
            "balance_cents": 84_000,
            "spendable_cents": 84_000,
        },
        "last_sales": [{**sold, "cents": 45_000, "table": 2, "seat": 9, "receipt": "7Q4-K2N"}],
        "sold": {"sums": [("cash", 360_000), ("transfer", 180_000)], "cents": 540_000},
    }


def _unclaimed() -> dict[str, Any]:
    one = {
        "amount_cents": 45_000,
        "unit": "BRL",
        "reference": "7Q4-K2M",
        "note": LONG,
        "noted_at": AT,
        "noted_by": "Ana Prado",
        "timezone": ZONE,
    }
    return {
        **_staff_page(),
        "one": one,
        "said": _("Nobody knows yet whose it is"),
        "waits": True,
        "q": "Ana",
        "found": [{"player_id": 1, "player": LONG, "said": _("without a deposit that was asked for")}],
        "forms": {"send_back": {"wrong": {}, "typed": {}}},
    }


def _circuit() -> dict[str, Any]:
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    stage = {**days, "number": 1, "name": "Abertura", "place": "Florianópolis"}
    return {
        **_staff_page(),
        "series": [{"series_id": 1, "name": "Circuito Sabiá"}],
        "seasons": [
            {
                **days,
                "series_id": 1,
                "season_id": 1,
                "name": "2026",
                "points_c_milli": 1_500,
                "stages": [stage],
            }
        ],
        "typed": {},
        "wrong": {},
        "what": "",
        "begun": {1},
        "next_numbers": {1: 2},
    }


def _members() -> dict[str, Any]:
    roles = [{"role_id": 1, "word": _("Director"), "tournament": ""}]
    members = [{"name": "Ana Prado", "email": "", "user_id": 1, "roles": roles, "app": False, "pin": True}]
    return {**_staff_page(), "members": members, "roles": [], "devices": [], "running": [], "typed": {}}


def _rulings() -> dict[str, Any]:
    kinds = [{"name": "wrong_seat", "title": name, "rules": "ADTP.7"} for name in ("Main Event", LONG)]
    return {**_staff_page(), "groups": [{"title": _("Rulings"), "kinds": kinds}], "tablet": True}


PAGES: dict[str, Page] = {
    "calendar": Page(
        template="public/month.html",
        made=_month,
        at="calendar",
        touched=(
            (".bar .front-pages a:not([aria-current])", "hover"),
            (".front-pages a:last-of-type", "active"),
            (".event-name a", "hover"),
            (".skip", "focus"),
        ),
    ),
    "structure": Page(
        template="public/structure.html",
        made=_structure,
        at="structure",
        touched=((".headline h1 a", "hover"),),
    ),
    "house": Page(
        template="public/house.html",
        made=_house,
        at="house",
        touched=((".ticket h2 a", "hover"), (".ticket .button", "focus"), (".called .button", "focus")),
    ),
    "moved": Page(
        template="player/play.html", made=_moved, at="play", touched=((".moved .button", "focus"),)
    ),
    "me": Page(
        template="player/me.html",
        made=_me,
        at="me",
        touched=(
            (".me-rows a", "hover"),
            (".felt .button", "focus"),
            ("fieldset.rows > .tick:last-of-type input", "disabled"),
        ),
    ),
    "unlock": Page(template="floor/unlock.html", made=_unlock),
    "preferences": Page(
        template="player/preferences.html",
        made=_preferences,
        touched=(("[data-preferences]", "begun"), (".own-sizes input", "invalid")),
    ),
    "rulings": Page(
        template="floor/rulings.html", made=_rulings, touched=((".picks a", "hover"),), wide=True
    ),
    "now": Page(
        template="director/dashboard.html",
        made=_now,
        touched=(
            (".does a", "hover"),
            (".does li:nth-of-type(2) a", "focus"),
            (".does-recess button", "hover"),
            (".does form:not([class]) button", "focus"),
            (".strip-more", "expanded"),
        ),
    ),
    "tables": Page(
        template="director/map.html",
        made=_tables,
        touched=(
            (".menu", "open"),
            (".menu-panel > a", "hover"),
            (".strip .controls .button", "hover"),
        ),
        wide=True,
    ),
    "settings": Page(
        template="director/edit.html",
        made=lambda: {"places": sample()["places"], **settings()},
        touched=(("a.fold", "hover"),),
        wide=True,
    ),
    "sale": Page(
        template="desk/desk.html",
        made=_sale,
        touched=((".sale-more details", "open"),),
        wide=True,
    ),
    "unclaimed": Page(
        template="director/unclaimed.html",
        made=_unclaimed,
        touched=((".cards > .fold", "open"),),
        wide=True,
    ),
    "table": Page(
        template="floor/tablet.html",
        made=lambda: {**_staff_page(), **tablet()},
        touched=(('.chair[data-seat="2"] button.chair-body', "active"),),
        wide=True,
        hears=opened,
    ),
    "penalty": Page(
        template="floor/tablet.html",
        made=lambda: {**_staff_page(), **tablet()},
        wide=True,
        hears=lambda: opened(
            '.chair[data-seat="9"] .chair-body',
            '[data-act="penalty"]',
            ".why .button",
            '.doses [data-act="missed_rounds1"]',
        ),
    ),
    "circuit": Page(
        template="director/circuit.html",
        made=_circuit,
        touched=((".circuit > details", "open"), (".card.fold", "open")),
        wide=True,
    ),
    "members": Page(
        template="director/house_staff.html",
        made=_members,
        touched=((".staff-list details", "open"),),
        wide=True,
    ),
}


def page_of_guide(request: HttpRequest, *, name: str, theme: str) -> dict[str, Any]:
    """Return what a page reads, the same for everybody, and what is done to it."""
    page = PAGES[name]
    asked = copy(request)
    asked.user = NOBODY_SIGNED_IN  # type: ignore[assignment]
    asked.plays_online = True  # type: ignore[attr-defined]
    asked.resolver_match = SimpleNamespace(url_name=page.at)  # type: ignore[assignment]
    return {
        "venue": house(),
        "request": asked,
        "user": NOBODY_SIGNED_IN,
        **page.made(),
        "theme": theme,
        "page_of_guide": page.template,
        "specimen": {"touched": page.touched, **(page.hears() if page.hears else {})},
    }
