"""Ends a run without an answer, which is never a pass: only ``stop`` gives an answer that can be worked out again."""

from __future__ import annotations

from typing import Literal, NoReturn

from pytest_webagent.errors import Inconclusive
from pytest_webagent.tools.core.base import tool


@tool(kind="control", during_dialog=True)
async def terminate(status: Literal["success", "failure"], reasoning: str = "") -> NoReturn:
    """Give up: end the run without an answer. Whoever has reached the goal calls stop with the answer instead.

    Args:
        status: "success" if the goal seems reached but there is no answer to give; "failure" if you cannot go on.
    """
    why = f": {' '.join(reasoning.split())}" if reasoning.strip() else ""
    if status == "failure":
        raise Inconclusive(f"the agent gave up{why}")
    error = Inconclusive(f"the agent ended the run as a success without an answer, which shows nothing{why}")
    error.status = "unverified"
    raise error


TOOLS = (terminate,)
