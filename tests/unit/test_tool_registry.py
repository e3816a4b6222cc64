import asyncio
from dataclasses import dataclass
from functools import reduce
from typing import Any

import pytest

from pytest_webagent.config import Settings
from pytest_webagent.errors import BrowserError, ConfigError, GoalNotMet, ToolError
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.observation import Box
from pytest_webagent.policy.origins import AllowedOrigins
from pytest_webagent.tools.core.base import ToolContext, from_function, register_tool, tool
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.toolsets import tools_of


def call(tool_name: str, /, **arguments: Any) -> ToolCall:
    return ToolCall(tool_name, {"reasoning": "because", **arguments})


class Page:
    url = "about:blank"


class Session:
    """As much of a browser session as the registry itself looks at."""

    dialog: str | None = None
    page = Page()
    origins = AllowedOrigins()


@pytest.fixture
def tool_context() -> ToolContext:
    return ToolContext(session=Session(), settings=Settings())  # type: ignore[arg-type]


@tool
async def greet(name: str) -> str:
    """Greet someone.

    Args:
        name: Who.
    """
    return f"Hello {name}"


@register_tool("stock_level")
class StockLevel:
    description = "Read how many there are in stock."
    parameters = {  # noqa: RUF012 - as a user of the class style writes it
        "type": "object",
        "properties": {
            "product": {"type": "string", "description": "Its name.", "minLength": 1},
            "shops": {"type": "array", "items": {"type": "integer", "minimum": 1}},
            "colour": {"enum": ["red", "blue"]},
            "reasoning": {"type": "string"},
        },
        "required": ["product", "reasoning"],
    }

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []

    async def execute(self, **kwargs: Any) -> ToolResult:
        self.calls.append(kwargs)
        return ToolResult(output=7)


async def test_a_call_runs_the_tool_and_gives_its_output(tool_context: ToolContext):
    result = await ToolRegistry([greet]).call(call("greet", name="Ann"), tool_context)
    assert result == ToolResult(output="Hello Ann")


async def test_reasoning_is_asked_of_every_call(tool_context: ToolContext):
    result = await ToolRegistry([greet]).call(
        ToolCall("greet", {"name": "Ann", "reasoning": " "}), tool_context
    )
    assert result.error is not None
    assert "'reasoning' is missing" in result.error


async def test_a_tool_that_wants_the_reasoning_or_the_context_gets_them(tool_context: ToolContext):
    registry = ToolRegistry()

    @registry.tool(kind="read")
    async def why(context: ToolContext, reasoning: str) -> str:
        """Say why.

        Args:
            reasoning: The reason.
        """
        context.target = Box(1, 2, 3, 4)
        return reasoning

    assert (await registry.call(call("why"), tool_context)).output == "because"
    assert tool_context.target == Box(1, 2, 3, 4)
    assert registry.get("why").parameters["required"] == ["reasoning"]


async def test_the_target_of_the_previous_call_is_forgotten(tool_context: ToolContext):
    tool_context.target = Box(1, 2, 3, 4)
    await ToolRegistry([greet]).call(call("greet", name="Ann"), tool_context)
    assert tool_context.target is None


async def test_an_unknown_tool_lists_the_names_and_the_nearest(tool_context: ToolContext):
    result = await ToolRegistry([greet]).call(call("great"), tool_context)
    assert result.error == "there is no tool 'great' (did you mean 'greet'?). The tools are: greet"


async def test_malformed_arguments_are_shown_and_nothing_runs(tool_context: ToolContext):
    result = await ToolRegistry([greet]).call(ToolCall("greet", {}, malformed='{"name": "An'), tool_context)
    assert result.error is not None
    assert "not a JSON object" in result.error
    assert "An" in result.error


async def test_while_a_dialog_is_open_only_tools_made_for_it_run(tool_context: ToolContext):
    tool_context.session.dialog = "a confirm dialog says 'Sure?'"  # type: ignore[misc,assignment]

    @tool(during_dialog=True)
    async def answer() -> str:
        """Answer."""
        return "answered"

    registry = ToolRegistry([greet, answer])

    refused = await registry.call(call("greet", name="Ann"), tool_context)
    assert refused.error is not None
    assert "accept_dialog or dismiss_dialog" in refused.error
    assert (await registry.call(call("answer"), tool_context)).output == "answered"


