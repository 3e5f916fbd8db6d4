"""Many at once: every race is decided by the database, and nobody is lost."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from django.db import connection, connections, transaction

from ledger.queries import tournament_money, wallet_balance
from people.commands.set_play_limit import set_play_limit
from rules.entries import simple_split
from rules.refusals import Refused
from tests import cast
from tests.sizes import survives
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.freeze_venue import freeze_venue
from tournaments.commands.pay_debt import pay_debt
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Clock, Debt, Entry, Field, Slot, Tournament, Venue
from tournaments.operations import announcing
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.purchases import lock_purchase

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def entering(house: cast.House, t: int, player_id: int, *, method: str = "cash", **more: Any) -> Any:
    return lambda: house.enter(t, player_id, method=method, **more)


def codes(results: list[Any]) -> list[str]:
    """ "" for what was done, the code of a refusal; anything else is an error of ours."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, Refused):
            raise result
    return [r.code if isinstance(r, Refused) else "" for r in results]


@survives
@pytest.mark.rule("SCPT.H")
@pytest.mark.parametrize("alternates", [True, False])
def test_the_last_seat_wanted_by_sixteen(house: cast.House, alternates: bool) -> None:
    t = house.registering("turbo-8max", capacity=3, alternates=alternates)
    house.fill(t, 2)
    results = cast.together([entering(house, t, house.player()) for _ in range(16)])
    states = list(Entry.objects.filter(tournament_id=t).values_list("state", flat=True))
    if alternates:
        assert codes(results) == [""] * 16
        assert (states.count("registered"), states.count("waiting")) == (3, 15)
    else:
        assert sorted(codes(results)) == ["", *["no_seat_free"] * 15]
        assert states == ["registered"] * 3
    assert Slot.objects.filter(tournament_id=t, entry__isnull=False).count() == 3
    cast.books_balance()


def test_a_seat_whose_payment_fails_is_not_lost(house: cast.House) -> None:
    t = house.registering("turbo-8max", capacity=4, alternates=False)
    poor = [house.player() for _ in range(8)]
    rich = [house.player() for _ in range(4)]
    calls = [entering(house, t, p, method="balance") for p in poor] + [entering(house, t, p) for p in rich]
    results = cast.together(calls)
    assert codes(results[8:]) == [""] * 4
    assert set(codes(results[:8])) <= {"insufficient_funds", "no_seat_free"}
    assert Entry.objects.filter(tournament_id=t, state="registered").count() == 4
    cast.books_balance()


@pytest.mark.rule("SCPT.F", "SCPT.O")
def test_one_person_at_eight_desks(house: cast.House) -> None:
    t, p = house.registering(), house.player()
    results = cast.together([entering(house, t, p) for _ in range(8)])
    assert sorted(codes(results)) == ["", *["already_registered"] * 7]
    assert tournament_money(t).taken_cents == {"cash": 45_000}


@pytest.mark.rule("SCPT.D")
def test_one_payment_confirmed_twice(house: cast.House) -> None:
    t, p = house.registering(), house.player()
    made = cast.say(
        register_player,
        by=house.desi,
        tournament_id=t,
        player_id=p,
        method="cash",
        terms_version="1",
    )
    results = cast.together(
        [
            lambda: cast.say(
                confirm_payment, by=house.desi, registration_id=made["registration_id"], method="cash"
            )
            for _ in range(6)
        ]
    )
    assert sorted(codes(results))[0] == "" and len([c for c in codes(results) if not c]) == 1
    assert set(codes(results)) <= {"", "not_pending", "already_registered"}
    assert tournament_money(t).taken_cents == {"cash": 45_000}


