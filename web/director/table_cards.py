"""A table as the director's map draws it: every state of a seat a shape and a word, and the proposed move on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from play.queries.events import PlayedTable
from tables.queries import Proposal, SeatedTable, SeatView
from web.labels import chair_word
from web.signs import SIGNS, sign_icon
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips, counted_in, grouped, plain_number

SHORT_BIG_BLINDS = 10  # a stack below is short
NAME_SIGNS = 11  # a longer name is shortened on a seat of the map


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """One word at a table's or a seat's head. kind: the colour's name."""

    icon: str
    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """What the rules propose, by table and seat. leaving: entry ids; arriving: who comes to (table, seat)."""

    leaving: frozenset[int] = frozenset()
    arriving: Mapping[tuple[int, int], str] = field(default_factory=dict)
    tags: Mapping[int, Sequence[Tag]] = field(default_factory=dict)


def steps_of(proposals: Iterable[Proposal]) -> Steps:
    """Return the proposals as they are drawn on the map."""
    leaving: set[int] = set()
    arriving: dict[tuple[int, int], str] = {}
    tags: dict[int, list[Tag]] = {}
    for p in proposals:
        if p.kind == "move":
            if p.entry_id is not None:
                leaving.add(p.entry_id)
            if p.to_table is not None and p.to_seat is not None:
                arriving[p.to_table, p.to_seat] = p.player
            if p.table is not None:
                tags.setdefault(p.table, []).append(Tag(icon="arrow-up", text=_("1 leaves"), kind="warn"))
            if p.to_table is not None:
                tags.setdefault(p.to_table, []).append(
                    Tag(icon="arrow-down", text=_("1 arrives"), kind="warn")
                )
        elif p.table is not None and p.kind in _TAGS:
            icon, word, kind = _TAGS[p.kind]()
            tags.setdefault(p.table, []).append(Tag(icon=icon, text=word, kind=kind))
    return Steps(leaving=frozenset(leaving), arriving=arriving, tags=tags)


_TAGS: Mapping[str, Callable[[], tuple[str, str, str]]] = {
    "halt": lambda: (sign_icon("halted"), _("halt"), "bad"),
    "break_table": lambda: (sign_icon("breaks"), pgettext("of a table", "break"), "warn"),
    "note_button": lambda: ("circle-dot", _("button?"), "warn"),
}


def _marked(name: str, text: str) -> Tag:
    return Tag(icon=SIGNS[name].icon, text=text, kind=SIGNS[name].kind)


def shortened(name: str, *, letters: int = 1) -> str:
    """Return a name as a seat of the map has room for it: a long one is the first letter and what it ends with, with the letter that
    tells it from another's. letters: how many of the first name.
    """
    words = name.split()
    if len(name) <= NAME_SIGNS or len(words) < 2:
        return name
    # players of a rehearsal end with a number, and who cannot be told from a namesake by a letter
    at = 2 if words[-1].isdigit() and len(words) > 2 else 1
    between = [word for word in words[1:-at] if word.endswith(".")]
    return " ".join([f"{words[0][:letters]}.", *between, *words[-at:]])


def shortened_apart(names: Iterable[str]) -> dict[str, str]:
    """Return the names of those who are drawn as their seats have room for them, no two alike: Vic. Lima and Vit. Lima.

    Whom the whole first name does not tell apart either keeps the whole name.
    """
    alike: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        alike.setdefault(shortened(name), []).append(name)
    found = {}
    for those in alike.values():
        for name in those:
            lengths = range(1, len(name.split(" ")[0]))
            short = (
                shortened(name, letters=n)
                for n in lengths
                if sum(shortened(other, letters=n) == shortened(name, letters=n) for other in those) == 1
            )
            found[name] = next(short, name) if len(those) > 1 else shortened(name)
    return found


def cut_within(name: str) -> SafeString | str:
    """Return a name for a seat that may be too narrow for it: what is cut off is never the number that tells two of a name apart."""
    before, _space, last = name.rpartition(" ")
    return format_html("<span>{}</span> <i>{}</i>", before, last) if before and last.isdigit() else name


