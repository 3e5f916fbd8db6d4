"""Those who are out see their places move: one message for all of them."""

from __future__ import annotations

import pytest

from dispatch.models import Fact
from tests import cast
from tests.tables import room
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Entry
from tournaments.queries.entries import player_payload
from tournaments.queries.field import counts_payload

pytestmark = pytest.mark.django_db


@pytest.mark.rule("PT-T.31", "PT-T.44")
def test_an_undone_bust_moves_places_and_the_counts_say_so() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=8)
    first, second, third = list(room.seats(t))[:3]
    outs = [room.bust(house, t, entry)["eliminations"][0] for entry in (first, second, third)]

    def place(entry: int) -> int | None:
        return player_payload(Entry.objects.get(pk=entry).player_id, tournament_id=t)["place"]

    counts = counts_payload(t, seen_at=None)
    assert (counts["undone"], counts["entries_total"]) == (0, 8)
    assert [place(e) for e in (first, second, third)] == [8, 7, 6]
    # a late entry: every place is one lower, as the page reckons from the counts
    house.enter(t, at=cast.after(minutes=25))
    assert (
        counts_payload(t, seen_at=None)["entries_total"] == 9
        and counts_payload(t, seen_at=None)["undone"] == 0
    )
    assert [place(e) for e in (first, second, third)] == [9, 8, 7]
    cast.say(undo_elimination, by=house.bruno, elimination_id=outs[0]["elimination_id"])
    assert counts_payload(t, seen_at=None)["undone"] == 1
    assert [place(e) for e in (first, second, third)] == [None, 9, 8]
    # the message does not grow with those whose places move
    fact = Fact.objects.get(stream=f"tournament:{t}", kind="elimination_undone")
    assert f"tournament/{t}/counts" in fact.touches
    assert sum(topic.startswith("player/") for topic in fact.touches) == 1
