"""Knock-out bounties."""

from __future__ import annotations

import pytest

from ledger.commands.deposit import deposit
from ledger.commands.withdraw import withdraw
from ledger.facts import AccountKind
from ledger.queries import tournament_balance, wallet_balance
from payouts.queries import money_view
from payouts.queries.refunding import what_goes_back
from rules.entries import simple_split
from tests import cast
from tests.payouts.room import bust, finish, playing
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Elimination, Entry, Tournament

pytestmark = pytest.mark.django_db

SPLIT = simple_split(name="50 + 25.01 + 10", prize_cents=5_000, bounty_cents=2_501, fee_cents=1_000)


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def knockout(house, entries=5, **more):
    return house.started(
        "turbo-8max", entries=entries, price_cents=SPLIT.price_cents, split=SPLIT.as_dict(), **more
    )


def wallet(entry):
    return wallet_balance(Entry.objects.get(pk=entry).player_id, unit="BRL")


@pytest.mark.rule("SCPT.P", "REGULATIONS 5.2")
def test_bounties_are_paid_at_the_bust_also_while_entries_are_open(house):
    t = knockout(house)
    a, b, c, d, e = playing(t)
    bust(house, t, a, by=[b])
    bust(house, t, c, by=[e, d])
    # odd cents in the order named
    assert (wallet(b), wallet(e), wallet(d)) == (2_501, 1_251, 1_250)
    assert tournament_balance(AccountKind.BOUNTY_POOL, t) == 3 * 2_501
    assert {f["name"] for f in cast.facts(t, kind="bounty_won")} == {
        Entry.objects.get(pk=x).player.public_name for x in (b, d, e)
    }
    assert money_view(t).differences == {}
    cast.books_balance()


@pytest.mark.rule("SCPT.P")
def test_the_champion_keeps_the_own_and_what_nobody_took(house):
    t = knockout(house, late_registration_level=0, re_entries_per_player=0)
    a, b, c, d, e = playing(t)
    bust(house, t, a, by=[e])
    bust(house, t, b, reason="blinded_off")
    bust(house, t, c, by=[e])
    bust(house, t, d, by=[e])
    finish(house, t)
    view = money_view(t)
    assert view.differences == {} and (view.pool_cents, view.bounty_pool_cents) == (0, 0)
    assert view.bounties_cents == 5 * 2_501 and view.prizes_cents == 25_000
    assert wallet(e) == 12_500 + 5 * 2_501
    cast.books_balance()


def test_an_undone_bust_takes_the_bounty_back(house):
    t = knockout(house)
    a, b, *_ = playing(t)
    out = bust(house, t, a, by=[b])["eliminations"][0]
    cast.say(undo_elimination, by=house.ana, at=cast.after(minutes=31), elimination_id=out["elimination_id"])
    assert wallet(b) == 0 and tournament_balance(AccountKind.BOUNTY_POOL, t) == 5 * 2_501
    bust(house, t, a, by=[b], at=cast.after(minutes=32))
    assert wallet(b) == 2_501
    cast.books_balance()


@pytest.mark.rule("SCPT.D", "SCPT.P")
def test_a_knockout_that_is_cancelled_takes_its_bounties_back_and_refunds_everybody(house):
    t = knockout(house)
    a, b, c, d, _e = playing(t)
    bust(house, t, a, by=[b])
    bust(house, t, c, by=[b, d])
    cancelling = {
        "by": house.ana,
        "at": cast.after(minutes=40),
        "tournament_id": t,
        "reason": "Sem luz",
    }
    desk = {"venue_id": house.venue_id, "player_id": Entry.objects.get(pk=b).player_id, "unit": "BRL"}
    cast.say(withdraw, by=house.desi, amount_cents=2_501, method="cash", **desk)
    with cast.refused("prize_spent"):
        cast.say(cancel_tournament, **cancelling)
    # or the director lets the bounties stand; nothing of it is done here: only told
    told = what_goes_back(Tournament.objects.get(pk=t), prizes_stand=True)
    assert (told.credited_cents, told.bounties_first) == (2 * 2_501, False)
    cast.say(deposit, by=house.desi, amount_cents=2_501, method="cash", **desk)
    done = cast.say(cancel_tournament, **cancelling)
    assert done["refunded_cents"] == 5 * SPLIT.price_cents
    # the deposit at the counter was b's own money back: what each holds is the price of the entry
    assert {wallet(entry) for entry in (a, b, c, d)} == {SPLIT.price_cents}
    view = money_view(t)
    assert view.differences == {} and (view.pool_cents, view.bounty_pool_cents) == (0, 0)
    cast.books_balance()


def test_takers_must_play_here(house):
    t, other = knockout(house), knockout(house)
    a, *_ = playing(t)
    for taker in (playing(other)[0], a):
        with cast.refused("no_such_entry"):
            bust(house, t, a, by=[taker])
    # also where no bounty is paid: nothing untrue is written down
    plain = house.started("turbo-8max", entries=5)
    a, b, *_ = playing(plain)
    for taker in (playing(other)[0], a, 10**15):
        with cast.refused("no_such_entry"):
            bust(house, plain, a, by=[b, taker])
    bust(house, plain, a, by=[b])
    assert Elimination.objects.get(entry_id=a).by_entries == [b]
