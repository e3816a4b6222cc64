"""Tools from the declaration of a class to the end of the test: what is made ready, what is freed, who calls when."""

import asyncio
from typing import Any

import pytest
from lone_tools import Calls
from pydantic import BaseModel

from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError, DeniedError, EnvironmentFailure
from pytest_webagent.messages import ToolResult
from pytest_webagent.policy.security import ResourceLimits, ToolConfig, ToolSettings
from pytest_webagent.tools.core.base import ToolContext, from_function, register_tool, tool
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.core.sync_registry import SyncToolRegistry


@pytest.fixture
def tool_context() -> ToolContext:
    return Calls((), Settings()).context


@tool(kind="read")
async def greet(name: str) -> str:
    """Greet someone.

    Args:
        name: Who.
    """
    return f"Hello {name}"


class Holding:
    """A tool that holds something."""

    def __init__(self, name: str, *failures: Exception) -> None:
        self.name = name
        self.failures = list(failures)
        self.opened = 0
        self.closed = 0

    async def execute(self) -> int:
        """Tell how often it was opened."""
        return self.opened

    async def open(self, context: ToolContext) -> None:
        if self.failures:
            raise self.failures.pop()
        self.opened += 1

    async def close(self) -> None:
        self.closed += 1
        if self.name == "broken":
            raise OSError("the line is dead")


# --- what is made ready and freed


async def test_all_are_closed_though_one_cannot_be_and_the_fault_is_told():
    tools = [Holding("first"), Holding("broken"), Holding("last")]
    registry = ToolRegistry()
    for each in tools:
        registry.add(each)
    with pytest.raises(OSError, match="the line is dead"):
        await registry.close()
    assert [each.closed for each in tools] == [1, 1, 1]


async def test_what_was_taken_away_is_closed_too_and_only_once(tool_context: ToolContext):
    held = Holding("held")
    registry = ToolRegistry([greet])
    registry.add(held)
    await registry.open(tool_context)
    registry.only("greet")
    registry.add(held)
    registry.remove("held")
    await registry.close()
    await registry.close()
    assert held.closed == 1


async def test_what_could_not_be_made_ready_is_tried_again_by_the_next_run(tool_context: ToolContext):
    held = Holding("held", EnvironmentFailure("not there yet"))
    registry = ToolRegistry()
    registry.add(held)
    with pytest.raises(EnvironmentFailure):
        await registry.open(tool_context)
    await registry.open(tool_context)
    await registry.open(tool_context)
    assert held.opened == 1


async def test_a_tool_is_ready_when_a_test_calls_it(tool_context: ToolContext):
    registry = ToolRegistry()
    registry.add(Holding("held"))
    registry.bind(tool_context)
    assert (await registry.execute("held")).output == 1


@pytest.mark.parametrize("method", ["open", "close"])
def test_what_opens_and_closes_a_tool_is_awaited(method: str):
    held = Holding("held")
    setattr(held, method, lambda: None)
    with pytest.raises(TypeError, match=f"'held'.*: {method} must be an async method"):
        ToolRegistry().add(held)


# --- who calls when


async def test_calls_at_the_same_time_do_not_see_each_other_s_permissions(tmp_path):
    limited = ToolSettings(resource_limits=ResourceLimits(rows=7), restricted_paths=("*.key",))
    config = ToolConfig(tool_settings={"slow": limited}, workspace_root=str(tmp_path))
    context = Calls((), Settings(), config).context
    registry = ToolRegistry([greet])
    started, go_on = asyncio.Event(), asyncio.Event()

    @registry.tool(kind="read")
    async def slow(context: ToolContext) -> dict[str, Any]:
        """Take a while."""
        started.set()
        await go_on.wait()
        with pytest.raises(DeniedError):
            context.workspace.path("tls.key")
        return {"tool": context.call.tool, "rows": context.limits.rows, "tools": context.registry is registry}

    @registry.tool(kind="read")
    async def other(context: ToolContext) -> str:
        """Let the slow one go on while this one is under way."""
        go_on.set()
        await first
        return f"{context.call.tool} within {context.call.within or 'none'}"

    registry.bind(context)
    first = asyncio.create_task(registry.execute("slow"))
    await started.wait()
    assert (await registry.execute("other")).output == "other within none"
    assert (await first).output == {"tool": "slow", "rows": 7, "tools": True}
    assert context.registry is None


async def test_a_tool_may_call_others_also_from_a_task_of_its_own(tool_context: ToolContext):
    registry = ToolRegistry([greet])

    @registry.tool
    async def both() -> str:
        """Greet two."""
        ann = await registry.execute("greet", name="Ann")
        bob = await asyncio.create_task(registry.execute("greet", name="Bob"))
        return f"{ann.output}, {bob.output}"

    registry.bind(tool_context)
    assert (await registry.execute("both")).output == "Hello Ann, Hello Bob"


def test_a_test_that_cannot_await_calls_a_tool_directly(tool_context: ToolContext):
    registry = SyncToolRegistry([greet])
    with pytest.raises(ConfigError, match="let it ask for the fixture `agent`"):
        registry.execute("greet", name="Ann")
    with asyncio.Runner() as runner:
        registry.bind_sync(tool_context, runner.run)
        result: ToolResult = registry.execute("greet", name="Ann")
        assert result.output == "Hello Ann"
        assert not registry.execute("greet", name=3)
        with pytest.raises(ConfigError, match="there is no tool 'grete'"):
            registry.execute("grete", name="Ann")


# --- how a class is declared


def test_the_name_a_class_is_declared_by_goes_before_a_field_of_a_pydantic_model():
    @register_tool("stock_level")
    class Stock(BaseModel):
        name: str = "unnamed"
        description: str = "Read how many there are."
        parameters: dict[str, Any] = {"type": "object", "properties": {}}

        async def execute(self, **arguments: Any) -> ToolResult:
            return ToolResult(output=7)

    assert ToolRegistry([Stock]).list() == ["stock_level"]


def test_a_class_does_not_inherit_the_name_another_was_declared_by():
    @register_tool("held")
    class Held(Holding):
        def __init__(self) -> None:
            super().__init__("held")

    class Other(Held):
        def __init__(self) -> None:
            super().__init__()
            self.name = "other"

    assert ToolRegistry([Held, Other]).list() == ["held", "other"]


@pytest.mark.parametrize(
    ("trait", "value"),
    [
        ("kind", "write"),
        ("risk", "high"),
        ("up_to", "most"),
        ("needs", "network"),
        ("needs", ("net",)),
        ("seconds", 0),
    ],
)
async def test_a_mistake_in_what_a_policy_goes_by_is_refused(trait: str, value: object):
    async def deed() -> None:
        """Do it."""

    with pytest.raises(TypeError, match=f"tool 'deed' .*: {trait} cannot be .*; it is "):
        from_function(deed, **{trait: value})
    declared = type("Deed", (Holding,), {trait: value})
    with pytest.raises(TypeError, match=f"tool 'deed' .*: {trait} cannot be "):
        ToolRegistry().add(declared("deed"))
