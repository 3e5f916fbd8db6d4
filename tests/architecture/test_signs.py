"""What is a sign on a page is an icon of the house: a sign typed as a letter looks different on each device."""

from __future__ import annotations

import re
import unicodedata
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: What people read: pages, what scripts and styles write into them, words of the pages' code, the catalogs.
READ = (
    "templates/**/*.html",
    "templates/**/*.txt",
    "static/js/**/*.js",
    "static/css/*.css",
    "web/**/*.py",
    "locale/*/LC_MESSAGES/*.po",
)
#: Signs that are meant as letters: (file, sign), with the reason.
KNOWN = {
    ("web/public/cards/drawing.py", "‹"): "one of the letters that the picture's font has",
    ("web/public/cards/drawing.py", "›"): "one of the letters that the picture's font has",
    ("static/js/calls.js", "●"): "stands in the title of the tab, where no drawing can",
}
#: An entity of a page, an escape of a script or of a style: the same sign, written otherwise.
WRITTEN = re.compile(r"\\u\{?([0-9a-fA-F]{4,6})\}?|\\([0-9a-fA-F]{4,6})(?=[\"' ])")
#: The plain arrows that text has: every other one is a picture.
ARROWS = "←↑→↓"
#: A sign of multiplication alone closes something, an angle before or after a word leads on.
ALONE = re.compile(r"""[>"'`]\s*×\s*[<"'`]|[‹›]""")
#: An arrow between two things is read as "to"; where an element begins with it, it is a sign.
LEADS = re.compile(r"<[a-z][^<>]*>\s*[←↑→↓]")
#: A key is written as it is printed on the keyboard.
KEYS = re.compile(r"<kbd>[^<]*</kbd>")


def drawn(letter: str) -> bool:
    """Whether a letter is a picture: shapes, ticks, stars, suits, keys and emoji, "is not equal", arrows that no text has."""
    code = ord(letter)
    if 0x2190 <= code < 0x2200 or 0x27F0 <= code < 0x2800 or 0x2900 <= code < 0x2980:
        return letter not in ARROWS
    return letter == "≠" or (
        unicodedata.category(letter) in ("So", "Sm")
        and (0x2300 <= code < 0x2400 or 0x25A0 <= code < 0x27C0 or 0x2B00 <= code < 0x2C00 or code >= 0x1F000)
    )


def signs(text: str) -> list[str]:
    """What of a text is a sign and no word, by line."""
    found = []
    plain = WRITTEN.sub(lambda one: chr(min(int(one[1] or one[2], 16), 0x10FFFF)), KEYS.sub("", text))
    for line in re.sub(r"&(?!lt;|gt;|amp;|quot;)#?\w+;", lambda one: unescape(one[0]), plain).splitlines():
        found += [letter for letter in line if drawn(letter)]
        found += [
            said[0].strip("\"'`<> ") if pattern is ALONE else said[0][-1]
            for pattern in (ALONE, LEADS)
            for said in pattern.finditer(line)
        ]
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<h2>✓ You are in</h2>", ["✓"]),
        ("<span>⏸", ["⏸"]),
        ('close.append("×");', ["×"]),
        ('"‹ " + words.back', ["‹"]),
        ("<b>→ Table 3</b>", ["→"]),
        ("<b>&check; in</b>", ["✓"]),
        ("<b>&#9733;</b>", ["★"]),
        (r'content: "\2713"', ["✓"]),
        (r'mark.textContent = "\u25b6";', ["▶"]),
        ("3 ⇄ 4", ["⇄"]),
        ("<p>≠ 12 chips</p>", ["≠"]),
        ('("☾", N_("away"))', ["☾"]),
        ("93 → 94, 12 × 45 = 540, −1, 2.5×, √n ÷ √k", []),
        ("<kbd>↑</kbd>", []),
        ("`→ ${stakes(small, big)}`", []),
        ('f"→ {stakes(small)}"', []),
    ],
)
def test_a_sign_is_known_from_typography(text: str, found: list[str]) -> None:
    assert signs(text) == found


def test_no_sign_is_typed_where_an_icon_belongs() -> None:
    files = [file for pattern in READ for file in sorted(ROOT.glob(pattern))]
    assert len(files) > 300
    found = {(str(file.relative_to(ROOT)), sign) for file in files for sign in signs(file.read_text("utf-8"))}
    assert found == set(KNOWN)
