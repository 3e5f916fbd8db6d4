"""Steps that change people's rows. Each needs an open transaction; the command has asked for permission before."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.hashers import identify_hasher, make_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, connection, transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import base36_to_int, int_to_base36

from dispatch.commands import record
from dispatch.facts import Actor, CommandId, player_audience
from people.facts import Bearer, access_topic, player_stream, user_stream
from people.models import (
    ApiToken,
    Device,
    EmailCode,
    Exclusion,
    OperatorPin,
    Player,
    PlayLimit,
    PrivacyText,
    SecondFactor,
    Session,
    StaffRole,
    User,
)
from people.models.access import STAFF_ROLES, DeviceKind
from people.models.limits import Period
from people.models.players import DocumentKind
from people.models.users import Language
from people.queries import opens_the_house, plain_document, privacy_text, session_number, tokens_of
from rules.documents import COUNTRIES, cpf_is_right
from rules.entries import OF_AGE_YEARS, age_on
from rules.permissions import Role, Scope
from rules.pins import check_pin
from rules.play_limits import applies_from
from rules.refusals import N_, Refused
from rules.totp import step_of

# What identifies a person; a change means that the document must be looked at again.
IDENTITY = frozenset({"full_name", "birth_date", "document_kind", "document_number", "country"})


def hash_secret(secret: str, *, salt: str) -> str:
    """A password or PIN as it is kept. Faces call it before the command, which never sees the secret.

    salt: unique to this command, so its id: the same request sent twice is then the same request.
    """
    return make_password(secret, salt=salt.replace("$", ""))


# --- codes by e-mail ----------------------------------------------------------------------------------------

LONGEST_EMAIL = 254
CODE_MINUTES = 10
CODE_TRIES = 5
CODES_AN_HOUR = 12  # for one address, whoever asks; the doors let one place ask for fewer
_KEPT = timedelta(days=1)


def code_for(command_id: CommandId, email: str) -> str:
    """Six digits that only this server can make: the same again when the request that asks for it is repeated."""
    made = salted_hmac("shuffle-up email code", f"{command_id}:{email}", algorithm="sha256").digest()
    return f"{int.from_bytes(made[:8], 'big') % 1_000_000:06d}"


def code_digest(code: str, *, email: str) -> str:
    """What is kept of a code. Keyed: whoever reads the row cannot try a million codes on it."""
    return salted_hmac("shuffle-up email code kept", f"{email}:{code}", algorithm="sha256").hexdigest()


def plain_email(address: str) -> str:
    """An address as it is kept. Refusals: ``bad_email``."""
    return _email(address)


def add_code(*, email: str, code_hash: str, at: datetime) -> EmailCode:
    """Keep the digest of a new code. Refusals: ``bad_email``, ``too_many_codes``."""
    email = _email(email)
    with connection.cursor() as cursor:  # two at once for one address are counted one after the other
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"email-code {email}"])
    if EmailCode.objects.filter(email=email, made_at__gt=at - timedelta(hours=1)).count() >= CODES_AN_HOUR:
        raise too_many_codes()
    EmailCode.objects.filter(made_at__lt=at - _KEPT).delete()
    return EmailCode.objects.create(
        email=email,
        code_hash=_digest(code_hash),
        made_at=at,
        expires_at=at + timedelta(minutes=CODE_MINUTES),
    )


def too_many_codes() -> Refused:
    """The no to another code for an address, from one place or from all."""
    return Refused(
        "too_many_codes",
        N_("Several codes were sent to this address already. Use the latest, or ask again in an hour."),
    )


def try_code(*, code_id: int, email: str, code_hash: str, at: datetime) -> tuple[str, int]:
    """Use up one try: ("right" | "wrong" | "over", tries left). "over": unknown, used, too old or tried too often."""
    code = EmailCode.objects.select_for_update(no_key=True).filter(pk=code_id, email=email).first()
    if code is None or code.used_at is not None or at >= code.expires_at or code.tries >= CODE_TRIES:
        return "over", 0
    code.tries += 1
    right = constant_time_compare(code.code_hash, code_hash)
    if right:
        code.used_at = at
    code.save(update_fields=["tries", "used_at"])
    left = CODE_TRIES - code.tries
    if right:
        return "right", left
    return ("wrong", left) if left else ("over", 0)


def confirm_email(user: User, *, at: datetime) -> None:
    """The address is its owner's. A password set before anybody had proved it may be a stranger's: it goes."""
    if user.email_confirmed_at is not None:
        return
    user.email_confirmed_at = at
    # who set up an app has shown more than a password
    if not SecondFactor.objects.filter(user=user).exists():
        user.set_unusable_password()
        ApiToken.objects.filter(user=user, revoked_at__isnull=True).update(revoked_at=at)
    _save(user)
    record("email_confirmed", stream=user_stream(user.pk), at=at, audience="staff", body={"user_id": user.pk})


def accept_house_terms(*, user: User, version: str, at: datetime) -> None:
    """Keep that somebody agreed to how the house treats accounts and data."""
    record(
        "house_terms_accepted",
        stream=user_stream(user.pk),
        at=at,
        audience="staff",
        body={"user_id": user.pk, "version": version[:20]},
    )


# --- players -----------------------------------------------------------------------------------------------


def faults_of(given: Mapping[str, Any], *, at: datetime, minimum_age_years: int) -> list[Refused]:
    """What keeps a file from being opened with what was typed: for each field at most one, all at once.

    Rule: SCPT.F
    """
    found: list[Refused] = []
    born = given.get("birth_date")
    document = {name: given.get(name) for name in ("document_kind", "document_number")}
    if not (given.get("full_name") or "").strip():
        found.append(_name_missing())
    for part in (
        {"full_name": given.get("full_name")},
        {"public_name": given.get("public_name")},
        {"birth_date": born},
        document,
        {"country": given.get("country")},
        {"email": given.get("email")},
        {"phone": given.get("phone")},
    ):
        try:
            _player_fields(part, at=at)
        except Refused as no:
            found.append(no)
    if born is not None and not any(no.params.get("field") == "birth_date" for no in found):
        try:
            check_old_enough(born, at=at, years=minimum_age_years)
        except Refused as no:
            found.append(no)
    return found


def check_old_enough(born: date, *, at: datetime, years: int) -> None:
    """Whoever is too young is told so at the form, before there is anything to pay. Refusals: ``under_age``.

    Rule: SCPT.F
    """
    if age_on(born, at.date()) < years:
        raise Refused(
            "under_age",
            N_("Players must be at least %(years)s years old on the day of registration."),
            rule="SCPT.F",
            years=years,
            field="birth_date",
        )


def _name_missing() -> Refused:
    return Refused("name_missing", N_("Enter the player's full name as on the document."), field="full_name")


def add_player(*, at: datetime, user: User | None = None, simulated: bool = False, **given: Any) -> Player:
    """Open a player's file. Refusals: those of `_player_fields`, ``document_taken``."""
    fields = _player_fields(given, at=at)
    fields.setdefault("public_name", "")
    if not fields.get("full_name"):
        raise _name_missing()
    fields["public_name"] = fields["public_name"] or short_name(fields["full_name"])
    player = Player(user=user, created_at=at, simulated=simulated, **fields)
    _save(player)
    record(
        "player_created",
        stream=player_stream(player.pk),
        at=at,
        audience="staff",
        body={"player_id": player.pk, "user_id": user.pk if user else None},
    )
    return player


