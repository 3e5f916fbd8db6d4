"""Casino tables: how the dealer keeps the deck and closes a hand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Outcome
from rules.rulings.situation import Group, answers, one_of


class CasinoHandling(StrEnum):
    """How the dealer keeps the deck and closes a hand. Rule: PT-L.59, PT-L.60, PT-L.61, PT-L.65, PT-L.68"""

    STUB = "stub"
    DEALING = "dealing"
    OUT_OF_HAND = "out_of_hand"
    PAYING = "paying"
    CLOSING = "closing"


_HANDLING = {
    CasinoHandling.STUB: (
        "PT-L.59",
        N_("The cards still to be dealt"),
        N_("They stay together and in order through the whole hand."),
    ),
    CasinoHandling.DEALING: (
        "PT-L.60",
        N_("Holding the deck while dealing"),
        N_("As flat as can be, its top in sight of all players."),
    ),
    CasinoHandling.OUT_OF_HAND: (
        "PT-L.61",
        N_("The deck is out of his hand"),
        N_("A chip of the pot lies on it."),
    ),
    CasinoHandling.PAYING: (
        "PT-L.65",
        N_("Handing over the pot"),
        N_("When all have seen the winning hand and agree; the house's part is taken first."),
    ),
    CasinoHandling.CLOSING: (
        "PT-L.68",
        N_("After the pot is paid"),
        N_("The cards are taken from the table and the next hand begins."),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoDealerHandling:
    """How a dealer does it."""

    step: CasinoHandling = one_of(N_("Which"), titles={step: texts[1] for step, texts in _HANDLING.items()})


@answers(
    CasinoDealerHandling,
    title=N_("Casino table: how the dealer does it"),
    group=Group.CASINO,
    rules=("PT-L.59", "PT-L.60", "PT-L.61", "PT-L.65", "PT-L.68"),
)
def casino_dealer_handling(s: CasinoDealerHandling, policies: Policies) -> Answer:
    """Answer: the deck in sight and protected, the pot paid when all agree.

    Rule: PT-L.59, PT-L.60, PT-L.61, PT-L.65, PT-L.68
    """
    rule, _, sentence = _HANDLING[s.step]
    return Answer(code=s.step.value, rules=(rule,), sentence=sentence, action=Outcome.PLAY_ON)
