"""The tools every agent has unless a test takes some away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.tools import finish, tabs
from pytest_webagent.tools.gui import (
    choices,
    dialogs,
    fields,
    keyboard,
    pointer,
    scrolling,
    selection,
    uploads,
    waiting,
)
from pytest_webagent.tools.navigation import pages as moving
from pytest_webagent.tools.registry import ToolRegistry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.config import NamedPage
    from pytest_webagent.tools.base import Tool

TOOLS = (
    *pointer.TOOLS,
    *fields.TOOLS,
    *selection.TOOLS,
    *choices.TOOLS,
    *uploads.TOOLS,
    *keyboard.TOOLS,
    *scrolling.TOOLS,
    *waiting.TOOLS,
    *moving.TOOLS,
    *tabs.TOOLS,
    *dialogs.TOOLS,
    *finish.TOOLS,
)


_SCROLLING = frozenset(item.name for item in scrolling.TOOLS)


def looking(registry: ToolRegistry, *ends: Tool) -> ToolRegistry:
    """A registry with those tools that leave the application as it is, and those that end a run."""
    kept = (item for item in registry if item.kind == "read" or item.name in _SCROLLING)
    return ToolRegistry((*kept, *ends))


def default_registry(pages: Iterable[NamedPage] = ()) -> ToolRegistry:
    """A registry with all default tools; it is the caller's own. A model is told the names of `pages`."""
    names = ", ".join(repr(page.name) for page in pages)
    told = {"goto_url", "open_tab"} if names else set()
    return ToolRegistry(
        replace(item, description=f"{item.description} The configured pages are: {names}.")
        if item.name in told
        else item
        for item in TOOLS
    )
