"""Those who come: on time, late, again; and those who change their mind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from dispatch.facts import Actor
from rules.accounts import COMPONENT_ACCOUNT, METHOD_ACCOUNT, AccountKind
from rules.entries import PaymentMethod, price_line
from simulation.checks import must
from simulation.house import SURCHARGES, fund, open_desk, welcome
from simulation.play.clock import OnTheClock
from simulation.room import Guest
from tables.queries import open_tables, sitters
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.commands.undo_re_entry import undo_re_entry

OPENS_BEFORE = timedelta(minutes=55)


class AtTheDesk(OnTheClock):
    """Those who come: on time, late, again; and those who change their mind."""

    def registrations(self) -> None:
        """Those who come on time, and some who change their mind."""
        time, plan = self.asker.time, self.plan
        open_desk(self.asker, house=self.house, tournament_id=self.tournament_id)
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
            guest = welcome(
                self.asker,
                house=self.house,
                number=number,
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
            fund(self.asker, house=self.house, player_id=guest.player_id, cents=self._total(method))
        by: Actor = self.house.desk
        if method is PaymentMethod.BALANCE and guest.user_id is not None:
            by = Actor(user_id=guest.user_id, label=guest.name)
        asked: dict[str, Any] = {
            "tournament_id": self.tournament_id,
            "player_id": guest.player_id,
            "method": method.value,
            "terms_version": "1",
            "paid": by is self.house.desk and not later,
        }
        running = self.checks_run()
        made = self.asker.ask(register_player, by=by, **asked)
        if self.chance.random() < 0.01:
            self.asker.again(register_player, by=by, result=made, **asked)
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
                "already_registered", register_player, by=self.house.desk, **{**asked, "paid": True}
            )
        return int(made["entry_id"])

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
        must("entries seated by the draw", found=len(room.seat), expected=len(drawn))

    def _method_again(self, guest: Guest) -> PaymentMethod:
        method = self.plan.method(self.chance)
        if method is PaymentMethod.BALANCE:
            fund(self.asker, house=self.house, player_id=guest.player_id, cents=self._total(method))
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
            if not (self.sold_wrongly or self.room.waiting) and self.plan.entries >= 12:
                self._undo_re_entry(guest, made, method)

    def _undo_re_entry(self, guest: Guest, made: Mapping[str, Any], method: PaymentMethod) -> None:
        """It was the wrong person: the re-entry is taken back, its money goes back as it came, and they are out as before."""
        self.sold_wrongly = True
        entry = int(made["entry_id"])
        asked: dict[str, Any] = {"entry_id": entry, "reason": "Vendida à pessoa errada", "hand_back": True}
        back = self.asker.ask(undo_re_entry, by=self.house.desk, **asked)
        must("what goes back for a re-entry", found=back["refund_cents"], expected=self._total(method))
        table = self.room.give_back(entry, guest)
        self.re_entries -= 1
        self.back.append(guest)
        self.checks.after(tables=[table], money={kind: -cents for kind, cents in self._price(method).items()})
        self.asker.refused("already_undone", undo_re_entry, by=self.house.desk, **asked)
