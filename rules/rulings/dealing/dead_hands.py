"""Dead and exposed hands (ADTP 65, 66, 69)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Outcome
from rules.rulings.situation import Group, answers, chips, one_of, yes_no


class HandMishap(StrEnum):
    """What happened to a hand in play."""

    TAKEN_BY_DEALER = "taken_by_dealer"
    FOULED = "fouled"
    EXPOSED = "exposed"
    EXPOSED_BY_PLAYER = "exposed_by_player"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTaken:
    """A hand was taken in, mixed with other cards, or exposed."""

    what: HandMishap = one_of(
        N_("What happened"),
        titles={
            HandMishap.TAKEN_BY_DEALER: N_("Taken in by the dealer"),
            HandMishap.FOULED: N_("Mixed with other cards"),
            HandMishap.EXPOSED: N_("Exposed by accident"),
            HandMishap.EXPOSED_BY_PLAYER: N_("Exposed by its player with action pending"),
        },
    )
    identifiable: bool = yes_no(N_("They can be retrieved and identified with full certainty"), default=True)
    uncalled_chips: int = chips(N_("Part of the bet or raise that nobody has called"), default=0)


@answers(
    HandTaken,
    title=N_("Hand taken in, fouled or exposed"),
    group=Group.DEALING,
    rules=("ADTP.65A", "ADTP.65B", "ADTP.69"),
)
def hand_taken(s: HandTaken, policies: Policies) -> Answer:
    """Answer: identifiable cards play on; otherwise the hand is dead and only a bet or raise that nobody called goes
    back.

    Rule: ADTP.65, ADTP.65A, ADTP.65B, ADTP.69, REGULATIONS 11
    """
    if s.what is HandMishap.EXPOSED_BY_PLAYER:
        return Answer(
            code="exposed_lives",
            rules=("ADTP.69", "ADTP.67B"),
            sentence=N_("The hand is not dead. A penalty may follow once the hand is over."),
            action=Outcome.LIVE_HAND,
        )
    if s.identifiable:
        return Answer(
            code="plays_on",
            rules=("ADTP.65B",),
            sentence=N_("The hand can be identified: it may stay in play, exposed cards or not."),
            action=Outcome.LIVE_HAND,
        )
    return Answer(
        code="dead",
        rules=("ADTP.65A",),
        sentence=N_("The hand is dead; only what nobody has called, %(uncalled)s, goes back."),
        params={"uncalled": s.uncalled_chips},
        action=Outcome.DEAD_HAND,
        returned_chips=s.uncalled_chips,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StudCardsLifted:
    """Stud: a player picked up his up cards."""

    facing_action: bool = yes_no(N_("While facing action"))


@answers(
    StudCardsLifted, title=N_("Stud: up cards lifted from the table"), group=Group.DEALING, rules=("ADTP.66",)
)
def stud_cards_lifted(s: StudCardsLifted, policies: Policies) -> Answer:
    """Answer: facing action the hand is dead.

    Rule: ADTP.66
    """
    if s.facing_action:
        return Answer(
            code="dead",
            rules=("ADTP.66",),
            sentence=N_("The up cards left the table facing action: the hand is dead."),
            action=Outcome.DEAD_HAND,
        )
    return Answer(
        code="live",
        rules=("ADTP.66",),
        sentence=N_("There was no action to face: the cards go back and the hand is live."),
        action=Outcome.LIVE_HAND,
    )
