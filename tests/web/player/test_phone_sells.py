"""The phone sells what the rules allow now: re-entry, rebuy, add-on, surrender; and the desk confirms what is paid there."""

from __future__ import annotations

import re
import uuid
from decimal import Decimal

import pytest

from ledger.queries import wallet_balance
from payouts.commands.finish_tournament import finish_tournament
from people.commands.check_identity import check_identity
from people.models import User
from rules.ranking import points
from tests import cast
from tests.payouts.test_season import circuit
from tests.web.desk.test_desk import deal
from tests.web.director.test_director import as_
from tests.web.player.test_player import at, bust, fresh, house, phone, shown
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.update_venue import update_venue
from tournaments.models import Entry, Field, Order, Purchase

__all__ = ["at", "house", "phone"]

pytestmark = pytest.mark.django_db


def chips_for(price):
    return {
        "price_cents": price,
        "chips": 5_000,
        "split": {
            "name": "x",
            "price_cents": price,
            "parts": [{"component": "prize_pool", "amount_cents": price}],
        },
    }


@pytest.fixture
def playing(house, at):
    """Caio sits among twelve in a tournament with re-entry, rebuys and an add-on."""
    tournament = house.registering(
        "turbo-8max",
        late_registration_level=6,
        re_entries_per_player=1,
        rebuy={**chips_for(10_000), "until_level": 4, "per_player": 2},
        add_on={**chips_for(5_000), "after_level": 6, "per_player": 1},
    )
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 11)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at["at"] = cast.after(minutes=6)
    return tournament


@pytest.fixture
def mine(client, house, playing):
    client.force_login(User.objects.get(pk=house.caio.user_id))
    client.cookies["django_language"] = "en"
    return client


def own(house, tournament):
    return (
        Entry.objects.filter(tournament_id=tournament, player_id=house.caio.player_id).order_by("-pk").first()
    )


def buy(client, tournament, **values):
    page = client.post(f"/play/{tournament}/buy/", fresh(**values), follow=True)
    return re.sub(r"\s+", " ", page.content.decode())


@pytest.mark.rule("PT-T.23")
def test_who_plays_sees_price_chips_and_the_reason_when_not(mine, house, playing):
    page = shown(mine, f"/play/{playing}/")
    assert 'id="buy-rebuy">Rebuy · R$100.00 <small class="soft">5,000 chips' in page
    assert "0 of 2 used" in page and 'name="stack_chips"' in page
    assert "The add-on is sold in the break after level 6." in page and 'value="add_on"' not in page
    # the rebuy period is over meanwhile: the stale page buys nothing, by any way
    house.deposit(house.caio.player_id, 500_00)
    for index in range(1, 12):
        cast.say(
            move_to_level, by=house.ana, at=cast.after(minutes=6), tournament_id=playing, level_index=index
        )
        if "Rebuys ended with level 4." in shown(mine, f"/play/{playing}/"):
            break
    with cast.unchanged():
        for pay in ("balance", "desk"):
            assert "Rebuys ended with level 4." in buy(
                mine, playing, kind="rebuy", pay=pay, stack_chips=100, price=10_000
            )


@pytest.mark.rule("ADTP.27")
def test_a_rebuy_from_the_balance_once_however_often_it_is_tapped(mine, house, playing):
    assert re.search(r'value="balance" required disabled', shown(mine, f"/play/{playing}/"))
    with cast.unchanged():
        assert "not enough money" in buy(mine, playing, kind="rebuy", pay="balance", stack_chips=100)
        # stack too big; another price than the page told
    house.deposit(house.caio.player_id, 150_00)
    with cast.unchanged():
        assert "at most" in buy(mine, playing, kind="rebuy", pay="balance", stack_chips=900_000)
        assert "The price has changed" in buy(
            mine, playing, kind="rebuy", pay="balance", stack_chips=100, price=9_000
        )
        assert "not a whole number" in buy(mine, playing, kind="rebuy", pay="balance", stack_chips="x")
        buy(mine, playing, kind="gold", pay="balance")
    one = fresh(kind="rebuy", pay="balance", stack_chips=100, price=10_000)
    for _tap in range(2):
        mine.post(f"/play/{playing}/buy/", one)
    assert Purchase.objects.count() == 1
    assert wallet_balance(house.caio.player_id, unit="BRL") == 50_00
    assert own(house, playing).stack_chips == 5_100
    # what was bought stays on the page with its receipt: that is shown to the floor, who brings the chips
    page = shown(mine, f"/play/{playing}/")
    told = page[page.index('data-bought="rebuy"') :]
    assert "5,000 chips" in told and "Balance" in told
    assert f"?number={Purchase.objects.get().receipt}" in told[: told.index("</p>")]
    assert "1 of 2 used" in shown(mine, f"/play/{playing}/")
    cast.books_balance()


