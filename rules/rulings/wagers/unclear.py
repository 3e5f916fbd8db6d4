"""The pot, wrong and unclear words: what they are taken to mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.betting import Limit, Wager, Weighed, all_chips_needed, pot_limit_maximum_chips, weigh
from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, bad_situation, chip_list, chips, count, one_of, yes_no
from rules.rulings.wagers.amounts import BET_TITLE, PENALTY, RAISE_TITLE, binds, raise_choice


@dataclass(frozen=True, slots=True, kw_only=True)
class PotLimitMaximum:
    """Pot-limit: the largest bet or raise."""

    pot_chips: int = chips(N_("Everything in the pot, bets and blinds in front included"))
    bet_chips: int = chips(BET_TITLE)
    mine_chips: int = chips(N_("Player's chips already in front on this street"), default=0)
    before_flop: bool = yes_no(N_("Before the flop"), default=False)
    missing_blind_chips: int = chips(N_("What dead or short blinds lack, together"), default=0)


@answers(
    PotLimitMaximum,
    title=N_("Pot-limit: how much may be bet?"),
    group=Group.BETTING,
    rules=("ADTP.54A", "ADTP.54B"),
)
def pot_limit_maximum(s: PotLimitMaximum, policies: Policies) -> Answer:
    """Answer: call, then raise by all that is then in the pot; before the flop both blinds count whole, dead or short
    ones too.

    Rule: ADTP.54A, ADTP.54B, CASES 54-a, REGULATIONS 11
    """
    if s.mine_chips > s.bet_chips:
        raise bad_situation("mine_chips", sentence=N_("The player cannot have more in front than the bet."))
    most = pot_limit_maximum_chips(
        pot_chips=s.pot_chips,
        bet_chips=s.bet_chips,
        mine_chips=s.mine_chips,
        missing_blind_chips=s.missing_blind_chips if s.before_flop else 0,
    )
    return Answer(
        code="pot_limit_maximum",
        rules=("ADTP.54A", "ADTP.54B") if s.missing_blind_chips else ("ADTP.54A",),
        sentence=N_("The largest bet or raise is %(most)s in total."),
        params={"most": most},
        action=Outcome.RAISE if s.bet_chips else Outcome.BET,
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
        titles={PotWords.ASKED: N_("How much is in the pot?"), PotWords.BET_THE_POT: N_("I bet the pot")},
    )
    limit: Limit = one_of(
        N_("Betting structure"),
        titles={
            Limit.NO_LIMIT: N_("No-limit"),
            Limit.POT_LIMIT: N_("Pot-limit"),
            Limit.FIXED_LIMIT: N_("Limit"),
        },
    )
    bet_chips: int = chips(BET_TITLE)
    raise_chips: int = chips(RAISE_TITLE, minimum=1)


@answers(
    PotMentioned,
    title=N_("“How much is the pot?”, “I bet the pot”"),
    group=Group.BETTING,
    rules=("ADTP.54A", "ADTP.54C"),
)
def pot_mentioned(s: PotMentioned, policies: Policies) -> Answer:
    """Answer: the pot is counted in pot-limit only; betting the pot in no-limit commits to a lawful bet or raise.

    Rule: ADTP.54, ADTP.54A, ADTP.54C
    """
    if s.words is PotWords.ASKED:
        pot_limit = s.limit is Limit.POT_LIMIT
        return Answer(
            code="pot_told" if pot_limit else "pot_not_told",
            rules=("ADTP.54A",),
            sentence=(
                N_("In pot-limit the player is told the size of the pot.")
                if pot_limit
                else N_("The pot is not counted outside pot-limit; the player may look at the chips.")
            ),
            action=Outcome.YES if pot_limit else Outcome.NO,
        )
    if s.limit is Limit.POT_LIMIT:
        return Answer(
            code="pot_bet",
            rules=("ADTP.3", "ADTP.54A"),
            sentence=N_("In pot-limit this is a bet or raise of the pot: ask how much may be bet."),
            action=Outcome.RAISE if s.bet_chips else Outcome.BET,
        )
    choice = raise_choice(bet_chips=s.bet_chips, raise_chips=s.raise_chips)
    return Answer(
        code="commits_to_raise" if s.bet_chips else "commits_to_bet",
        rules=("ADTP.54C",),
        sentence=N_(
            "This is no valid bet here, but it commits the player to a lawful one of at least %(least)s in total."
        ),
        params={"least": choice.amount_chips or 0},
        action=Outcome.RAISE if s.bet_chips else Outcome.BET,
        amount_chips=choice.amount_chips,
        also=(Note(sentence=PENALTY, rule="ADTP.54C"),),
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
        N_("What was said"), titles={Said.CALL: N_("Call"), Said.RAISE: N_("Raise"), Said.CHECK: N_("Check")}
    )
    bet_chips: int = chips(BET_TITLE)
    minimum_bet_chips: int = chips(N_("Minimum bet"), minimum=1)


@answers(
    InvalidDeclaration,
    title=N_("A declaration that does not fit"),
    group=Group.BETTING,
    rules=("ADTP.55", "ADTP.55A", "ADTP.55B"),
)
def invalid_declaration(s: InvalidDeclaration, policies: Policies) -> Answer:
    """Answer: without a bet a call is a check and a raise at least the minimum bet; a check facing a bet may not
    raise.

    Rule: ADTP.55, ADTP.55A, ADTP.55B, CASES 55-a
    """
    if s.bet_chips == 0 and s.said is Said.CALL:
        return Answer(
            code="check",
            rules=("ADTP.55A",),
            sentence=N_("Nobody has bet: this is a check."),
            action=Outcome.CHECK,
        )
    if s.bet_chips == 0 and s.said is Said.RAISE:
        return Answer(
            code="minimum_bet",
            rules=("ADTP.55B",),
            sentence=N_("Nobody has bet: the player must bet at least %(least)s."),
            params={"least": s.minimum_bet_chips},
            action=Outcome.BET,
            amount_chips=s.minimum_bet_chips,
        )
    if s.bet_chips and s.said is Said.CHECK:
        return Answer(
            code="call_or_fold",
            rules=("ADTP.55",),
            sentence=N_("There is a bet: the player may call %(bet)s or fold, but not raise."),
            params={"bet": s.bet_chips},
            action=Outcome.CALL_OR_FOLD,
            choices=(
                OpenChoice(
                    value="call",
                    sentence=N_("Call %(bet)s."),
                    params={"bet": s.bet_chips},
                    amount_chips=s.bet_chips,
                ),
                OpenChoice(value="fold", sentence=N_("Fold.")),
            ),
        )
    raise bad_situation(
        "said", sentence=N_("These words fit the situation: nothing to rule on."), rule="ADTP.55"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StringBet:
    """Chips went in in more than one motion."""

    first_motion: tuple[int, ...] = chip_list(N_("Chips of the first motion, one by one"))
    said_amount_chips: int | None = chips(N_("Amount said before, as a total"), minimum=1, default=None)
    raise_declared: bool = yes_no(N_("A raise was declared before"), default=False)
    bet_chips: int = chips(BET_TITLE)
    raise_chips: int = chips(RAISE_TITLE, minimum=1)


@answers(
    StringBet,
    title=N_("Chips in several motions (string bet)"),
    group=Group.BETTING,
    rules=("ADTP.56", "ADTP.42"),
)
def string_bet(s: StringBet, policies: Policies) -> Answer:
    """Answer: without an amount said before, only the first motion counts.

    Rule: ADTP.42, ADTP.56
    """
    if s.said_amount_chips is not None:
        weighed = weigh(
            total_chips=s.said_amount_chips,
            bet_chips=s.bet_chips,
            raise_chips=s.raise_chips,
            raise_declared=s.raise_declared,
        )
        return binds(weighed, bet_chips=s.bet_chips, put_chips=0, rules=("ADTP.42", "ADTP.43B"))
    if not s.first_motion:
        raise bad_situation("first_motion", sentence=N_("Please state %(field)s."), rule="ADTP.56")
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
    return binds(weighed, bet_chips=s.bet_chips, put_chips=total, rules=("ADTP.56",), also=note)


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
def unclear_amount(s: UnclearAmount, policies: Policies) -> Answer:
    """Answer: the largest reasonable meaning that is not more than the pot.

    Reasonable is the number said with any zeros behind it that is a lawful total and within the stack. None
    within the pot: the director decides.

    Rule: ADTP.57, CASES 57-a, CASES settled 5
    """
    meanings = _meanings(s)
    within = [m for m in meanings if m <= s.pot_chips]
    if within:
        return Answer(
            code="largest_within_pot",
            rules=("ADTP.57",),
            sentence=N_("The bet is %(total)s, the largest reasonable amount within the pot."),
            params={"total": within[-1], "pot": s.pot_chips},
            action=Outcome.BET,
            amount_chips=within[-1],
        )
    return Answer(
        code="director_unclear_amount",
        rules=("ADTP.57", "ADTP.1"),
        sentence=N_("No reasonable meaning lies within the pot: the director decides what was bet."),
        action=Outcome.DIRECTOR,
        choices=tuple(
            OpenChoice(value=str(m), sentence=N_("Bet of %(total)s."), params={"total": m}, amount_chips=m)
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
        titles={
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
def early_declaration(s: EarlyDeclaration, policies: Policies) -> Answer:
    """Answer: conditional words may be made binding, a caller may owe any amount: both are the director's. A fold is
    bound.

    Rule: ADTP.59, ADTP.59A, ADTP.59B, ADTP.50B, REGULATIONS 11
    """
    if s.what is EarlyWords.FOLDED_UNKNOWN:
        return Answer(
            code="early_fold_stands",
            rules=("ADTP.50B", "ADTP.58"),
            sentence=N_("The fold is bound, whatever the amount turns out to be."),
            action=Outcome.FOLD,
            also=(
                Note(
                    sentence=N_("Next time wait until the amount is said; a penalty may follow."),
                    rule="ADTP.50B",
                ),
            ),
        )
    if s.what is EarlyWords.CONDITIONAL:
        return Answer(
            code="director_conditional",
            rules=("ADTP.59A",),
            sentence=N_("Conditional words are non-standard: the director decides whether they bind."),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(value="binds", sentence=N_("The words bind.")),
                OpenChoice(value="free", sentence=N_("The player acts freely in turn.")),
            ),
            also=(Note(sentence=PENALTY, rule="ADTP.59A"),),
        )
    return Answer(
        code="director_unknown_amount",
        rules=("ADTP.59B", "ADTP.50B"),
        sentence=N_("The director sets the bet as best he can and may hold the caller to any amount."),
        action=Outcome.DIRECTOR,
        choices=(
            OpenChoice(value="call_any", sentence=N_("The caller pays the bet, whatever it is.")),
            OpenChoice(value="free", sentence=N_("The caller may act again once the amount is known.")),
        ),
    )
