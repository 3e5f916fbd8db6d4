"""What the displays say beside the clock: the words of their lists (static/js/roles/wall.js)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.refusals import N_
from web.signs import signs_for_scripts


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
    "payouts": Showing(title=N_("Payouts"), icon="trophy", page="payouts-screen"),
    "final_table": Showing(title=N_("Final table"), icon="crown", page="final-table-screen"),
    "table": Showing(title=N_("One table"), icon="circle-dot", page="table-screen"),
    "lobby": Showing(
        title=N_("Today's tournaments"), icon="layout-grid", page="lobby-screen", of_the_house=True
    ),
    "schedule": Showing(
        title=N_("Schedule"), icon="calendar-days", page="schedule-screen", of_the_house=True
    ),
    "sponsors": Showing(title=N_("Sponsors"), icon="handshake", page="sponsors-screen"),
    "overlay": Showing(title=N_("Stream"), icon="camera", page="clock-screen", query="?layout=lower"),
}


def role_words() -> list[dict[str, str]]:
    """Return the roles that a display can have, in the reader's words."""
    return [{"word": word, "title": _(role.title), "icon": role.icon} for word, role in ROLES.items()]


def wall_words() -> dict[str, str]:
    """Return the words of static/js/roles/wall.js and what is built on it."""
    return signs_for_scripts() | {
        "page": _("page %(page)s of %(pages)s"),
        "entries_one": _("%(unique)s\u00a0+\u00a01 re-entry"),
        "entries": _("%(unique)s\u00a0+\u00a0%(re)s re-entries"),
        "players": pgettext("counted", "%(count)s players"),
        "one_player": pgettext("counted", "1 player"),
        "chips": _("%(count)s chips"),
        "places": pgettext("finishing place", "%(first)s to %(last)s"),
        "both_places": pgettext("finishing place", "%(first)s and %(last)s"),
        "already_out": _("Already out"),
        "still_open": _("Still to be won"),
        "prizes": _("Prizes"),
        "results": _("Results"),
        "next_out": _("%(place)s · next"),
        "next_paid": _("%(place)s · next prize"),
        "payouts_of": _("Payouts · %(pool)s"),
        "places_paid": _("%(count)s places paid"),
        "places_gone": _("%(out)s of %(count)s places paid"),
        "bb": _("%(count)s BB"),
        "counted_now": _("counted just now"),
        "counted_ago": _("counted %(minutes)s min ago"),
        "counted_at_level": _("counted in level\u00a0%(level)s"),
        "check": _("%(counted)s · to be checked"),
        "never_counted": _("not counted"),
        "free": pgettext("seat", "free"),
        "to_start": _("until the start"),
        "level_small": _("level %(number)s"),
        "entries_word": pgettext("counted", "entries"),
        "average_bb": _("average %(bb)s"),
        "in_time": _("in %(time)s"),
        "late_until": _("registration closes in %(time)s"),
        "late_shut": _("registration closed"),
        "late_open": _("registration open"),
        "back_at": _("back at %(time)s"),
        "starts_at": _("starts at %(time)s"),
        "when_full": _("when full"),
        "starts_full": _("starts when %(seats)s are in"),
        "guaranteed_word": _("guaranteed"),
        "pool_now": _("prize pool so far"),
        "pool_final": _("prize pool"),
        "table": _("Table %(table)s"),
        "table_broken": _("Table %(table)s is broken. The seating list tells the new seats."),
        "chips_counted": _("counted %(counted)s of %(chips)s chips"),
        "chips_check": _("counted %(counted)s of %(chips)s chips · to be checked"),
        "won": _("%(name)s won the tournament."),
        "counts_hold": _("%(n)s of %(m)s counts still hold"),
        "no_final": _("The final table has not begun: %(count)s players left."),
    }
