"""Registration before the start: who, when, how it is paid, what it becomes."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.queries import tournament_money, wallet_balance
from rules.receipts import is_receipt
from tests import cast
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.register_player import register_player
from tournaments.models import Entry, Registration, Slot

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def register(house: cast.House, tournament_id: int, player_id: int, **more: Any) -> dict[str, Any]:
    arguments = {"by": house.desi, "method": "cash", "terms_version": "1", "paid": True, **more}
    return cast.say(register_player, tournament_id=tournament_id, player_id=player_id, **arguments)


# ------------------------------------------------------------------------------------------ money


@pytest.mark.rule("SCPT.L", "CASES split-1", "SCPT.D")
def test_a_paid_entry_is_split_to_the_cent(house: cast.House) -> None:
    t = house.registering()
    made = house.enter(t)
    money = tournament_money(t)
    assert is_receipt(made["receipt"]) and made["seat"] is None and made["waiting"] is False
    assert (money.prize_pool_cents, money.house_cents) == (32_850, 9_450)
    assert (money.staff_fund_cents, money.ranking_fund_cents) == (1_350, 1_350)
    assert money.taken_cents == {"cash": 45_000} and money.surcharge_cents == 0
    assert wallet_balance(made["player_id"], unit="BRL") == 0
    entry = Entry.objects.get(pk=made["entry_id"])
    assert (entry.state, entry.ordinal, entry.price_cents) == ("registered", 1, 45_000)
    cast.books_balance()


@pytest.mark.rule("SCPT.E", "CASES split-2")
@pytest.mark.parametrize(
    ("method", "surcharge"), [("cash", 0), ("transfer", 0), ("debit", 1_750), ("credit", 3_500)]
)
def test_methods_with_their_surcharges(house: cast.House, method: str, surcharge: int) -> None:
    from rules.entries import SCPT_350

    t = house.registering(price_cents=35_000, split=SCPT_350.as_dict())
    entry = Entry.objects.get(pk=house.enter(t, method=method)["entry_id"])
    money = tournament_money(t)
    assert (entry.surcharge_cents, money.surcharge_cents) == (surcharge, surcharge)
    assert money.taken_cents == {method: 35_000 + surcharge}
    assert (money.prize_pool_cents, money.house_cents, money.administration_cents) == (24_000, 6_000, 5_000)
    cast.books_balance()


@pytest.mark.rule("PT-T.21", "PT-T.22")
def test_a_player_pays_from_the_balance_at_once(house: cast.House) -> None:
    t = house.registering("online-mtt-pt")
    house.deposit(house.caio.player_id, 3_000)
    made = register(house, t, house.caio.player_id, by=house.caio, method="balance", paid=False)
    assert made["entry_id"] and wallet_balance(house.caio.player_id, unit="BRL") == 800
    assert tournament_money(t).from_balance_cents == 2_200
    cast.books_balance()


@pytest.mark.rule("PT-T.21")
def test_a_balance_too_small_is_refused_whole(house: cast.House) -> None:
    t = house.registering("online-mtt-pt")
    house.deposit(house.caio.player_id, 2_199)
    with cast.refused("insufficient_funds"):
        register(house, t, house.caio.player_id, by=house.caio, method="balance", paid=False)


@pytest.mark.rule("PT-T.21")
def test_online_takes_the_balance_only(house: cast.House) -> None:
    t = house.registering("online-mtt-pt")
    for method in ("cash", ""):  # a form without a method: the balance does not reach
        with cast.refused("balance_only", rule="PT-T.21"):
            register(house, t, house.caio.player_id, method=method)


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_limits_and_exclusion_come_before_the_balance(house: cast.House) -> None:
    from people.commands.exclude_self import exclude_self
    from people.commands.set_play_limit import set_play_limit

    t = house.registering("online-mtt-pt")
    caio = house.caio
    house.deposit(caio.player_id, 100_000)
    cast.say(
        set_play_limit,
        by=caio,
        at=cast.DRAFTED,
        player_id=caio.player_id,
        period="day",
        unit="BRL",
        amount_cents=2_199,
    )
    with cast.refused("play_limit_reached", rule="PT-T.21"):
        register(house, t, caio.player_id, by=caio, method="balance", paid=False)
    cast.say(exclude_self, by=caio, at=cast.DRAFTED, player_id=caio.player_id)
    with cast.refused("excluded"):
        register(house, t, caio.player_id, by=caio, method="balance", paid=False)


@pytest.mark.parametrize(
    ("method", "code"),
    [
        ("free", "not_free"),
        ("ticket", "no_such_method"),
        ("gold", "no_such_method"),
        ("", "no_such_method"),
    ],
)
def test_methods_that_are_none(house: cast.House, method: str, code: str) -> None:
    t, p = house.registering(), house.player()
    with cast.refused(code):
        register(house, t, p, method=method)


def test_a_freeroll_moves_no_money(house: cast.House) -> None:
    from rules.entries import simple_split

    t = house.registering(
        "turbo-8max", price_cents=0, split=simple_split(name="free", prize_cents=0).as_dict()
    )
    made = house.enter(t, method="free")
    assert made["receipt"] and tournament_money(t).taken_cents == {}


# ------------------------------------------------------------------------------------------ pending


@pytest.mark.rule("SCPT.D", "SCPT.K", "REGULATIONS 1.2")
def test_a_registration_becomes_an_entry_with_its_payment(house: cast.House) -> None:
    t = house.registering()
    made = register(house, t, house.caio.player_id, by=house.caio, paid=False, method="cash")
    assert made["entry_id"] is None and len(made["code"]) == 6 and not Entry.objects.exists()
    registration = Registration.objects.get(pk=made["registration_id"])
    assert (registration.state, registration.terms_version) == ("pending", "1")
    assert registration.terms_accepted_at == cast.OPEN
    with cast.refused("identity_not_checked", rule="SCPT.F"):
        cast.say(confirm_payment, by=house.desi, registration_id=made["registration_id"], method="cash")
    from people.commands.check_identity import check_identity

    cast.say(
        check_identity,
        by=house.desi,
        player_id=house.caio.player_id,
        venue_id=house.venue_id,
        document_kind="rg",
        document_number="123456",
    )
    paid = cast.say(confirm_payment, by=house.desi, registration_id=made["registration_id"], method="credit")
    assert is_receipt(paid["receipt"]) and tournament_money(t).taken_cents == {"credit": 49_500}
    registration.refresh_from_db()
    assert (registration.state, registration.method) == ("confirmed", "credit")
    with cast.refused("not_pending"):
        cast.say(confirm_payment, by=house.desi, registration_id=made["registration_id"], method="cash")


# ------------------------------------------------------------------------------------------ who and when


@pytest.mark.rule("SCPT.B")
def test_registration_opens_an_hour_before_unless_the_director_opens(house: cast.House) -> None:
    t, p = house.published(), house.player()
    with cast.refused("registration_not_open_yet", rule="SCPT.B"):
        register(house, t, p, at=cast.before(minutes=30))
    from tournaments.commands.open_registration import open_registration

    early = cast.before(hours=20)
    cast.say(open_registration, by=house.ana, at=early, tournament_id=t)
    assert register(house, t, p, at=early)["entry_id"]


@pytest.mark.rule("SCPT.F", "SCPT.O")
def test_once_per_person(house: cast.House) -> None:
    t, p = house.registering(), house.player()
    register(house, t, p)
    with cast.refused("already_registered", rule="SCPT.O"):
        register(house, t, p)
    other = house.registering()
    register(house, other, house.caio.player_id, by=house.caio, paid=False, method="cash")
    with cast.refused("already_registered"):
        register(house, other, house.caio.player_id, by=house.caio, paid=False, method="cash")


@pytest.mark.rule("SCPT.F")
def test_a_minor_on_the_day_at_the_venue(house: cast.House) -> None:
    # OPEN is 21:00 UTC on 21 November: 18:00 in São Paulo, the same day
    t = house.registering()
    minor = house.player(birth_date=date(2008, 11, 22))
    of_age = house.player(birth_date=date(2008, 11, 21))
    with cast.refused("under_age", rule="SCPT.F"):
        register(house, t, minor)
    assert register(house, t, of_age)["entry_id"]


@pytest.mark.rule("SCPT.F")
def test_a_document_must_have_been_checked(house: cast.House) -> None:
    t = house.registering()
    unseen, unknown = house.player(checked=False), house.player(checked=False, birth_date=None)
    with cast.refused("identity_not_checked"):
        register(house, t, unseen)
    with cast.refused("birth_date_missing"):
        register(house, t, unknown)


@pytest.mark.rule("SCPT.K", "REGULATIONS 1.5")
def test_the_terms_in_force_are_accepted(house: cast.House) -> None:
    t, p = house.registering(), house.player()
    with cast.refused("terms_not_accepted", rule="SCPT.K"):
        register(house, t, p, terms_version="0")


def test_forbidden_actors(house: cast.House) -> None:
    t, p = house.registering(), house.player()
    for who in (house.dora, house.bruno, house.caio, cast.PASSER_BY):
        with cast.refused("forbidden"):
            register(house, t, p, by=who)
        with cast.refused("forbidden"):
            register(house, t, p, by=who, paid=False)
    # one's own registration, but not one's own word that it is paid
    with cast.refused("forbidden"):
        register(house, t, house.caio.player_id, by=house.caio, paid=True)
    stranger = cast.house()
    with cast.refused("forbidden"):
        register(house, t, p, by=stranger.desi)


def test_what_does_not_exist(house: cast.House) -> None:
    t, p = house.registering(), house.player()
    with cast.refused("not_found"):
        register(house, 10**9, p)
    with cast.refused("not_found"):
        register(house, t, 10**9)


# ------------------------------------------------------------------------------------------ seats


@pytest.mark.rule("SCPT.H")
def test_without_a_free_seat_people_wait_in_line(house: cast.House) -> None:
    t = house.registering("turbo-8max", capacity=2)
    made = [house.enter(t) for _ in range(4)]
    assert [m["waiting"] for m in made] == [False, False, True, True]
    assert Slot.objects.filter(tournament_id=t, entry__isnull=False).count() == 2
    assert tournament_money(t).prize_pool_cents == 40_000


@pytest.mark.rule("SCPT.H")
def test_or_are_refused_where_there_is_no_line(house: cast.House) -> None:
    t = house.registering("turbo-8max", capacity=2, alternates=False)
    house.fill(t, 2)
    p = house.player()
    with cast.refused("no_seat_free", rule="SCPT.H"):
        register(house, t, p)


# ------------------------------------------------------------------------------------------ facts and cost


def test_facts_for_each_audience(house: cast.House) -> None:
    from dispatch.models import Fact

    t, p = house.registering(), house.player("Rui")
    made = register(house, t, p)
    found = {f.kind: f for f in Fact.objects.filter(stream=f"tournament:{t}", id__gt=0)}
    assert found["player_entered"].body == {
        "entry_id": made["entry_id"],
        "public_name": "Rui",
        "ordinal": 1,
        "waiting": False,
    }
    assert (found["player_entered"].audience, found["entry_paid"].audience) == ("public", "staff")
    assert f"player/{p}/tournament/{t}" in found["player_entered"].touches
    assert f"tournament/{t}/counts" in found["player_entered"].touches
    for fact in found.values():
        text = str(fact.body)
        assert "Souza" not in text
        # the year alone may stand in an id or in a receipt's number
        assert "1990-05-17" not in text
        assert "1990" not in [str(value) for key, value in fact.body.items() if not key.endswith("_id")]
        if fact.audience == "public":
            assert "receipt" not in text and "cash" not in text


def test_a_registration_costs_few_statements(house: cast.House) -> None:
    t = house.registering()
    house.enter(t)
    p = house.player()
    house.deposit(p, 45_000)
    with CaptureQueriesContext(connection) as asked:
        register(house, t, p, method="balance")
    # the tournament's own accounts are remembered after the first commit, which a test's transaction never sees
    statements = [
        q["sql"]
        for q in asked.captured_queries
        if ("FROM ledger_account" not in q["sql"] or "'player'" in q["sql"]) and "SAVEPOINT" not in q["sql"]
    ]
    # the last: nothing of the balance that paid is set aside for another entry
    assert len(statements) <= 8, "\n".join(s[:100] for s in statements)


def test_the_same_command_twice_is_one_entry(house: cast.House) -> None:
    t, p, command_id = house.registering(), house.player(), cast.new_id()
    arguments = dict(
        by=house.desi,
        tournament_id=t,
        player_id=p,
        method="cash",
        terms_version="1",
        paid=True,
        command_id=command_id,
    )
    first = cast.asked(register_player, **arguments)
    again = cast.asked(register_player, **arguments)
    assert (first.replayed, again.replayed, first.result) == (False, True, again.result)
    assert Entry.objects.count() == 1
