"""The tournament's record as its staff reads it: one line for each command, with who did it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from dispatch.cards import title_of
from dispatch.facts import PUBLIC, STAFF, SYSTEM, CommandId, FactView
from dispatch.queries import facts_of_command, latest_facts
from payouts.queries import end_of
from people.queries import device_names, names_since
from rules.permissions import Permission
from rules.refusals import N_
from tables.commands.undo_break import undo_break
from tables.commands.undo_move import undo_move
from tournaments.facts.clock import CLOCK_KINDS, CLOCK_WENT_ON_KINDS
from tournaments.queries import players
from tournaments.queries.already_done import taken_back
from tournaments.streams import tournament_stream
from undo import UNDOING
from web.director import announced
from web.director.fact_phrases import clock_moved, fact_phrase, minutes, phrases_once, stack_counted
from web.director.history_kinds import KINDS
from web.director.history_pages import commands_of
from web.director.sold import sold_for_good
from web.templatetags.shuffle import chips, money, plain_number


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """One command. change: before → after, where its facts tell both. who: as colleagues know them, with the shared tablet
    if it was one. undo: whether it may be taken back in one step, others: by others than who reads; gone: whether it was."""

    command_id: uuid.UUID
    at: datetime
    text: str
    about: str
    change: str
    who: str
    undo: bool
    gone: bool = False
    others: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    lines: tuple[HistoryLine, ...]
    before: int | None


def page(
    tournament_id: int,
    *,
    before: int | None = None,
    facts: int = 120,
    only: str = "",
    state: str = "running",
    where: announced.Where,
    may: Callable[[Permission], bool],
) -> HistoryPage:
    """Return the newest commands first; `before` goes back from a number of the stream. only: one of KINDS. where: for amounts and hours. Undo is offered exactly where it works:
    not for what was taken back, and once the tournament is over (`state`) only for what its end leaves to be done."""
    found = latest_facts(
        stream=tournament_stream(tournament_id),
        limit=facts,
        before_seq=before,
        audiences=(PUBLIC, STAFF),
        kinds=KINDS.get(only),
        without=_HAND_BY_HAND,
    )
    more = len(found) == facts and found[-1].seq is not None and found[-1].seq > 1
    groups = commands_of(found, more=more)
    last = groups[-1][1][-1].seq if groups else None
    lines = lines_of(groups, where=where)
    open_to_undo = [line.command_id for line in lines if line.undo]
    moves = {number for number, rows in groups if rows[0].command_name in _MOVES}
    gone = taken_back(
        tournament_id, asked=open_to_undo, moved=[number for number in open_to_undo if number in moves]
    )
    by_name = [rows[0].command_name for _number, rows in groups]
    ends = {line.command_id for line, name in zip(lines, by_name, strict=True) if name == _FINISH}
    end = end_of(tournament_id) if ends else None
    gone |= ends - ({end.command_id} if end is not None else set())
    # with a prize in a player's hand the end stands until the payment is taken back
    if end is not None and not end.can_be_undone:
        ends.discard(end.command_id)
    fixed = sold_for_good(tournament_id, groups=groups) if state == "running" else set()
    over = state in ("finished", "cancelled")

    def offered(line: HistoryLine, name: str) -> bool:
        if not line.undo or line.command_id in gone | fixed or (over and name not in _AFTER_THE_END):
            return False
        return name != _FINISH or (line.command_id in ends)

    return HistoryPage(
        lines=tuple(
            replace(
                line,
                undo=offered(line, name),
                others=line.undo and not may(UNDOING[name].needs),
                # a cancelled tournament cancels its entries: nobody took them back
                gone=line.gone or (line.command_id in gone and state != "cancelled"),
            )
            for line, name in zip(
                _once(lines, groups, newest=before is None and only in ("", "clock")), by_name, strict=True
            )
        ),
        before=last if more else None,
    )


# each hand at an online table: what it did to the tournament is told by facts of their own, its cards stand in the hand's record
_HAND_BY_HAND = ("stacks_played",)
_FINISH = "payouts.finish_tournament"
_MOVES = frozenset(name for name, how in UNDOING.items() if how.command in (undo_move, undo_break))
_AFTER_THE_END = frozenset(
    name
    for name in UNDOING
    if name.startswith("payouts.") or name in ("tournaments.pay_debt", "tournaments.write_off_debt")
)
# why somebody's entry ends is that person's business: the record of a tournament tells that it ended
_PRIVATE = {
    "people.exclude_self": N_("Entry called off"),
    "people.exclude_player": N_("Entry called off"),
    "tournaments.call_off_excluded": N_("Entry called off"),
}
# of a hand that sent somebody out it is told that it did
_OUT_IN_HAND = {"play.close_hand": N_("Elimination at an online table")}
_UNDONE = {
    "prize_payment_undone": "award_id",
    "payment_struck": "registration_id",
    "elimination_undone": "elimination_id",
    "penalty_undone": "penalty_id",
    "disqualification_restored": "lifted_id",
    "takers_naming_undone": "naming_id",
}
# an end that gives a prize is not the payment of it; a registration that was struck is there still
_DID = {"award_id": "prize_paid", "registration_id": "payment_noted"}
# of the clock only the last change can be taken back
_CLOCK = frozenset(name for name, how in UNDOING.items() if how.undoes.last_of)
_UNDO_CLOCK = "tournaments.undo_clock_change"


def _hand(fact: FactView) -> tuple[str, Any]:
    """The hand of a table in a round, which is reported done and taken back."""
    return "hand", (fact.body["table"], fact.body["round"])


def _once(
    lines: Sequence[HistoryLine], groups: Sequence[tuple[Any, list[FactView]]], *, newest: bool
) -> Iterator[HistoryLine]:
    """The lines; what was taken back since is not offered again, and of the clock only the last change is."""
    gone: set[tuple[str, Any]] = set()
    clock_changed = not newest
    thawed = clock_undone = False
    for line, (_number, facts) in zip(lines, groups, strict=True):
        gone |= {(_UNDONE[f.kind], f.body[_UNDONE[f.kind]]) for f in facts if f.kind in _UNDONE}
        did = {
            (name, f.body[name])
            for f in facts
            for name in _UNDONE.values()
            if name in f.body and f.kind == _DID.get(name, f.kind)
        }
        name = facts[0].command_name
        hands = {_hand(f) for f in facts if f.kind == "hand_done"}
        taken = (bool(did) and line.undo and did <= gone) or (bool(hands) and hands <= gone)
        # the last change of the clock before its undoing is the one that was undone
        taken = taken or (clock_undone and name in _CLOCK)
        gone |= {_hand(f) for f in facts if f.kind == "hand_taken_back"}
        if any(f.kind in CLOCK_KINDS for f in facts):
            clock_undone = name == _UNDO_CLOCK
        offered = line.undo and not taken and not (name in _CLOCK and clock_changed)
        # of the stops of all clocks only the one that holds
        offered = offered and not (name == "tournaments.freeze_venue" and thawed)
        thawed = thawed or any(f.kind == "clock_thawed" for f in facts)
        clock_changed = clock_changed or any(f.kind in CLOCK_WENT_ON_KINDS for f in facts)
        yield replace(line, undo=offered, gone=taken)


def _names(facts: Sequence[FactView]) -> dict[int, str]:
    """Who the entries are that facts speak of by number only. One statement."""
    wanted = {
        fact.body["entry_id"]
        for fact in facts
        if isinstance(fact.body.get("entry_id"), int)
        and not (fact.body.get("public_name") or fact.body.get("name"))
    }
    wanted |= {entry_id for fact in facts for entry_id in fact.body.get("by_entries") or ()}
    return players.names_of_entries(wanted) if wanted else {}


def _devices(facts: Sequence[FactView]) -> dict[int, str]:
    """What the shared tablets are called that were used. One statement, where there is one."""
    wanted = {fact.device_id for fact in facts if fact.device_id is not None}
    return device_names(wanted) if wanted else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """Names that facts give by number only: of entries, of shared tablets, of who had no name when they acted."""

    entries: Mapping[int, str]
    devices: Mapping[int, str]
    people: Mapping[int, str]


def _read(facts: Sequence[FactView]) -> _Read:
    return _Read(entries=_names(facts), devices=_devices(facts), people=names_since(facts))


def lines_of(
    groups: Sequence[tuple[uuid.UUID, list[FactView]]], *, where: announced.Where
) -> list[HistoryLine]:
    """Return each command with its facts as a line."""
    read = _read([fact for _number, rows in groups for fact in rows])
    return [_line(number, rows, read=read, where=where) for number, rows in groups]


def _line(
    number: uuid.UUID,
    facts: Sequence[FactView],
    *,
    read: _Read,
    where: announced.Where,
) -> HistoryLine:
    first, name = facts[0], facts[0].command_name
    who = _("automatic") if first.label == SYSTEM.label else read.people.get(first.user_id or 0, first.label)
    device = read.devices.get(first.device_id or 0)
    about, change = said(facts, names=read.entries, where=where)
    busted = any(fact.kind == "player_eliminated" for fact in facts)
    title = _PRIVATE.get(name) or (busted and _OUT_IN_HAND.get(name)) or title_of(name)
    return HistoryLine(
        command_id=number,
        at=first.at,
        text=_(title),
        about=about,
        change=change,
        who=f"{who} · {device}" if device else who,
        # a hand in which nobody went out has nothing to take back
        undo=name in UNDOING and (name != "tables.hand_done" or busted),
    )


def said(facts: Sequence[FactView], *, names: Mapping[int, str], where: announced.Where) -> tuple[str, str]:
    """Return what the facts speak of, one sentence for each thing that happened; and what was before → what is after."""
    # as they were called then: who has another name since is not two people
    called = {f.body.get("entry_id", 0): f.body["public_name"] for f in facts if "public_name" in f.body}
    names = {**names, **called}
    busted = any(fact.kind == "player_eliminated" for fact in facts)
    went = [fact for fact in facts if fact.kind in _WENT and _places(fact) != ("", "")]
    # of one player it stands in the column of changes; of several beside the name of each
    alone = went[0] if len(went) == 1 else None
    # who is in again, apart from those whose prizes followed; a seat is no prize
    again = [fact for fact in facts if fact.kind == "elimination_undone"]
    parts = [
        ", ".join(
            _about(
                [
                    f
                    for f in again or facts
                    if f.kind not in _SAID_APART and not (busted and f.kind == "player_seated")
                ],
                names,
                alone=alone,
            )
        )
    ]
    if again:
        others = [f for f in facts if f.kind not in (*_SAID_APART, "elimination_undone", "player_seated")]
        moved = [name for name in _about(others, names, alone=None) if name not in parts[0]]
        if moved:
            parts.append(_("places and prizes anew: %(who)s") % {"who": ", ".join(moved)})
    if busted:
        seated = _about([f for f in facts if f.kind == "player_seated"], names, alone=alone)
        if seated:
            parts.append(_("seated: %(who)s") % {"who": ", ".join(seated)})
    won = [
        f"{f.body['name']} {money(f.body['amount_cents'], f.body['currency'])}"
        for f in reversed(facts)
        if f.kind == "bounty_won"
    ]
    if won and facts[0].command_name != _FINISH:
        parts.append(_("bounty: %(who)s") % {"who": ", ".join(won)})
    elif any(fact.kind == "player_eliminated" and fact.body.get("takers") == "nobody" for fact in facts):
        parts.append(_("nobody took the chips: the bounty stays in the pool"))
    counted = [fact for fact in facts if fact.kind == "chips_counted"]
    phrased = [
        (f.kind, f.body, phrase) for f in reversed(facts) if (phrase := _changed(f.kind, f.body, where))
    ]
    parts[0], phrases = phrases_once(parts[0], phrased=phrased, where=where)
    changes = [" → ".join(_places(alone))] if alone is not None else []
    if len(counted) == 1 and (change := stack_counted(counted[0].body)):
        changes.append(change)
    changes += [phrase for phrase in phrases if "→" in phrase]
    parts += [phrase for phrase in phrases if "→" not in phrase]
    return "; ".join(part for part in parts if part), "; ".join(changes)


_WENT = ("player_eliminated", "elimination_undone", "player_seated", "move_undone")


def _places(fact: FactView) -> tuple[str, str]:
    """Where somebody was and where they are after it; "" where the fact does not tell both."""
    body: Any = fact.body
    here, before = (
        _place(body.get("table"), body.get("seat")),
        _place(body.get("from_table"), body.get("from_seat")),
    )
    if fact.kind == "player_eliminated":
        return here, _("out")
    if fact.kind == "elimination_undone":
        return _("out"), here
    return (before, here) if before and here else ("", "")


def _place(table: Any, seat: Any) -> str:
    return _("table %(table)s, seat %(seat)s") % {"table": table, "seat": seat} if table and seat else ""


_SAID_APART = ("bounty_won", "bounty_returned", "bounty_taken_back")


def _changed(kind: str, body: Mapping[str, Any], where: announced.Where) -> str:
    """Before → after, where a fact tells both; else what it says of money and chips."""
    if kind == "clock_time_added" and "added_seconds" in body:
        sign = "+" if body["added_seconds"] > 0 else "−"
        return f"{sign}{minutes(abs(body['added_seconds']))}: {minutes(body['was_left_seconds'])} → {minutes(body['left_seconds'])}"
    if kind == "clock_recess_given":
        return _("%(minutes)s min, until then %(left)s of level %(level)s stand") % {
            "minutes": plain_number(body["recess_seconds"] // 60),
            "left": minutes(body["was_left_seconds"]),
            "level": body["was_level"],
        }
    if kind == "finish_undone":
        return ", ".join(
            _("table %(table)s is table %(now)s now") % {"table": old, "now": new}
            for old, new in body.get("renumbered", {}).items()
        )
    if kind in ("clock_moved", "clock_set_right") and "was_level" in body:
        return clock_moved(body)
    if kind == "level_announced" and "item" in body:
        return announced.step(body["item"])
    if kind in ("tournament_changed", "venue_changed"):
        return announced.changes(
            body.get("fields", ()), was=body.get("was", {}), now=body.get("now", {}), where=where
        )
    return fact_phrase(kind, body=body, where=where)


def _about(facts: Sequence[FactView], names: Mapping[int, str], *, alone: FactView | None) -> list[str]:
    """Names and places that the facts speak of, each once."""
    found: list[str] = []
    said_already: set[str] = set()  # within another part
    for fact in reversed(facts):
        body: Any = fact.body
        name = body.get("public_name") or body.get("name") or names.get(body.get("entry_id", 0))
        table = body.get("table")
        if fact is alone:
            table = None
        elif fact.kind == "player_seated" and isinstance(name, str):
            # who sits down is told with the seat, so that nobody takes them for those who left it
            place = _("table %(table)s, seat %(seat)s") % {"table": table, "seat": body["seat"]}
            found.append(f"{name} → {place}")
            said_already |= {name, place}
            continue
        takers = [names[entry_id] for entry_id in body.get("by_entries") or () if entry_id in names]
        if isinstance(name, str) and takers:
            # in one phrase, so that nobody takes who took the chips for one who is out
            found.append(_("%(player)s by %(takers)s") % {"player": name, "takers": " + ".join(takers)})
            said_already.add(name)
        elif isinstance(name, str) and fact.kind == "penalty_hand_served":
            # beside a table's hand the name alone would tell nothing
            served = {"name": name, "served": body["hands_served"], "owed": body["hands_owed"]}
            found.append(_("%(name)s sat out hand %(served)s of %(owed)s") % served)
        elif isinstance(name, str) and fact.kind == "chips_counted":
            # of one alone before → after stands in the column of changes
            change = stack_counted(body)
            alone_counted = change and sum(one.kind == "chips_counted" for one in facts) == 1
            found.append(name if alone_counted else f"{name} {change or chips(body['stack_chips'])}")
        elif isinstance(name, str) and name and name not in found:
            found.append(name)
        if isinstance(table, int) and body.get("seat") and len(found) < 12:
            place = _("table %(table)s, seat %(seat)s") % {"table": table, "seat": body["seat"]}
            if place not in found:
                found.append(place)
    # a name or a place that another part tells already
    return [part for part in found if part not in said_already][:12]


def command_of(number: uuid.UUID, *, where: announced.Where) -> HistoryLine | None:
    """Return one command as a line of the history, with amounts and hours as of `where`; None when there is none that recorded something."""
    # what only one person is told, a bounty credited for one, is no part of what was done
    found = [fact for fact in facts_of_command(CommandId(number)) if fact.audience in ("public", "staff")]
    return _line(number, list(reversed(found)), read=_read(found), where=where) if found else None
