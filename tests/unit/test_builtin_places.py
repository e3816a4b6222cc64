"""The builtin model acts where the goal gives a point, and has looked for what is only drawn."""

import dataclasses

import pytest
from builtin_pages import calls, first_call, last_call, page, refusal

TEXT = """
- heading "Board" [level=1]
- status: "Tool: circle"
- button "Save"
"""
DRAWN = TEXT + "- canvas\n"
NO_GROUNDER = "it is not clear which element is meant"


def failing(error):
    """What tools answer where nothing is done that no element is named for."""

    def told(call):
        fails = call.name in ("click", "goto_url") and "element_id" not in call.arguments
        return f"Error: {error}" if fails else "Done."

    return told


def given(call):
    return {name: value for name, value in call.arguments.items() if name != "reasoning"}


@pytest.mark.parametrize(
    "place",
    [
        "at (120, 80)",
        "at (120,80) in the page",
        "at 120, 80",
        "on the point 120, 80",
        "the point (120 80)",
        "at x=120, y=80",
        "at the position (120, 80) on the screen",
        "the coordinates (120, 80)",
    ],
)
@pytest.mark.parametrize("rest", ["", " and report the tool", ", then press Enter"])
async def test_a_point_is_clicked_as_it_is_given(place, rest):
    call = await first_call(f"Click {place}{rest}.", page(TEXT))
    assert (call.name, call.arguments["coords"]) == ("click", "<point>120 80</point>")
    # There are no words for it that anybody could look for, and no element was chosen.
    assert call.arguments["description"] == ""
    assert "element_id" not in call.arguments
    assert call.arguments["reasoning"].endswith("click (120, 80)")


async def test_fractions_and_signs_of_a_point_are_kept_for_the_tool_to_judge():
    call = await first_call("Click at (-3, 80.5)", page(TEXT))
    assert call.arguments["coords"] == "<point>-3 80.5</point>"


@pytest.mark.parametrize(
    "goal",
    [
        "Drag from (100, 100) to (200, 160)",
        "First drag the mouse from the point 100, 100 to the point 200, 160, then report the status",
    ],
)
async def test_the_mouse_is_dragged_from_point_to_point(goal):
    call = await first_call(goal, page(TEXT))
    assert call.name == "drag"
    assert call.arguments["coords"] == "<point>100 100</point>"
    assert call.arguments["to_coords"] == "<point>200 160</point>"
    assert call.arguments["reasoning"].endswith("drag (100, 100) to (200, 160)")


@pytest.mark.parametrize("place", ["(400, 300)", "the point 400, 300", "(400, 300) in the page"])
async def test_an_element_is_dragged_to_a_point(place):
    call = await first_call(f"Drag the 'Save' button to {place} and report the tool", page(TEXT))
    assert (call.name, call.arguments["element_id"]) == ("drag", "3")
    assert (call.arguments["to_coords"], call.arguments["to_description"]) == ("<point>400 300</point>", "")


async def test_what_is_drawn_is_dragged_to_a_point():
    _, drag, _ = await calls("Drag the knob to (400, 300)", page(DRAWN))
    assert given(drag) == {
        "description": "the knob",
        "to_description": "",
        "to_coords": "<point>400 300</point>",
    }


async def test_the_mouse_is_moved_to_a_point():
    call = await first_call("Move the mouse to (100, 100)", page(TEXT))
    assert (call.name, call.arguments["coords"]) == ("hover", "<point>100 100</point>")


async def test_a_click_at_a_point_that_fails_ends_the_run_with_its_reason():
    call = await last_call(
        "Click at (5000, 10)", page(TEXT), error="point (5000, 10) is outside of the viewport", of="click"
    )
    assert call.arguments["status"] == "not_understood"
    assert "outside of the viewport" in call.arguments["answer"]


async def test_what_the_page_says_after_a_click_at_a_point_is_the_answer():
    *_, stop = await calls("Click at (10, 20) and report the tool", page(TEXT))
    assert (stop.arguments["status"], stop.arguments["answer"]) == ("done", "circle")
    assert stop.arguments["evidence"]


async def test_a_point_of_something_else_than_the_page_is_refused():
    told = await refusal("Click at (40, 30) on the chart", page(DRAWN))
    assert "'on the chart' names something else" in told


@pytest.mark.parametrize("name", ["(1, 2)", "at 5, 7 o'clock", "120, 80"])
async def test_a_name_with_numbers_is_a_name(name):
    call = await first_call(f'Click "{name}"', page(f'- button "{name}"\n- button "Other"'))
    assert call.arguments["element_id"] == "1"


