"""Casino tables: is it a bet, and of how much?"""

from __future__ import annotations

from dataclasses import dataclass

from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Outcome
from rules.rulings.situation import Group, answers, chips, yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoBet:
    """Is it a bet, and of how much?"""

    over_the_line: bool = yes_no(N_("The chips are beyond the line of his place"))
    gathered: bool = yes_no(
        N_("The dealer has gathered them and the player said nothing against it"), default=False
    )
    said_chips: int | None = chips(N_("Amount said, as a total"), minimum=1, default=None)
    put_chips: int = chips(N_("Chips put in front, as a total"), minimum=1)


@answers(CasinoBet, title=N_("Casino table: is this a bet?"), group=Group.CASINO, rules=("PT-L.53",))
def casino_bet(s: CasinoBet, policies: Policies) -> Answer:
    """Answer: beyond the line, or gathered without objection, it is a bet; what was said is changed to exactly.

    Rule: PT-L.53
    """
    if s.said_chips is not None and s.said_chips != s.put_chips:
        return Answer(
            code="said_amount",
            rules=("PT-L.53",),
            sentence=N_("The amount said counts, %(said)s: the dealer changes the chips to make it exact."),
            params={"said": s.said_chips},
            action=Outcome.BET,
            amount_chips=s.said_chips,
            returned_chips=max(0, s.put_chips - s.said_chips),
        )
    if s.over_the_line or s.gathered:
        return Answer(
            code="bet",
            rules=("PT-L.53",),
            sentence=N_("The chips are bet: %(put)s."),
            params={"put": s.put_chips},
            action=Outcome.BET,
            amount_chips=s.put_chips,
        )
    return Answer(
        code="no_bet_yet",
        rules=("PT-L.53",),
        sentence=N_("Nothing is bet yet: the chips are inside his place."),
        action=Outcome.WAIT,
    )
