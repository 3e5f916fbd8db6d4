"""Many at once at the addresses of a running house: one seat, one command id, a cancellation in the middle."""

from __future__ import annotations

import json
import time
import uuid
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.faults.conftest import Struck, side_by_side
from tests.sizes import size, survives

pytestmark = [
    pytest.mark.slow,
    pytest.mark.faults,
    pytest.mark.timeout(size(900, full=3600)),
]

DESKS, TRIES, SEATS = size((8, 2, 2), full=(32, 10, 100))


@survives
def test_the_last_seat_wanted_by_every_desk(struck: Struck) -> None:
    """Each desk a process with many tries, tournament after tournament: one seat is sold, nobody sees an error."""
    room = struck.stage("last_seats", SEATS, DESKS * TRIES)
    rush = struck.python("tests.faults.rush", str(DESKS))
    output, _ = rush.communicate(
        json.dumps({**room, "port": urlsplit(struck.address).port}) + "\n", timeout=size(800, full=3000)
    )
    assert rush.returncode == 0
    answers = {int(t): Counter(map(tuple, said)) for t, said in json.loads(output).items()}
    assert answers == {
        t: Counter({(200, ""): 1, (409, "no_seat_free"): DESKS * TRIES - 1}) for t in room["tournaments"]
    }
    sold = struck.sql(
        "SELECT t.id, (SELECT count(*) FROM tournaments_entry e WHERE e.tournament_id = t.id),"
        " (SELECT count(*) FROM tournaments_slot s WHERE s.tournament_id = t.id AND s.entry_id IS NOT NULL),"
        " (SELECT count(*) FROM ledger_transfer l WHERE l.tournament_id = t.id AND l.kind = 'deposit')"
        f" FROM tournaments_tournament t WHERE t.id = ANY(ARRAY{room['tournaments']}) ORDER BY 1"
    )
    assert sold == [(t, 3, 3, 3) for t in sorted(room["tournaments"])]
    struck.nothing_amiss()
    print(f"{SEATS} last seats, each wanted by {DESKS} processes × {TRIES}: each sold once, no error")


@survives
def test_one_command_id_in_parallel_then_with_another_body(struck: Struck) -> None:
    room = struck.stage("room", 40)
    t = room["tournament"]
    for first, other in zip(room["players"][: size(1, full=20)], room["players"][20:], strict=False):
        number = str(uuid.uuid4())

        def ask(player: int, number: str = number) -> Any:
            return struck.ask(
                "POST",
                f"tournaments/{t}/registrations",
                secret=room["desk"],
                number=number,
                body={"player_id": player, "method": "cash", "terms_version": "1", "paid": True},
                seconds=60,
            )

        answers = side_by_side([lambda p=first: ask(p)] * 32, people=32)
        assert [status for status, _ in answers] == [200] * 32
        assert len({json.dumps(said["result"], sort_keys=True) for _, said in answers}) == 1
        assert Counter(said["replayed"] for _, said in answers) == {False: 1, True: 31}
        status, said = ask(other)
        assert (status, said["code"]) == (409, "command_id_reused")
        assert struck.sql(
            f"SELECT player_id FROM tournaments_entry WHERE tournament_id = {t}"
            f" AND player_id = ANY(ARRAY[{first}, {other}])"
        ) == [(first,)]
    struck.nothing_amiss()


@survives
@pytest.mark.parametrize("round_", range(size(1, full=10)))
def test_the_event_is_cancelled_while_32_clients_register(struck: Struck, round_: int) -> None:
    many = size(96, full=640)
    room = struck.stage("room", many)
    t = room["tournament"]

    def enter(player: int) -> Any:
        return struck.ask(
            "POST",
            f"tournaments/{t}/registrations",
            secret=room["desk"],
            number=str(uuid.uuid4()),
            body={"player_id": player, "method": "cash", "terms_version": "1", "paid": True},
            seconds=60,
        )

    calls: list[Any] = [lambda p=p: enter(p) for p in room["players"]]
    at = many // 3 + round_
    waited = []

    def cancel() -> Any:
        began = time.monotonic()
        answer = struck.ask(
            "POST",
            f"tournaments/{t}/cancel",
            secret=room["director"],
            number=str(uuid.uuid4()),
            body={"reason": "Chuva"},
            seconds=60,
        )
        waited.append(time.monotonic() - began)
        return answer

    calls.insert(at, cancel)
    answers = side_by_side(calls, people=33)
    status, said = answers.pop(at)
    assert status == 200, said
    outcome = Counter((status, said.get("code", "")) for status, said in answers)
    # it waits for those inside; who comes after it stays outside
    assert set(outcome) <= {(200, ""), (409, "tournament_over")}, outcome
    paid = {p for p, (status, _) in zip(room["players"], answers, strict=True) if status == 200}
    assert len(paid) <= size(many, full=many // 2)
    (price,) = {r[0] for r in struck.sql(f"SELECT price_cents FROM tournaments_tournament WHERE id = {t}")}
    [field] = struck.sql(
        f"SELECT count(*) FILTER (WHERE state <> 'cancelled'), count(*) FROM tournaments_entry WHERE tournament_id = {t}"
    )
    assert field == (0, len(paid))
    wallets = dict(
        struck.sql(
            "SELECT player_id, sum(balance_cents)::bigint FROM ledger_account WHERE kind = 'player'"
            f" AND player_id = ANY(ARRAY{room['players']}) GROUP BY 1"
        )
    )
    assert {p: wallets.get(p, 0) for p in room["players"]} == {
        p: price if p in paid else 0 for p in room["players"]
    }
    pools = struck.sql(
        "SELECT a.kind, sum(CASE WHEN l.credit_account_id = a.id THEN l.amount_cents ELSE -l.amount_cents END)::bigint"
        " FROM ledger_account a JOIN ledger_transfer l ON a.id IN (l.credit_account_id, l.debit_account_id)"
        f" WHERE l.tournament_id = {t} AND a.kind NOT IN ('player', 'cash_drawer') GROUP BY 1"
    )
    assert {kind: cents for kind, cents in pools if cents} == {}
    struck.nothing_amiss()
    print(
        f"cancelled in {waited[0]:.1f} s while 32 clients register {many}: {len(paid)} had come, all are out again;"
        " field empty, pool zero, every player whole"
    )
