"""Makes the cache that the settings ask for."""

from __future__ import annotations

import importlib.util
import math
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from pytest_webagent.errors import ConfigError
from pytest_webagent.setting import server_address

if TYPE_CHECKING:
    from pytest_webagent.caching.cache import Cache
    from pytest_webagent.caching.stored import Store
    from pytest_webagent.config import Settings

FOLDER: Final = "cache"
"""The folder of the disk cache, below the output folder."""
_FORMAT: Final = "v1"
_SCHEMES: Final = ("redis", "rediss", "unix")


def make_cache(settings: Settings, *, below: Path | None = None) -> Cache | None:
    """The cache of the settings; None where nothing is to be kept. Nothing is connected to or written yet.

    Args:
        settings: `cache` is "memory", "disk", "off" or the URL of a Redis server; `cache_seconds` is how long a value
            is kept.
        below: What a relative output folder is taken from (else the current folder).

    Raises:
        ConfigError: the setting is none of these, or its library is not installed.
    """
    chosen, seconds = settings.cache, math.ceil(settings.cache_seconds)
    if chosen == "off" or not seconds:
        return None
    if chosen == "memory":
        _require("cachetools")
        from pytest_webagent.caching.memory import MemoryCache

        return MemoryCache(seconds)
    from pytest_webagent.caching.stored import StoredCache

    if chosen == "disk":
        _require("cachelib")
        folder = (below or Path.cwd()) / Path(settings.output).expanduser() / FOLDER / _FORMAT
        return StoredCache(f"in {folder}", partial(_disk, folder, seconds))
    if urlsplit(chosen).scheme in _SCHEMES:
        _require("redis")
        return StoredCache(f"at {_place_of(chosen)}", partial(_redis, chosen, seconds))
    raise _wrong()


def _disk(folder: Path, seconds: int) -> Store:
    from pytest_webagent.caching.disk import DiskStore

    return DiskStore(folder, seconds)


def _redis(url: str, seconds: int) -> Store:
    from pytest_webagent.caching.redis_store import RedisStore

    try:
        return RedisStore(url, seconds)
    except ValueError:
        raise _wrong() from None


def _require(library: str) -> None:
    if importlib.util.find_spec(library) is None:
        raise ConfigError(
            f"this cache needs {library}: pip install 'pytest-webagent[tools]', or set webagent_cache to off"
        )


def _place_of(url: str) -> str:
    try:
        _ = urlsplit(url).port
    except ValueError:
        raise _wrong() from None
    return server_address(url)


def _wrong() -> ConfigError:
    # Without the value: it may be a URL with a password in it.
    return ConfigError(
        "webagent_cache must be memory, disk, off or the URL of a Redis server, such as redis://localhost:6379/0"
    )
