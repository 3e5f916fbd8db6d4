"""A tournament that does not take place: everybody whole, the pool empty."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.queries import tournament_money, wallet_balance
from tables.models import Seat
from tests import cast
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.open_registration import open_registration
from tournaments.commands.reenter import reenter
from tournaments.models import Clock, Entry, Field, Registration, Tournament

pytestmark = pytest.mark.django_db

LATE = cast.after(minutes=20)


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def cancel(house: cast.House, t: int, **more: Any) -> dict[str, Any]:
    return cast.say(cancel_tournament, tournament_id=t, **{"by": house.ana, "reason": "Chuva", **more})


def empty(t: int) -> None:
    money = tournament_money(t)
    assert (money.prize_pool_cents, money.house_cents, money.surcharge_cents) == (0, 0, 0)
    assert (money.staff_fund_cents, money.ranking_fund_cents, money.overlay_cents) == (0, 0, 0)
    assert not Entry.objects.filter(tournament_id=t, state__in=["waiting", "registered", "playing"]).exists()
    assert not Registration.objects.filter(tournament_id=t).exclude(state="cancelled").exists()
    assert not Seat.objects.filter(table__tournament_id=t, entry__isnull=False).exists()
    assert Tournament.objects.get(pk=t).state == "cancelled"
    cast.books_balance()


@pytest.mark.rule("PT-T.35", "PT-T.36", "SCPT.D", "REGULATIONS 6.3")
def test_before_the_start_everything_comes_back_with_fees(house: cast.House) -> None:
    t = house.registering(capacity=3, guarantee_cents=0)
    made = [house.enter(t, method=m) for m in ("cash", "credit", "transfer", "debit")]
    assert cancel(house, t)["refunded_cents"] == 45_000 + 49_500 + 45_000 + 47_250
    assert [wallet_balance(m["player_id"], unit="BRL") for m in made] == [45_000, 49_500, 45_000, 47_250]
    empty(t)
    p = house.player()
    with cast.refused("tournament_over"):
        house.enter(t, p)
    with cast.refused("tournament_over"):
        cancel(house, t)


@pytest.mark.rule("SCPT.D", "SCPT.J")
def test_after_the_start_scpt_refunds_in_full(house: cast.House) -> None:
    t = house.started("scpt-main", entries=4)
    entry = Entry.objects.filter(tournament_id=t, state="playing").order_by("id")[0]
    table = Seat.objects.get(entry=entry).table.number
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=LATE,
        tournament_id=t,
        table_number=table,
        busts=[{"entry_id": entry.pk}],
    )
    cast.say(reenter, by=house.desi, at=LATE, tournament_id=t, player_id=entry.player_id, method="cash")
    assert cancel(house, t, at=LATE)["refunded_cents"] == 5 * 45_000
    assert wallet_balance(entry.player_id, unit="BRL") == 90_000
    empty(t)
    assert Clock.objects.get(pk=t).deadline_at is None
    assert (Field.objects.get(pk=t).players_left, Field.objects.get(pk=t).waiting) == (0, 0)


@pytest.mark.rule("PT-T.36", "PT-T.37")
def test_after_the_start_under_the_portuguese_rules_the_active_share(house: cast.House) -> None:
    t = house.registering("online-mtt-pt", online=False)
    players = [house.player() for _ in range(4)]
    for p in players:
        house.deposit(p, 2_200)
        house.enter(t, p, method="balance")
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    gone = Entry.objects.get(tournament_id=t, player_id=players[0])
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=LATE,
        tournament_id=t,
        table_number=1,
        busts=[{"entry_id": gone.pk, "stack_chips_start": 5_000}],
    )
    cancel(house, t, at=LATE, counts_reason="nobody counted")
    # the eliminated one's 20.00 is shared by chips among the three; 2.00 stay with the house
    assert [wallet_balance(p, unit="BRL") for p in players][0] == 0
    assert sum(wallet_balance(p, unit="BRL") for p in players[1:]) == 3 * 2_200 + 2_000
    assert tournament_money(t).prize_pool_cents == 0 and tournament_money(t).house_cents == 200
    cast.books_balance()


def test_who_may_cancel_and_why(house: cast.House) -> None:
    t = house.registering()
    house.enter(t)
    for who in (house.desi, house.bruno, house.caio, house.dora, cast.PASSER_BY):
        with cast.refused("forbidden"):
            cancel(house, t, by=who)
    with cast.refused("reason_missing"):
        cancel(house, t, reason="")
    with cast.refused("not_found"):
        cancel(house, 10**9)


def test_a_draft_can_be_dropped(house: cast.House) -> None:
    t = house.tournament()
    assert cancel(house, t)["refunded_cents"] == 0
    with cast.refused("not_announced"):
        cast.say(open_registration, by=house.ana, tournament_id=t)


def test_the_players_of_a_cancelled_tournament_are_told(house: cast.House) -> None:
    from dispatch.models import Fact

    t = house.started("turbo-8max", entries=3)
    players = list(Entry.objects.filter(tournament_id=t).values_list("player_id", flat=True))
    cancel(house, t, at=LATE)
    touched = Fact.objects.get(stream=f"tournament:{t}", kind="tournament_cancelled").touches
    assert {f"player/{p}/tournament/{t}" for p in players} <= set(touched)


@pytest.mark.rule("SCPT.D-A")
def test_only_who_was_registered_is_refunded(house: cast.House) -> None:
    from tournaments.commands.register_player import register_player

    t = house.registering()
    paid = house.enter(t)
    promised = house.player()
    cast.say(
        register_player, by=house.desi, tournament_id=t, player_id=promised, method="cash", terms_version="1",
        paid=False,
    )  # fmt: skip
    assert cancel(house, t)["refunded_cents"] == 45_000
    assert wallet_balance(paid["player_id"], unit="BRL") == 45_000
    assert wallet_balance(promised, unit="BRL") == 0
    empty(t)
