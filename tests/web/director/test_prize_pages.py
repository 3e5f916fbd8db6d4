"""Prizes, deals, cancelling and receipts as people meet them: on pages, with the money behind them."""

from __future__ import annotations

import html
import json
import re
import uuid
from datetime import UTC, datetime, timedelta
from urllib.parse import quote_plus

import pytest
from django.test import Client

from dispatch import relay
from dispatch.models import Fact
from ledger.commands.adjust import adjust
from ledger.models import Account
from ledger.queries import tournament_money, wallet_balance
from payouts.commands.give_back import give_back
from payouts.commands.pay_award import pay_award
from payouts.models import Award, Cancellation, Deal, Repayment
from payouts.queries import prizes_payload
from people.commands.check_identity import check_identity
from people.commands.choose_profile import choose_profile
from people.models import FileSeen, Player, User
from rules.deals import chip_chop, icm
from rules.entries import simple_split
from tables.models import Seat
from tests import cast
from tests.payouts.room import down_to, finish, playing
from tests.web.director.needs_read import need_shown
from tests.web.director.test_payouts import form_of
from tournaments.commands.close_entries import close_entries
from tournaments.commands.open_registration import open_registration
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.update_venue import update_venue
from tournaments.models import Entry, Field, Tournament
from tournaments.queries import announcements
from web.public.cards import content
from web.templatetags.houses import money_short
from web.templatetags.shuffle import money

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}
SPLIT = simple_split(name="50 + 5", prize_cents=5_000, fee_cents=500).as_dict()


def soon():
    return datetime.now(UTC) + timedelta(hours=3)