async def test_a_tool_error_is_a_result_the_model_reads(tool_context: ToolContext):
    registry = ToolRegistry()

    @registry.tool
    async def fail() -> str:
        """Fail."""
        raise ToolError("the drawer is locked; unlock it first")

    assert (await registry.call(call("fail"), tool_context)).error == "the drawer is locked; unlock it first"


async def test_an_unexpected_exception_of_a_tool_is_told_without_traceback_and_logged(
    tool_context: ToolContext, caplog: pytest.LogCaptureFixture
):
    runs: list[str] = []
    registry = ToolRegistry()

    @registry.tool
    async def divide() -> float:
        """Divide."""
        runs.append("once")
        return 1 / 0

    result = await registry.call(call("divide"), tool_context)
    assert result.error == "divide failed: ZeroDivisionError: division by zero"
    assert runs == ["once"]
    assert "Traceback" in caplog.text


@dataclass
class Held:
    inner: object


def _ring() -> list[Any]:
    ring: list[Any] = []
    ring += [ring, ring]
    return ring


UNTOLD = {
    "lists": reduce(lambda held, _: [held], range(102), "x"),
    "objects": reduce(lambda held, _: {"a": held}, range(102), "x"),
    "records": reduce(lambda held, _: Held((held,)), range(60), "x"),
    "itself": _ring(),
    "no JSON": {(1, 2): 3},
}


@pytest.mark.parametrize("output", UNTOLD.values(), ids=UNTOLD)
async def test_data_that_cannot_be_gone_through_is_an_error_of_the_call(
    tool_context: ToolContext, output: object
):
    registry = ToolRegistry()

    @registry.tool
    async def dig() -> object:
        """Dig."""
        return output

    result = await registry.call(call("dig"), tool_context)
    assert "dig was run, and nothing of its result is told: it " in (result.error or "")


@pytest.mark.parametrize(
    "error",
    [
        BrowserError("it died"),
        asyncio.CancelledError(),
        GoalNotMet("no"),
        ConfigError("bad"),
        pytest.exit.Exception("enough"),
    ],
)
async def test_errors_that_end_the_run_pass_through(tool_context: ToolContext, error: BaseException):
    registry = ToolRegistry()

    @registry.tool
    async def die() -> str:
        """Die."""
        raise error

    with pytest.raises(type(error)):
        await registry.call(call("die"), tool_context)


async def test_a_class_based_tool_works_and_its_arguments_are_checked(tool_context: ToolContext):
    stock = StockLevel()
    registry = ToolRegistry()
    registry.add(stock)
    assert (await registry.call(call("stock_level", product="mug", shops=[1]), tool_context)).output == 7
    assert stock.calls == [{"product": "mug", "shops": [1], "reasoning": "because"}]
    spec = registry.specs()[0]
    assert spec.parameters["required"] == ["reasoning", "product"]
    assert spec.parameters["additionalProperties"] is False


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "'product' is missing"),
        ({"product": 1}, "'product' must be a string, not 1"),
        ({"product": ""}, "'product' must have at least 1 characters, not \"\""),
        ({"product": "mug", "shops": 3}, "'shops' must be a list, not 3"),
        ({"product": "mug", "shops": [2, True]}, "'shops.1' must be a whole number, not true"),
        ({"product": "mug", "shops": [0]}, "'shops.0' must be at least 1, not 0"),
        ({"product": "mug", "colour": "green"}, "'colour' must be one of red, blue, not \"green\""),
        ({"product": "mug", "prodct": "x"}, "there is no argument 'prodct' (did you mean 'product'?)"),
    ],
)
async def test_wrong_arguments_of_a_class_based_tool_are_explained(
    tool_context: ToolContext, arguments: dict[str, Any], problem: str
):
    stock = StockLevel()
    registry = ToolRegistry()
    registry.add(stock)
    result = await registry.call(call("stock_level", **arguments), tool_context)
    assert result.error is not None
    assert problem in result.error
    assert stock.calls == []


