"""What was paid at the counter and is given back into the balance is a deposit there: the player's own limit holds for it."""

from __future__ import annotations

import html
import json
import uuid
from datetime import timedelta

import pytest
from django.db import transaction

from ledger.commands.adjust import adjust
from ledger.commands.deposit import deposit
from ledger.operations import account
from ledger.queries import use_of_limits, wallet_balance
from people.commands.exclude_player import exclude_player
from people.commands.set_play_limit import set_play_limit
from rules.accounts import AccountKind
from tests import cast
from tests.payouts.bank import know
from tests.tournaments.test_entries_playing import ADD_ON, REBUY
from tests.web.desk.test_desk import as_, deal, house, text
from tournaments.commands.add_on import add_on
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.correct_payment_method import correct_payment_method
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.pay_debt import pay_debt
from tournaments.commands.rebuy import rebuy
from tournaments.commands.record_payment import record_payment
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.transfer_registration import transfer_registration
from tournaments.commands.undo_debt import undo_debt
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.models import Entry, Registration

__all__ = ["house"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")]

STAYS = "In the balance this money would count as paid in, and the player's deposit limit lets R$449.99 more come in within 24 hours. Hand it back the way it was paid."
OWN = "In your balance this money would count as paid in, and your deposit limit lets R$449.99 more come in within 24 hours. Cancel at the desk: it hands the money back the way you paid."


@pytest.fixture
def open_one(house):
    """An entry costs R$ 450; a player cancels the own one until half an hour before the start."""
    return house.registering(starts_at=cast.after(hours=2))


@pytest.fixture
def known(house):
    """The house, in which the documents of those who play were seen."""
    for who in (house.caio, house.dora):
        know(house, who)
    return house


def limit(house, cents, *, at=None):
    cast.say(
        set_play_limit, by=house.caio, at=at or cast.before(days=2), player_id=house.caio.player_id, kind="deposit",
        period="day", unit="BRL", amount_cents=cents,
    )  # fmt: skip


def counts(house, *, at):
    uses = use_of_limits(house.caio.player_id, unit="BRL", at=at, at_tables={})
    return next(one.used_cents for one in uses if (one.kind, one.period) == ("deposit", "day"))


def balance(house):
    return wallet_balance(house.caio.player_id, unit="BRL")


def said(response):
    return " ".join(html.unescape(text(response)).replace("\xa0", " ").split())


def by_api(client, address, language="en", **body):
    return client.post(
        f"/api/{address}", json.dumps(body), content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4()), "Accept-Language": language},
    )  # fmt: skip


def test_an_entry_paid_in_cash_is_no_way_past_the_deposit_limit(known, open_one):
    """A limit of R$ 449.99: R$ 450 were paid in cash for an entry, which was cancelled into the balance."""
    house = known
    limit(house, 44_999)
    made = house.enter(open_one, house.caio.player_id)
    desi, caio = as_(house.desi), as_(house.caio)
    form = {"registration_id": made["registration_id"], "player_id": house.caio.player_id, "reason": "ill"}
    with cast.unchanged():
        page = deal(desi, open_one, "cancel", **form)
    # the rule as the book of this tournament has it
    assert f"{STAYS} (Rule SCPT.E)" in said(page)
    # the player alone neither, and reads it before
    assert OWN in said(caio.get(f"/play/{open_one}/"))
    with cast.unchanged():
        refused = caio.post(
            f"/play/{open_one}/cancel/",
            {"command_id": str(uuid.uuid4())},
            headers={"Accept": "text/html"},
            follow=True,
        )
    assert OWN in said(refused)
    for language, begins in (
        ("en", "In the balance this money would count as paid in"),
        ("pt-BR", "No saldo, este dinheiro contaria como depósito"),
        ("pt-PT", "No saldo, este dinheiro contaria como depósito"),
    ):
        with cast.unchanged():
            told = by_api(desi, f"registrations/{made['registration_id']}/cancel", language, reason="ill")
        body = told.json()
        assert (told.status_code, body["code"], body["rule"]) == (409, "deposit_limit_reached", "SCPT.E")
        assert body["detail"].startswith(begins)
        assert (body["params"]["left_cents"], body["params"]["currency"]) == (44_999, "BRL")
    # back the way it came: nothing was paid in
    assert "Hand over R$450.00 in cash." in said(deal(desi, open_one, "cancel", **form, hand_back="1"))
    assert (balance(house), counts(house, at=cast.after(minutes=5))) == (0, 0)
    cast.books_balance()