@pytest.fixture
def house(monkeypatch):
    """The cast, playing now: pages live in the present."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(hours=5))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=6))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


def as_(person, language="en"):
    client = Client(headers={"accept-language": language})
    user = User.objects.get(pk=person.user_id)
    user.name = person.name
    user.save()
    client.force_login(user)
    return client


def written(cents):
    """An amount as the page of `shown` has it."""
    return money(cents, "BRL").replace("\xa0", " ")


def press(client, tournament, what, **values):
    """Press a button, as htmx does; the toast."""
    response = client.post(
        f"/director/{tournament}/do/{what}/", {"command_id": str(uuid.uuid4()), **values}, **HTMX
    )
    assert response.status_code == 204, response.content[:300]
    return json.loads(response["HX-Trigger"])["toast"]


def shown(client, address):
    """The text of a page, without its tags."""
    response = client.get(address)
    assert response.status_code == 200, (address, response.status_code)
    body = response.content.decode()
    text = re.sub(r"<(script|style).*?</\1>", " ", body, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).replace("\xa0", " ").split())


def freezeout(house, entries=9, **more):
    return house.started(
        "turbo-8max", entries=entries,
        **{"late_registration_level": 0, "re_entries_per_player": 0, "guarantee_cents": 0, "surrender": False, **more},
    )  # fmt: skip


# ---------------------------------------------------------------------------- a payment taken back


@pytest.mark.rule("SCPT.L")
def test_a_payment_is_not_taken_back_once_the_prize_was_used(house):
    t = freezeout(house, 4)
    finish(house, t)
    award = Award.objects.get(tournament_id=t, place=1)
    director, desk = as_(house.ana), as_(house.desi)
    assert press(desk, t, "pay", award_id=award.pk, method="balance")["kind"] == "done"
    taken = desk.post(
        f"/desk/{t}/do/withdraw/",
        {
            "command_id": str(uuid.uuid4()),
            "player_id": award.player_id,
            "amount": "%.2f" % (award.amount_cents / 100),
            "method": "cash",
        },
    )
    assert taken.status_code == 302 and wallet_balance(award.player_id, unit="BRL") == 0
    with cast.unchanged():
        said = press(director, t, "unpay", award_id=award.pk)
    assert said["kind"] == "refused" and "has already used the prize" in said["text"]
    award.refresh_from_db()
    assert award.state == "paid" and wallet_balance(award.player_id, unit="BRL") == 0
    page = shown(director, f"/director/{t}/prizes/")
    assert f"Paid R${award.amount_cents // 100}.00 · 1 of 3 prizes Owed R$200.00" in page, page


@pytest.mark.rule("SCPT.L")
def test_what_is_signed_for_a_prize_says_who_paid_what_for_what(house):
    cast.say(
        update_venue, by=house.olga, venue_id=house.venue_id,
        changes={"address": "Rua das Cartas 52", "tax_id": "12.345.678/0001-95"},
    )  # fmt: skip
    t = freezeout(house, 6)
    down_to(house, t, 3)
    finish(house, t)
    desk = as_(house.desi)
    page = shown(desk, f"/director/{t}/prizes/slips/")
    award = Award.objects.get(tournament_id=t, place=1)
    # no number that reads like a table and its seat
    assert f"Payout slip no. {award.pk}" in page and not re.search(rf"\b{t}-{award.pk}\b", page)
    assert "CNPJ 12.345.678/0001-95 Rua das Cartas 52" in page
    amount = money(award.amount_cents, "BRL").replace("\xa0", " ")
    assert f"Received from Clube the sum of {amount}, the prize for 1st place in Terça." in page
    # what the house has seen of the winner is written; reading it is kept beside the file
    winner = Player.objects.get(pk=award.player_id)
    assert f"{winner.full_name} Received from" in page and re.search(
        rf"Document \w+ {winner.document_number}", page
    )
    assert FileSeen.objects.filter(player_id=winner.pk, user_id=house.desi.user_id).exists()
    assert "Full name" not in page and "Document (CPF, passport)" not in page and "Date and signature" in page
    said = press(desk, t, "pay", award_id=award.pk, method="cash")
    assert said["text"].replace("\xa0", " ") == f"{amount} paid in cash."
    page = shown(desk, f"/director/{t}/prizes/{award.pk}/")
    assert f"Payout slip no. {award.pk}" in page and f"the sum of {amount}" in page
    # nothing is known of a document that nobody has seen: there is a line to write it on
    Player.objects.filter(pk=winner.pk).update(document_kind="", document_number="")
    page = shown(desk, f"/director/{t}/prizes/{award.pk}/")
    assert "Document (CPF, passport)" in page and f"{winner.full_name} Received from" in page


@pytest.mark.rule("SCPT.L")
def test_a_single_prize_asks_by_which_way_it_is_paid(house):
    t = freezeout(house, 6)
    finish(house, t)
    desk = as_(house.desi)
    first, second = Award.objects.filter(tournament_id=t).order_by("place")[:2]
    page = html.unescape(desk.get(f"/director/{t}/prizes/").content.decode()).replace("\xa0", " ")
    amount = money(first.amount_cents, "BRL").replace("\xa0", " ")
    form = page[page.index(f'id="pay-{first.pk}"') :]
    form = form[: form.index("</form>")]
    # the script of the page puts what is chosen in place of the dots
    assert f"Pay {amount} to {first.player.public_name}? Method: …." in form and 'data-names="method"' in form
    for award, method, words in (
        (first, "transfer", "paid by transfer."),
        (second, "balance", "stays in the balance."),
    ):
        said = press(desk, t, "pay", award_id=award.pk, method=method)["text"].replace("\xa0", " ")
        assert said == f"{money(award.amount_cents, 'BRL')} {words}".replace("\xa0", " ")


def test_the_receipt_names_the_player_in_full_and_has_the_seat_on_a_reprint(house):
    t = house.registering("turbo-8max", guarantee_cents=0, starts_at=soon())
    made = [house.enter(t) for _ in range(2)][0]
    desk = as_(house.desi)
    here = f"/desk/{t}/receipts/{made['receipt']}/"
    full = Player.objects.get(pk=made["player_id"]).full_name
    assert full in shown(desk, here)
    cast.say(start_tournament, by=house.ana, at=datetime.now(UTC), tournament_id=t)
    seat = Seat.objects.get(entry_id=made["entry_id"])
    assert f"Table {seat.table.number}, seat {seat.number}" in shown(desk, here)


@pytest.mark.rule("SCPT.E", "PT-T.21")
def test_a_transfer_has_its_reference_and_the_player_is_told_what_staff_do_to_the_balance(house):
    t = house.registering("turbo-8max", guarantee_cents=0, starts_at=soon())
    desk, phone = as_(house.desi), as_(house.caio)
    me = house.caio.player_id

    def counter(what, **more):
        return desk.post(
            f"/desk/{t}/do/{what}/",
            {"command_id": str(uuid.uuid4()), "player_id": me, "amount": "90.00", **more},
        )

    with cast.unchanged():
        counter("deposit", method="transfer")
    assert wallet_balance(me, unit="BRL") == 0
    counter("deposit", method="transfer", reference="E12345 Caio 20h")
    assert wallet_balance(me, unit="BRL") == 9_000
    with cast.unchanged():
        counter("withdraw", method="transfer", reference=" ")
    counter("withdraw", method="cash", amount="30.00")
    assert "Desi paid R$30.00 out of your balance" in shown(phone, "/me/")
    wallet, drawer = (
        Account.objects.get(player_id=me, kind="player").pk,
        Account.objects.get(venue_id=house.venue_id, kind="bank").pk,
    )
    cast.say(
        adjust, by=house.olga, at=datetime.now(UTC), venue_id=house.venue_id, debit_account_id=wallet,
        credit_account_id=drawer, unit="BRL", amount_cents=1_000, reason="counted twice",
    )  # fmt: skip
    assert "Olga took R$10.00 from your balance to correct the books" in shown(phone, "/me/")
    told = Fact.objects.get(kind="wallet_adjusted")
    assert (told.audience, told.body["change_cents"], told.body["reason"]) == (
        f"player:{me}", -1_000, "counted twice",
    )  # fmt: skip


# ---------------------------------------------------------------------------- cancelled


@pytest.mark.rule("SCPT.D", "SCPT.E", "PT-T.36")
def test_a_cancelled_tournament_says_what_went_where_and_is_handed_back_by_method(house):
    t = house.registering("turbo-8max", guarantee_cents=0, price_cents=5_500, starts_at=soon(), split=SPLIT)
    by = {m: house.enter(t, method=m)["player_id"] for m in ("cash", "credit", "transfer")}
    own = house.player()
    house.deposit(own, 5_500)
    house.enter(t, own, method="balance")
    director, desk = as_(house.ana), as_(house.desi)
    said = press(director, t, "cancel", reason="no power")["text"].replace("\xa0", " ")
    # 55.00 + 60.50 with its surcharge + 55.00, and 55.00 that came from a balance and is there again
    assert said == (
        "Cancelled. R$225.50 is in the balances of 4 players. R$170.50 of it waits to be handed back: see Entries"
        " and money."
    )
    assert [wallet_balance(p, unit="BRL") for p in (*by.values(), own)] == [5_500, 6_050, 5_500, 5_500]
    assert need_shown(director, t, key="repayments") == (
        "3 repayments wait to be handed back",
        "R$170.50, in the balances until then.",
    )
    page = shown(director, f"/director/{t}/entries/")
    # on every page, in its strip
    assert "To hand back R$170.50" in shown(director, f"/director/{t}/history/")
    # what had been sold is still told
    assert "Entries 4 R$55.00 R$5.50 R$225.50" in page
    assert "R$225.50 went into the balances of 4 players." in page
    # a card a method: how it goes back, what of it waits, and whose
    assert "Settled R$55.00 · 1 of 4 repayments To hand back R$170.50" in page
    assert re.search(
        r"Credit card reverse it on the card machine R\$60\.50 \S.*? R\$60\.50 Mark as handed back Credit card",
        page,
    ), page
    assert re.search(r"Balance back in the balance by itself R\$55\.00 .*? R\$55\.00 in the balance", page)
    rows = {r.method: r.pk for r in Repayment.objects.filter(tournament_id=t)}
    assert set(rows) == {"cash", "credit", "transfer", "balance"}
    # nothing is sold any more, and the desk says what is due
    sold = shown(desk, f"/desk/{t}/?player={by['credit']}")
    assert "Paid: register" not in sold and "R$60.50: in the balance, to be handed back (Credit card)" in sold

    toast = press(desk, t, "give-back", repayment_id=rows["credit"], method="credit")
    assert toast["text"].replace("\xa0", " ").startswith("R$60.50 handed back to ")
    assert wallet_balance(by["credit"], unit="BRL") == 0
    with cast.unchanged():
        assert press(desk, t, "give-back", repayment_id=rows["credit"], method="cash")["kind"] == "refused"
    # a mis-tap: the toast's own undo, and once more
    back = desk.post(toast["undo"], {"command_id": str(uuid.uuid4())}, **HTMX)
    assert json.loads(back["HX-Trigger"])["toast"]["text"] == "Undone."
    assert wallet_balance(by["credit"], unit="BRL") == 6_050
    press(desk, t, "give-back", repayment_id=rows["credit"], method="credit")
    press(desk, t, "give-back", repayment_id=rows["cash"], method="cash")
    press(desk, t, "give-back", repayment_id=rows["transfer"], method="balance")
    assert wallet_balance(by["transfer"], unit="BRL") == 5_500
    assert "nothing is left to be handed back" in shown(director, f"/director/{t}/")
    page = shown(director, f"/director/{t}/entries/")
    assert "Nothing is left to be handed back." in page and "handed back, Credit card" in page
    while relay.seal():
        pass
    record = shown(director, f"/director/{t}/history/")
    assert "Given back after the cancellation" in record and "Giving back undone" in record
    # of what the till had taken, only the transfer is still there
    assert tournament_money(t).taken_cents == {"cash": 0, "credit": 0, "transfer": 5_500}
    cast.books_balance()


def test_what_was_used_is_not_handed_back(house):
    t = house.registering("turbo-8max", guarantee_cents=0, starts_at=soon())
    other = house.registering("turbo-8max", guarantee_cents=0, starts_at=soon(), name="Quarta")
    p = house.enter(t)["player_id"]
    director = as_(house.ana)
    press(director, t, "cancel", reason="no power")
    house.enter(other, p, method="balance")
    row = Repayment.objects.get(tournament_id=t)
    with cast.unchanged():
        said = press(director, t, "give-back", repayment_id=row.pk, method="cash")
    assert said["kind"] == "refused" and "does not hold this money any more" in said["text"]
    for nobody in (house.bruno, house.dora):
        with cast.refused("forbidden"):
            cast.say(give_back, by=nobody, repayment_id=row.pk, method="cash")


@pytest.mark.rule("PT-T.36", "REGULATIONS 6.3")
def test_sharing_by_chips_asks_for_counts_that_add_up(house):
    t = freezeout(house, 9)
    down_to(house, t, 2)
    director = as_(house.ana)
    here = f"/director/{t}/settings/ending/"
    one, two = playing(t)
    page = shown(director, here)
    assert "count every stack first" in page and page.count("not counted") == 2
    with cast.unchanged():
        no = press(director, t, "cancel", reason="fire", prizes_stand="1")
    assert (
        no["kind"] == "refused" and "2 stacks are not counted" in no["text"] and no["rule"] == "Rule SCPT.D"
    )
    in_play = Field.objects.get(pk=t).chips_issued
    press(director, t, "stacks", **{f"stack_{one}": "30000", f"stack_{two}": ""})
    assert shown(director, here).count("not counted") == 1
    press(director, t, "stacks", **{f"stack_{one}": "30000", f"stack_{two}": "30000"})
    with cast.unchanged():
        no = press(director, t, "cancel", reason="fire", prizes_stand="1")
    assert f"add up to 60,000 chips, but {in_play:,} are in play" in no["text"]
    assert press(director, t, "stacks", **{f"stack_{two}": str(in_play - 30_000)})["kind"] == "done"
    assert "count every stack first" not in shown(director, here)
    assert press(director, t, "cancel", reason="fire", prizes_stand="1")["kind"] == "done"
    assert Cancellation.objects.get(pk=t).counts_reason == ""
    cast.books_balance()


@pytest.mark.rule("ADTP.64")
def test_a_page_of_stacks_that_was_open_for_long_overwrites_no_later_count(house):
    t = freezeout(house, 9)
    down_to(house, t, 2)
    director = as_(house.ana)
    one, two = playing(t)
    press(director, t, "stacks", **{f"stack_{one}": "30000", f"stack_{two}": "20000"})
    page = director.get(f"/director/{t}/settings/ending/").content.decode()
    open_page = dict(re.findall(r'name="((?:was|stack)_\d+)"[^>]*?value="(\d*)"', page, re.S))
    assert open_page == {
        f"was_{one}": "30000", f"stack_{one}": "30000", f"was_{two}": "20000", f"stack_{two}": "20000",
    }  # fmt: skip
    press(director, t, "stacks", **{f"stack_{one}": "45000"})  # counted again on another device
    told = press(director, t, "stacks", **(open_page | {f"stack_{two}": "25000"}))
    assert told["kind"] == "done" and told["text"] == "1 stack is noted."
    stacks = dict(Entry.objects.filter(pk__in=(one, two)).values_list("pk", "stack_chips"))
    assert stacks == {one: 45_000, two: 25_000}


@pytest.mark.rule("PT-T.36")
def test_after_a_power_cut_the_director_accepts_the_last_counts_with_a_reason(house):
    t = freezeout(house, 9)
    down_to(house, t, 2)
    director = as_(house.ana)
    said = press(
        director, t, "cancel", reason="fire", prizes_stand="1", counts_reason="the chips were swept up"
    )
    assert said["kind"] == "done"
    assert Cancellation.objects.get(pk=t).counts_reason == "the chips were swept up"
    assert "did not add up: the chips were swept up" in shown(director, f"/director/{t}/entries/")
    shares = Repayment.objects.filter(tournament_id=t, kind="share")
    assert {r.method for r in shares} == {"cash"} and sum(r.amount_cents for r in shares) == 52_000
    cast.books_balance()


def test_a_player_of_a_cancelled_tournament_reads_where_the_money_is(house):
    t = house.registering("turbo-8max", guarantee_cents=0, starts_at=soon())
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="777",
    )  # fmt: skip
    house.enter(t, house.caio.player_id)
    press(as_(house.ana), t, "cancel", reason="fire")
    phone = as_(house.caio)
    assert "R$120.00 is in your balance. Ask the desk to have it handed back." in shown(phone, f"/play/{t}/")
    row = Repayment.objects.get(tournament_id=t)
    cast.say(give_back, by=house.desi, at=datetime.now(UTC), repayment_id=row.pk, method="cash")
    assert "R$120.00 handed back to you, Cash" in shown(phone, f"/play/{t}/")


# ---------------------------------------------------------------------------- deals


def final_three(house, monkeypatch, in_the_end=3, **more):
    """Three left, stacks counted 5 : 3 : 1, Caio the largest with a phone; the clock of the pages stands after that."""
    t = house.registering(
        "turbo-8max",
        **{"late_registration_level": 0, "re_entries_per_player": 0, "guarantee_cents": 0, "surrender": False, **more},
    )  # fmt: skip
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="777",
    )  # fmt: skip
    house.fill(t, 8)
    house.enter(t, house.caio.player_id)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    down_to(house, t, in_the_end)
    return t, playing(t)


@pytest.mark.rule("ADTP.P3", "SCPT.M")
def test_the_shares_are_seen_before_the_vote_and_the_player_votes_on_the_phone(house, monkeypatch):
    t, left = final_three(house, monkeypatch)
    director, phone, dora = as_(house.ana), as_(house.caio), as_(house.dora)
    page = shown(director, f"/director/{t}/deals/")
    # nothing is divided by stacks that nobody counted: they are asked for, seat by seat
    assert "Not counted yet: 3 of 3 stacks." in page
    stack = Field.objects.get(pk=t).chips_issued // 9
    press(director, t, "stacks", **dict(zip([f"stack_{e}" for e in left], (stack, 3 * stack, 5 * stack))))
    page = shown(director, f"/director/{t}/deals/")
    amounts = icm(chips=[stack, 3 * stack, 5 * stack], prizes_cents=[45_000, 27_000, 18_000])
    chop = chip_chop(chips=[stack, 3 * stack, 5 * stack], prizes_cents=[45_000, 27_000, 18_000])
    for cents in (*amounts, *chop):
        assert money(cents, "BRL").replace("\xa0", " ") in page
    assert "Not counted yet" not in page
    # the largest stack first, before and during the vote
    largest_first = [money(cents, "BRL").replace("\xa0", " ") for cents in reversed(amounts)]
    assert [page.index(text) for text in largest_first] == sorted(page.index(text) for text in largest_first)
    with cast.unchanged():
        # no default
        assert press(director, t, "deal")["kind"] == "refused"
    assert press(director, t, "deal", kind="icm")["kind"] == "done"
    # the player sees the own share, and votes; without a choice nothing happens
    page = shown(phone, f"/play/{t}/")
    assert "A deal is put to the vote" in page and money(amounts[2], "BRL").replace("\xa0", " ") in page
    deal = Deal.objects.get()
    here = f"/play/{t}/deals/{deal.pk}/vote/"
    with cast.unchanged():
        phone.post(here, {"command_id": str(uuid.uuid4())})
        dora.post(here, {"command_id": str(uuid.uuid4()), "agrees": "yes"})
    phone.post(here, {"command_id": str(uuid.uuid4()), "agrees": "yes"})
    page = shown(phone, f"/play/{t}/")
    assert "You have voted." in page and "I do not agree" not in page and "1 of 3 have voted" in page
    with cast.unchanged():
        phone.post(here, {"command_id": str(uuid.uuid4()), "agrees": "no"})
    page = shown(director, f"/director/{t}/deals/")
    assert [page.index(text) for text in largest_first] == sorted(page.index(text) for text in largest_first)
    assert "1 vote came from a phone" in page and "2 players have not voted on a phone" in page
    assert "Count the votes" not in page
    press(director, t, "deal-paper", deal_id=deal.pk, yes="2", no="0")
    assert "2 votes were on paper, entered by Ana" in shown(phone, f"/play/{t}/")
    assert press(director, t, "deal-approve", deal_id=deal.pk)["text"] == "The deal holds."
    # the official table and the deal's, for the director and for everybody
    page = shown(director, f"/director/{t}/prizes/")
    assert (
        "Places as published, before the deal Place Prize % 1st R$450.00 50% 2nd R$270.00 30% 3rd R$180.00 20%"
        in page
    )
    assert "The deal Player Share" in page and "Known once" not in page
    page = shown(Client(headers={"accept-language": "en"}), f"/t/{t}/")
    assert "The deal Player Share" in page and "Known once" not in page
    finish(house, t, at=datetime.now(UTC))
    assert "Places as published, before the deal Place Prize % 1st R$450.00 50%" in shown(
        director, f"/director/{t}/prizes/"
    )
    cast.books_balance()


@pytest.mark.rule("ADTP.P3", "SCPT.M")
def test_a_deal_below_what_is_sure_or_above_first_prize_says_so_before_the_vote(house, monkeypatch):
    t, left = final_three(house, monkeypatch)
    director, phone = as_(house.ana), as_(house.caio)
    stack = Field.objects.get(pk=t).chips_issued // 9
    press(director, t, "stacks", **dict(zip([f"stack_{e}" for e in left], (stack, 3 * stack, 5 * stack))))
    # 450, 270 and 180: what is kept comes off the first prize, and the third is sure
    page = shown(director, f"/director/{t}/deals/?reserve=100")
    assert "less than the" not in page and "more than first prize" not in page
    caio = Player.objects.get(entries__pk=left[2]).public_name
    first = Player.objects.get(entries__pk=left[0]).public_name
    assert (
        f"By stack value (ICM): As champion {caio} would get R$540.00, more than first prize"
        " (R$450.00)." in shown(director, f"/director/{t}/deals/?reserve=360")
    )
    less = f"{first} would get R$100.00, less than the R$180.00 that are sure without a deal."
    more = f"As champion {caio} would get R$550.00, more than first prize (R$450.00)."
    asked = dict(zip([f"amount_{e}" for e in left], ("100", "250", "500")))
    assert press(director, t, "deal", kind="custom", reserve="50", **asked)["kind"] == "done"
    for page in (shown(director, f"/director/{t}/deals/"), shown(phone, f"/play/{t}/")):
        assert less in page and more in page, page
    told = director.get(f"/api/tournaments/{t}/deals").json()[0]["cautions"]
    assert [(one["caution"], one["amount_cents"], one["limit_cents"]) for one in told] == [
        ("under_lowest", 10_000, 18_000),
        ("over_first", 55_000, 45_000),
    ]


@pytest.mark.rule("ADTP.P3")
def test_a_bust_during_the_vote_tells_that_the_deal_is_withdrawn(house, monkeypatch):
    t, left = final_three(house, monkeypatch)
    director = as_(house.ana)
    even = [{"entry_id": e, "amount_cents": 30_000} for e in left]
    assert (
        press(director, t, "deal", kind="custom", **{f"amount_{e['entry_id']}": "300.00" for e in even})[
            "kind"
        ]
        == "done"
    )
    deal = Deal.objects.get()
    press(director, t, "deal-paper", deal_id=deal.pk, yes="3", no="0")
    seat = Seat.objects.get(entry_id=left[0])
    line = f"{seat.table.number}-{seat.number}"
    # it is asked first, on every page that puts somebody out
    told = shown(director, f"/director/{t}/bust/?bust={line}")
    assert "A deal is in vote (3 of 3 have voted): with a bust it falls." in told
    for asked in (
        {"bust": line},
        {"bust": f"{line}!"},
        {"table": str(seat.table.number), "entry_id": str(left[0])},
    ):
        with cast.unchanged():
            said = press(director, t, "bust", **asked)
        assert said["kind"] == "refused" and "(3 of 3 have voted): with a bust it falls" in said["text"], said
    out = {"entry_id": left[0], "stack_chips_start": None, "by_entries": []}
    with cast.unchanged():
        told = director.post(
            f"/api/tournaments/{t}/eliminations",
            {"table_number": seat.table.number, "busts": [out]},
            content_type="application/json",
            headers={"Command-Id": str(uuid.uuid4())},
        )
    assert (told.status_code, told.json()["code"], told.json()["rule"]) == (409, "deal_would_fall", "ADTP.P3")
    sheet = director.get(f"/director/{t}/tables/{seat.table.number}/seats/{seat.number}/").content.decode()
    assert f'name="deal_falls" value="{deal.pk}"' in sheet
    said = press(director, t, "bust", bust=f"{line}!!", deal_asked=deal.pk)
    assert said["kind"] == "done", said
    assert said["text"].endswith("The deal in vote is withdrawn: a player left.")
    # what taking it back does to the deal is told before, in the frame of the tournament
    page = shown(director, said["undo"])
    assert "The deal that fell with it stays withdrawn: put it to the vote again." in page
    assert "Places paid" in page and "Undo this?" in page
    assert need_shown(director, t, key="deal-void") == ("The deal in vote is withdrawn", "A player left.")
    assert "Withdrawn: a player left" in shown(director, f"/director/{t}/deals/")


@pytest.mark.rule("SCPT.L")
def test_prizes_are_rounded_to_a_unit_chosen_on_the_settings_page(house):
    draft = house.tournament("turbo-8max", starts_at=soon(), guarantee_cents=123_450)
    director = as_(house.ana)
    # the settings lead to the page of the payouts, where the unit is chosen
    where = f"/director/{draft}/settings/payouts/"
    settings = f"/director/{draft}/settings/"
    assert f'href="{where}"' in director.get(settings).content.decode()
    assert "· Rounding: To the cent" in shown(director, settings)
    form = form_of(director.get(where).content.decode()) | {"command_id": str(uuid.uuid4())}
    assert form["prize_unit"] == "1"
    with cast.unchanged():
        assert director.post(where, {**form, "prize_unit": "700"}).status_code == 409
    saved = director.post(where, {**form, "command_id": str(uuid.uuid4()), "prize_unit": "1000"})
    assert saved.status_code == 302, re.findall(r"(?:aria-invalid|alert).{0,300}", saved.content.decode())[:6]
    assert Tournament.objects.get(pk=draft).prize_unit_cents == 1_000
    assert "· Rounding: R$10.00" in shown(director, settings)
    cast.say(publish_tournament, by=house.ana, at=cast.DRAFTED, tournament_id=draft)
    cast.say(open_registration, by=house.ana, at=cast.OPEN, tournament_id=draft)
    house.fill(draft, 9)
    cast.say(start_tournament, by=house.ana, at=datetime.now(UTC), tournament_id=draft)
    face = prizes_payload(draft)
    rows = [row["amount_cents"] for row in face["rows"]]
    assert rows[0] % 1_000 == face["rest_cents"] == 450 and all(cents % 1_000 == 0 for cents in rows[1:])
    page = shown(Client(headers={"accept-language": "en"}), f"/t/{draft}/")
    assert "Prizes are rounded to R$10.00; what does not fit goes to the winner." in page


@pytest.mark.rule("ADTP.P3", "SCPT.M")
def test_the_clock_can_stand_while_players_talk_about_a_deal(house, monkeypatch):
    t, left = final_three(house, monkeypatch)
    director = as_(house.ana)
    here = f"/director/{t}/deals/"

    def offered():
        return re.findall(r'data-clock="(\w+)"', director.get(here).content.decode())

    stack = Field.objects.get(pk=t).chips_issued // 9
    press(
        director,
        t,
        "stacks",
        **dict(zip([f"stack_{e}" for e in left], (stack, 3 * stack, 5 * stack), strict=True)),
    )
    assert offered() == ["pause"] and "The clock runs on while the players talk." in shown(director, here)
    landed = director.post(
        f"/director/{t}/do/pause/", {"command_id": str(uuid.uuid4()), "next": here}, follow=True
    )
    assert landed.redirect_chain[-1][0] == here and offered() == ["resume"]
    director.post(f"/director/{t}/do/resume/", {"command_id": str(uuid.uuid4()), "next": here})
    assert offered() == ["pause"]
    # a vote is talk, too; once the deal holds nothing is left to talk about, and a clock that stands is let go on
    press(director, t, "deal", kind="icm", reserve="0")
    assert offered() == ["pause"]
    press(director, t, "pause")
    deal = Deal.objects.get()
    press(director, t, "deal-paper", deal_id=deal.pk, yes="3", no="0")
    assert press(director, t, "deal-approve", deal_id=deal.pk)["kind"] == "done"
    assert offered() == ["resume"]
    press(director, t, "resume")
    assert offered() == []
    # the floor sees the page and has no clock in hand
    assert re.findall(r'data-clock="(\w+)"', as_(house.desi).get(here).content.decode()) == []


@pytest.mark.rule("ADTP.P3", "SCPT.M", "PT-T.52")
def test_after_a_deal_the_dashboard_says_what_comes_next(house, monkeypatch):
    t, left = final_three(house, monkeypatch)
    director = as_(house.ana)
    stack = Field.objects.get(pk=t).chips_issued // 9
    stacks = dict(zip([f"stack_{e}" for e in left], (stack, 3 * stack, 5 * stack), strict=True))
    here = f"/director/{t}/deals/"
    # one that is no number: nothing is noted, and the page stays as it is, with everything typed
    page = director.get(here).content.decode()
    assert re.search(r'<form [^>]*hx-post="/director/\d+/do/stacks/" hx-swap="none"', page)
    with cast.unchanged():
        refused = director.post(
            f"/director/{t}/do/stacks/",
            {"command_id": str(uuid.uuid4()), "next": here, **stacks, f"stack_{left[0]}": "cem"},
            **HTMX,
        )
    assert refused.status_code == 204 and "HX-Redirect" not in refused
    assert "cem is not a whole number" in json.loads(refused["HX-Trigger"])["toast"]["text"]
    done = director.post(
        f"/director/{t}/do/stacks/", {"command_id": str(uuid.uuid4()), "next": here, **stacks}, **HTMX
    )
    assert done["HX-Redirect"] == here and "3 stacks are noted." in shown(director, here)
    assert "Deal…" in shown(director, f"/director/{t}/prizes/")
    press(director, t, "deal", kind="icm", reserve="0")
    deal = Deal.objects.get()
    page = director.get(here).content.decode()
    # by what it divides is said while it is voted on
    assert "By stack value (ICM)" in page and "chip chop" not in page
    assert len(re.findall(r'name="(?:yes|no)" type="number" min="0" max="3"', page)) == 2
    with cast.unchanged():
        said = press(director, t, "deal-paper", deal_id=deal.pk, yes="5", no="0")
    assert said["kind"] == "refused"
    assert said["text"] == (
        "3 players have not voted on a phone: yes and no on paper must be 3 together, not 5."
    )
    press(director, t, "deal-paper", deal_id=deal.pk, yes="3", no="0")
    assert 'data-yes="Count the votes"' in director.get(here).content.decode()
    assert press(director, t, "deal-approve", deal_id=deal.pk)["kind"] == "done"
    fact, follows = need_shown(director, t, key="deal-holds")
    deal.refresh_from_db()
    # the page of the deal says the same, what each gets, and leads on
    page = director.get(here).content.decode()
    # printed it is what they sign: of which night, and a line for each and the director
    paper = page[page.index('class="on-paper"') :]
    assert Tournament.objects.get(pk=t).name in paper and paper.count('<p class="sign">') == len(left) + 1
    assert follows[1:] in shown(director, here) and "Put it to the vote" not in page
    for share in deal.shares:
        assert f"{share['name']} {share['chips']:,} {written(share['amount_cents'])}" in shown(director, here)
    ways = [f'href="/director/{t}/{way}"' for way in ("", "prizes/", "prizes/slips/")]
    assert all(way in page.split('id="deal"')[1].split("</section>")[0] for way in ways)
    if deal.reserve_cents:
        amount = money(deal.reserve_cents, "BRL").replace("\xa0", " ")
        assert (fact, follows) == (
            "The deal holds",
            f"{amount} is still played for: play on until one player is left, then finish the tournament.",
        )
    else:
        assert (fact, follows) == (
            "The deal holds",
            "All prize money is divided. Record who goes out, in the order of the places; with one player left, finish"
            " the tournament.",
        )
    assert "Deal…" not in shown(director, f"/director/{t}/prizes/")
    down_to(house, t, 1, at=datetime.now(UTC))
    now = director.get(f"/director/{t}/now/").content.decode()
    assert 'data-need="deal-holds"' not in now and 'data-need="finish"' in now
    finish(house, t, at=datetime.now(UTC))
    assert "The deal held: its shares are among the prizes." in shown(director, here)
    page = shown(director, f"/director/{t}/entries/")
    assert f"{Player.objects.get(entries__pk=left[-1]).public_name} Champion" in page, page
    assert f"{Player.objects.get(entries__pk=left[0]).public_name} 3rd place" in page
    cast.books_balance()


@pytest.mark.rule("SCPT.S-A", "ADTP.P3")
def test_the_bubble_is_saved_through_pages_and_taken_back(house, monkeypatch):
    t, left = final_three(house, monkeypatch, in_the_end=5)
    director, phone = as_(house.ana), as_(house.caio)
    page = shown(director, f"/director/{t}/deals/")
    assert "Pay further places and play on" in page and "Place 1 · R$450.00" in page
    form = director.get(f"/director/{t}/deals/").content.decode()
    # three are paid and five in: the fourth and the fifth can be
    assert re.findall(r'name="(extra_\d+|gives_\d+)"', form) == [
        "extra_4", "extra_5", "gives_1", "gives_2", "gives_3",
    ]  # fmt: skip
    with cast.unchanged():
        no = press(director, t, "deal", kind="extra", extra_4="50", extra_5="", gives_1="40", gives_2="")
        assert no["kind"] == "refused" and "50.00; the named prizes give 40.00" in no["text"]
    asked = {"kind": "extra", "extra_4": "50", "extra_5": "", "gives_1": "50", "gives_2": "", "gives_3": ""}
    told = press(director, t, "deal", **asked)
    assert told["text"].replace("\xa0", " ") == (
        "The deal is put to the vote: R$50.00 for further places; 5 players vote."
    )
    change = "1st R$450.00 R$400.00 4th – R$50.00"
    for page in (shown(director, f"/director/{t}/deals/"), shown(phone, f"/play/{t}/")):
        assert change in page
    deal = Deal.objects.get()
    phone.post(f"/play/{t}/deals/{deal.pk}/vote/", {"command_id": str(uuid.uuid4()), "agrees": "yes"})
    press(director, t, "deal-paper", deal_id=deal.pk, yes="4", no="0")
    assert (
        "Change the prizes as shown, as 5 players agreed?"
        in director.get(f"/director/{t}/deals/").content.decode()
    )
    assert "waits to be divided" not in shown(director, f"/director/{t}/")
    assert press(director, t, "deal-approve", deal_id=deal.pk)["text"] == "The deal holds."
    assert "all prize money is divided" not in shown(director, f"/director/{t}/").lower()
    anybody = Client(headers={"accept-language": "en"})
    for page in (
        shown(anybody, f"/t/{t}/"),
        shown(phone, f"/play/{t}/"),
        shown(director, f"/director/{t}/prizes/"),
    ):
        assert "Further places by a deal" in page and change in page
    assert "3rd R$180 4th R$50 " in shown(anybody, f"/t/{t}/")
    assert "Places as published Place Prize % 1st R$450.00 50%" in shown(director, f"/director/{t}/prizes/")
    # typed wrongly: back with a reason, and once more
    with cast.unchanged():
        assert press(director, t, "deal-end", deal_id=deal.pk, reason="")["kind"] == "refused"
    assert press(director, t, "deal-end", deal_id=deal.pk, reason="the wrong sum")["kind"] == "done"
    page = shown(director, f"/director/{t}/deals/")
    assert "Came to nothing · R$50.00 for further places · the wrong sum" in page
    assert change not in shown(anybody, f"/t/{t}/")
    api = f"/api/tournaments/{t}/deals"
    ask = {"kind": "extra", "extra_cents": [6_000], "taken": [{"place": 1, "amount_cents": 6_000}]}
    made = director.post(api, ask, "application/json", headers={"Command-Id": str(uuid.uuid4())}).json()
    assert made["result"]["changes"][1] == {"place": 4, "before_cents": 0, "after_cents": 6_000}
    press(director, t, "deal-paper", deal_id=made["result"]["deal_id"], yes="5", no="0")
    press(director, t, "deal-approve", deal_id=made["result"]["deal_id"])
    # the fourth is paid in the moment it is the fourth; the phone says so
    down_to(house, t, 3, at=datetime.now(UTC))
    assert {a.place: a.amount_cents for a in Award.objects.filter(tournament_id=t)} == {4: 6_000}
    cast.books_balance()


# ---------------------------------------------------------------------------- after a deal, to the end


def dealt(house, monkeypatch, **more):
    """Three left of nine, a deal by stacks that holds with R$50.00 for the champion; Caio's phone and the shares by entry."""
    t, left = final_three(house, monkeypatch, **more)
    director = as_(house.ana)
    stack = Field.objects.get(pk=t).chips_issued // 9
    press(director, t, "stacks", **dict(zip([f"stack_{e}" for e in left], (stack, 3 * stack, 5 * stack))))
    press(director, t, "deal", kind="icm", reserve="50.00")
    deal = Deal.objects.get()
    press(director, t, "deal-paper", deal_id=deal.pk, yes="3", no="0")
    assert press(director, t, "deal-approve", deal_id=deal.pk)["text"] == "The deal holds."
    deal.refresh_from_db()
    assert deal.reserve_cents == 5_000
    return t, left, {share["entry_id"]: share["amount_cents"] for share in deal.shares}


