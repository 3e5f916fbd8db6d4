"""Every read of people: who is calling, what they may do, who a player is, what keeps a player away."""

from __future__ import annotations

import hashlib
from base64 import b32encode
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.hashers import check_password
from django.db import connection
from django.db.models import F, Func, Q, QuerySet, TextField
from django.utils.crypto import constant_time_compare, salted_hmac

from dispatch import prepared
from dispatch.facts import SYSTEM, Actor
from people.facts import (
    Bearer,
    DeviceView,
    ExclusionLine,
    ExclusionView,
    FactorView,
    LimitView,
    PinView,
    PlayerFile,
    PlayerFound,
    PlayerView,
    PrivacyView,
    Reach,
    SeenView,
    SessionView,
    StaffMember,
    TokenView,
)
from people.models import (
    ApiToken,
    Device,
    EmailCode,
    Exclusion,
    FileSeen,
    OperatorPin,
    Player,
    PrivacyText,
    SecondFactor,
    Session,
    StaffRole,
    User,
)
from rules.permissions import (
    STAFF,
    SYSTEM_MAY,
    WHO_MAY,
    WITH_PASSWORD,
    Action,
    Role,
    Scope,
    allowed,
    staff_who_may,
    within,
)
from rules.refusals import N_, Refused

# --- who is calling ----------------------------------------------------------------------------------------


def secret_digest(secret: str) -> str:
    """What is kept of a device's or program's secret. The secret must be random and long: it is not salted."""
    return hashlib.sha256(secret.encode()).hexdigest()


def label_of(user: User) -> str:
    """How the log and the tablets name somebody: the name colleagues know, never the e-mail address."""
    return user.name or f"#{user.pk}"


def actor_of_user(user: User, *, device_id: int | None = None) -> Actor:
    """The Actor for somebody signed in."""
    return Actor(user_id=user.pk, device_id=device_id, label=label_of(user), language=str(user.language))


_SPEAKS_FOR = """
SELECT t.id, t.last_used_at, t.user_id, t.device_id, u.name, u.language, t.scope, t.venue_id
FROM people_apitoken t JOIN people_user u ON u.id = t.user_id LEFT JOIN people_device d ON d.id = t.device_id
WHERE t.token_hash = %s AND t.revoked_at IS NULL AND t.expires_at > %s AND u.is_active
  AND (t.device_id IS NULL OR d.revoked_at IS NULL)
"""


def bearer_of(secret: str, *, at: datetime) -> Bearer | None:
    """Who a bearer token speaks for; None when unknown, revoked, expired, or its user or device is no longer welcome."""
    found = prepared.rows(_SPEAKS_FOR, [secret_digest(secret), at])
    if not found:
        return None
    token_id, last_used_at, user_id, device_id, name, language, scope, venue_id = found[0]
    actor = Actor(
        user_id=user_id,
        device_id=device_id,
        label=name or f"#{user_id}",
        language=language,
        scope=scope,
        only_venue_id=venue_id,
    )
    return Bearer(token_id=token_id, actor=actor, last_used_at=last_used_at)


def device_for_token(secret: str) -> DeviceView | None:
    """The paired device that knows `secret`; None when unknown or revoked."""
    device = Device.objects.filter(token_hash=secret_digest(secret), revoked_at__isnull=True).first()
    return _device_view(device) if device else None


def paired_devices(device_ids: Iterable[int]) -> set[int]:
    """Those of the devices that are still paired."""
    return set(
        Device.objects.filter(pk__in=list(device_ids), revoked_at__isnull=True).values_list("pk", flat=True)
    )


def device_names(device_ids: Iterable[int]) -> dict[int, str]:
    """What the devices are called, also those that are paired no longer."""
    return dict(Device.objects.filter(pk__in=list(device_ids)).values_list("pk", "name"))


def actor_for_pin(
    *, device: DeviceView, user_id: int, pin: str, right: Callable[[str, str], bool] = check_password
) -> Actor | None:
    """The operator acting on a paired device; None when the PIN is wrong or they hold no role at its venue.

    Costs a password check, unless `right` (the PIN, the hash that is kept now) knows the answer. The face limits the
    number of tries.
    """
    row = (
        OperatorPin.objects.select_related("user")
        .filter(
            user_id=user_id,
            user__is_active=True,
            user__staff_roles__venue_id=device.venue_id,
            user__staff_roles__revoked_at__isnull=True,
        )
        .first()
    )
    if row is None or not right(pin, row.hashed):
        return None
    return actor_of_user(row.user, device_id=device.device_id)


