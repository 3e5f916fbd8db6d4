"""Who wins the pot: the hands are read, and each pot goes to the best of those that play for it (ADTP 12, 20, 21)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.cards import Card
from rules.hands import CardGame, PotWon, Shown, read, share_pots
from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, Outcome, Share
from rules.rulings.situation import (
    MAX_SEAT,
    Group,
    answers,
    bad_situation,
    cards,
    chips,
    one_of,
    rows,
    seat,
    yes_no,
)

CARD_GAME_TITLES = {
    CardGame.HOLDEM: N_("Hold’em: any five of the seven"),
    CardGame.OMAHA: N_("Omaha: two of your four cards, three of the board"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownRow:
    """A seat of the hand: what it put in, and its cards unless it folded."""

    seat: int = seat(N_("Seat"))
    hole: tuple[Card, ...] = cards(N_("Own cards"), maximum=4, default=())
    chips: int = chips(N_("Chips put in, the ante with them"))
    folded: bool = yes_no(N_("Folded"), default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """The board and the hands on the table, and what each put in."""

    game: CardGame = one_of(N_("Game"), titles=CARD_GAME_TITLES, default=CardGame.HOLDEM)
    board: tuple[Card, ...] = cards(N_("Board"), maximum=5)
    players: tuple[ShowdownRow, ...] = rows(
        N_("Each seat of the hand, folded ones too"), row=ShowdownRow, max_rows=MAX_SEAT
    )
    button_seat: int = seat(N_("Seat of the button"))
    smallest_chip: int = chips(N_("Smallest chip in play"), minimum=1)
    dead_chips: int = chips(N_("Big blind ante and other chips of nobody"), default=0)


@answers(
    Showdown,
    title=N_("Who wins the pot?"),
    group=Group.SHOWDOWN,
    rules=("ADTP.12", "ADTP.19", "ADTP.20A", "ADTP.21", "PT-H.60", "PT-H.62", "PT-H.63"),
)
def who_wins(s: Showdown, policies: Policies) -> Answer:
    """Answer: cards speak: each hand is read, whatever its player says it is, and each pot goes to the best of its
    seats.

    What nobody covered goes back. A tie shares the pot, down to the smallest chip; odd chips go one by one from the
    button's left, for each pot apart.

    Rule: ADTP.12, ADTP.19, ADTP.20A, ADTP.21, PT-H.26, PT-H.29, PT-H.32, PT-H.33, PT-H.60, PT-H.61, PT-H.62, PT-H.63,
        PT-O.26, PT-O.60, PT-O.62, PT-O.63, CASES settled 10
    """
    shown = _read(s)
    live = [p.seat for p in s.players if not p.folded]
    if not live or not any(p.chips for p in s.players if not p.folded):
        raise bad_situation(
            "players", sentence=N_("Nobody with a live hand has put chips in."), rule="ADTP.21"
        )
    odd = [p.seat for p in s.players if p.chips % s.smallest_chip]
    if odd:
        raise bad_situation(
            "smallest_chip",
            sentence=N_("Not all of it can be paid in chips of that size: count it again. Seats: %(seats)s."),
            seats=_listed(odd),
        )
    if s.dead_chips % s.smallest_chip:
        raise bad_situation(
            "smallest_chip",
            sentence=N_("The chips of nobody cannot be paid in chips of that size: count them again."),
        )
    pots, returned = share_pots(
        put_in={p.seat: p.chips for p in s.players},
        strengths={one.seat: one.strength for one in shown} or dict.fromkeys(live, 0),
        button=s.button_seat,
        dead_chips=s.dead_chips,
        smallest=s.smallest_chip,
    )
    back = [
        Note(
            sentence=N_("%(chips)s that nobody covered goes back to seat %(seat)s."),
            params={"chips": amount, "seat": n},
            rule="ADTP.21",
        )
        for n, amount in returned.items()
    ]
    won: dict[int, int] = {}
    for pot in pots:
        for n, amount in pot.shares.items():
            won[n] = won.get(n, 0) + amount
    sentence, params = _said(pots)
    return Answer(
        code="pots_won" if len(pots) > 1 else "shared" if len(won) > 1 else "won",
        rules=_rules(s, pots),
        sentence=sentence,
        params=params,
        action=Outcome.AWARD,
        shares=tuple(Share(chips=won[n], seats=(n,)) for n in sorted(won)),
        returned_chips=sum(returned.values()),
        seats=tuple(sorted(won)),
        also=(*_hands(shown), *_pots(pots), *back),
    )


def _read(s: Showdown) -> list[Shown]:
    """The live hands, the best first; none where all but one have folded: that one need not show."""
    named = [p.seat for p in s.players]
    twice = sorted({n for n in named if named.count(n) > 1})
    if twice:
        raise bad_situation(
            "players", sentence=N_("A seat is there twice: %(seats)s."), rule="ADTP.21", seats=_listed(twice)
        )
    live = [p for p in s.players if not p.folded]
    if len(live) < 2:
        return []
    if len(s.board) != 5:
        raise bad_situation("board", sentence=N_("The board has five cards."), rule="ADTP.12")
    short = [p.seat for p in live if len(p.hole) != s.game.hole_cards]
    if short:
        raise bad_situation(
            "players",
            sentence=N_(
                "Every hand that is not folded shows all its own cards: two in hold’em, four in Omaha. Seats: %(seats)s."
            ),
            rule="ADTP.13",
            seats=_listed(short),
        )
    all_cards = [*s.board, *(card for p in s.players for card in p.hole)]
    again = next((card for card in all_cards if all_cards.count(card) > 1), None)
    if again is not None:
        holders = [p.seat for p in s.players if again in p.hole]
        raise bad_situation(
            "players",
            sentence=N_("%(card)s is there twice: look again, or the deck is fouled. Seats: %(seats)s.")
            if holders
            else N_("%(card)s is on the board twice: look again, or the deck is fouled."),
            rule="ADTP.35E",
            card=_card_text(again),
            seats=_listed(holders),
        )
    found = [read(seat=p.seat, game=s.game, hole=p.hole, board=s.board) for p in live]
    return sorted(found, key=lambda one: -one.strength)


def _said(pots: tuple[PotWon, ...]) -> tuple[str, dict[str, int | str]]:
    if len(pots) > 1:
        return (
            N_(
                "%(pots)s pots: the last side pot is given first, each to the best hand of those that play for it."
            ),
            {"pots": len(pots)},
        )
    if not pots:
        return N_("Nobody else has put chips in: there is no pot."), {}
    (pot,) = pots
    winners = list(pot.shares)
    if len(winners) == 1:
        return N_("Seat %(seat)s wins the pot of %(pot)s."), {"seat": winners[0], "pot": pot.chips}
    return (
        N_("Seats %(seats)s share the pot of %(pot)s."),
        {"seats": _listed(winners), "pot": pot.chips},
    )


def _hands(shown: list[Shown]) -> list[Note]:
    """Each hand by its name with the five cards that make it, the best first. Rule: PT-H.61"""
    return [
        Note(
            sentence=one.sentence,
            params=one.params,
            rule="ADTP.12",
            seat=one.seat,
            cards=" ".join(_card_text(card) for card in one.five),
        )
        for one in shown
    ]


# of a side pot, and of several winners
_POT_WORDS = {
    (False, False): N_("Main pot of %(pot)s: seat %(seats)s."),
    (False, True): N_("Main pot of %(pot)s: seats %(seats)s."),
    (True, False): N_("Side pot %(number)s of %(pot)s: seat %(seats)s."),
    (True, True): N_("Side pot %(number)s of %(pot)s: seats %(seats)s."),
}


def _pots(pots: tuple[PotWon, ...]) -> list[Note]:
    """Where there are several pots who gets which, the last side pot first, as they are given; and whose chip is the odd
    one."""
    found = []
    for number, pot in reversed(list(enumerate(pots))):
        params: dict[str, int | str] = {
            "pot": pot.chips,
            "number": number,
            "seats": _listed(pot.shares),
        }
        if len(pots) > 1:
            found.append(
                Note(
                    sentence=_POT_WORDS[number > 0, len(pot.shares) > 1],
                    params=params,
                    rule="ADTP.21",
                )
            )
        if pot.odd_chips:
            found.append(
                Note(
                    sentence=N_("The odd chip of it goes to seat %(seats)s.")
                    if len(pot.odd_chips) == 1
                    else N_("Odd chips of it, one each from the button’s left: seats %(seats)s."),
                    params={"seats": _listed(pot.odd_chips)},
                    rule="ADTP.20A",
                )
            )
    return found


def _listed(seats: Iterable[int]) -> str:
    return ", ".join(str(n) for n in sorted(seats))


def _card_text(card: Card) -> str:
    return card.text.replace("T", "10")


def _rules(s: Showdown, pots: tuple[PotWon, ...]) -> tuple[str, ...]:
    rules = ["ADTP.12", "PT-O.60" if s.game is CardGame.OMAHA else "PT-H.60"]
    if any(len(pot.shares) > 1 for pot in pots):
        rules += ["ADTP.20A", "PT-H.62"]
    if len(pots) > 1:
        rules += ["ADTP.21", "PT-H.63"]
    return tuple(rules)