def test_what_may_stay_counts_from_then_on(known):
    house = known
    limit(house, 53_000)
    t = house.registering(starts_at=cast.after(days=3))
    made = house.enter(t, house.caio.player_id, at=cast.START)
    assert counts(house, at=cast.START) == 0
    later = cast.START + timedelta(hours=30)
    cast.say(cancel_registration, by=house.caio, at=later, registration_id=made["registration_id"])
    # it was paid more than a day ago, and is in the balance since now
    assert (balance(house), counts(house, at=later)) == (45_000, 45_000)
    counter = {"by": house.desi, "venue_id": house.venue_id, "player_id": house.caio.player_id, "unit": "BRL"}
    with cast.refused("deposit_limit_reached") as no:
        cast.say(deposit, **counter, at=later, amount_cents=8_001, method="cash")
    assert no.value.params["left_cents"] == 8_000
    cast.say(deposit, **counter, at=later, amount_cents=8_000, method="cash")
    again = later + timedelta(hours=24, seconds=1)
    assert counts(house, at=again) == 0
    # what was paid from the balance only comes back
    bought = house.enter(t, house.caio.player_id, at=again, method="balance")
    cast.say(cancel_registration, by=house.caio, at=again, registration_id=bought["registration_id"])
    assert (balance(house), counts(house, at=again)) == (53_000, 0)
    cast.books_balance()


