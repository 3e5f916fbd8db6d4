"""Translations without gettext's programs: Babel finds the messages, keeps the catalogs and compiles them.

python -m config.local.catalogs            compile what is out of date
python -m config.local.catalogs --update   find every message in the code and add the new ones to the catalogs
python -m config.local.catalogs --check    name every message without a translation
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from config.local.folder import PROJECT

LANGUAGES = ("pt_BR", "pt")  # The code itself speaks English.
KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "Plural": (1, 2),
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


def stale_catalogs(locale: Path = PROJECT / "locale") -> list[Path]:
    """Return every .po whose .mo is missing or older."""
    found = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            found.append(source)
    return found


def compile_catalogs(locale: Path = PROJECT / "locale") -> list[Path]:
    """Write every .mo that is missing or older than its .po; tells which were written."""
    written = []
    for source in stale_catalogs(locale):
        target = source.with_suffix(".mo")
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        with source.open("rb") as file:
            catalog = read_po(file, locale=source.parent.parent.name)
        draft = target.with_suffix(".mo.part")
        with draft.open("wb") as file:
            write_mo(file, catalog)
        draft.replace(target)
        written.append(target)
    return written


def messages(project: Path = PROJECT) -> Any:
    """Return every message of the Python code and the templates, as a Babel catalog with its places."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract

    found = Catalog(project="Shuffle Up", charset="utf-8", fuzzy=False)
    for path, method, source in _sources(project):
        for line, text, comments, context in extract(method, BytesIO(source.encode()), keywords=KEYWORDS):
            place = (str(path.relative_to(project)), line)
            found.add(text, locations=[place], auto_comments=comments, context=context)
    return found


def _sources(project: Path) -> Iterator[tuple[Path, str, str]]:
    left_out = {"tests", "migrations", "node_modules", "data", "var", "static", "locale", "docs", "deploy"}
    for path in sorted(_files(project, left_out)):
        parts = path.relative_to(project).parts
        if path.suffix == ".py":
            yield path, "python", path.read_text()
        elif path.suffix in (".html", ".txt", ".xml", ".svg") and "templates" in parts:
            from django.utils.translation.template import templatize

            # Its output is the template with all but the messages blanked: no Python, but words and strings.
            yield path, "javascript", templatize(path.read_text(), origin=str(path))


def _files(folder: Path, left_out: set[str]) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_file():
            yield path
        elif path.name not in left_out and not path.name.startswith("."):
            yield from _files(path, left_out)


def update_catalogs(project: Path = PROJECT) -> list[Path]:
    """Add new messages, drop those no code uses; translations stay as they are."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    found, written = messages(project), []
    for language in LANGUAGES:
        target = project / "locale" / language / "LC_MESSAGES" / "django.po"
        target.parent.mkdir(parents=True, exist_ok=True)
        catalog = Catalog(locale=language, project="Shuffle Up", charset="utf-8", fuzzy=False)
        if target.exists():
            with target.open("rb") as file:
                catalog = read_po(file, locale=language)
        catalog.update(found, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        with target.open("wb") as file:
            write_po(file, catalog, width=100, sort_output=True, include_lineno=False, omit_header=False)
        written.append(target)
    return written


def untranslated(project: Path = PROJECT) -> list[str]:
    """Return every message of the code without a translation, as `language: file:line: message`; fuzzy counts as missing."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    found, missing = messages(project), []
    for language in LANGUAGES:
        source = project / "locale" / language / "LC_MESSAGES" / "django.po"
        catalog = Catalog(locale=language)
        if source.exists():
            with source.open("rb") as file:
                catalog = read_po(file, locale=language)
        for message in found:
            if not message.id:
                continue
            known = catalog.get(message.id, context=message.context)
            strings = known.string if known is not None else ""
            if (
                known is None
                or known.fuzzy
                or not all(strings if isinstance(strings, tuple | list) else [strings])
            ):
                place = ":".join(map(str, message.locations[0]))
                missing.append(f"{language}: {place}: {message.id!r}")
    return missing


if __name__ == "__main__":
    if "--check" in sys.argv:
        gaps = untranslated()
        print("\n".join(gaps))
        sys.exit(1 if gaps else 0)
    for written in update_catalogs() if "--update" in sys.argv else compile_catalogs():
        print(written)
