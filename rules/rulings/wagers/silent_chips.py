"""Chips put forward in silence: what they bind to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.betting import Wager, Weighed, all_chips_needed, weigh
from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, bad_situation, chip_list, chips, one_of, yes_no
from rules.rulings.wagers.amounts import BET_TITLE, RAISE_TITLE, binds, raise_choice


class Declared(StrEnum):
    """What a player said before chips moved."""

    NOTHING = "nothing"
    RAISE = "raise"
    ALL_IN = "all_in"


_DECLARED_TITLES = {
    Declared.NOTHING: N_("Nothing"),
    Declared.RAISE: N_("Raise or bet, no amount"),
    Declared.ALL_IN: N_("All-in"),
}


class ChipAnnounced(StrEnum):
    """What was said before one oversized chip touched the table."""

    NOTHING = "nothing"
    RAISE = "raise"
    AMOUNT = "amount"


@dataclass(frozen=True, slots=True, kw_only=True)
class OversizedChip:
    """One single chip put forward."""

    chip_chips: int = chips(N_("Value of the chip"), minimum=1)
    bet_chips: int = chips(BET_TITLE)
    raise_chips: int = chips(RAISE_TITLE, minimum=1)
    announced: ChipAnnounced = one_of(
        N_("Said before the chip touched the table"),
        titles={
            ChipAnnounced.NOTHING: N_("Nothing"),
            ChipAnnounced.RAISE: N_("Raise or bet, no amount"),
            ChipAnnounced.AMOUNT: N_("A raise or bet with its amount"),
        },
        default=ChipAnnounced.NOTHING,
    )
    amount_chips: int | None = chips(N_("Amount announced, as a total"), minimum=1, default=None)
    mine_chips: int = chips(N_("Player's chips already in front on this street"), default=0)
    last_chip: bool = yes_no(N_("It is the player's last chip"), default=False)
    maximum_chips: int | None = chips(N_("Pot-limit maximum"), minimum=1, default=None)


@answers(OversizedChip, title=N_("One oversized chip"), group=Group.BETTING, rules=("ADTP.44", "ADTP.41"))
def oversized_chip(s: OversizedChip, policies: Policies) -> Answer:
    """Answer: a single silent chip is a call facing a bet, also when it is the last; without a bet it is all a bet.

    The big blind whom nobody raised faces no bet: the chip on top of it is a raise by half of the minimum or more.

    Rule: ADTP.41, ADTP.44, CASES 44-a, CASES 44-b
    """
    total = s.mine_chips + s.chip_chips
    facing = s.bet_chips > s.mine_chips
    if s.announced is ChipAnnounced.AMOUNT:
        if s.amount_chips is None:
            raise bad_situation("amount_chips", sentence=N_("Please state %(field)s."), rule="ADTP.44")
        wanted = s.amount_chips
    else:
        wanted = total
    if s.announced is ChipAnnounced.NOTHING and facing:
        if total < s.bet_chips:
            if not s.last_chip:
                raise bad_situation(
                    "chip_chips",
                    sentence=N_("This is less than the bet: ask about an undercall."),
                    rule="ADTP.51B",
                )
            weighed = Weighed(wager=Wager.ALL_IN, total_chips=total)
        else:
            weighed = Weighed(wager=Wager.CALL, total_chips=s.bet_chips)
        return binds(weighed, bet_chips=s.bet_chips, put_chips=total, rules=("ADTP.44",))
    weighed = weigh(
        total_chips=wanted,
        bet_chips=s.bet_chips,
        raise_chips=s.raise_chips,
        raise_declared=s.announced is not ChipAnnounced.NOTHING or s.bet_chips == 0,
        available_chips=total if s.last_chip else None,
        maximum_chips=s.maximum_chips,
    )
    return binds(weighed, bet_chips=s.bet_chips, put_chips=total, rules=("ADTP.44",))


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipleChips:
    """Several chips put forward in one motion."""

    pushed: tuple[int, ...] = chip_list(N_("Chips put forward, one by one"))
    bet_chips: int = chips(BET_TITLE)
    raise_chips: int = chips(RAISE_TITLE, minimum=1)
    declared: Declared = one_of(N_("Said before"), titles=_DECLARED_TITLES, default=Declared.NOTHING)
    last_chips: bool = yes_no(N_("They are the player's last chips"), default=False)
    maximum_chips: int | None = chips(N_("Pot-limit maximum"), minimum=1, default=None)


@answers(
    MultipleChips,
    title=N_("Several chips without a word"),
    group=Group.BETTING,
    rules=("ADTP.45A", "ADTP.45B", "ADTP.61"),
)
def multiple_chips(s: MultipleChips, policies: Policies) -> Answer:
    """Answer: chips that are all needed are a call; otherwise the half of the minimum raise decides, or it is all-in.

    Rule: ADTP.41, ADTP.45, ADTP.45A, ADTP.45B, ADTP.61, CASES 45-a, CASES 45-b, CASES 45-c, CASES 45-d, CASES 61-a
    """
    if not s.pushed:
        raise bad_situation("pushed", sentence=N_("Please state %(field)s."), rule="ADTP.45A")
    total = sum(s.pushed)
    rules: tuple[str, ...] = ("ADTP.45B", "ADTP.43A")
    if s.declared is Declared.NOTHING and s.bet_chips:
        if total < s.bet_chips and not s.last_chips:
            raise bad_situation(
                "pushed", sentence=N_("This is less than the bet: ask about an undercall."), rule="ADTP.51B"
            )
        if total >= s.bet_chips and all_chips_needed(chips=s.pushed, bet_chips=s.bet_chips):
            call = Weighed(wager=Wager.CALL, total_chips=s.bet_chips)
            return binds(call, bet_chips=s.bet_chips, put_chips=total, rules=("ADTP.45A",))
        if s.last_chips:
            rules = ("ADTP.45B",)
    weighed = weigh(
        total_chips=total,
        bet_chips=s.bet_chips,
        raise_chips=s.raise_chips,
        raise_declared=s.declared is not Declared.NOTHING,
        all_in=s.last_chips,
        maximum_chips=s.maximum_chips,
    )
    if s.declared is Declared.ALL_IN and not s.last_chips:
        return Answer(
            code="all_in_declared",
            rules=("ADTP.40A", "ADTP.45A"),
            sentence=N_("All-in was declared: everything the player has is in."),
            action=Outcome.ALL_IN,
        )
    if s.declared is not Declared.NOTHING:
        rules = ("ADTP.43A",)
    return binds(weighed, bet_chips=s.bet_chips, put_chips=total, rules=rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class EverythingPushed:
    """All chips went forward in one gesture, without a word."""

    stack_chips: int = chips(N_("Everything the player has, chips in front included"), minimum=1)
    smallest_chips: int = chips(N_("The smallest chip among them"), minimum=1)
    bet_chips: int = chips(BET_TITLE)
    one_motion: bool = yes_no(N_("All went forward in one motion, and were let go"))


@answers(
    EverythingPushed,
    title=N_("All chips pushed forward in one gesture"),
    group=Group.BETTING,
    rules=("ADTP.45A", "ADTP.45B", "ADTP.42", "ADTP.57"),
)
def everything_pushed(s: EverythingPushed, policies: Policies) -> Answer:
    """Answer: the chips are the bet: all-in, or a call where every chip is needed for it. A gesture is none by
    itself.

    Rule: ADTP.3, ADTP.42, ADTP.45A, ADTP.45B, ADTP.57, REGULATIONS 8.1
    """
    if s.smallest_chips > s.stack_chips:
        raise bad_situation(
            "smallest_chips", sentence=N_("One chip cannot be more than all of them."), rule="ADTP.45A"
        )
    if not s.one_motion:
        return Answer(
            code="director_gesture",
            rules=("ADTP.57", "ADTP.3", "ADTP.1"),
            sentence=N_(
                "A gesture that is not official is the player's own risk: the director decides what it was."
            ),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(
                    value="all_in",
                    sentence=N_("All-in for %(total)s."),
                    params={"total": s.stack_chips},
                    amount_chips=s.stack_chips,
                ),
                OpenChoice(value="nothing", sentence=N_("It was no act: the player acts now.")),
            ),
        )
    if s.bet_chips and s.stack_chips >= s.bet_chips and s.stack_chips - s.smallest_chips < s.bet_chips:
        return binds(
            Weighed(wager=Wager.CALL, total_chips=s.bet_chips),
            bet_chips=s.bet_chips,
            put_chips=s.stack_chips,
            rules=("ADTP.45A",),
        )
    return binds(
        Weighed(wager=Wager.ALL_IN, total_chips=s.stack_chips),
        bet_chips=s.bet_chips,
        put_chips=s.stack_chips,
        rules=("ADTP.45B", "ADTP.42") if s.bet_chips else ("ADTP.42",),
    )


class PriorChips(StrEnum):
    """What the player did with chips of the earlier bet that still lay in front."""

    UNTOUCHED = "untouched"
    PARTLY_PULLED = "partly_pulled"
    FULLY_PULLED = "fully_pulled"


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorChipsOut:
    """Facing a raise with chips of an earlier bet in front."""

    prior_chips: tuple[int, ...] = chip_list(N_("Earlier chips in front, one by one"))
    treatment: PriorChips = one_of(
        N_("What the player did with them"),
        titles={
            PriorChips.UNTOUCHED: N_("Left alone"),
            PriorChips.PARTLY_PULLED: N_("Pulled some back"),
            PriorChips.FULLY_PULLED: N_("Pulled all back"),
        },
    )
    left_chips: int | None = chips(N_("Earlier chips still in front, if some were pulled back"), default=None)
    new_chips: tuple[int, ...] = chip_list(N_("New chips put in, one by one"), default=())
    bet_chips: int = chips(BET_TITLE, minimum=1)
    raise_chips: int = chips(RAISE_TITLE, minimum=1)
    last_chips: bool = yes_no(N_("They are the player's last chips"), default=False)


@answers(
    PriorChipsOut,
    title=N_("New chips on an earlier bet not yet pulled in"),
    group=Group.BETTING,
    rules=("ADTP.46A", "ADTP.46B", "ADTP.46C"),
)
def prior_chips(s: PriorChipsOut, policies: Policies) -> Answer:
    """Answer: silent new chips beside or instead of an earlier bet.

    Earlier chips that do not cover the call and were left alone or all pulled back: one new chip calls, several
    call when all are needed, else the half decides. Earlier chips that cover the call, or were partly pulled
    back: everything in front counts together and the half decides. Who pulled back chips that alone cover the call
    and adds new ones has bet all of them.

    Rule: ADTP.45B, ADTP.46, ADTP.46A, ADTP.46B, ADTP.46C, CASES 46-a, CASES 46-b, CASES 46-c, CASES settled 2,
    REGULATIONS 11
    """
    prior = sum(s.prior_chips)
    touched = s.treatment is not PriorChips.UNTOUCHED
    no_fold = (
        (Note(sentence=N_("Pulling chips back commits to a call or a raise: no fold."), rule="ADTP.46B"),)
        if touched
        else ()
    )
    if not s.new_chips:
        if not touched:
            raise bad_situation("new_chips", sentence=N_("Please state %(field)s."), rule="ADTP.46C")
        return Answer(
            code="call_or_raise",
            rules=("ADTP.46B",),
            sentence=N_("Pulling chips back commits to a call or a raise: no fold."),
            action=Outcome.CALL_OR_RAISE,
            choices=(
                OpenChoice(
                    value="call",
                    sentence=N_("Call %(bet)s."),
                    params={"bet": s.bet_chips},
                    amount_chips=s.bet_chips,
                ),
                raise_choice(bet_chips=s.bet_chips, raise_chips=s.raise_chips),
            ),
        )
    if s.treatment is PriorChips.PARTLY_PULLED:
        if s.left_chips is None or not 0 < s.left_chips < prior:
            raise bad_situation("left_chips", sentence=N_("Please state %(field)s."), rule="ADTP.46C")
        beside = s.left_chips
    elif s.treatment is PriorChips.FULLY_PULLED and prior >= s.bet_chips:
        return _all_in_front(s, (*no_fold, _SAY_FIRST))
    else:
        beside = 0 if s.treatment is PriorChips.FULLY_PULLED else prior
    total = beside + sum(s.new_chips)
    if total < s.bet_chips and not s.last_chips:
        raise bad_situation(
            "new_chips", sentence=N_("This is less than the bet: ask about an undercall."), rule="ADTP.51B"
        )
    combined = prior >= s.bet_chips or s.treatment is PriorChips.PARTLY_PULLED
    call_by_chips = len(s.new_chips) == 1 or all_chips_needed(
        chips=s.new_chips, bet_chips=s.bet_chips, beside_chips=beside
    )
    if not combined and total >= s.bet_chips and call_by_chips:
        weighed = Weighed(wager=Wager.CALL, total_chips=s.bet_chips)
    else:
        weighed = weigh(
            total_chips=total, bet_chips=s.bet_chips, raise_chips=s.raise_chips, all_in=s.last_chips
        )
    return binds(
        weighed,
        bet_chips=s.bet_chips,
        put_chips=total,
        rules=("ADTP.46C", "ADTP.43A"),
        also=(*no_fold, _SAY_FIRST),
    )


_SAY_FIRST = Note(sentence=N_("Next time the player should say what he does first."), rule="ADTP.46A")


def _all_in_front(s: PriorChipsOut, also: tuple[Note, ...]) -> Answer:
    """The earlier chips alone cover the call, were pulled back, and new ones came: he has bet all of them (45)."""
    put = sum(s.prior_chips) + sum(s.new_chips)
    return binds(
        weigh(total_chips=put, bet_chips=s.bet_chips, raise_chips=s.raise_chips, all_in=s.last_chips),
        bet_chips=s.bet_chips,
        put_chips=put,
        rules=("ADTP.46C", "ADTP.45B"),
        also=also,
    )