PROOF_MINUTES = 30


def proved_address(code_id: int, *, at: datetime) -> str | None:
    """The address whose code was given right in the last half hour."""
    code = EmailCode.objects.filter(pk=code_id, used_at__gt=at - timedelta(minutes=PROOF_MINUTES)).first()
    return code.email if code is not None else None


def reach_of(user_id: int) -> Reach | None:
    """Where somebody with an account can be written to; None for who has none, or no address that receives mail."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or user.email.endswith(".invalid"):
        return None
    return Reach(user_id=user.pk, name=label_of(user), email=user.email, language=str(user.language))


def pin_of(user_id: int) -> PinView | None:
    """The PIN somebody has for tablets; None for none."""
    row = OperatorPin.objects.select_related("set_by").filter(user_id=user_id).first()
    if row is None:
        return None
    other = row.set_by is not None and row.set_by_id != user_id
    return PinView(set_at=row.set_at, by=label_of(row.set_by) if other and row.set_by else "")


def pins_of(user_ids: Iterable[int]) -> set[int]:
    """Those of the accounts that have a PIN."""
    return set(OperatorPin.objects.filter(user_id__in=list(user_ids)).values_list("user_id", flat=True))


def session_number(session_key: str) -> str:
    """By what a session is named on pages: whoever reads it cannot take the session over."""
    return hashlib.sha256(f"shuffle-up session {session_key}".encode()).hexdigest()[:16]


def sessions_of(user_id: int, *, at: datetime, this_key: str = "") -> tuple[SessionView, ...]:
    """The browsers where somebody is signed in at `at`, the latest first."""
    rows = Session.objects.filter(user_id=user_id, expire_date__gt=at).order_by("-began_at", "session_key")
    found = list(rows[:200])
    names = device_names({row.device_id for row in found if row.device_id is not None})
    return tuple(
        SessionView(
            number=session_number(row.session_key),
            browser=row.browser,
            device=names.get(row.device_id or 0, ""),
            began_at=row.began_at,
            ends_at=row.expire_date,
            is_this=row.session_key == this_key,
        )
        for row in found
    )


def second_factor_of(user_id: int) -> FactorView | None:
    """What somebody signs in with besides the password; None for the password alone."""
    row = SecondFactor.objects.filter(user_id=user_id).first()
    if row is None:
        return None
    return FactorView(user_id=user_id, seed=row.seed, set_at=row.set_at, recovery_used=len(row.recovery_used))


def second_factors(user_ids: Iterable[int]) -> set[int]:
    """Those of the accounts that sign in with an app, too."""
    return set(SecondFactor.objects.filter(user_id__in=list(user_ids)).values_list("user_id", flat=True))


def way_in(email: str) -> tuple[str, User | None]:
    """Where a proved address leads: "sign_in" (with the account), "sign_up", "password" (staff who have one), or "closed".

    Who works here and has no password yet comes in by code: a role must lock nobody out of the own purse.
    """
    user = User.objects.filter(email=email).first()
    if user is None:
        return "sign_up", None
    if not user.is_active:
        return "closed", None
    if user.is_staff or user.is_superuser or second_factor_of(user.pk) is not None:
        return "password", None  # whoever set up an app does not get in past it
    works = user.staff_roles.filter(revoked_at__isnull=True).exists()
    return ("password", None) if works and user.has_usable_password() else ("sign_in", user)


# --- what they may do --------------------------------------------------------------------------------------

_ROLES = """
SELECT p.id,
    ARRAY(SELECT r.role FROM people_staffrole r
          WHERE r.user_id = u.id AND r.venue_id = %s AND r.revoked_at IS NULL
            AND (r.tournament_id IS NULL OR r.tournament_id = %s)),
    %s::bigint IS NULL OR EXISTS (SELECT FROM people_device d
          WHERE d.id = %s AND d.revoked_at IS NULL AND (%s::bigint IS NULL OR d.venue_id = %s))