def claim_player(*, user: User, at: datetime) -> Player | None:
    """Give a new account the file that the desk opened with the same e-mail address, if there is exactly one.

    Only for a confirmed address: the code proved that it is the person's own.
    """
    if user.email_confirmed_at is None:
        return None
    waiting = list(
        Player.objects.select_for_update(no_key=True)
        .filter(email=user.email, user__isnull=True, anonymised_at__isnull=True)
        .order_by("pk")[:2]
    )
    if len(waiting) != 1:
        return None
    player = waiting[0]
    player.user = user
    _save(player)
    record(
        "player_claimed",
        stream=player_stream(player.pk),
        at=at,
        audience="staff",
        body={"player_id": player.pk, "user_id": user.pk},
    )
    return player


def lock_player(player_id: int) -> Player:
    """The player's row, held until the end of the command. Refusals: ``unknown_player``, ``player_anonymised``."""
    player = Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
    if player is None:
        raise Refused("unknown_player", N_("There is no such player. Search again or open a new file."))
    if player.anonymised_at is not None:
        raise Refused("player_anonymised", N_("This player's data was erased. Open a new file."))
    return player


def lock_play_limits(player_id: int, *, unit: str) -> bool:
    """Whether a player has set limits of spending; who spends under them does so one after the other.

    The rows are held until the end of the command: of two entries at once the second sees what the first spent.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM people_playlimit WHERE player_id = %s AND unit = %s ORDER BY id FOR NO KEY UPDATE",
            [player_id, unit],
        )
        return bool(cursor.fetchall())


def change_player(player: Player, *, at: datetime, **given: Any) -> list[str]:
    """Change what was given; the names of the fields that really changed.

    A changed identity takes back the identity check. Refusals: those of `_player_fields`, ``document_taken``.
    """
    fields = _player_fields(given, at=at)
    if "full_name" in fields and not fields["full_name"]:
        raise _name_missing()
    if "public_name" in fields and not fields["public_name"]:
        fields["public_name"] = short_name(fields.get("full_name", player.full_name))
    changed = sorted(name for name, value in fields.items() if getattr(player, name) != value)
    if not changed:
        return []
    for name in changed:
        setattr(player, name, fields[name])
    if player.document_number == "":
        player.document_kind = ""
    if IDENTITY & set(changed):
        player.id_checked_at = player.id_checked_by = None
    _save(player)
    record(
        "player_updated",
        stream=player_stream(player.pk),
        at=at,
        audience="staff",
        body={"player_id": player.pk, "fields": changed},
    )
    return changed


def short_name(full_name: str) -> str:
    """First and last name: what others read when no nickname was chosen."""
    words = full_name.split()
    return " ".join(words if len(words) < 2 else [words[0], words[-1]])[:80]


def _player_fields(given: Mapping[str, Any], *, at: datetime) -> dict[str, Any]:
    """What was given (not None), in the form it is kept.

    Refusals: ``text_too_long``, ``birth_date_impossible``, ``document_incomplete``, ``bad_cpf``, ``bad_country``,
    ``bad_email``.
    """
    fields = {name: value for name, value in given.items() if value is not None}
    for name in ("full_name", "public_name", "phone"):
        if name in fields:
            fields[name] = _line(fields[name], field=name)
    if "email" in fields:
        fields["email"] = _email(fields["email"]) if fields["email"].strip() else ""
    if "birth_date" in fields and not date(1900, 1, 1) <= fields["birth_date"] <= at.date():
        raise Refused(
            "birth_date_impossible",
            N_("Check the date of birth: nobody alive was born then."),
            field="birth_date",
        )
    if "country" in fields:
        fields["country"] = fields["country"].strip().upper()
        if fields["country"] not in COUNTRIES:
            raise Refused(
                "bad_country", N_("Give the country as two letters, such as BR or PT."), field="country"
            )
    if "document_number" in fields:
        fields["document_number"] = plain_document(fields["document_number"])[:40]
        if fields["document_number"] and fields.get("document_kind") not in DocumentKind.values:
            raise Refused(
                "document_incomplete",
                N_("Choose which document this number belongs to."),
                field="document_kind",
            )
        if not fields["document_number"]:
            fields["document_kind"] = ""
        if fields["document_kind"] == DocumentKind.CPF and not cpf_is_right(fields["document_number"]):
            raise Refused(
                "bad_cpf",
                N_("Check the number: the last two digits of a CPF do not fit the others."),
                rule="SCPT.F",
                field="document_number",
            )
    elif fields.get("document_kind"):
        raise Refused("document_incomplete", N_("Enter the number of the document."), field="document_number")
    return fields


def _line(text: str, *, field: str) -> str:
    """One line of text: trimmed, single spaces, nothing that is not printable."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    longest = {"full_name": 200, "public_name": 80, "phone": 40, "name": 80, "reason": 300}[field]
    if len(line) > longest:
        raise Refused(
            "text_too_long",
            N_("This text is too long; at most %(longest)s characters."),
            field=field,
            longest=longest,
        )
    return line


