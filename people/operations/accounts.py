"""Accounts. Each step needs an open transaction; the command has asked for permission before."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.hashers import identify_hasher

from dispatch.commands import record
from people.facts import AccountClosed, EmailChanged, HouseTermsAccepted, UserCreated
from people.models import OperatorPin, Player, SecondFactor, StaffRole, User
from people.models.users import Language
from people.operations.email_codes import end_codes
from people.operations.fields import one_line, plain_email, save_row
from people.operations.file_changes import keep_changes
from people.operations.roles import end_role
from people.operations.sessions import end_ways_in
from rules.refusals import N_, Refused


def accept_house_terms(*, user: User, version: str) -> None:
    """Keep that somebody agreed to how the house treats accounts and data."""
    record(HouseTermsAccepted(user_id=user.pk, version=version[:20]))


def add_user(
    *, at: datetime, email: str, password_hash: str, name: str, language: str, confirmed: bool
) -> User:
    """Open an account. password_hash "" lets nobody in by password; what hash_secret did not make is a ValueError.

    Refusals: ``bad_email``, ``bad_language``, ``bad_password``, ``text_too_long``, ``email_taken``.
    """
    if language not in Language.values:
        raise Refused("bad_language", N_("Choose one of the languages offered."), field="language")
    if password_hash:
        identify_hasher(password_hash)
    user = User(
        email=plain_email(email),
        name=one_line(name, field="name"),
        language=language,
        created_at=at,
        email_confirmed_at=at if confirmed else None,
    )
    user.set_unusable_password()
    if password_hash:
        user.password = password_hash
    save_row(user)
    record(UserCreated(user_id=user.pk))
    return user


def refuse_nameless(user: User) -> None:
    """Refuse an account without a name. Refusals: ``name_missing``."""
    if not user.name:
        raise Refused("name_missing", N_("Give the name that colleagues read."), field="name")


def user_of_address(email: str) -> User | None:
    """Return who signs in with an address. Refusals: ``bad_email``."""
    return User.objects.filter(email=plain_email(email), is_active=True).first()


def active_user(user_id: int) -> User:
    """Return somebody who can sign in. Refusals: ``unknown_user``."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise Refused("unknown_user", N_("There is no such account, or it was closed."))
    return user


def change_address(user: User, *, email: str, at: datetime) -> None:
    """Give an account another address, which its owner has proved; its own file follows where it had the old one.

    Refusals: ``bad_email``, ``same_email``, ``email_taken``.
    """
    before, now = user.email, plain_email(email)
    if now == before:
        raise Refused("same_email", N_("This is your address already."), field="email")
    # files before accounts: docs/locking.md
    own = Player.objects.filter(user=user, email=before).first()
    if own is not None and Player.objects.filter(pk=own.pk, email=before).update(email=now):
        keep_changes(own.pk, changes={"email": (before, now)}, at=at, by_user_id=user.pk, venue_id=None)
    user.email, user.email_confirmed_at = now, at
    save_row(user)
    end_codes(before)
    record(EmailChanged(user_id=user.pk))


def take_account_away(user: User, *, address: str, at: datetime, by_user_id: int | None) -> None:
    """End every way in, the roles, the PIN and the app of somebody. address: stands in the place of the real one."""
    end_ways_in(user, at=at)
    user.email, user.is_active = address, False
    user.set_unusable_password()
    save_row(user)
    OperatorPin.objects.filter(user=user).delete()
    SecondFactor.objects.filter(user=user).delete()
    for role in StaffRole.objects.filter(user=user, revoked_at__isnull=True).order_by("pk"):
        end_role(role, at=at, by_user_id=by_user_id)


def close_user(user: User, *, at: datetime, by_user_id: int | None) -> None:
    """Close an account: nobody signs in with it any more. The name stays in the log; the address becomes free."""
    take_account_away(user, address=f"closed-{user.pk}@invalid.invalid", at=at, by_user_id=by_user_id)
    record(AccountClosed(user_id=user.pk, by_user_id=by_user_id))
