"""A policy that has what is of high risk allowed first, by the test or by a person."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    import pytest

    from tests.conftest import Site
    from tests.plugin.conftest import Suite

TEST = """
import pytest

from pytest_webagent import Blocked, ToolConfig
from pytest_webagent.testing import ScriptedModel, call, element

ASKED = []

@pytest.fixture
def webagent_policy():
    return ToolConfig(high_risk="ask")

def pay(request):
    return call("click", element_id=element(request.observation, "button").id, description="Pay")

@pytest.fixture
def model_client():
    return ScriptedModel([pay, *[call("stop", answer="paid")] * 2])

def allow(request):
    ASKED.append(request.what)
    return True

{approval}

@pytest.mark.webagent(start_url=URL)
{test}
"""
ALLOWED = {
    "approval": "@pytest.fixture\ndef webagent_approval():\n    return allow",
    "test": """@pytest.mark.webagent(answers="any")
async def test_it(agent):
    assert (await agent.run("Pay")).answer == "paid"
    assert len(ASKED) == 1
    assert ASKED[0].startswith("submit a form (GET /paid) by a click on button 'Pay'")
""",
}
REFUSED = {
    "approval": "@pytest.fixture\ndef webagent_approval():\n    return lambda request: 'not today'",
    "test": """async def test_it(agent):
    with pytest.raises(Blocked, match="it was refused: not today"):
        await agent.run("Pay")
    assert "it was refused: not today" in agent.runs[0].steps[0].actions[0].result.error
""",
}
NOBODY = {
    "approval": "",
    "test": """async def test_it(agent):
    with pytest.raises(Blocked, match="nobody can be asked: a CI server runs the tests"):
        await agent.run("Pay")
""",
}


def play(suite: Suite, site: Site, parts: dict[str, str]) -> tuple[list[dict[str, Any]], str, int]:
    """The log and the report of a test that pays, and how often something was paid."""
    url = site.page("/shop", "<form action=/paid><button>Pay</button></form>")
    site.page("/paid", "<h1>paid</h1>")
    text = TEST.replace("URL", repr(url))
    suite.pytester.makepyfile(
        test_it=text.replace("{approval}", parts["approval"]).replace("{test}", parts["test"])
    )
    suite.run(NO_PICTURES).assert_outcomes(passed=1)
    results = suite.pytester.path / "webagent-results"
    (log,), (page,) = results.glob("web_actions_*.jsonl"), results.glob("*/index.html")
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return lines, page.read_text(encoding="utf-8"), len(site.asked("/paid"))


def test_what_the_fixture_allows_is_done_and_told_in_log_and_report(suite: Suite, site: Site) -> None:
    lines, page, paid = play(suite, site, ALLOWED)
    assert paid == 1
    assert (lines[0]["tool"], lines[0]["approved"], lines[0]["risk"]) == ("click", True, "HIGH")
    assert '<span class="tag approved">approved</span>' in page


def test_what_the_fixture_refuses_is_denied_with_its_reason(suite: Suite, site: Site) -> None:
    lines, page, paid = play(suite, site, REFUSED)
    assert paid == 0
    assert (lines[0]["approved"], lines[0]["denied"], lines[0]["success"]) == (False, True, False)
    assert "Denied: click was not run: to submit a form" in page


def test_in_ci_it_is_denied_at_once(suite: Suite, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert play(suite, site, NOBODY)[2] == 0
