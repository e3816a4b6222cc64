"""A verb that begins a button's name opens a form, which the rest of the sentence fills and sends; or nothing is done in it."""

import pytest
from builtin_pages import calls, page, refusal

GUESTS = """
- heading "Evening of 4 May" [level=1]
- toolbar:
  - button "Register guest"
  - button "Print"
- table:
  - row:
    - columnheader "Guest"
    - columnheader "Table"
  - row:
    - cell "Frank Bergmann"
    - cell "Window"
    - button "Seat"
    - button "Delete"
  - row:
    - cell "Hugo Lind"
    - cell "Bar"
    - button "Seat"
    - button "Delete"
"""
REGISTER = (
    GUESTS
    + """
- dialog "Register guest" [modal]:
  - heading "Register guest" [level=2]
  - textbox "Full name"
  - textbox "E-mail"
  - combobox "Menu":
    - option "Select…" [selected]
    - option "Fish"
    - option "Vegan"
  - combobox "Arrival":
    - option "unknown" [selected]
    - option "after 21:00"
  - checkbox "Send a reminder" [checked]
  - checkbox "I accept the rules of the house"
  - button "Cancel"
  - button "Save"
"""
)
SEAT = (
    GUESTS
    + """
- dialog "Choose a place" [modal]:
  - heading "Choose a place" [level=2]
  - combobox "Area":
    - option "Terrace"
    - option "Hall"
  - textbox "Note"
  - button "Back"
  - button "Confirm"
"""
)


async def acts(goal, *trees):
    made = [each for each in await calls(goal, *map(page, trees)) if each.name not in ("wait", "scroll")]
    told = []
    for each in made[:-1]:
        at = each.arguments.get("field_description") or each.arguments.get("description") or ""
        told.append(" ".join(filter(None, (each.name, each.arguments.get("text"), at))))
    return told


OPENED = "click button 'Register guest'"
ANN = ["type Ann Lee field 'Full name'", "type ann@example.com field 'E-mail'"]
SAVED = "click button 'Save'"


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("Register Ann Lee (ann@example.com)", [OPENED, *ANN, SAVED]),
        ("Register a guest named Ann Lee with the e-mail address ann@example.com", [OPENED, *ANN, SAVED]),
        (
            "Register Ann Lee (ann@example.com) with the vegan menu, but without the reminder",
            [
                OPENED,
                *ANN,
                "selection Vegan dropdown 'Menu'",
                "uncheck checkbox 'Send a reminder'",
                SAVED,
            ],
        ),
        (
            "Register Ann Lee (ann@example.com), who arrives after 21:00, and accept the rules of the house",
            [
                OPENED,
                *ANN,
                "selection after 21:00 dropdown 'Arrival'",
                "check checkbox 'I accept the rules of the house'",
                SAVED,
            ],
        ),
        (
            "Register Ann Lee (ann@example.com), choose the vegan menu and untick the reminder, then save",
            None,
        ),
    ],
)
async def test_a_verb_opens_the_form_that_the_sentence_fills_and_sends(goal, expected):
    expected = expected or [
        OPENED,
        *ANN,
        "selection Vegan dropdown 'Menu'",
        "uncheck checkbox 'Send a reminder'",
        SAVED,
    ]
    assert await acts(goal, GUESTS, REGISTER) == expected


async def test_the_button_of_the_row_that_is_named_is_the_one():
    done = await acts("Seat Hugo Lind in the hall with the note 'Two of them'", GUESTS, SEAT)
    assert done == [
        "click button 'Seat' in the row of 'Hugo Lind'",
        "selection Hall dropdown 'Area'",
        "type Two of them field 'Note'",
        "click button 'Confirm'",
    ]


@pytest.mark.parametrize(
    "goal",
    [
        "Seat Hugo Lund in the hall",
        "Seat in the hall with the note 'Two'",
        "Delete Hugo Lind with the note 'Two'",
        "Print Ann Lee (ann@example.com)",
        "Register Hugo Lind with the vegan menu",
    ],
)
async def test_what_may_be_another_deed_is_not_pressed(goal):
    await refusal(goal, page(GUESTS))


@pytest.mark.parametrize(
    "goal",
    [
        "Register Ann Lee (ann@example.com) with the cheese menu",
        "Register Ann Lee (ann@example.com) at table 4",
        "Register Ann Lee (ann@example.com) without the parking",
    ],
)
async def test_with_a_word_too_much_the_form_stays_as_it_is(goal):
    assert await acts(goal, GUESTS, REGISTER) == [OPENED]


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("Full name: Ann Lee, e-mail ann@example.com", ANN),
        ("Full name: Ann Lee", ANN[:1]),
        ("Menu: Vegan", ["selection Vegan dropdown 'Menu'"]),
    ],
)
async def test_what_follows_a_label_goes_on_with_other_labels(goal, expected):
    assert await acts(goal, REGISTER) == expected


async def test_a_value_does_not_go_on_with_another_clause():
    goal = "In the guest form, set the menu to Vegan and untick the reminder"
    assert await acts(goal, REGISTER) == [
        "selection Vegan dropdown 'Menu'",
        "uncheck checkbox 'Send a reminder'",
    ]
