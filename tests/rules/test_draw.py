"""The public draw: fair, repeatable, and the same for an outsider."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import math
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import draw
from rules.draw import DrawKind, OpenTable
from rules.refusals import Refused
from tests.sizes import survives

VERIFIER = Path(__file__).parents[2] / "static" / "verify_draw.py"
MASTER = hashlib.sha256(b"a master seed for tests").digest()


def load_verifier() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_draw", VERIFIER)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify = load_verifier()


def published(records: list[draw.DrawRecord], *, master: bytes | None = MASTER) -> dict[str, Any]:
    whole = draw.publication(
        tournament="t-1", commitment_hex=draw.commitment(master=MASTER), master=master, draws=records
    )
    back: dict[str, Any] = json.loads(json.dumps(whole))
    return back


def open_tables(rng: random.Random, *, count: int, size: int, fewest: int = 0) -> list[OpenTable]:
    tables = []
    for number in range(1, count + 1):
        taken = set(rng.sample(range(1, size + 1), rng.randint(fewest, size)))
        free = tuple(s for s in range(1, size + 1) if s not in taken)
        tables.append(OpenTable(table=number, players=len(taken), free_seats=free))
    return tables


@pytest.mark.rule("ADTP.7", "PT-T.39")
def test_a_draw_is_the_same_whenever_it_is_computed() -> None:
    seed = draw.seed_for(master=MASTER, tournament="t-1", number=1)
    drawn = draw.draw_seats(
        seed=seed, participants=range(1, 14), seats=draw.seats_of(tables=[1, 2], seats_per_table=9)
    )
    backwards = draw.draw_seats(
        seed=seed,
        participants=list(reversed(range(1, 14))),
        seats=list(reversed(draw.seats_of(tables=[1, 2], seats_per_table=9))),
    )
    assert drawn == backwards
    # the protocol is public: these places may never change
    assert seed.hex() == "7d8bfcb8c9d400adb9b8d690bc5188e115b91222246347d3c7e766b7e3ca875b"
    assert draw.draw_seats(
        seed=seed, participants=range(1, 8), seats=draw.seats_of(tables=[1, 2], seats_per_table=4)
    ) == {1: (1, 3), 2: (1, 2), 3: (2, 2), 4: (1, 1), 5: (2, 1), 6: (1, 4), 7: (2, 4)}
    assert sorted(Counter(t for t, _ in drawn.values()).values()) == [6, 7]


@pytest.mark.rule("ADTP.7", "PT-T.39", "PT-T.47")
@settings(max_examples=60, deadline=None)
@given(
    tables=st.integers(1, 14),
    size=st.integers(2, 10),
    share=st.floats(0, 1),
    seed=st.binary(min_size=32, max_size=32),
)
def test_everybody_has_one_seat_and_tables_are_within_one(
    tables: int, size: int, share: float, seed: bytes
) -> None:
    players = int(share * tables * size)
    seats = draw.seats_of(tables=range(1, tables + 1), seats_per_table=size)
    drawn = draw.draw_seats(seed=seed, participants=range(100, 100 + players), seats=seats)
    assert set(drawn) == set(range(100, 100 + players))
    assert len(set(drawn.values())) == players
    assert set(drawn.values()) <= set(seats)
    counts = Counter(t for t, _ in drawn.values())
    sizes = [counts[t] for t in range(1, tables + 1)]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.rule("SCPT.H")
def test_alternates_seated_together_fill_the_shortest_tables() -> None:
    drawn = draw.draw_seats(
        seed=MASTER,
        participants=[51, 52, 53],
        seats=[(1, 4), (2, 1), (2, 7), (3, 9)],
        already={1: 8, 2: 7, 3: 8},
    )
    assert sum(1 for t, _ in drawn.values() if t == 2) >= 1
    sitting = Counter({1: 8, 2: 7, 3: 8})
    sitting.update(t for t, _ in drawn.values())
    assert max(sitting.values()) - min(sitting.values()) <= 1


def test_more_players_than_seats_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        draw.draw_seats(seed=MASTER, participants=[1, 2, 3], seats=[(1, 1), (1, 2)])
    assert refusal.value.code == "too_few_seats"
    assert dict(refusal.value.params) == {"wanted": 3, "free": 2}


@pytest.mark.rule("ADTP.8A")
def test_a_newcomer_is_offered_the_seats_of_the_shortest_open_tables() -> None:
    tables = [
        OpenTable(table=1, players=8, free_seats=(3,)),
        OpenTable(table=2, players=7, free_seats=(1, 5)),
        OpenTable(table=3, players=5, free_seats=(1, 2, 3, 4), takes_players=False),
        OpenTable(table=4, players=7, free_seats=(2, 9)),
        OpenTable(table=5, players=6, free_seats=()),
    ]
    got = {
        draw.draw_one(seed=draw.seed_for(master=MASTER, tournament="t", number=k), tables=tables)
        for k in range(1, 200)
    }
    assert got == {(2, 1), (2, 5), (4, 2), (4, 9)}


@pytest.mark.rule("SCPT.H")
def test_no_free_seat_sends_to_the_waiting_list() -> None:
    with pytest.raises(Refused) as refusal:
        draw.draw_one(seed=MASTER, tables=[OpenTable(table=1, players=9, free_seats=())])
    assert refusal.value.code == "no_free_seat"
    assert refusal.value.rule == "SCPT.H"


@pytest.mark.rule("ADTP.10", "ADTP.P4", "10-a", "REGULATIONS 3.4")
def test_a_broken_table_draws_by_high_card_from_a_shuffled_pile() -> None:
    players = {1: 11, 3: 13, 4: 14, 8: 18}
    tables = [
        OpenTable(table=1, players=7, free_seats=(2, 6)),
        OpenTable(table=2, players=7, free_seats=(1, 9)),
        OpenTable(table=3, players=8, free_seats=(5,)),
        OpenTable(table=4, players=9, free_seats=()),
    ]
    broken = draw.break_table(seed=MASTER, players=players, button=3, tables=tables)
    assert sorted(broken.cards) == [1, 3, 4, 8]
    strengths = [draw.card_strength(broken.cards[seat]) for seat in broken.order]
    assert strengths == sorted(strengths)
    assert [broken.seats[players[seat]] for seat in broken.order] == list(broken.seat_cards)
    counts = Counter({1: 7, 2: 7, 3: 8, 4: 9})
    counts.update(t for t, _ in broken.seats.values())
    assert counts[1] + counts[2] + counts[3] == 26
    assert max(counts.values()) - min(counts.values()) <= 1


@pytest.mark.rule("ADTP.P4", "10-a")
def test_suits_break_equal_ranks() -> None:
    assert [draw.card_strength(c) for c in ("As", "Ah", "Ad", "Ac", "Ks", "2c")] == [0, 1, 2, 3, 4, 51]


@pytest.mark.rule("ADTP.10")
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_breaking_keeps_the_other_tables_as_level_as_they_can_be(seed: int) -> None:
    rng = random.Random(seed)
    tables = open_tables(rng, count=rng.randint(1, 12), size=9)
    room = sum(len(t.free_seats) for t in tables)
    seats = rng.sample(range(1, 10), min(room, rng.randint(0, 9)))
    players = {seat: 100 + seat for seat in seats}
    broken = draw.break_table(seed=MASTER, players=players, button=rng.randint(1, 9), tables=tables)
    assert set(broken.seats) == set(players.values())
    free = {(t.table, s) for t in tables for s in t.free_seats}
    assert set(broken.seats.values()) <= free and len(set(broken.seats.values())) == len(players)
    after = Counter({t.table: t.players for t in tables})
    after.update(t for t, _ in broken.seats.values())
    received = {t for t, _ in broken.seats.values()}
    shortest_with_room = min((after[t.table] for t in tables if after[t.table] < 9), default=9)
    assert all(after[t] - 1 <= shortest_with_room for t in received)


def test_seeds_hang_on_tournament_and_number() -> None:
    seeds = {
        draw.seed_for(master=MASTER, tournament=t, number=k) for t in ("a", "b", "a|1") for k in range(1, 50)
    }
    assert len(seeds) == 147
    with pytest.raises(ValueError):
        draw.seed_for(master=MASTER, tournament="a", number=0)
    with pytest.raises(ValueError):
        draw.commitment(master=b"short")


def random_record(rng: random.Random, number: int) -> draw.DrawRecord:
    where: dict[str, Any] = {"master": MASTER, "tournament": "t-1", "number": number}
    what = number % 5
    if what == 0:
        tables = open_tables(rng, count=rng.randint(1, 20), size=rng.randint(2, 10))
        seats = [(t.table, s) for t in tables for s in t.free_seats]
        return draw.record_seats(
            **where,
            kind=rng.choice([DrawKind.INITIAL, DrawKind.REDRAW, DrawKind.ALTERNATES_SEATED]),
            participants=rng.sample(range(1, 999), rng.randint(0, len(seats))),
            seats=seats,
            already={t.table: t.players for t in tables},
        )
    if what == 1:
        tables = open_tables(rng, count=rng.randint(2, 20), size=9)
        tables.append(OpenTable(table=99, players=rng.randint(0, 8), free_seats=(4,)))
        return draw.record_one(
            **where, kind=DrawKind.LATE_ENTRY, participant=rng.randint(1, 999), tables=tables
        )
    if what == 2:
        tables = open_tables(rng, count=rng.randint(3, 20), size=9)
        room = sum(len(t.free_seats) for t in tables)
        seats_left = rng.sample(range(1, 10), min(room, rng.randint(1, 9)))
        return draw.record_break(
            **where,
            table=77,
            players={s: 200 + s for s in seats_left},
            button=rng.randint(1, 9),
            tables=tables,
        )
    if what == 3:
        return draw.record_buttons(
            **where, tables={t: rng.sample(range(1, 10), rng.randint(2, 9)) for t in range(1, 30)}
        )
    return draw.record_cards(**where, kind=DrawKind.CHIP_RACE, count=rng.randint(0, 52))


@pytest.mark.rule("REGULATIONS 3.1")
@survives
def test_the_verifier_agrees_on_a_thousand_records(tmp_path: Path) -> None:
    rng = random.Random(1)
    whole = published([random_record(rng, number) for number in range(1, 1001)])
    assert verify.differences(whole) == []
    file = tmp_path / "record.json"
    file.write_text(json.dumps(whole))
    done = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "All 1000 draws agree.\n")


def test_the_verifier_names_what_was_changed() -> None:
    rng = random.Random(2)
    records = [random_record(rng, number) for number in range(1, 11)]

    def changed(change: Any) -> list[str]:
        whole = published(records)
        change(whole)
        found: list[str] = verify.differences(whole)
        return found

    def steer(whole: dict[str, Any]) -> None:
        whole["draws"][0]["result"]["seats"][0][2] += 1

    def other_seed(whole: dict[str, Any]) -> None:
        whole["draws"][3]["seed"] = "00" * 32

    def other_master(whole: dict[str, Any]) -> None:
        whole["master_seed"] = "11" * 32

    def drop(whole: dict[str, Any]) -> None:
        del whole["draws"][4]

    assert "draw 1 (late_entry): seats published as" in changed(steer)[0]
    assert any("draw 4 (chip_race): its seed does not come" in s for s in changed(other_seed))
    assert "the master seed does not belong to the commitment" in changed(other_master)[0]
    assert any("expected number 5; a draw is missing" in s for s in changed(drop))


def test_the_verifier_exits_with_one_on_a_difference_and_two_on_nonsense() -> None:
    whole = published([random_record(random.Random(3), 1)], master=None)

    def run(text: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", str(VERIFIER)], input=text, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout

    assert run(json.dumps(whole))[0] == 0
    assert "not revealed yet" in run(json.dumps(whole))[1]
    whole["draws"][0]["result"]["seats"][0][0] += 1
    assert run(json.dumps(whole))[0] == 1
    assert run("{")[0] == 2
    assert run("[]")[0] == 2


def test_ten_thousand_seats_are_all_different() -> None:
    seats = draw.seats_of(tables=range(1, 1113), seats_per_table=9)
    drawn = draw.draw_seats(seed=MASTER, participants=range(1, 10_001), seats=seats)
    assert sorted(drawn) == list(range(1, 10_001))
    assert len(set(drawn.values())) == 10_000 and set(drawn.values()) <= set(seats)


# ------------------------------------------------------------------------------------------------ fairness


def chi_square_p(statistic: float, freedom: int) -> float:
    """Upper tail of the chi-square distribution (Wilson-Hilferty; fine for the many degrees used here)."""
    z = ((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return 0.5 * math.erfc(z / math.sqrt(2))


def statistic_of(counts: Counter[Any], cells: int, total: int) -> float:
    expected = total / cells
    missing = cells - len(counts)
    return sum((c - expected) ** 2 / expected for c in counts.values()) + missing * expected


@pytest.mark.rule("ADTP.7", "PT-T.39")
@survives
def test_a_hundred_thousand_draws_favour_no_seat_and_no_pair() -> None:
    tables = [OpenTable(table=t, players=3, free_seats=tuple(range(1, 7))) for t in range(1, 5)]
    singles: Counter[tuple[int, int]] = Counter()
    pairs: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    before: tuple[int, int] | None = None
    draws = 100_000
    seed_of = hashlib.sha256
    for k in range(draws):
        place = draw.draw_one(seed=seed_of(b"fair|%d" % k).digest(), tables=tables)
        singles[place] += 1
        if before is not None and k % 2:
            pairs[(before, place)] += 1
        before = place
    single = chi_square_p(statistic_of(singles, 24, draws), 23)
    pair = chi_square_p(statistic_of(pairs, 24 * 24, draws // 2), 24 * 24 - 1)
    assert 0.005 < single < 0.995
    assert 0.005 < pair < 0.995
    print(f"{draws} draws: chi-square of seats p = {single:.3f}, of serial pairs p = {pair:.3f}")


@pytest.mark.rule("ADTP.7", "PT-T.39")
@survives
def test_a_whole_draw_favours_no_player_and_no_neighbours() -> None:
    """5,556 draws of 18 players: 100,008 seats."""
    seats = draw.seats_of(tables=[1, 2], seats_per_table=9)
    places: Counter[tuple[int, tuple[int, int]]] = Counter()
    together: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    rounds = 5_556
    for k in range(rounds):
        drawn = draw.draw_seats(
            seed=hashlib.sha256(b"whole|%d" % k).digest(), participants=range(18), seats=seats
        )
        places.update(drawn.items())
        together[(drawn[0], drawn[1])] += 1
    # every row and every column of the 18 x 18 table is fixed: 17 x 17 degrees, scaled by 17/18 x 18/17
    statistic = statistic_of(places, 18 * 18, rounds * 18) * 17 / 18
    assert 0.005 < chi_square_p(statistic, 17 * 17) < 0.995
    assert 0.005 < chi_square_p(statistic_of(together, 18 * 17, rounds), 18 * 17 - 1) < 0.995
