"""A goal written down as a test."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.command.command_line import Order
    from pytest_webagent.trajectory import Kind

_BODIES: Final[Mapping[Kind, str]] = {
    "run": "    result = await agent.run({text})\n    assert result.answer == {answer}\n",
    "check": "    await agent.check({text})\n",
    "get": "    assert await agent.get({text}) == {answer}\n",
}


def source(order: Order, answer: str, name: str) -> str:
    """The text of a file with one test, whose name is made of `name`, and which expects the answer that was given."""
    marker = ", ".join(f"{argument}={_literal(value)}" for argument, value in order.marker.items())
    function = re.sub(r"\W+", "_", name if name.startswith("test") else f"test_{name}")
    body = _BODIES[order.kind].format(text=_literal(order.text), answer=_literal(answer))
    return f"import pytest\n\n\n@pytest.mark.webagent({marker})\nasync def {function}(agent):\n{body}"


def _literal(value: Any) -> str:
    # In double quotes, as formatters write them.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
