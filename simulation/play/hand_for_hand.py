"""The bubble: all tables play hand for hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulation.checks import Broken, must
from simulation.play.eliminations import Eliminations
from simulation.room import Loser
from tables.commands.end_hand_for_hand import end_hand_for_hand
from tables.commands.hand_done import hand_done
from tables.commands.start_hand_for_hand import start_hand_for_hand


class HandForHand(Eliminations):
    """The bubble: all tables play hand for hand."""

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
        must("tables hand for hand", found=made["tables"], expected=len(self.room.tables))
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
            outs: list[Loser] = []
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
                busts=self._busts(outs, said=True),
            )
            room.bust(outs)
            self.busts += len(outs)
            in_round += self._busts(outs, said=True)
            money = self._prizes(done) if done["completed"] else {}
            self.checks.after(tables=[n], money=money)
        if not done["completed"]:
            raise Broken(f"round {round_} is not complete though every table has played")
        must(
            "eliminations of the round",
            found=sorted(o["entry_id"] for o in done["eliminations"]),
            expected=sorted(b["entry_id"] for b in in_round),
        )
        for out in done["eliminations"]:
            if out["place"] is None:
                raise Broken("a round was completed without a place")
        self._follow(done["proposal"])
        return int(done["next_round"])
