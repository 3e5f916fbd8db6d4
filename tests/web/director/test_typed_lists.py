"""Lists of chips as they are typed: written in groups in each language, and read again as the same numbers."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.utils.translation import override

from rules.refusals import Refused
from tests.web.director.test_director import as_
from tests.web.director.test_structure import address, house, told, typed  # noqa: F401
from tournaments.models import Tournament
from web.director.editing.chips import chips_text, chips_typed
from web.director.editing.typed import number_listed, numbers_listed, numbers_typed

CHIPS = [25, 100, 500, 1_000, 2_500, 5_000, 25_000, 100_000, 1_000_000, 12_345_678]
LANGUAGES = ("pt-br", "pt", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_is_read_again_as_it_was_written(language):
    with override(language):
        assert numbers_typed(numbers_listed(CHIPS), field="x") == set(CHIPS)
        chip_set = [[value, 8] for value in CHIPS]
        assert chips_typed(chips_text(chip_set)) == chip_set
        for number in [*range(1, 12_000), *range(999_000, 1_001_001)]:
            assert numbers_typed(f"25, {number_listed(number)}", field="x") == {25, number}


def test_it_is_written_as_people_of_the_language_group_it():
    written = {}
    for language in LANGUAGES:
        with override(language):
            written[language] = numbers_listed([100, 1_000, 25_000])
    assert written == {
        "pt-br": "100, 1.000, 25.000",
        "pt": "100, 1\u00a0000, 25\u00a0000",
        "en": "100, 1,000, 25,000",
    }


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("25,100", {25, 100}),
        ("25,100,500", {25, 100, 500}),
        ("25;100 500", {25, 100, 500}),
        ("1,000", {1_000}),
        ("1.000", {1_000}),
        ("1 000", {1_000}),
        ("25,1,000", {25, 1_000}),
        ("100, 1.000.000", {100, 1_000_000}),
        ("", set()),
    ],
)
def test_what_people_type_is_read(said, numbers):
    assert numbers_typed(said, field="x") == numbers


@pytest.mark.parametrize("said", ["1.5", "1.0000", "25, x", "12345.000", "1.00"])
def test_what_is_no_number_is_refused(said):
    with pytest.raises(Refused) as refused:
        numbers_typed(said, field="x")
    assert refused.value.code == "bad_number"


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_saved_as_it_stands_nothing_changes(house, language):  # noqa: F811
    tournament = house.tournament("scpt-main")
    row = Tournament.objects.get(pk=tournament)
    recess = next(n for n, item in enumerate(row.structure["items"]) if item["kind"] == "recess")
    row.structure["items"][recess]["colour_up"] = [500, 1_000]
    row.structure["denominations"] = [25, 100, 500, 1_000, 5_000]
    row.save()
    stored = Tournament.objects.get(pk=tournament)
    client = as_(house.ana)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = {"pt": "pt-PT"}.get(language, language)
    html = unescape(client.get(address(tournament)).content.decode())
    assert f'value="{listed(language, [500, 1_000])}"' in html
    assert f">{listed(language, row.structure['denominations'])}</textarea>" in html

    def save(**changes: str) -> Any:
        answer = client.post(address(tournament), typed(client, tournament, **changes))
        assert answer.status_code == 302, told(answer.content.decode())
        return Tournament.objects.get(pk=tournament).structure

    assert save() == stored.structure
    # the lines of the text are the same structure, too, and what is typed there in groups
    text = client.get(address(tournament), {"mode": "text"}).content.decode()
    assert " -500 -1000" in text
    changed = save(**{f"colour_up.s{recess}": listed(language, [1_000, 25_000])})
    assert changed["items"][recess]["colour_up"] == [1_000, 25_000]


def listed(language: str, numbers: list[int]) -> str:
    with override(language):
        return numbers_listed(numbers)
