"""Which tools there are: families, each of which a test can ask for by name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.errors import ConfigError
from pytest_webagent.tools import finish
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.core.wording import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.tools.core.base import Tool


class Toolset(NamedTuple):
    """A family of tools."""

    name: str
    help: str
    modules: tuple[str, ...]
    """In `pytest_webagent.tools`; each has its tools in ``TOOLS``."""
    default: bool = False
    """Whether every agent has them unless a test says otherwise."""


TOOLSETS: Final = (
    Toolset(
        "gui",
        "mouse, keyboard, fields, lists, uploads, scrolling, dialogs",
        (
            "gui.pointer",
            "gui.text_fields",
            "gui.list_selection",
            "gui.choices",
            "gui.upload_tool",
            "gui.keyboard",
            "gui.scrolling",
            "gui.waiting",
            "gui.dialog_tools",
        ),
        default=True,
    ),
    Toolset("navigation", "opening pages, going back, loading again", ("navigation.pages",), default=True),
    Toolset("tabs", "opening, switching and closing tabs", ("tabs.tab_tools",), default=True),
    Toolset(
        "analysis",
        "the page as Markdown, its pictures, its content in answer to a question, maps",
        ("analysis.page_parser", "analysis.images", "analysis.content", "analysis.maps"),
    ),
    Toolset("search", "searching the web", ("search.web_search",)),
    Toolset(
        "files",
        "reading, writing, editing, copying, moving and deleting files of the workspace",
        ("files.plain", "files.editor", "files.file_moves"),
    ),
    Toolset("code", "running Python and shell commands in a sandbox", ("code.python", "code.shell")),
    Toolset(
        "data",
        "SQL over files, CSV, JSON, charts",
        ("data.process", "data.csv_files", "data.json_files", "data.chart"),
    ),
    Toolset("web_api", "HTTP calls, pages as Markdown", ("web_api.api_call", "web_api.crawl")),
    Toolset("network", "answering requests in place of the server", ("network.mock_request",)),
    Toolset(
        "communication",
        "asking a person, sending a message, giving up",
        ("communication.ask_human", "communication.notify", "communication.terminate"),
    ),
    Toolset("mcp", "tools of MCP servers", ("mcp.client",)),
    Toolset("github", "issues, pull requests, files and workflow runs", ("github.repository",)),
    Toolset("database", "SQL on a configured database", ("database.sql",)),
    Toolset("planning", "a plan of the agent's own, workflows", ("planning.plan", "planning.workflow")),
    Toolset("browser_use", "one tool with the actions of browser_use", ("browser_use.tool",)),
    Toolset("web", "the web_* tools", ("web.web_views", "web.web_actions", "web.web_session")),
)
DEFAULT: Final = "default"
"""Stands for the toolsets every agent has, in a list of toolsets."""
READING: Final = "analysis.page_parser"
"""The module of the tool that reads a whole page; every agent has it where its library is installed."""
_READS_WITH: Final = "crawl4ai"
_LOOKING: Final = frozenset({"scroll", "scroll_to_text"})


def tools_of(names: Iterable[str]) -> ToolRegistry:
    """A registry with the toolsets and tools of these names, and those that end a run; it is the caller's own.

    A name is that of a toolset or of a single tool; ``default`` stands for the toolsets every agent has.

    Raises:
        ConfigError: there is no toolset and no tool of a name.
    """
    registry = ToolRegistry()
    for item in (*(each for name in names for each in _named(name)), *finish.TOOLS):
        if _name(item) not in registry:
            registry.add(item)
    return registry


def default_registry() -> ToolRegistry:
    """A registry with the tools every agent has; it is the caller's own."""
    return tools_of((DEFAULT,))


def mistaken(names: Iterable[str]) -> tuple[str, ...]:
    """What to say of names of tools that are none of ours, but so near to one that it is likely a slip of the pen."""
    ours = {_name(item) for item in every_tool()}
    unknown = [name for name in dict.fromkeys(names) if name not in ours]
    families = {each.name: ", ".join(map(_name, _tools(each.modules))) for each in TOOLSETS}
    return tuple(
        f"there is no tool {name!r}"
        + (
            f": that is a toolset, whose tools are {families[name]}"
            if name in families
            else nearest(name, ours)
        )
        for name in unknown
        if name in families or nearest(name, ours)
    )


def looking(registry: ToolRegistry, *ends: Tool) -> ToolRegistry:
    """A view of a registry: those tools that leave the application as it is, and `ends`, that end a run."""
    return registry.changed(
        lambda item: item if item.kind == "read" or item.name in _LOOKING else None, *ends
    )


def _named(name: str) -> Iterator[Tool | type]:
    if name == DEFAULT:
        for each in TOOLSETS:
            if each.default:
                yield from _tools(each.modules)
        if find_spec(_READS_WITH) is not None:
            yield from _tools((READING,))
        return
    found = next((each for each in TOOLSETS if each.name == name), None)
    if found is not None:
        yield from _tools(found.modules)
        return
    single = next((item for item in every_tool() if _name(item) == name), None)
    if single is None:
        known = [DEFAULT, *(each.name for each in TOOLSETS)]
        raise ConfigError(
            f"there is no toolset and no tool {name!r}{nearest(name, [*known, *map(_name, every_tool())])}. "
            f"The toolsets are: {', '.join(known)}"
        )
    yield single


def every_tool() -> Iterator[Tool | type]:
    """All tools of all toolsets."""
    for each in TOOLSETS:
        yield from _tools(each.modules)


def _tools(modules: Iterable[str]) -> Iterator[Tool | type]:
    for module in modules:
        yield from import_module(f"{__package__}.{module}").TOOLS


def _name(item: Tool | type) -> str:
    return str(item.name)  # type: ignore[union-attr]  # a class of a tool has its name as an attribute
