"""Out of chips and in again: a rebuy announced at the table binds, is dealt in, and is owed until the desk has it."""

from __future__ import annotations

import html
import re

import pytest

from ledger.facts import AccountKind
from ledger.queries import tournament_balance, wallet_balance
from payouts.queries import money_view
from rules.entries import simple_split
from tables.models import Seat
from tests import cast
from tests.web.test_director import as_, house, press  # noqa: F401
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.close_entries import close_entries
from tournaments.models import Debt, Entry, Field, Purchase

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


def drawer(page):
    """What the desk has taken, in words."""
    card = page.split('id="to-t"')[1].split("</section>")[0].split("</h2>")[1]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", card)).replace("\xa0", " ").split())


def desk(client, tournament, what, **values):
    return client.post(
        f"/desk/{tournament}/do/{what}/", {"command_id": str(cast.new_id()), **values}, follow=True
    ).content.decode()


@pytest.mark.rule("ADTP.27")
def test_a_typed_rebuy_keeps_the_seat_is_dealt_in_and_owed_until_paid(house, rebuys):  # noqa: F811
    ana, desi = as_(house.ana), as_(house.desi)
    entry, at = first(rebuys)
    before = Field.objects.get(pk=rebuys)
    pool = tournament_balance(AccountKind.PRIZE_POOL, rebuys)
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
    assert tournament_balance(AccountKind.PRIZE_POOL, rebuys) == pool + 2_500
    assert tournament_balance(AccountKind.OWED, rebuys) == -3_000
    assert wallet_balance(entry.player_id, unit="BRL") == 0
    level(rebuys)
    # whoever looks sees it: dashboard, desk, phone
    assert 'data-need="rebuys-owed"' in ana.get(f"/director/{rebuys}/now/").content.decode()
    page = desi.get(f"/desk/{rebuys}/?player={entry.player_id}").content.decode()
    assert 'id="owed"' in page and "Paid: the owed rebuy" in page
    # owed is not taken: six entries are the sum, the rebuy stands below it
    assert drawer(page) == "Cash R$720.00 Sum R$720.00 Owed, not taken yet R$30.00"
    # one a player: the next is refused and changes nothing
    with cast.unchanged():
        assert press(ana, rebuys, "bust", bust=f"{at} rebuy")["kind"] == "refused"
    # paid by card: the surcharge of the method comes on top
    debt = Debt.objects.get()
    page = desk(desi, rebuys, "pay-debt", player_id=entry.player_id, debt_id=debt.pk, method="debit")
    assert "Paid: the rebuy is no longer owed." in page
    assert drawer(page) == "Cash R$720.00 Debit card R$31.50 Sum R$751.50"
    debt.refresh_from_db()
    assert (debt.state, debt.method) == ("paid", "debit")
    assert Purchase.objects.get().surcharge_cents == 150
    assert tournament_balance(AccountKind.OWED, rebuys) == 0
    assert money_view(rebuys).taken_cents["debit"] == 3_150
    level(rebuys)
    assert 'data-need="rebuys-owed"' not in ana.get(f"/director/{rebuys}/now/").content.decode()
    with cast.unchanged():
        desk(desi, rebuys, "pay-debt", player_id=entry.player_id, debt_id=debt.pk, method="cash")
    # taken back: owed again
    desk(desi, rebuys, "owe-again", player_id=entry.player_id, debt_id=debt.pk)
    assert tournament_balance(AccountKind.OWED, rebuys) == -3_000
    assert money_view(rebuys).taken_cents.get("debit", 0) == 0
    level(rebuys)


@pytest.mark.rule("ADTP.27")
def test_the_undo_takes_chips_and_debt_back(house, rebuys):  # noqa: F811
    bruno = as_(house.bruno)
    entry, at = first(rebuys)
    table, seat = at.split("-")
    sheet = bruno.get(f"/director/{rebuys}/tables/{table}/seats/{seat}/", **HTMX).content.decode()
    assert "Out of chips, rebuys" in sheet
    pool = tournament_balance(AccountKind.PRIZE_POOL, rebuys)
    toast = press(bruno, rebuys, "announce-rebuy", entry_id=entry.pk)
    bruno.post(toast["undo"], {"command_id": str(cast.new_id())}, **HTMX)
    assert Debt.objects.get().state == "taken_back" and Field.objects.get(pk=rebuys).rebuys == 0
    assert tournament_balance(AccountKind.PRIZE_POOL, rebuys) == pool
    assert tournament_balance(AccountKind.OWED, rebuys) == 0
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
    fee = tournament_balance(AccountKind.HOUSE, rebuys)
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
    desk(ana, rebuys, "write-off", reason="Saiu sem pagar", **given)
    debt.refresh_from_db()
    assert (debt.state, debt.reason) == ("written_off", "Saiu sem pagar")
    assert tournament_balance(AccountKind.HOUSE, rebuys) == fee - 3_000
    assert tournament_balance(AccountKind.OWED, rebuys) == 0
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
