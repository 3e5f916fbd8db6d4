"""Places from busts.

A place is a pure function of who went out in which moment with which stack: every order in which the same
busts are reported gives the same places. A *moment* is a hand-for-hand round, or outside hand-for-hand one
hand at one table; moments are numbered in the order in which they happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.policies import SimultaneousBust
from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class BustInHand:
    """One entry that went out.

    moment: rising number of the hand-for-hand round or of the hand. table: table number. stack_chips_start:
    the stack when that hand began.
    """

    entry: int
    moment: int
    table: int
    stack_chips_start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """An entry's place. place: the best of the places shared; tied: how many share them.

    The prizes of places ``place`` to ``last_place`` are summed and shared by those tied.
    """

    entry: int
    place: int
    tied: int = 1

    @property
    def last_place(self) -> int:
        """The worst of the places shared."""
        return self.place + self.tied - 1


def place_from(*, entries_total: int, out_before: int, tied: int) -> int:
    """Compute the best of the places that the entries of one moment share, from how they are kept.

    entries_total: all entries that count for places, re-entries included; it grows while entries are open, and the
    places of those who are out move with it. out_before: entries out strictly before this moment. tied: how many share.
    Rule: PT-T.31, PT-T.44, ADTP.P16
    """
    return entries_total - out_before - tied + 1


def out_before_from(*, entries_total: int, place: int, tied: int) -> int:
    """Compute how many went out strictly before those who share `place`: the inverse of `place_from`.

    Rule: PT-T.31, ADTP.P16
    """
    return entries_total - place - tied + 1


def place_group(
    *, players_before: int, busts: Sequence[BustInHand], simultaneous: SimultaneousBust
) -> tuple[Placing, ...]:
    """Return places of all who went out in one moment. players_before: players left before it, those included.

    SAME_TABLE_BY_STACK: at one table the larger stack at the start of the hand places higher; as soon as two
    tables are concerned all tie, also those who shared a table. ANY_TABLE_BY_STACK: by stack wherever they
    sat. Equal stacks tie in both.

    Best place first; ties by entry number.
    Rule: ADTP.P16, PT-T.50, PT-T.51, CASES p16-a, CASES p16-b, CASES p16-c, CASES pt-50, CASES pt-51
    """
    if len({b.entry for b in busts}) != len(busts):
        raise ValueError("an entry went out twice")
    if len(busts) > players_before:
        raise ValueError("more went out than were left")
    several_tables = len({b.table for b in busts}) > 1
    if several_tables and simultaneous is SimultaneousBust.SAME_TABLE_BY_STACK:
        ties = [sorted(busts, key=lambda b: b.entry)]
    else:
        ordered = sorted(busts, key=lambda b: (-b.stack_chips_start, b.entry))
        ties = [list(group) for _, group in groupby(ordered, key=lambda b: b.stack_chips_start)]
    place = players_before - len(busts) + 1
    out: list[Placing] = []
    for tie in ties:
        out.extend(Placing(entry=b.entry, place=place, tied=len(tie)) for b in tie)
        place += len(tie)
    return tuple(out)


def places(
    *, entries: int, busts: Iterable[BustInHand], simultaneous: SimultaneousBust
) -> dict[int, Placing]:
    """Return the places of all who are out, by entry number; the order of ``busts`` does not matter.

    entries: all entries of the tournament including re-entries. While registration is open the number still
    grows, and places are provisional. When one player is left he is not in the answer: see `winner_of`.
    Rule: ADTP.P16, PT-T.50, PT-T.51
    """
    everybody = sorted(busts, key=lambda b: b.moment)
    if len({b.entry for b in everybody}) != len(everybody):
        raise ValueError("an entry went out twice")
    left = entries
    out: dict[int, Placing] = {}
    for _, group in groupby(everybody, key=lambda b: b.moment):
        gone = list(group)
        for placing in place_group(players_before=left, busts=gone, simultaneous=simultaneous):
            out[placing.entry] = placing
        left -= len(gone)
    return out


def winner_of(*, entry: int) -> Placing:
    """Return the last player with chips.

    Rule: PT-T.52
    """
    return Placing(entry=entry, place=1)


def places_by_chips(*, stacks: Mapping[int, int]) -> dict[int, Placing]:
    """Return places of all who still have chips when a timed tournament ends: most chips first, equal stacks tie.

    stacks: entry number to chips, each above zero.
    Refusals: ``stack_without_chips``.
    Rule: PT-T.33, PT-T.52, REGULATIONS 4.6
    """
    for entry, chips in stacks.items():
        if chips <= 0:
            raise Refused(
                "stack_without_chips",
                N_("Entry %(entry)s has no chips: record the elimination first."),
                rule="PT-T.33",
                entry=entry,
            )
    ordered = sorted(stacks, key=lambda entry: (-stacks[entry], entry))
    out: dict[int, Placing] = {}
    place = 1
    for _, group in groupby(ordered, key=lambda entry: stacks[entry]):
        tied = list(group)
        for entry in tied:
            out[entry] = Placing(entry=entry, place=place, tied=len(tied))
        place += len(tied)
    return out


def form_a_permutation(*, placings: Iterable[Placing]) -> bool:
    """Return whether places are 1 to n with ties: every tie at place p with k players covers p to p + k - 1 once.

    True also for the lower part of a tournament still running (places from some m to n).
    """
    by_place: dict[int, list[Placing]] = {}
    for placing in placings:
        by_place.setdefault(placing.place, []).append(placing)
    expected = min(by_place, default=1)
    for place in sorted(by_place):
        tied = by_place[place]
        if place != expected or any(p.tied != len(tied) for p in tied):
            return False
        expected += len(tied)
    return True
