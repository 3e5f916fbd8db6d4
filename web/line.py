"""What somebody reads before paying for a tournament that is full."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments.queries.line import MOST_IN_LINE, LineNow
from web.forms import number_or_none
from web.templatetags.shuffle import chips


@dataclass(frozen=True, slots=True, kw_only=True)
class LineWords:
    """says: "" while a seat is free. waits: what a form sends as agreed. closed: nothing is to be paid."""

    says: str
    number: str
    waits: int
    closed: bool


def line_in_words(line: LineNow, *, at_desk: bool = False) -> LineWords:
    """Return the line as a player reads it, or as the desk reads it out. Rule: SCPT.H"""
    number = chips(line.number) if line.number else ""
    if line.closed:
        says = _(
            "The tournament is full and keeps no waiting list: do not pay. A seat is free again if somebody leaves."
        )
    elif not line.full:
        says = ""
    elif at_desk:
        says = _(
            "The tournament is full: the player would be number %(number)s in line and sits down when a seat is free, in"
            " the order of the line. Who waits cannot cancel; only the director gives the money back. Say so before"
            " taking it."
        ) % {"number": number}
    else:
        says = _(
            "The tournament is full: you would be number %(number)s in line. You sit down when a seat is free, in the"
            " order of the line. Who waits cannot cancel; only the director gives the money back."
        ) % {"number": number}
    return LineWords(says=says, number=number, waits=line.agreed, closed=line.closed)


def agreed_of(post: QueryDict) -> int:
    """Return what the page had told when it was sent; a page that told nothing sold a seat. Refusal: ``not_a_number``."""
    return number_or_none(post, name="waits", high=MOST_IN_LINE) or 0


def in_line(number: int) -> str:
    """After paying."""
    return _("Paid. You are number %(number)s in line: stay near.") % {"number": chips(number)}
