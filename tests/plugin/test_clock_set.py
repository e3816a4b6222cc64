"""The clock of the machine is set by an hour while tests run: limits, seconds, order and tables are what they would have been."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from tests.plugin.conftest import NO_PICTURES, SPREAD

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plugin.conftest import Suite

CLOCK = """
import time
import _pytest.timing
real, steps = time.time, []

def told():
    return real() + HOURS * 3600 * len(steps)

# Whoever asks for the time of day, and pytest, which has the function from the beginning.
time.time = _pytest.timing.time = told
MODEL
def hastily(request):
    steps.append(request)
    return think(request)

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(hastily)
"""
SUITE = """
import pytest
pytestmark = pytest.mark.webagent(start_url=URL, timeout=60)

async def test_before(agent):
    await agent.run("Count to 1")

async def test_that_fails(agent):
    await agent.run("Count to 4")
    assert False

async def test_after(agent):
    await agent.run("Count to 1")
"""
TESTS = ["test_before", "test_that_fails", "test_after"]


@pytest.mark.parametrize("hours", [1, -1], ids=["forwards", "backwards"])
@SPREAD
def test_nothing_but_the_time_of_day_is_another(suite: Suite, hours: int, spread: tuple[str, ...]) -> None:
    path: Path = suite.pytester.path
    model = (path / "conftest.py").read_text()
    suite.pytester.makeconftest(CLOCK.replace("HOURS", str(hours)).replace("MODEL", model))
    suite.write(test_it=SUITE)
    limits = ("--webagent-session-seconds=600", "--webagent-test-seconds=100")
    result = suite.run(NO_PICTURES, "--webagent-tool-stats", "--junit-xml=junit.xml", *limits, *spread)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.re_match_lines([r"click +6 +100%"])
    told = [
        found[1] for line in result.outlines if (found := re.search(r" done .* s  test_it.py::(\w+)$", line))
    ]
    # Workers end their tests in whatever order.
    assert told == TESTS if not spread else set(told) == set(TESTS)
    seconds = [float(case.get("time", "")) for case in ElementTree.parse(path / "junit.xml").iter("testcase")]
    for file in path.glob("webagent-results/*/trajectory.json"):
        for run in json.loads(file.read_text())["runs"]:
            seconds += [run["seconds"], *(step["seconds"] for step in run["steps"])]
            seconds += [action["seconds"] for step in run["steps"] for action in step["actions"]]
    assert len(seconds) > 20
    assert [each for each in seconds if not 0 <= each < 600] == []
