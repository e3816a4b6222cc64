"""A Redis server for tests: Debian's own, on a free port of loopback, in memory only."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    import redis

PASSWORD = "of the test, not of anybody"


@dataclass(frozen=True)
class RedisServer:
    """A running server; `url` has a password in it."""

    url: str
    client: redis.Redis


@pytest.fixture(scope="session")
def _redis_process() -> Iterator[RedisServer]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed (Debian: apt-get install redis-server)")
    redis = pytest.importorskip("redis", reason="redis is not installed (pip install redis)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        command += ["--dir", folder, "--logfile", str(log), "--requirepass", PASSWORD]
        with subprocess.Popen(command) as process:
            client = redis.Redis(
                port=port,
                password=PASSWORD,
                retry=redis.retry.Retry(redis.backoff.ConstantBackoff(0.05), 200),
            )
            try:
                client.ping()
                yield RedisServer(f"redis://:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{port}/0", client)
            finally:
                client.close()
                process.terminate()


@pytest.fixture
def redis_server(_redis_process: RedisServer) -> RedisServer:
    """An empty Redis server with a password."""
    _redis_process.client.flushall()
    return _redis_process
