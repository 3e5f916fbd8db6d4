"""Who is out and who took the chips, as typed, tapped or ticked; and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http.request import QueryDict

from payouts.queries import bounty_of
from rules.refusals import N_, Refused
from tables.queries import SeatedTable, put_out_by, table_view
from tournaments.queries.already_done import nobody_sits
from tournaments.queries.stacks import StackView
from web.director.newcomers import same_player
from web.forms import number, number_or_none, text
from web.staffing import StaffTournament

Result = Mapping[str, Any]

# 74 is table 7, seat 4: only seat 10 has two digits, and needs its sign, 7-10
_TOGETHER = re.compile(r"(\d{1,5})([1-9])((?:\s*[:=]\s*\d[\d.\s]*)?)")
_SEAT = re.compile(r"(\d{1,5})\s*[-./ ]\s*(\d{1,2})(?:\s*[:=]\s*(\d[\d.\s]*))?")
# where the table is known: the seat alone
_ALONE = re.compile(r"(\d{1,2})((?:\s*[:=]\s*\d[\d.\s]*)?)")
_BY = re.compile(r"(?:\s|^)(?:by|por)\s+", re.IGNORECASE)
_UNANSWERED = re.compile(r"\s+(?:by?|por?)?$", re.IGNORECASE)
_LATER = re.compile(r"\s+(?:later|depois|mais tarde)$|\s*\?$", re.IGNORECASE)
_REBUYS_BY = re.compile(r"\s(?:rebuys?|recompra)\s", re.IGNORECASE)
_CONFIRMED = re.compile(r"\s*!+$")
_TWICE = re.compile(r"!\s*!\s*$")
_NOBODY = frozenset({"nobody", "ningu\u00e9m", "ninguem"})


def has_bounty(scope: StaffTournament) -> bool:
    """Answer whether this tournament asks who took the chips of those who go out. Rule: SCPT.P"""
    return bounty_of(scope.settings["split"]) > 0


def busts_of(
    scope: StaffTournament, *, text_typed: str, table: int | None = None, command_id: str = ""
) -> dict[str, Any]:
    """Read "7-4" or "74", or several of one table with their stacks at the start of the hand: "7-4=1500, 7-6=900"; in a
    tournament with bounties also who took the chips: "7-4 by 7-2", "7-4 by 7-2+7-5", "7-4 by nobody", "7-4 later".

    A line names seats, and who types it has a player in mind: where somebody else sat a moment ago the line is asked back
    once, and holds with a sign of exclamation behind it, "7-4!".

    table: the seat alone is enough, "4=1500 by 2". command_id: that of the form; sent twice it names the same people.
    Refusals: ``bust_not_understood``, ``one_table_at_a_time``, ``seat_empty``, ``no_such_table``, ``takers_missing``,
    ``rebuyer_not_out``, ``newcomer_in_seat``. Rule: SCPT.P, ADTP.7
    """
    text_typed, confirmed = _sure(text_typed)
    if _REBUYS_BY.search(text_typed):
        raise Refused(
            "rebuyer_not_out",
            N_("Who rebuys is not out, and nobody takes a bounty. Type the seat alone: 7-4 rebuys."),
            rule="ADTP.27",
        )
    found: list[tuple[re.Match[str], str | None]] = []
    for typed in re.split(r"[,;]", text_typed):
        if not typed.strip():
            continue
        who, by = _answered(typed.strip())
        found += [(_read(part, table), by) for part in who.split("+") if part.strip()]
    if not found:
        raise _not_understood()
    numbers = {int(m[1]) for m, _by in found}
    if len(numbers) > 1:
        raise Refused(
            "one_table_at_a_time", N_("Busts of one hand are at one table. Enter each table by itself.")
        )
    number_of = numbers.pop()
    chairs = {c.seat: c for c in table_of(scope, table=number_of).chairs}

    put_out = put_out_by(scope.tournament_id, table_number=number_of, command_id=command_id)

    def entry_at(seat: int) -> int:
        if seat in put_out:
            return put_out[seat]
        chair = chairs.get(seat)
        if chair is None or chair.entry_id is None:
            raise nobody_sits(scope.tournament_id, table_number=number_of, seat_number=seat)
        if not confirmed:
            same_player(scope, table=number_of, chair=chair)
        return chair.entry_id

    asked = has_bounty(scope)
    busts: list[dict[str, Any]] = []
    for m, by in found:
        stack = int(re.sub(r"\D", "", m[3])) if m[3] else None
        bust: dict[str, Any] = {"entry_id": entry_at(int(m[2])), "stack_chips_start": stack, "by_entries": []}
        if by is None:
            if asked:
                raise _takers_missing()
        elif by.lower() in _NOBODY:
            bust["nobody"] = True
        elif by:
            bust["by_entries"] = [entry_at(seat) for seat in _seats(by, number_of)]
        busts.append(bust)
    return {"tournament_id": scope.tournament_id, "table_number": number_of, "busts": busts}


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """Who a line that is being typed means. stack: as last counted, None where it is not known now."""

    table: int
    seat: int
    entry_id: int
    name: str
    stack: StackView | None


def leaving(scope: StaffTournament, *, typed: str) -> list[Leaving]:
    """Return who would go out by a line that is not finished; [] while it names nobody. Nothing is asked back and nothing done."""
    if not (found := _places(typed)):
        return []
    try:
        chairs = {chair.seat: chair for chair in table_of(scope, table=found[0][0]).chairs}
    except Refused:
        return []
    return [
        Leaving(table=table, seat=seat, entry_id=entry_id, name=chairs[seat].player, stack=chairs[seat].stack)
        for table, seat in found
        if seat in chairs and (entry_id := chairs[seat].entry_id) is not None
    ]


def nobody_meant(scope: StaffTournament, *, typed: str) -> Refused | None:
    """Return why a line that is being typed names nobody, as its bust would be refused; None while it cannot be read."""
    for table, seat in _places(typed)[:1]:
        try:
            table_of(scope, table=table)
        except Refused as refused:
            return refused
        return nobody_sits(scope.tournament_id, table_number=table, seat_number=seat)
    return None


def _places(typed: str) -> list[tuple[int, int]]:
    """The table and the seats of a line that is not finished; [] while it cannot be read, or names two tables."""
    line = _UNANSWERED.sub("", _sure(_REBUYS_BY.split(typed, maxsplit=1)[0])[0])
    found: list[tuple[int, int]] = []
    for part in re.split(r"[,;+]", _REBUYS.sub("", line)):
        try:
            read = _read(_answered(part.strip())[0], found[0][0] if found else None)
        except Refused:
            continue
        place = (int(read[1]), int(read[2]))
        if place not in found:
            found.append(place)
    return found if len({table for table, _seat in found}) == 1 else []


def _sure(typed: str) -> tuple[str, bool]:
    """(the line, whether it was typed with the sign that answers the question who is meant)."""
    line = typed.strip()
    return _CONFIRMED.sub("", line), bool(_CONFIRMED.search(line))


def deal_falls(post: QueryDict, *, line: str = "bust") -> int | None:
    """Return the deal of which it was said that it falls: by the box of a sheet, or by the line "7-4!!" under the words that asked.
    Rule: ADTP.P3"""
    named = "deal_asked" if _TWICE.search(post.get(line, "")) else "deal_falls"
    return number_or_none(post, name=named, low=1)


def _answered(typed: str) -> tuple[str, str | None]:
    """(who is out, who took the chips): None where that is not said, "" where it is to be said later."""
    later = _LATER.search(typed)
    if later is not None:
        return typed[: later.start()], ""
    parts = _BY.split(typed, maxsplit=1)
    if len(parts) == 1:
        return typed, None
    if not parts[1].strip():
        raise _not_understood()
    return parts[0], parts[1].strip()


def _read(part: str, table: int | None) -> re.Match[str]:
    part = part.strip()
    if table is not None:
        alone = _ALONE.fullmatch(part)
        part = f"{table}-{alone[1]}{alone[2]}" if alone else part
    elif _TOGETHER.fullmatch(part):
        part = _TOGETHER.sub(r"\1-\2\3", part)
    read = _SEAT.fullmatch(part)
    if read is None:
        raise _not_understood()
    return read


def _seats(by: str, table: int) -> list[int]:
    """The seats of those who took the chips: "7-2+7-5", "72" or, as it is the same table, "2"."""
    seats: list[int] = []
    for part in re.split(r"\+|\s+(?:and|e)\s+", by):
        typed = part.strip()
        if re.fullmatch(r"[1-9]|10", typed):
            seats.append(int(typed))
            continue
        read = _read(typed, None)
        if read[3]:
            raise _not_understood()
        if int(read[1]) != table:
            raise Refused(
                "takers_elsewhere",
                N_("Who took the chips sat at the same table. Name a seat of table %(table)s."),
                rule="SCPT.P",
                table=table,
            )
        seats.append(int(read[2]))
    return seats


def _not_understood() -> Refused:
    return Refused(
        "bust_not_understood",
        N_("Type table and seat, like 7-4; several of one hand with their stacks, like 7-4=1500, 7-6=900."),
    )


def _takers_missing() -> Refused:
    return Refused(
        "takers_missing",
        N_("Who took the chips? Type it too: 7-4 by 7-2, 7-4 by 7-2+7-5, 7-4 by nobody, or 7-4 later."),
        rule="SCPT.P",
    )


def table_of(scope: StaffTournament, *, table: int) -> SeatedTable:
    """Return a table of the room. Refusals: ``no_such_table``."""
    try:
        return table_view(scope.tournament_id, table_number=table)
    except ObjectDoesNotExist:
        raise Refused("no_such_table", N_("There is no table %(table)s."), table=table) from None


def ticked(post: QueryDict) -> dict[str, Any]:
    """Return who took the chips, from a form with a box for each player and buttons for nobody and later.

    {} where nothing was chosen. Refusals: ``takers_contradict``, ``bad_number``. Rule: SCPT.P"""
    marked = post.getlist("takers")
    named = [value for value in marked if value not in ("nobody", "later")]
    if len(marked) > len(named) and named:
        raise Refused(
            "takers_contradict",
            N_("Either somebody took the chips or nobody did. Choose one of the two."),
            rule="SCPT.P",
        )
    if "nobody" in marked:
        return {"by_entries": [], "nobody": True}
    if "later" in marked:
        return {"by_entries": []}
    if any(not value.isascii() or not value.isdigit() or len(value) > 18 for value in named):
        raise Refused("bad_number", N_("%(text)s is not a whole number."), text="takers", field="takers")
    return {"by_entries": [int(value) for value in named]} if named else {}


def bust(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """Return what a bust's form asks of the command: a seat's sheet, or the line as it was typed."""
    if not post.get("entry_id"):
        said = busts_of(scope, text_typed=post.get("bust", ""), command_id=post.get("command_id", ""))
        return {**said, "falling_deal_id": deal_falls(post)}
    answered = ticked(post)
    if not answered and has_bounty(scope):
        raise Refused(
            "takers_missing", N_("Mark who took the chips, or choose that nobody did."), rule="SCPT.P"
        )
    return {
        "tournament_id": scope.tournament_id,
        "table_number": number(post, name="table"),
        "busts": [
            {
                "entry_id": number(post, name="entry_id"),
                "stack_chips_start": number_or_none(post, name="stack_chips"),
                "by_entries": [],
                **answered,
            }
        ],
        "reason": text(post, name="reason", default="busted"),
        "falling_deal_id": deal_falls(post),
    }


_REBUYS = re.compile(r"\s+(?:rebuys?|recompra)$", re.IGNORECASE)


def rebuys(post: QueryDict) -> bool:
    """Answer whether the typed line says that the player rebuys instead of going out: "7-4 rebuys". Rule: ADTP.27"""
    return bool(_REBUYS.search(_sure(post.get("bust", ""))[0]))


def announced(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """Return who rebuys: from a seat's sheet, or the line as it was typed."""
    if post.get("entry_id"):
        return {"entry_id": number(post, name="entry_id")}
    line, confirmed = _sure(post.get("bust", ""))
    read = _read(_REBUYS.sub("", line), None)
    chair = next((c for c in table_of(scope, table=int(read[1])).chairs if c.seat == int(read[2])), None)
    if chair is None or chair.entry_id is None:
        raise nobody_sits(scope.tournament_id, table_number=int(read[1]), seat_number=int(read[2]))
    if not confirmed:
        same_player(scope, table=int(read[1]), chair=chair)
    return {"entry_id": chair.entry_id}


