"""Passwords and the links that let somebody choose one. Each step needs an open transaction."""

from __future__ import annotations

from datetime import UTC, datetime

from django.contrib.auth.hashers import identify_hasher
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils.crypto import salted_hmac
from django.utils.http import base36_to_int, int_to_base36

from dispatch.commands import record
from people.facts import PasswordSet, StaffInvited
from people.models import User
from people.operations.accounts import active_user
from people.operations.fields import save_row
from people.operations.sessions import end_ways_in
from rules.refusals import N_, Refused

LINK_MINUTES = {"invitation": 3 * 24 * 60, "handed": 24 * 60}


class _Link(PasswordResetTokenGenerator):
    """Django's one-time token: it dies with the password, with the next sign-in, with another invitation and with time."""

    def __init__(self, purpose: str, at: datetime) -> None:
        super().__init__()
        self.key_salt = f"shuffle-up link {purpose}"
        self._at = at

    def _now(self) -> datetime:
        return self._at.astimezone(UTC).replace(tzinfo=None)

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        made = super()._make_hash_value(user, timestamp)
        return f"{made}{user.invited_at.isoformat()}" if user.invited_at is not None else made

    def age_seconds(self, token: str) -> int:
        made = base36_to_int(token.partition("-")[0])
        return int(self._num_seconds(self._now()) - made)


def link_for(user_id: int, *, purpose: str, at: datetime) -> str:
    """Make what lets somebody set a password, once and for a while; nothing of it is kept.

    purpose: "invitation", mailed to the account's address; "handed": given by hand, proves no address.
    """
    user = active_user(user_id)
    return f"{purpose[0]}.{int_to_base36(user.pk)}.{_Link(purpose, at).make_token(user)}"


def link_state(user: User) -> str:
    """Return the state of the password, the last sign-in and the last invitation: a request that is repeated gives its
    link again only as long as nobody has chosen a password, come in or been sent another since.
    """
    seen = f"{user.password}:{user.last_login.isoformat() if user.last_login else ''}"
    if user.invited_at is not None:
        seen += f":{user.invited_at.isoformat()}"
    return salted_hmac("shuffle-up link state", seen, algorithm="sha256").hexdigest()[:16]


def open_link(link: str, *, at: datetime) -> tuple[User, str]:
    """Return whose link it is and what for. Refusal: ``link_over``."""
    sign, _, rest = link[:200].partition(".")
    number, _, token = rest.partition(".")
    purpose = next((name for name in LINK_MINUTES if name[0] == sign), "")
    try:
        user = User.objects.filter(pk=base36_to_int(number), is_active=True).first() if purpose else None
        links = _Link(purpose, at)
        if user is not None and links.check_token(user, token):
            if 0 <= links.age_seconds(token) <= LINK_MINUTES[purpose] * 60:
                return user, purpose
    except ValueError:
        pass
    raise Refused(
        "link_over",
        N_(
            "This link does not open any more: it was used, it is too old, or a newer one was sent. Ask for another."
        ),
    )


def keep_password(
    user: User, *, password_hash: str, how: str, at: datetime, by_user_id: int | None, keep_session: str = ""
) -> None:
    """Keep another password. Every session and token of before ends; keep_session: the number of the one that goes on."""
    identify_hasher(password_hash)
    user.password = password_hash
    if how in ("reset", "invitation") and user.email_confirmed_at is None:
        user.email_confirmed_at = at  # the link came by mail
    end_ways_in(user, at=at, keep_session=keep_session)
    save_row(user)
    record(PasswordSet(user_id=user.pk, how=how, by_user_id=by_user_id))


def invite(user: User, *, purpose: str, at: datetime) -> None:
    """Keep that somebody was sent or given a link to choose a password: one of before ends."""
    user.invited_at = at
    User.objects.filter(pk=user.pk).update(invited_at=at)
    record(StaffInvited(user_id=user.pk, purpose=purpose))
