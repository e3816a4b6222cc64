"""What is told beside what is to be done is passed over; what changes it is refused; the names of the page come before our words."""

import pytest
from builtin_pages import calls, page, refusal

from pytest_webagent.model.builtin.goal import understand

DESK = """
- main:
  - heading "Tickets" [level=1]
  - combobox "Remind me":
    - option "daily" [selected]
    - option "never"
    - option "once"
  - button "Archive"
  - button "Compare now"
  - button "Send"
  - checkbox "I accept the terms"
  - list:
    - listitem:
      - heading "Leaking tap" [level=3]
      - checkbox "Compare"
      - button "Void Leaking tap"
    - listitem:
      - heading "Loose wire" [level=3]
      - checkbox "Compare"
      - button "Void Loose wire"
"""


def said(goal):
    return [each.said for each in understand(goal)]


@pytest.mark.parametrize(
    ("goal", "steps"),
    [
        (
            "Press + once for the rope, so that there are 3 of them. Send it",
            ["Press + for the rope", "Send it"],
        ),
        ("Pin the note so that it is found later", ["Pin the note"]),
        (
            "Archive the ticket because it was solved, then close the window",
            ["Archive the ticket, then close the window"],
        ),
        ("Archive the ticket in order to tidy up", ["Archive the ticket"]),
        ("Delete Loose wire, it is no longer needed", ["Delete Loose wire"]),
        ("Delete Loose wire – it was a mistake.", ["Delete Loose wire"]),
        (
            "The ticket for Ann was a mistake, please void it (use the search if it isn't there)",
            ["void The ticket for Ann"],
        ),
        ("The card Roof has been finished. Archive it.", ["archive The card Roof"]),
        ("Ben Reyes has left: set his account to inactive", ["set Ben Reyes's account to inactive"]),
        ("Send the form. Don't forget the terms.", ["Send the form", "accept the terms"]),
        ("Fill in the form and don't forget to save", ["Fill in the form and save"]),
        ("Try to invite Ann – what does the error say?", ["invite Ann", "what does the error say?"]),
        ("Enter 5 and try to send it", ["Enter 5 and send it"]),
        (
            "Reserve a seat for Ann, who arrives late, and send it",
            ["Reserve a seat for Ann, who arrives late, and send it"],
        ),
        ("Type Ann (and press Enter)", ["Type Ann, and press Enter"]),
    ],
)
def test_what_is_told_beside_is_passed_over(goal, steps):
    assert [each[0].lower() + each[1:] for each in said(goal)] == [
        each[0].lower() + each[1:] for each in steps
    ]


@pytest.mark.parametrize(
    "goal",
    [
        "Press + so that there are 3",
        "Add ropes so that the total is above two hundred",
        "Archive the ticket (unless it is paid)",
        "Archive the ticket (but not the one of Ann)",
        "Archive the ticket so that it is gone and tell Ann",
        "Ann is to be an editor, not a guest. Change her role.",
        "The price is 12 now, change it",
    ],
)
def test_what_changes_what_is_to_be_done_stays(goal):
    kept = " ".join(said(goal))
    assert all(word in kept for word in goal.replace(",", "").replace(".", "").split()[3:] if word != "and")


@pytest.mark.parametrize(
    ("goal", "call"),
    [
        ("Set 'Remind me' to never", "never"),
        ("Choose once as 'Remind me'", "once"),
        ("Click Compare now", "button 'Compare now'"),
        ("Press Send now", "button 'Send'"),
        ("The ticket Leaking tap was a mistake, please void it", "button 'Void Leaking tap'"),
        ("Don't forget the terms. Press Send.", "checkbox 'I accept the terms'"),
    ],
)
async def test_the_names_of_the_page_come_before_our_own_words(goal, call):
    assert call in str(await calls(goal, page(DESK)))


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("Press Send or Archive", "or"),
        ("Never press Send", "Never"),
        ("Press Archive, but not if it is open", "but not"),
        ("Press Send once the list is there", "once"),
        ("Press Send three times", "times"),
        ("Set 'Remind me' to weekly or never", "or"),
        ("The ticket Wet floor was a mistake, please void it", "Wet floor"),
        ("Don't forget the milk. Press Send.", "milk"),
    ],
)
async def test_what_the_page_does_not_call_so_is_refused(goal, why):
    assert why in await refusal(goal, page(DESK))


PRICES = """
- heading "Mugs" [level=1]
- table:
  - row:
    - columnheader "Mug"
    - columnheader "Price"
    - columnheader "Stock"
  - row:
    - cell "Blue Mug"
    - cell "$9.50"
    - cell "12"
  - row:
    - cell "Red Mug"
    - cell "$11.00"
    - cell "4"
"""


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("Remember the price in the second row. What is the stock of the Blue Mug?", "12"),
        ("Take down the name in the first row. What is the price of the Red Mug?", "$11.00"),
        ("Note the mug in the second row. What is its stock?", "4"),
        ("Note the price of the Red Mug", "$11.00"),
        ("Write down the stock of the Blue Mug", "12"),
    ],
)
async def test_what_is_remembered_is_no_part_of_the_answer_unless_it_is_all_of_it(goal, answer):
    assert (await calls(goal, page(PRICES)))[-1].arguments["answer"] == answer


async def test_what_is_not_there_cannot_be_remembered():
    assert (
        "weight"
        in (await calls("Remember the weight of the Red Mug. What is its price?", page(PRICES)))[
            -1
        ].arguments["answer"]
    )


SHELF = """
- heading "Mugs" [level=1]
- status: Saved.
- list:
  - listitem:
    - heading "Blue Mug" [level=3]
    - generic: in stock
    - button "Save"
  - listitem:
    - heading "Red Mug" [level=3]
    - generic: in stock
    - button "Save"
"""


async def ended(goal):
    before = SHELF.replace("Saved.", "Welcome.")
    return (await calls(goal, page(before), page(SHELF)))[-1].arguments


@pytest.mark.parametrize(
    "question",
    ["What is the name of the mug you saved?", "Which mug did you save?", "Which of the mugs was saved?"],
)
async def test_what_was_done_last_is_recalled(question):
    found = await ended(f"Save the second mug. {question}")
    assert (found["status"], found["answer"]) == ("done", "Red Mug")


@pytest.mark.parametrize(
    "question",
    [
        "Which mug did you delete?",
        "Which kettle did you save?",
        "Whose account was saved?",
        "Who was saved?",
        "What is the weight of the mug you saved?",
    ],
)
async def test_what_was_not_done_or_to_something_else_is_not_recalled(question):
    assert (await ended(f"Save the second mug. {question}"))["status"] == "not_understood"
