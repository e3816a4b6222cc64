"""The tool that ends a run."""

from __future__ import annotations

from typing import Literal

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.base import tool


@tool(kind="control", during_dialog=True)
async def stop(answer: str, status: Literal["done", "goal_not_met", "not_understood"] = "done") -> str:
    """End the run and give the answer. Call it once the whole goal is reached, or when it cannot be.

    Args:
        answer: What the goal asks for, as the page shows it and without further words; where it asks for nothing,
            what was done. If the goal was not reached: what is in the way.
        status: "done" if the whole goal was reached; "goal_not_met" if the site does not let it be reached;
            "not_understood" if the goal itself is unclear or contradicts itself.
    """
    if not answer.strip():
        raise ToolError(
            "answer is empty: give what the goal asks for, or in a few words what was done or what is in the way"
        )
    return f"The run ends: {status}."


TOOLS = (stop,)
