"""Which text the builtin model takes for the message: what is new after the deed goes before what was there."""

import pytest
from builtin_pages import last_call, page

LOANS = """
- generic:
  - text: Welcome,
  - strong: librarian
  - text: .
  - link "Site"
- banner:
  - status: CORNER
- main:
  - NEWS
  - heading "Books" [level=1]
  - text: CHOSEN
  - button "Return"
  - SAID
"""


def loans(news="paragraph: Choose books.", chosen="1 of 9 selected", corner="1 item", said="separator"):
    tree = LOANS.replace("NEWS", news).replace("CHOSEN", chosen)
    return page(tree.replace("CORNER", corner).replace("SAID", said), title="Books")


async def told(goal, *pages):
    call = await last_call(goal, *pages)
    assert call.arguments["status"] == "done", call.arguments
    return call.arguments["answer"]


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ({"news": "paragraph: 2 books marked as returned.", "chosen": "none"}, "2 books marked as returned."),
        ({"news": "listitem: 2 books were returned."}, "2 books were returned."),
        ({"news": "listitem: The books could not be found."}, "The books could not be found."),
        ({"news": "alert: Back in store"}, "Back in store"),
        ({"news": "listitem: 2 books were returned.", "corner": "2 items"}, "2 books were returned."),
        ({"news": "paragraph: It is done at last.", "said": "status: Ready"}, "Ready"),
        ({"news": "paragraph: We are open today."}, "We are open today."),
    ],
)
async def test_a_message_that_is_new_goes_before_an_old_one(after, said):
    assert await told("Click Return. Which message is shown?", loans(), loans(**after)) == said


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        # What was there counts where nothing has come.
        ({"said": "status: Ready"}, {"said": "status: Ready"}, "Ready"),
        ({"said": "status: Ready"}, {"said": "status: Ready", "chosen": "none"}, "Ready"),
        ({}, {"corner": "2 items"}, "2 items"),
    ],
)
async def test_an_old_message_counts_where_no_new_one_has_come(before, after, said):
    assert await told("Click Return. Which message is shown?", loans(**before), loans(**after)) == said


async def test_a_message_that_is_asked_for_before_anything_is_done_is_the_one_shown():
    assert await told("Which message is shown?", loans(said="status: Ready")) == "Ready"


async def test_a_button_to_close_an_old_message_does_not_make_it_new():
    old = 'alert:\n    - paragraph: Ready\n    - button "Close"'
    pages = (loans(said=old), loans(said=old, news="paragraph: 2 books were returned."))
    assert await told("Click Return. Which message is shown?", *pages) == "2 books were returned."


@pytest.mark.parametrize("said", ["Please enter the correct password.", "The password is not valid."])
async def test_a_sentence_that_came_and_complains_is_the_error_message(said):
    goal = "Click Return. What does the error message say?"
    assert await told(goal, loans(), loans(news=f"paragraph: {said}")) == said
