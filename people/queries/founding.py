"""Whether an installation has its first owner."""

from __future__ import annotations

from base64 import b32encode

from django.utils.crypto import constant_time_compare, salted_hmac

from people.models import StaffRole
from rules.permissions import Role


def is_founded() -> bool:
    """Answer whether the installation has, or had, an owner: only the first one comes in by the founding code."""
    return StaffRole.objects.filter(role=Role.OWNER).exists()


def founding_code() -> str:
    """Return what lets somebody be the first owner, as long as there is none: only this server can make it, and its console
    prints it (`bin/up --empty`, `manage.py first_owner`). Nothing of it is kept."""
    made = salted_hmac("shuffle-up founding code", "first owner", algorithm="sha256").digest()
    return b32encode(made[:15]).decode().lower()


def opens_the_house(code: str) -> bool:
    """Answer whether a code makes its bearer the first owner now."""
    return constant_time_compare(code[:60].strip().lower(), founding_code()) and not is_founded()
