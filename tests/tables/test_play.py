"""While hands are played: stacks counted, players away, penalties served, rulings kept, tables' faces."""

from __future__ import annotations

import pytest

from dispatch.models import Fact
from tables.commands.count_chips import count_chips
from tables.commands.end_hand_for_hand import end_hand_for_hand
from tables.commands.hand_done import hand_done
from tables.commands.log_ruling import log_ruling
from tables.commands.penalise import penalise
from tables.commands.serve_hand import serve_hand
from tables.commands.set_away import set_away
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.commands.take_back_hand import take_back_hand
from tables.commands.undo_penalty import undo_penalty
from tables.commands.unserve_hand import unserve_hand
from tables.models import Seat, Table
from tables.queries import (
    chips_account,
    hand_for_hand_view,
    open_penalties,
    penalties_of,
    record_of,
    rulings_view,
    seat_of,
    seating_list,
    table_view,
    tables_view,
)
from tests import cast
from tests.payouts.room import finish, playing
from tests.tables import room
from tournaments.commands.add_clock_time import add_clock_time
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.reenter import reenter
from tournaments.commands.undo_clock_change import undo_clock_change
from tournaments.models import Clock, Entry, Tournament

pytestmark = pytest.mark.django_db


def test_chips_counted_against_chips_in_play() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=4)
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    account = chips_account(t)
    assert (account.issued_chips, account.counted, account.difference_chips) == (4 * stack, 0, None)
    entries = list(room.seats(t))
    for entry in entries[:3]:
        cast.say(count_chips, by=house.bruno, entry_id=entry, stack_chips=stack)
    assert chips_account(t).difference_chips is None
    cast.say(count_chips, by=house.bruno, entry_id=entries[3], stack_chips=stack - 500)
    account = chips_account(t)
    assert (account.counted_chips, account.difference_chips, account.accounted) == (
        4 * stack - 500,
        -500,
        False,
    )
    cast.say(count_chips, by=house.bruno, entry_id=entries[3], stack_chips=stack)
    assert chips_account(t).accounted
    assert chips_account(t).average_chips == stack


@pytest.mark.parametrize(
    ("stack", "code"),
    [
        (-1, "number_too_small"),
        (0, "number_too_small"),
        ("many", "not_a_number"),
        (1.5, "not_a_number"),
        (True, "not_a_number"),
        (10**15, "number_too_large"),
        (9_000_000, "more_than_in_play"),
    ],
)
def test_counts_that_cannot_be(stack: object, code: str) -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=2)
    with cast.refused(code) if not isinstance(stack, float) else pytest.raises(Exception):
        cast.say(count_chips, by=house.bruno, entry_id=next(iter(room.seats(t))), stack_chips=stack)
    room.holds(t)


@pytest.mark.rule("ADTP.30", "SCPT.Q", "PT-T.26")
def test_away_goes_with_the_player() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=4)
    entry = next(iter(room.seats(t)))
    cast.say(set_away, by=house.bruno, entry_id=entry, away=True)
    (chair,) = [c for c in table_view(t, table_number=1).chairs if c.entry_id == entry]
    assert chair.away
    free = next(c.seat for c in table_view(t, table_number=1).chairs if c.entry_id is None)
    from tables.commands.move_player import move_player

    cast.say(
        move_player, by=house.bruno, entry_id=entry, table_number=1, seat_number=free, reason="correction"
    )
    assert seat_of(entry) == (1, free)
    assert next(c for c in table_view(t, table_number=1).chairs if c.entry_id == entry).away
    with cast.refused("not_yes_or_no"):
        cast.say(set_away, by=house.bruno, entry_id=entry, away="no")


