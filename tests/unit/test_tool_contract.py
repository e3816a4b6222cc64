"""The tools are those of the vocabularies they are compatible with: names, parameters, what is required."""

import pytest
from tool_contract import BROWSER_USE_ACTIONS, SPECS, Spec

from pytest_webagent.tools import finish
from pytest_webagent.tools.registry import ToolRegistry
from pytest_webagent.tools.toolsets import every_tool


@pytest.fixture(scope="module")
def registry() -> ToolRegistry:
    return ToolRegistry((*every_tool(), *finish.TOOLS))


def case(spec: Spec) -> str:
    return f"{spec.system.split()[0]}-{spec.name}"


@pytest.mark.parametrize("spec", SPECS, ids=case)
def test_a_tool_takes_the_parameters_its_system_documents(spec: Spec, registry: ToolRegistry):
    schema = registry.get(spec.name).parameters
    required = {name for name in spec.parameters if not name.endswith("?")}
    # All tools ask for the reasoning here, those of systems that know none, too.
    assert set(schema["required"]) == required | {"reasoning"} or spec.parameters == {}
    for name, kind in spec.parameters.items():
        assert schema["properties"][name.removesuffix("?")]["type"] == kind, name


def test_browser_use_knows_every_action(registry: ToolRegistry):
    assert set(registry.get("browser_use").parameters["properties"]["action"]["enum"]) == set(
        BROWSER_USE_ACTIONS
    )


def test_the_directions_and_keys_of_the_systems_are_taken(registry: ToolRegistry):
    direction = registry.get("scroll").parameters["properties"]["direction"]
    assert {"up", "down", "left", "right"} <= set(direction["enum"])
    extract = registry.get("web_extract").parameters["properties"]["extract_type"]
    assert set(extract["enum"]) == {"text", "html", "attributes", "all"}
    kinds = registry.get("chart_visualization").parameters["properties"]["chart_type"]
    assert {"line", "bar", "scatter", "histogram"} <= set(kinds["enum"])
