"""Posting, reading and reconciling."""

from __future__ import annotations

import threading
import uuid
from datetime import timedelta

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.operations import account, accounts, post, reverse, wallets
from ledger.queries import (
    balance,
    balances,
    paid_about,
    reconcile,
    standing_about,
    statement,
    tournament_balance,
    tournament_money,
    trial_balance,
    use_of_limits,
    wallet_balance,
)
from rules.accounts import AccountKind
from rules.entries import SCPT_450
from rules.refusals import Refused
from tests.ledger.conftest import AT, SEASON, TOURNAMENT, VENUE, Books


def pay_entry(books: Books, player: int, entry: int, method: str = "cash", at=AT) -> list[int]:
    """R$ 450 by the rule of the circuit: the deposit and where every cent goes, in one call."""
    wallet = books.wallet(player)
    said = {"at": at, "reference": f"entry:{entry}", "command_id": uuid.uuid4()}
    place = {"cash": books.cash, "credit": books.card, "transfer": books.bank}.get(method)
    moves = []
    if place is not None:
        moves.append(
            books.new(
                place, wallet, 45_000, tournament_id=TOURNAMENT, method=method, **said | {"kind": "deposit"}
            )
        )
    for target, cents in (
        (books.pool, 32_850),
        (books.house, 9_450),
        (books.staff, 1_350),
        (books.ranking, 1_350),
    ):
        moves.append(books.new(wallet, target, cents, tournament_id=TOURNAMENT, **said | {"kind": "entry"}))
    with transaction.atomic():
        return post(moves)


@pytest.mark.rule("SCPT.L", "split-1")
def test_every_cent_from_player_to_pool_house_staff_and_ranking(books):
    assert SCPT_450.price_cents == 45_000
    pay_entry(books, 1, 1)
    pay_entry(books, 2, 2, "credit")
    dora = books.wallet(3)
    books.move(books.bank, dora, 50_000, method="transfer", kind="deposit")
    pay_entry(books, 3, 3, "balance")
    assert wallet_balance(1, unit="BRL") == 0
    assert wallet_balance(3, unit="BRL") == 5_000
    assert wallet_balance(99, unit="BRL") == 0
    assert balances([books.pool, books.house, books.staff, books.ranking, books.cash]) == {
        books.pool: 98_550,
        books.house: 28_350,
        books.staff: 4_050,
        books.ranking: 4_050,
        books.cash: -45_000,
    }
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=TOURNAMENT) == 98_550
    assert tournament_balance(AccountKind.PRIZE_POOL, tournament_id=12345) == 0
    assert trial_balance(unit="BRL").total_cents("BRL") == 0
    assert trial_balance(tournament_id=TOURNAMENT).total_cents("BRL") == 0
    venue = trial_balance(venue_id=VENUE)
    assert venue.total_cents("BRL") == 0
    assert {line.kind: line.balance_cents for line in venue.lines if line.kind == "house"} == {
        "house": 28_350
    }
    assert reconcile() == ()


@pytest.mark.rule("SCPT.J", "SCPT.F")
def test_the_money_table_of_a_tournament(books):
    before = tournament_money(TOURNAMENT)
    assert (before.unit, before.gross_pool_cents, before.taken_cents) == ("", 0, {})
    pay_entry(books, 1, 1)
    undone = pay_entry(books, 2, 2, "credit")
    books.move(books.bank, books.wallet(3), 50_000, method="transfer", kind="deposit")
    pay_entry(books, 3, 3, "balance")
    with transaction.atomic():
        reverse(undone, at=AT, command_id=uuid.uuid4())
    books.move(books.overlay, books.pool, 34_300, kind="overlay")
    books.move(books.pool, books.payable, 60_000, kind="prize")
    books.move(books.pool, books.wallet(1), 10_000, kind="prize")
    books.move(books.payable, books.wallet(3), 60_000, kind="prize_paid")
    money = tournament_money(TOURNAMENT)
    assert money.taken_cents == {"cash": 45_000, "credit": 0}
    assert money.from_balance_cents == 45_000 - 70_000
    assert money.gross_pool_cents == 2 * 32_850 + 34_300
    assert money.prize_pool_cents == 30_000
    assert money.prizes_payable_cents == 0
    assert money.prizes_cents == 70_000
    assert money.outstanding_cents == 30_000
    assert money.overlay_cents == 34_300
    assert (money.house_cents, money.staff_fund_cents, money.ranking_fund_cents) == (18_900, 2_700, 2_700)
    assert money.bounties_cents == money.bounty_pool_cents == money.surcharge_cents == 0
    # the same that is given back entry by entry, counted in one go: what was undone is in neither
    paid = paid_about(TOURNAMENT)
    assert sorted(paid) == ["entry:1", "entry:3"]
    assert money.paid_cents == sum(one.cents for one in paid.values()) == 90_000
    assert money.paid_pool_cents == sum(one.pool_cents for one in paid.values()) == 2 * 32_850
    inside = (
        money.prize_pool_cents
        + money.house_cents
        + money.staff_fund_cents
        + money.ranking_fund_cents
        - money.overlay_cents
    )
    assert sum(money.taken_cents.values()) + money.from_balance_cents == inside
    assert reconcile() == ()


