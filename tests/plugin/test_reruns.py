"""Tests that another plugin runs again: each attempt is told, and what it spent counts."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

CONFTEST = """
from itertools import count

import pytest
from _pytest.runner import runtestprotocol
from pytest_webagent.messages import Usage
from pytest_webagent.ports import ModelResponse
from pytest_webagent.testing import FunctionModel, call

class Paid(FunctionModel):
    billing = None

numbers = count(1)

def think(request):
    replies = [
        call("stop", answer="I cannot tell", status="not_understood"),
        call("stop", answer="wrong"),
        call("stop", answer="0"),
    ]
    return ModelResponse(tool_calls=(replies[next(numbers) - 1],), usage=Usage(1000, 100))

@pytest.fixture(scope="session")
def model_client():
    return Paid(think)

@pytest.fixture(scope="session")
def webagent_settings(webagent_settings):
    return webagent_settings._replace(answers="any")

@pytest.hookimpl
def pytest_runtest_protocol(item, nextitem):
    # As pytest-rerunfailures does it.
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    again = True
    while again:
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        again = any(report.failed for report in reports)
        for report in reports:
            report.outcome = "rerun" if report.failed else report.outcome
            item.ihook.pytest_runtest_logreport(report=report)
        if again:
            item._initrequest()
    return True

def pytest_report_teststatus(report):
    return ("rerun", "R", "RERUN") if report.outcome == "rerun" else None
"""
TEST = """
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_it(agent):
    assert (await agent.run("Look")).answer == "0"

def test_of_another_kind(): ...
"""
EARLIER = [
    "run 1: inconclusive: Inconclusive: not_understood: I cannot tell",
    "run 2: failed: AssertionError: assert 'wrong' == '0'",
]


@pytest.mark.parametrize(
    "spread", [pytest.param((), id="alone", marks=pytest.mark.matrix), pytest.param(("-n", "1"), id="xdist")]
)
def test_a_rerun_is_told_as_a_rerun_and_all_attempts_are_paid_for(
    suite: Suite, spread: tuple[str, ...]
) -> None:
    suite.pytester.makeconftest(CONFTEST)
    suite.write(test_it=TEST)
    prices = "--webagent-prices=function = 1 10"
    result = suite.run(prices, "--junit-xml=junit.xml", "--html=report.html", NO_PICTURES, *spread)
    assert dict(result.parseoutcomes()) == {"passed": 2, "rerun": 2}
    result.stdout.fnmatch_lines(
        [
            "PASSED  done (claimed), rerun   3 steps * s  3,300 tokens, $0.006  test_it.py::test_it",
            *(f"        {line}" for line in EARLIER),
            "1 test, 3 steps, * s, 3,300 tokens, $0.006",
        ]
    )
    case = list(ET.parse(suite.pytester.path / "junit.xml").getroot().iter("testcase"))[-2]
    told = {item.get("name"): item.get("value") for item in case.iter("property")}
    assert (told["webagent_status"], told["webagent_tokens"]) == ("done", "3300")
    assert (told["webagent_reruns"], told["webagent_earlier_runs"]) == ("2", "\n".join(EARLIER))
    assert "webagent_triage" not in told
    report = (suite.pytester.path / "report.html").read_text(encoding="utf-8")
    titles = ["Run 1 of 3: inconclusive", "Run 2 of 3: failed", "Run 3 of 3: passed"]
    assert [title in report for title in titles] == [True] * 3
    kept = Path(suite.pytester.path, "webagent-results").glob("*/trajectory.json")
    assert len([json.loads(path.read_text(encoding="utf-8")) for path in kept]) == 3
