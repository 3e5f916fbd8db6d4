"""The lists on the wall know every word that they say: one that lacks stops the whole display."""

from __future__ import annotations

import re
from pathlib import Path

from web.screens.words import wall_words
from web.words import board_words

SCRIPTS = Path(__file__).resolve().parents[3] / "static" / "js" / "roles"


def test_every_word_that_a_list_says_is_sent_to_it() -> None:
    sent = board_words() | wall_words()
    said = {
        (script.name, word)
        for script in SCRIPTS.glob("*.js")
        for word in re.findall(r"\bwords\.([a-z_]+)", script.read_text())
    }
    assert said
    assert sorted(f"{name}: {word}" for name, word in said if word not in sent) == []
