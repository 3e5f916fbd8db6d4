"""What the tables need: balancing, breaking, redrawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.button import first_hand
from rules.refusals import Refused
from simulation.checks import Broken, must
from simulation.play.desk import AtTheDesk
from tables.commands.balance_tables import balance_tables
from tables.commands.break_table import break_table
from tables.commands.count_chips import count_chips
from tables.commands.record_positions import record_positions
from tables.commands.redraw_tables import redraw_tables
from tables.queries import proposals

_NEXT = ("final_table", "redraw", "break_table", "move")


class OnTheFloor(AtTheDesk):
    """What the tables need: balancing, breaking, redrawing."""

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
        must("taken from", found=self.room.seat[moved["entry_id"]][0], expected=giver)
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
        must(
            "who left the broken table",
            found=sorted(m["entry_id"] for m in made["moves"]),
            expected=sorted(people),
        )
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
        must("tables after the final redraw", found=made["tables"], expected=list(self.room.tables))
        self.checks.after(tables=list(self.room.tables))
        for entry in self.room.players(made["tables"][0]):
            self.asker.ask(
                count_chips, by=self.house.floor, entry_id=entry, stack_chips=self.room.stack[entry]
            )
            self.checks.after()
        self.checks.whole()
        self._say("final table")
