"""Slips for those who move: those of one command are one line of the earlier ones, with everybody it seated."""

from datetime import UTC, datetime
from typing import Any

import pytest

import tables.queries
from tables.queries import MoveView
from tests import cast
from tests.web.director.test_director import as_

pytestmark = pytest.mark.django_db


def _seated(move_id: int, player: str, **more: Any) -> MoveView:
    line: dict[str, Any] = {
        "move_id": move_id,
        "entry_id": move_id,
        "player": player,
        "reason": "alternate",
        "from_table": None,
        "from_seat": None,
        "to_table": 5,
        "to_seat": move_id,
        "draw_number": None,
        "at": datetime(2026, 11, 28, 20, 45, tzinfo=UTC),
        "acknowledged": False,
        "undone": False,
        "command_id": "two",
        "can_undo": False,
    }
    return MoveView(**{**line, **more})


def test_two_who_were_seated_at_once_are_both_named_among_the_earlier_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=3)
    moves = [
        _seated(3, "Natália", command_id="one"),
        _seated(2, "Luísa"),
        _seated(1, "Caio"),
        _seated(4, "Vera", command_id="before"),
    ]
    monkeypatch.setattr(tables.queries, "moves_view", lambda *_a, **_k: moves)
    page = as_(house.ana).get(f"/director/{t}/tables/slips/").content.decode()
    earlier = " ".join(page[page.index("Earlier moves") :].split())
    assert "Caio, Luísa" in earlier
    # the arrow stays with the seat that it leads to
    assert "Vera →&nbsp;table 5, seat 4" in earlier and "→&nbsp;table\u00a05,\u00a0seat\u00a04" in page
