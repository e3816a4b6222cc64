"""What is done to things: from their menus, with what is named for it, by what tells them from others, in calendars and tables."""

import pytest
from builtin_pages import calls, first_call, page, refusal, rows

BOARD = """
- heading "Garden plan" [level=1]
- button "Tools" [collapsed]
- tab "Notifications" [selected]
- list "Beds":
  - listitem:
    - text: Roses by the wall
    - button "More actions"
  - listitem:
    - text: Herbs
    - button "⋮"
- checkbox "❯ Mark all as watered"
- textbox "What is to plant?"
- list "Done":
  - listitem:
    - checkbox "Dig the pond"
    - text: Dig the pond
    - button "×"
  - listitem:
    - checkbox "Paint the gate"
    - text: Paint the gate
    - button "×"
- group:
  - button "How long do seeds keep?" [collapsed]
- group:
  - button "Where is the shed?" [collapsed]
- menuitem "Do not disturb"
- checkbox "Do not water"
"""
OPENED = BOARD.replace("[collapsed]", "[expanded]")
"""Nothing is left to open, where what is not in sight could be."""

STAFF = rows("""
- heading "Employees" [level=1]
- combobox "Status":
  - option "Any" [selected]
  - option "On leave"
  - option "Inactive"
- combobox "Page Size":
  - option "10" [selected]
  - option "25"
- button "Columns" [expanded]
- checkbox "Rating" [checked]
- grid "Employees":
  - row: [columnheader "Name", columnheader "Since", columnheader "Rating", columnheader "Actions"]
  - row: [gridcell "Ada", gridcell "2019-04-01", gridcell "4", gridcell "-"]
  - row: [gridcell "Bo", gridcell "2021-09-13", gridcell "3", gridcell "-"]
- button "Next Page"
""")

WEEKS = "\n".join(
    f"    - row:\n{chr(10).join(cells)}"
    for cells in [
        [f'      - gridcell "March {day}, 2026"' for day in range(first, min(first + 7, 32))]
        for first in range(2, 32, 7)
    ]
).replace(
    '      - gridcell "March 17, 2026"',
    '      - gridcell "March 17, 2026":\n        - link "14:00 Design review"',
)
CALENDAR = f"""
- main:
  - generic:
    - button "Previous Month"
    - button "Next Month"
    - heading "March 2026" [level=2]
    - button "Month" [pressed]
    - button "Day"
    - grid:
{WEEKS.replace("    - ", "      - ")}
  - button "Book room"
"""


def aimed(call):
    return call.arguments.get("description") or call.arguments.get("field_description")


@pytest.mark.parametrize(
    ("tree", "step", "tool", "at"),
    [
        (
            BOARD,
            "Open the menu with the three dots on the Herbs bed",
            "click",
            "button '⋮' in the row of 'Herbs'",
        ),
        (BOARD, "Open the menu of the bed Herbs", "click", "button '⋮' in the row of 'Herbs'"),
        (BOARD, "Duplicate the bed Herbs from its menu", "click", "button '⋮' in the row of 'Herbs'"),
        (BOARD, "In the menu of the bed Herbs choose Archive", "click", "button '⋮' in the row of 'Herbs'"),
        (
            BOARD,
            "Edit the bed Roses by the wall",
            "click",
            "button 'More actions' in the row of 'Roses by the wall'",
        ),
        (BOARD, "Dig the pond up with the Tools menu", "click", "button 'Tools'"),
        (
            BOARD,
            "Mark everything as watered with the arrow above the field",
            "check",
            "checkbox '❯ Mark all as watered'",
        ),
        (BOARD, "Remove Dig the pond with its cross", "click", "button '×' in the row of 'Dig the pond'"),
        (BOARD, "Open the question about seeds", "click", "button 'How long do seeds keep?'"),
        (BOARD, "Expand the question about the shed", "click", "button 'Where is the shed?'"),
        (BOARD, "Tick Do not water", "check", "checkbox 'Do not water'"),
        (
            BOARD,
            "We need a dry pond. Tick 'Dig the pond'",
            "check",
            "checkbox 'Dig the pond'",
        ),
        (STAFF, "Show 25 rows per page", "selection", "dropdown 'Page Size'"),
        (STAFF, "Show only the people who are on leave", "selection", "dropdown 'Status'"),
        (STAFF, "Filter for inactive employees", "selection", "dropdown 'Status'"),
        (STAFF, "Hide the rating column", "uncheck", "checkbox 'Rating'"),
        (STAFF, "Sort by start date, newest first", "click", "columnheader 'Since'"),
        (STAFF, "Click on the rating in the row of Bo", "click", "gridcell '3' in the row of 'Bo'"),
        (CALENDAR, "Go one month forward", "click", "button 'Next Month'"),
        (CALENDAR, "Go back two months in the calendar", "click", "button 'Previous Month'"),
        (CALENDAR, "Go forward to May in the calendar", "click", "button 'Next Month'"),
        (CALENDAR, "Go to January 2026", "click", "button 'Previous Month'"),
        (CALENDAR, "Switch the calendar to Day", "click", "button 'Day'"),
        (CALENDAR, "Click the event at 14:00", "click", "link '14:00 Design review'"),
    ],
)
async def test_a_deed_finds_its_thing(tree, step, tool, at):
    call = await first_call(step, page(tree))
    assert call.name == tool
    assert at is None or (aimed(call) or "").startswith(at)


