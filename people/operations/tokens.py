"""Tokens of programs and devices. Each step needs an open transaction."""

from __future__ import annotations

import base64
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from dispatch.commands import record
from dispatch.facts import Actor, CommandId
from people.facts import ApiTokenIssued, ApiTokenRevoked
from people.models import ApiToken, Device, StaffRole, User
from people.operations.fields import checked_digest, one_line
from people.operations.roles import require_staff
from people.queries import tokens_of
from people.queries.tokens import Bearer
from rules.permissions import Scope
from rules.refusals import N_, Refused

TOKENS_AT_MOST = 50  # of one person, at a time
TOKEN_USUALLY, TOKEN_AT_MOST = timedelta(days=90), timedelta(days=366)
USE_NOTED = timedelta(minutes=10)


def add_token(
    *,
    user: User,
    device_id: int | None,
    name: str,
    token_hash: str,
    at: datetime,
    expires_at: datetime | None = None,
    scope: str = Scope.READ,
    only_venue_id: int | None = None,
) -> ApiToken:
    """Keep the digest of a new bearer token. Each has an end: in 90 days, or when it is said, within a year.

    With a device: one of a venue where the person holds a role; the token ends when the device is unpaired.
    Refusals: ``device_not_paired``, ``expiry_past``, ``expiry_far``, ``bad_scope``, ``not_staff``, ``too_many_tokens``.
    """
    if scope not in set(Scope):
        raise Refused("bad_scope", N_("Choose what the API key is for: read, work or all."), field="scope")
    if only_venue_id is not None:
        require_staff(user, venue_id=only_venue_id)
    expires_at = at + TOKEN_USUALLY if expires_at is None else expires_at
    if expires_at > at + TOKEN_AT_MOST:
        raise Refused(
            "expiry_far", N_("An API key ends within a year. Choose an earlier day."), field="expires_at"
        )
    venues = StaffRole.objects.filter(user=user, revoked_at__isnull=True).values("venue_id")
    if (
        device_id is not None
        and not Device.objects.filter(pk=device_id, revoked_at__isnull=True, venue_id__in=venues).exists()
    ):
        raise Refused(
            "device_not_paired",
            N_("This device is not paired with this house any more. Ask the director to pair it again."),
        )
    if expires_at <= at:
        raise Refused(
            "expiry_past",
            N_("An API key ends after it is created. Choose a later moment."),
            field="expires_at",
        )
    if len(tokens_of(user.pk, at=at)) >= TOKENS_AT_MOST:
        raise Refused(
            "too_many_tokens", N_("You have %(most)s API keys. Revoke one first."), most=TOKENS_AT_MOST
        )
    token = ApiToken.objects.create(
        user=user,
        device_id=device_id,
        name=one_line(name, field="name"),
        token_hash=checked_digest(token_hash),
        scope=scope,
        venue_id=only_venue_id,
        created_at=at,
        expires_at=expires_at,
    )
    record(
        ApiTokenIssued(
            user_id=user.pk, token_id=token.pk, device_id=device_id, scope=str(scope), venue_id=only_venue_id
        )
    )
    return token


def note_use(bearer: Bearer, *, at: datetime) -> None:
    """Keep that a token was used, at most once in ten minutes: its owner sees which ones are still in use."""
    if bearer.last_used_at is None or at - bearer.last_used_at >= USE_NOTED:
        ApiToken.objects.filter(pk=bearer.token_id).update(last_used_at=at)


def end_token(token: ApiToken, *, at: datetime) -> None:
    """Revoke a bearer token."""
    token.revoked_at = at
    token.save(update_fields=["revoked_at"])
    record(ApiTokenRevoked(user_id=token.user_id, token_id=token.pk))


def secret_for(purpose: str, *, command: CommandId, by: Actor) -> str:
    """Return a secret of 256 bits that only this server can make, the same again when the request is repeated.

    So a program whose answer was lost still learns its secret, and the command sees the same digest twice.
    """
    made = salted_hmac(f"shuffle-up {purpose}", f"{by.user_id}:{command}", algorithm="sha256")
    return base64.urlsafe_b64encode(made.digest()).decode().rstrip("=")
