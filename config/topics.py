"""Which topics there are, who may hear them and what they show: composed here, because dispatch knows no poker."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

import tables.queries
from access import moment, presence
from dispatch import sessions, topics
from dispatch.facts import Actor
from dispatch.topics import Listener
from ledger.queries import balance_payload
from payouts.queries.own_bank import bank_payload, bank_venues
from people.queries import Asking, know_roles, may, paired_devices, player_of_user
from people.streams import player_stream
from play.facts import OnlookersDelaySet, PlayerStoodUp
from play.queries.awaited import tables_payload
from play.queries.onlookers import sees_present, untold_at_event
from play.queries.payloads import onlookers_payload, own_payload, table_payload
from play.queries.present import read_tables
from play.queries.tables import know_venues, venue_of_play_table
from play.queries.waiting_list import waiting_payload
from play.streams import play_stream
from play.tasks import line_seen, lines_measured
from rules.permissions import Permission
from rules.refusals import Refused
from tournaments.queries import announcements, clock, payloads
from tournaments.queries.entries import plays_in
from tournaments.queries.public_view import is_over, untold_now
from tournaments.streams import tournament_stream, venue_stream
from tournaments.topics import present_topic


def _actor(listener: Listener) -> Actor:
    return Actor(
        user_id=listener.user_id,
        device_id=listener.device_id,
        language=listener.language,
        scope=listener.scope,
        only_venue_id=listener.only_venue_id,
    )


def _whole(payload: Any) -> Any:
    """Dataclasses and dates as JSON."""
    if isinstance(payload, list | tuple):
        return [_whole(part) for part in payload]
    plain = (
        dataclasses.asdict(payload)
        if dataclasses.is_dataclass(payload) and not isinstance(payload, type)
        else payload
    )
    return json.loads(json.dumps(plain, cls=DjangoJSONEncoder))


def _public(listener: Listener, params: Mapping[str, Any]) -> bool:
    """Anybody, unless it is a draft or a rehearsal: those are for staff."""
    where = announcements.audience_of(params["tournament_id"])
    if where is None:
        return False
    return where.public or _staff(listener, params)


def _staff(listener: Listener, params: Mapping[str, Any]) -> bool:
    where = announcements.audience_of(params["tournament_id"])
    return where is not None and may(
        _actor(listener),
        permission=Permission.VIEW_STAFF,
        venue_id=where.venue_id,
        tournament_id=params["tournament_id"],
    )


def _self(listener: Listener, params: Mapping[str, Any]) -> bool:
    where = announcements.audience_of(params["tournament_id"])
    return where is not None and may(
        _actor(listener),
        permission=Permission.VIEW_PLAYER_PRIVATE,
        venue_id=where.venue_id,
        tournament_id=params["tournament_id"],
        owner_player_id=params["player_id"],
    )


def _stream(tournament_id: int, **_more: Any) -> str:
    return tournament_stream(tournament_id)


def _no_stream(**_more: Any) -> tuple[str, ...]:
    return ()


def _play_stream(table_id: int, **_more: Any) -> str:
    return play_stream(table_id)


def _at_played_table(listener: Listener, params: Mapping[str, Any]) -> bool:
    """Who sits there and who runs it, where onlookers see it late; anybody else where they see it as it is."""
    return sees_present(_actor(listener), table_id=params["table_id"], at=moment.at())


def _looks_on(_listener: Listener, params: Mapping[str, Any]) -> bool:
    """Anybody may look on."""
    return venue_of_play_table(params["table_id"]) is not None


def _seen_late(table_id: int) -> dict[str, Any]:
    return onlookers_payload(table_id, at=moment.at())


def _turn(payload: Mapping[str, Any]) -> int:
    return int(payload["turn"])


def _own_cards(listener: Listener, params: Mapping[str, Any]) -> bool:
    """The player and nobody else, whatever role somebody has."""
    venue_id = venue_of_play_table(params["table_id"])
    return venue_id is not None and may(
        _actor(listener),
        permission=Permission.PLAY_HANDS,
        venue_id=venue_id,
        owner_player_id=params["player_id"],
    )


def _own_tables(listener: Listener, params: Mapping[str, Any]) -> bool:
    """The player alone, and not on a device of the house."""
    return listener.device_id is None and player_of_user(listener.user_id) == params["player_id"]


def _own_stream(player_id: int) -> str:
    return player_stream(player_id)


def _bank_streams(player_id: int) -> tuple[str, ...]:
    return tuple(venue_stream(venue_id) for venue_id in sorted(bank_venues(player_id)))


def _balance_streams(player_id: int) -> tuple[str, ...]:
    return (player_stream(player_id), *_bank_streams(player_id))


def _know_own_cards(asked: Sequence[tuple[Listener, Mapping[str, Any]]]) -> None:
    """A room's players are asked about together every few seconds: in two statements, however many they are."""
    houses = know_venues({params["table_id"] for _, params in asked})
    know_roles(
        Asking(listener.user_id, listener.device_id, venue_id)
        for listener, params in asked
        if listener.user_id is not None and (venue_id := houses[params["table_id"]]) is not None
    )


