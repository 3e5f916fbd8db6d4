"""Action out of turn: what binds, and what changes it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.betting import Act, minimum_raise_to_chips
from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, bad_situation, chips, one_of, yes_no
from rules.rulings.wagers.amounts import ACT_TITLES, PENALTY, RAISE_TITLE, raise_choice


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

    act: Act = one_of(N_("What was done out of turn"), titles=ACT_TITLES)
    to_chips: int = chips(N_("Total, for a bet or raise"), default=0)
    bet_chips: int = chips(N_("Bet at that moment, as a total (0: nobody had bet)"))
    raise_chips: int = chips(RAISE_TITLE, minimum=1)
    all_in: bool = yes_no(N_("It is everything the player has"), default=False)
    skipped_spoke: bool = yes_no(
        N_("The skipped player spoke up before substantial action behind him"), default=True
    )
    skipped: PassedAct = one_of(
        N_("What the skipped player then did"),
        titles={
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
def out_of_turn(s: OutOfTurn, policies: Policies) -> Answer:
    """Answer: the action returns to the right player; what was done binds if he does not change it. A fold stays.

    What binds is what the act would be in turn: a call without a bet is a check, a raise below the minimum is
    completed, a check facing a bet leaves calling or folding.

    Rule: ADTP.50, ADTP.53, ADTP.53A, ADTP.53B, ADTP.55, CASES 53-a
    """
    penalty = Note(sentence=PENALTY, rule="ADTP.53A")
    _fits(s)
    if s.act in (Act.BET, Act.RAISE) and s.to_chips <= s.bet_chips:
        raise bad_situation(
            "to_chips", sentence=N_("A bet or raise must be more than the bet."), rule="ADTP.53A"
        )
    if s.act is Act.FOLD:
        return Answer(
            code="fold_stays",
            rules=("ADTP.53A", "ADTP.58"),
            sentence=N_("A fold out of turn stays."),
            action=Outcome.FOLD,
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
        return Answer(
            code="out_of_turn_stands",
            rules=("ADTP.53B", "ADTP.36"),
            sentence=N_(
                "The skipped player did not speak in time: the action stands. The floor rules on his hand."
            ),
            action=Outcome.DIRECTOR,
            amount_chips=bound,
            choices=(
                OpenChoice(value="dead", sentence=N_("The skipped hand is dead.")),
                OpenChoice(
                    value="not_aggressive",
                    sentence=N_("The skipped player may check, call or fold, not raise."),
                ),
            ),
            also=(penalty,),
        )
    if s.skipped is PassedAct.NOT_YET:
        return Answer(
            code="back_to_the_turn",
            rules=("ADTP.53A",),
            sentence=N_(
                "The action goes back to the skipped player. If he checks, calls or folds, what was done out of turn binds."
            ),
            action=Outcome.WAIT,
            amount_chips=bound,
            also=(penalty,),
        )
    if s.skipped is not PassedAct.RAISE and check_facing_bet:
        return Answer(
            code="call_or_fold",
            rules=("ADTP.53A", "ADTP.55"),
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
            also=(penalty,),
        )
    if s.skipped is not PassedAct.RAISE:
        turned = Outcome.RAISE if s.bet_chips else Outcome.BET
        action = turned if upward else Outcome.CALL if bound else Outcome.CHECK
        return Answer(
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
            "skipped_to_chips", sentence=N_("A bet or raise must be more than the bet."), rule="ADTP.53A"
        )
    step = max(risen, s.raise_chips)
    return Answer(
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
        action=Outcome.FREE,
        returned_chips=put,
        choices=(
            OpenChoice(
                value="call",
                sentence=N_("Call %(bet)s."),
                params={"bet": s.skipped_to_chips},
                amount_chips=s.skipped_to_chips,
            ),
            raise_choice(bet_chips=s.skipped_to_chips, raise_chips=step),
            OpenChoice(value="fold", sentence=N_("Fold.")),
        ),
        also=(penalty,),
    )


def _fits(s: OutOfTurn) -> None:
    """Facts that cannot be together: a check where there is a bet, a call where there is none."""
    impossible = PassedAct.CHECK if s.bet_chips else PassedAct.CALL
    if s.skipped_spoke and s.skipped is impossible:
        raise bad_situation(
            "skipped", sentence=N_("%(field)s does not fit: look whether there was a bet."), rule="ADTP.53A"
        )
