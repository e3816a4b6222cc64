"""The agent's plans, used as a model uses them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_webagent.config import Settings
from pytest_webagent.messages import ToolCall, ToolResult, Usage
from pytest_webagent.policy.origins import AllowedOrigins
from pytest_webagent.report.html import rows
from pytest_webagent.report.plans import plans_of
from pytest_webagent.report.store import read, write
from pytest_webagent.tools.core.base import ToolContext
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.planning.plan import LONGEST, MOST_PLANS, MOST_STEPS, Planning
from pytest_webagent.trajectory import Action, RunResult, Step, Trajectory


class NoPage:
    """A session whose page nobody opened; plans need none."""

    dialog = None
    origins = AllowedOrigins()

    class page:
        url = "http://localhost/"

    class settler:
        @staticmethod
        def went_by_itself(page):
            return False


class Notebook:
    """A registry with the planning tool, and what it said."""

    def __init__(self) -> None:
        self.registry = ToolRegistry()
        self.registry.add(Planning)
        self.context = ToolContext(session=NoPage(), settings=Settings())  # type: ignore[arg-type]
        self.actions: list[Action] = []

    async def use(self, command: str, **arguments: Any) -> ToolResult:
        call = ToolCall("planning", {"reasoning": "Keep track.", "command": command, **arguments})
        result = await self.registry.call(call, self.context)
        self.actions.append(Action(call=call, result=result, seconds=0.0))
        return result

    async def do(self, command: str, **arguments: Any) -> dict[str, Any]:
        result = await self.use(command, **arguments)
        assert result.error is None, result.error
        return dict(result.output)

    async def fail(self, command: str, **arguments: Any) -> str:
        result = await self.use(command, **arguments)
        assert result.error is not None, result.output
        return result.error

    def run(self) -> RunResult[str]:
        step = Step(
            index=1,
            url="",
            title="",
            observation="",
            reasoning="",
            actions=tuple(self.actions),
            usage=Usage(),
            seconds=0.0,
        )
        return RunResult(goal="Buy", status="done", answer="done", reason="", steps=(step,))


@pytest.fixture
def notebook() -> Notebook:
    return Notebook()


SHOPPING = {"plan_id": "buy", "title": "Buy a mug", "steps": ["Search", "Add to cart", "Pay"]}


def test_the_schema_has_the_names_and_types_of_openmanus():
    parameters = ToolRegistry([]).add(Planning).parameters
    shapes = {name: part["type"] for name, part in parameters["properties"].items()}
    assert shapes == {
        "reasoning": "string",
        "command": "string",
        "plan_id": "string",
        "title": "string",
        "steps": "array",
        "step_index": "integer",
        "step_status": "string",
        "step_notes": "string",
    }
    assert parameters["required"] == ["reasoning", "command"]
    commands = ["create", "update", "list", "get", "set_active", "mark_step", "delete"]
    assert parameters["properties"]["command"]["enum"] == commands
    states = ["not_started", "in_progress", "completed", "blocked"]
    assert parameters["properties"]["step_status"]["enum"] == states


async def test_a_plan_that_is_created_is_active_and_nothing_of_it_is_begun(notebook):
    plan = await notebook.do("create", **SHOPPING)
    assert plan == {
        "plan_id": "buy",
        "title": "Buy a mug",
        "active": True,
        "progress": "0 of 3 steps completed",
        "steps": [
            {"step_index": 0, "step": "Search", "step_status": "not_started"},
            {"step_index": 1, "step": "Add to cart", "step_status": "not_started"},
            {"step_index": 2, "step": "Pay", "step_status": "not_started"},
        ],
    }


async def test_a_step_is_marked_in_the_active_plan_with_status_and_notes(notebook):
    await notebook.do("create", **SHOPPING)
    await notebook.do("mark_step", step_index=0, step_status="completed")
    plan = await notebook.do("mark_step", step_index=1, step_status="blocked", step_notes="Sold out")
    assert plan["progress"] == "1 of 3 steps completed"
    assert plan["steps"][1] == {
        "step_index": 1,
        "step": "Add to cart",
        "step_status": "blocked",
        "step_notes": "Sold out",
    }
    plan = await notebook.do("mark_step", step_index=1, step_notes="")
    assert plan["steps"][1]["step_status"] == "blocked"
    assert "step_notes" not in plan["steps"][1]


async def test_steps_that_stay_keep_their_status_when_a_plan_is_updated(notebook):
    await notebook.do("create", **SHOPPING)
    await notebook.do("mark_step", step_index=0, step_status="completed")
    plan = await notebook.do("update", title="Buy two", steps=["Log in", "Search", "Search", "Pay"])
    assert plan["title"] == "Buy two"
    assert [step["step_status"] for step in plan["steps"]] == [
        "not_started",
        "completed",
        "not_started",
        "not_started",
    ]


async def test_plans_are_listed_switched_and_deleted(notebook):
    await notebook.do("create", **SHOPPING)
    await notebook.do("create", plan_id="sell", title="Sell", steps="Offer\nWait\n")
    listed = await notebook.do("list")
    assert [(plan["plan_id"], plan["active"]) for plan in listed["plans"]] == [("buy", False), ("sell", True)]
    assert (await notebook.do("get"))["steps"][1]["step"] == "Wait"
    assert (await notebook.do("set_active", plan_id="buy"))["active"] is True
    assert await notebook.do("delete", plan_id="buy") == {"deleted": "buy", "active": ""}
    assert "no plan is active: give plan_id; the plans are: sell" in await notebook.fail("get")


@pytest.mark.parametrize(
    ("command", "arguments", "told"),
    [
        ("get", {}, "no plan is active: give plan_id; the plans are: none yet: create one"),
        ("get", {"plan_id": "x"}, "there is no plan 'x'; the plans are: none yet"),
        ("create", {"plan_id": "a", "title": "A"}, "create needs steps"),
        ("create", {"title": "A", "steps": ["b"]}, "create needs plan_id"),
        ("create", {"plan_id": " ", "title": "A", "steps": ["b"]}, "plan_id is empty"),
        ("create", {"plan_id": "a", "title": "A", "steps": []}, "1 to 100 steps, not 0"),
        ("create", {"plan_id": "a", "title": "A", "steps": ["  "]}, "step 0 is empty"),
        ("create", {"plan_id": "a", "title": "A", "steps": ["x"] * (MOST_STEPS + 1)}, "not 101"),
        ("create", {"plan_id": "a", "title": "A", "steps": ["x" * (LONGEST + 1)]}, "say it shorter"),
        ("delete", {}, "delete needs plan_id"),
        ("explode", {}, "must be one of create, update, list"),
        ("mark_step", {"step_index": "one"}, "'step_index' must be a whole number"),
        ("mark_step", {"step_status": "done"}, "must be one of not_started, in_progress"),
    ],
)
async def test_a_wrong_command_is_an_error_that_says_what_is_right(notebook, command, arguments, told):
    assert told in await notebook.fail(command, **arguments)


async def test_a_wrong_step_leaves_the_plan_as_it_was(notebook):
    before = await notebook.do("create", **SHOPPING)
    assert "its steps are 0 to 2" in await notebook.fail("mark_step", step_index=3, step_status="completed")
    assert "its steps are 0 to 2" in await notebook.fail("mark_step", step_index=-1, step_status="completed")
    assert "step_status, step_notes or both" in await notebook.fail("mark_step", step_index=0)
    assert "title, steps or both" in await notebook.fail("update")
    assert "step 1 is empty" in await notebook.fail("update", title="Other", steps=["Search", ""])
    assert "there is a plan 'buy' already" in await notebook.fail("create", **SHOPPING)
    assert "did you mean 'buy'?" in await notebook.fail("get", plan_id="bui")
    assert await notebook.do("get") == before


async def test_no_more_plans_are_kept_than_a_test_needs(notebook):
    for number in range(MOST_PLANS):
        await notebook.do("create", **{**SHOPPING, "plan_id": f"p{number}"})
    assert "delete one first" in await notebook.fail("create", **SHOPPING)


async def test_the_plans_of_one_test_are_not_those_of_another(notebook):
    await notebook.do("create", **SHOPPING)
    assert await Notebook().do("list") == {"plans": []}


async def test_the_report_shows_the_plans_as_they_stood_at_the_end(notebook, tmp_path):
    await notebook.do("create", **SHOPPING)
    await notebook.do("create", plan_id="gone", title="Gone", steps=["Nothing"])
    await notebook.do("delete", plan_id="gone")
    await notebook.fail("mark_step", plan_id="buy", step_index=9, step_status="blocked")
    await notebook.do(
        "mark_step", plan_id="buy", step_index=0, step_status="completed", step_notes="<b>2</b>"
    )
    run = notebook.run()
    assert plans_of(run) == [
        {
            "title": "Buy a mug",
            "progress": "1 of 3 steps completed",
            "steps": [
                {"text": "Search", "status": "completed", "notes": "<b>2</b>"},
                {"text": "Add to cart", "status": "not_started", "notes": ""},
                {"text": "Pay", "status": "not_started", "notes": ""},
            ],
        }
    ]
    trajectory = Trajectory(test_id="t.py::test", model="m", runs=(run,))
    record = read(write(trajectory, Settings(output=str(tmp_path)), "passed"))
    assert record is not None
    shown = rows(record, source=str, link=None)
    assert "Plan: Buy a mug" in shown
    assert '<span class="status completed">completed</span> Search' in shown
    assert "&lt;b&gt;2&lt;/b&gt;" in shown
    assert "Gone" not in shown.partition("step")[0]
    assert "Plan:" not in rows({**record, "runs": [_without_plans(record)]}, source=str, link=None)


def _without_plans(record: dict[str, Any]) -> dict[str, Any]:
    run = dict(record["runs"][0])
    del run["plans"]
    return run


def test_a_run_without_plans_shows_none():
    run = Notebook().run()
    assert plans_of(replace(run, steps=())) == []
