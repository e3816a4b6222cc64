"""Questions and statements as strangers put them, by the cause for which they were not read: three on a page for each."""

import pytest
from builtin_pages import page

from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.predicates import predicates
from pytest_webagent.claims.questions import answer

GARDEN = """
- main:
  - heading "Garden tools" [level=1]
  - table:
    - rowgroup:
      - row:
        - columnheader "Tool"
        - columnheader "Weight"
        - columnheader "Price"
        - columnheader "Reviews"
        - columnheader "State"
    - rowgroup:
      - row:
        - cell "Hand trowel"
        - cell "350 g"
        - cell "$12.00"
        - cell "41"
        - cell "In stock"
      - row:
        - cell "Long spade"
        - cell "1800 g"
        - cell "$49.50"
        - cell "17"
        - cell "Sold out until May"
      - row:
        - cell "Leaf rake"
        - cell "900 g"
        - cell "$27.25"
        - cell "8"
        - cell "In stock"
  - region "Order 77":
    - heading "Order 77" [level=2]
    - paragraph: "Goods: $61.50 VAT 20%: $12.30 To pay: $73.80"
    - term: Paid with
    - definition: Card ending 9921
    - term: Sent
    - definition: 4 May 2026
    - term: Sent to
    - definition: 5 Mill Lane, Hollow
    - table:
      - rowgroup:
        - row:
          - rowheader "Carriage"
          - cell "$4.00"
        - row:
          - rowheader "Reduction"
          - cell "$1.50"
  - region "Ways to us":
    - heading "Ways to us" [level=2]
    - list:
      - listitem: "Ferry: leaves 07:10 from pier 2, arrives 09:05, €14.00 each"
      - listitem: "Coach: leaves 06:50 from the square, arrives 09:40, €9.50 each"
"""
STAFF = """
- main:
  - heading "Night shift" [level=1]
  - heading "People 3" [level=2]
  - list:
    - listitem:
      - heading "Ada Moss" [level=3]
      - text: "Ward B · 30 min · On call since 20:00"
      - button "Call"
    - listitem:
      - heading "Ben Ash" [level=3]
      - text: "Ward C · 45 min · Away"
      - button "Call"
    - listitem:
      - heading "Cy Lund" [level=3]
      - text: "Ward B · 20 min · On call since 22:00"
      - button "Call"
"""
MEMBERS = """
- main:
  - heading "Team" [level=1]
  - table:
    - rowgroup:
      - row:
        - columnheader "Member"
        - columnheader "Open tickets"
    - rowgroup:
      - row:
        - rowheader "Ada Moss"
        - cell "4"
      - row:
        - rowheader "Ben Ash"
        - cell "7"
      - row:
        - rowheader "Cy Lund"
        - cell "2"
"""
BOOKS = """
- main:
  - heading "Bücher" [level=1]
  - table:
    - rowgroup:
      - row:
        - columnheader "Titel"
        - columnheader "Preis"
        - columnheader "Zustand"
    - rowgroup:
      - row:
        - cell "Der Garten"
        - cell "12,50 €"
        - cell "verliehen"
      - row:
        - cell "Die Brücke"
        - cell "9,90 €"
        - cell "vorhanden"
"""
PAGES = {
    "garden": page(GARDEN, title="Garden tools"),
    "staff": page(STAFF, title="Night shift"),
    "members": page(MEMBERS, title="Team"),
    "books": page(BOOKS, title="Bücher", language="de"),
}


def ask(name: str, question: str, remembered: str = "") -> str:
    try:
        return answer(question, PAGES[name], remembered).text
    except Unclear as unclear:
        return f"? {unclear}"


@pytest.mark.parametrize(
    ("name", "question", "wanted"),
    [
        # How far two things are apart
        ("garden", "How much more does the spade cost than the rake?", "$22.25"),
        ("garden", "How much cheaper is the trowel than the rake?", "$15.25"),
        ("garden", "How many more reviews does the trowel have than the rake?", "33"),
        ("garden", "By how many grams is the spade heavier than the rake?", "900 g"),
        ("garden", "How much would I save by taking the coach instead of the ferry?", "€4.50"),
        ("members", "How many more open tickets does Ben Ash have than Cy Lund?", "5"),
        # What several come to together
        ("garden", "How much do the trowel and the rake cost together?", "$39.25"),
        ("garden", "How many reviews do the spade and the rake have in total?", "25"),
        ("staff", "How many minutes in total are planned for Ward B?", "50 min"),
        # Which of two is more so
        ("garden", "Which is cheaper, the trowel or the rake?", "Hand trowel"),
        ("garden", "Which is heavier, the rake or the spade?", "Long spade"),
        ("members", "Who has more open tickets, Ada Moss or Ben Ash?", "Ben Ash"),
        # Several labelled values in one text
        ("garden", "How much VAT is there?", "$12.30"),
        ("garden", "What is to pay?", "$73.80"),
        # Words of a state within a short text
        ("garden", "Which tools are sold out?", "Long spade"),
        ("staff", "How many people are on call?", "2"),
        ("staff", "Who is away?", "Ben Ash"),
        # Two attributes, of which the second says "it"
        ("garden", "What is the price of the rake and how much does it weigh?", "$27.25, 900 g"),
        # Question words and glue in the language of the page
        ("books", "Wie viele Bücher sind aufgeführt?", "2"),
        ("books", "Welche Bücher sind verliehen?", "Der Garten"),
        ("books", "Was ist der Preis von 'Die Brücke'?", "9,90 €"),
        # What "she" stands for
        ("members", "How many open tickets does she have?", "4"),
    ],
)
def test_what_strangers_ask_is_answered(name: str, question: str, wanted: str) -> None:
    assert ask(name, question, "Ada Moss" if "she" in question else "") == wanted


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("garden", "How much cheaper is the spade than the rake?"),
        ("garden", "How much would I save by taking the ferry instead of the coach?"),
        ("garden", "Which tools are free?"),
        ("garden", "Which is cheaper, the trowel or the hoe?"),
        ("garden", "How much do the trowel and the hoe cost together?"),
        ("members", "Which member is the oldest?"),
    ],
)
def test_what_is_not_so_or_not_there_is_refused(name: str, question: str) -> None:
    assert ask(name, question).startswith("? ")


@pytest.mark.parametrize(
    ("name", "statement", "wanted"),
    [
        ("garden", "order 77 was paid with a Card", True),
        ("garden", "order 77 was paid with a cheque", False),
        ("garden", "order 77 was sent on 4 May 2026", True),
        ("garden", "order 77 was sent on 5 May 2026", False),
        ("garden", "the spade costs more than the rake", True),
        ("garden", "the spade costs more than $50", False),
        ("garden", "the trowel is heavier than the rake", False),
        ("garden", "the long spade is the most expensive tool", True),
        ("garden", "two of the tools have the state 'In stock'", True),
        ("members", "Ben Ash has the most open tickets", True),
        ("members", "Ada Moss has the fewest open tickets", False),
        ("members", "Ada Moss has more open tickets than Cy Lund", True),
        ("staff", "Ben Ash is away", True),
        ("staff", "two people are on call", True),
        ("staff", "three people are on call", False),
    ],
)
def test_what_strangers_state_is_decided(name: str, statement: str, wanted: bool) -> None:
    found = predicates(statement, PAGES[name])
    assert all(work_out(each, PAGES[name]).holds for each in found) == wanted
