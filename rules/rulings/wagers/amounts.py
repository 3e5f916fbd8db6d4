"""Words and amounts: what a bet or raise of a stated size comes to. Totals are what stands in front of the player
on this street.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.betting import Act, Wager, Weighed, minimum_raise_to_chips, weigh
from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome, Params
from rules.rulings.situation import Group, answers, bad_situation, chips, one_of, rows, yes_no

BET_TITLE = N_("Bet the player faces, as a total (0: nobody has bet)")


RAISE_TITLE = N_("Last full bet or raise (nobody has bet: the minimum bet)")


PENALTY = N_("A penalty may follow.")


ACT_TITLES = {
    Act.FOLD: N_("Fold"),
    Act.CHECK: N_("Check"),
    Act.CALL: N_("Call"),
    Act.BET: N_("Bet"),
    Act.RAISE: N_("Raise"),
}


def binds(
    weighed: Weighed,
    *,
    bet_chips: int,
    put_chips: int,
    rules: tuple[str, ...],
    also: tuple[Note, ...] = (),
) -> Answer:
    """Return the ruling that a weighed amount comes to. put_chips: what lies in front now, for what goes back."""
    total = weighed.total_chips
    back = max(0, put_chips - total)
    params: Params = {"total": total, "put": put_chips, "bet": bet_chips, "back": back}
    if weighed.wager is Wager.UNDERCALL:
        raise bad_situation(
            "bet_chips", sentence=N_("This is less than the bet: ask about an undercall."), rule="ADTP.51B"
        )
    if weighed.wager is Wager.CALL:
        sentence = (
            N_("This is a call of %(bet)s; %(back)s goes back.") if back else N_("This is a call of %(bet)s.")
        )
        return Answer(
            code="call",
            rules=rules,
            sentence=sentence,
            params=params,
            action=Outcome.CALL,
            amount_chips=total,
            returned_chips=back,
            also=also,
        )
    if weighed.wager is Wager.ALL_IN:
        return Answer(
            code="all_in",
            rules=rules,
            sentence=N_("This is all-in for %(total)s."),
            params=params,
            action=Outcome.ALL_IN,
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
    return Answer(
        code=weighed.wager.value,
        rules=rules,
        sentence=sentence,
        params=params,
        action=Outcome.BET if weighed.wager is Wager.BET else Outcome.RAISE,
        amount_chips=total,
        returned_chips=back,
        also=also,
    )


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
        titles={
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
    bet_chips: int = chips(BET_TITLE)
    raise_chips: int = chips(RAISE_TITLE, minimum=1)
    raise_declared: bool = yes_no(N_("A raise was declared"), default=False)
    call_declared: bool = yes_no(N_("A call was declared"), default=False)
    one_chip: bool = yes_no(N_("It was one single chip"), default=False)


@answers(
    VerbalOrChips,
    title=N_("Words against chips: which counts?"),
    group=Group.BETTING,
    rules=("ADTP.40A", "ADTP.40B", "ADTP.40C"),
)
def verbal_or_chips(s: VerbalOrChips, policies: Policies) -> Answer:
    """Answer: which of words and chips binds, and to what. A spoken amount is the same as that amount in chips.

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
            raise bad_situation(missing, sentence=N_("Please state %(field)s."), rule="ADTP.40A")
        found = (
            OpenChoice(
                value="words",
                sentence=N_("The words count: %(total)s."),
                params={"total": s.said_chips},
                amount_chips=s.said_chips,
            ),
            OpenChoice(
                value="chips",
                sentence=N_("The chips count: %(total)s."),
                params={"total": s.put_chips},
                amount_chips=s.put_chips,
            ),
        )
        return Answer(
            code="director_words_or_chips",
            rules=("ADTP.40A", "ADTP.1"),
            sentence=N_("Words and chips contradict each other: the director decides what was bet."),
            action=Outcome.DIRECTOR,
            choices=found,
        )
    if words and s.call_declared and s.bet_chips and s.said_chips is None and not raise_declared:
        return binds(
            Weighed(wager=Wager.CALL, total_chips=s.bet_chips),
            bet_chips=s.bet_chips,
            put_chips=s.put_chips or 0,
            rules=("ADTP.40B", "ADTP.41"),
        )
    if amount is None:
        raise bad_situation(
            "said_chips" if words else "put_chips", sentence=N_("Please state %(field)s."), rule="ADTP.40A"
        )
    if not words and s.one_chip and not raise_declared and amount >= s.bet_chips > 0:
        return binds(
            Weighed(wager=Wager.CALL, total_chips=s.bet_chips),
            bet_chips=s.bet_chips,
            put_chips=amount,
            rules=("ADTP.40A", "ADTP.44"),
        )
    silent = not words and not raise_declared and amount > s.bet_chips > 0
    return binds(
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
    bet_chips: int = chips(BET_TITLE)
    raise_chips: int = chips(RAISE_TITLE, minimum=1)
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
def raise_amount(s: RaiseAmount, policies: Policies) -> Answer:
    """Answer: what a total binds to: the half of the minimum raise decides between call and completed raise.

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
    return binds(
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
        N_("Bets and raises on this street, as totals, in order"), row=WagerRow, default=()
    )


@answers(MinimumRaise, title=N_("How much is the minimum raise?"), group=Group.BETTING, rules=("ADTP.43A",))
def minimum_raise(s: MinimumRaise, policies: Policies) -> Answer:
    """Answer: the smallest total that bets or raises next. An all-in below a full raise moves the bet, not the raise.

    Rule: ADTP.43A, ADTP.47A, CASES 43-a, CASES 43-b
    """
    bet = s.big_blind_chips if s.before_flop else 0
    step = s.big_blind_chips
    for wager in s.wagers:
        if wager.to_chips <= bet:
            raise bad_situation(
                "wagers", sentence=N_("Each bet or raise must be more than the one before."), rule="ADTP.43A"
            )
        step = max(step, wager.to_chips - bet)
        bet = wager.to_chips
    least = minimum_raise_to_chips(bet_chips=bet, raise_chips=step)
    if bet == 0:
        return Answer(
            code="minimum_bet",
            rules=("ADTP.43A",),
            sentence=N_("A bet must be at least %(least)s."),
            params={"least": least},
            action=Outcome.BET,
            amount_chips=least,
        )
    return Answer(
        code="minimum_raise",
        rules=("ADTP.43A",),
        sentence=N_("A raise must be to at least %(least)s in total: the bet of %(bet)s and %(step)s more."),
        params={"least": least, "bet": bet, "step": step},
        action=Outcome.RAISE,
        amount_chips=least,
    )


def raise_choice(*, bet_chips: int, raise_chips: int) -> OpenChoice:
    least = minimum_raise_to_chips(bet_chips=bet_chips, raise_chips=raise_chips)
    if bet_chips == 0:
        return OpenChoice(
            value="bet", sentence=N_("Bet at least %(least)s."), params={"least": least}, amount_chips=least
        )
    return OpenChoice(
        value="raise",
        sentence=N_("Raise to at least %(least)s in total."),
        params={"least": least},
        amount_chips=least,
    )