async def test_a_class_can_be_added_in_place_of_its_object(tool_context: ToolContext):
    registry = ToolRegistry()
    registry.add(StockLevel)
    assert (await registry.call(call("stock_level", product="mug"), tool_context)).output == 7


class Nameless:
    description = "It."
    parameters: Any = {"type": "object", "properties": {}}  # noqa: RUF012 - as a user writes it

    async def execute(self, **kwargs: Any) -> ToolResult:
        return ToolResult(output=kwargs)


def test_a_class_without_a_name_is_no_tool():
    with pytest.raises(TypeError, match="cannot be a tool"):
        ToolRegistry().add(Nameless())


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"type": "string"}, "must be a JSON schema of type 'object'"),
        ({"type": "object", "properties": {"a": {"type": "strnig"}}}, "'strnig' is no JSON type"),
        (
            {"type": "object", "properties": {"a": {"not": {"type": "null"}}}},
            "uses not, which cannot be checked",
        ),
        ({"type": "object", "properties": {}, "required": ["a"]}, "does not describe|do not describe"),
    ],
)
def test_a_schema_that_cannot_be_checked_is_refused(parameters: Any, message: str):
    item = register_tool("thing")(Nameless)()
    item.parameters = parameters
    with pytest.raises(TypeError, match=message):
        ToolRegistry().add(item)


def test_two_tools_of_one_name_are_an_error_that_names_both():
    registry = ToolRegistry([greet])

    async def other() -> str:
        """Greet."""
        return "Hi"

    with pytest.raises(ConfigError, match=r"two tools are called 'greet': .*\.greet and .*other"):
        registry.add(from_function(other, name="greet"))
    assert registry.names == ("greet",)


def test_remove_and_only_narrow_a_registry_and_refuse_unknown_names():
    @tool(kind="control")
    async def end() -> str:
        """End it."""
        return "ended"

    @tool
    async def look() -> str:
        """Look."""
        return "seen"

    registry = ToolRegistry([greet, look, end])
    with pytest.raises(ConfigError, match="no tool 'lok'"):
        registry.only("lok")
    registry.only("look")
    assert registry.names == ("look", "end")
    registry.remove("end")
    assert registry.names == ("look",)
    with pytest.raises(ConfigError, match="no tool 'greet'"):
        registry.remove("greet")


def test_a_registry_tells_what_is_in_it():
    registry = ToolRegistry([greet])
    assert "greet" in registry
    assert "wave" not in registry
    assert list(registry) == [greet]


def test_registries_do_not_share_their_tools():
    one, other = ToolRegistry([greet]), ToolRegistry([greet])
    one.remove("greet")
    assert other.names == ("greet",)


def test_something_else_is_no_tool():
    with pytest.raises(TypeError, match="cannot be a tool"):
        ToolRegistry().add(42)  # type: ignore[arg-type]


# --- what the registry offers beside


async def test_a_tool_as_openai_takes_it(tool_context: ToolContext):
    (param,) = ToolRegistry([greet]).to_param_list()
    assert param["type"] == "function"
    assert param["function"]["name"] == "greet"
    assert param["function"]["description"] == "Greet someone."
    assert param["function"]["parameters"]["required"] == ["reasoning", "name"]
    assert param["function"]["parameters"]["additionalProperties"] is False


def test_the_names_are_listed_in_order():
    registry = ToolRegistry([greet, StockLevel])
    assert registry.list() == ["greet", "stock_level"]


async def test_a_test_runs_a_tool_by_its_name(tool_context: ToolContext):
    registry = ToolRegistry([greet])
    registry.bind(tool_context)
    assert (await registry.execute("greet", name="Ann")).output == "Hello Ann"
    assert "'name' is missing" in str((await registry.execute("greet")).error)
    with pytest.raises(ConfigError, match=r"there is no tool 'great'.*did you mean 'greet'"):
        await registry.execute("great")


async def test_without_an_agent_a_test_cannot_run_a_tool():
    with pytest.raises(ConfigError, match="let it ask for the fixture `agent`"):
        await ToolRegistry([greet]).execute("greet", name="Ann")


