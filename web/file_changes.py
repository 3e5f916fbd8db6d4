"""What was changed in a person's file, as people read it: before → after, with who and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.utils.timezone import get_default_timezone_name
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from people.models.players import DocumentKind
from people.queries.file_changes import FileChangeView
from rules.refusals import N_
from web.line_ends import JOINED
from web.templatetags.shuffle import day

_FIELDS = {
    "full_name": N_("Full name"),
    "public_name": N_("Public name"),
    "birth_date": N_("Date of birth"),
    "document_kind": N_("Document"),
    "document_number": N_("Number of the document"),
    "country": N_("Country of the document"),
    "email": N_("E-mail"),
    "phone": N_("Phone"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSaid:
    """One field, by its name on the page; was, now: as people read them, "" for nothing."""

    name: str
    was: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSaid:
    """What somebody changed at once. by: as colleagues know them, "" for the person (own) and for who has no name here."""

    at: datetime
    zone: str
    by: str
    own: bool
    fields: tuple[FieldSaid, ...]


def changes_said(
    changes: Sequence[FileChangeView], *, whole: bool, zones: Mapping[int, str] | None = None, zone: str = ""
) -> list[ChangeSaid]:
    """Return the changes in words, what was changed at once together.

    whole: document numbers in full, for the person; else the last four signs, as the desk's page shows them.
    zones: the clocks of the houses where it was done; zone: the clock everywhere else, the installation's where it is "".
    """
    found = []
    for (at, by), together in groupby(changes, key=lambda one: (one.changed_at, one.by)):
        rows = list(together)
        found.append(
            ChangeSaid(
                at=at,
                zone=(zones or {}).get(rows[0].venue_id or 0, zone) or get_default_timezone_name(),
                # a number of an account tells nobody who it was
                by="" if rows[0].own or by.startswith("#") else by,
                own=rows[0].own,
                fields=tuple(
                    FieldSaid(
                        name=_(_FIELDS.get(row.field, row.field)),
                        was=_value(row.field, row.was, whole=whole),
                        now=_value(row.field, row.now, whole=whole),
                    )
                    for row in reversed(rows)
                ),
            )
        )
    return found


def _value(field: str, kept: str, *, whole: bool) -> str:
    if not kept:
        return pgettext("a field of a file", "empty")
    if field == "birth_date":
        return day(date.fromisoformat(kept))
    if field == "document_kind":
        return str(_(str(DocumentKind(kept).label))) if kept in DocumentKind.values else kept
    if field == "document_number" and not whole:
        return f"…{JOINED}{kept[-4:]}"
    return kept
