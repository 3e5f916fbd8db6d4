"""Levels, recesses and structures: what a tournament's clock goes through.

A structure is a row of items, each a level or a recess, counted from 0 (``index``); levels are numbered from
1 as people call them. Blinds and antes are chips, durations seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from rules.policies import Policies, ShortHandedLevels
from rules.refusals import N_, Refused

SHORTEST_SECONDS = 30
LONGEST_SECONDS = 4 * 60 * 60
MOST_ITEMS = 100
# a turbo: no level lasts longer. Events with longer ones are those that SCPT.V shortens.
TURBO_SECONDS = 15 * 60
MOST_CHIPS = 10**12
#: Chips in play where a structure has no list of its own.
DENOMINATIONS = (25, 100, 500, 1000, 5000, 25_000, 100_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Blinds and antes for a time.

    ante: from every player. big_blind_ante: one ante paid by the big blind for the table; at most one of the
    two is above zero. game: for mixed events, as the players call it; "" where there is one game.
    """

    small_blind: int
    big_blind: int
    seconds: int
    ante: int = 0
    big_blind_ante: int = 0
    game: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-able; ``kind`` tells levels from recesses."""
        return {
            "kind": "level",
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
            "ante": self.ante,
            "big_blind_ante": self.big_blind_ante,
            "seconds": self.seconds,
            "game": self.game,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Recess:
    """A scheduled stop. colour_up: denominations that leave play in it. add_on: whether add-ons are sold in
    it."""

    seconds: int
    colour_up: tuple[int, ...] = ()
    add_on: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-able."""
        return {
            "kind": "recess",
            "seconds": self.seconds,
            "colour_up": list(self.colour_up),
            "add_on": self.add_on,
        }


Item: TypeAlias = Level | Recess


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """Everything the clock needs.

    late_registration_levels: registration stays open through this level, None: it closes at the start.
    late_registration_through_recess: it stays open in the recess right after that level, too.
    denominations: chips in play at the start or later, ascending.
    """

    starting_stack: int
    items: tuple[Item, ...]
    late_registration_levels: int | None = None
    late_registration_through_recess: bool = False
    denominations: tuple[int, ...] = DENOMINATIONS

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels without the recesses: ``levels[n - 1]`` is level n."""
        return tuple(i for i in self.items if isinstance(i, Level))

    @property
    def turbo(self) -> bool:
        """Whether its levels are all short: who plays a table short loses little time. Rule: ADTP.11D"""
        return all(level.seconds <= TURBO_SECONDS for level in self.levels)

    def level_number(self, index: int) -> int:
        """Return the number of the level at this index; for a recess the number of the level before it."""
        return sum(1 for i in self.items[: index + 1] if isinstance(i, Level))

    def level_at(self, index: int) -> Level:
        """Return the level at this index; for a recess the one before it."""
        for item in reversed(self.items[: index + 1]):
            if isinstance(item, Level):
                return item
        raise ValueError("a structure begins with a level")

    def index_of_level(self, number: int) -> int:
        """Return where level ``number`` lies.

        Refusals: ``no_such_level``.
        """
        seen = 0
        for index, item in enumerate(self.items):
            if isinstance(item, Level):
                seen += 1
                if seen == number:
                    return index
        raise Refused(
            "no_such_level", N_("The structure has no level %(level)s."), rule="PT-T.45", level=number
        )

    def recess_follows(self, number: int) -> bool:
        """Return whether a recess comes right after level ``number``; what is sold until that level's end is sold in it, too.

        Rule: PT-T.23
        """
        if not 1 <= number <= len(self.levels):
            return False
        index = self.index_of_level(number)
        return any(isinstance(item, Recess) for item in self.items[index + 1 : index + 2])

    def late_registration_last_index(self) -> int | None:
        """Return the last item during which one may still register; None when it closes at the start.

        Rule: SCPT.H
        """
        if self.late_registration_levels is None:
            return None
        index = self.index_of_level(self.late_registration_levels)
        following = self.items[index + 1 : index + 2]
        if self.late_registration_through_recess and following and isinstance(following[0], Recess):
            return index + 1
        return index

    def seconds_through_level(self, number: int, *, with_recess: bool = False) -> int:
        """Return how long after the start level ``number`` ends as planned; with the recess right after it, where
        asked.

        Refusals: ``no_such_level``. Rule: PT-T.23
        """
        index = self.index_of_level(number)
        following = self.items[index + 1 : index + 2]
        if with_recess and following and isinstance(following[0], Recess):
            index += 1
        return sum(item.seconds for item in self.items[: index + 1])

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-able, for the tournament's row."""
        return {
            "starting_stack": self.starting_stack,
            "items": [i.as_dict() for i in self.items],
            "late_registration_levels": self.late_registration_levels,
            "late_registration_through_recess": self.late_registration_through_recess,
            "denominations": list(self.denominations),
        }


