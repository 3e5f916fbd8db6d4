"""Out: places by policy, one bust for two who saw it, chips, places in any order, and what undoing brings back."""

from __future__ import annotations

import itertools
import uuid
from typing import Any

import pytest

from dispatch.facts import Actor
from tables.models import HandDone, Penalty
from tables.queries import chips_account, hand_for_hand_view, penalties_of
from tests import cast
from tests.tables import room
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.reenter import reenter
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Elimination, Entry, Field, Tournament
from tournaments.queries.eliminations import eliminations_payload, places, undo_preview

pytestmark = pytest.mark.django_db


def closed(house: Any, entries: int = 12, **changes: Any) -> int:
    return int(
        house.started(
            "turbo-8max", entries=entries, late_registration_level=0, re_entries_per_player=0, **changes
        )
    )


@pytest.mark.rule("PT-T.31", "PT-T.44")
def test_places_count_down_from_the_entries() -> None:
    house = cast.house()
    t = closed(house, 4)
    first, second, third, last = room.seats(t)
    assert [room.bust(house, t, e)["eliminations"][0]["place"] for e in (first, second, third)] == [4, 3, 2]
    assert places(t) == {first: (4, 1), second: (3, 1), third: (2, 1)}
    assert [row["place"] for row in eliminations_payload(t, seen_at=None)["rows"]] == [2, 3, 4]
    with cast.refused("last_player"):
        room.bust(house, t, last)
    room.holds(t)


def test_late_entries_move_places_down_without_touching_rows() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=6)
    out = next(iter(room.seats(t)))
    result = room.bust(house, t, out)["eliminations"][0]
    assert (result["place"], result["final"]) == (6, False)
    before = Elimination.objects.values().get()
    house.enter(t, at=cast.after(minutes=25))
    house.enter(t, at=cast.after(minutes=25))
    assert Elimination.objects.values().get() == before
    assert places(t)[out] == (8, 1)
    room.holds(t)


def test_a_re_entry_keeps_the_first_entrys_place() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=6)
    out = next(iter(room.seats(t)))
    made = room.bust(house, t, out)["eliminations"][0]
    player = Entry.objects.get(pk=out).player_id
    again = cast.say(
        reenter, by=house.desi, at=cast.after(minutes=21), tournament_id=t, player_id=player, method="cash"
    )
    assert places(t)[out] == (7, 1)
    room.holds(t)
    assert undo_preview(made["elimination_id"])["code"] == "reentered_since"
    with cast.refused("reentered_since"):
        cast.say(undo_elimination, by=house.bruno, elimination_id=made["elimination_id"])
    room.bust(house, t, again["entry_id"])
    assert places(t)[again["entry_id"]] == (6, 1)
    room.holds(t)


@pytest.mark.rule("ADTP.P16", "CASES p16-a")
def test_two_at_one_table_the_smaller_stack_is_lower() -> None:
    house = cast.house()
    t = closed(house, 8)
    small, big = list(room.seats(t))[:2]
    with cast.refused("stack_needed"):
        room.bust(house, t, small, big)
    result = room.bust(house, t, small, big, stacks={small: 900, big: 1500})
    assert {e["entry_id"]: (e["place"], e["tied"]) for e in result["eliminations"]} == {
        small: (8, 1),
        big: (7, 1),
    }
    room.holds(t)


@pytest.mark.rule("PT-T.51")
def test_equal_stacks_tie() -> None:
    house = cast.house()
    t = closed(house, 8)
    one, other = list(room.seats(t))[:2]
    result = room.bust(house, t, one, other, stacks={one: 900, other: 900})
    assert {(e["place"], e["tied"]) for e in result["eliminations"]} == {(7, 2)}
    room.holds(t)


