"""`agent.check` and `agent.get` in suites as users write them, with the builtin model: outcomes, report, second opinion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import NO_PICTURES, UPSTREAM

if TYPE_CHECKING:
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

CART = """
<html lang=en><title>Cart</title><h1>Your cart</h1>
<table><tr><td>Blue mug<td>$9.00</tr><tr><td>Red mug<td>$10.00</tr></table>
<p role=status>Total: $19.00</p><button disabled>Pay</button>
"""

TESTS = """
import pytest
from decimal import Decimal

pytestmark = pytest.mark.webagent(start_url=URL, check_timeout=0.2)

{kind} test_that_holds(agent):
    {wait}agent.check("the heading says 'Your cart'")
    assert {wait}agent.get("the price of the blue mug", type=Decimal) == Decimal(9)
    assert [run.kind for run in agent.runs] == ["check", "get"]

{kind} test_that_does_not(agent):
    {wait}agent.check("the button Pay is enabled")

{kind} test_that_is_not_understood(agent):
    {wait}agent.check("everything is as one would like it to be")

{kind} test_with_a_type_that_is_none(agent):
    {wait}agent.get("the heading", type=object())
"""

SECOND = """
import pytest
from pytest_webagent.testing import FunctionModel, call

pytestmark = pytest.mark.webagent(start_url=URL, check_timeout=0.2, verifier_when="always")

def doubt(request):
    return call("verdict", holds="no" if "Pay" in request.goal else "yes", reasoning="Looked at it.")

@pytest.fixture(scope="session")
def webagent_verifier():
    return FunctionModel(doubt)

async def test_that_nobody_doubts(agent):
    assert (await agent.check("the heading says 'Your cart'")).opinion == "yes: Looked at it."

async def test_that_is_doubted(agent):
    await agent.check("the button Pay is disabled")
"""


@pytest.fixture
def cart(suite: Suite, site: Site) -> Suite:
    # The model is the builtin one, as without a conftest.py; the browser is the workbench's.
    conftest = Path("conftest.py").read_text(encoding="utf-8")
    suite.pytester.makeconftest(
        "import os, pytest\n\n" + conftest[conftest.index('@pytest.fixture(scope="session")\ndef browser') :]
    )
    return type(suite)(suite.pytester, site.page("/cart", CART))


def test_checks_and_questions_have_outcomes_of_their_own_and_a_second_opinion_can_only_speak_against_a_pass(
    cart: Suite,
) -> None:
    # Coroutines come first: Playwright runs no coroutine beside its synchronous API.
    cart.write(
        test_1_second=SECOND,
        test_2_coroutines=TESTS.format(kind="async def", wait="await "),
        test_3_functions=TESTS.format(kind="def", wait=""),
    )
    result = cart.run("-rA", "--html=report.html", NO_PICTURES, *UPSTREAM)
    result.assert_outcomes(passed=3, failed=4)
    assert result.parseoutcomes()["inconclusive"] == 3
    result.stdout.fnmatch_lines_random(
        [
            "E *unverified: a second opinion (function) speaks against it: Looked at it.*",
            "INCONCLUSIVE test_2_coroutines.py::test_that_is_not_understood - Inconcl*",
            "INCONCLUSIVE test_3_functions.py::test_that_is_not_understood - Inconcl*",
        ]
    )
    told = [
        'E *errors.GoalNotMet: goal_not_met: the statement does not hold: *button "Pay" is not enabled*',
        "E *triage: *site: the button 'Pay' is disabled",
        "E *statement: the button Pay is enabled",
        'E *expected: there is the button "Pay" * that is "enabled" -> button "Pay" is not enabled: it shows disabled',
        "E *ConfigError: no answer can be of the type *",
    ]
    result.stdout.fnmatch_lines([*told, *told])
    records = list(cart.pytester.path.glob("webagent-results/*test_that_holds*/trajectory.json"))
    assert len(records) == 2
    for record in records:
        check, get = json.loads(record.read_text(encoding="utf-8"))["runs"]
        assert (check["kind"], check["derived"], get["kind"], get["answer"]) == ("check", True, "get", "9.00")
        page = (record.parent / "index.html").read_text(encoding="utf-8")
        assert '<span class="kind">check</span> the heading says' in page
        assert "all hold" in page
    report = (cart.pytester.path / "report.html").read_text(encoding="utf-8")
    assert "the button Pay is enabled" in report
