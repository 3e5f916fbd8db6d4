"""The sentences that the browser's modules put together, in the page's language."""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.words import STATE_WORDS

# an icon of the sheet beside the word: state is never told by colour alone
_ICONS = {
    "running": "play",
    "paused": "pause",
    "frozen": "pause",
    "recess": "coffee",
    "colour_up": "coins",
    "hand_for_hand": "hand",
    "late_registration_closing": "hourglass",
    "bubble": "circle-dot",
    "in_the_money": "star",
    "final_table": "armchair",
    "decided": "crown",
    "finished": "flag",
    "registering": "pencil",
    "cancelled": "x",
    "announced": "calendar",
    "draft": "file-text",
}


def alphabetical(name: str) -> str:
    """Return what a list made in Python is ordered by, as people.queries.alphabetical orders rows: Érica between Enzo and
    Fábio."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def state_icons() -> dict[str, str]:
    """Return the icon of every state, by its name on the sheet."""
    return dict(_ICONS)


def board_words() -> dict[str, str]:
    """Return the words of static/js/board.js."""
    words = {f"state_{state}": _(word) for state, word in STATE_WORDS.items()}
    words |= {f"icon_{state}": icon for state, icon in _ICONS.items()}
    return words | {
        "state_last_hands": _("last hands"),
        "icon_last_hands": "flag",
        "level": _("Level %(number)s"),
        "recess": _("Break"),
        "recess_until": _("Break · back at %(time)s"),
        "recess_stands": _("Break stopped · %(time)s left"),
        "then_hand": _("then hand for hand"),
        "clock_stopped": _("clock stopped"),
        "goes_on": _("Level %(number)s goes on: %(what)s"),
        "level_stands": _("Level %(number)s stands: %(what)s"),
        "level_left": _("%(time)s left of it"),
        "add_on_now": _("Add-on on sale now"),
        "add_on_then": _("with the add-on"),
        "colour_up": _("Colour-up: chips of %(chips)s leave play"),
        "ante": _("Ante %(amount)s"),
        "big_blind_ante": _("BB\u00a0ante\u00a0%(amount)s"),
        "next": _("Next: %(what)s"),
        "first_level": _("First level: %(what)s"),
        "at_time": _("at %(time)s"),
        "starts": _("Starts at %(time)s"),
        "until_start": _("Until the start (%(time)s)"),
        "not_begun": _("Scheduled for %(time)s, not\u00a0started\u00a0yet"),
        "after_start": _("after the start"),
        "starts_when_full": _("Starts when %(seats)s are in: %(taken)s\u00a0of\u00a0%(seats)s"),
        "closes_with": _("closes with level %(level)s"),
        "closes_after": _("closes with the break after level %(level)s"),
        "last_hands": _("last hands"),
        "place": pgettext("finishing place", "%(place)s"),
        "big_blinds": _("%(count)s big blinds"),
        "big_blinds_one": _("1 big blind"),
        # one, and several: of what the sentence counts
        "entries_one": _("%(unique)s players +\u00a01 re-entry"),
        "entries": _("%(unique)s players +\u00a0%(re)s re-entries"),
        "guaranteed": _("guaranteed %(amount)s"),
        "guaranteed_with_funds": _("guaranteed %(amount)s, funds included"),
        # the public page
        "of_entries": _("of %(total)s entries"),
        "paid": _("places paid: %(paid)s"),
        "for_now": _("for now"),
        "plays_again": _("plays again"),
        "by": _("by %(names)s"),
        "table": _("table %(table)s"),
        "seat_number": _("Seat %(seat)s"),
        "overlay": _("overlay %(amount)s"),
        "counted_level": _("level %(level)s"),
        "counted_before_bust": _("counted before the last bust"),
        "counted_recess": _("break after level %(level)s"),
        "remaining": _("%(time)s left in the level"),
        "offline": _("offline %(time)s"),
        "hand_round": _("Hand %(round)s · stay seated, every table waits"),
        "in_money": _("Everybody left is paid"),
        "on_bubble": _("The next one out is the last without a prize"),
        "seat_at": "%(table)s – %(seat)s",
        "page_of": _("page %(page)s of %(pages)s"),
        "stands": _("The clock is paused"),
        "next_prize": _("Next prize · %(place)s"),
        "first_prize": _("Winner"),
        "for_champion": _("For the champion"),
        "prize_of_first": _("1st prize"),
        "the_deal": _("The deal"),
        "divided": _("Divided by the deal."),
        "played_for": _("%(entries)s entries · prize pool %(pool)s"),
        "holds_all": _("%(name)s holds all the chips"),
        "sound_on": _("Sound on"),
        "out": _("%(name)s out in %(place)s place"),
        "out_by": _("%(name)s out in %(place)s place · bounty: %(who)s"),
    }


def clock_words() -> dict[str, str]:
    """Return the words of static/js/screen.js: what a display of the room says beside `board_words`."""
    return board_words() | {
        "entries_one": _("%(unique)s\u00a0+\u00a01 re-entry"),
        "entries": _("%(unique)s\u00a0+\u00a0%(re)s re-entries"),
        "minute": _("1 minute"),
        "minutes": _("%(count)s minutes"),
        "minutes_seconds": _("%(minutes)s min %(seconds)s s"),
        "level_label": _("Level"),
        "next_level_label": _("Next level"),
        "up_next": _("Up next"),
        "after_label": _("After that"),
        "blinds_label": _("Blinds"),
        "entries_one_in_all": _("1 entry"),
        "entries_in_all": _("%(count)s entries"),
        "break_label": _("Break in"),
        "first_break_label": _("First break"),
        "next_prize_label": _("Next prize"),
        "ante_label": _("Ante"),
        "no_ante": _("no ante"),
        "colour_up_short": _("chips of %(chips)s leave"),
        "big_blind_ante_label": _("BB ante"),
        "in_time": _("in %(time)s"),
        "from_place": _("from %(place)s on"),
        "next_short": _("Next · %(place)s"),
        "one_table": _("1 table"),
        "tables": _("%(count)s tables"),
        # the band
        "band_late_level": _("Entries and re-entries until the end of level %(level)s"),
        "band_late_recess": _("Entries and re-entries until the end of the break after level %(level)s"),
        "band_late_time": _("Entries and re-entries until %(time)s"),
        "band_paused": _("Stopped by the floor · play out the hand you are in"),
        "band_frozen": _("All clocks of the house are stopped"),
        "band_since": _("%(what)s · since %(time)s"),
        "band_stood": _("for %(time)s"),
        "band_back": _("back at %(time)s"),
        "band_recess": _("Back at %(time)s with level %(level)s"),
        "band_recess_given": _("Back at %(time)s · level %(level)s goes on with %(left)s"),
        "band_recess_stands": _("Back at %(time)s · level %(level)s stands with %(left)s left"),
        "band_hand_first": _("tables that finish their hand first: %(left)s"),
        "band_hand": _("Hand\u00a0%(round)s · tables ready:\u00a0%(ready)s, still playing:\u00a0%(playing)s"),
        "band_bubble": _("One more out, and everybody left is paid"),
        "band_money": _("Everybody left wins at least %(amount)s"),
        "band_final": _("The next one out wins %(amount)s"),
        "band_to_money": _("%(away)s more to the money"),
        "band_left": _("%(count)s left"),
        "champion": _("Champion"),
        "add_on_at_desk": _("At the desk, to the end of the break"),
        "band_cancelled": _("Ask at the desk about your entry."),
        "band_deal": _("Deal made"),
        "band_deal_more": _("Deal made · %(amount)s for the champion"),
        "chips_leave": _("These leave play:"),
        # the news
        "out_in": _("Out · %(place)s"),
        "out_now": _("Out"),
        "with_prize": _("prize %(amount)s"),
        "bounty_to": _("bounty %(who)s"),
        "moves_table": _("Moves table"),
        "table_breaks": _("Table %(table)s breaks"),
        # the final table, so many at a time
        "and_more": _("… and %(count)s more"),
        # aloud
        "voice_level": pgettext("aloud", "Level %(number)s. Blinds %(small)s and %(big)s."),
        "voice_recess": pgettext("aloud", "Break. Play goes on at %(time)s."),
        "voice_back": pgettext("aloud", "The break is over."),
        # takeovers
        "level_up": _("Level up · %(number)s"),
        "before": _("previous level"),
        "average_stack": _("Average stack"),
        "bb_short": _("%(count)s BB"),
        "money_kick": _("%(paid)s in the money"),
        "bubble_burst": _("The bubble has burst"),
        "on_the_bubble": _("On the bubble, %(place)s"),
        "first_place": _("First place"),
        "prize_pool": _("Prize pool"),
        "final_kick": _("%(amount)s for the winner"),
        "won": pgettext("a tournament", "Winner"),
    }


def strip_words() -> dict[str, str]:
    """Return what the strip of the staff's pages says otherwise than a wall: shorter (static/js/staff.js)."""
    return {
        "in_time": _("in %(time)s"),
        "until": _("until %(time)s"),
        "end_of_level": _("end of level %(level)s"),
        "end_of_recess": _("break after level %(level)s"),
        "big_blinds": _("%(count)s BB"),
        "entries_one": _("%(unique)s\u00a0+\u00a01 re-entry"),
        "entries": _("%(unique)s\u00a0+\u00a0%(re)s re-entries"),
        "in_the_money": _("in the money"),
        "the_bubble": _("the bubble"),
        "bubble_away": _("%(count)s to the money"),
    }


