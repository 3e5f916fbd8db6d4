"""What the page of a cash table says of money."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from access import moment
from payouts.queries.pay_ins import takes_pay_ins
from play.models import TableStage
from play.operations.sitting_down import why_no_money
from play.queries.cash import MoneyOffer, buy_in_offer, left_lately
from play.queries.sessions import sat_at
from play.queries.tables import venue_of_play_table, zone_of_table
from play.queries.waiting_list import (
    missed_lately,
    refused_when_session_began,
    session_came_to_its_end,
    waited_when_closed,
    waiting_view,
)
from rules.clock_shown import milliseconds
from web.acting import sentence
from web.seat_refused import why_not_seated
from web.templatetags.shuffle import plain_number

# what the field of the amount begins with, in big blinds
_USUAL = 100


def cash_words(payload: dict[str, Any], *, table_id: int, player_id: int | None) -> dict[str, Any] | None:
    """Return what the page of a cash table says of money: the range, the commission, and to who may sit down what to bring,
    or the place in the waiting list.

    player_id: who may sit down, None for others. None elsewhere.
    """
    terms = payload["cash"]
    if terms is None:
        return None
    share = plain_number(terms["rake_bp"] / 100)
    if terms["rake_manner"] == "pot":
        rake = _(
            "The house takes %(share)s%% of each payment of each pot, in whole cents; nothing of what nobody matched, and"
            " nothing when the hand ends before the turn card and nobody bet on the flop."
        )
    else:
        rake = _(
            "The house takes %(share)s%% of what you bring and add, before it reaches the table; nothing of the pots."
        )
    closed = payload["stage"] == TableStage.CLOSED
    sits = player_id is not None and not closed
    at, held = moment.at(), payload["held"]["at_ms"] if payload["held"] else None
    barred = why_no_money(table_id, player_id=player_id or 0, at=at) if sits else None
    offer = buy_in_offer(table_id, player_id=player_id or 0, at=at) if sits else None
    return {
        **terms,
        "rake": rake % {"share": share},
        "offer": offer,
        "pays_in_here": sits and takes_pay_ins(venue_of_play_table(table_id) or 0),
        "left": left_lately(table_id, player_id=player_id or 0, at=at) if sits else None,
        "waiting": _waiting(table_id, player_id=player_id or 0, held_ms=held, at=at) if sits else None,
        "starts": _moment(terms["session"], "starts_ms"),
        "ends": _moment(terms["session"], "ends_ms"),
        "timezone": zone_of_table(table_id) if terms["session"] else "",
        "not_seated": why_not_seated(
            refused_when_session_began(table_id, player_id=player_id) if player_id is not None else ""
        ),
        "sat": closed and player_id is not None and sat_at(table_id, player_id=player_id),
        "barred": sentence(barred) if barred else "",
        "waited": closed and player_id is not None and waited_when_closed(table_id, player_id=player_id),
        "over": closed and session_came_to_its_end(table_id),
        "usual_cents": _usual(offer, big_blind=payload["big_blind_chips"]) if offer else 0,
    }


def _waiting(table_id: int, *, player_id: int, held_ms: int | None, at: datetime) -> dict[str, Any]:
    """The place in the waiting list; for who was offered a seat, how long it is kept. held_ms: the instant at which the table stands."""
    view = waiting_view(table_id, player_id=player_id)
    until = view.offered_until_ms
    return {
        **asdict(view),
        "left_seconds": None if until is None else max(0, (until - (held_ms or milliseconds(at))) // 1000),
        "missed": not view.place and missed_lately(table_id, player_id=player_id, at=at),
    }


def _moment(session: dict[str, Any] | None, name: str) -> datetime | None:
    ms = session[name] if session else None
    return None if ms is None else datetime.fromtimestamp(ms / 1000, tz=UTC)


def _usual(offer: MoneyOffer, *, big_blind: int) -> int:
    """What most people bring: a hundred big blinds, within the range, the balance and the own limits."""
    most = max(offer.least_cents, min(offer.allowed_cents, offer.balance_cents))
    return max(offer.least_cents, min(most, _USUAL * big_blind))


def why_ended(code: str) -> str:
    """Say why chips are added by themselves no more; "" where they are, or where the player ended it."""
    if not code:
        return ""
    if code == "insufficient_funds":
        return _("The automatic top-up is off: your balance was too small.")
    if code == "entry_paid":
        return _(
            "The automatic top-up is off: the rest of your balance is set aside for an entry you have paid for."
        )
    if code == "play_limit_reached":
        return _("The automatic top-up is off: it would have passed a limit you have set.")
    if code == "time_limit_reached":
        return _("The automatic top-up is off: the time at tables that you set for yourself is used up.")
    return _("The automatic top-up is off: the house takes no more of your money to this table now.")


def why_not_added(code: str) -> str:
    """Say why the chips that were wished during a hand were not added when it was over; "" where they were."""
    if not code:
        return ""
    if code == "insufficient_funds":
        return _("Nothing was added: your balance was too small.")
    if code == "entry_paid":
        return _("Nothing was added: the rest of your balance is set aside for an entry you have paid for.")
    if code == "play_limit_reached":
        return _("Nothing was added: it would have passed a limit you have set.")
    if code == "time_limit_reached":
        return _("Nothing was added: the time at tables that you set for yourself is used up.")
    if code == "stack_is_full":
        return _("Nothing was added: you have as much in front as anybody may bring to this table.")
    if code == "bad_top_up":
        return _("Nothing was added: with it you would still have had less than a big blind.")
    return _("Nothing was added: the house takes no more of your money to this table now.")