def hand_done(scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """Read a table of the hand-for-hand console: the players who were pressed with their stacks at the start of the hand, or
    the line as typed, "4", "4=1500 by 2", or nothing."""
    table = number(post, name="table")
    pressed = post.getlist("out")
    if pressed:
        return {
            "tournament_id": scope.tournament_id,
            "table_number": table,
            "round": number(post, name="round"),
            "busts": [_pressed(post, text_value, asked=has_bounty(scope)) for text_value in pressed],
            "falling_deal_id": deal_falls(post),
        }
    typed = post.get("busts", "").strip()
    return {
        "tournament_id": scope.tournament_id,
        "table_number": table,
        "round": number(post, name="round"),
        "busts": busts_of(scope, text_typed=typed, table=table, command_id=post.get("command_id", ""))[
            "busts"
        ]
        if typed
        else [],
        "falling_deal_id": deal_falls(post, line="busts"),
    }


def _pressed(post: QueryDict, entry: str, *, asked: bool) -> dict[str, Any]:
    """One who was pressed as out. Refusals: ``bad_number``, ``takers_missing``."""
    if not entry.isascii() or not entry.isdigit() or len(entry) > 18:
        raise Refused("bad_number", N_("%(text)s is not a whole number."), text=entry[:20], field="out")
    bust: dict[str, Any] = {
        "entry_id": int(entry),
        "stack_chips_start": number_or_none(post, name=f"stack_{entry}"),
        "by_entries": [],
    }
    by = text(post, name=f"by_{entry}", most=20)
    if asked and not by:
        raise _takers_missing()
    if by == "nobody":
        bust["nobody"] = True
    elif by and by != "later":
        bust["by_entries"] = [number(post, name=f"by_{entry}", low=1)]
    return bust


def name_takers(_scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """Return who took the chips, answered after the bust."""
    return {
        "elimination_id": number(post, name="elimination_id"),
        "change": post.get("change") == "1",
        **ticked(post),
    }
