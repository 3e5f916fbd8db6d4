"""A payment that was marked by mistake: no money had come, or it came and stays; each told as it is."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest

from config import readers
from dispatch import relay
from dispatch.models import Fact
from dispatch.readers import begin, read_once
from ledger.queries import tournament_money, venue_accounts, wallet_balance
from people.commands.check_identity import check_identity
from rules.accounts import AccountKind
from tests import cast
from tests.web.desk.test_desk import as_, deal, house, open_one, text
from tests.web.director.test_director import running
from tournaments.commands.record_payment import record_payment
from tournaments.commands.register_player import register_player
from tournaments.commands.strike_payment import strike_payment
from tournaments.models import Entry, Registration, Slot

__all__ = ["house", "open_one"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.D", "SCPT.E")]


def asked_for(house, tournament):
    """Caio registers on the phone, to pay by PIX."""
    made = cast.say(
        register_player,
        by=house.caio,
        at=datetime.now(UTC),
        tournament_id=tournament,
        player_id=house.caio.player_id,
        method="transfer",
        terms_version="1",
    )
    return Registration.objects.get(pk=made["registration_id"])


def confirmed(house, tournament):
    registration = asked_for(house, tournament)
    cast.say(
        check_identity,
        by=house.desi,
        player_id=house.caio.player_id,
        venue_id=house.venue_id,
        document_kind="rg",
        document_number="12345678",
    )
    deal(
        as_(house.desi),
        tournament,
        "confirm",
        registration_id=registration.pk,
        player_id=registration.player_id,
        method="transfer",
    )
    entry = Entry.objects.get(registration=registration)
    registration.refresh_from_db()
    return registration, entry


def undo_page_of(entry):
    return f"/undo/{Fact.objects.get(kind='entry_paid', body__entry_id=entry.pk).command_id}/"


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(text(answer)).replace("\xa0", " ")).split())


def bank(house):
    held = {view.kind: -cents for view, cents in venue_accounts(house.venue_id)}
    return held.get(AccountKind.BANK, 0)


def sealed():
    while relay.seal():
        pass


def told(house):
    """What stands on Caio's page once the workers have read."""
    sealed()
    read_once(readers.notices_reader())
    return words(as_(house.caio).get("/me/"))


def test_no_money_had_come_the_payment_is_struck_and_the_registration_waits_again(house, open_one):
    begin(readers.notices_reader())
    desk = as_(house.desi)
    stood = bank(house)
    registration, entry = confirmed(house, open_one)
    assert registration.state == "confirmed" and tournament_money(open_one).taken_cents == {
        "transfer": 12_000
    }
    page = words(desk.get(undo_page_of(entry)))
    assert "No money had come R$120.00 (Transfer) is struck and counts in no sum." in page
    assert "waits for its payment again, and the player is told." in page
    assert "The money came" in page and "R$120.00 are handed back now, the way they were paid" in page
    assert "Otherwise the money goes into the player's balance." in page

    answer = deal(desk, open_one, "strike", registration_id=registration.pk)
    assert "R$120.00 struck: nothing had come. The registration waits for its payment again." in words(answer)
    registration.refresh_from_db()
    entry.refresh_from_db()
    assert (registration.state, registration.paid_at, entry.state) == ("pending", None, "cancelled")
    assert wallet_balance(house.caio.player_id, unit="BRL") == 0
    assert tournament_money(open_one).taken_cents.get("transfer", 0) == 0
    assert tournament_money(open_one).prize_pool_cents == 0
    assert bank(house) == stood
    assert not Slot.objects.filter(tournament_id=open_one, entry__isnull=False).exists()
    cast.books_balance()
    # the night has it in no sum, and nobody is told of money that came back
    night = text(desk.get(f"/director/venues/{house.venue_id}/takings/"))
    assert "Nothing went over the counter" in night
    assert cast.facts(open_one, kind="entry_refunded") == []
    [fact] = cast.facts(open_one, kind="payment_struck")
    assert (fact["struck_cents"], fact["receipt"]) == (12_000, entry.receipt)

    # neither the paper nor the card says that money came, or went back
    paper = words(desk.get(f"/desk/{open_one}/receipts/{entry.receipt}/"))
    assert "Void : nothing had been paid. The number stays." in paper and "Reversed" not in paper
    check = words(as_(house.dora).get("/receipts/", {"number": entry.receipt}))
    assert "This receipt is void: nothing had been paid." in check
    assert "Receipts of money paid in and out" not in text(
        desk.get(f"/desk/{open_one}/?player={registration.player_id}")
    )

    page = told(house)
    assert "Your payment is struck" in page and "R$120.00 (Transfer) had not come" in page
    assert f"Receipt {entry.receipt} is void." in page

    # the phone waits for the payment as before, and it can be paid again
    phone = words(as_(house.caio).get(f"/play/{open_one}/"))
    assert "You are in" not in phone and registration.code in phone
    card = text(desk.get(f"/desk/{open_one}/?player={registration.player_id}"))
    assert f'action="/desk/{open_one}/do/confirm/"' in card and "/do/register/" not in card
    assert f'name="registration_id" value="{registration.pk}"' in card
    tags = card.split('<p class="sale-tags">')[1].split("</p>")[0]
    assert registration.code in tags and "cancelled" not in tags
    deal(
        desk,
        open_one,
        "confirm",
        registration_id=registration.pk,
        player_id=registration.player_id,
        method="cash",
    )
    again = Entry.objects.exclude(state="cancelled").get(registration=registration)
    assert (again.method, again.ordinal) == ("cash", 1)
    cast.books_balance()
    sealed()
    line = words(as_(house.ana).get(f"/director/{open_one}/history/?only=money"))
    assert "Payment struck: nothing had come" in line and "R$120.00 · Transfer" in line