def brl(cents):
    return money(cents, "BRL").replace("\xa0", " ")


@pytest.mark.rule("ADTP.P3", "SCPT.M")
def test_the_phone_counts_a_deal_in_what_is_sure(house, monkeypatch):
    t, left, shares = dealt(house, monkeypatch)
    director, phone = as_(house.ana), as_(house.caio)
    share = shares[left[2]]
    page = shown(phone, f"/play/{t}/")
    told = f"Your share by the deal: {brl(share)}, whatever place you finish in. R$50.00 more is for the champion."
    assert f"Place 3 or better · at least {brl(share)}" in page and told in page, page
    # the public page tells what is divided, and no place's prize as the first one's
    live = shown(Client(headers={"accept-language": "en"}), f"/t/{t}/")
    assert "The deal R$850 Divided by the deal." in live and "1st prize" not in live.split("{")[0], live
    # what changes the page while it is open tells it, too
    raw = phone.get(f"/play/{t}/mine/").content.decode()
    assert f'data-share="{share}" data-reserve="5000"' in raw
    down_to(house, t, 2, at=datetime.now(UTC))
    assert f"Place 2 or better · at least {brl(share)}" in shown(phone, f"/play/{t}/mine/")
    down_to(house, t, 1, at=datetime.now(UTC))
    page = shown(phone, f"/play/{t}/mine/")
    assert "You won" in page and brl(share + 5_000) in page
    ended = press(director, t, "finish")
    assert f"Place 1 of 9 entries Terça {brl(share + 5_000)} In your balance." in shown(phone, f"/play/{t}/")

    # the public pages and the phone tell what each really got, the deal by name, and the table as published beside it
    anybody = Client(headers={"accept-language": "en"})
    names = {e: Player.objects.get(entries__pk=e).public_name for e in left}
    page = shown(anybody, f"/t/{t}/results/")
    assert (
        f"Prize 1st {names[left[2]]} BR {brl(share + 5_000)} 2nd {names[left[1]]} BR {brl(shares[left[1]])}"
        in page
    ), page
    for where in (f"/t/{t}/results/", f"/t/{t}/", f"/t/{t}/structure/", f"/play/{t}/"):
        page = shown(phone if "play" in where else anybody, where)
        assert "The deal Player Share" in page and page.count("R$50.00") == 1, (where, page)
        assert re.search(
            r"Places as published, before the deal Place Prize 1\w* R\$450 2\w* R\$270 ", page
        ), (
            where,
            page,
        )
    # the picture that is shared tells who won; the desk knows the champion, and sells nothing
    card = content.card_of(announcements.announcement(t, at=datetime.now(UTC)), language="en")
    assert card.figures == (("Winner", names[left[2]]), ("Entries", "9"))
    # the prize goes onto a picture only where the winner chose so
    cast.say(choose_profile, by=house.caio, player_id=house.caio.player_id, shown=True, prizes=False)
    again = content.card_of(announcements.announcement(t, at=datetime.now(UTC)), language="en")
    assert again.figures == card.figures
    cast.say(choose_profile, by=house.caio, player_id=house.caio.player_id, shown=True)
    card = content.card_of(announcements.announcement(t, at=datetime.now(UTC)), language="en")
    assert card.figures == (("Winner", names[left[2]]), ("Prize", money_short(share + 5_000, "BRL")))
    sold = shown(as_(house.desi), f"/desk/{t}/?player={house.caio.player_id}")
    assert (
        "Champion" in sold
        and "This tournament is over." in sold
        and "1st place" not in sold.split("Champion")[0]
    )
    assert ", seat " not in sold.partition("This tournament is over.")[0] and "Paid: rebuy" not in sold
    director.post(ended["undo"], {"command_id": str(uuid.uuid4())}, **HTMX)
    page = shown(phone, f"/play/{t}/")
    assert "You won" in page and brl(share + 5_000) in page
    cast.books_balance()


