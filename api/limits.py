"""The limits that players set for themselves, with what counts towards them by now."""

from __future__ import annotations

from api.endpoints import CommandEndpoint, QueryEndpoint
from api.people import ForVenue, InUnit
from api.scopes import of_player
from api.shapes import shape
from ledger.queries import use_of_limits
from ledger.queries.play_limits import LimitUse
from people.queries import limits_of
from people.queries.exclusions import LimitView
from play.queries.cash import lies_at_tables
from play.queries.time_played import TimeUse, use_of_time
from rules.permissions import Permission

COMMAND_ENDPOINTS: list[CommandEndpoint] = []

QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="players/<id:player_id>/play-limits",
        name="play_limits",
        query=lambda *, player_id, unit, at, **_: limits_of(player_id, unit=unit, at=at),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=type("PlayLimitsAsked", (ForVenue, InUnit), {}),
        answer=shape(LimitView),
        many=True,
        own=True,
        summary="The limits a player has set",
    ),
    QueryEndpoint(
        path="players/<id:player_id>/limits-in-use",
        name="limits_in_use",
        query=lambda *, player_id, unit, at, **_: use_of_limits(
            player_id, unit=unit, at=at, at_tables=lies_at_tables(player_id)
        ),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=type("LimitsInUseAsked", (ForVenue, InUnit), {}),
        answer=shape(LimitUse),
        many=True,
        own=True,
        summary="What counts by now towards each limit in money, set or not, when there is room again, and what holds later",
    ),
    QueryEndpoint(
        path="players/<id:player_id>/time-at-tables",
        name="time_at_tables",
        query=lambda *, player_id, at, **_: use_of_time(player_id, at=at),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=type("TimeAtTablesAsked", (ForVenue,), {}),
        answer=shape(TimeUse),
        many=True,
        own=True,
        summary="The time at online tables that counts by now towards each limit of time, set or not",
    ),
]
