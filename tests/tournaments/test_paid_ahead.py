"""Money paid ahead for an entry that waits for the document leaves the wallet by no other way, whoever's act it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.db import transaction

from ledger.commands.adjust import adjust
from ledger.commands.withdraw import withdraw
from ledger.operations import account, post
from ledger.operations.transfers import NewTransfer
from ledger.queries import tournament_money, wallet_balance
from payouts.commands.ask_withdrawal import ask_withdrawal
from payouts.commands.correct_pay_in import correct_pay_in
from payouts.commands.give_back import give_back
from payouts.commands.pay_award import pay_award
from payouts.commands.undo_finish import undo_finish
from payouts.commands.undo_payment import undo_payment
from payouts.models import Award, Repayment
from play.commands.buy_in import buy_in
from play.commands.top_up import top_up
from rules.accounts import AccountKind
from rules.refusals import Refused
from tests import cast
from tests.payouts import bank
from tests.payouts.room import bust, down_to, finish, playing
from tests.payouts.test_bounties import knockout
from tests.play.cash import open_cash
from tests.sizes import survives
from tests.tournaments.test_entries_playing import ADD_ON, LATE, REBUY
from tournaments.commands.add_on import add_on
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.pay_debt import pay_debt
from tournaments.commands.rebuy import rebuy
from tournaments.commands.record_payment import record_payment
from tournaments.commands.register_player import register_player
from tournaments.commands.transfer_registration import transfer_registration
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.commands.update_venue import update_venue
from tournaments.models import Debt, Entry, Registration, RegistrationState
from tournaments.queries.paid_ahead import paid_ahead_of, spendable_balance

AHEAD = 12_000


@pytest.fixture
def house() -> cast.House:
    """Everything that moves money is done here."""
    home = bank.open_house()
    cast.say(update_venue, by=home.olga, venue_id=home.venue_id, changes={"cash_tables": True})
    return home


def pay_ahead(house: cast.House, player_id: int, *, name: str = "Nightly") -> int:
    """The registration of a player who has paid 120.00 in cash, and has no seat yet."""
    t = house.registering("turbo-8max", name=name)
    asked = {"by": house.desi, "method": "cash"}
    made = cast.say(
        register_player, tournament_id=t, player_id=player_id, terms_version="1", paid=False, **asked
    )
    assert cast.say(record_payment, registration_id=made["registration_id"], **asked)["paid_cents"] == AHEAD
    return int(made["registration_id"])


def move(house: cast.House, player_id: int, cents: int) -> None:
    """So much comes into a wallet, or leaves it."""
    wallet = account(AccountKind.PLAYER, unit="BRL", player_id=player_id)
    drawer = account(AccountKind.CASH_DRAWER, unit="BRL", venue_id=house.venue_id)
    debit, credit = (drawer, wallet) if cents > 0 else (wallet, drawer)
    if cents:
        post(
            [
                NewTransfer(
                    debit=debit,
                    credit=credit,
                    amount_cents=abs(cents),
                    unit="BRL",
                    kind="deposit" if cents > 0 else "withdrawal",
                    at=cast.OPEN,
                    command_id=cast.new_id(),
                    method="cash",
                )
            ]
        )


class Way(NamedTuple):
    """An act that takes `cents` out of the wallet of `player_id`; `code`: what it says where that is set aside."""

    act: Callable[[], Any]
    player_id: int
    cents: int
    code: str = "entry_paid"


def said(command: Any, **arguments: Any) -> Callable[[], Any]:
    return lambda: cast.say(command, **arguments)


def _caio(house: cast.House) -> int:
    return int(house.caio.player_id or 0)


def _at_the_counter(house: cast.House) -> Way:
    where = {"venue_id": house.venue_id, "player_id": _caio(house), "unit": "BRL"}
    return Way(said(withdraw, by=house.desi, amount_cents=5_000, method="cash", **where), _caio(house), 5_000)


def _asked_on_the_phone(house: cast.House) -> Way:
    where = {"venue_id": house.venue_id, "player_id": _caio(house), "destination": "caio@example.com"}
    return Way(said(ask_withdrawal, by=house.caio, amount_cents=5_000, **where), _caio(house), 5_000)


def _an_entry(house: cast.House) -> Way:
    t = house.registering("turbo-8max", name="Other")
    entry = {"tournament_id": t, "player_id": _caio(house), "method": "balance", "terms_version": "1"}
    return Way(said(register_player, by=house.desi, **entry), _caio(house), 12_000)


def _player_in(house: cast.House, **more: Any) -> Entry:
    t = house.started(entries=4, **more)
    return Entry.objects.get(pk=playing(t)[0])


def _a_rebuy(house: cast.House) -> Way:
    entry = _player_in(house, rebuy=REBUY)
    act = said(rebuy, by=house.desi, at=LATE, entry_id=entry.pk, method="balance", stack_chips=20_000)
    return Way(act, entry.player_id, REBUY["price_cents"])


def _an_add_on(house: cast.House) -> Way:
    entry = _player_in(house, add_on=ADD_ON)
    cast.say(
        move_to_level,
        by=house.ana,
        at=LATE,
        tournament_id=entry.tournament_id,
        level_index=ADD_ON["after_level"],
    )
    act = said(add_on, by=house.desi, at=LATE, entry_id=entry.pk, method="balance")
    return Way(act, entry.player_id, ADD_ON["price_cents"])


def _a_debt(house: cast.House) -> Way:
    entry = _player_in(house, rebuy=REBUY)
    owed = cast.say(announce_rebuy, by=house.bruno, at=LATE, entry_id=entry.pk)
    debt = Debt.objects.get(pk=owed["purchase_id"])
    return Way(
        said(pay_debt, by=house.desi, at=LATE, debt_id=debt.pk, method="balance"),
        entry.player_id,
        debt.amount_cents,
    )


def _a_cash_table(house: cast.House) -> Way:
    table = open_cash(house)
    where = {"table_id": table.table_id, "player_id": _caio(house)}
    return Way(said(buy_in, by=house.caio, at=table.now, seat=1, cents=5_000, **where), _caio(house), 5_000)


def _chips_at_a_cash_table(house: cast.House) -> Way:
    table = open_cash(house)
    person = table.sit(1, cents=4_000, has=4_000)
    player_id = int(person.player_id or 0)
    where = {"table_id": table.table_id, "player_id": player_id}
    return Way(said(top_up, by=person, at=table.now, cents=2_000, **where), player_id, 2_000)


def _third(house: cast.House) -> tuple[Award, dict[str, Any]]:
    t = house.started("turbo-8max", entries=9, late_registration_level=0, re_entries_per_player=0)
    down_to(house, t, 3)
    third = playing(t)[0]
    out = bust(house, t, third)["eliminations"][0]
    return Award.objects.get(entry_id=third), out


def _a_prize_handed_out(house: cast.House) -> Way:
    award, _out = _third(house)
    act = said(pay_award, by=house.desi, at=cast.after(hours=1), award_id=award.pk, method="cash")
    return Way(act, award.player_id, award.amount_cents)


def _the_bust_of_a_prize_undone(house: cast.House) -> Way:
    award, out = _third(house)
    act = said(undo_elimination, by=house.ana, at=cast.after(hours=1), elimination_id=out["elimination_id"])
    return Way(act, award.player_id, award.amount_cents)


def _a_prize_left_there_undone(house: cast.House) -> Way:
    award, _out = _third(house)
    cast.say(pay_award, by=house.desi, at=cast.after(hours=1), award_id=award.pk, method="balance")
    # nothing leaves the wallet: the prize must be in it beside what is set aside
    act = said(undo_payment, by=house.ana, at=cast.after(hours=2), award_id=award.pk)
    return Way(act, award.player_id, award.amount_cents)


def _an_end_undone(house: cast.House) -> Way:
    t = house.started("turbo-8max", entries=9, late_registration_level=0, re_entries_per_player=0)
    finish(house, t)
    award = Award.objects.get(tournament_id=t, place=1)
    act = said(undo_finish, by=house.ana, at=cast.after(hours=4), tournament_id=t)
    return Way(act, award.player_id, award.amount_cents)


def _bounty(house: cast.House) -> tuple[int, Entry, dict[str, Any]]:
    t = knockout(house)
    a, b, *_ = playing(t)
    out = bust(house, t, a, by=[b])["eliminations"][0]
    return t, Entry.objects.get(pk=b), out


def _the_bust_of_a_bounty_undone(house: cast.House) -> Way:
    _t, taker, out = _bounty(house)
    act = said(
        undo_elimination, by=house.ana, at=cast.after(minutes=31), elimination_id=out["elimination_id"]
    )
    return Way(act, taker.player_id, 2_501)


def _all_bounties_of_a_cancelled_tournament(house: cast.House) -> Way:
    t, taker, _out = _bounty(house)
    act = said(cancel_tournament, by=house.ana, at=cast.after(minutes=40), tournament_id=t, reason="Sem luz")
    # the entries come back after the bounties have gone
    return Way(act, taker.player_id, 2_501)


def _a_refund_handed_out(house: cast.House) -> Way:
    t = house.registering("turbo-8max", name="Called off")
    house.enter(t, _caio(house))
    cast.say(cancel_tournament, by=house.ana, at=cast.OPEN, tournament_id=t, reason="Sem luz")
    row = Repayment.objects.get(tournament_id=t)
    act = said(give_back, by=house.desi, repayment_id=row.pk, method="cash")
    return Way(act, _caio(house), row.amount_cents)


def _a_pay_in_corrected(house: cast.House) -> Way:
    one = bank.pay_in(house)
    bank.confirm(house, one)
    act = said(correct_pay_in, by=house.olga, pay_in_id=one.pk, amount_cents=0, reason="Nada chegou")
    return Way(act, _caio(house), 10_000, "money_played")


def _the_books_corrected(house: cast.House) -> Way:
    ends = {
        "debit_account_id": account(AccountKind.PLAYER, unit="BRL", player_id=_caio(house)),
        "credit_account_id": account(AccountKind.ADJUSTMENT, unit="BRL", venue_id=house.venue_id),
    }
    fix = {"venue_id": house.venue_id, "unit": "BRL", "amount_cents": 700, "reason": "Troco errado"}
    return Way(said(adjust, by=house.olga, **fix, **ends), _caio(house), 700)


WAYS = [
    _at_the_counter,
    _asked_on_the_phone,
    _an_entry,
    _a_rebuy,
    _an_add_on,
    _a_debt,
    _a_cash_table,
    _chips_at_a_cash_table,
    _a_prize_handed_out,
    _a_prize_left_there_undone,
    _the_bust_of_a_prize_undone,
    _an_end_undone,
    _the_bust_of_a_bounty_undone,
    _all_bounties_of_a_cancelled_tournament,
    _a_refund_handed_out,
    _a_pay_in_corrected,
    _the_books_corrected,
]


@pytest.mark.django_db
@pytest.mark.rule("SCPT.F", "PT-T.21")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__.strip("_"))
def test_no_way_out_of_a_wallet_takes_it(house: cast.House, way: Callable[[cast.House], Way]) -> None:
    act, player_id, cents, code = way(house)
    registration = pay_ahead(house, player_id)
    # one cent less than the act takes is beside what is set aside
    move(house, player_id, AHEAD + cents - 1 - wallet_balance(player_id, unit="BRL"))
    with cast.refused(code) as no:
        act()
    if code == "entry_paid":
        told = dict(no.value.params)
        told.pop("field", None)
        name = Registration.objects.get(pk=registration).player.public_name
        assert told == {
            "entry_cents": AHEAD,
            "free_cents": cents - 1,
            "player": name,
            "tournaments": "Nightly",
            "currency": "BRL",
        }
        assert no.value.rule == "SCPT.F"
    move(house, player_id, 1)
    act()
    assert wallet_balance(player_id, unit="BRL") >= AHEAD
    assert paid_ahead_of(player_id, unit="BRL").cents == AHEAD
    # it pays the entry as soon as the seat is given
    bank.know(house, cast.Person(user_id=0, player_id=player_id, actor=house.desi.actor, name=""))
    cast.say(confirm_payment, by=house.desi, registration_id=registration, method="cash")
    assert Entry.objects.get(registration_id=registration).price_cents == AHEAD
    assert paid_ahead_of(player_id, unit="BRL").cents == 0
    cast.books_balance()


@pytest.mark.django_db
@pytest.mark.rule("SCPT.F")
def test_what_is_handed_over_stays_in_the_wallet_of_who_paid(house: cast.House) -> None:
    payer, heir = house.players(2)
    registration = pay_ahead(house, payer)
    cast.say(
        transfer_registration, by=house.ana, registration_id=registration, to_player_id=heir, reason="Doente"
    )
    house.deposit(heir, 5_000)
    assert (spendable_balance(payer, unit="BRL"), spendable_balance(heir, unit="BRL")) == (0, 5_000)
    out = {"by": house.desi, "venue_id": house.venue_id, "unit": "BRL", "method": "cash"}
    with cast.refused("entry_paid"):
        cast.say(withdraw, player_id=payer, amount_cents=1, **out)
    cast.say(withdraw, player_id=heir, amount_cents=5_000, **out)
    cast.say(confirm_payment, by=house.desi, registration_id=registration, method="cash")
    assert Entry.objects.get(registration_id=registration).player_id == heir
    assert (wallet_balance(payer, unit="BRL"), wallet_balance(heir, unit="BRL")) == (0, 0)
    cast.books_balance()


@pytest.mark.django_db
@pytest.mark.rule("SCPT.F")
def test_it_is_free_once_its_registration_is_cancelled(house: cast.House) -> None:
    [player] = house.players(1)
    first, second = pay_ahead(house, player), pay_ahead(house, player, name="Late")
    out = {"by": house.desi, "venue_id": house.venue_id, "player_id": player, "unit": "BRL", "method": "cash"}
    with cast.refused("entry_paid") as no:
        cast.say(withdraw, amount_cents=1, **out)
    assert (no.value.params["entry_cents"], no.value.params["tournaments"]) == (2 * AHEAD, "Nightly, Late")
    # handed back with its own money: what pays for the other one stays
    cast.say(cancel_registration, by=house.desi, registration_id=first, hand_back=True)
    assert wallet_balance(player, unit="BRL") == AHEAD
    cast.say(cancel_registration, by=house.desi, registration_id=second)
    cast.say(withdraw, amount_cents=AHEAD, **out)
    assert wallet_balance(player, unit="BRL") == 0
    cast.books_balance()


@pytest.mark.django_db
@pytest.mark.rule("SCPT.E", "SCPT.F")
def test_what_the_method_cost_then_is_what_came(house: cast.House) -> None:
    """The owner raised the surcharge between the payment and the seat: more stood in the books than the card had given."""
    [player] = house.players(1)
    t = house.registering("turbo-8max", name="Nightly")
    asked = {"by": house.desi, "method": "credit"}
    made = cast.say(
        register_player, tournament_id=t, player_id=player, terms_version="1", paid=False, **asked
    )
    paid = cast.say(record_payment, registration_id=made["registration_id"], **asked)["paid_cents"]
    assert paid == 13_200
    cast.say(
        update_venue, by=house.olga, venue_id=house.venue_id, changes={"surcharges_bp": {"credit": 2_000}}
    )
    cast.say(confirm_payment, registration_id=made["registration_id"], **asked)
    entry = Entry.objects.get(registration_id=made["registration_id"])
    assert (entry.price_cents, entry.surcharge_cents) == (12_000, 1_200)
    assert tournament_money(t).taken_cents["credit"] == 13_200
    assert wallet_balance(player, unit="BRL") == 0
    back = cast.say(
        cancel_registration,
        by=house.ana,
        registration_id=made["registration_id"],
        reason="Doente",
        hand_back=True,
    )
    assert (back["refund_cents"], back["method"]) == (13_200, "credit")
    cast.books_balance()


def _codes(results: list[Any]) -> list[str]:
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, Refused):
            raise result
    return [result.code if isinstance(result, Refused) else "" for result in results]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@survives
@pytest.mark.rule("SCPT.F", "PT-T.21")
def test_two_ways_at_once_while_it_is_paid(house: cast.House) -> None:
    """A director corrects the books, the player sits down at a cash table, and the desk takes money for the entry: whatever the order,
    what pays for the entry is there."""
    player_id = _caio(house)
    table = open_cash(house)
    t = house.registering("turbo-8max", name="Nightly")
    entry = {"by": house.desi, "method": "cash"}
    made = cast.say(
        register_player, tournament_id=t, player_id=player_id, terms_version="1", paid=False, **entry
    )
    house.deposit(player_id, 5_000)
    with transaction.atomic():
        ends = {
            "debit_account_id": account(AccountKind.PLAYER, unit="BRL", player_id=player_id),
            "credit_account_id": account(AccountKind.ADJUSTMENT, unit="BRL", venue_id=house.venue_id),
        }
    fix = {"venue_id": house.venue_id, "unit": "BRL", "amount_cents": 5_000, "reason": "Troco errado"}
    where = {"table_id": table.table_id, "player_id": player_id}
    corrected, seated, paid = _codes(
        cast.together(
            [
                said(adjust, by=house.olga, **fix, **ends),
                said(buy_in, by=house.caio, at=table.now, seat=1, cents=5_000, **where),
                said(record_payment, registration_id=made["registration_id"], **entry),
            ]
        )
    )
    # one of the two has the 50.00, the other is told that there is no more, or that the rest is set aside
    assert paid == ""
    assert sorted((corrected, seated)) in (["", "entry_paid"], ["", "insufficient_funds"])
    assert wallet_balance(player_id, unit="BRL") == AHEAD
    assert Registration.objects.get(pk=made["registration_id"]).state == RegistrationState.PENDING
    table.check()
    cast.books_balance()
