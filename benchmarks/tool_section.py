"""Tokens of the tool section of a request: for the tools every agent has, for each toolset, and for all.

Counted as in `prompt_cost.py`: characters / 4 of names, descriptions and schemas. Nothing is started for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_cost import CHARACTERS_PER_TOKEN, written
from pytest_webagent.tools import finish
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.toolsets import DEFAULT, TOOLSETS, tools_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.messages import ToolSpec

ENDS = ToolRegistry(finish.TOOLS).specs()


def tokens(tools: Sequence[ToolSpec]) -> int:
    """What tools cost in each request of a run."""
    return len(written(tools, ())) // CHARACTERS_PER_TOKEN


def row(name: str, tools: Sequence[ToolSpec], remark: str = "") -> str:
    """A line of the table."""
    dearest = max(tools, key=lambda tool: tokens([tool]))
    return (
        f"| {name} | {len(tools)} | {tokens(tools):,} | {dearest.name} ({tokens([dearest]):,}) | {remark} |"
    )


def main() -> None:
    """Print the table."""
    print("Tokens are characters / 4. With the default tools a request carries only the first line's.\n")
    print("| toolset | tools | tokens | dearest of them | |\n| --- | ---: | ---: | --- | --- |")
    print(row("**default**", tools_of([DEFAULT]).specs(), "all of a request without further toolsets"))
    ends = {tool.name for tool in ENDS}
    for each in TOOLSETS:
        own = [tool for tool in tools_of([each.name]).specs() if tool.name not in ends]
        print(row(each.name, own, "in default" if each.default else ""))
    print(row("what ends a run", ENDS, "in every request"))
    print(row("**all**", tools_of([each.name for each in TOOLSETS]).specs()))


if __name__ == "__main__":
    main()