@pytest.mark.rule("ADTP.67", "ADTP.67A", "ADTP.P2", "REGULATIONS 8.2")
def test_penalties_are_served_hand_by_hand_and_follow_the_player() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=6)
    entry = next(iter(room.seats(t)))
    warned = cast.say(penalise, by=house.bruno, entry_id=entry, kind="warning", reason="Phone at the table")
    assert warned["hands_owed"] == 0 and warned["next"] == {"kind": "missed_hand", "rounds": 0, "earlier": 1}
    given = cast.say(penalise, by=house.bruno, entry_id=entry, kind="missed_rounds", rounds=2, reason="Again")
    assert given["hands_owed"] == 12  # six at the table, two rounds
    assert next(c for c in table_view(t, table_number=1).chairs if c.entry_id == entry).hands_owed == 12
    chair = next(c for c in table_view(t, table_number=1).chairs if c.entry_id == entry)
    assert [(p.kind, p.hands_owed, p.hands_served, p.reason) for p in chair.penalties] == [
        ("warning", 0, 0, "Phone at the table"),
        ("missed_rounds", 12, 0, "Again"),
    ]
    for n in range(1, 13):
        served = cast.say(serve_hand, by=house.bruno, penalty_id=given["penalty_id"])
        assert served["hands_served"] == n
    with cast.refused("nothing_to_serve"):
        cast.say(serve_hand, by=house.bruno, penalty_id=given["penalty_id"])
    cast.say(undo_penalty, by=house.ana, penalty_id=warned["penalty_id"])
    chair = next(c for c in table_view(t, table_number=1).chairs if c.entry_id == entry)
    assert (chair.hands_owed, [p.hands_served for p in chair.penalties]) == (0, [12])
    with cast.refused("already_undone"):
        cast.say(undo_penalty, by=house.ana, penalty_id=warned["penalty_id"])
    history = penalties_of(Entry.objects.get(pk=entry).player_id)
    assert [(p.kind, p.undone) for p in history] == [("missed_rounds", False), ("warning", True)]
    # a penalty is the staff's business: nothing of it is public
    assert {f.audience for f in Fact.objects.filter(kind__startswith="penalty_")} == {"staff"}
    for kind, rounds, code in (
        ("missed_rounds", 0, "bad_rounds"),
        ("missed_rounds", 5, "number_too_large"),
        ("warning", 1, "bad_rounds"),
        ("disqualification", 0, "no_such_choice"),
    ):
        with cast.refused(code):
            cast.say(penalise, by=house.bruno, entry_id=entry, kind=kind, rounds=rounds, reason="x")
    with cast.refused("forbidden"):
        cast.say(penalise, by=house.desi, entry_id=entry, kind="warning", reason="x")


@pytest.mark.rule("ADTP.67A", "ADTP.35C", "REGULATIONS 8.2")
def test_a_hand_counts_by_its_number_so_a_misdeal_or_two_reports_cost_one() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=6)
    entry = next(iter(room.seats(t)))
    given = cast.say(penalise, by=house.bruno, entry_id=entry, kind="missed_rounds", rounds=1, reason="Late")
    penalty = given["penalty_id"]

    def serve(number: int | None) -> tuple[int, bool]:
        done = cast.say(serve_hand, by=house.bruno, penalty_id=penalty, hand_number=number)
        return done["hands_served"], done["counted"]

    assert serve(1) == (1, True)
    assert serve(1) == (1, False)  # dealt again, or told by a second tablet
    assert serve(2) == (2, True)
    assert serve(1) == (2, False)
    with cast.refused("not_the_next_hand", rule="ADTP.67A"):
        serve(4)
    assert serve(None) == (3, True)
    with cast.refused("not_the_last_hand"):
        cast.say(unserve_hand, by=house.bruno, penalty_id=penalty, hand_number=2)
    left = cast.say(unserve_hand, by=house.bruno, penalty_id=penalty, hand_number=3)
    assert (left["hands_served"], left["hands_owed"]) == (2, 6)
    with cast.refused("not_the_last_hand"):
        cast.say(unserve_hand, by=house.bruno, penalty_id=penalty, hand_number=3)
    with cast.refused("number_too_small"):
        serve(0)
    with cast.refused("forbidden"):
        cast.say(unserve_hand, by=house.desi, penalty_id=penalty, hand_number=2)
    for number in (3, 4, 5, 6):
        assert serve(number) == (number, True)
    with cast.refused("nothing_to_serve"):
        serve(7)
    assert serve(6) == (6, False)
    assert open_penalties(t) == []


