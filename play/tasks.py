"""The clock of the tables: what is due at each happens at its instant, once, whoever dies.

As for the level clocks, a deadline is a row; every worker hosts a timekeeper, and beat sends a sweep for what a crash left.
All of them name what is due alike, so that two have one effect.
"""

from __future__ import annotations

import logging
import random
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from celery import shared_task
from django.db import Error as DatabaseError

from dispatch.facts import SYSTEM, CommandId, Done
from dispatch.timekeeper import ClockWatch, Timekeeper, TimekeeperStep, now
from dispatch.topics import Listener
from play.commands.begin_session import begin_session
from play.commands.close_hand import close_hand
from play.commands.end_lines_hold import end_lines_hold
from play.commands.end_session import end_session
from play.commands.expire import expire
from play.commands.expire_offer import expire_offer
from play.commands.free_absent_seats import free_absent_seats
from play.commands.give_time_anew import give_time_anew
from play.commands.hold_for_lost_lines import hold_for_lost_lines
from play.commands.hold_table import hold_table
from play.commands.note_lag import note_lag
from play.commands.note_line import note_line
from play.commands.open_hand import open_hand
from play.commands.open_street import open_street
from play.commands.void_hand import void_hand
from play.models import DueKind
from play.operations.cases import erase_cases
from play.operations.complaints import erase_complaints
from play.operations.counted_days import count_days
from play.operations.hands import ChipsDoNotAddUp
from play.operations.onlookers import forget_shown_changes
from play.operations.origins import forget_old_origins, note_origin
from play.operations.packs import pack_what_is_old
from play.queries.decks import CardsGone
from play.queries.lines import (
    LinesHoldThatStands,
    are_back,
    first_lines_hold_over,
    lines_holds_over,
    went_together,
)
from play.queries.tables import (
    WhatIsDue,
    due_at_tables,
    first_due_at_tables,
    lags_kept,
    line_changes,
    number_of_hand,
    tables_where_time_runs,
)
from play.queries.waiting_list import OfferThatStands, first_offer_over, offers_over, tables_with_offers
from rules.online import lag_to_keep
from rules.refusals import Refused
from tournaments.operations.untold import forget_shown

log = logging.getLogger("play.timekeeper")

NAMESPACE = uuid.UUID("6e0f8a4e-55d2-5d0c-9f35-3f1f9d4b1c07")

_COMMANDS: Mapping[str, Callable[..., Done]] = {
    DueKind.OPEN: open_hand,
    DueKind.DECIDE: expire,
    DueKind.STREET: open_street,
    DueKind.CLOSE: close_hand,
    DueKind.FREE: free_absent_seats,
    DueKind.BEGIN: begin_session,
    DueKind.END: end_session,
}
# a table at which something raised is looked at again after so long: one broken table stops no other
_REST_SECONDS = 5.0
_resting: dict[int, float] = {}
# where the same thing raises once more, the table is held until staff look at it
_STUMBLES = 2
_stumbled: dict[tuple[int, int], int] = {}
# what nobody can finish is void
_UNFINISHED: Mapping[type[Exception], str] = {CardsGone: "cards", ChipsDoNotAddUp: "chips"}

_clock, _looking = ClockWatch(), threading.Lock()


def do_due(at: datetime) -> int:
    """Do what is due at every table, end the offers of seats whose time is over, and what lost lines held for long enough; how much was done here."""
    with _looking:
        _clock.look()
        if _clock.set_forward_since is not None:
            _give_time_anew(begun_before=_clock.set_forward_since)
            _clock.set_forward_since = None
    resting = _at_rest()
    due = [one for one in due_at_tables(at=at) if one.table_id not in resting]
    random.shuffle(due)  # several timekeepers begin at different tables
    done = sum(_do(one) for one in due)
    done += sum(_end_offer(one) for one in offers_over(at=at, without=_at_rest()))
    return done + sum(_end_lines_hold(one) for one in lines_holds_over(at=at))


