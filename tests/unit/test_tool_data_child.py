"""The process data tools work in: its limits, and that nothing is left of it."""

import asyncio
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import child_work
import pytest
from data_workspace import Workspace

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.policy.security import ResourceLimits
from pytest_webagent.tools.data.child import in_child

ENDLESS = "SELECT count(*) FROM range(1_000_000_000) a, range(100_000) b WHERE (a.range * b.range) % 7 = 3"
LIMITS = ResourceLimits()


def children() -> set[str]:
    """The processes this one has started and that are still there."""
    ids = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=True
    ).stdout.split()
    return {pid for pid in ids if b"tools.data.child" in _command(pid)}


def _command(pid: str) -> bytes:
    try:
        return Path("/proc", pid, "cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[Path]]:
    """What lies where these calls make temporary folders, and no other test that runs meanwhile."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return lambda: [*folder.iterdir()]


async def test_a_call_that_takes_too_long_is_given_up_and_its_process_ended(
    desk: Workspace, scratch: Callable[[], list[Path]]
):
    error = await desk.limited(seconds=1).fail("data_process", query=ENDLESS, output="out.csv")
    assert "took longer than 1 s" in error
    assert children() == set()
    assert desk.files() == set()
    assert scratch() == []


async def test_a_cancelled_call_leaves_no_process_and_no_file(
    desk: Workspace, scratch: Callable[[], list[Path]]
):
    call = asyncio.create_task(desk.use("data_process", query=ENDLESS, output="out.csv"))
    async with asyncio.timeout(20):
        while not children():  # noqa: ASYNC110 - what is waited for is a process, which sets no event
            await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert children() == set()
    assert desk.files() == set()
    assert scratch() == []


async def test_the_loop_runs_on_while_a_tool_works(desk: Workspace):
    seen: list[int] = []
    thread = threading.get_ident()
    call = asyncio.create_task(desk.do("data_process", query="SELECT sum(range) FROM range(10_000_000)"))
    while not call.done():
        seen.append(threading.get_ident())
        await asyncio.sleep(0)
    assert call.result()["rows"] == [[49999995000000]]
    assert set(seen) == {thread}
    assert len(seen) > 10


async def test_secrets_of_the_environment_are_not_handed_on(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("PGPASSWORD", "secret")
    found = await in_child(LIMITS, child_work.whole_environment)
    assert "secret" not in str(found)
    assert found["PATH"] == os.environ["PATH"]
    found = await in_child(LIMITS, child_work.whole_environment, environment=("PG",))
    assert found["PGPASSWORD"] == "secret"
    assert "OPENAI_API_KEY" not in found


async def test_a_child_that_dies_is_an_error(desk: Workspace):
    with pytest.raises(ToolError, match="most likely it wanted more memory than 512 MB"):
        await in_child(LIMITS, child_work.crash)
    with pytest.raises(ToolError, match="more than 512 MB of memory would be needed"):
        await in_child(LIMITS, child_work.greedy)


async def test_what_is_raised_in_the_child_is_told():
    with pytest.raises(DeniedError, match="not you"):
        await in_child(LIMITS, child_work.denied)
    with pytest.raises(ToolError, match="KeyError: 'what'"):
        await in_child(LIMITS, child_work.failing)


async def test_what_is_printed_does_not_get_into_the_answer():
    assert await in_child(LIMITS, child_work.printing) == "said"


async def test_no_larger_file_than_allowed_is_written(tmp_path):
    with pytest.raises(ToolError, match="a file would have more than 2 MB"):
        await in_child(ResourceLimits(file_mb=2), child_work.writing, str(tmp_path / "file"))
    assert (tmp_path / "file").stat().st_size <= 2 << 20
