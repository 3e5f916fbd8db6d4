"""How the house's own people are told that complaints about hands wait for an answer."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import ngettext

from play.queries.complaints import ComplaintsWaiting
from web.templatetags.shuffle import day


def waiting_words(waiting: ComplaintsWaiting, *, zone: str, at: datetime) -> str:
    """Say how many wait and until when the first is to be answered; or since when an answer is owed. Rule: PT-T.55"""
    if at > waiting.answer_by:
        said = ngettext(
            "%(count)s complaint about a hand waits, it was to be answered by %(day)s.",
            "%(count)s complaints about hands wait, the first was to be answered by %(day)s.",
            waiting.count,
        )
    else:
        said = ngettext(
            "%(count)s complaint about a hand waits for an answer by %(day)s.",
            "%(count)s complaints about hands wait for an answer, the first by %(day)s.",
            waiting.count,
        )
    return said % {"count": waiting.count, "day": day(waiting.answer_by, zone)}
