"""SIGKILL of the worker and of the web process while hands are played for money: no cent is lost, none is there twice."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest

from rules import hands
from rules.hands import Hand
from tests.faults.conftest import Struck, side_by_side
from tests.sizes import size, survives

pytestmark = [
    pytest.mark.slow,
    pytest.mark.faults,
    pytest.mark.timeout(size(400, full=3600)),
]

PLAYERS = 4
HAS, BRINGS = 50_000, 5_000
HANDS = size(12, full=200)
STRIKES = size(4, full=40)


class Player:
    """Somebody at the table, by the API as a browser uses it: each command goes out until it is answered."""

    def __init__(self, struck: Struck, *, table: int, given: dict[str, Any], seat: int) -> None:
        self.struck, self.table, self.seat = struck, table, seat
        self.player, self.session = given["player"], given["session"]
        self.random = random.Random(seat)
        self.acts = 0  # that the house acknowledged

    def say(self, what: str, **more: Any) -> int:
        status, _said, _number = self.struck.answered(
            f"play-tables/{self.table}/{what}",
            session=self.session,
            body={"player_id": self.player, **more},
        )
        return status

    def row(self) -> tuple[int, str, int, list[dict[str, Any]], dict[str, Any] | None]:
        [found] = self.struck.sql(
            f"SELECT turn, due_kind, hand_number, seats, hand FROM play_playtable WHERE id = {self.table}"
        )
        return found

    def plays(self, over: threading.Event) -> None:
        """Act when it is the own turn, come back, add chips, until enough hands were played and all strikes are done."""
        while not over.is_set():
            turn, due, _number, seats, hand = self.row()
            own = next((one for one in seats if one["player_id"] == self.player), None)
            if own is None:
                assert self.say("buy-in", seat=self.seat, cents=HAS // 10) in (200, 409)
            elif due == "decide" and hand is not None:
                options = hands.options(Hand.from_dict(hand))
                if options.seat == own["seat"]:
                    act, to = self.chosen(options)
                    self.acts += self.say("act", turn=turn, act=act, to_chips=to) == 200
            elif own["chips"] < 100:
                self.say("top-up", cents=2_000)
            elif own["away_since"]:
                self.say("come-back")
            time.sleep(0.03)

    def chosen(self, options: Any) -> tuple[str, int]:
        if options.may_raise and self.random.random() < 0.2:
            return ("raise" if options.facing_chips else "bet"), options.raise_from_chips
        if options.may_check:
            return "check", 0
        return ("call", 0) if self.random.random() < 0.7 else ("fold", 0)

    def gone(self) -> None:
        """Wait until the hand allows who has said so to stand up."""
        until = time.monotonic() + 120
        while any(one["player_id"] == self.player for one in self.row()[3]):
            assert time.monotonic() < until, "the hand does not end"
            time.sleep(0.1)


@survives
@pytest.mark.rule("PT-H.10", "PT-H.72")
def test_worker_and_web_are_killed_while_hands_are_played_for_money(struck: Struck) -> None:
    staged = struck.stage("cash", PLAYERS)
    table, venue = staged["table"], staged["venue"]
    people = [
        Player(struck, table=table, given=given, seat=seat)
        for seat, given in enumerate(staged["players"], start=1)
    ]
    assert [one.say("buy-in", seat=one.seat, cents=BRINGS) for one in people] == [200] * PLAYERS
    over = threading.Event()

    def strikes() -> int:
        """One after the other, each with a hand or more between."""
        done = 0
        until = time.monotonic() + size(280, full=3000)
        try:
            while done < STRIKES or people[0].row()[2] < HANDS:
                assert time.monotonic() < until, f"{people[0].row()[2]} hands, {done} strikes"
                played = people[0].row()[2]
                if done < STRIKES and struck.strike("worker" if done % 2 else "web"):
                    done += 1
                # until the table has gone on, whoever was killed
                while people[0].row()[2] == played and time.monotonic() < until:
                    time.sleep(0.1)
        finally:
            over.set()
        return done

    results = side_by_side(
        [strikes, *(lambda one=one: one.plays(over) for one in people)], people=PLAYERS + 1
    )  # type: ignore[misc]
    assert [one for one in results if isinstance(one, BaseException)] == []
    assert results[0] == STRIKES
    struck.until_it_answers()
    # all at once: nobody waits for the time of who goes
    assert [one.say("leave") for one in people] == [200] * PLAYERS
    for one in people:
        one.gone()

    [(held, rake)] = struck.sql(
        "SELECT coalesce(sum(balance_cents) FILTER (WHERE kind = 'table_escrow'), 0),"
        " (SELECT coalesce(sum(amount_cents), 0) FROM ledger_transfer t JOIN ledger_account a"
        f" ON a.id = t.credit_account_id WHERE a.kind = 'rake' AND a.venue_id = {venue})"
        f" FROM ledger_account WHERE play_table_id = {table}"
    )
    ids = ", ".join(str(one.player) for one in people)
    wallets = struck.sql(
        f"SELECT balance_cents FROM ledger_account WHERE kind = 'player' AND unit = 'EUR' AND player_id IN ({ids})"
    )
    assert held == 0
    assert sum(cents for (cents,) in wallets) + rake == PLAYERS * HAS

    [(brought, sat, home, taken)] = struck.sql(
        "SELECT (SELECT coalesce(sum(amount_cents), 0) FROM ledger_transfer"
        "   WHERE kind IN ('table_buy_in', 'table_top_up') AND reference IN"
        f"   (SELECT 'sitting:' || id FROM play_sitting WHERE table_id = {table})),"
        f" sum(brought_chips), (SELECT coalesce(sum(amount_cents), 0) FROM ledger_transfer WHERE kind = 'table_cash_out'"
        f"   AND reference IN (SELECT 'sitting:' || id FROM play_sitting WHERE table_id = {table})),"
        f" sum(taken_chips) FROM play_sitting WHERE table_id = {table}"
    )
    assert (brought, home) == (sat, taken) and brought - home == rake
    # a commission a hand, and each act that was acknowledged stands once
    [(commissions, hands_with_one, acts)] = struck.sql(
        "SELECT count(*), count(DISTINCT reference),"
        " (SELECT count(*) FROM play_handact x JOIN play_dealthand h ON h.id = x.hand_id"
        f"   WHERE h.table_id = {table} AND x.manner = 'player')"
        f" FROM ledger_transfer WHERE reference LIKE 'hand:{table}/%'"
    )
    assert commissions == hands_with_one
    assert acts == sum(one.acts for one in people) > HANDS
    struck.nothing_amiss()
    print(
        f"{people[0].row()[2]} hands, {results[0]} kills, {acts} acts: {PLAYERS * HAS} cents before and after"
    )
