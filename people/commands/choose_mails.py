"""What somebody wants by mail."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from people.facts import MailsChosen
from people.models import MailOff
from people.queries import require
from rules.notices import switched_off
from rules.permissions import Permission


@command(
    "people.choose_mails",
    Card(permission=Permission.SET_PIN, own_permission=Permission.SET_PIN, address="mails"),
)
def choose_mails(
    *, command_id: CommandId, at: datetime, by: Actor, user_id: int, off: Sequence[str]
) -> dict[str, Any]:
    """One's own: switch the mails of these kinds off and all others on. Every notice stands on the own page all the same.

    Returns {user_id, off}. Refusals: ``forbidden``, ``unknown_notice``.
    """
    require(by, Permission.SET_PIN, venue_id=None, owner_user_id=user_id)
    kinds = switched_off(off)
    MailOff.objects.filter(user_id=user_id).exclude(kind__in=kinds).delete()
    MailOff.objects.bulk_create(
        [MailOff(user_id=user_id, kind=kind.value) for kind in kinds], ignore_conflicts=True
    )
    off = [kind.value for kind in kinds]
    record(MailsChosen(user_id=user_id, off=off))
    return {"user_id": user_id, "off": off}
