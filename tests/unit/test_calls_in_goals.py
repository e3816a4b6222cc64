"""What is left to be shown of a goal that spells out calls of tools."""

import pytest

from pytest_webagent.judging.acts import without_calls
from pytest_webagent.judging.story import Act, Story

ARGUMENTS = {"action": "read", "path": "a, b.csv", "limit": 5, "header": True, "rows": [{"a": "x"}]}


def left(goal, tool="csv_tool", **arguments):
    call = Act(1, tool, "action", arguments or {**ARGUMENTS, "reasoning": "delete"})
    return " ".join(without_calls(goal, Story(goal, (), None, (call,))).split())


@pytest.mark.parametrize(
    ("goal", "rest"),
    [
        ("Use csv_tool with action 'read' and path 'a, b.csv' and report its sum", "and report its sum"),
        (
            'Call csv_tool(path="a, b.csv", limit=5, header=true, rows=[{"a": "x"}]), then log out',
            "), then log out",
        ),
        ("Open the cart, use the csv_tool tool with limit 5. Delete it", "Open the cart, . Delete it"),
        # Of what was called otherwise, and of what is not the call's, all is left.
        ("Use csv_tool with path 'c.csv' and action 'read'", "with path 'c.csv' and action 'read'"),
        ("Use csv_tool with limit 50", "with limit 50"),
        ("Use csv_tool with action 'read' and action 'write'", "and action 'write'"),
        ("Use csv_tool with action 'reader'", "with action 'reader'"),
        ("Use csv_tool with action 'read' and delete 'reasoning'", "and delete 'reasoning'"),
        ("Use json_tool with action 'read'", "Use json_tool with action 'read'"),
        ("Delete csv_tool with action 'read'", "Delete csv_tool with action 'read'"),
    ],
)
def test_only_a_call_that_was_made_just_so_is_taken_out_of_a_goal(goal, rest):
    assert left(goal) == rest


def test_a_word_that_is_also_a_tool_is_none_of_these():
    assert left("Use the database with action 'read'", "database") == "Use the database with action 'read'"
    assert left("Use the database tool with action 'read'", "database") == ""
