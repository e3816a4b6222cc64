"""What the builtin model says of the rows of a table and of the texts of a page: each word must be accounted for."""

import pytest
from builtin_pages import answer, first_call, page, refusal, rows

STAFF = """
- heading "Staff" [level=1]
- paragraph: 6 of 20 staff shown
- table "Staff":
  - rowgroup:
    - row:
      - columnheader "Name"
      - columnheader "Team"
      - columnheader "Lent to"
      - columnheader "State"
      - columnheader "Hours"
      - columnheader "Started"
  - rowgroup:
    - row: [cell "Mia", cell "Design", cell "Sales", cell "On leave", cell "30", cell "2023-02-01"]
    - row: [cell "Mia Sales", cell "Design", cell "Support", cell "Remote", cell "40", cell "04/05/2024"]
    - row: [cell "Tom", cell "Sales", cell "Design", cell "Remote", cell "40", cell "2021-07-09"]
  - rowgroup:
    - row: [cell "Subtotal", cell "", cell "", cell "", cell "110", cell ""]
    - row: [cell "Overtime", cell "", cell "", cell "", cell "400", cell ""]
    - row: [cell "Total", cell "", cell "", cell "", cell "510", cell ""]
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("How many remote staff are listed?", "2"),
        ("How many staff are listed?", "3"),
        ("How many hours does Tom have?", "40"),
        ("Is Tom remote?", "yes"),
        ("Is Mia remote?", "no"),
        ("Are all staff remote?", "no"),
        ("Is any staff remote?", "yes"),
        ("How many staff lent to sales are listed?", "1"),
        ("Which staff has the lowest hours?", "Mia"),
        ("What is the sum of the hours of all staff?", "110"),
    ],
)
async def test_each_word_of_a_question_about_rows_counts(goal, said):
    assert await answer(goal, page(rows(STAFF))) == said


@pytest.mark.parametrize(
    "goal",
    [
        "How many staff are there?",
        "How many remote staff are there?",
        "How many sales are there?",
        "How many retired staff are there?",
        "How many staff in Sales are there?",
        "Is Tom retired?",
        "Which staff is the newest?",
        "Which staff has the highest hours?",
        "Which staff is the longest?",
        "Verify that there are 6 staff",
        "Verify that there are 20 staff",
        "Verify that Tom is retired",
        "Verify that all staff are retired",
        "Verify that there are more than 2 staff",
        "Verify that Mia is in the archive",
        "Verify that all staff are shown",
    ],
)
async def test_a_word_that_cannot_be_accounted_for_is_refused(goal):
    await refusal(goal, page(rows(STAFF)))


@pytest.mark.parametrize(
    ("goal", "status"),
    [
        ("Verify that Tom is remote", "done"),
        ("Verify that Tom is on leave", "goal_not_met"),
        ("Verify that all staff are remote", "goal_not_met"),
        ("Verify that no staff is remote", "goal_not_met"),
        ("Verify that the team of Tom is Sales", "done"),
        ("Verify that Tom's team is Design", "goal_not_met"),
        ("Check that there are 2 remote staff listed", "done"),
        ("Check that there are 3 remote staff listed", "goal_not_met"),
    ],
)
async def test_a_check_of_rows_holds_or_is_contradicted_by_a_cell(goal, status):
    call = await first_call(goal, page(rows(STAFF)))
    assert call.arguments.get("status") == status, call.arguments


BOARD = """
- heading "Board" [level=1]
- paragraph: There are no open complaints.
- paragraph: "Host: Ines. Seats: 12. Fund: $300 of $900 spent."
- paragraph:
  - text: Signed in as
  - strong: Ines
  - text: ". Votes: 4 cast"
- alert: Just 1 ticket, small, remains.
- button "Save this note"
- group "Size":
  - radio "Small"
  - radio "Large"
- list:
  - listitem:
    - heading "Lamp" [level=3]
    - paragraph: Price on demand
    - paragraph: "Left: 7"
    - button "Take"
  - listitem:
    - heading "Chair" [level=3]
    - paragraph: €20.00
    - paragraph: "Left: 2"
    - button "Take"
  - listitem:
    - heading "Rug" [level=3]
    - paragraph: $15.00
    - paragraph: "Left: 2"
    - button "Take"
- checkbox "Alpha" [checked]
- checkbox "Beta"
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Are there open complaints?", "no"),
        ("Who is the host?", "Ines"),
        ("What is the price of the Lamp?", "Price on demand"),
        ("What is the fund?", "$300 of $900 spent"),
        ("Who is signed in?", "Ines"),
        ("Are all checkboxes ticked?", "no"),
    ],
)
async def test_an_answer_is_what_the_question_names(goal, said):
    assert await answer(goal, page(BOARD)) == said


@pytest.mark.parametrize(
    "goal",
    [
        "What is my name?",
        "Which size is selected?",
        "Which item is the cheapest?",
        "How many tickets are there?",
        "Is there a note?",
        "Is there an error?",
    ],
)
async def test_no_other_text_stands_in_for_an_answer(goal):
    await refusal(goal, page(BOARD))


@pytest.mark.parametrize(
    ("goal", "status"), [("49", "done"), ("$49.00", "done"), ("4", "goal_not_met"), ("paid", "goal_not_met")]
)
async def test_a_value_is_compared_as_a_value(goal, status):
    tree = '- paragraph: "Total: $49.00"\n- paragraph: "Mark: Not paid"'
    about = "mark" if goal == "paid" else "total"
    call = await first_call(f"Verify that the {about} is {goal}", page(tree))
    assert call.arguments.get("status") == status, call.arguments


@pytest.mark.parametrize("goal", ["What is the price?", "What is the limit?", "Check that the price is 5"])
async def test_an_empty_value_is_not_read_elsewhere(goal):
    tree = """
    - textbox "Price"
    - paragraph: Up to $5.00 off
    - term: Limit
    - definition
    """
    assert "empty" in await refusal(goal, page(tree))