def test_the_money_came_and_goes_into_the_balance(house, open_one):
    begin(readers.notices_reader())
    registration, entry = confirmed(house, open_one)
    as_(house.ana).post(undo_page_of(entry), {"command_id": str(uuid.uuid4()), "reason": "Cannot play."})
    registration.refresh_from_db()
    assert registration.state == "cancelled"
    assert wallet_balance(house.caio.player_id, unit="BRL") == 12_000
    page = told(house)
    assert "The house has cancelled your entry" in page and "R$120.00. It went into your balance." in page
    cast.books_balance()


def test_struck_once_only_and_never_what_the_balance_paid(house, open_one):
    registration, _entry = confirmed(house, open_one)
    deal(as_(house.desi), open_one, "strike", registration_id=registration.pk)
    with cast.refused("nothing_to_strike", rule="SCPT.D"):
        cast.say(
            strike_payment, by=house.desi, at=datetime.now(UTC), registration_id=registration.pk, reason=""
        )
    player = house.player("Zeca Pagodinho")
    house.deposit(player, 12_000)
    deal(as_(house.desi), open_one, "register", player_id=player, method="balance")
    paid = Registration.objects.get(player_id=player)
    assert "No money had come" not in words(
        as_(house.desi).get(undo_page_of(Entry.objects.get(registration=paid)))
    )
    with cast.refused("nothing_to_strike", rule="SCPT.D"):
        cast.say(strike_payment, by=house.desi, at=datetime.now(UTC), registration_id=paid.pk)
    with cast.refused("forbidden"):
        cast.say(strike_payment, by=house.bruno, at=datetime.now(UTC), registration_id=paid.pk)


def test_what_was_noted_before_the_document_was_seen_is_struck_too(house, open_one):
    registration = asked_for(house, open_one)
    cast.say(
        record_payment,
        by=house.desi,
        at=datetime.now(UTC),
        registration_id=registration.pk,
        method="cash",
    )
    number = Fact.objects.get(kind="payment_noted").command_id
    desk = as_(house.desi)
    assert "R$120.00 (Cash) is struck and counts in no sum." in words(desk.get(f"/undo/{number}/"))
    deal(desk, open_one, "strike", registration_id=registration.pk)
    registration.refresh_from_db()
    assert (registration.state, registration.paid_at) == ("pending", None)
    assert wallet_balance(house.caio.player_id, unit="BRL") == 0
    assert "Nothing went over the counter" in text(desk.get(f"/director/venues/{house.venue_id}/takings/"))
    sealed()
    assert f"/undo/{number}/" not in text(as_(house.ana).get(f"/director/{open_one}/history/"))
    cast.books_balance()


@pytest.mark.rule("SCPT.I")
def test_while_it_runs_the_director_strikes_with_a_reason(house):
    tournament = running(house, entries=9, template="turbo-8max")
    made = house.enter(tournament, at=datetime.now(UTC))
    entry = Entry.objects.get(pk=made["entry_id"])
    assert "No money had come" not in words(as_(house.desi).get(undo_page_of(entry)))
    with cast.refused("strike_by_director_only", rule="SCPT.I"):
        cast.say(strike_payment, by=house.desi, at=datetime.now(UTC), registration_id=made["registration_id"])
    page = text(as_(house.ana).get(undo_page_of(entry)))
    struck = page[page.index('id="struck"') : page.index('id="why-struck"')]
    assert "20,000 chips leave play." in struck
    deal(
        as_(house.ana), tournament, "strike", registration_id=made["registration_id"], reason="No cash came."
    )
    entry.refresh_from_db()
    assert entry.state == "cancelled" and not hasattr(entry, "seat")
    assert Registration.objects.get(pk=made["registration_id"]).state == "pending"
    cast.books_balance()


def test_on_another_night_it_is_a_correction(house, open_one):
    registration, entry = confirmed(house, open_one)
    later = entry.paid_at + timedelta(days=1)
    cast.say(strike_payment, by=house.desi, at=later, registration_id=registration.pk)
    found = []
    for at in (entry.paid_at, later):
        day = (at.astimezone(ZoneInfo("America/Sao_Paulo")) - timedelta(hours=6)).date()
        night = as_(house.desi).get(f"/api/venues/{house.venue_id}/takings", {"day": str(day)}).json()
        found += [(row["what"], row["in_cents"], row["out_cents"]) for row in night["rows"]]
    assert found == [("sold", 12_000, 0), ("correction", 0, 12_000)]
