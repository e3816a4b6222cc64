"""Calls of tools by name: how `builtin` reads them by the tool's own schema, and what it takes for no call."""

import re
from pathlib import Path

import pytest

from pytest_webagent.model import builtin
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.goal import understand
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.tools.toolsets import TOOLSETS, default_registry, tools_of

OFFERED = tools_of([each.name for each in TOOLSETS if each.name != "code"] + ["python_execute"]).specs()
READ = {"action": "read", "path": "export.csv"}


def called(goal):
    """The calls of a goal, with their arguments, and the words of all else."""
    return [
        (each.name, dict(each.arguments)) if isinstance(each, say.Call) else each.said
        for each in understand(goal, OFFERED)
    ]


@pytest.mark.parametrize(
    ("goal", "tool", "arguments"),
    [
        ("Use csv_tool with action 'read' and path 'export.csv'", "csv_tool", READ),
        ("Call the tool csv_tool with action: read, path: export.csv.", "csv_tool", READ),
        ('Please run csv_tool(action="read", path="export.csv")', "csv_tool", READ),
        ("Use the tool 'csv_tool' with path export.csv and action read", "csv_tool", READ),
        (
            "Call api_call with url='/api/orders', json_path='$[-1].item'",
            "api_call",
            {"url": "/api/orders", "json_path": "$[-1].item"},
        ),
        (
            "Run python_execute with code 'print(\"x; y. z\", 1)\nprint(2)' and timeout 5",
            "python_execute",
            {"code": 'print("x; y. z", 1)\nprint(2)', "timeout": 5},
        ),
        (
            'Use the database tool with action query, query \'SELECT 1\' and parameters {"item": "blue, {mug}", "n": [1, null]}',
            "database",
            {"action": "query", "query": "SELECT 1", "parameters": {"item": "blue, {mug}", "n": [1, None]}},
        ),
        (
            "Use csv_tool with action 'write', path '5', rows [{\"a\": 1}] and header no",
            "csv_tool",
            {"action": "write", "path": "5", "rows": [{"a": 1}], "header": False},
        ),
        (
            "Use data_process with query \"SELECT 1 FROM 'a.csv'\" and output b.csv",
            "data_process",
            {"query": "SELECT 1 FROM 'a.csv'", "output": "b.csv"},
        ),
        ("Use the wait tool with seconds=2", "wait", {"seconds": 2}),
        ("Use web_screenshot", "web_screenshot", {}),
    ],
)
def test_a_call_is_read_by_the_schema_of_its_tool(goal, tool, arguments):
    assert called(goal) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("goal", "before", "after"),
    [
        ("Click 'Export', then use csv_tool with action read and path export.csv", ["Click 'Export'"], []),
        (
            "Use csv_tool with action read, path export.csv, then click 'Save' and log out",
            [],
            ["click 'Save' and log out"],
        ),
        ("Use csv_tool with action read and path export.csv and report the sum", [], ["report the sum"]),
        (
            "Use csv_tool with action read and path export.csv. Verify that the heading says 'A'",
            [],
            ["Verify that the heading says 'A'"],
        ),
    ],
)
def test_what_stands_before_and_behind_a_call_is_done_there(goal, before, after):
    assert called(goal) == [*before, ("csv_tool", READ), *after]


