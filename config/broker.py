"""How a worker lives through the loss of its broker."""

import logging
from typing import Any

from celery.worker.consumer import Consumer

log = logging.getLogger("config.broker")


class LastingConsumer(Consumer):  # type: ignore[misc]
    """Celery's own, which goes on where the lost connection cannot even be closed.

    With a task in hand and more awaited kombu 5.7 stumbles over its own second attempt to close (an AttributeError, no connection error);
    Celery takes that for the end of the worker, and the timekeepers that the worker hosts would end with it.
    """

    def on_connection_error_after_connected(self, exc: Any) -> None:
        """Let go of the lost connection; what was in hand comes again after the broker's visibility timeout."""
        try:
            super().on_connection_error_after_connected(exc)
        except Exception:
            log.warning("the lost connection to the broker could not be closed in order", exc_info=True)
