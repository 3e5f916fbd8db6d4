"""The relay in Celery: a sweep for what a crash left, and a relay thread in every worker."""

from __future__ import annotations

from typing import Any

from celery import bootsteps, shared_task  # type: ignore[import-untyped]

from dispatch import relay


@shared_task(name="dispatch.sweep", ignore_result=True)
def sweep() -> None:
    """Seal and publish whatever waits."""
    relay.relay_once()


class RelayStep(bootsteps.StartStopStep):
    """Installed with `app.steps["worker"].add(RelayStep)`: the worker's main process hosts a relay."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._relay: relay.BackgroundRelay | None = None

    def start(self, _parent: Any) -> None:
        self._relay = relay.start_in_background()

    def stop(self, _parent: Any) -> None:
        if self._relay is not None:
            self._relay.stop()
            self._relay = None

    terminate = stop
