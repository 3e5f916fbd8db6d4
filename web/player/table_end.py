"""What the page of a table says of its tournament; at the last table, when it is over: who won, and the best places with what they won, to each as early as they may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from access import moment
from payouts.queries import amounts_of, bounties_taken
from play.models import TableStage
from play.queries.ends import played_last_hand
from play.queries.events import open_tables_of
from rules.clock_shown import milliseconds
from tournaments.queries import announcements, payloads
from tournaments.queries.public_view import all_known_at
from tournaments.queries.results import results
from tournaments.queries.selling import knocked_out, may_enter_again
from web.templatetags.houses import place_word
from web.templatetags.shuffle import money

_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLine:
    """One of the best places. bounties_cents: of the player's bounties, which are in the account already."""

    place: int
    tied: int
    name: str
    amount_cents: int
    bounties_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOfEvent:
    """What is said at the last table. lines: none while the result is not told to the reader yet; known_ms: when it is, then."""

    said: str
    lines: tuple[PlaceLine, ...] = ()
    known_ms: int | None = None


def end_of_event(payload: Mapping[str, Any], *, me: int | None, at: datetime) -> EndOfEvent | None:
    """Return what the last table of a tournament says of its end; None while it is played, and where the tournament was called off.

    Who was dealt into its last hand has seen it and reads the result at once; everybody else when who looks on has seen that hand.
    Rule: PT-T.52, PT-T.54, PT-H.11
    """
    tournament_id = payload["event"]["tournament_id"]
    if payload["stage"] != TableStage.CLOSED or open_tables_of(tournament_id):
        return None
    present = me is not None and played_last_hand(payload["table_id"], player_id=me)
    seen_at = None if present else at
    state = payloads.counts(tournament_id, seen_at=seen_at)["state"]
    if state == "running":
        known_at = all_known_at(tournament_id, at=at)
        if known_at is None:
            return None  # the director ends it
        said = _("The last hand is played. The result comes when everybody has seen it.")
        return EndOfEvent(said=said, known_ms=milliseconds(known_at))
    rows = results(tournament_id, at=seen_at, limit=_SHOWN) if state == "finished" else []
    if not rows:
        return None
    won = amounts_of([row.entry_id for row in rows])
    bounties = {one.player_id: one.amount_cents for one in bounties_taken(tournament_id, seen_at=seen_at)}
    first = [row.player for row in rows if row.place == 1]
    shared = rows[0].tied > 1
    return EndOfEvent(
        said=_("The first place is shared.")
        if shared
        else _("%(name)s won the tournament.") % {"name": first[0]},
        lines=tuple(
            PlaceLine(
                place=row.place,
                tied=row.tied,
                name=row.player,
                amount_cents=won.get(row.entry_id, 0),
                bounties_cents=bounties.get(row.player_id, 0),
            )
            for row in rows
        ),
    )


def event_words(payload: dict[str, Any], *, me: int | None) -> dict[str, Any] | None:
    """Return what the page of a table says of its tournament: how many places are paid, what hangs on a head, and what is said to who does not sit there; to who is out (then)
    what else there is to do here, and whether the way back in stands open (again). None at a demo table."""
    if payload["event"] is None:
        return None
    tournament_id = payload["event"]["tournament_id"]
    said = _("You are watching a tournament. Its seats are drawn among its players.")
    if payload["stage"] == TableStage.CLOSED:
        over = payloads.counts(tournament_id, seen_at=moment.at())["state"] != "running"
        said = (
            _("The tournament is over at this table.")
            if over
            else _("This table is broken: its players play on at others.")
        )
    end = end_of_event(payload, me=me, at=moment.at())
    if end is not None:
        said = end.said
    again, then = False, ""
    if me is not None:
        own = payloads.player(me, tournament_id=tournament_id)
        state = own["entry"]["state"] if own["entry"] else ""
        again = state == "out" and may_enter_again(tournament_id, player_id=me, at=moment.at())
        if state == "out" and payload["stage"] != TableStage.CLOSED:
            then = _("You may stay and watch, or leave.")
        if again:
            said = _("You are out. You can enter again: the page of the tournament has the price.")
        elif state == "out" and not own["place"]:
            said = _("You are out.") + " " + _("Your place is decided at the end of this round.")
        elif state == "out":
            # who was in at the set time of a timed tournament has a place by chips
            ended = knocked_out(own["entry"]["entry_id"]) if payload["event"]["timed"] else None
            by_chips = ended is not None and ended.reason == "time"
            sentence = _("Time is up: %(place)s place.") if by_chips else _("You are out: %(place)s place.")
            said = sentence % {"place": place_word(own["place"])}
        elif state == "playing" and payload["stage"] == TableStage.CLOSED:
            said = _("You won the tournament.")
        if own["amount_cents"] and not own["deal"]:
            prize = money(own["amount_cents"], announcements.settings_of(tournament_id)["currency"])
            said += " " + _("Your prize: %(amount)s") % {"amount": prize}
        if own["bounties_cents"]:
            bounties = money(own["bounties_cents"], announcements.settings_of(tournament_id)["currency"])
            said += " · " + _("Your bounties: %(amount)s") % {"amount": bounties}
    counted = payloads.counts(tournament_id, seen_at=moment.at())
    return {
        "said": said,
        "then": then,
        "again": again,
        "places_paid": counted["places_paid"],
        "end": end,
        "bounty_cents": payload["event"]["bounty_cents"],
        "currency": announcements.settings_of(tournament_id)["currency"],
    }