@pytest.mark.rule("REGULATIONS 6.2")
def test_of_equal_stacks_the_smaller_part_alone_is_sure_until_it_is_given(house, monkeypatch):
    t, left = final_three(house, monkeypatch)
    director, phone = as_(house.ana), as_(house.caio)
    stack = Field.objects.get(pk=t).chips_issued // 9
    press(director, t, "stacks", **dict(zip([f"stack_{e}" for e in left], (stack, 4 * stack, 4 * stack))))
    press(director, t, "deal", kind="icm", reserve="49.99")
    deal = Deal.objects.get()
    press(director, t, "deal-paper", deal_id=deal.pk, yes="3", no="0")
    press(director, t, "deal-approve", deal_id=deal.pk)
    deal.refresh_from_db()
    parts = sorted(s["amount_cents"] for s in deal.shares if s["entry_id"] != left[0])
    at_least = f"at least {brl(parts[0])}"
    assert at_least in shown(phone, f"/play/{t}/")
    down_to(house, t, 1, at=datetime.now(UTC))
    # who is alone has won it
    page = shown(phone, f"/play/{t}/mine/")
    assert "You won" in page and brl(parts[1] + deal.reserve_cents) in page
    finish(house, t, at=datetime.now(UTC))
    assert Award.objects.get(place=1).amount_cents == parts[1] + deal.reserve_cents


