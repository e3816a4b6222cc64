"""Values that are there, of the right kind, and called otherwise than what the goal asks for."""

import pytest
from evidence_stories import number, page, text, verdict

from pytest_webagent.claims.derivation import Derivation

CART = page(
    """
- banner:
  - status: 2 items
- main:
  - heading "Your cart"
  - table:
    - rowgroup:
      - row "Product Price Sum":
        - columnheader "Product"
        - columnheader "Price"
        - columnheader "Sum"
    - rowgroup:
      - row "Blue Mug $9.50 $9.50":
        - cell "Blue Mug"
        - cell "$9.50"
        - cell "$9.50"
      - row "Ramen Bowl $18.00 $18.00":
        - cell "Ramen Bowl"
        - cell "$18.00"
        - cell "$18.00"
  - generic:
    - term: Cart total
    - definition: $27.50"""
)
BOOKS = page(
    """
- main:
  - heading "Select book to change"
  - table:
    - row "Title Copies":
      - columnheader "Title"
      - columnheader "Copies"
    - row "Kindred 3":
      - cell "Kindred"
      - cell "3"
    - row "Mort 4":
      - cell "Mort"
      - cell "4"
  - text: 10 books"""
)
FILES = page(
    """
- main:
  - table:
    - row "Name Size Modified":
      - columnheader "Name"
      - columnheader "Size"
      - columnheader "Modified"
    - row "report.pdf 340 KB 3 May 2026":
      - cell "report.pdf"
      - cell "340 KB"
      - cell "3 May 2026"
    - row "notes.txt 2 KB 4 May 2026":
      - cell "notes.txt"
      - cell "2 KB"
      - cell "4 May 2026\""""
)
REVIEWS = page(
    """
- main:
  - article:
    - heading "Third order"
    - generic:
      - generic:
        - term: Author
        - definition: Samir Haddad
      - generic:
        - term: Written
        - definition: 7 July 2026
  - article:
    - heading "Slow delivery"
    - generic:
      - generic:
        - term: Author
        - definition: Ella Byrne
      - generic:
        - term: Written
        - definition: 28 June 2026"""
)
BOWLS = page(
    """
- main:
  - heading "Bowls"
  - list:
    - listitem:
      - link "Salad Bowl"
      - paragraph: $32.00
      - list:
        - listitem: new
        - listitem: blue
    - listitem:
      - link "Ramen Bowl"
      - paragraph: $18.00
      - list:
        - listitem: old
        - listitem: red"""
)
AUTHOR = "Scroll down to the review 'Slow delivery'. Who is the author of that review?"
FIRST = "Sort the list by price. What is the name of the first product?"


@pytest.mark.parametrize(
    ("seen", "goal", "role", "says", "doubt"),
    [
        (CART, "Open the cart and report the cart total.", "cell", "$18.00", "cart total"),
        (BOOKS, "Open Books. How many books are listed?", "cell", "3", "books"),
        (FILES, "When was report.pdf modified?", "cell", "340 KB", "Modified"),
        (FILES, "Find report.pdf. When was it modified?", "cell", "340 KB", "Modified"),
        (REVIEWS, AUTHOR, "definition", "Samir Haddad", "Slow delivery"),
        (REVIEWS, AUTHOR, "definition", "28 June 2026", "Author"),
        (BOWLS, FIRST, "link", "Ramen Bowl", "first"),
        (BOWLS, "What is the name of the last item in the list?", "link", "Salad Bowl", "last"),
    ],
)
def test_a_value_beside_another_label_than_the_goal_asks_for_is_doubted(seen, goal, role, says, doubt):
    found = verdict(goal, says, [text(seen, role, says)], [seen])
    assert not found.stands
    assert doubt.casefold() in " ".join(found.problems).casefold()


@pytest.mark.parametrize(
    ("seen", "goal", "role", "says"),
    [
        (CART, "Open the cart and report the cart total.", "definition", "$27.50"),
        (CART, "Open the cart. What does the Ramen Bowl come to?", "cell", "$18.00"),
        (CART, "Open the cart. What is the total of the Ramen Bowl?", "cell", "$18.00"),
        (CART, "Open the cart. What is the sum of the dearest product?", "cell", "$18.00"),
        (BOOKS, "Open Books. How many books are listed?", "text", "10 books"),
        (BOOKS, "Open Books. How many copies of Kindred are listed?", "cell", "3"),
        (BOOKS, "Open Books. How many books called Kindred are listed?", "cell", "3"),
        (FILES, "When was report.pdf modified?", "cell", "3 May 2026"),
        (FILES, "What is the size of report.pdf?", "cell", "340 KB"),
        (FILES, "What is the name of the file that was modified last?", "cell", "notes.txt"),
        (FILES, "How big is report.pdf?", "cell", "340 KB"),
        (FILES, "Which file was modified on 4 May 2026?", "cell", "notes.txt"),
        (REVIEWS, AUTHOR, "definition", "Ella Byrne"),
        (REVIEWS, "When did Ella Byrne write the review 'Slow delivery'?", "definition", "28 June 2026"),
        (BOWLS, FIRST, "link", "Salad Bowl"),
        (BOWLS, "What is the first product that is red?", "link", "Ramen Bowl"),
        (BOWLS, "What is the colour of the first product?", "listitem", "blue"),
        (BOWLS, "What is the name of the last item in the list?", "link", "Ramen Bowl"),
    ],
)
def test_a_value_beside_its_own_label_or_one_the_goal_does_not_name_stands(seen, goal, role, says):
    evidence = (
        text(seen, role, says) if role != "text" else text(seen, "main", "10 books", pattern="10 books")
    )
    assert verdict(goal, says, [evidence], [seen]).problems == ()