def test_two_staff_bust_one_player() -> None:
    house = cast.house()
    t = closed(house, 8)
    victim, (table, _) = next(iter(room.seats(t).items()))
    said = uuid.uuid4()
    arguments = {
        "tournament_id": t,
        "table_number": table,
        "busts": [{"entry_id": victim, "stack_chips_start": None}],
        "at": cast.after(minutes=63),
    }
    first = cast.asked(eliminate_players, by=house.bruno, command_id=said, **arguments)
    again = cast.asked(eliminate_players, by=house.bruno, command_id=said, **arguments)
    assert again.replayed and again.result == first.result
    with cast.refused("already_out") as no:
        cast.say(eliminate_players, by=house.ana, **arguments)
    assert no.value.params == {
        "player": room.name_of(victim),
        "operator": "Bruno",
        "time": "20:03",  # São Paulo
        "elimination_id": first.result["eliminations"][0]["elimination_id"],
    }
    assert Elimination.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_staff_at_the_same_instant() -> None:
    house = cast.house()
    t = closed(house, 8)
    victim, (table, _) = next(iter(room.seats(t).items()))

    def bust() -> Any:
        return cast.say(
            eliminate_players,
            by=house.bruno,
            at=cast.after(minutes=20),
            tournament_id=t,
            table_number=table,
            busts=[{"entry_id": victim, "stack_chips_start": None}],
        )

    results = cast.together([bust] * 6)
    assert sum(isinstance(r, dict) for r in results) == 1
    assert {r.code for r in results if not isinstance(r, dict)} <= {"already_out"}
    room.holds(t)


@pytest.mark.parametrize(
    ("busts", "code"),
    [
        ([], "nobody_named"),
        ("x", "nobody_named"),
        ([{"entry_id": "7"}], "not_a_number"),
        ([{"entry_id": 999_999_999}], "no_such_entry"),
        ([{"entry_id": -1}], "number_too_small"),
        ([{"entry_id": 1, "stack_chips_start": -5}], "number_too_small"),
        ([{"entry_id": 1, "stack_chips_start": 10**12}], "number_too_large"),
        ([{"entry_id": 1, "by_entries": "all"}], "nobody_named"),
        ([{"entry_id": 1}, {"entry_id": 1}], "named_twice"),
        ([{"entry_id": 1}] * 11, "nobody_named"),
    ],
)
def test_what_makes_no_sense_is_refused(busts: Any, code: str) -> None:
    house = cast.house()
    t = closed(house, 4)
    with cast.refused(code):
        cast.say(eliminate_players, by=house.bruno, tournament_id=t, table_number=1, busts=busts)


def test_who_may_not_and_where_not() -> None:
    house = cast.house()
    t = closed(house, 12)
    victim, (table, seat) = next(iter(room.seats(t).items()))
    for nobody in (house.caio, house.dora, house.desi, Actor(user_id=None)):
        with cast.refused("forbidden"):
            room.bust(house, t, victim, by=nobody)
    with cast.refused("other_table") as no:
        cast.say(
            eliminate_players,
            by=house.bruno,
            tournament_id=t,
            table_number=3 - table,
            busts=[{"entry_id": victim}],
        )
    assert no.value.params["table"] == table and no.value.params["seat"] == seat
    with cast.refused("no_such_table"):
        cast.say(
            eliminate_players, by=house.bruno, tournament_id=t, table_number=77, busts=[{"entry_id": victim}]
        )
    other = closed(house, 4)
    with cast.refused("no_such_entry"):
        cast.say(
            eliminate_players,
            by=house.bruno,
            tournament_id=other,
            table_number=min(n for n, _ in room.seats(other).values()),
            busts=[{"entry_id": victim}],
        )
    Tournament.objects.filter(pk=other).update(state="finished")
    with cast.refused("not_running"):
        room.bust(house, other, next(iter(room.seats(other))))


