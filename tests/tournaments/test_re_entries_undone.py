"""A re-entry sold to the wrong person: taken back alone, to the cent and to the place."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.queries import tournament_balance, tournament_money, wallet_balance
from rules.accounts import AccountKind
from rules.entries import simple_split
from tables.commands.break_table import break_table
from tables.commands.count_chips import count_chips
from tables.commands.move_player import move_player
from tables.models import Seat, Table
from tests import cast
from tests.tournaments.test_entries_playing import LATE, REBUY, accounted, again, bust, field, playing
from tests.tournaments.test_entries_races import codes
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.rebuy import rebuy
from tournaments.commands.strike_payment import strike_payment
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.commands.undo_re_entry import undo_re_entry
from tournaments.models import Elimination, Entry, Registration
from tournaments.queries.eliminations import places
from tournaments.queries.re_entries import re_entry_preview
from tournaments.queries.registrations import cancel_preview

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ADTP.8A", "SCPT.I", "REGULATIONS 2.6")]

LATER = cast.after(minutes=25)
WRONG = "vendida à pessoa errada"


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def undone(house: cast.House, entry_id: int, **more: Any) -> dict[str, Any]:
    arguments = {"by": house.desi, "at": LATER, "reason": WRONG, "hand_back": True, **more}
    return cast.say(undo_re_entry, entry_id=entry_id, **arguments)


def figures(t: int) -> tuple[int, ...]:
    f = field(t)
    return f.entries_total, f.entries_unique, f.players_left, f.waiting, f.chips_issued, f.chips_removed


def out_and_in(house: cast.House, t: int, **more: Any) -> tuple[Entry, dict[str, Any]]:
    """Somebody goes out and enters again: the first entry, and what the re-entry told."""
    first = playing(t)[0]
    bust(house, t, first.pk)
    return first, again(house, t, first.player_id, **more)


# ------------------------------------------------------------------------------------------ the whole of it


def test_all_is_as_before_the_re_entry_to_the_cent(house: cast.House) -> None:
    t = house.started(entries=6)
    first, other = playing(t)[:2]
    bust(house, t, other.pk)
    bust(house, t, first.pk)
    stood, ranked, money = figures(t), places(t), tournament_money(t)
    made = again(house, t, first.player_id, method="credit")
    assert places(t) == {other.pk: (7, 1), first.pk: (6, 1)}
    assert tournament_money(t).taken_cents["credit"] == 13_200
    told = re_entry_preview(made["entry_id"])
    assert {name: told[name] for name in ("possible", "refund_cents", "chips_out", "places_move")} == {
        "possible": True,
        "refund_cents": 13_200,
        "chips_out": 20_000,
        "places_move": True,
    }
    assert (told["out_again"], told["place_again"]) == (True, 5)
    assert (told["pool_cents"], told["pool_after_cents"]) == (70_000, 60_000)

    number = cast.new_id()
    done = undone(house, made["entry_id"], command_id=number)
    assert done == {
        "entry_id": made["entry_id"],
        "name": first.player.public_name,
        "refund_cents": 13_200,
        "handed_back": True,
        "method": "credit",
        "place": 5,
        "seat": None,
        "stack_back_chips": None,
        "void_receipt": told["receipt"],
        "chips_out": 20_000,
        "sat_at": told["frees_seat"],
    }
    assert (figures(t), places(t)) == (stood, ranked) and ranked[first.pk] == (5, 1)
    after = tournament_money(t)
    assert after.prize_pool_cents == money.prize_pool_cents == 60_000
    assert (after.taken_cents.get("credit", 0), after.surcharge_cents) == (0, 0)
    assert after.taken_cents["cash"] == money.taken_cents["cash"] == 72_000
    assert wallet_balance(first.player_id, unit="BRL") == 0
    gone = Entry.objects.get(pk=made["entry_id"])
    assert (gone.state, gone.chips_issued, gone.stack_chips) == ("cancelled", 0, None)
    assert not Seat.objects.filter(entry_id=gone.pk).exists()
    first.refresh_from_db()
    assert first.state == "out"
    assert Registration.objects.get(pk=first.registration_id).state == "confirmed"
    accounted(t)

    [fact] = cast.facts(t, kind="re_entry_undone")
    assert fact == {
        "entry_id": gone.pk,
        "public_name": first.player.public_name,
        "ordinal": 2,
        "from_table": made["seat"]["table_number"],
        "from_seat": made["seat"]["seat_number"],
        "place": 5,
        "stack_chips": None,
        "reason": WRONG,
    }
    [refund] = cast.facts(t, kind="entry_refunded")
    assert (refund["refund_cents"], refund["handed_back"], refund["method"]) == (13_200, True, "credit")

    # the same press once more does nothing more; another one is told that it is done
    with cast.unchanged():
        assert undone(house, made["entry_id"], command_id=number) == done
    with cast.refused("already_undone"):
        undone(house, made["entry_id"])
    # the right to come back is not used up, and the next one is the second entry again
    assert again(house, t, first.player_id)["ordinal"] == 2
    accounted(t)


@pytest.mark.rule("PT-T.21")
def test_the_money_stays_in_the_balance_where_nobody_hands_it_back(house: cast.House) -> None:
    t = house.started(entries=4)
    first, made = out_and_in(house, t)
    done = undone(house, made["entry_id"], hand_back=False)
    assert (done["refund_cents"], done["handed_back"]) == (12_000, False)
    assert wallet_balance(first.player_id, unit="BRL") == 12_000
    assert tournament_money(t).prize_pool_cents == 40_000
    accounted(t)


def test_what_came_from_the_balance_goes_back_into_it(house: cast.House) -> None:
    t = house.started(entries=4)
    house.deposit(playing(t)[0].player_id, 20_000)
    first, made = out_and_in(house, t, method="balance")
    assert wallet_balance(first.player_id, unit="BRL") == 8_000
    undone(house, made["entry_id"])
    assert wallet_balance(first.player_id, unit="BRL") == 20_000
    accounted(t)


@pytest.mark.rule("SCPT.P", "REGULATIONS 5.2")
def test_the_bounty_of_before_stays_with_who_took_it_and_the_head_of_the_re_entry_is_gone(
    house: cast.House,
) -> None:
    split = simple_split(name="50 + 25.01 + 10", prize_cents=5_000, bounty_cents=2_501, fee_cents=1_000)
    t = house.started(entries=4, price_cents=split.price_cents, split=split.as_dict())
    first, taker = playing(t)[:2]
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=LATE,
        tournament_id=t,
        table_number=1,
        busts=[{"entry_id": first.pk, "by_entries": [taker.pk]}],
    )
    made = again(house, t, first.player_id)
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=t) == 4 * 2_501
    undone(house, made["entry_id"])
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=t) == 3 * 2_501
    assert wallet_balance(taker.player_id, unit="BRL") == 2_501
    assert Elimination.objects.get(entry=first).by_entries == [taker.pk]
    # and the bust that had to stay while the re-entry stood can be taken back now
    cast.say(
        undo_elimination,
        by=house.bruno,
        at=LATER,
        elimination_id=Elimination.objects.get(entry=first).pk,
    )
    assert wallet_balance(taker.player_id, unit="BRL") == 0
    accounted(t)


@pytest.mark.rule("SCPT.U", "ADTP.8C")
def test_where_a_stack_was_given_up_it_is_in_play_again(house: cast.House) -> None:
    t = house.started("scpt-main", entries=5, late_registration_level=1)
    short = playing(t)[0]
    chair = Seat.objects.select_related("table").get(entry=short)
    stood, money = figures(t), tournament_money(t)
    made = again(house, t, short.player_id, surrender=True, stack_chips=12_300)
    told = re_entry_preview(made["entry_id"])
    assert (told["possible"], told["out_again"], told["stack_back_chips"]) == (True, False, 12_300)
    assert (told["seat"]["table"], told["seat"]["seat"]) == (chair.table.number, chair.number)
    done = undone(house, made["entry_id"])
    short.refresh_from_db()
    assert (short.state, short.stack_chips) == ("playing", 12_300)
    assert done["seat"] == {"table_number": chair.table.number, "seat_number": chair.number}
    assert Seat.objects.get(entry=short).pk == chair.pk and done["place"] is None
    assert Elimination.objects.get(pk=made["surrendered"]).undone_at == LATER
    assert (figures(t), tournament_money(t)) == (stood, money)
    assert cast.facts(t, kind="re_entry_undone")[0]["stack_chips"] == 12_300
    accounted(t)


@pytest.mark.rule("SCPT.H", "SCPT.U")
def test_who_had_given_up_the_stack_has_a_seat_before_the_line(house: cast.House) -> None:
    """The alternate was given the old chair, the re-entry stood in line: no chair is free for the stack, and nothing is taken back."""
    t = house.started(
        entries=8,
        capacity=8,
        alternates=True,
        surrender=True,
        re_entries_per_player=2,
        guarantee_cents=0,
        late_registration_level=1,
    )
    house.enter(t, at=cast.after(minutes=1))
    made = again(house, t, playing(t)[0].player_id, surrender=True, stack_chips=100)
    assert made["waiting"] is True
    with cast.refused("no_seat_free", rule="SCPT.H"):
        undone(house, made["entry_id"])
    accounted(t)


@pytest.mark.rule("SCPT.H")
def test_the_seat_goes_to_who_waits(house: cast.House) -> None:
    t = house.started(entries=4, capacity=4)
    _first, made = out_and_in(house, t)
    alternate = house.enter(t, at=LATE)
    assert alternate["waiting"] is True
    told = re_entry_preview(made["entry_id"])
    assert told["seats_alternate"] == Entry.objects.get(pk=alternate["entry_id"]).player.public_name
    undone(house, made["entry_id"])
    sits = Entry.objects.get(pk=alternate["entry_id"])
    assert (sits.state, sits.chips_issued) == ("playing", 20_000)
    assert (field(t).players_left, field(t).waiting, field(t).entries_total) == (4, 0, 5)
    accounted(t)


@pytest.mark.rule("SCPT.H")
def test_who_stands_in_line_again_leaves_it(house: cast.House) -> None:
    t = house.started(entries=4, capacity=4)
    first = playing(t)[0]
    bust(house, t, first.pk)
    house.enter(t, at=LATE)
    made = again(house, t, first.player_id)
    assert made["waiting"] is True
    told = re_entry_preview(made["entry_id"])
    assert (told["possible"], told["frees_seat"], told["seats_alternate"]) == (True, None, None)
    assert undone(house, made["entry_id"])["place"] == 5
    assert (field(t).waiting, field(t).players_left) == (0, 4)
    [fact] = cast.facts(t, kind="re_entry_undone")
    assert (fact["from_table"], fact["from_seat"]) == (None, None)
    accounted(t)


def test_wherever_the_seat_was_moved_to_it_is_free(house: cast.House) -> None:
    t = house.started(entries=12)
    _first, made = out_and_in(house, t)
    there = Seat.objects.select_related("table").get(entry_id=made["entry_id"])
    free = (
        Seat.objects.filter(table__tournament_id=t, entry__isnull=True)
        .exclude(table=there.table)
        .select_related("table")
        .first()
    )
    assert free is not None
    cast.say(
        move_player,
        by=house.bruno,
        at=LATE,
        entry_id=made["entry_id"],
        table_number=free.table.number,
        seat_number=free.number,
        reason="balance",
    )
    undone(house, made["entry_id"])
    [fact] = cast.facts(t, kind="re_entry_undone")
    assert (fact["from_table"], fact["from_seat"]) == (free.table.number, free.number)
    free.refresh_from_db()
    assert free.entry_id is None
    assert Table.objects.get(pk=free.table_id).players == 6
    accounted(t)


# ------------------------------------------------------------------------------------------ and when not


def test_who_may_and_why(house: cast.House) -> None:
    t = house.started(entries=4)
    first, made = out_and_in(house, t)
    for who in (house.bruno, house.caio, house.dora):
        with cast.refused("forbidden"):
            undone(house, made["entry_id"], by=who)
    for reason in ("", "   "):
        with cast.refused("reason_missing", rule="SCPT.I"):
            undone(house, made["entry_id"], reason=reason)
    with cast.refused("not_found"):
        undone(house, 10**9)
    with cast.refused("not_a_re_entry", rule="ADTP.8A"):
        undone(house, first.pk)
    with cast.refused("not_a_re_entry"):
        undone(house, playing(t)[0].pk)


def stays(house: cast.House, entry_id: int, code: str, *, rule: str) -> str:
    """What is refused is told beforehand, in the same words."""
    before = re_entry_preview(entry_id)
    assert (before["possible"], before["code"]) == (False, code)
    assert "chips_out" not in before  # nothing is told of what will not be done
    with cast.refused(code, rule=rule) as no:
        undone(house, entry_id)
    assert before["sentence"] % before["params"] == no.value.sentence % no.value.params
    return str(no.value.sentence % no.value.params)


def test_not_once_its_chips_were_counted_as_others(house: cast.House) -> None:
    t = house.started(entries=4)
    _first, made = out_and_in(house, t)
    cast.say(count_chips, by=house.bruno, at=LATE, entry_id=made["entry_id"], stack_chips=19_000)
    stays(house, made["entry_id"], "chips_were_played", rule="SCPT.I")


def test_not_once_it_is_lost_too(house: cast.House) -> None:
    t = house.started(entries=4)
    first, made = out_and_in(house, t)
    bust(house, t, made["entry_id"])
    said = stays(house, made["entry_id"], "chips_were_played", rule="SCPT.I")
    assert (
        said
        == f"{first.player.public_name} is out with this re-entry, too: its chips were played, and it stays."
    )
    # the entry after it is another one, and is taken back alone
    third = again(house, t, first.player_id)
    stays(house, made["entry_id"], "chips_were_played", rule="SCPT.I")
    assert undone(house, third["entry_id"])["place"] == 4
    accounted(t)


def test_not_once_it_took_anothers_chips_and_a_late_entry_neither(house: cast.House) -> None:
    split = simple_split(name="50 + 25 + 10", prize_cents=5_000, bounty_cents=2_500, fee_cents=1_000)
    t = house.started(entries=5, price_cents=split.price_cents, split=split.as_dict())
    first, second, third = playing(t)[:3]
    bust(house, t, first.pk)
    made = again(house, t, first.player_id)
    late = house.enter(t, at=LATE)
    for victim, taker in ((second, made), (third, late)):
        cast.say(
            eliminate_players,
            by=house.bruno,
            at=LATE,
            tournament_id=t,
            table_number=1,
            busts=[{"entry_id": victim.pk, "by_entries": [taker["entry_id"]]}],
        )
    said = stays(house, made["entry_id"], "chips_were_played", rule="SCPT.I")
    assert (
        said == f"{first.player.public_name} has played and has the chips of {second.player.public_name}."
        " Disqualify instead."
    )
    with cast.refused("chips_were_played"):
        cast.say(
            cancel_registration,
            by=house.ana,
            at=LATE,
            registration_id=late["registration_id"],
            reason=WRONG,
        )
    # who took them was a mistake: then nothing stands against it
    cast.say(
        undo_elimination,
        by=house.bruno,
        at=LATE,
        elimination_id=Elimination.objects.get(entry=second).pk,
    )
    assert undone(house, made["entry_id"])["refund_cents"] == 8_500
    accounted(t)


def test_first_what_was_bought_with_it(house: cast.House) -> None:
    t = house.started(entries=4, rebuy=REBUY)
    _first, made = out_and_in(house, t)
    cast.say(rebuy, by=house.desi, at=LATE, entry_id=made["entry_id"], method="cash", stack_chips=20_000)
    stays(house, made["entry_id"], "has_purchases", rule="PT-T.31")


def test_what_lasts_is_said_before_what_can_be_undone_first(house: cast.House) -> None:
    """The stack that was said at the rebuy is another than was issued: nobody undoes the rebuy to hear that next."""
    t = house.started(entries=4, rebuy=REBUY)
    _first, made = out_and_in(house, t)
    cast.say(rebuy, by=house.desi, at=LATE, entry_id=made["entry_id"], method="cash", stack_chips=15_000)
    stays(house, made["entry_id"], "chips_were_played", rule="SCPT.I")


def test_nobody_moves_up_where_nobody_else_is_out(house: cast.House) -> None:
    """Who was out and plays again has no place yet: of whom else would it be told?"""
    t = house.started(entries=5)
    first, other, third = playing(t)[:3]
    bust(house, t, other.pk)
    again(house, t, other.player_id)
    bust(house, t, first.pk)
    made = again(house, t, first.player_id)
    assert re_entry_preview(made["entry_id"])["places_move"] is False
    assert cancel_preview(third.registration_id)["places_move"] is False
    bust(house, t, third.pk)
    assert re_entry_preview(made["entry_id"])["places_move"] is True


@pytest.mark.rule("ADTP.8B")
def test_not_once_entries_are_closed(house: cast.House) -> None:
    t = house.started(entries=4)
    _first, made = out_and_in(house, t)
    cast.say(close_entries, by=house.ana, at=LATE, tournament_id=t)
    stays(house, made["entry_id"], "entries_are_closed", rule="ADTP.8B")


@pytest.mark.parametrize("command", [cancel_registration, strike_payment])
def test_what_refuses_for_a_re_entry_names_the_act(house: cast.House, command: Any) -> None:
    t = house.started(entries=4)
    first, made = out_and_in(house, t)
    with cast.refused("has_re_entries", rule="SCPT.I") as no:
        cast.say(command, by=house.ana, at=LATE, registration_id=first.registration_id, reason=WRONG)
    assert "“Undo the re-entry”" in no.value.sentence
    undone(house, made["entry_id"])
    # the entry before it was played: it is not cancelled behind it
    with cast.refused("not_registered"):
        cast.say(command, by=house.ana, at=LATE, registration_id=first.registration_id, reason=WRONG)
    assert cancel_preview(first.registration_id)["code"] != "has_re_entries"


# ------------------------------------------------------------------------------------------ at once


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_desks_give_it_back_once(house: cast.House) -> None:
    t = house.started(entries=4)
    first, made = out_and_in(house, t)
    results = cast.together([lambda: undone(house, made["entry_id"]) for _ in range(4)])
    assert sorted(codes(results)) == ["", *["already_undone"] * 3]
    assert wallet_balance(first.player_id, unit="BRL") == 0
    accounted(t)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_bust_and_the_taking_back_come_one_after_the_other(house: cast.House) -> None:
    """Either it is taken back and nobody goes out with it, or it is lost and stays."""
    t = house.started(entries=4)
    _first, made = out_and_in(house, t)
    seat = Seat.objects.select_related("table").get(entry_id=made["entry_id"])

    def out() -> Any:
        return cast.say(
            eliminate_players,
            by=house.bruno,
            at=LATER,
            tournament_id=t,
            table_number=seat.table.number,
            busts=[{"entry_id": made["entry_id"]}],
        )

    taken, gone = codes(cast.together([lambda: undone(house, made["entry_id"]), out]))
    state = Entry.objects.get(pk=made["entry_id"]).state
    if taken == "":
        assert state == "cancelled" and gone != ""
        assert tournament_money(t).prize_pool_cents == 40_000
    else:
        assert (taken, gone, state) == ("chips_were_played", "", "out")
        assert tournament_money(t).prize_pool_cents == 50_000
    assert field(t).players_left == 3
    accounted(t)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_while_its_table_breaks_the_seat_is_found_wherever_it_is(house: cast.House) -> None:
    t = house.started(entries=12)
    first = playing(t)[0]
    bust(house, t, first.pk)
    made = again(house, t, first.player_id)
    number = Seat.objects.select_related("table").get(entry_id=made["entry_id"]).table.number

    def breaks() -> Any:
        return cast.say(break_table, by=house.bruno, at=LATER, tournament_id=t, table_number=number)

    taken, broken = codes(cast.together([lambda: undone(house, made["entry_id"]), breaks]))
    assert taken == "" and broken in ("", "too_few_seats")
    assert not Seat.objects.filter(entry_id=made["entry_id"]).exists()
    assert field(t).players_left == 11
    accounted(t)
