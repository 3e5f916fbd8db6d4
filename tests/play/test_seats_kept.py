"""Who sits at a table is kept without what is as with most, and read whole; so are rows of before."""

from __future__ import annotations

from dataclasses import asdict

from play.operations.seats import Seated, as_kept

USUAL = Seated(seat=3, player_id=7, name="Plínio", chips=10_000)
FULL = Seated(
    seat=3,
    player_id=7,
    name="Plínio",
    chips=0,
    rehearsal=True,
    late=1,
    away_since="2026-11-21T22:00:00+00:00",
    leaves=True,
    hands=12,
    bank_ms=0,
    asked_turn=0,
    lost_at="2026-11-21T22:00:01+00:00",
    awaited=True,
    reconnect=[1, 2, 3],
    reconnects=[["2026-11-21T22:00:00+00:00", 5]],
    lag_ms=50,
    lag_left_ms=0,
    ahead=["fold", 1, "flop", 0],
    may_rebuy=True,
    moves_to=4,
    kept_cents=100,
    kept_ended="limit",
    adds_cents=5,
    adds_ended="limit",
    rests_next=True,
    rests=True,
    barred=True,
)


def test_what_is_as_with_most_is_left_out() -> None:
    assert as_kept(USUAL) == {
        "seat": 3,
        "player_id": 7,
        "name": "Plínio",
        "chips": 10_000,
        "rehearsal": False,
        "away_since": "",
        "leaves": False,
        "bank_ms": 30_000,
    }


def test_it_is_read_as_it_was() -> None:
    assert as_kept(FULL) == asdict(FULL)
    for one in (USUAL, FULL):
        assert Seated(**as_kept(one)) == Seated(**asdict(one)) == one
