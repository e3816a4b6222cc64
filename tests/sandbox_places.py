"""Places to run code in. Imports nothing that is installed: an ordinary user's Python runs it, too."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import select
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pytest_webagent.errors import ToolError
from pytest_webagent.policy.security import ResourceLimits, SandboxMode, SecurityPolicy, ToolConfig
from pytest_webagent.policy.workspace import Workspace
from pytest_webagent.tools.code.sandbox import PYTHON, Sandbox

ORDINARY = 12345
SYSTEM_PYTHON = "/usr/bin/python3"
_REPOSITORY = Path(__file__).parents[1]


@dataclass(frozen=True)
class Outcome:
    """What became of a command."""

    output: dict[str, Any] | None
    error: str | None

    @property
    def text(self) -> str:
        """All it wrote."""
        return "" if self.output is None else self.output["stdout"] + self.output["stderr"]


@dataclass(frozen=True)
class Place:
    """A sandbox, a workspace, and limits."""

    root: Path
    mode: SandboxMode = "bubblewrap"
    image: str = ""
    limits: ResourceLimits = ResourceLimits()
    restricted: tuple[str, ...] = ()

    def limited(self, **limits: Any) -> Place:
        """The same with other limits."""
        return replace(self, limits=replace(self.limits, **limits))

    @property
    def context(self) -> Any:
        """What the sandbox uses of a tool's context."""
        config = ToolConfig(
            security=SecurityPolicy(sandbox_mode=self.mode),
            global_settings={"sandbox_image": self.image} if self.image else {},
        )
        return SimpleNamespace(
            limits=self.limits,
            workspace=Workspace(self.root, self.restricted),
            permissions=SimpleNamespace(config=config),
            call=SimpleNamespace(tool="bash"),
        )

    async def python(self, code: str, seconds: float | None = None) -> Outcome:
        """Run Python."""
        return await self.run((PYTHON, "-c", code), seconds)

    async def bash(self, command: str, seconds: float | None = None) -> Outcome:
        """Run a shell command."""
        return await self.run(("bash", "-c", command), seconds)

    async def run(self, argv: tuple[str, ...], seconds: float | None = None) -> Outcome:
        """Run a program."""
        try:
            result = await Sandbox().run(self.context, argv, seconds)
        except ToolError as error:
            return Outcome(None, str(error))
        return Outcome(result.output, result.error)


class OrdinaryPlace(Place):
    """The same, used by an ordinary user: a program of its own, since a process cannot become root again."""

    async def run(self, argv: tuple[str, ...], seconds: float | None = None) -> Outcome:
        """Run a program."""
        order = {"argv": argv, "seconds": seconds, "root": str(self.root), "limits": vars_of(self.limits)}
        user = str(ORDINARY)
        process = await asyncio.create_subprocess_exec(
            *("setpriv", "--reuid", user, "--regid", user, "--clear-groups"),
            *(SYSTEM_PYTHON, __file__, json.dumps(order)),
            stdout=asyncio.subprocess.PIPE,
            env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "PYTHONPATH": str(_REPOSITORY)},
        )
        output, _ = await process.communicate()
        return Outcome(**json.loads(output))


def vars_of(limits: ResourceLimits) -> dict[str, Any]:
    """The limits as JSON carries them."""
    return {name: getattr(limits, name) for name in limits.__slots__}


def with_word(word: str) -> list[int]:
    """The processes of this machine with a word in their command line."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if word.encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


def wait_for(processes: list[int]) -> None:
    """Wait, some seconds at most, until each process has ended."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            handle = os.pidfd_open(process)
            assert select.select([handle], [], [], 20)[0], f"process {process} goes on"
            os.close(handle)


async def _main() -> None:
    order = json.loads(sys.argv[1])
    place = Place(Path(order["root"]), limits=ResourceLimits(**order["limits"]))
    outcome = await place.run(tuple(order["argv"]), order["seconds"])
    print(json.dumps({"output": outcome.output, "error": outcome.error}))  # noqa: T201 - the answer to the test


if __name__ == "__main__":
    asyncio.run(_main())
