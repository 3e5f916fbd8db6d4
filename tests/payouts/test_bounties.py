"""Knock-out bounties."""

from __future__ import annotations

import pytest

from ledger.commands.deposit import deposit
from ledger.commands.withdraw import withdraw
from ledger.queries import tournament_balance, wallet_balance
from payouts.queries import money_view
from payouts.queries.refunding import cancel_tournament_preview, what_goes_back
from rules.accounts import AccountKind
from rules.entries import simple_split
from tables.commands.move_player import move_player
from tables.models import Seat
from tests import cast
from tests.payouts.room import bust, finish, playing
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.name_takers import name_takers
from tournaments.commands.rebuy import rebuy
from tournaments.commands.reenter import reenter
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.commands.undo_naming import undo_naming
from tournaments.models import Elimination, Entry, Tournament
from tournaments.queries.eliminations import undo_preview

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
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=t) == 3 * 2_501
    # a second member of staff who saw another take the chips is told who is down as having done so
    with cast.refused("already_out") as no:
        cast.say(
            eliminate_players, by=house.bruno, at=cast.after(minutes=31), tournament_id=t, table_number=1,
            busts=[{"entry_id": c, "stack_chips_start": None, "by_entries": [b]}],
        )  # fmt: skip
    took = ", ".join(Entry.objects.get(pk=x).player.public_name for x in (e, d))
    assert (
        no.value.params["takers"] == took
        and f"; {took} took the chips." in no.value.sentence % no.value.params
    )
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
    bust(house, t, b, reason="blinded_off", nobody=True)
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
    assert wallet(b) == 0 and tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=t) == 5 * 2_501
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
    assert cancel_tournament_preview(t).prizes_stand is False
    cast.say(withdraw, by=house.desi, amount_cents=2_501, method="cash", **desk)
    with cast.refused("prize_spent", rule="SCPT.P") as no:
        cast.say(cancel_tournament, **cancelling)
    assert "or cancel so that the bounties stand" in no.value.sentence
    # the page of the ending offers that by itself
    offered = cancel_tournament_preview(t)
    assert (offered.prizes_stand, offered.credited_cents) == (True, 2 * 2_501)
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
    for taker, code in ((playing(other)[0], "no_such_entry"), (a, "own_bounty")):
        with cast.refused(code):
            bust(house, t, a, by=[taker])
    with cast.refused("named_twice"):
        bust(house, t, a, by=[playing(t)[1], playing(t)[1]])
    with cast.refused("takers_contradict"):
        bust(house, t, a, by=[playing(t)[1]], nobody=True)
    # also where no bounty is paid: nothing untrue is written down
    plain = house.started("turbo-8max", entries=5)
    a, b, *_ = playing(plain)
    for taker, code in (
        (playing(other)[0], "no_such_entry"),
        (a, "own_bounty"),
        (10**15, "no_such_entry"),
    ):
        with cast.refused(code):
            bust(house, plain, a, by=[b, taker])
    bust(house, plain, a, by=[b])
    assert Elimination.objects.get(entry_id=a).by_entries == [b]


def name(house, elimination, *by, at=cast.START, **more):
    return cast.say(
        name_takers,
        by=house.bruno,
        at=at,
        elimination_id=elimination,
        by_entries=list(by),
        **more,
    )


@pytest.mark.rule("SCPT.P", "REGULATIONS 5.2")
def test_a_bounty_waits_until_it_is_said_who_took_the_chips(house):
    t = knockout(house, entries=4, late_registration_level=0, re_entries_per_player=0)
    a, b, c, d = playing(t)
    out = bust(house, t, a)["eliminations"][0]
    assert (out["takers"], out["bounties"]) == ("open", [])
    with cast.refused("takers_missing", rule="SCPT.P"):
        name(house, out["elimination_id"])
    with cast.refused("own_bounty", rule="SCPT.P"):
        name(house, out["elimination_id"], a)
    done = name(house, out["elimination_id"], c, b)
    assert [(x["entry_id"], x["amount_cents"]) for x in done["bounties"]] == [(c, 1_251), (b, 1_250)]
    # who has not seen that it is answered changes nothing; who corrects it says so
    with cast.refused("takers_named"):
        name(house, out["elimination_id"], d)
    changed = name(house, out["elimination_id"], d, change=True)
    assert (wallet(b), wallet(c), wallet(d)) == (0, 0, 2_501)
    with cast.refused("takers_changed_since"):
        cast.say(undo_naming, by=house.ana, naming_id=done["naming_id"])
    cast.say(undo_naming, by=house.ana, naming_id=changed["naming_id"])
    assert (wallet(b), wallet(c), wallet(d)) == (1_250, 1_251, 0)
    cast.say(undo_naming, by=house.ana, naming_id=done["naming_id"])
    assert Elimination.objects.get(pk=out["elimination_id"]).takers == "open"
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=t) == 4 * 2_501
    with cast.refused("already_undone"):
        cast.say(undo_naming, by=house.ana, naming_id=done["naming_id"])
    # nothing goes to the champion while it is open
    bust(house, t, b, by=[d])
    bust(house, t, c, by=[d])
    with cast.refused("bounties_open", rule="SCPT.P") as no:
        finish(house, t)
    assert (no.value.params["count"], no.value.params["total_cents"]) == (1, 2_501)
    name(house, out["elimination_id"], nobody=True)
    done = finish(house, t)
    assert done["podium"][0]["bounties_cents"] == 4 * 2_501 and done["podium"][0]["amount_cents"] > 0
    assert money_view(t).differences == {}
    cast.books_balance()


