"""Stops and starts all clocks of a venue together, and the tables that are played online with them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from dispatch.commands import record
from play.operations.holding import hold_with_clocks, release_with_clocks
from rules.clock import Changed, ClockState
from tournaments.facts.clock import ClockFrozen, ClockThawed, VenueFrozen, VenueThawed
from tournaments.models import Clock, Field, Venue
from tournaments.operations.clock import keep
from tournaments.queries.clock import running_clocks_of_venue, state_of, tournament_for_clock
from tournaments.results import VenueClocks


def turn_venue(
    venue: Venue,
    *,
    change: Callable[[ClockState], Changed],
    frozen_at: datetime | None,
    at: datetime,
) -> VenueClocks:
    """Stop or start every running clock of a locked venue by the rules, and every online table, and say so."""
    venue.frozen_at = frozen_at
    venue.save(update_fields=["frozen_at"])
    # who has a Field may have its clock and wait for a wallet: several clocks are taken only under theirs
    running = running_clocks_of_venue(venue.pk)
    list(Field.objects.select_for_update().filter(pk__in=running).order_by("pk"))
    tournaments = running_clocks_of_venue(venue.pk)
    for tournament_id in tournaments:
        tournament = tournament_for_clock(tournament_id)
        clock = Clock.objects.select_for_update().get(pk=tournament_id)
        state, changes = change(state_of(clock, tournament=tournament))
        clock.before = None
        keep(
            clock,
            tournament=tournament,
            state=state,
            changes=changes,
            fact=ClockFrozen if frozen_at else ClockThawed,
            at=at,
        )
    if frozen_at:
        hold_with_clocks(venue.pk, at=at)
    else:
        release_with_clocks(venue.pk, at=at)
    fact = VenueFrozen if frozen_at else VenueThawed
    record(fact(venue_id=venue.pk, tournaments=tournaments))
    return VenueClocks(venue_id=venue.pk, tournaments=tuple(tournaments))