def listed(says, *names):
    """A list of cards, and what stands above it."""
    cards = "\n".join(
        f"    - listitem:\n      - link {name!r}\n      - text: $9.00" for name in names
    ).replace("'", '"')
    return page(f"- main:\n  - paragraph: {says}\n  - list:\n{cards}")


@pytest.mark.parametrize("says", ["3 products", "Products: 3", "48 products", "3 products sold today"])
def test_a_count_of_some_of_a_list_does_not_stand_whatever_the_page_says_of_their_number(says):
    seen = listed(says, "Hanami", "Iron", "Everyday")
    counted = Derivation(op="count", elements=(number(seen, "link", "Hanami"), number(seen, "link", "Iron")))
    goal = "Open the list and tell me how many products are listed."
    assert not verdict(goal, "2", [counted], [seen]).stands


def test_a_count_of_all_in_a_list_stands():
    seen = listed("2 products", "Hanami", "Iron")
    counted = Derivation(op="count", elements=(number(seen, "link", "Hanami"), number(seen, "link", "Iron")))
    assert verdict("How many products are listed?", "2", [counted], [seen]).stands


PAY = page(
    """
- main:
  - heading "Your cart"
  - link "Go to checkout"
  - link "Red Bowl"
  - link "Free"
  - link "$9.00"
"""
)


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ("What is the name of the product with the lowest price?", "Red Bowl"),
        ("Report the product with the highest price.", "Red Bowl"),
        ("What is the price of the bowl?", "Free"),
        ("What is the price of the bowl?", "$9.00"),
    ],
)
def test_a_name_that_is_asked_for_and_an_amount_may_stand_on_a_link(goal, says):
    found = verdict(goal, says, [text(PAY, "link", says)], [PAY])
    assert not any("asks for a number or an amount" in each for each in found.problems)


CONTACT = page(
    """
- heading "Flat 12" [level=1]
- generic:
  - term: Work phone
  - definition: +1 555 0100
  - term: Mobile
  - definition: +1 555 0199
  - term: Landlord
  - definition: Lena Fox
  - term: Former landlord
  - definition: Max Orr
  - term: Landlord's remark
  - definition: No pets
- table:
  - row:
    - rowheader "Home alarm"
    - cell "111 222 333"
  - row:
    - rowheader "Cellar"
    - cell "444 555 666" """
)
PERIODS = page(
    """
- heading "Shop" [level=1]
- generic:
  - heading "Orders this week" [level=3]
  - strong: "310"
  - paragraph: "Last week: 280"
- generic:
  - heading "Refunds this week" [level=3]
  - strong: "12"
  - paragraph: "Last week: 9"
- generic:
  - term: This month
  - definition: 12 m³
  - term: Last month
  - definition: 40 m³ """
)


@pytest.mark.parametrize(
    ("seen", "goal", "role", "lie", "truth"),
    [
        (CONTACT, "Report the mobile number.", "definition", "+1 555 0100", "+1 555 0199"),
        (CONTACT, "Report the mobile phone number.", "definition", "+1 555 0100", "+1 555 0199"),
        (CONTACT, "Report the work phone number.", "definition", "+1 555 0199", "+1 555 0100"),
        (CONTACT, "Who is the landlord?", "definition", "Max Orr", "Lena Fox"),
        (CONTACT, "Report the cellar alarm number.", "cell", "111 222 333", "444 555 666"),
        (PERIODS, "How many orders were there last week?", "strong", "310", "280"),
        (PERIODS, "Report the number of orders of last week.", "strong", "310", "280"),
        (PERIODS, "How many orders were there this week?", "paragraph", "280", "310"),
        (PERIODS, "How many orders were there last week?", "paragraph", "9", "280"),
        (PERIODS, "How much water was used this month?", "definition", "40 m³", "12 m³"),
        (PERIODS, "How much water was used last month?", "definition", "12 m³", "40 m³"),
    ],
)
def test_what_another_label_of_the_same_list_or_card_says_rather_is_meant(seen, goal, role, lie, truth):
    assert not verdict(goal, lie, [said(seen, lie, role)], [seen]).stands
    assert verdict(goal, truth, [said(seen, truth)], [seen]).problems == ()


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ("Who is the former landlord?", "Max Orr"),
        ("Who was the landlord before?", "Max Orr"),
        ("What is the landlord's comment?", "No pets"),
        ("Report the phone number of the landlord.", "+1 555 0100"),
    ],
)
def test_who_asks_for_more_than_a_label_says_is_not_told_of_it(goal, says):
    problems = verdict(goal, says, [said(CONTACT, says)], [CONTACT]).problems
    assert not any("Cite what the goal asks for" in each for each in problems)


def said(seen, says, *roles):
    """A derivation of a value, or of the figure at the end of a text."""
    for role in roles or ("definition", "cell", "strong", "paragraph"):
        for each in seen.elements:
            if each.role == role and (each.text or each.name).split(": ")[-1] == says:
                more = {"pattern": ": (.*)"} if ": " in each.text else {}
                return Derivation(op="text", elements=(each.id,), **more)
    raise LookupError(says)
