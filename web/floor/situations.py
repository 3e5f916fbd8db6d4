"""A question of the rules as a form, and what was typed as its facts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.http.request import QueryDict
from django.utils.translation import gettext as _

from rules.policies import Policies
from rules.refusals import N_, Refused
from rules.rulings import CATALOGUE, Answer, FactField, FactType, Group, Outcome, SituationKind
from rules.rulings.conduct import OF_THE_DIRECTOR
from rules.rulings.situation import MAX_ROWS
from web.hand_names import HANDS, hand_said
from web.templatetags.shuffle import chips
from web.words import alphabetical

FIRST_ROWS = 4

GROUPS = {
    Group.BETTING: N_("Betting"),
    Group.SHOWDOWN: N_("Showdown"),
    Group.DEALING: N_("Dealing"),
    Group.PROCEDURE: N_("Procedure"),
    Group.SEATS: N_("Seats and places"),
    Group.CONDUCT: N_("Conduct"),
    Group.CASINO: N_("Casino tables (Portugal, 2007)"),
}

#: The ten that a floor is asked most, each with its drawing.
OFTEN = {
    "out_of_turn": "arrow-right-left",
    "oversized_chip": "circle-dot",
    "incorrect_bet": "trending-down",
    "string_bet": "layers",
    "misdeal": "x",
    "four_card_flop": "triangle-alert",
    "board_too_early": "arrow-right",
    "showdown_order": "users",
    "hand_taken": "hand",
    "called_clock": "timer",
}


def catalogue(policies: Policies) -> list[dict[str, Any]]:
    """Return the questions by group, by title within; ids of the books in force. The casino tables of Portugal where one of its books is."""
    in_portugal = any(book.startswith("PT-") for book in policies.books)
    groups = {group: title for group, title in GROUPS.items() if group is not Group.CASINO or in_portugal}
    return [
        {
            "title": _(title),
            "kinds": sorted(
                (
                    {
                        "name": kind.name,
                        "title": _(kind.title),
                        "rules": ", ".join(policies.cited(kind.rules)),
                        "person": kind.name == "conduct",
                    }
                    for kind in CATALOGUE.values()
                    if kind.group is group
                ),
                key=lambda line: alphabetical(str(line["title"])),
            ),
        }
        for group, title in groups.items()
    ]


def kind_named(name: str) -> SituationKind:
    """Refusal: ``unknown_situation``."""
    kind = CATALOGUE.get(name)
    if kind is None:
        raise Refused("unknown_situation", N_("There is no question named %(kind)s."), kind=name[:40])
    return kind


def form_of(
    kind: SituationKind,
    *,
    typed: Mapping[str, Any] | None,
    rows: int = FIRST_ROWS,
    known: Mapping[str, int] | None = None,
) -> list[dict[str, Any]]:
    """Return the fields of a question as a template draws them. typed: what was sent before (a QueryDict), or None. known: what
    the clock says. Nothing else is filled in: what counts where nothing is said stands beside the field."""
    return [_field(field, field.name, typed, rows, known=known or {}) for field in kind.fields]


def _field(field: FactField, name: str, typed: Any, rows: int, *, known: Mapping[str, int]) -> dict[str, Any]:
    values = typed.getlist(name) if typed is not None else None
    value = values[0] if values else "" if values is not None else known.get(name, "")
    found: dict[str, Any] = {
        "name": name,
        "id": name.replace(".", "-"),
        "type": field.type.value,
        "title": _(field.title),
        "required": field.required,
        "value": value,
        "minimum": field.minimum,
        "maximum": field.maximum,
        "unsaid": _unsaid(field),
    }
    if field.type is FactType.YES_NO:
        chosen = str(value)
        found["choices"] = _choices([("yes", _("Yes")), ("no", _("No"))], chosen)
    elif field.type is FactType.CHOICE:
        chosen = str(getattr(value, "value", value) or "")
        found["choices"] = _choices([(c.value, _(c.title)) for c in field.choices], chosen)
    elif field.type is FactType.SEATS:
        chosen_seats = set(values or ())
        found["choices"] = [
            {"value": str(seat), "title": str(seat), "chosen": str(seat) in chosen_seats}
            for seat in range(1, 11)
        ]
    elif field.type is FactType.CHIP_LIST:
        found["value"] = value if isinstance(value, str) else ""
    elif field.type is FactType.ROWS:
        found["rows"] = [
            {
                "number": row + 1,
                "fields": [
                    _field(part, f"{name}.{row}.{part.name}", typed, rows, known={}) for part in field.fields
                ],
            }
            for row in range(min(rows, field.max_rows or rows))
        ]
    return found


def _unsaid(field: FactField) -> str:
    """What counts where nothing is said: no answer is chosen for anybody."""
    if field.required or field.default is None:
        return ""
    if field.type is FactType.YES_NO:
        return _("Yes") if field.default else _("No")
    if field.type is FactType.CHOICE:
        return next(
            (_(c.title) for c in field.choices if c.value == getattr(field.default, "value", None)), ""
        )
    return str(field.default) if field.type in (FactType.COUNT, FactType.SEAT) and field.default else ""


def _choices(pairs: list[tuple[str, str]], chosen: str) -> list[dict[str, Any]]:
    return [{"value": value, "title": title, "chosen": value == chosen} for value, title in pairs]


def facts_of(kind: SituationKind, *, typed: QueryDict, rows: int = FIRST_ROWS) -> dict[str, Any]:
    """Return the facts that were typed; what was left empty is left out. Refusal: ``bad_situation``."""
    facts = {field.name: _fact(field, field.name, typed, rows) for field in kind.fields}
    return {name: value for name, value in facts.items() if value is not None}


def _fact(field: FactField, name: str, typed: QueryDict, rows: int) -> Any:
    if field.type is FactType.ROWS:
        found = []
        for row in range(min(rows, field.max_rows or rows)):
            parts = {
                part.name: _fact(part, f"{name}.{row}.{part.name}", typed, rows) for part in field.fields
            }
            filled = {key: value for key, value in parts.items() if value is not None}
            if filled:
                found.append(filled)
        return found if found or field.required else None
    if field.type is FactType.SEATS:
        seats = [_whole(field, text) for text in typed.getlist(name)]
        return seats if seats or field.required else None
    text = str(typed.get(name, "")).strip()
    if not text:
        return None
    if field.type is FactType.YES_NO:
        return {"yes": True, "no": False}.get(text)
    if field.type in (FactType.CHOICE, FactType.CARDS):
        return text
    if field.type is FactType.CHIP_LIST:
        return _chips(field, text)
    return _whole(field, text)


def _chips(field: FactField, text: str) -> list[int]:
    """Chips one by one: “1000 + 5 x 100” is six. One more than lawful is kept, so that too many are refused."""
    found: list[int] = []
    for part in re.sub(r"\s*[x×*]\s*", "x", text.lower()).replace("+", " ").replace(";", " ").split():
        pieces, times, value = part.rpartition("x")
        many = _whole(field, pieces) if times else 1
        found += [_whole(field, value)] * min(many, MAX_ROWS + 1)
    return found[: MAX_ROWS + 1]


def _whole(field: FactField, text: str) -> int:
    plain = text.replace(".", "").replace(",", "").replace("\u00a0", "").replace(" ", "")
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 12):
        raise Refused("bad_situation", N_("%(field)s must be a whole number."), field=_(field.title))
    return int(plain)


def filled(msgid: str, *, params: Mapping[str, Any]) -> str:
    """Return a sentence in the page's language, its large numbers grouped."""
    if not msgid:
        return ""
    if msgid in HANDS:
        return hand_said(msgid, params=params)
    return _(msgid) % {k: chips(v) if type(v) is int and abs(v) >= 1000 else v for k, v in params.items()}


def answer_shown(ruling: Answer, *, policies: Policies, decides: bool) -> dict[str, Any]:
    """Return a ruling in the page's language, with the ids of the books in force. decided: somebody must choose; decides:
    whether the reader does what only the director may; who does not is not offered it, and may log the ruling without."""
    offered = [c for c in ruling.choices if decides or c.value not in OF_THE_DIRECTOR]
    return {
        "sentence": filled(ruling.sentence, params=ruling.params),
        "rules": ", ".join(policies.cited(ruling.rules)),
        "decided": ruling.action is Outcome.DIRECTOR and len(offered) == len(ruling.choices),
        "amount_chips": ruling.amount_chips,
        "returned_chips": ruling.returned_chips,
        "seats": ruling.seats,
        "shares": ruling.shares,
        "choices": [
            {
                "value": c.value,
                "sentence": filled(c.sentence, params=c.params),
                "amount_chips": c.amount_chips,
            }
            for c in offered
        ],
        "also": [
            {
                "sentence": filled(n.sentence, params=n.params),
                "rule": ", ".join(policies.cited([n.rule])),
                "seat": n.seat,
                "cards": n.cards,
            }
            for n in ruling.also
        ],
    }
