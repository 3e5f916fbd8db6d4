"""Cards, chips and dealers around the hand: what is changed when, and in which order a hand is closed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.chips import RaceStack, exchange_retired, odd_pieces, race_in_order
from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome, Share
from rules.rulings.situation import (
    MAX_SEAT,
    Group,
    answers,
    bad_situation,
    chips,
    count,
    one_of,
    rows,
    seat,
    seats,
    yes_no,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChange:
    """Somebody wants another deck."""

    asked_by_player: bool = yes_no(N_("A player asks for it"))
    dealer_or_level_changes: bool = yes_no(N_("The dealer changes or a new level begins"))
    damaged: bool = yes_no(N_("A card is damaged or marked"), default=False)


@answers(DeckChange, title=N_("Change of the deck"), group=Group.PROCEDURE, rules=("ADTP.26",))
def deck_change(s: DeckChange, policies: Policies) -> Answer:
    """Answer: with the dealer, with the level or by the house; a player does not choose the deck.

    Rule: ADTP.26
    """
    if s.damaged:
        return Answer(
            code="deck_replaced",
            rules=("ADTP.26", "ADTP.1"),
            sentence=N_("The house replaces a damaged deck after the hand."),
            action=Outcome.YES,
        )
    if s.dealer_or_level_changes and not s.asked_by_player:
        return Answer(
            code="deck_changed",
            rules=("ADTP.26",),
            sentence=N_("The deck is changed now."),
            action=Outcome.YES,
        )
    return Answer(
        code="deck_stays",
        rules=("ADTP.26",),
        sentence=N_("The deck stays until the dealer or the level changes; players cannot ask for another."),
        action=Outcome.NO,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnscheduledColourUp:
    """The director wants to take small chips from a player or a table outside the plan."""

    announced: bool = yes_no(N_("It was announced"))


@answers(
    UnscheduledColourUp,
    title=N_("Colour-up outside the plan"),
    group=Group.PROCEDURE,
    rules=("ADTP.25B",),
)
def unscheduled_colour_up(s: UnscheduledColourUp, policies: Policies) -> Answer:
    """Answer: the director controls which chips are in play and may change them for one player or all at any time; it
    is announced first, and the value stays the same.

    Rule: ADTP.25B
    """
    if s.announced:
        return Answer(
            code="colour_up_now",
            rules=("ADTP.25B",),
            sentence=N_("The director may change chips of any player at any time, at equal value."),
            action=Outcome.YES,
        )
    return Answer(
        code="announce_colour_up",
        rules=("ADTP.25B",),
        sentence=N_("Announce it first: a colour-up outside the plan is announced."),
        action=Outcome.WAIT,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceRow:
    """A player's chips at the race."""

    seat: int = seat(N_("Seat"))
    pieces: int = count(N_("Pieces of the chip that leaves"), maximum=5000)
    other_chips: int = chips(N_("Value of all other chips"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipRace:
    """A denomination leaves play."""

    retired_chips: int = chips(N_("Value of the chip that leaves"), minimum=1)
    into_chips: int = chips(N_("Value of the chip it is raced into"), minimum=1)
    players: tuple[RaceRow, ...] = rows(N_("Players"), row=RaceRow, max_rows=MAX_SEAT)
    order: tuple[int, ...] = seats(
        N_("After the cards: the seats that win a chip, one each, highest cards first"), default=()
    )


@answers(ChipRace, title=N_("Chip race"), group=Group.PROCEDURE, rules=("ADTP.24A", "ADTP.24B", "ADTP.24C"))
def chip_race(s: ChipRace, policies: Policies) -> Answer:
    """Answer: equal value is changed first; one card for every odd chip from seat 1, at most one chip to a player.

    Before the cards: how many each gets and how many chips are raced for. With the winners named: every stack
    after the race; who would have nothing left gets one chip.

    Rule: ADTP.24, ADTP.24A, ADTP.24C, CASES 24-a, REGULATIONS 4.4
    """
    at = [row.seat for row in s.players]
    if not at or len(set(at)) != len(at):
        raise bad_situation(
            "players", sentence=N_("Please state each player at the table, once."), rule="ADTP.24A"
        )
    if s.into_chips <= s.retired_chips or s.into_chips % s.retired_chips:
        raise bad_situation(
            "into_chips",
            sentence=N_("%(field)s must be a multiple of the chip that leaves."),
            rule="ADTP.24A",
        )
    stacks = [RaceStack(seat=r.seat, retired_pieces=r.pieces, other=r.other_chips) for r in s.players]
    retired, into = s.retired_chips, s.into_chips
    odd = {x.seat: odd_pieces(x, retired=retired, into=into) for x in stacks}
    race = race_in_order(stacks=stacks, retired=retired, into=into, order=s.order)
    raced_for = race.pieces_raced_for
    if s.order and (len(s.order) != raced_for or any(not odd.get(n) for n in s.order)):
        raise bad_situation(
            "order",
            sentence=N_("%(field)s: as many as chips are raced for, each with odd chips."),
            rule="ADTP.24A",
        )
    if raced_for and not s.order:
        return Answer(
            code="deal_cards",
            rules=("ADTP.24A",),
            sentence=N_(
                "Deal %(cards)s cards from seat 1, one for each odd chip: %(pieces)s chips are raced for."
            ),
            params={"cards": sum(odd.values()), "pieces": raced_for},
            action=Outcome.PLAY_ON,
            choices=tuple(
                OpenChoice(
                    value=f"seat_{o.seat}",
                    sentence=N_("Seat %(seat)s: %(whole)s chips for equal value, %(cards)s cards."),
                    params={"seat": o.seat, "whole": o.exchanged, "cards": o.odd_pieces},
                )
                for o in race.outcomes
            ),
            also=(
                Note(
                    sentence=N_(
                        "Chips stay fully visible during a race; players are encouraged to watch it."
                    ),
                    rule="ADTP.24B",
                ),
            ),
        )
    saved = tuple(
        Note(
            sentence=N_(
                "Seat %(seat)s lost the last chip and gets one of %(into)s: nobody goes out by a race."
            ),
            params={"seat": o.seat, "into": into},
            rule="ADTP.24A",
        )
        for o in race.outcomes
        if o.saved
    )
    change: tuple[Note, ...] = ()
    if race.added or race.removed:
        change = (
            Note(
                sentence=N_("To put down for this table: %(added)s came into play, %(removed)s left it."),
                params={"added": race.added, "removed": race.removed},
                rule="ADTP.24C",
            ),
        )
    return Answer(
        code="raced",
        rules=("ADTP.24A", "ADTP.24C"),
        sentence=N_("After the race; odd chips that won nothing leave play."),
        action=Outcome.PAY,
        seats=tuple(o.seat for o in race.outcomes if o.won),
        shares=tuple(Share(chips=o.after, seats=(o.seat,)) for o in race.outcomes),
        also=(*saved, *change),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RetiredChips:
    """After the chip race a player still has chips of the denomination that left play."""

    retired_chips: int = chips(N_("Value of the chips that left play"), minimum=1)
    lowest_in_play: int = chips(N_("Lowest chip in play"), minimum=1)


@answers(
    RetiredChips,
    title=N_("Chips that left play found after the race"),
    group=Group.PROCEDURE,
    rules=("ADTP.24C", "ADTP.24B"),
)
def retired_chips(s: RetiredChips, policies: Policies) -> Answer:
    """Answer: changed at equal value only; what does not make up the lowest chip in play leaves without compensation.

    Rule: ADTP.24B, ADTP.24C
    """
    given = exchange_retired(value=s.retired_chips, lowest=s.lowest_in_play)
    return Answer(
        code="exchanged",
        rules=("ADTP.24C",),
        sentence=N_("%(given)s in chips of today; %(removed)s leave play without compensation."),
        params={"given": given, "removed": s.retired_chips - given},
        action=Outcome.PAY,
        amount_chips=given,
        also=(
            Note(
                sentence=N_("Chips stay fully visible during a race; players are encouraged to watch it."),
                rule="ADTP.24B",
            ),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialNeeds:
    """A player needs something that the draw or the room does not give."""

    possible: bool = yes_no(N_("It can be arranged without harm to others"))


@answers(SpecialNeeds, title=N_("A player with special needs"), group=Group.CONDUCT, rules=("ADTP.9",))
def special_needs(s: SpecialNeeds, policies: Policies) -> Answer:
    """Answer: arranged when possible: another seat than the drawn one, a helper at the cards.

    Rule: ADTP.9
    """
    if s.possible:
        return Answer(
            code="arranged",
            rules=("ADTP.9",),
            sentence=N_("Arrange it; a move for this reason is recorded as a correction."),
            action=Outcome.YES,
        )
    return Answer(
        code="director_arranges",
        rules=("ADTP.9", "ADTP.1"),
        sentence=N_("The director decides what else can be done."),
        action=Outcome.DIRECTOR,
        choices=(
            OpenChoice(value="next_break", sentence=N_("At the next break or table change.")),
            OpenChoice(value="not", sentence=N_("It cannot be arranged.")),
        ),
    )


class DealerStep(StrEnum):
    """A recommended procedure of dealers. Rule: ADTP.P1, ADTP.P8, ADTP.P12, ADTP.P13, ADTP.P15"""

    ALL_IN_BUTTON = "all_in_button"
    CLOSING = "closing"
    ANNOUNCING = "announcing"
    STACKING = "stacking"
    COUNTING_DECK = "counting_deck"


_STEPS = {
    DealerStep.ALL_IN_BUTTON: N_("All-in button"),
    DealerStep.CLOSING: N_("Closing a hand after showdown"),
    DealerStep.ANNOUNCING: N_("Announcing bets"),
    DealerStep.STACKING: N_("Stacking a split pot"),
    DealerStep.COUNTING_DECK: N_("Counting the deck"),
}
_DONE = {
    DealerStep.ALL_IN_BUTTON: ("ADTP.P1", N_("An all-in button lies in front of whoever is all-in.")),
    DealerStep.CLOSING: (
        "ADTP.P8",
        N_(
            "First the losing cards go to the muck, then the pot to the winner, last the winner's cards and the board."
        ),
    ),
    DealerStep.ANNOUNCING: (
        "ADTP.P12",
        N_(
            "Bets and raises are announced as they are made; an all-in is counted only when the player who faces it asks."
        ),
    ),
    DealerStep.STACKING: (
        "ADTP.P13",
        N_("In split-pot games the pot is stacked from time to time, in sight of all and without delay."),
    ),
    DealerStep.COUNTING_DECK: (
        "ADTP.P15",
        N_("The stub is counted at least once in each down, best after the last card is dealt."),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerProcedure:
    """How a dealer does it."""

    step: DealerStep = one_of(N_("Which"), titles=_STEPS)


@answers(
    DealerProcedure,
    title=N_("Procedure of the dealer"),
    group=Group.PROCEDURE,
    rules=("ADTP.P1", "ADTP.P8", "ADTP.P12", "ADTP.P13", "ADTP.P15"),
)
def dealer_procedure(s: DealerProcedure, policies: Policies) -> Answer:
    """Answer: the recommended way; another order changes nobody's rights.

    Rule: ADTP.P1, ADTP.P8, ADTP.P12, ADTP.P13, ADTP.P15
    """
    rule, sentence = _DONE[s.step]
    return Answer(code=s.step.value, rules=(rule,), sentence=sentence, action=Outcome.PLAY_ON)
