"""The text on privacy, and who looked at whose data. Each step needs an open transaction."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from dispatch.commands import record
from dispatch.facts import Actor
from people.facts import PrivacyTextSet
from people.models import PrivacyText
from people.queries import privacy_text
from rules.refusals import N_, Refused

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
    record(PrivacyTextSet(venue_id=venue_id, privacy_text_id=row.pk, by_user_id=by_user_id))
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
