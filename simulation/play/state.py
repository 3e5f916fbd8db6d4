"""What a run knows, and what it says of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from rules.entries import BuyInSplit
from rules.levels import Structure
from rules.policies import from_dict as policies_from
from simulation.checks import Checks
from simulation.house import House
from simulation.plan import Plan
from simulation.room import Guest, Room
from simulation.staff import Asker
from tournaments.models import Tournament
from tournaments.queries.clock import structure_of

Progress = Callable[[str, int, int], None]


class State:
    """What a run knows, and what it says of itself."""

    def __init__(
        self,
        plan: Plan,
        asker: Asker,
        *,
        progress: Progress = lambda _what, _done, _all: None,
        guests: Sequence[Guest] = (),
        pay: int = 10,
    ) -> None:
        self.plan = plan
        self.asker = asker
        self.progress = progress
        self.ready = list(guests)
        self.pay = pay
        self.chance = plan.chance("staff")
        self.names = plan.chance("names")
        self.guests: list[Guest] = []
        self.to_come = plan.late  # people who come after the start
        self.to_re_enter = plan.re_entries
        self.back: list[Guest] = []  # out, and may come back
        self.re_entries = 0
        self.busts = 0
        self.debt = 0.0
        self.taken_up = False
        share = 0.25 if plan.base.structure.late_registration_levels else 0.0
        self.early_busts = max(int(plan.re_entries * 1.25), int(plan.entries * share))
        self.bubble_done = False
        self.final = False
        self.undone = False
        self.disqualified = False
        self.sold_wrongly = False
        self.paused = False
        self.paid = 0
        self.winner = 0
        self.level_index = 0
        self.turn = 0
        self.deadline: datetime | None = None

    def open(self, house: House, tournament_id: int) -> None:
        """Take the tournament, published, into the hands of this run."""
        self.house = house
        self.tournament_id = tournament_id
        tournament = self.asker.insist(lambda: Tournament.objects.get(pk=tournament_id))
        self.structure: Structure = structure_of(tournament)
        self.split = BuyInSplit.from_dict(tournament.split)
        self.policies = policies_from(tournament.policies)
        self.seats_per_table = tournament.seats_per_table
        self.online = tournament.online
        smallest = min(
            [line[0] for line in tournament.chip_set]
            or [min(level.small_blind for level in self.structure.levels)]
        )
        self.room = Room(
            self.plan.chance("room"), stack=tournament.starting_stack_chips, smallest=min(smallest, 25)
        )
        self.checks = Checks(self.asker, self.room, tournament_id)
        self.late_index = self.structure.late_registration_last_index()
        self.late_levels = self.structure.late_registration_levels or 0

    def _say(self, what: str) -> None:
        room = self.room
        done = len(self.guests) + self.busts if self.busts else len(self.guests)
        self.progress(
            f"{what} · {room.entries or len(room.number)} entries · {room.left} left · {len(room.tables)} tables",
            done,
            self.plan.unique + self.plan.entries,
        )

    def checks_run(self) -> bool:
        """Return whether there is a field to look at."""
        return bool(self.room.tables)
