"""Out of chips and in again: a rebuy announced at the table binds, is dealt in, and is owed until the desk has it."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.test import Client

from ledger.queries import tournament_balance, wallet_balance
from payouts.commands.finish_tournament import finish_tournament
from payouts.models import Award, Repayment
from payouts.queries import money_view
from people.models import Player, User
from rules.accounts import AccountKind
from rules.entries import simple_split
from tables.models import Seat
from tests import cast
from tests.payouts.room import down_to
from tests.web.director.test_director import as_, house, press, sealed  # noqa: F401
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.close_entries import close_entries
from tournaments.commands.pay_debt import pay_debt
from tournaments.commands.undo_debt import undo_debt
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.commands.write_off_debt import write_off_debt
from tournaments.models import Debt, Entry, Field, Purchase, Tournament
from tournaments.queries.receipts import receipt_view, receipts_of_player
from web.templatetags.shuffle import money

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
REBUY = {
    "price_cents": 3_000,
    "chips": 10_000,
    "split": simple_split(name="rebuy", prize_cents=2_500, fee_cents=500).as_dict(),
    "until_level": 6,
    "per_player": 1,
}


@pytest.fixture
def rebuys(house):  # noqa: F811
    return house.started("turbo-8max", entries=6, starts_at=cast.START, rebuy=REBUY)


def first(tournament):
    seat = (
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
        .select_related("entry__player", "table")
        .order_by("table__number", "number")
        .first()
    )
    return seat.entry, f"{seat.table.number}-{seat.number}"


def level(tournament):
    """The ledger adds up, and so does the tournament's money."""
    cast.books_balance()
    assert money_view(tournament).differences == {}


