"""Where Redis is, what its channels are called, and how a payload travels through them."""

from __future__ import annotations

import redis
import redis.asyncio
from django.conf import settings
from django.db import connection
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry


def url() -> str:
    return str(settings.REDIS_URL)  # type: ignore[misc]


def client(*, timeout: float) -> redis.Redis:
    """Make a client that gives up after `timeout` seconds and does not try again by itself."""
    return redis.Redis.from_url(
        url(),
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 0),
    )


def async_client() -> redis.asyncio.Redis:
    """Make a client for a subscription: it waits for ever for the next word (`socket_timeout` None)."""
    return redis.asyncio.Redis.from_url(
        url(),
        socket_timeout=None,
        socket_connect_timeout=2,
        socket_keepalive=True,
        retry=AsyncRetry(NoBackoff(), 0),
    )


def _name(what: str) -> str:
    # Pub/sub knows no database numbers: the channel carries the database that the facts come from.
    return f"dispatch:{connection.settings_dict['NAME']}:{what}"


def poke_channel() -> str:
    """Name the channel on which it is said that somebody committed facts."""
    return _name("poke")


#: On the channel of access: somebody's roles changed.
EVERYTHING = b"1"


def access_channel() -> str:
    """Name the channel on which it is said that somebody's roles changed (`EVERYTHING`), or who may hear one topic: its name."""
    return _name("access")


def topic_channel(topic: str) -> str:
    """Name the channel of one topic's payloads; whether anybody subscribes tells the relay whether to build them."""
    return _name(f"topic:{topic}")


def text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value


def packed(seq: int, *, message: str) -> bytes:
    """Write a payload with its number in front, so that nobody parses JSON to forward it."""
    return b"%d\n%b" % (seq, message.encode())


def unpacked(data: bytes) -> tuple[int, bytes]:
    seq, _, message = data.partition(b"\n")
    return int(seq), message
