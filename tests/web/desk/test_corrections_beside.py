"""Corrections beside all else: limits, card money, a hand-over, a strike, an undo page, receipts, the statement and the next night."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.db import OperationalError, connection, transaction

from dispatch import relay
from dispatch.models import Fact
from ledger.commands.deposit import deposit
from ledger.operations import counter
from ledger.queries import card_money_of, wallet_balance
from payouts.queries.kept import kept_in_night, kept_of
from people.commands.set_play_limit import set_play_limit
from people.models import StaffRole
from rules.entries import simple_split
from rules.refusals import Refused
from tests import cast
from tests.payouts.bank import know
from tests.web.desk.test_announced_rebuys import REBUY
from tests.web.desk.test_desk import as_, house, text
from tests.web.desk.test_paid_back_into_the_balance import limit, said
from tournaments.commands import correct_payment_method as correcting
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.correct_payment_method import correct_payment_method
from tournaments.commands.pay_debt import pay_debt
from tournaments.commands.rebuy import rebuy
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.strike_payment import strike_payment
from tournaments.commands.transfer_registration import transfer_registration
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.models import Entry, Purchase
from tournaments.queries.receipts import receipt_view

__all__ = ["house"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def open_one(house):
    return house.registering(starts_at=cast.after(hours=2))


def only_here(house, who, tournament):
    StaffRole.objects.filter(user_id=who.user_id).delete()
    StaffRole.objects.create(
        user_id=who.user_id, venue_id=house.venue_id, tournament_id=tournament, role="desk",
        granted_at=cast.DRAFTED, granted_by_id=house.olga.user_id,
    )  # fmt: skip


def test_cashier_of_one_tournament_and_the_limit(house, open_one):
    know(house, house.caio)
    limit(house, 44_999)
    made = house.enter(open_one, house.caio.player_id)
    only_here(house, house.desi, open_one)
    with cast.refused("deposit_limit_reached"):
        cast.say(cancel_registration, by=house.desi, registration_id=made["registration_id"], reason="ill")


def test_cashier_of_one_tournament_and_own_money(house, open_one):
    know(house, house.desi)
    only_here(house, house.desi, open_one)
    made = cast.say(
        register_player,
        by=house.ana,
        tournament_id=open_one,
        player_id=house.desi.player_id,
        method="cash",
        terms_version="1",
        paid=True,
    )
    with cast.refused("own_money"):
        cast.say(cancel_registration, by=house.desi, registration_id=made["registration_id"], reason="ill")


def correct(house, made, method, by=None):
    return cast.say(correct_payment_method, by=by or house.desi, entry_id=made["entry_id"], method=method)


def test_cash_that_was_a_card_does_not_make_other_money_the_cards(house, open_one):
    player = house.player()
    house.deposit(player, 45_000)
    made = house.enter(open_one, player)
    assert card_money_of(player, unit="BRL") == 0
    correct(house, made, "credit")
    assert (wallet_balance(player, unit="BRL"), card_money_of(player, unit="BRL")) == (45_000, 0)


def test_balance_that_was_a_card(house, open_one):
    player = house.player()
    house.deposit(player, 45_000)
    made = house.enter(open_one, player, method="balance")
    correct(house, made, "credit")
    assert (wallet_balance(player, unit="BRL"), card_money_of(player, unit="BRL")) == (45_000, 0)


def test_cash_that_was_a_card_cancelled_into_the_balance_is_the_cards(house, open_one):
    player = house.player()
    made = house.enter(open_one, player)
    correct(house, made, "credit")
    cast.say(cancel_registration, by=house.desi, registration_id=made["registration_id"], reason="ill")
    assert (wallet_balance(player, unit="BRL"), card_money_of(player, unit="BRL")) == (49_500, 49_500)


def test_card_that_was_cash_cancelled_into_the_balance_is_free(house, open_one):
    player = house.player()
    made = house.enter(open_one, player, method="credit")
    correct(house, made, "cash")
    cast.say(cancel_registration, by=house.desi, registration_id=made["registration_id"], reason="ill")
    assert (wallet_balance(player, unit="BRL"), card_money_of(player, unit="BRL")) == (45_000, 0)


def test_what_was_spent_counts_once(house, open_one):
    know(house, house.caio)
    player = house.caio.player_id
    cast.say(
        set_play_limit, by=house.caio, at=cast.before(days=2), player_id=player, kind="spend",
        period="day", unit="BRL", amount_cents=60_000,
    )  # fmt: skip
    house.deposit(player, 45_000)
    made = house.enter(open_one, player)
    correct(house, made, "balance")
    assert wallet_balance(player, unit="BRL") == 0


def test_the_card_offers_the_balance_of_who_pays(house, open_one):
    made = house.enter(open_one)
    heir = house.player("Otto Kraus")
    house.deposit(heir, 45_000)
    cast.say(
        transfer_registration, by=house.ana, registration_id=made["registration_id"], to_player_id=heir,
        reason="ill",
    )  # fmt: skip
    card = text(as_(house.desi).get(f"/desk/{open_one}/?player={heir}"))
    form = card.split('<details id="paid"')[1].split("</details>")[0]
    option = re.search(r'<input[^>]*value="balance"[^>]*>', form)
    assert option is None or "disabled" in option[0], option[0]


def test_announced_and_taken_back_was_never_paid(house):
    t = house.started("turbo-8max", entries=4, starts_at=cast.START, rebuy=REBUY)
    entry = Entry.objects.filter(tournament_id=t).first()
    late = cast.after(minutes=20)
    cast.say(announce_rebuy, by=house.bruno, at=late, entry_id=entry.pk)
    bought = Purchase.objects.get()
    cast.say(undo_purchase, by=house.bruno, at=late, purchase_id=bought.pk)
    paper = said(as_(house.desi).get(f"/desk/{t}/receipts/{bought.receipt}/"))
    assert "what was paid went back" not in paper
    assert receipt_view(bought.receipt).state == "struck"


def test_the_time_of_a_payment_stays(house):
    t = house.started("turbo-8max", entries=4, starts_at=cast.START, rebuy=REBUY)
    entry = Entry.objects.filter(tournament_id=t).first()
    late = cast.after(minutes=20)
    cast.say(announce_rebuy, by=house.bruno, at=late, entry_id=entry.pk)
    bought = Purchase.objects.get()
    paid = late + timedelta(minutes=5)
    cast.say(pay_debt, by=house.desi, at=paid, debt_id=bought.pk, method="cash")
    cast.say(undo_purchase, by=house.desi, at=paid + timedelta(minutes=20), purchase_id=bought.pk)
    assert receipt_view(bought.receipt).at == paid


def sealed():
    while relay.seal():
        pass


def test_second_who_takes_a_rebuy_back_reads_who_was_first(house):
    t = house.started("turbo-8max", entries=4, starts_at=cast.START, rebuy=REBUY)
    entry = Entry.objects.filter(tournament_id=t).first()
    late = cast.after(minutes=20)
    cast.say(rebuy, by=house.desi, at=late, entry_id=entry.pk, method="cash")
    bought = Purchase.objects.get()
    command = (
        Fact.objects.filter(kind="purchase_paid").first()
        or Fact.objects.filter(stream=f"tournament:{t}", kind__contains="purchase").first()
        or Fact.objects.get(kind="chips_bought")
    )
    sealed()
    here = f"/undo/{command.command_id}/"
    page = text(as_(house.ana).get(here))
    version = re.search(r'name="version" value="([0-9a-f]*)"', page)[1]
    thing = re.search(r'name="thing" value="([^"]*)"', page)[1]
    cast.say(undo_purchase, by=house.desi, at=late, purchase_id=bought.pk, hand_back=True)
    sealed()
    form = {"command_id": str(uuid.uuid4()), "thing": thing, "version": version, "hand_back": "1"}
    with_version = said(as_(house.ana).post(here, form, follow=True))
    without = said(
        as_(house.ana).post(here, {**form, "version": "", "command_id": str(uuid.uuid4())}, follow=True)
    )
    assert "already undone" in without, without[:800]
    assert "already undone" in with_version, with_version[:800]


def test_second_who_cancels_reads_who_was_first(house, open_one):
    made = house.enter(open_one)
    command = Fact.objects.get(kind="entry_paid").command_id
    sealed()
    here = f"/undo/{command}/"
    page = text(as_(house.ana).get(here))
    version = re.search(r'name="version" value="([0-9a-f]*)"', page)[1]
    cast.say(
        cancel_registration,
        by=house.desi,
        registration_id=made["registration_id"],
        reason="ill",
        hand_back=True,
    )
    sealed()
    form = {"command_id": str(uuid.uuid4()), "version": version, "reason": "ill", "hand_back": "1"}
    told = said(as_(house.ana).post(here, form, follow=True))
    assert "already cancelled" in told, told[:1200]


def test_a_freeroll_by_cash(house):
    t = house.registering(
        "turbo-8max", price_cents=0, split=simple_split(name="free", prize_cents=0).as_dict()
    )
    made = house.enter(t, method="cash")
    with pytest.raises(Refused):
        correct(house, made, "transfer")


def test_struck_after_it_was_corrected(house, open_one):
    made = house.enter(open_one)
    correct(house, made, "transfer")
    cast.say(strike_payment, by=house.desi, registration_id=made["registration_id"])
    [fact] = cast.facts(open_one, kind="payment_struck")
    assert fact["method"] == "transfer"


@pytest.mark.parametrize(("was", "now"), [("cash", "transfer"), ("cash", "balance"), ("balance", "cash")])
def test_the_statement_of_a_correction(house, open_one, was, now):
    know(house, house.caio)
    house.deposit(house.caio.player_id, 45_000)
    made = house.enter(open_one, house.caio.player_id, method=was)
    correct(house, made, now)
    page = said(as_(house.caio).get("/me/"))
    # what the balance paid and cash pays now came over the counter, and is there
    assert ("Payment method corrected" in page) == (was != "balance")
    assert "Refund" not in page and "Handed back" not in page


def test_a_version_of_cancelling_and_a_rebuy_of_another(house):
    t = house.registering("turbo-8max", rebuy={**REBUY, "per_player": None})
    house.fill(t, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    made = house.enter(t, at=cast.after(minutes=3))
    command = Fact.objects.filter(kind="entry_paid").order_by("-id").first().command_id
    other = Entry.objects.filter(tournament_id=t).order_by("pk").first()
    sealed()
    here = f"/undo/{command}/"
    page = text(as_(house.ana).get(here))
    version = re.search(r'name="version" value="([0-9a-f]*)"', page)[1]
    cast.say(rebuy, by=house.desi, at=cast.after(minutes=4), entry_id=other.pk, method="cash")
    form = {
        "command_id": str(uuid.uuid4()),
        "version": version,
        "reason": "cannot play at all",
        "hand_back": "1",
    }
    as_(house.ana).post(here, form, follow=True)
    entry = Entry.objects.get(pk=made["entry_id"])
    assert entry.state == "cancelled"


def test_a_night_later(house):
    """Each night's takings are what its drawer, machine and bank had."""

    from payouts.queries.takings import night_at, takings_of

    zone = "America/Sao_Paulo"
    t = house.registering(starts_at=cast.after(days=3))
    made = house.enter(t)
    one, two, three = cast.OPEN, cast.OPEN + timedelta(days=1), cast.OPEN + timedelta(days=2)

    def night(at):
        found = takings_of(house.venue_id, currency="BRL", zone=zone, day=night_at(at, zone=zone))
        return {(row.method, row.what): (row.in_cents, row.out_cents) for row in found.rows}

    say = dict(by=house.desi, entry_id=made["entry_id"])
    assert night(one) == {("cash", "sold"): (45_000, 0)}
    cast.say(correct_payment_method, at=two, method="credit", **say)
    assert night(one) == {("cash", "sold"): (45_000, 0)}
    assert night(two) == {("cash", "correction"): (0, 45_000), ("credit", "sold"): (49_500, 0)}
    cast.say(correct_payment_method, at=two, method="debit", **say)
    cast.say(correct_payment_method, at=two, method="transfer", **say)
    assert night(two) == {("cash", "correction"): (0, 45_000), ("transfer", "sold"): (45_000, 0)}
    cast.say(
        cancel_registration,
        by=house.desi,
        at=three,
        registration_id=made["registration_id"],
        reason="ill",
        hand_back=True,
    )
    assert night(two) == {("cash", "correction"): (0, 45_000), ("transfer", "sold"): (45_000, 0)}
    assert night(three) == {("transfer", "handed_back"): (0, 45_000)}
    cast.books_balance()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("other", ["correct", "cancel", "strike", "transfer"])