def words(part):
    """A page, or a part of it, as it reads."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", part)).replace("\xa0", " ").split())


TAKINGS = " Takings"


def drawer(page):
    """What the desk has taken, in words; below it the way to the takings of the night."""
    whole = words(page.split('id="to-t"')[1].split("</section>")[0].split("</h2>")[1])
    assert whole.endswith(TAKINGS)
    return whole.removesuffix(TAKINGS)


def phone_of(entry):
    """The phone of whoever plays this entry."""
    account, _new = User.objects.get_or_create(
        email=f"player{entry.player_id}@example.com", defaults={"created_at": cast.DRAFTED}
    )
    Player.objects.filter(pk=entry.player_id).update(user=account)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def desk(client, tournament, what, **values):
    return client.post(
        f"/desk/{tournament}/do/{what}/", {"command_id": str(cast.new_id()), **values}, follow=True
    ).content.decode()


@pytest.mark.rule("ADTP.27")
def test_a_typed_rebuy_keeps_the_seat_is_dealt_in_and_owed_until_paid(house, rebuys):  # noqa: F811
    ana, desi = as_(house.ana), as_(house.desi)
    entry, at = first(rebuys)
    before = Field.objects.get(pk=rebuys)
    pool = tournament_balance(AccountKind.PRIZE_POOL, tournament_id=rebuys)
    toast = press(ana, rebuys, "bust", bust=f"{at} rebuys")
    assert "owes R$30.00 at the desk" in toast["text"]
    entry.refresh_from_db()
    now = Field.objects.get(pk=rebuys)
    assert (
        entry.state == "playing" and entry.stack_chips == 10_000 and Seat.objects.filter(entry=entry).exists()
    )
    assert (now.players_left, now.chips_issued, now.rebuys) == (
        before.players_left,
        before.chips_issued + 10_000,
        1,
    )
    # the pool has its part at once; nobody's balance moved, no cash came
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=rebuys) == pool + 2_500
    assert tournament_balance(AccountKind.OWED, tournament_id=rebuys) == -3_000
    assert wallet_balance(entry.player_id, unit="BRL") == 0
    level(rebuys)
    # whoever looks sees it: dashboard, desk, phone
    assert 'data-need="rebuys-owed"' in ana.get(f"/director/{rebuys}/now/").content.decode()
    page = desi.get(f"/desk/{rebuys}/?player={entry.player_id}").content.decode()
    assert 'id="owed"' in page and "Paid: the owed rebuy" in page
    told = words(page)
    assert "Rebuys owed" in told and "Rebuy owed · R$30.00" in told
    phone = words(phone_of(entry).get(f"/play/{rebuys}/").content.decode())
    assert "You announced a rebuy and owe R$30.00: pay at the desk. (Rule ADTP.27)" in phone
    # owed is not taken: six entries are the sum, the rebuy stands below it
    assert drawer(page) == "Cash R$720.00 Sum R$720.00 Owed, not taken yet R$30.00"
    # nor is it called received
    books = words(ana.get(f"/director/{rebuys}/entries/").content.decode())
    assert "Received or owed for sales R$750.00" in books
    # one a player: the next is refused and changes nothing
    with cast.unchanged():
        assert press(ana, rebuys, "bust", bust=f"{at} rebuy")["kind"] == "refused"
    # paid by card: the surcharge of the method comes on top
    debt = Debt.objects.get()
    page = desk(desi, rebuys, "pay-debt", player_id=entry.player_id, debt_id=debt.pk, method="debit")
    assert "Paid: the rebuy is no longer owed." in page
    sealed()
    history = words(ana.get(f"/director/{rebuys}/history/").content.decode())
    assert "R$31.50 · Debit card" in history
    told = words(desi.get(f"/desk/{rebuys}/?player={entry.player_id}").content.decode())
    assert "Owed rebuy paid" in told and "Rebuy owed" not in told
    assert "You announced a rebuy" not in phone_of(entry).get(f"/play/{rebuys}/").content.decode()
    assert drawer(page) == "Cash R$720.00 Debit card R$31.50 Sum R$751.50"
    debt.refresh_from_db()
    assert (debt.state, debt.method) == ("paid", "debit")
    assert Purchase.objects.get().surcharge_cents == 150
    assert tournament_balance(AccountKind.OWED, tournament_id=rebuys) == 0
    assert money_view(rebuys).taken_cents["debit"] == 3_150
    books = words(ana.get(f"/director/{rebuys}/entries/").content.decode())
    assert "Received for sales R$751.50" in books and "owed for sales" not in books
    level(rebuys)
    assert 'data-need="rebuys-owed"' not in ana.get(f"/director/{rebuys}/now/").content.decode()
    with cast.unchanged():
        desk(desi, rebuys, "pay-debt", player_id=entry.player_id, debt_id=debt.pk, method="cash")
    # taken back: owed again
    desk(desi, rebuys, "owe-again", player_id=entry.player_id, debt_id=debt.pk)
    assert tournament_balance(AccountKind.OWED, tournament_id=rebuys) == -3_000
    assert money_view(rebuys).taken_cents.get("debit", 0) == 0
    level(rebuys)


@pytest.mark.rule("ADTP.27")
def test_the_undo_takes_chips_and_debt_back(house, rebuys):  # noqa: F811
    bruno = as_(house.bruno)
    entry, at = first(rebuys)
    table, seat = at.split("-")
    sheet = bruno.get(f"/director/{rebuys}/tables/{table}/seats/{seat}/", **HTMX).content.decode()
    assert "Out of chips, rebuys" in sheet
    pool = tournament_balance(AccountKind.PRIZE_POOL, tournament_id=rebuys)
    toast = press(bruno, rebuys, "announce-rebuy", entry_id=entry.pk)
    bruno.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    assert Debt.objects.get().state == "taken_back" and Field.objects.get(pk=rebuys).rebuys == 0
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=rebuys) == pool
    assert tournament_balance(AccountKind.OWED, tournament_id=rebuys) == 0
    assert wallet_balance(entry.player_id, unit="BRL") == 0
    level(rebuys)
    # and now he is out after all
    assert press(bruno, rebuys, "bust", bust=at)["kind"] == "done"


@pytest.mark.rule("ADTP.27", "ADTP.1")
def test_the_director_writes_off_with_a_reason_and_the_house_bears_it(house, rebuys):  # noqa: F811
    ana, desi = as_(house.ana), as_(house.desi)
    entry, _at = first(rebuys)
    press(ana, rebuys, "announce-rebuy", entry_id=entry.pk)
    debt = Debt.objects.get()
    fee = tournament_balance(AccountKind.HOUSE, tournament_id=rebuys)
    given = {"player_id": entry.player_id, "debt_id": debt.pk}
    with cast.unchanged():
        desk(ana, rebuys, "write-off", reason=" ", **given)
    with cast.unchanged():
        desk(desi, rebuys, "write-off", reason="gone", **given)
    # a tournament with debts is not cancelled over them
    with cast.refused("rebuys_owed", rule="ADTP.27"):
        cast.say(
            cancel_tournament, by=house.ana, tournament_id=rebuys, reason="rain", at=cast.after(minutes=9)
        )
    page = words(desk(ana, rebuys, "write-off", reason="Saiu sem pagar", **given))
    assert "Owed rebuy written off · Saiu sem pagar · R$30.00" in page
    debt.refresh_from_db()
    assert (debt.state, debt.reason) == ("written_off", "Saiu sem pagar")
    assert tournament_balance(AccountKind.HOUSE, tournament_id=rebuys) == fee - 3_000
    assert tournament_balance(AccountKind.OWED, tournament_id=rebuys) == 0
    level(rebuys)
    with cast.unchanged():
        desk(desi, rebuys, "owe-again", **given)
    desk(ana, rebuys, "owe-again", **given)
    assert Debt.objects.get().state == "owed"
    level(rebuys)


@pytest.mark.rule("ADTP.27")
def test_where_rebuys_are_over_nobody_is_offered_one(house, rebuys):  # noqa: F811
    ana = as_(house.ana)
    entry, at = first(rebuys)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=rebuys)
    with cast.unchanged():
        assert press(ana, rebuys, "bust", bust=f"{at} rebuys")["kind"] == "refused"
    plain = house.started("turbo-8max", entries=4, starts_at=cast.START)
    _entry, at = first(plain)
    table, seat = at.split("-")
    assert "Out of chips" not in ana.get(f"/director/{plain}/tables/{table}/seats/{seat}/").content.decode()
    with cast.unchanged():
        assert press(ana, plain, "bust", bust=f"{at} rebuys")["kind"] == "refused"
    assert Entry.objects.get(pk=entry.pk).state == "playing"


def cancel(client, tournament):
    return press(client, tournament, "cancel", reason="Power cut")


@pytest.mark.rule("ADTP.27", "SCPT.D")
def test_what_was_written_off_is_not_handed_back_by_a_cancellation(house, rebuys):  # noqa: F811
    ana = as_(house.ana)
    entry, _at = first(rebuys)
    press(ana, rebuys, "announce-rebuy", entry_id=entry.pk)
    debt = Debt.objects.get()
    given = {"player_id": entry.player_id, "debt_id": debt.pk}
    desk(ana, rebuys, "write-off", reason="Left without paying", **given)
    toast = cancel(ana, rebuys)
    assert "R$720.00" in toast["text"]  # six entries, and not the rebuy that nobody paid
    # his own entry, no cent of the house's
    assert wallet_balance(entry.player_id, unit="BRL") == 12_000
    assert tournament_balance(AccountKind.HOUSE, tournament_id=rebuys) == 0
    assert tournament_balance(AccountKind.OWED, tournament_id=rebuys) == 0
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=rebuys) == 0
    assert sum(Repayment.objects.values_list("amount_cents", flat=True)) == 72_000
    level(rebuys)
    # and nothing is owed again in a tournament that went back
    with cast.unchanged():
        desk(ana, rebuys, "owe-again", **given)
    with cast.refused("tournament_cancelled", rule="PT-T.36"):
        cast.say(undo_debt, by=house.ana, debt_id=debt.pk)


@pytest.mark.rule("ADTP.27")
@pytest.mark.parametrize("settled", ["written off", "paid"])
def test_a_rebuy_taken_back_gives_back_what_came_in(house, rebuys, settled):  # noqa: F811
    ana = as_(house.ana)
    entry, _at = first(rebuys)
    pool = tournament_balance(AccountKind.PRIZE_POOL, tournament_id=rebuys)
    fees = tournament_balance(AccountKind.HOUSE, tournament_id=rebuys)
    press(ana, rebuys, "announce-rebuy", entry_id=entry.pk)
    bought = Purchase.objects.get()
    given = {"player_id": entry.player_id, "debt_id": bought.pk}
    if settled == "paid":
        desk(ana, rebuys, "pay-debt", method="debit", **given)
    else:
        desk(ana, rebuys, "write-off", reason="Left without paying", **given)
    page = desk(ana, rebuys, "undo-purchase", player_id=entry.player_id, purchase_id=bought.pk, hand_back="1")
    told = (
        "Undone. Give R$31.50 back to the debit card, at the card machine."
        if settled == "paid"
        else "no money had come in"
    )
    assert told in page
    # what the card gave went back to the card, not into the balance as well
    assert wallet_balance(entry.player_id, unit="BRL") == 0
    assert money_view(rebuys).taken_cents.get("debit", 0) == 0
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=rebuys) == pool
    assert tournament_balance(AccountKind.HOUSE, tournament_id=rebuys) == fees
    assert tournament_balance(AccountKind.OWED, tournament_id=rebuys) == 0
    level(rebuys)
    with cast.unchanged():
        desk(ana, rebuys, "owe-again", **given)


@pytest.mark.rule("ADTP.27")
def test_a_paid_rebuy_taken_back_may_stay_in_the_balance(house, rebuys):  # noqa: F811
    entry, _at = first(rebuys)
    press(as_(house.ana), rebuys, "announce-rebuy", entry_id=entry.pk)
    bought = Purchase.objects.get()
    cast.say(pay_debt, by=house.desi, debt_id=bought.pk, method="debit")
    done = cast.say(undo_purchase, by=house.desi, purchase_id=bought.pk)
    assert done["refund_cents"] == wallet_balance(entry.player_id, unit="BRL") == 3_150
    assert tournament_balance(AccountKind.OWED, tournament_id=rebuys) == 0
    level(rebuys)


@pytest.mark.rule("ADTP.27", "SCPT.L")
def test_who_is_paid_out_is_told_of_prizes_and_of_what_is_owed(house, rebuys):  # noqa: F811
    ana, desi = as_(house.ana), as_(house.desi)
    won = house.started(
        "turbo-8max", entries=3, starts_at=cast.START, late_registration_level=0, re_entries_per_player=0
    )
    down_to(house, won, 1)
    cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=won)
    prize = Award.objects.get(tournament_id=won, place=1)
    name = Tournament.objects.get(pk=won).name
    page = desi.get(f"/desk/{rebuys}/?player={prize.player_id}").content.decode()
    amount = money(prize.amount_cents, "BRL")
    assert f"{amount} of it is the prize for 1st place in {name}, which is not marked as paid out." in page
    assert f'href="/director/{won}/prizes/"' in page
    press(ana, won, "pay", award_id=prize.pk, method="cash")
    assert "of it is the prize" not in desi.get(f"/desk/{rebuys}/?player={prize.player_id}").content.decode()
    # what is owed in one tournament is told at the desk of every other
    entry, _at = first(rebuys)
    press(ana, rebuys, "announce-rebuy", entry_id=entry.pk)
    owes = f"Owes R$30.00 for a rebuy in {Tournament.objects.get(pk=rebuys).name}."
    here = desi.get(f"/desk/{rebuys}/?player={entry.player_id}").content.decode()
    there = desi.get(f"/desk/{won}/?player={entry.player_id}").content.decode()
    assert owes in here and owes in there
    assert f'href="/desk/{rebuys}/?player={entry.player_id}"' in there
    desk(desi, rebuys, "pay-debt", player_id=entry.player_id, debt_id=Debt.objects.get().pk, method="cash")
    assert "Owes R$" not in desi.get(f"/desk/{won}/?player={entry.player_id}").content.decode()


def test_one_more_rebuy_is_no_payment_of_the_one_that_is_owed(house):  # noqa: F811
    tournament = house.started(
        "turbo-8max", entries=6, starts_at=cast.START, rebuy={**REBUY, "per_player": None}
    )
    entry, at = first(tournament)
    path = f"/desk/{tournament}/?player={entry.player_id}"
    desi = as_(house.desi)
    told = words(desi.get(path).content.decode())
    assert "Paid: rebuy" in told and "One more rebuy" not in told
    press(as_(house.ana), tournament, "bust", bust=f"{at} rebuys")
    told = words(desi.get(path).content.decode())
    assert "Paid: the owed rebuy" in told and "Paid: one more rebuy" in told and "Paid: rebuy" not in told


@pytest.mark.rule("ADTP.27", "SCPT.D")
def test_what_is_owed_has_no_valid_receipt_before_it_is_paid(house, rebuys):  # noqa: F811
    ana, desi = as_(house.ana), as_(house.desi)
    entry, _at = first(rebuys)
    press(ana, rebuys, "announce-rebuy", entry_id=entry.pk)
    bought = Purchase.objects.get()

    def paper():
        return words(desi.get(f"/desk/{rebuys}/receipts/{bought.receipt}/").content.decode())

    def checked():
        return words(
            Client(headers={"accept-language": "en"})
            .get("/receipts/", {"number": bought.receipt})
            .content.decode()
        )

    assert "Not paid yet : this is no receipt before the desk has the money." in paper()
    assert "Announced" in paper() and " Paid " not in paper().split("Method")[1]
    assert "Not paid yet: the desk still waits for the money." in checked() and "valid" not in checked()
    later = bought.at + timedelta(minutes=7)
    debt = Debt.objects.get()
    cast.say(pay_debt, by=house.desi, at=later, debt_id=debt.pk, method="cash")
    assert "Not paid yet" not in paper() and receipt_view(bought.receipt).at == later
    assert "This receipt is valid." in checked()
    assert [one.at for one in receipts_of_player(entry.player_id)][0] == later
    cast.say(undo_debt, by=house.desi, at=later, debt_id=debt.pk)
    assert "Not paid yet" in paper()
    cast.say(write_off_debt, by=house.ana, at=later, debt_id=debt.pk, reason="Friend of the house.")
    assert "Written off : the house bears it." in paper() and "Never paid: the house bears it." in checked()


@pytest.mark.rule("ADTP.27")
def test_who_owes_is_told_of_at_the_bust_the_desk_and_the_prize(house, rebuys):  # noqa: F811
    ana, desi = as_(house.ana), as_(house.desi)
    entries = list(Entry.objects.filter(tournament_id=rebuys).order_by("pk"))
    for entry in entries:
        press(ana, rebuys, "announce-rebuy", entry_id=entry.pk)
    out, at = first(rebuys)
    toast = press(ana, rebuys, "bust", bust=at)
    assert f"{out.player.public_name} owes R$30.00 at the desk." in toast["text"]
    # the debt first, and Enter sells no re-entry
    page = desi.get(f"/desk/{rebuys}/?player={out.player_id}").content.decode()
    card = page.split('id="p-t"')[1]
    assert card.index("Paid: the owed rebuy") < card.index("Paid: re-entry")
    assert "autofocus" not in card.split("Paid: the owed rebuy")[1].split("Paid: re-entry")[0]
    cast.say(close_entries, by=house.ana, at=cast.after(hours=2), tournament_id=rebuys)
    down_to(house, rebuys, 1)
    cast.say(finish_tournament, by=house.ana, at=cast.after(hours=3), tournament_id=rebuys)
    prize = Award.objects.get(tournament_id=rebuys, place=1)
    page = ana.get(f"/director/{rebuys}/prizes/").content.decode()
    row = page.split(f'data-award="{prize.pk}"')[1].split("</tr>")[0]
    assert "Owes R$30.00 A rebuy that is not paid: take it before you pay." in words(row)
    assert f"{prize.player.public_name} owes the house R$30.00. Pay " in html.unescape(row).replace(
        "\xa0", " "
    )
    several = words(ana.get(f"/director/{rebuys}/prizes/pay/?all=1").content.decode())
    assert "Owes R$30.00: a rebuy that is not paid. Take it first." in several
    cast.say(
        pay_debt,
        by=house.desi,
        at=cast.after(hours=3),
        debt_id=Debt.objects.get(player_id=prize.player_id).pk,
        method="cash",
    )
    page = ana.get(f"/director/{rebuys}/prizes/").content.decode()
    assert "Owes" not in page.split(f'data-award="{prize.pk}"')[1].split("</tr>")[0]
