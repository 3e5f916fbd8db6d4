"""What changed of a house itself: its settings, its displays, its circuits, who works there."""

from __future__ import annotations

from dispatch.facts import PUBLIC, STAFF, FactView
from dispatch.queries import latest_of_streams
from people.queries import ever_staff_of
from people.streams import user_stream
from rules.refusals import not_found
from tournaments.models import Season, Venue
from tournaments.streams import season_stream, venue_stream

# who came and went at the tables, the bank's money and the clocks have pages of their own
_KINDS = (
    *("venue_opened", "venue_changed", "venue_logo_changed", "venue_colours_changed"),
    *("sponsor_added", "sponsors_ordered", "sponsor_dropped", "sponsor_restored"),
    *(
        "series_founded",
        "season_begun",
        "stage_added",
        "rule_set_varied",
        "template_saved",
        "template_dropped",
    ),
    *("house_mails_chosen", "access_changed", "device_paired", "device_unpaired", "origins_switched"),
)


def history_of_house(venue_id: int, *, limit: int, before: int | None = None) -> tuple[FactView, ...]:
    """Return the newest changes first; `before` goes back from the number of a fact. Refusal: ``not_found``."""
    if not Venue.objects.filter(pk=venue_id).exists():
        raise not_found("venue")
    seasons = Season.objects.filter(series__venue_id=venue_id).values_list("pk", flat=True)
    return latest_of_streams(
        [
            venue_stream(venue_id),
            *map(season_stream, seasons),
            # one person's record holds the roles in every house
            *map(user_stream, ever_staff_of(venue_id)),
        ],
        kinds=_KINDS,
        audiences=(PUBLIC, STAFF),
        about=("venue_id", venue_id),
        limit=limit,
        before_id=before,
    )