def _found(read: Any) -> Any:
    """A refusal of a read means that there is nothing to show."""

    def payload(**params: Any) -> Mapping[str, Any]:
        try:
            shown: Mapping[str, Any] = read(**params)
        except Refused as refused:
            raise LookupError(refused.code) from refused
        return shown

    return payload


# a line for each table of a room where one person sees them all; a larger room is asked for in parts
MOST_LINES = 60


def _tables(tournament_id: int) -> dict[str, Any]:
    """The whole room when it is small; of a large one only what needs somebody: `tables` is null, and whoever shows
    a list asks the API for it. So a tap at one table never sends a thousand lines."""
    count = tables.queries.tables_in_play(tournament_id)
    hand = tables.queries.hand_for_hand_view(tournament_id)
    served = hand.on and tables.queries.has_served(
        tournament_id, round_=hand, places_paid=payloads.prizes(tournament_id)["places_paid"]
    )
    return {
        "tables": _whole(tables.queries.tables_view(tournament_id)) if count <= MOST_LINES else None,
        "tables_in_play": count,
        "needs": [proposal.as_dict() for proposal in tables.queries.proposals(tournament_id)],
        # served: the bubble has burst, and no table is asked for a further hand. out_last: who burst it, and shares which place
        "hand_for_hand": {
            **_whole(hand),
            "served": served,
            "out_last": [
                _whole(one)
                for one in (tables.queries.out_in_last_hand(tournament_id, round_=hand) if served else [])
            ],
        },
    }


def _seats(tournament_id: int, table_number: int) -> dict[str, Any]:
    return tables.queries.seats_payload(tournament_id, table_number=table_number, at=moment.at())


def _clock(tournament_id: int) -> dict[str, Any]:
    return clock.clock_payload(tournament_id, at=moment.at(), as_public=True)


def _standings(tournament_id: int) -> dict[str, Any]:
    return payloads.standings(tournament_id, seen_at=moment.at())


def _stacks_untold(tournament_id: int, **_more: Any) -> bool:
    """Stacks at tables online are told late: no fact says when."""
    return untold_at_event(tournament_id, at=moment.at())


def _untold(tournament_id: int, **_more: Any) -> bool:
    """Who is out at tables online is told late: no fact says when."""
    return untold_now(tournament_id, at=moment.at())


def _end_untold(tournament_id: int, **_more: Any) -> bool:
    """The clock is the same for all but that it stands no sooner than everybody may know of the end."""
    return untold_now(tournament_id, at=moment.at()) and is_over(tournament_id)


def _always(**_more: Any) -> bool:
    """The facts touch the public topic: who hears this one has it read again each second."""
    return True


def _knows(listener: Listener, params: Mapping[str, Any]) -> bool:
    """Whoever runs the tournament, and who still plays in it."""
    if _staff(listener, params):
        return True
    player_id = player_of_user(listener.user_id) if listener.device_id is None else None
    return player_id is not None and plays_in(params["tournament_id"], player_id=player_id)


