"""The board (ADTP 39)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.policies import BoardTooEarly, FourCardFlop, Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, count, yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class FourCardsOnFlop:
    """The flop came with four cards."""

    seen: bool = yes_no(N_("Cards of it were exposed"), default=True)


@answers(FourCardsOnFlop, title=N_("Flop with four cards"), group=Group.DEALING, rules=("ADTP.39",))
def four_card_flop(s: FourCardsOnFlop, policies: Policies) -> Answer:
    """Answer: exposed or not: shuffle the four back and deal a new flop, or let the floor pick the next burn, by
    policy.

    Rule: ADTP.39, CASES settled 5
    """
    if policies.four_card_flop is FourCardFlop.FLOOR_PICKS_BURN:
        return Answer(
            code="floor_picks_burn",
            rules=("ADTP.39",),
            sentence=N_(
                "The four cards are mixed face down and you pick one as the next burn card; "
                "the other three are the flop."
            ),
            action=Outcome.CORRECT,
        )
    return Answer(
        code="reshuffle_all_four",
        rules=("ADTP.39",),
        sentence=N_(
            "The four cards, not the burn card, go back into the stub; shuffle, cut and deal a new "
            "flop without another burn."
        ),
        action=Outcome.CORRECT,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCardsTooEarly:
    """A board card was dealt before the betting was over."""

    cards: int = count(N_("Board cards dealt too early"), minimum=1, maximum=5)


@answers(
    BoardCardsTooEarly,
    title=N_("Board cards dealt too early"),
    group=Group.DEALING,
    rules=("ADTP.39", "ADTP.P14"),
)
def board_too_early(s: BoardCardsTooEarly, policies: Policies) -> Answer:
    """Answer: the burn stays; the early cards are shuffled into the stub and come again, by policy. Else the
    director's.

    The books refer to recommended procedures that they do not print: it is number 5 of the TDA's.

    Rule: ADTP.39, ADTP.P14, ADTP.1, REGULATIONS 11
    """
    if policies.board_too_early is BoardTooEarly.RESHUFFLE_EARLY_CARDS:
        return Answer(
            code="reshuffle_early_cards",
            rules=("ADTP.39", "ADTP.P14"),
            sentence=N_(
                "The burn card stays. Finish the betting, put the early cards back into the stub, shuffle, cut and deal "
                "the board again without another burn."
            ),
            params={"cards": s.cards},
            action=Outcome.CORRECT,
        )
    return Answer(
        code="director_board_too_early",
        rules=("ADTP.39", "ADTP.P14", "ADTP.1"),
        sentence=N_("The books print no procedure for this: the director decides and may use randomness."),
        action=Outcome.DIRECTOR,
        choices=(
            OpenChoice(
                value="reshuffle",
                sentence=N_("Finish the betting, shuffle the early cards into the stub and deal again."),
            ),
            OpenChoice(value="other", sentence=N_("Another fair procedure, written down with its reason.")),
        ),
    )
