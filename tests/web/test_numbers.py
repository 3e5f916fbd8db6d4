"""How chips and places read on pages; static/js/board.js and static/js/table/draw.js write blinds alike (tests/browser_units)."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils.translation import override

from web.director.final_table import in_big_blinds
from web.templatetags.houses import kept_together, money_short, weekday
from web.templatetags.shuffle import (
    blinds_said,
    chips,
    city,
    dots,
    grouped,
    hour,
    in_hand,
    moment,
    money,
    percent,
    plain_number,
    stakes,
    whole_words,
)


@pytest.mark.parametrize(
    ("small", "big", "said"),
    [
        (100, 200, "100 – 200"),
        (4_000_000, 8_000_000, "4.000.000 – 8.000.000"),
        (5_000_000, 10_000_000, "5 M – 10 M"),
        (7_500_000, 15_000_000, "7,5 M – 15 M"),
        (10_000_000, 20_000_000, "10 M – 20 M"),
    ],
)
def test_both_blinds_are_in_millions_where_one_is(small: int, big: int, said: str) -> None:
    with override("pt-br"):
        assert blinds_said(small, big).replace("\u00a0", " ") == said


def test_where_a_space_groups_the_figures_the_dash_between_blinds_has_wider_ones() -> None:
    with override("pt"):
        assert blinds_said(1_000, 2_000) == "1\u00a0000\u2002–\u20022\u00a0000"


@pytest.mark.parametrize(
    ("value", "language", "said"),
    [
        (40, "pt-br", "40"),
        (100, "en", "100"),
        (0.75, "pt-br", "0,75"),
        (-0.001, "en", "0"),
        (3750, "pt-br", "3.750"),
        (3750, "pt", "3\u00a0750"),
        (-5000.5, "en", "−5,000.5"),
        (1_234_567, "en", "1,234,567"),
    ],
)
def test_a_plain_number_has_its_thousands_apart(value: float, language: str, said: str) -> None:
    with override(language):
        assert plain_number(value) == said


@pytest.mark.parametrize(
    ("zone", "language", "said"),
    [
        ("America/Sao_Paulo", "en", "São Paulo"),
        ("America/Sao_Paulo", "pt", "São Paulo"),
        ("America/Belem", "en", "Belém"),
        ("Europe/Lisbon", "en", "Lisbon"),
        ("Europe/Lisbon", "pt-br", "Lisboa"),
    ],
)
def test_a_brazilian_city_keeps_its_name_in_english(zone: str, language: str, said: str) -> None:
    with override(language):
        assert city(zone) == said


@pytest.mark.parametrize(
    ("small", "big", "said"),
    [
        (50, 100, "50 / 100"),
        (250_000, 500_000, "250.000 / 500.000"),
        (500_000, 1_000_000, "0,5 M / 1 M"),
        (2_000_000, 4_000_000, "2 M / 4 M"),
        (7_777_777, 15_555_554, "7.777.777 / 15,55 M"),
    ],
)
def test_at_the_head_of_a_table_blinds_of_millions_are_short(small: int, big: int, said: str) -> None:
    with override("pt-br"):
        assert stakes(small, big) == said.replace(" ", "\u00a0")


@pytest.mark.parametrize(
    ("count", "currency", "said"),
    [
        (950_000, "", "950.000"),
        (2_000_000, "", "2 M"),
        (11_200_000, "", "11,2 M"),
        (9_805_500, "", "9.805.500"),
        (2_000_000, "BRL", "R$ 20.000,00"),
    ],
)
def test_an_amount_of_a_hand_reads_as_the_table_beside_it_draws_it(
    count: int, currency: str, said: str
) -> None:
    with override("pt-br"):
        assert in_hand(count, currency) == f'<data value="{count}">{said}</data>'.replace(
            " ", "\u00a0"
        ).replace("<data\u00a0", "<data ")


def test_what_a_hyphen_joins_stays_on_one_line() -> None:
    assert whole_words("7-4=1500, 7-6=900") == "7-\u20604=1500, 7-\u20606=900"
    assert whole_words("a buy-in - 7") == "a buy-\u2060in - 7"


def test_a_figure_stands_on_one_line_with_what_it_counts() -> None:
    assert kept_together("Caio 64 → table 1, seat 2") == "Caio\u00a064 → table\u00a01, seat\u00a02"
    assert kept_together("Ada; 2º lugar: R$ 480") == "Ada; 2º\u00a0lugar: R$ 480"
    assert kept_together("Break, 15 min; 30,000 → 35,000") == "Break, 15\u00a0min; 30,000 → 35,000"


@pytest.mark.parametrize(
    ("share", "language", "said"),
    [
        (10, "en", "10%"),
        (2.5, "en", "2.5%"),
        (10, "pt", "10\u00a0%"),
        (2.5, "pt-br", "2,5\u00a0%"),
        ("54,50", "pt-br", "54,50\u00a0%"),
        (-3, "en", "−3%"),
    ],
)
def test_a_percent_sign_stands_as_the_language_writes_it(
    share: float | str, language: str, said: str
) -> None:
    with override(language):
        assert percent(share) == said


@pytest.mark.parametrize(
    ("language", "owed", "chips_less", "millions_less"),
    [
        ("en", "−R$499.00", "−1,500", "−12.34 M"),
        ("pt-br", "−R$ 499,00", "−1.500", "−12,34 M"),
        ("pt", "−499,00 R$", "−1 500", "−12,34 M"),
    ],
)
def test_what_is_less_than_nothing_has_a_minus_sign(
    language: str, owed: str, chips_less: str, millions_less: str
) -> None:
    with override(language):
        said = [money(-49_900, "BRL"), chips(-1500), chips(-12_345_678)]
    assert [text.replace("\u00a0", " ") for text in said] == [owed, chips_less, millions_less]


def test_the_dots_of_a_text_are_drawn_and_what_somebody_typed_stays_text() -> None:
    drawn = dots("R$ 10 · <b>Dinheiro</b> · a·b")
    assert drawn == (
        'R$ 10<span class="dot"> <i>·</i></span> &lt;b&gt;Dinheiro&lt;/b&gt;<span class="dot"> <i>·</i></span> a·b'
    )


def test_no_line_ends_or_begins_with_the_arrow_between_what_was_and_what_is() -> None:
    assert dots("Rocha → table 3, seat 7") == "Rocha\u00a0→\u00a0table 3, seat 7"


#: Read by tests/browser_units/format.test.mjs, too: what the server writes and what a page's scripts write is one.
CASES = json.loads((Path(__file__).parents[1] / "number_cases.json").read_text())


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_chips_money_and_big_blinds_read_as_the_browser_writes_them(language: str) -> None:
    cases = CASES[language]
    with override(language):
        assert [[count, chips(count)] for count, _said in cases["chips"]] == cases["chips"]
        assert [[count, grouped(count)] for count, _said in cases["grouped"]] == cases["grouped"]
        assert [[cents, of, money(cents, of)] for cents, of, _said in cases["money"]] == cases["money"]
        assert [[cents, of, money_short(cents, of)] for cents, of, _said in cases["short"]] == cases["short"]
        assert [
            [count, blind, in_big_blinds(count, big_blind=blind)]
            for count, blind, _said in cases["big_blinds"]
        ] == cases["big_blinds"]


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_days_read_as_the_browser_writes_them_with_a_comma_before_the_hour(language: str) -> None:
    for ms, zone, on, with_hour, with_year in CASES[language]["days"]:
        at = datetime.fromtimestamp(ms / 1000, tz=UTC)
        with override(language):
            assert (weekday(at, zone), moment(at, zone)) == (on, with_year)
            assert f"{weekday(at, zone)}, {hour(at, zone)}" == with_hour
