"""Which value of a page the builtin model takes for the one asked for: only that with just this label."""

import pytest
from builtin_pages import answer, calls, first_call, page, refusal, rows

FLAT = """
- heading "Flat 12" [level=1]
- paragraph:
  - text: Posted by
  - link "Iris Moor"
- generic:
  - deletion: £1,300.00
  - insertion: £1,150.00
- paragraph: If the deposit is £50 or less, it is waived.
- paragraph: Free parking over £2,000
- term: Former rent
- definition: £1,300
- term: Available
- definition: 1 June 2026
- term: Viewing
- definition: on demand
- term: Phone
- definition: 555 0101
- region "Deposit":
  - heading "Deposit" [level=2]
  - paragraph: £500 of £900 paid
  - progressbar "Deposit paid": "55"
- region "Fees":
  - heading "Fees" [level=2]
  - paragraph: £40
- group "Furniture":
  - radio "None"
  - radio "Some" [checked]
- combobox "Floor":
  - option "Ground" [selected]
  - option "Attic"
- checkbox "Alerts"
- tablist:
  - tab "Photos"
  - tab "Map" [selected]
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Who is the author?", "Iris Moor"),
        ("What does it cost?", "£1,150.00"),
        ("What is the phone number?", "555 0101"),
        ("What are the fees?", "£40"),
        ("What is the furniture?", "Some"),
        ("When is the flat available?", "1 June 2026"),
        ("Which tab is selected?", "Map"),
    ],
)
async def test_a_value_is_told_by_its_own_label_or_form(goal, said):
    assert await answer(goal, page(FLAT)) == said


async def test_the_heading_of_one_thing_is_its_name_and_that_of_a_form_or_a_list_is_not():
    tree = '- heading "Flat 12" [level=1]\n- paragraph: Two rooms.'
    assert await answer("What is the name?", page(tree)) == "Flat 12"
    for tree in ('- textbox "First name": Ann', "- list:\n  - listitem: Ann\n  - listitem: Ben"):
        await refusal("What is the name?", page(f'- heading "Staff" [level=1]\n{tree}'))


@pytest.mark.parametrize(
    "goal",
    [
        "What is the rent?",
        "What is the deposit?",
        "What is the total?",
        "Is there an attic?",
        "Are alerts enabled?",
        "How many tabs are open?",
        "Check that the deposit is £500",
        "Check that the deposit is £900",
    ],
)
async def test_a_value_of_something_else_is_no_answer_also_behind_the_other_tab(goal):
    *looked, last = await calls(goal, page(FLAT))
    assert {(each.name, each.arguments.get("description", "")) for each in looked} <= {
        ("wait", ""),
        ("click", "tab 'Photos'"),
    }
    assert last.arguments["status"] == "not_understood"


TEAM = """
- heading "Loans" [level=1]
- table "Loans":
  - row: [columnheader "Loan", columnheader "Reader", columnheader "Lent", columnheader "State", columnheader "Note"]
  - row: [cell "#21", cell "Ada Lind", cell "4 May 2026", cell "Overdue", cell "7.00 EUR"]
  - row: [cell "#22", cell "Jon Falk", cell "n/a", cell "Partly returned", cell "2.00 EUR"]
  - row: [cell "#23", cell "Mia Roth", cell "9 May 2026", cell "Returned", cell "1.00 EUR"]
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Which loans are overdue?", "#21"),
        ("Which loan is returned?", "#23"),
        ("When was loan 23 lent?", "9 May 2026"),
        ("Is loan 22 returned?", "no"),
        ("Is there a loan to Mia Roth?", "yes"),
        ("Is there a returned loan?", "yes"),
        ("Is there a loan called '#21'?", "yes"),
        ("How many loans are returned?", "1"),
    ],
)
async def test_rows_tell_which_when_and_whether(goal, said):
    assert await answer(goal, page(rows(TEAM))) == said


@pytest.mark.parametrize(
    "goal",
    ["Who are the readers?", "When was loan 22 lent?", "When was loan 21 returned?", "What is the overdue?"],
)
async def test_a_row_is_no_label_for_its_last_cell(goal):
    await refusal(goal, page(rows(TEAM)))


@pytest.mark.parametrize(
    ("goal", "status"),
    [
        ("Check that loan 23 is returned", "done"),
        ("Check that loan 21 is returned", "goal_not_met"),
        ("Check that the state of loan 22 is Returned", "not_understood"),
        ("Check that the state of loan 22 contains 'returned'", "done"),
        ("Check that the state of loan 21 is Returned", "goal_not_met"),
    ],
)
async def test_a_check_wants_the_whole_value(goal, status):
    call = await first_call(goal, page(rows(TEAM)))
    assert call.arguments.get("status") == status, call.arguments


PARCEL = """
- heading "Parcel for Eva Stone" [level=1]
- link "Parcels 9"
- list:
  - listitem:
    - strong: "First stop:"
    - text: 2 June 2026, 08:30
  - listitem:
    - strong: "Weight:"
    - text: 3 of 20 kg
- table "Stops":
  - row: [columnheader "Stop", columnheader "Planned date", columnheader "Actual date"]
  - row: [cell "B-7", cell "2 June 2026", cell "3 June 2026"]
  - row: [cell "B-70", cell "4 June 2026", cell "4 June 2026"]
- paragraph: Showing all 2 stops
- button "Follow parcel"
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("What is the first stop?", "2 June 2026, 08:30"),
        ("Is there a stop B-70?", "yes"),
        ("Is there a stop B-2?", "no"),
        ("Is there a stop 2?", "no"),
        ("What is the actual date of B-7?", "3 June 2026"),
        ("How many stops are there?", "2"),
        ("How many parcels are there?", "9"),
    ],
)
async def test_numbers_and_names_with_dashes_are_one_word(goal, said):
    assert await answer(goal, page(rows(PARCEL), title="Parcel")) == said


@pytest.mark.parametrize(
    "goal",
    [
        "What is the date of B-7?",
        "Which stop is the newest?",
        "Is the parcel active?",
        "Is the parcel closed?",
        "Check that the weight is 3",
        "Check that the heading is Eva Stone",
    ],
)
async def test_two_dates_other_controls_and_parts_of_a_value_leave_it_open(goal):
    await refusal(goal, page(rows(PARCEL), title="Parcel"))
