"""Live casino tables of the Portuguese book of 2007: bets, errors of dealers and players, showdown, sharing.

These are no tournament rules; a floor that runs such a table asks here (PT-L.53–71).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.money import split_by_weights
from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Action, Choice, Note, Ruling, Share
from rules.rulings.showdown import clockwise
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
class CasinoBet:
    """Is it a bet, and of how much?"""

    over_the_line: bool = yes_no(N_("The chips are beyond the line of his place"))
    gathered: bool = yes_no(
        N_("The dealer has gathered them and the player said nothing against it"), default=False
    )
    said_chips: int | None = chips(N_("Amount said, as a total"), minimum=1, default=None)
    put_chips: int = chips(N_("Chips put in front, as a total"), minimum=1)


@answers(CasinoBet, title=N_("Casino table: is this a bet?"), group=Group.CASINO, rules=("PT-L.53",))
def casino_bet(s: CasinoBet, policies: Policies) -> Ruling:
    """Beyond the line, or gathered without objection, it is a bet; what was said is changed to exactly.

    Rule: PT-L.53
    """
    if s.said_chips is not None and s.said_chips != s.put_chips:
        return Ruling(
            code="said_amount",
            rules=("PT-L.53",),
            sentence=N_("The amount said counts, %(said)s: the dealer changes the chips to make it exact."),
            params={"said": s.said_chips},
            action=Action.BET,
            amount_chips=s.said_chips,
            returned_chips=max(0, s.put_chips - s.said_chips),
        )
    if s.over_the_line or s.gathered:
        return Ruling(
            code="bet",
            rules=("PT-L.53",),
            sentence=N_("The chips are bet: %(put)s."),
            params={"put": s.put_chips},
            action=Action.BET,
            amount_chips=s.put_chips,
        )
    return Ruling(
        code="no_bet_yet",
        rules=("PT-L.53",),
        sentence=N_("Nothing is bet yet: the chips are inside his place."),
        action=Action.WAIT,
    )


class CasinoDealFault(StrEnum):
    """What makes a deal void. Rule: PT-L.69"""

    ORDER = "order"
    NUMBER = "number"
    SAW_ANOTHER = "saw_another"
    FACE_UP = "face_up"
    DECK = "deck"
    DAMAGED = "damaged"
    TURNED_SEVERAL = "turned_several"


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoMisdeal:
    """Something was wrong with the deal."""

    fault: CasinoDealFault = one_of(
        N_("What went wrong"),
        {
            CasinoDealFault.ORDER: N_("Cards not dealt in the order of the rules"),
            CasinoDealFault.NUMBER: N_("A player has the wrong number of cards"),
            CasinoDealFault.SAW_ANOTHER: N_("A player got and saw a card that is not his"),
            CasinoDealFault.FACE_UP: N_("More than one card lay face up in the deck"),
            CasinoDealFault.DECK: N_("A card is missing, or the deck is not right"),
            CasinoDealFault.DAMAGED: N_("A card is damaged"),
            CasinoDealFault.TURNED_SEVERAL: N_("The dealer turned more than one card"),
        },
    )
    can_be_put_right: bool = yes_no(N_("The wrong number can be put right"), default=False)
    told_too_late: bool = yes_no(
        N_("The player who saw it in his own cards said so only after the first betting round began"),
        default=False,
    )


@answers(CasinoMisdeal, title=N_("Casino table: misdeal"), group=Group.CASINO, rules=("PT-L.69", "PT-L.71"))
def casino_misdeal(s: CasinoMisdeal, policies: Policies) -> Ruling:
    """A faulty deal is void and a new hand begins; who kept it to himself is out of the hand with his bet.

    Rule: PT-L.69, PT-L.71
    """
    if s.told_too_late:
        return Ruling(
            code="out_of_the_hand",
            rules=("PT-L.71",),
            sentence=N_("He may not go on in this hand and loses his bet and any claim to the pot."),
            action=Action.DEAD_HAND,
        )
    if s.fault is CasinoDealFault.NUMBER and s.can_be_put_right:
        return Ruling(
            code="put_right",
            rules=("PT-L.69",),
            sentence=N_("Put the number of cards right; the hand goes on."),
            action=Action.CORRECT,
        )
    return Ruling(
        code="void",
        rules=("PT-L.69",),
        sentence=N_("The deal is void: a new hand begins."),
        action=Action.MISDEAL,
    )


class CasinoDealerError(StrEnum):
    """What the dealer did. Rule: PT-L.70"""

    WRONG_WINNER = "wrong_winner"
    DEALT_ABSENT = "dealt_absent"
    TURNED_ONE = "turned_one"
    FLOP_EARLY = "flop_early"
    TURN_EARLY = "turn_early"
    RIVER_EARLY = "river_early"
    NO_BURN = "no_burn"


_DEALER_ERRORS: dict[CasinoDealerError, tuple[str, Action, str]] = {
    CasinoDealerError.WRONG_WINNER: (
        N_("Announced the wrong winner"),
        Action.CORRECT,
        N_("The cards on the table decide: the announcement is put right."),
    ),
    CasinoDealerError.DEALT_ABSENT: (
        N_("Dealt to an absent player who did not come in time to act"),
        Action.PLAY_ON,
        N_("The hand is valid; the absent player's cards are taken in and he has no part in it."),
    ),
    CasinoDealerError.TURNED_ONE: (
        N_("Turned one card while dealing"),
        Action.CORRECT,
        N_(
            "Deal on to the others, complete that hand last; the turned card is the burn card of the next street."
        ),
    ),
    CasinoDealerError.FLOP_EARLY: (
        N_("Turned cards of the flop before all had acted"),
        Action.CORRECT,
        N_(
            "Take back the flop, finish the betting, shuffle those cards into the stub and deal a flop without a burn."
        ),
    ),
    CasinoDealerError.TURN_EARLY: (
        N_("Turned the turn before all had acted"),
        Action.CORRECT,
        N_(
            "Set the card aside, finish the betting, burn one and use what would be the river as the turn. "
            "Then shuffle the card into the stub and deal the river without a burn."
        ),
    ),
    CasinoDealerError.RIVER_EARLY: (
        N_("Turned the river before all had acted"),
        Action.CORRECT,
        N_(
            "Set the card aside, finish the betting, shuffle the card into the stub and deal the river without a burn."
        ),
    ),
    CasinoDealerError.NO_BURN: (
        N_("Forgot to burn a card"),
        Action.CORRECT,
        N_("The card that was turned is the burn card; another is dealt to the board."),
    ),
}
_EARLY = (CasinoDealerError.FLOP_EARLY, CasinoDealerError.TURN_EARLY, CasinoDealerError.RIVER_EARLY)


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoDealerFault:
    """The dealer made a mistake."""

    what: CasinoDealerError = one_of(
        N_("What the dealer did"), {error: told[0] for error, told in _DEALER_ERRORS.items()}
    )


@answers(
    CasinoDealerFault, title=N_("Casino table: error of the dealer"), group=Group.CASINO, rules=("PT-L.70",)
)
def casino_dealer_error(s: CasinoDealerFault, policies: Policies) -> Ruling:
    """Put right as the book says; after a board card too early who had not bet may call only.

    Rule: PT-L.63, PT-L.64, PT-L.70
    """
    _, action, sentence = _DEALER_ERRORS[s.what]
    also = (
        (Note(sentence=N_("Who had not bet yet may only call, not raise."), rule="PT-L.70"),)
        if s.what in _EARLY
        else ()
    )
    return Ruling(code=s.what.value, rules=("PT-L.70",), sentence=sentence, action=action, also=also)


class CasinoPlayerError(StrEnum):
    """What a player did. Rule: PT-L.54, PT-L.55, PT-L.56, PT-L.57, PT-L.71"""

    SLOW = "slow"
    MUCKED = "mucked"
    CALLED_SHORT = "called_short"
    RAISED_SILENTLY = "raised_silently"
    EXPOSED = "exposed"
    OUT_OF_TURN = "out_of_turn"
    MIXED = "mixed"
    MISSED_TURN = "missed_turn"
    LOOKED = "looked"
    RAISED_AFTER = "raised_after"
    TALKED = "talked"
    REVIEWED = "reviewed"


_PLAYER_ERRORS = {
    CasinoPlayerError.SLOW: N_("Delays his decision"),
    CasinoPlayerError.MUCKED: N_("Mixed his cards with the folded ones, thinking nobody had called"),
    CasinoPlayerError.CALLED_SHORT: N_("Put in too little to call"),
    CasinoPlayerError.RAISED_SILENTLY: N_("Raised without saying so"),
    CasinoPlayerError.EXPOSED: N_("Exposed his cards during the hand"),
    CasinoPlayerError.OUT_OF_TURN: N_("Bet out of turn"),
    CasinoPlayerError.MIXED: N_("Mixed his cards with another player's"),
    CasinoPlayerError.MISSED_TURN: N_("His turn was passed over"),
    CasinoPlayerError.LOOKED: N_("Looked at folded or unused cards"),
    CasinoPlayerError.RAISED_AFTER: N_("Raised his own bet after seeing how the others took it"),
    CasinoPlayerError.TALKED: N_("Talked about the hand, criticised or made a pact"),
    CasinoPlayerError.REVIEWED: N_("Looked at his cards again and then raised"),
}
_WARNED = {
    CasinoPlayerError.SLOW: "PT-L.71",
    CasinoPlayerError.LOOKED: "PT-L.54",
    CasinoPlayerError.TALKED: "PT-L.56",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoPlayerFault:
    """A player made a mistake."""

    what: CasinoPlayerError = one_of(N_("What the player did"), _PLAYER_ERRORS)
    again: bool = yes_no(N_("Grave, or after a warning for the like"), default=False)
    identifiable: bool = yes_no(N_("His cards can be told apart without doubt"), default=False)
    bet_chips: int = chips(N_("Bet the player faces, as a total (0: nobody has bet)"), default=0)
    put_chips: int = chips(N_("Chips put in front, as a total"), default=0)


@answers(
    CasinoPlayerFault,
    title=N_("Casino table: error of a player"),
    group=Group.CASINO,
    rules=("PT-L.71", "PT-L.54", "PT-L.55", "PT-L.56", "PT-L.57", "PT-L.58"),
)
def casino_player_error(s: CasinoPlayerFault, policies: Policies) -> Ruling:
    """A warning first, then leaving the table; wrong amounts and turns as the book says.

    Rule: PT-L.54, PT-L.55, PT-L.56, PT-L.57, PT-L.58, PT-L.71
    """
    warned = _WARNED.get(s.what)
    if warned is not None:
        also: tuple[str, ...] = () if warned == "PT-L.71" else ("PT-L.58",)
        return Ruling(
            code="leaves_table" if s.again else "warned",
            rules=(warned, *also),
            sentence=(
                N_("Grave or repeated: he must leave the table.") if s.again else N_("The dealer warns him.")
            ),
            action=Action.STOP_HAND if s.again else Action.PLAY_ON,
        )
    if s.what is CasinoPlayerError.MUCKED:
        return Ruling(
            code="rebuilt" if s.identifiable else "no_claim",
            rules=("PT-L.71",),
            sentence=(
                N_("His hand is rebuilt and plays.")
                if s.identifiable
                else N_("It cannot be rebuilt without doubt: he loses his claim to the pot.")
            ),
            action=Action.LIVE_HAND if s.identifiable else Action.DEAD_HAND,
        )
    if s.what is CasinoPlayerError.MIXED:
        return Ruling(
            code="both_dead",
            rules=("PT-L.71",),
            sentence=N_("Both hands are dead, whether it was meant or not."),
            action=Action.DEAD_HAND,
        )
    if s.what is CasinoPlayerError.EXPOSED:
        return Ruling(
            code="valid",
            rules=("PT-L.71",),
            sentence=N_("The hand goes on and stays valid."),
            action=Action.LIVE_HAND,
        )
    if s.what is CasinoPlayerError.MISSED_TURN:
        return Ruling(
            code="director_missed_turn",
            rules=("PT-L.71",),
            sentence=N_("He says so at once and the inspector decides; he may never raise."),
            action=Action.DIRECTOR,
            choices=(
                Choice(value="acts", sentence=N_("He may call or fold.")),
                Choice(value="passed", sentence=N_("His turn is over.")),
            ),
        )
    if s.what is CasinoPlayerError.OUT_OF_TURN:
        return Ruling(
            code="stands",
            rules=("PT-L.71",),
            sentence=N_("The bet is valid; he may not raise it when his turn comes."),
            action=Action.STANDS,
            amount_chips=s.put_chips or None,
        )
    return _wrong_amount(s)


def _wrong_amount(s: CasinoPlayerFault) -> Ruling:
    if s.what is CasinoPlayerError.CALLED_SHORT:
        if s.put_chips >= s.bet_chips:
            raise bad_situation("put_chips", N_("This is not less than the bet."), rule="PT-L.71")
        return Ruling(
            code="may_complete",
            rules=("PT-L.71",),
            sentence=N_("He may complete the call to %(bet)s; what he put in stays."),
            params={"bet": s.bet_chips},
            action=Action.DIRECTOR,
            choices=(
                Choice(
                    value="complete",
                    sentence=N_("Call %(bet)s."),
                    params={"bet": s.bet_chips},
                    amount_chips=s.bet_chips,
                ),
                Choice(
                    value="fold",
                    sentence=N_("Forfeit the %(put)s and fold."),
                    params={"put": s.put_chips},
                    amount_chips=s.put_chips,
                ),
            ),
        )
    rule = {CasinoPlayerError.RAISED_AFTER: "PT-L.55", CasinoPlayerError.REVIEWED: "PT-L.57"}.get(
        s.what, "PT-L.71"
    )
    warned = () if rule == "PT-L.71" else (Note(sentence=N_("The dealer warns him."), rule="PT-L.58"),)
    if s.what is CasinoPlayerError.RAISED_AFTER:
        return Ruling(
            code="bet_stays",
            rules=(rule,),
            sentence=N_("His first bet stands; what he added goes back."),
            action=Action.STANDS,
            also=warned,
        )
    if s.put_chips < s.bet_chips:
        raise bad_situation("put_chips", N_("This is less than the bet: ask about a short call."), rule=rule)
    return Ruling(
        code="call",
        rules=(rule,),
        sentence=N_("This is a call of %(bet)s; %(back)s goes back."),
        params={"bet": s.bet_chips, "back": s.put_chips - s.bet_chips},
        action=Action.CALL,
        amount_chips=s.bet_chips,
        returned_chips=s.put_chips - s.bet_chips,
        also=warned,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoShowdown:
    """The last betting round is over."""

    seats: tuple[int, ...] = seats(N_("Seats with live hands"))
    opened_seat: int = seat(N_("Seat that began the last betting round"))
    table_seats: int = count(N_("Seats at the table"), minimum=2, maximum=MAX_SEAT)


@answers(
    CasinoShowdown,
    title=N_("Casino table: in which order are hands shown?"),
    group=Group.CASINO,
    rules=("PT-L.62", "PT-L.63", "PT-L.64"),
)
def casino_showdown(s: CasinoShowdown, policies: Policies) -> Ruling:
    """Who began the last betting round shows first, then the players on his left; the cards speak.

    Rule: PT-L.62, PT-L.63, PT-L.64
    """
    if not s.seats or max((*s.seats, s.opened_seat)) > s.table_seats:
        raise bad_situation(
            "seats", N_("Please check the seats: they must be at this table."), rule="PT-L.62"
        )
    order = clockwise(s.seats, after=s.opened_seat - 1, table_seats=s.table_seats)
    return Ruling(
        code="show_in_order",
        rules=("PT-L.62",),
        sentence=N_("Seat %(seat)s shows first, at the dealer's word, then the players on his left."),
        params={"seat": order[0]},
        action=Action.SHOW,
        seats=tuple(order),
        also=(Note(sentence=N_("The cards decide, not the words. Read the tabled hand."), rule="PT-L.63"),),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoWinnerRow:
    """One of several winners."""

    seat: int = seat(N_("Seat"))
    bet_chips: int = chips(N_("What he bet in this hand"), minimum=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoSplit:
    """Several hands win."""

    pot_chips: int = chips(N_("The pot"), minimum=1)
    minimum_chips: int = chips(N_("Minimum bet"), minimum=1)
    winners: tuple[CasinoWinnerRow, ...] = rows(N_("Winners"), CasinoWinnerRow, max_rows=MAX_SEAT)
    button_seat: int = seat(N_("Seat that has the hand (button)"))
    table_seats: int = count(N_("Seats at the table"), minimum=2, maximum=MAX_SEAT)


@answers(
    CasinoSplit,
    title=N_("Casino table: several winners"),
    group=Group.CASINO,
    rules=("PT-L.66", "PT-L.67"),
)
def casino_split(s: CasinoSplit, policies: Policies) -> Ruling:
    """In proportion to what the winners bet, in chips of the minimum; the larger part nearest to the button first.

    Who has the hand comes first, then the players on his left. What is less than the minimum stays with the first.

    Rule: PT-L.66, PT-L.67
    """
    bets = {row.seat: row.bet_chips for row in s.winners}
    if not bets or len(bets) != len(s.winners):
        raise bad_situation("winners", N_("Please state each winner, once."), rule="PT-L.66")
    if max((*bets, s.button_seat)) > s.table_seats:
        raise bad_situation(
            "winners", N_("Please check the seats: they must be at this table."), rule="PT-L.66"
        )
    order = clockwise(tuple(bets), after=s.button_seat - 1, table_seats=s.table_seats)
    units, rest = divmod(s.pot_chips, s.minimum_chips)
    parts = [n * s.minimum_chips for n in split_by_weights(units, [bets[n] for n in order])]
    parts[0] += rest
    return Ruling(
        code="split",
        rules=("PT-L.66", "PT-L.67"),
        sentence=N_("The pot of %(pot)s is shared in proportion to what the winners bet."),
        params={"pot": s.pot_chips},
        action=Action.PAY,
        shares=tuple(Share(chips=part, seats=(n,)) for n, part in zip(order, parts, strict=True)),
        seats=tuple(order),
    )


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

    step: CasinoHandling = one_of(N_("Which"), {step: told[1] for step, told in _HANDLING.items()})


@answers(
    CasinoDealerHandling,
    title=N_("Casino table: how the dealer does it"),
    group=Group.CASINO,
    rules=("PT-L.59", "PT-L.60", "PT-L.61", "PT-L.65", "PT-L.68"),
)
def casino_dealer_handling(s: CasinoDealerHandling, policies: Policies) -> Ruling:
    """The deck in sight and protected, the pot paid when all agree.

    Rule: PT-L.59, PT-L.60, PT-L.61, PT-L.65, PT-L.68
    """
    rule, _, sentence = _HANDLING[s.step]
    return Ruling(code=s.step.value, rules=(rule,), sentence=sentence, action=Action.PLAY_ON)
