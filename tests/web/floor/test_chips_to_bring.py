"""Chips that were bought on a phone have to come to a seat: the floor's tablet and *Now* say so."""

from __future__ import annotations

from datetime import timedelta

import pytest

from people.commands.check_identity import check_identity
from tests import cast
from tests.web.desk.test_desk import as_, text
from tournaments.commands.rebuy import rebuy
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry
from tournaments.queries.purchases import chips_to_bring

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ADTP.27")]


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.mark.parametrize(
    ("who", "method", "brought"),
    [("caio", "balance", True), ("desi", "transfer", True), ("desi", "cash", False)],
)
def test_what_was_bought_on_a_phone_is_to_be_brought(house, monkeypatch, who, method, brought):
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
    entry = Entry.objects.select_related("seat__table").get(tournament_id=t, player_id=house.caio.player_id)
    at = cast.after(minutes=5)
    cast.say(rebuy, by=getattr(house, who), at=at, entry_id=entry.pk, method=method)
    monkeypatch.setattr("access.moment.at", lambda: at + timedelta(minutes=1))
    said = f"Bring 10,000 chips to table {entry.seat.table.number}, seat {entry.seat.number}"
    for page in (
        text(as_(house.bruno).get(f"/floor/{t}/proposals/")),
        text(as_(house.ana).get(f"/director/{t}/")),
    ):
        assert (said in page) is brought
    # after a while nobody is on the way any more
    assert chips_to_bring(t, at=at + timedelta(minutes=16)) == []
