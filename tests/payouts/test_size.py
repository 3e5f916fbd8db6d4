"""Large numbers, and many random tournaments."""

from __future__ import annotations

import random
import time
import uuid

import pytest
from django.db import connection, transaction

from ledger.operations import account, post, reverse_about, wallets
from ledger.operations.transfers import NewTransfer
from ledger.queries import tournament_money
from payouts.models import Award, PrizePool
from payouts.queries import awards_view, money_view, prizes_payload
from payouts.queries.prizes import computed
from rules.accounts import AccountKind
from rules.entries import SCPT_350, SCPT_450
from rules.refusals import Refused
from tests import cast
from tests.payouts.room import bust, playing
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.close_entries import close_entries
from tournaments.commands.reenter import reenter
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Elimination, Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.mark.slow
def test_ten_thousand_refunds_in_one_statement(house):
    t = house.registering("turbo-8max")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO people_player SELECT (jsonb_populate_record(p, jsonb_build_object('id', 5000000 + g,"
            " 'user_id', null))).* FROM people_player p, generate_series(1, 10000) g"
            " WHERE p.id = (SELECT min(id) FROM people_player)"
        )
    players = list(range(5_000_001, 5_010_001))
    common = {"unit": "BRL", "at": cast.OPEN, "command_id": uuid.uuid4(), "tournament_id": t}
    with transaction.atomic():
        purses = wallets(players, unit="BRL")
        cash = account(AccountKind.CASH_DRAWER, unit="BRL", venue_id=house.venue_id)
        pool = account(AccountKind.PRIZE_POOL, unit="BRL", venue_id=house.venue_id, tournament_id=t)
        post(
            [
                NewTransfer(debit=cash, credit=purses[p], amount_cents=5_000, kind="deposit", **common)
                for p in players
            ]
        )
        post(
            [
                NewTransfer(
                    debit=purses[p],
                    credit=pool,
                    amount_cents=5_000,
                    kind="prize_pool",
                    reference=f"entry:{p}",
                    **common,
                )
                for p in players
            ]
        )
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE ledger_transfer; ANALYZE ledger_account")
        began = time.perf_counter()
        undone = reverse_about([f"entry:{p}" for p in players], at=cast.OPEN, command_id=uuid.uuid4())
        took = time.perf_counter() - began
    assert undone == 10_000 and tournament_money(t).prize_pool_cents == 0
    print(f"10,000 refunds: {took:.3f} s")


def test_prizes_of_a_large_field_stay_a_small_face(house):
    t = house.tournament("online-mtt-pt", guarantee_cents=494_000_000)
    found = computed(Tournament.objects.get(pk=t), entries=247_000)
    assert len(found.prizes_cents) == 24_700 and sum(found.prizes_cents) == 494_000_000
    from payouts.queries.ladders import Ladder, joined

    ladder = Ladder.of(joined(found.prizes_cents))
    assert len(ladder.rows) <= 200 and ladder.total() == 494_000_000 and ladder.places == 24_700


@pytest.mark.rule("REGULATIONS 6.1", "REGULATIONS 6.3")
@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 12))])
def test_random_tournaments_lose_no_cent(house, seed):
    """Entries by any method, re-entries, busts, ties, undos, an early or a late close; an end or a cancellation."""
    dice = random.Random(seed)
    split = dice.choice([None, SCPT_350, SCPT_450])
    changes = {} if split is None else {"price_cents": split.price_cents, "split": split.as_dict()}
    t = house.registering("turbo-8max", guarantee_cents=dice.choice([0, 0, 500_000]), **changes)
    for _ in range(dice.randint(4, 9)):
        house.enter(t, method=dice.choice(["cash", "debit", "credit", "transfer"]))
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    minutes = 1
    closed = False
    while len(playing(t)) > 1 and minutes < 60:
        at = cast.after(minutes=minutes)
        minutes += 1
        step = dice.random()
        try:
            if step < 0.55 or closed and step < 0.8:
                some = dice.sample(playing(t), 1)
                bust(house, t, *some, at=at)
            elif step < 0.7:
                outs = Entry.objects.filter(tournament_id=t, state="out").order_by("pk")
                if players := list(outs.values_list("player_id", flat=True)):
                    cast.say(
                        reenter,
                        by=house.desi,
                        at=at,
                        tournament_id=t,
                        player_id=dice.choice(players),
                        method="cash",
                    )
            elif step < 0.85:
                row = Elimination.objects.filter(tournament_id=t, undone_at=None).order_by("-id").first()
                if row is not None:
                    cast.say(undo_elimination, by=house.ana, at=at, elimination_id=row.pk)
            elif not closed:
                cast.say(close_entries, by=house.ana, at=at, tournament_id=t)
                closed = True
        except Refused as no:
            assert no.code in {
                "re_entry_limit", "already_registered", "reentered_since", "entries_closed", "late_reg_closed",
                "re_enter_instead", "still_playing", "last_player", "entries_are_closed", "re_entries_used",
                "re_entry_not_offered", "late_registration_closed",
            } or no.code.startswith(("re_entr", "late_reg", "entries")), no  # fmt: skip
        cast.books_balance()
        view = money_view(t)
        assert view.differences == {}, view
        if closed:
            pool = PrizePool.objects.get(pk=t)
            given = sum(a.amount_cents for a in Award.objects.filter(tournament_id=t).exclude(state="void"))
            assert view.pool_cents == pool.net_cents - given
    if not closed:
        cast.say(close_entries, by=house.ana, at=cast.after(minutes=60), tournament_id=t)
    if seed % 3 == 2 and not Award.objects.exclude(state="void").exists():
        cast.say(cancel_tournament, by=house.ana, at=cast.after(hours=2), tournament_id=t, reason="fire")
        assert tournament_money(t).prize_pool_cents == 0 and tournament_money(t).overlay_cents == 0
    else:
        from tests.payouts.room import finish

        finish(house, t, at=cast.after(hours=2))
        from datetime import date

        owed = awards_view(today=date(2026, 11, 21), tournament_id=t)
        assert owed.owed_cents == prizes_payload(t)["net_cents"] == money_view(t).prizes_cents
        assert money_view(t).pool_cents == 0
    assert money_view(t).differences == {}
    cast.books_balance()
