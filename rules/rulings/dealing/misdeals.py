"""Misdeals and substantial action (ADTP 35–38)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.betting import Act, is_substantial
from rules.policies import DisputeLimit, Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
from rules.rulings.situation import Group, answers, bad_situation, count, one_of, rows, yes_no

_ACT_TITLES = {
    Act.FOLD: N_("Fold"),
    Act.CHECK: N_("Check"),
    Act.CALL: N_("Call"),
    Act.BET: N_("Bet"),
    Act.RAISE: N_("Raise"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class InTurn:
    """One act in turn; posting a blind is none."""

    act: Act = one_of(N_("Action"), titles=_ACT_TITLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstantialAction:
    """The acts of the hand so far."""

    acts: tuple[InTurn, ...] = rows(N_("Action in turn, without blinds"), row=InTurn, default=())


@answers(SubstantialAction, title=N_("Is this substantial action?"), group=Group.DEALING, rules=("ADTP.36",))
def substantial_action(s: SubstantialAction, policies: Policies) -> Answer:
    """Answer: two acts of which one puts chips in, or any three.

    Rule: ADTP.36, CASES 36-a, CASES 36-b
    """
    if is_substantial([row.act for row in s.acts]):
        return Answer(
            code="substantial",
            rules=("ADTP.36",),
            sentence=N_("This is substantial action: the hand must be played on."),
            action=Outcome.YES,
        )
    return Answer(
        code="not_substantial",
        rules=("ADTP.36",),
        sentence=N_("This is not substantial action yet."),
        action=Outcome.NO,
    )


class DealError(StrEnum):
    """What went wrong in the initial deal."""

    TWO_CARDS_EXPOSED = "two_cards_exposed"
    ONE_OF_FIRST_TWO_EXPOSED = "one_of_first_two_exposed"
    ONE_CARD_EXPOSED = "one_card_exposed"
    FIRST_CARD_WRONG_SEAT = "first_card_wrong_seat"
    INELIGIBLE_SEAT_DEALT = "ineligible_seat_dealt"
    SEAT_LEFT_OUT = "seat_left_out"
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    BUTTON_TWO_IN_A_ROW = "button_two_in_a_row"
    TABLE_NOT_HALTED = "table_not_halted"
    FOULED_DECK = "fouled_deck"


_IS_MISDEAL = {
    DealError.TWO_CARDS_EXPOSED,
    DealError.ONE_OF_FIRST_TWO_EXPOSED,
    DealError.FIRST_CARD_WRONG_SEAT,
    DealError.INELIGIBLE_SEAT_DEALT,
    DealError.SEAT_LEFT_OUT,
    DealError.WRONG_NUMBER_OF_CARDS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeal:
    """Something went wrong in the initial deal."""

    error: DealError = one_of(
        N_("What went wrong"),
        titles={
            DealError.TWO_CARDS_EXPOSED: N_("Two or more cards exposed"),
            DealError.ONE_OF_FIRST_TWO_EXPOSED: N_(
                "Flop game: one of the first two cards exposed by the dealer"
            ),
            DealError.ONE_CARD_EXPOSED: N_("Another single card exposed"),
            DealError.FIRST_CARD_WRONG_SEAT: N_("First card dealt to the wrong seat"),
            DealError.INELIGIBLE_SEAT_DEALT: N_("Cards to a seat not entitled to a hand"),
            DealError.SEAT_LEFT_OUT: N_("A seat entitled to a hand left out"),
            DealError.WRONG_NUMBER_OF_CARDS: N_("A hand with the wrong number of cards"),
            DealError.BUTTON_TWO_IN_A_ROW: N_("Two cards in a row to the button"),
            DealError.TABLE_NOT_HALTED: N_("The table should have been halted"),
            DealError.FOULED_DECK: N_("The deck is fouled"),
        },
    )
    acts: tuple[InTurn, ...] = rows(N_("Action in turn, without blinds"), row=InTurn, default=())
    hand_over: bool = yes_no(N_("The hand has ended"), default=False)
    next_hand_started: bool = yes_no(N_("The next hand has started"), default=False)
    before_recess: bool = yes_no(N_("The hand ended in or right before a break"), default=False)
    seconds_since: int = count(N_("Seconds since the pot was given"), maximum=86_400, default=0)


@answers(
    Misdeal,
    title=N_("Is this a misdeal?"),
    group=Group.DEALING,
    rules=("ADTP.35A", "ADTP.35B", "ADTP.35C", "ADTP.35D", "ADTP.35E", "ADTP.11D"),
)
def misdeal(s: Misdeal, policies: Policies) -> Answer:
    """Answer: misdeal before substantial action, play on after it; a fouled deck stops the hand whenever it is found.

    Found after the hand, a fouled deck is a dispute: it is open as long as rule 22 leaves one open.

    Rule: ADTP.35, ADTP.35A, ADTP.35B, ADTP.35C, ADTP.35D, ADTP.35E, ADTP.36, ADTP.22, ADTP.11D,
    CASES settled 6, REGULATIONS 11
    """
    if s.next_hand_started and not s.hand_over:
        raise bad_situation("next_hand_started", sentence=N_("The hand has not ended yet."), rule="ADTP.35E")
    if s.error is DealError.FOULED_DECK:
        if s.hand_over:
            return _fouled_afterwards(s, policies)
        return Answer(
            code="fouled_deck",
            rules=("ADTP.35E",),
            sentence=N_("The hand stops, whatever has happened, and all bets go back."),
            action=Outcome.STOP_HAND,
        )
    if s.hand_over:
        return Answer(
            code="hand_stands",
            rules=("ADTP.35D",),
            sentence=N_("The hand ended normally: its result stands."),
            action=Outcome.STANDS,
        )
    if s.error not in _IS_MISDEAL:
        return Answer(
            code="no_misdeal",
            rules={
                DealError.BUTTON_TWO_IN_A_ROW: ("ADTP.35B",),
                DealError.TABLE_NOT_HALTED: ("ADTP.11D",),
            }.get(s.error, ("ADTP.35A",)),
            sentence=N_("This is no misdeal: the hand goes on."),
            action=Outcome.PLAY_ON,
        )
    if is_substantial([row.act for row in s.acts]):
        return Answer(
            code="play_on",
            rules=("ADTP.35D", "ADTP.36"),
            sentence=N_("There has been substantial action: the hand goes on."),
            action=Outcome.PLAY_ON,
        )
    return Answer(
        code="misdeal",
        rules=("ADTP.35A", "ADTP.35C"),
        sentence=N_("Misdeal. Deal again exactly as before: same button, same players, same blinds."),
        action=Outcome.MISDEAL,
        also=(
            Note(
                sentence=N_("Players serving a penalty or absent are dealt in again and their hands killed."),
                rule="ADTP.35C",
            ),
            Note(sentence=N_("For a penalty both deals count as one hand."), rule="ADTP.35C"),
        ),
    )


def _fouled_afterwards(s: Misdeal, policies: Policies) -> Answer:
    if may_be_disputed(
        over=s.next_hand_started,
        before_recess=s.before_recess,
        seconds_since=s.seconds_since,
        policies=policies,
    ):
        return Answer(
            code="open_to_dispute",
            rules=("ADTP.35E", "ADTP.22"),
            sentence=N_("The hand has ended, but its result may still be disputed: the director decides."),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(value="stands", sentence=N_("The result stands.")),
                OpenChoice(value="void", sentence=N_("The hand is void: all bets go back.")),
            ),
        )
    return Answer(
        code="hand_stands",
        rules=("ADTP.35E", "ADTP.22"),
        sentence=N_("The hand ended normally: its result stands."),
        action=Outcome.STANDS,
    )


def may_be_disputed(*, over: bool, before_recess: bool, seconds_since: int, policies: Policies) -> bool:
    """Return whether rule 22 still leaves a result open. over: the moment has passed that ends it in a rule set with
    a limit; right before a recess it is a minute.

    Rule: ADTP.22, CASES settled 6
    """
    if policies.dispute_limit is DisputeLimit.NONE:
        return True
    return not over and not (before_recess and seconds_since > 60)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongCardCount:
    """A hand was found to have too few or too many cards."""

    is_button: bool = yes_no(N_("It is the button’s hand"))
    too_few: bool = yes_no(N_("It has too few cards (no: too many)"), default=True)
    has_acted: bool = yes_no(N_("That hand has acted"))
    acts: tuple[InTurn, ...] = rows(N_("Action in turn, without blinds"), row=InTurn, default=())
    game_allows_replacing: bool = yes_no(N_("The game allows giving the missing cards"), default=True)


@answers(
    WrongCardCount,
    title=N_("A hand with the wrong number of cards"),
    group=Group.DEALING,
    rules=("ADTP.37", "ADTP.38", "ADTP.35A"),
)
def wrong_card_count(s: WrongCardCount, policies: Policies) -> Answer:
    """Answer: the button may still get missing cards; another hand dies after substantial action and one card is
    burnt.

    Rule: ADTP.37, ADTP.38, ADTP.35A, CASES 38-a
    """
    settled = is_substantial([row.act for row in s.acts])
    if s.is_button and s.has_acted:
        return Answer(
            code="button_dead",
            rules=("ADTP.37",),
            sentence=N_("The button acted with the wrong number of cards: the hand is dead."),
            action=Outcome.DEAD_HAND,
            also=_burn_one() if settled else (),
        )
    if s.is_button and s.too_few and s.game_allows_replacing:
        return Answer(
            code="button_completed",
            rules=("ADTP.37",),
            sentence=N_("The missing cards are given to the button, also after substantial action."),
            action=Outcome.LIVE_HAND,
        )
    if settled:
        return Answer(
            code="dead_wrong_count",
            rules=("ADTP.38", "ADTP.36"),
            sentence=N_("There has been substantial action: the hand is dead, the others play on."),
            action=Outcome.DEAD_HAND,
            also=_burn_one(),
        )
    return Answer(
        code="misdeal",
        rules=("ADTP.35A", "ADTP.35C"),
        sentence=N_("Misdeal. Deal again exactly as before: same button, same players, same blinds."),
        action=Outcome.MISDEAL,
    )


def _burn_one() -> tuple[Note, ...]:
    return (
        Note(
            sentence=N_("Treat the stub as normal: burn exactly one card before the next street."),
            rule="ADTP.38",
        ),
    )
