"""What several reads of people share: how names are ordered, what is kept of a secret."""

from __future__ import annotations

import hashlib

from django.db.models import F, Func, TextField


def secret_digest(secret: str) -> str:
    """Return what is kept of a device's or program's secret. The secret must be random and long: it is not salted."""
    return hashlib.sha256(secret.encode()).hexdigest()


def alphabetical(name: str) -> Func:
    """Return what a list of names is ordered by: Ícaro between Ian and Ivo, whatever the database's collation.

    name: the field, "entry__player__public_name".
    """
    return Func(F(name), function="people_plain", output_field=TextField())
