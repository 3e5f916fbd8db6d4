"""The record that the browser's check is tested on is one that the stand-alone verifier agrees with."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.rules.test_draw import verify
from web.words import draw_check_words

RECORD = Path(__file__).parents[2] / "browser_units" / "draw_record.json"
CHECKING = Path(__file__).parents[3] / "static" / "js" / "checking.js"


@pytest.mark.rule("ADTP.7", "PT-T.39")
def test_the_verifier_agrees_with_the_record_of_the_browsers_tests():
    record = json.loads(RECORD.read_text())
    assert verify.differences(record) == []
    assert {draw["method"] for draw in record["draws"]} == set(verify.METHODS)


def test_the_module_finds_every_word_it_says():
    said = set(re.findall(r"words\.(\w+)", CHECKING.read_text())) | {
        "number",
        "seed",
        "method",
        "inputs",
        "result",
    }
    assert said == set(draw_check_words())
