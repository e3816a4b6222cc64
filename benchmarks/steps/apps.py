"""The applications of the kit: built from their sources, with what they need from a package registry, and fresh for each goal."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator, Awaitable, Callable

    from playwright.async_api import Page

HERE = Path(__file__).parent
BUILT = HERE / ".build"
START_SECONDS = 60
ASSETS = ("svg", "png", "gif", "woff", "woff2")


@dataclass(frozen=True)
class Goal:
    """What a tester wrote, and how it is known that it was done; README.md tells of the fields."""

    id: str
    style: Literal["steps", "sentence"]
    goal: str
    answer: str | None
    check: str | None
    changes: dict[str, int] | None = None
    undoable: bool = False


class Running(NamedTuple):
    """A fresh application that can be visited."""

    url: str
    holds: Callable[[Page, Goal], Awaitable[bool]]
    """Whether the goal was done, and nothing else."""


def goals(source: Path, half: Literal["working", "sealed"]) -> list[Goal]:
    """The goals of an application that belong to a half."""
    file = source / ("goals.json" if half == "working" else "goals.sealed")
    if not file.exists():
        return []
    text = file.read_bytes() if half == "working" else base64.b64decode(file.read_bytes())
    return [Goal(**each) for each in json.loads(text)["goals"]]


def applications() -> list[Application]:
    """All applications, by name."""
    servers = [Server(file.parent) for file in sorted(HERE.glob("apps/*/app.json"))]
    pages = [StaticPage(file.parent) for file in sorted(HERE.glob("apps/*/index.html"))]
    return [*pages, *servers]


@dataclass(frozen=True)
class StaticPage:
    """A page without a server: `main.js` is bundled with the libraries it imports, everything else is copied."""

    source: Path

    def build(self) -> None:
        installed, locked = HERE / "node_modules/.package-lock.json", HERE / "package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < locked.stat().st_mtime:
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=HERE, check=True)
        shutil.copytree(
            self.source, self._built, dirs_exist_ok=True, ignore=shutil.ignore_patterns("goals.*", "main.js")
        )
        bundle: list[str | Path] = [
            HERE / "node_modules/.bin/esbuild",
            self.source / "main.js",
            f"--outdir={self._built}",
        ]
        loaders = [f"--loader:.{each}=dataurl" for each in ASSETS]
        subprocess.run([*bundle, *loaders, "--bundle", "--minify", "--log-level=warning"], check=True)

    @asynccontextmanager
    async def fresh(self) -> AsyncIterator[Running]:
        async def holds(page: Page, goal: Goal) -> bool:
            return goal.check is not None and bool(await page.evaluate(goal.check))

        yield Running((self._built / "index.html").as_uri(), holds)

    @property
    def _built(self) -> Path:
        return BUILT / self.source.name


@dataclass(frozen=True)
class Server:
    """A real application from PyPI: `fill.py` makes its data once, and each goal is done on a copy of them."""

    source: Path

    def build(self) -> None:
        parts = [(self.source / name).read_bytes() for name in ("requirements.txt", "fill.py")]
        stamp, digest = self._built / "stamp", hashlib.sha256(b"".join(parts)).hexdigest()
        if stamp.exists() and stamp.read_text(encoding="utf-8") == digest:
            return
        shutil.rmtree(self._data, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", self._venv], check=True)
        python = self._venv / "bin/python"
        install: list[str | Path] = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*install, "-r", self.source / "requirements.txt"], check=True)
        subprocess.run([python, self.source / "fill.py", self._data], check=True)
        stamp.write_text(digest, encoding="utf-8")

    @asynccontextmanager
    async def fresh(self) -> AsyncIterator[Running]:
        about = json.loads((self.source / "app.json").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            data, port = Path(folder) / "data", _free_port()
            shutil.copytree(self._data, data)
            command = [part.format(venv=self._venv, data=data, port=port) for part in about["serve"]]
            server = await asyncio.create_subprocess_exec(
                *command,
                cwd=data,
                start_new_session=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

            async def holds(_: Page, goal: Goal) -> bool:
                return _holds(data / about["database"], self._data / about["database"], about, goal)

            try:
                await asyncio.wait_for(_answers(server, port), START_SECONDS)
                yield Running(f"http://127.0.0.1:{port}{about['path']}", holds)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(server.pid, signal.SIGKILL)
                await server.wait()

    @property
    def _built(self) -> Path:
        return BUILT / self.source.name

    @property
    def _venv(self) -> Path:
        return self._built / "venv"

    @property
    def _data(self) -> Path:
        return self._built / "data"


Application: TypeAlias = StaticPage | Server


def _holds(live: Path, fresh: Path, about: dict[str, Any], goal: Goal) -> bool:
    """Whether the check holds in the database, and only as many rows differ from the fresh one as it says."""
    with closing(sqlite3.connect(f"file:{live}?mode=ro", uri=True)) as database:
        database.execute("ATTACH ? AS fresh", [f"file:{fresh}?mode=ro"])
        changes = {table: count for table in about["tables"] if (count := _changed(database, table))}
        done = goal.check is None or bool(database.execute(f"SELECT {goal.check}").fetchone()[0])
    return done and changes == (goal.changes or {})


def _changed(database: sqlite3.Connection, table: str) -> int:
    """How many rows of a table were added, taken away or changed."""
    now, then = (set(database.execute(f"SELECT * FROM {side}.{table}")) for side in ("main", "fresh"))
    return max(len(now - then), len(then - now))


def _free_port() -> int:
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return int(each.getsockname()[1])


async def _answers(server: Process, port: int) -> None:
    """Wait until a server accepts connections."""
    while server.returncode is None:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise RuntimeError("the server has ended by itself")
