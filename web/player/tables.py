"""Tables that are played in the browser: the list of them, and one table. Both read whole without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_POST

from access import moment
from dispatch import topics
from ledger.queries import balance_payload
from people.queries import player_of_user, player_view
from people.topics import own_balance_topic
from play.commands.change_seat import change_seat
from play.commands.come_back import come_back
from play.commands.decline_rebuy import decline_rebuy
from play.commands.leave import leave
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.commands.take_add_on import take_add_on
from play.commands.take_rebuy import take_rebuy
from play.models import TableStage
from play.queries.awaited import tables_that_wait
from play.queries.events import table_moved_to, tournament_of_table
from play.queries.history import tables_of_player
from play.queries.onlookers import sees_present
from play.queries.payloads import onlookers_payload
from play.queries.sessions import StoodUp, last_stood_up, sat_down_at, seats_held
from play.queries.tables import open_play_tables, zone_of_table
from play.queries.time_played import own_time_ends_at
from play.queries.waiting_list import places_of
from play.topics import (
    onlookers_topic,
    own_cards_topic,
    own_tables_topic,
    played_table_topic,
    waiting_topic,
)
from rules.clock_shown import milliseconds
from rules.refusals import Refused, not_found
from tournaments.queries import announcements
from tournaments.queries.players import tournaments_entered
from tournaments.topics import clock_topic, counts_topic
from web.acting import CommandOutcome, actor_of, answer, run_command
from web.forms import number_or_none
from web.player.cash_words import cash_words, why_ended, why_not_added
from web.player.game_words import words_of_game
from web.player.late_ways import may_be_entered
from web.player.origins import note_place
from web.player.table_end import event_words
from web.player.table_event import LineOfEvent, line_of_event
from web.player.table_offers import add_on_offer, rebuy_offer
from web.player.table_words import (
    banner_words,
    card_words,
    end_words,
    seats_in_words,
    words_of_table,
    zone_words,
)
from web.player.views import answer_if_in_already, own_page, own_player, private
from web.problems import refused_page


def at_own_place(request: HttpRequest) -> int | None:
    """Return the player who reads the page; None for who is none, and on a house's device."""
    by = actor_of(request)
    return player_of_user(by.user_id) if by.device_id is None else None


@require_GET
def play_tables(request: HttpRequest) -> HttpResponse:
    """Show the tables: one's own first, tournaments that come and run, and those that can be sat down at."""
    found, me = open_play_tables(seen_at=moment.at()), at_own_place(request)
    seats = {} if me is None else {one.table_id: one for one in seats_held(me)}
    announced = announcements.calendar(at=moment.at())
    coming = [one for one in announced if one.online and one.when == "next"]
    listed = {one.table_id: one for one in found}
    # one's own stand above, with what was played and the stack; first those that wait for the reader, as many as the banner counts
    waiting = set() if me is None else {one.table_id for one in tables_that_wait(me)}
    own = sorted(seats.values(), key=lambda one: (not one.decides, one.table_id not in waiting))
    found = [one for one in found if one.table_id not in seats]
    context = {
        "own": [one.session for one in own],
        "listed": listed,
        "seats": seats,
        "waiting": waiting,
        "places": [] if me is None else places_of(me),
        "played_online": me is not None and bool(tables_of_player(me, limit=1)),
        "coming": coming,
        "starts": {one.tournament_id: counts_topic(one.tournament_id) for one in coming},
        "entered": set() if me is None or not coming else tournaments_entered(me),
        "so_far": announcements.entries_so_far([one.tournament_id for one in coming if one.seats_to_start]),
        "events": [one for one in found if one.tournament_id is not None],
        "takes_entries": may_be_entered([one.tournament_id for one in found], me=me, at=moment.at()),
        "cash": [one for one in found if one.currency],
        "tables": [one for one in found if one.tournament_id is None and not one.currency],
    }
    return private(render(request, "player/tables.html", context))


