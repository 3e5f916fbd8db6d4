"""Row d: ten thousand refunds, ten thousand prizes, each in one transaction.

Limit: one SQL statement that inserts the same number of transfers between the same accounts, under the same
triggers and constraints, from rows the database makes itself.
"""

from __future__ import annotations

import statistics
import time
import uuid
from collections.abc import Callable

from django.db import transaction

import ledger.operations
from ledger.operations.transfers import NewTransfer
from ledger.queries import reconcile
from rules.accounts import AccountKind
from tests import cast
from tests.bench.crowd import entered, rows
from tests.bench.figures import Figure, say, tell
from tournaments.commands.cancel_tournament import cancel_tournament

MANY = 10_000
ROUNDS = 3


def measure() -> None:
    house = cast.house()
    tournament = house.registering("online-mtt-pt", guarantee_cents=0, online=False)
    entered(house, tournament, MANY)
    say(f"{MANY:,} paid entries stand")
    players = [
        p for (p,) in rows("SELECT player_id FROM tournaments_entry WHERE tournament_id = %s", [tournament])
    ]
    with transaction.atomic():
        purses = ledger.operations.wallets(players, unit=house.currency)
        drawer = ledger.operations.account(
            AccountKind.CASH_DRAWER, unit=house.currency, venue_id=house.venue_id
        )
    wallets = list(purses.values())
    posted: list[list[int]] = []

    def one_statement() -> None:
        rows(
            "INSERT INTO ledger_transfer (debit_account_id, credit_account_id, amount_cents, unit, kind, at,"
            " command_id, reference, tournament_id, method, reverses_id)"
            " SELECT %s, w, 100, %s, 'prize', %s, %s, '', %s, '', NULL FROM unnest(%s::bigint[]) AS w",
            [drawer, house.currency, cast.OPEN, uuid.uuid4(), tournament, wallets],
        )

    def prizes() -> None:
        posted.append(
            ledger.operations.post(
                [
                    NewTransfer(
                        debit=drawer,
                        credit=wallet,
                        amount_cents=100,
                        unit=house.currency,
                        kind="prize",
                        at=cast.OPEN,
                        command_id=uuid.uuid4(),
                        tournament_id=tournament,
                    )
                    for wallet in wallets
                ]
            )
        )

    def refunds() -> None:
        ledger.operations.reverse(posted.pop(), at=cast.OPEN, command_id=uuid.uuid4())  # type: ignore[arg-type]

    limit, ours_prizes, ours_refunds = [], [], []
    for _ in range(ROUNDS):  # in turns, so that what else the machine does meets all three
        limit.append(_timed(one_statement))
        ours_prizes.append(_timed(prizes))
        ours_refunds.append(_timed(refunds))
    least = statistics.median(limit)
    for what, took in (("prizes", ours_prizes), ("refunds", ours_refunds)):
        tell(
            Figure(
                row="d",
                what=f"{MANY:,} {what} in one transaction (ledger)",
                ours=statistics.median(took),
                limit=least,
                unit="s",
                bar="≤ 0.5 s, or ≤ 1.9× the statement",
                met=statistics.median(took) <= max(0.5, 1.9 * least),
            )
        )
    began = time.perf_counter()
    done = cast.say(cancel_tournament, by=house.ana, tournament_id=tournament, reason="bench")
    took_s = time.perf_counter() - began
    pool = rows(
        "SELECT count(*) FROM tournaments_entry WHERE tournament_id = %s AND state <> 'cancelled'",
        [tournament],
    )[0][0]
    differences = reconcile()
    tell(
        Figure(
            row="d",
            what=f"cancel an event of {MANY:,} paid entries (the whole command)",
            ours=took_s,
            unit="s",
            bar="everybody whole",
            met=pool == 0 and differences == (),
            note=f"{done.get('refunded_cents', 0) / 100:,.2f} back in the wallets, three transfers reversed an"
            f" entry; ledger differences: {len(differences)}",
        )
    )


def _timed(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    with transaction.atomic():
        work()
    return time.perf_counter() - began
