"""Runs what a model writes where it can do no harm: in a Docker container, or in the namespaces bubblewrap makes."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import os
import sys
from asyncio.subprocess import PIPE
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.code import bubblewrap, docker
from pytest_webagent.tools.code.processes import end, output_of, start
from pytest_webagent.tools.code.sandbox_plan import MEBIBYTE, Job, Plan, Unusable

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from pytest_webagent.policy.security import SandboxMode
    from pytest_webagent.tools.core.base import Surroundings
    from pytest_webagent.tools.core.context import ToolContext

    _Checks: TypeAlias = Mapping[str, Callable[[], Awaitable[None]]]

IMAGE: Final = "python:3.12-slim"
"""The image of containers, unless the policy's `global_settings` have a ``sandbox_image``."""
PYTHON: Final = "{python}"
"""Stands for the interpreter of the sandbox, in the place of a program."""
_SECONDS = 30.0
"""How long a command may take where the model does not say."""
_LONGEST_ARGUMENT = 100_000
"""Bytes; Linux takes no argument of a program that is longer than 128 KiB."""
_RESERVE = 5.0
"""Seconds of a call that are not the command's, but for making and removing the sandbox."""
_MODULES = ("syscalls", "handover", "watch", "supervisor")
_START = """\
import json, sys, types
order = json.loads(sys.stdin.buffer.readline())
for name, text in order.pop("modules").items():
    module = sys.modules[name] = types.ModuleType(name)
    module.__path__ = []
    exec(compile(text, name, "exec"), module.__dict__)
module.main(order)
"""
_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
    "HOME": "/tmp",
    "USER": "sandbox",
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUNBUFFERED": "1",
}
_WORDS = {
    "time": "it ran for longer than {seconds:g} s",
    "memory": "it took more than {memory_mb} MB of memory",
    "processes": "it had more than {processes} processes",
    "output": "it wrote much more than the {output_chars} characters that are kept",
}


class Sandbox:
    """Where one test's commands run. Which kind it is, is found out with the first of them."""

    def __init__(self) -> None:
        self._kind: tuple[SandboxMode, str, str] | None = None
        self.missing = ""
        """Why nothing can be run here, if that is known already."""

    async def run(self, context: ToolContext, argv: Sequence[str], seconds: float | None) -> ToolResult:
        """Run a command in the workspace, and tell what became of it.

        Args:
            context: The workspace, the limits and the policy.
            argv: The program and its arguments; `PYTHON` stands for the sandbox's interpreter.
            seconds: How long it may take; the limits of the policy bound it.

        Returns:
            ``stdout``, ``stderr``, ``exit_code``, ``cut`` (bytes left out), ``seconds``, ``cpu_seconds``,
            ``peak_memory_mb`` and ``sandbox``; an error beside them if it took too much and was stopped.

        Raises:
            ToolError: it could not be started.
            DeniedError: there is no sandbox here, and the policy asks for one.
        """
        _check(argv, seconds)
        most = max((context.limits.seconds or 120.0) - _RESERVE, 1.0)
        security = context.permissions.config.security_of(context.call.tool)
        image = str(context.permissions.config.global_settings.get("sandbox_image", IMAGE))
        context.workspace.path(".", writing=True)
        job = Job(tuple(argv), min(seconds or _SECONDS, most), context.workspace, context.limits, image)
        kind = await self._chosen(security.sandbox_mode, image)
        try:
            plan = await _plan(kind, job)
        except Unusable as reason:
            raise ToolError(f"nothing was run: {reason}") from None
        result = _result(await _carried_out(plan, job), plan, job)
        context.call.cpu_seconds = result.output["cpu_seconds"]
        context.call.memory_mb = result.output["peak_memory_mb"]
        return result

    async def look(self, mode: SandboxMode) -> None:
        """Find out whether there is a sandbox at all; an image is not fetched for that."""
        try:
            await _usable(mode, {docker.NAME: docker.look, bubblewrap.NAME: bubblewrap.check})
        except DeniedError as error:
            self.missing = str(error)

    async def _chosen(self, mode: SandboxMode, image: str) -> str:
        if self._kind is None or self._kind[:2] != (mode, image):
            checks: _Checks = {
                docker.NAME: functools.partial(docker.check, image),
                bubblewrap.NAME: bubblewrap.check,
            }
            self._kind = (mode, image, await _usable(mode, checks))
        return self._kind[2]


class SandboxTool:
    """What the tools that run what a model writes have in common."""

    kind: Final = "action"
    risk: Final = "HIGH"
    needs: Final = ("subprocess",)
    dangerous: Final = True
    quotes: Final = True

    def __init__(self) -> None:
        self._sandbox = Sandbox()

    def ready_in(self, around: Surroundings) -> None:
        """Refuse every call where there is no sandbox, as `open` has found out.

        Raises:
            DeniedError: there is none.
        """
        if self._sandbox.missing:
            raise DeniedError(self._sandbox.missing)

    async def open(self, context: ToolContext) -> None:
        """Find out whether there is a sandbox, before a model is told that there is one."""
        await self._sandbox.look(context.permissions.config.security_of(context.call.tool).sandbox_mode)


async def _usable(mode: SandboxMode, checks: _Checks) -> str:
    if mode == "none":
        return mode
    reasons = []
    for name, check in checks.items():
        if mode in ("auto", name):
            try:
                await check()
            except Unusable as reason:
                reasons.append(str(reason))
            else:
                return name
    raise DeniedError(
        f"nothing was run: there is no sandbox on this machine: {'; '.join(reasons)}. "
        "Do without running code; who wrote the test can install one of them"
    )


