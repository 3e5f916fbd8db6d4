"""What the clock asks for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from rules.clock_at_tables import recess_counted_from
from rules.clock_shown import milliseconds, shown
from rules.permissions import Permission
from tables.queries import hand_for_hand_view, last_round_done_at
from tournaments.queries import clock, clock_set_back, payloads
from web import board
from web.director.needs.need import ActionButton, Need, action_button
from web.director.page import stands
from web.staffing import StaffTournament
from web.templatetags.shuffle import hour, moment, money

LEVEL_ENDS_SECONDS = 120
# of a shorter level its end is never far, and is not said
SHORT_LEVEL_SECONDS = 2 * LEVEL_ENDS_SECONDS
# so much of a recess somebody misses before it is offered to count from the last hand
LEAST_MISSED_SECONDS = 30


def level(scope: StaffTournament, *, at: datetime) -> list[Need]:
    payload = clock.clock_payload(scope.tournament_id, at=at)
    return [
        *_stands(scope, payload),
        *_set_back(scope, payload, at),
        *_late_is_over(scope, payload, at),
        *_late_by_time(scope, payload),
        *_recess(scope, payload, at),
        *_level_ends(scope, payload, at),
    ]


def _stands(scope: StaffTournament, payload: dict[str, Any]) -> list[Need]:
    """The clock stands by somebody's word: since when, and whose."""
    if payload["state"] not in ("paused", "frozen"):
        return []
    frozen = payload["state"] == "frozen"
    told = stands(scope, payload=payload)
    return [
        Need(
            key="stands",
            mark="pause",
            text=_("All clocks of the house are stopped.") if frozen else _("The clock is paused."),
            more=_("Since %(time)s, by %(name)s.") % {"time": told[0], "name": told[1]} if told else "",
            buttons=action_button(
                scope,
                name="thaw" if frozen else "resume",
                label=_("Let all clocks go on") if frozen else _("Let the clock go on"),
            ),
            later=True,
        )
    ]


def _set_back(scope: StaffTournament, payload: dict[str, Any], at: datetime) -> list[Need]:
    """The clock stands, for that of the house's machine was set back: until when, and with what it would go on. A rehearsal is played
    ahead of it at times. Rule: ADTP.23, PT-T.45"""
    found = clock_set_back.set_back(scope.tournament_id, payload=payload, at=at)
    if found is None or scope.settings["practice"]:
        return []
    text = _("The server's clock was set back: this clock stands until %(time)s.")
    more = _(
        "Set right, it goes on now with %(time)s, what it had left when anything was last recorded. What was played since then you take off with −1."
    )
    return [
        Need(
            key="clock-set-back",
            mark="triangle-alert",
            text=text % {"time": moment(found.until, scope.timezone)},
            more=more % {"time": board.countdown(found.left_seconds)},
            rule="ADTP.23",
            amber=True,
            buttons=action_button(scope, name="set-clock-right"),
        )
    ]


def _recess(scope: StaffTournament, payload: dict[str, Any], at: datetime) -> list[Need]:
    """It is recess: until when, with what play goes on, and what becomes of hand-for-hand. Rule: PT-T.45, PT-T.49"""
    now = shown(snapshot=payload, now_ms=payload["server_ms"])
    item = board.item_shown(payload, now=now)
    if item["kind"] != "recess" or payload["state"] == "not_started":
        return []
    left = board.level_left(payload, now=now)
    told: list[str] = []
    if left is not None:
        runs_after = payload["recess"]["level_runs_after"]
        said = (
            _("Level %(number)s goes on with %(time)s.")
            if runs_after
            else _("Level %(number)s has %(time)s left for its hands.")
        )
        told.append(said % {"number": payload["items"][now.index]["number"], "time": board.countdown(left)})
    elif now.next_index is not None:
        told.append(
            _("Then level %(number)s begins.") % {"number": payload["items"][now.next_index]["number"]}
        )
    buttons = action_button(scope, name="end-recess", label=_("End the break")) if left is not None else ()
    if payloads.counts(scope.tournament_id, seen_at=None)["hand_for_hand"]:
        told.append(_during_hand_for_hand(scope))
        buttons = (*_from_the_last_hand(scope, payload, at), *buttons)
    return [
        Need(
            key="recess",
            mark="coffee",
            text=board.recess_line(payload, now=now, at=at, zone=scope.timezone) + ".",
            more=" ".join(told),
            rule="PT-T.45",
            buttons=buttons,
            later=True,
        )
    ]


def _during_hand_for_hand(scope: StaffTournament) -> str:
    round_ = hand_for_hand_view(scope.tournament_id)
    if round_.done and round_.waiting_for:
        return _(
            "The tables that still play finish their hand, at no cost of level time; hand for hand goes on after the break."
        )
    return _("No table deals a hand before it is over; hand for hand goes on then.")


