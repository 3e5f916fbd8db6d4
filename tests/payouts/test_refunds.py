"""A cancelled tournament: everybody whole by the rule set, every account at zero."""

from __future__ import annotations

import uuid

import pytest

from ledger.queries import tournament_money, trial_balance, wallet_balance
from payouts.models import Award
from payouts.queries import cancel_tournament_preview, money_view, prizes_payload
from rules.entries import SCPT_350, simple_split
from tests import cast
from tests.payouts.room import bust, down_to, playing
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def cancel(house, t, *, at=None):
    return cast.say(
        cancel_tournament,
        by=house.ana,
        at=at or cast.after(hours=1),
        tournament_id=t,
        reason="power failure",
        counts_reason="power failure",
    )["refunded_cents"]


def nothing_left(t):
    """Every account of the tournament is at zero (players' wallets and where money stands apart)."""
    held = {
        line.kind: line.balance_cents
        for line in trial_balance(tournament_id=t).lines
        if line.kind not in ("player", "cash_drawer", "card_clearing", "bank")
    }
    assert {kind: cents for kind, cents in held.items() if cents} == {}
    cast.books_balance()


def under_portuguese_rules(house, entries, **more):
    """A tournament of the Portuguese rules at the felt, paid from balances."""
    from tournaments.commands.start_tournament import start_tournament

    t = house.registering(
        "online-mtt-pt",
        **{
            "online": False,
            "price_cents": 1_100,
            "split": simple_split(name="10 + 1", prize_cents=1_000, fee_cents=100).as_dict(),
            **more,
        },
    )
    players = []
    for _ in range(entries):
        p = house.player()
        house.deposit(p, 5_000)
        house.enter(t, p, method="balance")
        players.append(p)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    return t, players


@pytest.mark.rule("PT-T.36", "PT-T.37", "SCPT.D")
@pytest.mark.parametrize("template", ["scpt-main", "online-mtt-pt"])
def test_before_the_start_everybody_gets_everything_back(house, template):
    t = house.registering(template)
    players = []
    for _ in range(5):
        p = house.player()
        house.deposit(p, 50_000)
        house.enter(t, p, method="balance")
        players.append(p)
    price = 50_000 - wallet_balance(players[0], unit="BRL")
    assert cancel(house, t, at=cast.before(minutes=5)) == 5 * price
    assert [wallet_balance(p, unit="BRL") for p in players] == [50_000] * 5
    nothing_left(t)
    assert prizes_payload(t) | {"currency": ""} == {
        "fixed": False,
        "net_cents": 0,
        "overlay_cents": 0,
        "guarantee_funds_cents": 0,
        "places_paid": 0,
        "official_places": 0,
        "unit_cents": 1,
        "rest_cents": 0,
        "rows": [],
        "currency": "",
    }
    assert money_view(t).differences == {}


@pytest.mark.rule("SCPT.D", "SCPT.E")
def test_full_refunds_with_surcharges_overlay_and_deductions(house):
    t = house.registering(
        "scpt-main",
        price_cents=35_000,
        split=SCPT_350.as_dict(),
        late_registration_level=0,
        re_entries_per_player=0,
    )
    players = [house.enter(t, method=m)["player_id"] for m in ("cash", "credit", "debit")]
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    money = tournament_money(t)
    assert money.overlay_cents > 0 and money.staff_fund_cents > 0 and money.ranking_fund_cents == 62_000
    assert cancel(house, t) == 35_000 * 3 + 3_500 + 1_750
    # the money is on the wallets; cash goes out over the desk
    assert [wallet_balance(p, unit="BRL") for p in players] == [35_000, 38_500, 36_750]
    nothing_left(t)


@pytest.mark.rule("SCPT.D")
def test_no_full_refunds_once_a_prize_was_given(house):
    t = house.started("turbo-8max", entries=4, late_registration_level=0, re_entries_per_player=0)
    down_to(house, t, 2)
    assert Award.objects.count() == 1
    with cast.refused("prizes_already_credited", rule="SCPT.D"):
        cancel(house, t)


