"""Dividing pots (ADTP 20, 21)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.chips import Pots, side_pots, split_high_low, split_pot
from rules.policies import Policies
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, Outcome, Share
from rules.rulings.showdown.showing import FLOP_GAMES, GAME_TITLES, Game
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
class OddChips:
    """A pot is split and does not divide."""

    game: Game = one_of(N_("Game"), titles=GAME_TITLES, default=Game.FLOP)
    pot_chips: int = chips(N_("The pot"), minimum=1)
    smallest_chip: int = chips(N_("Smallest chip in play"), minimum=1)
    high_seats: tuple[int, ...] = seats(N_("Seats that win the pot (high-low: that win high)"))
    low_seats: tuple[int, ...] = seats(N_("Seats that win low (none: no low hand)"), default=())
    button_seat: int = seat(N_("Seat of the button"))
    table_seats: int = count(N_("Seats at the table"), minimum=2, maximum=MAX_SEAT)
    high_card_seats: tuple[int, ...] = seats(
        N_("Stud, razz: the winners in the order of the highest card by suit in their five"), default=()
    )


@answers(
    OddChips,
    title=N_("Who gets the odd chip?"),
    group=Group.SHOWDOWN,
    rules=("ADTP.20A", "ADTP.20B", "ADTP.20C", "ADTP.20D"),
)
def odd_chips(s: OddChips, policies: Policies) -> Answer:
    """Answer: split a pot to the smallest chip: odd ones one each from the left of the button, in stud by highest
    card.

    High-low: the odd chip of the whole pot goes to high; the same winners both ways share the whole pot evenly.

    Rule: ADTP.20, ADTP.20A, ADTP.20B, ADTP.20C, ADTP.20D, PT-H.62, CASES 20-a
    """
    everyone = (*s.high_seats, *s.low_seats, *s.high_card_seats, s.button_seat)
    if not s.high_seats or max(everyone) > s.table_seats:
        raise bad_situation("high_seats", sentence=N_("Please check the seats: they must be at this table."))
    if s.pot_chips % s.smallest_chip:
        raise bad_situation(
            "pot_chips", sentence=N_("The pot is no multiple of the smallest chip: count it again.")
        )
    if s.low_seats and s.game not in (Game.FLOP_HI_LO, Game.STUD_HI_LO):
        raise bad_situation("low_seats", sentence=N_("Only a high-low game has a low hand."), rule="ADTP.20C")
    rule_of_odd = "ADTP.20A" if s.game in FLOP_GAMES else "ADTP.20B"
    won: dict[int, int] = {}
    if s.low_seats:
        if set(s.low_seats) == set(s.high_seats):
            parts = [(s.pot_chips, s.high_seats)]
            rules: tuple[str, ...] = ("ADTP.20D", rule_of_odd)
        else:
            high, low = split_high_low(pot=s.pot_chips, smallest=s.smallest_chip)
            parts = [(high, s.high_seats), (low, s.low_seats)]
            rules = ("ADTP.20C", rule_of_odd)
    else:
        parts = [(s.pot_chips, s.high_seats)]
        rules = (rule_of_odd,)
    for amount, winners in parts:
        for n, share in _shares(s, amount, winners).items():
            won[n] = won.get(n, 0) + share
    shares = tuple(Share(chips=won[n], seats=(n,)) for n in sorted(won))
    return Answer(
        code="split",
        rules=rules,
        sentence=N_("The pot of %(pot)s is split down to chips of %(smallest)s."),
        params={"pot": s.pot_chips, "smallest": s.smallest_chip},
        action=Outcome.PAY,
        shares=shares,
        seats=tuple(sorted(won)),
    )


def _shares(s: OddChips, amount: int, winners: tuple[int, ...]) -> dict[int, int]:
    if s.game in FLOP_GAMES:
        return split_pot(
            pot=amount,
            winners=winners,
            button=s.button_seat,
            seats_per_table=s.table_seats,
            smallest=s.smallest_chip,
        )
    each, odd = divmod(amount // s.smallest_chip, len(winners))
    if odd and not set(winners) <= set(s.high_card_seats):
        raise bad_situation("high_card_seats", sentence=N_("Please state %(field)s."), rule="ADTP.20B")
    order = [n for n in s.high_card_seats if n in winners] if odd else list(winners)
    return {n: (each + (1 if i < odd else 0)) * s.smallest_chip for i, n in enumerate(order)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionRow:
    """What a seat put in in this hand."""

    seat: int = seat(N_("Seat"))
    ante_chips: int = chips(N_("Ante paid"), default=0)
    chips: int = chips(N_("Chips put in, without the ante"))
    folded: bool = yes_no(N_("Folded"), default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePots:
    """All-ins of different sizes."""

    players: tuple[ContributionRow, ...] = rows(
        N_("What each seat put in"), row=ContributionRow, max_rows=MAX_SEAT
    )
    dead_chips: int = chips(N_("Big blind ante and other chips of nobody"), default=0)


@answers(SidePots, title=N_("Main pot and side pots"), group=Group.SHOWDOWN, rules=("ADTP.21", "ADTP.P11"))
def divide_pots(s: SidePots, policies: Policies) -> Answer:
    """Answer: a pot per distinct all-in, kept apart; what nobody covered goes back.

    An ante belongs to the seat that paid it: who is all-in for a part of one wins that part from each. The ante
    that one seat pays for all is in the main pot. A live hand that put nothing in beside it plays for it alone: it
    is then a pot of its own.

    Rule: ADTP.20, ADTP.21, ADTP.P11, CASES 21-a, CASES 21-b, CASES ante-a, REGULATIONS 11
    """
    found, shares = _divided(s)
    also = tuple(
        Note(
            sentence=N_("%(chips)s that nobody covered goes back to seat %(seat)s."),
            params={"chips": returned, "seat": n},
            rule="ADTP.21",
        )
        for n, returned in found.returned.items()
    )
    back = sum(found.returned.values())
    if not shares:
        return Answer(
            code="nobody_called",
            rules=("ADTP.21",),
            sentence=N_("Nobody else has put chips in: there is no pot."),
            action=Outcome.PAY,
            returned_chips=back,
            also=also,
        )
    return Answer(
        code="pots",
        rules=("ADTP.21",),
        sentence=(
            N_("One pot of %(main)s.")
            if len(shares) == 1
            else N_("Main pot of %(main)s; side pots: %(side)s, each kept apart.")
        ),
        params={"main": shares[0].chips, "side": len(shares) - 1},
        action=Outcome.PAY,
        shares=tuple(shares),
        returned_chips=back,
        also=also,
    )


def _divided(s: SidePots) -> tuple[Pots, list[Share]]:
    """The pots, the main pot first, with what goes back."""
    named = [p.seat for p in s.players]
    if len(set(named)) != len(named):
        raise bad_situation("players", sentence=N_("%(field)s names a seat twice."), rule="ADTP.21")
    put_in = {p.seat: p.chips + p.ante_chips for p in s.players}
    if not any(put_in[p.seat] and not p.folded for p in s.players):
        raise bad_situation(
            "players", sentence=N_("Nobody with a live hand has put chips in."), rule="ADTP.21"
        )
    found = side_pots(put_in=put_in, folded={p.seat for p in s.players if p.folded})
    shares = [Share(chips=p.chips, seats=p.seats) for p in found.pots]
    if s.dead_chips:
        live = tuple(sorted(p.seat for p in s.players if not p.folded))
        if shares and shares[0].seats == live:
            shares[0] = Share(chips=shares[0].chips + s.dead_chips, seats=live)
        else:
            shares.insert(0, Share(chips=s.dead_chips, seats=live))
    return found, shares


@answers(
    SidePots,
    title=N_("In which order are the pots awarded?"),
    group=Group.SHOWDOWN,
    rules=("ADTP.21", "ADTP.17A"),
)
def award_order(s: SidePots, policies: Policies) -> Answer:
    """Answer: the side pots first, from the last one made to the main pot: each is read and given before the next.

    What nobody covered goes back before any pot is given.

    Rule: ADTP.21, ADTP.17A, PT-H.63, REGULATIONS 8.1
    """
    found, shares = _divided(s)
    back = sum(found.returned.values())
    also = tuple(
        Note(
            sentence=N_("%(chips)s that nobody covered goes back to seat %(seat)s."),
            params={"chips": returned, "seat": n},
            rule="ADTP.21",
        )
        for n, returned in found.returned.items()
    )
    if not shares:
        return Answer(
            code="nobody_called",
            rules=("ADTP.21",),
            sentence=N_("Nobody else has put chips in: there is no pot."),
            action=Outcome.PAY,
            returned_chips=back,
            also=also,
        )
    return Answer(
        code="award_order" if len(shares) > 1 else "one_pot",
        rules=("ADTP.21",),
        sentence=(
            N_(
                "Last side pot first, main pot last: read and give each one before the next. Only its own seats compete."
            )
            if len(shares) > 1
            else N_("One pot of %(main)s.")
        ),
        params={"main": shares[0].chips},
        action=Outcome.AWARD,
        shares=tuple(reversed(shares)),
        returned_chips=back,
        also=also,
    )
