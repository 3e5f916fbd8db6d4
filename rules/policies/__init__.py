"""Rule sets as values.

Wherever the books differ there is a policy here, never an ``if`` on a rule set's name. A tournament stores the
policies it runs under (`as_dict` / `from_dict`); a director's variation is a new rule set (`vary`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.refusals import N_, Refused

PT_BOOKS = ("PT-T", "PT-H", "PT-O", "CASES")
_BOOKS = {"ADTP", "SCPT", "PT-T", "PT-H", "PT-O"}
# no tournament is played under it: what is asked about a casino table is answered from it, whatever books are in force
_CASINO_BOOK = "PT-L"
# The same rule in two books: live, online. The first that fits is cited for the other.
_TWINS = (
    ("SCPT.E", "PT-T.21"), ("ADTP.27", "PT-T.23"), ("SCPT.H", "PT-T.23"), ("ADTP.8B", "PT-T.23"), ("SCPT.I", "PT-T.24"),
    ("ADTP.30", "PT-T.26"), ("SCPT.Q", "PT-T.26"), ("SCPT.Q", "PT-T.27"), ("SCPT.G", "PT-T.28"), ("SCPT.L", "PT-T.34"),
    ("SCPT.D", "PT-T.36"), ("SCPT.J", "PT-T.36"), ("ADTP.29", "PT-T.42"), ("SCPT.T", "PT-T.42"),
    ("ADTP.10", "PT-T.48"), ("ADTP.11A", "PT-T.48"), ("ADTP.P16", "PT-T.49"), ("ADTP.P16", "PT-T.50"), ("ADTP.P16", "PT-T.51"),
    ("ADTP.P3", "PT-T.53"), ("SCPT.M", "PT-T.53"), ("SCPT.L-B", "PT-T.54"), ("ADTP.6", "PT-T.60"),
)  # fmt: skip


class SimultaneousBust(StrEnum):
    """Who places higher when several go out in one hand. Rule: ADTP.P16, PT-T.50, PT-T.51"""

    SAME_TABLE_BY_STACK = "same_table_by_stack"  # P16a; different tables in hand-for-hand tie (P16b)
    ANY_TABLE_BY_STACK = "any_table_by_stack"  # PT-T.50; equal stacks tie (PT-T.51)


class Deals(StrEnum):
    """Whether and how players may divide what is left. Rule: ADTP.P3, SCPT.M, PT-T.53"""

    SECRET_VOTE = "secret_vote"  # noqa: S105 - how a vote is taken
    UNANIMOUS_FINAL_TABLE = "unanimous_final_table"
    FORBIDDEN = "forbidden"


class SeatChoice(StrEnum):
    """Where a moved player sits. Rule: ADTP.11A, ADTP.10, PT-T.48"""

    WORST_POSITION = "worst_position"
    DOUBLE_RANDOM = "double_random"
    DRAW = "draw"


class AbsentAtStart(StrEnum):
    """What happens to an entry nobody sits behind. Rule: ADTP.30, SCPT.Q, PT-T.26"""

    NOT_DEALT_IN = "not_dealt_in"
    BLINDED_OFF = "blinded_off"
    SEATED_AWAY = "seated_away"


class TimeToAct(StrEnum):
    """How a slow player is hurried. Rule: ADTP.29, SCPT.T, PT-T.42"""

    CALLED_CLOCK = "called_clock"
    ACTION_CLOCK = "action_clock"
    DECISION_TIME = "decision_time"


class RabbitHunting(StrEnum):
    """Rule: ADTP.28"""

    NEVER = "never"
    HIGH_ROLLER_ONLY = "high_roller_only"


class Cancelled(StrEnum):
    """How a cancelled event pays back. Rule: PT-T.36, PT-T.37, PT-T.38, SCPT.D, SCPT.J"""

    FULL_REFUND = "full_refund"
    ACTIVE_SHARE = "active_share"


class UnclaimedBounty(StrEnum):
    """Whose the bounty of a player is whose chips nobody took. Rule: SCPT.P, REGULATIONS 5.2"""

    CHAMPION = "champion"  # it stays in the pool until the end
    TABLE = "table"  # shared at once by those left at the table


class Rounding(StrEnum):
    """How a share of entries becomes whole places. Rule: SCPT.L, CASES settled 9"""

    CEILING = "ceiling"
    NEAREST = "nearest"
    FLOOR = "floor"


class UnclearCall(StrEnum):
    """What a clear "call" that is too small binds to. Rule: ADTP.51A, CASES settled 3"""

    BINDS_FULL = "binds_full"
    DIRECTOR = "director"


class FourCardFlop(StrEnum):
    """Rule: ADTP.39, CASES settled 5"""

    RESHUFFLE_ALL_FOUR = "reshuffle_all_four"
    FLOOR_PICKS_BURN = "floor_picks_burn"


class BoardTooEarly(StrEnum):
    """What becomes of board cards dealt before the betting was over. Rule: ADTP.39, ADTP.P14, REGULATIONS 11"""

    RESHUFFLE_EARLY_CARDS = "reshuffle_early_cards"  # TDA RP-5: the burn stays, no other burn
    DIRECTOR = "director"


class HandCharge(StrEnum):
    """What a hand of hand-for-hand takes off its level, where it takes any. Rule: CASES h4h-1, REGULATIONS 11"""

    FIXED = "fixed"  # hand_for_hand_cost_seconds; None: the clock runs on
    REAL_TIME = "real_time"  # what it took, hand_for_hand_most_seconds at most (TDA RP-8B)


class DisputeLimit(StrEnum):
    """Until when a result may be disputed. Rule: ADTP.22, CASES settled 6"""

    NEXT_HAND = "next_hand"
    NONE = "none"


class Guarantee(StrEnum):
    """Whether deductions come off the guaranteed total. Rule: SCPT.F, SCPT.J, CASES settled 8"""

    GROSS_OF_DEDUCTIONS = "gross_of_deductions"
    NET = "net"


class ShortHandedLevels(StrEnum):
    """Rule: SCPT.V"""

    OFF = "off"
    DIRECTOR_CALLS = "director_calls"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """Everything the books leave to the rule set. Times in seconds, shares in basis points (100 = 1 %)."""

    rule_set: str
    # whose rules are cited, first of all; the books of other rule sets are not in force (CASES settled 7)
    books: tuple[str, ...] = ("ADTP", "SCPT", "CASES")
    simultaneous_bust: SimultaneousBust = SimultaneousBust.SAME_TABLE_BY_STACK
    deals: Deals = Deals.SECRET_VOTE
    deal_champion_reserve_bp: int = 0
    deal_director_veto: bool = False
    # None: the house decides each time (staff only)
    cancel_until_seconds_before_start: int | None = None
    seat_on_balancing: SeatChoice = SeatChoice.WORST_POSITION
    seat_on_breaking: SeatChoice = SeatChoice.DOUBLE_RANDOM
    absent_at_start: AbsentAtStart = AbsentAtStart.NOT_DEALT_IN
    time_to_act: TimeToAct = TimeToAct.CALLED_CLOCK
    action_clock_in_main_event_only: bool = False
    called_clock_seconds: int = 25
    called_clock_countdown_seconds: int = 5
    action_clock_seconds: int = 30
    time_bank_cards: int = 0
    time_bank_card_seconds: int = 30
    rabbit_hunting: RabbitHunting = RabbitHunting.NEVER
    # the antes of a structure are posted; without them the blinds are the only forced bets (PT-H.21)
    antes: bool = True
    big_blind_ante_from_level: int | None = None
    big_blind_ante_ante_first: bool = True
    big_blind_ante_heads_up: bool = True
    short_handed_levels: ShortHandedLevels = ShortHandedLevels.OFF
    short_handed_players: int = 5
    short_handed_main_seconds: int = 900
    short_handed_other_seconds: int = 600
    cancelled_event: Cancelled = Cancelled.FULL_REFUND
    final_table_of_full_ring: int = 9
    final_table_of_short_handed: int = 7
    redraw_at_final_table: bool = True
    halt_when_short_by: int = 3
    unclaimed_bounty: UnclaimedBounty = UnclaimedBounty.CHAMPION
    places_paid_bp: int = 1000
    places_paid_rounding: Rounding = Rounding.CEILING
    guarantee: Guarantee = Guarantee.GROSS_OF_DEDUCTIONS
    undercall: UnclearCall = UnclearCall.BINDS_FULL
    four_card_flop: FourCardFlop = FourCardFlop.RESHUFFLE_ALL_FOUR
    board_too_early: BoardTooEarly = BoardTooEarly.RESHUFFLE_EARLY_CARDS
    # limit games: bets and raises in a round while more than two play the tournament, the house's number (ADTP.48)
    limit_bets_and_raises: int | None = 4
    dispute_limit: DisputeLimit = DisputeLimit.NONE
    # a house's own way: the books turn them up (ADTP.16)
    all_in_cards_down_in_hand_for_hand: bool = False
    hand_for_hand_charge: HandCharge = HandCharge.FIXED
    hand_for_hand_cost_seconds: int | None = 120
    hand_for_hand_most_seconds: int = 180
    # online it begins by itself with so many players more than places paid; None: where the director says so
    hand_for_hand_players_before_money: int | None = None
    # online, between two: the button posts the small blind, where the regulator approved it; else as PT-H.46 and PT-H.48 have it
    online_button_posts_small: bool = False
    # online: bets and raises in a round, with any limit (PT-H.38); None: those of the game, which has four with fixed bets
    online_bets_and_raises: int | None = None
    # online: how late who does not sit at a table sees it; 0: at once
    onlookers_delay_seconds: int = 30
    onlookers_delay_final_table_seconds: int = 60
    late_entry_while_alternates_wait: bool = False
    # a short stack may be given up to re-enter as late registration ends, in every event (SCPT.U)
    surrender: bool = False
    # bonus chips by the moment of registering, which binds to pay (8D), or by that of paying
    time_chip_by_registration: bool = False
    # a seat won for a tournament by who already holds one may become money (PT-T.29)
    second_won_seat_to_money: bool = False
    minimum_age_years: int = 18
    prize_due_business_days: int = 7
    # the first is the language of the house; all are spoken at its tables (ADTP.6)
    languages: tuple[str, ...] = ("pt-BR", "en")
    # texts in other languages are a convenience (PT-T.60)
    first_language_prevails: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the policies as JSON-able values, for the tournament's row."""
        return {f.name: _plain(getattr(self, f.name)) for f in dataclasses.fields(self)}

    def in_event(self, *, main_event: bool) -> Policies:
        """Return the policies as one tournament runs under them: where the action clock is the main event's alone,
        the clock is called in the others.

        Rule: SCPT.T, ADTP.29
        """
        elsewhere = self.action_clock_in_main_event_only and not main_event
        if elsewhere and self.time_to_act is TimeToAct.ACTION_CLOCK:
            return dataclasses.replace(self, time_to_act=TimeToAct.CALLED_CLOCK)
        return self

    def cited(self, rules: Iterable[str]) -> tuple[str, ...]:
        """Return of these ids those of a book in force here, and those of casino tables. Rule: ADTP.1, REGULATIONS 8.1"""
        books = (*self.books, _CASINO_BOOK)
        return tuple(r for r in rules if r.partition(".")[0].partition(" ")[0] in books)

    def citation(self, rule: str) -> str:
        """Return the id to cite here for a rule: its own where its book is in force, else that of the same rule in a
        book that is, else none. What is no id stays; of several, told with dots between, those in force.

        Rule: ADTP.1, REGULATIONS 8.1
        """
        ids = rule.split(" · ")
        kept = [i for i in ids if self._in_force(i)]
        if not kept:
            pairs = [pair for pair in _TWINS if not set(pair).isdisjoint(ids)]
            kept = [i for pair in pairs for i in pair if self._in_force(i)][:1]
        return " · ".join(kept)

    def _in_force(self, rule: str) -> bool:
        book = rule.partition(".")[0]
        return book not in _BOOKS or book in self.books

    def vary(self, *, rule_set: str, **changes: Any) -> Policies:
        """Return a director's variation under a name of its own. Refuses unknown or ill-typed choices."""
        return from_dict({**self.as_dict(), **changes, "rule_set": rule_set})


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return list(value)
    return value