def _give_time_anew(*, begun_before: datetime) -> None:
    """No player's time is over because the machine's clock was set forward. Each process sees it, before it ends anybody's; who is second finds it done."""
    log.warning(
        "the clock was set forward: what players decide and seats that are offered have their full time anew"
    )
    tables = {
        *tables_where_time_runs(begun_before=begun_before),
        *tables_with_offers(begun_before=begun_before),
    }
    for table_id in sorted(tables):
        try:
            give_time_anew(
                command_id=CommandId(uuid.uuid4()),
                at=now(),
                by=SYSTEM,
                table_id=table_id,
                begun_before=begun_before,
            )
        except Refused as refused:
            log.debug("table %s: %s", table_id, refused)  # decided in the meantime
        except DatabaseError:
            raise
        except Exception:
            log.exception("table %s, time anew", table_id)


def first_due() -> datetime | None:
    """Return the next instant at which something is due."""
    resting = _at_rest()
    tables = first_due_at_tables(at=now(), without=resting)
    offers = first_offer_over(without=resting)
    found = (tables, offers, first_lines_hold_over())
    return min((one for one in found if one is not None), default=None)


def _at_rest() -> list[int]:
    return [table_id for table_id, until in _resting.items() if until > time.monotonic()]


def _do(one: WhatIsDue) -> bool:
    try:
        done = _COMMANDS[one.kind](**_by_the_clock(one, one.kind), turn=one.turn)
    except Refused as refused:
        # somebody acted in the meantime, or another timekeeper was first
        log.debug("table %s, turn %s, %s: %s", one.table_id, one.turn, one.kind, refused)
        return False
    except DatabaseError:
        raise
    except Exception as error:
        log.exception("table %s, turn %s, %s", one.table_id, one.turn, one.kind)
        return _stop(one, error)
    return not done.replayed


def _end_offer(one: OfferThatStands) -> bool:
    """The number is that of the offer: it ends once, whoever sees it."""
    name = f"offer/{one.place_id}/{one.until.timestamp()}"
    try:
        done = expire_offer(
            command_id=CommandId(uuid.uuid5(NAMESPACE, name)),
            at=now(),
            by=SYSTEM,
            table_id=one.table_id,
            place_id=one.place_id,
        )
    except Refused as refused:
        log.debug("table %s, place %s: %s", one.table_id, one.place_id, refused)  # taken in the meantime
        return False
    except DatabaseError:
        raise
    except Exception:
        log.exception("table %s, the offer of place %s", one.table_id, one.place_id)
        _resting[one.table_id] = time.monotonic() + _REST_SECONDS
        return False
    return not done.replayed


def _end_lines_hold(one: LinesHoldThatStands) -> bool:
    """The number is that of the hold: it ends once, whoever sees it."""
    try:
        done = end_lines_hold(
            command_id=CommandId(uuid.uuid5(NAMESPACE, f"lines/{one.hold_id}/{one.until.timestamp()}")),
            at=now(),
            by=SYSTEM,
            table_id=one.table_id,
        )
    except DatabaseError:
        raise
    except Exception:
        log.exception("table %s, what lost lines hold there", one.table_id)
        return False
    return not done.replayed


def _stop(one: WhatIsDue, error: Exception) -> bool:
    """A hand that nobody can finish is void; a table that stumbles twice over the same thing is held; others play on."""
    what = ""
    why = _UNFINISHED.get(type(error))
    stumbles = _stumbled.pop((one.table_id, one.turn), 0) + 1
    try:
        if why is not None:
            what = "void"
            void_hand(**_by_the_clock(one, what), number=number_of_hand(one.table_id), why=why)
            return True
        if stumbles >= _STUMBLES:
            what = "hold"
            hold_table(**_by_the_clock(one, what))
            return True
    except DatabaseError:
        raise
    except Exception:
        log.exception("table %s, turn %s, %s", one.table_id, one.turn, what)
    _stumbled[one.table_id, one.turn] = stumbles
    _resting[one.table_id] = time.monotonic() + _REST_SECONDS
    return False


