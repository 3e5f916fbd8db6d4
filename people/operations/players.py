"""A player's record. Each step needs an open transaction; the command has asked for permission before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db.models import Func, TextField, Value

from dispatch.commands import record
from dispatch.rows import read_one
from people.facts import IdentityChecked, PlayerAnonymised, PlayerClaimed, PlayerCreated, PlayerUpdated
from people.models import EmailCode, Player, Profile, User
from people.models.players import DocumentKind
from people.operations.accounts import take_account_away
from people.operations.email_codes import lock_codes
from people.operations.exclusions import end_identity_block
from people.operations.fields import one_line, plain_email, save_row
from people.operations.file_changes import forget_changes, keep_changes
from people.queries import alphabetical, plain_document, unknown_player
from people.queries.days import day_here
from rules.documents import COUNTRIES, cpf_is_right
from rules.entries import OF_AGE_YEARS, age_on
from rules.nicknames import check_nickname, check_one_alphabet, read_name, short_name
from rules.refusals import N_, Refused

# What identifies a person; a change means that the document must be looked at again.
IDENTITY = frozenset({"full_name", "birth_date", "document_kind", "document_number", "country"})


def faults_of(
    given: Mapping[str, Any], *, at: datetime, minimum_age_years: int, for_account: bool = False
) -> list[Refused]:
    """Return what keeps a file from being opened with what was typed: for each field at most one, all at once.

    for_account: it comes with an account, of who opens one by himself.
    Rule: SCPT.F
    """
    found: list[Refused] = []
    born = given.get("birth_date")
    document = {name: given.get(name) for name in ("document_kind", "document_number")}
    if not (given.get("full_name") or "").strip():
        found.append(_name_missing())
    elif for_account:
        try:
            check_whole_name(given["full_name"])
        except Refused as no:
            found.append(no)
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
            check_old_enough(born, at=at, years=minimum_age_years, for_account=for_account)
        except Refused as no:
            found.append(no)
    return found


def check_old_enough(born: date, *, at: datetime, years: int, for_account: bool = False) -> None:
    """Refuse who is too young at the form, before there is anything to pay. Refusals: ``under_age``.

    Rule: SCPT.F
    """
    if age_on(born, day=day_here(at)) < years:
        raise Refused(
            "under_age",
            N_("You can open an account from the age of %(years)s.")
            if for_account
            else N_("Players must be at least %(years)s years old on the day of registration."),
            rule="SCPT.F",
            years=years,
            field="birth_date",
        )


def check_whole_name(full_name: str) -> None:
    """Refuse one name alone of who opens an account by himself: the desk compares it with the document. Refusals: ``surname_missing``.

    Rule: SCPT.B
    """
    if len(full_name.split()) < 2:
        raise Refused(
            "surname_missing",
            N_(
                "Write your first and last name, as on your document. If it has one name only, the desk opens the account."
            ),
            rule="SCPT.B",
            field="full_name",
        )


def _name_missing() -> Refused:
    return Refused("name_missing", N_("Enter the player's full name as on the document."), field="full_name")


def add_player(*, at: datetime, user: User | None = None, simulated: bool = False, **given: Any) -> Player:
    """Open a player's file. Refusals: those of `_player_fields`, ``document_taken``."""
    fields = _player_fields(given, at=at)
    fields.setdefault("public_name", "")
    if not fields.get("full_name"):
        raise _name_missing()
    fields["public_name"] = fields["public_name"] or _shown_by(fields["full_name"])
    player = Player(user=user, created_at=at, simulated=simulated, **fields)
    save_row(player)
    record(PlayerCreated(player_id=player.pk, user_id=user.pk if user else None))
    return player


def check_own_nickname(name: str, *, full_name: str, player_id: int = 0) -> None:
    """Check whether somebody may call himself this: no word for who works here, and no name that reads as somebody else's.

    Who chooses none is shown by the own name, which others may have, too: beside one of them it is told apart (`tell_names_apart`).
    Refusals: ``name_of_staff``, ``mixed_alphabets``, ``nickname_taken``.
    """
    check_nickname(name.strip() or short_name(full_name))
    if not name.strip():
        return
    written = {" ".join(one.split()) for one in (name, read_name(name))}
    plain = [Func(Value(one), function="people_plain", output_field=TextField()) for one in sorted(written)]
    others = (
        Player.objects.alias(plain=alphabetical("public_name"))
        .filter(plain__in=plain, simulated=False)
        .exclude(pk=player_id)
    )
    if others.exists():
        raise Refused(
            "nickname_taken",
            N_("Another player is shown by this name already. Choose another, or add to it."),
            field="public_name",
        )


def lock_claim(email: str) -> list[Player]:
    """Lock the files that wait for an account with this address and return them, two at most; none of practice. The codes of the
    address are locked before, and both before the tokens and roles of the account.
    """
    lock_codes(email)
    return list(
        Player.objects.select_for_update(no_key=True)
        .filter(email=email, user__isnull=True, simulated=False, anonymised_at__isnull=True)
        .order_by("pk")[:2]
    )


