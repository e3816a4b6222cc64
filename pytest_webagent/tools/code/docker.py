"""A sandbox that is a Docker container, made by the command line client: https://docs.docker.com/reference/cli/docker/."""

from __future__ import annotations

import csv
import io
import json
import os
import secrets
import shutil
import sys
from typing import TYPE_CHECKING

from pytest_webagent.tools.code.processes import output_of
from pytest_webagent.tools.code.sandbox_plan import MEBIBYTE, Plan, Unusable

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_webagent.tools.code.sandbox_plan import Job

NAME = "docker"
_PYTHON = "python3"
_ROOM = 64
"""Mebibytes a container may take beyond what the command may hold, for its supervisor, which ends the command before."""
_PULL_SECONDS = 100.0


async def look() -> None:
    """Look whether an engine answers.

    Raises:
        Unusable: it cannot be used; the message says why.
    """
    if shutil.which("docker") is None:
        raise Unusable("the docker command is not installed")
    code, said = await output_of("docker", "version", "--format", "{{.Server.Os}}")
    if code != 0:
        raise Unusable(f"no Docker engine answers ({_last_line(said)})")
    if said != "linux":
        raise Unusable(f"the Docker engine runs containers of {said}, not of Linux")


async def check(image: str) -> None:
    """Look whether an engine answers and has the image, which is fetched if it has not.

    Raises:
        Unusable: it cannot be used; the message says why.
    """
    await look()
    code, _ = await output_of("docker", "image", "inspect", "--format", "{{.Id}}", image)
    if code != 0:
        code, said = await output_of("docker", "pull", "--quiet", image, seconds=_PULL_SECONDS)
        if code != 0:
            raise Unusable(f"the Docker image {image!r} could not be fetched ({_last_line(said)})")


async def plan(job: Job) -> Plan:
    """How a job is run in a container of its own, which is removed when it ends."""
    name = f"webagent-{secrets.token_hex(8)}"
    root = job.workspace.root
    # The paths of Windows are none inside of a container.
    inside = str(root) if os.name == "posix" else "/workspace"
    limits = job.limits
    memory = f"{limits.memory_mb + _ROOM}m"
    return Plan(
        sandbox=NAME,
        argv=(
            *("docker", "run", "--rm", "--interactive", "--pull", "never", "--name", name),
            *("--network", "none", "--hostname", "sandbox", "--log-driver", "none"),
            *("--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
            *("--user", await _user(), "--memory", memory, "--memory-swap", memory),
            *("--pids-limit", str(limits.processes + 1), "--shm-size", f"{limits.memory_mb}m"),
            *("--tmpfs", f"/tmp:rw,exec,nosuid,nodev,mode=1777,size={limits.memory_mb * MEBIBYTE}"),
            *("--mount", _mount(root, inside), *_hidden(job, inside), "--workdir", inside),
            *("--entrypoint", _PYTHON, job.image),
        ),
        python=_PYTHON,
        folder=inside,
        memory_folders=("/tmp", "/dev/shm", "/dev"),
        environment=dict(os.environ),
        removal=("docker", "rm", "--force", name),
    )


async def _user() -> str:
    """Who owns the workspace, as the engine sees them: root, where it runs as the one who uses it."""
    if sys.platform == "win32":
        return "1000:1000"
    _, options = await output_of("docker", "info", "--format", "{{json .SecurityOptions}}")
    rootless = any("rootless" in str(each) for each in json.loads(options or "[]") or ())
    return "0:0" if rootless else f"{os.getuid()}:{os.getgid()}"


def _hidden(job: Job, inside: str) -> tuple[str, ...]:
    parts: list[str] = []
    for path in job.workspace.hidden():
        target = f"{inside}/{path.relative_to(job.workspace.root).as_posix()}"
        if path.is_dir():
            parts += ["--mount", _fields("type=tmpfs", f"dst={target}", "tmpfs-mode=0555", "readonly")]
        else:
            parts += ["--mount", _fields("type=bind", f"src={os.devnull}", f"dst={target}", "readonly")]
    return tuple(parts)


def _mount(source: Path, target: str) -> str:
    return _fields("type=bind", f"src={source}", f"dst={target}")


def _fields(*parts: str) -> str:
    """The parts of a mount as Docker reads them: a line of CSV, so that a path may have a comma."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(parts)
    return line.getvalue()


def _last_line(text: str) -> str:
    return (text.splitlines() or [""])[-1][:200]
