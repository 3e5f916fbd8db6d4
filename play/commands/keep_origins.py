"""Have a house keep, or keep no more, from which lines and browsers players sit down for money."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import About
from people.queries import require
from play.facts import OriginsSwitched
from play.operations.origins import end_watch, watch_origins
from play.results import OriginsKept
from rules.permissions import Permission
from rules.refusals import N_


@command(
    "play.keep_origins",
    Card(
        title=N_("Keeping of connections changed"),
        permission=Permission.MANAGE_VENUE,
        address="venues/<id:venue_id>/integrity/keep-origins",
    ),
)
def keep_origins(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    kept: Annotated[bool, About(help_text="False: keep nothing any more, and forget what there is.")],
) -> OriginsKept:
    """Have a house keep, or keep no more, from which lines and browsers players sit down for money.

    By the owner, who answers for it; the page on privacy says so from then on. Kept are digests that tell nothing without their key, for 92 days; they are
    read as counts beside a pair. Switched off, what was kept is gone at once.
    Refusals: ``forbidden``.
    Rule: PT-H.11, PT-O.11
    """
    require(by, permission=Permission.MANAGE_VENUE, venue_id=venue_id)
    assert by.user_id is not None  # the system answers for nothing
    changed = watch_origins(venue_id, at=at, by_user_id=by.user_id) if kept else end_watch(venue_id)
    if changed:
        record(OriginsSwitched(venue_id=venue_id, kept=kept, by_user_id=by.user_id))
    return OriginsKept(venue_id=venue_id, kept=kept)
