"""Chips that were bought on a phone have to come to a seat: the floor's tablet and *Now* say so."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from dispatch import relay
from people.commands.check_identity import check_identity
from tests import cast
from tests.web.desk.test_desk import as_, deal, text
from tournaments.commands.ask_to_buy import ask_to_buy
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.rebuy import rebuy
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Order
from tournaments.queries.purchases import chips_to_bring

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ADTP.27")]


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.mark.parametrize(
    ("who", "method", "asked", "brought"),
    [
        ("caio", "balance", False, True),
        ("desi", "transfer", True, True),
        # the player stands at the desk, which hands the chips over
        ("desi", "transfer", False, False),
        ("desi", "cash", False, False),
    ],
)
def test_what_was_bought_on_a_phone_is_to_be_brought(house, monkeypatch, who, method, asked, brought):
    t, entry = _playing(house)
    at = cast.after(minutes=5)
    if asked:
        cast.say(
            ask_to_buy, by=house.caio, at=at, tournament_id=t, player_id=house.caio.player_id, kind="rebuy",
            method="transfer",
        )  # fmt: skip
    cast.say(rebuy, by=getattr(house, who), at=at, entry_id=entry.pk, method=method)
    monkeypatch.setattr("access.moment.at", lambda: at + timedelta(minutes=1))
    said = f"Bring 10,000 chips to table {entry.seat.table.number}, seat {entry.seat.number}"
    for page in _pages(house, t):
        assert (said in page) is brought
    # after a while nobody is on the way any more
    assert chips_to_bring(t, at=at + timedelta(minutes=16)) == []


@pytest.mark.parametrize(
    ("method", "asked", "said"),
    [
        ("transfer", True, "Paid. The floor brings the chips to table {table}, seat {seat}."),
        ("transfer", False, "Paid. Hand out the chips."),
        ("cash", True, "Paid. Hand out the chips."),
    ],
)
def test_the_desk_reads_who_hands_the_chips_over(house, monkeypatch, method, asked, said):
    t, entry = _playing(house)
    at = cast.after(minutes=5)
    monkeypatch.setattr("access.moment.at", lambda: at)
    order: dict[str, int] = {}
    if asked:
        cast.say(
            ask_to_buy, by=house.caio, at=at, tournament_id=t, player_id=house.caio.player_id, kind="rebuy",
            method=method,
        )  # fmt: skip
        order = {"order_id": Order.objects.get().pk}
    page = text(
        deal(
            as_(house.desi), t, "rebuy", player_id=house.caio.player_id, entry_id=entry.pk, method=method,
            stack_chips=100, **order,
        )
    )  # fmt: skip
    seat = entry.seat
    assert said.format(table=seat.table.number, seat=seat.number) in page
    assert ("Hand out the chips" in page) is said.endswith("Hand out the chips.")


@pytest.mark.parametrize("where", ["director", "floor"])
def test_who_brought_them_says_so_once_on_either_page(house, monkeypatch, where):
    t, entry = _playing(house)
    at = cast.after(minutes=5)
    cast.say(rebuy, by=house.caio, at=at, entry_id=entry.pk, method="balance")
    monkeypatch.setattr("access.moment.at", lambda: at + timedelta(minutes=1))
    number = chips_to_bring(t, at=at)[0].purchase_id
    assert all("They are there" in page for page in _pages(house, t))
    sent = {"purchase_id": number, "command_id": str(uuid.uuid4())}
    person, address = {
        "director": (house.ana, f"/director/{t}/do/chips-brought/"),
        "floor": (house.bruno, f"/floor/{t}/proposals/brought/"),
    }[where]
    answer = as_(person).post(address, sent, follow=True)
    assert f"Noted: the chips are at table {entry.seat.table.number}, seat {entry.seat.number}." in text(
        answer
    )
    assert chips_to_bring(t, at=at) == []
    assert not any("10,000 chips to table" in page for page in _pages(house, t))
    # another who brought them, too, is told who was first
    again = {**sent, "command_id": str(uuid.uuid4())}
    assert "These chips are not to be brought any more." in text(
        as_(person).post(address, again, follow=True)
    )
    # as the relay seals it
    while relay.seal():
        pass
    assert "Chips brought to the seat" in text(as_(house.ana).get(f"/director/{t}/history/"))


def test_to_who_is_out_or_has_won_nothing_is_brought(house, monkeypatch):
    t, entry = _playing(house)
    at = cast.after(minutes=5)
    cast.say(rebuy, by=house.caio, at=at, entry_id=entry.pk, method="balance")
    assert chips_to_bring(t, at=at)
    cast.say(close_entries, by=house.ana, at=at, tournament_id=t)
    others = Entry.objects.filter(tournament_id=t, state="playing").exclude(pk=entry.pk)
    for other in others.select_related("seat__table"):
        cast.say(
            eliminate_players, by=house.ana, at=at, tournament_id=t, table_number=other.seat.table.number,
            busts=[{"entry_id": other.pk}],
        )  # fmt: skip
    assert chips_to_bring(t, at=at) == []


def _pages(house: cast.House, t: int) -> tuple[str, str]:
    return (
        text(as_(house.bruno).get(f"/floor/{t}/proposals/")),
        text(as_(house.ana).get(f"/director/{t}/")),
    )


def _playing(house: cast.House) -> tuple[int, Entry]:
    t = house.registering(
        "turbo-8max",
        rebuy={"price_cents": 3_000, "chips": 10_000, "until_level": 6, "per_player": None},
    )
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    house.enter(t, house.caio.player_id)
    house.fill(t, 3)
    house.deposit(house.caio.player_id, 10_000)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    return t, Entry.objects.select_related("seat__table").get(tournament_id=t, player_id=house.caio.player_id)
