"""Decision records can be found and cited."""

from __future__ import annotations

import re

from tests.architecture.rules_index import ROOT

RECORDS = sorted((ROOT / "docs" / "adr").glob("*.md"))


def test_records_are_numbered_without_holes():
    assert [int(path.name[:4]) for path in RECORDS] == list(range(1, len(RECORDS) + 1))


def test_records_have_one_header():
    for path in RECORDS:
        title, blank, accepted = path.read_text().splitlines()[:3]
        assert re.fullmatch(rf"# {int(path.name[:4])}\. \S.*", title), path.name
        assert blank == "", path.name
        assert re.match(r"Accepted, \d{4}-\d\d-\d\d\.", accepted), path.name


def test_what_is_cited_is_there():
    there = {path.name[:4] for path in RECORDS}
    pages = [path for pattern in ("*.md", "docs/*.md", "docs/adr/*.md") for path in ROOT.glob(pattern)]
    cited = {found for path in pages for found in re.findall(r"adr/(\d{4})|\bADR (\d+)", path.read_text())}
    assert {long or f"{int(short):04d}" for long, short in cited} <= there