@pytest.mark.rule("ADTP.67D", "REGULATIONS 5.3")
def test_the_chips_of_a_disqualified_player_leave_play() -> None:
    house = cast.house()
    t = closed(house, 6)
    victim = next(iter(room.seats(t)))
    with cast.refused("forbidden"):
        room.bust(house, t, victim, reason="disqualified", stacks={victim: 7000})
    with cast.refused("stack_needed"):
        room.bust(house, t, victim, reason="disqualified", by=house.ana)
    made = room.bust(
        house,
        t,
        victim,
        reason="disqualified",
        by=house.ana,
        stacks={victim: 7000},
        why="Chips in the pocket",
    )
    account = chips_account(t)
    assert account.removed_chips == 7000
    assert account.in_play_chips == account.issued_chips - 7000
    assert account.average_chips == account.in_play_chips // 5
    [kept] = penalties_of(Entry.objects.get(pk=victim).player_id)
    assert (kept.kind, kept.rule, kept.reason) == ("disqualification", "ADTP.67D", "Chips in the pocket")
    room.holds(t)
    cast.say(undo_elimination, by=house.ana, elimination_id=made["eliminations"][0]["elimination_id"])
    assert chips_account(t).removed_chips == 0
    assert Penalty.objects.get().undone_at is not None
    room.holds(t)


# ------------------------------------------------------------------------------------------------ undo


def test_an_undone_bust_gives_seat_and_places_back() -> None:
    house = cast.house()
    t = closed(house, 8)
    a, b, c = list(room.seats(t))[:3]
    seat = room.seats(t)[a]
    first = room.bust(house, t, a)["eliminations"][0]["elimination_id"]
    room.bust(house, t, b)
    room.bust(house, t, c)
    assert places(t) == {a: (8, 1), b: (7, 1), c: (6, 1)}
    preview = undo_preview(first)
    assert preview["possible"] and preview["seat"]["own"]
    assert [(p["entry_id"], p["place_now"], p["place_after"], p["shift"]) for p in preview["places"]] == [
        (b, 7, 8, "one_down"),
        (c, 6, 7, "one_down"),
    ]
    back = cast.say(undo_elimination, by=house.bruno, elimination_id=first)
    assert back["own_seat"] and (back["table_number"], back["seat_number"]) == seat
    assert [(p["before"], p["after"]) for p in back["places"]] == [(7, 8), (6, 7)]
    assert places(t) == {b: (8, 1), c: (7, 1)}
    assert Elimination.objects.get(pk=first).undone_at is not None
    room.holds(t)
    with cast.refused("already_undone"):
        cast.say(undo_elimination, by=house.bruno, elimination_id=first)
    # and out again
    assert room.bust(house, t, a)["eliminations"][0]["place"] == 6
    room.holds(t)


def test_undoing_one_of_two_in_a_hand_ranks_the_other_again() -> None:
    house = cast.house()
    t = closed(house, 8)
    a, b, c = list(room.seats(t))[:3]
    made = room.bust(house, t, a, b, stacks={a: 900, b: 900})
    room.bust(house, t, c)
    assert places(t) == {a: (7, 2), b: (7, 2), c: (6, 1)}
    ids = {e["entry_id"]: e["elimination_id"] for e in made["eliminations"]}
    cast.say(undo_elimination, by=house.bruno, elimination_id=ids[a])
    assert places(t) == {b: (8, 1), c: (7, 1)}
    room.holds(t)


@pytest.mark.rule("SCPT.H")
def test_when_an_alternate_sits_in_the_chair_a_seat_is_drawn() -> None:
    house = cast.house()
    t = house.registering("turbo-8max", capacity=12)
    house.fill(t, 13)
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    victim = next(iter(room.seats(t)))
    made = room.bust(house, t, victim)
    (alternate,) = made["seated_alternates"]
    elimination = made["eliminations"][0]["elimination_id"]
    preview = undo_preview(elimination)
    taken = room.name_of(alternate["entry_id"])
    sits_there = (alternate["table_number"], alternate["seat_number"]) == tuple(
        Elimination.objects.values_list("table_number", "seat_number").get()
    )
    assert preview["possible"]
    assert preview["seat"]["by_draw"] is sits_there
    if sits_there:
        assert (preview["seat"]["taken_by"], preview["seat"]["taken_as"]) == (taken, "alternate")
    back = cast.say(undo_elimination, by=house.bruno, elimination_id=elimination)
    assert back["own_seat"] is not sits_there
    assert (back["draw_number"] is not None) is sits_there
    assert Field.objects.get(pk=t).players_left == 13
    room.holds(t)


