"""What a player may be called."""

from __future__ import annotations

import pytest

from rules.nicknames import check_nickname, plain_name
from rules.refusals import Refused


@pytest.mark.parametrize("name", ["Diretor", "direção", "Floor 2", "The Manager", "CAIXA"])
def test_words_for_who_works_here_are_nobodys_nickname(name):
    with pytest.raises(Refused) as no:
        check_nickname(name)
    assert (no.value.code, no.value.params["field"]) == ("name_of_staff", "public_name")


@pytest.mark.parametrize("name", ["", "Caixeta", "Zé do Clube", "Floorence", "Ás de Copas"])
def test_other_names_are(name):
    check_nickname(name)


def test_names_are_compared_without_accents_capitals_and_spaces():
    assert plain_name("  José   ÁGUA ") == "jose agua"
