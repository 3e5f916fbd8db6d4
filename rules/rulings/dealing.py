"""Dealing: who has a live hand, misdeals, wrong boards, dead hands, level and button."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.betting import Act, is_substantial
from rules.policies import AbsentAtStart, BoardTooEarly, DisputeLimit, FourCardFlop, Policies
from rules.refusals import N_
from rules.rulings.ruling import Choice, Note, Outcome, Ruling
from rules.rulings.situation import Group, answers, bad_situation, chips, count, one_of, rows, seat, yes_no

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

    act: Act = one_of(N_("Act"), _ACT_TITLES)


# --- 23, 30, 31, 34, P5: the start of a hand ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentPlayer:
    """A player of this table was away while the hand was dealt."""

    at_seat: bool = yes_no(N_("Within reach of his chair when the last card of the initial deal fell"))
    came_to_tournament: bool = yes_no(N_("Has taken his seat in this tournament before"), default=True)
    stud_bring_in: bool = yes_no(N_("Stud: his card makes him the bring-in"), default=False)


@answers(AbsentPlayer, title=N_("Player away from the table"), group=Group.DEALING, rules=("ADTP.30",))
def absent_player(s: AbsentPlayer, policies: Policies) -> Ruling:
    """Not at the seat when the last card falls: the hand is dead, blinds and antes are paid.

    Rule: ADTP.30, SCPT.Q, PT-T.26
    """
    if s.at_seat:
        return Ruling(
            code="live",
            rules=("ADTP.30",),
            sentence=N_("The player was at the seat in time: the hand is live."),
            action=Outcome.LIVE_HAND,
        )
    if not s.came_to_tournament and policies.absent_at_start is AbsentAtStart.NOT_DEALT_IN:
        return Ruling(
            code="not_dealt_in",
            rules=("ADTP.30",),
            sentence=N_("The player has not taken his seat yet: he is not dealt in."),
            action=Outcome.WAIT,
        )
    bring_in = (Note(sentence=N_("He posts the bring-in."), rule="ADTP.30"),) if s.stud_bring_in else ()
    return Ruling(
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
def moved_player_arrives(s: MovedPlayerArrives, policies: Policies) -> Ruling:
    """He plays the hand only if no card has been dealt.

    Rule: ADTP.P5
    """
    if s.first_card_dealt:
        return Ruling(
            code="next_hand",
            rules=("ADTP.P5",),
            sentence=N_("Cards have been dealt: he plays from the next hand."),
            action=Outcome.WAIT,
        )
    return Ruling(
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
def left_table(s: LeftTable, policies: Policies) -> Ruling:
    """A live hand must stay until the showdown is over.

    Rule: ADTP.31
    """
    if s.live_hand:
        return Ruling(
            code="penalty_left",
            rules=("ADTP.31", "ADTP.67A"),
            sentence=N_("He must stay until the hand is over: leaving is subject to a penalty."),
            action=Outcome.DIRECTOR,
            choices=(
                Choice(value="warning", sentence=N_("Verbal warning.")),
                Choice(value="missed_hands", sentence=N_("Missed hand or missed rounds.")),
                Choice(value="none", sentence=N_("No penalty.")),
            ),
        )
    return Ruling(
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
def wrong_level(s: WrongLevel, policies: Policies) -> Ruling:
    """The new level applies from the next hand; one begun wrongly stays at the old level after substantial action.

    Rule: ADTP.23, ADTP.36, CASES settled 7
    """
    if not s.riffled_after_announcement:
        return Ruling(
            code="old_level",
            rules=("ADTP.23",),
            sentence=N_("The hand had begun: it is played at the old level."),
            action=Outcome.PLAY_ON,
        )
    if s.played_old_level and s.substantial_action:
        return Ruling(
            code="old_level_by_mistake",
            rules=("ADTP.23", "ADTP.36"),
            sentence=N_("There has been substantial action: the hand goes on at the old level."),
            action=Outcome.PLAY_ON,
        )
    return Ruling(
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
def heads_up_order(s: HeadsUpOrder, policies: Policies) -> Ruling:
    """The button is the small blind, acts first before the flop and last afterwards, and gets the last card.

    Rule: ADTP.34, CASES settled 4
    """
    if s.button_seat == s.other_seat:
        raise bad_situation("other_seat", N_("%(field)s names a seat twice."), rule="ADTP.34")
    order = (s.button_seat, s.other_seat) if s.before_flop else (s.other_seat, s.button_seat)
    return Ruling(
        code="heads_up_order",
        rules=("ADTP.34",),
        sentence=N_("The button is the small blind. Seat %(seat)s acts first."),
        params={"seat": order[0]},
        action=Outcome.PLAY_ON,
        seats=order,
        also=(Note(sentence=N_("The last card is dealt to the button."), rule="ADTP.34"),),
    )


# --- 35–38: misdeals and substantial action ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstantialAction:
    """The acts of the hand so far."""

    acts: tuple[InTurn, ...] = rows(N_("Acts in turn, blinds left out"), InTurn, default=())


@answers(SubstantialAction, title=N_("Is this substantial action?"), group=Group.DEALING, rules=("ADTP.36",))
def substantial_action(s: SubstantialAction, policies: Policies) -> Ruling:
    """Two acts of which one puts chips in, or any three.

    Rule: ADTP.36, CASES 36-a, CASES 36-b
    """
    if is_substantial([row.act for row in s.acts]):
        return Ruling(
            code="substantial",
            rules=("ADTP.36",),
            sentence=N_("This is substantial action: the hand must be played on."),
            action=Outcome.YES,
        )
    return Ruling(
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
        {
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
    acts: tuple[InTurn, ...] = rows(N_("Acts in turn, blinds left out"), InTurn, default=())
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
def misdeal(s: Misdeal, policies: Policies) -> Ruling:
    """Misdeal before substantial action, play on after it; a fouled deck stops the hand whenever it is found.

    Found after the hand, a fouled deck is a dispute: it is open as long as rule 22 leaves one open.

    Rule: ADTP.35, ADTP.35A, ADTP.35B, ADTP.35C, ADTP.35D, ADTP.35E, ADTP.36, ADTP.22, ADTP.11D,
    CASES settled 6, REGULATIONS 11
    """
    if s.next_hand_started and not s.hand_over:
        raise bad_situation("next_hand_started", N_("The hand has not ended yet."), rule="ADTP.35E")
    if s.error is DealError.FOULED_DECK:
        if s.hand_over:
            return _fouled_afterwards(s, policies)
        return Ruling(
            code="fouled_deck",
            rules=("ADTP.35E",),
            sentence=N_("The hand stops, whatever has happened, and all bets go back."),
            action=Outcome.STOP_HAND,
        )
    if s.hand_over:
        return Ruling(
            code="hand_stands",
            rules=("ADTP.35D",),
            sentence=N_("The hand ended normally: its result stands."),
            action=Outcome.STANDS,
        )
    if s.error not in _IS_MISDEAL:
        return Ruling(
            code="no_misdeal",
            rules={
                DealError.BUTTON_TWO_IN_A_ROW: ("ADTP.35B",),
                DealError.TABLE_NOT_HALTED: ("ADTP.11D",),
            }.get(s.error, ("ADTP.35A",)),
            sentence=N_("This is no misdeal: the hand goes on."),
            action=Outcome.PLAY_ON,
        )
    if is_substantial([row.act for row in s.acts]):
        return Ruling(
            code="play_on",
            rules=("ADTP.35D", "ADTP.36"),
            sentence=N_("There has been substantial action: the hand goes on."),
            action=Outcome.PLAY_ON,
        )
    return Ruling(
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


def _fouled_afterwards(s: Misdeal, policies: Policies) -> Ruling:
    if may_be_disputed(
        over=s.next_hand_started,
        before_recess=s.before_recess,
        seconds_since=s.seconds_since,
        policies=policies,
    ):
        return Ruling(
            code="open_to_dispute",
            rules=("ADTP.35E", "ADTP.22"),
            sentence=N_("The hand has ended, but its result may still be disputed: the director decides."),
            action=Outcome.DIRECTOR,
            choices=(
                Choice(value="stands", sentence=N_("The result stands.")),
                Choice(value="void", sentence=N_("The hand is void: all bets go back.")),
            ),
        )
    return Ruling(
        code="hand_stands",
        rules=("ADTP.35E", "ADTP.22"),
        sentence=N_("The hand ended normally: its result stands."),
        action=Outcome.STANDS,
    )


def may_be_disputed(*, over: bool, before_recess: bool, seconds_since: int, policies: Policies) -> bool:
    """Whether rule 22 still leaves a result open. over: the moment has passed that ends it in a rule set with a
    limit; right before a recess it is a minute.

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
    acts: tuple[InTurn, ...] = rows(N_("Acts in turn, blinds left out"), InTurn, default=())
    game_allows_replacing: bool = yes_no(N_("The game allows giving the missing cards"), default=True)


