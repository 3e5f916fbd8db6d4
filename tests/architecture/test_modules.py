"""A module is short and has no sections: a banner comment is a file name waiting."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.reached import PACKAGES

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 400
LONGEST_LAW = 600  # the law has many branches, and a subject of the book stays together
NO_LIMIT = ("dispatch/",)  # one machine, read from the top to the end
# A longer module says why at its head: "Longer than others because …".
REASON = "Longer than others because "
# `# ---- section`, `# ==== section`, `# ── section`
BANNER = re.compile(r"^\s*#\s*(?:-{3,}|={3,}|─{2,}|—{2,}|~{3,}|\*{3,}|#{3,})")


def modules(root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """(path, text) of every module of the product."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if "/migrations/" not in name:
                yield name, path.read_text("utf-8")


def too_long(name: str, text: str) -> bool:
    """Whether a module is over its limit and does not say why."""
    limit = LONGEST_LAW if name.startswith("rules/") else LONGEST
    if name.startswith(NO_LIMIT) or text.count("\n") <= limit:
        return False
    return REASON not in " ".join((ast.get_docstring(ast.parse(text)) or "").split())


def banners(name: str, text: str) -> list[int]:
    """The lines that mark sections of a module; those of the law are its books' own."""
    if name.startswith("rules/"):
        return []
    return [number for number, line in enumerate(text.splitlines(), 1) if BANNER.match(line)]


def test_a_module_is_short_or_says_why_not():
    long = [f"{name}: {text.count(chr(10))} lines" for name, text in modules() if too_long(name, text)]
    assert not long, f"split these by subject, or say at their head why not ({REASON!r}): {long}"


def test_a_module_has_no_section_marks():
    marked = [f"{name}:{line}" for name, text in modules() for line in banners(name, text)]
    assert not marked, f"a section mark is the name of a module of its own: {marked}"


@pytest.mark.parametrize(
    ("name", "lines", "head", "long"),
    [
        ("web/page.py", 399, "A page.", False),
        ("web/page.py", 401, "A page.", True),
        ("web/page.py", 401, "A page.\n\nLonger than others because\nit is one form.", False),
        ("rules/law.py", 599, "Law.", False),
        ("rules/law.py", 601, "Law.", True),
        ("dispatch/hub.py", 601, "The hub.", False),
    ],
)
def test_what_is_too_long(name, lines, head, long):
    text = f'"""{head}"""\n'
    assert too_long(name, text + "pass\n" * (lines - text.count("\n"))) is long


def test_what_is_a_section_mark():
    text = "# --- the start ---\n    # ======= rows\n# ── out\n# a - b\n#: said\n# -1 is below\n"
    assert banners("web/page.py", text) == [1, 2, 3]
    assert banners("rules/law.py", text) == []
