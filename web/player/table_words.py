"""The words of a played table, as its page needs them in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from web.hand_names import hand_sentences, rank_words
from web.templatetags.shuffle import city, money, until_hour

_RANKS = {"T": "10"}
_ICONS = {"s": "spade", "h": "heart", "d": "diamond", "c": "club"}


def suit_words() -> dict[str, tuple[str, str]]:
    """Each suit: its letter on a card, and its name."""
    return {
        "s": (pgettext("suit on a card", "S"), _("spades")),
        "h": (pgettext("suit on a card", "H"), _("hearts")),
        "d": (pgettext("suit on a card", "D"), _("diamonds")),
        "c": (pgettext("suit on a card", "C"), _("clubs")),
    }


def card_words(card: str) -> dict[str, str]:
    """Return a card that lies open to the reader: rank, suit, its letter and icon, and what it is called."""
    rank, suit = card[0], card[1]
    letter, name = suit_words()[suit]
    shown = _RANKS.get(rank, rank)
    return {
        "rank": shown,
        "suit": suit,
        "letter": letter,
        "icon": _ICONS[suit],
        "said": _("%(rank)s\u00a0of\u00a0%(suit)s") % {"rank": shown, "suit": name},
    }


def end_words(payload: dict[str, Any]) -> str:
    """Return until when a timed tournament is played; "" of others, and while its clock stands. Rule: PT-T.52"""
    ends = payload["event"]["ends"] if payload["event"] else None
    return (
        until_hour(datetime.fromtimestamp(ends["ends_ms"] / 1000, tz=UTC), ends["timezone"]) if ends else ""
    )


def table_words() -> dict[str, str]:
    """Sentences by name; those of hands by their English."""
    suits = suit_words()
    return {
        **{f"letter_{suit}": letter for suit, (letter, _name) in suits.items()},
        **{f"suit_{suit}": name for suit, (_letter, name) in suits.items()},
        **hand_sentences(),
        **rank_words(),
        "card": _("%(rank)s\u00a0of\u00a0%(suit)s"),
        "fold": pgettext("act", "Fold"),
        "check": pgettext("act", "Check"),
        "call": pgettext("act", "Call"),
        "bet": pgettext("act", "Bet"),
        "raise": pgettext("act", "Raise"),
        "raise_more": _("Raise…"),
        "bet_more": _("Bet…"),
        "raise_to": _("Raise to"),
        "bet_chips": pgettext("act with an amount below", "Bet"),
        "least": _("min. %(chips)s"),
        "from_to": _("%(least)s to %(most)s"),
        "no_more_raises": _("no more raises in this round"),
        "all_in": _("All-in"),
        "pot": _("Pot"),
        "half_pot": _("½ pot"),
        "two_thirds_pot": _("⅔ pot"),
        "whole_pot": _("1 pot"),
        "smallest": _("Min."),
        "leaves_you": _("leaves you %(chips)s"),
        "back": _("Back"),
        "amount": _("Amount, in chips"),
        "unreadable": _("%(text)s cannot be read as a number of chips. Write it like 1250."),
        "too_small": _("The least you may put in is %(chips)s."),
        "too_large": _("The most you may put in is %(chips)s."),
        "less": _("One big blind less"),
        "more": _("One big blind more"),
        "your_turn": _("Your turn"),
        "check_fold": _("Check or fold"),
        "done_ahead": _("Done as you decided. Press to take it back."),
        "ahead_void": _("The price changed: what you decided ahead is void."),
        "reconnects": _("No signal"),
        "says_line_lost": _("%(name)s has lost the connection."),
        "says_line_back": _("%(name)s is connected again."),
        "extra_time": _("Extra time"),
        "use_time": _("Extra time +%(seconds)s\u00a0s"),
        "bank_left": _("Extra time: %(seconds)s\u00a0s"),
        "your_bank": _("Your extra time runs: %(seconds)s seconds."),
        "says_bank": _("%(name)s uses extra time."),
        "no_time": _("Nobody's time runs now."),
        "waits_for": _("%(name)s is to act"),
        "may_decide": _("you can act ahead"),
        "waits_players": _("The table waits for a second player."),
        "next_hand": _("The next hand is dealt in a moment."),
        "dealt_next": _("You are dealt in from the next hand on."),
        "you_sit_out": _("You sit out and are dealt no hands."),
        "seat_kept": _("Your seat is kept until %(time)s."),
        "out_next": _("out from the next hand"),
        "sits_next": _("You sit out from the next hand on."),
        "hand_goes": _("In this hand you check where it is free, and else your cards are folded."),
        "sit_out_sure": _("Sit out all the same?"),
        "sit_out": _("Sit out"),
        "event_away": _("You are away: your blinds are taken, and your hands are checked or folded."),
        "waits_clock": _("The tournament is paused or in a break: the next hand is dealt when it goes on."),
        "others_play": _(
            "Hand for hand: the next hand begins at all tables at once. Tables still playing: %(tables)s."
        ),
        "hand_for_hand": _("Hand for hand: all tables begin each hand together."),
        "im_back": _("I am back"),
        "seat": _("Seat %(seat)s"),
        "turn_sounds_on": _("Turn on the sounds of this table"),
        "turn_sounds_off": _("Turn off the sounds of this table"),
        "all_of_it": _("That is everything you have. Press once more to go all-in."),
        "free_check": _("Checking costs nothing. Fold all the same?"),
        "folded": _("Folded"),
        "away": _("Away"),
        "rehearsal": _("Practice"),
        "main_pot": _("Main pot %(chips)s"),
        "side_pot": _("Side pot %(chips)s"),
        "button": _("button"),
        "small_blind": _("small blind"),
        "big_blind": _("big blind"),
        "bb": _("%(count)s BB"),
        "line_takes": _("Connection to the house: %(ms)s ms"),
        "no_line": _("No connection to the house"),
        "two": _("Two players: the button posts the big blind, and the other one acts first."),
        "line_lost": _("The connection is lost. Your seat is kept; the table plays on."),
        "not_sent": _("Nothing came back. Look at the table whether your act counted."),
        "held": _("The house holds this table: %(reason)s. Nobody's time runs."),
        "held_with_clocks": _("The house has stopped its clocks and its tables. Nobody's time runs."),
        "held_alone": _("This table is held until the house has looked at it. Nobody's time runs."),
        "held_lines": _(
            "%(lost)s of %(of_players)s connections went at once. Nobody's time runs; it goes on when most are back, or after three minutes."
        ),
        "stands_still": _("The table stands still. Your time is kept."),
        "restarted": _("The house was away. %(name)s decides with the full time; nobody was folded."),
        "voided_staff": _("Hand %(number)s is void: %(reason)s. Everybody has the chips of its start."),
        "voided_outage": _(
            "Hand %(number)s is void: the house was away for too long. Everybody has the chips of its start."
        ),
        "voided_cards": _(
            "Hand %(number)s is void: the house could not make its cards. Everybody has the chips of its start."
        ),
        "voided_chips": _(
            "Hand %(number)s is void: its chips did not add up. Everybody has the chips of its start."
        ),
        "voided_put_back": _(
            "Hand %(number)s is void: the house went back to an earlier moment. Everybody has the chips of its start."
        ),
        "checked": _(
            "Checked: your cards follow from the published decks and from the players' words, yours among them."
        ),
        "checked_alone": _(
            "Checked: your cards lead to the published decks. No word of yours is in this deal."
        ),
        "word_left_out": _(
            "The deal leaves out the word you gave, or its roots are others than before. Keep the proof of this hand and complain."
        ),
        "other_not_checked": _(
            "The deck that was not dealt does not lead to its published root. Keep the proof of this hand and complain."
        ),
        "not_checked": _(
            "Your cards do not follow from the published roots and words. Keep the proof of this hand and complain."
        ),
        "hand": _("Hand %(number)s"),
        "says_folds": _("%(name)s folds."),
        "says_checks": _("%(name)s checks."),
        "says_calls": _("%(name)s calls %(chips)s."),
        "says_bets": _("%(name)s bets %(chips)s."),
        "says_raises": _("%(name)s raises to %(chips)s."),
        "says_all_in": _("%(name)s is all-in with %(chips)s."),
        "says_time": _("%(name)s ran out of time."),
        "says_dealt": _("Hand %(number)s is dealt."),
        "says_flop": _("Flop: %(cards)s."),
        "says_turn": _("Turn: %(cards)s."),
        "says_river": _("River: %(cards)s."),
        "says_wins": _("%(name)s wins %(chips)s."),
        "says_wins_pots": _("%(name)s wins %(chips)s: %(pots)s."),
        "says_wins_with": _("%(name)s wins %(chips)s: %(pots)s, with %(cards)s."),
        "says_lost": _("%(name)s has no chips left."),
        "pot_alone": _("the pot"),
        "pot_main": _("the main pot"),
        "pot_side": _("the side pot"),
        "pot_side_of": _("side pot %(number)s"),
        "pot_divided": _("%(pot)s, split %(count)s ways"),
        "no_chips": _("No chips"),
        "says_turned_up": _("%(name)s turns up %(cards)s."),
        "says_shows": _("%(name)s shows %(cards)s: %(hand)s."),
        "says_shows_two": _("%(name)s shows %(cards)s: %(hand)s, with %(two)s."),
        "with_two": _("with %(two)s"),
    }


def words_of_table(payload: Mapping[str, Any], *, sits: bool) -> dict[str, str]:
    """Return the words of this table: where every chip is a cent, an amount is money. sits: whether the page is that of who has a seat there."""
    event = payload["event"]
    more = (_redraw_words() if _may_say_redrawn(payload) else {}) if event else _free_words()
    more |= _time_words() if event and event["timed"] else {}
    more |= _clock_words() if event else {}
    more |= _bounty_words() if event and event["bounty_cents"] else {}
    more |= {} if sits else _onlookers_words()
    return table_words() | more | (_cash_words() if payload["cash"] is not None else {})


def zone_words(zone: str) -> dict[str, str]:
    """Return whose hours are told at a table, those of its house; where it is, for who plays where the hour is another."""
    return {"zone": zone, "hours_of": _("hour of %(city)s") % {"city": city(zone)}}


def _onlookers_words() -> dict[str, str]:
    """What is said otherwise to who has no seat there, and no time of the own."""
    return {
        "line_lost": _("The connection is lost. The table plays on."),
        "stands_still": _("The table stands still."),
    }


def _clock_words() -> dict[str, str]:
    """What is said while a tournament stands, and while other tables still play."""
    return {
        "table_done": _("Your table has played this hand; the others still play."),
        "recess": _("Break"),
        "paused": _("Paused"),
        "goes_on": _("Goes on at %(time)s"),
        "waits_break": _("Break: the next hand comes at %(time)s."),
        "level": _("Level %(level)s"),
        "each": _("Ante %(amount)s"),
        "for_all": _("BB\u00a0ante\u00a0%(amount)s"),
        "out": pgettext("player at a table", "Out"),
        "event_players": _("%(left)s of %(total)s left"),
        "event_average": _("avg. %(stack)s"),
        "event_money": _("%(away)s to the money"),
        "event_paid": _("in the money"),
        "event_all_paid": _("everybody is paid"),
    }


def _bounty_words() -> dict[str, str]:
    """What is said where a bounty hangs on each head. Rule: PT-T.34, SCPT.P"""
    return {"bounty_won": _("%(by)s takes the bounty of %(out)s: %(amount)s.")}


def _free_words() -> dict[str, str]:
    """What is said where one sits down and leaves as one likes."""
    return {
        "you_leave": _("You leave when this hand is over."),
        "stay": _("Stay at the table"),
        "barred": _("You are excluded from playing: you leave the table when this hand is over."),
        "take_seat": _("Sit here"),
    }


def _cash_words() -> dict[str, str]:
    """What is said at tables for money alone."""
    return {
        "amount": _("Amount"),
        "unreadable": _("%(text)s cannot be read as an amount. Write it like 1234.50 or 1.234,50."),
        "must_add": _("You have less than a big blind. Add chips to be dealt in again."),
        "add_chips": _("Add chips"),
        "kept_ended": _("The automatic top-up is off. The menu says why, under Add chips."),
        "adds_after": _("+ %(chips)s next"),
        "adds_ended": _("Your chips were not added. The menu says why, under Add chips."),
        "kept_to": _("tops up to %(chips)s"),
        "added": _("%(chips)s added to your stack"),
        "says_adds": _("%(name)s adds %(chips)s."),
        "session_ends": _("The session ends at %(time)s, with the hand that is played then."),
        "until": _("until %(time)s"),
        "last_hand": _("The time of the session is over: this hand is the last one."),
        "limit_ends": _(
            "The time at tables that you set for yourself ends at %(time)s. The hand that is played then is your last one."
        ),
        "limit_over": _(
            "The time at tables that you set for yourself is used up: this hand is your last one, and the stack goes home."
        ),
    }


def _may_say_redrawn(payload: Mapping[str, Any]) -> bool:
    """Return whether the page of a tournament's table may have to say so: several tables are played, or it was just done."""
    return payload["event"]["tables"] > 1 or (payload["notice"] or {}).get("kind") == "redrawn"


