"""The first hour of a house: the house itself, its people, the first tournament. What is done is read from what is there,
so that it can be left and resumed anywhere."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from people.queries import staff_of
from rules.permissions import Role
from tournaments.queries import announcements


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One of the three. url: where it is done, "" where not by this visitor; now: the next to do."""

    title: str
    says: str
    url: str
    label: str
    done: bool = False
    now: bool = False


def steps_of(venue_id: int, *, roles: frozenset[Role]) -> tuple[Step, ...]:
    """Return the steps of a house that has announced nothing yet; none once it has a tournament, or for who directs nothing."""
    if not roles & {Role.OWNER, Role.DIRECTOR} or announcements.tournaments_of(venue_id, limit=1):
        return ()
    peopled = len({member.user_id for member in staff_of(venue_id)}) > 1
    return (
        Step(
            title=_("The house"),
            says=_("Name, address, currency, terms."),
            url=reverse("director-house", args=[venue_id]),
            label=_("Look it over"),
            done=True,
        ),
        Step(
            title=_("Your people"),
            says=_(
                "Who directs, sits at the desk, walks the floor. Alone tonight? Go on; they can come later."
            ),
            # its form is open there, with the name under the cursor
            url=f"{reverse('director-staff', args=[venue_id])}?take=account#ac-n"
            if Role.OWNER in roles
            else "",
            label=_("Add somebody to the staff"),
            done=peopled,
            now=not peopled,
        ),
        Step(
            title=_("The first tournament"),
            says=_("From a template, in a minute; or practise first with simulated players."),
            url=reverse("director-new", args=[venue_id]),
            label=_("New tournament"),
            now=peopled,
        ),
    )


def steps_of_nobody(*, may_open: bool) -> tuple[Step, ...]:
    """Return the steps of an installation without a house. may_open: whether this visitor may open it now."""
    return (
        Step(
            title=_("The house"),
            says=_("Name, currency, time zone.")
            if may_open
            else _("Open the link that the server printed when it started: it makes you the owner."),
            url=reverse("director-open-house") if may_open else "",
            label=_("Open the house"),
            now=True,
        ),
        Step(title=_("Your people"), says=_("Director, desk, floor."), url="", label=""),
        Step(title=_("The first tournament"), says=_("From a template, in a minute."), url="", label=""),
    )
