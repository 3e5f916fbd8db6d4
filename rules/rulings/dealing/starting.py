"""The start of a hand: who has a live hand, which level, who acts first (ADTP 23, 30, 31, 34, P5)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.policies import AbsentAtStart, Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, bad_situation, seat, yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentPlayer:
    """A player of this table was away while the hand was dealt."""

    at_seat: bool = yes_no(N_("Within reach of his chair when the last card of the initial deal fell"))
    came_to_tournament: bool = yes_no(N_("Has taken his seat in this tournament before"), default=True)
    stud_bring_in: bool = yes_no(N_("Stud: his card makes him the bring-in"), default=False)


@answers(AbsentPlayer, title=N_("Player away from the table"), group=Group.DEALING, rules=("ADTP.30",))
def absent_player(s: AbsentPlayer, policies: Policies) -> Answer:
    """Answer: not at the seat when the last card falls: the hand is dead, blinds and antes are paid.

    Rule: ADTP.30, SCPT.Q, PT-T.26
    """
    if s.at_seat:
        return Answer(
            code="live",
            rules=("ADTP.30",),
            sentence=N_("The player was at the seat in time: the hand is live."),
            action=Outcome.LIVE_HAND,
        )
    if not s.came_to_tournament and policies.absent_at_start is AbsentAtStart.NOT_DEALT_IN:
        return Answer(
            code="not_dealt_in",
            rules=("ADTP.30",),
            sentence=N_("The player has not taken his seat yet: he is not dealt in."),
            action=Outcome.WAIT,
        )
    bring_in = (Note(sentence=N_("He posts the bring-in."), rule="ADTP.30"),) if s.stud_bring_in else ()
    return Answer(
        code="dead_absent",
        rules=("ADTP.30",) if s.came_to_tournament else ("ADTP.30", "SCPT.Q"),
        sentence=N_("The hand is dead and he may not look at it. Blinds and antes are posted for him."),
        action=Outcome.DEAD_HAND,
        also=bring_in,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPlayerArrives:
    """A player moved from another table arrives."""

    first_card_dealt: bool = yes_no(N_("The first card of the hand had been dealt when he arrived"))


@answers(
    MovedPlayerArrives, title=N_("Moved player arrives at the table"), group=Group.DEALING, rules=("ADTP.P5",)
)
def moved_player_arrives(s: MovedPlayerArrives, policies: Policies) -> Answer:
    """Answer: he plays the hand only if no card has been dealt.

    Rule: ADTP.P5
    """
    if s.first_card_dealt:
        return Answer(
            code="next_hand",
            rules=("ADTP.P5",),
            sentence=N_("Cards have been dealt: he plays from the next hand."),
            action=Outcome.WAIT,
        )
    return Answer(
        code="plays",
        rules=("ADTP.P5",),
        sentence=N_("No card has been dealt: he plays this hand."),
        action=Outcome.LIVE_HAND,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftTable:
    """A player left while the hand was on."""

    live_hand: bool = yes_no(N_("He has a live hand, all-in included"))


@answers(LeftTable, title=N_("Player leaves during the hand"), group=Group.DEALING, rules=("ADTP.31",))
def left_table(s: LeftTable, policies: Policies) -> Answer:
    """Answer: a live hand must stay until the showdown is over.

    Rule: ADTP.31
    """
    if s.live_hand:
        return Answer(
            code="penalty_left",
            rules=("ADTP.31", "ADTP.67A"),
            sentence=N_("He must stay until the hand is over: leaving is subject to a penalty."),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(value="warning", sentence=N_("Verbal warning.")),
                OpenChoice(value="missed_hands", sentence=N_("Missed hand or missed rounds.")),
                OpenChoice(value="none", sentence=N_("No penalty.")),
            ),
        )
    return Answer(
        code="may_leave",
        rules=("ADTP.31",),
        sentence=N_("Without a live hand he may leave the table."),
        action=Outcome.YES,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongLevel:
    """A hand was begun around a change of level."""

    riffled_after_announcement: bool = yes_no(
        N_("The first riffle, shuffler button or dealer push came after the new level was announced")
    )
    played_old_level: bool = yes_no(N_("The hand was begun with the old blinds"))
    substantial_action: bool = yes_no(N_("There has been substantial action"), default=False)


@answers(WrongLevel, title=N_("Which level does this hand have?"), group=Group.DEALING, rules=("ADTP.23",))
def wrong_level(s: WrongLevel, policies: Policies) -> Answer:
    """Answer: the new level applies from the next hand; one begun wrongly stays at the old level after substantial
    action.

    Rule: ADTP.23, ADTP.36, CASES settled 7
    """
    if not s.riffled_after_announcement:
        return Answer(
            code="old_level",
            rules=("ADTP.23",),
            sentence=N_("The hand had begun: it is played at the old level."),
            action=Outcome.PLAY_ON,
        )
    if s.played_old_level and s.substantial_action:
        return Answer(
            code="old_level_by_mistake",
            rules=("ADTP.23", "ADTP.36"),
            sentence=N_("There has been substantial action: the hand goes on at the old level."),
            action=Outcome.PLAY_ON,
        )
    return Answer(
        code="new_level",
        rules=("ADTP.23",),
        sentence=N_("The hand is played at the new level."),
        action=Outcome.CORRECT if s.played_old_level else Outcome.PLAY_ON,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadsUpOrder:
    """Two players are left at the table."""

    before_flop: bool = yes_no(N_("Before the flop"))
    button_seat: int = seat(N_("Seat of the button"))
    other_seat: int = seat(N_("The other seat"))


@answers(HeadsUpOrder, title=N_("Heads-up: who acts first?"), group=Group.DEALING, rules=("ADTP.34",))
def heads_up_order(s: HeadsUpOrder, policies: Policies) -> Answer:
    """Answer: the button is the small blind, acts first before the flop and last afterwards, and gets the last card.

    Rule: ADTP.34, CASES settled 4
    """
    if s.button_seat == s.other_seat:
        raise bad_situation("other_seat", sentence=N_("%(field)s names a seat twice."), rule="ADTP.34")
    order = (s.button_seat, s.other_seat) if s.before_flop else (s.other_seat, s.button_seat)
    return Answer(
        code="heads_up_order",
        rules=("ADTP.34",),
        sentence=N_("The button is the small blind. Seat %(seat)s acts first."),
        params={"seat": order[0]},
        action=Outcome.PLAY_ON,
        seats=order,
        also=(Note(sentence=N_("The last card is dealt to the button."), rule="ADTP.34"),),
    )
