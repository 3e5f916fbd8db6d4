"""What every test needs."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# a time limit that only a busy machine trips is no finding
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

# what a migrated database has and no test changes: Django's own flush would make these rows again after every test
MIGRATED = {"django_content_type", "auth_permission"}
TEMPLATE = "shuffle_migrated"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_db_blocker: Any, request: pytest.FixtureRequest
) -> None:
    """Of several processes the first makes a migrated database, and each copies that instead of migrating its own."""
    from django.db import connection

    folder = os.environ.get("SHUFFLE_TEST_FOLDER")
    if folder is None or not hasattr(request.config, "workerinput"):
        return
    with (Path(folder) / "migrated").open("a") as made:
        fcntl.flock(made, fcntl.LOCK_EX)
        if not os.fstat(made.fileno()).st_size:
            with django_db_blocker.unblock():
                _make_template()
            made.write("by one\n")
    connection.settings_dict["TEST"]["TEMPLATE"] = TEMPLATE


def _make_template() -> None:
    from django.core.management import call_command
    from django.db import connection

    home = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {TEMPLATE}")
        cursor.execute(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")
    connection.close()
    connection.settings_dict["NAME"] = TEMPLATE
    try:
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        connection.close()  # what has a session cannot be copied
        connection.settings_dict["NAME"] = home


@pytest.fixture(autouse=True, scope="session")
def _committed_rows_are_emptied_quickly() -> Iterator[None]:
    """After a test with committed rows every table of ours is empty again, as Django's flush would leave it."""
    from django.db import connection
    from django.test import TransactionTestCase

    found: list[str] = []

    def empty(_case: TransactionTestCase) -> None:
        if not found:
            names = connection.introspection.django_table_names(only_existing=True, include_views=False)
            found.extend(sorted(set(names) - MIGRATED))
        with connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {', '.join(map(connection.ops.quote_name, found))}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


@pytest.fixture(autouse=True, scope="session")
def _static_files_are_found_once() -> Iterator[None]:
    """Every Client builds the middleware anew: the first reads the folders of static files, the others take what it found."""
    from django.conf import settings
    from whitenoise.middleware import WhiteNoiseMiddleware

    read = WhiteNoiseMiddleware.add_files_from_finders
    known: dict[tuple[Any, ...], dict[str, Any]] = {}

    def once(middleware: WhiteNoiseMiddleware) -> None:
        where = (middleware.static_prefix, *map(str, settings.STATICFILES_DIRS))
        if where not in known:
            read(middleware)
            known[where] = dict(middleware.files)
        middleware.files.update(known[where])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", once)
        yield


@pytest.fixture(autouse=True)
def _ledger_forgets_accounts() -> Iterator[None]:
    """Tests empty the tables under a running process; in production an account is for ever."""
    yield
    from django.apps import apps

    if apps.ready and apps.is_installed("ledger"):
        from ledger.operations import forget_accounts

        forget_accounts()


@pytest.fixture(autouse=True, scope="session")
def _tries() -> Iterator[set[str]]:
    """What a test has counted: wrong passwords, codes, receipts that were checked. They are counted for a quarter of an hour and by address."""
    from django.apps import apps

    counted: set[str] = set()
    if not apps.ready:
        yield counted
        return
    from access import rate_limit

    count = rate_limit.failed

    def failed(key: str, **more: int) -> None:
        counted.add(key)
        count(key, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rate_limit, "failed", failed)
        yield counted


@pytest.fixture(autouse=True)
def _tries_count_in_no_other_test(_tries: set[str]) -> Iterator[None]:
    """All tests have one address: the next one would be asked to wait."""
    yield
    if _tries:
        from django.core.cache import cache

        from access import rate_limit

        rate_limit.forget()
        cache.delete_many(_tries)
        _tries.clear()


@pytest.fixture(autouse=True)
def _no_language_is_left_over() -> Iterator[None]:
    """A request leaves its language in the thread; the next test must not read in it."""
    from django.utils import translation

    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _locks_in_order() -> Iterator[None]:
    """A lock that a command takes out of the stated order fails the test, though its error became a page or died in a thread."""
    from django.apps import apps

    if not apps.ready:
        yield
        return
    from tests.locks import guard

    with guard.holding():
        yield