@pytest.mark.rule("SCPT.M")
def test_what_is_divided_and_what_is_left_for_the_champion_are_told_apart_everywhere(house, monkeypatch):
    t, left = final_three(house, monkeypatch)
    director, phone = as_(house.ana), as_(house.caio)
    stack = Field.objects.get(pk=t).chips_issued // 9
    press(director, t, "stacks", **dict(zip([f"stack_{e}" for e in left], (stack, 3 * stack, 5 * stack))))
    said = press(director, t, "deal", kind="icm", reserve="50")["text"]
    assert said.replace("\xa0", " ") == (
        "The deal is put to the vote: R$850.00 for 3 players, and R$50.00 for the champion."
    )
    here = f"/director/{t}/deals/"
    page = shown(director, here)
    assert "R$850.00 to divide. 0 of 3 have voted" in page and "R$50.00 stays for the champion." in page
    body = html.unescape(director.get(here).content.decode()).replace("\xa0", " ")
    # the page is drawn again when the prizes are told: a vote on a phone tells them
    assert re.search(
        r'<section [^>]*id="deal"[^>]* hx-get="%s"[^>]* hx-trigger="live-prizes from:body' % here, body
    )
    deal = Deal.objects.get()
    assert "R$50.00 stays for the champion." in shown(phone, f"/play/{t}/")
    phone.post(f"/play/{t}/deals/{deal.pk}/vote/", {"command_id": str(uuid.uuid4()), "agrees": "yes"})
    assert "1 of 3 have voted" in shown(director, here)
    press(director, t, "deal-paper", deal_id=deal.pk, yes="2", no="0")
    body = html.unescape(director.get(here).content.decode()).replace("\xa0", " ")
    assert "Divide R$850.00 among 3 players as shown?" in body
    assert "this cannot be undone. R$50.00 stays for the champion." in body
    assert "R$850.00 waits to be divided" in shown(director, f"/director/{t}/now/")
    press(director, t, "deal-approve", deal_id=deal.pk)
    page = shown(director, here)
    assert "R$850.00 divided" in page and "Stays for the champion R$50.00" in page


