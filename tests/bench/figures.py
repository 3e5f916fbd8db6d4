"""What a row hands back, and how the table shows it."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the table. `limit` is what the same machine did in the same run; `met` None: for information."""

    row: str
    what: str
    ours: float
    unit: str
    limit: float | None = None
    bar: str = ""
    met: bool | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return None if not self.limit else self.ours / self.limit


def tell(figure: Figure) -> None:
    """From the row's process to the one that prints the table."""
    print("FIGURE " + json.dumps(asdict(figure)), flush=True)


def say(line: str) -> None:
    """Progress, for whoever watches."""
    print(f"    {line}", file=sys.stderr, flush=True)


def number(value: float | None) -> str:
    if value is None:
        return "–"
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def table(figures: list[Figure]) -> str:
    """Plain text, one line a figure, notes below."""
    head = ("row", "what", "ours", "limit here", "ratio", "bar", "")
    lines = [
        (
            figure.row,
            figure.what,
            f"{number(figure.ours)} {figure.unit}",
            f"{number(figure.limit)} {figure.unit}" if figure.limit else "–",
            f"{figure.ratio:.2f}" if figure.ratio is not None else "–",
            figure.bar or "–",
            {True: "met", False: "NOT MET", None: ""}[figure.met],
        )
        for figure in figures
    ]
    widths = [max(len(line[i]) for line in [head, *lines]) for i in range(len(head))]
    out = []
    for at, line in enumerate([head, *lines]):
        cells = [
            cell.rjust(width) if i in (2, 3, 4) else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        out.append("  ".join(cells).rstrip())
        if at == 0:
            out.append("─" * (sum(widths) + 2 * len(widths) - 2))
    notes = [f"{figure.row}: {figure.what}: {figure.note}" for figure in figures if figure.note]
    return "\n".join(out + ([""] + notes if notes else []))
