"""A sentence with several values: each goes into its own field, by its label, its kind or its options, or nothing is done."""

import pytest
from builtin_pages import calls, first_call, page, refusal

DESK = """
- form "Book a desk":
  - heading "Book a desk" [level=2]
  - textbox "Title"
  - combobox "Office":
    - option "Choose an office" [selected]
    - option "Oslo (12 desks)"
    - option "Porto (4 desks)"
  - textbox "Date"
  - textbox "From"
  - textbox "To"
  - spinbutton "Guests"
  - group "Screen":
    - radio "None" [checked]
    - radio "Two monitors"
  - checkbox "Parking"
  - checkbox "Lunch (€ 9 a day)"
  - textbox "Notes for the porter"
  - slider "Rating": "0"
  - button "Book desk"
  - button "Clear"
- button "Delete everything"
"""
CARDS = """
- banner:
  - searchbox "Find a task"
  - button "+ New task"
- dialog "New task":
  - heading "New task" [level=2]
  - textbox "Name"
  - combobox "Assignee" [collapsed]
  - combobox "Labels" [collapsed]
  - generic:
    - generic: Details
    - toolbar:
      - button "bold"
    - generic:
      - textbox
  - checkbox "Mute this task at night"
  - checkbox "Send me a copy"
  - button "Cancel"
  - button "Save task"
"""


async def acts(goal, tree):
    made = [each for each in await calls(goal, page(tree)) if each.name not in ("wait", "scroll")]
    told = []
    for each in made[:-1]:
        at = each.arguments.get("field_description") or each.arguments.get("description") or ""
        told.append(" ".join(filter(None, (each.name, each.arguments.get("text"), at))))
    return told


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (
            "Book a desk in Oslo on 24 March 2026 from 10:00 to 11:30 for 'Budget review'",
            [
                "type Budget review field 'Title'",
                "selection Oslo (12 desks) dropdown 'Office'",
                "type 2026-03-24 field 'Date'",
                "type 10:00 field 'From'",
                "type 11:30 field 'To'",
                "click button 'Book desk'",
            ],
        ),
        (
            "Book 'Yoga' for two people in the Porto office, 17:00 to 18:15, with parking and the note 'Heat it', without lunch",
            [
                "type Yoga field 'Title'",
                "selection Porto (4 desks) dropdown 'Office'",
                "type 17:00 field 'From'",
                "type 18:15 field 'To'",
                "type 2 spinbutton 'Guests'",
                "check checkbox 'Parking'",
                "uncheck checkbox 'Lunch (€ 9 a day)'",
                "type Heat it field 'Notes for the porter'",
                "click button 'Book desk'",
            ],
        ),
        (
            "Set the guests to 3, the office to Porto and the title to 'Tea'",
            [
                "type Tea field 'Title'",
                "selection Porto (4 desks) dropdown 'Office'",
                "type 3 spinbutton 'Guests'",
            ],
        ),
        ("Fill in the title Noor de Jong", ["type Noor de Jong field 'Title'"]),
        ("Choose the screen Two monitors", ["check radio 'Two monitors'"]),
        ("Give the desk four stars", ["type 4 slider 'Rating'"]),
        ("Set the date of the desk to 2 May 2026", ["type 2026-05-02 field 'Date'"]),
    ],
)
async def test_each_value_goes_into_its_own_field(goal, expected):
    assert await acts(goal, DESK) == expected


@pytest.mark.parametrize(
    "goal",
    [
        "Book a desk in Rome on 24 March 2026",
        "Book a desk in Oslo for 'Tea' and 'Cake'",
        "Book a desk in Oslo with a view",
        "Book a desk in Oslo without breakfast",
        "Cancel a desk in Oslo on 24 March 2026",
        "Delete everything in Oslo for 'Tea'",
        "Book a desk at 10:00 at 11:00 at 12:00",
        "Set the title to 12 * 5",
        "Fill in the form with the colour #16a34a",
    ],
)
async def test_with_a_word_too_much_nothing_is_done(goal):
    await refusal(goal, page(DESK))


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (
            "Create a task 'Party' for Tom Whitfield with the details 'Food'",
            ["type Party field 'Name'", "type Tom Whitfield field 'Assignee'"],
        ),
        ("Replace its details by 'Venue'", ["type Venue field 'Details'"]),
        (
            "Set the details to 'Venue' in bold",
            ["type Venue field 'Details'", "press_key", "click button 'bold'"],
        ),
        ("Mute this task at night", ["check checkbox 'Mute this task at night'"]),
        ("Add the label 'Waiting'", ["type Waiting field 'Labels'"]),
    ],
)
async def test_a_form_is_spoken_of_as_what_it_makes(goal, expected):
    assert (await acts(goal, CARDS))[: len(expected)] == expected


@pytest.mark.parametrize(
    "goal",
    [
        "Send me a copy",
        "Create a board 'Party'",
        "Edit the task header design",
        "Remove the label Urgent in red",
    ],
)
async def test_a_form_makes_nothing_else(goal):
    await refusal(goal, page(CARDS))


async def test_what_a_field_shows_afterwards_is_read_back():
    kept = DESK.replace('"Guests"', '"Guests": "9"')
    *_, stop = await calls("Set the guests to 30", page(DESK), page(kept))
    assert stop.arguments["status"] == "goal_not_met"
    assert "shows '9' after '30'" in stop.arguments["answer"]


async def test_words_for_the_same_value_again_are_no_text():
    form = page('- textbox "Password"\n- textbox "Password confirmation"\n- button "Create"')
    await refusal("Set the password confirmation to once more", form)
    call = await first_call("Set the password confirmation to Once More", form)
    assert call.name == "type"


MEMBERS = """
- heading "Members" [level=1]
- textbox "Name of the new member"
- button "Register"
- table:
  - row:
    - cell "Walter Stein"
    - cell "suspended"
"""
BOOK = '- dialog "New book":\n  - textbox "Title"\n  - textbox "Author"\n  - button "Save"'


async def test_words_that_only_sound_like_a_value_are_typed_nowhere():
    await refusal("Make Walter Stein active again in the member list", page(MEMBERS))


async def test_a_title_is_not_parted_at_its_small_words():
    made = await calls("Enter the title Night Trains of Europe and the author Petra Lang", page(BOOK))
    typed = [call.arguments["text"] for call in made if call.name == "type"]
    assert typed == ["Night Trains of Europe", "Petra Lang"]


async def test_an_option_that_takes_another_out_ends_the_run():
    def guests(first="", second=""):
        return page(
            f'- listbox "Members":\n  - option "Dana Scott"{first}\n  - option "Emeka Obi"{second}\n  - option "Lee Wu"\n- button "OK"'
        )

    goal, on = "Choose Dana Scott and Emeka Obi as members", " [selected]"
    *_, stop = await calls(goal, guests(), guests(on), guests("", on))
    assert stop.arguments["status"] == "not_understood"
    assert "takes 'Dana Scott' out" in stop.arguments["answer"]
    *_, stop = await calls(goal, guests(), guests(on), guests(on, on))
    assert stop.arguments["status"] == "done"
