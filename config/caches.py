"""The cache is a convenience: when Redis is away, pages are computed instead of refused."""

from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as TooSlow

log = structlog.get_logger(__name__)


def _forgiving(name: str, when_away: Callable[..., Any]) -> Callable[..., Any]:
    method = getattr(RedisCache, name)

    def call(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except (Unreachable, TooSlow) as error:
            log.warning("cache_away", operation=name, error=type(error).__name__)
            return when_away(*args, **kwargs)

    return call


class ForgivingRedisCache(RedisCache):
    """Reads miss and writes are dropped while Redis cannot be reached; `incr` says 1, as for a fresh key."""

    get = _forgiving("get", lambda _key, default=None, **_kwargs: default)
    get_many = _forgiving("get_many", lambda *_args, **_kwargs: {})
    has_key = _forgiving("has_key", lambda *_args, **_kwargs: False)
    add = _forgiving("add", lambda *_args, **_kwargs: True)
    set = _forgiving("set", lambda *_args, **_kwargs: None)
    set_many = _forgiving("set_many", lambda data, *_args, **_kwargs: list(data))
    touch = _forgiving("touch", lambda *_args, **_kwargs: False)
    delete = _forgiving("delete", lambda *_args, **_kwargs: False)
    delete_many = _forgiving("delete_many", lambda *_args, **_kwargs: None)
    incr = _forgiving("incr", lambda *_args, **_kwargs: 1)
