"""The takings of a night: every cent that went over the counter, once, beside who took or paid it."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction

from access import moment
from ledger.models import Transfer
from ledger.operations import reverse
from ledger.queries import wallet_balance
from payouts.commands.pay_award import pay_award
from payouts.commands.undo_payment import undo_payment
from payouts.models import Award
from payouts.queries.takings import night_at
from rules.accounts import METHOD_ACCOUNT, TransferId
from tests import cast
from tests.payouts.room import finish
from tests.web.desk.test_desk import as_, deal, house, open_one, text
from tournaments.commands.register_player import register_player
from tournaments.models import Entry, Registration, Tournament

__all__ = ["house", "open_one"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.E", "SCPT.L")]
PLACES = {kind.value for kind in METHOD_ACCOUNT.values()}


def rows(page, title):
    """The lines of one table as plain words."""
    part = page.split(f'id="{title}"')[1].split("</table>")[0]
    found = {}
    for row in re.findall(r"<tr>(.*?)</tr>", part, re.S):
        cells = [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)
        ]
        found[cells[0]] = cells[1:]
    return found


def pairs(part):
    """What stands beside what in a list of terms, as it reads."""

    def words(cell):
        return " ".join(re.sub(r"<[^>]+>", " ", cell).replace("\xa0", " ").split())

    return [
        (words(name), words(value))
        for name, value in re.findall(r"<dt[^>]*>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", part, re.S)
    ]


def test_a_night_by_method_and_by_cashier(house, open_one):
    desk, ana = as_(house.desi), as_(house.ana)
    one, other = house.player("Rui Barbosa"), house.player("Ana Terra")
    for client, player, method in ((desk, one, "cash"), (ana, other, "credit")):
        deal(client, open_one, "register", player_id=player, method=method)
    deal(desk, open_one, "deposit", player_id=one, amount="100", method="cash")
    deal(desk, open_one, "deposit", player_id=other, amount="30", method="transfer", reference="E123")
    deal(ana, open_one, "withdraw", player_id=one, amount="40", method="cash", reference="x")
    address = f"/director/venues/{house.venue_id}/takings/"
    page = text(desk.get(address))
    what, who = rows(page, "ta-what"), rows(page, "ta-who")
    # R$ 120 in cash, and by card a tenth more
    assert what["What"] == ["Count", "Cash", "Credit card", "Transfer", "In", "Out", "Net"]
    assert what["Entries and purchases"] == [
        "2", "R$120.00", "R$132.00", "–", "R$252.00", "R$0.00", "R$252.00",
    ]  # fmt: skip
    assert what["Deposits into balances"] == [
        "2", "R$100.00", "–", "R$30.00", "R$130.00", "R$0.00", "R$130.00",
    ]  # fmt: skip
    assert what["Withdrawals from balances"][1:] == ["−R$40.00", "–", "–", "R$0.00", "R$40.00", "−R$40.00"]
    assert who["Ana"] == ["2", "−R$40.00", "R$132.00", "–", "R$132.00", "R$40.00", "R$92.00"]
    assert who["Desi"] == ["3", "R$220.00", "–", "R$30.00", "R$250.00", "R$0.00", "R$250.00"]
    assert (
        what["Sum"]
        == who["Sum"]
        == ["5", "R$180.00", "R$132.00", "R$30.00", "R$382.00", "R$40.00", "R$342.00"]
    )
    # what the books say of the same places
    stands = 0
    for transfer in Transfer.objects.select_related("debit_account", "credit_account"):
        into, out = transfer.debit_account.kind in PLACES, transfer.credit_account.kind in PLACES
        stands += (into - out) * transfer.amount_cents
    assert stands == 342_00
    assert "<strong>R$180.00</strong> beyond the float" in page
    assert f'href="{address}"' in text(desk.get(f"/desk/{open_one}/"))

    # bought from the balance: no money moved. Taken back the same night: it never came
    third = house.player("Zeca Pagodinho")
    deal(desk, open_one, "deposit", player_id=third, amount="120", method="cash")
    deal(desk, open_one, "register", player_id=third, method="balance")
    page = text(desk.get(address))
    assert rows(page, "ta-what")["Entries and purchases"][0] == "2"
    assert rows(page, "ta-who")["Sum"][0] == "6"
    deal(desk, open_one, "deposit", player_id=one, amount="999", method="cash")
    slip = Transfer.objects.latest("id")
    with transaction.atomic():
        reverse([TransferId(slip.pk)], at=slip.at + timedelta(seconds=1), command_id=slip.command_id)
    again = text(desk.get(address))
    assert rows(again, "ta-who") == rows(page, "ta-who")


def test_each_night_alone_and_for_those_who_see_money(house, open_one):
    house.deposit(house.player("Rui Barbosa"), 5_000, at=cast.OPEN)
    # until six in the morning it is still the night before
    here = (cast.OPEN.astimezone(ZoneInfo("America/Sao_Paulo")) - timedelta(hours=6)).date()
    address = f"/director/venues/{house.venue_id}/takings/"
    desk = as_(house.desi)
    for day, there in ((here, True), (here - timedelta(days=1), False), (here + timedelta(days=1), False)):
        page = text(desk.get(f"{address}?day={day}"))
        assert ("Nothing went over the counter" in page) is not there, day
    assert desk.get(f"{address}?day=tomorrow").status_code in (200, 409)
    for nobody in (house.bruno, house.dora):
        assert as_(nobody).get(address).status_code == 403
    asked = f"/api/venues/{house.venue_id}/takings"
    night = {"day": str(here)}
    found = desk.get(asked, night).json()
    assert [(row["what"], row["method"], row["in_cents"]) for row in found["rows"]] == [
        ("deposit", "cash", 5_000)
    ]
    assert as_(house.dora).get(asked, night).status_code == 403


def test_a_sale_handed_back_came_and_went(house, open_one):
    """The card machine has both slips, and so has the night."""
    desk, ana = as_(house.desi), as_(house.ana)
    one, other = house.player("Rui Barbosa"), house.player("Ana Terra")
    for player, method in ((one, "credit"), (other, "cash")):
        deal(desk, open_one, "register", player_id=player, method=method)
    address = f"/director/venues/{house.venue_id}/takings/"
    sold = rows(text(desk.get(address)), "ta-what")
    for player, handed in ((one, {"hand_back": "1"}), (other, {})):
        entry = Entry.objects.get(tournament_id=open_one, player_id=player)
        deal(
            ana, open_one, "cancel", player_id=player, registration_id=entry.registration_id, reason="ill",
            **handed,
        )  # fmt: skip
    page = text(desk.get(address))
    what, who = rows(page, "ta-what"), rows(page, "ta-who")
    # what came: as before. What went: by card. The cash stayed, as a balance
    assert what["Entries and purchases"] == sold["Entries and purchases"]
    assert sold["Entries and purchases"][0] == "2"
    assert what["Handed back after a cancellation"] == [
        "1", "–", "−R$132.00", "R$0.00", "R$132.00", "−R$132.00",
    ]  # fmt: skip
    assert what["Sum"] == ["3", "R$120.00", "R$0.00", "R$252.00", "R$132.00", "R$120.00"]
    assert who["Ana"] == ["1", "–", "−R$132.00", "R$0.00", "R$132.00", "−R$132.00"]
    assert who["Desi"] == ["2", "R$120.00", "R$132.00", "R$252.00", "R$0.00", "R$252.00"]
    assert "<strong>R$120.00</strong> beyond the float" in page
    found = desk.get(f"/api/venues/{house.venue_id}/takings").json()["rows"]
    assert {(row["what"], row["method"], row["in_cents"], row["out_cents"]) for row in found} == {
        ("sold", "credit", 132_00, 0),
        ("sold", "cash", 120_00, 0),
        ("handed_back", "credit", 0, 132_00),
    }


@pytest.mark.rule("SCPT.I")
def test_what_is_cancelled_and_stays_in_the_balance_is_the_line_between_received_and_drawer(house, open_one):
    """A tournament says what it received for sales; the drawer has the money of a cancelled entry, too."""
    desk, ana = as_(house.desi), as_(house.ana)
    stays, goes, sits, rich = (
        house.player(name) for name in ("Rui Barbosa", "Ana Terra", "Caio Prado", "Eva Cunha")
    )
    for player in (stays, goes, sits):
        deal(desk, open_one, "register", player_id=player, method="cash")
    deal(desk, open_one, "deposit", player_id=rich, amount="120", method="transfer", reference="E1")
    deal(desk, open_one, "register", player_id=rich, method="balance")
    takings, entries = f"/director/venues/{house.venue_id}/takings/", f"/director/{open_one}/entries/"
    assert 'id="counter"' not in text(ana.get(entries)) and 'id="ta-kept"' not in text(desk.get(takings))
    for player, handed in ((stays, {}), (goes, {"hand_back": "1"})):
        entry = Entry.objects.get(tournament_id=open_one, player_id=player)
        deal(
            ana, open_one, "cancel", player_id=player, registration_id=entry.registration_id, reason="ill", **handed
        )  # fmt: skip
    way = [
        ("Received for sales", "R$240.00"),
        ("Paid from balances", "−R$120.00"),
        ("Cancelled since, left in the balances: Cash", "R$120.00"),
        ("Over the counter", "R$240.00"),
    ]
    page = text(ana.get(entries))
    assert pairs(page.split('id="counter"')[1].split("</dl>")[0]) == way and f'href="{takings}"' in page
    totals = pairs(text(ana.get(f"/director/{open_one}/")).split('id="totals"')[1].split("</dl>")[0])
    assert totals[-4:] == way
    # the desk says it beside what it has taken
    taken = pairs(text(desk.get(f"/desk/{open_one}/")).split('id="to-t"')[1].split("</dl>")[0])
    assert ("Besides, cancelled since and left in the balances: Cash", "R$120.00") in taken
    # and the night names the tournament: sold 360, handed back 120, of which 120 lie in a balance
    night = text(desk.get(takings))
    assert "<strong>R$240.00</strong> beyond the float" in night
    assert pairs(night.split('id="ta-kept"')[1].split("</dl>")[0]) == [
        (f"{Tournament.objects.get(pk=open_one).name} 1 · Cash", "R$120.00")
    ]
    # who gets it at the counter after all takes it out of a balance: the drawer has less, the line stays
    deal(desk, open_one, "withdraw", player_id=stays, amount="120", method="cash", reference="x")
    night = text(desk.get(takings))
    assert "<strong>R$120.00</strong> beyond the float" in night and 'id="ta-kept"' in night
    cast.books_balance()


def test_what_was_paid_ahead_and_cancelled_is_in_that_line_and_what_waits_is_not(house, open_one):
    desk = as_(house.desi)
    waits, gone = (house.player(name, checked=False) for name in ("Rui Barbosa", "Ana Terra"))
    for player in (waits, gone):
        cast.say(
            register_player, by=house.desi, at=moment.at(), tournament_id=open_one, player_id=player, method="cash",
            terms_version="1",
        )  # fmt: skip
        asked = Registration.objects.get(tournament_id=open_one, player_id=player)
        deal(desk, open_one, "money", player_id=player, registration_id=asked.pk, method="cash")
    takings = f"/director/venues/{house.venue_id}/takings/"
    assert 'id="ta-kept"' not in text(desk.get(takings))
    deal(as_(house.ana), open_one, "cancel", player_id=gone, registration_id=asked.pk, reason="ill")
    line = text(desk.get(takings)).split('id="ta-kept"')[1].split("</dl>")[0]
    assert [cents for _name, cents in pairs(line)] == ["R$120.00"]
    way = pairs(
        text(as_(house.ana).get(f"/director/{open_one}/entries/")).split('id="counter"')[1].split("</dl>")[0]
    )
    assert way == [
        ("Received for sales", "R$120.00"),
        ("Cancelled since, left in the balances: Cash", "R$120.00"),
        ("Over the counter", "R$240.00"),
    ]


def test_money_paid_ahead_comes_once(house, open_one):
    """It goes into the entry by a transfer back and a new one: nothing crosses the counter a second time."""
    desk = as_(house.desi)
    player = house.player("Rui Barbosa", checked=False)
    cast.say(
        register_player, by=house.desi, at=moment.at(), tournament_id=open_one, player_id=player, method="cash",
        terms_version="1",
    )  # fmt: skip
    asked = Registration.objects.get(tournament_id=open_one, player_id=player)
    where = {"player_id": player, "registration_id": asked.pk}
    deal(desk, open_one, "money", **where, method="credit")
    address = f"/director/venues/{house.venue_id}/takings/"
    before = rows(text(desk.get(address)), "ta-what")
    assert before["Entries and purchases"] == ["1", "R$132.00", "R$132.00", "R$0.00", "R$132.00"]
    deal(
        desk, open_one, "check", player_id=player, document_kind="rg", document_number="12345678",
        birth_date="1990-01-02",
    )  # fmt: skip
    deal(desk, open_one, "confirm", **where, method="credit")
    assert Entry.objects.filter(tournament_id=open_one, player_id=player).exists()
    assert rows(text(desk.get(address)), "ta-what") == before


def test_a_payment_that_is_taken_back_is_handed_back_or_stays_in_the_balance(house, open_one):
    ana = as_(house.ana)
    for name, more, left in (("Rui Barbosa", {"hand_back": "1"}, 0), ("Ana Terra", {}, 120_00)):
        player, number = house.player(name), uuid.uuid4()
        deal(as_(house.desi), open_one, "register", number, player_id=player, method="transfer")
        told = text(ana.get(f"/undo/{number}/"))
        assert f"The registration is cancelled: to play, {name} registers again." in told
        assert re.search(
            r'name="hand_back" value="1"\s*>\s*R\$120.00 are handed back now, the way they were paid', told
        )
        undo = {"command_id": str(uuid.uuid4()), "reason": "cannot play", **more}
        assert ana.post(f"/undo/{number}/", undo).status_code == 302
        assert wallet_balance(player, unit=house.currency) == left
    cast.books_balance()
    page = text(ana.get(f"/director/venues/{house.venue_id}/takings/"))
    # what stays is in a balance; the other came and went
    assert rows(page, "ta-what")["Sum"][-3:] == ["R$240.00", "R$120.00", "R$120.00"]


def test_nothing_of_a_test_is_of_the_night_neither_what_came_nor_its_prizes(house):
    test = house.started(
        "turbo-8max", entries=3, practice=True, late_registration_level=0, re_entries_per_player=0
    )
    finish(house, test)
    award = Award.objects.filter(tournament_id=test).order_by("place")[0]
    paid = {"by": house.ana, "at": cast.after(hours=4), "award_id": award.pk}
    cast.say(pay_award, **paid, method="cash")
    assert Transfer.objects.filter(kind="prize_payment").count() == 1
    # taken back two nights later, where what was paid on a night before counts
    cast.say(undo_payment, **{**paid, "at": cast.after(hours=52)})
    for at in (cast.after(hours=4), cast.after(hours=52)):
        night = night_at(at, zone="America/Sao_Paulo").isoformat()
        seen = as_(house.ana).get(f"/api/venues/{house.venue_id}/takings", {"day": night}).json()
        assert seen["rows"] == [], night


def test_where_more_cash_left_than_came_the_page_says_what_is_missing_from_the_float(house, open_one):
    desk, player = as_(house.desi), house.player("Rui Barbosa")
    deal(desk, open_one, "deposit", player_id=player, amount="100", method="transfer", reference="E1")
    deal(desk, open_one, "withdraw", player_id=player, amount="40", method="cash", reference="x")
    page = text(as_(house.ana).get(f"/director/venues/{house.venue_id}/takings/"))
    assert "<strong>R$40.00</strong> is missing from the float the drawer began with" in page
    assert "beyond the float" not in page
