"""A policy that heeds what the goal does not ask for: what report, log and failure tell, and whose calls are not judged."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

TEST = """
import pytest

from pytest_webagent import ToolConfig
from pytest_webagent.testing import ScriptedModel, call, element

@pytest.fixture
def webagent_policy():
    return ToolConfig(unasked={unasked!r})

def delete(request):
    return call("click", element_id=element(request.observation, "button").id, description="Delete")

def answer(request):
    said = element(request.observation, "status")
    return call("stop", answer="$9.00", status={status!r}, evidence=[{{"op": "text", "elements": [said.id]}}])

@pytest.fixture
def model_client():
    return ScriptedModel({replies})

@pytest.mark.webagent(start_url={url!r})
async def test_it(agent{more}):
    {body}
"""
PAGE = "<html lang=en><h1>Order</h1><p role=status>$9.00</p>{}"
FORM = "<form method=post action=/gone><button>Delete order</button></form>"
RUN = 'await agent.run("Report the total of the order")'


@pytest.fixture
def shop(suite: Suite, site: Site) -> Site:
    """The site with the page."""
    site.page("/shop", PAGE.format(FORM))
    site.page("/gone", PAGE.format("Gone"))
    return site


def write(suite: Suite, site: Site, **changes: str) -> None:
    """Write the test: a model that deletes before it answers."""
    known = {
        "unasked": "warn",
        "status": "done",
        "replies": "[delete, answer, answer]",
        "url": site.url + "/shop",
        "more": "",
        "body": RUN,
    }
    suite.pytester.makepyfile(test_it=TEST.format(**{**known, **changes}))


def test_what_is_only_warned_of_stands_in_log_report_and_failure(suite: Suite, shop: Site) -> None:
    write(suite, shop, status="goal_not_met")
    result = suite.run(NO_PICTURES)
    result.stdout.fnmatch_lines(["*  unasked:  the goal does not ask to delete: click(*"])
    results = suite.pytester.path / "webagent-results"
    (log,), (page,) = results.glob("web_actions_*.jsonl"), results.glob("*/index.html")
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [each["unasked"] for each in lines][:2] == [True, False]
    html = page.read_text(encoding="utf-8")
    assert '<span class="tag unasked">unasked</span>' in html
    assert "Unasked: the goal does not ask to delete" in html
    assert "· 1 unasked" in html
    assert len(shop.asked("/gone")) == 1


def test_a_replay_does_what_was_recorded(suite: Suite, shop: Site) -> None:
    write(suite, shop, unasked="off")
    suite.run(NO_PICTURES, "--webagent-record=missing").assert_outcomes(passed=1)
    before = len(shop.asked("/gone"))
    write(suite, shop, unasked="deny", replies="[]")
    suite.run(NO_PICTURES, "--webagent-record=none").assert_outcomes(passed=1)
    assert len(shop.asked("/gone")) == before + 1


def test_a_test_s_own_call_is_no_order_of_a_page(suite: Suite, shop: Site) -> None:
    body = (
        'await agent.run("Report the total of the order")\n'
        '    done = await tool_registry.execute("click", description="the Delete order button")\n'
        "    assert done.error is None, done.error"
    )
    write(suite, shop, unasked="deny", replies="[answer, answer]", more=", tool_registry", body=body)
    suite.run(NO_PICTURES, "--webagent-record=off").assert_outcomes(passed=1)
    assert len(shop.asked("/gone")) == 1


def test_what_is_denied_blocks_a_run_that_finds_no_other_way(suite: Suite, shop: Site) -> None:
    write(suite, shop, unasked="deny", status="goal_not_met")
    result = suite.run(NO_PICTURES)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*blocked: click was not run: to submit a form*is not asked for: *"])
    assert shop.asked("/gone") == []