def _table(tournament_id: int, table_number: int) -> dict[str, Any]:
    found: dict[str, Any] = _whole(tables.queries.table_view(tournament_id, table_number=table_number))
    broken = found["line"]["state"] == "broken"
    # at a full table nobody asks, and each of its taps comes here
    free = broken or any(chair["entry_id"] is None for chair in found["chairs"])
    left = (
        tables.queries.left_lately(
            tournament_id,
            table_number=table_number,
            since=None if broken else moment.at() - tables.queries.LATELY,
        )
        if free
        else []
    )
    return {**found, "left": [_whole(one) for one in left]}


def _on_the_line(devices: Iterable[int]) -> set[int]:
    """Those still paired; the dashboard learns that they are there."""
    found = paired_devices(devices)
    presence.seen(found)
    return found


def register() -> None:
    """Register every topic; called once, when the apps are ready."""
    topics.ACCESS_KINDS.add("device_unpaired")
    topics.GUARD_KINDS.update({PlayerStoodUp.kind, OnlookersDelaySet.kind})
    sessions.know_devices(_on_the_line)
    one = "tournament/{tournament_id:int}"
    for name, read in {"prizes": payloads.prizes, "wall": payloads.wall}.items():
        topics.register(f"{one}/{name}", payload=_found(read), may=_public, stream=_stream)
    topics.register(f"{one}/clock", payload=_found(_clock), may=_public, stream=_stream, ages=_end_untold)
    late: Mapping[str, Any] = {
        "counts": lambda tournament_id: payloads.counts(tournament_id, seen_at=moment.at()),
        "eliminations": lambda tournament_id: payloads.eliminations(tournament_id, seen_at=moment.at()),
        "news": lambda tournament_id: tables.queries.news_payload(tournament_id, seen_at=moment.at()),
    }
    for name, read in late.items():
        topics.register(f"{one}/{name}", payload=_found(read), may=_public, stream=_stream, ages=_untold)
    stacks: Mapping[str, Any] = {"standings": _standings, "table/{table_number:int}": _seats}
    for name, read in stacks.items():
        topics.register(
            f"{one}/{name}", payload=_found(read), may=_public, stream=_stream, ages=_stacks_untold
        )
    present: Mapping[str, Any] = {
        "counts": lambda tournament_id: payloads.counts(tournament_id, seen_at=None),
        "eliminations": lambda tournament_id: payloads.eliminations(tournament_id, seen_at=None),
        "standings": lambda tournament_id: payloads.standings(tournament_id, seen_at=None),
    }
    for name, read in present.items():
        topics.register(
            present_topic(f"{one}/{name}"), payload=_found(read), may=_knows, stream=_stream, ages=_always
        )
    topics.register(f"staff/{one}/tables", payload=_found(_tables), may=_staff, stream=_stream)
    topics.register(
        f"staff/{one}/table/{{table_number:int}}", payload=_found(_table), may=_staff, stream=_stream
    )
    topics.register(f"staff/{one}/entries", payload=_found(payloads.entries), may=_staff, stream=_stream)
    topics.register(
        f"player/{{player_id:int}}/{one}", payload=_found(payloads.player), may=_self, stream=_stream
    )
    topics.register(
        "play/{table_id:int}",
        payload=_found(table_payload),
        may=_at_played_table,
        stream=_play_stream,
        guarded=True,
        by_index=True,
        read_together=read_tables,
    )
    # no fact touches it, and its number is that of what is seen: neither tells that something happened
    topics.register(
        "play/{table_id:int}/late", payload=_found(_seen_late), may=_looks_on, stream=_no_stream, timed=_turn
    )
    topics.register(
        "player/{player_id:int}/play/{table_id:int}",
        payload=_found(own_payload),
        may=_own_cards,
        know=_know_own_cards,
        stream=_play_stream,
        attended=line_seen,
        measured=lines_measured,
        by_index=True,
        read_together=read_tables,
    )
    topics.register(
        "player/{player_id:int}/tables", payload=tables_payload, may=_own_tables, stream=_own_stream
    )
    topics.register(
        "player/{player_id:int}/bank", payload=bank_payload, may=_own_tables, stream=_bank_streams
    )
    topics.register(
        "player/{player_id:int}/balance", payload=balance_payload, may=_own_tables, stream=_balance_streams
    )
    topics.register(
        "player/{player_id:int}/waiting/{table_id:int}",
        payload=_found(waiting_payload),
        may=_own_cards,
        stream=_play_stream,
    )
