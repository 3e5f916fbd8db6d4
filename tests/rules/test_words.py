"""What is not there is said in a sentence of its own; how a tournament stands, in the reader's language."""

from __future__ import annotations

import re

from config.local.folder import PROJECT
from rules.refusals import NOT_THERE
from rules.words import readable
from web.buttons import _WHOSE

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


def test_every_thing_that_may_be_missing_has_its_sentence():
    used = {
        word
        for app in _APPS
        for path in (PROJECT / app).rglob("*.py")
        for word in re.findall(r'not_found\(\s*"([^"]+)"', path.read_text())
    }
    assert "movement" in used
    assert (used | {name.removesuffix("_id") for name in _WHOSE}) - set(NOT_THERE) == set()
    assert readable({"what": "movement"}, say=str.upper) == {"what": "movement"}
