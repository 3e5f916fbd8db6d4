"""Main pot, side pots and what goes back uncalled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """What one seat has put into the pot in this hand. `folded`: the chips stay, the claim does not."""

    seat: int
    chips: int
    folded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """One pot and the seats that play for it."""

    chips: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pots:
    """The pots, main pot first, and what goes back to the one player nobody covered."""

    pots: tuple[Pot, ...]
    returned_seat: int | None
    returned_chips: int


def side_pots(contributions: Sequence[Contribution], *, dead_chips: int = 0) -> Pots:
    """Divide what was put in into a pot per distinct all-in.

    dead_chips: antes and other chips of nobody; they lie in the main pot.
    Refusals: ``no_live_hand`` when every seat has folded or nothing was put in.

    Rule: ADTP.21, PT-H.41, PT-H.42, CASES 21-a, CASES 21-b
    """
    put_in = {c.seat: c.chips for c in contributions}
    live = [c for c in contributions if not c.folded]
    if not live or not any(c.chips for c in live):
        raise Refused("no_live_hand", N_("Nobody with a live hand has put chips in."), rule="ADTP.21")

    returned_seat, returned_chips = None, 0
    by_size = sorted(put_in.items(), key=lambda item: -item[1])
    if len(by_size) > 1 and by_size[0][1] > by_size[1][1]:
        returned_seat = by_size[0][0]
        returned_chips = by_size[0][1] - by_size[1][1]
        put_in[returned_seat] -= returned_chips

    pots: list[Pot] = []
    floor = 0
    for level in sorted({put_in[c.seat] for c in live if put_in[c.seat]}):
        chips = sum(min(amount, level) - min(amount, floor) for amount in put_in.values())
        pots.append(Pot(chips=chips, seats=tuple(sorted(c.seat for c in live if put_in[c.seat] >= level))))
        floor = level
    # What dead hands put in beyond every live one belongs to the last pot: nobody else can claim it.
    beyond = sum(max(0, amount - floor) for amount in put_in.values())
    pots[-1] = Pot(chips=pots[-1].chips + beyond, seats=pots[-1].seats)
    pots[0] = Pot(chips=pots[0].chips + dead_chips, seats=pots[0].seats)
    return Pots(pots=tuple(pots), returned_seat=returned_seat, returned_chips=returned_chips)
