"""A store in a Redis server (5 or newer, or Valkey) that several machines may share."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from pytest_webagent.caching.value_size import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST: Final = 64 * 1024 * 1024
"""Most bytes of all values together; those written first go first."""
TIMEOUT: Final = 2.0
"""Seconds to connect, and to get an answer."""
# In braces, so that a cluster keeps all of it on one node, where a script can reach it.
PREFIX: Final = "{webagent-cache}:"

# What is kept is known from two keys beside the values: when each was written, and how long it is, with the sum of all
# under an empty name. All of them end by themselves, so that nothing of a project that is gone stays in the server.
# SET comes first: a server that is full refuses a script's first write only.
_SET: Final = """
local order, sizes = KEYS[2], KEYS[3]
local seconds, most = tonumber(ARGV[2]), tonumber(ARGV[3])
local now = tonumber(redis.call('TIME')[1])

local function forget(key)
  local size = redis.call('HGET', sizes, key)
  if size then
    redis.call('HINCRBY', sizes, '', -tonumber(size))
    redis.call('HDEL', sizes, key)
  end
  redis.call('ZREM', order, key)
  redis.call('DEL', key)
end

redis.call('SET', KEYS[1], ARGV[1], 'EX', seconds)
local before = redis.call('HGET', sizes, KEYS[1]) or 0
redis.call('HSET', sizes, KEYS[1], #ARGV[1])
redis.call('HINCRBY', sizes, '', #ARGV[1] - tonumber(before))
redis.call('ZADD', order, now, KEYS[1])
for _, key in ipairs(redis.call('ZRANGEBYSCORE', order, '-inf', now - seconds)) do
  forget(key)
end
while tonumber(redis.call('HGET', sizes, '')) > most do
  local oldest = redis.call('ZRANGE', order, 0, 0)[1]
  if not oldest then break end
  forget(oldest)
end
redis.call('EXPIRE', order, seconds)
redis.call('EXPIRE', sizes, seconds)
"""


class RedisStore:
    """Values under a prefix of our own, with a limit of size and of time."""

    def __init__(self, url: str, seconds: int, *, most: int = MOST, prefix: str = PREFIX) -> None:
        """Keep a text for `seconds`, and at most `most` bytes. Nothing is connected to yet.

        Raises:
            ValueError: the URL is not one of Redis.
        """
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._client = redis.Redis.from_url(
            url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=Retry(NoBackoff(), 0)
        )
        self._seconds = seconds
        self._most = most
        self._prefix = prefix
        self._write = self._client.register_script(_SET)

    def get(self, key: str) -> str | bytes | None:
        """What is kept, or None. No more is fetched than a value may have.

        Raises:
            OSError: the server does not answer, or refuses.
        """
        with _as_os_errors():
            return self._client.getrange(self._prefix + key, 0, LONGEST) or None

    def set(self, key: str, text: str) -> None:
        """Keep a text.

        Raises:
            OSError: the server does not answer, or refuses.
        """
        keys = [self._prefix + each for each in (key, "order", "sizes")]
        with _as_os_errors():
            self._write(keys=keys, args=[text, self._seconds, self._most])

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


@contextmanager
def _as_os_errors() -> Iterator[None]:
    from redis.exceptions import RedisError

    try:
        yield
    except RedisError as error:
        raise OSError(str(error) or type(error).__name__) from None
