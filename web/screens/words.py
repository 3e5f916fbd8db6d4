"""What the displays say beside the clock: the words of their lists (static/js/roles/wall.js)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.refusals import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What a display can be there for. page, query: the address at which it stands alone; of_the_house: that address
    is of the venue, not of one tournament."""

    title: str
    icon: str
    page: str
    query: str = ""
    of_the_house: bool = False


# by the word that its button sends, in the order of the page
ROLES = {
    "clock.classic": Showing(title=N_("Clock"), icon="timer", page="clock-screen"),
    "clock.poster": Showing(
        title=N_("Clock, large"), icon="clock", page="clock-screen", query="?layout=poster"
    ),
    "seats": Showing(title=N_("Seating list"), icon="armchair", page="seating-screen"),
}


def role_words() -> list[dict[str, str]]:
    """Return the roles that a display can have, in the reader's words."""
    return [{"word": word, "title": _(role.title), "icon": role.icon} for word, role in ROLES.items()]


def wall_words() -> dict[str, str]:
    """For static/js/roles/wall.js and what is built on it."""
    return {
        "page": _("page %(page)s of %(pages)s"),
        "players": pgettext("counted", "%(count)s players"),
        "one_player": pgettext("counted", "1 player"),
    }