def test_statement_pages_with_running_balance(books):
    caio = books.wallet(1)
    for n in range(1, 8):
        books.move(books.cash, caio, 100 * n, kind="deposit", method="cash", at=AT + timedelta(minutes=n))
    books.move(caio, books.pool, 250, kind="entry", reference="entry:5", at=AT + timedelta(hours=1))
    books.move(books.cash, books.wallet(2), 77)
    first = statement(1, unit="BRL", limit=3)
    assert first.balance_cents == 2_550
    assert [(line.change_cents, line.balance_cents) for line in first.lines] == [
        (-250, 2_550),
        (700, 2_800),
        (600, 2_100),
    ]
    assert first.lines[0].other_kind is AccountKind.PRIZE_POOL
    assert (first.lines[0].reference, first.lines[0].tournament_id) == ("entry:5", TOURNAMENT)
    assert first.next_before == first.lines[-1].transfer_id
    second = statement(1, unit="BRL", limit=3, before=first.next_before)
    assert [(line.change_cents, line.balance_cents) for line in second.lines] == [
        (500, 1_500),
        (400, 1_000),
        (300, 600),
    ]
    assert second.balance_cents == 2_550
    third = statement(1, unit="BRL", limit=3, before=second.next_before)
    assert [(line.change_cents, line.balance_cents) for line in third.lines] == [(200, 300), (100, 100)]
    assert third.next_before is None
    assert statement(1, unit="EUR").lines == ()
    assert statement(99, unit="BRL").balance_cents == 0
    with pytest.raises(ValueError):
        statement(1, unit="BRL", limit=0)


def spent(player_id, *, unit, at, period="day"):
    """What counts as spent in the period that ends then."""
    uses = use_of_limits(player_id, unit=unit, at=at, at_tables={})
    return next(one.used_cents for one in uses if (one.kind, one.period) == ("spend", period))


@pytest.mark.rule("PT-T.21")
def test_spending_counts_what_stands_since_then(books):
    pay_entry(books, 1, 1, at=AT - timedelta(days=2))
    undone = pay_entry(books, 1, 2)
    pay_entry(books, 1, 3, at=AT + timedelta(minutes=5))
    books.move(books.pool, books.wallet(1), 5_000, kind="prize")
    books.move(books.wallet(1), books.cash, 2_000, kind="withdrawal", method="cash")
    assert spent(1, unit="BRL", at=AT + timedelta(days=1)) == 90_000
    assert spent(1, unit="BRL", period="week", at=AT + timedelta(days=4)) == 135_000
    assert spent(1, unit="EUR", at=AT + timedelta(days=1)) == 0
    with transaction.atomic():
        reverse(undone, at=AT, command_id=uuid.uuid4())
    assert spent(1, unit="BRL", at=AT + timedelta(days=1)) == 45_000


def standing(reference: str) -> tuple[int, ...]:
    return tuple(one.transfer_id for one in standing_about(reference))


def test_what_stands_about_an_entry(books):
    posted = pay_entry(books, 1, 12)
    other = pay_entry(books, 2, 13)
    assert standing("entry:12") == tuple(posted)
    assert standing("") == ()
    command_id = uuid.uuid4()
    with transaction.atomic():
        undone = reverse(posted, at=AT, command_id=command_id)
    assert standing("entry:12") == ()
    assert standing("entry:13") == tuple(other)
    assert balance(books.pool) == 32_850
    assert balance(books.cash) == -45_000
    # an undone undo stands again
    with transaction.atomic():
        reverse(undone, at=AT, command_id=uuid.uuid4())
    assert balance(books.pool) == 65_700
    assert reconcile() == ()