@pytest.mark.rule("PT-T.21", "PT-T.22", "REGULATIONS 2.10")
def test_two_entries_at_once_do_not_pass_one_limit(house: cast.House) -> None:
    """Both are held up at the wallet, where each has looked at the limit already: the database lets one through."""
    price = 11_000
    rooms = [
        house.registering(
            "online-mtt-pt",
            price_cents=price,
            split=simple_split(name="100 + 10", prize_cents=10_000, fee_cents=1_000).as_dict(),
        )
        for _ in range(2)
    ]
    caio = house.caio
    assert caio.player_id is not None
    house.deposit(caio.player_id, 3 * price)
    cast.say(
        set_play_limit,
        by=caio,
        at=cast.DRAFTED,
        player_id=caio.player_id,
        period="day",
        unit="BRL",
        amount_cents=2 * price - 1,
    )

    def enter(t: int) -> Any:
        return lambda: cast.say(
            register_player,
            by=caio,
            tournament_id=t,
            player_id=caio.player_id,
            method="balance",
            terms_version="1",
        )

    def let_go() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM ledger_account WHERE player_id = %s FOR UPDATE", [caio.player_id])
            held.set()
            until = time.monotonic() + 60
            waiting = 0
            while waiting < 2 and time.monotonic() < until:
                time.sleep(0.02)
                # within a transaction it shows what it showed first
                cursor.execute("SELECT pg_stat_clear_snapshot()")
                cursor.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                    " AND datname = current_database()"
                )
                waiting = cursor.fetchone()[0]
            assert waiting >= 2

    held = threading.Event()

    def after_hold(call: Any) -> Any:
        def run() -> Any:
            assert held.wait(60)
            return call()

        return run

    holder, *results = cast.together([let_go, *(after_hold(enter(t)) for t in rooms)])
    assert holder is None, holder
    assert sorted(codes(results)) == ["", "play_limit_reached"]
    assert wallet_balance(caio.player_id, unit="BRL") == 2 * price
    assert Entry.objects.filter(player_id=caio.player_id).count() == 1
    cast.books_balance()


@survives
@pytest.mark.rule("PT-T.36", "SCPT.D")
def test_cancelled_while_thirty_two_register(house: cast.House) -> None:
    t = house.registering(guarantee_cents=0)
    house.fill(t, 2)
    players = [house.player() for _ in range(32)]
    calls = [entering(house, t, p) for p in players]
    calls.insert(
        5,
        lambda: cast.say(cancel_tournament, by=house.ana, tournament_id=t, reason="Chuva"),
    )
    results = cast.together(calls)
    assert codes(results)[5] == "" and set(codes(results)) <= {"", "tournament_over"}
    assert not Entry.objects.filter(tournament_id=t).exclude(state="cancelled").exists()
    money = tournament_money(t)
    assert (money.prize_pool_cents, money.house_cents) == (0, 0)
    paid = [p for p, code in zip(players, codes(results[:5] + results[6:]), strict=True) if not code]
    assert all(wallet_balance(p, unit="BRL") == (45_000 if p in paid else 0) for p in players)
    cast.books_balance()


@pytest.mark.rule("PT-T.36", "SCPT.D")
def test_who_comes_after_the_cancelling_waits_outside(house: cast.House) -> None:
    """One registration is inside, the cancelling waits for it; a newcomer does not slip in past the one who waits."""
    t = house.registering(guarantee_cents=0)
    inside, outside = house.player(), house.player()
    entered, cancelling, leave = threading.Event(), threading.Event(), threading.Event()

    def waiting(backends: int) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT count(DISTINCT pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
                    " WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()"
                )
                if cursor.fetchone()[0] == backends:
                    return
            time.sleep(0.02)
        raise AssertionError(f"{backends} should wait")

    def first() -> None:
        with transaction.atomic():
            lock_entry_context(tournament_id=t, player_id=inside, at=cast.OPEN)
            entered.set()
            assert leave.wait(90)

    def cancel() -> Any:
        assert entered.wait(60)
        return cast.say(cancel_tournament, by=house.ana, tournament_id=t, reason="Chuva")

    def newcomer() -> Any:
        assert cancelling.wait(60)
        return house.enter(t, outside)

    def watch() -> None:
        assert entered.wait(60)
        try:
            waiting(1)
            cancelling.set()
            waiting(2)
        finally:
            cancelling.set()
            leave.set()

    results = cast.together([first, cancel, newcomer, watch])
    assert codes(results) == ["", "", "tournament_over", ""]
    assert not Entry.objects.filter(tournament_id=t).exists()