def claim_player(*, user: User) -> Player | None:
    """Give a new account the file that the desk opened with the same e-mail address, if there is exactly one.

    Only for a confirmed address: the code proved that it is the person's own.
    """
    if user.email_confirmed_at is None:
        return None
    waiting = lock_claim(user.email)
    if len(waiting) != 1:
        return None
    player = waiting[0]
    player.user = user
    save_row(player)
    record(PlayerClaimed(player_id=player.pk, user_id=user.pk))
    return player


def lock_player(player_id: int) -> Player:
    """Lock the player's row until the end of the command. Refusals: ``unknown_player``, ``player_anonymised``."""
    player = read_one(Player, where="WHERE id = %s FOR NO KEY UPDATE", values=[player_id])
    if player is None:
        raise unknown_player()
    if player.anonymised_at is not None:
        raise Refused(
            "player_anonymised", N_("This player's data was erased. Register them as a new player.")
        )
    return player


def lock_player_with_codes(player_id: int) -> Player:
    """Lock the codes of the player's addresses, then the player's row. Refusals: those of `lock_player`."""
    addresses = Player.objects.filter(pk=player_id).values_list("email", "user__email").first() or ()
    lock_codes(*(address for address in addresses if address))
    return lock_player(player_id)


def change_player(
    player: Player, *, at: datetime, by_user_id: int | None, venue_id: int | None, **given: Any
) -> list[str]:
    """Change what was given, and keep what it said before; the names of the fields that really changed.

    A changed identity takes back the identity check. Refusals: those of `_player_fields`, ``document_taken``.
    """
    fields = _player_fields(given, at=at)
    if "full_name" in fields and not fields["full_name"]:
        raise _name_missing()
    if "public_name" in fields and not fields["public_name"]:
        fields["public_name"] = _shown_by(fields.get("full_name", player.full_name))
    changed = sorted(name for name, value in fields.items() if getattr(player, name) != value)
    if not changed:
        return []
    before = {name: getattr(player, name) for name in changed}
    for name in changed:
        setattr(player, name, fields[name])
    if player.document_number == "":
        player.document_kind = ""
    if IDENTITY & set(changed):
        player.id_checked_at = player.id_checked_by = None
    save_row(player)
    keep_changes(
        player.pk,
        changes={name: (before[name], fields[name]) for name in changed},
        at=at,
        by_user_id=by_user_id,
        venue_id=venue_id,
    )
    record(PlayerUpdated(player_id=player.pk, fields=changed))
    return changed


def _shown_by(full_name: str) -> str:
    name = short_name(full_name)
    check_one_alphabet(name, field="full_name")
    return name


def _player_fields(given: Mapping[str, Any], *, at: datetime) -> dict[str, Any]:
    """What was given (not None), in the form it is kept.

    Refusals: ``text_too_long``, ``mixed_alphabets``, ``birth_date_impossible``, ``document_incomplete``, ``bad_cpf``,
    ``bad_country``, ``bad_email``.
    """
    fields = {name: value for name, value in given.items() if value is not None}
    for name in ("full_name", "public_name", "phone"):
        if name in fields:
            fields[name] = one_line(fields[name], field=name)
    # whoever writes it: a name that is read as another's is nobody's
    check_one_alphabet(fields.get("public_name", ""))
    if "email" in fields:
        fields["email"] = plain_email(fields["email"]) if fields["email"].strip() else ""
    if "birth_date" in fields and not date(1900, 1, 1) <= fields["birth_date"] <= day_here(at):
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
    player.save(update_fields=["id_checked_at", "id_checked_by"])
    record(IdentityChecked(player_id=player.pk, checked_by=checked_by_id))
    if age_on(player.birth_date, day=day_here(at)) >= OF_AGE_YEARS:
        end_identity_block(player.pk, at=at, by_user_id=checked_by_id)


def erase_player(player: Player, *, at: datetime) -> None:
    """Take everything personal out of a player's file and close the account behind it.

    Places, prizes and transfers stay, under the number of the file. An exclusion stays in force.
    """
    user = player.user
    EmailCode.objects.filter(email__in=[a for a in (player.email, user.email if user else "") if a]).delete()
    if player.document_number:
        # what was typed of it in practice goes with it
        Player.objects.filter(
            simulated=True,
            country=player.country,
            document_kind=player.document_kind,
            document_number=player.document_number,
        ).update(document_kind="", document_number="")
    player.full_name = player.document_kind = player.document_number = player.email = player.phone = ""
    player.public_name = f"#{player.pk}"
    player.birth_date, player.user, player.anonymised_at = None, None, at
    save_row(player)
    Profile.objects.filter(player=player).delete()
    forget_changes(player.pk)
    if user is not None:
        user.name = ""
        take_account_away(user, address=f"erased-{user.pk}@invalid.invalid", at=at, by_user_id=None)
    record(PlayerAnonymised(player_id=player.pk, user_id=user.pk if user else None))
