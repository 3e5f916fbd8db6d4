"""Tabling a hand, and who shows (ADTP 12–19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
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

_PENALTY = N_("A penalty may follow.")


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsAtShowdown:
    """A hand was announced that is not what the cards say."""

    deliberate: bool = yes_no(N_("The hand was misdeclared on purpose"), default=False)


@answers(WordsAtShowdown, title=N_("A hand was announced wrongly"), group=Group.SHOWDOWN, rules=("ADTP.12",))
def cards_speak(s: WordsAtShowdown, policies: Policies) -> Answer:
    """Answer: tabled cards decide, not words.

    Rule: ADTP.12
    """
    return Answer(
        code="cards_speak",
        rules=("ADTP.12",),
        sentence=N_("The cards decide, not the words. Read the tabled hand."),
        action=Outcome.STANDS,
        also=(Note(sentence=_PENALTY, rule="ADTP.12"),) if s.deliberate else (),
    )


class CardsAre(StrEnum):
    """Where a player's cards are at the showdown."""

    ALL_TABLED = "all_tabled"
    SOME_SHOWN = "some_shown"
    FACE_DOWN = "face_down"
    IN_MUCK = "in_muck"


@dataclass(frozen=True, slots=True, kw_only=True)
class TabledHand:
    """Does this hand still compete for the pot?"""

    cards: CardsAre = one_of(
        N_("The player's cards"),
        titles={
            CardsAre.ALL_TABLED: N_("All face up on the table"),
            CardsAre.SOME_SHOWN: N_("Some shown, not all"),
            CardsAre.FACE_DOWN: N_("Pushed forward face down"),
            CardsAre.IN_MUCK: N_("Pushed into the muck by the dealer"),
        },
    )
    identifiable: bool = yes_no(N_("They can be retrieved and identified with full certainty"), default=True)
    plays_board: bool = yes_no(N_("The player plays the board"), default=False)
    refuses: bool = yes_no(N_("Asked to table all cards, the player refuses"), default=False)
    read_clearly: bool = yes_no(N_("The hand was seen and read clearly before"), default=False)
    killed_by_dealer: bool = yes_no(N_("The dealer killed it by mistake"), default=False)