def _email(address: str) -> str:
    address = address.strip().lower()
    try:
        if len(address) > LONGEST_EMAIL:  # lower case may be longer than what was typed
            raise ValidationError("")
        validate_email(address)
    except ValidationError:
        raise Refused("bad_email", N_("Check the e-mail address."), field="email") from None
    return address


def _save(row: Player | User) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        broken = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "") or ""
        if broken == "people_player_one_per_document":
            raise Refused(
                "document_taken",
                N_("A player with this document exists already. Search by the document number."),
                rule="SCPT.F",
                field="document_number",
            ) from error
        if broken.startswith("people_user_email"):
            raise Refused(
                "email_taken", N_("An account with this e-mail address exists already. Sign in instead.")
            ) from error
        raise


def check_identity_of(player: Player, *, at: datetime, checked_by_id: int | None) -> None:
    """Keep that somebody compared the person with a photo document: who and when, not the image.

    It ends the block of a person who was removed as under age and is of age by the document.
    Refusals: ``birth_date_missing``, ``document_missing``.
    Rule: SCPT.F
    """
    if player.birth_date is None:
        raise Refused(
            "birth_date_missing",
            N_("Enter the date of birth from the identity document first."),
            rule="SCPT.F",
        )
    if not player.document_number:
        raise Refused("document_missing", N_("Enter the number of the document first."), rule="SCPT.F")
    assert checked_by_id is not None  # the system may not check a face
    player.id_checked_at, player.id_checked_by_id = at, checked_by_id
    _save(player)
    record(
        "identity_checked",
        stream=player_stream(player.pk),
        at=at,
        audience="staff",
        body={"player_id": player.pk, "checked_by": checked_by_id},
    )
    if age_on(player.birth_date, at.date()) >= OF_AGE_YEARS:
        end_identity_block(player.pk, at=at, by_user_id=checked_by_id)