@pytest.mark.rule("PT-T.39")
def test_a_sit_and_go_fills_from_all_sides_and_starts_once(house: cast.House) -> None:
    t = house.registering("sit-and-go-9")
    results = cast.together([entering(house, t, house.player()) for _ in range(12)])
    assert sorted(codes(results))[:9] == [""] * 9
    assert set(codes(results)) <= {"", "no_seat_free", "late_reg_closed"}
    assert Tournament.objects.get(pk=t).state == "running" and Field.objects.get(pk=t).players_left == 9
    assert sum(1 for r in results if isinstance(r, dict) and r["started"]) == 1
    cast.books_balance()


def test_leaving_and_coming_at_once_keeps_the_line(house: cast.House) -> None:
    t = house.registering("scpt-main", capacity=4, guarantee_cents=0)
    made = house.fill(t, 4)
    calls: list[Any] = [
        lambda m=m: cast.say(cancel_registration, by=house.desi, registration_id=m["registration_id"])
        for m in made[:2]
    ]
    calls += [entering(house, t, house.player()) for _ in range(6)]
    assert codes(cast.together(calls)) == [""] * 8
    seats = Entry.objects.filter(tournament_id=t, state="registered")
    assert seats.count() == 4 and Entry.objects.filter(tournament_id=t, state="waiting").count() == 4
    assert set(Slot.objects.filter(tournament_id=t).values_list("entry_id", flat=True)) == {
        e.pk for e in seats
    }
    cast.books_balance()


@pytest.mark.rule("ADTP.8A", "SCPT.H")
def test_late_entries_at_once(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6, capacity=10)
    results = cast.together([entering(house, t, house.player(), at=cast.after(minutes=5)) for _ in range(8)])
    assert codes(results) == [""] * 8
    field = Field.objects.get(pk=t)
    assert (field.entries_total, field.players_left, field.waiting) == (14, 10, 4)
    chairs = [(r["seat"]["table_number"], r["seat"]["seat_number"]) for r in results if r["seat"]]
    assert len(set(chairs)) == 4
    cast.books_balance()


@pytest.mark.rule("PT-T.39")
def test_the_two_last_of_a_sit_and_go_at_the_same_instant(house: cast.House) -> None:
    """Neither may think that the other's seat is still free: the tournament's row lets one pass at a time."""
    for _ in range(4):
        t = house.registering("sit-and-go-9")
        house.fill(t, 7)
        results = cast.together([entering(house, t, house.player()) for _ in range(2)])
        assert codes(results) == ["", ""]
        assert sorted(r["started"] for r in results) == [False, True]
        assert Tournament.objects.get(pk=t).state == "running" and Field.objects.get(pk=t).players_left == 9


def alongside(call: Any) -> tuple[threading.Thread, list[Any]]:
    """Begin a call on its own connection; its result or exception lands in the list."""
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(call())
        except Exception as error:  # noqa: BLE001 - handed to the test
            results.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, results


def test_a_bust_does_not_wait_for_who_holds_the_tournament(house: cast.House) -> None:
    """Finishing, cancelling and editing lock the tournament, then the field; a bust has the field and only refers
    to the tournament: it must not wait, or both would wait for each other."""
    t = house.started("turbo-8max", entries=4)
    entry = Entry.objects.select_related("seat__table").filter(tournament_id=t).first()
    with transaction.atomic():
        announcing.lock(t)
        thread, results = alongside(
            lambda: cast.say(
                eliminate_players,
                by=house.bruno,
                at=cast.after(minutes=5),
                tournament_id=t,
                table_number=entry.seat.table.number,
                busts=[{"entry_id": entry.pk}],
            )
        )
        thread.join(60)
        done = not thread.is_alive()
    thread.join()
    assert done and codes(results) == [""]