_ENUMS: dict[str, type[StrEnum]] = {
    "simultaneous_bust": SimultaneousBust,
    "deals": Deals,
    "seat_on_balancing": SeatChoice,
    "seat_on_breaking": SeatChoice,
    "absent_at_start": AbsentAtStart,
    "time_to_act": TimeToAct,
    "rabbit_hunting": RabbitHunting,
    "short_handed_levels": ShortHandedLevels,
    "cancelled_event": Cancelled,
    "unclaimed_bounty": UnclaimedBounty,
    "places_paid_rounding": Rounding,
    "guarantee": Guarantee,
    "undercall": UnclearCall,
    "four_card_flop": FourCardFlop,
    "board_too_early": BoardTooEarly,
    "hand_for_hand_charge": HandCharge,
    "dispute_limit": DisputeLimit,
}
_MAY_BE_NONE = {
    "cancel_until_seconds_before_start",
    "big_blind_ante_from_level",
    "hand_for_hand_cost_seconds",
    "hand_for_hand_players_before_money",
    "limit_bets_and_raises",
    "online_bets_and_raises",
}
#: a round in which one can bet and be raised; and more than anybody caps
BETS_AND_RAISES = (2, 10)
_AT_LEAST = {
    "hand_for_hand_players_before_money": 1,
    "limit_bets_and_raises": 1,
    "online_bets_and_raises": BETS_AND_RAISES[0],
}
_LIMIT = 10_000_000
#: the longest that anybody sees a table late, in seconds
ONLOOKERS_LATE_AT_MOST = 300
_AT_MOST = {
    "online_bets_and_raises": BETS_AND_RAISES[1],
    "onlookers_delay_seconds": ONLOOKERS_LATE_AT_MOST,
    "onlookers_delay_final_table_seconds": ONLOOKERS_LATE_AT_MOST,
}


