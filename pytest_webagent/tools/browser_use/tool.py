"""The tool `browser_use`: one tool whose actions are the single tools of the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.browser_use import own_actions
from pytest_webagent.tools.browser_use.browser_state import get_current_state as get_current_state
from pytest_webagent.tools.browser_use.browser_state import whereabouts
from pytest_webagent.tools.browser_use.searching import search_and_open
from pytest_webagent.tools.core.equivalents import BROWSER_USE
from pytest_webagent.tools.core.wording import missing
from pytest_webagent.tools.gui import keyboard, list_selection, pointer, scrolling, text_fields, waiting
from pytest_webagent.tools.navigation import pages
from pytest_webagent.tools.tabs import tab_tools

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.tools.core.base import Tool, ToolContext
    from pytest_webagent.tools.core.equivalents import Way

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


_TOOLS: Final[Mapping[str, Tool]] = {
    single.name: single
    for single in (
        pages.goto_url,
        pages.go_back,
        pages.refresh,
        pointer.click,
        text_fields.type_text,
        keyboard.press_key,
        scrolling.scroll_to_text,
        list_selection.selection,
        waiting.wait,
        tab_tools.open_tab,
        tab_tools.switch_tab,
        tab_tools.close_tab,
        own_actions.scroll,
        own_actions.dropdown_options,
        own_actions.extract_content,
        search_and_open,
    )
}
"""What the actions are done by."""


class BrowserUse:
    """The actions of browser_use, as one tool. It holds no state: the browser is the session's."""

    name = "browser_use"
    risk = "LOW"
    up_to = "HIGH"
    quotes = True
    configured = ("base64_image",)
    takes_secrets = ("text",)

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
        base64_image: bool = False,
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
            base64_image: Whether the result has the picture of the page after the action, too.
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
        way = BROWSER_USE[action]
        single, policy = _TOOLS[way.tool], context.permissions.config
        if way.tool == text_fields.type_text.name:
            # Until the field is known, what is meant for it may be a password.
            context.call.secret = ("text",)
        arguments = _arguments(action, way, given)
        if single.name in policy.disabled_tools or not policy.get_tool_config(single.name).enabled:
            policy.check_enabled(single.name)
        policy.check_needs(self.name, frozenset(single.traits.needs))
        if single.traits.up_to is None:
            context.about_to(single.traits.least, f"do {action}")
        result = await single.run(context, arguments)
        if context.session.dialog is not None:
            return result
        where = await whereabouts(context) if way.moves else ""
        picture = await context.session.picture() if base64_image else None
        return result + ToolResult(output=where or None, base64_image=picture.base64 if picture else None)


def _arguments(action: Action, way: Way, given: Mapping[str, Any]) -> dict[str, Any]:
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
        return _TOOLS[way.tool].check({**way.fixed, **arguments})
    except ToolError as error:
        problem = str(error).removeprefix(f"{way.tool} was not run").partition(". It takes")[0]
        raise ToolError(f"{action} was not done{problem}") from None


TOOLS = (BrowserUse,)