def erase_player(player: Player, *, at: datetime) -> None:
    """Take everything personal out of a player's file and close the account behind it.

    Places, prizes and transfers stay, under the number of the file. An exclusion stays in force.
    """
    user = player.user
    EmailCode.objects.filter(email__in=[a for a in (player.email, user.email if user else "") if a]).delete()
    player.full_name = player.document_kind = player.document_number = player.email = player.phone = ""
    player.public_name = f"#{player.pk}"
    player.birth_date, player.user, player.anonymised_at = None, None, at
    _save(player)
    if user is not None:
        user.email, user.name, user.is_active = f"erased-{user.pk}@invalid.invalid", "", False
        user.set_unusable_password()
        _save(user)
        ApiToken.objects.filter(user=user, revoked_at__isnull=True).update(revoked_at=at)
        OperatorPin.objects.filter(user=user).delete()
        SecondFactor.objects.filter(user=user).delete()
        for role in StaffRole.objects.filter(user=user, revoked_at__isnull=True).order_by("pk"):
            end_role(role, at=at, by_user_id=None)
    record(
        "player_anonymised",
        stream=player_stream(player.pk),
        at=at,
        audience="staff",
        body={"player_id": player.pk},
        touches=[access_topic(user.pk)] if user else (),
    )


# --- accounts and roles ------------------------------------------------------------------------------------


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
        email=_email(email),
        name=_line(name, field="name"),
        language=language,
        created_at=at,
        email_confirmed_at=at if confirmed else None,
    )
    user.set_unusable_password()
    if password_hash:
        user.password = password_hash
    _save(user)
    record("user_created", stream=user_stream(user.pk), at=at, audience="staff", body={"user_id": user.pk})
    return user


def hold_founding(code: str) -> None:
    """Be the only one who founds, until the end of the command. Refusals: ``no_first_owner``."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('first owner'))")
    if not opens_the_house(code):
        raise no_first_owner()


def no_first_owner() -> Refused:
    """The no to who would open the first venue without the code that the server printed."""
    return Refused(
        "no_first_owner",
        N_(
            "This installation is opened with the link that the server printed when it started. Use that one."
        ),
    )


def refuse_nameless(user: User) -> None:
    """Refusals: ``name_missing``."""
    if not user.name:
        raise Refused("name_missing", N_("Give the name that colleagues read."), field="name")


def user_of_address(email: str) -> User | None:
    """Who signs in with an address. Refusals: ``bad_email``."""
    return User.objects.filter(email=_email(email), is_active=True).first()


def active_user(user_id: int) -> User:
    """Somebody who can sign in. Refusals: ``unknown_user``."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise Refused("unknown_user", N_("There is no such account, or it was closed."))
    return user


# --- passwords and the ways in ------------------------------------------------------------------------------

LINK_MINUTES = {"invitation": 3 * 24 * 60, "handed": 24 * 60}


class _Link(PasswordResetTokenGenerator):
    """Django's one-time token: it dies with the password, with the next sign-in and with time."""

    def __init__(self, purpose: str, at: datetime) -> None:
        super().__init__()
        self.key_salt = f"shuffle-up link {purpose}"
        self._at = at

    def _now(self) -> datetime:
        return self._at.astimezone(UTC).replace(tzinfo=None)

    def age_seconds(self, token: str) -> int:
        made = base36_to_int(token.partition("-")[0])
        return int(self._num_seconds(self._now()) - made)


def link_for(user_id: int, *, purpose: str, at: datetime) -> str:
    """What lets somebody set a password, once and for a while; nothing of it is kept.

    purpose: "invitation", mailed to the account's address; "handed": given by hand, proves no address.
    """
    user = active_user(user_id)
    return f"{purpose[0]}.{int_to_base36(user.pk)}.{_Link(purpose, at).make_token(user)}"


def link_state(user: User) -> str:
    """Of the password and the last sign-in: a request that is repeated gives its link again only as long as nobody has
    chosen a password or come in since."""
    seen = f"{user.password}:{user.last_login.isoformat() if user.last_login else ''}"
    return salted_hmac("shuffle-up link state", seen, algorithm="sha256").hexdigest()[:16]


def open_link(link: str, *, at: datetime) -> tuple[User, str]:
    """Whose link it is and what for. Refusal: ``link_over``."""
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
        N_("This link does not open any more: it was used, or it is too old. Ask for another."),
    )


def keep_password(
    user: User, *, password_hash: str, how: str, at: datetime, by_user_id: int | None, keep_session: str = ""
) -> None:
    """Another password. Every session and token of before ends; keep_session: the number of the one that goes on."""
    identify_hasher(password_hash)
    user.password = password_hash
    if how in ("reset", "invitation") and user.email_confirmed_at is None:
        user.email_confirmed_at = at  # the link came by mail
    _save(user)
    end_ways_in(user, at=at, keep_session=keep_session)
    record(
        "password_set",
        stream=user_stream(user.pk),
        at=at,
        audience="staff",
        body={"user_id": user.pk, "how": how, "by_user_id": by_user_id},
        touches=[access_topic(user.pk)],
    )


