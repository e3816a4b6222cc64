"""Evidence of an earlier page: the same place says something else since, whatever other places say."""

import pytest
from evidence_stories import click, number, page, problems, text

from pytest_webagent.claims.derivation import Derivation

ORDERS = "http://a.test/orders"


def orders(first, second, url=ORDERS, start=1):
    """A list of two orders, with a status each."""
    return page(
        f"""
        - heading "My orders"
        - paragraph: 2 orders
        - table:
          - row "1004 {first}":
            - cell "1004":
              - link "1004"
            - cell "{first}"
          - row "1002 {second}":
            - cell "1002":
              - link "1002"
            - cell "{second}"
        - button "Cancel order 1004"
        """,
        url=url,
        first=start,
    )


def cart(*lines, start=1):
    """A cart with a list of terms and what they say."""
    said = "".join(
        f"\n    - generic:\n      - term: {term}\n      - definition: {amount}" for term, amount in lines
    )
    return page(f'- main:\n  - heading "Your cart"\n  - button "Apply"\n  - list:{said}', first=start)


def old(seen, role, says="", step=1):
    return Derivation(op="text", elements=(number(seen, role, says),), step=step)


PACKED, CANCELLED = orders("Being packed", "Being packed"), orders("Cancelled", "Being packed", start=60)
CANCEL = [click(1, PACKED, "button", "Cancel order 1004")]


def test_another_row_that_says_the_same_does_not_make_it_true():
    goal = "Click 'Cancel order 1004'. What is the status of order 1004?"
    said = problems(goal, "Being packed", [old(PACKED, "cell", "Being packed")], [PACKED, CANCELLED], CANCEL)
    assert 'since then it says "Cancelled"' in said
    assert not problems(
        goal, "Cancelled", [text(CANCELLED, "cell", "Cancelled")], [PACKED, CANCELLED], CANCEL
    )


def test_a_row_that_says_the_same_as_before_may_be_cited_from_before():
    last = Derivation(op="text", elements=(number(PACKED, "cell", "1002") + 2,), step=1)
    goal = "Click 'Cancel order 1004'. What is the status of order 1002?"
    assert not problems(goal, "Being packed", [last], [PACKED, CANCELLED], CANCEL)


@pytest.mark.parametrize(
    "goal",
    [
        "What is the status of order 1004? Then click 'Cancel order 1004'.",
        "Click 'Cancel order 1004'. What was its status before?",
    ],
)
def test_the_status_before_may_be_asked_for(goal):
    assert not problems(
        goal, "Being packed", [old(PACKED, "cell", "Being packed")], [PACKED, CANCELLED], CANCEL
    )


def test_another_label_with_the_same_amount_does_not_make_it_true():
    full = cart(("Cart total", "$27.50"))
    less = cart(("Subtotal", "$27.50"), ("Discount", "$2.75"), ("Cart total", "$24.75"), start=60)
    goal, acts = "Click 'Apply'. What is the cart total?", [click(1, full, "button", "Apply")]
    said = problems(goal, "$27.50", [old(full, "definition")], [full, less], acts)
    assert 'since then it says "$24.75"' in said
    same = cart(("Subtotal", "$27.50"), ("Cart total", "$27.50"), start=60)
    assert not problems(goal, "$27.50", [old(full, "definition")], [full, same], acts)


def books(count, query="", start=1):
    return page(
        f'- heading "Books"\n- paragraph: {count} books\n- link "On loan"',
        url=f"http://a.test/books{query}",
        first=start,
    )


def test_a_filter_leads_to_another_query_of_the_same_page():
    everything, on_loan = books(10), books(3, "?status=loan", start=60)
    goal, acts = (
        "Filter the books by 'On loan'. How many are listed?",
        [click(1, everything, "link", "On loan")],
    )
    said = problems(goal, "10", [old(everything, "paragraph")], [everything, on_loan], acts)
    assert 'since then it says "3 books"' in said
    assert not problems(goal, "3", [text(on_loan, "paragraph")], [everything, on_loan], acts)
    both = [old(everything, "paragraph"), text(on_loan, "paragraph")]
    assert not problems(
        "Filter the books by 'On loan'. How many books are there, and how many on loan?",
        "10 and 3",
        both,
        [everything, on_loan],
        acts,
    )


def pots(price):
    return page(
        f"""
        - list:
          - listitem:
            - link "Blue Mug"
            - paragraph: $9.00
          - listitem:
            - link "Tea Pot"
            - paragraph: {price}
        """,
        url="http://a.test/",
    )


def pot(*lines):
    said = "".join(f"\n- paragraph: {line}" for line in lines)
    return page(f'- heading "Tea Pot"{said}', url="http://a.test/tea-pot", first=60)


def test_the_page_of_a_thing_is_newer_than_the_list_that_leads_to_it():
    shop = pots("$45.00")
    goal, acts = "Open the Tea Pot and tell me its price.", [click(1, shop, "link", "Tea Pot")]
    listed = [old(shop, "paragraph", "$45.00")]
    assert 'since then it says "$54.00"' in problems(goal, "$45.00", listed, [shop, pot("$54.00")], acts)
    assert not problems(goal, "$45.00", listed, [shop, pot("$45.00", "$4.00")], acts)
    assert not problems(goal, "$45.00", listed, [shop, pot("Out of clay, by hand")], acts)
