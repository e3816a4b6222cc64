"""Ctrl-C while tests run in this process or in workers: their steps are kept and it is said where, and nothing goes on running."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

OF_PYTHON = re.compile(
    r"Exception ignored in: <function Weak.*?^KeyboardInterrupt:? *$", re.DOTALL | re.MULTILINE
)
"""What Python itself tells where the signal arrives in a callback of a weak reference."""
WAITS = """
import asyncio, pathlib, threading

def ready():
    pathlib.Path(f"ready-{os.getpid()}").touch()

async def hesitate(request):
    made = think(request)
    if made.name == "stop" and "Count to 2" in request.goal:
        ready()
        await asyncio.Event().wait()
    return made

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(hesitate)

@pytest.fixture
def slow():
    yield
    ready()
    threading.Event().wait()
"""
SUITE = """
import pytest
pytestmark = pytest.mark.webagent(start_url=URL)

@pytest.mark.parametrize("number", range(2))
async def test_it(agent, number):
    await agent.run("Count to 2")
"""
TEARS_DOWN = SUITE.replace("to 2", "to 3").replace("agent, number", "agent, slow, number")


@pytest.mark.parametrize("group", [True, False], ids=["all processes", "the first process"])
@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize(("tests", "steps"), [(SUITE, 3), (TEARS_DOWN, 4)], ids=["model", "teardown"])
def test_what_was_done_until_ctrl_c_is_kept_and_told(
    suite: Suite, workers: int, tests: str, steps: int, group: bool
) -> None:
    path: Path = suite.pytester.path
    suite.pytester.makeconftest((path / "conftest.py").read_text() + WAITS)
    suite.write(test_it=tests)
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", NO_PICTURES, f"-n{workers}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        while len(list(path.glob("ready-*"))) < max(workers, 1):
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.05)
        (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=60)
        left = subprocess.run(
            ["ps", "-o", "args=", "-s", str(process.pid)], capture_output=True, text=True, check=False
        )
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == pytest.ExitCode.INTERRUPTED, said
    assert left.stdout == ""
    assert "Traceback" not in OF_PYTHON.sub("", said), said
    assert "INTERNALERROR" not in said
    told = [line.rpartition(" ")[2] for line in said.splitlines() if "was interrupted; its steps" in line]
    assert len(told) == max(workers, 1), said
    for folder in told:
        (run,) = json.loads(Path(folder, "trajectory.json").read_text())["runs"]
        assert len(run["steps"]) == steps
