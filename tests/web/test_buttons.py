"""A button is what the card of its command says: its form's fields, its sentence, its Undo."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest
from django.http.request import QueryDict
from django.utils import translation

from dispatch.buttons import Plural, Sentence
from dispatch.cards import CARDS, arguments_of, load
from rules.permissions import Permission
from rules.refusals import Refused
from tables.queries import Proposal
from web import buttons
from web.buttons import buttons_of
from web.desk import actions as desk
from web.director import own_buttons as director
from web.director.needs.need import ActionButton
from web.director.needs.tables import proposal
from web.staffing import StaffTournament

SCOPE = cast(
    "StaffTournament",
    SimpleNamespace(
        tournament_id=5,
        venue=SimpleNamespace(venue_id=7, terms_version="2026-1"),
        currency="EUR",
        timezone="Europe/Lisbon",
        settings={"practice": False},
    ),
)


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


def form(**values: str | list[str]) -> QueryDict:
    made = QueryDict(mutable=True)
    for name, value in values.items():
        made.setlist(name, value if isinstance(value, list) else [value])
    return made


def read(page: str, name: str, **values: str | list[str]) -> dict[str, Any]:
    return buttons.arguments(buttons_of(page)[name], scope=SCOPE, post=form(**values))


def said(page: str, name: str, result: Mapping[str, Any]) -> str:
    return buttons.said(buttons_of(page)[name], result=result, currency="EUR")


def can_be_read(button: buttons.CommandButton) -> bool:
    """Whether a form with something in every field becomes all the arguments."""
    fields = (*arguments_of(button.command), "table", "seat", "tables", "amount", "price")
    days = dict.fromkeys(("starts_at", "from_at", "birth_date", "until"), "2026-11-22")
    try:
        buttons.arguments(button, scope=SCOPE, post=form(**(dict.fromkeys(fields, "1") | days)))
    except TypeError:
        return False
    return True


@pytest.mark.parametrize(("page", "own"), [("director", director), ("desk", desk)])
def test_every_button_is_read_from_its_card_or_in_a_way_of_its_own(page: str, own: Any) -> None:
    found = buttons_of(page)
    cannot = {name for name, button in found.items() if not can_be_read(button)}
    silent = {name for name, button in found.items() if not button.button.said}
    assert cannot <= set(own.READERS) <= set(found)
    assert silent == set(own.TELLERS)


def test_a_page_has_one_button_of_a_name() -> None:
    load()
    names = [(button.page, button.name) for card in CARDS.values() for button in card.buttons]
    assert len(names) == len(set(names))
    assert {page for page, _name in names} == {"director", "desk"}


def test_a_form_is_read_by_the_arguments_of_the_command() -> None:
    assert read("director", "halt", table="1.001") == {"tournament_id": 5, "table_number": 1001}
    assert read("director", "minutes", seconds="-60") == {"tournament_id": 5, "seconds": -60}
    assert read("director", "redraw", final="1") == {"tournament_id": 5, "final": True}
    assert read("director", "redraw", final="") == {"tournament_id": 5, "final": False}
    assert read("director", "publish", acknowledge=["a", "b"])["acknowledge"] == ["a", "b"]
    assert read("director", "postpone", starts_at="2026-11-22T20:00", reason=" late ") == {
        "tournament_id": 5,
        "starts_at": datetime(2026, 11, 22, 20, tzinfo=ZoneInfo("Europe/Lisbon")),
        "reason": "late",
    }
    assert read("director", "break-tables", tables="9, 8")["table_numbers"] == [8, 9]
    assert read("desk", "update", player_id="3", birth_date="2000-01-02", email="") == {
        "player_id": 3,
        "venue_id": 7,
        "birth_date": date(2000, 1, 2),
    }
    assert read("desk", "deposit", player_id="3", amount="1,234.50", method="cash") == {
        "venue_id": 7,
        "player_id": 3,
        "unit": "EUR",
        "amount_cents": 123450,
        "method": "cash",
    }
    # a page that told of no line sold a seat
    assert read("desk", "register", player_id="3", method="cash", price="1500") == {
        "tournament_id": 5,
        "player_id": 3,
        "method": "cash",
        "terms_version": "2026-1",
        "paid": True,
        "waits": 0,
        "told_cents": 1500,
    }


def test_what_a_button_says_itself_holds_where_the_form_is_silent() -> None:
    assert read("director", "pay", award_id="4")["method"] == "cash"
    assert read("director", "pay", award_id="4", method="")["method"] == ""
    assert read("director", "pay", award_id="4", method="transfer")["method"] == "transfer"


@pytest.mark.parametrize(
    ("page", "name", "values", "code"),
    [
        ("director", "halt", {}, "number_missing"),
        ("director", "halt", {"table": "x"}, "bad_number"),
        ("director", "break-tables", {"tables": ""}, "name_tables"),
        ("director", "postpone", {"starts_at": "soon"}, "bad_date"),
        ("desk", "withdraw", {"player_id": "3", "amount": "0"}, "amount_zero"),
    ],
)
def test_what_cannot_be_read_is_refused(page: str, name: str, values: dict[str, str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        read(page, name, **values)
    assert refused.value.code == code


def test_sentences_have_the_values_of_the_result_as_people_write_them() -> None:
    assert said("director", "halt", {"table_number": 1001}) == "Table 1001 is halted."
    assert said("director", "fund", {"amount_cents": 123450, "left_cents": 0}) == (
        "€1,234.50 paid. €0.00 is left in the fund."
    )
    assert said("director", "chips-in-play", {"in_play_chips": 40000}) == "Chips in play: 40,000."
    assert said("director", "start", {"entries": 1030, "waiting": 1, "tables": 1}) == (
        "Seats are drawn for 1,029 players at 1 table. 1 entry waits in line. Shuffle up and deal."
    )
    assert said("director", "start", {"entries": 18, "waiting": 0, "tables": 2}) == (
        "Seats are drawn for 18 players at 2 tables. Shuffle up and deal."
    )
    assert said("director", "bust", {}) == ""
    with translation.override("pt"):
        assert said("director", "pause", {}) == "O relógio está em pausa."


def test_a_plural_counts_by_the_value_it_names() -> None:
    two = Plural("%(n)s hand", "%(n)s hands", count="n")
    assert [buttons.sentence(two, values={"n": n}, currency="EUR") for n in (1, 2)] == ["1 hand", "2 hands"]
    many = Sentence(two, counts={"n": 1200})
    assert buttons.sentence(many, values={}, currency="EUR") == "1,200 hands"


def test_undo_is_offered_where_the_card_of_another_command_takes_it_back() -> None:
    can = {name for name, button in buttons_of("director").items() if button.can_undo}
    assert {"pause", "bust", "move", "break", "finish", "freeze"} <= can
    assert not {"thaw", "halt", "start", "cancel"} & can
    # the one does nothing that is taken back where nobody is out, the other has its own button
    assert not {"hand-done", "pay"} & can


@pytest.mark.parametrize(
    ("kind", "act", "label"),
    [("halt", "halt", "Halt table 3"), ("resume", "resume-table", "Resume table 3")],
)
def test_what_is_proposed_of_a_table_is_done_to_that_table(kind: str, act: str, label: str) -> None:
    wanted = Proposal(kind=kind, reason="Table %(table)s", rule="ADTP.11C", table=3, params={"table": 3})
    director = SimpleNamespace(**vars(SCOPE), may=lambda permission: permission is Permission.BALANCE)
    assert proposal(cast("StaffTournament", director), p=wanted).buttons == (
        ActionButton(label=label, name=act, values={"table": 3}),
    )
    nobody = SimpleNamespace(**vars(SCOPE), may=lambda _permission: False)
    assert proposal(cast("StaffTournament", nobody), p=wanted).buttons == ()
