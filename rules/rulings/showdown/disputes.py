"""Until when a hand may be disputed (ADTP 22)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.dealing.misdeals import may_be_disputed
from rules.rulings.ruling import Answer, Outcome
from rules.rulings.situation import Group, answers, bad_situation, count, one_of, yes_no


class Disputed(StrEnum):
    """What is disputed."""

    HAND = "hand"
    COUNT = "count"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A result is disputed after the pot was pushed."""

    what: Disputed = one_of(
        N_("What is disputed"),
        titles={
            Disputed.HAND: N_("The reading of a tabled hand"),
            Disputed.COUNT: N_("The count of the pot"),
        },
    )
    next_hand_started: bool = yes_no(N_("The next hand has started"))
    substantial_action: bool = yes_no(N_("There has been substantial action in it"), default=False)
    before_recess: bool = yes_no(N_("The hand ended in or right before a break"), default=False)
    seconds_since: int = count(N_("Seconds since the pot was given"), maximum=86_400, default=0)


@answers(Dispute, title=N_("May this result still be disputed?"), group=Group.SHOWDOWN, rules=("ADTP.22",))
def dispute(s: Dispute, policies: Policies) -> Answer:
    """Return until when a hand or a count may be disputed: by policy without limit, or until the next hand.

    Rule: ADTP.22, CASES settled 6
    """
    if s.substantial_action and not s.next_hand_started:
        raise bad_situation(
            "substantial_action", sentence=N_("The next hand has not started."), rule="ADTP.22"
        )
    over = s.next_hand_started if s.what is Disputed.HAND else s.substantial_action
    if may_be_disputed(
        over=over, before_recess=s.before_recess, seconds_since=s.seconds_since, policies=policies
    ):
        return Answer(
            code="open_to_dispute",
            rules=("ADTP.22",),
            sentence=N_("The dispute is in time: settle it now."),
            action=Outcome.YES,
        )
    return Answer(
        code="too_late",
        rules=("ADTP.22",),
        sentence=N_("It is too late: the result stands."),
        action=Outcome.NO,
    )
