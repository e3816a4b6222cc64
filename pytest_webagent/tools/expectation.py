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
    """Put the statement into predicates over the page. They are evaluated on the live page until all hold or the time is up.

    Args:
        predicates: What has to hold for the statement to be true, all of it; every number, name and quoted text of the
            statement has to be in them. Such as [{"op": "count", "within": 7, "role": "row", "relation": "=", "to":
            "2"}, {"op": "text", "elements": [12], "relation": "<", "to": "$20"}], or [{"op": "exists", "role":
            "button", "text": "Log out"}], or [{"op": "exists", "elements": [9], "state": "disabled"}].
        status: "stated", or "not_understood" if it is unclear what the statement says; then say why in `reasoning`.
    """
    if status == "stated" and not predicates:
        raise ToolError("predicates is empty: say by predicates over the page what the statement says")
    return "The check ends."


EXPECT = without(expect, "predicates", "step", "field")
"""The tool as a model is told of it: a statement is about the page as it is now."""
