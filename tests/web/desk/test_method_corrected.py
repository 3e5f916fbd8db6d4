"""An entry that was booked by another way than it was paid: put right, and the seat stays."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from dispatch import relay
from dispatch.facts import CommandId
from dispatch.models import Fact
from ledger.queries import tournament_money, venue_accounts, wallet_balance
from payouts.queries.takings import takings_of
from rules.accounts import AccountKind
from rules.refusals import Refused
from tests import cast
from tests.api.conftest import caller
from tests.web.desk.test_desk import as_, deal, house, text
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.correct_payment_method import correct_payment_method
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.reenter import reenter
from tournaments.commands.transfer_registration import transfer_registration
from tournaments.models import Entry, Slot

__all__ = ["house"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.D", "SCPT.E")]


ZONE = "America/Sao_Paulo"


@pytest.fixture
def full(house):
    """Two seats, both sold, and somebody in line."""
    tournament = house.registering("turbo-8max", capacity=2, starts_at=timezone.now() + timedelta(hours=2))
    desk = as_(house.desi)
    for name in ("Paulo Vaz", "Rui Barbosa", "Ana Terra"):
        deal(desk, tournament, "register", player_id=house.player(name), method="cash", waits="9")
    return tournament


def first(tournament):
    return Entry.objects.filter(tournament_id=tournament).order_by("pk")[0]


def places(house):
    """What drawer, card machine and bank of the house hold."""
    held = {view.kind: -cents for view, cents in venue_accounts(house.venue_id)}
    return [
        held.get(kind, 0) for kind in (AccountKind.CASH_DRAWER, AccountKind.CARD_CLEARING, AccountKind.BANK)
    ]


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(text(answer)).replace("\xa0", " ")).split())


def stands(tournament):
    return [
        list(
            Entry.objects.filter(tournament_id=tournament)
            .order_by("pk")
            .values_list("pk", "state", "receipt")
        ),
        list(Slot.objects.filter(tournament_id=tournament).order_by("pk").values_list("pk", "entry_id")),
    ]


def test_cash_was_a_pix_and_nobody_loses_the_seat(house, full):
    desk, entry = as_(house.desi), first(full)
    before, money = stands(full), tournament_money(full)
    assert places(house) == [360_00, 0, 0]
    card = words(desk.get(f"/desk/{full}/?player={entry.player_id}"))
    assert "Correct the payment method: Cash" in card
    assert "The seat, the place in line and the number of the receipt stay." in card

    command = uuid.uuid4()
    for _twice in range(2):  # a double tap
        answer = deal(
            desk,
            full,
            "method",
            command,
            player_id=entry.player_id,
            entry_id=entry.pk,
            method="transfer",
        )
        assert "The payment method is corrected: R$120.00." in words(answer)
    assert places(house) == [240_00, 0, 120_00]
    assert stands(full) == before
    entry.refresh_from_db()
    assert (entry.method, entry.surcharge_cents) == ("transfer", 0)
    after = tournament_money(full)
    assert after.prize_pool_cents == money.prize_pool_cents
    assert after.taken_cents == {"cash": 240_00, "transfer": 120_00}
    assert wallet_balance(entry.player_id, unit="BRL") == 0
    cast.books_balance()
    # what the paper says, the history, and the night
    assert "Transfer" in words(desk.get(f"/desk/{full}/receipts/{entry.receipt}/"))
    [fact] = cast.facts(full, kind="payment_method_corrected")
    assert (fact["was"], fact["method"], fact["paid_cents"]) == ("cash", "transfer", 120_00)
    while relay.seal():
        pass
    history = words(as_(house.ana).get(f"/director/{full}/history/?only=money"))
    assert "Payment method corrected" in history and "R$120.00 · Cash → Transfer" in history
    assert night(house) == {("cash", "sold"): (240_00, 0), ("transfer", "sold"): (120_00, 0)}

    # what goes back goes back the way it came
    paid = Fact.objects.get(kind="entry_paid", body__entry_id=entry.pk)
    as_(house.ana).post(
        f"/undo/{paid.command_id}/",
        {"command_id": str(uuid.uuid4()), "reason": "Cannot play.", "hand_back": "1"},
    )
    assert places(house) == [240_00, 0, 0]
    assert wallet_balance(entry.player_id, unit="BRL") == 0
    cast.books_balance()


def night(house, *, days=0):
    today = (timezone.now() - timedelta(hours=6)).astimezone(ZoneInfo(ZONE)).date() + timedelta(days=days)
    found = takings_of(house.venue_id, currency="BRL", zone=str(ZoneInfo(ZONE)), day=today)
    return {(row.method, row.what): (row.in_cents, row.out_cents) for row in found.rows}


def test_a_card_costs_what_it_costs_and_back_to_cash_the_surcharge_is_gone(house, full):
    entry = first(full)
    say(house, entry, "credit")
    entry.refresh_from_db()
    assert (entry.price_cents, entry.surcharge_cents) == (120_00, 12_00)
    assert places(house) == [240_00, 132_00, 0]
    assert night(house) == {("cash", "sold"): (240_00, 0), ("credit", "sold"): (132_00, 0)}
    cast.books_balance()
    say(house, entry, "cash")
    entry.refresh_from_db()
    assert (entry.method, entry.surcharge_cents) == ("cash", 0)
    assert places(house) == [360_00, 0, 0]
    assert night(house) == {("cash", "sold"): (360_00, 0)}
    cast.books_balance()


def say(house, entry, method, **more):
    return cast.say(
        correct_payment_method, by=house.desi, at=timezone.now(), entry_id=entry.pk, method=method, **more
    )


def test_from_the_balance_and_into_it(house, full):
    entry = first(full)
    with pytest.raises(Refused) as refused:
        say(house, entry, "balance")
    assert refused.value.code == "insufficient_funds"
    entry.refresh_from_db()
    assert entry.method == "cash" and places(house) == [360_00, 0, 0]
    house.deposit(entry.player_id, 150_00)
    drawer = places(house)[0]
    say(house, entry, "balance")
    assert wallet_balance(entry.player_id, unit="BRL") == 30_00
    assert places(house)[0] == drawer - 120_00
    assert ("cash", "handed_back") not in night(house)
    cast.books_balance()
    say(house, entry, "debit")
    assert wallet_balance(entry.player_id, unit="BRL") == 150_00
    entry.refresh_from_db()
    assert (entry.method, entry.surcharge_cents) == ("debit", 6_00)
    cast.books_balance()


def test_a_page_that_still_shows_cash_puts_no_debit_right(house, full):
    entry = first(full)
    shown = text(as_(house.desi).get(f"/desk/{full}/?player={entry.player_id}"))
    assert re.search(r'<input type="hidden" name="was" value="cash">', shown)
    sent = {"player_id": entry.player_id, "entry_id": entry.pk, "was": "cash"}
    assert "is corrected" in words(deal(as_(house.ana), full, "method", **sent, method="debit"))
    while relay.seal():
        pass
    stood = places(house), stands(full)
    said = words(deal(as_(house.desi), full, "method", **sent, method="credit"))
    assert "This entry was booked another way meanwhile." in said and "Done by Ana at" in said
    assert "Correct the payment method: Debit card" in said
    assert (places(house), stands(full)) == stood
    entry.refresh_from_db()
    assert (entry.method, entry.surcharge_cents) == ("debit", 6_00)
    # who read the debit may say that it was a credit card
    assert "is corrected" in words(
        deal(as_(house.desi), full, "method", **{**sent, "was": "debit"}, method="credit")
    )
    entry.refresh_from_db()
    assert entry.method == "credit"
    cast.books_balance()


def test_what_is_refused_changes_nothing(house, full):
    entry = first(full)
    stood = places(house), stands(full)
    for method, code in (("cash", "same_method"), ("free", "not_free"), ("gold", "no_such_method")):
        with pytest.raises(Refused) as refused:
            say(house, entry, method)
        assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        cast.say(
            correct_payment_method, by=house.caio, at=timezone.now(), entry_id=entry.pk, method="transfer"
        )
    assert refused.value.code == "forbidden"
    assert (places(house), stands(full)) == stood
    assert cast.facts(full, kind="payment_method_corrected") == []
    # the second of two cashiers is told who was first
    deal(as_(house.ana), full, "method", player_id=entry.player_id, entry_id=entry.pk, method="transfer")
    while relay.seal():
        pass
    answer = deal(
        as_(house.desi), full, "method", player_id=entry.player_id, entry_id=entry.pk, method="transfer"
    )
    said = words(answer)
    assert "This entry is booked that way already" in said
    assert "Done by Ana at" in said
    # an entry of another tournament
    other = house.registering("turbo-8max", starts_at=timezone.now() + timedelta(hours=2))
    deal(as_(house.desi), other, "method", player_id=entry.player_id, entry_id=entry.pk, method="cash")
    entry.refresh_from_db()
    assert entry.method == "transfer"


def test_of_a_cancelled_tournament_it_goes_back_as_it_was_booked(house, full):
    entry = first(full)
    cast.say(cancel_tournament, by=house.ana, at=timezone.now(), tournament_id=full, reason="no light")
    with pytest.raises(Refused) as refused:
        say(house, entry, "transfer")
    assert refused.value.code in ("tournament_over", "not_registered")
    assert "Correct the payment method" not in words(
        as_(house.desi).get(f"/desk/{full}/?player={entry.player_id}")
    )


def test_the_page_that_undoes_leads_there_and_programs_say_it(house, full):
    entry = first(full)
    paid = Fact.objects.get(kind="entry_paid", body__entry_id=entry.pk)
    page = text(as_(house.desi).get(f"/undo/{CommandId(paid.command_id)}/"))
    assert "The money came another way" in page
    there = f"/desk/{full}/?player={entry.player_id}&amp;again=method"
    assert f'href="{there}#paid"' in page or f'href="{unescape(there)}#paid"' in page
    card = text(as_(house.desi).get(unescape(there)))
    # open, and no way is chosen: the next Enter corrects nothing; an empty balance is none
    form = card.split('<details id="paid" open>')[1].split("</details>")[0]
    assert form.count('name="method"') == 3 and "checked" not in form
    answer = caller("desi", house.desi).post(f"entries/{entry.pk}/method", {"method": "transfer"})
    assert answer.status_code == 200, answer.content
    made = answer.json()["result"]
    assert (made["was"], made["method"], made["paid_cents"]) == ("cash", "transfer", 120_00)
    entry.refresh_from_db()
    assert entry.method == "transfer"


def test_handed_over_it_is_the_money_of_who_paid(house, full):
    entry = first(full)
    payer, heir = entry.player_id, house.player("Otto Kraus")
    cast.say(
        transfer_registration,
        by=house.ana,
        at=timezone.now(),
        registration_id=entry.registration_id,
        to_player_id=heir,
        reason="ill",
    )
    entry.refresh_from_db()
    assert entry.player_id == heir
    say(house, entry, "credit")
    assert places(house) == [240_00, 132_00, 0]
    assert wallet_balance(payer, unit="BRL") == wallet_balance(heir, unit="BRL") == 0
    cast.books_balance()


def test_after_a_re_entry_the_first_entry_is_put_right_on_the_card(house):
    night = house.started("turbo-8max", entries=8, starts_at=cast.START)
    one = first(night)
    cast.say(
        eliminate_players, by=house.bruno, at=cast.after(minutes=2), tournament_id=night,
        table_number=one.seat.table.number,
        busts=[{"entry_id": one.pk, "stack_chips_start": None, "by_entries": []}],
    )  # fmt: skip
    cast.say(
        reenter, by=house.desi, at=cast.after(minutes=3), tournament_id=night, player_id=one.player_id, method="debit",
    )  # fmt: skip
    again = Entry.objects.filter(tournament_id=night, player_id=one.player_id).latest("pk")
    desk, card = as_(house.desi), f"/desk/{night}/?player={one.player_id}"

    def forms(page):
        found = re.findall(
            r"<details([^>]*)>\s*<summary>\s*Correct the payment method: (.*?)</details>", page, re.S
        )
        return [
            (int(re.search(r'name="entry_id" value="(\d+)"', form)[1]), "open" in how, " ".join(form.split()))
            for how, form in found
        ]

    late, early = forms(text(desk.get(card)))
    assert (late[:2], early[:2]) == ((again.pk, False), (one.pk, False))
    assert late[2].startswith("Debit card") and again.receipt in late[2]
    assert early[2].startswith("Cash") and one.receipt in early[2]
    # refused, the same form is open, with what was chosen; the other is as it was
    answer = deal(
        desk, night, "method", player_id=one.player_id, entry_id=one.pk, method="balance",
    )  # fmt: skip
    assert "There is not enough money" in words(answer)
    late, early = forms(text(answer))
    assert (late[1], early[1]) == (False, True)
    assert "checked" not in late[2]

    answer = deal(desk, night, "method", player_id=one.player_id, entry_id=one.pk, method="transfer")
    assert "The payment method is corrected" in words(answer)
    one.refresh_from_db()
    again.refresh_from_db()
    assert (one.method, again.method) == ("transfer", "debit")
    cast.books_balance()