@pytest.mark.rule("SCPT.D")
def test_a_rebuy_asked_for_at_the_desk_is_sold_once_when_it_is_paid(mine, house, playing):
    page = buy(mine, playing, kind="rebuy", pay="desk", stack_chips=100, price=10_000)
    order = Order.objects.get()
    assert (order.kind, order.method, order.stack_chips, order.price_cents) == ("rebuy", "cash", 100, 10_000)
    assert order.code in page and "to be paid" in page and 'id="buy-rebuy"' not in page
    # another device, another tap: one order
    with cast.unchanged():
        assert "not paid it yet" in buy(mine, playing, kind="rebuy", pay="desk", stack_chips=100)
    desi = as_(house.desi)
    desk = desi.get(f"/desk/{playing}/?player={house.caio.player_id}").content.decode()
    assert "Asked for on the phone: Rebuy" in desk and desk.count(order.code) >= 2
    assert desk.count("/do/rebuy/") == 1
    assert f"Rebuy · {order.code}" in desk[desk.index('id="unpaid"') :]
    assert house.caio.name in desi.get(f"/desk/{playing}/?part=found&q={order.code.lower()}").content.decode()
    sold = {
        "player_id": house.caio.player_id, "entry_id": own(house, playing).pk, "order_id": order.pk,
        "method": "cash", "stack_chips": 100,
    }  # fmt: skip
    deal(desi, playing, "rebuy", **sold)
    order.refresh_from_db()
    assert (order.state, Purchase.objects.count()) == ("sold", 1)
    # a second desk, a moment later
    with cast.unchanged():
        assert "This order was paid already (Cash)." in deal(desi, playing, "rebuy", **sold).content.decode()
    assert "to be paid" not in shown(mine, f"/play/{playing}/")
    cast.books_balance()


@pytest.mark.rule("ADTP.8A")
def test_who_is_out_re_enters_by_pix_or_reserves_where_there_is_none(mine, house, playing):
    bust(house, playing, house.caio.player_id)
    page = shown(mine, f"/play/{playing}/")
    assert "You are out" in page and "<b>12</b>" in page and 'id="buy-re_entry"' in page
    assert 'value="pix"' not in page and 'value="desk" required checked' in page
    cast.say(
        update_venue, by=house.olga, venue_id=house.venue_id,
        changes={"pix_key": "house@example.com", "pix_receiver": "Clube", "pix_city": "Rio"},
    )  # fmt: skip
    assert 'value="pix" required checked' in shown(mine, f"/play/{playing}/")
    page = buy(mine, playing, kind="re_entry", pay="pix", price=12_000)
    order = Order.objects.get()
    assert (
        f'Reference <b class="figures">{order.code}' in page
        and order.code in re.search(r'id="pix-code" value="([^"]*)"', page)[1]
    )
    # withdrawn, asked again, confirmed by the desk
    mine.post(f"/play/{playing}/orders/{order.pk}/withdraw/", fresh())
    with cast.unchanged():
        mine.post(f"/play/{playing}/orders/{order.pk}/withdraw/", fresh())
    buy(mine, playing, kind="re_entry", pay="pix")
    again = Order.objects.get(state="open")
    # one form at the desk, named by what was asked for, its code the phone's
    on_the_phone = re.search(r'id="pix-code" value="([^"]*)"', shown(mine, f"/play/{playing}/"))[1]
    desk = as_(house.desi).get(f"/desk/{playing}/?player={house.caio.player_id}").content.decode()
    assert desk.count("/do/reenter/") == 1 and f"Asked for on the phone: Re-entry · {again.code}" in desk
    assert set(re.findall(r'<input value="([^"]*)" readonly aria-label="PIX code', desk)) == {on_the_phone}
    assert re.findall(r" autofocus>([^<]+)", desk) == ["Paid: confirm"]
    deal(
        as_(house.desi),
        playing,
        "reenter",
        player_id=house.caio.player_id,
        order_id=again.pk,
        method="transfer",
    )
    again.refresh_from_db()
    assert (again.state, own(house, playing).ordinal, own(house, playing).method) == ("sold", 2, "transfer")
    # the one re-entry is used: out again there is no way back, and the page says so
    bust(house, playing, house.caio.player_id)
    page = shown(mine, f"/play/{playing}/")
    assert (
        "This player cannot re-enter again. Limit for each player: 1." in page
        and 'value="re_entry"' not in page
    )
    cast.books_balance()


