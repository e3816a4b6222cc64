"""What the builtin model cites for values: the place they were read from, in a way that tells when it changes."""

import pytest
from builtin_pages import CARDS, SUMMARY, TABLE, first_call, page

from pytest_webagent.claims.evaluation import work_out
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
        (TABLE, "What is the status of order 1003?", ["text(elements=[26])"]),
        (TABLE, "Which order is the most recent?", ["max(elements=[12, 18, 24], by=[13, 19, 25])"]),
        (TABLE, "What is the total of the oldest order?", ["min(elements=[15, 21, 27], by=[13, 19, 25])"]),
        (TABLE, "What is the highest total?", ["max(elements=[15, 21, 27])"]),
        (TABLE, "Report the total of all orders", ["sum(elements=[15, 21, 27])"]),
        (TABLE, "How many orders are listed?", ["count(role='row', within=2)"]),
        (TABLE, "What is the title of the page?", ["title()"]),
        (TABLE, "What is the URL of the page?", ["url()"]),
        (
            CARDS,
            "Which product has the highest rating?",
            [r"max(elements=[11, 20, 28], by=[16, 24, 32], pattern='(\\d[\\d.,]*) out')"],
        ),
        (
            CARDS,
            "Which mug has the most reviews?",
            [r"max(elements=[11, 20, 28], by=[10, 19, 27], pattern='(\\d[\\d.,]*) reviews')"],
        ),
        (
            CARDS,
            "What is the rating of the cheapest mug?",
            [
                "text(elements=[32], pattern='^(.+?) stars')",
                "min(elements=[11, 20, 28], by=[15, 23, 31])",
            ],
        ),
        (
            CARDS,
            "What is the difference between the price of the Blue Mug and the price of the Red Mug?",
            ["difference(elements=[23, 15])"],
        ),
        (
            CARDS,
            "Report the name and the price of the second mug",
            ["text(elements=[20])", "text(elements=[23])"],
        ),
        (BARE, "What is the total?", ["exists(text='Total: $5.00')"]),
        (BARE, "List all fields", ["exists(text='Your name:')", "exists(elements=[4], text='Note')"]),
        (BARE, "What is the value of the Note field?", ["exists(elements=[4], state='empty')"]),
        (BARE, "Which colour is selected?", ["exists(elements=[7], state='checked')"]),
        (BARE, "How many orders are there?", ["exists(text='No orders found.')", "count(role='listitem')"]),
        (CARDS, "List all mugs", ["join(elements=[11, 20, 28])"]),
        (TABLE, "Report the statuses of all orders", ["join(elements=[14, 20, 26])"]),
        (CARDS, "Report the ratings of all mugs", ["join(elements=[16, 24, 32], pattern='^(.+?) stars')"]),
        (SUMMARY, "What is the subtotal?", ["text(elements=[3], pattern='Subtotal: (.+)')"]),
        (
            SUMMARY,
            "What is the order number?",
            [r"text(elements=[11], pattern='Your order number is (.+?)\\.')"],
        ),
        (SUMMARY, "What is the value of the Email field?", ["value(elements=[17])"]),
        (SUMMARY, "Which country is selected?", ["value(elements=[18])"]),
        (
            TENTS,
            "What are the options of the Size dropdown?",
            ["exists(text='Small', role='option')", "exists(text='Large', role='option')"],
        ),
        (TENTS, "What is the price of the Dome?", ["text(elements=[6], pattern='^(.+?) today')"]),
    ],
)
async def test_an_answer_cites_where_it_was_read(tree, goal, lines):
    assert [each.told for each in await cited(goal, tree)] == lines


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