def from_dict(values: Mapping[str, Any]) -> Structure:
    """Return a structure from stored or typed values, validated.

    Refusals: ``bad_structure`` for a value of the wrong kind or name, and those of `validate`.
    Rule: PT-T.45, PT-T.46
    """
    try:
        items = tuple(_item(i) for i in values["items"])
        late = values.get("late_registration_levels")
        structure = Structure(
            starting_stack=_whole(values["starting_stack"]),
            items=items,
            late_registration_levels=None if late is None else _whole(late),
            late_registration_through_recess=_yes_no(values.get("late_registration_through_recess", False)),
            denominations=tuple(_whole(d) for d in values.get("denominations", DENOMINATIONS)),
        )
    except (KeyError, TypeError, AttributeError) as problem:
        raise Refused(
            "bad_structure",
            N_("The structure cannot be read: %(problem)s."),
            rule="PT-T.45",
            problem=str(problem)[:80],
        ) from None
    validate(structure=structure)
    return structure


def _item(values: Mapping[str, Any]) -> Item:
    if values["kind"] == "recess":
        return Recess(
            seconds=_whole(values["seconds"]),
            colour_up=tuple(_whole(d) for d in values.get("colour_up", ())),
            add_on=_yes_no(values.get("add_on", False)),
        )
    if values["kind"] != "level":
        raise KeyError("kind")
    game = values.get("game", "")
    if not isinstance(game, str) or len(game) > 40:
        raise TypeError("game")
    return Level(
        small_blind=_whole(values["small_blind"]),
        big_blind=_whole(values["big_blind"]),
        ante=_whole(values.get("ante", 0)),
        big_blind_ante=_whole(values.get("big_blind_ante", 0)),
        seconds=_whole(values["seconds"]),
        game=game,
    )


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("a whole number is missing")
    return value


def _yes_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("yes or no is missing")
    return value


# ------------------------------------------------------------------------------------------------ validation


