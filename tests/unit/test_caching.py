"""Caches: what they keep, for how long, who shares them, and what becomes of a test when they do not work."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import socket
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from redis_server import PASSWORD

from pytest_webagent.caching import redis_store
from pytest_webagent.caching.cache import MISS, Cache, cached, key_of
from pytest_webagent.caching.cache_choice import make_cache
from pytest_webagent.caching.disk import DiskStore
from pytest_webagent.caching.memory import MemoryCache
from pytest_webagent.caching.redis_store import PREFIX, RedisStore
from pytest_webagent.caching.stored import StoredCache
from pytest_webagent.caching.value_size import LONGEST
from pytest_webagent.config import SETTINGS, Settings
from pytest_webagent.errors import ConfigError
from pytest_webagent.session_warnings import WebAgentWarning

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis_server import RedisServer

JSON = {"text": "über \ud83d half a character", "list": [1, 2.5, None, True], "empty": {}, "": [[]]}
KEY = key_of("page", ("x",))


@pytest.fixture(params=["memory", "disk", "redis"])
def chosen(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings for a cache of each kind; two caches made of them share what they keep, unless it is in memory."""
    if request.param == "redis":
        server = request.getfixturevalue("redis_server")
        return Settings(cache=server.url, output=str(tmp_path))
    return Settings(cache=request.param, output=str(tmp_path))


@pytest.fixture
def cache(chosen: Settings) -> Cache:
    made = make_cache(chosen)
    assert made is not None
    return made


def counting(value: object = 1) -> tuple[Callable[[], Awaitable[Any]], list[int]]:
    """Work that gives `value`, and a list that grows by one each time it is done."""
    done: list[int] = []

    async def work() -> Any:
        done.append(1)
        return value

    return work, done


async def test_what_is_kept_is_found_again_as_it_was(cache: Cache):
    assert await cache.get(KEY) is MISS
    for value in (JSON, None, 0, "", False, [], "text"):
        await cache.set(KEY, value)
        assert await cache.get(KEY) == value
    await cache.close()


async def test_a_cache_that_was_closed_can_be_used_again(cache: Cache):
    await cache.set(KEY, 1)
    await cache.close()
    assert await cache.get(KEY) == 1
    await cache.close()
    await cache.close()


async def test_work_is_done_once_for_a_key_and_again_for_another_kind_or_key(cache: Cache):
    work, done = counting(JSON)
    assert await cached(cache, "page", ("a", 1), work) == (JSON, False)
    assert await cached(cache, "page", ("a", 1), work) == (JSON, True)
    assert len(done) == 1
    for kind, key in (("score", ("a", 1)), ("page", ("a", "1")), ("page", ("a",)), ("page", ("a", 1, ""))):
        assert await cached(cache, kind, key, work) == (JSON, False)
    assert len(done) == 5
    await cache.close()


async def test_nobody_can_change_what_another_one_gets(cache: Cache):
    work, _ = counting({"rows": [1]})
    first, _ = await cached(cache, "page", ("a",), work)
    first["rows"].append(2)
    second, hit = await cached(cache, "page", ("a",), work)
    second["rows"].append(3)
    assert hit
    assert await cached(cache, "page", ("a",), work) == ({"rows": [1]}, True)
    await cache.close()


async def test_equal_work_at_the_same_time_is_done_once(cache: Cache):
    begun, may_end, done = asyncio.Event(), asyncio.Event(), []

    async def work() -> list[int]:
        begun.set()
        await may_end.wait()
        done.append(1)
        return [7]

    first = asyncio.ensure_future(cached(cache, "page", ("a",), work))
    await begun.wait()
    others = [asyncio.ensure_future(cached(cache, "page", ("a",), work)) for _ in range(5)]
    may_end.set()
    assert await first == ([7], False)
    found = await asyncio.gather(*others)
    assert found == [([7], True)] * 5
    assert len({id(value) for value, _ in found}) == 5
    assert len(done) == 1
    await cache.close()


