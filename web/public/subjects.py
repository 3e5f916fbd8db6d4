"""The rules in force in the order in which somebody looks for them: by subject, as on the floor's tablet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.refusals import N_
from web.public.policies import PolicyLine

# a subject, and what of the policies is about it, in the order in which it comes up
SUBJECTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        N_("Entering"),
        (
            N_("Minimum age"),
            N_("Cancelling a registration"),
            N_("If the tournament is cancelled"),
            N_("Time chip"),
            N_("Late entries while alternates wait"),
            N_("Giving up a short stack to re-enter"),
            N_("Languages"),
        ),
    ),
    (
        N_("Seats and tables"),
        (
            N_("Absent at the start"),
            N_("Seat after balancing"),
            N_("Seat after a table breaks"),
            N_("A table stops"),
            N_("Final table"),
            N_("Seats drawn again for the final table"),
            N_("Shorter levels when few are left"),
        ),
    ),
    (
        N_("In the hand"),
        (
            N_("Time to act"),
            N_("Called clock"),
            N_("Action clock"),
            N_("Big blind ante"),
            N_("Limit games: bets and raises in a round"),
            N_("A call that is too small"),
            N_("Flop with four cards"),
            N_("Board cards dealt too early"),
            N_("Rabbit hunting"),
            N_("Disputing a pot"),
        ),
    ),
    (
        N_("Eliminations"),
        (
            N_("Several out in one hand"),
            N_("All-in in hand for hand"),
            N_("Hand for hand: what a hand takes off the level"),
            N_("Bounty of a player whose chips nobody took"),
        ),
    ),
    (
        N_("Prizes and deals"),
        (
            N_("Guarantee"),
            N_("Places paid"),
            N_("Prizes are paid"),
            N_("Deals"),
            N_("Deal: left to play for"),
        ),
    ),
    (
        N_("Online"),
        (
            N_("Two players online"),
            N_("Online: bets and raises in a round"),
            N_("Hand for hand online"),
            N_("Watching online tables"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What belongs together, under one heading."""

    title: str
    lines: list[PolicyLine]


def by_subject(lines: Iterable[PolicyLine]) -> list[Subject]:
    """Return the rules in force under their subjects; a subject of which nothing is in force is left out. Rule: PT-T.56"""
    told = {line.about: line for line in lines}
    found = []
    for title, abouts in SUBJECTS:
        here = [told[about] for about in map(_, abouts) if about in told]
        if here:
            found.append(Subject(title=_(title), lines=here))
    return found
