"""The sentences that the browser's modules put together, in the page's language."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from web.templatetags.shuffle import STATE_WORDS

# a shape beside the word: state is never told by colour alone
_ICONS = {
    "running": "▶",
    "paused": "❚❚",
    "frozen": "❚❚",
    "recess": "◫",
    "hand_for_hand": "☰",
    "late_registration_closing": "◔",
    "bubble": "◌",
    "in_the_money": "★",
    "final_table": "◎",
    "finished": "■",
    "registering": "✎",
    "cancelled": "✕",
    "announced": "○",
    "draft": "○",
}


def board_words() -> dict[str, str]:
    """For static/js/board.js."""
    words = {f"state_{state}": _(word) for state, word in STATE_WORDS.items()}
    words |= {f"icon_{state}": icon for state, icon in _ICONS.items()}
    return words | {
        "level": _("Level %(number)s"),
        "recess": _("Recess"),
        "recess_until": _("Recess · back at %(time)s"),
        "colour_up": _("Colour-up: chips of %(chips)s leave play"),
        "ante": _("Ante %(amount)s"),
        "big_blind_ante": _("BB ante %(amount)s"),
        "next": _("Next: %(what)s"),
        "closes_with": _("closes with level %(level)s"),
        "place": pgettext("finishing place", "%(place)s"),
        "big_blinds": _("%(count)s big blinds"),
        "entries": _("%(unique)s players + %(re)s re-entries"),
        "guaranteed": _("guaranteed %(amount)s"),
        "overlay": _("overlay %(amount)s"),
        "remaining": _("%(time)s left in the level"),
        "offline": _("offline %(time)s"),
        "hand_round": _("Round %(round)s · stay seated, every table waits"),
        "in_money": _("Everybody left is paid"),
        "on_bubble": _("The next one out is the last without a prize"),
        "seat_at": "%(table)s – %(seat)s",
        "page_of": _("%(page)s of %(pages)s"),
        "stands": _("The clock stands"),
        "sound_on": _("Sound on"),
        "out": _("%(name)s out in place %(place)s"),
    }


def draw_kind_words() -> dict[str, str]:
    """What a draw was for."""
    return {
        "initial": _("First seats"),
        "late_entry": _("Seat of a late entry"),
        "alternates_seated": _("Seats of alternates"),
        "break_table": _("A table broke"),
        "balance": _("Balancing"),
        "final_table_redraw": _("Final table"),
        "redraw": _("All seats again"),
        "button": _("Button"),
        "chip_race": _("Chip race"),
    }