@pytest.mark.rule("ADTP.67A", "ADTP.P2", "REGULATIONS 8.2")
def test_hands_owed_follow_the_person_into_a_re_entry() -> None:
    """Eight owed, busts, re-enters: eight owed. The seat, the room's list and the table's topic know it."""
    house = cast.house()
    t = house.started("turbo-8max", entries=6, late_registration_level=2, re_entries_per_player=2)
    entry = next(iter(room.seats(t)))
    player = Entry.objects.get(pk=entry).player_id
    given = cast.say(penalise, by=house.bruno, entry_id=entry, kind="missed_rounds", rounds=1, reason="Late")
    cast.say(serve_hand, by=house.bruno, penalty_id=given["penalty_id"], hand_number=1)
    cast.say(
        eliminate_players,
        by=house.bruno,
        tournament_id=t,
        table_number=1,
        busts=[{"entry_id": entry}],
        at=cast.after(minutes=5),
    )
    [gone] = open_penalties(t)
    assert (gone.table, gone.seat, gone.hands_owed, gone.hands_served) == (None, None, 6, 1)
    back = cast.say(
        reenter, by=house.desi, tournament_id=t, player_id=player, method="cash", at=cast.after(minutes=6)
    )
    chair = next(c for c in table_view(t, table_number=1).chairs if c.entry_id == back["entry_id"])
    assert (chair.hands_owed, [p.hands_served for p in chair.penalties]) == (5, [1])
    [there] = open_penalties(t)
    assert (there.table, there.seat, there.player) == (1, chair.seat, chair.player)
    cast.say(
        serve_hand, by=house.bruno, penalty_id=given["penalty_id"], hand_number=2, at=cast.after(minutes=7)
    )
    chair = next(c for c in table_view(t, table_number=1).chairs if c.entry_id == back["entry_id"])
    assert chair.hands_owed == 4
    record = record_of(back["entry_id"])
    assert [(p.kind, p.rounds, p.hands_served) for p in record.history] == [("missed_rounds", 1, 2)]
    assert record.next == {"kind": "missed_rounds", "rounds": 2, "earlier": 1}


@pytest.mark.rule("ADTP.1", "ADTP.67A", "REGULATIONS 8.3")
def test_after_the_end_no_hand_is_served_and_only_the_director_takes_a_penalty_back() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=3, late_registration_level=0, re_entries_per_player=0)
    last = playing(t)[-1]
    given = cast.say(penalise, by=house.bruno, entry_id=last, kind="missed_hand", reason="Phone at the table")
    finish(house, t)
    with cast.refused("not_running"):
        cast.say(serve_hand, by=house.bruno, at=cast.after(hours=4), penalty_id=given["penalty_id"])
    with cast.refused("forbidden"):
        cast.say(undo_penalty, by=house.bruno, at=cast.after(hours=4), penalty_id=given["penalty_id"])
    cast.say(undo_penalty, by=house.ana, at=cast.after(hours=4), penalty_id=given["penalty_id"])
    assert [p.undone for p in penalties_of(Entry.objects.get(pk=last).player_id)] == [True]


