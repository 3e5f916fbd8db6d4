"""What a player may be called."""

from __future__ import annotations

import pytest

from rules.nicknames import check_nickname, name_apart, plain_name, read_name, short_name
from rules.refusals import Refused


@pytest.mark.parametrize("name", ["Diretor", "direção", "Floor 2", "The Manager", "CAIXA"])
def test_words_for_who_works_here_are_nobodys_nickname(name):
    with pytest.raises(Refused) as no:
        check_nickname(name)
    assert (no.value.code, no.value.params["field"]) == ("name_of_staff", "public_name")


@pytest.mark.parametrize("name", ["", "Caixeta", "Zé do Clube", "Floorence", "Ás de Copas"])
def test_other_names_are(name):
    check_nickname(name)


@pytest.mark.parametrize("name", ["Caio L\u0456ma", "\u0421aio", "Zo\u03b5", "Lima \u041d", "c\u13a5"])
def test_letters_of_two_alphabets_are_nobodys_nickname(name):
    with pytest.raises(Refused) as no:
        check_nickname(name)
    assert (no.value.code, no.value.params["field"]) == ("mixed_alphabets", "public_name")


@pytest.mark.parametrize(
    "name",
    [
        "\u0412\u043b\u0430\u0434",
        "\u0396\u03c9\u03ae",
        "\u0141ukasz",
        "Renée 7",
        "\u592a\u90ce",
        "Ana \U0001f0a1",
    ],
)
def test_a_name_of_one_alphabet_is(name):
    check_nickname(name)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("\u0420\u043e\u0440\u0440\u0435", "Poppe"),
        ("\u039d\u0391\u039d\u0391", "NANA"),
        ("Ca\u200bio\u2060", "Caio"),
        ("\uff21na", "Ana"),
        ("\u0141ukasz", "Lukasz"),
    ],
)
def test_a_name_is_read_by_the_look_of_its_letters(written, read):
    assert read_name(written) == read


def test_a_word_for_who_works_here_is_one_in_letters_that_look_so():
    with pytest.raises(Refused) as no:
        check_nickname("\u0421\u0410\u0406\u0425\u0410")
    assert no.value.code == "name_of_staff"


def test_names_are_compared_without_accents_capitals_and_spaces():
    assert plain_name("  José   ÁGUA ") == "jose agua"


@pytest.mark.parametrize(
    ("full_name", "short"),
    [
        ("Roberto Lima", "Roberto Lima"),
        ("Roberto Souza Lima", "Roberto Lima"),
        ("Roberto Lima Filho", "Roberto Lima Filho"),
        ("José Carlos da Silva Júnior", "José Silva Júnior"),
        ("Ana Prado NETA", "Ana Prado NETA"),
        ("Caio Prado Sobrinho", "Caio Prado Sobrinho"),
        ("Caio Prado Segundo", "Caio Prado Segundo"),
        ("Caio Prado Jr.", "Caio Prado Jr."),
        # the family's name, and nothing else there is
        ("Maria Neto", "Maria Neto"),
        ("Maria de Neto", "Maria Neto"),
        ("Pelé", "Pelé"),
        ("", ""),
    ],
)
def test_a_son_who_is_called_after_his_father_keeps_the_family_name(full_name, short):
    assert short_name(full_name) == short


@pytest.mark.parametrize(
    ("full_name", "taken", "apart"),
    [
        ("Felipe Pinto Barros", [], "Felipe P. Barros"),
        ("Felipe dos Anjos Barros", [], "Felipe A. Barros"),
        ("Felipe Prado Barros", ["felipe p. barros"], "Felipe Prado Barros"),
        ("Felipe Prado Vaz Barros", ["felipe p. barros"], "Felipe V. Barros"),
        ("Felipe Barros", [], "Felipe Barros 2"),
        ("Felipe de Barros", ["felipe barros 2"], "Felipe Barros 3"),
        ("Felipe Prado Barros", ["felipe p. barros", "felipe prado barros"], "Felipe Barros 2"),
        ("Roberto Souza Lima Filho", [], "Roberto S. Lima Filho"),
        ("Roberto Lima Filho", [], "Roberto Lima Filho 2"),
        ("Pelé", [], "Pelé 2"),
    ],
)
def test_by_ones_own_name_one_has_as_little_more_as_tells_it_from_anothers(full_name, taken, apart):
    short = short_name(full_name)
    assert name_apart(short, full_name=full_name, taken={plain_name(short), *taken}) == apart


def test_what_was_added_is_not_added_to():
    taken = {"felipe barros", "felipe p. barros"}
    assert (
        name_apart("Felipe P. Barros", full_name="Felipe Prado Barros", taken=taken) == "Felipe Prado Barros"
    )
    assert (
        name_apart("Felipe Barros 2", full_name="Felipe Barros", taken={"felipe barros 2"})
        == "Felipe Barros 3"
    )


def test_a_nickname_that_another_has_gets_a_number():
    assert name_apart("Zé", full_name="José Souza", taken={"ze"}) == "Zé 2"
    assert name_apart("Zé", full_name="José Souza", taken={"ze", "ze 2"}) == "Zé 3"
    longest = "A" * 80
    assert name_apart(longest, full_name="José Souza", taken={plain_name(longest)}) == "A" * 78 + " 2"
