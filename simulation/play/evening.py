"""The tournament from the first registration to the last prize, each step a command that staff would give."""

from __future__ import annotations

from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.pay_award import pay_award
from payouts.models import Award
from rules.accounts import METHOD_ACCOUNT, AccountKind
from rules.entries import PaymentMethod
from rules.levels import Recess
from rules.refusals import Refused
from simulation.checks import must
from simulation.play.hand_for_hand import HandForHand
from tables.commands.count_chips import count_chips
from tables.commands.verify_seat import verify_seat
from tournaments.commands.close_entries import close_entries
from tournaments.commands.reenter import reenter
from tournaments.commands.start_tournament import start_tournament

STEPS = 8  # parts of a level
BIG_BLINDS = 30  # average stack that the field comes to


class Play(HandForHand):
    """One run. `guests`: people who are there already (the demo room); else they are made."""

    def run(self) -> None:
        """Play the evening from the opening of the desk to the last step."""
        self.registrations()
        self.start()
        self.levels()
        self.finish()

    def nobody_comes_any_more(self) -> None:
        """Let those who sit in a run that was taken up play it out."""
        self.taken_up = True
        self.to_come = 0
        self.to_re_enter = 0

    def settle(self) -> None:
        """Do first, in a run that was taken up, what the tables need as they stand."""
        self._follow(self._proposal())

    def start(self) -> None:
        """Seats are drawn; a sit & go has started by itself."""
        room = self.room
        if not room.tables:
            waiting = set(room.waiting)
            made = self.asker.ask(start_tournament, by=self.house.director, tournament_id=self.tournament_id)
            must("entries at the start", found=made["entries"], expected=len(room.number))
            must("waiting at the start", found=made["waiting"], expected=len(waiting))
            self._read_seats()
            self.checks.after(tables=list(room.tables)[:50], money=None)
        else:
            self.asker.refused(
                "already_started", start_tournament, by=self.house.director, tournament_id=self.tournament_id
            )
        self.look_at_clock()
        self.checks.whole()
        # two tournaments of one venue share no number: this one's first table may be 31
        first = min(room.tables)
        for seat in sorted(room.tables[first]):
            self.asker.ask(
                verify_seat,
                by=self.house.floor,
                tournament_id=self.tournament_id,
                table_number=first,
                seat_number=seat,
            )
            self.checks.after(tables=[first])
        if self.checks.closed:
            self._closed()
        self._say("started")

    def levels(self, *, only_to_closing: bool = False) -> None:
        """Level after level until one is left, or only until entries are closed and the prizes fixed."""
        while self.room.left + len(self.room.waiting) > 1 and not (only_to_closing and self.checks.closed):
            item = self.structure.items[self.level_index]
            if isinstance(item, Recess):
                self._recess()
                continue
            if self.asker.time.real and self.deadline is None and not self._is_last():
                self._pass(1)  # somebody holds the clock
                continue
            self._pass(item.seconds / STEPS)
            item = self.structure.items[self.level_index]
            if isinstance(item, Recess) or self._stands():
                continue
            if self._late_is_over() and not self.checks.closed and not self.room.waiting:
                self._close()
            if self._late_is_over():
                self._thin_out(item.big_blind)
            else:
                self._early_or_late(item.seconds)
            self._say(f"level {self.structure.level_number(self.level_index)}")

    def _close(self) -> None:
        """The line is empty: the director closes the entries without waiting for the next level."""
        self.asker.ask(close_entries, by=self.house.director, tournament_id=self.tournament_id)
        self.checks.after(money=None)
        self._closed()

    def _recess(self) -> None:
        """Nobody plays; in the one before entries close, short stacks may be given up for new ones."""
        if not self.checks.closed:
            self._surrender()
        left = (self.deadline - self.asker.time.at).total_seconds() if self.deadline else 60
        self._pass(max(left, 0.05))

    def _early_or_late(self, seconds: int) -> None:
        """On the wall clock entries may close between a look at the clock and a command."""
        try:
            self._early(seconds)
        except Refused as no:
            if not (self.asker.time.real and no.code == "late_reg_closed"):
                raise
            self.look_at_clock()

    def _early(self, seconds: int) -> None:
        """Late registration: people come, go out and come back."""
        left = (self.deadline - self.asker.time.at).total_seconds() if self.deadline else 0
        number = self.structure.level_number(self.level_index)
        done = min(1.0, (number - 1 + 1 - left / seconds) / self.late_levels)
        rush = number >= self.late_levels and left <= seconds / STEPS * 1.5
        if rush:
            done = 1.0
        plan = self.plan
        came = plan.late - self.to_come
        for _ in range(min(self.to_come, int(plan.late * done) - came)):
            self.to_come -= 1
            self._register(self._new_guest())
        due = int(self.early_busts * done)
        while self.busts < due and self.room.left > 2:
            self._one_out()
            self._come_back(int(self._to_re_enter * done))
        self._come_back(int(self._to_re_enter * done))
        while rush and self.re_entries < self._to_re_enter:
            self._one_out()
            self._come_back(self._to_re_enter)

    @property
    def _to_re_enter(self) -> int:
        """Re-entries before the last recess; a few are left for those who give up a short stack in it."""
        return self.to_re_enter - self._surrenders

    @property
    def _surrenders(self) -> int:
        """How many give up a stack: where that is offered in a recess in which one may still enter."""
        if self.late_index is None or not self.plan.base.surrender:
            return 0
        if not isinstance(self.structure.items[self.late_index], Recess):
            return 0
        return self.plan.re_entries // 20

    def _surrender(self) -> None:
        """The shortest stacks, if nobody waits in line: who gives up a stack would stand behind them."""
        if self.level_index != self.late_index:
            return
        while self.re_entries < self.to_re_enter:
            room = self.room
            entry = min(room.seat, key=lambda e: (room.stack[e], room.number[e]))
            if room.waiting or room.stack[entry] >= room.start_stack:
                if not self.back:
                    self._one_out()
                self._come_back(self.re_entries + 1)
                continue
            guest = room.guest[entry]
            method = self._method_again(guest)
            made = self.asker.ask(
                reenter,
                by=self.house.desk,
                tournament_id=self.tournament_id,
                player_id=guest.player_id,
                method=method.value,
                surrender=True,
                stack_chips=room.stack[entry],
            )
            table = room.seat[entry][0]
            room.remove(entry)
            self.re_entries += 1
            self._entered(guest, made, method, why="late_entry")
            self.checks.after(tables=[table], money=self._price(method))
            self._follow(self._proposal())

    def _thin_out(self, big_blind: int) -> None:
        """As many go out as the blinds ask for: the average stack comes to so many big blinds."""
        room = self.room
        left = room.left + len(room.waiting)
        wanted = room.in_play / (big_blind * BIG_BLINDS)
        self.debt += max(left - max(wanted, left * 0.93), left * 0.006, 0.2)
        while self.debt >= 1 and room.left + len(room.waiting) > 1:
            self.debt -= 1
            if not self.checks.closed and not room.waiting:
                return
            if self._near_the_money():
                self._bubble()
                continue
            if not self.disqualified and self.plan.entries >= 40 and left < self.plan.entries * 0.4:
                self._disqualify()
                continue
            self._one_out()

    def finish(self) -> None:
        """End the evening: the winner's chips are counted, wrong at first; prizes, points, the seed revealed; some
        are paid out.
        """
        room = self.room
        self._pass(60 if not self.asker.time.real else 1)
        (self.winner,) = room.seat
        if room.in_play > room.smallest:
            self._count(self.winner, room.in_play - room.smallest)
            self.asker.refused(
                "chips_not_accounted",
                finish_tournament,
                by=self.house.director,
                tournament_id=self.tournament_id,
            )
        self._count(self.winner, room.in_play)
        made = self.asker.ask(finish_tournament, by=self.house.director, tournament_id=self.tournament_id)
        must("winner", found=made["winner_entry_id"], expected=self.winner)
        must("the winner's chips", found=room.stack[self.winner], expected=room.in_play)
        self.checks.after(money=None)
        self.checks.finished(winner=self.winner)
        due = Award.objects.filter(tournament_id=self.tournament_id).order_by("place", "id")[: self.pay]
        for award in self.asker.insist(lambda: list(due.all())):
            self.asker.ask(pay_award, by=self.house.desk, award_id=award.pk, method="cash")
            self.checks.after(
                money={
                    AccountKind.PLAYER: -award.amount_cents,
                    METHOD_ACCOUNT[PaymentMethod.CASH]: award.amount_cents,
                }
            )
        self.checks.books()
        self._say("finished")

    def _count(self, entry: int, chips: int) -> None:
        self.asker.ask(count_chips, by=self.house.floor, entry_id=entry, stack_chips=chips)
        self.checks.after()
