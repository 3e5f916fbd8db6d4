"""Playing a tournament down through commands."""

from __future__ import annotations

from typing import Any

from payouts.queries import deal_in_vote
from tables.models import Seat
from tests import cast
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.models import Entry, EntryState


def bust(
    house: cast.House,
    t: int,
    *entry_ids: int,
    at=None,
    stacks=None,
    by=(),
    nobody=False,
    reason="busted",
    ends_deal_vote=False,
) -> dict[str, Any]:
    """Players of one table are out in one hand."""
    seat = Seat.objects.select_related("table").get(entry_id=entry_ids[0])
    stacks = stacks or [1000 * (i + 1) for i in range(len(entry_ids))]
    return cast.say(
        eliminate_players,
        by=house.ana,
        at=at or cast.after(minutes=30),
        tournament_id=t,
        table_number=seat.table.number,
        busts=[
            {"entry_id": e, "stack_chips_start": s, "by_entries": list(by), "nobody": nobody}
            for e, s in zip(entry_ids, stacks, strict=True)
        ],
        reason=reason,
        falling_deal_id=deal.deal_id if ends_deal_vote and (deal := deal_in_vote(t)) else None,
    )


def playing(t: int) -> list[int]:
    """Who is in, by entry id."""
    return list(
        Entry.objects.filter(tournament_id=t, state=EntryState.PLAYING)
        .order_by("id")
        .values_list("id", flat=True)
    )


def down_to(house: cast.House, t: int, left: int, *, at=None) -> None:
    """The players with the lowest entry numbers go out one by one."""
    for entry in playing(t)[: max(0, len(playing(t)) - left)]:
        bust(house, t, entry, at=at, ends_deal_vote=True)


def finish(house: cast.House, t: int, *, at=None) -> dict[str, Any]:
    """Down to one, and the end."""
    from payouts.commands.finish_tournament import finish_tournament

    down_to(house, t, 1, at=at)
    return cast.say(finish_tournament, by=house.ana, at=at or cast.after(hours=3), tournament_id=t)