def test_a_player_comes_back_to_a_full_final_table_on_one_more_chair() -> None:
    house = cast.house()
    t = closed(house, 10, seats_per_table=9)
    victim = next(iter(room.seats(t)))
    made = room.bust(house, t, victim)
    from tables.commands.redraw_tables import redraw_tables

    cast.say(redraw_tables, by=house.ana, tournament_id=t, final=True)
    back = cast.say(
        undo_elimination,
        by=house.bruno,
        elimination_id=made["eliminations"][0]["elimination_id"],
    )
    assert (back["table_number"], back["seat_number"]) == (1, 10)
    room.holds(t)


# ------------------------------------------------------------------------------------------------ hand-for-hand


def hands(house: Any, t: int, round_: int, table: int, *out: int, stacks: Any = None) -> dict[str, Any]:
    from tables.commands.hand_done import hand_done

    stacks = stacks or {}
    return cast.say(
        hand_done,
        by=house.bruno,
        at=cast.after(minutes=40),
        tournament_id=t,
        table_number=table,
        round=round_,
        busts=[{"entry_id": e, "stack_chips_start": stacks.get(e)} for e in out],
    )


def begin(house: Any, t: int) -> None:
    from tables.commands.start_hand_for_hand import start_hand_for_hand

    assert cast.say(start_hand_for_hand, by=house.bruno, at=cast.after(minutes=30), tournament_id=t) == {
        "round": 1,
        "tables": Field.objects.get(pk=t).tables_open,
    }


@pytest.mark.rule("PT-T.49", "ADTP.P16", "CASES p16-b", "CASES p16-c", "REGULATIONS 3.8")
def test_a_round_is_ranked_when_every_table_has_done_its_hand() -> None:
    house = cast.house()
    t = closed(house, 20)
    begin(house, t)
    a1, a2 = list(room.at_table(t, 1).values())[:2]
    b1 = next(iter(room.at_table(t, 2).values()))
    first = hands(house, t, 1, 1, a1, a2, stacks={a1: 500, a2: 800})
    assert not first["completed"]
    assert {e["place"] for e in first["eliminations"]} == {None}
    view = hand_for_hand_view(t)
    assert (view.round, view.done, view.waiting_for) == (1, (1,), (2, 3))
    room.holds(t)
    hands(house, t, 1, 2, b1)
    done = hands(house, t, 1, 3)
    assert done["completed"] and done["next_round"] == 2
    # three out at two tables: all 18th, also the two who shared a table
    assert {e["entry_id"]: (e["place"], e["tied"]) for e in done["eliminations"]} == {
        a1: (18, 3),
        a2: (18, 3),
        b1: (18, 3),
    }
    room.holds(t)
    with cast.refused("hand_already_done"):
        hands(house, t, 1, 3)
    with cast.refused("round_over"):
        hands(house, t, 3, 3)
    assert cast.facts(t, kind="hand_for_hand_round_completed")[0]["next_round"] == 2


@pytest.mark.rule("PT-T.49", "ADTP.P16", "PT-T.50", "PT-T.51", "CASES pt-50", "CASES pt-51")
@pytest.mark.parametrize("rule_set", ["adtp", "pt_online"])
def test_every_order_of_arrival_gives_the_same_places(rule_set: str) -> None:
    seen = set()
    for order in itertools.permutations((1, 2, 3)):
        house = cast.house()
        t = closed(house, 20)
        from rules.policies import shipped

        Tournament.objects.filter(pk=t).update(policies=shipped()[rule_set].as_dict())
        begin(house, t)
        a = list(room.at_table(t, 1).values())[:2]
        b = list(room.at_table(t, 2).values())[:1]
        stacks = {a[0]: 900, a[1]: 700, b[0]: 900}
        out = {1: a, 2: b, 3: []}
        for table in order:
            last = hands(house, t, 1, table, *out[table], stacks=stacks)
        assert last["completed"]
        found = places(t)
        seen.add((found[a[0]], found[a[1]], found[b[0]]))
        room.holds(t)
    expected = {
        "adtp": ((18, 3), (18, 3), (18, 3)),
        "pt_online": ((18, 2), (20, 1), (18, 2)),
    }
    assert seen == {expected[rule_set]}


