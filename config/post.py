"""The post: notices that wait go out by mail, one at a time, with no transaction open while the mail server is waited for.

Each is taken for a minute, sent, and marked. Who is killed between sending and marking leaves one mail that is sent again when the
minute is over: at worst one person has one mail twice, with the same Message-ID, by which many programs show it once. Nothing is
lost. While the mail server is away nothing is taken, and no try is counted. No address and no word of a mail goes to a log.
"""

from __future__ import annotations

import smtplib
import threading
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import Error as DatabaseError
from django.template.loader import render_to_string
from django.utils import translation

from access.letters import MAIL_SECONDS
from dispatch.readers import let_go
from tournaments.operations import letters
from tournaments.operations.letters import Letter
from web.notices import words_of

_log = structlog.get_logger(__name__)

_LOOK_SECONDS = 1.0
#: how long nobody tries while the mail server is away: doubled each time up to the most
_FIRST_PAUSE, _MOST_PAUSE = 2.0, 60.0
#: then the connection is given back and another pass begins
_IN_ONE_PASS = 100


class MailServerAway(Exception):
    """Nobody's mail can be sent now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What came of one pass."""

    sent: int
    failed: int


def post_once(*, hold_seconds: float = letters.HOLD_SECONDS) -> Sent:
    """Send what waits and is due now, up to a hundred. `MailServerAway`: what was in hand waits for another time."""
    first = letters.take(hold_seconds=hold_seconds)
    if first is None:
        return Sent(sent=0, failed=0)
    line: Any = get_connection(timeout=MAIL_SECONDS)
    sent = failed = 0
    letter: Letter | None = first
    try:
        _open(line, first)
        while letter is not None:
            if _deliver(line, letter):
                sent += 1
            else:
                failed += 1
            if sent + failed >= _IN_ONE_PASS:
                break
            letter = letters.take(hold_seconds=hold_seconds)
    finally:
        _close(line)
    return Sent(sent=sent, failed=failed)


def _open(line: Any, letter: Letter) -> None:
    try:
        line.open()
    except (OSError, smtplib.SMTPException) as error:
        raise _away(letter, error) from None


def _close(line: Any) -> None:
    try:
        line.close()
    except (OSError, smtplib.SMTPException):
        return  # it was gone already


def _away(letter: Letter, error: Exception) -> MailServerAway:
    letters.hand_back(letter.notice_id, seconds=_FIRST_PAUSE)
    return MailServerAway(type(error).__name__)


def _deliver(line: Any, letter: Letter) -> bool:
    """Send one mail and keep what came of it; whether it went. `MailServerAway` when the server went away."""
    try:
        line.send_messages([_mail(letter)])
    except smtplib.SMTPServerDisconnected as error:
        # perhaps because of this very mail: it counts as a try
        _failed(letter, error, for_good=False)
        raise MailServerAway(type(error).__name__) from None
    except (smtplib.SMTPSenderRefused, smtplib.SMTPAuthenticationError) as error:
        raise _away(letter, error) from None  # no mail of ours is taken
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        _failed(letter, error, for_good=all(code >= 500 for code in codes))
        return False
    except smtplib.SMTPResponseException as error:
        _failed(letter, error, for_good=error.smtp_code >= 500)
        return False
    except OSError as error:
        _failed(letter, error, for_good=False)
        raise MailServerAway(type(error).__name__) from None
    except DatabaseError:
        raise
    except Exception as error:
        _failed(letter, error, for_good=False)
        return False
    letters.sent(letter.notice_id)
    return True


def _failed(letter: Letter, error: Exception, *, for_good: bool) -> None:
    what = type(error).__name__
    given_up = letters.failed(letter.notice_id, tries=letter.tries, error=what, for_good=for_good)
    _log.warning("mail not sent", notice=letter.notice_id, error=what, tries=letter.tries, given_up=given_up)


def _mail(letter: Letter) -> EmailMessage:
    """The mail in its reader's language: plain text, with the link to the page."""
    with translation.override(letter.language):
        words = words_of(letter.kind, payload=letter.content, tournament=letter.about, zone=letter.timezone)
        title = words.title if letter.about in words.title else f"{letter.about}: {words.title}"
        text = render_to_string(
            "people/letters/notice.txt",
            {
                "words": words,
                "tournament": letter.about,
                "venue": letter.venue,
                "link": _link(letter.path),
                "switches": _link("/account/#mails"),
            },
        )
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return EmailMessage(
        " ".join(title.split()),
        text,
        None,
        [letter.email],
        headers={
            "Message-ID": f"<notice.{letter.notice_id}@{host}>",
            "Auto-Submitted": "auto-generated",
        },
    )


def _link(path: str) -> str:
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else ""


def run(stop: threading.Event, *, hold_seconds: float = letters.HOLD_SECONDS) -> None:
    """Send until `stop` is set. Outlives restarts of PostgreSQL and of the mail server."""
    away = _FIRST_PAUSE
    while not stop.is_set():
        pause = _LOOK_SECONDS
        try:
            done = post_once(hold_seconds=hold_seconds)
            if done.sent or done.failed:
                pause = 0.0
            away = _FIRST_PAUSE
        except MailServerAway as error:
            _log.warning("the mail server is away, mails wait", error=str(error), seconds=away)
            pause = away
            away = min(2 * away, _MOST_PAUSE)
        except DatabaseError as error:
            _log.warning("the post waits for PostgreSQL", error=type(error).__name__)
            let_go()
        except Exception as error:
            _log.error("the post stumbled", error=type(error).__name__)
            let_go()
        stop.wait(pause)
    let_go()
