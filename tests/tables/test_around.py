"""One place for every seat: the pages that the style sheet lays out and those that are drawn show one table."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from tables.queries import seat_places
from web.player.table_drawing import HIGH, WIDE, seats_drawn

SHEET = (Path(__file__).resolve().parents[2] / "static" / "css" / "staff.css").read_text()


def of_the_sheet(seats: int) -> list[dict[str, float]]:
    """What `.around` of the style sheet computes for every seat: its own formulas, read out of it."""
    given = re.search(rf'\.around\[data-seats="{seats}"\] {{ --n: (\d+); --step: ([\d.]+); }}', SHEET)
    assert given, f"no table of {seats} in the style sheet"
    block = re.search(r"\n  \.around > \* \{\n(.*?)\n  \}", SHEET, re.DOTALL)[1]
    formulas = dict(re.findall(r"--(turn|x|y|side|row): (.+?);(?=\s)", block + "\n"))
    assert set(formulas) == {"turn", "x", "y", "side", "row"}
    known = {
        "sin": math.sin,
        "cos": math.cos,
        "min": min,
        "calc": float,
        "clamp": lambda a, b, c: max(a, min(b, c)),
    }
    found = []
    for seat in range(1, seats + 1):
        values: dict[str, float] = {"n": int(given[1]), "step": float(given[2]), "i": seat}
        for name, formula in formulas.items():
            said = re.sub(r"(\d+)deg", lambda m: repr(math.radians(int(m[1]))), formula)
            said = re.sub(r"var\(--(\w+)\)", lambda m: repr(values[m[1]]), said)
            values[name] = eval(said, {"__builtins__": {}}, known)  # noqa: S307 -- our own sheet
        found.append({name: values[name] for name in ("x", "y", "side", "row")})
    return found


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_style_sheet_and_the_drawings_have_every_seat_at_one_place(seats: int) -> None:
    places = seat_places(seats)
    for place, css in zip(places, of_the_sheet(seats), strict=True):
        for name, value in css.items():
            assert getattr(place, name) == pytest.approx(value, abs=0.01), (place.seat, name)
    # the phone's drawing is the same table, a little further from its edge
    for place, drawn in zip(places, seats_drawn(seats, mine=seats), strict=True):
        assert drawn.x == pytest.approx(14 + (WIDE - 28) * (place.x - 10) / 80, abs=0.5)
        assert drawn.y == pytest.approx(14 + (HIGH - 28) * (place.y - 9) / 80, abs=0.5)
        assert drawn.radius <= min(drawn.x, drawn.y, WIDE - drawn.x, HIGH - drawn.y)


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_dealer_is_at_the_bottom_and_seat_1_at_the_dealers_left(seats: int) -> None:
    places = seat_places(seats)
    assert places[0].x < 50 < places[-1].x and (places[0].side, places[-1].side) == (0, 100)
    assert places[0].row == places[-1].row == 100
    # clockwise: up at the left, down at the right
    left = [p.y for p in places if p.x < 49]
    right = [p.y for p in places if p.x > 51]
    assert left == sorted(left, reverse=True) and right == sorted(right)
    assert len({(p.side, p.row) for p in places}) == seats
