"""Bring icons of Lucide onto our sheet: `python -m config.local.icons FOLDER NAME…`, FOLDER the package's `icons`.

The sheet is static/img/icons.svg, a symbol a line in the order of their names; pages show one with `{% icon "pause" %}`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

SHEET: Final = Path(__file__).resolve().parents[2] / "static" / "img" / "icons.svg"
HEAD: Final = (
    "<!-- Icons of Lucide 1.62.0 (ISC licence, https://lucide.dev/license); see config/local/icons.py -->"
)
_SYMBOL: Final = re.compile(r'^<symbol id="([a-z0-9-]+)".*</symbol>$', re.MULTILINE)


def _symbols(sheet: str) -> dict[str, str]:
    """The lines of the sheet by the icon's name."""
    return {found[1]: found[0] for found in _SYMBOL.finditer(sheet)}


def _symbol(name: str, drawing: str) -> str:
    """One icon's file as a line of the sheet: what is drawn, without the file's own head."""
    inside = re.search(r"<svg[^>]*>(.*)</svg>", drawing, re.DOTALL)
    if inside is None:
        sys.exit(f"{name}: no drawing in it")
    parts = re.sub(r"\s*/>", "/>", " ".join(inside[1].split()))
    return f'<symbol id="{name}" viewBox="0 0 24 24">{parts.replace("> <", "><")}</symbol>'


def main(folder: str, *names: str) -> None:
    """Add the named icons to the sheet, or draw them anew."""
    symbols = _symbols(SHEET.read_text("utf-8")) if SHEET.exists() else {}
    for name in names:
        symbols[name] = _symbol(name, (Path(folder) / f"{name}.svg").read_text("utf-8"))
    lines = [symbols[name] for name in sorted(symbols)]
    SHEET.write_text(
        "\n".join([HEAD, '<svg xmlns="http://www.w3.org/2000/svg">', *lines, "</svg>", ""]), "utf-8"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
