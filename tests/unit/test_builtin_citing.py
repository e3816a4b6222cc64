"""What the builtin model cites for values: the place they were read from, in a way that tells when it changes."""

import pytest
from builtin_pages import CARDS, SUMMARY, TABLE, first_call, page

from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.expression import expression
from pytest_webagent.claims.surroundings import patterns_for
from pytest_webagent.tools.finish import derivations

TENTS = """
- heading "Tents" [level=1]
- list "Tents":
  - listitem:
    - generic: Dome
    - deletion: £120.00
    - generic: £80.00 today
  - listitem:
    - generic: Tunnel
    - generic: £95.00 today
- combobox "Size":
  - option "Small" [selected]
  - option "Large"
"""


BARE = """
- text: "Total: $5.00"
- text: "Your name:"
- textbox
- textbox "Note"
- radiogroup "Colour":
  - radio "Red"
  - radio "Blue" [checked]
- text: No orders found.
"""


async def cited(goal, tree):
    call = await first_call(goal, page(tree))
    assert call.arguments["status"] == "done", call.arguments
    return derivations(call.arguments["evidence"])


@pytest.mark.parametrize(
    ("tree", "goal", "lines"),
    [
        (TABLE, "What is the status of order 1003?", ['the "Status" in the row whose "Number" is "1003"']),
        (
            TABLE,
            "Which order is the most recent?",
            [
                'the greatest of every "Number" in the section "Orders" by every "Date" in the section "Orders"'
            ],
        ),
        (
            TABLE,
            "What is the total of the oldest order?",
            ['the least of every "Total" in the section "Orders" by every "Date" in the section "Orders"'],
        ),
        (TABLE, "What is the highest total?", ['the greatest of every "Total" in the section "Orders"']),
        (TABLE, "Report the total of all orders", ['the sum of every "Total" in the section "Orders"']),
        (TABLE, "How many orders are listed?", ["the count of any row inside the table"]),
        (TABLE, "What is the title of the page?", ["the title"]),
        (TABLE, "What is the URL of the page?", ["the address"]),
        (
            CARDS,
            "Which product has the highest rating?",
            [
                'the greatest of every heading in the section "Mugs" by every img in the section "Mugs" that matches "(\\\\d[\\\\d.,]*) out"'
            ],
        ),
        (
            CARDS,
            "Which mug has the most reviews?",
            [
                'the greatest of every heading in the section "Mugs" by the item "Blue Mug"; the item "Red Mug"; the item "Espresso Mug" that matches "(\\\\d[\\\\d.,]*) reviews"'
            ],
        ),
        (
            CARDS,
            "What is the rating of the cheapest mug?",
            [
                'the img "3.5 out of 5 stars" in the item "Espresso Mug" that matches "^(.+?) stars"',
                'the least of every heading in the section "Mugs" by the text "$9.50" in the item "Blue Mug"; the text "$11.00" in the item "Red Mug"; the text "$7.50" in the item "Espresso Mug"',
            ],
        ),
        (
            CARDS,
            "What is the difference between the price of the Blue Mug and the price of the Red Mug?",
            [
                'the difference of the text "$11.00" in the item "Red Mug"; the text "$9.50" in the item "Blue Mug"'
            ],
        ),
        (
            CARDS,
            "Report the name and the price of the second mug",
            ['the heading "Red Mug"', 'the text "$11.00" in the item "Red Mug"'],
        ),
        (BARE, "What is the total?", ['there is any element that says "Total: $5.00"']),
        (
            BARE,
            "List all fields",
            ['there is any element that says "Your name:"', 'there is the textbox "Note" that says "Note"'],
        ),
        (BARE, "What is the value of the Note field?", ['there is the textbox "Note" that is "empty"']),
        (BARE, "Which colour is selected?", ['there is the radio "Blue" that is "checked"']),
        (
            BARE,
            "How many orders are there?",
            ['there is any element that says "No orders found."', "the count of any listitem"],
        ),
        (CARDS, "List all mugs", ['the texts of every heading in the section "Mugs"']),
        (TABLE, "Report the statuses of all orders", ['the texts of every "Status" in the section "Orders"']),
        (
            CARDS,
            "Report the ratings of all mugs",
            ['the texts of every img in the section "Mugs" that matches "^(.+?) stars"'],
        ),
        (SUMMARY, "What is the subtotal?", ['the listitem "Subtotal: $20.00" that matches "Subtotal: (.+)"']),
        (
            SUMMARY,
            "What is the order number?",
            ['the text "Your order number is 1005." that matches "Your order number is (.+?)\\\\."'],
        ),
        (SUMMARY, "What is the value of the Email field?", ['the value of the textbox "Email"']),
        (SUMMARY, "Which country is selected?", ['the value of the combobox "Country"']),
        (
            TENTS,
            "What are the options of the Size dropdown?",
            ['there is any option that says "Small"', 'there is any option that says "Large"'],
        ),
        (
            TENTS,
            "What is the price of the Dome?",
            ['the text "£80.00 today" in the listitem "Dome" that matches "^(.+?) today"'],
        ),
    ],
)
async def test_an_answer_cites_where_it_was_read(tree, goal, lines):
    seen = page(tree)
    assert [str(expression(each, seen)) for each in await cited(goal, tree)] == lines