async def _plan(kind: str, job: Job) -> Plan:
    if kind != "none":
        _check_root(job.workspace.root)
    if kind == docker.NAME:
        return await docker.plan(job)
    if kind == bubblewrap.NAME:
        return bubblewrap.plan(job)
    if os.name != "posix":
        raise DeniedError("nothing was run: without a sandbox, code can be run on Linux and macOS only")
    return Plan(
        sandbox=kind,
        argv=(sys.executable,),
        python=sys.executable,
        folder=str(job.workspace.root),
        filtered=False,
    )


async def _carried_out(plan: Plan, job: Job) -> dict[str, Any]:
    """The supervisor's report on a job."""
    order = {
        "modules": _sources(),
        "argv": [plan.python if each == PYTHON else each for each in job.argv],
        "folder": plan.folder,
        "environment": _ENVIRONMENT,
        "user": plan.user,
        "filtered": plan.filtered,
        "seconds": job.seconds,
        "memory": job.limits.memory_mb * MEBIBYTE,
        "processes": job.limits.processes,
        "file": job.limits.file_mb * MEBIBYTE,
        "output": job.limits.output_chars,
        "memory_folders": plan.memory_folders,
    }
    process: Process | None = None
    try:
        process = await _started(plan)
        output, errors = await _exchange(process, json.dumps(order).encode() + b"\n")
    except OSError as error:
        raise ToolError(f"nothing was run: the sandbox could not be started: {error}") from None
    finally:
        await _end(process, plan)
    try:
        report = json.loads(output)
    except ValueError:
        raise ToolError(
            f"the sandbox ({plan.sandbox}) ended without a report, with exit code {process.returncode}: "
            f"{errors.decode('utf-8', 'replace').strip()[-500:] or 'it said nothing'}"
        ) from None
    if report["failed"]:
        raise ToolError(f"nothing was run: the command could not be started: {report['failed']}")
    return dict(report)


async def _started(plan: Plan) -> Process:
    try:
        return await start(
            *plan.argv,
            *("-I", "-S", "-c", _START),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=plan.environment,
            pass_fds=plan.files,
            start_new_session=True,
        )
    finally:
        for each in plan.files:
            os.close(each)


async def _exchange(process: Process, order: bytes) -> tuple[bytes, bytes]:
    """Send the order, keep the input open as a sign that somebody waits, and read until the end."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(order)
        await process.stdin.drain()
    output, errors = await asyncio.gather(process.stdout.read(), process.stderr.read())
    await process.wait()
    return output, errors


async def _end(process: Process | None, plan: Plan) -> None:
    """See to it that nothing is left, whatever came in between."""
    by_itself = process is not None and process.returncode is not None
    try:
        if process is not None:
            await end(process)
    finally:
        if plan.removal and not by_itself:
            with contextlib.suppress(Unusable):
                await output_of(*plan.removal)


def _result(report: dict[str, Any], plan: Plan, job: Job) -> ToolResult:
    found = {
        "stdout": report["stdout"],
        "stderr": report["stderr"],
        "exit_code": report["exit_code"],
        "cut": sum(report["cut"]),
        "seconds": round(report["seconds"], 3),
        "cpu_seconds": round(report["cpu_seconds"], 3),
        "peak_memory_mb": round(report["peak_memory"] / MEBIBYTE, 1),
        "sandbox": plan.sandbox,
    }
    if not report["stopped"]:
        return ToolResult(output=found)
    limits = {
        "seconds": job.seconds,
        **{name: getattr(job.limits, name) for name in ("memory_mb", "processes", "output_chars")},
    }
    why = _WORDS[report["stopped"]].format(**limits)
    written = f"{report['stdout']}\n{report['stderr']}".strip()[-_SHOWN_OF_STOPPED:]
    return ToolResult(
        output=found,
        error=f"it was stopped, and all it had started: {why}. "
        + (f"The last it wrote: {written}" if written else "It had written nothing"),
    )


_SHOWN_OF_STOPPED = 2_000


def _check(argv: Sequence[str], seconds: float | None) -> None:
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ToolError(f"nothing was run: timeout must be a number of seconds above 0, not {seconds}")
    for each in argv:
        if "\0" in each:
            raise ToolError("nothing was run: the text holds a NUL character, which no program can be given")
        size = len(each.encode("utf-8", "surrogatepass"))
        if size > _LONGEST_ARGUMENT:
            raise ToolError(
                f"nothing was run: the text has {size} bytes, and at most {_LONGEST_ARGUMENT} can be run at once; "
                "write it into files of the workspace and run those"
            )


def _check_root(root: Path) -> None:
    never = [Path("/usr"), Path("/etc"), Path("/dev"), Path("/proc"), Path("/tmp")]
    with contextlib.suppress(RuntimeError):  # no home is known
        never.append(Path.home())
    for each in never:
        if each.is_relative_to(root):
            raise ToolError(
                f"nothing was run: the workspace holds {each}, which a sandbox must not show; "
                "the policy's workspace_root must name a folder of its own"
            )


@functools.cache
def _sources() -> dict[str, str]:
    """The texts of the modules that run inside, by their names; their packages are empty there."""
    package = "pytest_webagent.tools.code.inside"
    parents = itertools.accumulate(package.split("."), "{}.{}".format)
    folder = resources.files(package)
    texts = {name: folder.joinpath(f"{name}.py").read_text(encoding="utf-8") for name in _MODULES}
    return dict.fromkeys(parents, "") | {f"{package}.{name}": text for name, text in texts.items()}
