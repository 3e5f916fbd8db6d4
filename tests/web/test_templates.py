"""What is taken out of a template when it is loaded, and what never is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.utils import translation

from config.templates import tight

TEMPLATES = Path(settings.BASE_DIR, "templates")


@pytest.mark.parametrize(
    ("written", "loaded"),
    [
        ("<ul>\n  <li>\n    one\n  </li>\n  <li>two</li>\n</ul>\n", "<ul><li>one</li><li>two</li></ul>"),
        # between words and what stands in a line with them one space stays
        (
            "<p>\n  Table\n  <b>7</b>\n  seat <i>3</i>,\n  now\n</p>",
            "<p>Table <b>7</b> seat <i>3</i>, now</p>",
        ),
        ("<b>a</b><b>b</b>", "<b>a</b><b>b</b>"),
        ("</b>\n{% if x %}\n  · y\n{% endif %}\n<b>", "</b> {% if x %}· y {% endif %}<b>"),
        (
            "<div>\n  {% if x %}\n    <p>y</p>\n  {% endif %}\n</div>",
            "<div>{% if x %}<p>y</p>{% endif %}</div>",
        ),
        # what a button holds is a box of its own, what stands beside it is not
        (
            "<button>\n  Go\n</button>\n<button>\n  Stop\n</button>",
            "<button>Go</button> <button>Stop</button>",
        ),
        # a tag over several lines
        (
            '<input\n  name="a"\n  value="{{ b|c:"  d" }}"\n  {% if e %}checked{% endif %}\n>',
            '<input name="a" value="{{ b|c:"  d" }}"{% if e %} checked{% endif %}>',
        ),
        # an attribute that is there on a condition brings its own space
        (
            '<input\n  name="a"\n  {% if b %}checked{% elif c %}disabled{% endif %}\n  required\n>',
            '<input name="a"{% if b %} checked{% elif c %} disabled{% endif %} required>',
        ),
        ('<p data-{% if a %}b{% else %}c{% endif %}="d">', '<p data-{% if a %}b{% else %}c{% endif %}="d">'),
        # at the beginning of a block whichever way is taken
        (
            "<p>\n  {% if a %}\n    <b>c</b>\n  {% else %}\n    d\n  {% endif %}\n  e\n</p>",
            "<p>{% if a %}<b>c</b> {% else %}d {% endif %}e</p>",
        ),
        (
            "<p>\n  {% for a in b %}\n    <i>c</i>\n  {% endfor %}\n</p>",
            "<p>{% for a in b %} <i>c</i> {% endfor %}</p>",
        ),
        ('<p title="one\n  two">', '<p title="one\n  two">'),
        ("{% if a < b %}\n  <p>c</p>\n{% endif %}", "{% if a < b %}<p>c</p>{% endif %}"),
        ("3 <\n 4", "3 < 4"),
    ],
)
def test_white_space_that_nobody_sees_is_taken_out(written, loaded):
    assert tight(written) == loaded
    assert tight(loaded) == loaded


@pytest.mark.parametrize(
    "kept",
    [
        "<p>{% blocktranslate %}one\n  two {{ x }}\n{% endblocktranslate %}</p>",
        "<p>{% blocktranslate count n=n %}{{ n }} \n round{% plural %}{{ n }}  rounds{% endblocktranslate %}</p>",
        "<pre>\n  a\n    b\n</pre>",
        '<textarea name="t">\n  {{ text }}\n</textarea>',
        "{% comment %}\n  <p> a </p>\n{% endcomment %}",
        "<!--\n  a\n-->",
    ],
)
def test_what_white_space_belongs_to_keeps_it(kept):
    assert tight(kept) == kept


def test_every_template_is_loaded_so():
    folder = TEMPLATES
    names = [str(path.relative_to(folder)) for path in sorted(folder.rglob("*.html"))]
    assert len(names) > 100
    for name in names:
        source = engines["django"].get_template(name).template.source
        assert source == tight((folder / name).read_text()), name
        assert tight(source) == source, name


def test_no_space_stands_before_a_drawn_dot():
    """It would stand off the middle between two facts."""
    spaced = re.compile(r'\s(?:\{% (?:if|elif|else|endif)[^%]*%\})*\{\{ "·"\|dot')
    assert [path.name for path in sorted(TEMPLATES.rglob("*.html")) if spaced.search(path.read_text())] == []


def test_a_letter_keeps_its_lines():
    source = engines["django"].get_template("people/letters/code.txt").template.source
    assert source == Path(settings.BASE_DIR, "templates/people/letters/code.txt").read_text()


@pytest.mark.parametrize(
    ("language", "count", "read"),
    [
        ("pt-br", 1, "1 jogador"),
        ("pt-br", 10_112, "10.112 jogadores"),
        ("pt", 10_112, "10\u00a0112 jogadores"),
        ("en", 4_200, "4,200 players"),
    ],
)
def test_a_count_in_a_sentence_is_written_in_groups(language: str, count: int, read: str) -> None:
    sentence = "{% blocktranslate count n=players|many %}{{ n }} player{% plural %}{{ n }} players{% endblocktranslate %}"
    with translation.override(language):
        written = (
            engines["django"].from_string("{% load i18n shuffle %}" + sentence).render({"players": count})
        )
    assert written == read


def test_no_line_of_a_page_ends_between_buy_and_in() -> None:
    said = [
        (str(path.relative_to(TEMPLATES)), text)
        for path in sorted(TEMPLATES.rglob("*.html"))
        for text in re.findall(r'\{% translate "[^"]*buy-in[^%]*%\}', path.read_text(), re.IGNORECASE)
    ]
    assert len(said) > 9
    assert [one for one in said if "|whole_words" not in one[1]] == []
    template = engines["django"].from_string('{% load i18n shuffle %}{% translate "Buy-in"|whole_words %}')
    for language in ("en", "pt", "pt-br"):
        with translation.override(language):
            assert template.render() == "Buy-\u2060in"