def test_money_moves_only_inside_a_transaction(open_books):
    wallet = open_books.wallet(1)
    with pytest.raises(RuntimeError):
        post([open_books.new(open_books.cash, wallet, 5)])
    with pytest.raises(RuntimeError):
        reverse([1], at=AT, command_id=uuid.uuid4())
    with pytest.raises(RuntimeError):
        account(AccountKind.PLAYER, unit="BRL", player_id=77)
    assert post([]) == []
    assert trial_balance().lines == ()


def test_an_account_of_a_rolled_back_command_is_not_remembered(open_books):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        lost = account(AccountKind.PLAYER, unit="BRL", player_id=5)
        wallets([6, 7], unit="BRL")
        raise ZeroDivisionError
    assert not any(key[4] in (5, 6, 7) for key in accounts._known)
    with transaction.atomic():
        kept = account(AccountKind.PLAYER, unit="BRL", player_id=5)
        assert wallets([7, 5, 5], unit="BRL")[5] == kept
    assert kept != lost
    assert accounts._known[(AccountKind.PLAYER, "BRL", None, None, 5, None, None)] == kept
    with transaction.atomic():
        assert account(AccountKind.PLAYER, unit="BRL", player_id=5) == kept
        assert wallets([5], unit="BRL") == {5: kept}


def in_threads(count: int, work) -> list:
    """Run `work(n)` at once in threads with connections of their own; results or the Refused, by n."""
    gate, answers = threading.Barrier(count), [None] * count

    def run(n: int) -> None:
        try:
            connection.ensure_connection()
            gate.wait(60)
            answers[n] = work(n)
        except BaseException as error:
            answers[n] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers


def test_threads_draining_one_wallet_leave_exactly_nothing(open_books):
    wallet = open_books.wallet(1)
    open_books.move(open_books.cash, wallet, 1_000)

    def drain(n: int) -> int:
        done = 0
        for _ in range(10):
            try:
                open_books.move(wallet, open_books.pool, 30)
                done += 1
            except Refused as refused:
                assert refused.code == "insufficient_funds"
        return done

    assert sum(in_threads(8, drain)) == 33
    assert balance(wallet) == 10
    assert balance(open_books.pool) == 990
    assert reconcile() == ()


def test_threads_draining_one_pool_leave_exactly_nothing(open_books):
    open_books.move(open_books.overlay, open_books.pool, 500)
    ids = [open_books.wallet(n) for n in range(1, 9)]

    def drain(n: int) -> int:
        done = 0
        for k in range(10):
            try:
                if k % 3 == 0:
                    open_books.move(open_books.house, open_books.pool, 1)
                open_books.move(open_books.pool, ids[n], 30)
                done += 1
            except Refused as refused:
                assert refused.code == "insufficient_funds"
        return done

    paid = sum(in_threads(8, drain))
    left = balance(open_books.pool)
    assert left == 500 + 32 - 30 * paid
    assert 0 <= left
    assert sum(balances(ids).values()) == 30 * paid
    assert reconcile() == ()


def test_threads_moving_in_circles_lose_nothing(open_books):
    ids = [open_books.wallet(n) for n in range(1, 7)]
    for wallet in ids:
        open_books.move(open_books.cash, wallet, 10_000)

    def circle(n: int) -> None:
        for k in range(15):
            pairs = [(ids[(n + j + k) % 6], ids[(n + 2 * j + k + 1) % 6]) for j in range(6)]
            with transaction.atomic():
                post([open_books.new(a, b, 7) for a, b in pairs if a != b])

    assert in_threads(6, circle) == [None] * 6
    assert sum(balances(ids).values()) == 60_000
    assert reconcile() == ()


def test_an_account_opened_by_many_at_once_is_one(open_books):
    def open_it(n: int) -> int:
        with transaction.atomic():
            return account(AccountKind.RANKING_FUND, unit="BRL", venue_id=VENUE, season_id=SEASON + 1)

    assert len(set(in_threads(8, open_it))) == 1

    def open_wallets(n: int) -> tuple:
        with transaction.atomic():
            return tuple(sorted(wallets(range(100, 120), unit="BRL").items()))

    assert len(set(in_threads(8, open_wallets))) == 1


