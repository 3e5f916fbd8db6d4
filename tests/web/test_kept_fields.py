"""A browser that comes back to a page, or loads it again, fills its fields as they were left: by where they stand, not by whose they are."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR, "templates")
_REST = r"(?:\{%.*?%\}|\{\{.*?\}\}|[^>])*>"
_TOKEN = re.compile(
    r"\{%\s*(?P<loop>for|endfor)\b.*?%\}"
    rf"|(?P<form><form\b{_REST})|(?P<end></form>)|(?P<field><(?:input|select|textarea)\b{_REST})",
    re.DOTALL,
)
_INCLUDED = re.compile(r'\{%\s*include\s+"([^"]+)".*?%\}', re.DOTALL)
# what is nowhere else yet: all that was typed of it comes back, and its rows are always the same
_ONLY_TYPED = {"director/new.html", "director/house_new.html"}


def whole(name: str) -> str:
    """A template with what it includes."""
    text = (TEMPLATES / name).read_text()
    return _INCLUDED.sub(lambda found: "" if found[1] == name else whole(found[1]), text)


def filled_by_place(text: str) -> list[str]:
    """The forms with a field in a loop, which the browser may fill with what was typed for another row."""
    loops, form, found, by_id = 0, "", [], {}
    for token in _TOKEN.finditer(text):
        if token["loop"]:
            loops += 1 if token["loop"] == "for" else -1
        elif token["form"]:
            form = token["form"]
            by_id[m[1] if (m := re.search(r'\bid="([^"]*)"', form)) else ""] = form
        elif token["end"]:
            form = ""
        elif loops and 'type="hidden"' not in token["field"] and "readonly" not in token["field"]:
            elsewhere = re.search(r'\bform="([^"]*)"', token["field"])
            of = by_id.get(elsewhere[1], "") if elsewhere else form
            if of and 'autocomplete="off"' not in of:
                found.append(of)
    return found


def test_no_browser_fills_a_row_with_what_was_typed_for_another():
    names = [str(path.relative_to(TEMPLATES)) for path in sorted(TEMPLATES.rglob("*.html"))]
    pages = [name for name in names if name not in _ONLY_TYPED and not name.startswith("styleguide/")]
    assert len(pages) > 100
    assert {name: forms for name in pages if (forms := filled_by_place(whole(name)))} == {}


def test_a_form_whose_fields_stand_in_a_loop_is_found_wherever_they_stand():
    row = '{% for a in b %}<input name="a" value="{{ a }}"{% if a > 1 %} checked{% endif %}>{% endfor %}'
    assert filled_by_place(f"<form>{row}</form>") == ["<form>"]
    assert filled_by_place("{% for a in b %}<form method=post><select></select></form>{% endfor %}") == [
        "<form method=post>"
    ]
    apart = '<form id="c"></form>{% for a in b %}<input form="c" name="a">{% endfor %}'
    assert filled_by_place(apart) == ['<form id="c">']
    assert filled_by_place(apart.replace("<form", '<form autocomplete="off"')) == []
    assert filled_by_place(f'<form autocomplete="off">{row}</form><form><input name="q"></form>') == []
