"""The tournament from the first registration to the last prize, each step a command that staff would give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from dispatch.facts import SYSTEM, Actor
from ledger.facts import COMPONENT_ACCOUNT, METHOD_ACCOUNT, AccountKind
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.pay_award import pay_award
from payouts.facts import Ladder
from payouts.models import Award, PrizePool
from rules.button import first_hand
from rules.entries import BuyInSplit, PaymentMethod, price_line
from rules.levels import Recess, Structure
from rules.policies import from_dict as policies_from
from rules.refusals import Refused
from simulation import house as frame
from simulation.checks import Broken, Checks, must
from simulation.house import SURCHARGES, House
from simulation.plan import Plan
from simulation.room import Guest, Out, Room
from simulation.staff import Asker
from tables.commands.balance_tables import balance_tables
from tables.commands.break_table import break_table
from tables.commands.count_chips import count_chips
from tables.commands.end_hand_for_hand import end_hand_for_hand
from tables.commands.hand_done import hand_done
from tables.commands.penalise import penalise
from tables.commands.record_positions import record_positions
from tables.commands.redraw_tables import redraw_tables
from tables.commands.serve_hand import serve_hand
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.commands.verify_seat import verify_seat
from tables.queries import open_tables, proposals, sitters
from tournaments.commands.announce_level import announce_level
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.close_entries import close_entries
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.commands.resume_clock import resume_clock
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Clock, Tournament
from tournaments.operations.clock import announcement_id
from tournaments.queries.clock import structure_of

STEPS = 8  # parts of a level
BIG_BLINDS = 30  # average stack that the field comes to
OPENS_BEFORE = timedelta(minutes=55)
# the clock's own keeper has this long before we do its work (wall clock only)
PATIENCE = timedelta(seconds=1)

Progress = Callable[[str, int, int], None]
_NEXT = ("final_table", "redraw", "break_table", "move")


class Play:
    """One run. `guests`: people who are there already (the demo room); else they are made."""

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
        self.paused = False
        self.paid = 0
        self.winner = 0
        self.level_index = 0
        self.turn = 0
        self.deadline: datetime | None = None

    # --- the frame ------------------------------------------------------------------------------------------

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

    def run(self) -> None:
        """From the opening of the desk to the last step."""
        self.registrations()
        self.start()
        self.levels()
        self.finish()

    def nobody_comes_any_more(self) -> None:
        """A run that was taken up in the middle: those who sit there play it out."""
        self.taken_up = True
        self.to_come = 0
        self.to_re_enter = 0

    def settle(self) -> None:
        """A run that was taken up: first what the tables need as they stand."""
        self._follow(self._proposal())

    def _say(self, what: str) -> None:
        room = self.room
        done = len(self.guests) + self.busts if self.busts else len(self.guests)
        self.progress(
            f"{what} · {room.entries or len(room.number)} entries · {room.left} left · {len(room.tables)} tables",
            done,
            self.plan.unique + self.plan.entries,
        )

    # --- the desk -------------------------------------------------------------------------------------------

    def registrations(self) -> None:
        """Those who come on time, and some who change their mind."""
        time, plan = self.asker.time, self.plan
        frame.open_desk(self.asker, self.house, self.tournament_id)
        count = plan.on_time + plan.cancelled
        opens = time.at if time.real else time.start - OPENS_BEFORE
        span = (time.start - opens) * 0.95
        leaving: list[Guest] = []
        for n in range(count):
            time.until(opens + span * (n / count))
            guest = self._new_guest()
            entry = self._register(guest)
            if len(leaving) < plan.cancelled and entry is not None and n % 3 == 0 and n < count * 0.4:
                leaving.append(guest)
            if leaving and n == int(count * 0.45):
                self._leave(leaving)
                leaving = []
            if n % 50 == 0:
                self._say("registration")
        time.until(time.start)

    def _new_guest(self) -> Guest:
        number = len(self.guests) + 1
        if self.ready:
            guest = self.ready.pop(0)
            guest.number = number
            guest.entries, guest.registration_id = [], None
        else:
            guest = frame.welcome(
                self.asker,
                self.house,
                number,
                chance=self.names,
                online=self.online,
                own_account=self.chance.random() < 0.02,
            )
        self.guests.append(guest)
        return guest

    def _register(self, guest: Guest) -> int | None:
        """A registration, paid at once or a moment later; the entry."""
        method = self.plan.method(self.chance)
        later = method is not PaymentMethod.BALANCE and self.chance.random() < 0.1
        if method is PaymentMethod.BALANCE:
            frame.fund(self.asker, self.house, guest.player_id, self._total(method))
        by: Actor = self.house.desk
        if method is PaymentMethod.BALANCE and guest.user_id is not None:
            by = Actor(user_id=guest.user_id, label=guest.name)
        told = {
            "tournament_id": self.tournament_id,
            "player_id": guest.player_id,
            "method": method.value,
            "terms_version": "1",
            "paid": by is self.house.desk and not later,
        }
        running = self.checks_run()
        made = self.asker.ask(register_player, by=by, **told)
        if self.chance.random() < 0.01:
            self.asker.again(register_player, by=by, result=made, **told)
        guest.registration_id = made["registration_id"]
        if later:
            self.checks.after(running=running)
            made = self.asker.ask(
                confirm_payment,
                by=self.house.desk,
                registration_id=guest.registration_id,
                method=method.value,
            )
        self._entered(guest, made, method, why="late_entry")
        if self.chance.random() < 0.005 and not made.get("started"):
            self.asker.refused(
                "already_registered", register_player, by=self.house.desk, **{**told, "paid": True}
            )
        return int(made["entry_id"])

    def checks_run(self) -> bool:
        """Whether there is a field to look at."""
        return bool(self.room.tables)

    def _entered(self, guest: Guest, made: Mapping[str, Any], method: PaymentMethod, *, why: str) -> None:
        """An entry came: put it where the command says, and check."""
        room, entry = self.room, int(made["entry_id"])
        room.enter(entry, guest)
        touched: list[int] = []
        if made.get("started"):
            self._read_seats()
        elif made["seat"] is not None:
            table, seat = made["seat"]["table_number"], made["seat"]["seat_number"]
            room.sit(entry, table, seat, chips=room.start_stack, why=why)
            touched.append(table)
        elif made["waiting"]:
            room.waiting.append(entry)
        running = self.checks_run()
        # a sit & go that starts fixes its prizes in the same transaction
        money = None if made.get("started") else self._price(method)
        self.checks.after(tables=touched, money=money, running=running)

    def _total(self, method: PaymentMethod) -> int:
        return self.split.price_cents + self._surcharge(method)

    def _surcharge(self, method: PaymentMethod) -> int:
        bp = {PaymentMethod(m): v for m, v in SURCHARGES.items()}
        return price_line(price_cents=self.split.price_cents, method=method, surcharges_bp=bp).surcharge_cents

    def _price(self, method: PaymentMethod, *, back: bool = False) -> dict[AccountKind, int]:
        """What an entry moves in the ledger, kind by kind; `back`: what its cancellation moves."""
        found: dict[AccountKind, int] = {AccountKind.SURCHARGE: self._surcharge(method)}
        for component, cents in self.split.amounts():
            kind = COMPONENT_ACCOUNT[component]
            found[kind] = found.get(kind, 0) + cents
        if back:
            return {**{k: -c for k, c in found.items()}, AccountKind.PLAYER: self._total(method)}
        source = AccountKind.PLAYER if method is PaymentMethod.BALANCE else METHOD_ACCOUNT[method]
        return {**found, source: -self._total(method)}

    def _leave(self, leaving: Iterable[Guest]) -> None:
        """Some cancel; their money is in their wallets, the first in line have their seats."""
        from tournaments.models import Entry

        methods = Entry.objects.values_list("method", flat=True)
        for guest in leaving:
            entry = guest.entries[-1]
            if entry in self.room.waiting:
                continue
            paid_by = PaymentMethod(self.asker.insist(partial(methods.get, pk=entry)))
            self.asker.ask(
                cancel_registration,
                by=self.house.desk,
                registration_id=guest.registration_id,
                reason="Não pode vir",
            )
            self.room.forget(entry, guest)
            self.checks.after(money=self._price(paid_by, back=True), running=False)
            if self.room.waiting:
                self.room.waiting.pop(0)
        self.asker.refused(
            "already_cancelled",
            cancel_registration,
            by=self.house.desk,
            registration_id=guest.registration_id,
            reason="",
        )

    # --- the start ------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Seats are drawn; a sit & go has started by itself."""
        room = self.room
        if not room.tables:
            waiting = set(room.waiting)
            made = self.asker.ask(start_tournament, by=self.house.director, tournament_id=self.tournament_id)
            must("entries at the start", made["entries"], len(room.number))
            must("waiting at the start", made["waiting"], len(waiting))
            self._read_seats()
            self.checks.after(tables=list(room.tables)[:50], money=None)
        else:
            self.asker.refused(
                "already_started", start_tournament, by=self.house.director, tournament_id=self.tournament_id
            )
        self.look_at_clock()
        self.checks.whole()
        for seat in sorted(room.tables[1]):
            self.asker.ask(
                verify_seat,
                by=self.house.floor,
                tournament_id=self.tournament_id,
                table_number=1,
                seat_number=seat,
            )
            self.checks.after(tables=[1])
        if self.checks.closed:
            self._closed()
        self._say("started")

    def _as_drawn(self) -> tuple[list[Any], list[Any]]:
        tables = list(open_tables(self.tournament_id))
        return tables, list(sitters(table_ids=[t.pk for t in tables]))

    def _read_seats(self) -> None:
        """Where the draw seated everybody. First the old seats are left, then the drawn ones are taken."""
        room = self.room
        tables, drawn = self.asker.insist(self._as_drawn)
        why = "redraw" if room.seat else "draw"
        known = set(room.seat)
        for entry in list(room.seat):
            room.lift(entry)
        for number in [n for n in room.tables if n not in {t.number for t in tables}]:
            room.close(number)
        for s in drawn:
            table, seat = s.table_number or 0, s.seat_number or 0
            if s.entry_id in known:
                room.put(s.entry_id, table, seat, why=why)
            else:
                room.sit(s.entry_id, table, seat, chips=room.start_stack, why=why)
        must("entries seated by the draw", len(room.seat), len(drawn))

    # --- time -----------------------------------------------------------------------------------------------

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
            command_id=announcement_id(self.tournament_id, self.turn),
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
        must("sum of the prizes as fixed", Ladder.of(pool.prizes).total(), pool.net_cents)
        must("entries in the pool", pool.entries, self.room.entries)
        if not self.asker.time.real and not self.taken_up:
            must("entries of the plan", self.room.entries, self.plan.entries)
        self.checks.closed = True
        self.checks.whole()
        if self.late_levels and not self.room.waiting and not self.asker.time.real and not self.taken_up:
            self.asker.refused(
                "late_reg_closed",
                register_player,
                by=self.house.desk,
                tournament_id=self.tournament_id,
                player_id=self.guests[0].player_id,
                method=PaymentMethod.BALANCE.value,
                terms_version="1",
            )
        self._say("entries closed")

    # --- the levels -----------------------------------------------------------------------------------------

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

    def _is_last(self) -> bool:
        return self.level_index >= len(self.structure.items) - 1

    def _late_is_over(self) -> bool:
        """Also while entries stay open for the sake of alternates who still wait (SCPT.H)."""
        return self.checks.closed or self.late_index is None or self.level_index > self.late_index

    def _close(self) -> None:
        """The line is empty: the director closes the entries without waiting for the next level."""
        self.asker.ask(close_entries, by=self.house.director, tournament_id=self.tournament_id)
        self.checks.after(money=None)
        self._closed()

    def _stands(self) -> bool:
        """The director stops the clock once, for five minutes, and starts it again."""
        if self.paused or self.structure.level_number(self.level_index) < 3 or self.asker.time.real:
            return False
        self.paused = True
        self.asker.ask(pause_clock, by=self.house.director, tournament_id=self.tournament_id)
        self.look_at_clock()
        must("deadline of a standing clock", self.deadline, None)
        self._pass(300)
        self.asker.ask(resume_clock, by=self.house.director, tournament_id=self.tournament_id)
        self.look_at_clock()
        self.checks.after()
        return True

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

    def _method_again(self, guest: Guest) -> PaymentMethod:
        method = self.plan.method(self.chance)
        if method is PaymentMethod.BALANCE:
            frame.fund(self.asker, self.house, guest.player_id, self._total(method))
        return method

    def _come_back(self, due: int) -> None:
        """Some of those who are out enter again."""
        while self.re_entries < due and self.back and self.to_re_enter:
            guest = self.back.pop(self.chance.randrange(len(self.back)))
            method = self._method_again(guest)
            made = self.asker.ask(
                reenter,
                by=self.house.desk,
                tournament_id=self.tournament_id,
                player_id=guest.player_id,
                method=method.value,
            )
            self.re_entries += 1
            self._entered(guest, made, method, why="late_entry")

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

    # --- out ------------------------------------------------------------------------------------------------

    def _one_out(self) -> None:
        """A hand that ends somebody's tournament, now and then that of two."""
        room = self.room
        table = room.pick_table()
        if table is None:
            raise Broken("nobody can play: no table has two players")
        room.play_pots(table)
        two = len(room.tables[table]) >= 4 and room.left > self.paid + 4 and self.chance.random() < 0.03
        outs = room.hand_that_ends(table, outs=2 if two else 1)
        told = {
            "tournament_id": self.tournament_id,
            "table_number": table,
            "busts": self._busts(outs, told=two or self.chance.random() < 0.3),
        }
        made = self.asker.ask(eliminate_players, by=self.house.floor, **told)
        luck = self.chance.random()
        if luck < 0.01:
            self.asker.again(eliminate_players, by=self.house.floor, result=made, **told)
        self._gone(outs, made, table)
        if luck > 0.99:
            # a second member of staff saw the same bust
            self.asker.refused("already_out", eliminate_players, by=self.house.director, **told)
        if self._worth_undoing(outs, made):
            self._undo(outs[0], made, table)
            self._follow(self._proposal())
        else:
            self._follow(made["proposal"])

    @staticmethod
    def _busts(outs: Sequence[Out], *, told: bool) -> list[dict[str, Any]]:
        return [
            {"entry_id": o.entry, "stack_chips_start": o.stack if told else None, "by_entries": [o.by]}
            for o in outs
        ]

    def _gone(self, outs: Sequence[Out], made: Mapping[str, Any], table: int) -> None:
        """Chips change hands, alternates sit down; check."""
        room = self.room
        room.bust(outs)
        self.busts += len(outs)
        if not self.checks.closed:
            limit = self.plan.base.re_entries
            self.back += [
                room.guest[o.entry]
                for o in outs
                if limit is None or len(room.guest[o.entry].entries) <= limit
            ]
        self.checks.after(tables=[table, *self._alternates(made)], money=self._prizes(made))

    def _alternates(self, made: Mapping[str, Any]) -> list[int]:
        """Those of the line who have a seat now; the tables."""
        touched = []
        for seated in made["seated_alternates"]:
            must("first in line", seated["entry_id"], self.room.waiting.pop(0))
            self.room.sit(
                seated["entry_id"],
                seated["table_number"],
                seated["seat_number"],
                chips=self.room.start_stack,
                why="alternate",
            )
            touched.append(seated["table_number"])
        return touched

    @staticmethod
    def _prizes(made: Mapping[str, Any]) -> dict[AccountKind, int]:
        cents = sum(out["amount_cents"] or 0 for out in made["eliminations"])
        return {AccountKind.PLAYER: cents, AccountKind.PRIZE_POOL: -cents}

    def _worth_undoing(self, outs: Sequence[Out], made: Mapping[str, Any]) -> bool:
        room = self.room
        return (
            not self.undone
            and len(outs) == 1
            and not room.waiting
            and not made["seated_alternates"]
            and room.left > self.paid + 2
            and self.plan.entries >= 12
            and self.busts > self.plan.entries // 5
        )

    def _undo(self, out: Out, made: Mapping[str, Any], table: int) -> None:
        """It was the wrong player: the elimination is taken back with its chips."""
        room = self.room
        self.undone = True
        back = self.asker.ask(
            undo_elimination,
            by=self.house.director,
            elimination_id=made["eliminations"][0]["elimination_id"],
        )
        del room.out[out.entry]
        self.busts -= 1
        room.stack[out.entry] = out.stack
        room.stack[out.by] -= out.stack
        room.put(out.entry, back["table_number"], back["seat_number"], why="undo")
        if room.guest[out.entry] in self.back:
            self.back.remove(room.guest[out.entry])
        cents = sum(o["amount_cents"] or 0 for o in made["eliminations"])
        self.checks.after(
            tables=[table, back["table_number"]],
            money={AccountKind.PLAYER: -cents, AccountKind.PRIZE_POOL: cents},
        )

    def _disqualify(self) -> None:
        """Warned, made to miss hands, and in the end shown the door: those chips leave play."""
        room = self.room
        self.disqualified = True
        table = room.pick_table(3)
        if table is None:
            return
        entry = self.chance.choice(room.players(table))
        for kind, rounds in (("warning", 0), ("missed_rounds", 1)):
            made = self.asker.ask(
                penalise, by=self.house.floor, entry_id=entry, kind=kind, rounds=rounds, reason="Fala na mão"
            )
            self.checks.after(tables=[table])
        self.asker.ask(serve_hand, by=self.house.floor, penalty_id=made["penalty_id"])
        self.checks.after(tables=[table])
        out = self.asker.ask(
            eliminate_players,
            by=self.house.director,
            tournament_id=self.tournament_id,
            table_number=table,
            busts=[{"entry_id": entry, "stack_chips_start": room.stack[entry]}],
            reason="disqualified",
        )
        room.remove(entry)
        self.busts += 1
        self.checks.after(tables=[table, *self._alternates(out)], money=self._prizes(out))
        self._follow(out["proposal"])

    # --- the floor ------------------------------------------------------------------------------------------

    def _follow(self, proposal: Mapping[str, Any] | None) -> None:
        """Do what is proposed, and what is proposed then, until nothing is."""
        for _ in range(100):
            if proposal is None or not self._do(proposal):
                return
            proposal = self._proposal()
        raise Broken("the proposals do not come to an end")

    def _proposal(self) -> Mapping[str, Any] | None:
        if len(self.room.tables) < 2:
            return None
        found = self.asker.insist(lambda: list(proposals(self.tournament_id)))
        first = next((p for p in found if p.kind in _NEXT), None)
        return first.as_dict() if first else None

    def _do(self, proposal: Mapping[str, Any]) -> bool:
        """One proposal; False where it has to wait."""
        kind = proposal["kind"]
        if kind == "final_table":
            self._final_table()
        elif kind == "redraw":
            self.asker.ask(
                redraw_tables, by=self.house.director, tournament_id=self.tournament_id, final=False
            )
            self._read_seats()
            self.checks.whole()
        elif kind == "break_table":
            self._break(proposal["table"])
        elif kind == "move":
            return self._balance(proposal)
        else:
            raise Broken(f"a proposal nobody knows: {kind}")
        return True

    def _balance(self, proposal: Mapping[str, Any]) -> bool:
        giver, taker = proposal["table"], proposal["to_table"]
        if self.plan.entries <= 200:
            self._marks(giver)
            self._marks(taker)
        try:
            moved = self._moved(giver, taker)
        except Refused as no:
            if no.code in ("no_worst_seat", "too_few_players"):
                return False  # the floor waits a hand
            raise
        must("taken from", self.room.seat[moved["entry_id"]][0], giver)
        self.room.move(moved["entry_id"], moved["table_number"], moved["seat_number"], why="balance")
        self.checks.after(tables=[giver, taker])
        return True

    def _moved(self, giver: int, taker: int) -> dict[str, Any]:
        """One moves; where nobody noted a button the floor looks first."""
        for _ in range(3):
            try:
                return self.asker.ask(
                    balance_tables,
                    by=self.house.floor,
                    tournament_id=self.tournament_id,
                    from_table=giver,
                    to_table=taker,
                )
            except Refused as no:
                if no.code != "button_unknown":
                    raise
                self._marks(int(no.params["table"]))
        raise Broken(f"the buttons of tables {giver} and {taker} stay unknown")

    def _marks(self, table: int) -> None:
        """Where button and blinds are, as the floor sees it."""
        seats = sorted(self.room.tables.get(table, {}))
        if len(seats) < 2:
            return
        marks = first_hand(
            button=self.chance.choice(seats),
            occupied=seats,
            seats_per_table=max(self.seats_per_table, seats[-1]),
        )
        self.asker.ask(
            record_positions,
            by=self.house.floor,
            tournament_id=self.tournament_id,
            table_number=table,
            button_seat=marks.button,
            small_blind_seat=marks.small_blind,
            big_blind_seat=marks.big_blind,
        )
        self.checks.after(tables=[table])

    def _break(self, table: int) -> None:
        people = list(self.room.tables[table].values())
        made = self.asker.ask(
            break_table, by=self.house.floor, tournament_id=self.tournament_id, table_number=table
        )
        must("who left the broken table", sorted(m["entry_id"] for m in made["moves"]), sorted(people))
        for m in made["moves"]:
            self.room.move(m["entry_id"], m["table_number"], m["seat_number"], why="break")
        self.room.close(table)
        self.checks.after(tables=[table, *(m["table_number"] for m in made["moves"])])

    def _final_table(self) -> None:
        made = self.asker.ask(
            redraw_tables, by=self.house.director, tournament_id=self.tournament_id, final=True
        )
        self._read_seats()
        self.final = True
        must("tables after the final redraw", made["tables"], list(self.room.tables))
        self.checks.after(tables=list(self.room.tables))
        for entry in self.room.players(made["tables"][0]):
            self.asker.ask(
                count_chips, by=self.house.floor, entry_id=entry, stack_chips=self.room.stack[entry]
            )
            self.checks.after()
        self.checks.whole()
        self._say("final table")

    # --- hand for hand --------------------------------------------------------------------------------------

    def _near_the_money(self) -> bool:
        room = self.room
        if self.bubble_done or not self.checks.closed or room.waiting:
            return False
        if room.left <= self.paid:
            self.bubble_done = True
            return False
        return len(room.tables) > 1 and room.left - self.paid <= max(1, len(room.tables) // 40)

    def _bubble(self) -> None:
        """All tables play hand for hand until the money is reached."""
        made = self.asker.ask(start_hand_for_hand, by=self.house.director, tournament_id=self.tournament_id)
        self.checks.hand_for_hand = True
        self.checks.after()
        must("tables hand for hand", made["tables"], len(self.room.tables))
        round_ = made["round"]
        while self.room.left > self.paid and len(self.room.tables) > 1:
            round_ = self._round(round_)
            self.look_at_clock()
            self._pass(60 if not self.asker.time.real else 3)
        self.leave_hand_for_hand()
        self.bubble_done = self.room.left <= self.paid
        self.checks.whole()
        self._say("in the money")

    def leave_hand_for_hand(self) -> None:
        """Between two rounds the tables play on by themselves again."""
        self.asker.ask(end_hand_for_hand, by=self.house.director, tournament_id=self.tournament_id)
        self.checks.hand_for_hand = False
        self.checks.after()
        self.look_at_clock()

    def _round(self, round_: int) -> int:
        """One hand at every table; the tables report in any order. The number of the next round."""
        room = self.room
        tables = [n for n in room.tables if len(room.tables[n]) >= 2]
        self.chance.shuffle(tables)
        ending = set(self.chance.sample(tables, min(len(tables), self.chance.choice((0, 1, 1, 1, 2, 2, 3)))))
        in_round: list[dict[str, Any]] = []
        done: Mapping[str, Any] = {"completed": False, "next_round": round_, "proposal": None}
        for n in tables:
            outs: list[Out] = []
            if n in ending and room.left > 2:
                two = len(room.tables[n]) >= 4 and room.left > 4 and self.chance.random() < 0.15
                outs = room.hand_that_ends(n, outs=2 if two else 1)
            else:
                room.play_pots(n, 1)
            done = self.asker.ask(
                hand_done,
                by=self.house.floor,
                tournament_id=self.tournament_id,
                table_number=n,
                round=round_,
                busts=self._busts(outs, told=True),
            )
            room.bust(outs)
            self.busts += len(outs)
            in_round += self._busts(outs, told=True)
            money = self._prizes(done) if done["completed"] else {}
            self.checks.after(tables=[n], money=money)
        if not done["completed"]:
            raise Broken(f"round {round_} is not complete though every table has played")
        must(
            "eliminations of the round",
            sorted(o["entry_id"] for o in done["eliminations"]),
            sorted(b["entry_id"] for b in in_round),
        )
        for out in done["eliminations"]:
            if out["place"] is None:
                raise Broken("a round was completed without a place")
        self._follow(done["proposal"])
        return int(done["next_round"])

    # --- the end --------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """The winner's chips are counted, wrong at first; prizes, points, the seed revealed; some are paid out."""
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
        must("winner", made["winner_entry_id"], self.winner)
        must("the winner's chips", room.stack[self.winner], room.in_play)
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