def _by_the_clock(one: WhatIsDue, what: str) -> dict[str, Any]:
    name = f"{one.table_id}/{one.turn}/{what}/{one.at.timestamp()}"
    return {
        "command_id": CommandId(uuid.uuid5(NAMESPACE, name)),
        "at": now(),
        "by": SYSTEM,
        "table_id": one.table_id,
    }


def line_seen(*, player_id: int, table_id: int, here: bool, by: Listener | None = None) -> None:
    """Note that a player's line to a table is there, or that the last one has gone; nothing where that is known, and where nobody sits there.

    by: whose socket it is: from where it comes is kept, once, where the owner has it kept.
    """
    _note_line(player_id=player_id, table_id=table_id, here=here)
    if by is not None:
        note_origin(player_id=player_id, table_id=table_id, address=by.address, browser=by.browser, at=now())


def _note_line(*, player_id: int, table_id: int, here: bool) -> None:
    if not line_changes(player_id=player_id, table_id=table_id, here=here):
        return
    try:
        note_line(
            command_id=CommandId(uuid.uuid4()),
            at=now(),
            by=SYSTEM,
            table_id=table_id,
            player_id=player_id,
            there=here,
        )
        _look_at_lines(table_id, here=here)
    except Refused as refused:
        log.debug("table %s, player %s: %s", table_id, player_id, refused)  # stood up in the meantime


def lines_measured(lines: Sequence[tuple[Mapping[str, Any], int]]) -> None:
    """Note how long players' lines take, in milliseconds, where that differs from what their tables keep. lines: the player and the table of each."""
    kept = lags_kept({where["table_id"] for where, _ms in lines})
    for where, ms in lines:
        known = kept.get((where["table_id"], where["player_id"]))
        if known is None or lag_to_keep(measured_ms=ms, kept_ms=known) == known:
            continue
        try:
            note_lag(command_id=CommandId(uuid.uuid4()), at=now(), by=SYSTEM, lag_ms=ms, **where)
        except Refused as refused:
            log.debug("%s: %s", where, refused)  # stood up in the meantime


def _look_at_lines(table_id: int, *, here: bool) -> None:
    """Where many lines went together, or enough are back, say so: who sees it last sees them all, and two have one effect."""
    looks = are_back(table_id) if here else went_together(table_id, at=now())
    if looks:
        said = end_lines_hold if here else hold_for_lost_lines
        said(command_id=CommandId(uuid.uuid4()), at=now(), by=SYSTEM, table_id=table_id)


@shared_task(name="play.sweep_due_tables", ignore_result=True)
def sweep_due_tables() -> None:
    """Whatever is due by now; what onlookers were not told meanwhile is forgotten."""
    do_due(now())
    forget_shown_changes(at=now())
    forget_shown(at=now())


@shared_task(name="play.erase_complaints", ignore_result=True)
def erase_what_is_over() -> None:
    """Erase what is left of the complaints of players whose data are erased, once the house owes them nothing, and of closed cases about them; and
    from where players sat down, once that is old, with the keys of months that are over.
    """
    erase_complaints(at=now())
    erase_cases()
    forget_old_origins(at=now())


@shared_task(name="play.pack", ignore_result=True)
def pack() -> None:
    """Pack what hands of long ago leave."""
    pack_what_is_old(at=now())


@shared_task(name="play.count_days", ignore_result=True)
def count_days_that_are_over() -> None:
    """Count the days that are over, for the integrity desk."""
    count_days(at=now())


class PlayTimekeeperStep(TimekeeperStep):
    """The timekeeper of the tables."""

    def begin(self) -> Timekeeper:
        """Start the timekeeper of what is due at a table."""
        return Timekeeper("play-timekeeper", do_due=do_due, first_due=first_due)
