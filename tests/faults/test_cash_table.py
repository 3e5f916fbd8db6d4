"""SIGKILL of web, PostgreSQL and worker in mid-hand, for money: no cent and no act is lost, none is there twice, the deck stays."""

from __future__ import annotations

import pytest

from tests.faults.conftest import Struck
from tests.faults.players import HAS, PLAYERS, play_through
from tests.sizes import size, survives

pytestmark = [
    pytest.mark.slow,
    pytest.mark.faults,
    pytest.mark.timeout(size(400, full=3600)),
]

HANDS = size(5, full=200)
KILLS = size(3, full=40)


@survives
@pytest.mark.rule("PT-H.10", "PT-H.72")
def test_who_is_killed_in_mid_hand_costs_no_chip_no_act_and_no_card(struck: Struck) -> None:
    played = play_through(struck, kills=KILLS, hands_played=HANDS, seconds=size(280, full=3000))
    table, venue, people = played.table, played.venue, played.people

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
    assert acts == played.acts > HANDS
    struck.nothing_amiss()
    print(
        f"{played.hands} hands, {len(played.kills)} kills, {acts} acts: {PLAYERS * HAS} cents before and after"
    )