def test_two_at_once(other):
    house = cast.house()
    t = house.registering(starts_at=cast.after(hours=2))
    made = house.enter(t)
    heir = house.player()
    number = made["registration_id"]
    acts = {
        "correct": lambda: correct(house, made, "debit", by=house.ana),
        "cancel": lambda: cast.say(
            cancel_registration, by=house.ana, registration_id=number, reason="ill", hand_back=True
        ),
        "strike": lambda: cast.say(strike_payment, by=house.ana, registration_id=number),
        "transfer": lambda: cast.say(
            transfer_registration, by=house.ana, registration_id=number, to_player_id=heir, reason="ill"
        ),
    }
    found = cast.together([lambda: correct(house, made, "credit"), acts[other]])
    assert not [one for one in found if isinstance(one, Exception) and not isinstance(one, Refused)]
    cast.books_balance()
    assert wallet_balance(made["player_id"], unit="BRL") == 0


def test_handed_over_at_that_instant_no_correction_names_who_had_it(house, open_one, monkeypatch):
    made = house.enter(open_one)
    hand_over(house, made, house.player("Otto Kraus"))
    # what was read before the lock
    monkeypatch.setattr(correcting, "tournament_of_entry", lambda entry_id: (open_one, made["player_id"]))
    with cast.refused("handed_over"):
        correct(house, made, "transfer")
    monkeypatch.undo()
    correct(house, made, "transfer")
    [fact] = cast.facts(open_one, kind="payment_method_corrected")
    assert fact["public_name"] == "Otto Kraus"


