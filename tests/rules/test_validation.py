"""What is given is read as it will be seen."""

import pytest

from rules.refusals import Refused
from rules.validation import text


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Main\u202eEvent", "MainEvent"),
        ("\u200bTurbo\u200d \ufeff", "Turbo"),
        ("Copa\u2028Verão", "CopaVerão"),
        ("  Ação 20% – São João ♠ ", "Ação 20% – São João ♠"),
    ],
)
def test_a_name_has_no_sign_that_nobody_sees(typed, read):
    assert text("name", typed) == read


def test_a_name_of_nothing_but_unseen_signs_is_missing():
    with pytest.raises(Refused) as no:
        text("name", "\u200b\u202e")
    assert no.value.code == "text_missing"
