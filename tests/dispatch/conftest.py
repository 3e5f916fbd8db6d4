from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis

from dispatch import wire
from tests.dispatch import deeds, pages


@pytest.fixture
def boxes(transactional_db: None) -> None:
    """Twenty empty boxes, in committed rows."""
    deeds.make_boxes()
    pages.make_staff()


@pytest.fixture
def box(db: None) -> None:
    """The same inside the test's own transaction."""
    deeds.make_boxes()
    pages.make_staff()


@pytest.fixture
def faces() -> None:
    """The topics of the boxes, in this process too."""
    pages.register()


@pytest.fixture
def ears() -> Iterator[redis.client.PubSub]:
    """A subscription that a test listens with."""
    pubsub = wire.client(timeout=5).pubsub(ignore_subscribe_messages=True)
    yield pubsub
    pubsub.close()
