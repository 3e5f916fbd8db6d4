"""A class of the stylesheets has one meaning: no two subjects that a page loads together lay it out, each in its own way."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2] / "static/css"
#: What a page loads together, in this order.
TOGETHER = {
    "staff": ("app", "pages", "staff"),
    "public": ("app", "pages", "public"),
    "clock": ("wall", "clock"),
    "roles": ("wall", "roles"),
    "style guide": ("app", "pages", "public", "staff", "styleguide"),
    "played table": ("app", "table", "onlooker", "tile", "hands", "rebuy", "tiles"),
}
#: Two meanings that are known, with the reason.
KNOWN = {
    ("played table", "cards"): "a hand's cards: hands.css is the last that its pages load",
    ("style guide", "initials"): "of a person, of a house: the guide draws neither",
}


def laid_out(text: str) -> Iterator[tuple[str, str]]:
    """(class, display) of each rule for a class alone; what holds at some sizes only, and what only hides, is left out."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r":(?:is|where|not|has)\([^{}()]*(?:\([^{}()]*\)[^{}()]*)*\)", ":x", text)
    around: list[str] = []
    said = ""
    for sign in text:
        if sign == "{":
            around.append(said.strip())
            said = ""
        elif sign == "}":
            selector = around.pop()
            if all(outer.startswith("@layer") for outer in around):
                display = re.search(r"(?:^|;)\s*display:\s*([a-z-]+)", said)
                for one in selector.split(","):
                    alone = re.fullmatch(r"\s*\.([a-z][a-z0-9-]*)\s*", one)
                    if alone and display and display[1] != "none":
                        yield alone[1], display[1]
            said = ""
        elif sign == ";" and (not around or around[-1].startswith("@")):
            said = ""
        else:
            said += sign


@pytest.mark.parametrize("page", TOGETHER)
def test_a_class_is_laid_out_once_among_what_a_page_loads(page: str) -> None:
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for file in TOGETHER[page]:
        for name, display in laid_out((CSS / f"{file}.css").read_text()):
            found[name].append((file, display))
    assert found
    twice = {name: where for name, where in found.items() if len(where) > 1 and (page, name) not in KNOWN}
    assert twice == {}


def test_every_stylesheet_is_looked_at() -> None:
    told = {file for files in TOGETHER.values() for file in files}
    assert told == {file.stem for file in CSS.glob("*.css")}


def test_two_meanings_are_found() -> None:
    assert list(
        laid_out(
            "@layer a { .x { display: grid; } } @layer b { .x:is(.y, .z) .x, .x { gap: 1px; display: flex } }"
        )
    ) == [
        ("x", "grid"),
        ("x", "flex"),
    ]
    assert (
        list(laid_out("@media print { .x { display: grid; } } .x { display: none; } .x { color: red; }"))
        == []
    )


def test_what_is_white_paper_in_the_dark_has_the_ink_of_paper() -> None:
    """A sheet to print is white on a dark page, too: what is soft on it is not the soft grey of the night."""
    text = "".join((CSS / f"{file}.css").read_text() for file in TOGETHER["staff"])
    sheets = re.findall(
        r"\n  (?:\.receipt|:is\(\.paper-card[^{]*\)) \{([^{}]*background: #fff;[^{}]*)\}", text
    )
    assert len(sheets) == 2 and all("--ink-soft:" in rule and "--line:" in rule for rule in sheets)


def parts_of(text: str, signs: str) -> list[str]:
    """The pieces between any of these signs, where the sign is in no brackets."""
    pieces, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign in signs:
            pieces.append("")
        else:
            pieces[-1] += sign
    return [piece.strip() for piece in pieces if piece.strip()]


def meets_everything(selector: str) -> bool:
    """Whether something that only `:has` finds decides how elements of any name and class below it look."""
    *around, subject = parts_of(selector, " >+~")
    named = re.sub(r":(?:not|has)\([^()]*(?:\([^()]*\)[^()]*)*\)", "", subject)
    return any(":has(" in one for one in around) and not re.search(r"[.#\[]|^[a-z]|:is\(\s*[a-z]", named)


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        (".few:not(:has(> :nth-child(3))) > :first-child", True),
        (".buttons:has(> .button) > *", True),
        (".strip:has(.offline:not([hidden])) .name > :not(.offline)", True),
        (".buttons:has(> .button) > :is(.button, form)", False),
        (".awards:has(.tick) :is(th, td)", False),
        ("main > :has(> .equation)", False),
        (".strip:not(:has(i)) > p", False),
        (".strip > *", False),
    ],
)
def test_what_meets_everything_is_found(selector: str, *, found: bool) -> None:
    assert meets_everything(selector) is found


def test_a_tap_lets_the_browser_ask_few_elements_anew() -> None:
    """Where the subject after a `:has` has no name, each change below it has the styles of the whole page computed anew."""
    wide = [
        (file.stem, one)
        for file in CSS.glob("*.css")
        for head in re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL))
        if ":has(" in head
        for one in parts_of(head, ",")
        if meets_everything(one)
    ]
    assert wide == []