@pytest.mark.parametrize(
    ("tree", "step"),
    [
        (OPENED, "Open the menu with the three dots on the Tulips bed"),
        (OPENED, "Open the menu with the three dots"),
        (OPENED, "Water everything with the arrow above the field"),
        (OPENED, "Expand the question about the cellar"),
        (OPENED, "Click the bell"),
        (BOARD, "Do not tick 'Dig the pond'"),
        (BOARD, "Tick Dig the pond, do not water it"),
        (OPENED, "We need a bench"),
        (CALENDAR, "Go one day forward"),
        (CALENDAR, "Switch the calendar to Year"),
        (CALENDAR, "Drag the design review to Friday the 21st"),
        (STAFF.replace('- button "Next Page"', ""), "Filter for retired employees"),
        (STAFF.replace('- button "Next Page"', ""), "Show only people on leave in Milan"),
        (STAFF, "Delete the person with the lowest rating"),
    ],
)
async def test_a_deed_whose_thing_is_not_there_is_refused(tree, step):
    await refusal(step, page(tree))


async def test_what_is_dragged_to_a_day_stands_in_one():
    call = await first_call("Drag the design review in the calendar to Friday the 20th", page(CALENDAR))
    assert call.name == "drag"
    assert call.arguments["description"].startswith("link '14:00 Design review'")
    assert call.arguments["to_description"].startswith("gridcell 'March 20, 2026'")


async def test_a_double_click_is_one():
    call = await first_call("Double-click on 'Herbs'", page(BOARD))
    assert (call.name, call.arguments["double"]) == ("click", True)


@pytest.mark.parametrize(
    ("step", "done"),
    [
        (
            "Expand 'How long do seeds keep?', then 'Where is the shed?'",
            ["How long do seeds keep?", "Where is the shed?"],
        ),
        ("Press More actions of Roses, then Tools", ["More actions", "Tools"]),
    ],
)
async def test_a_verb_is_said_once_for_several_steps(step, done):
    found = await calls(step, page(BOARD))
    named = [aimed(call) for call in found if call.name == "click"]
    assert [each.split("'")[1] for each in named] == done


async def test_nothing_is_pressed_but_what_it_is_to_be_done_with():
    found = await calls("Remove Dig the pond with its pencil", page(BOARD))
    assert {call.name for call in found} == {"hover", "wait", "stop"}
    assert found[-1].arguments["status"] == "not_understood"


async def test_an_order_needs_no_verb():
    found = await calls("Show only the people who are on leave, newest start date first", page(STAFF))
    assert [call.name for call in found][:2] == ["selection", "click"]
    assert aimed(found[1]) == "columnheader 'Since'"
