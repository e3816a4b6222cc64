"""What pages answer to questions that name a part of the page, a place in an order, or a type of value."""

from dataclasses import replace

import pytest
from builtin_pages import page

from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.questions import answer
from pytest_webagent.geometry import Box

SHOP = """
- banner:
  - heading "Tea & Co" [level=1]
  - link "Cart (3)"
  - button "Wishlist 5"
- main:
  - heading "Green teas" [level=2]
  - generic: 12 products
  - list:
    - listitem:
      - heading "Sencha" [level=3]
      - generic: €8.50
      - button "Add to cart"
    - listitem:
      - heading "Gyokuro" [level=3]
      - generic: €19.00
      - button "Add to cart"
    - listitem:
      - heading "Bancha" [level=3]
      - generic: €6.20
      - button "Add to cart"
  - generic: 1–3 of 12
  - button "Next page"
  - heading "Order summary" [level=2]
  - generic: "Shipping: €4.90"
  - generic: "Total: €38.60"
- generic:
  - text: Version
  - strong: "7"
- contentinfo:
  - text: Made with care
"""
CLUB = """
- heading "Rowing club" [level=1]
- heading "Events" [level=2]
- list "Events":
  - listitem:
    - strong: Regatta
    - text: Saturday, 13 June 2026, 09:00 to 17:30
    - generic:
      - generic: Venue
      - generic: Lake pier
  - listitem:
    - strong: Members' evening
    - text: Friday, 19 June 2026, 19:00
- heading "Crew" [level=2]
- table:
  - row:
    - columnheader "Seat"
    - columnheader "Name"
    - columnheader "Weight"
  - row:
    - cell "1"
    - cell "Ann de Boer"
    - cell "61 kg"
  - row:
    - cell "2"
    - cell "Ben Ash"
    - cell "74 kg"
  - row:
    - cell "3"
    - cell "Cy Dorn"
    - cell "70 kg"
- paragraph: 3 rowers, total weight 205 kg
- alert: The boathouse is closed from 22:00 until 06:00.
"""
FEE = """
- dialog "Renew membership":
  - heading "Renew membership" [level=2]
  - paragraph: You are charged £45.00 per year.
  - button "Pay"
"""
FILES = """
- heading "Storage" [level=1]
- tablist:
  - tab "My uploads" [selected]
  - tab "Shared"
- table:
  - row:
    - columnheader "Name"
    - columnheader "Size"
  - row:
    - cell "report.pdf"
    - cell "2 MB"
  - row:
    - cell "photo (copy).png"
    - cell "5 MB"
- paragraph: 2 of 3 files selected
- slider "Quality"
- generic: 80 %
- button "Download (2)"
- status: Saved at 14:05
"""
BOARD = """
- generic: 5 cards
- generic:
  - generic:
    - heading "Backlog 2" [level=2]
    - generic:
      - article:
        - heading "Fix the gate" [level=3]
        - generic: Tools
        - generic: Ada Moss · 3 pt
      - article:
        - heading "Mow the lawn" [level=3]
        - generic: Unassigned
  - generic:
    - heading "Review 3" [level=2]
    - generic:
      - article:
        - heading "Order seeds" [level=3]
        - generic: Ben Ash · 1 pt
      - article:
        - heading "Sweep the yard" [level=3]
        - generic: Unassigned
"""
FILTERED = """
- heading "Staff" [level=1]
- heading "Employees" [level=2]
- grid:
  - row:
    - columnheader "Name"
    - columnheader "Team"
  - row:
    - cell "Ada Moss"
    - cell "Finance"
  - row:
    - cell "Ben Ash"
    - cell "Finance"
- generic: Showing 1-2 of 2 rows
- paragraph: 34 employees, 28 active
"""


