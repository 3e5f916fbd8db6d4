"""Bets and raises: what words and chips bind to. Totals are what stands in front of the player on this street."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.betting import (
    Act,
    BettingRound,
    Limit,
    Player,
    Wager,
    Weighed,
    all_chips_needed,
    begin,
    is_substantial,
    minimum_raise_to_chips,
    options,
    play,
    pot_limit_maximum_chips,
    weigh,
)
from rules.policies import Policies, UnclearCall
from rules.refusals import N_, Refused
from rules.rulings.ruling import Action, Choice, Note, Params, Ruling
from rules.rulings.situation import (
    Group,
    answers,
    bad_situation,
    chip_list,
    chips,
    count,
    one_of,
    rows,
    seat,
    yes_no,
)

_BET_TITLE = N_("Bet the player faces, as a total (0: nobody has bet)")
_RAISE_TITLE = N_("Last full bet or raise (nobody has bet: the minimum bet)")
_PENALTY = N_("A penalty may follow.")

_ACT_TITLES = {
    Act.FOLD: N_("Fold"),
    Act.CHECK: N_("Check"),
    Act.CALL: N_("Call"),
    Act.BET: N_("Bet"),
    Act.RAISE: N_("Raise"),
}


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


def _binds(
    weighed: Weighed,
    *,
    bet_chips: int,
    put_chips: int,
    rules: tuple[str, ...],
    also: tuple[Note, ...] = (),
) -> Ruling:
    """The ruling that a weighed amount comes to. put_chips: what lies in front now, for what goes back."""
    total = weighed.total_chips
    back = max(0, put_chips - total)
    params: Params = {"total": total, "put": put_chips, "bet": bet_chips, "back": back}
    if weighed.wager is Wager.UNDERCALL:
        raise bad_situation(
            "bet_chips", N_("This is less than the bet: ask about an undercall."), rule="ADTP.51B"
        )
    if weighed.wager is Wager.CALL:
        sentence = (
            N_("This is a call of %(bet)s; %(back)s goes back.") if back else N_("This is a call of %(bet)s.")
        )
        return Ruling(
            code="call",
            rules=rules,
            sentence=sentence,
            params=params,
            action=Action.CALL,
            amount_chips=total,
            returned_chips=back,
            also=also,
        )
    if weighed.wager is Wager.ALL_IN:
        return Ruling(
            code="all_in",
            rules=rules,
            sentence=N_("This is all-in for %(total)s."),
            params=params,
            action=Action.ALL_IN,
            amount_chips=total,
            also=also,
        )
    if weighed.capped:
        sentence = N_("The most that may be bet is %(total)s; %(back)s goes back.")
    elif weighed.wager is Wager.BET:
        sentence = (
            N_("The bet is completed to the minimum of %(total)s.")
            if weighed.completed
            else N_("This is a bet of %(total)s.")
        )
    else:
        sentence = (
            N_("The raise is completed to the minimum: %(total)s in total.")
            if weighed.completed
            else N_("This is a raise to %(total)s in total.")
        )
    return Ruling(
        code=weighed.wager.value,
        rules=rules,
        sentence=sentence,
        params=params,
        action=Action.BET if weighed.wager is Wager.BET else Action.RAISE,
        amount_chips=total,
        returned_chips=back,
        also=also,
    )


# --- 40, 43: words and amounts -----------------------------------------------------------------------------------


class FirstAct(StrEnum):
    """Which came first, the words or the chips."""

    WORDS_ONLY = "words_only"
    CHIPS_ONLY = "chips_only"
    WORDS_FIRST = "words_first"
    CHIPS_FIRST = "chips_first"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbalOrChips:
    """A player spoke, moved chips, or both."""

    order: FirstAct = one_of(
        N_("What came first"),
        {
            FirstAct.WORDS_ONLY: N_("Only words"),
            FirstAct.CHIPS_ONLY: N_("Only chips"),
            FirstAct.WORDS_FIRST: N_("Words, then chips"),
            FirstAct.CHIPS_FIRST: N_("Chips, then words"),
            FirstAct.TOGETHER: N_("Both at once"),
        },
    )
    words_clear: bool = yes_no(N_("The words were clear and reasonable"), default=True)
    contradictory: bool = yes_no(N_("It is doubtful: words and chips contradict each other"), default=False)
    said_chips: int | None = chips(N_("Amount said, as a total"), minimum=1, default=None)
    put_chips: int | None = chips(N_("Chips put in front, as a total"), minimum=1, default=None)
    bet_chips: int = chips(_BET_TITLE)
    raise_chips: int = chips(_RAISE_TITLE, minimum=1)
    raise_declared: bool = yes_no(N_("A raise was declared"), default=False)
    call_declared: bool = yes_no(N_("A call was declared"), default=False)
    one_chip: bool = yes_no(N_("It was one single chip"), default=False)


@answers(
    VerbalOrChips,
    title=N_("Words against chips: which counts?"),
    group=Group.BETTING,
    rules=("ADTP.40A", "ADTP.40B", "ADTP.40C"),
)
def verbal_or_chips(s: VerbalOrChips, policies: Policies) -> Ruling:
    """Which of words and chips binds, and to what. A spoken amount is the same as that amount in chips.

    "Raise" without an amount, and then chips: the chips are the amount. Words that come after the chips change
    nothing, so a silent single chip stays a call whatever is said then.

    Rule: ADTP.40, ADTP.40A, ADTP.40B, ADTP.40C, ADTP.44, CASES 40-a
    """
    words = s.order in (FirstAct.WORDS_ONLY, FirstAct.WORDS_FIRST) or (
        s.order is FirstAct.TOGETHER and s.words_clear
    )
    raise_declared = s.raise_declared and s.order is not FirstAct.CHIPS_FIRST
    amount = s.said_chips if words else s.put_chips
    if words and amount is None and raise_declared:
        amount = s.put_chips
    doubtful = s.order not in (FirstAct.WORDS_ONLY, FirstAct.CHIPS_ONLY)
    if s.contradictory and doubtful:
        if s.said_chips is None or s.put_chips is None:
            missing = "said_chips" if s.said_chips is None else "put_chips"
            raise bad_situation(missing, N_("Please state %(field)s."), rule="ADTP.40A")
        found = (
            Choice(
                value="words",
                sentence=N_("The words count: %(total)s."),
                params={"total": s.said_chips},
                amount_chips=s.said_chips,
            ),
            Choice(
                value="chips",
                sentence=N_("The chips count: %(total)s."),
                params={"total": s.put_chips},
                amount_chips=s.put_chips,
            ),
        )
        return Ruling(
            code="director_words_or_chips",
            rules=("ADTP.40A", "ADTP.1"),
            sentence=N_("Words and chips contradict each other: the director decides what was bet."),
            action=Action.DIRECTOR,
            choices=found,
        )
    if words and s.call_declared and s.bet_chips and s.said_chips is None and not raise_declared:
        return _binds(
            Weighed(wager=Wager.CALL, total_chips=s.bet_chips),
            bet_chips=s.bet_chips,
            put_chips=s.put_chips or 0,
            rules=("ADTP.40B", "ADTP.41"),
        )
    if amount is None:
        raise bad_situation(
            "said_chips" if words else "put_chips", N_("Please state %(field)s."), rule="ADTP.40A"
        )
    if not words and s.one_chip and not raise_declared and amount >= s.bet_chips > 0:
        return _binds(
            Weighed(wager=Wager.CALL, total_chips=s.bet_chips),
            bet_chips=s.bet_chips,
            put_chips=amount,
            rules=("ADTP.40A", "ADTP.44"),
        )
    silent = not words and not raise_declared and amount > s.bet_chips > 0
    return _binds(
        weigh(
            total_chips=amount,
            bet_chips=s.bet_chips,
            raise_chips=s.raise_chips,
            raise_declared=raise_declared,
        ),
        bet_chips=s.bet_chips,
        put_chips=s.put_chips or 0,
        rules=("ADTP.40C", "ADTP.43A") if words else ("ADTP.40A", "ADTP.43A"),
        also=(
            Note(
                sentence=N_("If every chip was needed to call, it is a call: ask about several chips."),
                rule="ADTP.45A",
            ),
        )
        if silent
        else (),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseAmount:
    """A total said or put forward in one motion."""

    total_chips: int = chips(N_("Amount said or put in front, as a total"), minimum=1)
    bet_chips: int = chips(_BET_TITLE)
    raise_chips: int = chips(_RAISE_TITLE, minimum=1)
    raise_declared: bool = yes_no(N_("A raise was declared first"), default=False)
    all_in: bool = yes_no(N_("It is everything the player has"), default=False)
    available_chips: int | None = chips(
        N_("All the player has, chips in front included"), minimum=1, default=None
    )
    maximum_chips: int | None = chips(N_("Pot-limit maximum"), minimum=1, default=None)


@answers(
    RaiseAmount,
    title=N_("Is this amount a call or a raise?"),
    group=Group.BETTING,
    rules=("ADTP.43A", "ADTP.43B", "ADTP.42"),
)
def raise_amount(s: RaiseAmount, policies: Policies) -> Ruling:
    """What a total binds to: the half of the minimum raise decides between call and completed raise.

    Rule: ADTP.42, ADTP.43, ADTP.43A, ADTP.43B, CASES 43-c, CASES settled 1
    """
    weighed = weigh(
        total_chips=s.total_chips,
        bet_chips=s.bet_chips,
        raise_chips=s.raise_chips,
        raise_declared=s.raise_declared,
        all_in=s.all_in,
        available_chips=s.available_chips,
        maximum_chips=s.maximum_chips,
    )
    return _binds(
        weighed,
        bet_chips=s.bet_chips,
        put_chips=s.total_chips,
        rules=("ADTP.43B", "ADTP.43A") if s.raise_declared else ("ADTP.43A",),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRow:
    """One bet or raise, as a total."""

    to_chips: int = chips(N_("Total"), minimum=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class MinimumRaise:
    """The bets and raises of this street so far."""

    big_blind_chips: int = chips(N_("Big blind"), minimum=1)
    before_flop: bool = yes_no(N_("Before the flop"), default=False)
    wagers: tuple[WagerRow, ...] = rows(
        N_("Bets and raises on this street, as totals, in order"), WagerRow, default=()
    )


@answers(MinimumRaise, title=N_("How much is the minimum raise?"), group=Group.BETTING, rules=("ADTP.43A",))
def minimum_raise(s: MinimumRaise, policies: Policies) -> Ruling:
    """The smallest total that bets or raises next. An all-in below a full raise moves the bet, not the raise.

    Rule: ADTP.43A, ADTP.47A, CASES 43-a, CASES 43-b
    """
    bet = s.big_blind_chips if s.before_flop else 0
    step = s.big_blind_chips
    for wager in s.wagers:
        if wager.to_chips <= bet:
            raise bad_situation(
                "wagers", N_("Each bet or raise must be more than the one before."), rule="ADTP.43A"
            )
        step = max(step, wager.to_chips - bet)
        bet = wager.to_chips
    least = minimum_raise_to_chips(bet_chips=bet, raise_chips=step)
    if bet == 0:
        return Ruling(
            code="minimum_bet",
            rules=("ADTP.43A",),
            sentence=N_("A bet must be at least %(least)s."),
            params={"least": least},
            action=Action.BET,
            amount_chips=least,
        )
    return Ruling(
        code="minimum_raise",
        rules=("ADTP.43A",),
        sentence=N_("A raise must be to at least %(least)s in total: the bet of %(bet)s and %(step)s more."),
        params={"least": least, "bet": bet, "step": step},
        action=Action.RAISE,
        amount_chips=least,
    )


# --- 44–46, 61: chips put forward in silence ---------------------------------------------------------------------


class ChipAnnounced(StrEnum):
    """What was said before one oversized chip touched the table."""

    NOTHING = "nothing"
    RAISE = "raise"
    AMOUNT = "amount"


@dataclass(frozen=True, slots=True, kw_only=True)
class OversizedChip:
    """One single chip put forward."""

    chip_chips: int = chips(N_("Value of the chip"), minimum=1)
    bet_chips: int = chips(_BET_TITLE)
    raise_chips: int = chips(_RAISE_TITLE, minimum=1)
    announced: ChipAnnounced = one_of(
        N_("Said before the chip touched the table"),
        {
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
def oversized_chip(s: OversizedChip, policies: Policies) -> Ruling:
    """A single silent chip is a call facing a bet, also when it is the last; without a bet it is all a bet.

    The big blind whom nobody raised faces no bet: the chip on top of it is a raise by half of the minimum or more.

    Rule: ADTP.41, ADTP.44, CASES 44-a, CASES 44-b
    """
    total = s.mine_chips + s.chip_chips
    facing = s.bet_chips > s.mine_chips
    if s.announced is ChipAnnounced.AMOUNT:
        if s.amount_chips is None:
            raise bad_situation("amount_chips", N_("Please state %(field)s."), rule="ADTP.44")
        wanted = s.amount_chips
    else:
        wanted = total
    if s.announced is ChipAnnounced.NOTHING and facing:
        if total < s.bet_chips:
            if not s.last_chip:
                raise bad_situation(
                    "chip_chips", N_("This is less than the bet: ask about an undercall."), rule="ADTP.51B"
                )
            weighed = Weighed(wager=Wager.ALL_IN, total_chips=total)
        else:
            weighed = Weighed(wager=Wager.CALL, total_chips=s.bet_chips)
        return _binds(weighed, bet_chips=s.bet_chips, put_chips=total, rules=("ADTP.44",))
    weighed = weigh(
        total_chips=wanted,
        bet_chips=s.bet_chips,
        raise_chips=s.raise_chips,
        raise_declared=s.announced is not ChipAnnounced.NOTHING or s.bet_chips == 0,
        available_chips=total if s.last_chip else None,
        maximum_chips=s.maximum_chips,
    )
    return _binds(weighed, bet_chips=s.bet_chips, put_chips=total, rules=("ADTP.44",))


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipleChips:
    """Several chips put forward in one motion."""

    pushed: tuple[int, ...] = chip_list(N_("Chips put forward, one by one"))
    bet_chips: int = chips(_BET_TITLE)
    raise_chips: int = chips(_RAISE_TITLE, minimum=1)
    declared: Declared = one_of(N_("Said before"), _DECLARED_TITLES, default=Declared.NOTHING)
    last_chips: bool = yes_no(N_("They are the player's last chips"), default=False)
    maximum_chips: int | None = chips(N_("Pot-limit maximum"), minimum=1, default=None)


@answers(
    MultipleChips,
    title=N_("Several chips without a word"),
    group=Group.BETTING,
    rules=("ADTP.45A", "ADTP.45B", "ADTP.61"),
)
def multiple_chips(s: MultipleChips, policies: Policies) -> Ruling:
    """Chips that are all needed are a call; otherwise the half of the minimum raise decides, or it is all-in.

    Rule: ADTP.41, ADTP.45, ADTP.45A, ADTP.45B, ADTP.61, CASES 45-a, CASES 45-b, CASES 45-c, CASES 45-d, CASES 61-a
    """
    if not s.pushed:
        raise bad_situation("pushed", N_("Please state %(field)s."), rule="ADTP.45A")
    total = sum(s.pushed)
    rules: tuple[str, ...] = ("ADTP.45B", "ADTP.43A")
    if s.declared is Declared.NOTHING and s.bet_chips:
        if total < s.bet_chips and not s.last_chips:
            raise bad_situation(
                "pushed", N_("This is less than the bet: ask about an undercall."), rule="ADTP.51B"
            )
        if total >= s.bet_chips and all_chips_needed(chips=s.pushed, bet_chips=s.bet_chips):
            call = Weighed(wager=Wager.CALL, total_chips=s.bet_chips)
            return _binds(call, bet_chips=s.bet_chips, put_chips=total, rules=("ADTP.45A",))
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
        return Ruling(
            code="all_in_declared",
            rules=("ADTP.40A", "ADTP.45A"),
            sentence=N_("All-in was declared: everything the player has is in."),
            action=Action.ALL_IN,
        )
    if s.declared is not Declared.NOTHING:
        rules = ("ADTP.43A",)
    return _binds(weighed, bet_chips=s.bet_chips, put_chips=total, rules=rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class EverythingPushed:
    """All chips went forward in one gesture, without a word."""

    stack_chips: int = chips(N_("Everything the player has, chips in front included"), minimum=1)
    smallest_chips: int = chips(N_("The smallest chip among them"), minimum=1)
    bet_chips: int = chips(_BET_TITLE)
    one_motion: bool = yes_no(N_("All went forward in one motion, and were let go"))


@answers(
    EverythingPushed,
    title=N_("All chips pushed forward in one gesture"),
    group=Group.BETTING,
    rules=("ADTP.45A", "ADTP.45B", "ADTP.42", "ADTP.57"),
)
def everything_pushed(s: EverythingPushed, policies: Policies) -> Ruling:
    """The chips are the bet: all-in, or a call where every chip is needed for it. A gesture is none by itself.

    Rule: ADTP.3, ADTP.42, ADTP.45A, ADTP.45B, ADTP.57, REGULATIONS 8.1
    """
    if s.smallest_chips > s.stack_chips:
        raise bad_situation(
            "smallest_chips", N_("One chip cannot be more than all of them."), rule="ADTP.45A"
        )
    if not s.one_motion:
        return Ruling(
            code="director_gesture",
            rules=("ADTP.57", "ADTP.3", "ADTP.1"),
            sentence=N_(
                "A gesture that is not official is the player's own risk: the director decides what it was."
            ),
            action=Action.DIRECTOR,
            choices=(
                Choice(
                    value="all_in",
                    sentence=N_("All-in for %(total)s."),
                    params={"total": s.stack_chips},
                    amount_chips=s.stack_chips,
                ),
                Choice(value="nothing", sentence=N_("It was no act: the player acts now.")),
            ),
        )
    if s.bet_chips and s.stack_chips >= s.bet_chips and s.stack_chips - s.smallest_chips < s.bet_chips:
        return _binds(
            Weighed(wager=Wager.CALL, total_chips=s.bet_chips),
            bet_chips=s.bet_chips,
            put_chips=s.stack_chips,
            rules=("ADTP.45A",),
        )
    return _binds(
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
        {
            PriorChips.UNTOUCHED: N_("Left alone"),
            PriorChips.PARTLY_PULLED: N_("Pulled some back"),
            PriorChips.FULLY_PULLED: N_("Pulled all back"),
        },
    )
    left_chips: int | None = chips(N_("Earlier chips still in front, if some were pulled back"), default=None)
    new_chips: tuple[int, ...] = chip_list(N_("New chips put in, one by one"), default=())
    bet_chips: int = chips(_BET_TITLE, minimum=1)
    raise_chips: int = chips(_RAISE_TITLE, minimum=1)
    last_chips: bool = yes_no(N_("They are the player's last chips"), default=False)


@answers(
    PriorChipsOut,
    title=N_("New chips on an earlier bet not yet pulled in"),
    group=Group.BETTING,
    rules=("ADTP.46A", "ADTP.46B", "ADTP.46C"),
)
def prior_chips(s: PriorChipsOut, policies: Policies) -> Ruling:
    """Silent new chips beside or instead of an earlier bet.

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
            raise bad_situation("new_chips", N_("Please state %(field)s."), rule="ADTP.46C")
        return Ruling(
            code="call_or_raise",
            rules=("ADTP.46B",),
            sentence=N_("Pulling chips back commits to a call or a raise: no fold."),
            action=Action.CALL_OR_RAISE,
            choices=(
                Choice(
                    value="call",
                    sentence=N_("Call %(bet)s."),
                    params={"bet": s.bet_chips},
                    amount_chips=s.bet_chips,
                ),
                _raise_choice(bet_chips=s.bet_chips, raise_chips=s.raise_chips),
            ),
        )
    if s.treatment is PriorChips.PARTLY_PULLED:
        if s.left_chips is None or not 0 < s.left_chips < prior:
            raise bad_situation("left_chips", N_("Please state %(field)s."), rule="ADTP.46C")
        beside = s.left_chips
    elif s.treatment is PriorChips.FULLY_PULLED and prior >= s.bet_chips:
        return _all_in_front(s, (*no_fold, _SAY_FIRST))
    else:
        beside = 0 if s.treatment is PriorChips.FULLY_PULLED else prior
    total = beside + sum(s.new_chips)
    if total < s.bet_chips and not s.last_chips:
        raise bad_situation(
            "new_chips", N_("This is less than the bet: ask about an undercall."), rule="ADTP.51B"
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
    return _binds(
        weighed,
        bet_chips=s.bet_chips,
        put_chips=total,
        rules=("ADTP.46C", "ADTP.43A"),
        also=(*no_fold, _SAY_FIRST),
    )


_SAY_FIRST = Note(sentence=N_("Next time the player should say what he does first."), rule="ADTP.46A")


def _all_in_front(s: PriorChipsOut, also: tuple[Note, ...]) -> Ruling:
    """The earlier chips alone cover the call, were pulled back, and new ones came: he has bet all of them (45)."""
    put = sum(s.prior_chips) + sum(s.new_chips)
    return _binds(
        weigh(total_chips=put, bet_chips=s.bet_chips, raise_chips=s.raise_chips, all_in=s.last_chips),
        bet_chips=s.bet_chips,
        put_chips=put,
        rules=("ADTP.46C", "ADTP.45B"),
        also=also,
    )


def _raise_choice(*, bet_chips: int, raise_chips: int) -> Choice:
    least = minimum_raise_to_chips(bet_chips=bet_chips, raise_chips=raise_chips)
    if bet_chips == 0:
        return Choice(
            value="bet", sentence=N_("Bet at least %(least)s."), params={"least": least}, amount_chips=least
        )
    return Choice(
        value="raise",
        sentence=N_("Raise to at least %(least)s in total."),
        params={"least": least},
        amount_chips=least,
    )


# --- 47, 48: who may raise ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """A player in the round, in the order of acting."""

    seat: int = seat(N_("Seat"))
    stack_chips: int = chips(N_("Stack at the start of the street, chips in front included"), minimum=1)
    street_chips: int = chips(N_("Blind in front"), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRow:
    """One act in turn."""

    seat: int = seat(N_("Seat"))
    act: Act = one_of(N_("Act"), _ACT_TITLES)
    to_chips: int = chips(N_("Total, for a bet or raise"), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopening:
    """A betting round so far; the question is what the next player may do."""

    limit: Limit = one_of(
        N_("Betting structure"),
        {
            Limit.NO_LIMIT: N_("No-limit"),
            Limit.POT_LIMIT: N_("Pot-limit"),
            Limit.FIXED_LIMIT: N_("Limit"),
        },
        default=Limit.NO_LIMIT,
    )
    big_blind_chips: int = chips(N_("Big blind, or in limit the bet of this street"), minimum=1)
    small_blind_chips: int = chips(N_("Pot-limit: small blind, whole even where it is dead"), default=0)
    before_flop: bool = yes_no(N_("Before the flop"), default=False)
    pot_chips: int = chips(N_("Pot from earlier streets"), default=0)
    raise_cap: int | None = count(
        N_("Limit: bets and raises allowed (none once two players are left)"), minimum=1, default=None
    )
    players: tuple[PlayerRow, ...] = rows(N_("Players in the order of acting"), PlayerRow, max_rows=12)
    acts: tuple[ActRow, ...] = rows(N_("Acts so far, in order"), ActRow, default=())


@answers(
    Reopening,
    title=N_("What may the next player do?"),
    group=Group.BETTING,
    rules=("ADTP.47A", "ADTP.47B", "ADTP.48", "ADTP.43A"),
)
def reopening(s: Reopening, policies: Policies) -> Ruling:
    """What the player now to act may do: a short all-in reopens nothing unless it adds up to a full raise.

    Rule: ADTP.43A, ADTP.47, ADTP.47A, ADTP.47B, ADTP.48, CASES 47-a, CASES 47-b
    """
    state = _played(s)
    if state.over:
        return Ruling(
            code="round_over",
            rules=("ADTP.47A",),
            sentence=N_("The betting round is over."),
            action=Action.PLAY_ON,
        )
    may = options(state)
    found = [Choice(value="fold", sentence=N_("Fold."))]
    if may.may_check:
        found.append(Choice(value="check", sentence=N_("Check.")))
    if may.call_to_chips is not None:
        found.append(
            Choice(
                value="call",
                sentence=N_("Call %(bet)s."),
                params={"bet": may.call_to_chips},
                amount_chips=may.call_to_chips,
            )
        )
    if may.raise_from_chips is not None and may.raise_to_chips is not None:
        found.append(
            Choice(
                value="raise" if state.bet_chips else "bet",
                sentence=N_("Bet or raise to at least %(least)s, at most %(most)s in total."),
                params={"least": may.raise_from_chips, "most": may.raise_to_chips},
                amount_chips=may.raise_from_chips,
            )
        )
        sentence = N_("Seat %(seat)s faces %(facing)s and may raise to at least %(least)s in total.")
    else:
        sentence = N_("Seat %(seat)s faces %(facing)s and may call or fold, but not raise.")
    return Ruling(
        code="may_raise" if may.may_raise else "may_not_raise",
        rules=("ADTP.47B" if s.limit is Limit.FIXED_LIMIT else "ADTP.47A", "ADTP.43A"),
        sentence=sentence,
        params={"seat": may.seat, "facing": may.facing_chips, "least": may.raise_from_chips or 0},
        action=Action.FREE,
        amount_chips=may.raise_from_chips,
        seats=(may.seat,),
        choices=tuple(found),
    )


def _played(s: Reopening) -> BettingRound:
    try:
        return _replayed(s)
    except Refused as no:
        if no.code == "bad_situation":
            raise
        raise Refused("bad_situation", no.sentence, rule=no.rule, field="acts", **no.params) from no


def _replayed(s: Reopening) -> BettingRound:
    if any(p.street_chips > p.stack_chips for p in s.players):
        raise bad_situation("players", N_("A blind cannot be more than the stack."))
    state = begin(
        limit=s.limit,
        players=[
            Player(seat=p.seat, stack_chips=p.stack_chips - p.street_chips, street_chips=p.street_chips)
            for p in s.players
        ],
        minimum_bet_chips=s.big_blind_chips,
        bet_chips=s.big_blind_chips if s.before_flop else 0,
        pot_chips=s.pot_chips,
        missing_blind_chips=_missing_blinds(s) if s.before_flop else 0,
        cap=s.raise_cap,
    )
    for row in s.acts:
        state = play(state, seat=row.seat, act=row.act, to_chips=row.to_chips)
    return state


def _missing_blinds(s: Reopening) -> int:
    """What the blinds in front lack of whole ones. Where no small blind was named, the big one alone is looked at."""
    posted = sorted((p.street_chips for p in s.players), reverse=True)
    big = posted[0] if posted else 0
    small = posted[1] if len(posted) > 1 else 0
    return max(0, s.big_blind_chips - big) + max(0, s.small_blind_chips - small)


# --- 49, 51, 52: wrong amounts -----------------------------------------------------------------------------------


class HowUndercalled(StrEnum):
    """How the amount below the bet came about."""

    CHIPS = "chips"
    AMOUNT_SAID = "amount_said"
    CALL_SAID = "call_said"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undercall:
    """In turn, less than the bet was put forward or named."""

    bet_chips: int = chips(N_("Bet the player faces, as a total"), minimum=1)
    put_chips: int = chips(N_("Put forward or said, as a total"))
    how: HowUndercalled = one_of(
        N_("How"),
        {
            HowUndercalled.CHIPS: N_("Chips, in silence"),
            HowUndercalled.AMOUNT_SAID: N_("Said an amount"),
            HowUndercalled.CALL_SAID: N_("Said “call” clearly"),
        },
        default=HowUndercalled.CHIPS,
    )
    heads_up_pot: bool = yes_no(N_("Only two players are in the pot"))
    opening_bet: bool = yes_no(
        N_("The bet is the opening bet of the street (before the flop: the big blind)")
    )
    further_undercalls: int = count(N_("Further undercalls behind him"), maximum=9, default=0)
    all_in: bool = yes_no(N_("It is everything the player has"), default=False)
    tiny: bool = yes_no(N_("Chips that are next to nothing beside the bet, in silence"), default=False)
    taken_for_chips: int | None = chips(
        N_("He took the bet for a smaller one, of this total"), minimum=1, default=None
    )


@answers(
    Undercall,
    title=N_("Less than the bet in turn (undercall)"),
    group=Group.BETTING,
    rules=("ADTP.51A", "ADTP.51B", "ADTP.51C", "ADTP.41"),
)
def undercall(s: Undercall, policies: Policies) -> Ruling:
    """A must-call heads-up or facing the opening bet; a clear call by policy; otherwise the director's.

    Silent chips that are tiny beside the bet are the director's whatever the bet, the full call among his choices.
    Who took the bet for a smaller one may be ruled to forfeit what that one asked and to get the rest back.

    Rule: ADTP.41, ADTP.51, ADTP.51A, ADTP.51B, ADTP.51C, CASES 51-a, CASES 51-b, CASES settled 3, REGULATIONS 11
    """
    if s.put_chips >= s.bet_chips:
        raise bad_situation("put_chips", N_("This is not less than the bet."), rule="ADTP.51B")
    if s.taken_for_chips is not None and s.taken_for_chips >= s.bet_chips:
        raise bad_situation("taken_for_chips", N_("This is not less than the bet."), rule="ADTP.51B")
    params: Params = {"bet": s.bet_chips, "put": s.put_chips}
    also: tuple[Note, ...] = ()
    if s.further_undercalls:
        also = (
            Note(
                sentence=N_(
                    "The action goes back to this first undercall; the director decides about the hands behind."
                ),
                rule="ADTP.51C",
            ),
        )
    if s.all_in:
        return Ruling(
            code="call_for_less",
            rules=("ADTP.51B",),
            sentence=N_("This is an all-in call for %(put)s."),
            params=params,
            action=Action.ALL_IN,
            amount_chips=s.put_chips,
        )
    tiny = s.tiny and s.how is HowUndercalled.CHIPS
    if tiny:
        also = (*also, Note(sentence=_PENALTY, rule="ADTP.41"))
    binding = (s.heads_up_pot or s.opening_bet) and not tiny
    by_word = s.how is HowUndercalled.CALL_SAID and policies.undercall is UnclearCall.BINDS_FULL
    if binding or by_word:
        return Ruling(
            code="full_call",
            rules=("ADTP.51B",) if binding else ("ADTP.51A",),
            sentence=N_("This is a full call: %(bet)s."),
            params=params,
            action=Action.CALL,
            amount_chips=s.bet_chips,
            also=also,
        )
    choices: tuple[Choice, ...] = (
        Choice(
            value="full_call",
            sentence=N_("Full call of %(bet)s."),
            params=params,
            amount_chips=s.bet_chips,
        ),
        Choice(
            value="forfeit_and_fold",
            sentence=N_("Forfeit the %(put)s and fold."),
            params=params,
            amount_chips=s.put_chips,
        ),
    )
    if s.taken_for_chips is not None and s.taken_for_chips < s.put_chips:
        choices = (
            *choices,
            Choice(
                value="forfeit_smaller",
                sentence=N_("Forfeit the %(smaller)s he took the bet for, get %(back)s back and fold."),
                params={"smaller": s.taken_for_chips, "back": s.put_chips - s.taken_for_chips},
                amount_chips=s.taken_for_chips,
            ),
        )
    return Ruling(
        code="director_undercall",
        rules=(
            "ADTP.51A" if s.how is HowUndercalled.CALL_SAID else "ADTP.41" if tiny else "ADTP.51B",
            "ADTP.1",
        ),
        sentence=N_(
            "The director decides: full call of %(bet)s, or the %(put)s is forfeited and the hand folded."
        ),
        params=params,
        action=Action.DIRECTOR,
        choices=choices,
        also=also,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedAction:
    """A player called after being told a wrong amount."""

    bet_chips: int = chips(N_("The bet as it really is"), minimum=1)
    told_chips: int = chips(N_("The amount he was told"))
    extraordinary: bool = yes_no(
        N_("The difference is so gross that the call would be unfair"), default=False
    )


@answers(
    AcceptedAction, title=N_("Called after a wrong count"), group=Group.BETTING, rules=("ADTP.49", "ADTP.60")
)
def accepted_action(s: AcceptedAction, policies: Policies) -> Ruling:
    """The caller accepts the correct amount whatever he was told; the director may apply rule 1.

    Rule: ADTP.49, ADTP.60
    """
    params: Params = {"bet": s.bet_chips, "told": s.told_chips}
    if s.extraordinary:
        return Ruling(
            code="director_accepted_action",
            rules=("ADTP.49", "ADTP.1"),
            sentence=N_("The caller accepts the true bet of %(bet)s, unless the director rules otherwise."),
            params=params,
            action=Action.DIRECTOR,
            choices=(
                Choice(
                    value="true_bet",
                    sentence=N_("Call of the true %(bet)s."),
                    params=params,
                    amount_chips=s.bet_chips,
                ),
                Choice(
                    value="as_told",
                    sentence=N_("Call of the %(told)s he was told."),
                    params=params,
                    amount_chips=s.told_chips,
                ),
            ),
        )
    return Ruling(
        code="accepted",
        rules=("ADTP.49",),
        sentence=N_("The call stands for the true bet of %(bet)s, whatever was said."),
        params=params,
        action=Action.CALL,
        amount_chips=s.bet_chips,
    )


class Noticed(StrEnum):
    """When an incorrect bet was noticed."""

    SAME_STREET = "same_street"
    NEXT_STREET = "next_street"
    SHOWDOWN = "showdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class IncorrectBet:
    """A bet or raise below the minimum was played on, in limit or no-limit."""

    before_chips: int = chips(N_("Bet before it, as a total (0: nobody had bet)"))
    raise_chips: int = chips(_RAISE_TITLE, minimum=1)
    to_chips: int = chips(N_("The incorrect bet or raise, as a total"), minimum=1)
    noticed: Noticed = one_of(
        N_("Noticed"),
        {
            Noticed.SAME_STREET: N_("On the same street"),
            Noticed.NEXT_STREET: N_("After the next card was dealt"),
            Noticed.SHOWDOWN: N_("After the showdown began"),
        },
    )


@answers(IncorrectBet, title=N_("A bet or raise below the minimum"), group=Group.BETTING, rules=("ADTP.52A",))
def incorrect_bet(s: IncorrectBet, policies: Policies) -> Ruling:
    """An underbet or underraise is corrected for everybody until the street ends; afterwards it stands.

    Rule: ADTP.52, ADTP.52A, CASES 52-a
    """
    least = minimum_raise_to_chips(bet_chips=s.before_chips, raise_chips=s.raise_chips)
    if not s.before_chips < s.to_chips < least:
        raise bad_situation("to_chips", N_("This is no bet or raise below the minimum."), rule="ADTP.52A")
    params: Params = {"least": least, "made": s.to_chips}
    if s.noticed is Noticed.SAME_STREET:
        return Ruling(
            code="corrected",
            rules=("ADTP.52A", "ADTP.43A"),
            sentence=N_("The bet is corrected to %(least)s for the bettor and everybody who called it."),
            params=params,
            action=Action.CORRECT,
            amount_chips=least,
        )
    return Ruling(
        code="stands",
        rules=("ADTP.52A",),
        sentence=N_("It is too late to correct: the bet of %(made)s stands."),
        params=params,
        action=Action.STANDS,
        amount_chips=s.to_chips,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BareAct:
    """An act in turn after the bet."""

    act: Act = one_of(N_("Act"), _ACT_TITLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class PotMiscount:
    """Pot-limit: the pot was bet on a wrong count."""

    made_chips: int = chips(N_("The bet made on the wrong count"), minimum=1)
    correct_chips: int = chips(N_("The bet on the correct count"), minimum=1)
    same_street: bool = yes_no(N_("Noticed on the same street"))
    acts_after: tuple[BareAct, ...] = rows(N_("Acts after the bet, in turn"), BareAct, default=())


@answers(PotMiscount, title=N_("Pot-limit: the pot was miscounted"), group=Group.BETTING, rules=("ADTP.52B",))
def pot_miscount(s: PotMiscount, policies: Policies) -> Ruling:
    """Too high is corrected throughout the street; too low only until substantial action after the bet.

    Rule: ADTP.52B, ADTP.36, CASES 52-b
    """
    if s.made_chips == s.correct_chips:
        raise bad_situation("made_chips", N_("Both counts are the same."), rule="ADTP.52B")
    params: Params = {"made": s.made_chips, "correct": s.correct_chips}
    too_high = s.made_chips > s.correct_chips
    settled = is_substantial([row.act for row in s.acts_after])
    if s.same_street and (too_high or not settled):
        return Ruling(
            code="corrected",
            rules=("ADTP.52B",),
            sentence=N_("The bet is corrected to %(correct)s for everybody."),
            params=params,
            action=Action.CORRECT,
            amount_chips=s.correct_chips,
        )
    return Ruling(
        code="stands",
        rules=("ADTP.52B", "ADTP.36") if s.same_street else ("ADTP.52B",),
        sentence=(
            N_("There has been substantial action since: the bet of %(made)s stands.")
            if s.same_street
            else N_("It is too late to correct: the bet of %(made)s stands.")
        ),
        params=params,
        action=Action.STANDS,
        amount_chips=s.made_chips,
    )


# --- 53: out of turn ---------------------------------------------------------------------------------------------


class PassedAct(StrEnum):
    """What the skipped player did when the action came back to him."""

    NOT_YET = "not_yet"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfTurn:
    """Somebody acted before his turn."""

    act: Act = one_of(N_("What was done out of turn"), _ACT_TITLES)
    to_chips: int = chips(N_("Total, for a bet or raise"), default=0)
    bet_chips: int = chips(N_("Bet at that moment, as a total (0: nobody had bet)"))
    raise_chips: int = chips(_RAISE_TITLE, minimum=1)
    all_in: bool = yes_no(N_("It is everything the player has"), default=False)
    skipped_spoke: bool = yes_no(
        N_("The skipped player spoke up before substantial action behind him"), default=True
    )
    skipped: PassedAct = one_of(
        N_("What the skipped player then did"),
        {
            PassedAct.NOT_YET: N_("Nothing yet"),
            PassedAct.FOLD: N_("Folded"),
            PassedAct.CHECK: N_("Checked"),
            PassedAct.CALL: N_("Called"),
            PassedAct.RAISE: N_("Bet or raised"),
        },
        default=PassedAct.NOT_YET,
    )
    skipped_to_chips: int = chips(N_("Total the skipped player bet or raised to"), default=0)


@answers(
    OutOfTurn, title=N_("Acting out of turn"), group=Group.BETTING, rules=("ADTP.53A", "ADTP.53B", "ADTP.58")
)
def out_of_turn(s: OutOfTurn, policies: Policies) -> Ruling:
    """The action returns to the right player; what was done binds if he does not change it. A fold stays.

    What binds is what the act would be in turn: a call without a bet is a check, a raise below the minimum is
    completed, a check facing a bet leaves calling or folding.

    Rule: ADTP.50, ADTP.53, ADTP.53A, ADTP.53B, ADTP.55, CASES 53-a
    """
    penalty = Note(sentence=_PENALTY, rule="ADTP.53A")
    _fits(s)
    if s.act in (Act.BET, Act.RAISE) and s.to_chips <= s.bet_chips:
        raise bad_situation("to_chips", N_("A bet or raise must be more than the bet."), rule="ADTP.53A")
    if s.act is Act.FOLD:
        return Ruling(
            code="fold_stays",
            rules=("ADTP.53A", "ADTP.58"),
            sentence=N_("A fold out of turn stays."),
            action=Action.FOLD,
            also=(penalty,),
        )
    upward = s.act in (Act.BET, Act.RAISE)
    least = minimum_raise_to_chips(bet_chips=s.bet_chips, raise_chips=s.raise_chips)
    bound = (s.to_chips if s.all_in else max(s.to_chips, least)) if upward else s.bet_chips
    put = s.to_chips if upward else bound
    check_facing_bet = s.act is Act.CHECK and s.bet_chips > 0
    if check_facing_bet:
        bound = put = 0
    if not s.skipped_spoke:
        return Ruling(
            code="out_of_turn_stands",
            rules=("ADTP.53B", "ADTP.36"),
            sentence=N_(
                "The skipped player did not speak in time: the action stands. The floor rules on his hand."
            ),
            action=Action.DIRECTOR,
            amount_chips=bound,
            choices=(
                Choice(value="dead", sentence=N_("The skipped hand is dead.")),
                Choice(
                    value="not_aggressive",
                    sentence=N_("The skipped player may check, call or fold, not raise."),
                ),
            ),
            also=(penalty,),
        )
    if s.skipped is PassedAct.NOT_YET:
        return Ruling(
            code="back_to_the_turn",
            rules=("ADTP.53A",),
            sentence=N_(
                "The action goes back to the skipped player. If he checks, calls or folds, what was done out of turn binds."
            ),
            action=Action.WAIT,
            amount_chips=bound,
            also=(penalty,),
        )
    if s.skipped is not PassedAct.RAISE and check_facing_bet:
        return Ruling(
            code="call_or_fold",
            rules=("ADTP.53A", "ADTP.55"),
            sentence=N_("There is a bet: the player may call %(bet)s or fold, but not raise."),
            params={"bet": s.bet_chips},
            action=Action.CALL_OR_FOLD,
            choices=(
                Choice(
                    value="call",
                    sentence=N_("Call %(bet)s."),
                    params={"bet": s.bet_chips},
                    amount_chips=s.bet_chips,
                ),
                Choice(value="fold", sentence=N_("Fold.")),
            ),
            also=(penalty,),
        )
    if s.skipped is not PassedAct.RAISE:
        turned = Action.RAISE if s.bet_chips else Action.BET
        action = turned if upward else Action.CALL if bound else Action.CHECK
        return Ruling(
            code="out_of_turn_binds",
            rules=("ADTP.53A",),
            sentence=(
                N_("The action has not changed: the %(total)s out of turn binds.")
                if bound
                else N_("The action has not changed: the check out of turn binds.")
            ),
            params={"total": bound},
            action=action,
            amount_chips=bound,
            also=(penalty,),
        )
    risen = s.skipped_to_chips - s.bet_chips
    if risen <= 0:
        raise bad_situation(
            "skipped_to_chips", N_("A bet or raise must be more than the bet."), rule="ADTP.53A"
        )
    step = max(risen, s.raise_chips)
    return Ruling(
        code="out_of_turn_released",
        rules=("ADTP.53A", "ADTP.43A"),
        sentence=(
            N_(
                "The action has changed: the chips out of turn go back and the player may call, raise or fold."
            )
            if put
            else N_("The action has changed: the player may call, raise or fold.")
        ),
        params={"total": put},
        action=Action.FREE,
        returned_chips=put,
        choices=(
            Choice(
                value="call",
                sentence=N_("Call %(bet)s."),
                params={"bet": s.skipped_to_chips},
                amount_chips=s.skipped_to_chips,
            ),
            _raise_choice(bet_chips=s.skipped_to_chips, raise_chips=step),
            Choice(value="fold", sentence=N_("Fold.")),
        ),
        also=(penalty,),
    )


def _fits(s: OutOfTurn) -> None:
    """Facts that cannot be together: a check where there is a bet, a call where there is none."""
    impossible = PassedAct.CHECK if s.bet_chips else PassedAct.CALL
    if s.skipped_spoke and s.skipped is impossible:
        raise bad_situation(
            "skipped", N_("%(field)s does not fit: look whether there was a bet."), rule="ADTP.53A"
        )


# --- 54–57, 59: the pot, wrong and unclear words -----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PotLimitMaximum:
    """Pot-limit: the largest bet or raise."""

    pot_chips: int = chips(N_("Everything in the pot, bets and blinds in front included"))
    bet_chips: int = chips(_BET_TITLE)
    mine_chips: int = chips(N_("Player's chips already in front on this street"), default=0)
    before_flop: bool = yes_no(N_("Before the flop"), default=False)
    missing_blind_chips: int = chips(N_("What dead or short blinds lack, together"), default=0)


@answers(
    PotLimitMaximum,
    title=N_("Pot-limit: how much may be bet?"),
    group=Group.BETTING,
    rules=("ADTP.54A", "ADTP.54B"),
)
def pot_limit_maximum(s: PotLimitMaximum, policies: Policies) -> Ruling:
    """Call, then raise by all that is then in the pot; before the flop both blinds count whole, dead or short ones too.

    Rule: ADTP.54A, ADTP.54B, CASES 54-a, REGULATIONS 11
    """
    if s.mine_chips > s.bet_chips:
        raise bad_situation("mine_chips", N_("The player cannot have more in front than the bet."))
    most = pot_limit_maximum_chips(
        pot_chips=s.pot_chips,
        bet_chips=s.bet_chips,
        mine_chips=s.mine_chips,
        missing_blind_chips=s.missing_blind_chips if s.before_flop else 0,
    )
    return Ruling(
        code="pot_limit_maximum",
        rules=("ADTP.54A", "ADTP.54B") if s.missing_blind_chips else ("ADTP.54A",),
        sentence=N_("The largest bet or raise is %(most)s in total."),
        params={"most": most},
        action=Action.RAISE if s.bet_chips else Action.BET,
        amount_chips=most,
    )


class PotWords(StrEnum):
    """What was said about the pot."""

    ASKED = "asked"
    BET_THE_POT = "bet_the_pot"


@dataclass(frozen=True, slots=True, kw_only=True)
class PotMentioned:
    """A player asks for the size of the pot, or says he bets the pot."""

    words: PotWords = one_of(
        N_("What was said"),
        {PotWords.ASKED: N_("How much is in the pot?"), PotWords.BET_THE_POT: N_("I bet the pot")},
    )
    limit: Limit = one_of(
        N_("Betting structure"),
        {
            Limit.NO_LIMIT: N_("No-limit"),
            Limit.POT_LIMIT: N_("Pot-limit"),
            Limit.FIXED_LIMIT: N_("Limit"),
        },
    )
    bet_chips: int = chips(_BET_TITLE)
    raise_chips: int = chips(_RAISE_TITLE, minimum=1)


@answers(
    PotMentioned,
    title=N_("“How much is the pot?”, “I bet the pot”"),
    group=Group.BETTING,
    rules=("ADTP.54A", "ADTP.54C"),
)
def pot_mentioned(s: PotMentioned, policies: Policies) -> Ruling:
    """The pot is counted in pot-limit only; betting the pot in no-limit commits to a lawful bet or raise.

    Rule: ADTP.54, ADTP.54A, ADTP.54C
    """
    if s.words is PotWords.ASKED:
        told = s.limit is Limit.POT_LIMIT
        return Ruling(
            code="pot_told" if told else "pot_not_told",
            rules=("ADTP.54A",),
            sentence=(
                N_("In pot-limit the player is told the size of the pot.")
                if told
                else N_("The pot is not counted outside pot-limit; the player may look at the chips.")
            ),
            action=Action.YES if told else Action.NO,
        )
    if s.limit is Limit.POT_LIMIT:
        return Ruling(
            code="pot_bet",
            rules=("ADTP.3", "ADTP.54A"),
            sentence=N_("In pot-limit this is a bet or raise of the pot: ask how much may be bet."),
            action=Action.RAISE if s.bet_chips else Action.BET,
        )
    choice = _raise_choice(bet_chips=s.bet_chips, raise_chips=s.raise_chips)
    return Ruling(
        code="commits_to_raise" if s.bet_chips else "commits_to_bet",
        rules=("ADTP.54C",),
        sentence=N_(
            "This is no valid bet here, but it commits the player to a lawful one of at least %(least)s in total."
        ),
        params={"least": choice.amount_chips or 0},
        action=Action.RAISE if s.bet_chips else Action.BET,
        amount_chips=choice.amount_chips,
        also=(Note(sentence=_PENALTY, rule="ADTP.54C"),),
    )


class Said(StrEnum):
    """Words that do not fit the situation."""

    CALL = "call"
    RAISE = "raise"
    CHECK = "check"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidDeclaration:
    """Words that cannot be acted on as they stand."""

    said: Said = one_of(
        N_("What was said"), {Said.CALL: N_("Call"), Said.RAISE: N_("Raise"), Said.CHECK: N_("Check")}
    )
    bet_chips: int = chips(_BET_TITLE)
    minimum_bet_chips: int = chips(N_("Minimum bet"), minimum=1)


@answers(
    InvalidDeclaration,
    title=N_("A declaration that does not fit"),
    group=Group.BETTING,
    rules=("ADTP.55", "ADTP.55A", "ADTP.55B"),
)
def invalid_declaration(s: InvalidDeclaration, policies: Policies) -> Ruling:
    """Without a bet a call is a check and a raise at least the minimum bet; a check facing a bet may not raise.

    Rule: ADTP.55, ADTP.55A, ADTP.55B, CASES 55-a
    """
    if s.bet_chips == 0 and s.said is Said.CALL:
        return Ruling(
            code="check",
            rules=("ADTP.55A",),
            sentence=N_("Nobody has bet: this is a check."),
            action=Action.CHECK,
        )
    if s.bet_chips == 0 and s.said is Said.RAISE:
        return Ruling(
            code="minimum_bet",
            rules=("ADTP.55B",),
            sentence=N_("Nobody has bet: the player must bet at least %(least)s."),
            params={"least": s.minimum_bet_chips},
            action=Action.BET,
            amount_chips=s.minimum_bet_chips,
        )
    if s.bet_chips and s.said is Said.CHECK:
        return Ruling(
            code="call_or_fold",
            rules=("ADTP.55",),
            sentence=N_("There is a bet: the player may call %(bet)s or fold, but not raise."),
            params={"bet": s.bet_chips},
            action=Action.CALL_OR_FOLD,
            choices=(
                Choice(
                    value="call",
                    sentence=N_("Call %(bet)s."),
                    params={"bet": s.bet_chips},
                    amount_chips=s.bet_chips,
                ),
                Choice(value="fold", sentence=N_("Fold.")),
            ),
        )
    raise bad_situation("said", N_("These words fit the situation: nothing to rule on."), rule="ADTP.55")


@dataclass(frozen=True, slots=True, kw_only=True)
class StringBet:
    """Chips went in in more than one motion."""

    first_motion: tuple[int, ...] = chip_list(N_("Chips of the first motion, one by one"))
    said_amount_chips: int | None = chips(N_("Amount said before, as a total"), minimum=1, default=None)
    raise_declared: bool = yes_no(N_("A raise was declared before"), default=False)
    bet_chips: int = chips(_BET_TITLE)
    raise_chips: int = chips(_RAISE_TITLE, minimum=1)


@answers(
    StringBet,
    title=N_("Chips in several motions (string bet)"),
    group=Group.BETTING,
    rules=("ADTP.56", "ADTP.42"),
)
def string_bet(s: StringBet, policies: Policies) -> Ruling:
    """Without an amount said before, only the first motion counts.

    Rule: ADTP.42, ADTP.56
    """
    if s.said_amount_chips is not None:
        weighed = weigh(
            total_chips=s.said_amount_chips,
            bet_chips=s.bet_chips,
            raise_chips=s.raise_chips,
            raise_declared=s.raise_declared,
        )
        return _binds(weighed, bet_chips=s.bet_chips, put_chips=0, rules=("ADTP.42", "ADTP.43B"))
    if not s.first_motion:
        raise bad_situation("first_motion", N_("Please state %(field)s."), rule="ADTP.56")
    total = sum(s.first_motion)
    note = (Note(sentence=N_("The chips of the later motions go back."), rule="ADTP.56"),)
    silent_call = (
        not s.raise_declared
        and s.bet_chips > 0
        and total >= s.bet_chips
        and (len(s.first_motion) == 1 or all_chips_needed(chips=s.first_motion, bet_chips=s.bet_chips))
    )
    weighed = (
        Weighed(wager=Wager.CALL, total_chips=s.bet_chips)
        if silent_call
        else weigh(
            total_chips=total,
            bet_chips=s.bet_chips,
            raise_chips=s.raise_chips,
            raise_declared=s.raise_declared,
        )
    )
    return _binds(weighed, bet_chips=s.bet_chips, put_chips=total, rules=("ADTP.56",), also=note)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearAmount:
    """An amount with several reasonable meanings: “five”."""

    spoken: int = count(N_("Number said"), minimum=1, maximum=999_999)
    minimum_chips: int = chips(N_("Smallest lawful bet or raise, as a total"), minimum=1)
    pot_chips: int = chips(N_("Pot before the bet, bets in front included"))
    available_chips: int | None = chips(
        N_("All the player has, chips in front included"), minimum=1, default=None
    )


@answers(
    UnclearAmount, title=N_("An amount that can mean several things"), group=Group.BETTING, rules=("ADTP.57",)
)
def unclear_amount(s: UnclearAmount, policies: Policies) -> Ruling:
    """The largest reasonable meaning that is not more than the pot.

    Reasonable is the number said with any zeros behind it that is a lawful total and within the stack. None
    within the pot: the director decides.

    Rule: ADTP.57, CASES 57-a, CASES settled 5
    """
    meanings = _meanings(s)
    within = [m for m in meanings if m <= s.pot_chips]
    if within:
        return Ruling(
            code="largest_within_pot",
            rules=("ADTP.57",),
            sentence=N_("The bet is %(total)s, the largest reasonable amount within the pot."),
            params={"total": within[-1], "pot": s.pot_chips},
            action=Action.BET,
            amount_chips=within[-1],
        )
    return Ruling(
        code="director_unclear_amount",
        rules=("ADTP.57", "ADTP.1"),
        sentence=N_("No reasonable meaning lies within the pot: the director decides what was bet."),
        action=Action.DIRECTOR,
        choices=tuple(
            Choice(value=str(m), sentence=N_("Bet of %(total)s."), params={"total": m}, amount_chips=m)
            for m in meanings[:3] or (min(s.minimum_chips, s.available_chips or s.minimum_chips),)
        ),
    )


def _meanings(s: UnclearAmount) -> Sequence[int]:
    most = s.available_chips if s.available_chips is not None else max(s.pot_chips, s.minimum_chips) * 10
    found = []
    amount = s.spoken
    while amount <= most:
        if amount >= s.minimum_chips:
            found.append(amount)
        amount *= 10
    return found


class EarlyWords(StrEnum):
    """Statements about acts to come, and calls of amounts not yet known."""

    CONDITIONAL = "conditional"
    CALLED_UNKNOWN = "called_unknown"
    FOLDED_UNKNOWN = "folded_unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyDeclaration:
    """“If you bet, I raise”, or a call or fold before the amount was known."""

    what: EarlyWords = one_of(
        N_("What happened"),
        {
            EarlyWords.CONDITIONAL: N_("Said what he would do if …"),
            EarlyWords.CALLED_UNKNOWN: N_("Called a bet before its amount was known"),
            EarlyWords.FOLDED_UNKNOWN: N_("Folded before the amount of the bet or raise was known"),
        },
    )


@answers(
    EarlyDeclaration,
    title=N_("Conditional or premature declaration"),
    group=Group.BETTING,
    rules=("ADTP.59A", "ADTP.59B", "ADTP.50B"),
)
def early_declaration(s: EarlyDeclaration, policies: Policies) -> Ruling:
    """Conditional words may be made binding, a caller may owe any amount: both are the director's. A fold is bound.

    Rule: ADTP.59, ADTP.59A, ADTP.59B, ADTP.50B, REGULATIONS 11
    """
    if s.what is EarlyWords.FOLDED_UNKNOWN:
        return Ruling(
            code="early_fold_stands",
            rules=("ADTP.50B", "ADTP.58"),
            sentence=N_("The fold is bound, whatever the amount turns out to be."),
            action=Action.FOLD,
            also=(
                Note(
                    sentence=N_("Next time wait until the amount is said; a penalty may follow."),
                    rule="ADTP.50B",
                ),
            ),
        )
    if s.what is EarlyWords.CONDITIONAL:
        return Ruling(
            code="director_conditional",
            rules=("ADTP.59A",),
            sentence=N_("Conditional words are non-standard: the director decides whether they bind."),
            action=Action.DIRECTOR,
            choices=(
                Choice(value="binds", sentence=N_("The words bind.")),
                Choice(value="free", sentence=N_("The player acts freely in turn.")),
            ),
            also=(Note(sentence=_PENALTY, rule="ADTP.59A"),),
        )
    return Ruling(
        code="director_unknown_amount",
        rules=("ADTP.59B", "ADTP.50B"),
        sentence=N_("The director sets the bet as best he can and may hold the caller to any amount."),
        action=Action.DIRECTOR,
        choices=(
            Choice(value="call_any", sentence=N_("The caller pays the bet, whatever it is.")),
            Choice(value="free", sentence=N_("The caller may act again once the amount is known.")),
        ),
    )
