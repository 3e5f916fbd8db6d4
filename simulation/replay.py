"""Tournaments that really took place, entered and played through the commands, compared to the cent.

The figures are in simulation/real_events.json. Where the source leaves something open that a tournament must have
(a price, a fee, where an odd sum went), what was chosen is said in the event's `note`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from payouts.models import Award, PrizePool
from payouts.queries.ladders import Ladder
from rules.accounts import AccountKind
from simulation.clocks import VIRTUAL_START, Virtual
from simulation.house import House, announce, open_house
from simulation.play import Play, Progress
from simulation.real_events import FIFTEEN_PERCENT, Real
from simulation.room import Guest
from simulation.staff import Asker
from tournaments.commands.add_on import add_on
from tournaments.commands.create_rule_set import create_rule_set
from tournaments.commands.rebuy import rebuy

# up to so many entries an event is played to the last prize
PLAYED_WHOLE = 600


@dataclass(slots=True)
class Compared:
    """What came out, and every difference as a sentence."""

    id: str
    entries: int
    net_cents: int
    overlay_cents: int
    paid: int
    prizes: int
    whole: bool
    seconds: float
    differences: list[str] = field(default_factory=list)


class RealPlay(Play):
    """A run of a real tournament: its rebuys and add-ons too; played to the last prize, or until they are fixed."""

    def __init__(self, real: Real, asker: Asker, *, whole: bool, **more: Any) -> None:
        super().__init__(real.plan, asker, pay=0, **more)
        self.real = real
        self.is_whole = whole
        if not whole and not real.plan.re_entries:
            self.early_busts = 0

    def run(self) -> None:
        self.registrations()
        self.start()
        for entry in list(self.room.seat)[: self.real.rebuys]:
            self._buy(rebuy, entry)
        self.levels(only_to_closing=not self.is_whole)
        if self.is_whole:
            self.finish()

    def _recess(self) -> None:
        if not self.checks.closed and self.level_index == self.late_index and self.real.add_ons:
            for entry in list(self.room.seat)[: self.real.add_ons]:
                self._buy(add_on, entry)
        super()._recess()

    def _buy(self, command: Any, entry: int) -> None:
        bought = self.asker.ask(command, by=self.house.desk, entry_id=entry, method="cash")
        self.room.chips_issued += bought["chips"]
        self.room.stack[entry] += bought["chips"]
        price = self.split.price_cents
        self.checks.after(money={AccountKind.PRIZE_POOL: price, AccountKind.CASH_DRAWER: -price})


class Replayer:
    """Plays real tournaments in one house; the same people come to all of them."""

    def __init__(self, *, progress: Progress = lambda _what, _done, _all: None) -> None:
        self.progress = progress
        self.guests: dict[bool, list[Guest]] = {False: [], True: []}
        self.asker = Asker(Virtual(VIRTUAL_START, threading.Event()))
        self.house: House = open_house(self.asker, name="Torneios reais", online=False, circuit=True)
        self.asker.ask(
            create_rule_set,
            by=self.house.director,
            venue_id=self.house.venue_id,
            name=FIFTEEN_PERCENT,
            base="adtp",
            changes={"places_paid_bp": 1500},
        )

    def play(self, real: Real, *, whole: bool | None = None) -> Compared:
        """Enter it, play it, compare. `whole` None: to the last prize up to 600 entries, else until they are fixed."""
        began = time.monotonic()
        whole = real.plan.entries < PLAYED_WHOLE if whole is None else whole
        asker = Asker(Virtual(VIRTUAL_START, threading.Event()))
        online = real.plan.base.online
        play = RealPlay(real, asker, whole=whole, progress=self.progress, guests=self.guests[online])
        play.open(
            self.house,
            announce(
                asker,
                house=self.house,
                plan=real.plan,
                name=real.id,
                more={"practice": True, **real.announced},
            ),
        )
        play.run()
        if len(play.guests) > len(self.guests[online]):
            self.guests[online] = play.guests
        return compared(real, play=play, whole=whole, seconds=time.monotonic() - began)


def compared(real: Real, *, play: Play, whole: bool, seconds: float) -> Compared:
    """Return what the tournament's rows say against the figures."""
    pool = PrizePool.objects.get(pk=play.tournament_id)
    ladder = Ladder.of(pool.prizes)
    prizes = ladder.span(1, ladder.places)
    found = Compared(
        id=real.id,
        entries=pool.entries,
        net_cents=pool.net_cents,
        overlay_cents=pool.overlay_cents,
        paid=ladder.places,
        prizes=sum(prizes),
        whole=whole,
        seconds=seconds,
    )

    def same(what: str, is_: Any, should: Any) -> None:
        if should is not None and is_ != should:
            found.differences.append(f"{real.id}: {what} is {is_}, should be {should}")

    same("entries", pool.entries, real.plan.entries)
    same("net pool", pool.net_cents, real.net_cents)
    same("overlay", pool.overlay_cents, real.overlay_cents)
    same("number of paid places", ladder.places, real.paid)
    same("sum of the prizes", sum(prizes), pool.net_cents)
    for place, should in enumerate(real.prizes or (), 1):
        same(f"prize of place {place}", ladder.at(place), should)
    if whole:
        awards = list(Award.objects.filter(tournament_id=play.tournament_id).exclude(state="void"))
        same("number of prizes given", len(awards), _winners(awards, ladder.places))
        same("prizes given", sum(a.amount_cents for a in awards), pool.net_cents)
        for a in awards:
            if a.tied == 1:
                same(f"prize given for place {a.place}", a.amount_cents, ladder.at(a.place))
    return found


def _winners(awards: Sequence[Award], places: int) -> int:
    """How many share the paid places: a tie over the last one brings more people into the money."""
    last = max((a.place + a.tied - 1 for a in awards), default=0)
    return max(last, places)