def end_ways_in(user: User, *, at: datetime, keep_session: str = "") -> int:
    """End the sessions (but one, by its number) and the tokens of somebody; how many sessions ended."""
    ended = end_sessions(user.pk, but=keep_session)
    ApiToken.objects.filter(user=user, revoked_at__isnull=True).update(revoked_at=at)
    return ended


def end_sessions(user_id: int, *, only: str = "", but: str = "") -> int:
    """End the sessions of somebody: one by its number, or all but one. How many ended."""
    keys = [
        key
        for key in Session.objects.filter(user_id=user_id).values_list("session_key", flat=True)
        if (session_number(key) == only if only else session_number(key) != but)
    ]
    return Session.objects.filter(session_key__in=keys).delete()[0]


def invite(user: User, *, purpose: str, at: datetime) -> None:
    """Keep that somebody was sent or given a link to choose a password."""
    record(
        "staff_invited",
        stream=user_stream(user.pk),
        at=at,
        audience="staff",
        body={"user_id": user.pk, "purpose": purpose},
    )


def tell_sessions_ended(user_id: int, *, ended: int, at: datetime) -> None:
    """Keep that somebody signed out elsewhere; open sockets ask again."""
    record(
        "sessions_ended",
        stream=user_stream(user_id),
        at=at,
        audience="staff",
        body={"user_id": user_id, "ended": ended},
        touches=[access_topic(user_id)],
    )


def close_user(user: User, *, at: datetime, by_user_id: int | None) -> None:
    """Nobody signs in with this account any more. The name stays in the log; the address becomes free."""
    end_ways_in(user, at=at)
    user.email, user.is_active = f"closed-{user.pk}@invalid.invalid", False
    user.set_unusable_password()
    _save(user)
    OperatorPin.objects.filter(user=user).delete()
    SecondFactor.objects.filter(user=user).delete()
    for role in StaffRole.objects.filter(user=user, revoked_at__isnull=True).order_by("pk"):
        end_role(role, at=at, by_user_id=by_user_id)
    record(
        "account_closed",
        stream=user_stream(user.pk),
        at=at,
        audience="staff",
        body={"user_id": user.pk, "by_user_id": by_user_id},
        touches=[access_topic(user.pk)],
    )


def refuse_last_owner(user: User) -> None:
    """Refuse while a venue would be without an owner. Refusals: ``last_owner``."""
    owned = StaffRole.objects.filter(
        user=user, role=Role.OWNER, tournament_id__isnull=True, revoked_at__isnull=True
    ).order_by("venue_id")
    for row in owned:
        if is_last_owner(row, lock_roles_of_venue(row.venue_id)):
            raise Refused("last_owner", N_("A venue needs an owner. Name another one first."))


def give_role(
    *, user: User, venue_id: int, tournament_id: int | None, role: str, at: datetime, by_user_id: int | None
) -> StaffRole:
    """Give somebody a role; who signed up as a player is known to colleagues by the public name.

    Refusals: ``bad_role``, ``role_held``.
    """
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
    _record_access(row, at=at, change="granted")
    return row


def require_staff(user: User, *, venue_id: int | None) -> None:
    """Refuse unless somebody is staff of the venue. Refusals: ``not_staff``."""
    if (
        venue_id is None
        or not StaffRole.objects.filter(user=user, venue_id=venue_id, revoked_at__isnull=True).exists()
    ):
        raise Refused("not_staff", N_("This person holds no role at this venue. Grant a role first."))


def lock_roles_of_venue(venue_id: int) -> list[StaffRole]:
    """All roles held at a venue, held still until the end of the command, in one order."""
    return list(
        StaffRole.objects.select_for_update(no_key=True)
        .filter(venue_id=venue_id, revoked_at__isnull=True)
        .order_by("pk")
    )


def end_role(row: StaffRole, *, at: datetime, by_user_id: int | None) -> None:
    """Take a role away."""
    row.revoked_at, row.revoked_by_id = at, by_user_id
    row.save(update_fields=["revoked_at", "revoked_by"])
    _record_access(row, at=at, change="revoked")


def is_last_owner(row: StaffRole, among: list[StaffRole]) -> bool:
    """Whether nobody would own the venue without this role."""
    owners = [r for r in among if r.role == Role.OWNER and r.tournament_id is None]
    return [r.pk for r in owners] == [row.pk]


def _record_access(row: StaffRole, *, at: datetime, change: str) -> None:
    record(
        "access_changed",
        stream=user_stream(row.user_id),
        at=at,
        audience="staff",
        body={
            "user_id": row.user_id,
            "venue_id": row.venue_id,
            "tournament_id": row.tournament_id,
            "role": str(row.role),
            "change": change,
        },
        touches=[access_topic(row.user_id)],
    )


