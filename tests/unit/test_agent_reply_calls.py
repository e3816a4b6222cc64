"""The calls of a reply, as a run makes them."""

from __future__ import annotations

from pytest_webagent.agent.fence import Fence
from pytest_webagent.agent.reply_calls import identified
from pytest_webagent.messages import ToolCall
from pytest_webagent.ports import ModelResponse


def test_what_a_model_copies_from_the_page_is_what_the_page_says() -> None:
    shown = Fence().wrap_page("<div>").splitlines()[1]
    assert shown != "<div>"
    copied = {"text": shown, "evidence": [{"op": "exists", "text": shown}], "times": 2}
    (call,) = identified(1, ModelResponse(tool_calls=(ToolCall("wait", copied),)))
    assert call.arguments == {"text": "<div>", "evidence": [{"op": "exists", "text": "<div>"}], "times": 2}