@pytest.mark.rule("ADTP.1", "REGULATIONS 8.3")
def test_rulings_are_kept_and_only_the_director_overrides() -> None:
    from rules.rulings import CATALOGUE

    house = cast.house()
    t = house.started("turbo-8max", entries=4)
    assert "oversized_chip" in CATALOGUE or CATALOGUE
    kind = next(iter(CATALOGUE))
    with cast.refused("unknown_situation"):
        cast.say(log_ruling, by=house.bruno, tournament_id=t, table_number=1, kind="no such", situation={})
    with cast.refused("bad_situation"):
        cast.say(
            log_ruling, by=house.bruno, tournament_id=t, table_number=1, kind=kind, situation={"nonsense": 1}
        )
    situation = next(s for s in (_situation(k) for k in CATALOGUE) if s is not None)
    made = cast.say(
        log_ruling,
        by=house.bruno,
        tournament_id=t,
        table_number=1,
        kind=situation[0],
        situation=situation[1],
    )
    (kept,) = rulings_view(t)
    assert kept.ruling_id == made["ruling_id"] and kept.rule and kept.table == 1
    with cast.refused("forbidden"):
        cast.say(
            log_ruling,
            by=house.bruno,
            tournament_id=t,
            table_number=None,
            kind=situation[0],
            situation=situation[1],
            decision="Stands",
            override_reason="Fairness",
        )
    cast.say(
        log_ruling,
        by=house.ana,
        tournament_id=t,
        table_number=None,
        kind=situation[0],
        situation=situation[1],
        decision="Stands",
        override_reason="Fairness",
    )
    assert rulings_view(t)[0].override_reason == "Fairness"


def _situation(kind: str) -> tuple[str, dict[str, object]] | None:
    """A question of the catalogue that asks for no more than chips and yes or no, answered with 100 and no."""
    from rules.policies import shipped
    from rules.refusals import Refused
    from rules.rulings import CATALOGUE, FactType, rule

    facts: dict[str, object] = {}
    for field in CATALOGUE[kind].fields:
        if field.type is FactType.CHIPS:
            facts[field.name] = 100
        elif field.type is FactType.YES_NO:
            facts[field.name] = False
    try:
        rule(kind, facts=facts, policies=shipped()["adtp"])
    except Refused:
        return None
    return kind, facts


def test_the_room_as_lists() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=10)
    assert [(x.table, x.players, x.break_rank, x.hand_done) for x in tables_view(t)] == [
        (1, 5, 2, None),
        (2, 5, 1, None),
    ]
    listed = seating_list(t)
    assert len(listed) == 10
    assert {(e, table, seat) for _, e, table, seat in listed} == {
        (e, table, seat) for e, (table, seat) in room.seats(t).items()
    }


@pytest.mark.rule("PT-T.49", "ADTP.10")
def test_a_table_at_which_nobody_sits_neither_plays_nor_breaks_next() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=12)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=t)
    cast.say(start_hand_for_hand, by=house.bruno, tournament_id=t)
    first = min(tables_view(t), key=lambda line: line.break_rank or 0).table
    other = 3 - first
    # as after its last player went out: the next of the order is one that has players to seat anew
    Seat.objects.filter(table__tournament_id=t, table__number=first).update(entry=None)
    Table.objects.filter(tournament_id=t, number=first).update(players=0)
    lines = {line.table: line for line in tables_view(t)}
    assert (lines[first].break_rank, lines[first].hand_done) == (None, None)
    assert (lines[other].break_rank, lines[other].hand_done) == (1, False)
    for table in (first, other):
        assert table_view(t, table_number=table).line == lines[table]
    assert hand_for_hand_view(t).waiting_for == (other,)