def validate(*, structure: Structure) -> None:
    """Refuse a structure that cannot be played.

    Refusals: ``no_levels``, ``too_many_levels``, ``recess_first``, ``bad_duration``, ``bad_blinds``,
    ``levels_fall``, ``levels_do_not_rise``, ``late_registration_beyond_levels``, ``bad_stack``,
    ``bad_denominations``.
    Rule: PT-T.45, PT-T.46, ADTP.P11, REGULATIONS 4.1
    """
    items = structure.items
    if not structure.levels:
        raise Refused("no_levels", N_("A structure needs at least one level."), rule="PT-T.45")
    if len(items) > MOST_ITEMS:
        raise Refused(
            "too_many_levels",
            N_("A structure has at most %(most)s levels and breaks; this one has %(count)s."),
            rule="PT-T.45",
            most=MOST_ITEMS,
            count=len(items),
        )
    if isinstance(items[0], Recess):
        raise Refused(
            "recess_first", N_("A structure begins with a level, not with a break."), rule="PT-T.45"
        )
    if not 0 < structure.starting_stack <= MOST_CHIPS:
        raise Refused(
            "bad_stack", N_("The starting stack must be a positive number of chips."), rule="PT-T.41"
        )
    denominations = structure.denominations
    if (
        not denominations
        or list(denominations) != sorted(set(denominations))
        or not all(0 < d <= MOST_CHIPS for d in denominations)
        or len(denominations) > 20
    ):
        raise Refused(
            "bad_denominations", N_("Chip denominations must be different and ascending."), rule="ADTP.24"
        )
    for fault in faults(items):
        raise fault.refused
    number = len(structure.levels)
    late = structure.late_registration_levels
    if late is not None and not 1 <= late <= number:
        raise Refused(
            "late_registration_beyond_levels",
            N_("Late registration ends with level %(level)s, but the structure has %(levels)s levels."),
            rule="SCPT.H",
            level=late,
            levels=number,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with one level or recess. index: which item, from 0. field: by its name in `Level`."""

    index: int
    field: str
    refused: Refused


def faults(items: Iterable[Item | None]) -> Iterator[Fault]:
    """Return all that keeps these levels and recesses from being played, in their order; at most one a field.

    None: an item that could not be read; what follows is not held against it.
    Refusals told: ``bad_duration``, ``bad_blinds``, ``levels_fall``, ``levels_do_not_rise``.
    Rule: PT-T.45, PT-T.46, ADTP.P11
    """
    number = 0
    before: Level | None = None
    for index, item in enumerate(items):
        if item is None:  # most likely a level
            number, before = number + 1, None
            continue
        number += isinstance(item, Level)
        if not SHORTEST_SECONDS <= item.seconds <= LONGEST_SECONDS:
            yield Fault(index=index, field="seconds", refused=_bad_duration(item, number))
        if isinstance(item, Level):
            wrong = _wrong_blinds(item)
            if wrong:
                yield Fault(index=index, field=wrong, refused=_bad_blinds(item, wrong=wrong, number=number))
            elif before is not None and item.game == before.game:
                field = _falls(before, item)
                if field:
                    yield Fault(index=index, field=field, refused=_levels_fall(number))
                elif replace(item, seconds=before.seconds) == before:
                    yield Fault(index=index, field="big_blind", refused=_no_rise(number))
            before = item


def _bad_duration(item: Item, number: int) -> Refused:
    return Refused(
        "bad_duration",
        N_("Level %(level)s lasts %(minutes)s minutes; from half a minute to 240 is possible.")
        if isinstance(item, Level)
        else N_(
            "The break after level %(level)s lasts %(minutes)s minutes; from half a minute to 240 is possible."
        ),
        rule="PT-T.45",
        level=number,
        minutes=f"{item.seconds / 60:.10g}",
        seconds=item.seconds,
    )


def _wrong_blinds(level: Level) -> str:
    """Which amount of a level cannot be; "" where all can."""
    if not 0 < level.small_blind <= MOST_CHIPS:
        return "small_blind"
    if not level.small_blind <= level.big_blind <= MOST_CHIPS:
        return "big_blind"
    if not 0 <= level.ante <= level.big_blind:
        return "ante"
    if not 0 <= level.big_blind_ante <= 2 * level.big_blind or (level.ante and level.big_blind_ante):
        return "big_blind_ante"
    return ""


def _bad_blinds(level: Level, *, wrong: str, number: int) -> Refused:
    return Refused("bad_blinds", _why_bad(level, wrong), rule="PT-T.46", level=number, most=MOST_CHIPS)


def _why_bad(level: Level, wrong: str) -> str:
    """Say the one that is broken at this amount, and no other."""
    amount = getattr(level, wrong)
    if amount > MOST_CHIPS:
        return N_("Level %(level)s: no amount is above %(most)s.")
    if amount < 0 or wrong == "small_blind":
        return N_("Level %(level)s: blinds are above zero, and an ante is not below it.")
    if wrong == "big_blind":
        return N_("Level %(level)s: the big blind is lower than the small blind.")
    if wrong == "ante":
        return N_("Level %(level)s: the ante is higher than the big blind.")
    if level.ante and level.big_blind_ante:
        return N_(
            "Level %(level)s: either each player pays an ante or the big blind pays it for all, not both."
        )
    return N_("Level %(level)s: the big blind ante is more than twice the big blind.")


def _falls(before: Level, level: Level) -> str:
    """Which amount is lower than in the level before; "" where none is."""
    for name in ("small_blind", "big_blind"):
        if getattr(level, name) < getattr(before, name):
            return name
    # from single antes to a big blind ante (or back) is a change of format, not a fall
    if bool(before.ante) == bool(level.ante):
        for name in ("ante", "big_blind_ante"):
            if getattr(level, name) < getattr(before, name):
                return name
    if before.ante + before.big_blind_ante > 0 and level.ante + level.big_blind_ante == 0:
        return "ante" if before.ante else "big_blind_ante"
    return ""


def _levels_fall(number: int) -> Refused:
    return Refused(
        "levels_fall",
        N_("Level %(level)s is lower than the level before it. Blinds and antes never fall."),
        rule="ADTP.P11",
        level=number,
    )


def _no_rise(number: int) -> Refused:
    return Refused(
        "levels_do_not_rise",
        N_("Level %(level)s repeats the level before it. Make that one longer instead."),
        rule="PT-T.46",
        level=number,
    )


# ------------------------------------------------------------------------------------------------ policies


class AnteKind(StrEnum):
    """Who pays the ante."""

    NONE = "none"
    EACH = "each"
    BIG_BLIND = "big_blind"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteDue:
    """The ante of a hand. chips: from each player, or from the big blind for all. ante_first: before the
    blind."""

    kind: AnteKind
    chips: int = 0
    ante_first: bool = True

    def as_list(self) -> list[Any]:
        """Return it as it is kept with a table and a hand; `of_list` reads it."""
        return [self.kind.value, self.chips, self.ante_first]

    @classmethod
    def of_list(cls, values: Sequence[Any]) -> AnteDue:
        """Return the ante that `as_list` wrote; none where nothing was kept."""
        if not values:
            return NO_ANTE
        kind, chips, ante_first = values
        return cls(kind=AnteKind(kind), chips=chips, ante_first=ante_first)


NO_ANTE = AnteDue(kind=AnteKind.NONE)
"""A hand without an ante."""


def ante_for(*, level: Level, level_number: int, players_left: int, policies: Policies) -> AnteDue:
    """Return the ante in force: none under a rule set whose only forced bets are the blinds.

    players_left: in the tournament. Where the rule set prints a big ante it is the whole big blind from its
    level on, whatever the number of players, until heads-up forms. Elsewhere the structure says, and the
    ante stays heads-up unless the rule set says otherwise; it is never reduced.
    Rule: SCPT.U2, ADTP.P7, ADTP.P11, PT-H.21, REGULATIONS 4.3
    """
    if not policies.antes:
        return NO_ANTE
    heads_up = players_left <= 2
    first = policies.big_blind_ante_ante_first
    if policies.big_blind_ante_from_level is not None:
        if level_number < policies.big_blind_ante_from_level:
            return NO_ANTE
        if heads_up and not policies.big_blind_ante_heads_up:
            return NO_ANTE
        return AnteDue(kind=AnteKind.BIG_BLIND, chips=level.big_blind, ante_first=first)
    if heads_up and not policies.big_blind_ante_heads_up:
        return NO_ANTE
    if level.big_blind_ante:
        return AnteDue(kind=AnteKind.BIG_BLIND, chips=level.big_blind_ante, ante_first=first)
    if level.ante:
        return AnteDue(kind=AnteKind.EACH, chips=level.ante)
    return NO_ANTE


def round_cost_chips(*, small_blind: int, big_blind: int, ante: AnteDue, players: int) -> int:
    """Return what a round takes off the stack of who sits it out and is dealt in: both blinds once and the antes of its hands; 0
    where nobody else sits there. static/js/seats.js computes the same. Rule: ADTP.67A
    """
    if players < 2:
        return 0
    antes = {AnteKind.NONE: 0, AnteKind.BIG_BLIND: 1, AnteKind.EACH: players}[ante.kind]
    return small_blind + big_blind + ante.chips * antes


def short_handed_seconds(
    *, level_seconds: int, players_left: int, main_event: bool, policies: Policies
) -> int | None:
    """Return the shorter level the director may call when few are left, None when there is nothing to call.

    main_event: also for a High Roller. A level that is already as short is left alone.
    Rule: SCPT.V, REGULATIONS 4.3
    """
    if policies.short_handed_levels is not ShortHandedLevels.DIRECTOR_CALLS:
        return None
    if players_left > policies.short_handed_players:
        return None
    seconds = policies.short_handed_main_seconds if main_event else policies.short_handed_other_seconds
    # other events: only where levels are longer than the main event's short ones (15 minutes)
    longer_than = seconds if main_event else policies.short_handed_main_seconds
    return seconds if level_seconds > longer_than else None