async def test_who_waits_for_work_that_is_cut_off_does_it_himself(cache: Cache):
    begun = asyncio.Event()

    async def never() -> int:
        begun.set()
        await asyncio.Event().wait()
        return 1

    first = asyncio.ensure_future(cached(cache, "page", ("a",), never))
    await begun.wait()
    work, done = counting(2)
    second = asyncio.ensure_future(cached(cache, "page", ("a",), work))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == (2, False)
    assert len(done) == 1
    assert first.cancelled()
    await cache.close()


async def test_who_waits_and_is_cut_off_leaves_the_work_alone(cache: Cache):
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def work() -> int:
        begun.set()
        await may_end.wait()
        return 1

    first = asyncio.ensure_future(cached(cache, "page", ("a",), work))
    await begun.wait()
    second = asyncio.ensure_future(cached(cache, "page", ("a",), work))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.wait([second])
    may_end.set()
    assert await first == (1, False)
    await cache.close()


async def test_an_error_is_not_kept(cache: Cache):
    async def fails() -> int:
        raise ValueError("not today")

    for _ in range(2):
        with pytest.raises(ValueError, match="not today"):
            await cached(cache, "page", ("a",), fails)
    work, _ = counting(1)
    assert await cached(cache, "page", ("a",), work) == (1, False)
    await cache.close()


async def test_without_a_cache_the_work_is_done_each_time():
    work, done = counting({1})
    assert await cached(None, "page", (object(),), work) == ({1}, False)
    assert await cached(None, "page", (object(),), work) == ({1}, False)
    assert len(done) == 2


async def test_a_value_is_the_same_whether_it_was_kept_or_not():
    cache = MemoryCache(60)
    work, _ = counting({1: ("a", "b")})
    assert await cached(cache, "page", ("a",), work) == ({"1": ["a", "b"]}, False)
    assert await cached(cache, "page", ("a",), work) == ({"1": ["a", "b"]}, True)


@pytest.mark.parametrize(
    "value", [{1}, float("nan"), b"bytes", object()], ids=["set", "nan", "bytes", "object"]
)
async def test_what_is_no_json_is_refused_with_its_kind(value: object):
    work, _ = counting(value)
    with pytest.raises(TypeError, match="cached as 'image scores' must be JSON"):
        await cached(MemoryCache(60), "image scores", ("a",), work)


async def test_a_value_that_is_too_long_is_given_and_not_kept(cache: Cache):
    work, done = counting("x" * LONGEST)
    for _ in range(2):
        assert await cached(cache, "page", ("a",), work) == ("x" * LONGEST, False)
    assert len(done) == 2
    await cache.close()


def test_keys_tell_apart_all_that_is_different():
    parts: list[Any] = [
        "1",
        1,
        1.5,
        True,
        None,
        b"1",
        "",
        b"",
        (),
        ("1",),
        (1,),
        ("1", ""),
        (("1",),),
        "\ud83d",
    ]
    keys = [key_of("page", (part,)) for part in parts]
    assert len(set(keys)) == len(parts)
    assert all(len(key) == 64 and key.isalnum() for key in keys)
    assert key_of("page", ("a", "b")) != key_of("page", ("ab",))
    assert key_of("page", ("a",)) == key_of("page", ("a",))


def test_a_key_of_something_else_is_refused():
    with pytest.raises(TypeError, match="a cache key is made of texts"):
        key_of("page", ({"a": 1},))


async def test_what_was_used_least_recently_leaves_the_memory_first():
    cache = MemoryCache(60, most=30)
    for name in ("a", "b"):
        await cache.set(name, "x" * 10)
    assert await cache.get("a") is not MISS
    await cache.set("c", "x" * 10)
    assert [await cache.get(name) is MISS for name in ("a", "b", "c")] == [False, True, False]
    await cache.set("d", "x" * 31)
    assert await cache.get("d") is MISS