async def test_a_view_shows_what_is_added_to_what_it_is_a_view_of(tool_context: ToolContext):
    registry = ToolRegistry([greet])
    view = registry.changed(lambda item: None if item.name == "stock_level" else item)
    assert view.list() == ["greet"]
    registry.add(StockLevel)

    @view.tool
    async def leave() -> str:
        """Say goodbye."""
        return "Bye"

    assert view.list() == ["greet", "leave"]
    assert registry.list() == ["greet", "stock_level", "leave"]
    assert "there is no tool 'stock_level'" in str((await view.call(call("stock_level"), tool_context)).error)


async def test_a_call_that_takes_too_long_is_given_up_and_cleans_up(tool_context: ToolContext):
    left: list[str] = []

    async def slow() -> None:
        """Take for ever."""
        try:
            await asyncio.Event().wait()
        finally:
            left.append("cleaned")

    result = await ToolRegistry([from_function(slow, seconds=0.01)]).call(call("slow"), tool_context)
    told = "slow was given up: it took longer than 0.01 s. What it began may have been done: look first"
    assert result.error == told
    assert left == ["cleaned"]


async def test_a_time_out_of_the_tool_s_own_is_an_error_of_the_tool(tool_context: ToolContext):
    async def impatient() -> None:
        """Wait for something that does not come."""
        raise TimeoutError("no answer")

    result = await ToolRegistry([from_function(impatient)]).call(call("impatient"), tool_context)
    assert result.error == "impatient failed: TimeoutError: no answer"


class Counter:
    """A tool with a state of its own, whose schema is that of its method."""

    name = "count"
    kind = "read"
    needs = ("files",)

    def __init__(self) -> None:
        self.total = 0
        self.closed = False

    async def execute(self, context: ToolContext, by: int = 1) -> ToolResult:
        """Count on.

        Args:
            by: How far.
        """
        self.total += by
        return ToolResult(output=self.total)

    async def close(self) -> None:
        self.closed = True


async def test_a_class_may_leave_its_schema_to_its_method_and_keeps_its_state(tool_context: ToolContext):
    counter = Counter()
    registry = ToolRegistry()
    added = registry.add(counter)
    assert (added.description, added.kind, added.traits.needs) == ("Count on.", "read", ("files",))
    assert added.parameters["properties"]["by"]["type"] == "integer"
    await registry.call(call("count", by=2), tool_context)
    assert (await registry.call(call("count"), tool_context)).output == 3
    await registry.close()
    assert counter.closed


def test_each_registry_has_an_object_of_a_class_of_its_own():
    first, second = ToolRegistry([Counter]).get("count"), ToolRegistry([Counter]).get("count")
    assert first.function.__self__ is not second.function.__self__  # type: ignore[attr-defined]


# --- results


def test_results_are_added_in_order():
    one = ToolResult(output="one", base64_image="A", system="note 1")
    two = ToolResult(output={"two": 2}, base64_image="B", more_images=("C",))
    three = ToolResult(error="no", base64_image="D", system="note 2")
    added = one + two + three
    assert added.output == 'one\n{"two": 2}'
    assert added.images == ("A", "B", "C", "D")
    assert (added.error, added.system) == ("no", "note 1\nnote 2")
    assert not added
    assert one + ToolResult() == one


def test_a_sum_of_results_that_are_no_errors_is_none():
    assert ToolResult(output=0) + ToolResult(output="")
    assert (ToolResult(output=0) + ToolResult(output="")).text == "0"


def test_a_result_is_added_to_a_result_only():
    with pytest.raises(TypeError):
        ToolResult() + "text"  # type: ignore[operator]


def test_an_output_that_is_no_text_is_read_as_json():
    assert ToolResult(output={"success": True, "name": "Zoë"}).text == '{"success": true, "name": "Zoë"}'


def test_only_takes_toolsets_as_well_as_tools():
    registry = tools_of(["default", "web_api"])
    registry.only("navigation", "click", "tabs")
    assert registry.list() == [
        "click",
        "goto_url",
        "go_back",
        "refresh",
        "open_tab",
        "switch_tab",
        "close_tab",
        "stop",
    ]
    with pytest.raises(ConfigError, match="there is no tool 'web_api'"):
        registry.only("click", "web_api")
    assert "open_tab" in registry
