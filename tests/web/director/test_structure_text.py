"""What people paste as a structure, read and written back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import presets
from web.director.editing.structure import Row, read_rows, rows_of
from web.director.editing.structure_text import rows_of_text, text_of


def told(text: str, *, minutes: str = "") -> list[str]:
    """What the lines tell, in short: blinds, each player's ante, big blind ante, minutes, game."""
    rows, wrong = rows_of_text(text, minutes=minutes)
    assert wrong == {}, wrong
    return [
        f"break {r.minutes} [{r.colour_up}]{' add-on' if r.add_on else ''}"
        if r.kind == "recess"
        else f"{r.small_blind}/{r.big_blind} {r.ante or 0} {r.big_blind_ante or 0} {r.minutes} {r.game}".strip()
        for r in rows
    ]


@pytest.mark.parametrize(
    ("line", "is_read_as"),
    [
        ("100 200 0 200 20", "100/200 0 200 20"),
        ("100\t200\t0\t200\t20\tplo", "100/200 0 200 20 plo"),
        ("100;200;200;20", "100/200 0 200 20"),
        ("100,200,25,20", "100/200 25 0 20"),
        ("100, 200, 200, 20", "100/200 0 200 20"),
        ("1.000 2.000 2.000 20", "1000/2000 0 2000 20"),
        ("1 000\t2 000\t2 000\t20", "1000/2000 0 2000 20"),
        ("1\u00a0000 2\u00a0000 0 20", "1000/2000 0 0 20"),
        ("100 200 20", "100/200 0 0 20"),
        ("100/200 20", "100/200 0 0 20"),
        ("100/200", "100/200 0 0 15"),
        ("100/200 (200)", "100/200 0 200 15"),
        ("100 / 200 (200) 20 min", "100/200 0 200 20"),
        ("100-200-25", "100/200 25 0 15"),
        ("100–200–25 30", "100/200 25 0 30"),
        ("100/200/200 12,5", "100/200 0 200 12,5"),
        ("100/200 ante 25 20'", "100/200 25 0 20"),
        ("100/200 BB ante 200 20 minutos", "100/200 0 200 20"),
        ("1k/2k (2k) 40", "1000/2000 0 2000 40"),
        ("1.5k/3k 3k 40min", "1500/3000 0 3000 40"),
        ("Nível 7: 100/200 (200) 0:20", "100/200 0 200 20"),
        ("Level 12 - 100-200 20:00", "100/200 0 0 20"),
        ("3) 100/200 1h", "100/200 0 0 60"),
        ("1 100/200 20", "100/200 0 0 20"),
        ("100 200 – – 20", "100/200 0 0 20"),
        ("100 200 - 20", "100/200 0 0 20"),
        ("100 - 200 - 25 20", "100/200 25 0 20"),
        ("100/200 0 200 20 2-7 triple draw", "100/200 0 200 20 2-7 triple draw"),
        ("(100/200) 20", "100/200 0 0 20"),
        ("Break 15", "break 15 []"),
        ("Intervalo 15 min", "break 15 []"),
        ("Intervalo - 15 min", "break 15 []"),
        ("15 min break", "break 15 []"),
        ("5\tBreak\t\t\t15", "break 15 []"),
        ("Pausa de 15 minutos (color-up 25, 100)", "break 15 [25, 100]"),
        ("intervalo 15 -25,100 add-on", "break 15 [25, 100] add-on"),
        ("break 10 -1,000", "break 10 [1000]"),
        ("Dinner break 1h15", "break 75 []"),
        ("break 12.5", "break 12.5 []"),
        ("Break (color up 100)\t\t\t\t5", "break 5 [100]"),
        ("Color up 100 / Break\t\t\t\t5", "break 5 [100]"),
        ("4\tColor up 25, 100 / Break\t\t\t5", "break 5 [25, 100]"),
        ("Break color up 1,000 and 5.000\t10", "break 10 [1000, 5000]"),
        ("Intervalo (troca das fichas de 25 e 100)\t10", "break 10 [25, 100]"),
        ("Break;chip race 25s;10;500", "break 10 [25, 500]"),
        ("Intervalo 5 min - color up 25", "break 5 [25]"),
        ("Color-up 100, break 15 min", "break 15 [100]"),
        ("Break color up 15 min", "break 15 []"),
        ("Intervalo 2 (15 min)", "break 15 []"),
        ("Break after level 6: 15 min -25", "break 15 [25]"),
    ],
)
def test_a_line_is_read_as_people_write_it(line, is_read_as):
    assert told(line, minutes="15") == [is_read_as]