@pytest.mark.rule("ADTP.P16", "CASES p16-b", "REGULATIONS 3.8", "REGULATIONS 11")
def test_the_hand_in_which_it_is_announced_is_its_first() -> None:
    """A hand was being played when it was announced: its busts, however they are told, are ranked with round 1."""
    house = cast.house()
    t = closed(house, 20)
    begin(house, t)
    a = next(iter(room.at_table(t, 1).values()))
    b = next(iter(room.at_table(t, 2).values()))
    told = cast.say(
        eliminate_players,
        by=house.bruno,
        at=cast.after(minutes=31),
        tournament_id=t,
        table_number=1,
        busts=[{"entry_id": a}],
    )
    assert [e["place"] for e in told["eliminations"]] == [None]
    hands(house, t, 1, 1)
    hands(house, t, 1, 2, b)
    hands(house, t, 1, 3)
    found = places(t)
    assert (found[a], found[b]) == ((19, 2), (19, 2))
    room.holds(t)


@pytest.mark.rule("PT-T.50")
def test_online_a_single_bust_needs_its_stack_too() -> None:
    house = cast.house()
    t = closed(house, 20)
    from rules.policies import shipped

    Tournament.objects.filter(pk=t).update(policies=shipped()["pt_online"].as_dict())
    begin(house, t)
    out = next(iter(room.at_table(t, 1).values()))
    with cast.refused("stack_needed", rule="PT-T.50"):
        hands(house, t, 1, 1, out)


@pytest.mark.rule("PT-T.49")
def test_hand_for_hand_ends_only_between_rounds() -> None:
    from tables.commands.end_hand_for_hand import end_hand_for_hand
    from tables.commands.start_hand_for_hand import start_hand_for_hand

    house = cast.house()
    t = closed(house, 20)
    with cast.refused("not_hand_for_hand"):
        hands(house, t, 1, 1)
    begin(house, t)
    with cast.refused("already_hand_for_hand"):
        cast.say(start_hand_for_hand, by=house.bruno, tournament_id=t)
    hands(house, t, 1, 1)
    with cast.refused("round_open"):
        cast.say(end_hand_for_hand, by=house.bruno, at=cast.after(minutes=41), tournament_id=t)
    hands(house, t, 1, 2)
    hands(house, t, 1, 3)
    assert cast.say(end_hand_for_hand, by=house.bruno, at=cast.after(minutes=42), tournament_id=t) == {
        "rounds": 1
    }
    assert HandDone.objects.count() == 3
    # outside again, places are known at once
    out = next(iter(room.seats(t)))
    assert room.bust(house, t, out, at=cast.after(minutes=43))["eliminations"][0]["place"] == 20


def test_a_bust_told_before_the_hand_is_done_waits_for_the_round() -> None:
    house = cast.house()
    t = closed(house, 12)
    begin(house, t)
    out = next(iter(room.at_table(t, 1).values()))
    made = room.bust(house, t, out, at=cast.after(minutes=35))
    assert made["eliminations"][0]["place"] is None and made["round_completed"] is None
    # undone while the round is open: nothing else moves
    back = cast.say(
        undo_elimination,
        by=house.bruno,
        at=cast.after(minutes=36),
        elimination_id=made["eliminations"][0]["elimination_id"],
    )
    assert back["own_seat"] and back["places"] == []
    room.holds(t)
    room.bust(house, t, out, at=cast.after(minutes=37))
    hands(house, t, 1, 1)
    done = hands(house, t, 1, 2)
    assert [(e["entry_id"], e["place"]) for e in done["eliminations"]] == [(out, 12)]
    room.holds(t)


