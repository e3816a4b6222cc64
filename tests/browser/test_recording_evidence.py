"""What the answer of a language model rested on besides is kept: on the page it was seen on, it has to hold again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.errors import GoalNotMet
from pytest_webagent.recording.recorded_answer import NotRecordedError
from pytest_webagent.recording.recording import read_recordings
from pytest_webagent.testing import call, element

if TYPE_CHECKING:
    from recording_stage import Stage

    from pytest_webagent.observation import Observation
    from pytest_webagent.ports import ModelRequest

GOAL = "Open the record of the patient whose balance is the highest. What is the last visit?"
VISITS = {"Anna Reid": "2 May", "Yusuf Demir": "7 March"}


def patients(**more: str) -> str:
    """A list of patients behind a link, with a record for each."""
    balances = {"Anna Reid": "$20.00", "Yusuf Demir": "$90.00"} | more
    rows = "".join(
        f"<tr><td>P-10{at}</td><td>{name}</td><td>{balance}</td><td><button onclick='record({json.dumps(name)})'>"
        "Open</button></td></tr>"
        for at, (name, balance) in enumerate(balances.items())
    )
    table = f"<h1>Patients</h1><table><tr><th>Number</th><th>Patient</th><th>Balance</th><th></th></tr>{rows}</table>"
    return f"""<a href='#list' onclick='list()'>Patients</a><div id=m></div><script>
        const list = () => {{ m.innerHTML = {json.dumps(table)}; }};
        const record = name => {{ m.innerHTML = `<h1>${{name}}</h1><dl><div><dt>Last visit</dt><dd>${{
            {json.dumps(VISITS)}[name] || ''}}</dd></div></dl>`; }};
    </script>"""


def _cells(page: Observation, *texts: str) -> list[int | None]:
    return [element(page, "cell", text).id for text in texts]


def _steps(page: Observation, asked: int) -> Any:
    """What a model does that proves its choice on the page where it chose."""
    if asked == 1:
        return call("click", element_id=element(page, "link", "Patients").id, description="the patients")
    if asked == 2:
        row = next(
            each
            for each in page.elements
            if each.role == "row" and "Yusuf" in page.full_text(page.index_of(each))
        )
        inside = {*page.descendants(page.index_of(row))}
        button = next(
            each for each in page.elements if each.role == "button" and page.index_of(each) in inside
        )
        return call("click", element_id=button.id, description="Open of Yusuf Demir")
    return None


def _proof(seen: Observation, page: Observation) -> Any:
    greatest = {
        "op": "max",
        "elements": _cells(seen, "Anna Reid", "Yusuf Demir"),
        "by": _cells(seen, "$20.00", "$90.00"),
        "relation": "=",
        "to": "Yusuf Demir",
        "step": 2,
    }
    read = {"op": "text", "elements": [element(page, "definition").id]}
    return call("stop", answer="7 March", evidence=[read, greatest])


async def test_a_choice_that_was_proved_on_an_earlier_page_has_to_be_right_again(stage: Stage) -> None:
    seen: list[Observation] = []

    def told(request: ModelRequest) -> Any:
        seen.append(request.observation)
        return _steps(seen[-1], len(seen)) or _proof(seen[1], seen[-1])

    text = await stage.record(GOAL, patients(), model=told)
    (made,) = read_recordings(text, "it.yaml")
    (proved,) = made.steps[0].shown
    assert "Yusuf Demir" in proved
    assert made.steps[1].shown == made.start == []
    assert (await stage.replay(text, GOAL, patients())).answer == "7 March"
    with pytest.raises(GoalNotMet, match="Yusuf Demir"):
        await stage.replay(text, GOAL, patients(**{"Anna Reid": "$95.00"}))


async def test_what_was_seen_on_the_first_page_has_to_be_there_again(stage: Stage) -> None:
    page = "<h1>Till</h1><p>Shift: <b>early</b></p><button onclick='m.textContent = \"Opened by Ann.\"'>Open</button><p id=m role=status></p>"
    goal = "Open the till in the early shift. What does the status say?"
    seen: list[Observation] = []

    def told(request: ModelRequest) -> Any:
        seen.append(request.observation)
        if len(seen) == 1:
            return call("click", element_id=element(seen[0], "button", "Open").id, description="Open")
        shift = {"op": "exists", "text": "early", "step": 1}
        read = {"op": "text", "elements": [element(seen[1], "status").id]}
        return call("stop", answer="Opened by Ann.", evidence=[read, shift])

    text = await stage.record(goal, page, model=told)
    (made,) = read_recordings(text, "it.yaml")
    assert len(made.start) == 1
    assert (await stage.replay(text, goal, page)).answer == "Opened by Ann."
    with pytest.raises(GoalNotMet, match="before the first step"):
        await stage.replay(text, goal, page.replace("early", "late"))
    assert await stage.touched() == []


ROWS = "<table><tr><th>Number</th><th>Guest</th><th>Table</th><th></th></tr>{}</table><button onclick='go()'>Seat</button>"
GUEST = "<tr><td>{}</td><td>{}</td><td>{}</td><td></td></tr>"
SEATED = "<script>const go = () => { for (const each of document.querySelectorAll('tr td:nth-child(4)')) each.textContent = 'seated'; }</script>"


@pytest.mark.parametrize(
    ("goal", "kept"),
    [("Seat all. Which table has Mei Lin?", True), ("Seat all. Which table is by the window?", False)],
)
async def test_a_row_may_be_told_by_what_the_goal_says_of_it(stage: Stage, goal: str, kept: bool) -> None:
    rows = GUEST.format("G-1", "Mei Lin", "oak") + GUEST.format("G-2", "Tom", "elm")
    page = ROWS.format(rows) + SEATED
    asked = 0

    def told(request: ModelRequest) -> Any:
        nonlocal asked
        asked += 1
        seen = request.observation
        if asked == 1:
            return call("click", element_id=element(seen, "button", "Seat").id, description="Seat")
        return call("stop", answer="oak", evidence=[{"op": "text", "elements": _cells(seen, "oak")}])

    if not kept:
        with pytest.raises(NotRecordedError):
            await stage.record(goal, page, model=told)
        return
    text = await stage.record(goal, page, model=told)
    assert (await stage.replay(text, goal, page.replace("oak", "ash"))).answer == "ash"
