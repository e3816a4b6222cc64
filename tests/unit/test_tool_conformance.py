"""What holds for every tool there is, however it is written."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_webagent.config import Settings
from pytest_webagent.errors import Inconclusive, ToolError
from pytest_webagent.messages import ToolCall
from pytest_webagent.policy.origins import AllowedOrigins
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.secrets import Vault
from pytest_webagent.policy.security import ResourceLimits, ToolConfig, ToolSettings
from pytest_webagent.tools import finish
from pytest_webagent.tools.core.base import Tool, ToolContext
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.gui.keys import NAMES, chord
from pytest_webagent.tools.gui.option_matching import Option, chosen
from pytest_webagent.tools.toolsets import default_registry, every_tool

PARAMETERS = {
    "click": "description element_id? coords? double?",
    "hover": "description element_id? coords?",
    "drag": "description to_description element_id? coords? to_element_id? to_coords?",
    "type": "text field_description element_id? coords? submit?",
    "clear": "description element_id? coords?",
    "selection": "text description element_id? coords?",
    "check": "description element_id? coords?",
    "uncheck": "description element_id? coords?",
    "upload_file": "description path element_id? coords?",
    "press_key": "key element_id?",
    "scroll": "direction element_id? coords?",
    "scroll_to_text": "text",
    "wait": "seconds? text? description? selector?",
    "goto_url": "page_name",
    "go_back": "",
    "refresh": "",
    "open_tab": "page_name",
    "switch_tab": "number",
    "close_tab": "",
    "accept_dialog": "text?",
    "dismiss_dialog": "",
    "page_parser": "query?",
    "stop": "answer status? evidence?",
}
EVERY = ToolRegistry((*every_tool(), *finish.TOOLS))
each_tool = pytest.mark.parametrize("tool", tuple(EVERY), ids=lambda tool: tool.name)
FREE = ToolConfig(allow_dangerous_tools=True)


class Untouchable:
    """A session that a call with bad arguments must not get to."""

    dialog = None
    origins = AllowedOrigins()

    @property
    def page(self) -> Any:
        raise AssertionError("the page was touched")


class Silent:
    """Whatever it is asked for, it does not answer."""

    def __getattr__(self, name: str) -> "Silent":
        if name.startswith("__"):
            raise AttributeError(name)
        return Silent()

    def __call__(self, *_: object, **__: object) -> "Silent":
        return Silent()

    def __iter__(self) -> Iterator[object]:
        return iter(())

    def __await__(self) -> Any:
        return asyncio.Event().wait().__await__()


class SilentSession(Silent):
    dialog = None
    vault = Vault()


def context(session: Any, folder: Path, config: ToolConfig = FREE) -> ToolContext:
    # Nobody listens there: no test searches the real web.
    settings = Settings(output=str(folder), search_url="http://127.0.0.1:9/", search_engines=("google",))
    permissions = Permissions.of(settings, config)
    return ToolContext(
        session=session, settings=settings, permissions=permissions, opened="http://localhost/"
    )


@pytest.fixture
def nowhere(tmp_path: Path) -> ToolContext:
    return context(Untouchable(), tmp_path)


def example(schema: Any) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    kinds = {"string": "x", "integer": 1, "number": 1, "boolean": True, "object": {"x": [1]}, "array": []}
    return kinds[schema["type"]]


def arguments(tool: Tool) -> dict[str, Any]:
    return {name: example(tool.parameters["properties"][name]) for name in tool.parameters["required"]}


def test_the_default_tools_are_these_with_these_parameters():
    found = {}
    for tool in default_registry().specs():
        names = [name for name in tool.parameters["properties"] if name != "reasoning"]
        required = tool.parameters["required"]
        found[tool.name] = " ".join(name if name in required else name + "?" for name in names)
    assert found == PARAMETERS


def assert_plain(part: dict[str, Any], name: str) -> None:
    """Every server takes it: no references, no choice of types, and objects of lists have known fields only."""
    assert part["type"] in ("string", "integer", "number", "boolean", "array", "object"), name
    known = {"type", "description", "enum", "default", "minimum", "maximum"}
    if part["type"] == "array":
        assert_plain(part["items"], name)
        known.add("items")
    if part["type"] == "object":
        known |= {"properties", "required", "additionalProperties"}
        # An object either has known fields only, or is free: the rows of a chart, the arguments of another's tool.
        free = part["additionalProperties"]
        assert free is False if "properties" in part else free in (True, {"type": "string"}), name
        for inner, field in part.get("properties", {}).items():
            assert_plain(field, f"{name}.{inner}")
    assert not set(part) - known, name


@each_tool
def test_the_schema_is_plain_and_closed(tool: Tool):
    schema = tool.parameters
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert "reasoning" in schema["required"]
    assert set(schema["required"]) <= set(schema["properties"])
    for name, part in schema["properties"].items():
        assert len(part["description"]) > 5, name
        assert_plain(part, name)
    assert json.loads(json.dumps(schema)) == schema


@each_tool
def test_the_description_is_of_one_or_more_sentences(tool: Tool):
    assert tool.description.endswith(".")
    assert len(tool.description.split()) >= 3
    assert "``" not in tool.description


@each_tool
async def test_an_unknown_argument_is_refused_before_the_page_is_touched(tool: Tool, nowhere: ToolContext):
    call = ToolCall(tool.name, {**arguments(tool), "colour": "red"})
    result = await EVERY.call(call, nowhere)
    assert result.error is not None
    assert "there is no argument 'colour'" in result.error


@each_tool
async def test_a_missing_argument_is_refused_before_the_page_is_touched(tool: Tool, nowhere: ToolContext):
    for name in tool.parameters["required"]:
        given = {key: value for key, value in arguments(tool).items() if key != name}
        result = await EVERY.call(ToolCall(tool.name, given), nowhere)
        assert result.error is not None
        assert f"'{name}' is missing" in result.error


@each_tool
async def test_an_argument_of_the_wrong_type_is_refused_before_the_page_is_touched(
    tool: Tool, nowhere: ToolContext
):
    for name, part in tool.parameters["properties"].items():
        wrong = {"an": "object"} if part.get("type") == "array" else ["a", "list"]
        given = {**arguments(tool), name: wrong}
        result = await EVERY.call(ToolCall(tool.name, given), nowhere)
        assert result.error is not None
        assert f"'{name}'" in result.error


@each_tool
async def test_malformed_arguments_are_refused_before_the_page_is_touched(tool: Tool, nowhere: ToolContext):
    result = await EVERY.call(ToolCall(tool.name, {}, malformed="{oops"), nowhere)
    assert result.error is not None
    assert "{oops" in result.error


WITHOUT_A_PAGE = {
    "bash",
    "file_write",
    "mocked_requests",
    "python_execute",
    "stop",
    "web_browser_start",
    "web_browser_stop",
}
"""Tools that have nothing to ask a page for with the least of arguments: they may well be done in time."""
BRIEFLY = ToolSettings(resource_limits=ResourceLimits(seconds=0.2))


async def left_behind(before: set["asyncio.Task[Any]"]) -> set["asyncio.Task[Any]"]:
    """Tasks that are still there once those that only have to notice have had their turn."""
    for _ in range(20):
        await asyncio.sleep(0)
    return {task for task in asyncio.all_tasks() - before if not task.done()}


@each_tool
async def test_a_page_that_never_answers_is_given_up_as_an_error(tool: Tool, tmp_path: Path):
    config = ToolConfig(allow_dangerous_tools=True, tool_settings={tool.name: BRIEFLY})
    before = asyncio.all_tasks()
    call = ToolCall(tool.name, {**arguments(tool), "reasoning": "because"})
    try:
        result = await EVERY.call(call, context(SilentSession(), tmp_path, config))
        assert result.error or tool.name in WITHOUT_A_PAGE
    except Inconclusive:
        assert tool.name == "terminate"
    assert not await left_behind(before)


@each_tool
async def test_a_call_that_is_cancelled_leaves_nothing_behind(tool: Tool, tmp_path: Path):
    before = asyncio.all_tasks()
    call = ToolCall(tool.name, {**arguments(tool), "reasoning": "because"})
    task = asyncio.ensure_future(EVERY.call(call, context(SilentSession(), tmp_path)))
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled() or task.exception() is not None or task.result() is not None
    assert not await left_behind(before)


@pytest.mark.parametrize(
    ("written", "pressed"),
    [
        *((name, name) for name in NAMES),
        ("enter", "Enter"),
        ("ENTER", "Enter"),
        ("Return", "Enter"),
        ("delete", "Delete"),
        ("space", "Space"),
        (" ", "Space"),
        ("esc", "Escape"),
        ("Page Down", "PageDown"),
        ("arrow_up", "ArrowUp"),
        ("down", "ArrowDown"),
        ("a", "a"),
        ("A", "A"),
        ("+", "+"),
        ("-", "-"),
        ("ctrl+a", "Control+a"),
        ("Control+A", "Control+a"),
        ("Ctrl + Shift + p", "Control+Shift+P"),
        ("ctrl-c", "Control+c"),
        ("shift+Tab", "Shift+Tab"),
        ("cmd+Enter", "Meta+Enter"),
        ("Control++", "Control++"),
        ("ctrl+-", "Control+-"),
        ("alt+ArrowLeft", "Alt+ArrowLeft"),
    ],
)
def test_a_key_is_understood_however_it_is_written(written: str, pressed: str):
    assert chord(written) == pressed


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("", "key must name a key"),
        ("Entr", "there is no key 'Entr'; did you mean Enter?"),
        ("F13", "did you mean F"),
        ("hello", "To enter text, call type"),
        ("é", "there is no key 'é'"),
        ("Control+Fo", "there is no key 'Fo' in 'Control+Fo'"),
        ("a+b", "'a' cannot be held"),
        ("Enter+Tab", "To press several keys one after the other"),
        ("Control+", "there is no key"),
    ],
)
def test_an_unknown_key_is_refused_with_near_ones(written: str, problem: str):
    with pytest.raises(ToolError) as caught:
        chord(written)
    assert problem in str(caught.value)


OPTIONS = [
    Option("Red", "r"),
    Option("red ", "R2"),
    Option("Blue: dark", "b"),
    Option("Grey", "g", disabled=True),
]


@pytest.mark.parametrize(
    ("text", "index"), [("Red", 0), ("red", 1), ("b", 2), ("blue:dark", 2), ("B", 2), ("R2", 1)]
)
def test_the_closest_kind_of_match_wins(text: str, index: int):
    assert chosen(OPTIONS, text, "the list") == (index,)


def test_a_match_that_is_not_unique_is_refused():
    with pytest.raises(ToolError, match="means several options of the list: 'Red', 'red'"):
        chosen(OPTIONS, "RED", "the list")


def test_an_empty_list_says_so():
    with pytest.raises(ToolError, match="It has no options now"):
        chosen([], "Red", "the list")