def hand_over(house, made, heir):
    cast.say(
        transfer_registration, by=house.ana, registration_id=made["registration_id"], to_player_id=heir,
        reason="ill",
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_what_stays_of_a_handed_over_entry_and_what_its_payer_pays_in_come_one_after_the_other(monkeypatch):
    """The limit is of who paid: whoever pays in for that player meanwhile waits, and then reads what stayed."""
    house = cast.house()
    know(house, house.caio)
    t = house.registering(starts_at=cast.after(hours=2))
    payer = house.caio.player_id
    limit(house, 60_000)
    made = house.enter(t, payer)
    hand_over(house, made, house.player("Otto Kraus"))
    asked, held = counter.check_stays, []

    def pay_in_now():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT id FROM people_player WHERE id = %s FOR NO KEY UPDATE NOWAIT", [payer])

    def asked_while_somebody_pays_in(*args, **more):
        held.extend(cast.together([pay_in_now]))
        asked(*args, **more)

    monkeypatch.setattr(counter, "check_stays", asked_while_somebody_pays_in)
    cast.say(cancel_registration, by=house.desi, registration_id=made["registration_id"], reason="ill")
    assert [type(one) for one in held] == [OperationalError]
    pays_in = {
        "by": house.desi,
        "venue_id": house.venue_id,
        "player_id": payer,
        "unit": "BRL",
        "method": "cash",
    }
    with cast.refused("deposit_limit_reached"):
        cast.say(deposit, amount_cents=15_001, **pays_in)
    cast.say(deposit, amount_cents=15_000, **pays_in)


def test_an_announced_rebuy_that_was_paid_and_taken_back_lies_in_the_balance(house):
    t = house.started("turbo-8max", entries=4, starts_at=cast.START, rebuy=REBUY)
    entry = Entry.objects.filter(tournament_id=t).first()
    late = cast.after(minutes=20)
    cast.say(announce_rebuy, by=house.bruno, at=late, entry_id=entry.pk)
    bought = Purchase.objects.get()
    cast.say(pay_debt, by=house.desi, at=late, debt_id=bought.pk, method="credit")
    assert kept_of(t) == ()
    cast.say(undo_purchase, by=house.desi, at=late, purchase_id=bought.pk)
    [kept] = kept_of(t)
    assert (kept.method, kept.count, kept.cents) == ("credit", 1, wallet_balance(entry.player_id, unit="BRL"))
    day = {"begins_at": cast.before(days=1), "ends_at": cast.after(days=1)}
    assert kept_in_night(house.venue_id, unit="BRL", **day) == (kept,)
    page = said(as_(house.desi).get(f"/desk/{t}/"))
    assert "left in the balances: Credit card" in page, page