@pytest.mark.parametrize("said", ["tournament", "no tournament", "mixed"])
def test_many_in_one_posting_are_written_as_few_are(books, said):
    """What is the same in all of them travels once; the rows are the same."""
    purses = [books.wallet(player) for player in range(1, 31)]
    given = [
        books.new(
            books.cash if said != "mixed" or n % 2 else books.overlay,
            purse,
            100 + n % 3,
            kind="deposit" if said != "mixed" or n % 2 else "overlay",
            method="cash" if n % 2 else "",
            command_id=uuid.UUID(int=1),
            reference=f"entry:{n}",
            tournament_id=TOURNAMENT if said == "tournament" or (said == "mixed" and n % 3 == 0) else None,
        )
        for n, purse in enumerate(purses)
    ]
    with transaction.atomic():
        at_once = post(given)
        few = [one for start in range(0, 30, 10) for one in post(given[start : start + 10])]

    def written(ids):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT debit_account_id, credit_account_id, amount_cents, unit, kind, at, command_id, reference,"
                " tournament_id, method, reverses_id FROM ledger_transfer WHERE id = ANY(%s) ORDER BY id",
                [list(ids)],
            )
            return cursor.fetchall()

    assert at_once == sorted(at_once) and len(at_once) == 30
    assert written(at_once) == written(few)
    assert [row[1] for row in written(at_once)] == purses
    assert wallet_balance(1, unit="BRL") == 200
    assert reconcile() == ()


def test_ten_thousand_prizes_and_their_undoing_in_one_statement_each(books):
    ids = None
    with transaction.atomic():
        ids = wallets(range(1, 10_001), unit="BRL")
        assert len(ids) == 10_000
        post([books.new(books.overlay, books.pool, 10_000 * 500)])
        moves = [books.new(books.pool, wallet, 500, kind="prize") for wallet in ids.values()]
        posted = post(moves)
    assert posted == sorted(set(posted))
    assert balance(books.pool) == 0
    assert set(balances(list(ids.values())).values()) == {500}
    with transaction.atomic():
        reverse(posted, at=AT, command_id=uuid.uuid4())
    assert balance(books.pool) == 5_000_000
    assert reconcile() == ()
    with pytest.raises(Refused), transaction.atomic():
        post([*moves, books.new(books.pool, next(iter(ids.values())), 1)])
    assert balance(books.pool) == 5_000_000


NAMES = ("cash", "bank", "pool", "house", "staff", "overlay", "payable", "ranking", "w1", "w2", "w3")
MOVES = st.lists(
    st.tuples(
        st.lists(
            st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 5_000)),
            min_size=1,
            max_size=5,
        ),
        st.booleans(),
    ),
    max_size=25,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(MOVES)
def test_whatever_is_posted_the_books_are_level(books, script):
    """Against a plain model: the same moves accepted and refused, the same balances, everything sums to zero."""
    mark = transaction.savepoint()
    at = {name: getattr(books, name, None) or books.wallet(int(name[1:])) for name in NAMES}
    free = {"cash", "bank", "house", "overlay"}
    model = dict.fromkeys(NAMES, 0)
    for moves, undo in script:
        moves = [(a, b, cents) for a, b, cents in moves if a != b]
        if not moves:
            continue
        after = dict(model)
        for a, b, cents in moves:
            after[a] -= cents
            after[b] += cents
        lawful = all(after[name] >= 0 or name in free or after[name] >= model[name] for name in NAMES)
        try:
            with transaction.atomic():
                posted = post(
                    [books.new(at[a], at[b], cents, tournament_id=TOURNAMENT) for a, b, cents in moves]
                )
            assert lawful
            model_before, model = model, after
            if undo:
                try:
                    with transaction.atomic():
                        reverse(posted, at=AT, command_id=uuid.uuid4())
                    model = model_before
                except Refused:
                    raise AssertionError("undoing at once is always possible") from None
        except Refused as refused:
            assert refused.code == "insufficient_funds"
            assert not lawful
    assert balances(list(at.values())) == {at[name]: cents for name, cents in model.items()}
    assert trial_balance().total_cents("BRL") == 0
    assert trial_balance(tournament_id=TOURNAMENT).total_cents("BRL") == 0
    assert reconcile() == ()
    assert sum(model.values()) == 0
    transaction.savepoint_rollback(mark)
