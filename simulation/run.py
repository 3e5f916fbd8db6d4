"""One run from plan to report; what fails is written down so that it can be played again."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from simulation.clocks import VIRTUAL_START, Stopped, Time, Virtual, WallClock, now
from simulation.house import announce, open_house
from simulation.plan import Plan
from simulation.play import Play, Progress
from simulation.report import Report, report
from simulation.staff import Asker

REPLAYS = Path(__file__).parents[1] / "tests" / "replays"
# the desk is open for so long before the start on the wall clock, divided by the speed, but never less than
DESK = timedelta(minutes=20)
SHORTEST_DESK = timedelta(seconds=3)


class Failed(Exception):
    """A run that broke a law, and the file to play it again from."""

    def __init__(self, message: str, file: Path | None) -> None:
        super().__init__(message)
        self.file = file


def time_for(plan: Plan, *, beside_a_timekeeper: bool, stop: threading.Event) -> Time:
    """Return the wall clock with a speed, else virtual time: in a database that is watched, far enough ahead that
    nobody else thinks its levels due.
    """
    if plan.speed:
        return WallClock(now() + max(SHORTEST_DESK, DESK / plan.speed), stop)
    if beside_a_timekeeper:
        tomorrow = (now() + timedelta(days=2)).date()
        return Virtual(datetime(tomorrow.year, tomorrow.month, tomorrow.day, 21, tzinfo=UTC), stop)
    return Virtual(VIRTUAL_START, stop)


def simulate(
    plan: Plan,
    *,
    progress: Progress = lambda _what, _done, _all: None,
    keep_replay: bool = True,
    beside_a_timekeeper: bool = False,
    stop: threading.Event | None = None,
    venue_name: str = "",
) -> Report:
    """Play the whole tournament in the configured database. Failed on the first law that does not hold."""
    began = time.monotonic()
    stop = stop or threading.Event()
    asker = Asker(time_for(plan, beside_a_timekeeper=beside_a_timekeeper, stop=stop))
    play = Play(plan, asker, progress=progress)
    try:
        base = plan.base
        venue = open_house(
            asker,
            name=venue_name or f"Ensaio {plan.preset} {plan.seed}",
            online=base.online,
            circuit=base.ranks or plan.ranked,
        )
        play.open(venue, announce(asker, house=venue, plan=plan, name=f"{base.name} · {plan.seed}"))
        play.run()
    except (KeyboardInterrupt, Stopped):
        raise
    except Exception as error:
        file = write_replay(plan, asker=asker, error=error) if keep_replay else None
        raise Failed(
            f"step {asker.step}, {asker.doing[:300]}: {type(error).__name__}: {error}", file
        ) from error
    return report(play, seconds=time.monotonic() - began)


def write_replay(plan: Plan, *, asker: Asker, error: Exception) -> Path | None:
    """Write a failing run as a file that the tests play again; None where the project's folder cannot be written to."""
    file = REPLAYS / f"{plan.preset}-{plan.entries}-{plan.seed}.json"
    kept: dict[str, Any] = {
        **{
            k: v
            for k, v in asdict(plan).items()
            if k in ("preset", "entries", "seed", "re_entries", "ranked")
        },
        "step": asker.step,
        "command": asker.doing[:2000],
        "message": f"{type(error).__name__}: {error}"[:4000],
    }
    try:
        REPLAYS.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n")
    except OSError:
        return None
    return file


def plan_of_replay(file: Path) -> Plan:
    """Return the run that a replay file names."""
    kept = json.loads(file.read_text())
    return Plan.of(
        kept["preset"],
        kept["entries"],
        kept["seed"],
        re_entries=kept["re_entries"],
        ranked=kept.get("ranked", False),
    )
