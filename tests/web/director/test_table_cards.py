"""How the map draws a table: names, stacks with their age, and the proposed move."""

from __future__ import annotations

import pytest
from django.utils import translation

from tables.queries import Proposal
from web.director.table_cards import cut_within, shortened, shortened_apart, steps_of


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ana Prado", "Ana Prado"),
        ("Luísa Silva", "Luísa Silva"),
        ("João Figueiredo", "J. Figueiredo"),
        ("Ícaro Antônio Prado", "Í. Prado"),
        ("Luísa Peixoto 67", "L. Peixoto 67"),
        ("Felipe P. Barros", "F. P. Barros"),
        ("Ensaio 044", "Ensaio 044"),
        ("Wolfeschlegelsteinhausenbergerdorff", "Wolfeschlegelsteinhausenbergerdorff"),
        ("", ""),
    ],
)
def test_a_long_name_is_its_first_letter_and_what_it_ends_with(name: str, drawn: str) -> None:
    assert shortened(name) == drawn


def test_two_whose_short_names_are_alike_are_told_apart() -> None:
    drawn = shortened_apart(["Vicente Lima", "Vitória Lima", "Ana Prado", "", "Caio Figueiredo", ""])
    assert drawn == {
        "Vicente Lima": "Vic. Lima",
        "Vitória Lima": "Vit. Lima",
        "Ana Prado": "Ana Prado",
        "": "",
        "Caio Figueiredo": "C. Figueiredo",
    }


def test_whom_no_letter_tells_apart_keeps_the_whole_name() -> None:
    assert shortened_apart(["Felipe Pinto Barros", "Felipe Prado Barros", "Fabiana Barros"]) == {
        "Felipe Pinto Barros": "Felipe Pinto Barros",
        "Felipe Prado Barros": "Felipe Prado Barros",
        "Fabiana Barros": "Fa. Barros",
    }


def test_a_name_with_a_number_is_cut_before_it() -> None:
    assert cut_within("M. Pinheiro 88") == "<span>M. Pinheiro</span> <i>88</i>"
    assert cut_within("<b> 7") == "<span>&lt;b&gt;</span> <i>7</i>"
    assert [cut_within(name) for name in ("Ana Prado", "Vin. Lima", "88")] == ["Ana Prado", "Vin. Lima", "88"]


def test_a_proposed_move_is_drawn_where_it_leaves_and_where_it_comes() -> None:
    move = Proposal(
        kind="move",
        reason="",
        rule="ADTP.11A",
        table=2,
        to_table=7,
        entry_id=81,
        player="Caio",
        seat=4,
        to_seat=8,
    )
    halt = Proposal(kind="halt", reason="", rule="ADTP.11F", table=9)
    with translation.override("en"):
        steps = steps_of([move, halt])
    assert (steps.leaving, steps.arriving) == (frozenset({81}), {(7, 8): "Caio"})
    assert {table: [(t.text, t.kind) for t in tags] for table, tags in steps.tags.items()} == {
        2: [("1 leaves", "warn")],
        7: [("1 arrives", "warn")],
        9: [("halt", "bad")],
    }


def test_a_move_whose_seat_is_drawn_marks_the_table_alone() -> None:
    move = Proposal(
        kind="move", reason="", rule="ADTP.11A", table=2, to_table=7, entry_id=81, player="Caio", seat=4
    )
    steps = steps_of([move])
    assert steps.arriving == {} and sorted(steps.tags) == [2, 7]