# --- devices, PINs ---------------------------------------------------------------------------------


def add_device(
    *, venue_id: int, name: str, kind: str, token_hash: str, at: datetime, by_user_id: int | None
) -> Device:
    """Pair a device that knows the secret of `token_hash`. Refusals: ``bad_device_kind``, ``name_missing``."""
    if kind not in DeviceKind.values:
        raise Refused(
            "bad_device_kind", N_("Choose what the device is: floor, desk or screen."), field="kind"
        )
    name = _line(name, field="name")
    if not name:
        raise Refused("name_missing", N_("Give the device a name that people can read on it."), field="name")
    device = Device.objects.create(
        venue_id=venue_id,
        name=name,
        kind=kind,
        token_hash=_digest(token_hash),
        paired_at=at,
        paired_by_id=by_user_id,
    )
    record(
        "device_paired",
        stream=f"venue:{venue_id}",
        at=at,
        audience="staff",
        body={"device_id": device.pk, "name": name, "kind": kind},
    )
    return device


def end_device(device: Device, *, at: datetime) -> None:
    """Unpair a device and the tokens issued to it."""
    device.revoked_at = at
    device.save(update_fields=["revoked_at"])
    ApiToken.objects.filter(device=device, revoked_at__isnull=True).update(revoked_at=at)
    record(
        "device_unpaired",
        stream=f"venue:{device.venue_id}",
        at=at,
        audience="staff",
        body={"device_id": device.pk},
        touches=[f"device/{device.pk}/access"],
    )


def hash_pin(pin: str, *, salt: str) -> str:
    """A PIN as it is kept, if it is one. Every face calls it before the command. Refusals: ``bad_pin``."""
    check_pin(pin)
    return hash_secret(pin, salt=salt)


def keep_pin(*, user: User, pin_hash: str, at: datetime, by_user_id: int | None) -> None:
    """Keep an operator's PIN, in place of an earlier one: what that one had opened is closed."""
    identify_hasher(pin_hash)
    OperatorPin.objects.update_or_create(
        user=user, defaults={"hashed": pin_hash, "set_at": at, "set_by_id": by_user_id}
    )
    Session.objects.filter(user_id=user.pk, device_id__isnull=False).delete()
    record(
        "pin_set",
        stream=user_stream(user.pk),
        at=at,
        audience="staff",
        body={"user_id": user.pk, "by_user_id": by_user_id},
        touches=[access_topic(user.pk)],
    )


# --- people's data -------------------------------------------------------------------------------------------

LONGEST_PRIVACY_TEXT = 50_000


def keep_privacy_text(*, text: str, venue_id: int, at: datetime, by_user_id: int) -> str:
    """Keep the operator's words; their version. Refusals: ``text_too_long``."""
    text = "".join(sign for sign in text.replace("\r\n", "\n") if sign.isprintable() or sign == "\n").strip()
    if len(text) > LONGEST_PRIVACY_TEXT:
        raise Refused(
            "text_too_long",
            N_("This text is too long; at most %(longest)s characters."),
            field="text",
            longest=LONGEST_PRIVACY_TEXT,
        )
    row = PrivacyText.objects.create(text=text, set_at=at, set_by_id=by_user_id)
    record(
        "privacy_text_set",
        stream=f"venue:{venue_id}",
        at=at,
        audience="staff",
        body={"privacy_text_id": row.pk, "by_user_id": by_user_id},
    )
    return privacy_text().version


def note_seen(player_id: int, *, by: Actor, venue_id: int | None, at: datetime) -> None:
    """Keep that a member of staff had somebody's private file before them; one's own leaves no trace."""
    if by.user_id is None or venue_id is None:
        return
    hour = at.replace(minute=0, second=0, microsecond=0)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO seen_file (player_id, user_id, venue_id, hour, seen_at)"
            " SELECT p.id, %s, %s, %s, %s FROM people_player p"
            " WHERE p.id = %s AND NOT p.simulated AND p.user_id IS DISTINCT FROM %s ON CONFLICT DO NOTHING",
            [by.user_id, venue_id, hour, at, player_id, by.user_id],
        )


# --- the second factor ---------------------------------------------------------------------------------------

RECOVERY_CODES = 10


def factor_secret(user_id: int, seed: UUID) -> bytes:
    """What the app and this server share: computed, never kept."""
    return salted_hmac("shuffle-up second factor", f"{user_id}:{seed}", algorithm="sha256").digest()[:20]


def recovery_codes(user_id: int, seed: UUID) -> tuple[str, ...]:
    """Codes for the day on which the phone is lost, each good for once."""
    return tuple(
        b32encode(
            salted_hmac("shuffle-up recovery", f"{user_id}:{seed}:{number}", algorithm="sha256").digest()[:10]
        )
        .decode()
        .lower()
        for number in range(RECOVERY_CODES)
    )