async def test_memory_forgets_in_time():
    now = [1000.0]
    cache = MemoryCache(60, timer=lambda: now[0])
    await cache.set("a", 1)
    now[0] += 59
    assert await cache.get("a") == 1
    now[0] += 2
    assert await cache.get("a") is MISS


def files(folder: Path) -> list[Path]:
    """The values in a disk cache below an output folder."""
    return sorted((folder / "cache" / "v1").iterdir())


async def test_disk_forgets_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    import cachelib.file

    now = [time.time()]
    monkeypatch.setattr(cachelib.file, "time", lambda: now[0])
    store = DiskStore(tmp_path / "v1", 60)
    store.set("a", "1")
    now[0] += 58
    assert store.get("a") == "1"
    now[0] += 4
    assert store.get("a") is None


@pytest.mark.parametrize(("length", "most"), [(10_000, 100_500), (10, 41_000)], ids=["long", "short"])
def test_disk_keeps_no_more_than_so_many_bytes(tmp_path: Path, length: int, most: int):
    store = DiskStore(tmp_path / "v1", 60, most=most)
    for number in range(20):
        store.set(str(number), "x" * length)
        for file in (tmp_path / "v1").iterdir():
            earlier = file.stat().st_mtime - 1  # files written in one moment have no order
            os.utime(file, (earlier, earlier))
    assert [number for number in range(20) if store.get(str(number)) is not None] == [*range(10, 20)]


async def test_what_is_on_disk_is_its_owners_alone_and_stays_out_of_repositories(tmp_path: Path):
    folder = tmp_path / "cache" / "v1"
    folder.mkdir(parents=True, mode=0o777)
    cache = make_cache(Settings(cache="disk", output=str(tmp_path)))
    assert cache is not None
    await cache.set(KEY, "what a page said")
    assert folder.stat().st_mode & 0o077 == 0
    assert [file.stat().st_mode & 0o077 for file in files(tmp_path)] == [0]
    assert (tmp_path / "cache" / ".gitignore").read_text() == "*\n"


def test_nothing_is_written_unless_the_disk_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for settings in (Settings(), Settings(cache="disk")):
        cache = make_cache(settings, below=tmp_path)
        assert cache is not None
        assert list(tmp_path.iterdir()) == []
    in_memory = make_cache(Settings())
    assert in_memory is not None
    asyncio.run(in_memory.set(KEY, 1))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("linked", ["cache", "cache/v1"])
async def test_a_folder_that_leads_elsewhere_is_not_used_and_nothing_is_touched_there(
    tmp_path: Path, linked: str
):
    elsewhere, link = tmp_path / "elsewhere", tmp_path / "out" / linked
    elsewhere.mkdir(mode=0o755)
    (elsewhere / "precious").write_text("mine")
    os.utime(elsewhere / "precious", (1, 1))
    link.parent.mkdir(parents=True)
    link.symlink_to(elsewhere)
    cache = make_cache(Settings(cache="disk", output=str(tmp_path / "out")))
    assert cache is not None
    with pytest.warns(WebAgentWarning, match="leads elsewhere"):
        await cache.set(KEY, 1)
    assert os.listdir(elsewhere) == ["precious"]
    assert elsewhere.stat().st_mode & 0o777 == 0o755


async def test_files_of_others_in_the_folder_are_left_alone(tmp_path: Path):
    store = DiskStore(tmp_path / "v1", 60, most=0)
    for name in ("notes.txt", "README"):
        (tmp_path / "v1" / name).write_text("mine")
        os.utime(tmp_path / "v1" / name, (1, 1))
    (tmp_path / "v1" / "folder").mkdir()
    store.set("a", "1")
    assert sorted(os.listdir(tmp_path / "v1")) == ["README", "folder", "notes.txt"]


async def test_a_link_in_the_place_of_gitignore_is_not_followed(tmp_path: Path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / ".gitignore").symlink_to(tmp_path / "target")
    cache = make_cache(Settings(cache="disk", output=str(tmp_path)))
    assert cache is not None
    await cache.set(KEY, 1)
    assert await cache.get(KEY) == 1
    assert not (tmp_path / "target").exists()


