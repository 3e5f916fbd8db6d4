"""From the pool to the wallets, through commands only."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dispatch.models import Fact
from ledger.queries import tournament_balance, tournament_money, wallet_balance
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.pay_award import pay_award
from payouts.commands.undo_payment import undo_payment
from payouts.models import Award, PrizePool
from payouts.queries import amounts_of, awards_view, money_view, prizes_payload
from rules.accounts import AccountKind
from rules.entries import SCPT_350
from tests import cast
from tests.payouts.room import bust, down_to, finish, playing
from tournaments.commands.close_entries import close_entries
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Elimination, Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def freezeout(house, entries=9, **more):
    return house.started(
        "turbo-8max", entries=entries, late_registration_level=0, re_entries_per_player=0, **more
    )


# ------------------------------------------------------------------------------------------ the pool


@pytest.mark.rule("SCPT.L", "PT-T.34")
def test_a_forecast_until_entries_close_then_fixed(house):
    t = house.registering("turbo-8max", re_entries_per_player=0)
    assert prizes_payload(t)["rows"] == [] and prizes_payload(t)["net_cents"] == 0
    house.fill(t, 2)
    face = prizes_payload(t)
    assert (face["fixed"], face["net_cents"], face["places_paid"]) == (False, 20_000, 2)
    assert sum(r["amount_cents"] for r in face["rows"]) == 20_000
    house.fill(t, 7)
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    assert not PrizePool.objects.exists() and prizes_payload(t)["fixed"] is False
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=t)
    assert prizes_payload(t) == {
        "fixed": True,
        "net_cents": 90_000,
        "overlay_cents": 0,
        "guarantee_funds_cents": 0,
        "places_paid": 3,
        "official_places": 3,
        "unit_cents": 1,
        "rest_cents": 0,
        "currency": "BRL",
        "rows": [
            {"first": 1, "last": 1, "amount_cents": 45_000},
            {"first": 2, "last": 2, "amount_cents": 27_000},
            {"first": 3, "last": 3, "amount_cents": 18_000},
        ],
    }
    (fact,) = cast.facts(t, kind="prizes_fixed")
    assert (fact["entries"], fact["net_cents"], fact["places_paid"]) == (9, 90_000, 3)
    touched = Fact.objects.get(kind="prizes_fixed").touches
    assert f"tournament/{t}/prizes" in touched and f"tournament/{t}/counts" in touched


@pytest.mark.rule("SCPT.F", "SCPT.J", "CASES settled 8")
def test_a_guarantee_gross_of_what_is_deducted(house):
    # 300,000 guaranteed with 3 % + 3 %: the players get 282,000
    t = house.started("scpt-main", entries=4, late_registration_level=0, re_entries_per_player=0)
    pool = PrizePool.objects.get(pk=t)
    assert (pool.gross_cents, pool.overlay_cents, pool.net_cents) == (
        4 * 32_850,
        28_200_000 - 4 * 32_850,
        28_200_000,
    )
    assert sum((r[1] - r[0] + 1) * r[2] for r in pool.prizes) == 28_200_000
    assert tournament_money(t).overlay_cents == pool.overlay_cents
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 28_200_000
    cast.books_balance()


@pytest.mark.rule("SCPT.L", "CASES split-2")
def test_deductions_of_the_pool_go_to_their_funds(house):
    t = freezeout(house, 10, price_cents=35_000, split=SCPT_350.as_dict())
    pool = PrizePool.objects.get(pk=t)
    # 240,000 collected; staff 3 %, R$ 500 and R$ 120 for the ranking
    assert (pool.gross_cents, pool.deductions_cents, pool.net_cents) == (240_000, 7_200 + 62_000, 170_800)
    money = tournament_money(t)
    assert (money.staff_fund_cents, money.ranking_fund_cents) == (7_200, 62_000)
    assert money.prize_pool_cents == 170_800 == sum((r[1] - r[0] + 1) * r[2] for r in pool.prizes)
    finish(house, t)
    assert tournament_money(t).prize_pool_cents == 0 and money_view(t).differences == {}
    cast.books_balance()


def test_what_entries_rebuys_and_add_ons_brought(house):
    from tournaments.commands.rebuy import rebuy

    t = house.started(
        "turbo-8max", entries=4, rebuy={"price_cents": 5_000, "chips": 10_000, "until_level": 6}
    )
    one = playing(t)[0]
    cast.say(rebuy, by=house.desi, at=cast.after(minutes=2), entry_id=one, method="credit")
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=t)
    assert PrizePool.objects.get(pk=t).gross_cents == 45_000
    view = money_view(t)
    assert view.differences == {} and view.surcharge_cents == 500
    assert [(s.what, s.method, s.count, s.cents) for s in view.sold] == [
        ("entry", "cash", 4, 48_000),
        ("rebuy", "credit", 1, 5_500),
    ]


# ------------------------------------------------------------------------------------------ awards


@pytest.mark.rule("SCPT.L", "PT-T.54", "CASES round-1")
def test_a_prize_is_in_the_wallet_as_soon_as_the_place_is_known(house):
    t = freezeout(house)
    order = playing(t)
    for entry in order[:6]:
        assert bust(house, t, entry)["eliminations"][0]["amount_cents"] is None
    with CaptureQueriesContext(connection) as asked:
        out = bust(house, t, order[6])
    assert out["eliminations"][0] | {"elimination_id": 0, "name": ""} == {
        "elimination_id": 0,
        "entry_id": order[6],
        "name": "",
        "place": 3,
        "tied": 1,
        "final": True,
        "amount_cents": 18_000,
        "takers": "",
        "bounties": [],
    }
    assert len(asked) < 60
    third = Entry.objects.get(pk=order[6])
    assert amounts_of(order) == {order[6]: 18_000}
    assert wallet_balance(third.player_id, unit="BRL") == 18_000
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 72_000
    public, private = Fact.objects.get(kind="prize_awarded"), Fact.objects.get(kind="prize_credited")
    assert (public.audience, public.body["place"], public.body["amount_cents"]) == ("public", 3, 18_000)
    assert private.audience == f"player:{third.player_id}"
    # START is a Saturday evening in São Paulo: seven business days on is Tuesday in a week
    assert private.body["due_on"] == "2026-12-01"
    cast.books_balance()


@pytest.mark.rule("SCPT.L")
def test_the_day_of_a_prize_is_the_day_at_the_venue(house):
    t = freezeout(house, 3)
    # 01:30 UTC on Tuesday is still Monday in São Paulo
    late = datetime(2026, 11, 24, 1, 30, tzinfo=UTC)
    bust(house, t, playing(t)[0], at=late)
    assert Award.objects.get(tournament_id=t).due_on == date(2026, 12, 2)
    tokyo = cast.house(timezone="Europe/Lisbon", currency="EUR")
    t = freezeout(tokyo, 3)
    bust(tokyo, t, playing(t)[0], at=late)
    assert Award.objects.get(tournament_id=t).due_on == date(2026, 12, 4)


@pytest.mark.rule("ADTP.P16", "PT-T.51", "CASES p16-a")
def test_those_who_share_a_place_share_its_prizes(house):
    t = freezeout(house, 8)  # one table; three places: 400.00, 240.00, 160.00
    down_to(house, t, 4)
    left = playing(t)
    out = bust(house, t, left[0], left[1], stacks=[3_000, 3_000])
    assert [(o["place"], o["tied"], o["amount_cents"]) for o in out["eliminations"]] == [(3, 2, 8_000)] * 2
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 64_000
    finish(house, t)
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0
    cast.books_balance()


@pytest.mark.rule("ADTP.P16")
def test_a_larger_stack_places_higher_in_the_money(house):
    t = freezeout(house, 8)
    down_to(house, t, 3)
    left = playing(t)
    out = bust(house, t, left[0], left[1], stacks=[5_000, 3_000])
    assert {o["entry_id"]: o["amount_cents"] for o in out["eliminations"]} == {
        left[0]: 24_000,
        left[1]: 16_000,
    }


@pytest.mark.rule("PT-T.54")
def test_who_was_out_in_the_money_before_entries_closed_is_awarded_then(house):
    t = house.started("turbo-8max", entries=4, re_entries_per_player=0)
    first, second = playing(t)[:2]
    bust(house, t, first)
    bust(house, t, second)
    assert amounts_of([first, second]) == {} and not Award.objects.exists()
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=40), tournament_id=t)
    # 40,000 cents in 50/30/20 of four entries: places 1–3
    assert amounts_of([first, second]) == {second: 8_000}
    finish(house, t)
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0


# ------------------------------------------------------------------------------------------ undo


def test_an_undone_place_takes_the_prize_back(house):
    t = freezeout(house)
    down_to(house, t, 3)
    third, second, first = playing(t)
    out = bust(house, t, third)["eliminations"][0]
    bust(house, t, second)
    assert amounts_of([third, second]) == {third: 18_000, second: 27_000}
    cast.say(undo_elimination, by=house.ana, at=cast.after(minutes=50), elimination_id=out["elimination_id"])
    assert amounts_of([third, second]) == {second: 18_000}
    assert wallet_balance(Entry.objects.get(pk=third).player_id, unit="BRL") == 0
    assert wallet_balance(Entry.objects.get(pk=second).player_id, unit="BRL") == 18_000
    assert Award.objects.filter(state="void").count() == 2
    cast.books_balance()
    finish(house, t)
    assert (
        tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0 and money_view(t).differences == {}
    )


def test_a_prize_paid_out_keeps_the_place(house):
    t = freezeout(house)
    down_to(house, t, 3)
    third = playing(t)[0]
    out = bust(house, t, third)["eliminations"][0]
    award = Award.objects.get(entry_id=third)
    cast.say(pay_award, by=house.desi, at=cast.after(hours=1), award_id=award.pk, method="cash")
    with cast.refused("prize_paid"):
        cast.say(undo_elimination, by=house.ana, elimination_id=out["elimination_id"])
    cast.say(undo_payment, by=house.ana, at=cast.after(hours=2), award_id=award.pk)
    cast.say(undo_elimination, by=house.ana, at=cast.after(hours=2), elimination_id=out["elimination_id"])
    assert not Award.objects.exclude(state="void").exists()
    cast.books_balance()


def test_a_prize_already_used_cannot_be_taken_back(house):
    from tests.web.desk.test_prizes_stay_in_the_balance import spend

    t = freezeout(house)
    down_to(house, t, 3)
    third = playing(t)[0]
    out = bust(house, t, third)["eliminations"][0]
    player = Entry.objects.get(pk=third).player_id
    spend(player, 1)
    with cast.refused("prize_spent"):
        cast.say(undo_elimination, by=house.ana, elimination_id=out["elimination_id"])


# ------------------------------------------------------------------------------------------ paying out


@pytest.mark.rule("SCPT.L", "PT-T.54")
def test_paying_a_prize_and_who_is_owed(house):
    t = freezeout(house, 3)
    finish(house, t)
    first, second, third = Award.objects.filter(tournament_id=t).order_by("place")
    assert [a.amount_cents for a in (first, second, third)] == [15_000, 9_000, 6_000]
    paid = cast.say(pay_award, by=house.desi, at=cast.after(hours=4), award_id=first.pk, method="cash")
    assert paid["amount_cents"] == 15_000 and wallet_balance(first.player_id, unit="BRL") == 0
    cast.say(pay_award, by=house.desi, at=cast.after(hours=4), award_id=second.pk, method="balance")
    assert wallet_balance(second.player_id, unit="BRL") == 9_000
    with cast.refused("already_paid", rule="SCPT.L"):
        cast.say(pay_award, by=house.desi, at=cast.after(hours=5), award_id=first.pk, method="cash")
    with cast.refused("bad_method"):
        cast.say(pay_award, by=house.desi, award_id=third.pk, method="gold")
    for who in (house.bruno, house.caio, cast.PASSER_BY):
        with cast.refused("forbidden"):
            cast.say(pay_award, by=who, award_id=third.pk, method="cash")
    with cast.refused("no_such_award"):
        cast.say(pay_award, by=house.desi, award_id=10**9, method="cash")
    view = awards_view(today=date(2026, 12, 1), tournament_id=t)
    assert (view.owed_cents, view.paid_cents) == (6_000, 24_000)
    assert [(r.place, r.state, r.paid_method, r.overdue) for r in view.rows] == [
        (1, "paid", "cash", False),
        (2, "paid", "balance", False),
        (3, "owed", "", False),
    ]
    late = awards_view(today=date(2026, 12, 2), venue_id=house.venue_id, owed_only=True)
    assert [(r.place, r.overdue) for r in late.rows] == [(3, True)]
    cast.say(undo_payment, by=house.ana, at=cast.after(hours=6), award_id=first.pk)
    assert wallet_balance(first.player_id, unit="BRL") == 15_000
    with cast.refused("not_paid"):
        cast.say(undo_payment, by=house.ana, award_id=first.pk)
    assert money_view(t).differences == {}
    cast.books_balance()


# ------------------------------------------------------------------------------------------ the end


@pytest.mark.rule("PT-T.52", "PT-T.54", "SCPT.L")
def test_the_end_of_a_tournament(house):
    t = freezeout(house)
    with cast.refused("players_left", rule="PT-T.52"):
        cast.say(finish_tournament, by=house.ana, tournament_id=t)
    down_to(house, t, 1)
    with cast.refused("forbidden"):
        cast.say(finish_tournament, by=house.bruno, tournament_id=t)
    done = cast.say(finish_tournament, by=house.ana, at=cast.after(hours=3), tournament_id=t)
    row = Tournament.objects.get(pk=t)
    assert (row.state, row.finished_at) == ("finished", cast.after(hours=3))
    assert [(p["place"], p["amount_cents"]) for p in done["podium"]] == [
        (1, 45_000),
        (2, 27_000),
        (3, 18_000),
    ]
    assert len(done["draw_seed"]) == 64
    (fact,) = cast.facts(t, kind="tournament_finished")
    assert fact["podium"] == done["podium"] and fact["entries"] == 9
    assert cast.facts(t, kind="clock_finished") and cast.facts(t, kind="draw_revealed")
    assert Entry.objects.get(pk=done["winner_entry_id"]).stack_chips == 9 * row.starting_stack_chips
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0
    view = money_view(t)
    assert view.differences == {} and (view.sold_cents, view.paid_cents) == (108_000, 108_000)
    assert (view.prizes_cents, view.prizes_owed_cents, view.house_cents) == (90_000, 90_000, 18_000)
    assert [(s.what, s.method, s.count, s.cents) for s in view.sold] == [("entry", "cash", 9, 108_000)]
    with cast.refused("not_running"):
        cast.say(finish_tournament, by=house.ana, tournament_id=t)
    cast.books_balance()


def test_no_end_while_entries_are_open_or_chips_are_missing(house):
    from tables.commands.count_chips import count_chips

    t = house.started("turbo-8max", entries=3, re_entries_per_player=0)
    down_to(house, t, 1)
    with cast.refused("entries_open"):
        cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    cast.say(close_entries, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    (last,) = playing(t)
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    cast.say(count_chips, by=house.bruno, at=cast.after(hours=1), entry_id=last, stack_chips=3 * stack - 500)
    with cast.refused("chips_not_accounted"):
        cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    cast.say(count_chips, by=house.bruno, at=cast.after(hours=1), entry_id=last, stack_chips=3 * stack)
    cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    assert amounts_of([last]) == {last: 15_000}


def test_the_same_end_twice_is_one(house):
    t, command_id = freezeout(house, 3), cast.new_id()
    down_to(house, t, 1)
    first = cast.asked(finish_tournament, by=house.ana, tournament_id=t, command_id=command_id)
    with cast.unchanged():
        again = cast.asked(finish_tournament, by=house.ana, tournament_id=t, command_id=command_id)
    assert (first.result, again.replayed) == (again.result, True)


def test_an_award_costs_the_same_in_a_larger_field(house):
    counts = []
    for entries in (5, 17):
        t = freezeout(house, entries)
        down_to(house, t, 2)
        with CaptureQueriesContext(connection) as asked:
            bust(house, t, playing(t)[0])
        counts.append(len(asked))
    assert abs(counts[0] - counts[1]) <= 2


def test_a_freeroll_has_places_and_no_prizes(house):
    from rules.entries import simple_split

    t = house.registering(
        "turbo-8max",
        price_cents=0,
        split=simple_split(name="free", prize_cents=0).as_dict(),
        late_registration_level=0,
        re_entries_per_player=0,
    )
    for _ in range(3):
        house.enter(t, method="free")
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    assert prizes_payload(t)["rows"] == [] and prizes_payload(t)["official_places"] == 3
    finish(house, t)
    assert not Award.objects.exists() and money_view(t).differences == {}
    assert Elimination.objects.filter(tournament_id=t).count() == 2


@pytest.mark.rule("PT-T.49", "PT-T.52")
def test_an_end_in_hand_for_hand(house):
    from tables.commands.start_hand_for_hand import start_hand_for_hand

    t = freezeout(house, 3)
    down_to(house, t, 2)
    cast.say(start_hand_for_hand, by=house.ana, at=cast.after(minutes=40), tournament_id=t)
    bust(house, t, playing(t)[0], at=cast.after(minutes=45))
    done = cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    assert [(p["place"], p["amount_cents"]) for p in done["podium"]] == [(1, 15_000), (2, 9_000), (3, 6_000)]
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=t) == 0
    cast.books_balance()


@pytest.mark.rule("ADTP.P16", "CASES p16-b")
def test_two_tables_in_one_round_of_hand_for_hand_share_the_prizes(house):
    from tables.commands.hand_done import hand_done
    from tables.commands.start_hand_for_hand import start_hand_for_hand
    from tables.models import Seat

    t = freezeout(house, 10)  # two tables of five; 100,000 cents
    seats = {
        s.entry_id: s.table.number for s in Seat.objects.select_related("table").filter(entry__isnull=False)
    }
    tables = sorted(set(seats.values()))
    one, two = ([e for e in sorted(seats) if seats[e] == n] for n in tables)
    for entry in (*one[2:], *two[2:]):
        bust(house, t, entry)
    paid = prizes_payload(t)["rows"]
    assert [r["amount_cents"] for r in paid] == [50_000, 30_000, 20_000]
    cast.say(start_hand_for_hand, by=house.ana, at=cast.after(minutes=40), tournament_id=t)
    for number, entry in ((tables[0], one[0]), (tables[1], two[0])):
        cast.say(
            hand_done,
            by=house.bruno,
            at=cast.after(minutes=45),
            tournament_id=t,
            table_number=number,
            round=1,
            busts=[{"entry_id": entry, "stack_chips_start": 1000 * number, "by_entries": []}],
        )
    assert amounts_of([one[0], two[0]]) == {one[0]: 10_000, two[0]: 10_000}
    cast.books_balance()


@pytest.mark.rule("REGULATIONS 6.5")
def test_money_that_a_correction_left_in_the_pool_is_named_at_the_end(house):
    from ledger.commands.adjust import adjust
    from ledger.operations import account

    t = freezeout(house, entries=3)
    down_to(house, t, 1)
    of_the_pool = {"unit": "BRL", "venue_id": house.venue_id, "tournament_id": t}
    pool = account(AccountKind.PRIZE_POOL, **of_the_pool)
    overlay = account(AccountKind.OVERLAY, **of_the_pool)
    correction = {"venue_id": house.venue_id, "unit": "BRL", "amount_cents": 700, "reason": "engano"}
    cast.say(adjust, by=house.olga, debit_account_id=overlay, credit_account_id=pool, **correction)
    end = {"by": house.ana, "at": cast.after(hours=3), "tournament_id": t}
    with cast.refused("pool_not_empty") as no:
        cast.say(finish_tournament, **end)
    assert no.value.params["left"] == 700
    cast.say(adjust, by=house.olga, debit_account_id=pool, credit_account_id=overlay, **correction)
    cast.say(finish_tournament, **end)
    cast.books_balance()
