from __future__ import annotations

import pytest

from tests.dispatch import deeds


@pytest.fixture
def boxes(transactional_db: None) -> None:
    """Twenty empty boxes, in committed rows."""
    deeds.make_boxes()


@pytest.fixture
def box(db: None) -> None:
    """The same inside the test's own transaction."""
    deeds.make_boxes()
