"""Wrong amounts: undercalls, accepted actions, bets below the minimum, a pot that was miscounted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.betting import Act, is_substantial, minimum_raise_to_chips
from rules.policies import Policies, UnclearCall
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome, Params
from rules.rulings.situation import Group, answers, bad_situation, chips, count, one_of, rows, yes_no
from rules.rulings.wagers.amounts import ACT_TITLES, PENALTY, RAISE_TITLE


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
        titles={
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
def undercall(s: Undercall, policies: Policies) -> Answer:
    """Answer: a must-call heads-up or facing the opening bet; a clear call by policy; otherwise the director's.

    Silent chips that are tiny beside the bet are the director's whatever the bet, the full call among his choices.
    Who took the bet for a smaller one may be ruled to forfeit what that one asked and to get the rest back.

    Rule: ADTP.41, ADTP.51, ADTP.51A, ADTP.51B, ADTP.51C, CASES 51-a, CASES 51-b, CASES settled 3, REGULATIONS 11
    """
    if s.put_chips >= s.bet_chips:
        raise bad_situation("put_chips", sentence=N_("This is not less than the bet."), rule="ADTP.51B")
    if s.taken_for_chips is not None and s.taken_for_chips >= s.bet_chips:
        raise bad_situation("taken_for_chips", sentence=N_("This is not less than the bet."), rule="ADTP.51B")
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
        return Answer(
            code="call_for_less",
            rules=("ADTP.51B",),
            sentence=N_("This is an all-in call for %(put)s."),
            params=params,
            action=Outcome.ALL_IN,
            amount_chips=s.put_chips,
        )
    tiny = s.tiny and s.how is HowUndercalled.CHIPS
    if tiny:
        also = (*also, Note(sentence=PENALTY, rule="ADTP.41"))
    binding = (s.heads_up_pot or s.opening_bet) and not tiny
    by_word = s.how is HowUndercalled.CALL_SAID and policies.undercall is UnclearCall.BINDS_FULL
    if binding or by_word:
        return Answer(
            code="full_call",
            rules=("ADTP.51B",) if binding else ("ADTP.51A",),
            sentence=N_("This is a full call: %(bet)s."),
            params=params,
            action=Outcome.CALL,
            amount_chips=s.bet_chips,
            also=also,
        )
    choices: tuple[OpenChoice, ...] = (
        OpenChoice(
            value="full_call",
            sentence=N_("Full call of %(bet)s."),
            params=params,
            amount_chips=s.bet_chips,
        ),
        OpenChoice(
            value="forfeit_and_fold",
            sentence=N_("Forfeit the %(put)s and fold."),
            params=params,
            amount_chips=s.put_chips,
        ),
    )
    if s.taken_for_chips is not None and s.taken_for_chips < s.put_chips:
        choices = (
            *choices,
            OpenChoice(
                value="forfeit_smaller",
                sentence=N_("Forfeit the %(smaller)s he took the bet for, get %(back)s back and fold."),
                params={"smaller": s.taken_for_chips, "back": s.put_chips - s.taken_for_chips},
                amount_chips=s.taken_for_chips,
            ),
        )
    return Answer(
        code="director_undercall",
        rules=(
            "ADTP.51A" if s.how is HowUndercalled.CALL_SAID else "ADTP.41" if tiny else "ADTP.51B",
            "ADTP.1",
        ),
        sentence=N_(
            "The director decides: full call of %(bet)s, or the %(put)s is forfeited and the hand folded."
        ),
        params=params,
        action=Outcome.DIRECTOR,
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
def accepted_action(s: AcceptedAction, policies: Policies) -> Answer:
    """Answer: the caller accepts the correct amount whatever he was told; the director may apply rule 1.

    Rule: ADTP.49, ADTP.60
    """
    params: Params = {"bet": s.bet_chips, "told": s.told_chips}
    if s.extraordinary:
        return Answer(
            code="director_accepted_action",
            rules=("ADTP.49", "ADTP.1"),
            sentence=N_("The caller accepts the true bet of %(bet)s, unless the director rules otherwise."),
            params=params,
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(
                    value="true_bet",
                    sentence=N_("Call of the true %(bet)s."),
                    params=params,
                    amount_chips=s.bet_chips,
                ),
                OpenChoice(
                    value="as_told",
                    sentence=N_("Call of the %(told)s he was told."),
                    params=params,
                    amount_chips=s.told_chips,
                ),
            ),
        )
    return Answer(
        code="accepted",
        rules=("ADTP.49",),
        sentence=N_("The call stands for the true bet of %(bet)s, whatever was said."),
        params=params,
        action=Outcome.CALL,
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
    raise_chips: int = chips(RAISE_TITLE, minimum=1)
    to_chips: int = chips(N_("The incorrect bet or raise, as a total"), minimum=1)
    noticed: Noticed = one_of(
        N_("Noticed"),
        titles={
            Noticed.SAME_STREET: N_("On the same street"),
            Noticed.NEXT_STREET: N_("After the next card was dealt"),
            Noticed.SHOWDOWN: N_("After the showdown began"),
        },
    )


@answers(IncorrectBet, title=N_("A bet or raise below the minimum"), group=Group.BETTING, rules=("ADTP.52A",))
def incorrect_bet(s: IncorrectBet, policies: Policies) -> Answer:
    """Answer: an underbet or underraise is corrected for everybody until the street ends; afterwards it stands.

    Rule: ADTP.52, ADTP.52A, CASES 52-a
    """
    least = minimum_raise_to_chips(bet_chips=s.before_chips, raise_chips=s.raise_chips)
    if not s.before_chips < s.to_chips < least:
        raise bad_situation(
            "to_chips", sentence=N_("This is no bet or raise below the minimum."), rule="ADTP.52A"
        )
    params: Params = {"least": least, "made": s.to_chips}
    if s.noticed is Noticed.SAME_STREET:
        return Answer(
            code="corrected",
            rules=("ADTP.52A", "ADTP.43A"),
            sentence=N_("The bet is corrected to %(least)s for the bettor and everybody who called it."),
            params=params,
            action=Outcome.CORRECT,
            amount_chips=least,
        )
    return Answer(
        code="stands",
        rules=("ADTP.52A",),
        sentence=N_("It is too late to correct: the bet of %(made)s stands."),
        params=params,
        action=Outcome.STANDS,
        amount_chips=s.to_chips,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BareAct:
    """An act in turn after the bet."""

    act: Act = one_of(N_("Action"), titles=ACT_TITLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class PotMiscount:
    """Pot-limit: the pot was bet on a wrong count."""

    made_chips: int = chips(N_("The bet made on the wrong count"), minimum=1)
    correct_chips: int = chips(N_("The bet on the correct count"), minimum=1)
    same_street: bool = yes_no(N_("Noticed on the same street"))
    acts_after: tuple[BareAct, ...] = rows(N_("Acts after the bet, in turn"), row=BareAct, default=())


@answers(PotMiscount, title=N_("Pot-limit: the pot was miscounted"), group=Group.BETTING, rules=("ADTP.52B",))
def pot_miscount(s: PotMiscount, policies: Policies) -> Answer:
    """Answer: too high is corrected throughout the street; too low only until substantial action after the bet.

    Rule: ADTP.52B, ADTP.36, CASES 52-b
    """
    if s.made_chips == s.correct_chips:
        raise bad_situation("made_chips", sentence=N_("Both counts are the same."), rule="ADTP.52B")
    params: Params = {"made": s.made_chips, "correct": s.correct_chips}
    too_high = s.made_chips > s.correct_chips
    settled = is_substantial([row.act for row in s.acts_after])
    if s.same_street and (too_high or not settled):
        return Answer(
            code="corrected",
            rules=("ADTP.52B",),
            sentence=N_("The bet is corrected to %(correct)s for everybody."),
            params=params,
            action=Outcome.CORRECT,
            amount_chips=s.correct_chips,
        )
    return Answer(
        code="stands",
        rules=("ADTP.52B", "ADTP.36") if s.same_street else ("ADTP.52B",),
        sentence=(
            N_("There has been substantial action since: the bet of %(made)s stands.")
            if s.same_street
            else N_("It is too late to correct: the bet of %(made)s stands.")
        ),
        params=params,
        action=Outcome.STANDS,
        amount_chips=s.made_chips,
    )