def refuse_on_device(by: Actor) -> None:
    """Refusals: ``forbidden`` on a tablet that several people use."""
    if by.device_id is not None:
        raise Refused("forbidden", N_("Not on a shared device. Sign in yourself."))


def keep_factor(*, user: User, seed: UUID, code: str, at: datetime) -> None:
    """Somebody signs in with an app from now on. Refusals: ``factor_set``, ``no_password``, ``wrong_factor``."""
    if not user.has_usable_password():
        raise Refused("no_password", N_("Whoever signs in with a code by e-mail needs no second one."))
    step = step_of(factor_secret(user.pk, seed), plain_code(code), now=int(at.timestamp()), used=0)
    if step is None:
        raise wrong_factor()
    _made, new = SecondFactor.objects.get_or_create(
        user=user, defaults={"seed": seed, "set_at": at, "last_step": step}
    )
    if not new:
        raise Refused("factor_set", N_("An app is set up already. Take it away first."))
    record(
        "second_factor_set", stream=user_stream(user.pk), at=at, audience="staff", body={"user_id": user.pk}
    )


def end_factor(*, user: User, code: str | None, at: datetime) -> None:
    """The password alone signs in again. code None: the owner's word. Refusals: ``no_factor``, ``wrong_factor``."""
    factor = SecondFactor.objects.select_for_update(no_key=True).filter(user=user).first()
    if factor is None:
        raise Refused("no_factor", N_("No app is set up for this account."))
    if code is not None and not _opens(factor, code, at=at):
        raise wrong_factor()
    factor.delete()
    record(
        "second_factor_ended", stream=user_stream(user.pk), at=at, audience="staff", body={"user_id": user.pk}
    )


