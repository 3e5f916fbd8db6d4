"""Where Redis is and what its channels are called."""

from __future__ import annotations

import redis
import redis.asyncio
from django.conf import settings
from django.db import connection


def url() -> str:
    return str(settings.REDIS_URL)


def client(*, timeout: float) -> redis.Redis:
    """A client that gives up after `timeout` seconds and does not try again by itself."""
    return redis.Redis.from_url(url(), socket_timeout=timeout, socket_connect_timeout=timeout)


def _name(what: str) -> str:
    # Pub/sub knows no database numbers: the channel carries the database that the facts come from.
    return f"dispatch:{connection.settings_dict['NAME']}:{what}"


def poke_channel() -> str:
    return _name("poke")


def face_channel() -> str:
    return _name("faces")
