"""Who reads the facts of this house. Every Celery worker hosts the readers and the post, each in a thread of its own.

python -m config.readers        the same without Celery, until SIGTERM
"""

from __future__ import annotations

import signal
import threading
from typing import Any

from celery import bootsteps

from access import moment
from dispatch import readers
from dispatch.facts import SYSTEM, CommandId, FactView


def _write_notices(fact: FactView, command_id: CommandId) -> None:
    from tournaments.commands.write_notices import write_notices

    write_notices(
        command_id=command_id,
        at=moment.at(),
        by=SYSTEM,
        tournament_id=int(fact.stream.rpartition(":")[2]),
        fact_id=fact.fact_id,
    )


def _write_house_notices(fact: FactView, command_id: CommandId) -> None:
    from tournaments.commands.write_house_notices import write_house_notices

    write_house_notices(
        command_id=command_id,
        at=moment.at(),
        by=SYSTEM,
        venue_id=int(fact.stream.rpartition(":")[2]),
        fact_id=fact.fact_id,
    )


def _tell_names_apart(fact: FactView, command_id: CommandId) -> None:
    from tournaments.commands.tell_names_apart import tell_names_apart
    from tournaments.queries.namesakes import namesakes

    tournament_id = int(fact.stream.rpartition(":")[2])
    player_id = int(fact.body["to_player_id" if fact.kind == "registration_transferred" else "player_id"])
    # nearly everybody is the only one of a name: no command is kept for nothing
    if namesakes(tournament_id, player_id=player_id):
        tell_names_apart(
            command_id=command_id,
            at=moment.at(),
            by=SYSTEM,
            tournament_id=tournament_id,
            player_id=player_id,
        )


def house_notices_reader() -> readers.FactReader:
    """Make the reader that notifies whom it concerns of what happens at a house's cash tables."""
    from rules.notices import FACTS_OF_HOUSE
    from tournaments.operations.notices import READER_OF_HOUSES

    return readers.FactReader(
        name=READER_OF_HOUSES, prefix="venue:", kinds=FACTS_OF_HOUSE, handle=_write_house_notices
    )


def notices_reader() -> readers.FactReader:
    """Make the reader that notifies whom it concerns of what happens in tournaments."""
    from rules.notices import FACTS
    from tournaments.operations.notices import READER

    return readers.FactReader(name=READER, prefix="tournament:", kinds=FACTS, handle=_write_notices)


def names_reader() -> readers.FactReader:
    """Make the reader that tells two players of one name apart, as soon as the second of them registers or is called so."""
    from tournaments.operations.naming import NAMED_BY, READER

    return readers.FactReader(name=READER, prefix="tournament:", kinds=NAMED_BY, handle=_tell_names_apart)


def start() -> list[readers.BackgroundThread]:
    """Start every reader and the post, each in a thread; `stop()` on each ends it."""
    from config import post

    return [
        readers.BackgroundThread("reader-notices", readers.run, notices_reader()),
        readers.BackgroundThread("reader-house-notices", readers.run, house_notices_reader()),
        readers.BackgroundThread("reader-names", readers.run, names_reader()),
        readers.BackgroundThread("post", post.run),
    ]


class ReadersStep(bootsteps.StartStopStep):  # type: ignore[misc]
    """Installed with `app.steps["worker"].add(…)`: the worker's main process hosts the readers and the post."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._running: list[readers.BackgroundThread] = []

    def start(self, parent: Any) -> None:
        del parent
        self._running = start()

    def stop(self, parent: Any) -> None:
        del parent
        for one in self._running:
            one.stop()
        self._running = []

    terminate = stop


def main() -> None:
    import django

    django.setup()
    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: over.set())
    running = start()
    print("reading", flush=True)
    over.wait()
    for one in running:
        one.stop()


if __name__ == "__main__":
    main()