@pytest.mark.parametrize(
    ("tree", "question", "said"),
    [
        # The part of the page that shows it.
        (SHOP, "Which number is on the cart link?", "3"),
        (SHOP, "What number does the Wishlist button show?", "5"),
        (SHOP, "What does the text in the footer say?", None),
        (SHOP, "What does the counter in the footer say?", "Version 7"),
        (SHOP, "What is the total in the order summary?", "€38.60"),
        (SHOP, "What does the total say?", "€38.60"),
        (SHOP, "What does the note say?", None),
        (BOARD, "What does the Review column show?", None),
        (BOARD, "What does the counter say?", "5 cards"),
        (SHOP, "What does the Basket button say?", None),
        (CLUB, "What does the alert say?", "The boathouse is closed from 22:00 until 06:00."),
        (CLUB + FEE, "What is the title of the dialog?", "Renew membership"),
        (CLUB + FEE, "Tell me what it costs per year according to the dialog", "£45.00"),
        (CLUB + FEE, "Tell me what it costs per month according to the dialog", None),
        (FILES, "What does the text under the slider show?", "80 %"),
        (FILES, "What does the text under the gauge show?", None),
        (FILES, "Which number is on the Download button?", "2"),
        (FILES, "What time does the status show?", "14:05"),
        (FILES, "What is the copy called?", "photo (copy).png"),
        (FILES, "What is the original called?", None),
        # Places of an order.
        (SHOP, "Which product is at the top of the list?", "Sencha"),
        (SHOP, "Which product comes second?", "Gyokuro"),
        (SHOP, "Which product is fifth?", None),
        (SHOP, "Which product is last in the list?", None),
        (SHOP, "Who is at the top?", None),
        (BOARD, "What is the first card in the Review column?", "Order seeds"),
        (BOARD, "Which card is last in the backlog?", "Mow the lawn"),
        (CLUB, "Who is in the second row?", "Ben Ash"),
        (CLUB, "Which weight is in the second row?", "74 kg"),
        (CLUB, "What is the weight in row 3?", "70 kg"),
        (CLUB, "Who is the last person in the table?", "Cy Dorn"),
        (CLUB, "Who is at the top of the table?", "Ann de Boer"),
        # How many there are in a part, and of two numbers that differ none.
        (BOARD, "How many cards are left in the backlog?", "2"),
        (BOARD, "How many cards does the Review column have?", None),
        (BOARD, "How many people are in the backlog?", None),
        (BOARD, "How many cats are in the backlog?", None),
        (FILES, "Which tab is last?", "Shared"),
        (FILES, "Which button is last?", "Download (2)"),
        (FILES, "Which tab is fifth?", None),
        (BOARD, "How many cards does the Waiting column have?", None),
        (BOARD, "How many cards are there in all?", "5"),
        (CLUB, "How many people are in the table?", "3"),
        (FILES, "How many uploads are left in the table?", "2"),
        (FILES, "How many sizes are in the table?", None),
        (FILES, "How many files are selected?", "2"),
        (FILES, "How many folders are selected?", None),
        (FILTERED, "How many employees are there?", None),
        (FILTERED, "How many employees are listed?", "2"),
        # Types of values.
        (CLUB, "At what time does the regatta start?", "09:00"),
        (CLUB, "When does the regatta end?", "17:30"),
        (CLUB, "When does the canteen end?", None),
        (CLUB, "On which day is the members' evening?", "Friday, 19 June 2026"),
        (CLUB, "At what time is the members' evening?", "19:00"),
        (CLUB, "Until when is the boathouse closed?", "06:00"),
        (CLUB, "When does the boathouse close?", None),
        (CLUB, "Where is the regatta?", "Lake pier"),
        (CLUB, "Where is the members' evening?", None),
        (BOARD, "Who has the card Fix the gate?", "Ada Moss"),
        (BOARD, "Who approved the card Fix the gate?", None),
        (BOARD, "Who has the card Mow the lawn?", None),
        (FEE, "How much is charged per year?", "£45.00 per year"),
        (SHOP, "Which product costs the least?", "Bancha"),
    ],
)
def test_a_question_is_answered_by_the_one_value_of_its_part_order_and_type(tree, question, said):
    if said is not None:
        assert answer(question, page(tree)).text == said
    else:
        with pytest.raises(Unclear):
            answer(question, page(tree))


def test_what_a_dialog_says_it_says_of_what_opened_it():
    question = "Tell me what it costs per year according to the dialog"
    assert answer(question, page(CLUB + FEE), "Gold plan").text == "£45.00"
    with pytest.raises(Unclear):
        answer("Tell me what it costs per year", page(CLUB + FEE), "Gold plan")


def test_what_stands_on_a_side_is_told_by_where_it_is():
    seen = page(CLUB)
    (table,) = (at for at, each in enumerate(seen.elements) if each.role == "table")
    last = max(seen.descendants(table))
    height = seen.elements[last].box.y + 20 - seen.elements[table].box.y
    whole = replace(seen.elements[table], box=Box(0, seen.elements[table].box.y, 100, height))
    seen = replace(seen, elements=(*seen.elements[:table], whole, *seen.elements[table + 1 :]))
    for question, said in (
        ("What does the line below the table say?", "3 rowers, total weight 205 kg"),
        ("How many rowers does the line below the table count?", "3"),
        ("What is the total weight below the table?", "205 kg"),
    ):
        assert answer(question, seen).text == said
    with pytest.raises(Unclear):
        answer("How many rowers does the line above the table count?", seen)
