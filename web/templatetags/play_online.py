"""What every page says of play in the browser: whether there is any, and that a table waits for the reader."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import template

from access import moment
from people.queries import player_of_user
from play.queries.awaited import TableThatWaits, tables_that_wait
from play.queries.tables import any_open_to_sit_at
from play.topics import own_tables_topic
from tournaments.queries.announcements import any_online
from web.acting import actor_of

register = template.Library()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOfPage:
    """The tables that wait for the reader now, and the topic that tells of others. until: the end of the time that runs at the first."""

    topic: str
    tables: list[TableThatWaits]
    until: datetime | None


@register.simple_tag(takes_context=True)
def plays_online(context: dict[str, Any]) -> bool:
    """Return whether there is anything to play in the browser: a table at which one may sit down, a tournament that comes or runs; asked once a page."""
    request = context.get("request")
    if request is None:
        return False
    known: bool | None = getattr(request, "plays_online", None)
    if known is None:
        known = request.plays_online = any_open_to_sit_at() or any_online()
    return known


@register.simple_tag(takes_context=True)
def call_of_page(context: dict[str, Any]) -> CallOfPage | None:
    """Return which tables that the page does not show wait for the reader; None for who has no player's file, on a device of the house, and where nothing is played online."""
    request = context.get("request")
    if request is None or not request.user.is_authenticated:
        return None
    by = actor_of(request)
    player_id = player_of_user(by.user_id) if by.device_id is None else None
    if player_id is None or not plays_online(context):
        return None
    tables = tables_that_wait(player_id)
    if request.resolver_match is not None and request.resolver_match.url_name == "play-my-tables":
        tables = [one for one in tables if one.offered]  # it shows the others
    until = tables[0].shown_until(moment.at()) if tables else None
    return CallOfPage(topic=own_tables_topic(player_id), tables=tables, until=until)