@pytest.mark.rule("SCPT.S", "SCPT.P")
def test_the_result_card_names_who_took_the_chips_and_the_points(client, house, at):
    season, stage = circuit(house)
    tournament = house.registering(
        "turbo-8max",
        late_registration_level=0,
        re_entries_per_player=0,
        stage_id=stage,
        ranking_weight_milli=1000,
    )
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at["at"] = cast.after(minutes=6)
    client.force_login(User.objects.get(pk=house.caio.user_id))
    client.cookies["django_language"] = "en"
    others = list(Entry.objects.filter(tournament_id=tournament).exclude(player_id=house.caio.player_id))
    for out in others[:2]:
        bust(house, tournament, out.player_id)
    cast.say(
        eliminate_players, by=house.bruno, at=cast.after(minutes=5), tournament_id=tournament, table_number=1,
        busts=[{"entry_id": own(house, tournament).pk, "stack_chips_start": None, "by_entries": [others[2].pk]}],
    )  # fmt: skip
    page = re.sub(r"\s+", " ", shown(client, f"/play/{tournament}/"))
    assert f"Knocked out by {others[2].player.public_name}</p>" in page
    # points are there when the places are fixed
    assert "points in" not in page
    cast.say(finish_tournament, by=house.ana, at=cast.after(minutes=7), tournament_id=tournament)
    page = re.sub(r"\s+", " ", shown(client, f"/play/{tournament}/"))
    earned = points(n=4, k=2, b_cents=12_000, c=Decimal(1))
    assert f'<a href="/seasons/{season}/">{earned:.2f} points in 2026</a>' in page
    assert f"Knocked out by {others[2].player.public_name}</p>" in page and "Thank you for playing." in page
    # the winners are there at once: nothing moves when the modules come, and who has none reads them
    podium = page.split('data-part="podium"')[1].split("</ol>")[0]
    assert podium.count("<li>") == 3 and podium.index(others[2].player.public_name) < podium.index("Caio")


@pytest.mark.rule("SCPT.U")
def test_a_short_stack_is_given_up_on_the_phone_where_that_is_offered(client, house, at):
    tournament = house.registering(
        "turbo-8max", late_registration_level=1, re_entries_per_player=1, surrender=True, starts_at=cast.START
    )
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at["at"] = cast.after(minutes=2)
    client.force_login(User.objects.get(pk=house.caio.user_id))
    client.cookies["django_language"] = "en"
    house.deposit(house.caio.player_id, 120_00)
    assert 'id="buy-surrender"' in shown(client, f"/play/{tournament}/")
    buy(client, tournament, kind="surrender", pay="balance", stack_chips=400, price=12_000)
    entries = Entry.objects.filter(tournament_id=tournament, player_id=house.caio.player_id).order_by("pk")
    assert [e.state for e in entries] == ["out", "playing"]
    assert Field.objects.get(pk=tournament).chips_removed == 400
    cast.books_balance()


def test_nobody_withdraws_or_reads_what_is_anothers(client, mine, house, playing):
    buy(mine, playing, kind="rebuy", pay="desk", stack_chips=100)
    order = Order.objects.get()
    client.force_login(User.objects.get(pk=house.dora.user_id))
    with cast.unchanged():
        client.post(f"/play/{playing}/orders/{order.pk}/withdraw/", fresh())
    assert order.code not in shown(client, f"/play/{playing}/")


