"""What somebody may do, and who works where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from dispatch import prepared
from dispatch.facts import SYSTEM, Actor
from dispatch.reading import keep, read_once
from people.models import StaffRole
from rules.permissions import (
    ON_DEVICE,
    STAFF,
    SYSTEM_MAY,
    WHO_MAY,
    WITH_PASSWORD,
    Permission,
    Role,
    Scope,
    allowed,
    staff_who_may,
    within,
)
from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffMember:
    """A role that somebody holds."""

    role_id: int
    user_id: int
    email: str
    name: str
    role: str
    venue_id: int
    tournament_id: int | None
    granted_at: datetime


_ROLES = """
SELECT p.id,
    ARRAY(SELECT r.role FROM people_staffrole r
          WHERE r.user_id = u.id AND r.venue_id = {venue} AND r.revoked_at IS NULL
            AND (r.tournament_id IS NULL OR r.tournament_id = %s)),
    (SELECT d.kind FROM people_device d
          WHERE d.id = %s AND d.revoked_at IS NULL AND ({venue} IS NULL OR d.venue_id = {venue}))
FROM people_user u LEFT JOIN people_player p ON p.user_id = u.id
WHERE u.id = %s AND u.is_active
"""
_AT_VENUE = _ROLES.format(venue="%s::bigint")


# the same of many, in their order
_ROLES_OF_MANY = """
SELECT asked.n, p.id,
    ARRAY(SELECT r.role FROM people_staffrole r
          WHERE r.user_id = u.id AND r.venue_id = asked.venue_id AND r.revoked_at IS NULL
            AND (r.tournament_id IS NULL OR r.tournament_id = asked.tournament_id)),
    (SELECT d.kind FROM people_device d
          WHERE d.id = asked.device_id AND d.revoked_at IS NULL
            AND (asked.venue_id IS NULL OR d.venue_id = asked.venue_id))
FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[])
    WITH ORDINALITY AS asked (user_id, device_id, venue_id, tournament_id, n)
