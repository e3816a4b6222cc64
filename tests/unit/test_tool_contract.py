"""The tools are those of the vocabularies they are compatible with: names, parameters, what is required."""

import importlib.util
import json
from pathlib import Path
from typing import get_args

import pytest
from tool_contract import BROWSER_USE_ACTIONS, SPECS, Spec

from pytest_webagent.claims.derivation import Op
from pytest_webagent.tools import finish
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.expect import EXPECT
from pytest_webagent.tools.toolsets import every_tool

DOCS = Path(__file__).parents[2] / "docs"


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


def test_the_table_of_tools_in_the_docs_is_what_the_registry_has():
    spec = importlib.util.spec_from_file_location("tools_table", DOCS / "tools_table.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    page = (DOCS / "tools.md").read_text(encoding="utf-8")
    assert made.written(page) == page, "run `make docs`"


def test_every_documented_tool_is_in_the_table_with_its_vocabulary():
    rows = (DOCS / "tools.md").read_text(encoding="utf-8").splitlines()
    for spec in SPECS:
        (row,) = [row for row in rows if row.split("|")[2:3] == [f" `{spec.name}` "]]
        assert spec.system.split()[0] in row, row


@pytest.mark.parametrize(
    ("tool", "pieces", "most"), [(finish.TOOLS[0], "evidence", 800), (EXPECT, "predicates", 600)]
)
def test_what_ends_a_run_or_a_check_costs_few_tokens_and_tells_every_operation(tool, pieces, most):
    told = json.dumps((tool.name, tool.description, dict(tool.parameters)))
    assert len(told) / 4 < most, "tokens, as characters / 4"
    piece = tool.parameters["properties"][pieces]["items"]
    words = set(
        piece["description"].replace("`", " ").replace(":", " ").replace(",", " ").replace(".", " ").split()
    )
    operations = set(piece["properties"]["op"]["enum"])
    assert operations - words == set()
    assert set(get_args(Op)) - operations == ({"result"} if tool is EXPECT else set())
    described = {name for name, part in piece["properties"].items() if "description" in part}
    assert set(piece["properties"]) - words - described - {"op", "elements"} == set()