@answers(
    WrongCardCount,
    title=N_("A hand with the wrong number of cards"),
    group=Group.DEALING,
    rules=("ADTP.37", "ADTP.38", "ADTP.35A"),
)
def wrong_card_count(s: WrongCardCount, policies: Policies) -> Ruling:
    """The button may still get missing cards; another hand dies after substantial action and one card is burnt.

    Rule: ADTP.37, ADTP.38, ADTP.35A, CASES 38-a
    """
    settled = is_substantial([row.act for row in s.acts])
    if s.is_button and s.has_acted:
        return Ruling(
            code="button_dead",
            rules=("ADTP.37",),
            sentence=N_("The button acted with the wrong number of cards: the hand is dead."),
            action=Outcome.DEAD_HAND,
            also=_burn_one() if settled else (),
        )
    if s.is_button and s.too_few and s.game_allows_replacing:
        return Ruling(
            code="button_completed",
            rules=("ADTP.37",),
            sentence=N_("The missing cards are given to the button, also after substantial action."),
            action=Outcome.LIVE_HAND,
        )
    if settled:
        return Ruling(
            code="dead_wrong_count",
            rules=("ADTP.38", "ADTP.36"),
            sentence=N_("There has been substantial action: the hand is dead, the others play on."),
            action=Outcome.DEAD_HAND,
            also=_burn_one(),
        )
    return Ruling(
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


# --- 39: the board -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FourCardsOnFlop:
    """The flop came with four cards."""

    seen: bool = yes_no(N_("Cards of it were exposed"), default=True)


@answers(FourCardsOnFlop, title=N_("Flop with four cards"), group=Group.DEALING, rules=("ADTP.39",))
def four_card_flop(s: FourCardsOnFlop, policies: Policies) -> Ruling:
    """Exposed or not: shuffle the four back and deal a new flop, or let the floor pick the next burn, by policy.

    Rule: ADTP.39, CASES settled 5
    """
    if policies.four_card_flop is FourCardFlop.FLOOR_PICKS_BURN:
        return Ruling(
            code="floor_picks_burn",
            rules=("ADTP.39",),
            sentence=N_(
                "The four cards are mixed face down and you pick one as the next burn card; "
                "the other three are the flop."
            ),
            action=Outcome.CORRECT,
        )
    return Ruling(
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
def board_too_early(s: BoardCardsTooEarly, policies: Policies) -> Ruling:
    """The burn stays; the early cards are shuffled into the stub and come again, by policy. Else the director's.

    The books refer to recommended procedures that they do not print: it is number 5 of the TDA's.

    Rule: ADTP.39, ADTP.P14, ADTP.1, REGULATIONS 11
    """
    if policies.board_too_early is BoardTooEarly.RESHUFFLE_EARLY_CARDS:
        return Ruling(
            code="reshuffle_early_cards",
            rules=("ADTP.39", "ADTP.P14"),
            sentence=N_(
                "The burn card stays. Finish the betting, put the early cards back into the stub, shuffle, cut and deal "
                "the board again without another burn."
            ),
            params={"cards": s.cards},
            action=Outcome.CORRECT,
        )
    return Ruling(
        code="director_board_too_early",
        rules=("ADTP.39", "ADTP.P14", "ADTP.1"),
        sentence=N_("The books print no procedure for this: the director decides and may use randomness."),
        action=Outcome.DIRECTOR,
        choices=(
            Choice(
                value="reshuffle",
                sentence=N_("Finish the betting, shuffle the early cards into the stub and deal again."),
            ),
            Choice(value="other", sentence=N_("Another fair procedure, written down with its reason.")),
        ),
    )


# --- 65, 66, 69: dead and exposed hands --------------------------------------------------------------------------


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
        {
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
def hand_taken(s: HandTaken, policies: Policies) -> Ruling:
    """Identifiable cards play on; otherwise the hand is dead and only a bet or raise that nobody called goes back.

    Rule: ADTP.65, ADTP.65A, ADTP.65B, ADTP.69, REGULATIONS 11
    """
    if s.what is HandMishap.EXPOSED_BY_PLAYER:
        return Ruling(
            code="exposed_lives",
            rules=("ADTP.69", "ADTP.67B"),
            sentence=N_("The hand is not dead. A penalty may follow once the hand is over."),
            action=Outcome.LIVE_HAND,
        )
    if s.identifiable:
        return Ruling(
            code="plays_on",
            rules=("ADTP.65B",),
            sentence=N_("The hand can be identified: it may stay in play, exposed cards or not."),
            action=Outcome.LIVE_HAND,
        )
    return Ruling(
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
def stud_cards_lifted(s: StudCardsLifted, policies: Policies) -> Ruling:
    """Facing action the hand is dead.

    Rule: ADTP.66
    """
    if s.facing_action:
        return Ruling(
            code="dead",
            rules=("ADTP.66",),
            sentence=N_("The up cards left the table facing action: the hand is dead."),
            action=Outcome.DEAD_HAND,
        )
    return Ruling(
        code="live",
        rules=("ADTP.66",),
        sentence=N_("There was no action to face: the cards go back and the hand is live."),
        action=Outcome.LIVE_HAND,
    )


# --- P10: stud ---------------------------------------------------------------------------------------------------


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
        {
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
def stud_dealing(s: StudDealing, policies: Policies) -> Ruling:
    """The recommended procedures of stud, a to g.

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
    return Ruling(code=s.event.value, rules=("ADTP.P10",), sentence=sentence, action=action)


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
def stud_short_stub(s: StudShortStub, policies: Policies) -> Ruling:
    """One card each, a burn card and a last card that is never dealt; the three burn cards may help out.

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
    return Ruling(
        code=code,
        rules=("ADTP.P10",),
        sentence=sentence,
        params=params,
        action=Outcome.PLAY_ON if code == "enough" else Outcome.CORRECT,
        also=also,
    )
