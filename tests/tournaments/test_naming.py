"""Who is called otherwise: the tournaments whose pages name that player are told, and nobody reads the name in a fact."""

from __future__ import annotations

import pytest

from dispatch.models import Fact
from people.commands.anonymise_player import anonymise_player
from people.commands.choose_profile import choose_profile
from people.commands.update_player import update_player
from people.models import Player, Profile
from tables.models import Seat
from tests import cast
from tests.payouts.room import finish
from tests.tables import room
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.reenter import reenter
from tournaments.models import Entry
from tournaments.operations import naming
from tournaments.queries.eliminations import eliminations_payload
from tournaments.topics import (
    counts_topic,
    eliminations_topic,
    entries_topic,
    news_topic,
    player_topic,
    seats_topic,
    standings_topic,
    table_topic,
    tables_topic,
)

pytestmark = pytest.mark.django_db
KIND = "player_named_anew"


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def rename(house: cast.House, player_id: int, **fields: str) -> None:
    cast.say(update_player, by=house.desi, player_id=player_id, venue_id=house.venue_id, **fields)


def test_a_corrected_name_touches_every_page_that_shows_it(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6)
    seat = Seat.objects.select_related("table", "entry").get(entry_id=next(iter(room.seats(t))))
    player_id = seat.entry.player_id
    rename(house, player_id, phone="+55 48 99999 0000")
    assert cast.facts(t, kind=KIND) == []
    rename(house, player_id, public_name="Zé da Ilha")
    assert cast.facts(t, kind=KIND) == [{"player_id": player_id, "entry_id": seat.entry_id}]
    told = Fact.objects.get(kind=KIND)
    assert told.audience == "staff"
    assert set(told.touches) == {
        counts_topic(t),
        eliminations_topic(t),
        standings_topic(t),
        news_topic(t),
        tables_topic(t),
        entries_topic(t),
        player_topic(player_id, t),
        table_topic(t, seat.table.number),
        seats_topic(t, seat.table.number),
    }
    # the same name once more is no news
    rename(house, player_id, public_name="Zé da Ilha")
    assert len(cast.facts(t, kind=KIND)) == 1


def test_only_tournaments_that_name_the_player_are_told_and_no_more_than_are_looked_at(
    house: cast.House, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = house.player("Rui Paz")
    old, new, elsewhere, gone = (house.registering("turbo-8max") for _ in range(4))
    for t in (old, new, gone):
        house.enter(t, player)
    house.enter(elsewhere)
    cast.say(cancel_tournament, by=house.ana, tournament_id=gone, reason="O salão está fechado")
    rename(house, player, public_name="Rui P.")
    assert [len(cast.facts(t, kind=KIND)) for t in (old, new, elsewhere, gone)] == [1, 1, 0, 0]
    monkeypatch.setattr(naming, "MOST_TOURNAMENTS", 1)
    rename(house, player, public_name="Rui")
    assert [len(cast.facts(t, kind=KIND)) for t in (old, new, elsewhere, gone)] == [1, 2, 0, 0]


def test_a_page_that_is_withdrawn_and_data_that_are_erased_are_told_at_once(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6, late_registration_level=0, re_entries_per_player=0)
    finish(house, t)
    winner = Entry.objects.get(tournament_id=t, state="playing")
    owner = Player.objects.get(pk=house.caio.player_id)
    Entry.objects.filter(pk=winner.pk).update(player_id=owner.pk)
    here = {"by": house.caio, "player_id": owner.pk}
    for shown in (True, True, False):
        cast.say(choose_profile, shown=shown, **here)
    assert not Profile.objects.filter(player=owner).exists()
    # chosen, not chosen again, withdrawn
    assert cast.facts(t, kind=KIND) == [{"player_id": owner.pk, "entry_id": winner.pk}] * 2
    # the first one out won nothing that would keep the file
    other = Entry.objects.get(pk=eliminations_payload(t, seen_at=None)["rows"][-1]["entry_id"])
    cast.say(anonymise_player, by=house.olga, player_id=other.player_id, venue_id=house.venue_id)
    assert cast.facts(t, kind=KIND)[-1] == {"player_id": other.player_id, "entry_id": other.pk}
    assert f"#{other.player_id}" in {row["name"] for row in eliminations_payload(t, seen_at=None)["rows"]}


def test_who_has_come_back_is_out_no_more(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6)
    first, second, *_ = room.seats(t)
    for entry in (first, second):
        room.bust(house, t, entry)

    def back() -> list[tuple[int, bool]]:
        return [
            (row["entry_id"], row["plays_again"]) for row in eliminations_payload(t, seen_at=None)["rows"]
        ]

    assert back() == [(second, False), (first, False)]
    player = Entry.objects.get(pk=second).player_id
    again = cast.say(
        reenter, by=house.desi, at=cast.after(minutes=21), tournament_id=t, player_id=player, method="cash"
    )
    assert back() == [(second, True), (first, False)]
    room.bust(house, t, again["entry_id"], at=cast.after(minutes=22))
    assert back() == [(again["entry_id"], False), (second, False), (first, False)]
