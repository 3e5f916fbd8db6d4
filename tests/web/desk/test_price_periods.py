"""An entry that costs different sums at different times: told, paid, divided, given back, to the cent."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from html import unescape

import pytest

from access import moment
from ledger.queries import wallet_balance
from payouts.queries.money import money_view
from payouts.queries.prizes import prizes_payload
from people.models import User
from rules.entries import at_price, simple_split
from tests import cast
from tests.web.desk.test_desk import deal
from tests.web.director.test_director import as_, sealed
from tests.web.director.test_settings import save, typed, wrong
from tests.web.player.test_player import at, bust, fresh, house, phone, shown
from tournaments.commands.ask_to_buy import ask_to_buy
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.close_entries import close_entries
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.duplicate_tournament import duplicate_tournament
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.postpone_tournament import postpone_tournament
from tournaments.commands.record_payment import record_payment
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.transfer_registration import transfer_registration
from tournaments.models import Entry, Registration, Tournament
from tournaments.queries import branding

__all__ = ["at", "house", "phone"]

pytestmark = pytest.mark.django_db

# of the turbo: 100 + 20. Before 21:30 UTC 70 + 20, from then to the end of level 3 80 + 25, then 100 + 20
ORDINARY = simple_split(name="100 + 20", prize_cents=10_000, fee_cents=2_000)


def period(price, fee=None, **end):
    split = at_price(ORDINARY, price_cents=price, fee_cents=fee)
    return {
        "minutes_before_start": None,
        "until_level": None,
        "price_cents": price,
        "split": split.as_dict(),
    } | end


PERIODS = [period(9_000, minutes_before_start=30), period(10_500, 2_500, until_level=3)]
CHEAP, LATER, LEVEL_4 = cast.before(minutes=31), cast.before(minutes=30), cast.after(minutes=40)


@pytest.fixture
def selling(house):
    return house.registering("turbo-8max", late_registration_level=6, price_periods=PERIODS)


def ask(house, tournament, player, *, when, **more):
    return cast.say(
        register_player, by=house.desi, at=when, tournament_id=tournament, player_id=player,
        method="cash", terms_version="1", **more,
    )  # fmt: skip


def listed(page):
    """The list of prices on a page: until when, and how much."""
    lines = page.partition("price-list")[2].partition("</dl>")[0]
    return re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", lines)


def prices(tournament):
    return sorted(Entry.objects.filter(tournament_id=tournament).values_list("price_cents", flat=True))


# ------------------------------------------------------------------------------------------ told before paying


@pytest.mark.rule("SCPT.L", "SCPT.D")
def test_every_price_and_its_end_is_told_before_paying(phone, house, selling, at, monkeypatch):
    at["at"] = CHEAP
    monkeypatch.setattr(moment, "at", lambda: at["at"])
    said = (
        "R$90.00 until Sat 21 Nov 2026, 18:30, R$105.00 to the end of level 3, then R$120.00",
        "The price at which you register, or ask for a re-entry, holds until you pay, while entries are open.",
    )
    for path in (f"/play/{selling}/", f"/t/{selling}/"):
        page = shown(phone, path)
        assert said[0] in page and said[1] in page, path
    # a line each, above the form and at the desk
    each = [
        ("until Sat 21 Nov 2026, 18:30", "R$90.00"), ("to the end of level 3", "R$105.00"), ("after that", "R$120.00"),
    ]  # fmt: skip
    assert listed(shown(phone, f"/play/{selling}/")) == each
    assert "<b>R$90</b>" in page
    for path in ("/", "/calendar/"):
        assert "R$90<small>until Sat 21 Nov 2026, 18:30, then R$105</small>" in shown(phone, path)
    found = phone.get(f"/api/tournaments/{selling}").json()
    assert found["price_cents"] == 9_000
    assert [(p["price_cents"], p["until_level"]) for p in found["prices"]] == [
        (9_000, None), (10_500, 3), (12_000, None),
    ]  # fmt: skip
    at["at"] = LATER
    page = shown(phone, f"/t/{selling}/")
    assert "R$105.00 to the end of level 3, then R$120.00" in page and "R$90.00" not in page
    # the desk, and the sheet on the wall
    desk = as_(house.desi)
    player = house.player()
    page = shown(desk, f"/desk/{selling}/?player={player}")
    assert 'name="price" value="10500"' in page and listed(page) == each[1:]
    assert "Buy-\u2060in: R$105.00 to the end of level 3, then R$120.00" in shown(
        as_(house.ana), f"/director/{selling}/structure/"
    )


@pytest.mark.rule("SCPT.E")
def test_a_page_of_the_cheap_time_takes_nothing_in_the_dear_one(phone, house, selling, at):
    at["at"] = CHEAP
    house.deposit(house.caio.player_id, 500_00)
    page = shown(phone, f"/play/{selling}/")
    form = {"pay": "balance", "terms": "1", "price": re.search(r'name="price" value="(\d+)"', page)[1]}
    assert form["price"] == "9000"
    at["at"] = LATER
    with cast.unchanged():
        page = phone.post(f"/play/{selling}/register/", fresh(**form), follow=True).content.decode()
    assert "The price has changed meanwhile: it is R$105.00 now. Nothing was taken." in page
    assert wallet_balance(house.caio.player_id, unit="BRL") == 500_00
    # the page that it comes back to shows the new price, and that is what is paid
    form["price"] = re.search(r'name="price" value="(\d+)"', page)[1]
    phone.post(f"/play/{selling}/register/", fresh(**form))
    assert prices(selling) == [10_500]
    assert wallet_balance(house.caio.player_id, unit="BRL") == 500_00 - 10_500
    # the desk's page as well
    player, desk = house.player(), as_(house.desi)
    shown(desk, f"/desk/{selling}/?player={player}")
    with cast.unchanged():
        page = deal(desk, selling, "register", player_id=player, method="cash", price="9000")
    assert "it is R$105.00 now" in page.content.decode()
    deal(desk, selling, "register", player_id=player, method="cash", price="10500")
    assert prices(selling) == [10_500, 10_500]


@pytest.mark.rule("SCPT.D")
def test_the_price_of_registering_holds_until_it_is_paid(phone, house, selling, at):
    at["at"] = CHEAP
    phone.post(f"/play/{selling}/register/", fresh(pay="desk", terms="1", price="9000"))
    waiting = Registration.objects.get(player_id=house.caio.player_id)
    assert (waiting.state, waiting.price_cents) == ("pending", 9_000)
    at["at"] = LATER
    assert '<p class="price figures">R$90.00' in shown(phone, f"/play/{selling}/")
    desk = as_(house.desi)
    assert "R$90.00" in shown(desk, f"/desk/{selling}/?player={house.caio.player_id}")
    deal(desk, selling, "confirm", player_id=house.caio.player_id, registration_id=waiting.pk, method="cash")
    entry = Entry.objects.get(tournament_id=selling)
    assert (entry.price_cents, entry.method) == (9_000, "cash")
    # the parts on the receipt are those of the price that was paid
    receipt = shown(desk, f"/desk/{selling}/receipts/{entry.receipt}/")
    assert "R$70.00" in receipt and "R$20.00" in receipt and "R$100.00" not in receipt
    cast.books_balance()


@pytest.mark.rule("SCPT.D", "SCPT.I")
def test_a_payment_ahead_a_pix_and_a_hand_over_keep_the_price(house, selling):
    from tournaments.commands.update_venue import update_venue

    cast.say(
        update_venue, by=house.olga, venue_id=house.venue_id,
        changes={"pix_key": "casa@example.com", "pix_receiver": "Casa", "pix_city": "Sao Paulo"},
    )  # fmt: skip
    first, second, heir = house.player(), house.player(), house.player()
    asked = ask(house, selling, first, when=CHEAP)
    assert branding.pix_due(asked["registration_id"]).amount_cents == 9_000
    noted = cast.say(
        record_payment, by=house.desi, at=LATER, registration_id=asked["registration_id"], method="cash"
    )
    assert noted["paid_cents"] == 9_000
    cast.say(
        confirm_payment, by=house.desi, at=LATER, registration_id=asked["registration_id"], method="cash"
    )
    assert wallet_balance(first, unit="BRL") == 0
    handed = ask(house, selling, second, when=CHEAP)
    cast.say(
        transfer_registration, by=house.ana, at=LATER, registration_id=handed["registration_id"],
        to_player_id=heir, reason="asked for it",
    )  # fmt: skip
    cast.say(
        confirm_payment, by=house.desi, at=LATER, registration_id=handed["registration_id"], method="cash"
    )
    assert prices(selling) == [9_000, 9_000]
    # who is given back gets what was paid, and not what it costs now
    back = cast.say(
        cancel_registration, by=house.ana, at=LATER, registration_id=handed["registration_id"], reason="ill"
    )
    assert back["refund_cents"] == 9_000 == wallet_balance(heir, unit="BRL")
    cast.books_balance()


# ------------------------------------------------------------------------------------------ the night


@pytest.fixture
def night(phone, house, selling):
    """Four pay 90, four 105; it starts, one is out at once, level 4 begins."""
    for n in range(8):
        house.enter(selling, at=CHEAP if n < 4 else LATER)
    player = house.enter(selling, house.caio.player_id, at=LATER)["player_id"]
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=selling)
    bust(house, selling, player)
    return selling


@pytest.mark.rule("SCPT.L", "SCPT.U")
def test_pool_and_fees_are_the_sums_of_what_was_really_paid(house, night):
    house.enter(night, at=cast.after(minutes=6))
    cast.say(
        move_to_level, by=house.ana, at=LEVEL_4, tournament_id=night,
        level_index=_index(night, 4),
    )  # fmt: skip
    house.enter(night, at=LEVEL_4)
    again = cast.say(
        reenter, by=house.desi, at=LEVEL_4, tournament_id=night, player_id=house.caio.player_id,
        method="cash", told_cents=12_000,
    )  # fmt: skip
    assert Entry.objects.get(pk=again["entry_id"]).price_cents == 12_000
    assert prices(night) == [9_000] * 4 + [10_500] * 6 + [12_000] * 2
    cast.say(close_entries, by=house.ana, at=LEVEL_4, tournament_id=night)
    money = money_view(night)
    assert money.differences == {}
    assert money.collected_cents == 4 * 7_000 + 6 * 8_000 + 2 * 10_000 == 96_000
    assert money.house_cents == 4 * 2_000 + 6 * 2_500 + 2 * 2_000 == 27_000
    assert money.sold_cents == money.paid_cents == 123_000 == sum(prices(night))
    assert {(s.what, s.unit_cents): (s.count, s.cents) for s in money.sold} == {
        ("entry", 9_000): (4, 36_000),
        ("entry", 10_500): (6, 63_000),
        ("entry", 12_000): (1, 12_000),
        ("re_entry", 12_000): (1, 12_000),
    }
    face = prizes_payload(night)
    assert face["fixed"] and face["net_cents"] == 96_000
    assert sum(r["amount_cents"] * (r["last"] - r["first"] + 1) for r in face["rows"]) == 96_000
    page = shown(as_(house.ana), f"/director/{night}/entries/")
    assert all(text in page for text in ("R$90.00", "R$105.00", "R$120.00", "R$1,230.00"))
    cast.books_balance()


def _index(tournament, level):
    items = Tournament.objects.get(pk=tournament).structure["items"]
    levels = [n for n, item in enumerate(items) if item["kind"] == "level"]
    return levels[level - 1]


@pytest.mark.rule("SCPT.E", "SCPT.D")
def test_what_was_asked_for_is_sold_at_the_price_that_was_told(phone, house, night, at):
    at["at"] = cast.after(minutes=6)
    assert '<input type="hidden" name="price" value="10500">' in shown(phone, f"/play/{night}/")
    phone.post(f"/play/{night}/buy/", fresh(kind="re_entry", pay="pix", price="10500"))
    cast.say(
        move_to_level, by=house.ana, at=LEVEL_4, tournament_id=night,
        level_index=_index(night, 4),
    )  # fmt: skip
    at["at"] = LEVEL_4
    from tournaments.models import Order

    order = Order.objects.get(tournament_id=night)
    assert order.price_cents == 10_500
    # without the order it is the price of now, and a page that shows another takes nothing
    with cast.refused("price_changed", rule="SCPT.E"):
        cast.say(
            reenter, by=house.desi, at=LEVEL_4, tournament_id=night, player_id=house.caio.player_id,
            method="cash", told_cents=10_500,
        )  # fmt: skip
    with cast.refused("price_changed", rule="SCPT.E"):
        cast.say(
            ask_to_buy, by=house.caio, at=LEVEL_4, tournament_id=night, player_id=house.caio.player_id,
            kind="re_entry", method="cash", told_cents=10_500,
        )  # fmt: skip
    desk = as_(house.desi)
    page = shown(desk, f"/desk/{night}/?player={house.caio.player_id}")
    assert re.search(r'name="price" value="10500"', page)
    deal(
        desk, night, "reenter", player_id=house.caio.player_id, method="transfer", order_id=order.pk,
        price="10500",
    )  # fmt: skip
    assert Entry.objects.filter(tournament_id=night).latest("pk").price_cents == 10_500
    cast.books_balance()
    # a second desk, whose page still has the order, reads how it was paid, by whom and when; Enter there sells nothing
    sealed()
    second = as_(house.ana)
    with cast.unchanged():
        page = second.post(
            f"/desk/{night}/do/reenter/",
            {
                "command_id": str(uuid.uuid4()), "player_id": house.caio.player_id, "method": "cash",
                "order_id": order.pk, "price": "10500",
            },
            follow=True,
        )  # fmt: skip
    html = unescape(page.content.decode())
    assert re.search(r"This order was paid already \(Transfer\)\. Done by Desi at \d\d:\d\d\.", html)
    assert "autofocus" not in html


@pytest.mark.rule("PT-T.36")
def test_a_cancelled_night_gives_everybody_what_they_paid(house, selling):
    early, late = house.enter(selling, at=CHEAP), house.enter(selling, at=LATER)
    cast.say(cancel_tournament, by=house.ana, at=LATER, tournament_id=selling, reason="power cut")
    assert wallet_balance(early["player_id"], unit="BRL") == 9_000
    assert wallet_balance(late["player_id"], unit="BRL") == 10_500
    money = money_view(selling)
    assert (money.sold_cents, money.differences) == (19_500, {})
    cast.books_balance()


# ------------------------------------------------------------------------------------------ announcing


@pytest.mark.rule("SCPT.L")
def test_the_settings_page_sets_them_and_the_history_tells_it(house, at):
    draft = house.tournament("turbo-8max", late_registration_level=6)
    ana = as_(house.ana)
    first = {"period_price_0": "90,00", "period_until_0": "2026-11-21T18:30"}
    answer = save(
        ana, draft, **{k: v.replace(",", ".") for k, v in first.items()},
        period_price_1="105.00", period_fee_1="25.00", period_level_1="3",
    )  # fmt: skip
    assert answer.status_code == 302, wrong(answer.content.decode())
    stored = Tournament.objects.get(pk=draft).price_periods
    assert [(p["price_cents"], p["minutes_before_start"], p["until_level"]) for p in stored] == [
        (9_000, 30, None), (10_500, None, 3),
    ]  # fmt: skip
    assert [{p["component"]: p["amount_cents"] for p in line["split"]["parts"]} for line in stored] == [
        {"prize_pool": 7_000, "house_fee": 2_000},
        {"prize_pool": 8_000, "house_fee": 2_500},
    ]
    form = typed(ana, draft)
    assert (form["period_price_0"], form["period_until_0"], form["period_fee_0"]) == (
        "90.00", "2026-11-21T18:30", "",
    )  # fmt: skip
    assert (form["period_price_1"], form["period_level_1"], form["period_fee_1"]) == ("105.00", "3", "25.00")
    # sent back as it is, nothing changes
    assert (
        "Nothing was changed" in ana.post(f"/director/{draft}/settings/", form, follow=True).content.decode()
    )
    assert Tournament.objects.get(pk=draft).price_periods == stored
    summary = ana.post(f"/director/{draft}/settings/check/", form).content.decode()
    assert "R$105.00 = " in summary
    save(ana, draft, period_price_0="", period_until_0="")
    sealed()
    page = shown(ana, f"/director/{draft}/history/")
    assert (
        "Other prices for a time: R$90.00 until 30 min before the start; R$105.00 to the end of level 3 → R$105.00 to the"
        " end of level 3" in page
    )


def test_what_is_wrong_stands_at_its_field_and_changes_nothing(house, at):
    draft = house.tournament("turbo-8max", late_registration_level=6)
    ana = as_(house.ana)
    with cast.unchanged():
        answer = save(
            ana, draft,
            period_price_0="90.00",
            period_price_1="x", period_until_1="2026-11-21T18:30",
            period_price_2="80.00", period_until_2="2026-11-22T18:30",
            period_price_3="10.00", period_level_3="2",
            period_price_4="80.00", period_level_4="2", period_until_4="2026-11-21T18:30",
        )  # fmt: skip
    assert answer.status_code == 409
    found = wrong(answer.content.decode())
    assert sorted(found) == [
        "period_price_1", "period_price_3", "period_until_0", "period_until_2", "period_until_4",
    ]  # fmt: skip
    assert found["period_until_2"].startswith("This is after the start")
    assert found["period_price_3"] == "The parts add up to 20.00; the price is 10.00."


@pytest.mark.rule("SCPT.D")
def test_a_copy_and_a_start_put_off_take_them_along_and_what_was_bought_stays(house, selling):
    copied = cast.say(
        duplicate_tournament, by=house.ana, tournament_id=selling, name="Quarta",
        starts_at=cast.after(days=7),
    )["tournament_id"]  # fmt: skip
    assert Tournament.objects.get(pk=copied).price_periods == PERIODS
    cast.say(
        postpone_tournament, by=house.ana, at=CHEAP, tournament_id=selling,
        starts_at=cast.after(hours=1), reason="rain",
    )  # fmt: skip
    house.enter(selling, at=cast.START)
    assert prices(selling) == [9_000]
    house.enter(selling, at=LATER + timedelta(hours=1))
    assert prices(selling) == [9_000, 10_500]
    # put off once more: the price that has ended does not come back
    cast.say(
        postpone_tournament, by=house.ana, at=LATER + timedelta(hours=1), tournament_id=selling,
        starts_at=cast.after(hours=1, minutes=20), reason="more rain",
    )  # fmt: skip
    house.enter(selling, at=LATER + timedelta(hours=1, minutes=1))
    assert prices(selling) == [9_000, 10_500, 10_500]
    with cast.refused("too_late_to_change", rule="SCPT.D"):
        cast.say(
            edit_tournament, by=house.ana, at=LATER, tournament_id=selling, changes={"price_periods": []}
        )


def test_by_the_api(house, selling, client):
    user = User.objects.get(pk=house.desi.user_id)
    client.force_login(user)
    player = house.player()
    answer = client.post(
        f"/api/tournaments/{selling}/registrations",
        {"player_id": player, "method": "cash", "terms_version": "1", "paid": True, "told_cents": 1},
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    assert answer.status_code == 409 and answer.json()["code"] == "price_changed", answer.content
    assert not Entry.objects.filter(tournament_id=selling).exists()
