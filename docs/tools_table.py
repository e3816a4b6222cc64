"""Writes the table of all tools into docs/tools.md, from the registry. A test compares the two: run `make docs`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.toolsets import TOOLSETS, default_registry, tools_of

if TYPE_CHECKING:
    from pytest_webagent.tools.core.base import Tool

PAGE = Path(__file__).with_name("tools.md")
BEGIN, END = "<!-- table of tools: written by docs/tools_table.py -->", "<!-- end of the table -->"

COMEM, REACT, OPENMANUS, BUDDY = "CoMEM-Agent", "ReAct agent", "OpenManus", "Buddy"
FROM = {
    **dict.fromkeys(("click", "type", "scroll", "wait", "stop"), f"{COMEM}, {REACT}"),
    **dict.fromkeys(
        (
            "selection",
            "press_key",
            "go_back",
            "goto_url",
            "page_parser",
            "image_checker",
            "content_analyzer",
            "map_search",
            "goto_homepage",
            "google_web_search",
        ),
        COMEM,
    ),
    **dict.fromkeys(
        (
            "web_search",
            "python_execute",
            "bash",
            "file_read",
            "file_write",
            "str_replace_editor",
            "browser_use",
            "crawl",
            "api_call",
            "chart_visualization",
            "data_process",
            "csv_tool",
            "json_tool",
            "ask_human",
            "terminate",
            "notify",
            "mcp_client",
            "github",
            "database",
            "planning",
            "workflow",
        ),
        OPENMANUS,
    ),
}
"""Which vocabulary a tool is compatible with; those of no other are this project's own."""

EXTRAS = {
    "page_parser": "crawl",
    "content_analyzer": "crawl, vision",
    "image_checker": "vision",
    "crawl": "crawl",
    "browser_use": "crawl for extract_content, tools for web_search",
    **dict.fromkeys(
        (
            "google_web_search",
            "web_search",
            "data_process",
            "csv_tool",
            "json_tool",
            "chart_visualization",
            "notify",
            "mcp_client",
            "github",
            "database",
        ),
        "tools",
    ),
    "api_call": "tools for json_path",
}
"""What has to be installed beside the package for all a tool can do."""


def table() -> str:
    """The table, as Markdown."""
    default = default_registry()
    rows = [
        "| toolset | tool | parameters | risk | on by default | extra | vocabulary |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for toolset in TOOLSETS:
        rows += [
            _row(toolset.name, item, on=item.name in default)
            for item in tools_of((toolset.name,))
            if item.name != "stop"
        ]
    rows.append(_row("always", default.get("stop"), on=True))
    return "\n".join(rows)


def _row(toolset: str, item: Tool, *, on: bool) -> str:
    required = item.parameters["required"]
    parameters = [
        f"`{name}`" if name in required else f"`{name}`?"
        for name in item.spec.parameters["properties"]
        if name != "reasoning"
    ]
    least, most = item.traits.least, item.traits.up_to or item.traits.least
    risk = least if least == most else f"{least} to {most}"
    if item.traits.gated:
        risk += ", HIGH is gated"
    if item.traits.dangerous:
        risk += ", dangerous"
    vocabulary = BUDDY if item.name.startswith("web_") and toolset == "web" else FROM.get(item.name, "")
    cells = (
        f"`{toolset}`",
        f"`{item.name}`",
        ", ".join(parameters) or "none",
        risk,
        "yes" if on else "no",
        EXTRAS.get(item.name, ""),
        vocabulary or "own",
    )
    return f"| {' | '.join(cells)} |"


def written(page: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.partition(END)[2]}"


def names() -> set[str]:
    """The names of all tools in the table."""
    return {item.name for each in TOOLSETS for item in ToolRegistry(tools_of((each.name,)))}


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