def test_who_pays_an_owed_rebuy_locks_it_as_who_takes_it_back(house: cast.House) -> None:
    """Taking back has the purchase and then wants the debt: paying waits at the purchase and has not the debt yet."""
    split = simple_split(name="rebuy", prize_cents=10_000, fee_cents=0).as_dict()
    rebuy = {"price_cents": 10_000, "chips": 10_000, "split": split, "until_level": 6, "per_player": None}
    t = house.registering("turbo-8max", rebuy=rebuy)
    made = house.fill(t, 4)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    at = cast.after(minutes=2)
    cast.say(announce_rebuy, by=house.bruno, at=at, entry_id=made[0]["entry_id"])
    debt = Debt.objects.get(tournament_id=t).pk

    def held_up() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                " AND datname = current_database()"
            )
            return bool(cursor.fetchone()[0])

    with transaction.atomic():
        lock_purchase(debt)
        thread, results = alongside(
            lambda: cast.say(pay_debt, by=house.desi, at=at, debt_id=debt, method="cash")
        )
        until = time.monotonic() + 60
        while not held_up() and time.monotonic() < until:
            time.sleep(0.02)
        assert held_up()
        # free for who has the purchase
        free = Debt.objects.select_for_update(skip_locked=True).filter(pk=debt).exists()
    thread.join()
    assert free and codes(results) == [""]
    assert Debt.objects.get(pk=debt).state == "paid"
    cast.books_balance()


def test_cancelled_at_the_desk_while_the_floor_busts(house: cast.House) -> None:
    """Whoever comes second is refused; the counts of the field stay true."""
    for _ in range(4):
        t = house.registering("turbo-8max")
        made = house.fill(t, 4)
        cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
        entry = Entry.objects.select_related("seat__table").get(pk=made[0]["entry_id"])
        table = entry.seat.table.number
        at = cast.after(minutes=5)
        results = cast.together(
            [
                lambda m=made[0], at=at: cast.say(
                    cancel_registration,
                    by=house.ana,
                    at=at,
                    registration_id=m["registration_id"],
                    reason="Engano",
                ),
                lambda t=t, e=entry.pk, n=table, at=at: cast.say(
                    eliminate_players,
                    by=house.bruno,
                    at=at,
                    tournament_id=t,
                    table_number=n,
                    busts=[{"entry_id": e}],
                ),
            ]
        )
        assert sorted(codes(results))[0] == "" and [c for c in codes(results) if c] != []
        field = Field.objects.get(pk=t)
        cancelled = codes(results)[0] == ""
        assert (field.entries_total, field.players_left, field.waiting) == (3 if cancelled else 4, 3, 0)
        cast.books_balance()


def test_a_clock_started_while_the_venue_freezes_is_frozen(house: cast.House) -> None:
    t = house.registering("turbo-8max")
    house.fill(t, 4)
    with transaction.atomic():
        Venue.objects.select_for_update().filter(pk=house.venue_id).update(frozen_at=cast.START)
        thread, results = alongside(
            lambda: cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
        )
        thread.join(0.5)
        waits = thread.is_alive()
    thread.join()
    assert codes(results) == [""]
    assert waits and Clock.objects.get(pk=t).frozen
    with pytest.raises(Refused, match="stopped already"):
        cast.say(freeze_venue, by=house.ana, at=cast.START, venue_id=house.venue_id)


@survives
@pytest.mark.rule("SCPT.H")
@pytest.mark.parametrize("agreed", [0, 3])
def test_the_last_seat_wanted_by_eight_who_agreed_to_so_much(house: cast.House, agreed: int) -> None:
    """Nobody is charged for a place in line beyond the one that was agreed to, however many come at once."""
    t = house.registering("turbo-8max", capacity=3)
    house.fill(t, 2)
    players = [house.player() for _ in range(8)]
    for player in players:
        house.deposit(player, 500_00)

    def enter(player: int) -> Any:
        return lambda: cast.say(
            register_player, by=house.desi, tournament_id=t, player_id=player, method="balance",
            terms_version="1", paid=True, waits=agreed,
        )  # fmt: skip

    results = cast.together([enter(p) for p in players])
    assert sorted(codes(results)) == sorted([""] * (1 + agreed) + ["line_is_longer"] * (7 - agreed))
    lines = sorted(r["line"] or 0 for r in results if isinstance(r, dict))
    assert lines[0] == 0 and all(line <= agreed for line in lines)
    charged = [p for p in players if wallet_balance(p, unit="BRL") == 380_00]
    assert len(charged) == 1 + agreed
    assert all(wallet_balance(p, unit="BRL") == 500_00 for p in players if p not in charged)
    cast.books_balance()