def in_frames_of_this_house(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a page of this house show a page in a frame, and no page of another."""
    framed = csp_replace({"frame-ancestors": [SELF]})(xframe_options_sameorigin(view))
    return cast("Callable[..., HttpResponse]", framed)


@in_frames_of_this_house
@require_GET
def play_table(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Show one table: for who sits there with their own cards, for everybody else as an onlooker. A page of this house, and no other's, may
    show it in a frame: that of several tables.
    """
    me = at_own_place(request)
    moved_to = table_moved_to(table_id, player_id=me) if me is not None else None
    if moved_to is not None:
        return redirect("play-table", table_id=moved_to)
    own = own_cards_topic(me, table_id) if me is not None else ""
    shared = _shared_topic(request, table_id)
    found = topics.read([shared, *([own] if own else [])])
    mine = dict(found[own].payload) if own in found and found[own].payload["seat"] else None
    # whoever stood up just then looks on
    if mine is None and shared != (late := _shared_topic(request, table_id)):
        shared, found = late, topics.read([late])
    if shared not in found:
        return refused_page(request, refused=not_found("table"))
    shared_payload = dict(found[shared].payload)
    left = last_stood_up(table_id, player_id=me) if me and shared_payload.get("late_seconds") else None
    if left is not None:
        # whoever was dealt into the last hand has seen its end, and is not taken back before it
        shared_payload = onlookers_payload(table_id, at=moment.at(), left=left)
    cash = cash_words(shared_payload, table_id=table_id, player_id=None if mine else me)
    waiting = cash["waiting"] if cash else None
    add_on = add_on_offer(shared_payload, me=me) if mine else None
    limit = _own_time(shared_payload, me=me) if mine and cash else None
    event = event_words(shared_payload, me=me)
    line = line_of_event(shared_payload, places_paid=event["places_paid"], at=moment.at()) if event else None
    words = words_of_table(shared_payload, sits=mine is not None)
    words |= zone_words(zone_of_table(table_id))
    banner = banner_words(shared_payload, seat=mine["seat"] if mine else None)
    context: dict[str, Any] = {
        "face": shared_payload,
        "mine": mine,
        "banner": f"{banner} {words['barred'] if mine and mine['barred'] else ''}".strip(),
        "seats": seats_in_words(shared_payload),
        "free": [
            number
            for number in range(1, shared_payload["seats_count"] + 1)
            if number not in {one["seat"] for one in shared_payload["seats"]}
        ]
        if "free" not in shared_payload
        else shared_payload["free"],
        "board": [card_words(card) for card in shared_payload["board"]],
        "own_cards": [card_words(opening["card"]) for opening in mine["cards"]] if mine else [],
        "faces": {"table": shared_payload, "mine": mine},
        "words": words,
        "me": me,
        "device": actor_of(request).device_id is not None,
        "cash": cash,
        "kept_ended": why_ended(mine["kept_ended"]) if mine else "",
        "adds_ended": why_not_added(mine["adds_ended"]) if mine else "",
        # what was refused a moment ago stands in the form again
        "typed": {name: request.GET.get(name, "")[:12] for name in ("seat", "amount")},
        "currency": (shared_payload["cash"] or {"currency": ""})["currency"],
        "line": line,
        "ends": end_words(shared_payload),
        "game": words_of_game(shared_payload["game"]),
        "event": event,
        "rebuy": rebuy_offer(shared_payload, me=me) if mine else None,
        "add_on": add_on,
        "name": player_view(me).public_name if me is not None else "",
        "page": {
            "table_topic": shared,
            "own_topic": own,
            # nobody publishes the place of who does not wait: the table itself says how many do
            "waiting_topic": waiting_topic(me, table_id) if waiting and waiting["place"] and me else "",
            "waiting": waiting,
            "player_id": me,
            "open": shared_payload["stage"] != TableStage.CLOSED,
            "now_ms": milliseconds(moment.at()),
            "api": f"/api/play-tables/{table_id}/",
            "session": reverse("play-table-session", args=[table_id]) if mine else "",
            "since_ms": _since(table_id, me) if mine else None,
            "csrf": get_token(request) if me is not None else "",
            **({"limit": limit} if limit else {}),
            **(
                {"known_ms": event["end"].known_ms}
                if event and event["end"] and event["end"].known_ms
                else {}
            ),
            **({"again": True} if event and event["again"] else {}),
            **({"left": _left(shared_payload, left=left)} if left else {}),
            **(
                {"balance_topic": own_balance_topic(me), "balance": balance_payload(me)}
                if cash and me is not None
                else {}
            ),
            **({"calls": own_tables_topic(me)} if me is not None else {}),
            **(_event_of_page(shared_payload, line=line) if line else {}),
            **(
                {"session_begins": True}
                if cash and cash["session"] and not cash["session"]["ends_ms"]
                else {}
            ),
        },
    }
    response = private(render(request, "player/table.html", context))
    if mine and me is not None:
        note_place(request, response=response, table_id=table_id, player_id=me)
    return response


def _event_of_page(payload: dict[str, Any], *, line: LineOfEvent) -> dict[str, Any]:
    """What the page follows of its tournament; clock: as it was when the page was written, by which it knows that it is another."""
    return {
        "clock_topic": clock_topic(payload["event"]["tournament_id"]),
        "clock": line.clock,
        "ends_ms": line.ends_ms,
        "event": reverse("play-table-event", args=[payload["table_id"]]),
        "paid": line.paid,
        "entries_open": payload["event"]["late_entries"],
    }


def _shared_topic(request: HttpRequest, table_id: int) -> str:
    """What everybody is shown of a table: as it is, or to who looks on as late as its rules say."""
    at_once = sees_present(actor_of(request), table_id=table_id, at=moment.at())
    return played_table_topic(table_id) if at_once else onlookers_topic(table_id)


def _own_time(payload: dict[str, Any], *, me: int | None) -> dict[str, Any] | None:
    """When the time is used up that the reader set, by the table's own clock, which stands while it is held; None without a limit."""
    at = moment.at()
    ends = None if me is None else own_time_ends_at(me, at=at)
    if ends is None:
        return None
    stood_ms = milliseconds(at) - payload["held"]["at_ms"] if payload["held"] else 0
    return {"ends_ms": milliseconds(ends) - stood_ms, "timezone": zone_of_table(payload["table_id"])}


def _left(payload: dict[str, Any], *, left: StoodUp) -> dict[str, Any]:
    """Which seat is the reader's no more, and until when what is told late still shows the reader there."""
    return {"seat": left.seat, "until_ms": milliseconds(left.at) + payload["late_seconds"] * 1000}


def _since(table_id: int, player_id: int | None) -> int | None:
    since = None if player_id is None else sat_down_at(table_id=table_id, player_id=player_id)
    return None if since is None else milliseconds(since)


def _act(request: HttpRequest, table_id: int, command: Any, said: str, **more: Any) -> HttpResponse:
    acted = run_command(request, command=command, table_id=table_id, player_id=own_player(request), **more)
    acted, said = answer_if_in_already(acted, said=said)
    return answer(request, acted=acted, to=reverse("play-table", args=[table_id]), said=said)


@require_POST
@own_page
def table_sit(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Take a seat."""
    try:
        seat = number_or_none(request.POST, name="seat") or 0
    except Refused:
        seat = 0
    return _act(request, table_id, sit, _("You sit down. You are dealt in from the next hand on."), seat=seat)


@require_POST
@own_page
def table_change_seat(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Go to another seat, at once or when the hand is over."""
    try:
        seat = number_or_none(request.POST, name="seat") or 0
    except Refused:
        seat = 0
    acted = run_command(
        request, command=change_seat, table_id=table_id, player_id=own_player(request), seat=seat
    )
    if acted.result.get("at_once"):
        said = _("You sit in seat %(seat)s.") % {"seat": acted.result["seat"]}
    else:
        said = _("Once this hand is over you sit in seat %(seat)s, if it is free then.") % {"seat": seat}
    return answer(request, acted=acted, to=reverse("play-table", args=[table_id]), said=said)


@require_POST
@own_page
def table_leave(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Stand up; who has a part in the hand that is played stays at the table until it is over."""
    acted = run_command(request, command=leave, table_id=table_id, player_id=own_player(request))
    gone = acted.result.get("at_once")
    said = _("You have left the table.") if gone else _("You leave when this hand is over.")
    to = "play-table-session" if gone else "play-table"
    return answer(request, acted=acted, to=reverse(to, args=[table_id]), said=said)


@require_POST
@own_page
def table_sit_out(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Keep the seat and be dealt no hands, at once or when the hand is over."""
    after_hand = request.POST.get("after_hand") == "1"
    acted = run_command(
        request, command=sit_out, table_id=table_id, player_id=own_player(request), after_hand=after_hand
    )
    if after_hand and not acted.result.get("at_once"):
        said = _("You sit out from the next hand on.")
    elif tournament_of_table(table_id) is not None:
        said = _("You sit out. The blinds are taken until you are back.")
    else:
        said = _("You sit out. Your seat is kept for ten minutes.")
    return answer(request, acted=acted, to=reverse("play-table", args=[table_id]), said=said)


@require_POST
@own_page
def table_rebuy(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Buy chips after the last one is lost."""
    try:
        shown_cents = number_or_none(request.POST, name="price")
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
        return answer(request, acted=acted, to=reverse("play-table", args=[table_id]))
    said = _("You have rebought. You are dealt in from the next hand on.")
    return _act(request, table_id, take_rebuy, said, told_cents=shown_cents)


@require_POST
@own_page
def table_no_rebuy(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Buy no more chips."""
    return _act(request, table_id, decline_rebuy, _("You buy no more chips."))


@require_POST
@own_page
def table_add_on(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Buy an add-on in the recess of its level."""
    try:
        shown_cents = number_or_none(request.POST, name="price")
        count = number_or_none(request.POST, name="count", high=10) or 1
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
        return answer(request, acted=acted, to=reverse("play-table", args=[table_id]))
    said = _("You have bought the add-on. The chips are before you.")
    return _act(request, table_id, take_add_on, said, count=count, told_cents=shown_cents)


@require_POST
@own_page
def table_come_back(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Be dealt in again."""
    return _act(request, table_id, come_back, _("You are back."))
