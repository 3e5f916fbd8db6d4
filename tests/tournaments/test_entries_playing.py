"""Entries once cards are in the air: late, again, more chips, and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from dispatch.models import Fact
from ledger.queries import tournament_money, wallet_balance
from rules.receipts import is_receipt
from tables.models import Seat
from tests import cast
from tournaments.commands import cancel_registration as cancel_module
from tournaments.commands import transfer_registration as transfer_module
from tournaments.commands.add_on import add_on
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.close_entries import close_entries
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.rebuy import rebuy
from tournaments.commands.reenter import reenter
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.transfer_registration import transfer_registration
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.models import Elimination, Entry, Field, Purchase, Registration, Tournament
from tournaments.queries.announcements import announcement
from tournaments.queries.registrations import cancel_preview
from tournaments.topics import table_topics, tables_topic

pytestmark = pytest.mark.django_db

LATE = cast.after(minutes=20)


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def field(t: int) -> Field:
    return Field.objects.get(pk=t)


def accounted(t: int) -> None:
    """Field and rows agree, chips and seats are all accounted for."""
    f = field(t)
    entries = Entry.objects.filter(tournament_id=t).exclude(state="cancelled")
    assert f.entries_total == entries.count()
    assert f.entries_unique == entries.values("player_id").distinct().count()
    assert f.players_left == entries.filter(state="playing").count()
    assert f.waiting == entries.filter(state="waiting").count()
    assert Seat.objects.filter(table__tournament_id=t, entry__isnull=False).count() == f.players_left
    assert f.chips_issued == sum(entries.values_list("chips_issued", flat=True))
    cast.books_balance()


def bust(house: cast.House, t: int, entry_id: int, *, at: Any = LATE) -> None:
    table = Seat.objects.get(entry_id=entry_id).table.number
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=at,
        tournament_id=t,
        table_number=table,
        busts=[{"entry_id": entry_id}],
    )


def playing(t: int) -> list[Entry]:
    return list(Entry.objects.filter(tournament_id=t, state="playing").order_by("id"))


def again(house: cast.House, t: int, player_id: int, **more: Any) -> dict[str, Any]:
    arguments = {"by": house.desi, "at": LATE, "method": "cash", **more}
    return cast.say(reenter, tournament_id=t, player_id=player_id, **arguments)


# ------------------------------------------------------------------------------------------ late


@pytest.mark.rule("ADTP.8A", "SCPT.H")
def test_a_late_entry_draws_a_seat_and_a_full_stack(house: cast.House) -> None:
    t = house.started(entries=4)
    made = house.enter(t, at=LATE)
    assert set(made["seat"]) == {"table_number", "seat_number"} and made["waiting"] is False
    assert Entry.objects.get(pk=made["entry_id"]).chips_issued == 20_000
    assert (field(t).entries_total, field(t).players_left) == (5, 5)
    accounted(t)


@pytest.mark.rule("SCPT.H")
def test_late_entries_wait_in_one_line_when_the_room_is_full(house: cast.House) -> None:
    t = house.started(entries=4, capacity=4)
    made = [house.enter(t, at=LATE) for _ in range(2)]
    assert [m["waiting"] for m in made] == [True, True] and field(t).waiting == 2
    accounted(t)
    bust(house, t, playing(t)[0].pk)
    first = Entry.objects.get(pk=made[0]["entry_id"])
    assert (first.state, first.chips_issued) == ("playing", 20_000)
    # who comes now stands behind the one who waits
    assert house.enter(t, at=LATE)["waiting"] is True
    accounted(t)


@pytest.mark.rule("SCPT.H", "ADTP.8B")
def test_after_closing_nobody_enters(house: cast.House) -> None:
    t = house.started(entries=4)
    p = house.player()
    cast.say(close_entries, by=house.ana, at=LATE, tournament_id=t)
    with cast.refused("late_reg_closed", rule="ADTP.8B"):
        house.enter(t, p, at=LATE)
    with cast.refused("already_closed"):
        cast.say(close_entries, by=house.ana, at=LATE, tournament_id=t)
    with cast.refused("forbidden"):
        cast.say(close_entries, by=house.bruno, at=LATE, tournament_id=t)


@pytest.mark.rule("ADTP.8B", "SCPT.H")
def test_late_registration_ends_with_its_level(house: cast.House) -> None:
    t = house.started(entries=4)
    p = house.player()
    cast.say(move_to_level, by=house.ana, at=LATE, tournament_id=t, level_index=9)
    with cast.refused("late_reg_closed", rule="ADTP.8B"):
        house.enter(t, p, at=LATE)


# ------------------------------------------------------------------------------------------ again


@pytest.mark.rule("ADTP.8A", "SCPT.O", "SCPT.F")
def test_re_entry_after_elimination_within_the_limit(house: cast.House) -> None:
    t = house.started(entries=6)
    victim = playing(t)[0]
    with cast.refused("still_playing", rule="SCPT.O"):
        again(house, t, victim.player_id)
    bust(house, t, victim.pk)
    made = again(house, t, victim.player_id)
    assert made["ordinal"] == 2 and made["seat"] and is_receipt(made["receipt"])
    assert (field(t).entries_total, field(t).entries_unique) == (7, 6)
    assert tournament_money(t).prize_pool_cents == 7 * 10_000
    accounted(t)
    bust(house, t, made["entry_id"])
    third = again(house, t, victim.player_id)
    bust(house, t, third["entry_id"])
    with cast.refused("re_entry_limit"):
        again(house, t, victim.player_id)
    with cast.refused("re_enter_instead", rule="SCPT.O"):
        house.enter(t, victim.player_id, at=LATE)


def test_re_entry_for_nobody_and_by_nobody(house: cast.House) -> None:
    t = house.started(entries=4)
    victim = playing(t)[0]
    bust(house, t, victim.pk)
    p = house.player()
    with cast.refused("not_played_yet"):
        again(house, t, p)
    for who in (house.dora, house.bruno, house.caio):
        with cast.refused("forbidden"):
            again(house, t, victim.player_id, by=who)
    with cast.refused("not_found"):
        again(house, t, 10**9)
    cast.say(close_entries, by=house.ana, at=LATE, tournament_id=t)
    with cast.refused("late_reg_closed"):
        again(house, t, victim.player_id)


@pytest.mark.rule("ADTP.8B")
def test_a_freezeout_has_no_re_entry(house: cast.House) -> None:
    t = house.started(entries=4, re_entries_per_player=0)
    victim = playing(t)[0]
    bust(house, t, victim.pk)
    with cast.refused("re_entry_not_offered"):
        again(house, t, victim.player_id)


@pytest.mark.rule("SCPT.U", "ADTP.8C")
def test_surrender_gives_up_the_stack_and_enters_again(house: cast.House) -> None:
    early = house.started("scpt-main", entries=2, name="Early")
    with cast.refused("surrender_not_yet", rule="SCPT.U"):
        again(house, early, playing(early)[0].player_id, surrender=True, stack_chips=12_300)
    t = house.started("scpt-main", entries=5, late_registration_level=1)
    short = playing(t)[0]
    with cast.refused("stack_not_short", rule="SCPT.U"):
        again(house, t, short.player_id, surrender=True, stack_chips=30_000)
    with cast.refused("number_too_small"):
        again(house, t, short.player_id, surrender=True, stack_chips=-1)
    made = again(house, t, short.player_id, surrender=True, stack_chips=12_300)
    gone = Elimination.objects.get(pk=made["surrendered"])
    assert (gone.entry_id, gone.reason, gone.chips_removed) == (short.pk, "surrendered", 12_300)
    assert field(t).chips_removed == 12_300 and made["seat"]
    assert (field(t).entries_total, field(t).players_left) == (6, 5)
    accounted(t)


@pytest.mark.rule("SCPT.U")
@pytest.mark.rule("SCPT.H", "ADTP.8C")
def test_the_chair_that_was_given_up_goes_to_who_waited_longer(house: cast.House) -> None:
    t = house.started(
        entries=8,
        capacity=8,
        alternates=True,
        surrender=True,
        re_entries_per_player=2,
        guarantee_cents=0,
        late_registration_level=1,
    )
    alternate = house.enter(t, at=cast.after(minutes=1))
    assert alternate["waiting"]
    made = again(house, t, playing(t)[0].player_id, surrender=True, stack_chips=100)
    assert (made["waiting"], made["seat"]) == (True, None)
    assert (field(t).players_left, field(t).waiting) == (8, 1)
    assert alternate["entry_id"] in {entry.pk for entry in playing(t)}
    accounted(t)


def test_no_surrender_where_it_is_not_offered(house: cast.House) -> None:
    t = house.started(entries=4)
    with cast.refused("surrender_not_offered"):
        again(house, t, playing(t)[0].player_id, surrender=True, stack_chips=1)


# ------------------------------------------------------------------------------------------ more chips

REBUY = {"price_cents": 10_000, "chips": 20_000, "until_level": 6, "per_player": 1}
ADD_ON = {"price_cents": 5_000, "chips": 30_000, "after_level": 6, "per_player": 2}


@pytest.mark.rule("ADTP.27", "PT-T.31")
def test_a_rebuy_adds_chips_and_money(house: cast.House) -> None:
    t = house.started(entries=4, rebuy=REBUY)
    entry = playing(t)[0]
    with cast.refused("stack_too_big", rule="ADTP.27"):
        cast.say(rebuy, by=house.desi, at=LATE, entry_id=entry.pk, method="cash", stack_chips=20_001)
    made = cast.say(rebuy, by=house.desi, at=LATE, entry_id=entry.pk, method="debit")
    assert is_receipt(made["receipt"]) and made["chips"] == 20_000
    entry.refresh_from_db()
    assert (entry.chips_issued, entry.stack_chips) == (40_000, 40_000)
    assert (field(t).rebuys, field(t).chips_issued) == (1, 100_000)
    money = tournament_money(t)
    assert (money.prize_pool_cents, money.surcharge_cents) == (50_000, 500)
    accounted(t)
    with cast.refused("rebuy_limit"):
        cast.say(rebuy, by=house.desi, at=LATE, entry_id=entry.pk, method="cash", stack_chips=0)


@pytest.mark.rule("PT-T.23")
def test_rebuys_end(house: cast.House) -> None:
    t = house.started(entries=4, rebuy={**REBUY, "until_level": 2})
    cast.say(move_to_level, by=house.ana, at=LATE, tournament_id=t, level_index=2)
    with cast.refused("rebuy_closed", rule="PT-T.23"):
        cast.say(rebuy, by=house.desi, at=LATE, entry_id=playing(t)[0].pk, method="cash")


def test_no_rebuy_where_there_is_none(house: cast.House) -> None:
    t = house.started(entries=4)
    entry = playing(t)[0]
    with cast.refused("rebuy_not_offered"):
        cast.say(rebuy, by=house.desi, at=LATE, entry_id=entry.pk, method="cash")
    with cast.refused("add_on_not_offered"):
        cast.say(add_on, by=house.desi, at=LATE, entry_id=entry.pk, method="cash")
    with cast.refused("forbidden"):
        cast.say(rebuy, by=house.dora, at=LATE, entry_id=entry.pk, method="cash")
    with cast.refused("not_found"):
        cast.say(rebuy, by=house.desi, at=LATE, entry_id=10**9, method="cash")


@pytest.mark.rule("PT-T.23", "PT-T.31", "REGULATIONS 2.7")
def test_a_double_add_on_in_its_recess(house: cast.House) -> None:
    t = house.started(entries=4, add_on=ADD_ON)
    entry = playing(t)[0]
    with cast.refused("add_on_not_now", rule="PT-T.23"):
        cast.say(add_on, by=house.desi, at=LATE, entry_id=entry.pk, method="cash")
    cast.say(move_to_level, by=house.ana, at=LATE, tournament_id=t, level_index=6)
    made = cast.say(add_on, by=house.desi, at=LATE, entry_id=entry.pk, method="cash", count=2)
    assert made["chips"] == 60_000 and len({p["receipt"] for p in made["purchases"]}) == 2
    assert (field(t).add_ons, field(t).chips_issued) == (2, 140_000)
    with cast.refused("add_on_limit"):
        cast.say(add_on, by=house.desi, at=LATE, entry_id=entry.pk, method="cash")
    with cast.refused("number_too_large"):
        cast.say(add_on, by=house.desi, at=LATE, entry_id=entry.pk, method="cash", count=10**9)
    accounted(t)


def test_a_purchase_by_mistake_is_undone(house: cast.House) -> None:
    t = house.started(entries=4, rebuy=REBUY)
    entry = playing(t)[0]
    made = cast.say(rebuy, by=house.desi, at=LATE, entry_id=entry.pk, method="credit")
    before = tournament_money(t).taken_cents["credit"]
    undone = cast.say(undo_purchase, by=house.desi, at=LATE, purchase_id=made["purchase_id"], hand_back=True)
    assert (undone["refund_cents"], before) == (11_000, 11_000)
    money = tournament_money(t)
    assert (money.prize_pool_cents, money.taken_cents.get("credit", 0)) == (40_000, 0)
    assert wallet_balance(entry.player_id, unit="BRL") == 0
    entry.refresh_from_db()
    assert (entry.chips_issued, entry.stack_chips, field(t).rebuys) == (20_000, 20_000, 0)
    assert Purchase.objects.get().undone_at == LATE
    accounted(t)
    with cast.refused("already_undone"):
        cast.say(undo_purchase, by=house.desi, at=LATE, purchase_id=made["purchase_id"])


def test_a_purchase_cannot_be_undone_when_it_was_played(house: cast.House) -> None:
    t = house.started(entries=4, rebuy=REBUY)
    entry = playing(t)[0]
    made = cast.say(rebuy, by=house.desi, at=LATE, entry_id=entry.pk, method="cash")
    Entry.objects.filter(pk=entry.pk).update(stack_chips=100)
    with cast.refused("chips_were_played"):
        cast.say(undo_purchase, by=house.desi, at=LATE, purchase_id=made["purchase_id"])


def test_of_who_is_out_the_elimination_is_undone_before_the_purchase(house: cast.House) -> None:
    """The desk read that the stack was counted, and to disqualify who is out."""
    t = house.started(entries=4, rebuy=REBUY)
    entry = playing(t)[0]
    made = cast.say(rebuy, by=house.desi, at=LATE, entry_id=entry.pk, method="cash")
    Entry.objects.filter(pk=entry.pk).update(state="out", stack_chips=0)
    with cast.refused("chips_were_played") as no:
        cast.say(undo_purchase, by=house.desi, at=LATE, purchase_id=made["purchase_id"])
    assert "undo the elimination first" in no.value.sentence


# ------------------------------------------------------------------------------------------ taken back


def registration_of(entry_id: int) -> int:
    return Registration.objects.get(entries=entry_id).pk


def test_the_director_undoes_a_late_registration(house: cast.House) -> None:
    t = house.started(entries=4)
    made = house.enter(t, at=LATE)
    with cast.refused("cancel_by_staff_only"):
        cast.say(cancel_registration, by=house.desi, at=LATE, registration_id=made["registration_id"])
    with cast.refused("reason_missing"):
        cast.say(cancel_registration, by=house.ana, at=LATE, registration_id=made["registration_id"])
    cast.say(
        cancel_registration,
        by=house.ana,
        at=LATE,
        registration_id=made["registration_id"],
        reason="wrong person",
        hand_back=True,
    )
    assert (field(t).entries_total, field(t).players_left) == (4, 4)
    assert tournament_money(t).taken_cents["cash"] == 4 * 12_000
    accounted(t)
    # the tablets of the floor and the display beside the table see the empty seat
    number = made["seat"]["table_number"]
    touched = Fact.objects.get(stream=f"tournament:{t}", kind="entry_cancelled").touches
    assert {tables_topic(t), *table_topics(t, number)} <= set(touched)


def test_but_not_when_its_chips_were_played(house: cast.House) -> None:
    t = house.started(entries=4)
    made = house.enter(t, at=LATE)
    Entry.objects.filter(pk=made["entry_id"]).update(stack_chips=19_000)
    with cast.refused("chips_were_played"):
        cast.say(
            cancel_registration,
            by=house.ana,
            at=LATE,
            registration_id=made["registration_id"],
            reason="wrong person",
        )


@pytest.mark.rule("SCPT.I")
def test_of_who_is_out_with_one_entry_the_preview_says_what_the_command_says(house: cast.House) -> None:
    t = house.started(entries=4)
    victim = playing(t)[0]
    bust(house, t, victim.pk)
    before = cancel_preview(registration_of(victim.pk))
    assert (before["entries"], before["possible"], before["code"]) == (1, False, "not_registered")
    with cast.refused("not_registered", rule="SCPT.I"):
        cast.say(
            cancel_registration,
            by=house.ana,
            at=LATE,
            registration_id=registration_of(victim.pk),
            reason="mistake",
        )


def test_nor_when_there_are_two(house: cast.House) -> None:
    t = house.started(entries=4)
    victim = playing(t)[0]
    bust(house, t, victim.pk)
    again(house, t, victim.player_id)
    before = cancel_preview(registration_of(victim.pk))
    assert (before["entries"], before["possible"], before["code"]) == (2, False, "has_re_entries")
    assert "chips_out" not in before  # nothing is told of what will not be done
    with cast.refused("has_re_entries"):
        cast.say(
            cancel_registration,
            by=house.ana,
            at=LATE,
            registration_id=registration_of(victim.pk),
            reason="mistake",
        )


@pytest.mark.rule("SCPT.H")
def test_an_alternate_may_not_cancel_but_the_director_may(house: cast.House) -> None:
    t = house.started("scpt-main", entries=4, capacity=4, guarantee_cents=0)
    made = house.enter(t, at=LATE)
    assert made["waiting"]
    with cast.refused("alternates_may_not_cancel", rule="SCPT.H"):
        cast.say(cancel_registration, by=house.desi, at=LATE, registration_id=made["registration_id"])
    cast.say(
        cancel_registration,
        by=house.ana,
        at=LATE,
        registration_id=made["registration_id"],
        reason="left the room",
    )
    assert wallet_balance(made["player_id"], unit="BRL") == 45_000 and field(t).waiting == 0
    accounted(t)


# ------------------------------------------------------------------------------------------ while it runs


def test_what_may_change_while_it_runs(house: cast.House) -> None:
    t = house.started(entries=4)
    edit = {"by": house.ana, "at": LATE, "tournament_id": t}
    cast.say(edit_tournament, changes={"late_registration_level": 10, "guarantee_cents": 100_000}, **edit)
    found = Tournament.objects.get(pk=t)
    assert found.structure["late_registration_levels"] == 10
    with cast.refused("too_late_to_change"):
        cast.say(edit_tournament, changes={"price_cents": 1}, **edit)
    with cast.refused("too_late_to_change"):
        cast.say(edit_tournament, changes={"starting_stack_chips": 1}, **edit)
    # levels that are still to come may change, also their number
    shorter = {**found.structure, "items": found.structure["items"][:-1]}
    with cast.refused("changed_meanwhile"):
        cast.say(edit_tournament, changes={"structure": shorter}, expected={"structure": shorter}, **edit)
    cast.say(edit_tournament, changes={"structure": shorter}, expected={"structure": found.structure}, **edit)
    assert Tournament.objects.get(pk=t).structure == shorter
    with cast.refused("guarantee_is_promised"):
        cast.say(edit_tournament, changes={"guarantee_cents": 99_999}, **edit)
    cast.say(close_entries, by=house.ana, at=LATE, tournament_id=t)
    with cast.refused("entries_are_closed"):
        cast.say(edit_tournament, changes={"payout_table": {"kind": "generated"}}, **edit)


# ------------------------------------------------------------------------------------------ sit & go


@pytest.mark.rule("PT-T.39")
def test_a_sit_and_go_starts_with_its_last_seat(house: cast.House) -> None:
    t = house.registering("sit-and-go-9")
    made = house.fill(t, 8)
    assert not any(m["started"] for m in made) and Tournament.objects.get(pk=t).state == "registering"
    last = house.enter(t)
    begun = Tournament.objects.get(pk=t)
    assert last["started"] and begun.state == "running"
    # every page tells when it began: the hour that was planned says nothing any more
    assert begun.started_at != begun.starts_at
    assert announcement(t, at=LATE).starts_at == begun.started_at
    assert field(t).players_left == 9 and field(t).entries_closed_at is not None
    accounted(t)
    p = house.player()
    with cast.refused("late_reg_closed"):
        house.enter(t, p, at=LATE)


def test_starting_needs_two(house: cast.House) -> None:
    t = house.registering()
    house.enter(t)
    with cast.refused("too_few_entries"):
        cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)


@pytest.mark.rule("SCPT.I")
def test_a_registration_handed_over_meanwhile_is_not_cancelled_by_who_had_it(
    house: cast.House, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = house.registering()
    made = house.enter(t)
    heir, third = house.player(), house.player()
    reason = {"registration_id": made["registration_id"], "reason": "doente"}
    cast.say(transfer_registration, by=house.ana, to_player_id=heir, **reason)
    # whose it was is read before the lock: here it was read before the hand-over
    for command in (cancel_module, transfer_module):
        monkeypatch.setattr(command, "tournament_of_registration", lambda _id: (t, made["player_id"]))
    with cast.refused("handed_over"):
        cast.say(cancel_registration, by=house.ana, **reason)
    with cast.refused("handed_over"):
        cast.say(transfer_registration, by=house.ana, to_player_id=third, **reason)