def from_dict(values: Mapping[str, Any]) -> Policies:
    """Return policies from stored values.

    Refusals: ``unknown_policy`` for a name that is no policy, ``bad_policy`` for a value it cannot have.
    """
    spelled = repr(dict(values))  # one text for the same values: read once, asked by every command
    known = _READ.get(spelled)
    if known is None:
        known = _read(values)
        if len(_READ) >= _READ_AT_MOST:
            _READ.clear()
        _READ[spelled] = known
    return known


_READ: dict[str, Policies] = {}
_READ_AT_MOST = 1_000


def _read(values: Mapping[str, Any]) -> Policies:
    fields = {f.name: f for f in dataclasses.fields(Policies)}
    clean: dict[str, Any] = {}
    if "books" not in values and values.get("deals") == Deals.FORBIDDEN:
        # kept before there were books: only the online set of Portugal knows no deal
        clean["books"] = PT_BOOKS
    for name, value in values.items():
        if name not in fields:
            raise Refused(
                "unknown_policy",
                N_("There is no policy named %(policy)s."),
                rule="ADTP.1",
                policy=str(name)[:60],
            )
        clean[name] = _checked(name, value, fields[name].default)
    if not clean.get("rule_set"):
        raise _bad("rule_set", "")
    return Policies(**clean)


def _checked(name: str, value: Any, default: Any) -> Any:
    if name in _ENUMS:
        try:
            return _ENUMS[name](value)
        except ValueError:
            raise _bad(name, value) from None
    if value is None and name in _MAY_BE_NONE:
        return None
    if name in ("languages", "books"):
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise _bad(name, value)
        return tuple(value)
    if name == "rule_set":
        if not isinstance(value, str) or not 0 < len(value) <= 60:
            raise _bad(name, value)
        return value
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise _bad(name, value)
        return value
    least, most = _AT_LEAST.get(name, 0), _AT_MOST.get(name, _LIMIT)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _bad(name, value)
    return value


def _bad(name: str, value: Any) -> Refused:
    return Refused(
        "bad_policy",
        N_("%(value)s is not a choice that the policy %(policy)s has."),
        rule="ADTP.1",
        policy=name,
        value=str(value)[:60],
    )


def shipped() -> dict[str, Policies]:
    """Return the rule sets that come with the product, by name."""
    from rules.policies.adtp import ADTP
    from rules.policies.h2 import H2
    from rules.policies.pt_online import PT_ONLINE
    from rules.policies.scpt import SCPT

    return {p.rule_set: p for p in (ADTP, H2, SCPT, PT_ONLINE)}
