"""docs/mails.md says what rules/notices.py does."""

from __future__ import annotations

import ast
from pathlib import Path

from rules.notices import FACTS, NOTICES, NoticeKind
from tests.architecture import mails_page

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_up_to_date() -> None:
    assert mails_page.PAGE.read_text("utf-8") == mails_page.page(), f"write it anew: {mails_page.COMMAND}"


def test_every_notice_is_in_the_table_once_and_every_fact_of_it_is_recorded_somewhere() -> None:
    assert [rule.kind for rule in NOTICES] == list(NoticeKind)
    said = {
        node.value
        for app in ("tournaments", "tables", "payouts", "play")
        for path in (ROOT / app).rglob("*.py")
        if path.name != "notices.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert said >= FACTS