def test_columns_are_read_over_the_whole_text():
    numbered = "Nível\tSB\tBB\tAnte\tMin\n1\t25\t50\t0\t20\n2\t50\t100\t100\t20\nIntervalo 15 min\n3\t75\t150\t150\t20"
    assert told(numbered) == ["25/50 0 0 20", "50/100 0 100 20", "break 15 []", "75/150 0 150 20"]
    with_breaks_counted = "1. 25/50\n2. 50/100\n3. break 10\n4. 75/150 (150)"
    assert told(with_breaks_counted, minutes="12") == [
        "25/50 0 0 12",
        "50/100 0 0 12",
        "break 10 []",
        "75/150 0 150 12",
    ]
    # one number behind the blinds: minutes where it does not follow the blinds
    assert told("10/20 20\n20/40 20") == ["10/20 0 0 20", "20/40 0 0 20"]
    assert told("10/20 20\n20/40 40", minutes="15") == ["10/20 0 20 15", "20/40 0 40 15"]
    assert told("100 200\n200 400 400", minutes="15")[1] == "200/400 0 400 15"
    # minutes once, for all that follow
    assert told("100/200 30\n200/400\n300/600 20\n400/800") == [
        "100/200 0 0 30",
        "200/400 0 0 30",
        "300/600 0 0 20",
        "400/800 0 0 20",
    ]


def test_every_line_that_tells_nothing_is_named():
    text = "100/200 20\nhello\n\n200/400 20\n300\nFim do late registration"
    rows, wrong = rows_of_text(text)
    assert list(wrong) == [("2", "line"), ("5", "line"), ("6", "line")]
    assert [row.key for row in rows] == ["1", "2", "4", "5", "6"]
    read = read_rows(rows_of_text("break\n100/200 x y\n50 600 900 600")[0]).wrong
    assert {key for key, _field in read} == {"1", "2", "3"}


@pytest.mark.parametrize("name", presets.TEMPLATES)
def test_every_shipped_structure_comes_back(name):
    rows = rows_of(presets.template(name).structure.as_dict()["items"])
    assert _values(rows_of_text(text_of(rows))[0]) == _values(rows)


_AMOUNT = st.integers(1, 10**9)
_GAME = st.sampled_from(
    ["", "plo", "2-7 triple draw", "5 card draw, hi", "100/200", "Stud; hi-lo", "8-game (mix)"]
)
_LEVEL = st.builds(
    lambda small, times, ante, which, minutes, game: Row(
        key="",
        small_blind=str(small),
        big_blind=str(small * times),
        ante=str(ante) if which == 1 else "",
        big_blind_ante=str(ante) if which == 2 else "",
        minutes=minutes,
        game=game,
    ),
    _AMOUNT,
    st.integers(1, 5),
    _AMOUNT,
    st.integers(0, 2),
    st.sampled_from(["0.5", "12.5", "20", "240"]),
    _GAME,
)
_BREAK = st.builds(
    lambda minutes, chips, add_on: Row(
        key="", kind="recess", minutes=minutes, colour_up=", ".join(map(str, sorted(chips))), add_on=add_on
    ),
    st.sampled_from(["0.5", "12.5", "15", "90"]),
    st.sets(st.sampled_from([1, 5, 25, 100, 500, 1000, 5000, 25_000]), max_size=3),
    st.booleans(),
)


@given(st.lists(st.one_of(_LEVEL, _BREAK), min_size=1, max_size=12))
def test_a_table_written_as_text_is_the_same_table(rows):
    again, wrong = rows_of_text(text_of(rows))
    assert wrong == {} and _values(again) == _values(rows)


@pytest.mark.parametrize(
    "rows",
    [
        # the small blind of the second level is a 2, and its game begins with a number
        [("2", "2", "0.5", ""), ("2", "2", "20", "5 card draw, hi")],
        # a break comes before the levels 1 and 2
        [None, ("1", "5", "20", ""), ("2", "10", "20", "")],
    ],
)
def test_a_small_blind_that_is_the_number_of_its_level_stays_one(rows):
    table = [
        Row(key="", kind="recess", minutes="15")
        if row is None
        else Row(key="", small_blind=row[0], big_blind=row[1], minutes=row[2], game=row[3])
        for row in rows
    ]
    assert _values(rows_of_text(text_of(table))[0]) == _values(table)


@given(st.integers(1, 4), st.integers(1, 5), st.integers(1, 12))
def test_small_blinds_that_count_are_not_taken_for_levels(first, times, count):
    rows = [
        Row(key="", small_blind=str(n), big_blind=str(times * n), ante=str(n), minutes="20")
        for n in range(first, first + count)
    ]
    assert _values(rows_of_text(text_of(rows))[0]) == _values(rows)


def _values(rows):
    """The rows as the rules read them."""
    return read_rows(rows).items