JOIN people_user u ON u.id = asked.user_id AND u.is_active LEFT JOIN people_player p ON p.user_id = u.id
"""


class _Held(NamedTuple):
    """What somebody holds somewhere. `known`: an account that may sign in. `device`: of which kind the machine is; "" where it
    is not one of this house."""

    known: bool
    player_id: int | None
    roles: frozenset[Role]
    device: str


_NOBODY = _Held(known=False, player_id=None, roles=frozenset({Role.PUBLIC}), device="")


def _question(
    user_id: int | None, device_id: int | None, venue_id: int | None, tournament_id: int | None
) -> prepared.Question:
    venue_id, tournament_id = _possible(venue_id), _possible(tournament_id)
    return _AT_VENUE, [venue_id, tournament_id, device_id, venue_id, venue_id, user_id]


def _possible(number: int | None) -> int | None:
    """0, which no row has, for a number of an address that no column could hold."""
    return number if number is None or number < 2**63 else 0


def roles_question(by: Actor, *, venue_id: int | None, tournament_id: int | None) -> prepared.Question:
    """Return what `require` asks there, for a command that has something else to ask at the same moment
    (`prepared.together`); `require` takes what is answered."""
    return _question(by.user_id, by.device_id, venue_id, tournament_id)


def roles_question_of(by: Actor, *, venue: str, number: int) -> prepared.Question:
    """Return the same where the venue is not known yet. venue: the statement that answers it, by the number of a row."""
    return _ROLES.format(venue=f"({venue})"), [number, None, by.device_id, number, number, by.user_id]


class Asking(NamedTuple):
    """Who asks, and where."""

    user_id: int
    device_id: int | None
    venue_id: int | None
    tournament_id: int | None = None


def know_roles(asking: Iterable[Asking]) -> None:
    """Read in one statement what `require` will ask about each of them in the moment that is open."""
    some = list(dict.fromkeys(asking))
    places = [(_possible(one.venue_id), _possible(one.tournament_id)) for one in some]
    found: dict[int, list[tuple[Any, ...]]] = {}
    for n, *answer in prepared.rows(
        _ROLES_OF_MANY,
        [
            [one.user_id for one in some],
            [one.device_id for one in some],
            [venue_id for venue_id, _ in places],
            [tournament_id for _, tournament_id in places],
        ],
    ):
        found.setdefault(n, []).append(tuple(answer))
    for n, one in enumerate(some, start=1):
        keep(_answered, asked=tuple(one), answer=found.get(n, []))


@read_once
def _answered(
    user_id: int | None, device_id: int | None, venue_id: int | None, tournament_id: int | None
) -> list[tuple[Any, ...]]:
    return prepared.rows(*_question(user_id, device_id, venue_id, tournament_id))


def _held(
    user_id: int | None,
    device_id: int | None,
    venue_id: int | None,
    tournament_id: int | None,
    answer: list[tuple[Any, ...]] | None = None,
) -> _Held:
    if user_id is None:
        return _NOBODY
    found = _answered(user_id, device_id, venue_id, tournament_id) if answer is None else answer
    if not found:
        return _NOBODY
    player_id, roles, device = found[0]
    held = {Role.PUBLIC, *map(Role, roles)}
    if player_id is not None:
        held.add(Role.PLAYER)
    return _Held(known=True, player_id=player_id, roles=frozenset(held), device=device or "")


def roles_of(
    user_id: int | None, *, venue_id: int | None, tournament_id: int | None = None
) -> frozenset[Role]:
    """Return the roles somebody holds at a venue, with those for one of its tournaments if it is named.

    Everyone is `public`; whoever has a player's file is `player`; who cannot sign in holds nothing else.
    """
    return _held(user_id, None, venue_id, tournament_id).roles


def require(
    by: Actor,
    *,
    permission: Permission,
    venue_id: int | None,
    tournament_id: int | None = None,
    owner_player_id: int | None = None,
    owner_user_id: int | None = None,
    answer: list[tuple[Any, ...]] | None = None,
) -> None:
    """Refuse unless `by` may do `permission` there, or on what belongs to `owner_player_id` / `owner_user_id`.

    One indexed statement, kept no longer than one page is read: a role taken away stops the next command. venue_id None: where no venue
    is concerned, so that no staff role counts. The system may do what SYSTEM_MAY lists. answer: to `roles_question`, when
    the command has asked it already.
    Refusals: ``forbidden`` (the sentence tells whom to ask), ``device_not_paired``.
    Rule: ADTP.1
    """
    if by == SYSTEM:
        if permission in SYSTEM_MAY:
            return
        raise _forbidden(permission)
    held = _held(by.user_id, by.device_id, venue_id, tournament_id, answer)
    if by.device_id is not None and held.known and not held.device:
        raise Refused(
            "device_not_paired",
            N_("This device is not paired with this house any more. Ask the director to pair it again."),
        )
    check_reach(by, permission=permission)
    if held.device and permission not in ON_DEVICE[held.device]:
        raise _not_on(held.device, permission)
    # a token ends itself, whichever house it is for: that is of no house
    elsewhere = by.only_venue_id is not None and venue_id != by.only_venue_id
    if elsewhere and permission is not Permission.ISSUE_TOKEN:
        raise Refused(
            "forbidden",
            N_("This API key is for another house. Create one for this house."),
            action=permission.value,
        )
    # a PIN opens the house's tablet, not the operator's own affairs: on a shared device nothing is one's own
    own = by.device_id is None and (
        (owner_player_id is not None and owner_player_id == held.player_id)
        or (owner_user_id is not None and owner_user_id == by.user_id and held.known)
    )
    if not allowed(held.roles, permission=permission, own=own):
        raise _forbidden(permission)


def require_every_house(by: Actor, *, user_id: int) -> None:
    """Refuse unless `by` owns every house where somebody works: what opens an account opens it everywhere, and the
    word of an owner of one house does not do for another. Refusals: ``forbidden``."""
    for venue_id in roles_by_venue(user_id):
        require(by, permission=Permission.SET_PIN, venue_id=venue_id)


def may(
    by: Actor,
    *,
    permission: Permission,
    venue_id: int | None,
    tournament_id: int | None = None,
    owner_player_id: int | None = None,
    owner_user_id: int | None = None,
) -> bool:
    """Answer whether `require` would let it pass, for pages that hide what would be refused and for sockets."""
    try:
        require(
            by,
            permission=permission,
            venue_id=venue_id,
            tournament_id=tournament_id,
            owner_player_id=owner_player_id,
            owner_user_id=owner_user_id,
        )
    except Refused:
        return False
    return True


def _forbidden(permission: Permission) -> Refused:
    return Refused("forbidden", WHO_MAY[staff_who_may(permission)], action=permission.value)


_NOT_ON = {
    "floor": N_(
        "A floor tablet is for the tables. Do this at the desk, or sign in with your password on a machine of your own."
    ),
    "screen": N_("This device only shows. Do this at the desk, or sign in on a machine of your own."),
}


def _not_on(device: str, permission: Permission) -> Refused:
    return Refused("forbidden", _NOT_ON[device], action=permission.value)


def check_reach(by: Actor, *, permission: Permission) -> None:
    """Refuse what a PIN on a tablet or a token does not do, whoever it speaks for. Refusals: ``forbidden``."""
    if by.device_id is not None and permission in WITH_PASSWORD:
        raise Refused(
            "forbidden",
            N_(
                "A PIN is for the floor and the desk. Sign in with your password, on a machine of your own, to do this."
            ),
            action=permission.value,
        )
    if by.scope and not within(Scope(by.scope), permission=permission):
        raise Refused(
            "forbidden",
            N_("This API key is not for that. Sign in yourself, or create one that may do more."),
            action=permission.value,
        )


def roles_by_venue(user_id: int) -> dict[int, frozenset[Role]]:
    """Return the venues where somebody is staff, with the roles held anywhere in them."""
    found: dict[int, set[Role]] = {}
    rows = StaffRole.objects.filter(user_id=user_id, user__is_active=True, revoked_at__isnull=True)
    for venue_id, role in rows.values_list("venue_id", "role"):
        found.setdefault(venue_id, set()).add(Role(role))
    return {venue_id: frozenset(roles) for venue_id, roles in found.items()}


def owns_a_venue(user_id: int) -> bool:
    """Answer whether somebody answers for any house here."""
    return StaffRole.objects.filter(
        user_id=user_id,
        user__is_active=True,
        role=Role.OWNER,
        tournament_id__isnull=True,
        revoked_at__isnull=True,
    ).exists()


def who_may(venue_id: int, *, permission: Permission) -> frozenset[int]:
    """Return the users whose role in a venue, not only in one of its tournaments, has this permission."""
    return frozenset(
        StaffRole.objects.filter(
            venue_id=venue_id,
            tournament_id__isnull=True,
            revoked_at__isnull=True,
            user__is_active=True,
            role__in=staff_who_may(permission),
        ).values_list("user_id", flat=True)
    )


def ever_staff_of(venue_id: int) -> tuple[int, ...]:
    """Return the accounts that hold or once held a role at a venue or at one of its tournaments."""
    rows = StaffRole.objects.filter(venue_id=venue_id).order_by("user_id")
    return tuple(rows.values_list("user_id", flat=True).distinct())


def staff_of(venue_id: int) -> tuple[StaffMember, ...]:
    """Return everyone who holds a role at a venue or at one of its tournaments, by e-mail address."""
    rows = (
        StaffRole.objects.select_related("user")
        .filter(venue_id=venue_id, revoked_at__isnull=True, role__in=STAFF)
        .order_by("user__email", "role", "tournament_id")
    )
    return tuple(
        StaffMember(
            role_id=row.pk,
            user_id=row.user_id,
            email=row.user.email,
            name=row.user.name,
            role=row.role,
            venue_id=row.venue_id,
            tournament_id=row.tournament_id,
            granted_at=row.granted_at,
        )
        for row in rows
    )
