"""Each of pytest's processes has a numbered database of Valkey: what one counts or empties is no other's."""

from __future__ import annotations

import os

from django.conf import settings
from django.core.cache import caches

from config.celery import app


def test_cache_broker_and_facts_go_to_the_database_of_this_process():
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    number = 0 if worker is None else int(worker.removeprefix("gw")) + 1
    assert settings.REDIS_URL.rpartition("/")[2] == str(number)
    assert settings.CACHES["default"]["LOCATION"] == settings.REDIS_URL
    assert caches["default"]._servers == [settings.REDIS_URL]
    assert app.conf.broker_url == settings.REDIS_URL