async def test_a_folder_of_someone_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    uid = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: uid + 1)
    cache = make_cache(Settings(cache="disk", output=str(tmp_path)))
    assert cache is not None
    with pytest.warns(WebAgentWarning, match="belongs to someone else"):
        assert await cache.get(KEY) is MISS


class Trap:
    """Would write a file if it were unpickled."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __reduce__(self) -> Any:
        return Path.touch, (self._file,)


def entry(**parts: object) -> bytes:
    """A file as cachelib writes one that never ends, with JSON of ours in it."""
    return b"\0\0\0\0" + json.dumps(json.dumps(parts)).encode()


HOSTILE = {
    "of another key": entry(key="another", value=1),
    "without a value": entry(key=KEY),
    "with more": entry(key=KEY, value=1, more=1),
    "too long": entry(key=KEY, value="1" * LONGEST),
    "a list": b'\0\0\0\0"[1, 2]"',
    "empty": b"",
    "short": b"\0\0",
    "no JSON": b"\0\0\0\0{oops",
    "not our JSON": b'\0\0\0\0{"a": 1}',
    "text that is no JSON": b'\0\0\0\0"{oops"',
    "deep": b"\0\0\0\0" + b"[" * 200_000,
    "deep within": b'\0\0\0\0"' + b"[" * 200_000 + b'"',
    "no text": b"\0\0\0\0\xff\xfe",
    "long": b'\0\0\0\0"' + b"1" * (LONGEST + 1) + b'"',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_corrupt_file_is_a_miss_and_is_mended_by_the_next_value(tmp_path: Path, content: bytes):
    cache = make_cache(Settings(cache="disk", output=str(tmp_path)))
    assert cache is not None
    await cache.set(KEY, "good")
    for file in files(tmp_path):
        file.write_bytes(content)
    assert await cache.get(KEY) is MISS
    await cache.set(KEY, "better")
    assert await cache.get(KEY) == "better"


async def test_nothing_on_disk_is_ever_unpickled(tmp_path: Path):
    cache = make_cache(Settings(cache="disk", output=str(tmp_path)))
    assert cache is not None
    await cache.set(KEY, "good")
    trap = tmp_path / "sprung"
    for file in files(tmp_path):
        file.write_bytes(b"\0\0\0\0" + pickle.dumps(Trap(trap)))
    assert await cache.get(KEY) is MISS
    await cache.set(KEY, "good")
    again = make_cache(Settings(cache="disk", output=str(tmp_path)))
    assert again is not None
    assert await again.get(KEY) == "good"
    assert not trap.exists()


async def test_what_a_killed_process_left_unfinished_and_what_is_out_of_date_is_removed(tmp_path: Path):
    store = DiskStore(tmp_path / "v1", 60)
    for name in ("old", "fresh"):
        store.set(name, "1")
        (tmp_path / "v1" / f"{name}.__wz_cache").write_bytes(b"half a val")
        for file in (tmp_path / "v1").iterdir():
            if name == "old":
                os.utime(file, (time.time() - 61,) * 2)
    store.set("newest", "1")
    assert len([*(tmp_path / "v1").iterdir()]) == 3
    assert [store.get(name) for name in ("old", "fresh", "newest")] == [None, "1", "1"]


SHARE = """
import asyncio, sys
from pytest_webagent.caching.cache import cached, key_of
from pytest_webagent.caching.cache_choice import make_cache
from pytest_webagent.config import SETTINGS, Settings

