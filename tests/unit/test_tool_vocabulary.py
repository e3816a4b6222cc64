"""What calls of other vocabularies are in terms of the single tools."""

import pytest
from tool_contract import BUDDY

from pytest_webagent.messages import ToolCall
from pytest_webagent.tools.core.equivalents import BROWSER_USE, single, way_of
from pytest_webagent.tools.toolsets import tools_of

WHY = {"reasoning": "x"}


@pytest.mark.parametrize(
    ("name", "arguments", "comes_to", "given"),
    [
        ("browser_use", {"action": "go_to_url", "url": "/a"}, "goto_url", {"page_name": "/a"}),
        (
            "browser_use",
            {"action": "click_element", "index": 3},
            "click",
            {"element_id": 3, "description": "the element with this index"},
        ),
        ("browser_use", {"action": "scroll_up", "scroll_amount": None}, "scroll", {"direction": "up"}),
        ("browser_use", {"action": "fly"}, "browser_use", {"action": "fly"}),
        ("browser_use", {}, "browser_use", {}),
        (
            "web_fill",
            {"field_hint": "Name", "value": "Ann"},
            "type",
            {"field_description": "Name", "text": "Ann"},
        ),
        ("web_click", {"selector_or_text": "Save", "tag": "a"}, "click", {"description": "Save"}),
        ("click", {"element_id": "3"}, "click", {"element_id": "3"}),
    ],
)
def test_a_call_is_told_as_the_single_tools_call(name, arguments, comes_to, given):
    assert single(ToolCall(name, arguments, "id1")) == ToolCall(comes_to, given, "id1")


def test_each_action_comes_to_a_tool_that_takes_what_it_is_given():
    registry = tools_of(("default", "web_search"))
    own = {"dropdown_options", "extract_content"}
    for action, way in BROWSER_USE.items():
        if way.tool in own:
            continue
        known = registry.get(way.tool).parameters["properties"]
        given = {*way.needs.values(), *way.takes.values(), *way.fixed} - {"scroll_amount"}
        assert given <= {*known}, action


def test_every_web_tool_that_acts_has_a_way():
    registry = tools_of(("web",))
    acting = {spec.name for spec in BUDDY if registry.get(spec.name).kind == "action"}
    assert acting == {spec.name for spec in BUDDY if way_of(ToolCall(spec.name, WHY)) is not None}
