"""What is not there is said in the reader's language: every word of it is one that is translated."""

from __future__ import annotations

import re

from config.local.folder import PROJECT
from rules.words import FIELD_WORDS, THINGS, readable

_APPS = (
    "access",
    "api",
    "dispatch",
    "ledger",
    "payouts",
    "people",
    "play",
    "rules",
    "tables",
    "tournaments",
    "undo",
    "web",
)


def test_every_thing_that_may_be_missing_has_a_word():
    used = {
        word
        for app in _APPS
        for path in (PROJECT / app).rglob("*.py")
        for word in re.findall(r'not_found\(\s*"([^"]+)"', path.read_text())
    }
    assert "movement" in used
    assert used - set(THINGS) - set(FIELD_WORDS) == set()
    assert readable({"what": "movement"}, say=str.upper)["what"] == "MOVEMENT"