def test_undoing_out_of_a_complete_round_ranks_the_rest_by_stack() -> None:
    house = cast.house()
    t = closed(house, 20)
    begin(house, t)
    a1, a2 = list(room.at_table(t, 1).values())[:2]
    b1 = next(iter(room.at_table(t, 2).values()))
    hands(house, t, 1, 1, a1, a2, stacks={a1: 500, a2: 800})
    hands(house, t, 1, 2, b1)
    done = hands(house, t, 1, 3)
    ids = {e["entry_id"]: e["elimination_id"] for e in done["eliminations"]}
    told = {
        p["entry_id"]: (p["place_now"], p["place_after"], p["shift"]) for p in undo_preview(ids[b1])["places"]
    }
    assert told == {a1: (18, 20, "ranked_again"), a2: (18, 19, "ranked_again")}
    cast.say(undo_elimination, by=house.bruno, at=cast.after(minutes=50), elimination_id=ids[b1])
    # both were at one table: the larger stack places higher
    assert places(t) == {a1: (20, 1), a2: (19, 1)}
    room.holds(t)


def test_breaking_the_last_table_still_playing_completes_the_round() -> None:
    from tables.commands.break_table import break_table

    house = cast.house()
    t = closed(house, 20)
    for entry in list(room.seats(t))[:4]:
        room.bust(house, t, entry)
    begin(house, t)
    out = next(iter(room.at_table(t, 1).values()))
    hands(house, t, 1, 1, out)
    hands(house, t, 1, 2)
    cast.say(break_table, by=house.bruno, at=cast.after(minutes=45), tournament_id=t, table_number=3)
    assert places(t)[out] == (16, 1)
    assert Field.objects.get(pk=t).hand_for_hand_round == 2
    room.holds(t)


# ------------------------------------------------------------------------------------------------ prizes


def paid_out(t: int) -> dict[int, int]:
    from payouts.models import Award, AwardState

    return dict(
        Award.objects.filter(tournament_id=t)
        .exclude(state=AwardState.VOID)
        .values_list("entry_id", "amount_cents")
    )


def closed_sit_and_go(house: Any) -> int:
    t = int(house.registering("sit-and-go-9"))
    house.fill(t, 9)
    return t


@pytest.mark.rule("PT-T.54", "SCPT.L", "REGULATIONS 6.4")
def test_a_paid_place_is_awarded_with_the_bust_and_taken_back_with_it() -> None:
    house = cast.house()
    t = closed_sit_and_go(house)
    order = list(room.seats(t))
    made = [room.bust(house, t, e)["eliminations"][0] for e in order[:8]]
    # nine times 50: 450, of which 50 %, 30 %, 20 %
    assert [m["amount_cents"] for m in made[5:]] == [None, 90_00, 135_00]
    assert paid_out(t) == {order[6]: 90_00, order[7]: 135_00}
    cast.books_balance()
    # the third comes back: the second becomes third
    preview = undo_preview(made[6]["elimination_id"])
    assert sorted(p["amount_cents"] for p in preview["prizes"]) == [90_00, 135_00]
    back = cast.say(undo_elimination, by=house.bruno, elimination_id=made[6]["elimination_id"])
    assert sorted(back["prizes_taken_back"]) == sorted(order[6:8])
    assert paid_out(t) == {order[7]: 90_00}
    cast.books_balance()
    assert room.bust(house, t, order[6])["eliminations"][0]["amount_cents"] == 135_00
    assert paid_out(t) == {order[7]: 90_00, order[6]: 135_00}
    cast.books_balance()
    room.holds(t)


