"""Casino tables: a faulty deal and the dealer's errors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, Outcome
from rules.rulings.situation import Group, answers, one_of, yes_no


class CasinoDealFault(StrEnum):
    """What makes a deal void. Rule: PT-L.69"""

    ORDER = "order"
    NUMBER = "number"
    SAW_ANOTHER = "saw_another"
    FACE_UP = "face_up"
    DECK = "deck"
    DAMAGED = "damaged"
    TURNED_SEVERAL = "turned_several"


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoMisdeal:
    """Something was wrong with the deal."""

    fault: CasinoDealFault = one_of(
        N_("What went wrong"),
        titles={
            CasinoDealFault.ORDER: N_("Cards not dealt in the order of the rules"),
            CasinoDealFault.NUMBER: N_("A player has the wrong number of cards"),
            CasinoDealFault.SAW_ANOTHER: N_("A player got and saw a card that is not his"),
            CasinoDealFault.FACE_UP: N_("More than one card lay face up in the deck"),
            CasinoDealFault.DECK: N_("A card is missing, or the deck is not right"),
            CasinoDealFault.DAMAGED: N_("A card is damaged"),
            CasinoDealFault.TURNED_SEVERAL: N_("The dealer turned more than one card"),
        },
    )
    can_be_put_right: bool = yes_no(N_("The wrong number can be put right"), default=False)
    told_too_late: bool = yes_no(
        N_("The player who saw it in his own cards said so only after the first betting round began"),
        default=False,
    )


@answers(CasinoMisdeal, title=N_("Casino table: misdeal"), group=Group.CASINO, rules=("PT-L.69", "PT-L.71"))
def casino_misdeal(s: CasinoMisdeal, policies: Policies) -> Answer:
    """Answer: a faulty deal is void and a new hand begins; who kept it to himself is out of the hand with his bet.

    Rule: PT-L.69, PT-L.71
    """
    if s.told_too_late:
        return Answer(
            code="out_of_the_hand",
            rules=("PT-L.71",),
            sentence=N_("He may not go on in this hand and loses his bet and any claim to the pot."),
            action=Outcome.DEAD_HAND,
        )
    if s.fault is CasinoDealFault.NUMBER and s.can_be_put_right:
        return Answer(
            code="put_right",
            rules=("PT-L.69",),
            sentence=N_("Put the number of cards right; the hand goes on."),
            action=Outcome.CORRECT,
        )
    return Answer(
        code="void",
        rules=("PT-L.69",),
        sentence=N_("The deal is void: a new hand begins."),
        action=Outcome.MISDEAL,
    )


class CasinoDealerError(StrEnum):
    """What the dealer did. Rule: PT-L.70"""

    WRONG_WINNER = "wrong_winner"
    DEALT_ABSENT = "dealt_absent"
    TURNED_ONE = "turned_one"
    FLOP_EARLY = "flop_early"
    TURN_EARLY = "turn_early"
    RIVER_EARLY = "river_early"
    NO_BURN = "no_burn"


_DEALER_ERRORS: dict[CasinoDealerError, tuple[str, Outcome, str]] = {
    CasinoDealerError.WRONG_WINNER: (
        N_("Announced the wrong winner"),
        Outcome.CORRECT,
        N_("The cards on the table decide: the announcement is put right."),
    ),
    CasinoDealerError.DEALT_ABSENT: (
        N_("Dealt to an absent player who did not come in time to act"),
        Outcome.PLAY_ON,
        N_("The hand is valid; the absent player's cards are taken in and he has no part in it."),
    ),
    CasinoDealerError.TURNED_ONE: (
        N_("Turned one card while dealing"),
        Outcome.CORRECT,
        N_(
            "Deal on to the others, complete that hand last; the turned card is the burn card of the next street."
        ),
    ),
    CasinoDealerError.FLOP_EARLY: (
        N_("Turned cards of the flop before all had acted"),
        Outcome.CORRECT,
        N_(
            "Take back the flop, finish the betting, shuffle those cards into the stub and deal a flop without a burn."
        ),
    ),
    CasinoDealerError.TURN_EARLY: (
        N_("Turned the turn before all had acted"),
        Outcome.CORRECT,
        N_(
            "Set the card aside, finish the betting, burn one and use what would be the river as the turn. "
            "Then shuffle the card into the stub and deal the river without a burn."
        ),
    ),
    CasinoDealerError.RIVER_EARLY: (
        N_("Turned the river before all had acted"),
        Outcome.CORRECT,
        N_(
            "Set the card aside, finish the betting, shuffle the card into the stub and deal the river without a burn."
        ),
    ),
    CasinoDealerError.NO_BURN: (
        N_("Forgot to burn a card"),
        Outcome.CORRECT,
        N_("The card that was turned is the burn card; another is dealt to the board."),
    ),
}


_EARLY = (CasinoDealerError.FLOP_EARLY, CasinoDealerError.TURN_EARLY, CasinoDealerError.RIVER_EARLY)


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoDealerFault:
    """The dealer made a mistake."""

    what: CasinoDealerError = one_of(
        N_("What the dealer did"), titles={error: texts[0] for error, texts in _DEALER_ERRORS.items()}
    )


@answers(
    CasinoDealerFault, title=N_("Casino table: error of the dealer"), group=Group.CASINO, rules=("PT-L.70",)
)
def casino_dealer_error(s: CasinoDealerFault, policies: Policies) -> Answer:
    """Answer: put right as the book says; after a board card too early who had not bet may call only.

    Rule: PT-L.63, PT-L.64, PT-L.70
    """
    _, action, sentence = _DEALER_ERRORS[s.what]
    also = (
        (Note(sentence=N_("Who had not bet yet may only call, not raise."), rule="PT-L.70"),)
        if s.what in _EARLY
        else ()
    )
    return Answer(code=s.what.value, rules=("PT-L.70",), sentence=sentence, action=action, also=also)
