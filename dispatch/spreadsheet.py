"""What goes out to a spreadsheet."""

from __future__ import annotations

import unicodedata
from typing import Any


def cell(value: Any) -> Any:
    """Return a value as a cell that no spreadsheet computes: text that begins like a formula, also in full-width signs, begins
    with an apostrophe."""
    if isinstance(value, str) and unicodedata.normalize("NFKC", value)[:1] in (
        "=",
        "+",
        "-",
        "@",
        "\t",
        "\r",
    ):
        return "'" + value
    return value
