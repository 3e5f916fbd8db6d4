"""A structure that is proposed on its page: what is wished, and the rows of it, to be changed before they are saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http.request import QueryDict

from rules.levels import Item, Level, Recess
from rules.refusals import N_, Refused
from rules.structure_maker import Wish, propose
from web import forms
from web.director.editing.structure import Row, denominations_typed, rows_of
from web.director.editing.typed import decimal_point, numbers_listed
from web.staffing import StaffTournament

#: What is asked for, by the names of the form; the entries are those of the forecast.
WISHES = ("wish_hours", "wish_minutes", "wish_every", "wish_recess", "wish_chips")
# what the rules call a wish, and what the form calls it
_NAMES = {
    "hours": "wish_hours",
    "minutes": "wish_minutes",
    "recess_every": "wish_every",
    "recess_minutes": "wish_recess",
    "chips": "wish_chips",
}


def wishes_of(
    scope: StaffTournament, *, items: Sequence[Item | None], ends_seconds: int, post: QueryDict | None
) -> dict[str, str]:
    """Return the wishes as typed; else those that what is written fulfils."""
    levels = [i for i in items if isinstance(i, Level)]
    recesses = [i for i in items if isinstance(i, Recess)]
    minutes = Counter(level.seconds // 60 for level in levels).most_common(1)
    half_hours = max(2, round(ends_seconds / 1800))
    found = {
        "wish_hours": f"{half_hours / 2:g}".replace(".", decimal_point()),
        "wish_minutes": str(max(1, minutes[0][0]) if minutes else 20),
        "wish_every": str(round(len(levels) / (len(recesses) + 1)) if recesses else 0),
        "wish_recess": str(max(1, recesses[0].seconds // 60) if recesses else 15),
        "wish_chips": numbers_listed(scope.settings["structure"].get("denominations", ())),
    }
    return found if post is None else {name: post.get(name, value)[:80] for name, value in found.items()}


def proposed(
    scope: StaffTournament, *, post: QueryDict, rows: Sequence[Row], items: Sequence[Item | None], kept: int
) -> tuple[list[Row], Mapping[str, Refused]]:
    """Return the rows with a proposal after those that are kept, and what of the wishes cannot be.

    kept: rows that were played or are being played. What is wrong: by the fields of the form; the rows stay then.
    """
    reading = forms.Reading()
    found: dict[str, Any] = {}
    with reading.field("wish_hours"):
        # a day has 24, a festival's main event three of them
        if not 500 <= (hours := forms.thousandths(post, name="wish_hours")) <= 72_000:
            raise Refused(
                "bad_wish", N_("From half an hour to 72 hours."), rule="PT-T.45", field="wish_hours"
            )
        found["seconds"] = hours * 36 // 10
    for field, name, low, high, unit in (
        ("entries", "players", 2, 100_000, 1),
        ("wish_minutes", "level_seconds", 1, 240, 60),
        ("wish_every", "recess_every", 0, 40, 1),
        ("wish_recess", "recess_seconds", 1, 240, 60),
    ):
        with reading.field(field):
            found[name] = unit * forms.number(post, name=field, low=low, high=high)
    with reading.field("wish_chips"):
        found["denominations"] = tuple(denominations_typed(post.get("wish_chips", "")))
    if reading.wrong:
        return list(rows), reading.wrong
    before = [item for item in items[:kept] if item is not None]
    levels = [item for item in before if isinstance(item, Level)]
    found["seconds"] -= sum(item.seconds for item in before)
    try:
        made = propose(
            Wish(
                stack=scope.settings["starting_stack_chips"],
                from_big_blind=levels[-1].big_blind if levels else 0,
                **found,
            )
        )
    except Refused as refused:
        field = str(refused.params.get("field", "hours"))
        return list(rows), {_NAMES.get(field, field): refused}
    new = rows_of([item.as_dict() for item in made])
    return [*rows[:kept], *(replace(row, key=f"g{n}") for n, row in enumerate(new))], {}
