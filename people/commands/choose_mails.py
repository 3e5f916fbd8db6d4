"""Choose what one wants by mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from people.facts import MailsChosen
from people.models import MailOff
from people.queries import require
from rules.notices import switched_off
from rules.permissions import Permission


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseMailsResult:
    """off: the kinds of notices that do not go by mail to this person."""

    user_id: int
    off: tuple[str, ...]


@command(
    "people.choose_mails",
    Card(permission=Permission.SET_PIN, own_permission=Permission.SET_PIN, address="mails"),
)
def choose_mails(
    *, command_id: CommandId, at: datetime, by: Actor, user_id: int, off: Sequence[str]
) -> ChooseMailsResult:
    """Switch the mails of these kinds off and all others on: one's own. Every notice stands on the own page all the
    same.

    Refusals: ``forbidden``, ``unknown_notice``.
    """
    require(by, permission=Permission.SET_PIN, venue_id=None, owner_user_id=user_id)
    kinds = switched_off(off)
    MailOff.objects.filter(user_id=user_id).exclude(kind__in=kinds).delete()
    MailOff.objects.bulk_create(
        [MailOff(user_id=user_id, kind=kind.value) for kind in kinds], ignore_conflicts=True
    )
    off = [kind.value for kind in kinds]
    record(MailsChosen(user_id=user_id, off=off))
    return ChooseMailsResult(user_id=user_id, off=tuple(off))
