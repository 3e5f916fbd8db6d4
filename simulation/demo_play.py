"""Tournaments that go on for ever in the demo room, on the wall clock, so that what is on the screens moves.

Where a run was interrupted (a restart, PostgreSQL away, or a visitor who acted as director) it is taken up again from
what the database says: who sits where, who is out, where the clock stands, however often that happens. Stacks that
nobody wrote down are dealt anew; they sum to the chips in play.
"""

from __future__ import annotations

import logging
import threading
from contextlib import suppress

from django.db import Error as DatabaseError
from django.db import connection

from payouts.models import PrizePool
from payouts.queries.ladders import Ladder
from rules.entries import PaymentMethod
from rules.refusals import Refused
from simulation import demo, demo_room
from simulation.clocks import Stopped, Time, WallClock, now
from simulation.house import House, announce, open_desk
from simulation.plan import Plan
from simulation.play import Play
from simulation.room import Guest, Room
from simulation.run import time_for
from simulation.staff import Asker
from tables.commands.hand_done import hand_done
from tables.models import HandDone
from tables.queries import open_tables, sitters
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Elimination, Entry, EntryState, Field, Tournament, TournamentState

log = logging.getLogger("tournaments.demo")

NAME = "Turbo 8-max ao vivo"
ENTRIES = 60
SPEED = 20.0
TRIES = 10
PAUSE_SECONDS = 2.0


def play_for_ever(
    stop: threading.Event, *, speed: float = SPEED, entries: int = ENTRIES, tournaments: int | None = None
) -> int:
    """Play one tournament after another until stopped; return how many were finished. `tournaments`: no more than so
    many.
    """
    demo.load()
    done = 0
    while tournaments is None or done < tournaments:
        if stop.is_set():
            break
        try:
            done += _next(stop, speed=speed, entries=entries)
        except Stopped:
            break
        except demo_room.NobodyThere as nobody:
            log.warning("the demo waits: %s", nobody)
            stop.wait(15)
        except DatabaseError as error:
            log.warning("the demo waits for PostgreSQL: %s", error)
            _let_go()
            stop.wait(2)
        except Exception:
            log.exception("the demo stumbled")
            stop.wait(5)
    return done


def _next(stop: threading.Event, *, speed: float, entries: int) -> int:
    """Bring the unfinished tournament to its end, or play a new one. 1 when it was finished."""
    room = demo_room.room()
    for tournament_id, _state in demo_room.unfinished(room.house.venue_id, name=NAME):
        return play_on(
            room, tournament_id=tournament_id, time=WallClock(now(), stop), speed=speed, entries=entries
        )
    number = Tournament.objects.filter(venue_id=room.house.venue_id, name__startswith=NAME).count() + 1
    plan = Plan.of("turbo-8max", min(entries, len(room.guests)), number, speed=speed, ranked=True)
    asker = Asker(time_for(plan, beside_a_timekeeper=True, stop=stop))
    play = Play(plan, asker, guests=room.guests, pay=3)
    # outside the season: a demo day has a hundred of them
    play.open(
        room.house,
        announce(asker, house=room.house, plan=plan, name=f"{NAME} {number}", more={"ranks": False}),
    )
    try:
        play.run()
    except (Refused, AssertionError, LookupError) as error:
        log.warning("tournament %s is taken up again: %s", play.tournament_id, error)
        return play_on(room, tournament_id=play.tournament_id, time=asker.time, speed=speed, entries=entries)
    stop.wait(8)  # long enough to read who won
    return 1


def play_on(
    room: demo_room.DemoRoom, *, tournament_id: int, time: Time, speed: float, entries: int = ENTRIES
) -> int:
    """Play a tournament to its end from what the database says, and again from there each time a visitor who acts in it has
    made it another. 1 when it is over; called off only where nothing at all can be done any more."""
    stuck = 0
    while stuck < TRIES:
        state = Tournament.objects.get(pk=tournament_id).state
        if state in (TournamentState.FINISHED, TournamentState.CANCELLED):
            return 1
        demo_room.on_duty(room.house)  # a visitor may have taken somebody's role
        seed = int(time.at.timestamp())
        play = Play(
            Plan.of("turbo-8max", min(entries, len(room.guests)), seed, speed=speed, ranked=True),
            Asker(time),
            pay=3,
        )
        try:
            if state != TournamentState.RUNNING:
                begin(play, room=room, tournament_id=tournament_id)
            adopt(play, house=room.house, tournament_id=tournament_id)
            # a visitor settles things otherwise than a run does (chips corrected, somebody removed): the sums of the whole
            # field are the product's to keep; what each command of ours did is still looked at
            play.checks.visited = True
            play.settle()
            play.levels()
            play.finish()
        except (Refused, AssertionError, ValueError, LookupError) as error:
            log.warning("tournament %s is taken up again: %s", tournament_id, error)
            stuck = 0 if play.asker.answered else stuck + 1
            time.rest(PAUSE_SECONDS)
            continue
        return 1
    _call_off(room.house, tournament_id)
    return 0


