"""The editors of a structure and of payouts as their own pages draw them: what is typed is made up, and the forms say of it what they say there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from dispatch.facts import Actor
from rules.entries.split import SCPT_450
from rules.policies import shipped
from rules.refusals import N_, Refused
from tournaments.queries.circuit import VenueView
from web.director.editing.drafts import Written, draft_context
from web.director.editing.folds import folds
from web.director.editing.form import form_choices, form_values
from web.director.editing.payout_page import payout_context
from web.director.editing.starts import Start, starts_shipped, typed_over
from web.director.editing.structure import Row
from web.director.editing.structure_shown import Typed, structure_context
from web.director.editing.structure_text import rows_of_text, text_of
from web.staffing import May, StaffTournament
from web.styleguide.samples import LONG, shown

_NOBODY = 0  # no tournament has it
_AT = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)


def _level(number: int, small: int, minutes: int = 30) -> dict[str, Any]:
    return {
        "kind": "level",
        "number": number,
        "small_blind": small,
        "big_blind": 2 * small,
        "ante": 0,
        "big_blind_ante": 2 * small,
        "seconds": minutes * 60,
    }


_LADDER = (100, 200, 300, 500, 800, 1_500, 2_500, 4_000, 6_000, 10_000)
STRUCTURE = {
    "items": [_level(number, small) for number, small in enumerate(_LADDER, 1)],
    "denominations": [100, 500, 1_000],
}


def house() -> VenueView:
    """Return a house that nobody has."""
    return VenueView(
        venue_id=_NOBODY,
        name="Clube Sabiá",
        slug="sabia",
        city="",
        address="",
        tax_id="",
        currency="BRL",
        timezone="America/Sao_Paulo",
        language="pt-br",
        terms_version="",
        surcharges_bp={},
        frozen_at=None,
        cash_tables=False,
    )


def _tournament() -> StaffTournament:
    """A draft: nothing of it is asked of the database."""
    settings = {
        "name": "Main Event",
        "state": "draft",
        "currency": "BRL",
        "starts_at": _AT,
        "started_at": None,
        "starting_stack_chips": 25_000,
        "seats_per_table": 9,
        "capacity": 94,
        "re_entries_per_player": 0,
        "structure": STRUCTURE,
        "late_registration_level": 4,
        "policies": shipped()["scpt"].as_dict(),
        "split": SCPT_450.as_dict(),
        "price_cents": SCPT_450.price_cents,
        "guarantee_cents": 4_000_000,
        "payout_table": {"kind": "generated", "minimum_bp": 15_000},
        "prize_unit_cents": 1_000,
    }
    return StaffTournament(
        tournament_id=_NOBODY,
        venue=house(),
        settings=settings,
        actor=Actor(user_id=None),
        may=May(frozenset()),
    )


def _row(key: str, small: str, big: str, **more: Any) -> Row:
    return Row(
        key=key, **{"small_blind": small, "big_blind": big, "big_blind_ante": big, "minutes": "30", **more}
    )


# what was played, what is being played, recesses with what they bring, a level that cannot be read and one that falls
_ROWS = (
    _row("s0", "100", "200"),
    Row(key="s1", kind="recess", minutes="10", colour_up="100"),
    _row("s2", "200", "400"),
    _row("s3", "300", "600"),
    Row(key="s4", kind="recess", minutes="15", colour_up="500", add_on=True),
    _row("s5", "500", "8x0"),
    _row("s6", "400", "800", minutes=""),
    _row("s7", "1.000.000", "2.000.000"),
)
_GAMES = (
    _row("s0", "100", "200", ante="25", big_blind_ante="", game="plo"),
    _row("s1", "200", "400", ante="50", big_blind_ante="", game="nlhe"),
)
_LINES = "100 200 0 200 30\n200/400 (400) 30 min\nintervalo 15 -100\nnada disto\n300 600 0 600"


def structures(theme: str) -> list[tuple[str, SafeString]]:
    """The editor of a structure: (what it is, how it looks)."""
    scope = _tournament()
    read, wrong = rows_of_text(_LINES, minutes="30")
    plain = Typed(mode="table", rows=[], text="", late="4", entries="94", lines={})
    played = structure_context(scope, typed=replace(plain, rows=list(_ROWS)), played=0)
    played["lines"][0]["played"] = played["lines"][1]["played"] = played["lines"][2]["current"] = True
    texts = replace(plain, mode="text", rows=list(read), text=_LINES, lines=wrong)
    pages = {
        ".structure-table": played,
        ".structure-table[data-ante][data-game]": structure_context(
            scope, typed=replace(plain, rows=list(_GAMES), late="0", proposed=True), played=0
        ),
        ".structure-table:empty": structure_context(
            scope, typed=replace(plain, late="0", text=text_of([])), played=0
        ),
        ".text-mode": structure_context(scope, typed=texts, played=0),
    }
    return _drawn("director/_structure_form.html", pages, theme=theme, scope=scope, within="structure")


def payouts(theme: str) -> list[tuple[str, SafeString]]:
    """The editor of payouts: (what it is, how it looks)."""
    scope = _tournament()
    own = "payouts=custom&prize_unit=1000&entries=94"
    rows = "".join(
        f"&last={last}&percent={percent}&amount=&shown="
        for last, percent in (("1", ""), ("2", "25"), ("3", "1x"), ("9", "3"))
    )
    pages = {
        ".payout-table": payout_context(scope, post=None),
        ".payout-table .with-unit": payout_context(scope, post=QueryDict(f"{own}{rows}".replace("1x", "15"))),
        ".payout-table [data-wrong]": payout_context(scope, post=QueryDict(f"{own}{rows}")),
        ".text-mode": payout_context(
            scope, post=QueryDict(f"{own}&mode=text&payout_text=1 50%25%0A2 abc%0A3-4 10%25")
        ),
    }
    return _drawn("director/_payout_form.html", pages, theme=theme, scope=scope, within="payouts")


def _starts() -> list[Start]:
    own, again, *shipped_with = (
        replace(one, starts_at=_AT, last=_AT) for one in starts_shipped(house().timezone)
    )
    return [
        replace(own, key="own-1", name="Quarta Turbo", whose="house"),
        replace(again, key="like-1", name=LONG, whose="again"),
        *shipped_with,
    ]


def _draft(start: Start) -> StaffTournament:
    """A draft as this start begins it."""
    values = {
        **start.values,
        "stage_id": None,
        "ranks": False,
        "practice": False,
        "venue_id": _NOBODY,
        "currency": "BRL",
    }
    opening = {"state": "draft", "starts_at": _AT, "registration_opens_at": None}
    return replace(_tournament(), settings={**values, **opening})


def settings() -> dict[str, Any]:
    """What the page of the settings of a draft reads."""
    scope = _draft(_starts()[0])
    return {
        "scope": scope,
        "form": form_values(scope, post=None),
        "choices": form_choices(scope),
        "policies": scope.settings["policies"],
        "folds": folds(scope, wrong=()),
        "wrong": {},
        "ready": True,
    }


def new_tournaments(theme: str) -> list[tuple[str, SafeString]]:
    """A new tournament: what it starts from, its subjects, what a player reads of it: (what it is, how it looks)."""
    venue = _tournament().venue
    starts = _starts()
    draft = _draft(starts[0])
    pages = []
    for typed in (
        "",
        "name=&prize_part=400,0x&bounty_part=&fee_part=50&starting_stack_chips=25&level_minutes=",
    ):
        post = typed_over(draft, shown=draft, post=QueryDict(typed, mutable=True)) if typed else None
        written = Written(starts=starts, start=starts[0], draft=draft, post=post, shown=starts[0].key)
        wrong = {"prize_part": Refused("bad_money", N_("This is no amount of money."))} if typed else {}
        pages.append(
            {"venue": venue, "wrong": wrong, "acknowledged": [], **draft_context(written, wrong=wrong)}
        )
    plain, wrong = pages
    mistake = {
        "code": "starts_in_the_past",
        "text": _("The start lies in the past. Set a later start."),
        "mistake": True,
    }
    doubt = {
        "code": "ranks_for_nothing",
        "text": _("It counts for the ranking with the weight 0: every paid place gets 0 points."),
        "doubt": True,
    }
    tournaments = {
        "venue": {"view": venue, "may_create": True},
        "tournaments": [
            {
                "tournament_id": _NOBODY,
                "name": name,
                "starts_at": _AT,
                "price_cents": cents,
                "currency": "BRL",
                **more,
            }
            for name, cents, more in (
                ("Main Event", 45_000, {"state": "running"}),
                (LONG, 1_000_000, {"state": "registering", "practice": True}),
                ("Sit & go", 5_000, {"state": "registering", "seats_to_start": 9}),
            )
        ],
    }
    parts: tuple[tuple[str, str, dict[str, Any]], ...] = (
        (".starts .start", "director/_starts.html", plain),
        (".equation .folds .fold", "director/_new_subjects.html", plain),
        (".equation [aria-invalid]", "director/_new_subjects.html", wrong),
        (".player-card", "director/_player_card.html", {**plain, "findings": []}),
        (".player-card .card-check", "director/_player_card.html", {**wrong, "findings": [mistake, doubt]}),
        (".table.tournaments", "director/_tournaments.html", tournaments),
    )
    scope = {"may": {"publish_tournament": True}}
    return [
        (
            name,
            shown(
                "styleguide/_part.html",
                theme=theme,
                within=f"new{number}",
                **{**page, "part": part, "scope": scope},
            ),
        )
        for number, (name, part, page) in enumerate(parts, 1)
    ]


def _drawn(
    template: str, pages: Mapping[str, Mapping[str, Any]], *, theme: str, scope: StaffTournament, within: str
) -> list[tuple[str, SafeString]]:
    return [
        (name, shown(template, theme=theme, within=f"{within}{number}", **{**page, "scope": scope}))
        for number, (name, page) in enumerate(pages.items(), 1)
    ]
