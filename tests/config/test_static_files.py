"""What is served of static/: all that a browser runs, and nothing that is written for who reads the sources."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.base import ContentFile

from config.static_files import StaticFiles, as_served

STATIC = settings.BASE_DIR / "static"
OURS = [path.relative_to(STATIC).as_posix() for path in (*STATIC.rglob("*.css"), *STATIC.rglob("*.js"))]
MODULE = b"""// One socket.

/** @type {Live|null} */
let first = null;  // stays: it shares its line
/**
 * Some lines,
 */
const cast = /** @type {HTMLElement} */ (first); /* stays */
  /* one */
  // two
export const url = `https://${first}/* none */`;
"""
SHEET = b"""/* what every page has */
@layer base;
/* two
   lines */
a { color: red; /* stays */ }
  /* inside */
b::before { content: "/* none */"; }
"""


def test_lines_that_are_comments_are_not_served() -> None:
    assert as_served("js/live.js", source=MODULE) == (
        b"\nlet first = null;  // stays: it shares its line\n"
        b"const cast = /** @type {HTMLElement} */ (first); /* stays */\n"
        b"export const url = `https://${first}/* none */`;\n"
    )
    assert as_served("css/app.css", source=SHEET) == (
        b'@layer base;\na { color: red; /* stays */ }\nb::before { content: "/* none */"; }\n'
    )


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("js/live.js", b"// one\nconst text = `\n// not a comment\n`;\n"),
        ("js/live.js", b"// one\nconst text = 'a \\\n// not a comment';\n"),
        ("css/app.css", b"/* one */\na::before { content: 'a \\\n/* none */\n'; }\n"),
    ],
)
def test_a_file_with_a_text_of_several_lines_is_served_as_it_is(name: str, source: bytes) -> None:
    assert as_served(name, source=source) == source


@pytest.mark.parametrize(
    "name", ["admin/js/core.js", "django_htmx/django-http-errors.js", "verify_draw.py", "fonts/a.css"]
)
def test_what_others_wrote_is_served_as_it_is(name: str) -> None:
    assert as_served(name, source=b"// licence\nrun();\n") == b"// licence\nrun();\n"


def test_all_of_ours_are_served_without() -> None:
    assert len(OURS) > 100
    commented = []
    for name in OURS:
        source = (STATIC / name).read_text()
        served = as_served(name, source=source.encode()).decode()
        # the type of what follows on its line stays
        if re.search(r"^\s*/(?:/|\*(?!\* @type \{\S+\} \*/ \())", served, re.MULTILINE):
            commented.append(name)
        # what is left are lines of the source, in their order
        lines = iter(source.splitlines())
        assert all(line in lines for line in served.splitlines()), name
    assert commented == []


def test_what_is_collected_and_its_compressed_copy_are_without(tmp_path: Path) -> None:
    storage = StaticFiles(location=tmp_path)
    assert storage.save("css/app.css", ContentFile(SHEET * 20)) == "css/app.css"
    list(storage.post_process({"css/app.css": (storage, "css/app.css")}))
    assert (tmp_path / "css/app.css").read_bytes() == as_served("css/app.css", source=SHEET * 20)
    assert gzip.decompress((tmp_path / "css/app.css.gz").read_bytes()) == as_served(
        "css/app.css", source=SHEET * 20
    )
    assert settings.STORAGES["staticfiles"]["BACKEND"] == "config.static_files.StaticFiles"
