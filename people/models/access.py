"""Roles, devices, PINs and tokens. Rows are ended (`revoked_at`), never deleted: who could do what stays known.

`venue_id` and `tournament_id` are plain columns: venues and tournaments are defined above people.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from rules.permissions import Role, Scope

STAFF_ROLES = (Role.OWNER, Role.DIRECTOR, Role.DESK, Role.FLOOR, Role.INTEGRITY)


class StaffRole(models.Model):
    """A role at a venue, or at one tournament of it (`tournament_id`)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_roles")
    venue_id = models.BigIntegerField()
    tournament_id = models.BigIntegerField(null=True, blank=True)
    role = models.CharField(max_length=16, choices=[(role.value, role.value) for role in STAFF_ROLES])
    granted_at = models.DateTimeField()
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            # also the index that every permission check reads
            models.UniqueConstraint(
                fields=["user", "venue_id", "tournament_id", "role"],
                condition=Q(revoked_at__isnull=True),
                nulls_distinct=False,
                name="people_staffrole_once",
            ),
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in STAFF_ROLES]), name="people_staffrole_is_staff"
            ),
        ]
        indexes = [
            models.Index(
                fields=["venue_id", "role"],
                condition=Q(revoked_at__isnull=True),
                name="people_staffrole_venue",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} at venue {self.venue_id}"


class DeviceKind(models.TextChoices):
    FLOOR = "floor", "Floor tablet"
    DESK = "desk", "Registration desk"
    SCREEN = "screen", "Clock screen"


class Device(models.Model):
    """A machine of the venue, paired once. Knows itself by a secret of which only a digest is kept."""

    venue_id = models.BigIntegerField(db_index=True)
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=16, choices=DeviceKind.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    paired_at = models.DateTimeField()
    paired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class OperatorPin(models.Model):
    """The short number by which an operator says who is acting on a paired device."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="pin")
    hashed = models.CharField(max_length=160)
    set_at = models.DateTimeField()
    # who set it; null: before this was kept
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"pin of user {self.user_id}"


class ApiToken(models.Model):
    """A bearer token for programs. The secret is shown once by whoever made it; here only its digest."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="api_tokens")
    device = models.ForeignKey(
        Device, on_delete=models.PROTECT, null=True, blank=True, related_name="api_tokens"
    )
    name = models.CharField(max_length=80, blank=True, default="")
    token_hash = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=8, choices=[(scope.value, scope.value) for scope in Scope])
    venue_id = models.BigIntegerField(null=True, blank=True)  # the only house it acts in
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)  # to some minutes
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(scope__in=[scope.value for scope in Scope]), name="people_apitoken_has_scope"
            ),
        ]

    def __str__(self) -> str:
        return f"token {self.pk} of user {self.user_id}"
