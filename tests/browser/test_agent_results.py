"""Answers from beyond the page: what a tool read is cited as its result; what the run itself gave to a tool is no evidence."""

import pytest

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import Inconclusive
from pytest_webagent.report import store
from pytest_webagent.report.html import rows
from pytest_webagent.testing import ScriptedModel, call
from pytest_webagent.tools.toolsets import tools_of

READ = call("csv_tool", action="describe", path="people.csv")
MEAN = {"op": "result", "step": 1, "text": "csv_tool", "pattern": "$.rows[1][6]"}


@pytest.fixture
def answers(session, site, tmp_path):
    """Have a model make some calls and answer the mean age of a file; the page tells another one."""

    async def run(answer, evidence, *calls, **more):
        await session.goto(site.page("/", "<title>Staff</title><h1>Staff</h1><p>Mean age last year: 29</p>"))
        folder = tmp_path / "workspace"
        folder.mkdir()
        (folder / "people.csv").write_text("name,age\nAnn,31\nBob,38\n")
        settings = Settings(screenshots="off", answers="derived", output=str(tmp_path))
        model = ScriptedModel([*calls, *[call("stop", answer=answer, evidence=[evidence])] * 2])
        agent = Agent(model=model, session=session, tools=tools_of(["default", "data"]), settings=settings)
        run.agent = agent
        return await agent.run("Report the mean age of people.csv", **more)

    return run


async def test_what_a_tool_read_can_be_answered(answers):
    result = await answers("34.5", MEAN, READ)
    assert (result.answer, result.derived) == ("34.5", True)
    assert (
        result.evidence[0].wording == 'the result that says "csv_tool" that matches "$.rows[1][6]" at step 1'
    )
    shown = rows({"runs": [store._run(result, 1, None)], "events": []}, str, None)
    assert "derived from what a tool read" in shown
    assert "derived from the page" not in shown


async def test_it_can_be_answered_as_a_number(answers):
    assert (await answers("34.5", MEAN, READ, answer_type=float)).answer == 34.5


@pytest.mark.parametrize(
    ("answer", "evidence", "calls", "problem"),
    [
        ("36", MEAN, [READ], '"34.5"'),
        ("34.5", MEAN, [], "no tool of this run read anything beyond the page"),
        ("34.5", {**MEAN, "step": 2}, [READ], "give the `step` and, as `text`, the tool: csv_tool at step 1"),
        ("34.5", {"op": "result", "step": 1}, [READ], "take the part with a `pattern`"),
        ("34.5", {**MEAN, "pattern": "$.rows[7]"}, [READ], "the path $.rows[7] leads to nothing"),
        ("34.5", {**MEAN, "pattern": "median: (.+)"}, [READ], "median"),
        ("34.5", {**MEAN, "relation": ">", "to": "40"}, [READ], "34.5"),
        (
            "34.5",
            {**MEAN, "pattern": "$.rows[0][0]"},
            [call("csv_tool", action="query", path="people.csv", query="SELECT 34.5 AS mean")],
            "was given to a tool by this run itself",
        ),
    ],
    ids=[
        "another value",
        "never read",
        "another step",
        "all of it",
        "no such path",
        "not in it",
        "no such relation",
        "its own words",
    ],
)
async def test_what_no_tool_read_is_refused(answers, answer, evidence, calls, problem):
    with pytest.raises(Inconclusive) as error:
        await answers(answer, evidence, *calls)
    assert error.value.status == "unverified"
    assert problem in str(error.value)
