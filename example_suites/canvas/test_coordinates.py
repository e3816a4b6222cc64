"""By coordinates: CSS pixels of the page, from its upper left corner."""

import pytest

from pytest_webagent import GoalNotMet

# Places hold for a window of one size, so it is said here. No words find again what is painted, so nothing is recorded.
pytestmark = pytest.mark.webagent(start_url="/", viewport="1280x720", record="off")


async def test_a_tool_is_chosen(agent):
    result = await agent.run("Click at (50, 330) in the page and report the tool.")
    assert result.answer == "circle"


async def test_a_drag_draws_a_shape(agent, drawing):
    result = await agent.run("Drag from (200, 160) to (360, 260). What does the status say?")
    assert result.answer == "Red rectangle drawn at (280, 210). 1 shape"
    assert await drawing() == [("rectangle", "red pen")]


async def test_a_bar_of_the_chart_tells_its_value(agent):
    result = await agent.run(
        "Drag from (200, 160) to (360, 260), drag from (400, 160) to (560, 260), then click at (1062, 300). "
        "What does the status say?"
    )
    assert result.answer == "Red: 2"


async def test_a_false_claim_does_not_pass(agent):
    await agent.run("Drag from (200, 160) to (360, 260).")
    await agent.check("the status says 'Red rectangle drawn at (280, 210). 1 shape'")
    with pytest.raises(GoalNotMet, match="1 shape"):
        await agent.check("the status says 'Red rectangle drawn at (280, 210). 2 shapes'", timeout=0.5)
