"""Hands for money, thousands of them: chips, ledger and record are whole at the end, and the table's account held what lay there after every hand."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.db import connection

from dispatch import relay
from dispatch.chain import audit
from play.commands.act import act
from play.models import DealtHand, PlayTable
from play.queries.cash import escrow_differences
from play.queries.payloads import own_payload
from rules import hands
from rules.cards import Card
from rules.hands import Hand
from simulation.rehearsal_players import choose
from tests import cast
from tests.play.cash import CashTable, open_cash
from tests.sizes import FULL, size, survives

SEATS, HAS = (1, 2, 3, 4, 5, 6), 100_000_000
HANDS = size(25, full=5_000)
_MANNERS = ("tight", "loose", "chance")


def _step(table: CashTable, row: PlayTable, random: Random) -> None:
    """Who is to act does what a rehearsal player would; or what is due happens, and between two hands who is short adds chips."""
    if row.due_kind == "decide":
        seat = hands.options(Hand.from_dict(row.hand)).seat
        own = own_payload(table_id=row.pk, player_id=table.people[seat].player_id or 0)
        word, to = choose(
            own["options"],
            cards=[Card.of(one["card"]) for one in own["cards"]],
            manner=_MANNERS[seat % 3],
            random=random,
        )
        table.now = max(table.now, row.from_at or table.now) + timedelta(seconds=1)
        more = {"act": word.value, "to_chips": to, "if_facing_chips": own["options"]["facing_chips"]}
        table.say(act, table.people[seat], turn=row.turn, **more)
        return
    if row.stage == "waiting":
        for kept in row.seats:
            if kept["chips"] < row.big_blind_chips:
                table.top_up(kept["seat"], 5_000)
    table.due()


def _as_a_house_cleans() -> None:
    """What is dead goes, as it does all the time where a house runs: autovacuum is off in the services of the tests."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


@survives
@pytest.mark.timeout(size(900, full=7200))
@pytest.mark.rule("PT-H.16", "PT-H.19", "PT-H.62")
# at full size each act is committed: thousands of versions of one row in one transaction are read again and again
@pytest.mark.django_db(transaction=FULL)
def test_hands_for_money_leave_chips_ledger_and_record_whole() -> None:
    table, random = open_cash(), Random(12)
    for seat in SEATS:
        table.sit(seat, has=HAS)
    looked_at = 0
    while (row := table.row).hand_number < HANDS or row.due_kind != "open":
        if row.stage == "waiting" and row.hand_number > looked_at:
            looked_at = row.hand_number
            if FULL and looked_at % 100 == 0:
                _as_a_house_cleans()
            assert escrow_differences() == ()
            # what lies there, in wallets and with the house is what all of them had
            assert table.escrow() == table.chips()
            assert sum(map(table.wallet, SEATS)) + table.chips() + table.rake() == HAS * len(SEATS)
        _step(table, row, random)
    assert looked_at >= HANDS - 1 and table.rake() > 0
    assert DealtHand.objects.filter(table_id=table.table_id, closed_at__isnull=False).count() == HANDS
    for seat in SEATS:
        table.leave(seat)
    assert table.escrow() == 0 and not table.row.seats
    assert sum(map(table.wallet, SEATS)) + table.rake() == HAS * len(SEATS)
    cast.books_balance()
    while relay.relay_once():
        pass
    seen = audit()
    assert (seen.findings, seen.unsealed) == ([], 0) and seen.facts > 5 * HANDS
    print(f"{HANDS} hands for money: {seen.facts} facts, every cent where it belongs")
