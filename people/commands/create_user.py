"""Take somebody on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateUserResult:
    """role_id: null where no role was given. new: the account was opened now; who had one already keeps it. state: how
    the new account stands, as in InviteStaffResult; "" where there is nothing to invite to.
    """

    user_id: int
    role_id: int | None
    new: bool
    state: str


@command(
    "people.create_user",
    Card(
        title=N_("Account opened"),
        permission=Permission.MANAGE_STAFF,
        address="venues/<id:venue_id>/accounts",
    ),
)
def create_user(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    email: str,
    name: str,
    password_hash: str = "",
    language: str = "pt-br",
    role: str = "",
    tournament_id: int | None = None,
) -> CreateUserResult:
    """Open an account for somebody who works here, to be invited to it, with the first role.

    name: what colleagues read. role "": none yet. Who has an account already (a player) keeps it and gets the role:
    then `new` is False and there is nothing to invite to. password_hash: for a console that has no mail; pages
    give none. Refusals: ``forbidden``, ``email_taken``, ``bad_email``, ``bad_language``, ``bad_role``, ``role_held``,
    ``text_too_long``.
    """
    require(by, permission=Permission.MANAGE_STAFF, venue_id=venue_id)
    user = operations.user_of_address(email) if role and not password_hash else None
    new = user is None
    if user is None:
        user = operations.add_user(
            at=at, email=email, password_hash=password_hash, name=name, language=language, confirmed=False
        )
    given = None
    if role:
        given = operations.give_role(
            user=user, venue_id=venue_id, tournament_id=tournament_id, role=role, at=at, by_user_id=by.user_id
        )
    return CreateUserResult(
        user_id=user.pk,
        role_id=given.pk if given else None,
        new=new,
        state=operations.link_state(user) if new else "",
    )
