"""The tool that puts a statement into predicates, which code then evaluates."""

from __future__ import annotations

from typing import Literal

from pytest_webagent.claims.derivation import Derivation  # noqa: TC001 - the schema is made from it
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import tool
from pytest_webagent.tools.finish import without


@tool(kind="control", during_dialog=True)
async def expect(
    predicates: tuple[Derivation, ...] = (),
    status: Literal["stated", "not_understood"] = "stated",
) -> str:
    """Put the statement into predicates, evaluated until all hold or time is up.

    Args:
        predicates: All that has to hold, with each number, name and quoted text of the statement:
            [{"op":"text","elements":[12],"relation":"<","to":"$20"},
            {"op":"exists","role":"button","text":"Log out","state":"disabled"}].
        status: "not_understood" if unclear; say why in reasoning.
    """
    if status == "stated" and not predicates:
        raise ToolError("predicates is empty: say by predicates over the page what the statement says")
    return "The check ends."


EXPECT = without(expect, "predicates", "step", "field", "result")
"""The tool as a model is told of it: a statement is about the page as it is now."""
