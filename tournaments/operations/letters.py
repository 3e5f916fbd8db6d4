"""The post: notices that go by mail are taken, sent and given up one at a time by whoever mails them.

The steps are single statements, each its own transaction: nothing is locked and no transaction is open while a mail server
is waited for. Time is the database's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from dispatch import readers
from payouts.queries.repaying import given_back_to
from rules.notices import MOST_TRIES, NoticeKind, pause_after, worth_sending_until
from tournaments.models import Notice, NoticeState
from tournaments.operations.notices import READER
from tournaments.queries.notices import as_it_stands
from tournaments.streams import tournament_stream, venue_stream

#: how long a mail is one process's own: longer than a mail server is waited for
HOLD_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A notice in the hand of who sends it: hidden information, for no fact, topic or log. about: the name of the tournament or table; path: its page."""

    notice_id: int
    kind: NoticeKind
    content: Mapping[str, Any]
    email: str
    language: str
    path: str
    about: str
    venue: str
    timezone: str
    tries: int


# written out first: joined as a part of the statement, a plan may look again for each row, and take several at once
_TAKE = """
WITH free AS MATERIALIZED (
  SELECT id FROM tournaments_notice WHERE state = 'waiting' AND next_at <= clock_timestamp()
  ORDER BY next_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE tournaments_notice n SET tries = n.tries + 1, next_at = clock_timestamp() + make_interval(secs => %s)
FROM free WHERE n.id = free.id
RETURNING n.id, n.kind, n.told::text, n.tries, n.useful_until <= clock_timestamp(), n.player_id, n.tournament_id, n.venue_id
"""
_ABOUT = """
SELECT u.email, u.language, t.name, v.name, v.timezone,
  EXISTS (SELECT 1 FROM people_mailoff o WHERE o.user_id = u.id AND o.kind = %(kind)s)
  OR EXISTS (SELECT 1 FROM tournaments_venuemailoff o WHERE o.venue_id = v.id AND o.kind = %(kind)s)
FROM people_player p
JOIN people_user u ON u.id = p.user_id AND u.is_active AND u.email_confirmed_at IS NOT NULL
LEFT JOIN tournaments_tournament t ON t.id = %(tournament)s
JOIN tournaments_venue v ON v.id = coalesce(t.venue_id, %(venue)s)
WHERE p.id = %(player)s AND p.anonymised_at IS NULL
"""


def take(*, hold_seconds: float = HOLD_SECONDS) -> Letter | None:
    """Take the next mail whose turn it is, for this process alone for a minute; None when none waits.

    What comes too late, and what its reader or the house has switched off meanwhile, is settled on the way.
    """
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_TAKE, [hold_seconds])
            row = cursor.fetchone()
            if row is None:
                return None
            notice_id, kind, content, tries, is_late, player_id, tournament_id, venue_id = row
            cursor.execute(
                _ABOUT, {"kind": kind, "tournament": tournament_id, "venue": venue_id, "player": player_id}
            )
            about = cursor.fetchone()
        if is_late:
            _settle(notice_id, NoticeState.LATE)
        elif about is None or about[5]:
            _settle(notice_id, NoticeState.LISTED)
        elif tries > MOST_TRIES:
            give_up(notice_id, error="never_answered")
        else:
            email, language, tournament, venue, timezone, _off = about
            told = json.loads(content)
            if kind == NoticeKind.CANCELLED:
                told = as_it_stands(told, back=given_back_to(player_id).get(tournament_id))
            return Letter(
                notice_id=notice_id,
                kind=NoticeKind(kind),
                content=told,
                email=email,
                language=language,
                path=_path(told) if tournament is None else f"/play/{tournament_id}/",
                about=told.get("table", venue) if tournament is None else tournament,
                venue=venue,
                timezone=timezone,
                tries=tries,
            )


def _path(told: Mapping[str, Any]) -> str:
    """The page that a notice of a house leads to: a table's, or that of the player's own money."""
    return f"/tables/{told['table_id']}/" if "table_id" in told else "/me/money/"


def _settle(notice_id: int, state: NoticeState) -> None:
    Notice.objects.filter(pk=notice_id, state=NoticeState.WAITING).update(state=state)


def sent(notice_id: int) -> None:
    """Mark a mail as sent: the mail server has it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_notice SET state = 'sent', sent_at = clock_timestamp()"
            " WHERE id = %s AND state = 'waiting'",
            [notice_id],
        )


def failed(notice_id: int, *, tries: int, error: str, for_good: bool) -> bool:
    """Settle a mail that could not be sent: tried again later, or given up; whether it was given up."""
    if for_good or tries >= MOST_TRIES:
        give_up(notice_id, error=error)
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_notice SET next_at = clock_timestamp() + make_interval(secs => %s)"
            " WHERE id = %s AND state = 'waiting'",
            [pause_after(tries).total_seconds(), notice_id],
        )
    return False


def hand_back(notice_id: int, *, seconds: float) -> None:
    """Put a mail back for which the mail server went away: its turn comes again, and the try does not count."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_notice SET tries = greatest(tries - 1, 0),"
            " next_at = clock_timestamp() + make_interval(secs => %s) WHERE id = %s AND state = 'waiting'",
            [seconds, notice_id],
        )


def give_up(notice_id: int, *, error: str) -> None:
    """Give a mail up; the house is shown a dead letter."""
    with transaction.atomic():
        notice = Notice.objects.select_for_update(no_key=True).get(pk=notice_id)
        if notice.state != NoticeState.WAITING:
            return
        notice.state = NoticeState.FAILED
        notice.save(update_fields=["state"])
        readers.bury(
            READER,
            stream=venue_stream(notice.venue_id)
            if notice.venue_id is not None
            else tournament_stream(notice.tournament_id or 0),
            fact_id=notice.fact_id,
            error=error,
            tries=notice.tries,
            key=notice.pk,
        )


def send_again(notice_id: int, *, at: datetime) -> None:
    """Let a mail that was given up wait again, from its first try, and may be late: somebody wants it sent."""
    Notice.objects.filter(pk=notice_id, state=NoticeState.FAILED).update(
        state=NoticeState.WAITING,
        tries=0,
        next_at=at,
        useful_until=worth_sending_until(NoticeKind.RECEIPT, at=at),
    )


def give_up_for_good(notice_id: int) -> None:
    """Drop a mail that the house does not want sent any more."""
    Notice.objects.filter(pk=notice_id, state=NoticeState.FAILED).update(state=NoticeState.DROPPED)
