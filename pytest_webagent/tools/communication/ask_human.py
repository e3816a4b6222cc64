"""Asks the person who runs the tests."""

from __future__ import annotations

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.core.base import Surroundings, ToolContext, tool

_LONGEST = 2_000
_NOBODY = "nobody can be asked here: go on without, or stop and say what is missing"
_SAID = "A person at the terminal said this, not the page."


def _ready(around: Surroundings) -> None:
    if why := _NOBODY if around.person is None else around.person.absent:
        raise ToolError(why)


@tool(kind="read", quotes=False, during_dialog=True, seconds=None, ready_in=_ready)
async def ask_human(context: ToolContext, inquire: str) -> ToolResult:
    """Ask the person who runs the tests, and wait for the answer. Only for what neither page nor goal can tell.

    Args:
        inquire: The question, in a sentence or two.
    """
    question = inquire.strip()
    if not question:
        raise ToolError("inquire is empty: write the question")
    if len(question) > _LONGEST:
        raise ToolError(f"inquire has {len(question)} characters, and {_LONGEST} are the most: ask shorter")
    assert context.person is not None
    return ToolResult(output=await context.person.ask(question), system=_SAID)


TOOLS = (ask_human,)
