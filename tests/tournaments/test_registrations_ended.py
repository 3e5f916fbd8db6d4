"""Cancelling and handing over a registration before the start."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from django.test import Client

from dispatch.models import Fact
from ledger.queries import tournament_money, wallet_balance
from payouts.commands.give_back import give_back
from payouts.models import Repayment
from people.models import User
from tests import cast
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.close_entries import close_entries
from tournaments.commands.register_player import register_player
from tournaments.commands.transfer_registration import transfer_registration
from tournaments.models import Entry, Registration, Slot
from tournaments.queries.registrations import cancel_preview

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def cancel(who: Any, made: dict[str, Any], **more: Any) -> dict[str, Any]:
    return cast.say(
        cancel_registration, by=who, registration_id=made["registration_id"], **{"at": cast.OPEN, **more}
    )


def own(house: cast.House, t: int, *, method: str = "balance") -> dict[str, Any]:
    return cast.say(
        register_player,
        by=house.caio,
        tournament_id=t,
        player_id=house.caio.player_id,
        method=method,
        terms_version="1",
    )


@pytest.mark.rule("PT-T.24", "PT-T.25")
def test_a_player_cancels_and_has_the_money_back_at_once(house: cast.House) -> None:
    t = house.registering("online-mtt-pt")
    house.deposit(house.caio.player_id, 2_200)
    made = own(house, t)
    assert cancel(house.caio, made, at=cast.START) == {
        "registration_id": made["registration_id"],
        "refund_cents": 2_200,
        "handed_back": False,
        "method": "balance",
        "void_receipt": made["receipt"],
        "chips_out": None,
        "sat_at": None,
    }
    assert wallet_balance(house.caio.player_id, unit="BRL") == 2_200
    assert tournament_money(t).prize_pool_cents == 0
    with cast.refused("already_cancelled"):
        cancel(house.caio, made)
    cast.books_balance()
    # and may come again
    assert own(house, t)["entry_id"] != made["entry_id"]


@pytest.mark.rule("SCPT.I", "REGULATIONS 2.4")
def test_until_thirty_minutes_before_the_start(house: cast.House) -> None:
    t = house.registering()
    made = house.enter(t, method="credit")
    with cast.refused("cancel_closed", rule="SCPT.I"):
        cancel(house.desi, made, at=cast.before(minutes=29, seconds=59))
    cancel(house.desi, made, at=cast.before(minutes=30), hand_back=True)
    assert tournament_money(t).taken_cents.get("credit", 0) == 0
    assert wallet_balance(made["player_id"], unit="BRL") == 0
    second = house.enter(t)
    cancel(house.ana, second, at=cast.before(minutes=1), reason="illness")
    assert wallet_balance(second["player_id"], unit="BRL") == 45_000
    cast.books_balance()


@pytest.mark.rule("SCPT.I")
def test_later_only_the_director_with_a_reason(house: cast.House) -> None:
    t = house.registering()
    made = house.enter(t)
    with cast.refused("reason_missing"):
        cancel(house.ana, made, at=cast.before(minutes=1), reason="  ")
    with cast.refused("text_too_long"):
        cancel(house.ana, made, at=cast.before(minutes=1), reason="x" * 301)


def test_nobody_cancels_for_another(house: cast.House) -> None:
    t = house.registering()
    made = house.enter(t)
    for who in (house.caio, house.dora, house.bruno, cast.PASSER_BY):
        with cast.refused("forbidden"):
            cancel(who, made)
    with cast.refused("not_found"):
        cancel(house.desi, {"registration_id": 10**9})


def test_a_player_cannot_hand_money_back_to_himself(house: cast.House) -> None:
    t = house.registering("online-mtt-pt")
    house.deposit(house.caio.player_id, 2_200)
    made = own(house, t)
    with cast.refused("forbidden"):
        cancel(house.caio, made, hand_back=True)


def test_a_registration_that_was_never_paid(house: cast.House) -> None:
    t = house.registering()
    made = own(house, t, method="cash")
    assert cancel(house.caio, made, at=cast.before(minutes=1))["refund_cents"] == 0
    assert Registration.objects.get(pk=made["registration_id"]).state == "cancelled"


@pytest.mark.rule("SCPT.H")
def test_a_freed_seat_goes_to_the_first_in_line(house: cast.House) -> None:
    t = house.registering("scpt-main", capacity=2, guarantee_cents=0)
    made = [house.enter(t) for _ in range(4)]
    preview = cancel_preview(made[0]["registration_id"])
    assert preview["refund_cents"] == 45_000
    assert preview["seats_alternate"] == Entry.objects.get(pk=made[2]["entry_id"]).player.public_name
    with cast.refused("alternates_may_not_cancel", rule="SCPT.H"):
        cancel(house.desi, made[3])
    cancel(house.desi, made[0])
    states = [Entry.objects.get(pk=m["entry_id"]).state for m in made]
    assert states == ["cancelled", "registered", "registered", "waiting"]
    assert set(Slot.objects.filter(tournament_id=t).values_list("entry_id", flat=True)) == {
        made[1]["entry_id"],
        made[2]["entry_id"],
    }


@pytest.mark.rule("SCPT.I", "ADTP.8B")
def test_the_page_that_undoes_an_entry_has_a_field_for_its_reason_while_it_can_be_undone(
    house: cast.House, client: Client
) -> None:
    t = house.started("turbo-8max", entries=9)
    client.force_login(User.objects.get(pk=house.ana.user_id))
    client.cookies["django_language"] = "en"
    made = [house.enter(t, at=cast.after(minutes=n)) for n in (1, 2)]
    numbers = [Fact.objects.get(kind="entry_paid", body__entry_id=m["entry_id"]).command_id for m in made]
    assert 'name="reason"' in client.get(f"/undo/{numbers[0]}/").content.decode()
    asked = {"command_id": str(uuid.uuid4()), "reason": "Registered twice"}
    client.post(f"/undo/{numbers[0]}/", asked)
    assert Entry.objects.get(pk=made[0]["entry_id"]).state == "cancelled"
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=3), tournament_id=t)
    closed = "Entries are closed and the prizes are fixed: this entry stays."
    page = client.get(f"/undo/{numbers[1]}/").content.decode()
    assert closed in page and 'name="reason"' not in page
    with cast.unchanged():
        said = client.post(f"/undo/{numbers[1]}/", {"command_id": str(uuid.uuid4())}, follow=True)
    assert closed in said.content.decode()
    # the desk offers no form for it either
    desk = client.get(f"/desk/{t}/?player={made[1]['player_id']}").content.decode()
    assert closed in desk and f"/desk/{t}/do/cancel/" not in desk


# ------------------------------------------------------------------------------------------ handing over


def hand_over(who: Any, made: dict[str, Any], to: int, **more: Any) -> dict[str, Any]:
    return cast.say(
        transfer_registration,
        by=who,
        registration_id=made["registration_id"],
        to_player_id=to,
        **{"reason": "illness", **more},
    )


@pytest.mark.rule("SCPT.I")
def test_the_director_hands_a_registration_to_another(house: cast.House) -> None:
    t, heir = house.registering(), house.player("Rui")
    made = house.enter(t)
    done = hand_over(house.ana, made, heir)
    assert done == {"registration_id": made["registration_id"], "entry_id": made["entry_id"]}
    assert Entry.objects.get(pk=made["entry_id"]).player_id == heir
    assert Registration.objects.get(pk=made["registration_id"]).player_id == heir
    assert tournament_money(t).prize_pool_cents == 32_850
    # the first person may register again, and what the heir gives back goes to the one who paid
    assert house.enter(t, made["player_id"])["entry_id"]
    cancel(house.ana, made, reason="both ill")
    assert wallet_balance(made["player_id"], unit="BRL") == 45_000
    cast.books_balance()


@pytest.mark.rule("SCPT.I", "PT-T.36")
def test_what_was_handed_over_and_is_cancelled_waits_for_who_paid(house: cast.House) -> None:
    """The desk handed the refund out of the heir's own balance, and the one who paid kept it in his."""
    t, heir = house.registering(), house.player("Rui")
    made = house.enter(t)
    hand_over(house.ana, made, heir)
    house.deposit(heir, 45_000)
    cast.say(cancel_tournament, by=house.ana, tournament_id=t, reason="Sem luz")
    row = Repayment.objects.get()
    assert (row.player_id, row.method, row.amount_cents) == (made["player_id"], "cash", 45_000)
    cast.say(give_back, by=house.desi, repayment_id=row.pk, method="cash")
    assert wallet_balance(made["player_id"], unit="BRL") == 0
    assert wallet_balance(heir, unit="BRL") == 45_000
    cast.books_balance()


@pytest.mark.rule("SCPT.I", "SCPT.F")
def test_but_not_to_just_anybody_or_any_time(house: cast.House) -> None:
    t, heir = house.registering(), house.player()
    made, other = house.enter(t), house.enter(t)
    minor, unseen = house.player(birth_date=date(2010, 1, 1)), house.player(checked=False)
    for who in (house.desi, house.bruno, house.caio, house.dora):
        with cast.refused("forbidden"):
            hand_over(who, made, heir)
    with cast.refused("reason_missing"):
        hand_over(house.ana, made, heir, reason="")
    with cast.refused("transfer_closed"):
        hand_over(house.ana, made, heir, at=cast.START)
    with cast.refused("under_age"):
        hand_over(house.ana, made, minor)
    with cast.refused("identity_not_checked"):
        hand_over(house.ana, made, unseen)
    with cast.refused("already_registered"):
        hand_over(house.ana, made, other["player_id"])
    with cast.refused("not_found"):
        hand_over(house.ana, made, 10**9)
