"""Breaking a table reads the seats of those that can receive, and forgets none."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import draw
from rules.refusals import Refused
from tables.operations.breaking import short_enough
from tables.queries.seats import InPlay


def _receiving(tables: list[InPlay], count: int) -> list[draw.OpenTable] | str:
    seen = [
        draw.OpenTable(table=t.number, players=t.players, free_seats=tuple(range(t.players + 1, t.seats + 1)))
        for t in tables
    ]
    try:
        return draw.receiving_tables(tables=seen, count=count)
    except Refused as refused:
        return refused.code


@settings(max_examples=300)
@given(
    st.lists(st.tuples(st.integers(2, 10), st.integers(0, 10)), max_size=12),
    st.integers(1, 10),
)
def test_the_same_tables_receive(rooms: list[tuple[int, int]], count: int) -> None:
    tables = [
        InPlay(pk=100 + number, number=number, seats=seats, players=min(players, seats))
        for number, (seats, players) in enumerate(rooms, 1)
    ]
    assert _receiving(short_enough(tables, count=count), count) == _receiving(tables, count)