@pytest.mark.rule("SCPT.D", "SCPT.J", "REGULATIONS 6.3")
def test_the_director_lets_credited_prizes_stand(house):
    """6.3 (c) in a rule set of full refunds: told in numbers first, then exactly that."""
    from tables.commands.count_chips import count_chips

    t = house.started("turbo-8max", entries=9, late_registration_level=0, re_entries_per_player=0)
    order = playing(t)
    down_to(house, t, 2)
    (third,) = Award.objects.all()
    assert third.amount_cents == 18_000
    stacks = dict(zip(playing(t), (60_000, 120_000), strict=True))
    for entry, stack in stacks.items():
        cast.say(count_chips, by=house.bruno, at=cast.after(minutes=40), entry_id=entry, stack_chips=stack)
    told = cancel_tournament_preview(t)
    # 7 × 100 of those who are out, less the 180 that stand: 520 for two, 1 : 2; each has the own 120 back
    assert (told.case, told.prizes_stand, told.credited_cents) == ("in_the_money", True, 18_000)
    assert (told.shared_cents, told.entries_cents, told.from_house_cents) == (52_000, 24_000, 0)
    assert [(line.share_cents, line.total_cents) for line in told.lines] == [
        (34_667, 46_667),
        (17_333, 29_333),
    ]
    with cast.refused("forbidden"):
        cast.say(
            cancel_tournament, by=house.bruno, tournament_id=t, reason="power failure", prizes_stand=True
        )
    with cast.refused("reason_missing"):
        cast.say(cancel_tournament, by=house.ana, tournament_id=t, reason=" ", prizes_stand=True)
    done = cast.say(
        cancel_tournament,
        by=house.ana,
        at=cast.after(hours=1),
        tournament_id=t,
        reason="power failure",
        prizes_stand=True,
    )
    assert done["refunded_cents"] == told.refunded_cents == 76_000
    got = [wallet_balance(Entry.objects.get(pk=e).player_id, unit="BRL") for e in order]
    assert got == [0] * 6 + [18_000, 29_333, 46_667]
    assert Award.objects.get().state == "owed"
    money = tournament_money(t)
    assert (money.prize_pool_cents, money.overlay_cents, money.house_cents) == (0, 0, 7 * 2_000)
    assert money_view(t).differences == {}
    cast.books_balance()


@pytest.mark.rule("SCPT.D")
def test_without_credited_prizes_the_directors_word_changes_nothing(house):
    t = house.started("turbo-8max", entries=4, late_registration_level=0, re_entries_per_player=0)
    bust(house, t, playing(t)[0])
    told = cancel_tournament_preview(t)
    assert (told.case, told.prizes_stand, told.refunded_cents, told.lines) == (
        "full",
        False,
        48_000,
        (),
    )
    done = cast.say(
        cancel_tournament,
        by=house.ana,
        at=cast.after(hours=1),
        tournament_id=t,
        reason="power failure",
        prizes_stand=True,
    )
    assert done["refunded_cents"] == 48_000
    nothing_left(t)


@pytest.mark.rule("PT-T.36", "CASES refund-1")
def test_after_the_start_the_active_share(house):
    # ten entries of 10 + 1, four out, six active: 11 back and a share of 40 by chips
    from tables.commands.count_chips import count_chips

    t, players = under_portuguese_rules(house, 10)
    order = playing(t)
    down_to(house, t, 6)
    stacks = dict(zip(playing(t), (1_000, 2_000, 3_000, 4_000, 5_000, 5_000), strict=True))
    for entry, stack in stacks.items():
        cast.say(count_chips, by=house.bruno, at=cast.after(minutes=40), entry_id=entry, stack_chips=stack)
    assert cancel(house, t) == 6 * 1_100 + 4_000
    got = {
        e.pk: wallet_balance(e.player_id, unit="BRL") - 3_900 for e in Entry.objects.filter(tournament_id=t)
    }
    assert [got[e] for e in order[:4]] == [0, 0, 0, 0]
    assert [got[e] for e in order[4:]] == [1_300, 1_500, 1_700, 1_900, 2_100, 2_100]
    money = tournament_money(t)
    assert (money.prize_pool_cents, money.house_cents, money.overlay_cents) == (0, 400, 0)
    assert prizes_payload(t)["rows"] == []
    cast.books_balance()


@pytest.mark.rule("PT-T.36")
def test_shares_go_to_the_last_cent(house):
    from tables.commands.count_chips import count_chips

    t, players = under_portuguese_rules(house, 4)
    down_to(house, t, 3)
    for entry, stack in zip(playing(t), (1, 1, 1), strict=True):
        cast.say(count_chips, by=house.bruno, at=cast.after(minutes=40), entry_id=entry, stack_chips=stack)
    assert cancel(house, t) == 3_300 + 1_000
    assert sorted(wallet_balance(p, unit="BRL") - 3_900 for p in players) == [0, 1_433, 1_433, 1_434]