def _redraw_words() -> dict[str, str]:
    return {
        "others_redraw": _(
            "All seats are drawn anew when every table has ended its hand. Tables still playing: %(tables)s."
        ),
        "redrawn": _("All seats and the button were drawn anew."),
        "redrawn_final": _("Final table: all seats and the button were drawn anew."),
        "sits_now": _("You sit in seat %(seat)s."),
    }


def _time_words() -> dict[str, str]:
    """What is told of the set time of a tournament. Rule: PT-T.52"""
    return {
        "until": _("until %(time)s"),
        "last_hands": _(
            "Time is up: everybody has the button once more. Hands still dealt here: %(last_hands)s."
        ),
        "last_played": _(
            "Time is up, and the last hand of this table is played. Tables that still play: %(still_play)s."
        ),
        # to who looks on nobody tells when other tables end their hands
        "last_played_here": _("Time is up, and the last hand of this table is played."),
    }


def banner_words(payload: Mapping[str, Any], *, seat: int | None) -> str:
    """Say what everybody at a table is told above it: that it is held or waits for other tables, that a decision began anew, that a hand is void, that
    seats were drawn anew, who has a bounty. seat: where the reader sits, None for who looks on.
    """
    words, held, notice = table_words(), payload["held"], payload["notice"] or {"kind": ""}
    said = []
    if held is not None:
        alone = words["held_with_clocks" if held["with_clocks"] else "held_alone"]
        if held["lines"]:
            alone = words["held_lines"] % held["lines"]
        said.append(words["held"] % held if held["reason"] else alone)
    event = payload["event"] or {"hand_for_hand": False, "still_play": 0}
    if event.get("last_hands") is not None:
        played = "last_played" if event["still_play"] else "last_played_here"
        said.append(_time_words()["last_hands" if event["last_hands"] else played] % event)
    elif event["still_play"]:
        others = _redraw_words()["others_redraw"] if event["redraw"] else words["others_play"]
        said.append(others % {"tables": event["still_play"]})
    elif event["hand_for_hand"]:
        said.append(words["hand_for_hand"])
    names = {one["seat"]: one["name"] for one in payload["seats"]}
    # who is asked reads the offer
    rebuying = ", ".join(names.get(one, "") for one in event.get("rebuying", ()) if one != seat)
    if rebuying:
        said.append(_("The next hand waits for who decides on a rebuy: %(names)s.") % {"names": rebuying})
    if notice["kind"] == "restarted":
        name = next((one["name"] for one in payload["seats"] if one["seat"] == notice["seat"]), "")
        said.append(words["restarted"] % {"name": name})
    if notice["kind"] == "bounties":
        said += [
            _bounty_words()["bounty_won"] % {**one, "amount": money(one["amount_cents"], notice["currency"])}
            for one in notice["won"]
        ]
    if notice["kind"] == "redrawn":
        drawn = _redraw_words()
        said.append(drawn["redrawn_final" if notice["final"] else "redrawn"])
        said += [] if seat is None else [drawn["sits_now"] % {"seat": seat}]
    if notice["kind"] == "voided":
        said.append(words[f"voided_{notice['why']}"] % notice)
    return " ".join(said)


def seats_in_words(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """Return who sits there, with the marks, in words."""
    marks = {payload["button"]: _("button"), payload["small_blind"]: _("small blind")}
    marks[payload["big_blind"]] = (
        _("big blind") if payload["big_blind"] != payload["button"] else _("button, big blind")
    )
    lost = set((payload["result"] or {}).get("busts", ()))
    return [
        {**one, "mark": marks.get(one["seat"], ""), "lost": one["seat"] in lost and not one["chips"]}
        for one in payload["seats"]
    ]