def _from_the_last_hand(
    scope: StaffTournament, payload: dict[str, Any], at: datetime
) -> tuple[ActionButton, ...]:
    """Where the tables finished their hand within the recess: let it count from there. Rule: PT-T.45"""
    counted = recess_counted_from(state=clock.state_now(scope.tournament_id, at=at))
    ended = last_round_done_at(scope.tournament_id)
    if counted is None or ended is None:
        return ()
    began, given_back_seconds = counted
    missed = int((ended - began).total_seconds()) - given_back_seconds
    if missed < LEAST_MISSED_SECONDS:
        return ()
    now = shown(snapshot=payload, now_ms=payload["server_ms"])
    back = at + timedelta(milliseconds=now.remaining_ms, seconds=missed)
    label = _("Count it from the last hand: back at %(time)s") % {"time": hour(back, scope.timezone)}
    return action_button(scope, name="minutes", label=label, seconds=missed, last_hand="1")


def _late_is_over(scope: StaffTournament, payload: dict[str, Any], at: datetime) -> list[Need]:
    """Late registration is over by the clock, moved on by hand, and the entries are not closed: no table breaks and no prize is
    fixed before that is done. Rule: SCPT.H, ADTP.8B"""
    counts = payloads.counts(scope.tournament_id, seen_at=None)
    # of the last one left the entries are asked to be closed for the result
    alone = counts["players_left"] == 1 and not counts["waiting"]
    told = {"clock": payload, "counts": counts}
    if not counts["late_registration_open"] or alone or board.entries_taken(told, at=at):
        return []
    if not scope.may(Permission.CLOSE_REGISTRATION):
        return []
    return [
        Need(
            key="late-registration-over",
            mark="flag",
            text=_("Late registration has ended: close the entries."),
            more=_("The desk takes none any more. Places are final and prizes fixed once they are closed."),
            rule="SCPT.H",
            amber=True,
            buttons=action_button(scope, name="close-entries", asks=close_asks(scope, counts=counts, at=at)),
        )
    ]


def close_asks(scope: StaffTournament, *, counts: dict[str, Any], at: datetime) -> str:
    """Return what is asked before entries are closed; that it is early, where late registration still runs. Rule: SCPT.H"""
    asks = _("No entry, re-entry, rebuy or add-on from now on. %(count)s entries share %(pool)s.") % {
        "count": counts["entries_total"],
        "pool": money(counts["pool_cents"], scope.currency),
    }
    payload = clock.clock_payload(scope.tournament_id, at=at)
    return " ".join(filter(None, [asks, closes_early({"clock": payload, "counts": counts}, at=at)]))


def closes_early(payloads: dict[str, Any], *, at: datetime) -> str:
    """Say that late registration still runs, and how long; "" where it is over. Rule: SCPT.H"""
    left_ms = shown(snapshot=payloads["clock"], now_ms=milliseconds(at)).late_registration_in_ms
    if not payloads["counts"]["late_registration_open"] or left_ms is None:
        return ""
    return _("This is earlier than announced: late registration has %(time)s left.") % {
        "time": board.countdown(left_ms // 1000)
    }


def _late_by_time(scope: StaffTournament, payload: dict[str, Any]) -> list[Need]:
    """An hour ends late registration soon, whatever the clock does. Rule: PT-T.23"""
    ends_ms = payload["late_registration_ends_ms"]
    if ends_ms is None or not 0 < ends_ms - payload["server_ms"] <= LEVEL_ENDS_SECONDS * 1000:
        return []
    ends = hour(datetime.fromtimestamp(ends_ms / 1000, tz=UTC), scope.timezone)
    return [
        Need(
            key="late-registration",
            mark="clock",
            text=_("Late registration ends at %(time)s.") % {"time": ends},
            rule="PT-T.23",
        )
    ]


def _level_ends(scope: StaffTournament, payload: dict[str, Any], at: datetime) -> list[Need]:
    if payload["state"] != "running" or payload["anchor_ms"] is None:
        return []
    now = shown(snapshot=payload, now_ms=payload["server_ms"])
    item = payload["items"][now.index]
    if now.recess_seconds is not None:  # it has its own end, and the level goes on
        return []
    if now.remaining_ms > LEVEL_ENDS_SECONDS * 1000 or now.following_index is None:
        return []
    if item["seconds"] <= SHORT_LEVEL_SECONDS:
        return []
    following = board.clock_lines(payload, at=at, zone=scope.timezone)["next"]
    following = following and following.removesuffix(".") + "."
    if (
        item["late_registration_ends"]
        and payloads.counts(scope.tournament_id, seen_at=None)["late_registration_open"]
    ):
        following = (following + " " + _("Late registration closes with it.")).strip()
    return [
        Need(
            key="level",
            mark="clock",
            text=(
                _("The break ends in less than two minutes. %(next)s")
                if item["kind"] == "recess"
                else _("This level ends in less than two minutes. %(next)s")
            )
            % {"next": following},
            later=True,
        )
    ]