def pass_factor(user_id: int, code: str, *, at: datetime) -> bool:
    """Whether a code opens, and if so uses it up. The door limits the tries."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update(no_key=True).filter(user_id=user_id).first()
        return factor is not None and _opens(factor, code, at=at)


def _opens(factor: SecondFactor, typed: str, *, at: datetime) -> bool:
    code = plain_code(typed)
    step = step_of(
        factor_secret(factor.user_id, factor.seed), code, now=int(at.timestamp()), used=factor.last_step
    )
    if step is not None:
        factor.last_step = step
        factor.save(update_fields=["last_step"])
        return True
    for number, good in enumerate(recovery_codes(factor.user_id, factor.seed)):
        if constant_time_compare(good, code) and number not in factor.recovery_used:
            factor.recovery_used = [*factor.recovery_used, number]
            factor.save(update_fields=["recovery_used"])
            return True
    return False


def plain_code(typed: str) -> str:
    """A code without what people put between its signs."""
    return "".join(sign for sign in typed[:60].lower() if sign.isascii() and sign.isalnum())


def wrong_factor() -> Refused:
    """The no to a code that does not open."""
    return Refused(
        "wrong_factor", N_("This code is not right, or it was used. Wait for the next one in the app.")
    )


# --- tokens --------------------------------------------------------------------------------------------------

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
        raise Refused("bad_scope", N_("Choose what the token is for: read, work or all."), field="scope")
    if only_venue_id is not None:
        require_staff(user, venue_id=only_venue_id)
    expires_at = at + TOKEN_USUALLY if expires_at is None else expires_at
    if expires_at > at + TOKEN_AT_MOST:
        raise Refused(
            "expiry_far", N_("A token ends within a year. Choose an earlier day."), field="expires_at"
        )
    venues = StaffRole.objects.filter(user=user, revoked_at__isnull=True).values("venue_id")
    if (
        device_id is not None
        and not Device.objects.filter(pk=device_id, revoked_at__isnull=True, venue_id__in=venues).exists()
    ):
        raise Refused(
            "device_not_paired",
            N_("This device is not paired with this venue any more. Ask the director to pair it again."),
        )
    if expires_at <= at:
        raise Refused(
            "expiry_past", N_("A token ends after it is made. Choose a later moment."), field="expires_at"
        )
    if len(tokens_of(user.pk, at=at)) >= TOKENS_AT_MOST:
        raise Refused(
            "too_many_tokens", N_("You have %(most)s tokens. Revoke one first."), most=TOKENS_AT_MOST
        )
    token = ApiToken.objects.create(
        user=user,
        device_id=device_id,
        name=_line(name, field="name"),
        token_hash=_digest(token_hash),
        scope=scope,
        venue_id=only_venue_id,
        created_at=at,
        expires_at=expires_at,
    )
    record(
        "api_token_issued",
        stream=user_stream(user.pk),
        at=at,
        audience="staff",
        body={
            "user_id": user.pk,
            "token_id": token.pk,
            "device_id": device_id,
            "scope": str(scope),
            "venue_id": only_venue_id,
        },
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
    record(
        "api_token_revoked",
        stream=user_stream(token.user_id),
        at=at,
        audience="staff",
        body={"user_id": token.user_id, "token_id": token.pk},
        touches=[access_topic(token.user_id)],
    )


def _digest(token_hash: str) -> str:
    if len(token_hash) != 64 or not set(token_hash) <= set("0123456789abcdef"):
        raise ValueError("pass queries.secret_digest(secret), never the secret")
    return token_hash


# --- exclusions and limits ---------------------------------------------------------------------------------


def add_exclusion(
    *,
    player: Player,
    venue_id: int | None,
    from_at: datetime,
    until_at: datetime | None,
    kind: str,
    reason: str,
    at: datetime,
    by_user_id: int | None,
) -> Exclusion:
    """Keep a player away for a span. Refusals: ``exclusion_span``, ``text_too_long``."""
    if until_at is not None and until_at <= max(from_at, at):
        raise Refused("exclusion_span", N_("The exclusion must end after it begins, and not in the past."))
    exclusion = Exclusion.objects.create(
        player=player,
        venue_id=venue_id,
        from_at=from_at,
        until_at=until_at,
        kind=kind,
        reason=_line(reason, field="reason"),
        made_by_id=by_user_id,
    )
    record(
        "player_excluded",
        stream=player_stream(player.pk),
        at=at,
        audience=player_audience(player.pk),
        body={
            "player_id": player.pk,
            "exclusion_id": exclusion.pk,
            "venue_id": venue_id,
            "from_at": from_at.isoformat(),
            "until_at": until_at.isoformat() if until_at else None,
            "kind": str(kind),
        },
    )
    return exclusion


def block_until_identity(player: Player, *, at: datetime, by_user_id: int | None) -> Exclusion:
    """Keep a person who was found under age from every entry until staff have checked a document. Rule: SCPT.F"""
    standing = Exclusion.objects.filter(player=player, kind="identity", lifted_at__isnull=True).first()
    return standing or add_exclusion(
        player=player,
        venue_id=None,
        from_at=at,
        until_at=None,
        kind="identity",
        reason="",
        at=at,
        by_user_id=by_user_id,
    )


def end_identity_block(
    player_id: int, *, at: datetime, by_user_id: int | None, since: datetime | None = None
) -> bool:
    """A document shows the person of age, or (`since`) the removal of that moment was undone; whether one ended."""
    standing = Exclusion.objects.select_for_update(no_key=True).filter(
        player_id=player_id, kind="identity", lifted_at__isnull=True
    )
    if since is not None:
        standing = standing.filter(from_at=since)
    rows = list(standing)
    for row in rows:
        end_exclusion(row, at=at, by_user_id=by_user_id)
    return bool(rows)


def end_exclusion(exclusion: Exclusion, *, at: datetime, by_user_id: int | None) -> None:
    """Let a player come back before the span is over."""
    exclusion.lifted_at, exclusion.lifted_by_id = at, by_user_id
    exclusion.save(update_fields=["lifted_at", "lifted_by"])
    record(
        "exclusion_lifted",
        stream=player_stream(exclusion.player_id),
        at=at,
        audience=player_audience(exclusion.player_id),
        body={"player_id": exclusion.player_id, "exclusion_id": exclusion.pk},
    )


def keep_limit(
    *, player: Player, period: str, unit: str, amount_cents: int | None, at: datetime
) -> PlayLimit:
    """Set or (None) remove a limit; a looser one holds only after 24 hours, and replaces what was still waiting.

    Refusals: ``bad_period``, ``bad_amount``, ``bad_unit``.
    """
    if period not in Period.values:
        raise Refused("bad_period", N_("Choose the period: day, week or month."), field="period")
    if amount_cents is not None and (type(amount_cents) is not int or not 0 <= amount_cents <= 10**13):
        raise Refused("bad_amount", N_("Enter an amount of zero or more."), field="amount_cents")
    if unit not in {"BRL", "EUR"}:
        raise Refused("bad_unit", N_("Choose the currency of the limit."), field="unit")
    rows = PlayLimit.objects.filter(player=player, period=period, unit=unit)
    rows.filter(applies_from__gt=at).delete()
    current = rows.order_by("-applies_from", "-pk").first()
    limit = PlayLimit.objects.create(
        player=player,
        period=period,
        unit=unit,
        amount_cents=amount_cents,
        set_at=at,
        applies_from=applies_from(
            now_cents=current.amount_cents if current else None, wanted_cents=amount_cents, at=at
        ),
    )
    record(
        "play_limit_set",
        stream=player_stream(player.pk),
        at=at,
        audience=player_audience(player.pk),
        body={
            "player_id": player.pk,
            "period": str(period),
            "unit": unit,
            "amount_cents": amount_cents,
            "applies_from": limit.applies_from.isoformat(),
        },
    )
    return limit