async def test_a_quoted_point_is_a_name_to_drag_to_too():
    call = await first_call("Drag 'Save' to '(1, 2)'", page('- button "Save"\n- button "(1, 2)"'))
    assert (call.arguments["element_id"], call.arguments["to_element_id"]) == ("1", "2")


async def test_a_button_may_be_called_like_a_point():
    call = await first_call("Click (1, 2)", page('- button "(1, 2)"\n- button "(1, 3)"'))
    assert call.arguments["element_id"] == "1"


@pytest.mark.parametrize(
    ("goal", "description"),
    [
        ("Click the circle tool.", "the circle tool"),
        ("Choose the red pen.", "red pen"),
        ("Press the button 'Undo'", "the button 'Undo'"),
        ("Click undo and report the tool", "undo"),
    ],
)
@pytest.mark.parametrize("surface", ["canvas", "video", "embed", "object"])
async def test_what_is_on_no_element_beside_a_surface_is_described(goal, description, surface):
    wait, click, *_, stop = await calls(goal, page(TEXT + f"- {surface}\n"))
    assert wait.name == "wait"
    assert (click.name, given(click)) == ("click", {"description": description})
    assert stop.arguments["status"] == "done"


async def test_what_is_drawn_can_be_pointed_at_and_dragged():
    _, hover, drag, _ = await calls("Hover over the red bar, then drag from the knob to the bin", page(DRAWN))
    assert (hover.name, given(hover)) == ("hover", {"description": "the red bar"})
    assert (drag.name, given(drag)) == ("drag", {"description": "the knob", "to_description": "the bin"})


async def test_only_the_first_thing_that_is_described_is_waited_for():
    made = await calls("Choose the red pen, click the circle tool and click undo.", page(DRAWN))
    assert [call.name for call in made] == ["wait", "click", "click", "click", "stop"]


async def test_what_is_an_element_is_never_described():
    (click, *_) = await calls("Click Save", page(DRAWN))
    assert "element_id" in click.arguments


async def test_what_nobody_sees_is_not_understood_and_is_asked_for_once():
    made = await calls("Click the circle tool", page(DRAWN), told=failing(NO_GROUNDER))
    assert [call.name for call in made] == ["wait", "click", "stop"]
    assert made[-1].arguments["status"] == "not_understood"
    assert "nothing on the page fits 'the circle tool'" in made[-1].arguments["answer"].lower()
    assert "(--webagent-grounder)" in made[-1].arguments["answer"]
    assert f"the tool said: {NO_GROUNDER}" in made[-1].arguments["answer"]


async def test_what_was_said_of_the_second_thing_that_nobody_sees_is_kept():
    _, first, *_, stop = await calls(
        "Hover over the bar and click the circle tool", page(DRAWN), told=failing(NO_GROUNDER)
    )
    assert first.name == "hover"
    assert f"the tool said: {NO_GROUNDER}" in stop.arguments["answer"]


async def test_what_nobody_sees_is_looked_for_further_down():
    top = dataclasses.replace(page(DRAWN), pixels_below=900)
    bottom = page(DRAWN + '- button "Circle tool"\n')
    made = await calls("Click the circle tool", top, top, top, bottom, told=failing(NO_GROUNDER))
    assert [call.name for call in made][:4] == ["wait", "click", "scroll", "click"]
    assert "element_id" in made[3].arguments


@pytest.mark.parametrize(
    ("tree", "goal"),
    [
        (TEXT, "Click the circle tool"),
        (
            TEXT + '- dialog "Welcome" [modal]:\n  - text: Hello\n  - button "Close"\n- canvas\n',
            "Click the circle tool",
        ),
        (DRAWN, "Type 'Ann' into the name field"),
        (DRAWN, "Choose 'Italy' from the Country dropdown"),
        (DRAWN, "Open the settings page"),
        (DRAWN, "Delete the red circle"),
        (DRAWN, "Click every red circle"),
        (DRAWN, "Choose the red pen and the circle tool"),
    ],
)
async def test_where_nothing_is_drawn_or_it_is_no_one_thing_for_the_mouse_nobody_is_asked(tree, goal):
    made = await calls(goal, page(tree), told=failing("there is no such page"))
    assert [call.name for call in made if call.name in ("click", "hover", "drag")] == []
    assert made[-1].arguments["status"] == "not_understood"


async def test_a_surface_out_of_sight_is_not_looked_at():
    seen = page(DRAWN)
    elements = (*seen.elements[:-1], dataclasses.replace(seen.elements[-1], in_viewport=False))
    made = await calls("Click the circle tool", dataclasses.replace(seen, elements=elements))
    assert [call.name for call in made] == ["wait", "stop"]