@pytest.mark.rule("ADTP.67A", "ADTP.35C", "PT-T.49")
def test_in_hand_for_hand_a_hand_that_a_table_has_done_is_one_of_the_penalty() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=12)
    [here, there] = [room.at_table(t, 1), room.at_table(t, 2)]
    first, second = list(here.values())[:2]
    more = {"by": house.bruno, "tournament_id": t}

    def give(entry: int) -> int:
        given = cast.say(penalise, by=house.bruno, entry_id=entry, kind="missed_rounds", rounds=1, reason="x")
        return int(given["penalty_id"])

    def hands() -> list[int]:
        return [p.hands_served for p in sorted(open_penalties(t), key=lambda p: p.penalty_id)]

    old, late = give(first), give(first)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=t)
    cast.say(start_hand_for_hand, **more)
    new = give(second)
    asked = {**more, "table_number": 1, "round": 1}
    cast.say(hand_done, **asked)
    # the oldest of one player, and none of who was in the hand when it was given
    assert hands() == [1, 0, 0]
    # who counts the same hand too counts nothing; a second report is refused
    assert cast.say(serve_hand, by=house.bruno, penalty_id=old, hand_number=2)["counted"] is False
    with cast.refused("hand_already_done"):
        cast.say(hand_done, **asked)
    cast.say(take_back_hand, **asked)
    assert hands() == [0, 0, 0]
    with cast.refused("hand_not_done", rule="PT-T.49"):
        cast.say(take_back_hand, **asked)
    with cast.refused("forbidden"):
        cast.say(take_back_hand, **{**asked, "by": house.desi})
    # somebody counted it before the table was done: it is one hand, and stays that person's word
    assert cast.say(serve_hand, by=house.bruno, penalty_id=old)["counted"] is True
    cast.say(hand_done, **asked)
    assert hands() == [1, 0, 0]
    cast.say(take_back_hand, **asked)
    assert hands() == [1, 0, 0]
    [out] = room.bust(house, t, list(here.values())[2])["eliminations"]
    cast.say(hand_done, **asked)
    with cast.refused("somebody_is_out", rule="ADTP.P16"):
        cast.say(take_back_hand, **asked)
    assert cast.say(hand_done, **{**more, "table_number": 2, "round": 1})["completed"]
    # its places are decided
    with cast.refused("somebody_is_out", rule="ADTP.P16"):
        cast.say(take_back_hand, **asked)
    cast.say(hand_done, **{**more, "table_number": 1, "round": 2})
    assert hands() == [2, 0, 1]
    with cast.refused("round_over", rule="PT-T.49"):
        cast.say(take_back_hand, **asked)
    # the hand was played after all: the table's stays done, and the penalty is served once less
    assert cast.say(unserve_hand, by=house.bruno, penalty_id=new, hand_number=1)["hands_served"] == 0
    cast.say(hand_done, **{**more, "table_number": 2, "round": 2})
    cast.say(end_hand_for_hand, by=house.ana, tournament_id=t)
    assert cast.say(serve_hand, by=house.bruno, penalty_id=old)["hands_served"] == 3
    assert {p.penalty_id: p.hands_served for p in open_penalties(t)} == {old: 3, late: 0, new: 0}
    assert out["place"] is None and there


@pytest.mark.rule("PT-T.49", "ADTP.P16", "CASES h4h-1")
def test_the_word_of_the_last_table_is_taken_back_while_nobody_has_done_the_next_hand() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=12, seats_per_table=6)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=t)
    cast.say(start_hand_for_hand, by=house.ana, at=cast.after(minutes=2), tournament_id=t)
    more = {"by": house.bruno, "tournament_id": t}
    one, two = {**more, "table_number": 1}, {**more, "table_number": 2}

    def stands() -> tuple[int, int, int | None]:
        view = hand_for_hand_view(t)
        return view.round, Clock.objects.get(pk=t).state["elapsed_us"], view.last_done

    cast.say(hand_done, **one, round=1)
    used = stands()[1]
    assert cast.say(hand_done, **two, round=1)["completed"]
    assert stands() == (2, used + 120_000_000, 2)
    with cast.refused("nothing_to_undo"):
        cast.say(undo_clock_change, by=house.ana, tournament_id=t)
    cast.say(take_back_hand, **two, round=1)
    # the round is played on, the level has its two minutes again, and the other table's word stands
    assert stands() == (1, used, None) and hand_for_hand_view(t).done == (1,)
    assert cast.say(hand_done, **two, round=1)["completed"]
    assert stands() == (2, used + 120_000_000, 2)
    # a clock that was changed since is put right by its own change
    cast.say(add_clock_time, by=house.ana, tournament_id=t, seconds=60)
    with cast.refused("not_the_last_change", rule="PT-T.49"), cast.unchanged():
        cast.say(take_back_hand, **two, round=1)
    cast.say(hand_done, **one, round=2)
    with cast.refused("round_over"), cast.unchanged():
        cast.say(take_back_hand, **two, round=1)
    assert stands()[2] is None
