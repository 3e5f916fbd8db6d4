"""Set up an app whose code is asked for beside the password."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from people.results import AccountResult
from rules.permissions import Permission


@command(
    "people.set_second_factor",
    Card(permission=Permission.SET_PIN, own_permission=Permission.SET_PIN, address="second-factor"),
)
def set_second_factor(
    *, command_id: CommandId, at: datetime, by: Actor, user_id: int, seed: UUID, code: str
) -> AccountResult:
    """Set up an app whose code is asked for beside the password.

    One's own, where one signed in oneself. Asked by the same right as the PIN: how one shows who one is.

    seed: of the secret that `operations.factor_secret` computed for the app; code: what the app shows, to prove that
    it has it. Refusals: ``forbidden``, ``wrong_factor``, ``factor_set``, ``no_password``.
    """
    require(by, permission=Permission.SET_PIN, venue_id=None, owner_user_id=user_id)
    operations.refuse_on_device(by)
    operations.keep_factor(user=operations.active_user(user_id), seed=seed, code=code, at=at)
    return AccountResult(user_id=user_id)