def test_the_desk_sells_nothing_for_a_cancelled_tournament_and_offers_no_balance_that_is_too_small(house):
    from tournaments.commands.cancel_tournament import cancel_tournament

    tournament = house.registering("turbo-8max")
    player = house.player()
    desi = as_(house.desi)
    page = desi.get(f"/desk/{tournament}/?player={player}").content.decode()
    assert 'value="cash"' in page and 'value="balance"' not in page
    house.deposit(player, 20_00)
    page = desi.get(f"/desk/{tournament}/?player={player}").content.decode()
    assert re.search(r'value="balance" disabled', page)
    house.deposit(player, 100_00)
    assert not re.search(
        r'value="balance" disabled', desi.get(f"/desk/{tournament}/?player={player}").content.decode()
    )
    cast.say(cancel_tournament, by=house.ana, tournament_id=tournament, reason="flood")
    page = desi.get(f"/desk/{tournament}/?player={player}").content.decode()
    assert "This tournament was cancelled." in page and "do/register/" not in page


@pytest.mark.rule("SCPT.F")
def test_paid_by_pix_before_the_document_the_money_is_noted_and_the_seat_waits(client, house, at):
    from tournaments.models import Registration

    tournament = house.registering("turbo-8max")
    cast.say(
        update_venue, by=house.olga, venue_id=house.venue_id,
        changes={"pix_key": "house@example.com", "pix_receiver": "Clube", "pix_city": "Rio"},
    )  # fmt: skip
    client.force_login(User.objects.get(pk=house.caio.user_id))
    client.cookies["django_language"] = "en"
    # said before anything is paid
    assert "Bring a photo document" in shown(client, f"/play/{tournament}/")
    client.post(f"/play/{tournament}/register/", fresh(pay="pix", terms="1"))
    assert "Bring a photo document" in shown(client, f"/play/{tournament}/")
    registration = Registration.objects.get()
    desi = as_(house.desi)
    where = {"player_id": house.caio.player_id, "registration_id": registration.pk}
    page = desi.get(f"/desk/{tournament}/?player={house.caio.player_id}").content.decode()
    assert "Paid; the seat waits for the document" in page
    one = uuid.uuid4()
    for _tap in range(2):
        deal(desi, tournament, "money", one, **where, method="transfer")
    with cast.unchanged():
        assert "noted already" in deal(desi, tournament, "money", **where, method="transfer").content.decode()
        assert (
            "photo and confirm it"
            in deal(desi, tournament, "confirm", **where, method="transfer").content.decode()
        )
    assert wallet_balance(house.caio.player_id, unit="BRL") == 120_00
    assert not Entry.objects.exists()
    page = shown(client, f"/play/{tournament}/")
    assert "Your payment has arrived" in page and "pix-code" not in page
    deal(
        desi, tournament, "check", player_id=house.caio.player_id, document_kind="rg", document_number="12345678",
        birth_date="1990-01-02",
    )  # fmt: skip
    page = desi.get(f"/desk/{tournament}/?player={house.caio.player_id}").content.decode()
    assert "Give the seat" in page
    deal(desi, tournament, "confirm", **where, method="cash")
    entry = Entry.objects.get()
    registration.refresh_from_db()
    # the method by which it came, at the hour it came
    assert (entry.method, entry.paid_at, entry.state) == ("transfer", registration.paid_at, "registered")
    assert wallet_balance(house.caio.player_id, unit="BRL") == 0
    assert "You are in" in shown(client, f"/play/{tournament}/")
    cast.books_balance()


