"""Two hundred tests in four processes, of which one in twenty meets a fault: each has its own end, and no other has it."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

TESTS: Final = 200
SHARE: Final = 0.05
ENDS: Final = {
    "model": "ModelError",
    "silence": "ModelError",
    "nonsense": "Inconclusive",
    "renderer": "BrowserError",
    "browser": "BrowserError",
    "tab": "BrowserError",
    "application": "EnvironmentFailure",
    "steps": "BudgetExceeded",
    "worker": "crashed",
}
"""The error that each fault ends in."""

SUITE = """
import asyncio, os, signal, socket
import pytest
from pytest_webagent import ModelError
from pytest_webagent.testing import FunctionModel, call, element

FAULTS = ...
now = {}
nobody = socket.socket()
nobody.bind(("127.0.0.1", 0))  # and never listens
PORT = nobody.getsockname()[1]

async def kill(kind):
    cdp = await now["session"].context.browser.new_browser_cdp_session()
    found = (await cdp.send("SystemInfo.getProcessInfo"))["processInfo"]
    for process in found:
        if process["type"] == kind:
            os.kill(process["id"], signal.SIGKILL)

async def think(request):
    fault, page = now["fault"], now["session"].page
    if fault == "model":
        raise ModelError("no GPU is left")
    if fault == "silence":
        await asyncio.Event().wait()
    if fault == "renderer":
        await kill("renderer")
    if fault == "browser":
        await kill("browser")
    if fault == "tab":
        await page.close()
    if fault == "worker":
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == "nonsense":
        return call("fly")
    said = element(request.observation, "status")
    if said.text == "1" and fault != "steps":
        return call("stop", answer=said.text, evidence=[{"op": "text", "elements": [said.id]}])
    return call("click", element_id=element(request.observation, "button").id, description="the button")

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(think)

@pytest.mark.webagent(start_url=URL)
@pytest.mark.parametrize("number", range(TESTS))
async def test_it(agent, browser_session, number):
    now.update(session=browser_session, fault=FAULTS.get(number))
    if now["fault"] == "application":
        await browser_session.goto(f"http://127.0.0.1:{PORT}/")
    limits = {"silence": {"timeout": 8}, "steps": {"max_steps": 3}}.get(now["fault"], {})
    assert (await agent.run("Count to 1", **limits)).answer == "1"
"""


def planned(seed: int) -> dict[int, str]:
    """Which tests meet which fault: each at least once."""
    chance = random.Random(seed)
    hit = [number for number in range(TESTS) if chance.random() < SHARE]
    kinds = [*ENDS, *chance.choices(list(ENDS), k=len(hit))]
    return dict(zip(hit, kinds, strict=False))


# It takes a minute and a half on two cores of its own; beside other workers it may take more than others may.
@pytest.mark.timeout(500)
@pytest.mark.matrix
def test_of_two_hundred_tests_only_those_that_meet_a_fault_fail_and_none_is_lost(suite: Suite) -> None:
    faults = planned(seed=11)
    assert set(faults.values()) == set(ENDS)
    suite.write(test_it=SUITE.replace("FAULTS = ...", f"FAULTS = {faults}").replace("TESTS", str(TESTS)))
    suite.run("-n", "4", "--dist", "worksteal", "--junit-xml=junit.xml", "--webagent-screenshots=off")
    ends: dict[int, str] = {}
    for case in ElementTree.parse(suite.pytester.path / "junit.xml").iter("testcase"):
        told = {each.get("name"): each.get("value") for each in case.iter("property")}
        failed = [each for each in case if each.tag in ("failure", "error")]
        crashed = any("crashed while running" in str(each.get("message", "")) for each in failed)
        number = int(str(case.get("name")).partition("[")[2].rstrip("]"))
        assert number not in ends
        words = [str(each.get("message")).partition(":")[0].rpartition(".")[2] for each in failed]
        ends[number] = "crashed" if crashed else ", ".join(words) or "passed"
        assert told.get("webagent_whose") != "site"
    assert Counter(ends.values()).total() == TESTS
    expected = {number: ENDS[faults[number]] if number in faults else "passed" for number in range(TESTS)}
    assert {number: end for number, end in ends.items() if end != expected[number]} == {}
