"""Seats and tables: the marks of the next hand, where a newcomer lands, who stops, who went out where."""

from __future__ import annotations

from dataclasses import dataclass

from rules.button import Landing, Positions, advance, landing, worst_seat
from rules.clock_at_tables import hands_after_time
from rules.finishing import BustInHand, place_group
from rules.policies import Policies, SeatChoice, SimultaneousBust
from rules.refusals import N_
from rules.rulings.ruling import Answer, Note, OpenChoice, Outcome
from rules.rulings.situation import (
    MAX_SEAT,
    Group,
    answers,
    bad_situation,
    chips,
    count,
    rows,
    seat,
    seats,
    yes_no,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """The marks of the last hand and who sits at the table now."""

    table_seats: int = count(N_("Seats at the table"), minimum=2, maximum=MAX_SEAT)
    button_seat: int = seat(N_("Last hand: seat of the button"))
    small_blind_seat: int = seat(N_("Last hand: seat of the small blind, empty or not"))
    big_blind_seat: int = seat(N_("Last hand: seat of the big blind"))
    occupied: tuple[int, ...] = seats(N_("Seats with a player now"))

    @property
    def previous(self) -> Positions:
        """The marks as the rules of the button read them."""
        return Positions(
            button=self.button_seat,
            small_blind=self.small_blind_seat,
            small_blind_spot=self.small_blind_seat,
            big_blind=self.big_blind_seat,
        )


def _must_fit(s: LastHand, *, players: int, more: tuple[int, ...] = ()) -> None:
    marks = (s.button_seat, s.small_blind_seat, s.big_blind_seat)
    if max((*marks, *s.occupied, *more)) > s.table_seats:
        raise bad_situation(
            "occupied", sentence=N_("Please check the seats: they must be at this table."), rule="ADTP.32"
        )
    if s.big_blind_seat in (s.button_seat, s.small_blind_seat):
        raise bad_situation("big_blind_seat", sentence=N_("%(field)s names a seat twice."), rule="ADTP.32")
    if len(s.occupied) < players:
        raise bad_situation("occupied", sentence=N_("Please state %(field)s."), rule="ADTP.32")


@dataclass(frozen=True, slots=True, kw_only=True)
class NextHand(LastHand):
    """Who has button and blinds now?"""


@answers(
    NextHand,
    title=N_("Button and blinds of the next hand"),
    group=Group.SEATS,
    rules=("ADTP.32", "ADTP.34"),
)
def next_hand(s: NextHand, policies: Policies) -> Answer:
    """Answer: the dead button: the big blind moves to the next player, the others follow, empty seats or not.

    `seats`: button, small blind (left out where nobody posts it), big blind.

    Rule: ADTP.32, ADTP.34, CASES 32-a, CASES 32-b, CASES 34-a
    """
    _must_fit(s, players=2)
    coming = advance(previous=s.previous, occupied=s.occupied, seats_per_table=s.table_seats)
    params = {"button": coming.button, "small": coming.small_blind_spot, "big": coming.big_blind}
    if len(s.occupied) == 2:
        return Answer(
            code="heads_up",
            rules=("ADTP.34",),
            sentence=N_("Heads-up: seat %(button)s is button and small blind, seat %(big)s the big blind."),
            params=params,
            action=Outcome.PLAY_ON,
            seats=(coming.button, coming.big_blind),
            also=(Note(sentence=N_("The last card is dealt to the button."), rule="ADTP.34"),),
        )
    dead = coming.button not in s.occupied
    also = (
        (Note(sentence=N_("Nobody sits at the button: it is dead, and stays there."), rule="ADTP.32"),)
        if dead
        else ()
    )
    if coming.small_blind is None:
        return Answer(
            code="no_small_blind",
            rules=("ADTP.32",),
            sentence=N_("Button on seat %(button)s, nobody posts the small blind, big blind seat %(big)s."),
            params=params,
            action=Outcome.PLAY_ON,
            seats=(coming.button, coming.big_blind),
            also=also,
        )
    return Answer(
        code="marks",
        rules=("ADTP.32",),
        sentence=N_("Button on seat %(button)s, small blind seat %(small)s, big blind seat %(big)s."),
        params=params,
        action=Outcome.PLAY_ON,
        seats=(coming.button, coming.small_blind, coming.big_blind),
        also=also,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer(LastHand):
    """Somebody takes a free seat before the next hand."""

    new_seat: int = seat(N_("Seat of the newcomer"))


@answers(
    Newcomer,
    title=N_("Newcomer at the table: do they play the next hand?"),
    group=Group.SEATS,
    rules=("ADTP.10", "ADTP.8A"),
)
def newcomer(s: Newcomer, policies: Policies) -> Answer:
    """Answer: he is dealt in and owes what the seat owes, except between the small blind and the button.

    Rule: ADTP.10, ADTP.8A, CASES 10-b
    """
    _must_fit(s, players=1, more=(s.new_seat,))
    if s.new_seat in s.occupied:
        raise bad_situation("new_seat", sentence=N_("%(field)s names a seat twice."), rule="ADTP.10")
    found = landing(previous=s.previous, occupied=s.occupied, seat=s.new_seat, seats_per_table=s.table_seats)
    if found is Landing.WAITS:
        return Answer(
            code="waits",
            rules=("ADTP.10", "ADTP.8A"),
            sentence=N_("Between small blind and button: he waits until the button has passed."),
            action=Outcome.WAIT,
            seats=(s.new_seat,),
        )
    sentence = {
        Landing.BIG_BLIND: N_("He is dealt in and posts the big blind."),
        Landing.SMALL_BLIND: N_("He is dealt in and posts the small blind."),
        Landing.BUTTON: N_("He is dealt in and has the button."),
    }.get(found, N_("He is dealt in at once and owes nothing but the ante."))
    return Answer(
        code=found.value,
        rules=("ADTP.10", "ADTP.8A"),
        sentence=sentence,
        action=Outcome.LIVE_HAND,
        seats=(s.new_seat,),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstPosition(LastHand):
    """A player comes from another table for balance."""

    stud_only: bool = yes_no(N_("The event is stud only"), default=False)
    emptied_last: int | None = seat(N_("Stud: the seat that became empty last"), default=None)


@answers(
    WorstPosition,
    title=N_("Balancing: which seat does the moved player get?"),
    group=Group.SEATS,
    rules=("ADTP.11A", "PT-T.48"),
)
def worst_position(s: WorstPosition, policies: Policies) -> Answer:
    """Answer: who was due to be the next big blind takes the worst position, never the small blind; or the seat is
    drawn.

    Rule: ADTP.11A, PT-T.48, CASES 11-b
    """
    _must_fit(s, players=1, more=(s.emptied_last or 1,))
    free = [n for n in range(1, s.table_seats + 1) if n not in s.occupied]
    if not free or s.emptied_last in s.occupied:
        raise bad_situation("occupied", sentence=N_("No seat is free here."), rule="ADTP.11A")
    if policies.seat_on_balancing is not SeatChoice.WORST_POSITION:
        return Answer(
            code="seat_by_draw",
            rules=("PT-T.48",),
            sentence=N_("The seat comes from the draw."),
            action=Outcome.WAIT,
        )
    if s.stud_only:
        if s.emptied_last is None:
            raise bad_situation("emptied_last", sentence=N_("Please state %(field)s."), rule="ADTP.11A")
        return Answer(
            code="by_position",
            rules=("ADTP.11A",),
            sentence=N_("Stud moves by position: seat %(seat)s became empty last and is filled first."),
            params={"seat": s.emptied_last},
            action=Outcome.PLAY_ON,
            seats=(s.emptied_last,),
        )
    worst = worst_seat(previous=s.previous, occupied=s.occupied, free=free, seats_per_table=s.table_seats)
    if worst is None:
        return Answer(
            code="director_small_blind_only",
            rules=("ADTP.11A", "ADTP.1"),
            sentence=N_("Only the small blind's seat is free, and nobody is moved there."),
            action=Outcome.DIRECTOR,
            choices=(
                OpenChoice(value="wait", sentence=N_("Wait one hand.")),
                OpenChoice(value="elsewhere", sentence=N_("Move him to another table.")),
            ),
        )
    found = landing(previous=s.previous, occupied=s.occupied, seat=worst, seats_per_table=s.table_seats)
    return Answer(
        code="worst_position",
        rules=("ADTP.11A",),
        sentence=(
            N_("Seat %(seat)s: he is the big blind of the next hand, even if he has just been.")
            if found is Landing.BIG_BLIND
            else N_("Seat %(seat)s, the free seat that the big blind reaches first.")
        ),
        params={"seat": worst},
        action=Outcome.PLAY_ON,
        seats=(worst,),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortTable:
    """A table has fewer players than others."""

    players: int = count(N_("Players at this table"), minimum=1, maximum=MAX_SEAT)
    fullest_players: int = count(N_("Players at the fullest table"), minimum=1, maximum=MAX_SEAT)
    full_ring: bool = yes_no(N_("Eight or more seats a table, no turbo"))
    blind_on_empty_seat: bool = yes_no(N_("The next big blind would fall on an empty seat"))


@answers(ShortTable, title=N_("Must this short table stop?"), group=Group.SEATS, rules=("ADTP.11D",))
def short_table(s: ShortTable, policies: Policies) -> Answer:
    """Answer: three or more short of the fullest it stops once its big blind falls on an empty seat.

    Rule: ADTP.11D, CASES 11-a
    """
    short_by = s.fullest_players - s.players
    if short_by < 0:
        raise bad_situation(
            "fullest_players", sentence=N_("No table has more players than the fullest."), rule="ADTP.11D"
        )
    if short_by < policies.halt_when_short_by:
        return Answer(
            code="plays",
            rules=("ADTP.11D",),
            sentence=N_("It is %(short)s short of the fullest: it plays on."),
            params={"short": short_by},
            action=Outcome.PLAY_ON,
        )
    if not s.blind_on_empty_seat:
        return Answer(
            code="plays_until_the_gap",
            rules=("ADTP.11D",),
            sentence=N_("It plays on until its big blind would fall on an empty seat."),
            action=Outcome.PLAY_ON,
        )
    no_misdeal = Note(sentence=N_("A hand dealt all the same is no misdeal."), rule="ADTP.11D")
    if s.full_ring:
        return Answer(
            code="stops",
            rules=("ADTP.11D",),
            sentence=N_("It stops now, %(short)s short of the fullest."),
            params={"short": short_by},
            action=Outcome.WAIT,
            also=(
                Note(sentence=N_("The director may let it play on."), rule="ADTP.11D"),
                no_misdeal,
            ),
        )
    return Answer(
        code="director_short_table",
        rules=("ADTP.11D",),
        sentence=N_("In this format the director decides whether it stops."),
        action=Outcome.DIRECTOR,
        choices=(
            OpenChoice(value="stop", sentence=N_("The table stops.")),
            OpenChoice(value="play", sentence=N_("The table plays on.")),
        ),
        also=(no_misdeal,),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongSeat:
    """A player began the tournament in a seat that is not his."""

    right_chips: bool = yes_no(N_("With the right number of chips"))


@answers(WrongSeat, title=N_("Player began in a wrong seat"), group=Group.SEATS, rules=("ADTP.7",))
def wrong_seat(s: WrongSeat, policies: Policies) -> Answer:
    """Answer: with the right chips he is moved to his seat and takes the stack he has now.

    Rule: ADTP.7
    """
    if s.right_chips:
        return Answer(
            code="moved_with_stack",
            rules=("ADTP.7",),
            sentence=N_("He moves to his own seat and takes the stack he has now."),
            action=Outcome.CORRECT,
        )
    return Answer(
        code="director_wrong_stack",
        rules=("ADTP.7", "ADTP.1"),
        sentence=N_("The books speak of the right chips only: the director decides."),
        action=Outcome.DIRECTOR,
        choices=(
            OpenChoice(
                value="corrected", sentence=N_("He moves, and his stack is corrected by what was wrong.")
            ),
            OpenChoice(value="as_is", sentence=N_("He moves with the stack he has now.")),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OutRow:
    """Somebody who went out."""

    table: int = count(N_("Table"), minimum=1, maximum=10_000)
    seat: int = seat(N_("Seat"))
    stack_chips: int = chips(N_("Stack when the hand began"), minimum=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralOut:
    """Several players went out at once."""

    players_before: int = count(N_("Players left before the hand"), minimum=2, maximum=100_000)
    paid_places: int | None = count(N_("Paid places"), minimum=1, maximum=100_000, default=None)
    hand_for_hand: bool = yes_no(N_("During hand for hand, or all in one hand"), default=True)
    out: tuple[OutRow, ...] = rows(N_("Who went out"), row=OutRow, max_rows=MAX_SEAT)


@answers(
    SeveralOut,
    title=N_("Several players out at once: which places?"),
    group=Group.SEATS,
    rules=("ADTP.P16", "PT-T.50", "PT-T.51"),
)
def several_out(s: SeveralOut, policies: Policies) -> Answer:
    """Answer: places by policy: at one table by stack, over several tables a tie, or by stack everywhere.

    Rule: ADTP.P16, PT-T.50, PT-T.51, CASES p16-a, CASES p16-b, CASES p16-c, CASES pt-50, CASES pt-51
    """
    where = [(row.table, row.seat) for row in s.out]
    if not where or len(set(where)) != len(where) or len(where) >= s.players_before:
        raise bad_situation(
            "out", sentence=N_("Please state each player who went out, once."), rule="ADTP.P16"
        )
    online = policies.simultaneous_bust is SimultaneousBust.ANY_TABLE_BY_STACK
    tables = {row.table for row in s.out}
    if len(tables) > 1 and not s.hand_for_hand:
        return Answer(
            code="by_time",
            rules=("ADTP.P16",),
            sentence=N_("Outside hand for hand who went out first places lower; each table for itself."),
            action=Outcome.PLAY_ON,
        )
    placings = place_group(
        players_before=s.players_before,
        busts=[
            BustInHand(entry=i, moment=1, table=row.table, stack_chips_start=row.stack_chips)
            for i, row in enumerate(s.out)
        ],
        simultaneous=policies.simultaneous_bust,
    )
    lines = []
    for p in placings:
        row = s.out[p.entry]
        lines.append(
            OpenChoice(
                value=f"table_{row.table}_seat_{row.seat}",
                sentence=(
                    N_("Table %(table)s, seat %(seat)s: place %(place)s.")
                    if p.tied == 1
                    else N_("Table %(table)s, seat %(seat)s: place %(place)s, shared by %(tied)s.")
                ),
                params={"table": row.table, "seat": row.seat, "place": p.place, "tied": p.tied},
            )
        )
    shared = any(p.tied > 1 for p in placings)
    also: tuple[Note, ...] = ()
    if shared:
        also = (
            Note(
                sentence=N_("Who shares places shares the sum of their prizes; unpaid places add nothing."),
                rule="PT-T.51" if online else "ADTP.P16",
            ),
        )
    unpaid = sum(1 for p in placings if s.paid_places is not None and p.place > s.paid_places)
    if unpaid:
        also = (
            *also,
            Note(
                sentence=N_("Outside the paid places: %(players)s."),
                params={"players": unpaid},
                rule="ADTP.P16",
            ),
        )
    return Answer(
        code="tie" if shared else "by_stack",
        rules=(("PT-T.50", "PT-T.51") if online else ("ADTP.P16",)),
        sentence=(
            N_("They share their places.")
            if shared
            else N_("The larger stack at the start of the hand places higher.")
        ),
        action=Outcome.PLAY_ON,
        choices=tuple(lines),
        also=also,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeIsUp:
    """The set time of a timed tournament is over."""

    occupied: tuple[int, ...] = seats(N_("Seats with a player now"))
    had_button: tuple[int, ...] = seats(
        N_("Seats that had the button in a hand begun after the time"), default=()
    )


@answers(
    TimeIsUp,
    title=N_("Timed tournament: how many hands are still played?"),
    group=Group.SEATS,
    rules=("PT-T.52", "PT-T.33"),
)
def time_is_up(s: TimeIsUp, policies: Policies) -> Answer:
    """Answer: the time and the hands that everybody needs to have the button; then chips decide the places.

    Rule: PT-T.33, PT-T.52, REGULATIONS 4.6
    """
    if not s.occupied:
        raise bad_situation("occupied", sentence=N_("Please state %(field)s."), rule="PT-T.52")
    left = hands_after_time(occupied=s.occupied, had_button=s.had_button)
    if left:
        return Answer(
            code="hands_left",
            rules=("PT-T.52",),
            sentence=N_("Hands still to play: %(hands)s, until everybody has had the button."),
            params={"hands": left},
            action=Outcome.PLAY_ON,
        )
    return Answer(
        code="over",
        rules=("PT-T.52", "PT-T.33"),
        sentence=N_("The table is done: most chips place highest, equal stacks share."),
        action=Outcome.STOP_HAND,
    )