@pytest.mark.rule("SCPT.F")
def test_money_noted_ahead_is_in_what_was_taken_and_the_seat_is_not_promised(house):
    from tournaments.commands.register_player import register_player

    tournament = house.registering("turbo-8max")
    house.enter(tournament, house.player())
    player = house.player(checked=False)
    made = cast.say(
        register_player, by=house.desi, tournament_id=tournament, player_id=player, method="cash", terms_version="1",
    )  # fmt: skip
    desi, ana = as_(house.desi), as_(house.ana)
    where = {"player_id": player, "registration_id": made["registration_id"]}
    told = "No seat is held until the document is checked: who pays before that may take the last one."

    def taken():
        page = desi.get(f"/desk/{tournament}/").content.decode()
        page = page[page.index('id="to-t"') :]
        return re.findall(r"<d[dt][^>]*>(?:<strong>)?([^<]*[^<\s])", page[: page.index("</dl>")])

    assert taken() == ["Cash", "R$120.00", "Sum", "R$120.00"]
    # said before the money is taken
    assert told in desi.get(f"/desk/{tournament}/?player={player}").content.decode()
    landed = deal(desi, tournament, "money", **where, method="credit").content.decode()
    assert "The payment is noted. No seat is held: it is given once the document is checked." in landed
    assert taken() == [
        "Cash", "R$120.00", "Credit card", "R$132.00", "Sum", "R$252.00", "Of it: document to be checked", "R$132.00",
    ]  # fmt: skip
    page = desi.get(f"/desk/{tournament}/").content.decode()
    assert 'id="ahead"' in page and 'id="unpaid"' not in page
    # the director's page: a line apart, the sums those of the drawer, and where the money lies
    page = ana.get(f"/director/{tournament}/entries/").content.decode()
    row = page[page.index("Paid, document to be checked") :]
    assert re.findall(r"R\$[\d.]+", row[: row.index("</tr>")]) == [
        "R$120.00", "R$12.00", "R$132.00", "R$132.00",
    ]  # fmt: skip
    foot = row[row.index("<tfoot>") :]
    assert re.findall(r"R\$[\d.]+", foot[: foot.index("</tfoot>")]) == [
        "R$12.00", "R$252.00", "R$120.00", "R$132.00",
    ]  # fmt: skip
    went = page[page.index('id="went-t"') :]
    went = went[: went.index("</dl>")]
    assert re.findall(r"R\$[\d.]+", went)[-2:] == ["R$132.00", "R$252.00"]
    assert "In the players&#x27; balances until the document is checked" in went
    html = ana.get(f"/director/{tournament}/").content.decode()
    sums = html[html.index('id="totals"') :]
    assert re.findall(r"<dt>([^<]*)</dt>\s*<dd[^>]*>([^<]*)</dd>", sums[: sums.index("</dl>")]) == [
        ("1\xa0×\xa0R$120.00", "R$120.00"),
        ("Paid, document to be checked", "R$132.00"),
        ("Sold", "R$252.00"),
        ("Cash", "R$120.00"),
        ("Credit card", "R$132.00"),
        ("Received for sales", "R$252.00"),
    ]
    need = html[html.index('data-need="documents"') :]
    assert re.findall(r"<p[^>]*>\s*(?:<strong>)?([^<]*[^<\s])", need[: need.index('class="buttons"')]) == [
        "1 registration is paid and waits for the document",
        "No seat is held.",
    ]
    assert "waits for its payment" not in html
    # the seat's button waits for the document, and says so
    page = desi.get(f"/desk/{tournament}/?player={player}").content.decode()
    assert re.search(r'disabled aria-describedby="held">Give the seat<', page)
    assert "First press above that you have seen the document." in page and told in page
    deal(
        desi, tournament, "check", player_id=player, document_kind="rg", document_number="12345678",
        birth_date="1990-01-02",
    )  # fmt: skip
    page = desi.get(f"/desk/{tournament}/?player={player}").content.decode()
    assert re.search(r" autofocus>Give the seat<", page) and told not in page
    deal(desi, tournament, "confirm", **where, method="credit")
    assert taken() == ["Cash", "R$120.00", "Credit card", "R$132.00", "Sum", "R$252.00"]
    cast.books_balance()


@pytest.mark.parametrize("hand_back", [True, False])
def test_a_payment_noted_ahead_is_handed_back_or_stays_in_the_balance(house, hand_back):
    from tournaments.commands.cancel_registration import cancel_registration
    from tournaments.commands.record_payment import record_payment
    from tournaments.commands.register_player import register_player

    tournament = house.registering("turbo-8max")
    player = house.player(checked=False)
    asked = cast.say(
        register_player,
        by=house.desi,
        tournament_id=tournament,
        player_id=player,
        method="cash",
        terms_version="1",
    )
    cast.say(record_payment, by=house.desi, registration_id=asked["registration_id"], method="credit")
    assert wallet_balance(player, unit="BRL") == 132_00
    cast.say(
        cancel_registration,
        by=house.desi,
        registration_id=asked["registration_id"],
        reason="x",
        hand_back=hand_back,
    )
    assert wallet_balance(player, unit="BRL") == (0 if hand_back else 132_00)
    cast.books_balance()