FROM people_user u LEFT JOIN people_player p ON p.user_id = u.id
WHERE u.id = %s AND u.is_active
"""


class _Held(NamedTuple):
    """What somebody holds somewhere. `known`: an account that may sign in."""

    known: bool
    player_id: int | None
    roles: frozenset[Role]
    device_is_ours: bool


_NOBODY = _Held(known=False, player_id=None, roles=frozenset({Role.PUBLIC}), device_is_ours=True)


def _question(
    user_id: int | None, device_id: int | None, venue_id: int | None, tournament_id: int | None
) -> prepared.Question:
    return _ROLES, [venue_id, tournament_id, device_id, device_id, venue_id, venue_id, user_id]


def roles_question(by: Actor, *, venue_id: int | None, tournament_id: int | None) -> prepared.Question:
    """What `require` asks there, for a command that has something else to ask at the same moment
    (`prepared.together`); `require` takes what is answered."""
    return _question(by.user_id, by.device_id, venue_id, tournament_id)


def _held(
    user_id: int | None,
    device_id: int | None,
    venue_id: int | None,
    tournament_id: int | None,
    answer: list[tuple[Any, ...]] | None = None,
) -> _Held:
    if user_id is None:
        return _NOBODY
    if answer is None:
        answer = prepared.rows(*_question(user_id, device_id, venue_id, tournament_id))
    found = answer
    if not found:
        return _NOBODY
    row = found[0]
    player_id, roles, device_is_ours = row
    held = {Role.PUBLIC, *map(Role, roles)}
    if player_id is not None:
        held.add(Role.PLAYER)
    return _Held(known=True, player_id=player_id, roles=frozenset(held), device_is_ours=device_is_ours)


def roles_of(
    user_id: int | None, *, venue_id: int | None, tournament_id: int | None = None
) -> frozenset[Role]:
    """The roles somebody holds at a venue, with those for one of its tournaments if it is named.

    Everyone is `public`; whoever has a player's file is `player`; who cannot sign in holds nothing else.
    """
    return _held(user_id, None, venue_id, tournament_id).roles


def require(
    by: Actor,
    action: Action,
    *,
    venue_id: int | None,
    tournament_id: int | None = None,
    owner_player_id: int | None = None,
    owner_user_id: int | None = None,
    answer: list[tuple[Any, ...]] | None = None,
) -> None:
    """Refuse unless `by` may do `action` there, or on what belongs to `owner_player_id` / `owner_user_id`.

    One indexed statement, nothing cached: a role taken away stops the next command. venue_id None: where no venue
    is concerned, so that no staff role counts. The system may do what SYSTEM_MAY lists. answer: to `roles_question`, when
    the command has asked it already.
    Refusals: ``forbidden`` (the sentence tells whom to ask), ``device_not_paired``.
    Rule: ADTP.1
    """
    if by == SYSTEM:
        if action in SYSTEM_MAY:
            return
        raise _forbidden(action)
    held = _held(by.user_id, by.device_id, venue_id, tournament_id, answer)
    if not held.device_is_ours:
        raise Refused(
            "device_not_paired",
            N_("This device is not paired with this venue any more. Ask the director to pair it again."),
        )
    check_reach(by, action)
    if by.only_venue_id is not None and venue_id != by.only_venue_id:
        raise Refused(
            "forbidden", N_("This token is for another house. Make one for this house."), action=action.value
        )
    # a PIN opens the house's tablet, not the operator's own affairs: on a shared device nothing is one's own
    own = by.device_id is None and (
        (owner_player_id is not None and owner_player_id == held.player_id)
        or (owner_user_id is not None and owner_user_id == by.user_id and held.known)
    )
    if not allowed(held.roles, action, own=own):
        raise _forbidden(action)


def require_every_house(by: Actor, user_id: int) -> None:
    """Refuse unless `by` owns every house where somebody works: what opens an account opens it everywhere, and the
    word of an owner of one house does not do for another. Refusals: ``forbidden``."""
    for venue_id in roles_by_venue(user_id):
        require(by, Action.SET_PIN, venue_id=venue_id)


def may(
    by: Actor,
    action: Action,
    *,
    venue_id: int | None,
    tournament_id: int | None = None,
    owner_player_id: int | None = None,
    owner_user_id: int | None = None,
) -> bool:
    """`require` as a question, for faces that hide what would be refused and for doors of sockets."""
    try:
        require(
            by,
            action,
            venue_id=venue_id,
            tournament_id=tournament_id,
            owner_player_id=owner_player_id,
            owner_user_id=owner_user_id,
        )
    except Refused:
        return False
    return True


def _forbidden(action: Action) -> Refused:
    return Refused("forbidden", WHO_MAY[staff_who_may(action)], action=action.value)


def check_reach(by: Actor, action: Action) -> None:
    """Refuse what a PIN on a tablet or a token does not do, whoever it speaks for. Refusals: ``forbidden``."""
    if by.device_id is not None and action in WITH_PASSWORD:
        raise Refused(
            "forbidden",
            N_(
                "A PIN is for the floor and the desk. Sign in with your password, on a machine of your own, to do this."
            ),
            action=action.value,
        )
    if by.scope and not within(Scope(by.scope), action):
        raise Refused(
            "forbidden",
            N_("This token is not for that. Sign in yourself, or make a token that may do more."),
            action=action.value,
        )


def roles_by_venue(user_id: int) -> dict[int, frozenset[Role]]:
    """The venues where somebody is staff, with the roles held anywhere in them."""
    found: dict[int, set[Role]] = {}
    rows = StaffRole.objects.filter(user_id=user_id, user__is_active=True, revoked_at__isnull=True)
    for venue_id, role in rows.values_list("venue_id", "role"):
        found.setdefault(venue_id, set()).add(Role(role))
    return {venue_id: frozenset(roles) for venue_id, roles in found.items()}


def owns_a_venue(user_id: int) -> bool:
    """Whether somebody answers for any house here."""
    return StaffRole.objects.filter(
        user_id=user_id,
        user__is_active=True,
        role=Role.OWNER,
        tournament_id__isnull=True,
        revoked_at__isnull=True,
    ).exists()


def is_founded() -> bool:
    """Whether the installation has, or had, an owner: only the first one comes in by the founding code."""
    return StaffRole.objects.filter(role=Role.OWNER).exists()


def founding_code() -> str:
    """What lets somebody be the first owner, as long as there is none: only this server can make it, and its console
    prints it (`bin/up --empty`, `manage.py first_owner`). Nothing of it is kept."""
    made = salted_hmac("shuffle-up founding code", "first owner", algorithm="sha256").digest()
    return b32encode(made[:15]).decode().lower()


def opens_the_house(code: str) -> bool:
    """Whether a code makes its bearer the first owner now."""
    return constant_time_compare(code[:60].strip().lower(), founding_code()) and not is_founded()


def staff_of(venue_id: int) -> tuple[StaffMember, ...]:
    """Everyone who holds a role at a venue or at one of its tournaments, by e-mail address."""
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


def alphabetical(name: str) -> Func:
    """What a list of names is ordered by: Ícaro between Ian and Ivo, whatever the database's collation.

    name: the field, "entry__player__public_name".
    """
    return Func(F(name), function="people_plain", output_field=TextField())


def devices_of(venue_id: int) -> tuple[DeviceView, ...]:
    """The devices paired with a venue now, by name."""
    rows = Device.objects.filter(venue_id=venue_id, revoked_at__isnull=True).order_by(
        alphabetical("name"), "pk"
    )
    return tuple(_device_view(device) for device in rows)


def tokens_of(user_id: int, *, at: datetime) -> tuple[TokenView, ...]:
    """The bearer tokens of somebody that work at `at`, newest first."""
    rows = (
        ApiToken.objects.filter(user_id=user_id, revoked_at__isnull=True)
        .filter(expires_at__gt=at)
        .filter(Q(device_id__isnull=True) | Q(device__revoked_at__isnull=True))
        .order_by("-created_at", "-pk")
    )
    return tuple(
        TokenView(
            token_id=row.pk,
            name=row.name,
            device_id=row.device_id,
            scope=row.scope,
            venue_id=row.venue_id,
            created_at=row.created_at,
            expires_at=row.expires_at,
            last_used_at=row.last_used_at,
        )
        for row in rows
    )


def _device_view(device: Device) -> DeviceView:
    return DeviceView(
        device_id=device.pk,
        venue_id=device.venue_id,
        name=device.name,
        kind=device.kind,
        paired_at=device.paired_at,
        revoked_at=device.revoked_at,
    )


# --- players -----------------------------------------------------------------------------------------------


def player_of_user(user_id: int | None) -> int | None:
    """The player behind an account, if there is one."""
    if user_id is None:
        return None
    return Player.objects.filter(user_id=user_id).values_list("pk", flat=True).first()


def player_view(player_id: int) -> PlayerView:
    """A player as everyone may see them. Refusals: ``unknown_player``."""
    row = Player.objects.filter(pk=player_id).values_list("public_name", "country").first()
    if row is None:
        raise _unknown_player()
    return PlayerView(player_id=player_id, public_name=row[0], country=row[1])


def player_file(player_id: int) -> PlayerFile:
    """Everything kept about a player: ask `require(VIEW_PLAYER_PRIVATE)` first. Refusals: ``unknown_player``."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise _unknown_player()
    return PlayerFile(
        player_id=player.pk,
        full_name=player.full_name,
        public_name=player.public_name,
        birth_date=player.birth_date,
        document_kind=player.document_kind,
        document_number=player.document_number,
        country=player.country,
        email=player.email,
        phone=player.phone,
        user_id=player.user_id,
        id_checked_at=player.id_checked_at,
        created_at=player.created_at,
        anonymised_at=player.anonymised_at,
    )


