"""What calls of the vocabularies `browser_use` and ``web_*`` are in terms of the single tools.

The actions of `browser_use` are done as this table says. Whoever judges a run, or looks whether it goes in circles, need
know the single tools only.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.messages import ToolCall


@dataclass(frozen=True, slots=True)
class Way:
    """The single tool a call comes to, and what the parameters are called there."""

    tool: str
    needs: Mapping[str, str] = field(default_factory=dict)
    """Parameters it must be given."""
    takes: Mapping[str, str] = field(default_factory=dict)
    """Parameters it may be given."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Arguments of the tool that are always the same."""
    looks: bool = False
    """Whether it only looks, though other calls of the same name act."""
    moves: bool = False
    """Whether another page or tab is current afterwards."""


_INDEX: Final = {"index": "element_id"}
_THE_ELEMENT: Final = {"description": "the element with this index"}
_THE_FIELD: Final = {"field_description": "the field with this index"}
_AMOUNT: Final = {"scroll_amount": "scroll_amount"}
BROWSER_USE: Final[Mapping[str, Way]] = {
    "go_to_url": Way("goto_url", {"url": "page_name"}, moves=True),
    "click_element": Way("click", _INDEX, fixed=_THE_ELEMENT),
    "input_text": Way("type", {**_INDEX, "text": "text"}, fixed=_THE_FIELD),
    "scroll_down": Way("scroll", takes=_AMOUNT, fixed={"direction": "down"}),
    "scroll_up": Way("scroll", takes=_AMOUNT, fixed={"direction": "up"}),
    "scroll_to_text": Way("scroll_to_text", {"text": "text"}),
    "send_keys": Way("press_key", {"keys": "key"}),
    "get_dropdown_options": Way("dropdown_options", _INDEX, looks=True),
    "select_dropdown_option": Way("selection", {**_INDEX, "text": "text"}, fixed=_THE_ELEMENT),
    "go_back": Way("go_back", moves=True),
    "refresh": Way("refresh", moves=True),
    "web_search": Way("web_search", {"query": "query"}, looks=True, moves=True),
    "wait": Way("wait", takes={"seconds": "seconds"}, looks=True),
    "extract_content": Way("extract_content", {"goal": "goal"}, looks=True),
    "switch_tab": Way("switch_tab", {"tab_id": "number"}, moves=True),
    "open_tab": Way("open_tab", {"url": "page_name"}, moves=True),
    "close_tab": Way("close_tab", moves=True),
}
"""By the actions of `browser_use`."""
_WEB: Final[Mapping[str, Way]] = {
    "web_inspect": Way("goto_url", {"url": "page_name"}, looks=True),
    "web_navigate": Way("goto_url", {"url": "page_name"}),
    "web_click": Way("click", {"selector_or_text": "description"}),
    "web_fill": Way("type", {"field_hint": "field_description", "value": "text"}),
    "web_submit_form": Way("click"),
    "web_browser_stop": Way("close_tab"),
}


def way_of(call: ToolCall) -> Way | None:
    """The way of a call of these vocabularies; None for any other, and for one that nobody could do."""
    if call.name == "browser_use":
        return BROWSER_USE.get(str(call.arguments.get("action")))
    return _WEB.get(call.name)


def single(call: ToolCall) -> ToolCall:
    """The call of a single tool that a call comes to; itself, if it is one of those."""
    way = way_of(call)
    if way is None:
        return call
    names = {**way.needs, **way.takes}
    given = {
        names[name]: value for name, value in call.arguments.items() if name in names and value is not None
    }
    return replace(call, name=way.tool, arguments={**way.fixed, **given})