@pytest.mark.rule("SCPT.P")
def test_where_nobody_took_them_the_rule_set_may_let_the_table_share(house):
    t = knockout(house, entries=4)
    tournament = Tournament.objects.get(pk=t)
    tournament.policies = {**tournament.policies, "unclaimed_bounty": "table"}
    tournament.save(update_fields=["policies"])
    a, *rest = playing(t)
    out = bust(house, t, a, nobody=True)["eliminations"][0]
    seats = [s.entry_id for s in Seat.objects.filter(entry_id__in=rest).order_by("number")]
    assert [(x["entry_id"], x["amount_cents"]) for x in out["bounties"]] == list(
        zip(seats, (834, 834, 833), strict=True)
    )
    cast.say(undo_elimination, by=house.ana, elimination_id=out["elimination_id"])
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=t) == 4 * 2_501
    cast.books_balance()


@pytest.mark.rule("SCPT.P")
def test_a_bounty_that_was_spent_is_not_taken_back(house):
    t = knockout(house)
    a, b, *_ = playing(t)
    out = bust(house, t, a, by=[b])["eliminations"][0]
    desk = {"venue_id": house.venue_id, "player_id": Entry.objects.get(pk=b).player_id, "unit": "BRL"}
    cast.say(withdraw, by=house.desi, amount_cents=2_501, method="cash", **desk)
    told = undo_preview(out["elimination_id"])
    assert (told["possible"], told["code"]) == (False, "bounty_spent")
    assert told["bounties"] == [
        {"entry_id": b, "name": Entry.objects.get(pk=b).player.public_name, "amount_cents": 2_501}
    ]
    with cast.refused("bounty_spent", rule="SCPT.P"):
        cast.say(undo_elimination, by=house.ana, elimination_id=out["elimination_id"])
    with cast.refused("bounty_spent"):
        name(house, out["elimination_id"], nobody=True, change=True)


@pytest.mark.rule("SCPT.P", "PT-T.34")
def test_takers_sat_at_the_table_of_the_hand(house):
    t = knockout(house, entries=14)
    one, two = (
        [
            s.entry_id
            for s in Seat.objects.filter(table__tournament_id=t, table__number=n, entry__isnull=False)
        ]
        for n in (1, 2)
    )
    with cast.refused("taker_not_there", rule="SCPT.P"):
        bust(house, t, one[0], by=[two[0]])
    # of several in one hand each must be from there
    with cast.refused("taker_not_there"):
        bust(house, t, one[0], one[1], by=[one[2], two[1]])
    # a taker who was moved meanwhile still took them
    free = Seat.objects.filter(table__tournament_id=t, table__number=2, entry__isnull=True).first()
    cast.say(
        move_player,
        by=house.bruno,
        at=cast.after(minutes=20),
        entry_id=one[1],
        table_number=2,
        seat_number=free.number,
        reason="correction",
    )
    out = bust(house, t, one[0], by=[one[1]], at=cast.after(minutes=21))["eliminations"][0]
    assert wallet(one[1]) == 2_501
    # and who came to the table after the bust did not
    free = Seat.objects.filter(table__tournament_id=t, table__number=1, entry__isnull=True).first()
    cast.say(
        move_player,
        by=house.bruno,
        at=cast.after(minutes=25),
        entry_id=two[0],
        table_number=1,
        seat_number=free.number,
        reason="correction",
    )
    with cast.refused("taker_not_there"):
        name(house, out["elimination_id"], two[0], change=True)
    cast.books_balance()


@pytest.mark.rule("SCPT.P")
def test_a_rebuys_part_hangs_on_the_same_head_and_a_re_entry_has_its_own(house):
    more = simple_split(name="rebuy", prize_cents=2_000, bounty_cents=700)
    t = knockout(
        house,
        entries=4,
        re_entries_per_player=1,
        rebuy={
            "price_cents": 2_700,
            "chips": 10_000,
            "split": more.as_dict(),
            "until_level": 6,
            "per_player": None,
        },
    )
    a, b, *_ = playing(t)
    cast.say(rebuy, by=house.desi, at=cast.after(minutes=5), entry_id=a, method="cash", stack_chips=0)
    bust(house, t, a, by=[b])
    assert wallet(b) == 2_501 + 700
    again = cast.say(
        reenter,
        by=house.desi,
        at=cast.after(minutes=31),
        tournament_id=t,
        player_id=Entry.objects.get(pk=a).player_id,
        method="cash",
    )
    bust(house, t, again["entry_id"], by=[b], at=cast.after(minutes=32))
    assert wallet(b) == 2 * 2_501 + 700
    assert money_view(t).differences == {}
    cast.books_balance()
