"""The desk through Django's client: who is it, what does it cost, here is your receipt."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from ledger.queries import wallet_balance
from people.commands.check_identity import check_identity
from people.commands.exclude_player import exclude_player
from people.models import Player
from play.commands.open_table import open_table
from play.commands.sit import sit
from tables.models import Seat
from tests import cast
from tests.web.director.test_director import as_, house, running, somebody
from tournaments.commands.close_entries import close_entries
from tournaments.commands.register_player import register_player
from tournaments.models import Entry, Purchase, Registration, Tournament
from web.templatetags.shuffle import moment

__all__ = ["house"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_one(house):
    return house.registering("turbo-8max", starts_at=datetime.now(UTC) + timedelta(hours=2))


def deal(client, tournament, what, command_id=None, **values):
    """One deed of the desk; the page one lands on."""
    return client.post(
        f"/desk/{tournament}/do/{what}/",
        {"command_id": str(command_id or uuid.uuid4()), **values},
        follow=True,
    )


def text(response):
    return response.content.decode()


def test_a_known_player_is_registered_in_three_interactions(house, open_one):
    player = house.player("Rui Barbosa")
    file = Player.objects.get(pk=player)
    client = as_(house.desi)
    # 1 type: the list follows what is typed, without the rest of the page
    found = text(client.get(f"/desk/{open_one}/?part=found&q=rui+barb"))
    assert file.full_name in found and "<html" not in found
    # 2 Enter: the first is taken, the price itemised with every method's surcharge before paying
    page = text(client.get(f"/desk/{open_one}/?enter=1&q=rui+barb"))
    assert "R$100.00" in page and "R$20.00" in page  # prize pool and fee
    assert "R$126.00" in page and "R$132.00" in page  # 5 % and 10 % on R$ 120
    assert "R$120.00 + R$6.00 surcharge" in page
    # 3 Enter: the focused button
    button = re.search(r"<button[^>]*autofocus[^>]*>([^<]*)", page)
    assert button and button[1] == "Paid: register"
    landed = deal(client, open_one, "register", player_id=player, method="credit")
    entry = Entry.objects.get(tournament_id=open_one)
    assert (entry.player_id, entry.method, entry.surcharge_cents) == (player, "credit", 1_200)
    assert entry.receipt in text(landed)
    assert "The seat is drawn at the start." in text(landed)
    # the last sales: when, how, how much
    last = re.search(r'<small class="soft figures">(.*?)</small>', text(landed), re.DOTALL)
    assert last and re.fullmatch(
        r"\d\d:\d\d · Credit card R\$132", " ".join(re.sub(r"<[^>]+>", "", last[1]).split())
    )
    # whose file is open is seen by the initials, too
    assert '<span class="initials" aria-hidden="true">RS</span>' in page
    cast.books_balance()


def test_an_address_acts_on_its_own_tournament_only(house, open_one):
    other = house.registering("turbo-8max", starts_at=datetime.now(UTC) + timedelta(hours=2))
    made = house.enter(other)
    registration, ana = Registration.objects.get(tournament_id=other), as_(house.ana)
    with cast.unchanged():
        said = text(deal(ana, open_one, "cancel", registration_id=registration.pk, reason="x"))
        assert "There is no such registration." in said
    deal(ana, other, "cancel", registration_id=registration.pk, reason="x")
    assert Entry.objects.get(pk=made["entry_id"]).state == "cancelled"


def test_nobody_is_entered_in_letters_that_look_like_anothers(house, open_one):
    mixed, told = "Caio L\u0456ma", "This name mixes letters of two alphabets"
    client = as_(house.desi)
    for field, place in (("full_name", "np-f"), ("public_name", "np-p")):
        form = {"full_name": "Bia Souza", "public_name": "", "country": "BR"} | {field: mixed}
        with cast.unchanged():
            page = client.post(f"/desk/{open_one}/new-player/", {"command_id": str(cast.new_id()), **form})
            assert page.status_code == 409
        assert re.search(rf'id="{place}-no"[^>]*>[^<]*{told}', text(page))
    player = house.player("Bia")
    with cast.unchanged():
        assert told in text(deal(client, open_one, "update", player_id=player, public_name=mixed))
    deal(client, open_one, "update", player_id=player, public_name="Lima")
    assert Player.objects.get(pk=player).public_name == "Lima"


def test_of_two_people_of_one_name_the_one_who_is_in_is_said_to_be(house, open_one):
    one, two, three = (house.player(f"Caio Duarte {n}") for n in "123")
    client = as_(house.desi)
    deal(client, open_one, "register", player_id=one, method="cash")
    cast.say(
        register_player, by=house.desi, at=datetime.now(UTC), tournament_id=open_one, player_id=two, method="cash",
        terms_version="1", paid=False,
    )  # fmt: skip
    rows = re.findall(
        r"<li>\s*<a\s+class=\"pick\".*?</li>",
        text(client.get(f"/desk/{open_one}/?part=found&q=caio+duarte")),
        re.S,
    )
    said = {re.search(r"player=(\d+)", row)[1]: re.findall(r"<b>(.*?)</b>", row) for row in rows}
    assert said == {str(one): ["Registered"], str(two): ["Registered, not paid yet"], str(three): []}


def test_enter_opens_only_who_is_meant(house, open_one):
    """Typed "Jogador Balcao B", Enter opened A, and the next press sold to A."""
    for last in "ABC":
        house.player(f"Jogador Balcao {last}")
    b = Player.objects.get(public_name="Jogador Balcao B")
    client = as_(house.desi)
    page = text(client.get(f"/desk/{open_one}/?enter=1&q=jogador+balcao"))
    assert (
        "data-player=" not in page
        and page.count('class="pick" href="/desk/') == 3
        and "<kbd" not in page.split('id="found"')[1].split("</ul>")[0]
    )
    page = text(client.get(f"/desk/{open_one}/?enter=1&q=Jogador+Balc%C3%A3o++b"))
    assert f'data-player="{b.pk}"' in page
    # a last word of one letter counts: its name stands first
    found = text(client.get(f"/desk/{open_one}/?part=found&q=balcao+b"))
    assert found.count('class="pick"') > 1
    assert re.findall(r"Jogador Balcao (\w)", found)[0] == "B"
    # who it is and for what stands at the selling button
    sale = page[page.index('do/register/"') :]
    before = sale[: sale.index("Paid: register")]
    assert f"<strong>{b.full_name}</strong>" in before and Tournament.objects.get(pk=open_one).name in before


@pytest.mark.rule("ADTP.8B", "PT-T.21")
def test_the_desk_offers_no_sale_that_is_then_refused(house, open_one):
    player, client = house.player("Rui Barbosa"), as_(house.desi)
    assert "do/register/" in text(client.get(f"/desk/{open_one}/?player={player}"))
    house.deposit(player, 10_00)
    cast.say(exclude_player, by=house.ana, player_id=player, venue_id=house.venue_id, reason="x")
    page = text(client.get(f"/desk/{open_one}/?player={player}"))
    assert "excluded from playing at present" in page
    assert "do/register/" not in page and "Pay in" not in page and "Pay out" in page
    closed = house.started("turbo-8max", entries=3)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=closed)
    late = house.player("Eva Cunha")
    page = text(client.get(f"/desk/{closed}/?player={late}"))
    assert re.search(r'role="alert">\s*! [^<]*closed', page) and "do/register/" not in page


@pytest.mark.parametrize("by", ["document", "code", "receipt", "scanned", "accent"])
def test_search_by_document_code_receipt_and_without_accents(house, open_one, by):
    made = house.enter(open_one, house.player("José Água"))
    file = Player.objects.get(pk=made["player_id"])
    typed = {
        "document": file.document_number,
        "code": Registration.objects.get(tournament_id=open_one).code.lower(),
        "receipt": Entry.objects.get(tournament_id=open_one).receipt,
        # the QR code of a printed receipt, through a scanner whose keyboard is laid out otherwise
        "scanned": f"httpÇ;;clube.example;receipts;:number={Entry.objects.get(tournament_id=open_one).receipt}",
        "accent": "jose agua",
    }[by]
    assert file.full_name in text(as_(house.desi).get(f"/desk/{open_one}/", {"q": typed, "part": "found"}))


def test_a_double_tap_registers_once(house, open_one):
    player, command_id = house.player(), uuid.uuid4()
    client = as_(house.desi)
    for _tap in range(2):
        deal(client, open_one, "register", command_id, player_id=player, method="cash")
    assert Entry.objects.filter(tournament_id=open_one).count() == 1
    cast.books_balance()


def test_a_refusal_is_a_sentence_on_the_players_page(house, open_one):
    minor = house.player(birth_date=(datetime.now(UTC) - timedelta(days=365 * 15)).date())
    client = as_(house.desi)
    with cast.unchanged():
        landed = deal(client, open_one, "register", player_id=minor, method="cash")
        assert 'role="alert"' in text(landed) and "SCPT.F" in text(landed)
        for bad in ({"method": "gold"}, {"player_id": "x"}, {"player_id": "-1"}, {}):
            response = deal(client, open_one, "register", **{"player_id": str(house_player(house)), **bad})
            assert response.status_code in (200, 409)


_players = {}


def house_player(house):
    return _players.setdefault(house.venue_id, Player.objects.order_by("-pk").first().pk)


def test_a_new_player_in_one_form_then_the_document_then_the_price(house, open_one):
    client = as_(house.desi)
    landed = client.post(
        f"/desk/{open_one}/new-player/",
        {
            "command_id": str(uuid.uuid4()),
            "full_name": "Nova Pessoa",
            "birth_date": "1991-02-03",
            "document_kind": "rg",
            "document_number": "77.123-X",
            "country": "BR",
        },
        follow=True,
    )
    player = Player.objects.get(full_name="Nova Pessoa")
    assert "I have seen the document" in text(landed)
    deal(client, open_one, "check", player_id=player.pk)
    deal(client, open_one, "register", player_id=player.pk, method="cash")
    assert Entry.objects.get(tournament_id=open_one).player_id == player.pk
    # what was refused keeps what was typed
    with cast.unchanged():
        again = client.post(
            f"/desk/{open_one}/new-player/",
            {
                "command_id": str(uuid.uuid4()),
                "full_name": "Outra Pessoa",
                "birth_date": "1991-02-03",
                "document_kind": "rg",
                "document_number": "77.123-X",
                "country": "BR",
            },
        )
    assert 'value="Outra Pessoa"' in text(again) and 'role="alert" id="np-n-no"' in text(again)
    # whose document it is stands one press away
    assert f'href="/desk/{open_one}/?player={player.pk}">Open this player</a>' in text(again)
    # the document was in the hand all along: the form alone leads to the price
    form = {
        "full_name": "Terceira Pessoa", "birth_date": "1991-02-03", "document_kind": "rg", "country": "BR",
        "document_seen": "1",
    }  # fmt: skip
    with cast.unchanged():
        landed = client.post(f"/desk/{open_one}/new-player/", {"command_id": str(uuid.uuid4()), **form})
    assert 'role="alert"' in text(landed)
    assert 'name="document_seen" value="1" checked' in text(landed)
    form["document_number"] = "77.124-X"
    landed = client.post(
        f"/desk/{open_one}/new-player/", {"command_id": str(uuid.uuid4()), **form}, follow=True
    )
    assert "Paid: register" in text(landed) and "I have seen the document" not in text(landed)
    third = Player.objects.get(full_name="Terceira Pessoa")
    assert third.id_checked_by_id == house.desi.user_id
    # what was searched for is taken over as a name only where it can be one
    for typed, taken in (("Maria Souza", "Maria Souza"), ("E1-0001-99", ""), ("http://a/receipts/", "")):
        page = text(client.get(f"/desk/{open_one}/new-player/", {"name": typed}))
        assert f'value="{taken}" autofocus' in page


def test_a_waiting_payment_is_confirmed_and_a_registration_cancelled(house, open_one):
    player = house.player()
    asked = cast.say(
        register_player,
        by=house.desi,
        at=cast.OPEN,
        tournament_id=open_one,
        player_id=player,
        method="cash",
        terms_version="1",
        paid=False,
    )
    client = as_(house.desi)
    listed = text(client.get(f"/desk/{open_one}/")).split("Waiting for payment")[1].split("</section>")[0]
    # said on the phone: at the desk, by whatever method there
    assert "At the desk" in listed and "Cash" not in listed
    # the methods have keys, and each knows its sum for the button; who waits stays in sight
    page = text(client.get(f"/desk/{open_one}/?player={player}"))
    keyed = re.findall(
        r'data-key="(\d)"[^>]*>\s*<input\s*type="radio"\s*data-sum="([^"]+)"\s*name="method"\s*value="(\w+)"',
        page,
    )
    assert keyed[0] == ("1", "R$120.00", "cash") and keyed[2] == ("3", "R$132.00", "credit"), keyed
    assert 'id="unpaid"' in page and "Take the money" in page
    deal(
        client,
        open_one,
        "confirm",
        player_id=player,
        registration_id=asked["registration_id"],
        method="debit",
    )
    assert Entry.objects.get(tournament_id=open_one).method == "debit"
    assert "R$126.00 goes back." in text(client.get(f"/desk/{open_one}/?player={player}"))
    landed = deal(
        client,
        open_one,
        "cancel",
        player_id=player,
        registration_id=asked["registration_id"],
        reason="ill",
        hand_back="1",
    )
    assert "Cancelled. Give R$126.00 back to the debit card, at the card machine." in text(landed)
    assert wallet_balance(player, unit="BRL") == 0
    cast.books_balance()


def test_re_entry_rebuy_add_on_and_taking_back(house):
    split = {"price_cents": 5_000, "chips": 10_000}
    tournament = running(
        house,
        entries=9,
        template="turbo-8max",
        rebuy={**split, "until_level": 6, "per_player": None},
    )
    client = as_(house.desi)
    seat = somebody(tournament)
    player = seat.entry.player_id
    page = text(client.get(f"/desk/{tournament}/?player={player}"))
    assert "Rebuy · 10,000" in page
    # refused, what was typed stays: the next press books no cash for what a card pays
    with cast.unchanged():
        asked = {"player_id": player, "entry_id": seat.entry_id, "method": "debit", "stack_chips": "75000"}
        page = text(deal(client, tournament, "rebuy", **asked))
    form = page[page.index(f"/desk/{tournament}/do/rebuy/") :]
    form = form[: form.index("</form>")]
    assert 'role="alert"' in page and 'value="75000"' in form
    assert re.findall(r'value="(\w+)"[^>]*?\schecked', form) == ["debit"]
    landed = deal(
        client,
        tournament,
        "rebuy",
        player_id=player,
        entry_id=seat.entry_id,
        method="cash",
        stack_chips="15000",
    )
    bought = Purchase.objects.get(entry_id=seat.entry_id)
    landed = text(landed)
    assert bought.receipt in landed
    # the green card names what was bought and where they sit already; it is no new seat
    done = landed[landed.index('class="desk-done"') :]
    assert "seat-told" not in done and re.search(r'class="seat-later">\s*Rebuy', done)
    # how many chips are handed over for it
    assert f"<strong>{bought.chips:,} chips</strong>" in done
    # beside what was sold last it can be taken back, as an entry can
    listed = landed[landed.index("Last sales") :]
    # the newest stands first, above the entries
    assert re.search(r"<li>.*?</li>", listed, re.DOTALL)[0].count("Rebuy") == 1
    assert f'href="/undo/{bought.command_id}/?next=' in listed and "R$50" in listed
    assert "R$50.00" in text(as_(house.ana).get(f"/director/{tournament}/entries/")).split('id="pu-t"')[1]
    told = text(as_(house.ana).get(f"/director/{tournament}/"))
    # how many stays beside the price
    assert "<dt>Rebuy: 1\xa0×\xa0R$50.00</dt>" in told and "<dt>Entry: 9\xa0×\xa0R$" in told
    assert client.get(f"/desk/{tournament}/receipts/{bought.receipt}/").status_code == 200
    again = f'href="/desk/{tournament}/receipts/{bought.receipt}/"'
    assert again in text(client.get(f"/desk/{tournament}/?player={player}"))
    deal(client, tournament, "undo-purchase", player_id=player, purchase_id=bought.pk, hand_back="1")
    bought.refresh_from_db()
    assert bought.undone_at is not None
    from tests.web.director.test_director import press

    press(as_(house.ana), tournament, "bust", table="1", entry_id=str(seat.entry_id))
    page = text(client.get(f"/desk/{tournament}/?player={player}"))
    assert "Paid: re-entry" in page
    deal(client, tournament, "reenter", player_id=player, method="cash")
    assert Entry.objects.filter(tournament_id=tournament, player_id=player).count() == 2
    # a re-entry is called one on its receipt and wherever entries stand in a list
    again = Entry.objects.get(tournament_id=tournament, player_id=player, ordinal=2)
    assert "<dt>For</dt><dd>Re-entry</dd>" in text(
        client.get(f"/desk/{tournament}/receipts/{again.receipt}/")
    )
    for page in (f"/desk/{tournament}/", f"/director/{tournament}/entries/"):
        assert '<span class="soft">re-entry</span>' in text(as_(house.ana).get(page)), page
    cast.books_balance()


def test_money_into_the_balance_and_out(house, open_one):
    player = house.player()
    client = as_(house.desi)
    deal(client, open_one, "deposit", player_id=player, amount="1,234.50", method="cash")
    assert wallet_balance(player, unit="BRL") == 123_450
    deal(client, open_one, "withdraw", player_id=player, amount="234.50", method="cash")
    assert wallet_balance(player, unit="BRL") == 100_000
    with cast.unchanged():
        for amount in ("-1", "0", "abc", "99999999999999999999"):
            assert 'class="toast notice"' in text(
                deal(client, open_one, "withdraw", player_id=player, amount=amount, method="cash")
            )
        # from a page that shows what was there before: money that goes out is not paid in another way
        for method in ("cash", "transfer", "credit"):
            said = text(
                deal(
                    client,
                    open_one,
                    "withdraw",
                    player_id=player,
                    amount="1,234.50",
                    method=method,
                    reference="x",
                )
            )
            assert "The balance is R$1,000.00 now: more than that cannot be paid out." in said, method
            assert "another way to pay" not in said
    cast.books_balance()


def test_the_receipt_is_printed_small_and_large_with_a_code_to_scan(house, open_one):
    made = house.enter(open_one)
    client = as_(house.desi)
    page = text(client.get(f"/desk/{open_one}/receipts/{made['receipt']}/"))
    assert made["receipt"] in page and "<svg" in page and 'data-size="roll"' in page
    assert "<dt>For</dt><dd>Entry</dd>" in page
    assert "R$120.00" in page
    assert 'data-size="a4"' in text(client.get(f"/desk/{open_one}/receipts/{made['receipt']}/?size=a4"))
    other = house.registering("sit-and-go-9", starts_at=datetime.now(UTC) + timedelta(hours=2))
    assert client.get(f"/desk/{other}/receipts/{made['receipt']}/").status_code == 404
    assert client.get(f"/desk/{open_one}/receipts/E9-9999-99/").status_code == 404


@pytest.mark.parametrize("who", ["bruno", "caio", "dora"])
def test_only_the_desk_and_the_director_stand_at_the_desk(house, open_one, who):
    made = house.enter(open_one)
    client = as_(getattr(house, who))
    with cast.unchanged():
        for path in ("", "?q=a", "new-player/", f"receipts/{made['receipt']}/"):
            response = client.get(f"/desk/{open_one}/{path}")
            assert response.status_code == 403
            assert b"Jogador" not in response.content
        assert deal(client, open_one, "register", player_id=1, method="cash").status_code == 403


def test_totals_by_method_reconcile_on_the_page(house, open_one):
    for method in ("cash", "cash", "debit"):
        house.enter(open_one, method=method)
    page = text(as_(house.desi).get(f"/director/{open_one}/entries/"))
    assert "R$240.00" in page and "R$126.00" in page and "R$366.00" in page
    assert "Everything agrees to the cent." in page
    # each method with how many; the parts of the whole make a hundred
    cells = re.findall(r"\((\d+)\)</small>\s*(R\$[\d.]+)", page)
    assert cells == [("2", "R$240.00"), ("1", "R$126.00")]
    assert sum(int(n) for n in re.findall(r"<small>(\d+)%</small>", page)) == 100
    # who paid last stands first, with what was paid
    paid = re.findall(r"<strong>(R\$[\d.]+)</strong>", page[page.index('id="en-t"') :])
    assert paid == ["R$126.00", "R$120.00", "R$120.00"]
    # the states that there are, with how many
    assert re.findall(r'href="\?state=(\w+)#en-t"\s*>[^<]*?(\d+)\s*</a>', page) == [("registered", "3")]


def test_the_last_entries_say_in_words_where_each_sits(house):
    tournament = running(house, entries=6, template="turbo-8max")
    html = as_(house.desi).get(f"/desk/{tournament}/").content.decode()
    listed = re.findall(r"<span>table (\d+), seat (\d+)</span>", html[html.index('id="la-t"') :])
    seats = Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
    assert sorted(listed) == sorted((str(s.table.number), str(s.number)) for s in seats)


def test_a_short_stack_is_given_up_to_re_enter(house):
    tournament = house.started("scpt-main", entries=9, late_registration_level=1)
    seat = somebody(tournament)
    client = as_(house.desi)
    page = text(client.get(f"/desk/{tournament}/?player={seat.entry.player_id}"))
    assert "Give up the stack and re-enter" in page
    asked = {"player_id": seat.entry.player_id, "method": "cash", "surrender": "1"}
    with cast.unchanged():
        assert 'role="alert"' in text(deal(client, tournament, "reenter", **asked, stack_chips="30000"))
    deal(client, tournament, "reenter", **asked, stack_chips="4.500")
    assert Entry.objects.filter(tournament_id=tournament, player_id=seat.entry.player_id).count() == 2
    cast.books_balance()


@pytest.mark.rule("SCPT.U", "SCPT.F", "REGULATIONS 2.6", "REGULATIONS 11")
def test_surrender_is_offered_by_the_circuits_rule_set_and_counts_as_a_re_entry(house):
    tournament = house.started(
        "scpt-main", entries=9, late_registration_level=1, surrender=False, re_entries_per_player=1
    )
    seat = somebody(tournament)
    player = seat.entry.player_id
    client = as_(house.desi)
    asked = {"player_id": player, "method": "cash", "surrender": "1", "stack_chips": "4500"}
    assert "Give up the stack and re-enter" in text(client.get(f"/desk/{tournament}/?player={player}"))
    deal(client, tournament, "reenter", **asked)
    assert Entry.objects.filter(tournament_id=tournament, player_id=player).count() == 2
    with cast.unchanged():
        told = text(deal(client, tournament, "reenter", **asked))
    assert "This player cannot re-enter again. Limit for each player: 1." in told
    freezeout = house.started("scpt-main", entries=9, name="Freezeout", re_entries_per_player=0)
    other = Seat.objects.filter(table__tournament_id=freezeout, entry__isnull=False).first().entry.player_id
    assert "Give up the stack" not in text(client.get(f"/desk/{freezeout}/?player={other}"))


def test_a_registration_is_handed_to_somebody_found_by_name(house, open_one):
    rui, eva = house.player("Rui Barbosa"), house.player("Eva Cunha")
    house.enter(open_one, rui)
    client = as_(house.ana)
    assert 'hx-get="/desk/' in text(client.get(f"/desk/{open_one}/?player={rui}"))
    picked = text(client.get(f"/desk/{open_one}/?part=pick&q=eva+cun"))
    assert f'name="to_player_id" value="{eva}" required checked' in picked and "<html" not in picked
    registration = Registration.objects.get(tournament_id=open_one)
    deal(client, open_one, "transfer", registration_id=registration.pk, to_player_id=eva, reason="ill")
    assert Entry.objects.get(tournament_id=open_one).player_id == eva


@pytest.mark.rule("SCPT.F")
def test_the_desk_corrects_a_file_and_what_is_empty_stays(house, open_one):
    player = house.player("Rui Barbosa")
    was = Player.objects.get(pk=player)
    client = as_(house.desi)
    page = text(client.get(f"/desk/{open_one}/?player={player}"))
    assert was.document_number not in page  # only its end is shown
    answer = deal(
        client, open_one, "update", player_id=player, full_name="Rui Barboza", phone="48 999", email=""
    )
    assert "The details are corrected." in text(answer)
    now = Player.objects.get(pk=player)
    assert (now.full_name, now.phone) == ("Rui Barboza", "48 999")
    assert (now.document_number, now.birth_date, now.email) == (
        was.document_number,
        was.birth_date,
        was.email,
    )
    # what was checked is checked no more, and everybody concerned reads it
    again = "The document has to be checked again."
    checked = house.caio.player_id
    passport = {"document_kind": "passport", "document_number": "AB1234567"}
    cast.say(check_identity, by=house.desi, player_id=checked, venue_id=house.venue_id, **passport)
    assert "has it checked again" in text(client.get(f"/desk/{open_one}/?player={checked}"))
    assert again not in text(deal(client, open_one, "update", player_id=checked, phone="48 999"))
    assert again in text(deal(client, open_one, "update", player_id=checked, birth_date="01/02/1990"))
    assert "has it checked again" not in text(client.get(f"/desk/{open_one}/?player={checked}"))
    assert "not checked since the desk corrected what is on it" in text(as_(house.caio).get("/me/"))
    floor = as_(house.bruno)
    with cast.unchanged():
        deal(client, open_one, "update", player_id=player, birth_date="yesterday")
        assert floor.post(f"/desk/{open_one}/do/update/", {"player_id": player}).status_code == 403


@pytest.mark.rule("ADTP.67", "PT-H.10")
def test_the_question_before_a_player_is_kept_away_names_the_tables_where_he_sits(house, open_one):
    player = cast.person("Caio")
    ana, name = as_(house.ana), Player.objects.get(pk=player.player_id).full_name

    def asked():
        page = text(ana.get(f"/desk/{open_one}/?player={player.player_id}"))
        return re.search(r'data-asks="(Suspend [^"]*)"', page)[1]

    plain = f"Suspend {name} from this house? Registering is refused from now on."
    assert asked() == plain
    for home, table in ((house, "Mesa B"), (house, "Mesa <A>"), (cast.house(), "Elsewhere")):
        made = cast.say(open_table, by=home.ana, venue_id=home.venue_id, name=table)
        cast.say(sit, by=player, table_id=made["table_id"], player_id=player.player_id, seat=2)
    assert asked() == (
        f"{plain} Online the player stands up, after the hand where one is being played: Mesa &lt;A&gt;, Mesa B."
    )
    told = text(deal(ana, open_one, "exclude", player_id=player.player_id, reason="fight"))
    assert "Mesa B: left." in told and "Elsewhere: left." not in told


@pytest.mark.rule("ADTP.67")
def test_the_director_keeps_a_player_away_and_lets_him_back(house, open_one):
    player = house.player("Rui Barbosa")
    desi, ana = as_(house.desi), as_(house.ana)
    assert "Suspend this player" not in text(desi.get(f"/desk/{open_one}/?player={player}"))
    with cast.unchanged():
        deal(desi, open_one, "exclude", player_id=player, reason="x")
        deal(ana, open_one, "exclude", player_id=player, reason="")
    assert "is suspended from now on" in text(
        deal(ana, open_one, "exclude", player_id=player, reason="fight", until="2099-01-01")
    )
    page = text(deal(desi, open_one, "register", player_id=player, method="cash"))
    assert "excluded from playing" in page and not Entry.objects.filter(tournament_id=open_one).exists()
    staff = text(ana.get(f"/director/venues/{house.venue_id}/staff/"))
    assert "fight" in staff
    number = re.search(r'name="exclusion_id" value="(\d+)"', staff)[1]
    ana.post(
        f"/director/venues/{house.venue_id}/staff/do/lift/",
        {"command_id": str(uuid.uuid4()), "exclusion_id": number},
    )
    assert "fight" not in text(ana.get(f"/director/venues/{house.venue_id}/staff/"))


def test_the_line_at_the_desk_is_drawn_anew_by_itself(house, open_one):
    desk = as_(house.desi)
    page = text(desk.get(f"/desk/{open_one}/"))
    line = re.search(r'<div\s+id="queue"[^>]*>', page)[0]
    assert 'hx-trigger="live-entries from:body"' in line and "Nobody is waiting." in page
    address = re.search(r'hx-get="([^"]+)"', line)[1]
    assert "beside" not in address
    one = house.player("Rui Barbosa")
    cast.say(
        register_player,
        by=house.desi,
        tournament_id=open_one,
        player_id=one,
        method="cash",
        terms_version="1",
    )
    part = text(desk.get(address))
    assert "Rui Barbosa" in part and 'id="queue"' in part and "<html" not in part
    # beside a player nothing says that nobody waits
    other = text(desk.get(f"/desk/{open_one}/?player={house.player('Ana Terra')}"))
    assert "part=queue&amp;beside=1" in other


def test_when_entries_open_is_told_by_the_clock_of_the_house(house):
    starts = datetime.now(UTC) + timedelta(days=3)
    announced, player = house.published(starts_at=starts), house.player("Rui Barbosa")
    with cast.refused("registration_not_open_yet") as no:
        cast.say(
            register_player, by=house.desi, at=datetime.now(UTC), tournament_id=announced, player_id=player,
            method="cash", terms_version="1",
        )  # fmt: skip
    opens = datetime.fromisoformat(no.value.params["opens_at"])
    assert opens.utcoffset() == timedelta(hours=-3)
    page = text(as_(house.desi).get(f"/desk/{announced}/?player={player}"))
    found = re.search(r"Registration opens at ([^<]+?)\.", page)
    assert found and found[1].strip() == moment(opens, "America/Sao_Paulo"), found


def test_the_reason_of_a_cancellation_that_was_refused_stands_there_still(house, open_one):
    made = house.enter(open_one)
    player = Entry.objects.get(pk=made["entry_id"]).player_id
    elsewhere = house.registering("turbo-8max", starts_at=datetime.now(UTC) + timedelta(hours=2))
    house.enter(elsewhere, player)
    desi, ana = as_(house.desi), as_(house.ana)
    # another one's, as of a page that is no longer true
    wrong = Registration.objects.get(tournament_id=elsewhere).pk
    typed = {"player_id": player, "registration_id": wrong, "reason": "Joga <amanhã>"}
    with cast.unchanged():
        landed = deal(desi, open_one, "cancel", **typed)
    assert "Joga" not in landed.redirect_chain[-1][0]
    # on the page that follows a refusal, and on no other one, and on nobody else's
    where = landed.redirect_chain[-1][0]
    page = text(desi.get(where))
    field = page[page.index('id="ca-r"') :]
    assert 'value="Joga &lt;amanhã&gt;"' in field[: field.index(">")]
    box = page[page.index('name="hand_back"') :]
    assert "checked" not in box[: box.index(">")]
    for client, address in ((desi, f"/desk/{open_one}/?player={player}"), (ana, where)):
        page = text(client.get(address))
        field = page[page.index('id="ca-r"') :]
        assert 'value=""' in field[: field.index(">")]
        box = page[page.index('name="hand_back"') :]
        assert "checked" in box[: box.index(">")]
