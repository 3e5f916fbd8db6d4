"""Time passes: levels are announced when they are due, entries close."""

from __future__ import annotations

from datetime import timedelta

from dispatch.facts import SYSTEM
from payouts.models import PrizePool
from payouts.queries.ladders import Ladder
from rules.entries import PaymentMethod
from simulation.checks import must
from simulation.play.state import State
from tournaments.commands.announce_level import announce_level
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.register_player import register_player
from tournaments.commands.resume_clock import resume_clock
from tournaments.models import Clock
from tournaments.operations.clock import announcement_id

# the clock's own keeper has this long before we do its work (wall clock only)
PATIENCE = timedelta(seconds=1)


class OnTheClock(State):
    """Time passes: levels are announced when they are due, entries close."""

    def look_at_clock(self) -> None:
        shown = Clock.objects.values_list("turn", "deadline_at", "level_index")
        self.turn, self.deadline, self.level_index = self.asker.insist(
            lambda: shown.get(pk=self.tournament_id)
        )

    def _pass(self, seconds: float) -> None:
        """Time passes; levels are announced when they are due."""
        time = self.asker.time
        if time.real:
            time.advance(seconds)
            self.look_at_clock()
            if self.deadline is not None and time.at > self.deadline + PATIENCE:
                self._announce()
            self._notice_closing()
            return
        until = time.at + timedelta(seconds=seconds)
        while self.deadline is not None and self.deadline <= until:
            time.until(self.deadline)
            self._announce()
        time.until(until)

    def _announce(self) -> None:
        was = self.checks.closed
        self.asker.ask(
            announce_level,
            by=SYSTEM,
            command_id=announcement_id(self.tournament_id, turn=self.turn),
            tournament_id=self.tournament_id,
            turn=self.turn,
        )
        self.look_at_clock()
        self.checks.after(money=None)
        if self.checks.closed and not was:
            self._closed()

    def _notice_closing(self) -> None:
        """On the wall clock somebody else may have announced the level that ends late registration."""
        if not self.checks.closed and self.late_index is not None and self.level_index > self.late_index:
            self.checks.after(money=None)
            if self.checks.closed:
                self._closed()

    def _closed(self) -> None:
        """No further entry can come: the prizes are fixed."""
        pool = self.asker.insist(lambda: PrizePool.objects.get(pk=self.tournament_id))
        self.paid = Ladder.of(pool.prizes).places
        must("sum of the prizes as fixed", found=Ladder.of(pool.prizes).total(), expected=pool.net_cents)
        must("entries in the pool", found=pool.entries, expected=self.room.entries)
        if not self.asker.time.real and not self.taken_up:
            must("entries of the plan", found=self.room.entries, expected=self.plan.entries)
        self.checks.closed = True
        self.checks.whole()
        if self.late_levels and not self.room.waiting and not self.asker.time.real and not self.taken_up:
            guest = self.guests[0]
            # who plays reads that, and who is out that it is too late
            self.asker.refused(
                "already_registered" if {*guest.entries} - {*self.room.out} else "late_reg_closed",
                register_player,
                by=self.house.desk,
                tournament_id=self.tournament_id,
                player_id=guest.player_id,
                method=PaymentMethod.BALANCE.value,
                terms_version="1",
            )
        self._say("entries closed")

    def _is_last(self) -> bool:
        return self.level_index >= len(self.structure.items) - 1

    def _late_is_over(self) -> bool:
        """Also while entries stay open for the sake of alternates who still wait (SCPT.H)."""
        return self.checks.closed or self.late_index is None or self.level_index > self.late_index

    def _stands(self) -> bool:
        """The director stops the clock once, for five minutes, and starts it again."""
        if self.paused or self.structure.level_number(self.level_index) < 3 or self.asker.time.real:
            return False
        self.paused = True
        self.asker.ask(pause_clock, by=self.house.director, tournament_id=self.tournament_id)
        self.look_at_clock()
        must("deadline of a standing clock", found=self.deadline, expected=None)
        self._pass(300)
        self.asker.ask(resume_clock, by=self.house.director, tournament_id=self.tournament_id)
        self.look_at_clock()
        self.checks.after()
        return True