_SEARCH = """
SELECT id, full_name, public_name, birth_date, right(document_number, 4), id_checked_at IS NOT NULL
FROM people_player
WHERE anonymised_at IS NULL AND (NOT simulated OR %s) AND {where}
ORDER BY people_plain(full_name), id LIMIT %s
"""


def search_players(text: str, *, limit: int = 20, simulated: bool = False) -> tuple[PlayerFound, ...]:
    """Players by words of their name or nickname in any order, case or accent; by whole document number or e-mail.

    simulated: with those who are made for rehearsals.

    For staff only: ask `require(VIEW_PLAYER_PRIVATE)` first. Sorted by name without accents; nothing for "".
    """
    words = text.split()[:8]
    if not words:
        return ()
    named = " AND ".join(
        ["people_plain(full_name || ' ' || public_name) LIKE '%%' || people_plain(%s) || '%%'"] * len(words)
    )
    values: list[Any] = [simulated, *(_like(word) for word in words)]
    document = plain_document(text)
    where = f"(({named}) OR email = %s" + (" OR document_number = %s" if document else "") + ")"
    values.append(text.strip().lower())
    if document:
        values.append(document)
    with connection.cursor() as cursor:
        cursor.execute(_SEARCH.format(where=where), [*values, min(max(limit, 1), 100)])
        rows = cursor.fetchall()
    return tuple(
        PlayerFound(
            player_id=row[0],
            full_name=row[1],
            public_name=row[2],
            birth_date=row[3],
            document_end=row[4],
            id_checked=row[5],
        )
        for row in rows
    )