@pytest.mark.rule("PT-T.21")
def test_a_limit_holds_for_what_is_paid_from_the_balance_at_a_live_club(mine, house, playing):
    from people.commands.set_play_limit import set_play_limit

    house.deposit(house.caio.player_id, 500_00)
    cast.say(
        set_play_limit, by=house.caio, at=cast.after(minutes=6), player_id=house.caio.player_id,
        period="day", unit="BRL", amount_cents=150_00,
    )  # fmt: skip
    with cast.unchanged():
        # 120 was paid for the entry today
        assert "limit you set for 24 hours" in buy(
            mine, playing, kind="rebuy", pay="balance", stack_chips=100
        )


def test_the_main_button_fits_the_state(client, house, playing):
    client.cookies["django_language"] = "en"
    from tournaments.commands.close_entries import close_entries

    def main(path):
        return re.findall(r'data-kind="main"[^>]*href="([^"]*)"(?! hidden)>([^<]*)', shown(client, path))

    coming = house.published("turbo-8max", name="Em breve")
    assert main(f"/t/{coming}/") == []
    opened = house.registering("turbo-8max", name="Aberto")
    assert main(f"/t/{opened}/") == [(f"/play/{opened}/", "Register")]
    assert main(f"/t/{playing}/") == [(f"/play/{playing}/", "Register")]
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=7), tournament_id=playing)
    from django.core.cache import cache

    cache.clear()
    page = shown(client, f"/t/{playing}/")
    assert main(f"/t/{playing}/") == [] and "Entries are closed." in page and ">My seat</a>" in page
    assert "Entries are closed. Sign in to see your seat" in shown(client, f"/play/{playing}/")
    from tests.api.conftest import finished

    over = finished(house)["finished_id"]
    assert main(f"/t/{over}/") == [(f"/t/{over}/results/", "Results")]
    page = shown(client, f"/play/{over}/")
    assert "To register" not in page and f'href="/t/{over}/results/"' in page


def test_who_has_not_paid_reads_that_registration_has_closed_and_finds_no_code_to_pay(client, house, at):
    """The phone went on with "Pay exactly this" after late registration: a PIX for a seat that nobody sells."""
    client.force_login(User.objects.get(pk=house.caio.user_id))
    client.cookies["django_language"] = "en"
    cast.say(
        update_venue, by=house.olga, venue_id=house.venue_id,
        changes={"pix_key": "house@example.com", "pix_receiver": "Clube", "pix_city": "Rio"},
    )  # fmt: skip
    tournament = house.registering("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    house.fill(tournament, 4)
    client.post(f"/play/{tournament}/register/", fresh(pay="pix", terms="1"))
    page = shown(client, f"/play/{tournament}/")
    assert "pix-code" in page and 'data-line="0/4/4/false"' in page
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at["at"] = cast.after(minutes=6)
    page = shown(client, f"/play/{tournament}/")
    assert "pix-code" not in page and "What is left to do" not in page
    assert "Do not pay: no seat is bought any more." in page and "the desk gives the money back" in page
    assert "I am not coming: cancel" in page
    desk = shown(as_(house.desi), f"/desk/{tournament}/?player={house.caio.player_id}")
    assert "If a PIX has come for it, take it as a deposit under Balance" in desk


def test_once_entries_are_closed_nothing_is_told_of_what_cannot_be_bought(mine, house, playing):
    assert "Not possible now:" in shown(mine, f"/play/{playing}/")
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=6), tournament_id=playing)
    assert "Not possible now:" not in shown(mine, f"/play/{playing}/")
    bust(house, playing, house.caio.player_id)
    page = shown(mine, f"/play/{playing}/")
    assert "There is no way back into this tournament." in page and "Re-entry" not in page


def test_a_rebuy_asked_for_by_pix_says_that_the_chips_come_with_the_money_and_not_the_seat(
    mine, house, playing
):
    cast.say(
        update_venue, by=house.olga, venue_id=house.venue_id,
        changes={"pix_key": "house@example.com", "pix_receiver": "Clube", "pix_city": "Rio"},
    )  # fmt: skip
    page = buy(mine, playing, kind="rebuy", pay="pix", stack_chips=100, price=10_000)
    assert "until then the chips are not yours" in page and "the seat is not yours" not in page
