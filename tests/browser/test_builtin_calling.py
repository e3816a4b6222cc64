"""`builtin` calls a tool that a goal names, with the arguments the goal says, and answers what it gave."""

import json

import pytest

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import Inconclusive
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.testing import ScriptedModel, call
from pytest_webagent.tools.toolsets import tools_of
from tests.conftest import Answer

PAGE = """<h1>Shop</h1><p role=status id=s></p>
<button onclick="s.textContent = 'Greeted'">Greet</button>"""


@pytest.fixture
def run(session, site, tmp_path):
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "export.csv").write_text("city,paid\nRome,3.25\nOslo,9.00\n")
    orders = json.dumps([{"item": "red mug"}, {"item": "blue mug"}])
    site.answer("/api/orders", Answer(orders, content_type="application/json"))

    async def on(goal, toolset, model=None):
        await session.goto(site.page("/", PAGE))
        settings = Settings(screenshots="off", answers="derived", output=str(tmp_path))
        tools = tools_of(["default", toolset])
        agent = Agent(model=model or BuiltinModel(), session=session, tools=tools, settings=settings)
        return await agent.run(goal)

    return on


def made(result):
    return [action.call.name for step in result.steps for action in step.actions]


@pytest.mark.parametrize(
    ("goal", "toolset", "answer", "tools"),
    [
        (
            "Use csv_tool with action 'read' and path 'export.csv' and report its total_rows",
            "data",
            "2",
            ["csv_tool", "stop"],
        ),
        (
            "Call api_call with url='/api/orders', json_path='$[-1].item'. Report its extracted",
            "web_api",
            "blue mug",
            ["api_call", "stop"],
        ),
        (
            "Use data_process with query \"SELECT max(paid) FROM 'export.csv'\" and report the value at '$.rows[0][0]' in its result",
            "data",
            "9.0",
            ["data_process", "stop"],
        ),
        (
            "Use web_click with selector_or_text 'Greet' and report the message",
            "web",
            "Greeted",
            ["web_click", "stop"],
        ),
    ],
)
async def test_a_tool_is_called_by_name_and_its_result_is_the_answer(run, goal, toolset, answer, tools):
    result = await run(goal, toolset)
    assert (result.answer, result.derived, made(result)) == (answer, True, tools)


async def test_a_call_and_steps_on_the_page_make_one_goal(run):
    goal = "Click 'Greet', then use csv_tool with action 'read' and path 'export.csv'. Report the message and report its total_rows"
    with pytest.raises(Inconclusive, match="total_rows"):
        # "its" is the tool's only right behind the call.
        await run(goal, "data")
    result = await run(
        "Click 'Greet', then use csv_tool with action 'read' and path 'export.csv' and report its total_rows",
        "data",
    )
    assert (result.answer, made(result)) == ("2", ["click", "csv_tool", "stop"])


@pytest.mark.parametrize(
    ("goal", "toolset", "status", "problem", "tools"),
    [
        (
            "Use csv_tool with action 'read' and path 'export.csv' and report its result",
            "data",
            "not_understood",
            "says more than one thing; say which: 'report its columns'",
            ["csv_tool", "stop"],
        ),
        (
            "Use csv_tool with action 'read' and path 'export.csv' and report its sum",
            "data",
            "not_understood",
            "has no $.sum",
            ["csv_tool", "stop"],
        ),
        (
            "Use csv_tool with action 'read' and path 'gone.csv' and report its total_rows",
            "data",
            "not_understood",
            "there is no file 'gone.csv'",
            ["csv_tool", "stop"],
        ),
        (
            "Use web_click with selector_or_text 'Greet' and report its message",
            "web",
            "unverified",
            "no tool of this run read anything beyond the page",
            ["web_click", "stop", "stop"],
        ),
        (
            "Use file_write with path 'a.txt' and content 'x'. Click 'Save'",
            "files",
            "not_understood",
            "'Save'",
            ["file_write", "wait", "stop"],
        ),
        (
            "Use csv_tool with action 'read' and path 'export.csv'",
            "files",
            "not_understood",
            "not offered in this test",
            ["stop"],
        ),
        (
            "Use the database tool with action 'list_tables'",
            "database",
            "not_understood",
            "the tool 'database' is off in this test: no database is configured",
            ["stop"],
        ),
    ],
)
async def test_what_cannot_be_told_is_refused(run, goal, toolset, status, problem, tools):
    with pytest.raises(Inconclusive) as error:
        await run(goal, toolset)
    assert error.value.status == status
    assert problem in str(error.value)
    assert made(error.value.result) == tools


async def test_what_was_called_otherwise_than_the_goal_says_is_not_done(run):
    called = call("csv_tool", action="describe", path="export.csv")
    ends = call(
        "stop",
        answer="7.5",
        evidence=[{"op": "result", "step": 1, "text": "csv_tool", "pattern": "$.rows[1][6]"}],
    )
    with pytest.raises(Inconclusive, match="neither typed nor chosen"):
        await run(
            "Use csv_tool with action 'read' and path 'export.csv', click 'Greet' and report the mean",
            "data",
            model=ScriptedModel([called, ends, ends]),
        )
