"""A prize that is owed, and what is to be handed back, leave the balance by their own acts: no withdrawal takes them."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime

import pytest
from django.test import Client

from ledger.queries import method_account, wallet_balance
from payouts.models import Award, Repayment
from payouts.queries import money_view
from people.commands.exclude_player import exclude_player
from people.models import Player, User
from tests import cast
from tests.payouts.room import bust, finish, playing
from tests.payouts.test_bounties import SPLIT
from tests.web.desk.test_desk import deal
from tests.web.director.test_prize_pages import as_, freezeout, house, press, shown, soon, written  # noqa: F401
from tournaments.commands.update_venue import update_venue
from tournaments.queries import payloads

pytestmark = pytest.mark.django_db


def told(response):
    return response.content.decode().replace("\xa0", " ").replace("&nbsp;", " ")


def by_api(client, house, player_id, cents):  # noqa: F811
    """The same withdrawal by the REST address."""
    return client.post(
        f"/api/venues/{house.venue_id}/withdrawals",
        json.dumps({"player_id": player_id, "unit": "BRL", "amount_cents": cents, "method": "cash"}),
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )


def spend(player_id, cents):
    """Money leaves the balance as it could before prizes stayed in it: by a transfer of the books."""
    from django.db import transaction

    from ledger.operations import account, post
    from ledger.operations.transfers import NewTransfer
    from rules.accounts import AccountKind
    from tournaments.models import Venue

    with transaction.atomic():
        post(
            [
                NewTransfer(
                    debit=account(AccountKind.PLAYER, unit="BRL", player_id=player_id),
                    credit=account(method_account("cash"), unit="BRL", venue_id=Venue.objects.get().pk),
                    amount_cents=cents,
                    unit="BRL",
                    kind="withdrawal",
                    at=datetime.now(UTC),
                    command_id=uuid.uuid4(),
                    method="cash",
                )
            ]
        )


@pytest.fixture
def won(house):  # noqa: F811
    """A finished tournament; its first prize is owed, R$50.00 lie in the balance beside it."""
    t = freezeout(house, 4)
    finish(house, t)
    award = Award.objects.get(tournament_id=t, place=1)
    house.deposit(award.player_id, 5_000)
    return t, award


@pytest.mark.rule("SCPT.L", "PT-T.54")
def test_a_prize_that_is_owed_is_no_withdrawal_and_the_rest_is(house, won):  # noqa: F811
    t, award = won
    desk = as_(house.desi)
    prize = f"R${award.amount_cents / 100:.2f}"
    page = shown(desk, f"/desk/{t}/?player={award.player_id}")
    assert f"{prize} of the balance is settled by its own button; R$50.00 can be paid out here." in page
    with cast.unchanged():
        body = told(deal(desk, t, "withdraw", player_id=award.player_id, amount="50.01", method="cash"))
        assert f"{prize} that this player won or gets back is not settled yet." in body
        assert "R$50.00 of the balance can be paid out here now. (Rule SCPT.L)" in body
        no = by_api(desk, house, award.player_id, award.amount_cents + 5_000)
        assert (no.status_code, no.json()["code"]) == (409, "prize_first")
    # what is not the prize goes out; the prize by its own act, and nothing is owed for ever
    deal(desk, t, "withdraw", player_id=award.player_id, amount="50", method="cash")
    assert wallet_balance(award.player_id, unit="BRL") == award.amount_cents
    before = money_view(t).prizes_owed_cents
    assert press(desk, t, "pay", award_id=award.pk, method="cash")["kind"] == "done"
    assert wallet_balance(award.player_id, unit="BRL") == 0
    assert money_view(t).prizes_owed_cents == before - award.amount_cents
    cast.books_balance()


@pytest.mark.rule("SCPT.L", "PT-T.54")
def test_a_prize_left_in_the_balance_is_paid_out_of_it(house, won):  # noqa: F811
    t, award = won
    desk = as_(house.desi)
    press(desk, t, "pay", award_id=award.pk, method="balance")
    assert by_api(desk, house, award.player_id, award.amount_cents + 5_000).status_code == 200
    assert wallet_balance(award.player_id, unit="BRL") == 0
    cast.books_balance()


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize(("policy", "code"), [("hold", "prize_held"), ("refuse", "prize_refused")])
def test_the_prize_of_who_is_excluded_is_not_withdrawn_either(house, won, policy, code):  # noqa: F811
    t, award = won
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"excluded_prizes": policy})
    cast.say(
        exclude_player, by=house.ana, at=datetime.now(UTC), venue_id=house.venue_id, player_id=award.player_id,
        reason="fight",
    )  # fmt: skip
    said = {
        "hold": "the prize is held. The director pays it, with a reason.",
        "refuse": "this house pays no prize while that stands. It stays owed.",
    }[policy]
    for who in (house.desi, house.ana, house.olga):
        client = as_(who)
        with cast.unchanged():
            no = by_api(client, house, award.player_id, award.amount_cents)
            assert (no.status_code, no.json()["code"], no.json()["rule"]) == (409, code, "PT-T.21")
            if who is not house.olga:
                amount = f"{award.amount_cents / 100:.2f}"
                body = deal(client, t, "withdraw", player_id=award.player_id, amount=amount, method="cash")
                assert said in told(body)
    # what is not the prize is the player's
    deal(as_(house.desi), t, "withdraw", player_id=award.player_id, amount="50", method="cash")
    assert wallet_balance(award.player_id, unit="BRL") == award.amount_cents
    cast.books_balance()


@pytest.mark.rule("PT-T.21", "PT-T.36")
def test_a_prize_that_is_held_is_not_handed_out_as_a_repayment(house, won):  # noqa: F811
    t, award = won
    other = house.registering("turbo-8max", guarantee_cents=0, starts_at=soon(), name="Quarta")
    house.enter(other, award.player_id)
    press(as_(house.ana), other, "cancel", reason="no power")
    row = Repayment.objects.get(tournament_id=other)
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"excluded_prizes": "hold"})
    cast.say(
        exclude_player, by=house.ana, at=datetime.now(UTC), venue_id=house.venue_id, player_id=award.player_id,
        reason="fight",
    )  # fmt: skip
    desk = as_(house.desi)
    spend(award.player_id, 5_001)
    with cast.unchanged():
        said = press(desk, other, "give-back", repayment_id=row.pk, method="cash")
    assert said["kind"] == "refused" and "the prize is held" in said["text"]
    house.deposit(award.player_id, 1)
    assert press(desk, other, "give-back", repayment_id=row.pk, method="cash")["kind"] == "done"
    assert wallet_balance(award.player_id, unit="BRL") == award.amount_cents
    cast.books_balance()


@pytest.mark.rule("PT-T.36", "SCPT.D")
def test_what_is_to_be_handed_back_is_no_withdrawal(house):  # noqa: F811
    t = house.registering("turbo-8max", guarantee_cents=0, starts_at=soon())
    player = house.enter(t)["player_id"]
    press(as_(house.ana), t, "cancel", reason="no power")
    row, desk = Repayment.objects.get(tournament_id=t), as_(house.desi)
    with cast.unchanged():
        assert by_api(desk, house, player, row.amount_cents).json()["code"] == "prize_first"
    assert press(desk, t, "give-back", repayment_id=row.pk, method="cash")["kind"] == "done"
    assert wallet_balance(player, unit="BRL") == 0
    cast.books_balance()


@pytest.mark.rule("SCPT.L", "PT-T.36")
def test_what_left_the_balance_before_is_settled_and_paid_once(house, won):  # noqa: F811
    t, award = won
    spend(award.player_id, 5_000 + award.amount_cents)
    desk = as_(house.desi)
    with cast.unchanged():
        said = press(desk, t, "pay", award_id=award.pk, method="cash")
    assert said["kind"] == "refused" and "does not hold this money any more" in said["text"]
    assert press(desk, t, "pay", award_id=award.pk, method="balance")["kind"] == "done"
    award.refresh_from_db()
    assert (award.state, award.paid_method) == ("paid", "balance")
    assert wallet_balance(award.player_id, unit="BRL") == 0
    cast.books_balance()


@pytest.mark.rule("SCPT.L")
def test_a_prize_that_was_used_is_offered_in_cash_no_more_and_the_phone_says_so(house, won):  # noqa: F811
    t, award = won
    user = User.objects.create(email="w@example.com", name="W", language="en", created_at=datetime.now(UTC))
    Player.objects.filter(pk=award.player_id).update(user=user)
    desk, winner = as_(house.desi), Client(headers={"accept-language": "en"})
    winner.force_login(user)
    page, phone = f"/director/{t}/prizes/", f"/play/{t}/"

    def offered():
        form = desk.get(page).content.decode().split(f'id="pay-{award.pk}"')[1].split("</form>")[0]
        return re.findall(r'<option value="(\w+)"', form)

    assert offered() == ["cash", "transfer", "balance"]
    assert "In your balance. The desk pays it out by" in shown(winner, phone)
    spend(award.player_id, 5_000 + award.amount_cents - 1_000)
    assert wallet_balance(award.player_id, unit="BRL") == 1_000
    assert offered() == ["balance"]
    assert (
        "Used From the balance, where R$10.00 is left: that is paid out at the desk. The prize itself is booked as balance."
        in shown(desk, page)
    )
    assert "You have used it from your balance, where R$10.00 is left now." in shown(winner, phone)
    assert "In your balance" not in shown(winner, phone)
    assert f"{written(award.amount_cents)} used from your balance" in shown(winner, "/me/")
    assert press(desk, t, "pay", award_id=award.pk, method="balance")["kind"] == "done"
    assert "Put into your balance" in shown(winner, phone)
    assert f"{written(award.amount_cents)} Put into your balance" in shown(winner, "/me/")


@pytest.mark.rule("SCPT.L", "PT-T.54")
def test_the_winner_is_told_the_place_and_what_is_owed(house, won):  # noqa: F811
    t, award = won
    topic = payloads.player(award.player_id, tournament_id=t)
    assert (topic["place"], topic["amount_cents"]) == (1, award.amount_cents)
    assert (topic["paid_cents"], topic["prize_owed_cents"]) == (0, award.amount_cents)
    assert " 1st place " in shown(as_(house.desi), f"/desk/{t}/?player={award.player_id}")
    press(as_(house.desi), t, "pay", award_id=award.pk, method="cash")
    topic = payloads.player(award.player_id, tournament_id=t)
    assert (topic["paid_cents"], topic["prize_owed_cents"]) == (award.amount_cents, 0)


@pytest.mark.rule("PT-T.21", "SCPT.P", "REGULATIONS 2.10")
@pytest.mark.parametrize("policy", ["hold", "refuse"])
def test_the_bounties_of_who_is_excluded_are_theirs_at_the_cashier(house, policy):  # noqa: F811
    """An exclusion is checked before somebody plays; a bounty was paid at the bust and is the player's money. Only a
    prize that is owed is held, as the house has it."""
    t = house.started(
        "turbo-8max", entries=4, price_cents=SPLIT.price_cents, split=SPLIT.as_dict(),
        late_registration_level=0, re_entries_per_player=0,
    )  # fmt: skip
    *others, winner = playing(t)
    for out in others:
        bust(house, t, out, by=[winner])
    finish(house, t)
    award = Award.objects.get(tournament_id=t, place=1)
    bounties = 4 * 2_501
    assert wallet_balance(award.player_id, unit="BRL") == award.amount_cents + bounties
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"excluded_prizes": policy})
    cast.say(
        exclude_player, by=house.ana, at=datetime.now(UTC), venue_id=house.venue_id, player_id=award.player_id,
        reason="fight",
    )  # fmt: skip
    desk = as_(house.desi)
    with cast.unchanged():  # not one cent of the prize goes along
        no = by_api(desk, house, award.player_id, bounties + 1)
        assert (no.status_code, no.json()["rule"]) == (409, "PT-T.21")
    deal(desk, t, "withdraw", player_id=award.player_id, amount=f"{bounties / 100:.2f}", method="cash")
    assert wallet_balance(award.player_id, unit="BRL") == award.amount_cents
    assert Award.objects.get(pk=award.pk).state == "owed"
    cast.books_balance()