def simulated_among(player_ids: Iterable[int]) -> set[int]:
    """Which of these players are nobody: made for practice."""
    return set(Player.objects.filter(pk__in=list(player_ids), simulated=True).values_list("pk", flat=True))


def documents_known(numbers: Iterable[str]) -> set[str]:
    """Which of these document numbers somebody's file has, as they are kept: for staff who open files."""
    wanted = {plain_document(number) for number in numbers} - {""}
    return set(
        Player.objects.filter(document_number__in=wanted, anonymised_at__isnull=True).values_list(
            "document_number", flat=True
        )
    )


def plain_document(number: str) -> str:
    """A document number as it is kept: capital letters and digits only."""
    return "".join(sign for sign in number.upper() if sign.isascii() and sign.isalnum())


def _like(word: str) -> str:
    for sign in ("\\", "%", "_"):
        word = word.replace(sign, "\\" + sign)
    return word


def _unknown_player() -> Refused:
    return Refused("unknown_player", N_("There is no such player. Search again or open a new file."))


def seen_by(player_id: int, *, limit: int = 100) -> tuple[SeenView, ...]:
    """Who of the staff looked at a person's private file, the latest first: for the person."""
    return _seen(FileSeen.objects.filter(player_id=player_id), limit)


def seen_at_venue(venue_id: int, *, limit: int = 200) -> tuple[SeenView, ...]:
    """Whose files the staff of a venue looked at, the latest first: ask `require(MANAGE_STAFF)` first."""
    return _seen(FileSeen.objects.filter(venue_id=venue_id), limit)