async def main(cache, output, me):
    cache = make_cache(Settings(cache=cache, output=output))
    for number in range(60):
        async def work():
            return {"number": number, "text": str(number) * 1000}
        value, _ = await cached(cache, "shared", (number,), work)
        assert value == {"number": number, "text": str(number) * 1000}, value
    await cache.close()

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize("chosen", ["disk", "redis"], indirect=True)
def test_processes_at_the_same_time_share_a_cache(chosen: Settings):
    command = [sys.executable, "-W", "error", "-c", SHARE, chosen.cache, chosen.output]
    workers = [subprocess.Popen([*command, name], stderr=subprocess.PIPE) for name in ("gw0", "gw1")]
    assert [(worker.communicate(timeout=60)[1], worker.returncode) for worker in workers] == [(b"", 0)] * 2
    asyncio.run(assert_shared(chosen))


async def assert_shared(chosen: Settings) -> None:
    """What the workers kept is there."""
    cache = make_cache(chosen)
    assert cache is not None
    for number in range(60):
        work, done = counting()
        value, hit = await cached(cache, "shared", (number,), work)
        assert hit
        assert value["number"] == number
        assert not done
    await cache.close()


async def test_redis_keeps_no_more_than_so_many_bytes(redis_server: RedisServer):
    store = RedisStore(redis_server.url, 60, most=10_000)
    for number in range(50):
        store.set(str(number), "x" * 1000)
    client = redis_server.client
    kept = [number for number in range(50) if store.get(str(number)) is not None]
    assert len(kept) == 10
    assert 49 in kept
    assert int(client.hget(PREFIX + "sizes", "")) == 10_000
    assert client.zcard(PREFIX + "order") == 10
    assert client.dbsize() == 12
    store.set("49", "short")
    assert int(client.hget(PREFIX + "sizes", "")) == 9_005
    assert client.zcard(PREFIX + "order") == 10
    store.close()


async def test_everything_in_redis_ends_by_itself(redis_server: RedisServer):
    store = RedisStore(redis_server.url, 60)
    store.set("a", "1")
    client = redis_server.client
    assert all(0 < client.ttl(name) <= 60 for name in client.keys("*"))
    client.expire(PREFIX + "a", 0)
    assert store.get("a") is None
    store.set("b", "1")
    assert store.get("b") == b"1"
    store.close()


async def test_what_redis_has_forgotten_no_longer_counts(redis_server: RedisServer):
    client = redis_server.client
    store = RedisStore(redis_server.url, 60)
    store.set("a", "x" * 100)
    client.zadd(PREFIX + "order", {PREFIX + "a": time.time() - 100})
    store.set("b", "x" * 10)
    assert client.exists(PREFIX + "a") == 0
    assert int(client.hget(PREFIX + "sizes", "")) == 10
    store.close()


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_corrupt_value_in_redis_is_a_miss(redis_server: RedisServer, content: bytes):
    cache = make_cache(Settings(cache=redis_server.url))
    assert cache is not None
    for damaged in (content, content[4:], content[5:-1].replace(b'\\"', b'"')):
        redis_server.client.set(PREFIX + KEY, damaged)
        assert await cache.get(KEY) is MISS
    await cache.set(KEY, "better")
    assert await cache.get(KEY) == "better"
    await cache.close()


async def assert_gives_up(settings: Settings, *words: str, patience: float | None = None) -> None:
    """Work is done all the same; a person is told once, with these words and no secret; nothing is raised."""
    cache = make_cache(settings)
    assert isinstance(cache, StoredCache)
    if patience is not None:
        cache._patience = patience
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("error")
        for number in range(3):
            work, done = counting(5)
            assert await cached(cache, "page", (number,), work) == (5, False)
            assert len(done) == 1
        await cache.close()
    assert [each.category for each in told] == [WebAgentWarning]
    message = str(told[0].message)
    assert message.startswith("webagent: the cache ")
    assert all(word in message for word in ("so nothing is cached from here on", *words))
    assert "hunter2" not in message
    assert PASSWORD not in message


async def test_a_dead_redis_is_told_once_and_then_not_asked():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        await assert_gives_up(
            Settings(cache=f"redis://me:hunter2@127.0.0.1:{port}/3?password=hunter2"),
            f"redis://127.0.0.1:{port}/3",
            "onnect",
        )


