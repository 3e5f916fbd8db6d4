"""Icons are drawings of one sheet: what a page names is there, what is there is drawn somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template import TemplateSyntaxError

from web.signs import SIGNS
from web.templatetags.icons import drawings, icon
from web.words import state_icons

ROOT = Path(__file__).resolve().parents[2]
#: The style guide draws each icon of the sheet: that one is drawn there says nothing.
OF_THE_GUIDE = {"styleguide", "styleguide.js", "specimen.js", "shown.js"}
#: A name of Python's that says that what it holds are icons.
HOLDS = re.compile(r"(?i)(?:^|_)(?:icons?|marks?|signs?)$")
#: Where an icon is one of a row's columns, or beside a question: (module, name of what holds it, column).
COLUMNS = {
    ("web/director/places.py", "asked"): 3,
    ("web/director/places.py", "lines"): 3,
    ("web/director/table_cards.py", "_TAGS"): 0,
    ("web/floor/situations.py", "OFTEN"): None,
    ("web/player/table_words.py", "_ICONS"): None,
}


def sources(folder: str, kind: str) -> Iterator[tuple[str, str]]:
    """The files of the product itself, by their path."""
    for path in sorted((ROOT / folder).rglob(f"*.{kind}")):
        if not OF_THE_GUIDE & set(path.parts):
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def in_templates() -> set[str]:
    """`{% icon "pause" %}`, one of several (`{% icon open|yesno:"eye,eye-off" %}`), or given to a part (`with drawn="sun"`)."""
    pages = "\n".join(text for _, text in sources("templates", "html"))
    said = re.findall(r"\{% icon ([^%]*)%\}", pages)
    given = re.findall(r'\{% include [^%]*\b(?:drawn|icon|mark)="([a-z0-9-]+)"', pages)
    return {name for one in said for held in re.findall(r'"([^"]*)"', one) for name in held.split(",")} | set(
        given
    )


def in_scripts() -> set[str]:
    """`icon("x")`, `tag("flag", …)`, `icon: wrong ? "x" : "check"`, `sign: "flag"`, and the lists of suits and signs."""
    found = set()
    for _, text in sources("static/js", "js"):
        calls = re.findall(r"\b(?:icon|tag)\(([^()]*)", text)
        said = re.findall(r"\b(?:icon|sign): ([^,}]*)", text)
        kept = re.findall(r"\b(?:SUITS|SIGNS) = (.*)", text)
        for one in calls + said + kept:
            found |= set(re.findall(r'"([a-z0-9-]+)"', one))
    return found


def words_of(node: ast.AST, *, column: int | None = None) -> set[str]:
    """The words that an expression may be; of a dictionary its values alone, of rows the one column."""
    if isinstance(node, ast.Dict):
        return set().union(*(words_of(value, column=column) for value in node.values))
    if isinstance(node, ast.Tuple) and column is not None:
        line = node.elts
        return (
            words_of(line[column])
            if len(line) > column and not isinstance(line[1], ast.List)
            else words_of(ast.List(elts=line), column=column)
        )
    if isinstance(node, ast.Constant) and column is None:
        return {node.value} if isinstance(node.value, str) else set()
    return set().union(*(words_of(inside, column=column) for inside in ast.iter_child_nodes(node)), set())


def in_python() -> set[str]:
    """What is given or kept under a name that says that it is an icon."""
    found: set[str] = set()
    for path, text in [*sources("web", "py"), *sources("rules", "py")]:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.keyword) and node.arg and HOLDS.search(node.arg):
                found |= words_of(node.value)
            elif isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if (
                        isinstance(key, ast.Constant)
                        and isinstance(key.value, str)
                        and re.match(r"icon(_|$)", key.value)
                    ):
                        found |= words_of(value)
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if not isinstance(target, ast.Name):
                        continue
                    if (path, target.id) in COLUMNS:
                        found |= words_of(node.value, column=COLUMNS[path, target.id])
                    elif HOLDS.search(target.id):
                        found |= words_of(node.value)
    return found


def named() -> set[str]:
    """The icons that templates, modules of the browser and Python name."""
    return in_templates() | in_scripts() | in_python()


def test_every_icon_that_is_named_is_on_the_sheet():
    pages = "\n".join(text for _, text in sources("templates", "html"))
    signs = {sign.icon for sign in SIGNS.values() if sign.icon}
    surely = {*re.findall(r'\{% icon "([a-z0-9-]+)"(?!\|)', pages), *signs, *state_icons().values()}
    surely |= {
        name
        for _, text in sources("static/js", "js")
        for name in re.findall(r'\bicon\("([a-z0-9-]+)"\)', text)
    }
    assert surely - set(drawings()) == set()


def test_every_icon_of_the_sheet_is_drawn_by_a_page_that_people_use():
    assert set(drawings()) - named() == set()


def test_a_page_has_no_drawing_in_it_that_its_modules_never_draw():
    pages = "\n".join(text for _, text in sources("templates", "html"))
    kept = {
        name
        for said in re.findall(r"\{% icons_here ([^%]*)%\}", pages)
        for name in re.findall(r'"([^"]+)"', said)
    }
    assert {"check", "spade", "wifi-off"} <= kept
    assert kept - in_scripts() - in_python() == set()


def test_an_icon_is_drawn_in_the_page_and_silent():
    assert icon("x") == (
        '<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M18 6 6 18"/><path d="m6 6 12 12"/></svg>'
    )


def test_an_icon_that_is_not_there_is_refused():
    with pytest.raises(TemplateSyntaxError, match="no icon 'dragon'"):
        icon("dragon")
