"""What pages answer to questions in a tester's own words: each word is explained by what the page calls its things."""

import pytest
from builtin_pages import page

from pytest_webagent.claims.outcome import Absent, Unclear
from pytest_webagent.claims.questions import answer

DEPOT = """
- generic:
  - generic: Depot South
  - generic: Last audit 4 July 2026
- generic:
  - generic: On the shelves
  - generic:
    - generic:
      - generic: Code
      - generic: Part
      - generic: Bin
      - generic: In stock
      - generic: Unit price
      - generic: Remark
    - generic:
      - generic: K-10
      - generic: Copper pipe 15
      - generic: C4
      - generic: 120 pcs
      - generic: €3.20
    - generic:
      - generic: K-11
      - generic: Copper pipe 18
      - generic: C5
      - generic: 8 pcs
      - generic: €3.90
      - generic: Running low
    - generic:
      - generic: V-02
      - generic: Ball valve
      - generic: A1
      - generic: 31 pcs
      - generic: €12.00
- generic:
  - generic: On their way
  - generic:
    - generic:
      - generic: T-500
      - generic: Ball valve
      - generic: "Carrier: Swift"
      - generic: "Expected: 9 July 2026"
      - generic: Confirmed
    - generic:
      - generic: T-501
      - generic: Copper pipe 18
      - generic: "Carrier: Anvil"
      - generic: "Expected: 11 July 2026"
      - generic: Late
"""
BOARD = """
- banner:
  - heading "Spring clean" [level=1]
- main:
  - generic:
    - heading "To do 2" [level=2]
    - generic:
      - link "G-1"
      - heading "Sweep the yard" [level=3]
      - img "Ada Moss"
    - generic:
      - link "G-2"
      - heading "Paint the gate" [level=3]
      - text: Unassigned
      - img "None"
  - generic:
    - heading "Done 1" [level=2]
    - generic:
      - link "G-3"
      - heading "Fix the tap" [level=3]
      - img "Ben Ash"
"""
TALK = """
- heading "Allotment group" [level=1]
- log "Messages":
  - generic:
    - text: Ada Moss 09:12
    - generic: The water will be off until noon.
  - generic:
    - text: Ben Ash 09:40
    - generic: I have the key of the shed.
  - generic:
    - text: Ada Moss 10:05
    - generic: Thanks, see you there.
- complementary:
  - heading "Pinned" [level=2]
  - generic: "Next meeting: Friday, 3 July, 18:00"
"""
TICKET = """
- heading "Lamp flickers" [level=1]
- generic:
  - generic:
    - generic: Reporter
    - generic: Ada Moss
  - generic:
    - generic: Assignee
    - generic: Ben Ash
  - generic:
    - generic: Resolve by
    - generic: 5 July 2026, 12:00
- heading "Linked" [level=2]
- table:
  - row:
    - columnheader "Key"
    - columnheader "Assignee"
  - row:
    - cell "L-7"
    - cell "Cy Dorn"
  - row:
    - cell "L-9"
    - cell "Di East"
"""
TASKS = """
- heading "Errands" [level=1]
- list:
  - listitem:
    - checkbox "Post the letter" [checked]
  - listitem:
    - checkbox "Buy seeds"
  - listitem:
    - checkbox "Return the book"
- paragraph: 1-3 of 7 errands
"""
OFFER = """
- heading "Bench Oak" [level=1]
- paragraph:
  - deletion: £310.00
  - text: £248.00
- group "Colour":
  - radio "Natural"
  - radio "Grey" [checked]
- paragraph: The next delivery is on 12 July 2026. Orders close on 1 July 2026.
"""
BOOKING = """
- heading "Harbour tour" [level=1]
- paragraph: "Length of the tour: 90 minutes"
- paragraph: "Guide: Ada Moss"
- paragraph: 4 places left
- heading "Tickets" [level=2]
- spinbutton "Adult": 2
- spinbutton "Child": 0
- group "Extras":
  - checkbox "Life jacket" [checked]
  - checkbox "Lunch"
  - checkbox "Photo" [checked]
- list "Other tours":
  - listitem:
    - heading "Lighthouse walk" [level=3]
    - button "Book"
  - listitem:
    - heading "Night sail" [level=3]
    - button "Sold out" [disabled]
"""


