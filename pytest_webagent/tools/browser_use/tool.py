"""The tool `browser_use`: one tool whose actions are the single tools of the browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools import tabs
from pytest_webagent.tools.browser_use import parts
from pytest_webagent.tools.browser_use.searching import search_and_open
from pytest_webagent.tools.browser_use.state import get_current_state as get_current_state
from pytest_webagent.tools.browser_use.state import whereabouts
from pytest_webagent.tools.gui import fields, keyboard, pointer, scrolling, selection, waiting
from pytest_webagent.tools.navigation import pages
from pytest_webagent.tools.wording import missing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.tools.base import Tool, ToolContext

Action: TypeAlias = Literal[
    "go_to_url",
    "click_element",
    "input_text",
    "scroll_down",
    "scroll_up",
    "scroll_to_text",
    "send_keys",
    "get_dropdown_options",
    "select_dropdown_option",
    "go_back",
    "refresh",
    "web_search",
    "wait",
    "extract_content",
    "switch_tab",
    "open_tab",
    "close_tab",
]


@dataclass(frozen=True, slots=True)
class _Way:
    """How an action is done: by which tool, and what its parameters are called there."""

    tool: Tool
    needs: Mapping[str, str] = field(default_factory=dict)
    """Parameters it must be given."""
    takes: Mapping[str, str] = field(default_factory=dict)
    """Parameters it may be given."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Arguments of the tool that are always the same."""
    moves: bool = False
    """Whether another page or tab is current afterwards."""


_INDEX: Final = {"index": "element_id"}
_THE_ELEMENT: Final = {"description": "the element with this index"}
WAYS: Final[Mapping[Action, _Way]] = {
    "go_to_url": _Way(pages.goto_url, {"url": "page_name"}, moves=True),
    "click_element": _Way(pointer.click, _INDEX, fixed=_THE_ELEMENT),
    "input_text": _Way(
        fields.type_text, {**_INDEX, "text": "text"}, fixed={"field_description": "the field with this index"}
    ),
    "scroll_down": _Way(
        parts.scroll_by, takes={"scroll_amount": "scroll_amount"}, fixed={"direction": "down"}
    ),
    "scroll_up": _Way(parts.scroll_by, takes={"scroll_amount": "scroll_amount"}, fixed={"direction": "up"}),
    "scroll_to_text": _Way(scrolling.scroll_to_text, {"text": "text"}),
    "send_keys": _Way(keyboard.press_key, {"keys": "key"}),
    "get_dropdown_options": _Way(parts.dropdown_options, _INDEX),
    "select_dropdown_option": _Way(selection.selection, {**_INDEX, "text": "text"}, fixed=_THE_ELEMENT),
    "go_back": _Way(pages.go_back, moves=True),
    "refresh": _Way(pages.refresh, moves=True),
    "web_search": _Way(search_and_open, {"query": "query"}, moves=True),
    "wait": _Way(waiting.wait, takes={"seconds": "seconds"}),
    "extract_content": _Way(parts.extract_content, {"goal": "goal"}),
    "switch_tab": _Way(tabs.switch_tab, {"tab_id": "number"}, moves=True),
    "open_tab": _Way(tabs.open_tab, {"url": "page_name"}, moves=True),
    "close_tab": _Way(tabs.close_tab, moves=True),
}
"""The way of each action. What it takes is that tool's, and so is what it refuses."""


class BrowserUse:
    """The actions of browser_use, as one tool. It holds no state: the browser is the session's."""

    name = "browser_use"
    risk = "LOW"
    up_to = "HIGH"

    async def execute(
        self,
        context: ToolContext,
        action: Action,
        url: str | None = None,
        index: Annotated[int, Field(ge=1)] | None = None,
        text: str | None = None,
        scroll_amount: int | None = None,
        tab_id: Annotated[int, Field(ge=1)] | None = None,
        query: str | None = None,
        goal: str | None = None,
        keys: str | None = None,
        seconds: int | None = None,
    ) -> ToolResult:
        """Do one action in the browser; each action needs the parameters that name it.

        Args:
            action: What to do.
            url: For go_to_url, open_tab: an address, a path, or the name of a configured page.
            index: For click_element, input_text, get_dropdown_options, select_dropdown_option: number of the element
                in the newest observation.
            text: For input_text: the whole new content of the field. For scroll_to_text: a text of the page. For
                select_dropdown_option: the option as it is written.
            scroll_amount: For scroll_down, scroll_up: how many pixels; most of a screen unless given.
            tab_id: For switch_tab: number of the tab; they count from 1.
            query: For web_search, which also opens the first result.
            goal: For extract_content: what to take from the page.
            keys: For send_keys: a key or chord, such as "Enter" or "Control+A".
            seconds: For wait; 2 unless given.
        """
        given = {
            "url": url,
            "index": index,
            "text": text,
            "scroll_amount": scroll_amount,
            "tab_id": tab_id,
            "query": query,
            "goal": goal,
            "keys": keys,
            "seconds": seconds,
        }
        way = WAYS[action]
        arguments = _arguments(action, way, given)
        policy, single = context.permissions.config, way.tool
        if single.name in policy.disabled_tools or not policy.get_tool_config(single.name).enabled:
            policy.check_enabled(single.name)
        policy.check_needs(self.name, frozenset(single.traits.needs))
        if single.traits.up_to is None:
            context.about_to(single.traits.least, f"do {action}")
        result = await single.run(context, arguments)
        where = await whereabouts(context) if way.moves and context.session.dialog is None else ""
        return result + ToolResult(output=where) if where else result


def _arguments(action: Action, way: _Way, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of the single tool.

    Raises:
        ToolError: a parameter of the action is missing, or one is given that it does not take.
    """
    wanted = {**way.needs, **way.takes}
    problems = [missing(name) for name in way.needs if given[name] is None]
    problems += [
        f"{name!r} is no parameter of it"
        for name, value in given.items()
        if name not in wanted and value not in (None, "")
    ]
    if problems:
        takes = ", ".join((*way.needs, *(f"{name} (optional)" for name in way.takes))) or "no parameters"
        raise ToolError(f"{action} was not done: {'; '.join(problems)}. It takes {takes}")
    arguments = {argument: given[name] for name, argument in wanted.items() if given[name] is not None}
    try:
        return way.tool.check({**way.fixed, **arguments})
    except ToolError as error:
        problem = str(error).removeprefix(f"{way.tool.name} was not run").partition(". It takes")[0]
        raise ToolError(f"{action} was not done{problem}") from None


TOOLS = (BrowserUse,)
