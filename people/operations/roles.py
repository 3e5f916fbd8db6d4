"""Who works where, as what. Each step needs an open transaction; the command has asked for permission before."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from dispatch.commands import record
from people.facts import AccessChanged
from people.models import Player, StaffRole, User
from people.models.access import STAFF_ROLES
from rules.permissions import Role
from rules.refusals import N_, Refused


def refuse_last_owner(user: User) -> None:
    """Refuse while a venue would be without an owner; the roles of every venue where this person works are held.

    Refusals: ``last_owner``."""
    standing = StaffRole.objects.filter(revoked_at__isnull=True)
    # all at once: two who leave the same two venues would each hold one and wait for the other
    held = list(
        standing.select_for_update(no_key=True)
        .filter(venue_id__in=standing.filter(user=user).values("venue_id"))
        .order_by("pk")
    )
    for row in held:
        if row.user_id == user.pk and is_last_owner(
            row, among=[other for other in held if other.venue_id == row.venue_id]
        ):
            raise Refused("last_owner", N_("A house needs an owner. Name another one first."))


def give_role(
    *, user: User, venue_id: int, tournament_id: int | None, role: str, at: datetime, by_user_id: int | None
) -> StaffRole:
    """Give somebody a role; who signed up as a player is known to colleagues by the public name.

    Refusals: ``bad_role``, ``role_held``, ``role_of_the_house``.
    """
    if tournament_id is not None and role == Role.INTEGRITY:
        raise Refused(
            "role_of_the_house",
            N_(
                "The integrity officer looks at all online tables of the house, not at one tournament. Give the role for the"
                " whole house."
            ),
            rule="PT-H.11",
            field="tournament_id",
        )
    if role not in set(STAFF_ROLES):
        raise Refused(
            "bad_role", N_("Choose one of the staff roles: owner, director, desk or floor."), field="role"
        )
    try:
        with transaction.atomic():
            row = StaffRole.objects.create(
                user=user,
                venue_id=venue_id,
                tournament_id=tournament_id,
                role=role,
                granted_at=at,
                granted_by_id=by_user_id,
            )
    except IntegrityError as error:
        if getattr(getattr(error.__cause__, "diag", None), "constraint_name", "") != "people_staffrole_once":
            raise
        raise Refused("role_held", N_("This person already holds that role here.")) from error
    if not user.name:
        user.name = Player.objects.filter(user=user).values_list("public_name", flat=True).first() or ""
        user.save(update_fields=["name"])
    _record_access(row, change="granted")
    return row


def require_staff(user: User, *, venue_id: int | None) -> None:
    """Refuse unless somebody is staff of the venue. Refusals: ``not_staff``."""
    if (
        venue_id is None
        or not StaffRole.objects.filter(user=user, venue_id=venue_id, revoked_at__isnull=True).exists()
    ):
        raise Refused("not_staff", N_("This person holds no role at this house. Grant a role first."))


def lock_roles_of_venue(venue_id: int) -> list[StaffRole]:
    """Lock all roles held at a venue until the end of the command, in one order."""
    return list(
        StaffRole.objects.select_for_update(no_key=True)
        .filter(venue_id=venue_id, revoked_at__isnull=True)
        .order_by("pk")
    )


def end_role(row: StaffRole, *, at: datetime, by_user_id: int | None) -> None:
    """Take a role away."""
    row.revoked_at, row.revoked_by_id = at, by_user_id
    row.save(update_fields=["revoked_at", "revoked_by"])
    _record_access(row, change="revoked")


def is_last_owner(row: StaffRole, *, among: list[StaffRole]) -> bool:
    """Return whether nobody would own the venue without this role."""
    owners = [r for r in among if r.role == Role.OWNER and r.tournament_id is None]
    return [r.pk for r in owners] == [row.pk]


def _record_access(row: StaffRole, *, change: str) -> None:
    record(
        AccessChanged(
            user_id=row.user_id,
            venue_id=row.venue_id,
            tournament_id=row.tournament_id,
            role=str(row.role),
            change=change,
        )
    )