def begin(play: Play, *, room: demo_room.DemoRoom, tournament_id: int) -> None:
    """Start a tournament that was left before its start: with whoever is registered, and regulars for the empty places."""
    play.open(room.house, tournament_id)
    if Tournament.objects.get(pk=tournament_id).state != TournamentState.REGISTERING:
        open_desk(play.asker, house=room.house, tournament_id=tournament_id)
    there = set(
        Entry.objects.filter(tournament_id=tournament_id)
        .exclude(state=EntryState.CANCELLED)
        .values_list("player_id", flat=True)
    )
    for guest in [g for g in room.guests if g.player_id not in there][
        : max(0, play.plan.on_time - len(there))
    ]:
        # a visitor may have taken the registration without the money, or shut this guest out
        with suppress(Refused):
            play.asker.ask(
                register_player,
                by=room.house.desk,
                tournament_id=tournament_id,
                player_id=guest.player_id,
                method=PaymentMethod.CASH.value,
                terms_version="1",
                paid=True,
            )
    play.asker.ask(start_tournament, by=room.house.director, tournament_id=tournament_id)


def _call_off(house: House, tournament_id: int) -> None:
    asker = Asker(WallClock(now(), threading.Event()))
    asker.ask(
        cancel_tournament,
        by=house.director,
        tournament_id=tournament_id,
        reason="A demonstração foi reiniciada.",
    )


def adopt(play: Play, *, house: House, tournament_id: int) -> None:
    """Make the play know a running tournament as the database has it."""
    play.open(house, tournament_id)
    room, checks = play.room, play.checks
    field = Field.objects.get(pk=tournament_id)
    guests: dict[int, Guest] = {}
    rows = (
        Entry.objects.filter(tournament_id=tournament_id)
        .exclude(state=EntryState.CANCELLED)
        .select_related("player")
        .order_by("id")
    )
    for entry in rows:
        guest = guests.setdefault(
            entry.player_id,
            Guest(number=len(guests) + 1, player_id=entry.player_id, name=entry.player.public_name),
        )
        guest.registration_id = entry.registration_id
        room.enter(entry.pk, guest)
        if entry.state == EntryState.WAITING:
            room.waiting.append(entry.pk)
        elif entry.state == EntryState.OUT:
            room.out[entry.pk] = None
    play.guests = list(guests.values())
    tables = open_tables(tournament_id)
    for table in tables:
        room.open(table.number)
    for s in sitters(table_ids=[t.pk for t in tables]):
        room.put(s.entry_id, s.table_number or 0, s.seat_number or 0, why="draw")
    room.chips_issued, room.chips_removed = field.chips_issued, field.chips_removed
    if room.seat:
        room.deal_stacks()
    play.busts = len(room.out)
    play.re_entries = room.entries - room.unique
    play.final = field.final_table_at is not None
    play.undone = play.disqualified = play.paused = play.sold_wrongly = True
    checks.closed = field.entries_closed_at is not None
    checks.hand_for_hand = field.hand_for_hand
    play.look_at_clock()
    if checks.closed:
        play.paid = Ladder.of(PrizePool.objects.get(pk=tournament_id).prizes).places
    if field.hand_for_hand:
        _complete_round(play, room, field.hand_for_hand_round)
    play.nobody_comes_any_more()


def _complete_round(play: Play, room: Room, round_: int) -> None:
    """A round was interrupted: the tables that have not reported yet report nobody out, and the money is played for
    from there."""
    t = play.tournament_id
    reported = set(
        HandDone.objects.filter(tournament_id=t, round=round_).values_list("table__number", flat=True)
    )
    open_busts = Elimination.objects.filter(tournament_id=t, out_before__isnull=True, undone_at__isnull=True)
    if reported or open_busts.exists():
        for number in [n for n in room.tables if n not in reported and len(room.tables[n]) >= 2]:
            play.asker.ask(
                hand_done,
                by=play.house.floor,
                tournament_id=t,
                table_number=number,
                round=round_,
                busts=[],
            )
    play.leave_hand_for_hand()


def _let_go() -> None:
    try:
        connection.close()
    except Exception:
        connection.connection = None
