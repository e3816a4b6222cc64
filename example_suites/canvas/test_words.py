"""By words: the tools are only pictures on a canvas, so something has to look at it. That is what the grounder does."""

import pytest

# What stands where on the canvas is for the grounder to see, each time anew.
pytestmark = pytest.mark.webagent(start_url="/", record="off")


async def test_a_tool_is_chosen_by_what_its_picture_shows(agent, browser_session):
    assert await browser_session.page.get_by_text("circle").count() == 0
    result = await agent.run("Click the circle tool and report the tool.")
    assert result.answer == "circle"


async def test_a_colour_is_part_of_the_picture(agent):
    result = await agent.run("Choose the blue pen and report the pen.")
    assert result.answer == "blue"


async def test_a_drawing_is_made_with_words_and_places(agent, drawing):
    result = await agent.run(
        "Choose the green pen and click the circle tool. Drag from (300, 200) to (420, 320), "
        "then drag from (500, 200) to (620, 320). Click the undo button. How many shapes are there?"
    )
    assert result.answer == "1"
    assert await drawing() == [("circle", "green pen")]


async def test_a_shape_is_erased(agent, drawing):
    result = await agent.run(
        "Drag from (300, 200) to (420, 320). Click the eraser, then click at (360, 260). What does the status say?"
    )
    assert result.answer == "Red rectangle erased. 0 shapes"
    assert await drawing() == []
