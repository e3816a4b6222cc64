"""What stands beside the main content of a page counts only where nothing in it is meant, or where it is named."""

import pytest
from builtin_pages import acted_on, answer, page, refusal

SHOP = """
- complementary "Offer":
  - paragraph: 2 mugs for you today
  - list "Last seen":
    - listitem: Jug $3.00
    - listitem: Plate $2.00
    - listitem: Vase $4.00
- main:
  - heading "Mugs" [level=1]
  - paragraph: 2 products
  - list:
    - listitem:
      - heading "Blue Mug" [level=3]:
        - link "Blue Mug"
      - paragraph: $9.50
    - listitem:
      - heading "Espresso Mug" [level=3]:
        - link "Espresso Mug"
      - paragraph: $7.50
  - term: Delivery
  - definition: $5.00
- region "News":
  - heading "News" [level=2]
  - list:
    - listitem: 1,250 pots fired in one week
    - listitem: Our stall at the fair, entry $2.00
    - listitem: A new kiln
    - listitem: A new glaze
  - term: Delivery
  - definition: from Monday to Saturday
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("How many products are listed?", "2"),
        ("How many items are there in the list?", "2"),
        ("List all products", "Blue Mug, Espresso Mug"),
        ("Which one is the cheapest?", "Espresso Mug"),
        ("What is the name of the first product?", "Blue Mug"),
        ("What is the delivery?", "$5.00"),
    ],
)
async def test_lists_and_labels_beside_the_main_content_do_not_count_with_those_in_it(goal, said):
    assert await answer(goal, page(SHOP)) == said


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("How many news are listed?", "4"),
        ("How many items are there in the News section?", "4"),
        ("How many items are listed in the sidebar?", "3"),
        ("Which item in the sidebar is the cheapest?", "Plate"),
    ],
)
async def test_what_is_named_counts_wherever_it_stands(goal, said):
    assert await answer(goal, page(SHOP)) == said


async def test_the_cheapest_is_opened_in_the_main_content():
    name, role, around = await acted_on("Open the cheapest one", page(SHOP))
    assert (name, role, around) == ("click", "link", "Espresso Mug")


TWO = """
- main:
  - heading "Mugs" [level=1]
  - list:
    - listitem: Blue Mug
    - listitem: Espresso Mug
  - region "News":
    - list:
      - listitem: A new kiln
      - listitem: A new glaze
"""


async def test_two_lists_within_the_main_content_are_ambiguous():
    assert "ambiguous" in await refusal("How many items are listed?", page(TWO))


LOOSE = """
- heading "Mugs" [level=1]
- list:
  - listitem: Blue Mug
  - listitem: Red Mug
"""


async def test_a_list_counts_beside_a_main_part_that_has_none():
    assert (
        await answer("How many items are listed?", page(LOOSE + "- main:\n  - paragraph: Welcome\n")) == "2"
    )
    assert await answer("How many items are listed?", page(LOOSE)) == "2"


async def test_a_dialog_is_not_beside_the_main_content():
    opened = (
        SHOP + '- dialog "Cart":\n  - list:\n    - listitem: Jug\n    - listitem: Cup\n    - listitem: Pan\n'
    )
    assert "ambiguous" in await refusal("How many items are listed?", page(opened))
    assert await answer("How many items are there in the dialog?", page(opened)) == "3"


TICKETS = """
- complementary:
  - paragraph: 3 tickets
- main:
  - heading "Tickets" [level=1]
  - paragraph: NUMBER
  - button "New"
"""


async def test_a_number_beside_the_main_content_is_not_that_of_the_page():
    assert await answer("How many tickets are there?", page(TICKETS.replace("NUMBER", "14 tickets"))) == "14"
    assert await answer("How many tickets are there?", page(TICKETS.replace("NUMBER", "Have a look"))) == "3"
    both = TICKETS.replace("NUMBER", "14 tickets").replace('- button "New"', "- paragraph: 12 tickets")
    assert "ambiguous" in await refusal("How many tickets are there?", page(both))


SHELF = """
- navigation:
  - searchbox "FILTER"
- main:
  - heading "Select book to change" [level=1]
  - list:
    - listitem:
      - link "Add book"
    - listitem:
      - link "Import books"
  - CONTENT
"""
BOOKS = """table "Books":
    - row:
      - columnheader "Title"
      - columnheader "Copies"
    - row:
      - rowheader:
        - link "Mort"
        - text: Popular
      - cell "3"
    - row:
      - rowheader:
        - link "Kindred"
      - cell "2"
"""


def shelf(content=BOOKS, search="Filter navigation items"):
    return page(SHELF.replace("CONTENT", content).replace("FILTER", search), title="Admin")


async def test_what_can_be_done_to_things_is_none_of_them():
    assert await answer("How many books are listed?", shelf()) == "2"
    await refusal("How many books are listed?", shelf("paragraph: Loading …"))
    orders = 'list:\n    - listitem:\n      - link "Order 7"\n    - listitem:\n      - link "Order 8"\n'
    assert await answer("How many orders are listed?", page(f"- {orders}")) == "2"


async def test_a_row_is_called_by_the_link_it_begins_with():
    assert await answer("Which book has the most copies?", shelf()) == "Mort"
    deed = shelf(BOOKS.replace('link "Mort"\n        - text: Popular', 'link "Edit"\n        - text: Mort'))
    assert await answer("Which book has the most copies?", deed) == "Edit Mort"


async def test_a_field_that_filters_the_navigation_is_none_to_search_with():
    assert "search field" in await refusal("Search for 'Le Guin'", shelf())
    inside = shelf(BOOKS + '  - textbox "Search"')
    assert (await acted_on("Search for 'Le Guin'", inside))[:2] == ("type", "textbox")
    assert (await acted_on("Search for 'Le Guin'", shelf(search="Search")))[:2] == ("type", "searchbox")
