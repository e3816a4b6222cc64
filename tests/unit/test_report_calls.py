"""How the report tells of tool calls: their risk, and what was denied, only said, or served from the cache."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.config import Settings
from pytest_webagent.geometry import Point
from pytest_webagent.messages import ToolCall, ToolResult, Usage
from pytest_webagent.report import store
from pytest_webagent.report.html import rows
from pytest_webagent.trajectory import Action, Aim, Opinion, RunResult, Step, Trajectory

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = '<script>alert("1")</script>'
DONE = Action(
    call=ToolCall("goto_url", {"page_name": "shop", "reasoning": "r"}),
    result=ToolResult("opened"),
    seconds=0.1,
    risk="LOW",
)
CACHED = Action(
    call=ToolCall("page_parser", {"query": HOSTILE}),
    result=ToolResult({"markdown": "# Über"}),
    seconds=0.0,
    risk="LOW",
    mark="cached",
)
DENIED = Action(
    call=ToolCall("file_write", {"path": "../x"}),
    result=ToolResult(error=f"'../x' is outside of the workspace {HOSTILE}"),
    seconds=0.0,
    risk="MEDIUM",
    mark="denied",
)
DRY = Action(
    call=ToolCall("web_submit_form", {}),
    result=ToolResult(
        output={"success": False, "dry_run": True},
        error="dry run: would submit the form by button 'Pay' [3] (risk HIGH); nothing was done: not allowed",
    ),
    seconds=0.0,
    risk="HIGH",
    mark="dry run",
)
FAILED = Action(
    call=ToolCall("click", {"element_id": "9"}),
    result=ToolResult(error="there is no element 9"),
    seconds=0.0,
    risk="MEDIUM",
)
NOT_RUN = Action(call=ToolCall("click", {}), result=ToolResult(error="not run"), seconds=0.0)


def trajectory(*runs: tuple[Action, ...]) -> Trajectory:
    def step(index: int, action: Action) -> Step:
        return Step(
            index=index,
            url="http://localhost/",
            title="Shop",
            observation="",
            reasoning="",
            actions=(action,),
            usage=Usage(),
            seconds=0.1,
        )

    made = tuple(
        RunResult(
            goal="Buy a mug",
            status="done",
            answer="$7.50",
            reason="",
            steps=tuple(step(index, action) for index, action in enumerate(actions, 1)),
        )
        for actions in runs
    )
    return Trajectory(test_id="test_a.py::test_b", model="builtin", runs=made)


def written(tmp_path: Path, *runs: tuple[Action, ...]) -> tuple[dict[str, Any], list[str]]:
    """The record of a test, and both its forms as HTML: the page of its own and the part of another."""
    folder = store.write(trajectory(*runs), Settings(output=str(tmp_path)), "passed")
    record = json.loads((folder / store.RECORD).read_text())
    return record, [(folder / store.PAGE).read_text(), rows(record, str, None)]


def words(html: str) -> str:
    """The text of a page, on one line."""
    return " ".join(re.sub(r"<[^>]*>", "", html.partition("<body")[2] or html).split())


def test_the_trajectory_says_risk_and_mark_of_each_call_and_counts_them(tmp_path: Path):
    record, _ = written(tmp_path, (DONE, CACHED, CACHED, DENIED), (DRY, FAILED, NOT_RUN))
    made = [action for run in record["runs"] for step in run["steps"] for action in step["actions"]]
    assert [(action["risk"], action["mark"]) for action in made] == [
        ("LOW", ""),
        ("LOW", "cached"),
        ("LOW", "cached"),
        ("MEDIUM", "denied"),
        ("HIGH", "dry run"),
        ("MEDIUM", ""),
        ("", ""),
    ]
    assert record["calls"] == {"all": 7, "cached": 2, "denied": 1, "dry run": 1}


def test_an_output_that_is_no_text_is_kept_as_json(tmp_path: Path):
    record, pages = written(tmp_path, (CACHED,))
    (action,) = record["runs"][0]["steps"][0]["actions"]
    assert json.loads(action["output"]) == {"markdown": "# Über"}
    assert all("{&#34;markdown&#34;: &#34;# Über&#34;}" in page for page in pages)


def test_each_call_shows_its_risk_and_what_became_of_it(tmp_path: Path):
    _, pages = written(tmp_path, (DONE, CACHED, CACHED, DENIED), (DRY, FAILED, NOT_RUN))
    for page in pages:
        shown = words(page)
        assert "7 tool calls · 1 denied · 1 dry run · 2 from the cache" in shown
        assert 'goto_url(page_name="shop") LOW opened'.replace('"', "&#34;") in shown
        assert ") LOW from the cache {" in shown
        assert ") MEDIUM denied Denied: &#39;../x&#39; is outside" in shown
        assert (
            "web_submit_form() HIGH dry run dry run: would submit the form by button &#39;Pay&#39; [3]"
            in shown
        )
        assert ") MEDIUM Error: there is no element 9" in shown
        assert "click() Error: not run" in shown
        assert HOSTILE not in page


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ((DONE,), "1 tool call Buy a mug"),
        ((DONE, DRY, DRY), "3 tool calls · 2 dry runs Buy a mug"),
        ((CACHED,), "1 tool call · 1 from the cache Buy a mug"),
        ((), "Buy a mug"),
    ],
)
def test_the_line_of_counts_says_what_there_is(tmp_path: Path, actions: tuple[Action, ...], told: str):
    _, pages = written(tmp_path, actions)
    assert words(pages[1]).startswith(told)


def test_records_of_an_older_version_are_shown_without_counts_and_risks(tmp_path: Path):
    record, _ = written(tmp_path, (DONE, DENIED))
    del record["calls"]
    for step in record["runs"][0]["steps"]:
        for action in step["actions"]:
            del action["risk"], action["mark"]
    shown = words(rows(record, str, None))
    assert "tool calls" not in shown
    assert "Error: &#39;../x&#39; is outside" in shown


CONTRADICTED = Aim(
    decided=Opinion(tier="coordinates", element=f"canvas {HOSTILE!r} [2]", point=Point(60.25, 150)),
    others=(
        Opinion(
            tier="element id", element="button 'Save' [1]", point=Point(70, 40), distance=110.4, agrees=False
        ),
        Opinion(tier="words"),
    ),
    offset=Point(40.25, 50),
)
ALONE = Aim(decided=Opinion(tier="element id", element="button 'Save' [1]", point=Point(70, 40)))


def test_who_decided_where_an_action_went_is_kept_and_told_where_it_was_not_simply_a_number(tmp_path: Path):
    drag = replace(FAILED, aims=(CONTRADICTED, ALONE))
    record, pages = written(tmp_path, (drag,))
    (action,) = record["runs"][0]["steps"][0]["actions"]
    first, second = action["aims"]
    assert (first["tier"], first["point"], first["offset"]) == ("coordinates", [60.2, 150], [40.2, 50])
    assert first["confidence"] == 0.67
    assert [(each["tier"], each["agrees"], each["distance"]) for each in first["others"]] == [
        ("element id", False, 110.4),
        ("words", True, None),
    ]
    assert (second["tier"], second["offset"], second["others"]) == ("element id", None, [])
    for page in pages:
        shown = words(page)
        assert "by coordinates (60.2, 150) on canvas" in shown
        assert "(40.2, 50) within it; element id (70, 40) on button" in shown
        assert "disagrees, 110.4 px away; words agrees; confidence 67%" in shown
        assert shown.count("by element id") == 0
        assert "<script>alert" not in page