def test_a_call_may_hang_on_a_condition():
    (when,) = understand("If there is a banner, use csv_tool with action read and path export.csv", OFFERED)
    assert (when.condition, when.then.name) == ("there is a banner", "csv_tool")


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        (" and report its result", ""),
        (". Report what it gives", ""),
        (", then tell me its row_count", "$.row_count"),
        (" and report $.rows[0][1] of its result", "$.rows[0][1]"),
        (" and report the value at '$.rows[0][1]' in its result", "$.rows[0][1]"),
    ],
)
def test_its_result_may_be_asked_for(asked, path):
    _, given = understand(f"Use csv_tool with action read and path export.csv{asked}", OFFERED)
    assert (type(given), given.path) == (say.Given, path)


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        ("csv_tool", "'action' is missing; 'path' is missing. It takes action (one of read, describe"),
        ("csv_tool with action 'read' and file 'a.csv'", "'path' is missing; there is no argument 'file'"),
        ("csv_tool with action 'devour' and path 'a'", "'action' must be one of read, describe"),
        (
            "csv_tool with action 'read', path 'a' and limit many",
            "'limit' must be a whole number, not \"many\"",
        ),
        ("csv_tool with action 'read', path 'a' and five rows", "there is no argument 'five'"),
        ("csv_tool with action 'read', path 'a' and path 'b'", "the argument 'path' is given twice"),
        ("csv_tool with path = my file.csv and action 'read'", "the value of 'path' is not clear"),
        ("csv_tool with action 'read' and path 'a.csv' or 'b.csv'", "there is no argument 'or'"),
        ("csv_tool with action 'read', path 'a' for each order", "neither an argument of it nor a step"),
        ("csv_tool with action 'read', path 'a' unless it rains", "neither an argument of it nor a step"),
        ("csv_tool to read export.csv", "'to read export.csv' is neither an argument of it nor a step"),
        ("csv_tool with action 'write', path 'a' and rows [{\"a\": 1", "the value of 'rows' is no JSON"),
        ("python_execute with code 'print('a')'", "neither an argument of it nor a step"),
        ("the bash tool with command 'ls'", "the tool 'bash' is not offered in this test"),
        ("the stop tool with answer 'yes'", "stop ends a run, and is not called by name"),
    ],
)
def test_what_does_not_fit_the_tool_is_refused_before_anything_is_called(call, problem):
    with pytest.raises(Refusal) as refusal:
        understand(f"Click 'A', then use {call}", OFFERED)
    assert problem in refusal.value.problem
    assert refusal.value.verdict == "not_understood"


@pytest.mark.parametrize(
    "goal",
    [
        "Click 'wait'",
        "Type 'stop' into the Name field",
        "Enter 'use csv_tool with action read' into Notes",
        "Type use csv_tool into the Notes field",
        "Use the search",
        "Use the search tool",
        "Use the discount code 'X5'",
        "Call Ann",
        "Run the report",
        "Use admin_user with password 'secret'",
        "Open csv_tool",
        "Click 'csv_tool' and use it",
        "Don't use csv_tool with action 'read' and path 'a.csv'",
    ],
)
def test_a_goal_that_only_has_the_word_is_no_call(goal):
    assert not any(isinstance(each, say.Call) for each in understand(goal, OFFERED))


def test_a_tool_that_is_off_is_refused_with_the_reason():
    off = {"csv_tool": "the policy of this test does not enable it", "own": "no shop is configured"}
    for call in ("csv_tool with action 'read' and path 'a'", "the own tool"):
        with pytest.raises(Refusal) as refusal:
            understand(f"Click 'A', then use {call}", default_registry().specs(), off)
        name = call.removeprefix("the ").split()[0]
        assert refusal.value.problem == f"the tool {name!r} is off in this test: {off[name]}"


def test_every_tool_but_those_that_end_a_run_can_be_called():
    def value(part):
        return {"integer": "1", "number": "1", "boolean": "true", "array": "[]", "object": "{}"}.get(
            part.get("type"), f"'{(*part.get('enum', ()), 'x')[0]}'"
        )

    reached = set()
    for tool in OFFERED:
        needed = [name for name in tool.parameters.get("required", ()) if name != "reasoning"]
        said = " and ".join(f"{name}={value(tool.parameters['properties'][name])}" for name in needed)
        if tool.name != "stop":
            ((name, _),) = called(f"Use the {tool.name} tool{' with ' * bool(said)}{said}")
            reached.add(name)
    assert reached == {tool.name for tool in OFFERED} - {"stop"}


def test_by_itself_it_uses_only_tools_that_every_agent_has():
    code = "\n".join(path.read_text(encoding="utf-8") for path in Path(builtin.__file__).parent.rglob("*.py"))
    others = {tool.name for tool in OFFERED} - set(default_registry().names)
    assert not others & set(re.findall(r"[\"'](\w+)[\"']", code))