def drawn(
    seated_table: SeatedTable,
    *,
    scope: StaffTournament,
    big_blind: int,
    steps: Steps,
    names: Mapping[str, str],
    played: PlayedTable | None = None,
) -> dict[str, Any]:
    """Return one table with its seats. names: of those at all tables that are drawn, by `shortened_apart`; played: its page, where it is played online.

    A page has hundreds of chairs: what a chair needs is made here, a template makes it several times as slowly.
    """
    line = seated_table.line
    seats = f"{reverse('director-map', args=[scope.tournament_id])}{line.table}/seats/"
    playing = scope.state == "running"
    # who is alone is dealt in no more, nor is anybody when play is over
    dealt = playing and sum(c.entry_id is not None for c in seated_table.chairs) > 1
    return {
        "seated_table": seated_table,
        "line": line,
        "played": played,
        "tags": [*_standing_tags(seated_table, played=played), *steps.tags.get(line.table, ())],
        "unverified": sum(c.entry_id is not None and not c.verified for c in seated_table.chairs)
        if played is None
        else 0,
        "chairs": [
            {
                "chair": c,
                "state": (state := chair_state(c, played=played)),
                "word": chair_word(state),
                "href": f"{seats}{c.seat}/",
                "name": (name := names[c.player]),
                "shown": cut_within(name),
                "line": _second_line(c, state, big_blind=big_blind, playing=playing),
                "leaves": c.entry_id in steps.leaving,
                "arrives": steps.arriving.get((line.table, c.seat), "") if c.entry_id is None else "",
                "button": dealt and c.seat == line.button_seat,
                # a button may lie before an empty seat, a blind is posted by somebody
                "small": dealt and c.entry_id is not None and c.seat == seated_table.small_blind_seat,
                "big": dealt and c.entry_id is not None and c.seat == seated_table.big_blind_seat,
            }
            for c in seated_table.chairs
        ],
    }


def _standing_tags(seated_table: SeatedTable, *, played: PlayedTable | None) -> list[Tag]:
    line = seated_table.line
    found = []
    if line.final:
        found.append(_marked("final", _("Final table")))
    if line.state == "halted":
        found.append(_marked("halted", _("Halted")))
    if played is not None and played.held:
        held = pgettext("played table", "Held")
        if played.lines_lost:
            lost = ngettext("%(count)s connection lost", "%(count)s connections lost", played.lines_lost)
            held = f"{held} · {lost % {'count': played.lines_lost}}"
        found.append(_marked("halted", held))
    if line.hand_done is not None:
        found.append(
            _marked("hand_done", _("Hand done"))
            if line.hand_done
            else _marked("hand_plays", _("Still playing"))
        )
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLine:
    """What stands under a name: a state, or a stack with its age. old: where it was counted; short: in big blinds."""

    text: str = ""
    kind: str = ""
    old: str = ""
    old_title: str = ""
    short: str = ""


def _second_line(chair: SeatView, state: str, *, big_blind: int, playing: bool) -> SecondLine:
    if state == "empty":
        return SecondLine()
    if state == "penalty":
        owed = ngettext("sits out %(count)s hand", "sits out %(count)s hands", chair.hands_owed)
        return SecondLine(text=owed % {"count": chair.hands_owed}, kind="penalty")
    if state in ("away", "locked"):
        return SecondLine(text=chair_word(state), kind="state")
    if chair.stack is None:
        return SecondLine(text=_("not counted"), kind="none") if playing else SecondLine()
    if not chair.stack.stands:
        return SecondLine(
            text=chips(chair.stack.chips),
            kind="old",
            old=level_mark(chair.stack.level),
            old_title=counted_in(chair.stack),
        )
    low = bool(big_blind) and chair.stack.chips < SHORT_BIG_BLINDS * big_blind
    return SecondLine(
        text=chips(chair.stack.chips),
        short=big_blinds(chair.stack.chips // big_blind) if low else "",
    )


def level_mark(level: int) -> str:
    """Return in two signs in which level a stack was counted."""
    return _("L%(level)s") % {"level": level}


def big_blinds(count: float) -> str:
    """Return a stack in big blinds."""
    return _("%(count)s BB") % {"count": plain_number(count) if count < 1000 else grouped(round(count))}


def chair_state(chair: SeatView, *, played: PlayedTable | None = None) -> str:
    """Return the one state of a seat that is told: of several the one that matters most at the table. played: nobody walks to
    a table that is played online, and it knows by itself who is away."""
    if chair.entry_id is None:
        return "empty"
    if chair.hands_owed:
        return "penalty"
    if chair.away or (played is not None and chair.seat in played.away):
        return "away"
    if chair.waits_for_button:
        return "locked"
    return "seated" if chair.verified or played is not None else "unverified"