@pytest.mark.parametrize(
    ("tree", "goal", "was", "now", "said"),
    [
        (SUMMARY, "What is the subtotal?", "Subtotal: $20.00", "Subtotal: $21.50", "$21.50"),
        (SUMMARY, "What is the order number?", "number is 1005", "number is 77", "77"),
        (SUMMARY, "How many items are in the cart?", "status: 1 item", "status: 12 items", "12"),
        (SUMMARY, "What is the total?", "strong: $25.00", "strong: $26.00", "$26.00"),
        (SUMMARY, "What is the value of the Email field?", "ann@x.org", "bob@x.org", "bob@x.org"),
        (CARDS, "Which mug is the cheapest?", "$7.50", "$17.50", "Blue Mug"),
        (CARDS, "What is the price of the cheapest mug?", "$7.50", "$17.50", "$9.50"),
        (CARDS, "Which mug has the most reviews?", "12 reviews", "120 reviews", "Blue Mug"),
        (CARDS, "What is the total price of all mugs?", "$7.50", "$17.50", "$38.00"),
        (TABLE, "Which order has the highest quantity?", 'cell "1"', 'cell "10"', "1003"),
    ],
)
async def test_what_is_cited_says_the_new_value_when_the_page_changes(tree, goal, was, now, said):
    (derivation,) = await cited(goal, tree)
    assert tree.count(was) == 1
    assert work_out(derivation, page(tree.replace(was, now))).text == said


@pytest.mark.parametrize(
    ("tree", "more", "said"),
    [
        (TABLE.rstrip(), '    - row:\n      - cell "1004"', "4"),
        ('- list "Orders":\n  - listitem: First\n  - listitem: Second', "  - listitem: Third", "3"),
    ],
    ids=["table", "list"],
)
async def test_one_more_of_a_whole_list_is_counted(tree, more, said):
    (derivation,) = await cited("How many orders are listed?", tree)
    assert work_out(derivation, page(f"{tree}\n{more}")).text == said


@pytest.mark.parametrize(
    ("text", "whole", "first"),
    [
        ("$25.00", "Total: $25.00", "Total: (.+)"),
        ("3", "3 items in your cart", r"(\d[\d.,]*) items"),
        ("14", "2 of 14 tickets", r"(\d[\d.,]*) tickets"),
        ("£80.00", "Was £120.00\n£80.00 each", r"Was £\d[\d.,]* (.+?) each"),
        ("1005", "We are open. Your order number is 1005. Thanks!", r"Your order number is (.+?)\."),
    ],
)
def test_a_pattern_takes_what_stands_around_a_value_and_no_number_of_it(text, whole, first):
    patterns = [*patterns_for(text, whole)]
    assert patterns[0] == first
    assert [pattern for pattern in patterns[:-1] if text in pattern] == []


def test_of_several_alike_the_one_in_the_part_that_is_meant_gets_the_pattern():
    assert next(patterns_for("5", "5 left\n5 sold\n5 lost", "5 sold")) == r"(\d[\d.,]*) sold"
    assert [*patterns_for("6", "5 left")] == []