@answers(
    TabledHand,
    title=N_("Is this hand alive at the showdown?"),
    group=Group.SHOWDOWN,
    rules=("ADTP.13A", "ADTP.13B", "ADTP.13C", "ADTP.14", "ADTP.15A", "ADTP.19"),
)
def tabled_hand(s: TabledHand, policies: Policies) -> Answer:
    """Answer: a hand competes when all its cards are tabled, the board's player included; face down is not yet dead.

    Rule: ADTP.13, ADTP.13A, ADTP.13B, ADTP.13C, ADTP.14, ADTP.15A, ADTP.19
    """
    if s.cards is CardsAre.ALL_TABLED:
        if s.killed_by_dealer:
            return Answer(
                code="tabled_hand_lives",
                rules=("ADTP.13C",),
                sentence=N_(
                    "A dealer cannot kill a hand that was tabled and obviously wins: it gets the pot."
                ),
                action=Outcome.LIVE_HAND,
            )
        return Answer(
            code="live",
            rules=("ADTP.13A",),
            sentence=N_("The hand is properly tabled and competes."),
            action=Outcome.LIVE_HAND,
        )
    if not s.identifiable:
        if s.read_clearly or s.cards is CardsAre.SOME_SHOWN:
            return Answer(
                code="director_shown_enough",
                rules=("ADTP.13B",),
                sentence=N_("The director decides whether the hand was shown well enough to be read."),
                action=Outcome.DIRECTOR,
                choices=(
                    OpenChoice(value="enough", sentence=N_("It was: the hand competes.")),
                    OpenChoice(
                        value="not_enough", sentence=N_("It was not: the hand has no claim to the pot.")
                    ),
                ),
            )
        return Answer(
            code="dead",
            rules=("ADTP.13B", "ADTP.14"),
            sentence=N_("The cards cannot be retrieved with certainty: the hand has no claim to the pot."),
            action=Outcome.DEAD_HAND,
        )
    if s.cards is CardsAre.SOME_SHOWN or s.plays_board:
        if s.refuses:
            return Answer(
                code="director_refuses_to_table",
                rules=("ADTP.15A", "ADTP.19") if s.plays_board else ("ADTP.15A", "ADTP.13A"),
                sentence=N_("The floor decides: without tabling all cards the hand cannot win."),
                action=Outcome.DIRECTOR,
                choices=(
                    OpenChoice(value="table", sentence=N_("The player tables all cards and competes.")),
                    OpenChoice(value="no_claim", sentence=N_("The hand has no claim to the pot.")),
                ),
            )
        return Answer(
            code="table_all_cards",
            rules=("ADTP.19", "ADTP.13A") if s.plays_board else ("ADTP.15A", "ADTP.13A"),
            sentence=N_("The dealer asks the player to table all cards; then the hand competes."),
            action=Outcome.SHOW,
        )
    return Answer(
        code="not_dead_yet",
        rules=("ADTP.14",),
        sentence=N_("The cards can still be identified: the player may table them and compete."),
        action=Outcome.LIVE_HAND,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MuckedTooEarly:
    """A bettor let his cards go, thinking he had won, while another hand was live."""

    identifiable: bool = yes_no(N_("They can be retrieved and identified with full certainty"))
    uncalled_chips: int = chips(N_("Part of the bet or raise that nobody has called"), default=0)


@answers(
    MuckedTooEarly,
    title=N_("Bet, then mucked with a player still in"),
    group=Group.SHOWDOWN,
    rules=("ADTP.15B", "ADTP.58"),
)
def mucked_too_early(s: MuckedTooEarly, policies: Policies) -> Answer:
    """Answer: the dealer protects the cards and calls the floor; irretrievable cards lose all but the uncalled bet.

    Rule: ADTP.15, ADTP.15B, ADTP.15C, REGULATIONS 11
    """
    if s.identifiable:
        return Answer(
            code="director_mucked_too_early",
            rules=("ADTP.15B", "ADTP.15C"),
            sentence=N_("The dealer protects the cards; the floor decides whether they are given back."),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(value="returned", sentence=N_("The cards go back and the hand is live.")),
                OpenChoice(
                    value="folded",
                    sentence=N_("The hand is folded; only what nobody has called, %(uncalled)s, goes back."),
                    params={"uncalled": s.uncalled_chips},
                ),
            ),
        )
    return Answer(
        code="dead",
        rules=("ADTP.15B",),
        sentence=N_("The hand is dead; only what nobody has called, %(uncalled)s, goes back."),
        params={"uncalled": s.uncalled_chips},
        action=Outcome.DEAD_HAND,
        returned_chips=s.uncalled_chips,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AllInShowdown:
    """Somebody is all-in: are the cards turned up now?"""

    all_in_players: int = count(N_("Players all-in"), minimum=0, maximum=MAX_SEAT)
    still_to_act: bool = yes_no(
        N_(
            "Another player still has action, and betting can still happen (two have chips behind, or a bet is open)"
        )
    )
    hand_for_hand: bool = yes_no(N_("During hand for hand"), default=False)


@answers(
    AllInShowdown,
    title=N_("All-in: are the hands turned up now?"),
    group=Group.SHOWDOWN,
    rules=("ADTP.16",),
)
def all_in_showdown(s: AllInShowdown, policies: Policies) -> Answer:
    """Answer: all hands go up as soon as a player is all-in and all action is over. A house may keep them down in
    hand-for-hand: its own policy, in none of the books.

    Rule: ADTP.16, CASES 16-a, CASES 16-b, CASES h4h-2, REGULATIONS 11
    """
    if s.all_in_players == 0:
        return Answer(
            code="no_all_in",
            rules=("ADTP.17A",),
            sentence=N_("Nobody is all-in: the order of showdown decides."),
            action=Outcome.WAIT,
        )
    if s.still_to_act:
        return Answer(
            code="not_yet",
            rules=("ADTP.16",),
            sentence=N_("Nothing is turned up while players can still act."),
            action=Outcome.KEEP_DOWN,
        )
    if s.hand_for_hand and policies.all_in_cards_down_in_hand_for_hand:
        return Answer(
            code="down_until_released",
            rules=("ADTP.1",),
            sentence=N_(
                "Rule of this house: in hand for hand the cards stay face down until the floor releases the table."
            ),
            action=Outcome.KEEP_DOWN,
        )
    return Answer(
        code="turn_up",
        rules=("ADTP.16",),
        sentence=N_("All hands are turned up now, before the next card. None may be hidden or thrown away."),
        action=Outcome.SHOW,
    )


class Game(StrEnum):
    """The family of games, as far as showdowns and odd chips differ."""

    FLOP = "flop"
    FLOP_HI_LO = "flop_hi_lo"
    STUD = "stud"
    STUD_HI_LO = "stud_hi_lo"
    RAZZ = "razz"


GAME_TITLES = {
    Game.FLOP: N_("Hold’em, Omaha"),
    Game.FLOP_HI_LO: N_("Omaha high-low"),
    Game.STUD: N_("Seven card stud"),
    Game.STUD_HI_LO: N_("Stud high-low"),
    Game.RAZZ: N_("Razz"),
}


FLOP_GAMES = (Game.FLOP, Game.FLOP_HI_LO)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownOrder:
    """Nobody shows of his own accord: who must?"""

    game: Game = one_of(N_("Game"), titles=GAME_TITLES, default=Game.FLOP)
    seats: tuple[int, ...] = seats(N_("Seats with live hands"))
    button_seat: int = seat(N_("Seat of the button"))
    table_seats: int = count(N_("Seats at the table"), minimum=2, maximum=MAX_SEAT)
    last_aggressor: int | None = seat(
        N_("Last to bet or raise on the last street (none: nobody)"), default=None
    )
    first_by_board: int | None = seat(
        N_("Stud and razz: the seat that would act first on its board"), default=None
    )


@answers(
    ShowdownOrder,
    title=N_("In which order are hands shown?"),
    group=Group.SHOWDOWN,
    rules=("ADTP.17A", "ADTP.17B"),
)
def showdown_order(s: ShowdownOrder, policies: Policies) -> Answer:
    """Answer: the last aggressor of the last street shows first, else whoever would act first; then clockwise.

    An aggressor who has given up his hand shows nothing: the next live hand on his left is first.

    Rule: ADTP.17, ADTP.17A, ADTP.17B
    """
    if not s.seats or max((*s.seats, s.button_seat, s.last_aggressor or 0)) > s.table_seats:
        raise bad_situation(
            "seats", sentence=N_("Please check the seats: they must be at this table."), rule="ADTP.17A"
        )
    if len(s.seats) == 1:
        return Answer(
            code="uncontested",
            rules=("ADTP.17B",),
            sentence=N_("Seat %(seat)s alone has live cards: it wins and need not show."),
            params={"seat": s.seats[0]},
            action=Outcome.AWARD,
            seats=s.seats,
        )
    if s.last_aggressor in s.seats and s.last_aggressor is not None:
        first = s.last_aggressor
        sentence = N_("Seat %(seat)s bet or raised last on the last street and shows first.")
    elif s.last_aggressor is not None:
        first = clockwise(s.seats, after=s.last_aggressor, table_seats=s.table_seats)[0]
        sentence = N_("Who bet last has given up his hand: seat %(seat)s, the next on his left, shows first.")
    elif s.game in FLOP_GAMES:
        first = clockwise(s.seats, after=s.button_seat, table_seats=s.table_seats)[0]
        sentence = N_("There was no bet on the last street: seat %(seat)s would act first and shows first.")
    elif s.first_by_board is None:
        raise bad_situation("first_by_board", sentence=N_("Please state %(field)s."), rule="ADTP.17A")
    else:
        first = s.first_by_board
        sentence = N_("There was no bet on the last street: seat %(seat)s would act first and shows first.")
    if first not in s.seats:
        raise bad_situation(
            "seats", sentence=N_("The seat that shows first must have a live hand."), rule="ADTP.17A"
        )
    order = clockwise(s.seats, after=first - 1, table_seats=s.table_seats)
    return Answer(
        code="show_in_order",
        rules=("ADTP.17A",),
        sentence=sentence,
        params={"seat": first},
        action=Outcome.SHOW,
        seats=tuple(order),
    )


def clockwise(seats: Sequence[int], *, after: int, table_seats: int) -> list[int]:
    """Return seats in the order of dealing from the left of `after`, seats counted 1 … table_seats."""
    return sorted(seats, key=lambda n: (n - after - 1) % table_seats)


class HandHeld(StrEnum):
    """What a player at the showdown did with his hand."""

    HOLDS = "holds"
    TABLED = "tabled"
    GAVE_UP = "gave_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownRow:
    """A player who reached the showdown."""

    seat: int = seat(N_("Seat"))
    called_river: bool = yes_no(N_("Called the last bet on the river"), default=False)
    hand: HandHeld = one_of(
        N_("His cards"),
        titles={
            HandHeld.HOLDS: N_("Still holds them"),
            HandHeld.TABLED: N_("Tabled them"),
            HandHeld.GAVE_UP: N_("Gave them up unshown, or has none"),
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AskToSee:
    """Who may have a hand shown?"""

    target_seat: int = seat(N_("Seat whose hand is asked for"))
    target_was_aggressor: bool = yes_no(N_("That seat made the last bet or raise on the river"))
    players: tuple[ShowdownRow, ...] = rows(
        N_("The other players at the showdown"), row=ShowdownRow, max_rows=MAX_SEAT
    )


@answers(
    AskToSee, title=N_("Who may ask to see a hand?"), group=Group.SHOWDOWN, rules=("ADTP.18A", "ADTP.18B")
)
def ask_to_see(s: AskToSee, policies: Policies) -> Answer:
    """Answer: callers on the river who kept their cards may demand the aggressor's; every other request is the
    director's.

    `seats` have the right; the choices name the seats whose request the director may grant.

    Rule: ADTP.18, ADTP.18A, ADTP.18B, CASES 18-a
    """
    named = [p.seat for p in s.players]
    if s.target_seat in named or len(set(named)) != len(named):
        raise bad_situation("players", sentence=N_("%(field)s names a seat twice."), rule="ADTP.18A")
    keep = [p for p in s.players if p.hand is not HandHeld.GAVE_UP]
    entitled = tuple(p.seat for p in keep if s.target_was_aggressor and p.called_river)
    by_grace = tuple(p.seat for p in keep if p.seat not in entitled)
    lost = tuple(p.seat for p in s.players if p.hand is HandHeld.GAVE_UP)
    also = tuple(
        Note(
            sentence=N_("Seat %(seat)s gave up its cards and with them the right to ask."),
            params={"seat": n},
            rule="ADTP.18A",
        )
        for n in lost
    )
    live = Note(sentence=N_("A hand shown on request is live and may win."), rule="ADTP.18A")
    choices = tuple(
        OpenChoice(
            value=f"seat_{n}",
            sentence=N_("The director may grant the request of seat %(seat)s."),
            params={"seat": n},
        )
        for n in by_grace
    )
    if entitled:
        return Answer(
            code="inalienable_right",
            rules=("ADTP.18B", "ADTP.18A"),
            sentence=N_("Callers on the river who kept their cards may demand to see this hand."),
            action=Outcome.SHOW,
            seats=entitled,
            choices=choices,
            also=(*also, live),
        )
    if by_grace:
        return Answer(
            code="director_request",
            rules=("ADTP.18B", "ADTP.1"),
            sentence=N_("Nobody has a right to see this hand: the director decides."),
            action=Outcome.DIRECTOR,
            choices=choices,
            also=(*also, live),
        )
    return Answer(
        code="nobody_may_ask",
        rules=("ADTP.18A",),
        sentence=N_("Nobody may ask to see this hand."),
        action=Outcome.NO,
        also=also,
    )