@pytest.mark.rule("PT-T.52", "SCPT.L")
def test_the_end_is_offered_to_be_taken_back_exactly_when_it_can_be(house):
    t = freezeout(house, 6)
    finish(house, t)
    director, desk = as_(house.ana), as_(house.desi)

    def ends():
        """Of each line of an end, newest first: (Undo is offered, it reads as undone); the same on both pages."""
        while relay.seal():
            pass
        found = []
        for where in ("history", "now"):
            body = director.get(f"/director/{t}/{where}/").content.decode()
            rows = re.findall(r'<tr data-command="[^"]*">(.*?)</tr>', body, re.S)
            found.append([('href="/undo/' in row, ">undone<" in row) for row in rows if "Finished" in row])
        assert found[0] == found[1]
        return found[0]

    assert ends() == [(True, False)]
    award = Award.objects.get(tournament_id=t, place=1)
    press(desk, t, "pay", award_id=award.pk, method="cash")
    assert ends() == [(False, False)]
    assert press(director, t, "unpay", award_id=award.pk)["kind"] == "done"
    assert ends() == [(True, False)]
    body = director.get(f"/director/{t}/history/").content.decode()
    rows = re.findall(r'<tr data-command="[^"]*">.*?</tr>', body, re.S)
    undo = next(re.search(r'href="(/undo/[^"?]*)', row)[1] for row in rows if "Finished" in row)
    director.post(undo, {"command_id": str(uuid.uuid4())}, **HTMX)
    assert Tournament.objects.get(pk=t).state == "running"
    assert ends() == [(False, True)]

    def old_slip():
        """What the page of the old slip says."""
        return html.unescape(desk.get(f"/director/{t}/prizes/{award.pk}/").content.decode())

    assert f"The prize of slip no. {award.pk} was taken back. No other slip has replaced it." in old_slip()
    finish(house, t)
    now = Award.objects.exclude(state="void").get(tournament_id=t, place=1)
    assert now.pk != award.pk
    assert f"The prize of slip no. {award.pk} was taken back. Slip no. {now.pk} replaced it." in old_slip()
    assert ends() == [(True, False), (False, True)]
    cast.books_balance()


