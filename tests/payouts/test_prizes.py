"""From the pool to the wallets, through commands only."""

from __future__ import annotations

import pytest

from ledger.facts import AccountKind
from ledger.queries import tournament_balance, tournament_money, wallet_balance
from payouts.models import Award, PrizePool
from payouts.queries import amounts_of, prizes_face
from tables.models import Seat
from tests import cast
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def bust(house, tournament_id, entry_id, *, at=cast.after(minutes=30), **more):
    """One player is out where he sits."""
    seat = Seat.objects.select_related("table").get(entry_id=entry_id)
    return cast.say(
        eliminate_players,
        by=house.bruno,
        at=at,
        tournament_id=tournament_id,
        table_number=seat.table.number,
        busts=[{"entry_id": entry_id, "stack_chips_start": 1000, "by_entries": []}],
        **more,
    )


def test_nine_players_to_the_first_prizes():
    house = cast.house()
    t = house.started("turbo-8max", entries=9, late_registration_level=0, re_entries_per_player=0)
    face = prizes_face(t)
    assert face == {
        "fixed": True,
        "net_cents": 90_000,
        "overlay_cents": 0,
        "places_paid": 3,
        "official_places": 3,
        "currency": "BRL",
        "rows": [
            {"first": 1, "last": 1, "amount_cents": 45_000},
            {"first": 2, "last": 2, "amount_cents": 27_000},
            {"first": 3, "last": 3, "amount_cents": 18_000},
        ],
    }
    entries = list(Entry.objects.filter(tournament_id=t).order_by("id"))
    for entry in entries[:6]:
        out = bust(house, t, entry.pk)
        assert out["eliminations"][0]["amount_cents"] is None
    out = bust(house, t, entries[6].pk)
    assert out["eliminations"][0]["amount_cents"] == 18_000
    assert amounts_of([e.pk for e in entries]) == {entries[6].pk: 18_000}
    assert wallet_balance(entries[6].player_id, unit="BRL") == 18_000
    assert tournament_balance(AccountKind.PRIZE_POOL, t) == 72_000
    cast.books_balance()