def _seen(rows: QuerySet[FileSeen], limit: int) -> tuple[SeenView, ...]:
    return tuple(
        SeenView(
            player_id=row.player_id,
            player=row.player.public_name,
            by=label_of(row.user),
            venue_id=row.venue_id,
            seen_at=row.seen_at,
        )
        for row in rows.select_related("user", "player").order_by("-seen_at", "-pk")[
            : min(max(limit, 1), 1000)
        ]
    )


# The version of the words that come with the product, and of the operator's after it.
_OUR_WORDS = "1"


def privacy_text() -> PrivacyView:
    """What the operator says about people's data, and the version that who opens an account accepts."""
    row = PrivacyText.objects.order_by("-pk").first()
    if row is None:
        return PrivacyView(version=_OUR_WORDS, text="", set_at=None)
    return PrivacyView(version=f"{_OUR_WORDS}.{row.pk}", text=row.text, set_at=row.set_at)


# --- what keeps a player away ------------------------------------------------------------------------------

_EXCLUSION = """
SELECT id, kind, venue_id, from_at, until_at FROM people_exclusion
WHERE player_id = %s AND lifted_at IS NULL AND from_at <= %s AND (until_at IS NULL OR until_at > %s)
  AND (venue_id IS NULL OR venue_id = %s)
ORDER BY until_at DESC NULLS FIRST, id LIMIT 1
"""


def exclusion_of(player_id: int, *, venue_id: int, at: datetime) -> ExclusionView | None:
    """The longest exclusion that keeps a player from a venue at `at`; None when welcome.

    Rule: PT-T.21
    """
    with connection.cursor() as cursor:
        cursor.execute(_EXCLUSION, [player_id, at, at, venue_id])
        row = cursor.fetchone()
    if row is None:
        return None
    return ExclusionView(exclusion_id=row[0], kind=row[1], venue_id=row[2], from_at=row[3], until_at=row[4])


def excluded_among(player_ids: Iterable[int], *, venue_id: int, at: datetime) -> set[int]:
    """Who of these may not play at a venue at `at`. One statement."""
    return set(
        Exclusion.objects.filter(
            Q(venue_id=venue_id) | Q(venue_id__isnull=True),
            Q(until_at__isnull=True) | Q(until_at__gt=at),
            player_id__in=list(player_ids),
            lifted_at__isnull=True,
            from_at__lte=at,
        ).values_list("player_id", flat=True)
    )


def exclusions_of(player_id: int) -> tuple[ExclusionView, ...]:
    """Every exclusion there was of a player, newest first; without the reason, which is the house's note."""
    rows = Exclusion.objects.filter(player_id=player_id).order_by("-from_at", "-pk")
    return tuple(
        ExclusionView(
            exclusion_id=row.pk,
            kind=row.kind,
            venue_id=row.venue_id,
            from_at=row.from_at,
            until_at=row.lifted_at or row.until_at,
        )
        for row in rows
    )


def exclusions_at(venue_id: int, *, at: datetime) -> tuple[ExclusionLine, ...]:
    """Who may not play at a venue at `at`, by name: ask `require(MANAGE_EXCLUSION)` first."""
    rows = (
        Exclusion.objects.select_related("player")
        .filter(Q(venue_id=venue_id) | Q(venue_id__isnull=True), lifted_at__isnull=True, from_at__lte=at)
        .filter(Q(until_at__isnull=True) | Q(until_at__gt=at))
        .order_by(alphabetical("player__full_name"), "pk")
    )
    return tuple(
        ExclusionLine(
            exclusion_id=row.pk,
            player_id=row.player_id,
            full_name=row.player.full_name,
            kind=row.kind,
            venue_id=row.venue_id,
            from_at=row.from_at,
            until_at=row.until_at,
            reason=row.reason,
        )
        for row in rows
    )


def limits_of(player_id: int, *, unit: str, at: datetime) -> tuple[LimitView, ...]:
    """The play limits that hold for a player at `at`, one per period at most. `unit` is a currency."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT ON (period) period, amount_cents, applies_from FROM people_playlimit"
            " WHERE player_id = %s AND unit = %s AND applies_from <= %s"
            " ORDER BY period, applies_from DESC, id DESC",
            [player_id, unit, at],
        )
        rows = cursor.fetchall()
    return tuple(
        LimitView(period=period, unit=unit, amount_cents=cents, applies_from=since)
        for period, cents, since in rows
        if cents is not None
    )
