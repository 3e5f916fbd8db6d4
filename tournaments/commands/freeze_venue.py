"""One action stops every clock of the venue."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules import clock as law
from rules.permissions import Action
from rules.refusals import N_, Refused
from tournaments.facts import venue_stream
from tournaments.models import Clock, Venue
from tournaments.operations.clock import keep
from tournaments.queries.clock import running_clocks_of_venue, state_of, tournament_for_clock


@command("tournaments.freeze_venue")
def freeze_venue(*, command_id: CommandId, at: datetime, by: Actor, venue_id: int) -> dict[str, Any]:
    """All clocks of the venue stand until thawed; a level due now is announced first.

    Returns {venue_id, tournaments: ids}. Refusals: ``not_found``, ``already_frozen``.
    """
    require(by, Action.FREEZE_VENUE, venue_id=venue_id)
    venue = Venue.objects.select_for_update().filter(pk=venue_id).first()
    if venue is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="venue")
    if venue.frozen_at is not None:
        raise Refused("already_frozen", N_("The clocks of this venue are stopped already."))
    venue.frozen_at = at
    venue.save(update_fields=["frozen_at"])
    tournaments = running_clocks_of_venue(venue_id)
    for tournament_id in tournaments:
        tournament = tournament_for_clock(tournament_id)
        clock = Clock.objects.select_for_update().get(pk=tournament_id)
        state, changes = law.freeze(state=state_of(clock, tournament), at=at)
        clock.before = None
        keep(clock, tournament, state, changes, kind="clock_frozen", at=at)
    record(
        "venue_frozen",
        stream=venue_stream(venue_id),
        at=at,
        body={"venue_id": venue_id, "tournaments": tournaments},
    )
    return {"venue_id": venue_id, "tournaments": tournaments}