@pytest.mark.parametrize(
    ("tree", "question", "said"),
    [
        (DEPOT, "What is the unit price of the ball valve?", "€12.00"),
        (DEPOT, "In which bin is the Copper pipe 15 kept?", "C4"),
        (DEPOT, "Which part is running low?", "Copper pipe 18"),
        (DEPOT, "When is transport T-500 expected?", "9 July 2026"),
        (DEPOT, "Who is the carrier of T-501?", "Anvil"),
        (DEPOT, "Which part has the highest unit price?", "Ball valve"),
        (DEPOT, "How many parts are listed?", "3"),
        (BOARD, "How many cards are in To do?", "2"),
        (BOARD, "Give the titles of the cards in To do", "Sweep the yard, Paint the gate"),
        (TALK, "Who wrote that the water will be off?", "Ada Moss"),
        (TALK, "At what time did Ben Ash say that he has the key of the shed?", "09:40"),
        (TALK, "When does the next meeting take place?", "Friday, 3 July, 18:00"),
        (
            TICKET,
            "Tell me who reported the ticket and by when it must be resolved",
            "Ada Moss, 5 July 2026, 12:00",
        ),
        (TICKET, "To whom is L-9 assigned?", "Di East"),
        (TICKET, "Who is the assignee?", "Ben Ash"),
        (TASKS, "How many errands are there?", "7"),
        (TASKS, "Which errand is done?", "Post the letter"),
        (OFFER, "What did it cost originally?", "£310.00"),
        (OFFER, "What is the price?", "£248.00"),
        (OFFER, "Which colour is selected?", "Grey"),
        (OFFER, "When is the next delivery?", "12 July 2026"),
        (OFFER, "Tell me what the price is", "£248.00"),
        (DEPOT, "Note down what the ball valve costs", "€12.00"),
        (BOOKING, "How many adult tickets are chosen?", "2"),
        (BOOKING, "How long is the tour?", "90 minutes"),
        (BOOKING, "How many places are left?", "4"),
        (BOOKING, "Give the extras that have been ticked", "Life jacket, Photo"),
        (BOOKING, "Which extra is switched off?", "Lunch"),
        (BOOKING, "Tell me which tour is sold out", "Night sail"),
    ],
)
def test_a_question_is_answered_by_what_explains_its_words(tree, question, said):
    assert answer(question, page(tree)).text == said


@pytest.mark.parametrize(
    ("tree", "question", "why"),
    [
        (DEPOT, "What is the weight of the ball valve?", "nothing on the page fits"),
        (DEPOT, "What is the unit price of the copper pipe?", "ambiguous"),
        (DEPOT, "When is transport T-502 expected?", "nothing on the page fits"),
        (DEPOT, "Which part is the cheapest in the cellar?", "nothing on the page fits"),
        (TALK, "Who wrote that the gate is open?", "nothing on the page fits"),
        (TALK, "When did Ada Moss write?", "ambiguous"),
        (TASKS, "How many errands are done?", "1-3 of 7"),
        (TICKET, "Who approved the ticket?", "nothing on the page fits"),
        (OFFER, "What is the price of the Bench Ash?", "nothing on the page fits"),
        (BOOKING, "How heavy is the tour?", "nothing on the page fits"),
        (BOOKING, "How long is the guide?", "nothing on the page fits"),
        (BOOKING, "Who came second on the tour; I need the number", "several things at once"),
        (OFFER, "Is it in stock?", "asks for a yes or no"),
    ],
)
def test_what_the_page_does_not_say_or_says_twice_is_refused(tree, question, why):
    with pytest.raises(Unclear, match=why):
        answer(question, page(tree))


def test_what_is_missing_may_still_come_and_is_told_apart():
    with pytest.raises(Absent):
        answer("What is the discount?", page(OFFER))
    with pytest.raises(Unclear) as unclear:
        answer("Which part is the newest?", page(DEPOT))
    assert not isinstance(unclear.value, Absent)


def test_it_stands_for_what_was_named_before():
    assert answer("What is its bin?", page(DEPOT), "Ball valve").text == "A1"


def test_a_long_table_is_read_once():
    rows = "".join(f'    - row:\n      - cell "R-{at}"\n      - cell "${at}.50"\n' for at in range(1, 1500))
    head = '    - row:\n      - columnheader "Room"\n      - columnheader "Rent"\n'
    where = page(f'- heading "Rooms" [level=1]\n- table:\n  - rowgroup:\n{head}  - rowgroup:\n{rows}')
    assert answer("What is the rent of room R-1200?", where).text == "$1200.50"
    assert answer("Which room has the highest rent?", where).text == "R-1499"
