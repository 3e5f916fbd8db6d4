"""What several steps on people's rows share: one line of text, an address, a secret as it is kept."""

from __future__ import annotations

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from people.models import Player, User
from rules.refusals import N_, Refused


def hash_secret(secret: str, *, salt: str) -> str:
    """Hash a password or PIN as it is kept. Pages and endpoints call it before the command, which never sees the secret.

    salt: unique to this command, so its id: the same request sent twice is then the same request.
    """
    return make_password(secret, salt=salt.replace("$", ""))


LONGEST_EMAIL = 254


def one_line(text: str, *, field: str) -> str:
    """Return one line of text: trimmed, single spaces, nothing that is not printable."""
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


def plain_email(address: str) -> str:
    """Return an address as it is kept. Refusals: ``bad_email``."""
    address = address.strip().lower()
    try:
        if len(address) > LONGEST_EMAIL:  # lower case may be longer than what was typed
            raise ValidationError("")
        validate_email(address)
    except ValidationError:
        raise Refused("bad_email", N_("Check the e-mail address."), field="email") from None
    return address


def save_row(row: Player | User) -> None:
    """Save a player or an account. Refusals: ``document_taken``, ``email_taken``."""
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


def checked_digest(token_hash: str) -> str:
    """Return a digest, and never the secret itself: that is a programmer's error."""
    if len(token_hash) != 64 or not set(token_hash) <= set("0123456789abcdef"):
        raise ValueError("pass queries.secret_digest(secret), never the secret")
    return token_hash
