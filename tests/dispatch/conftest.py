from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis

from dispatch import wire
from tests.dispatch import box_commands, pages


@pytest.fixture
def boxes(transactional_db: None) -> None:
    """Twenty empty boxes, in committed rows."""
    box_commands.make_boxes()
    pages.make_staff()


@pytest.fixture
def box(db: None) -> None:
    """The same inside the test's own transaction."""
    box_commands.make_boxes()
    pages.make_staff()


@pytest.fixture
def payloads() -> None:
    """The topics of the boxes, in this process too."""
    pages.register()


@pytest.fixture
def ears() -> Iterator[redis.client.PubSub]:
    """A subscription that a test listens with."""
    pubsub = wire.client(timeout=5).pubsub(ignore_subscribe_messages=True)
    yield pubsub
    pubsub.close()
