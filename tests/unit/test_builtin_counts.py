"""Numbers with two buttons, and forms to search with: what is set is read back, and a sentence is no text to search for."""

import pytest
from builtin_pages import calls, page, refusal

TICKETS = """
- main:
  - heading "Evening tour" [level=1]
  - generic:
    - generic: Grown-ups
    - button "−"
    - generic: "{grown}"
    - button "+"
  - generic:
    - generic: Children
    - button "Decrease children"
    - status: "{children}"
    - button "Increase children"
  - button "Book"
"""
FERRY = """
- heading "Ferries" [level=1]
- form:
  - textbox "Destination"
  - textbox "Departing"
  - textbox "Returning"
  - button "Search"
- searchbox "Ship's name"
"""


def tickets(grown, children):
    return page(TICKETS.format(grown=grown, children=children))


async def acts(goal, *pages):
    *made, stop = (each for each in await calls(goal, *pages) if each.name not in ("wait", "scroll"))
    told = []
    for each in made:
        at = each.arguments.get("field_description") or each.arguments.get("description") or ""
        told.append(" ".join(filter(None, (each.name, each.arguments.get("text"), at))))
    return told, stop.arguments["status"]


@pytest.mark.parametrize(
    ("goal", "pages", "expected"),
    [
        ("Set the children to 1", [(2, 0), (2, 1)], ["Increase children"]),
        ("Set the number of children to 1", [(2, 0), (2, 1)], ["Increase children"]),
        ("Set 1 child", [(2, 2), (2, 1)], ["Decrease children"]),
        ("Set the grown-ups to 4", [(2, 0), (3, 0), (4, 0)], ["+", "+"]),
        ("Set the grown-ups to 2", [(2, 0)], []),
        (
            "Set the grown-ups to 3 and the children to 1",
            [(2, 0), (3, 0), (3, 1)],
            ["+", "Increase children"],
        ),
    ],
)
async def test_a_number_with_two_buttons_is_counted_to(goal, pages, expected):
    made, status = await acts(goal, *(tickets(*each) for each in pages))
    assert ([each.split("'")[1] for each in made], status) == (expected, "done")


async def test_a_number_that_stays_is_not_taken_for_set():
    *_, stop = await calls("Set the children to 1", tickets(2, 0))
    assert stop.arguments["status"] == "goal_not_met"
    assert "cannot be set to 1; it shows 0" in stop.arguments["answer"]


@pytest.mark.parametrize("goal", ["Set the dogs to 1", "Set 1 child and 2 dogs", "Set the children to some"])
async def test_what_is_not_counted_there_is_refused(goal):
    await refusal(goal, tickets(2, 0))


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("Search for ferries to Bergen, Norway", ["type Bergen, Norway field 'Destination'"]),
        (
            "Search for a ferry to Bergen from 20 June to 22 June 2026",
            [
                "type Bergen field 'Destination'",
                "type 2026-06-20 field 'Departing'",
                "type 2026-06-22 field 'Returning'",
            ],
        ),
    ],
)
async def test_a_form_to_search_with_takes_what_is_said(goal, expected):
    made, _ = await acts(goal, page(FERRY))
    assert made[: len(expected)] == expected


@pytest.mark.parametrize(
    "goal",
    ["Search for a ferry from 20 June to 22 June 2026 for one dog", "Search for a ferry with dogs at 10:00"],
)
async def test_a_sentence_is_not_typed_as_what_is_searched_for(goal):
    await refusal(goal, page(FERRY))
