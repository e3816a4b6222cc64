"""`--webagent-vision` as a user meets it: what is sent, and what the summary says of a model that takes no images."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
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


@pytest.mark.parametrize(
    ("vision", "outcomes", "pictures", "told"),
    [
        ("auto", {"passed": 2, "warnings": 1}, 1, "it takes no images; no screenshots are sent from here on"),
        ("off", {"passed": 2}, 0, ""),
        ("on", {"failed": 2}, 2, "The setting webagent_vision=on asks for it: set it to auto."),
    ],
)
def test_a_model_that_takes_no_images_is_told_of_once_and_never_silently(
    suite: Suite,
    model_server: ModelServer,
    vision: str,
    outcomes: dict[str, int],
    pictures: int,
    told: str,
):
    model_server.rule(refuses_images)
    model_server.rule(replies)
    suite.pytester.makeconftest("")
    suite.write(test_it=TESTS)
    result = suite.run(
        "--webagent-model=small",
        f"--webagent-model-url={model_server.url}",
        f"--webagent-vision={vision}",
        "--asyncio-mode=auto",
    )
    result.assert_outcomes(**outcomes)
    assert sum("data:image" in json.dumps(asked.messages) for asked in model_server.asked) == pictures
    if vision == "auto":
        summary = result.stdout.str().partition("warnings summary")[2]
        assert summary.count(told) == 1
        assert "With webagent_vision=off none is tried" in summary
    else:
        assert told in result.stdout.str()
