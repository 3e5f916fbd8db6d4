"""The first owner of an installation."""

from __future__ import annotations

from django.db import connection

from people.queries import opens_the_house
from rules.refusals import N_, Refused


def hold_founding(code: str) -> None:
    """Be the only one who founds, until the end of the command. Refusals: ``no_first_owner``."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('first owner'))")
    if not opens_the_house(code):
        raise no_first_owner()


def no_first_owner() -> Refused:
    """Return the no to who would open the first venue without the code that the server printed."""
    return Refused(
        "no_first_owner",
        N_(
            "This installation is opened with the link that the server printed when it started. Use that one."
        ),
    )
