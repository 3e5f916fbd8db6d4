"""Translations without gettext's programs: .po to .mo by Babel."""

import sys
from pathlib import Path

from config.local.folder import PROJECT


def compile_catalogs(locale: Path = PROJECT / "locale") -> list[Path]:
    """Write every .mo that is missing or older than its .po; tells which were written."""
    written = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
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


def untranslated(locale: Path = PROJECT / "locale", *, source_language: str = "en") -> list[str]:
    """Every message without a translation, as `file:line: message`; fuzzy ones count as missing."""
    from babel.messages.pofile import read_po

    missing = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        if source.parent.parent.name == source_language:
            continue
        with source.open("rb") as file:
            catalog = read_po(file)
        for message in catalog:
            strings = message.string if isinstance(message.string, tuple | list) else [message.string]
            if message.id and (message.fuzzy or not all(strings)):
                missing.append(f"{source.relative_to(locale.parent)}:{message.lineno}: {message.id!r}")
    return missing


if __name__ == "__main__":
    for path in compile_catalogs():
        print(path)
    if "--check" in sys.argv:
        gaps = untranslated()
        print("\n".join(gaps))
        sys.exit(1 if gaps else 0)
