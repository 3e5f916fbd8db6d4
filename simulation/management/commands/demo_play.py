"""`manage.py demo_play`: simulated tournaments in the demo room, one after another, an online final table, a sit & go with a seat for a visitor and two
demo tables that move, until SIGTERM (`bin/up --demo`)."""

from __future__ import annotations

import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.refusals import Refused
from simulation import demo, demo_room, online_final, rehearsal_players
from simulation.clocks import now
from simulation.demo_play import ENTRIES, SPEED, play_for_ever


class Command(BaseCommand):
    requires_system_checks = []
    help = (
        "Plays simulated tournaments in the demo room on the wall clock, with levels so many times shorter."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--speed", type=float, default=SPEED)
        parser.add_argument("--entries", type=int, default=ENTRIES)
        parser.add_argument("--tournaments", type=int, help="stop after so many")

    def handle(self, *_args: Any, **options: Any) -> None:
        stop = threading.Event()
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda _number, _frame: stop.set())
        players = self._online(stop)
        done = play_for_ever(
            stop, speed=options["speed"], entries=options["entries"], tournaments=options["tournaments"]
        )
        stop.set()
        if players is not None:
            players.join(5)
        self.stdout.write(f"{done} tournaments finished")

    def _online(self, stop: threading.Event) -> threading.Thread | None:
        """Who plays online; None where this house deals no cards."""
        demo.load()
        house = demo_room.room().house
        try:
            for game in rehearsal_players.TABLES:
                rehearsal_players.open_demo_table(
                    venue_id=house.venue_id, director=house.director, desk=house.desk, at=now(), game=game
                )
        except Refused as refused:
            self.stderr.write(f"no demo table: {refused}")
            return None
        players = threading.Thread(
            target=rehearsal_players.play_for_ever,
            args=(stop,),
            kwargs={"events": online_final.events(house, at=now())},
            name="rehearsal-players",
            daemon=True,
        )
        players.start()
        return players
