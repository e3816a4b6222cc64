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
_USUAL = "/usr/lib/postgresql"


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


def _programs() -> Path | None:
    """The folder with the server's programs, of the newest version there is."""
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).parent
    found = sorted(Path(_USUAL).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3].partition(".")[0]))
    return found[-1].parent if found else None


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
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    pytest.importorskip("psycopg", reason="psycopg is not installed (pip install 'psycopg[binary]')")
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        pytest.skip("PostgreSQL does not run as root, and setpriv is not installed (Debian: util-linux)")
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
        _do(*prefix, str(programs / "initdb"), f"--pgdata={data}", *words, cwd=name)
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={name} -c fsync=off"
        control = [*prefix, str(programs / "pg_ctl"), f"--pgdata={data}", "--wait", f"--log={name}/log"]
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