@pytest.mark.parametrize("kind", ["rebuy", "announced", "add_on"])
def test_chips_taken_back_are_no_way_either(known, kind):
    house = known
    t = house.registering("turbo-8max", rebuy={**REBUY, "per_player": None}, add_on=ADD_ON)
    house.enter(t, house.caio.player_id)
    house.fill(t, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    entry = Entry.objects.get(tournament_id=t, player_id=house.caio.player_id)
    late = cast.after(minutes=20)
    price = 10_000 if kind != "add_on" else 5_000
    limit(house, price - 1)
    if kind == "rebuy":
        done = cast.say(rebuy, by=house.desi, at=late, entry_id=entry.pk, method="cash")
    elif kind == "announced":
        done = cast.say(announce_rebuy, by=house.bruno, at=late, entry_id=entry.pk)
        cast.say(pay_debt, by=house.desi, at=late, debt_id=done["purchase_id"], method="cash")
    else:
        cast.say(move_to_level, by=house.ana, at=late, tournament_id=t, level_index=6)
        sold = cast.say(add_on, by=house.desi, at=late, entry_id=entry.pk, method="cash")
        done = sold["purchases"][0]
    back = {"by": house.desi, "at": late, "purchase_id": done["purchase_id"]}
    with cast.refused("deposit_limit_reached", rule="PT-T.21") as no:
        cast.say(undo_purchase, **back)
    assert no.value.params["left_cents"] == price - 1
    limit(house, price, at=cast.before(days=1, hours=2))
    told = by_api(as_(house.desi), f"purchases/{done['purchase_id']}/undo")
    assert told.status_code == 200, told.json()
    assert balance(house) == price
    assert counts(house, at=cast.after(minutes=30)) == price
    cast.books_balance()


def test_a_debt_that_is_owed_again_gives_nothing_back_until_its_rebuy_does(known):
    house = known
    t = house.registering("turbo-8max", rebuy={**REBUY, "per_player": None})
    house.enter(t, house.caio.player_id)
    house.fill(t, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    entry = Entry.objects.get(tournament_id=t, player_id=house.caio.player_id)
    late = cast.after(minutes=20)
    done = cast.say(announce_rebuy, by=house.bruno, at=late, entry_id=entry.pk)
    debt = {"by": house.desi, "at": late, "debt_id": done["purchase_id"]}
    cast.say(pay_debt, **debt, method="cash")
    cast.say(undo_debt, **debt)
    assert counts(house, at=late) == 0
    cast.say(pay_debt, **debt, method="transfer")
    assert counts(house, at=cast.after(minutes=30)) == 0
    cast.say(undo_purchase, by=house.desi, at=late, purchase_id=done["purchase_id"])
    assert (balance(house), counts(house, at=cast.after(minutes=30))) == (10_000, 10_000)
    cast.books_balance()


def test_a_method_that_is_put_right_gives_nothing_back(known, open_one):
    """The surcharge of the card goes back alone; the entry stands, and is paid in cash."""
    house = known
    made = house.enter(open_one, house.caio.player_id, method="credit")
    cast.say(correct_payment_method, by=house.desi, entry_id=made["entry_id"], method="cash")
    assert (balance(house), counts(house, at=cast.OPEN)) == (0, 0)
    limit(house, 45_000)
    cast.say(cancel_registration, by=house.caio, registration_id=made["registration_id"])
    assert (balance(house), counts(house, at=cast.OPEN)) == (45_000, 45_000)


def test_paid_ahead_of_the_document_it_is_the_same(known, open_one):
    house = known
    player = house.caio.player_id
    asked = cast.say(
        register_player,
        by=house.desi,
        tournament_id=open_one,
        player_id=player,
        method="cash",
        terms_version="1",
    )
    number = asked["registration_id"]
    cast.say(record_payment, by=house.desi, registration_id=number, method="cash")
    limit(house, 44_999)
    assert OWN in said(as_(house.caio).get(f"/play/{open_one}/"))
    for who in (house.desi, house.caio):
        with cast.refused("deposit_limit_reached", rule="PT-T.21"):
            cast.say(cancel_registration, by=who, registration_id=number)
    limit(house, 45_000, at=cast.before(days=1, hours=2))
    cast.say(cancel_registration, by=house.caio, registration_id=number)
    assert (balance(house), counts(house, at=cast.OPEN)) == (45_000, 45_000)


def test_a_limit_of_who_paid_holds_and_is_told_to_nobody_else(known, open_one):
    house = known
    limit(house, 44_999)
    made = house.enter(open_one, house.caio.player_id)
    cast.say(
        transfer_registration, by=house.ana, registration_id=made["registration_id"], to_player_id=house.dora.player_id,
        reason="ill",
    )  # fmt: skip
    with cast.refused("deposit_limit_reached"):
        cast.say(cancel_registration, by=house.ana, registration_id=made["registration_id"], reason="ill")
    # the other player cancels: it comes back to who paid, and counts
    cast.say(cancel_registration, by=house.dora, registration_id=made["registration_id"])
    assert (balance(house), counts(house, at=cast.OPEN)) == (45_000, 45_000)


def test_what_the_house_calls_off_is_not_refused(known):
    """An exclusion ends the entries of its player, and the money counts; what a cancelled tournament gives back is no deposit."""
    house = known
    limit(house, 44_999)
    one, two = (house.registering(name=name, starts_at=cast.after(hours=2)) for name in ("Um", "Dois"))
    house.enter(one, house.caio.player_id)
    house.enter(two, house.caio.player_id)
    cast.say(cancel_tournament, by=house.ana, tournament_id=one, reason="flood")
    assert (balance(house), counts(house, at=cast.OPEN)) == (45_000, 0)
    cast.say(
        exclude_player, by=house.ana, player_id=house.caio.player_id, venue_id=house.venue_id,
        reason="asked for",
    )  # fmt: skip
    assert Registration.objects.get(tournament_id=two).state == "cancelled"
    assert (balance(house), counts(house, at=cast.OPEN)) == (90_000, 45_000)


def test_a_correction_out_of_the_drawer_is_a_deposit(known):
    house = known
    limit(house, 10_000)
    with transaction.atomic():
        drawer = account(AccountKind.CASH_DRAWER, unit="BRL", venue_id=house.venue_id)
        wallet = account(AccountKind.PLAYER, unit="BRL", player_id=house.caio.player_id)
    booked = {"by": house.olga, "venue_id": house.venue_id, "unit": "BRL", "reason": "typed wrong"}
    into = {"debit_account_id": drawer, "credit_account_id": wallet}
    cast.say(adjust, **booked, **into, amount_cents=6_000)
    with cast.refused("deposit_limit_reached", rule="PT-T.21") as no:
        cast.say(adjust, **booked, **into, amount_cents=4_001)
    assert (no.value.params["left_cents"], counts(house, at=cast.OPEN)) == (4_000, 6_000)
    told = by_api(as_(house.olga), f"venues/{house.venue_id}/adjustments", "pt-BR",
                  unit="BRL", reason="x", amount_cents=4_001, **into)  # fmt: skip
    assert (told.status_code, told.json()["code"]) == (409, "deposit_limit_reached")
    # out of it again is no deposit
    cast.say(adjust, **booked, debit_account_id=wallet, credit_account_id=drawer, amount_cents=6_000)
    assert counts(house, at=cast.OPEN) == 6_000


@pytest.mark.django_db(transaction=True)
def test_of_two_given_back_at_once_one_finds_the_limit_used():
    house = cast.house()
    know(house, house.caio)
    limit(house, 80_000)
    tournaments = [house.registering(name=name, starts_at=cast.after(hours=2)) for name in ("Um", "Dois")]
    made = [house.enter(t, house.caio.player_id)["registration_id"] for t in tournaments]

    def back(number, by):
        return lambda: cast.say(cancel_registration, by=by, registration_id=number, reason="ill")

    found = cast.together([back(made[0], house.desi), back(made[1], house.ana)])
    assert sorted(getattr(one, "code", "") for one in found) == ["", "deposit_limit_reached"]
    assert (balance(house), counts(house, at=cast.OPEN)) == (45_000, 45_000)
    cast.books_balance()
