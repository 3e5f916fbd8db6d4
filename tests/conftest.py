"""What every test needs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _ledger_forgets_accounts() -> Iterator[None]:
    """Tests empty the tables under a running process; in production an account is for ever."""
    yield
    from django.apps import apps

    if apps.ready and apps.is_installed("ledger"):
        from ledger.operations import forget_accounts

        forget_accounts()


@pytest.fixture(autouse=True)
def _no_language_is_left_over() -> Iterator[None]:
    """A request leaves its language in the thread; the next test must not read in it."""
    from django.utils import translation

    translation.deactivate()
    yield
    translation.deactivate()
