"""Chips: stacks made up, colours retired, antes posted, pots built and shared, and chips accounted for.

All amounts are chips by value unless a name says pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from math import gcd

from rules.draw import card_strength
from rules.levels import Level, Recess, Structure
from rules.refusals import N_, Refused

# ------------------------------------------------------------------------------------------------ stacks


def stack_makeup(*, stack: int, denominations: Sequence[int], wanted_pieces: int = 8) -> dict[int, int]:
    """Denomination to pieces for a starting stack: enough small chips to play, the rest in large ones.

    Of every denomination but the largest used there are at least ``wanted_pieces`` where the stack allows it.
    Refusals: ``stack_not_payable`` when these denominations cannot make up the stack.
    Rule: PT-T.41
    """
    usable = [d for d in sorted(set(denominations)) if d <= stack]
    out: dict[int, int] = {}
    rest = stack
    for position, piece in enumerate(usable):
        larger = usable[position + 1] if position + 1 < len(usable) else None
        if larger is None:
            if rest % piece == 0:
                out[piece] = rest // piece
                rest = 0
            break
        count = _pieces(rest, piece, larger, wanted_pieces)
        if count:
            out[piece] = count
            rest -= count * piece
    if rest or stack <= 0:
        raise Refused(
            "stack_not_payable",
            N_("A stack of %(stack)s cannot be made up of these chips. Change the stack or the chips."),
            rule="PT-T.41",
            stack=stack,
        )
    return {piece: count for piece, count in out.items() if count}


def _pieces(rest: int, piece: int, larger: int, wanted: int) -> int:
    """The fewest pieces, at least wanted where there is room, that leave a multiple of the next
    denomination."""
    most = min(rest // piece, wanted + larger // gcd(piece, larger))
    fitting = [n for n in range(most + 1) if (rest - n * piece) % larger == 0]
    return next((n for n in fitting if n >= wanted), fitting[-1] if fitting else 0)


# ------------------------------------------------------------------------------------------------ accounting


def half_up(count: int, *, of: int) -> int:
    """Return how many times `of`, more than nothing, goes into a count, rounded to the nearest whole, a half upwards, as browsers
    round.
    """
    return (2 * count + of) // (2 * of)


def average(chips: int, *, players: int) -> int:
    """Return the average stack, rounded to the nearest whole chip, a half upwards; 0 when nobody is left."""
    return half_up(chips, of=players) if players else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipBook:
    """Chips of a tournament by value.

    issued: starting stacks, re-entries, rebuys, add-ons, bonus chips. added_by_race: created by chip races.
    removed: surrendered, disqualified, taken from minors. removed_by_race: odd chips that left without
    compensation.
    """

    issued: int = 0
    added_by_race: int = 0
    removed: int = 0
    removed_by_race: int = 0

    @property
    def in_play(self) -> int:
        """What must be on the tables."""
        return self.issued + self.added_by_race - self.removed - self.removed_by_race

    def missing(self, *, counted: int) -> int:
        """Return what is in play by the book less what was counted: above zero chips are missing, below zero there
        are too many.
        """
        return self.in_play - counted

    def average_stack(self, *, players_left: int) -> int:
        """Return what each of those left has on average, see `average`."""
        return average(self.in_play, players=players_left)


def must_account(*, book: ChipBook, counted: int) -> None:
    """Refuse to finish while the chips counted are not the chips in play.

    Refusals: ``chips_unaccounted``.
    """
    missing = book.missing(counted=counted)
    if missing:
        raise Refused(
            "chips_unaccounted",
            N_(
                "%(in_play)s chips must be in play and %(counted)s were counted. Count again or record what "
                "was removed."
            ),
            rule="ADTP.64",
            in_play=book.in_play,
            counted=counted,
            missing=missing,
        )


def count_stands(
    *,
    counted_at: datetime,
    index_then: int,
    index_now: int,
    last_out_at: datetime | None,
) -> bool:
    """Return whether a counted stack may still be told as what the player has.

    index_then, index_now: the item of the structure it was counted in, and the one being played. last_out_at:
    when chips last went from one player to another by a bust at that table. A bust that is undone is none, and
    the count stands again.
    Rule: ADTP.25A, ADTP.64
    """
    return index_then == index_now and (last_out_at is None or counted_at > last_out_at)


def corrected(*, book: ChipBook, added: int, removed: int, players_left: int) -> int:
    """Return the chips in play once a race, chips found or chips forfeited are put down: more, or fewer, never both.

    Refusals: ``nothing_to_correct``, ``too_few_chips_left`` where not every player could hold a chip.
    Rule: ADTP.24A, ADTP.24C, ADTP.63, ADTP.64, REGULATIONS 4.4
    """
    if (added > 0) == (removed > 0) or min(added, removed) < 0:
        raise Refused(
            "nothing_to_correct",
            N_("Say how many chips came into play, or how many left it."),
            rule="ADTP.24C",
        )
    in_play = book.in_play + added - removed
    if in_play < max(players_left, 1):
        raise Refused(
            "too_few_chips_left",
            N_("%(removed)s chips cannot leave play: %(in_play)s are in play. Check the number of digits."),
            rule="ADTP.64",
            removed=removed,
            in_play=book.in_play,
        )
    return in_play


# ------------------------------------------------------------------------------------------------ chip race


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceStack:
    """A player at the table of a chip race. retired_pieces: chips of the retired denomination. other: the
    rest."""

    seat: int
    retired_pieces: int
    other: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOutcome:
    """One player after the race.

    exchanged: pieces of the new denomination for equal value. won: 1 for a piece won in the race. saved: 1
    for the piece that keeps a player in who had nothing else. cards: what was dealt for the odd chips.
    """

    seat: int
    exchanged: int
    odd_pieces: int
    won: int
    saved: int
    before: int
    after: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """A table's chip race. added, removed: the change of the chips in play, at most one of them above
    zero."""

    outcomes: tuple[RaceOutcome, ...]
    pieces_raced_for: int
    added: int
    removed: int


def race_cards_needed(*, stacks: Iterable[RaceStack], retired: int, into: int) -> int:
    """Return how many cards the race of these stacks deals: one for every odd chip.

    Rule: ADTP.24A
    """
    return sum(odd_pieces(s, retired=retired, into=into) for s in stacks)


def odd_pieces(stack: RaceStack, *, retired: int, into: int) -> int:
    """Return the chips of a stack that do not make up a whole piece of the next denomination."""
    return stack.retired_pieces % (into // retired)


def _must_be_payable(*, retired: int, into: int) -> None:
    if retired <= 0 or into <= retired or into % retired:
        raise Refused(
            "race_not_payable",
            N_("Chips of %(retired)s cannot be raced into chips of %(into)s."),
            rule="ADTP.24A",
            retired=retired,
            into=into,
        )


def chip_race(*, stacks: Sequence[RaceStack], retired: int, into: int, cards: Sequence[str]) -> Race:
    """Race the odd chips of a retired denomination into the next.

    Whole multiples are first exchanged at equal value. For every odd chip a card is dealt, beginning with
    seat 1 and giving each player all his cards before the next; the highest cards (by suit spade, heart,
    diamond, club) win one piece each, at most one to a player. As many pieces are given as the odd chips are
    worth, the rest leaves without compensation. Nobody is eliminated: who has nothing left gets one piece.

    cards: as "As", at least `race_cards_needed` many.
    Refusals: ``race_not_payable`` when ``into`` is no multiple of ``retired``.
    Rule: ADTP.24, CASES 24-a, REGULATIONS 4.4
    """
    _must_be_payable(retired=retired, into=into)
    seated = sorted(stacks, key=lambda s: s.seat)
    dealt: dict[int, tuple[str, ...]] = {}
    used = 0
    for stack in seated:
        odd = odd_pieces(stack, retired=retired, into=into)
        dealt[stack.seat] = tuple(cards[used : used + odd])
        if len(dealt[stack.seat]) != odd:
            raise ValueError("too few cards for the race")
        used += odd
    racing = [s.seat for s in seated if dealt[s.seat]]
    best = {seat: min(card_strength(card) for card in dealt[seat]) for seat in racing}
    order = sorted(racing, key=lambda seat: (best[seat], seat))
    return race_in_order(stacks=stacks, retired=retired, into=into, order=order, dealt=dealt)


def race_in_order(
    *,
    stacks: Sequence[RaceStack],
    retired: int,
    into: int,
    order: Sequence[int],
    dealt: Mapping[int, tuple[str, ...]] | None = None,
) -> Race:
    """Return a chip race whose cards lie on the table already. order: the seats with odd chips, highest card first.

    Refusals: ``race_not_payable``.
    Rule: ADTP.24A
    """
    _must_be_payable(retired=retired, into=into)
    seated = sorted(stacks, key=lambda s: s.seat)
    pieces = race_cards_needed(stacks=seated, retired=retired, into=into) * retired // into
    winners = set(order[:pieces])
    outcomes = []
    for stack in seated:
        exchanged = stack.retired_pieces // (into // retired)
        won = int(stack.seat in winners)
        before = stack.other + stack.retired_pieces * retired
        after = stack.other + (exchanged + won) * into
        saved = int(before > 0 and after == 0)
        outcomes.append(
            RaceOutcome(
                seat=stack.seat,
                exchanged=exchanged,
                odd_pieces=odd_pieces(stack, retired=retired, into=into),
                won=won,
                saved=saved,
                before=before,
                after=after + saved * into,
                cards=dealt[stack.seat] if dealt else (),
            )
        )
    change = sum(o.after - o.before for o in outcomes)
    return Race(
        outcomes=tuple(outcomes), pieces_raced_for=pieces, added=max(0, change), removed=max(0, -change)
    )


def exchange_retired(*, value: int, lowest: int) -> int:
    """Return what chips of a retired denomination, found after the race, are changed for: equal value in whole pieces
    of the lowest denomination in play. The rest leaves without compensation.

    Rule: ADTP.24C
    """
    if value < 0 or lowest < 1:
        raise ValueError("chips have a value")
    return value - value % lowest


def denominations_retired(*, structure: Structure, index: int) -> list[tuple[int, int]]:
    """Return (denomination, what it is raced into) of every chip that has left play where the structure stands now.

    A denomination has left when its colour-up was scheduled in a recess that has begun, or when every blind and
    ante from this level on can be paid without it.
    Rule: ADTP.24, ADTP.25B
    """
    pieces = sorted(structure.denominations)
    scheduled = {
        piece for item in structure.items[: index + 1] if isinstance(item, Recess) for piece in item.colour_up
    }
    ahead = [i for i in structure.items[index:] if isinstance(i, Level)] or [structure.level_at(index)]
    amounts = [a for lv in ahead for a in (lv.small_blind, lv.big_blind, lv.ante, lv.big_blind_ante) if a]
    found = []
    for piece, larger in pairwise(pieces):
        if piece not in scheduled and any(amount % larger for amount in amounts):
            break
        found.append((piece, larger))
    return found


def race_explains(
    *, difference: int, retired: Sequence[tuple[int, int]], tables: int, players_left: int
) -> bool:
    """Return whether chip races can have changed the chips in play by so much.

    At each table less than one piece of the next denomination leaves without compensation; chips come into play
    only where a player who had nothing else is given one piece. retired: as `denominations_retired`.
    Rule: ADTP.24A, ADTP.24C, REGULATIONS 4.4
    """
    most = sum(into - piece for piece, into in retired)
    return 0 < difference <= most * players_left or 0 < -difference <= most * tables


def colour_up_plan(*, structure: Structure) -> list[tuple[int, tuple[int, ...]]]:
    """Return when each denomination can leave: (index of the recess, denominations), earliest recess first.

    A denomination is done when every blind and ante from then on can be paid with larger ones only.
    Rule: ADTP.24
    """
    plan: list[tuple[int, tuple[int, ...]]] = []
    gone: set[int] = set()
    denominations = sorted(structure.denominations)
    for index, item in enumerate(structure.items):
        if not isinstance(item, Recess):
            continue
        ahead = [i for i in structure.items[index + 1 :] if isinstance(i, Level)]
        amounts = [a for lv in ahead for a in (lv.small_blind, lv.big_blind, lv.ante, lv.big_blind_ante) if a]
        leaving = []
        for piece, larger in pairwise(denominations):
            if piece in gone:
                continue
            if not amounts or any(a % larger for a in amounts):
                break
            leaving.append(piece)
        if leaving:
            gone.update(leaving)
            plan.append((index, tuple(leaving)))
    return plan


# ------------------------------------------------------------------------------------------------ antes


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """What a big blind could post. With no blind posted he can win the ante only."""

    ante: int
    blind: int


def big_blind_ante(*, stack: int, big_blind: int, ante: int, ante_first: bool) -> Posted:
    """Return how a stack is divided between a big blind ante and the blind.

    Rule: ADTP.P11, CASES ante-a, CASES ante-b
    """
    if ante_first:
        paid = min(stack, ante)
        return Posted(ante=paid, blind=min(stack - paid, big_blind))
    blind = min(stack, big_blind)
    return Posted(ante=min(stack - blind, ante), blind=blind)


# ------------------------------------------------------------------------------------------------ pots


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """chips, and the seats that can win them."""

    chips: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pots:
    """The main pot first, then side pots. returned: seat to chips that nobody matched."""

    pots: tuple[Pot, ...]
    returned: Mapping[int, int]


def side_pots(*, put_in: Mapping[int, int], folded: Collection[int] = ()) -> Pots:
    """Return the pots of a hand from what every seat put in.

    What only one live player put in beyond everybody else goes back to him. Chips of folded hands stay in the
    pots they were put into.
    Rule: ADTP.21, PT-H.41, PT-H.42, CASES 21-a, CASES 21-b
    """
    amounts = {seat: chips for seat, chips in put_in.items() if chips > 0}
    live = [seat for seat in amounts if seat not in folded]
    if not live:
        raise ValueError("nobody is left in the hand")
    returned: dict[int, int] = {}
    most = max(live, key=lambda s: amounts[s])
    second = max((chips for seat, chips in amounts.items() if seat != most), default=0)
    if amounts[most] > second:
        returned[most] = amounts[most] - second
        amounts[most] = second
    pots: list[Pot] = []
    below = 0
    for height in sorted({amounts[seat] for seat in live if amounts[seat]}):
        chips = sum(min(a, height) - min(a, below) for a in amounts.values())
        seats = tuple(sorted(seat for seat in live if amounts[seat] >= height))
        pots.append(Pot(chips=chips, seats=seats))
        below = height
    over = sum(max(0, a - below) for a in amounts.values())
    if over and pots:  # a folded hand had put in more than any live one
        pots[-1] = Pot(chips=pots[-1].chips + over, seats=pots[-1].seats)
    return Pots(pots=tuple(pots), returned=returned)


def split_pot(
    *, pot: int, winners: Collection[int], button: int, seats_per_table: int, smallest: int = 1
) -> dict[int, int]:
    """Share a pot of a flop game: in smallest chips, odd ones one by one from the button's left.

    A rest below the smallest chip stays with the first winner.
    Rule: ADTP.20A, PT-H.62, CASES 20-a
    """
    order = sorted(winners, key=lambda seat: (seat - button - 1) % seats_per_table)
    return _share(pot, order, smallest)


def split_pot_by_card(*, pot: int, cards: Mapping[int, str], smallest: int = 1) -> dict[int, int]:
    """Share a pot of a stud game: odd chips to the highest card by suit in the winning five.

    cards: winning seat to the highest card of its hand, as "As".
    Rule: ADTP.20B
    """
    order = sorted(cards, key=lambda seat: card_strength(cards[seat]))
    return _share(pot, order, smallest)


def split_high_low(*, pot: int, smallest: int = 1) -> tuple[int, int]:
    """Return the high and the low half; the odd chip goes to the high hand.

    Rule: ADTP.20C
    """
    low = pot // smallest // 2 * smallest
    return pot - low, low


def _share(pot: int, order: Sequence[int], smallest: int) -> dict[int, int]:
    if not order:
        raise ValueError("a pot needs a winner")
    pieces, dust = divmod(pot, smallest)
    each, odd = divmod(pieces, len(order))
    out = {seat: (each + (position < odd)) * smallest for position, seat in enumerate(order)}
    out[order[0]] += dust
    return out