def tablet_strip_words() -> dict[str, str]:
    """Return what the head of the tablet says beside the clock (static/js/tablet_facts.js)."""
    return strip_words() | {"after_start": _("after the start"), "last_hands": _("last hands")}


def draw_kind_words() -> dict[str, str]:
    """Return what a draw was for."""
    return {
        "initial": _("First seats"),
        "late_entry": _("Seat of a late entry"),
        "alternates_seated": _("Seat of an alternate"),
        "break_table": _("A table broke"),
        "balance": _("Balancing"),
        "final_table_redraw": _("Final table"),
        "redraw": _("All seats again"),
        "button": _("Button"),
        "chip_race": _("Chip race"),
    }


def draw_check_words() -> dict[str, str]:
    """Return the words of static/js/checking.js."""
    return {
        "fetching": _("Fetching the record …"),
        "progress": _("%(done)s of %(all)s draws checked …"),
        "title_good": _("The draw is right"),
        "title_bad": _("The draw does not agree"),
        "same": _("same"),
        "other": _("different"),
        "agree": _("All draws agree with what was published (%(count)s)."),
        "secret_right": _("The secret belongs to the seal, and every seed comes from it."),
        "secret_later": _("The secret is published when the tournament has ended: check again then."),
        "differences": _("Differences: %(count)s. Show this page to the director."),
        "not_committed": _("The secret does not belong to the seal."),
        "number": _("Draw %(number)s: a draw is missing or repeated."),
        "seed": _("Draw %(number)s: its seed does not come from the secret."),
        "method": _("Draw %(number)s: this page does not know its method."),
        "inputs": _("Draw %(number)s: its inputs cannot be drawn from."),
        "result": _("Draw %(number)s: the places published are not those computed."),
        "unreadable": _("The record is of another protocol. Use the newest program that checks it."),
        "untrusted": _(
            "This browser cannot check the draw: it computes wrongly. Open this page in another browser."
        ),
        "no_record": _("The record could not be fetched. Try again."),
    }