async def test_a_store_that_failed_is_not_asked_again():
    asked = []

    def fails() -> Any:
        asked.append(1)
        raise OSError("no")

    cache = StoredCache("of the test", fails)
    with pytest.warns(WebAgentWarning, match="the cache of the test does not work"):
        await cache.get(KEY)
    await cache.set(KEY, 1)
    assert await cache.get(KEY) is MISS
    assert len(asked) == 1


async def test_a_redis_that_never_answers_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"redis://:hunter2@127.0.0.1:{silent.getsockname()[1]}"
        await assert_gives_up(Settings(cache=url), "no answer within 0.2 s", patience=0.2)
        monkeypatch.setattr(redis_store, "TIMEOUT", 0.2)
        await assert_gives_up(Settings(cache=url), "Timeout")


async def test_a_redis_that_refuses_is_told_with_its_reason(redis_server: RedisServer):
    url = redis_server.url
    await assert_gives_up(Settings(cache=url.replace("of%20the", "hunter2")), "invalid username-password")
    client = redis_server.client
    client.config_set("maxmemory", "1")
    try:
        await assert_gives_up(Settings(cache=url), "maxmemory")
    finally:
        client.config_set("maxmemory", "0")


async def test_a_folder_that_cannot_be_made_is_told_once(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("in the way")
    await assert_gives_up(Settings(cache="disk", output=str(file)), str(file), "Not a directory")


async def test_a_full_disk_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    await assert_gives_up(Settings(cache="disk", output=str(tmp_path)), "could not be written to")


def test_off_and_no_time_at_all_keep_nothing():
    assert make_cache(Settings(cache="off")) is None
    assert make_cache(Settings(cache="redis://127.0.0.1", cache_seconds=0)) is None


def test_a_misspelled_cache_is_refused_when_settings_are_read():
    for wrong in ("dsik", "", "redis", 5, None):
        with pytest.raises(ConfigError, match=r"must be memory, disk, off,? or the URL of a Redis server"):
            SETTINGS["cache"].read(wrong, "ini key webagent_cache")
    for right in ("memory", "disk", "off", "rediss://h:1/0", "unix:///run/redis"):
        assert SETTINGS["cache"].read(right, "ini key webagent_cache") == right


@pytest.mark.parametrize(
    "wrong", ["yes", "http://me:hunter2@host/", "redis", "redis://me:hunter2@host:port/", "/tmp/cache", ""]
)
def test_a_cache_that_does_not_exist_is_refused_and_no_password_is_told(wrong: str):
    with pytest.raises(ConfigError, match="must be memory, disk, off or the URL of a Redis") as refused:
        make_cache(Settings(cache=wrong))
    assert "hunter2" not in str(refused.value)


async def test_a_url_redis_does_not_take_is_refused_and_no_password_is_told():
    cache = make_cache(Settings(cache="redis://me:hunter2@host/0?max_connections=hunter2"))
    assert cache is not None
    with pytest.raises(ConfigError, match="must be memory") as refused:
        await cache.get(KEY)
    assert "hunter2" not in str(refused.value)


def test_a_library_that_is_missing_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch):
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for chosen, library in (("memory", "cachetools"), ("disk", "cachelib"), ("redis://h", "redis")):
        with pytest.raises(ConfigError, match=rf"needs {library}: pip install 'pytest-webagent\[tools\]'"):
            make_cache(Settings(cache=chosen))


async def test_a_cache_outlives_the_loop_it_was_first_used_on(chosen: Settings):
    def in_a_loop_of_its_own() -> tuple[Any, bool]:
        return asyncio.run(cached(cache, "page", ("a",), work))

    cache = make_cache(chosen)
    work, done = counting([1])
    assert await asyncio.to_thread(in_a_loop_of_its_own) == ([1], False)
    assert await asyncio.to_thread(in_a_loop_of_its_own) == ([1], True)
    assert len(done) == 1
    assert cache is not None
    await cache.close()