def test_a_prize_that_was_paid_out_keeps_the_bust() -> None:
    from payouts.models import Award

    house = cast.house()
    t = closed_sit_and_go(house)
    order = list(room.seats(t))
    made = [room.bust(house, t, e)["eliminations"][0] for e in order[:7]]
    Award.objects.filter(entry_id=order[6]).update(state="paid", paid_at=cast.after(hours=2))
    assert undo_preview(made[6]["elimination_id"])["code"] == "prize_paid"
    with cast.refused("prize_paid"):
        cast.say(undo_elimination, by=house.bruno, elimination_id=made[6]["elimination_id"])
    with cast.refused("prize_paid"):  # earlier ones would move the paid place
        cast.say(undo_elimination, by=house.bruno, elimination_id=made[0]["elimination_id"])


@pytest.mark.rule("ADTP.P16", "CASES p16-b")
def test_the_bubble_of_a_round_shares_the_prize() -> None:
    house = cast.house()
    t = closed(house, 20)
    for _ in range(20 - 4):
        fullest = max((1, 2, 3), key=lambda n: len(room.at_table(t, n)))
        room.bust(house, t, next(iter(room.at_table(t, fullest).values())))
    from payouts.models import PrizePool

    prizes = {first: cents for first, _, cents in PrizePool.objects.get(pk=t).prizes}
    left = sorted(room.seats(t).items(), key=lambda x: x[1])
    tables = sorted({s[0] for _, s in left})
    assert len(left) == 4 and len(tables) >= 2
    begin(house, t)
    one = next(iter(room.at_table(t, tables[0]).values()))
    other = next(iter(room.at_table(t, tables[1]).values()))
    room.bust(house, t, one, at=cast.after(minutes=39))
    room.bust(house, t, other, at=cast.after(minutes=39))
    for line in hand_for_hand_view(t).waiting_for:
        hands(house, t, 1, line)
    assert Field.objects.get(pk=t).hand_for_hand_round == 2
    assert {places(t)[one], places(t)[other]} == {(3, 2)}
    assert prizes[3] + prizes[4] == 560_00
    assert [paid_out(t)[e] for e in (one, other)] == [280_00, 280_00]
    cast.books_balance()
    room.holds(t)


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("PT-T.49")
def test_tables_that_report_at_the_same_instant_close_the_round_once() -> None:
    house = cast.house()
    t = closed(house, 20)
    begin(house, t)
    out = {n: next(iter(room.at_table(t, n).values())) for n in (1, 2, 3)}
    results = cast.together([lambda n=n: hands(house, t, 1, n, out[n]) for n in (1, 2, 3)])  # type: ignore[misc]
    assert sorted(r["completed"] for r in results) == [False, False, True]
    assert set(places(t).values()) == {(18, 3)}
    assert Field.objects.get(pk=t).hand_for_hand_round == 2
    assert len(cast.facts(t, kind="hand_for_hand_round_completed")) == 1
    room.holds(t)


@pytest.mark.django_db(transaction=True)
def test_late_entries_busts_and_moves_at_once_keep_everything_accounted() -> None:
    from tables.commands.move_player import move_player

    house = cast.house()
    t = house.started("turbo-8max", entries=20)
    newcomers = [house.player() for _ in range(6)]
    sitting = list(room.seats(t))
    free = next(s for s in range(1, 9) if s not in room.at_table(t, 3))
    work = [lambda p=p: house.enter(t, p, at=cast.after(minutes=5)) for p in newcomers]  # type: ignore[misc]
    work += [lambda e=e: room.bust(house, t, e, at=cast.after(minutes=5)) for e in sitting[:6]]  # type: ignore[misc]
    work += [
        lambda e=e: cast.say(  # type: ignore[misc]
            move_player, by=house.bruno, entry_id=e, table_number=3, seat_number=free, reason="balance"
        )
        for e in sitting[6:8]
    ]
    results = cast.together(work)
    codes = {getattr(r, "code", type(r).__name__) for r in results if not isinstance(r, dict)}
    assert codes <= {"seat_taken", "other_table", "already_there"}
    assert sum(isinstance(r, dict) for r in results) >= 12
    room.holds(t)
    cast.books_balance()