def test_the_desk_reads_beforehand_that_the_director_takes_the_payment_of_a_prize_back(house):
    t = house.started("turbo-8max", entries=9)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=t)
    finish(house, t, at=cast.after(hours=2))
    award = Award.objects.filter(tournament_id=t, state="owed").order_by("pk").first()
    cast.say(pay_award, by=house.desi, at=cast.after(hours=3), award_id=award.pk, method="cash")
    undo = f"/undo/{Fact.objects.filter(kind='prize_paid').last().command_id}/"
    while relay.seal():
        pass
    history = f"/director/{t}/history/?only=money"
    pages = [as_(who).get(history).content.decode() for who in (house.desi, house.ana)]
    assert undo not in pages[0] and "Undone by the director" in pages[0]
    assert undo in pages[1] and "Undone by the director" not in pages[1]


def test_a_bust_whose_prize_was_paid_leads_to_that_payment(house):
    t = house.started("turbo-8max", entries=9)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=t)
    down_to(house, t, 2, at=cast.after(hours=2))
    third = Award.objects.get(tournament_id=t, place=3)
    cast.say(pay_award, by=house.desi, at=cast.after(hours=3), award_id=third.pk, method="cash")
    paid = Fact.objects.filter(kind="prize_paid").last().command_id
    bust = Fact.objects.get(kind="player_eliminated", body__entry_id=third.entry_id).command_id
    while relay.seal():
        pass
    here = f"/undo/{bust}/"
    shown = [as_(who).get(here).content.decode() for who in (house.ana, house.desi)]
    assert all("is already paid out. Take the payment back first." in one for one in shown)
    assert f'href="/undo/{paid}/?next={quote_plus(here)}"' in shown[0]
    # who may not take it back is not led there
    assert f"/undo/{paid}/" not in shown[1]
    asked = as_(house.ana).get(f"/undo/{paid}/?next={quote_plus(here)}").content.decode()
    assert f'name="next" value="{here}"' in asked
