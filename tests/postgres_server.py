"""A PostgreSQL server for tests: the machine's own, with its data in a temporary folder, on a free port of loopback."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD = "s3cr3t:p/w@"
"""Of a user of the test; with signs that have to be written otherwise in a URL."""


@dataclass(frozen=True)
class PostgresServer:
    """A running server with an empty database ``shop``, which belongs to the user ``clerk``."""

    port: int

    def url(self, user: str = "clerk", password: str = PASSWORD) -> str:
        """The database as SQLAlchemy is told of it."""
        return f"postgresql://{user}:{quote(password, safe='')}@127.0.0.1:{self.port}/shop"

    def run(self, *statements: str) -> list[tuple[Any, ...]]:
        """Run statements as the superuser; the rows of the last one."""
        import psycopg

        found: list[tuple[Any, ...]] = []
        place = {"host": "127.0.0.1", "port": self.port, "dbname": "shop"}
        with psycopg.connect(user="postgres", password=PASSWORD, autocommit=True, **place) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
                found = cursor.fetchall() if cursor.description else []
        return found


def _as_server_user(folder: Path) -> list[str]:
    """What a command begins with to be run by a user the server accepts, to whom `folder` is given."""
    if os.geteuid() != 0:
        return []
    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        user = pwd.getpwnam("nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


@pytest.fixture(scope="session")
def _postgres_process() -> Iterator[PostgresServer]:
    # As root, it has to be run by somebody else.
    needed = ("initdb", "pg_ctl", "postgres", *(["setpriv"] if os.geteuid() == 0 else []))
    if None in map(shutil.which, needed):
        pytest.skip(
            f"not all of {', '.join(needed)} are on PATH (Debian and Ubuntu: make services, make test-all)"
        )
    pytest.importorskip("psycopg", reason="psycopg is not installed (pip install 'psycopg[binary]')")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="webagent-postgres-") as name:
        folder, data = Path(name), f"{name}/data"
        prefix = _as_server_user(folder)
        secret = folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        words = ["--auth=scram-sha-256", "--username=postgres", f"--pwfile={secret}", "--no-sync"]
        _do(*prefix, "initdb", f"--pgdata={data}", *words, cwd=name)
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={name} -c fsync=off"
        control = [*prefix, "pg_ctl", f"--pgdata={data}", "--wait", f"--log={name}/log"]
        _do(*control, f"--options={options}", "start", cwd=name)
        try:
            server = PostgresServer(port)
            _make(server)
            yield server
        finally:
            _do(*control, "--mode=immediate", "stop", cwd=name)


def _do(*command: str, cwd: str) -> None:
    run = subprocess.run(
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr.decode(errors="replace")


def _make(server: PostgresServer) -> None:
    import psycopg

    with psycopg.connect(
        host="127.0.0.1", port=server.port, user="postgres", password=PASSWORD, autocommit=True
    ) as connection:
        connection.execute(f"CREATE ROLE clerk LOGIN PASSWORD '{PASSWORD}'")
        connection.execute("CREATE DATABASE shop OWNER clerk")


@pytest.fixture
def postgres_server(_postgres_process: PostgresServer) -> PostgresServer:
    """A PostgreSQL server whose database ``shop`` is empty."""
    _postgres_process.run(
        "DROP OWNED BY clerk CASCADE",
        "DROP SCHEMA IF EXISTS public CASCADE",
        "CREATE SCHEMA public AUTHORIZATION clerk",
    )
    return _postgres_process
