"""`--webagent-vision` as a user meets it: what is sent, and what the summary says of a model that takes no images."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from model_server import calls, refuses_images, wants

if TYPE_CHECKING:
    from collections.abc import Mapping

    from model_server import Answer, ModelServer

    from tests.plugin.conftest import Suite

TESTS = """
import pytest

pytestmark = pytest.mark.webagent(start_url=URL)

@pytest.mark.parametrize("number", ["first", "second"])
async def test_it(agent, number):
    result = await agent.run("Report the number")
    assert result.answer == "0"
"""


def replies(body: Mapping[str, Any]) -> Answer:
    """Report what the status on the page says."""
    number = re.findall(r"\[(\d+)\] status", json.dumps(body["messages"]))[-1]
    evidence = [{"op": "text", "elements": [int(number)]}]
    return calls(
        wants("stop", {"answer": "0", "evidence": evidence, "status": "done", "reasoning": "It shows."})
    )


def test_a_model_that_takes_no_images_is_told_of_once_in_the_summary(suite: Suite, model_server: ModelServer):
    model_server.rule(refuses_images)
    model_server.rule(replies)
    suite.pytester.makeconftest("")
    suite.write(test_it=TESTS)
    result = suite.run(
        "--webagent-model=small", f"--webagent-model-url={model_server.url}", "--asyncio-mode=auto"
    )
    result.assert_outcomes(passed=2, warnings=1)
    assert sum("data:image" in json.dumps(asked.messages) for asked in model_server.asked) == 1
    summary = result.stdout.str().partition("warnings summary")[2]
    assert summary.count("it takes no images; no screenshots are sent from here on") == 1
    assert "With webagent_vision=off none is tried" in summary