@pytest.mark.rule("PT-T.36")
def test_in_the_money_given_prizes_stand(house):
    t, players = under_portuguese_rules(house, 12, late_registration_level=0)
    paid = prizes_payload(t)["places_paid"]
    order = playing(t)
    down_to(house, t, paid - 1)
    given = sum(a.amount_cents for a in Award.objects.all())
    assert given > 0
    left = len(playing(t))
    refunded = cancel(house, t)
    assert refunded == left * 1_100 + (12 - left) * 1_000 - given
    assert tournament_money(t).prize_pool_cents == 0 and tournament_money(t).overlay_cents == 0
    assert len(order) == 12
    cast.books_balance()


@pytest.mark.rule("PT-T.36", "PT-T.38", "SCPT.J")
def test_the_guarantee_is_void(house):
    t, players = under_portuguese_rules(house, 10, late_registration_level=0, guarantee_cents=100_000)
    assert tournament_money(t).overlay_cents == 90_000
    assert cancel(house, t) == 11_000
    assert tournament_money(t).overlay_cents == 0 and tournament_money(t).prize_pool_cents == 0
    assert [wallet_balance(p, unit="BRL") for p in players] == [5_000] * 10
    nothing_left(t)


@pytest.mark.rule("PT-T.36", "SCPT.J")
def test_what_a_given_prize_took_beyond_the_entries_stays_with_the_house(house):
    t, players = under_portuguese_rules(house, 12, late_registration_level=0, guarantee_cents=300_000)
    down_to(house, t, prizes_payload(t)["places_paid"] - 1)
    given = sum(a.amount_cents for a in Award.objects.all())
    left = len(playing(t))
    assert given > (12 - left) * 1_000
    assert cancel(house, t) == left * 1_100
    money = tournament_money(t)
    assert (money.prize_pool_cents, money.overlay_cents) == (0, given - (12 - left) * 1_000)
    cast.books_balance()


@pytest.mark.rule("PT-T.36", "SCPT.P")
def test_bounties_are_part_of_what_is_shared(house):
    t, players = under_portuguese_rules(
        house,
        6,
        price_cents=1_600,
        split=simple_split(name="10 + 5 + 1", prize_cents=1_000, bounty_cents=500, fee_cents=100).as_dict(),
    )
    down_to(house, t, 4)
    assert cancel(house, t) == 4 * 1_600 + 2 * 1_500
    money = tournament_money(t)
    assert (money.prize_pool_cents, money.bounty_pool_cents, money.house_cents) == (0, 0, 200)
    cast.books_balance()


@pytest.mark.rule("PT-T.36")
def test_re_entries_are_shared_and_first_entries_come_back(house):
    from tournaments.commands.reenter import reenter

    t, players = under_portuguese_rules(house, 4, re_entries_per_player=2)
    first = playing(t)[0]
    bust(house, t, first, at=cast.after(minutes=2))
    who = Entry.objects.get(pk=first).player_id
    cast.say(
        reenter, by=house.desi, at=cast.after(minutes=3), tournament_id=t, player_id=who, method="balance"
    )
    # 4 first entries back, the prize part of the re-entry shared among four equal stacks
    assert cancel(house, t) == 4 * 1_100 + 1_000
    assert wallet_balance(who, unit="BRL") == 5_000 - 1_100 + 250
    cast.books_balance()


def test_a_cancellation_asks_for_no_play_limit_back(house):
    """What was undone does not count as played."""
    from tests.ledger.test_money import spent

    t = house.registering("online-mtt-pt")
    p = house.player()
    house.deposit(p, 5_000)
    house.enter(t, p, method="balance")
    assert spent(p, unit="BRL", at=cast.OPEN) == 2_200
    cancel(house, t, at=cast.before(minutes=5))
    assert spent(p, unit="BRL", at=cast.OPEN) == 0


def test_cancelling_twice_refunds_once(house):
    t, command_id = house.registering("online-mtt-pt"), uuid.uuid4()
    p = house.player()
    house.deposit(p, 5_000)
    house.enter(t, p, method="balance")
    for _ in range(2):
        cast.asked(
            cancel_tournament,
            by=house.ana,
            at=cast.before(minutes=5),
            tournament_id=t,
            reason="x",
            command_id=command_id,
        )
    assert wallet_balance(p, unit="BRL") == 5_000
    with cast.refused("tournament_over"):
        cancel(house, t)
