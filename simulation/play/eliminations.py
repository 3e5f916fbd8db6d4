"""Those who go out, by a hand or by the director; the wrong one comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.accounts import AccountKind
from simulation.checks import Broken, must
from simulation.play.floor import OnTheFloor
from simulation.room import Loser
from tables.commands.penalise import penalise
from tables.commands.serve_hand import serve_hand
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.undo_elimination import undo_elimination


class Eliminations(OnTheFloor):
    """Those who go out, by a hand or by the director; the wrong one comes back."""

    def _one_out(self) -> None:
        """A hand that ends somebody's tournament, now and then that of two."""
        room = self.room
        table = room.pick_table()
        if table is None:
            raise Broken("nobody can play: no table has two players")
        room.play_pots(table)
        two = len(room.tables[table]) >= 4 and room.left > self.paid + 4 and self.chance.random() < 0.03
        outs = room.hand_that_ends(table, outs=2 if two else 1)
        asked: dict[str, Any] = {
            "tournament_id": self.tournament_id,
            "table_number": table,
            "busts": self._busts(outs, said=two or self.chance.random() < 0.3),
        }
        made = self.asker.ask(eliminate_players, by=self.house.floor, **asked)
        luck = self.chance.random()
        if luck < 0.01:
            self.asker.again(eliminate_players, by=self.house.floor, result=made, **asked)
        self._gone(outs, made, table)
        if luck > 0.99:
            # a second member of staff saw the same bust
            self.asker.refused("already_out", eliminate_players, by=self.house.director, **asked)
        if self._worth_undoing(outs, made):
            self._undo(outs[0], made, table)
            self._follow(self._proposal())
        else:
            self._follow(made["proposal"])

    @staticmethod
    def _busts(outs: Sequence[Loser], *, said: bool) -> list[dict[str, Any]]:
        return [
            {"entry_id": o.entry, "stack_chips_start": o.stack if said else None, "by_entries": [o.by]}
            for o in outs
        ]

    def _gone(self, outs: Sequence[Loser], made: Mapping[str, Any], table: int) -> None:
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
            must("first in line", found=seated["entry_id"], expected=self.room.waiting.pop(0))
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

    def _worth_undoing(self, outs: Sequence[Loser], made: Mapping[str, Any]) -> bool:
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

    def _undo(self, out: Loser, made: Mapping[str, Any], table: int) -> None:
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
        """Warned, made to miss hands, and in the end disqualified: those chips leave play."""
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
