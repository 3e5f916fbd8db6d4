"""Who moves, which table breaks, which one stops, and when the final table forms."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.balancing import (
    BalancingStep,
    FieldCounts,
    PlayFormat,
    StepKind,
    TableView,
    balancing_moves,
    break_order,
    final_table_size,
    halt_step,
    next_move,
    next_step,
    next_to_break,
    players_at_next_break,
    summary,
    tables_for,
)
from rules.button import Landing, Positions
from rules.policies import Policies
from rules.policies.adtp import ADTP
from rules.policies.pt_online import PT_ONLINE
from rules.refusals import Refused

NINE = PlayFormat(seats_per_table=9)
TEN = PlayFormat(seats_per_table=10)
SIX = PlayFormat(seats_per_table=6)
EIGHT = PlayFormat(seats_per_table=8)


def field(counts: dict[int, int], *, seats: int = 10) -> list[TableView]:
    order = break_order(tables=counts)
    return [
        TableView(number=t, seats=seats, occupied=tuple(range(1, n + 1)), break_rank=order.index(t) + 1)
        for t, n in counts.items()
    ]


def step(
    counts: dict[int, int],
    format: PlayFormat = NINE,
    policies: Policies = ADTP,
    next_redraw_at: int | None = None,
) -> BalancingStep | None:
    of_field = summary(tables=field(counts, seats=format.seats_per_table))
    return next_step(**of_field, format=format, policies=policies, next_redraw_at=next_redraw_at)


@pytest.mark.rule("ADTP.10", "ADTP.P9", "bal-4")
@pytest.mark.parametrize("format", [SIX, EIGHT, NINE, TEN])
@pytest.mark.parametrize("tables", [2, 3, 4, 9])
def test_the_number_that_a_break_waits_for_is_the_one_at_which_it_is_asked(
    format: PlayFormat, tables: int
) -> None:
    at = players_at_next_break(tables=tables, format=format, policies=ADTP)
    for players, asked in ((at, True), (at + 1, False)):
        each, more = divmod(players, tables)
        found = step({n: each + (n <= more) for n in range(1, tables + 1)}, format)
        assert (found is not None and found.kind in (StepKind.BREAK_TABLE, StepKind.FINAL_TABLE)) is asked


@pytest.mark.rule("ADTP.11", "bal-3")
def test_ten_and_eight_need_one_move() -> None:
    assert balancing_moves(counts={1: 10, 2: 8}) == [(1, 2)]
    proposal = step({1: 10, 2: 8}, TEN)
    assert proposal is not None
    assert (proposal.kind, proposal.table, proposal.to_table, proposal.rule) == (
        StepKind.MOVE,
        1,
        2,
        "ADTP.11A",
    )
    assert step({1: 9, 2: 9}, TEN) is None
    assert step({1: 9, 2: 8}, TEN) is None


@pytest.mark.rule("ADTP.11", "bal-4")
def test_eighty_five_players_keep_nine_tables_of_ten() -> None:
    counts = {1: 5, **{t: 10 for t in range(2, 10)}}
    moves = balancing_moves(counts=counts)
    assert len(moves) == 4
    assert {to for _, to in moves} == {1}
    assert tables_for(players=85, seats_per_table=10) == 9
    proposal = step(counts, TEN)
    assert proposal is not None and proposal.kind is StepKind.MOVE
    # one table fewer is enough for eighty
    proposal = step({1: 5, 2: 5, **{t: 10 for t in range(3, 10)}}, TEN)
    assert proposal is not None and (proposal.kind, proposal.table) == (StepKind.BREAK_TABLE, 9)


@pytest.mark.rule("ADTP.P9")
@pytest.mark.parametrize(
    ("counts", "format", "kind"),
    [
        ({1: 5, 2: 5}, NINE, None),
        ({1: 5, 2: 4}, NINE, StepKind.FINAL_TABLE),
        ({1: 5, 2: 5}, EIGHT, None),
        ({1: 5, 2: 4}, EIGHT, StepKind.FINAL_TABLE),
        ({1: 5, 2: 5}, TEN, None),
        ({1: 4, 2: 4}, SIX, None),
        ({1: 4, 2: 3}, SIX, StepKind.FINAL_TABLE),
        ({1: 4, 2: 4}, PlayFormat(seats_per_table=7), None),
        ({1: 4, 2: 3}, PlayFormat(seats_per_table=7), StepKind.FINAL_TABLE),
        ({1: 3, 2: 3, 3: 3}, NINE, StepKind.FINAL_TABLE),
        ({1: 9}, NINE, None),
    ],
)
def test_final_tables_form_at_the_printed_sizes(
    counts: dict[int, int], format: PlayFormat, kind: StepKind | None
) -> None:
    proposal = step(counts, format)
    assert (proposal.kind if proposal else None) == kind


@pytest.mark.rule("ADTP.P9")
def test_small_tables_keep_their_own_size() -> None:
    sizes = [final_table_size(format=PlayFormat(seats_per_table=n), policies=ADTP) for n in range(2, 11)]
    assert sizes == [2, 3, 4, 5, 7, 7, 9, 9, 9]


@pytest.mark.rule("ADTP.10")
def test_a_table_breaks_when_the_field_fits_into_one_fewer() -> None:
    assert step({1: 9, 2: 9, 3: 1, 4: 9}, NINE) is not None
    proposal = step({1: 6, 2: 6, 3: 6}, NINE)
    assert proposal is not None
    assert (proposal.kind, proposal.table, proposal.rule) == (StepKind.BREAK_TABLE, 3, "ADTP.10")
    assert proposal.reason % proposal.params == "18 players fit at 2 tables: table 3 breaks."
    kept = next_step(**summary(tables=field({1: 6, 2: 6, 3: 6})), format=NINE, policies=ADTP, may_break=False)
    assert kept is None


@pytest.mark.rule("ADTP.7")
def test_a_configured_redraw_comes_before_a_break() -> None:
    proposal = step({1: 9, 2: 9, 3: 9}, NINE, next_redraw_at=27)
    assert proposal is not None and (proposal.kind, proposal.by_draw) == (StepKind.REDRAW, True)
    assert step({1: 9, 2: 9, 3: 9}, NINE, next_redraw_at=18) is None


@pytest.mark.rule("ADTP.11D", "11-a", "REGULATIONS 3.3")
def test_a_table_three_short_stops_when_its_big_blind_would_fall_on_an_empty_seat() -> None:
    full = Positions(button=1, small_blind=2, small_blind_spot=2, big_blind=3)

    def table(*seats: int, halted: bool = False) -> TableView:
        return TableView(number=4, seats=9, occupied=seats, positions=full, halted=halted)

    def ask(view: TableView, format: PlayFormat = NINE) -> BalancingStep | None:
        return halt_step(fullest_players=8, table=view, format=format, policies=ADTP)

    stops = ask(table(1, 2, 3, 5, 6))
    assert stops is not None
    assert (stops.kind, stops.table, stops.rule, stops.directors_call) == (
        StepKind.HALT,
        4,
        "ADTP.11D",
        False,
    )
    assert ask(table(1, 2, 3, 4, 6)) is None  # the next seat is taken: it plays on for now
    assert ask(table(1, 2, 3, 5, 6, 7)) is None  # six against eight plays on
    again = ask(table(1, 2, 3, 5, 6, 7, halted=True))
    assert again is not None and again.kind is StepKind.RESUME
    assert ask(table(1, 2, 3, 5, 6, halted=True)) is None
    call = ask(table(1, 2, 3, 5, 6), SIX)
    assert call is not None and call.directors_call
    turbo = ask(table(1, 2, 3, 5, 6), PlayFormat(seats_per_table=9, turbo=True))
    assert turbo is not None and turbo.directors_call


@pytest.mark.rule("ADTP.11A", "11-b", "REGULATIONS 3.3")
def test_the_next_big_blind_goes_to_the_worst_position() -> None:
    last = Positions(button=1, small_blind=2, small_blind_spot=2, big_blind=3)
    giver = TableView(number=1, seats=9, occupied=tuple(range(1, 10)), positions=last)
    taker = TableView(number=2, seats=9, occupied=(1, 2, 3, 5, 6, 7, 9), positions=last)
    move = next_move(giver=giver, taker=taker, format=NINE, policies=ADTP)
    assert (move.table, move.seat, move.to_table, move.to_seat) == (1, 4, 2, 4)
    assert move.found is Landing.BIG_BLIND
    assert move.rule == "ADTP.11A"
    # the big blind of the receiving table has left: his seat is the coming small blind and stays empty
    taker = TableView(number=2, seats=9, occupied=(1, 2, 4, 5, 6, 7, 8), positions=last)
    assert next_move(giver=giver, taker=taker, format=NINE, policies=ADTP).to_seat == 9
    taker = TableView(number=2, seats=9, occupied=(1, 2, 4, 5, 6, 7, 8, 9), positions=last)
    with pytest.raises(Refused) as refusal:
        next_move(giver=giver, taker=taker, format=NINE, policies=ADTP)
    assert refusal.value.code == "no_worst_seat"


@pytest.mark.rule("ADTP.11A", "ADTP.11D", "PT-T.48")
def test_without_the_button_nobody_is_named_and_no_table_is_stopped() -> None:
    last = Positions(button=1, small_blind=2, small_blind_spot=2, big_blind=3)
    known = TableView(number=1, seats=9, occupied=tuple(range(1, 10)), positions=last)
    unknown = TableView(number=2, seats=9, occupied=(1, 2, 3))
    for giver, taker, policies in (
        (replace(unknown, occupied=tuple(range(1, 10))), replace(known, occupied=(1, 2, 3)), ADTP),
        (known, unknown, ADTP),
        (replace(unknown, occupied=tuple(range(1, 10))), known, PT_ONLINE),
    ):
        if not taker.free_seats:
            taker = replace(taker, occupied=(1, 2, 3))
        with pytest.raises(Refused) as refusal:
            next_move(giver=giver, taker=taker, format=NINE, policies=policies)
        assert (refusal.value.code, refusal.value.params["table"]) == ("button_unknown", 2)
    # a table that opened and has not played yet: any seat, and nothing is said of a worst one
    move = next_move(giver=known, taker=replace(unknown, occupied=(1,)), format=NINE, policies=ADTP)
    assert (move.seat, move.to_seat, move.found) == (4, 2, None)
    assert "worst" not in move.reason
    asks = halt_step(fullest_players=9, table=unknown, format=NINE, policies=ADTP)
    assert asks is not None and (asks.kind, asks.table) == (StepKind.NOTE_BUTTON, 2)


@pytest.mark.rule("PT-T.48")
def test_portuguese_tournaments_draw_the_seat() -> None:
    last = Positions(button=1, small_blind=2, small_blind_spot=2, big_blind=3)
    giver = TableView(number=1, seats=9, occupied=tuple(range(1, 10)), positions=last)
    taker = TableView(number=2, seats=9, occupied=(1, 2, 3), positions=last)
    move = next_move(giver=giver, taker=taker, format=NINE, policies=PT_ONLINE)
    assert (move.seat, move.to_seat, move.rule) == (4, None, "PT-T.48")
    proposal = step({1: 9, 2: 7, 3: 8}, NINE, PT_ONLINE)
    assert proposal is not None and proposal.by_draw and proposal.rule == "PT-T.47"


@pytest.mark.rule("ADTP.11A")
def test_stud_moves_by_position() -> None:
    stud = PlayFormat(seats_per_table=8, stud=True)
    giver = TableView(number=1, seats=8, occupied=(1, 2, 4, 6, 8))
    taker = TableView(number=2, seats=8, occupied=(1, 2, 8), last_vacated=5)
    move = next_move(giver=giver, taker=taker, format=stud, policies=ADTP)
    assert (move.seat, move.to_seat) == (6, 5)


def test_moves_that_cannot_be() -> None:
    with pytest.raises(Refused) as refusal:
        next_move(
            giver=TableView(number=1, seats=9, occupied=(1,)),
            taker=TableView(number=2, seats=9, occupied=(1,)),
            format=NINE,
            policies=ADTP,
        )
    assert refusal.value.code == "too_few_players"
    with pytest.raises(Refused) as refusal:
        next_move(
            giver=TableView(number=1, seats=9, occupied=(1, 2)),
            taker=TableView(number=2, seats=2, occupied=(1, 2)),
            format=NINE,
            policies=ADTP,
        )
    assert refusal.value.code == "table_full"


@pytest.mark.rule("ADTP.11C", "ADTP.P4")
def test_the_set_procedure_names_the_giving_table() -> None:
    views = field({1: 9, 2: 9, 3: 7, 4: 7})
    of_field = summary(tables=views)
    assert of_field["fullest"] == (2, 9)  # of the full ones, table 2 breaks before table 1
    assert of_field["shortest"] == (3, 7)  # of the short ones, table 3 breaks after table 4
    assert break_order(tables=[1, 2, 3, 4], last=[4]) == [3, 2, 1, 4]
    assert next_to_break(order=[3, 2, 1, 4], in_play={1, 2, 4}) == 2
    assert next_to_break(order=[3], in_play={1}) is None


@pytest.mark.rule("ADTP.11", "bal-3", "bal-4", "PT-T.47")
@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 10), min_size=1, max_size=40))
def test_moves_level_the_field_and_are_as_few_as_can_be(sizes: list[int]) -> None:
    counts = dict(enumerate(sizes, start=1))
    moves = balancing_moves(counts=counts)
    after = Counter(counts)
    for giver, taker in moves:
        after[giver] -= 1
        after[taker] += 1
    level = [after[t] for t in counts]
    assert max(level) - min(level) <= 1
    assert sum(level) == sum(sizes)
    low = sum(sizes) // len(sizes)
    over = sum(max(0, n - low - 1) for n in sizes)
    under = sum(max(0, low - n) for n in sizes)
    assert len(moves) == max(over, under)


def run_down(players: int, *, format: PlayFormat, seed: int) -> tuple[list[StepKind], FieldCounts, float]:
    """Bust a whole field at random, doing what is proposed, until one table is left."""
    tables = tables_for(players=players, seats_per_table=format.seats_per_table)
    counts = {t: players // tables + (1 if t <= players % tables else 0) for t in range(1, tables + 1)}
    at = FieldCounts(counts=counts, order=break_order(tables=counts))
    rng = random.Random(seed)
    alive = list(counts)
    done: list[StepKind] = []
    spent = 0.0
    clock = time.perf_counter
    while at.players > 1 and at.tables > 1:
        table = alive[rng.randrange(len(alive))]
        if not at.count(table):
            continue
        at.change(table, -1)
        while True:
            started = clock()
            proposal = at.step(format=format, policies=ADTP)
            spent += clock() - started
            if proposal is None:
                break
            done.append(proposal.kind)
            if proposal.kind is StepKind.MOVE:
                assert proposal.table is not None and proposal.to_table is not None
                at.change(proposal.table, -1)
                at.change(proposal.to_table, 1)
            elif proposal.kind is StepKind.BREAK_TABLE:
                assert proposal.table is not None
                moving = at.close(proposal.table)
                alive.remove(proposal.table)
                for _ in range(moving):
                    at.change(at.shortest()[0], 1)
            else:
                moving = sum(at.close(t) for t in alive[1:])
                del alive[1:]
                at.change(alive[0], moving)
    return done, at, spent


@pytest.mark.rule("ADTP.11", "ADTP.10", "ADTP.P9")
@settings(max_examples=30, deadline=None)
@given(players=st.integers(2, 300), size=st.sampled_from([6, 7, 8, 9, 10]), seed=st.integers(0, 10**6))
def test_a_field_always_comes_down_to_its_final_table(players: int, size: int, seed: int) -> None:
    format = PlayFormat(seats_per_table=size)
    done, at, _ = run_down(players, format=format, seed=seed)
    if tables_for(players=players, seats_per_table=size) == 1:
        assert done == []
        return
    assert done[-1] is StepKind.FINAL_TABLE
    assert at.tables == 1
    assert at.players == min(players - 1, final_table_size(format=format, policies=ADTP))


def test_ten_thousand_come_down() -> None:
    done, at, spent = run_down(10_112, format=NINE, seed=7)
    assert at.players == 9
    assert Counter(done)[StepKind.BREAK_TABLE] == 1124 - 2
    print(f"proposals for 10,112 players: {spent * 1000:.1f} ms")
