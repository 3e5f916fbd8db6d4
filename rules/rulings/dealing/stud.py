"""Stud (ADTP P10)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, Outcome
from rules.rulings.situation import Group, answers, count, one_of, yes_no


class StudEvent(StrEnum):
    """What happened while dealing stud."""

    HOLE_CARD_EXPOSED = "hole_card_exposed"
    SEVENTH_EXPOSED = "seventh_exposed"
    ABSENT_PLAYER = "absent_player"
    EQUAL_BOARDS = "equal_boards"
    BRING_IN_ALL_IN = "bring_in_all_in"
    PAIR_ON_FOURTH = "pair_on_fourth"
    DEALT_TOO_EARLY = "dealt_too_early"


@dataclass(frozen=True, slots=True, kw_only=True)
class StudDealing:
    """Something happened while dealing stud."""

    event: StudEvent = one_of(
        N_("What happened"),
        titles={
            StudEvent.HOLE_CARD_EXPOSED: N_("A hole card was exposed in the initial deal"),
            StudEvent.SEVENTH_EXPOSED: N_("The dealer exposed a card of the seventh street"),
            StudEvent.ABSENT_PLAYER: N_("A player is not at his seat"),
            StudEvent.EQUAL_BOARDS: N_("Two boards are equally high (razz: equally low)"),
            StudEvent.BRING_IN_ALL_IN: N_("The bring-in is all-in with the ante"),
            StudEvent.PAIR_ON_FOURTH: N_("A pair shows on the fourth street"),
            StudEvent.DEALT_TOO_EARLY: N_("Cards of a street were dealt too early"),
        },
    )
    action_pending: bool = yes_no(N_("Betting is still possible in the hand"), default=True)


_STUD = {
    StudEvent.HOLE_CARD_EXPOSED: (
        Outcome.PLAY_ON,
        N_("It becomes the up card and the third card is dealt face down. The player may be the bring-in."),
    ),
    StudEvent.ABSENT_PLAYER: (
        Outcome.DEAD_HAND,
        N_("The hand is dead and gets no card on the fourth street."),
    ),
    StudEvent.EQUAL_BOARDS: (
        Outcome.PLAY_ON,
        N_("The hand with the highest card by suit starts the betting."),
    ),
    StudEvent.BRING_IN_ALL_IN: (
        Outcome.PLAY_ON,
        N_("The betting starts on his left: players with chips put in at least the bring-in or fold."),
    ),
    StudEvent.PAIR_ON_FOURTH: (Outcome.PLAY_ON, N_("Bets do not double on the fourth street.")),
    StudEvent.DEALT_TOO_EARLY: (
        Outcome.CORRECT,
        N_(
            "Set the early cards aside, complete the round beside them and go on with the next street as usual. "
            "On the last street shuffle the cards set aside into the stub and deal that street anew."
        ),
    ),
}


@answers(StudDealing, title=N_("Stud: dealing"), group=Group.DEALING, rules=("ADTP.P10",))
def stud_dealing(s: StudDealing, policies: Policies) -> Answer:
    """Answer: the recommended procedures of stud, a to g.

    Rule: ADTP.P10, REGULATIONS 8.4
    """
    if s.event is StudEvent.SEVENTH_EXPOSED:
        action = Outcome.CORRECT if s.action_pending else Outcome.PLAY_ON
        sentence = (
            N_("The exposed card is replaced.")
            if s.action_pending
            else N_("No betting is left: the exposed card stays.")
        )
    else:
        action, sentence = _STUD[s.event]
    return Answer(code=s.event.value, rules=("ADTP.P10",), sentence=sentence, action=action)


@dataclass(frozen=True, slots=True, kw_only=True)
class StudShortStub:
    """Before the seventh street: are there enough cards?"""

    stub_cards: int = count(N_("Cards left in the stub"), maximum=52)
    players: int = count(N_("Players left in the hand"), minimum=2, maximum=8)


@answers(
    StudShortStub,
    title=N_("Stud: not enough cards for the seventh street"),
    group=Group.DEALING,
    rules=("ADTP.P10",),
)
def stud_short_stub(s: StudShortStub, policies: Policies) -> Answer:
    """Answer: one card each, a burn card and a last card that is never dealt; the three burn cards may help out.

    Rule: ADTP.P10
    """
    needed = s.players + 2
    params = {"needed": needed, "stub": s.stub_cards}
    if s.stub_cards >= needed:
        code, sentence = "enough", N_("The stub of %(stub)s is enough: burn one and deal.")
    elif s.stub_cards + 3 >= needed:
        code = "shuffle_in_burns"
        sentence = N_(
            "Shuffle the three burn cards into the stub, cut, burn one and deal a card to each player."
        )
    elif s.stub_cards >= 3:
        code = "community_card"
        sentence = N_("Burn the top card of the stub; the next is a community card for everybody.")
    else:
        code = "community_card_reshuffled"
        sentence = N_(
            "Shuffle the three burn cards into the stub, cut, burn one; the next is a community card for everybody."
        )
    community = code.startswith("community")
    also = (
        (
            Note(
                sentence=N_("Who acted first on the sixth street acts first on the seventh."), rule="ADTP.P10"
            ),
        )
        if community
        else ()
    )
    return Answer(
        code=code,
        rules=("ADTP.P10",),
        sentence=sentence,
        params=params,
        action=Outcome.PLAY_ON if code == "enough" else Outcome.CORRECT,
        also=also,
    )
