"""What an answer claims must be said by its evidence; the words around it are free."""

from decimal import Decimal

import pytest
from evidence_stories import act, click, exists, not_exists, number, page, problems, text, value

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.judging import answer_values

ORDERS = page(
    """
    - heading "My orders"
    - paragraph: You have 3 orders, the last of 3 May 2026 at 14:30.
    - table:
      - row "Order Placed Total Status":
        - columnheader "Order"
        - columnheader "Placed"
        - columnheader "Total"
        - columnheader "Status"
      - row "1002 3 May 2026 $1,234.50 Being packed":
        - cell "1002"
        - cell "3 May 2026"
        - cell "$1,234.50"
        - cell "Being packed"
      - row "1004 4 May 2026 $20.00 Not shipped yet":
        - cell "1004"
        - cell "4 May 2026"
        - cell "$20.00"
        - cell "Not shipped yet"
      - row "1005 5 May 2026 $7.50 Delivered":
        - cell "1005"
        - cell "5 May 2026"
        - cell "$7.50"
        - cell "Delivered"
    - paragraph: Rating 40% positive
    - link "Log out"
    """
)


def cell(says):
    return text(ORDERS, "cell", says)


def computed(op, *says, **more):
    return Derivation(op=op, elements=tuple(number(ORDERS, "cell", each) for each in says), **more)


def on_orders(goal, answer, *evidence):
    return problems(goal, answer, evidence, [ORDERS])


HONEST = [
    ("Report the total of order 1002", "$1,234.50", [cell("$1,234.50")]),
    ("Report the total of order 1002", "1234.5 USD", [cell("$1,234.50")]),
    ("Report the total of order 1002", "The total is $1,234.50.", [cell("$1,234.50")]),
    ("Report the total of order 1002", "Order 1002 costs $1234.50 in total", [cell("$1,234.50")]),
    ("When was order 1002 placed?", "2026-05-03", [cell("3 May 2026")]),
    ("When was order 1002 placed?", "3rd of May 2026", [cell("3 May 2026")]),
    ("When was order 1002 placed?", "It was placed on May 3, 2026.", [cell("3 May 2026")]),
    ("When was the last order placed?", "3 May 2026, 14:30", [text(ORDERS, "paragraph", "3 orders")]),
    ("What is the status of order 1005?", "Delivered", [cell("Delivered")]),
    ("What is the status of order 1005?", "delivered.", [cell("Delivered")]),
    ("What is the status of order 1005?", "The status of order 1005 is 'Delivered'", [cell("Delivered")]),
    ("What is the status of order 1005?", "Order 1005 has been delivered.", [cell("Delivered")]),
    ("What is the status of order 1004?", "Not shipped yet", [cell("Not shipped yet")]),
    ("What is the status of order 1004?", "Order 1004 is not shipped yet", [cell("Not shipped yet")]),
    (
        "How many orders are there?",
        "3",
        [
            Derivation(
                op="count",
                elements=(
                    number(ORDERS, "row", "1002 3"),
                    number(ORDERS, "row", "1004 4"),
                    number(ORDERS, "row", "1005 5"),
                ),
            )
        ],
    ),
    ("How many orders are there?", "three", [text(ORDERS, "paragraph", "3 orders")]),
    (
        "How many orders are there?",
        "There are three orders: 1002, 1004 and 1005.",
        [text(ORDERS, "paragraph", "3 orders"), cell("1002"), cell("1004"), cell("1005")],
    ),
    ("How many orders are there?", "There are 3 orders.", [text(ORDERS, "paragraph", "3 orders")]),
    ("What do the last two orders come to?", "$27.50", [computed("sum", "$20.00", "$7.50")]),
    ("What do the last two orders come to?", "$27.50 ($20.00 + $7.50)", [computed("sum", "$20.00", "$7.50")]),
    (
        "Which order is the cheapest?",
        "1005",
        [
            Derivation(
                op="min",
                elements=tuple(number(ORDERS, "cell", each) for each in ("1002", "1004", "1005")),
                by=tuple(number(ORDERS, "cell", each) for each in ("$1,234.50", "$20.00", "$7.50")),
            )
        ],
    ),
    (
        "Which order is the cheapest?",
        "Order 1005 is the cheapest one, at $7.50.",
        [computed("min", "$1,234.50", "$20.00", "$7.50"), cell("1005")],
    ),
    (
        "List the statuses of all orders",
        "Being packed, Not shipped yet, Delivered",
        [computed("join", "Being packed", "Not shipped yet", "Delivered")],
    ),
    (
        "List the statuses of all orders",
        "Being packed; Not shipped yet; Delivered",
        [cell("Being packed"), cell("Not shipped yet"), cell("Delivered")],
    ),
    ("What is the heading?", "My orders", [text(ORDERS, "heading")]),
    ("What is the heading?", 'The heading is "My orders".', [text(ORDERS, "heading")]),
    ("What share is positive?", "40%", [text(ORDERS, "paragraph", "Rating")]),
    ("What share is positive?", "40 percent", [text(ORDERS, "paragraph", "Rating")]),
    ("Is order 1005 delivered?", "Yes", [cell("Delivered")]),
    ("Is order 1005 delivered?", "Yes, order 1005 was delivered.", [cell("Delivered")]),
    ("Is order 1004 shipped?", "No", [cell("Not shipped yet")]),
    ("Is order 1004 shipped?", "No, it is not shipped yet.", [cell("Not shipped yet")]),
    ("Is order 1004 delivered?", "no", [cell("Not shipped yet")]),
    ("Is there an order 1003?", "No", [not_exists("1003", "cell")]),
    ("Is there an order 1003?", "False", [not_exists("1003", "cell")]),
    ("Is there an order 1004?", "Yes", [exists(ORDERS, "cell", "1004")]),
    (
        "Check that the total of order 1005 is below $20",
        "done",
        [computed("compare", "$7.50", relation="<", to="$20")],
    ),
    (
        "Check that the total of order 1005 is below $20",
        "The total of order 1005 is $7.50, which is below $20.",
        [computed("compare", "$7.50", relation="<", to="$20")],
    ),
    (
        "Check that the total of order 1005 is below $20",
        "true",
        [computed("compare", "$7.50", relation="<", to="$20")],
    ),
    ("Check that order 1005 is 'Delivered'", "pass", [cell("Delivered")]),
    ("Verify that the user is logged in", "The user is logged in.", [exists(ORDERS, "link", "Log out")]),
    ("Open the orders page", "The orders page is open.", [text(ORDERS, "heading")]),
    ("Open the orders page", "done", [Derivation(op="url")]),
    ("Report the address of the page", "http://shop.test/", [Derivation(op="url")]),
]


@pytest.mark.parametrize(("goal", "answer", "evidence"), HONEST)
def test_what_the_evidence_says_may_be_said_in_other_words(goal, answer, evidence):
    assert not on_orders(goal, answer, *evidence)


FALSE = [
    ("Report the total of order 1002", "$1,234.60", [cell("$1,234.50")], "$1,234.50"),
    ("Report the total of order 1002", "€1,234.50", [cell("$1,234.50")], "$1,234.50"),
    ("Report the total of order 1002", "The total is $1,234.50, and $5 for shipping", [cell("$1,234.50")], '"$5"'),
    ("When was order 1002 placed?", "2026-05-04", [cell("3 May 2026")], "3 May 2026"),
    ("When was the last order placed?", "3 May 2026, 15:30", [text(ORDERS, "paragraph", "3 orders")], "15:30"),
    ("What is the status of order 1005?", "Cancelled", [cell("Delivered")], "Delivered"),
    ("What is the status of order 1005?", "Order 1005 is cancelled", [cell("Delivered")], "Delivered"),
    ("What is the status of order 1005?", "Order 1005 is cancelled", [cell("1005")], "1005"),
    ("What is the status of order 1004?", "shipped", [cell("Not shipped yet")], "Not shipped yet"),
    ("What is the status of order 1004?", "Order 1004 is shipped", [cell("Not shipped yet")], "Not shipped yet"),
    ("What is the status of order 1005?", "'Shipped'", [cell("Delivered")], "Delivered"),
    ("How many orders are there?", "4", [text(ORDERS, "paragraph", "3 orders")], '"3"'),
    ("How many orders are there?", "four", [text(ORDERS, "paragraph", "3 orders")], '"3"'),
    ("Open the first 2 orders. How many orders are there?", "2", [text(ORDERS, "paragraph", "3 orders")], '"3"'),
    ("Open the first 2 orders. How many orders are there?", "There are 2 orders", [text(ORDERS, "paragraph", "3 orders")], '"3"'),
    ("What do the last two orders come to?", "$20.00", [computed("sum", "$20.00", "$7.50")], "27.50"),
    ("Which order is the cheapest?", "$20.00", [computed("min", "$1,234.50", "$20.00", "$7.50")], "$7.50"),
    ("What is the total of order 1005?", "$20", [computed("compare", "$7.50", relation="<", to="$20")], "$20"),
    ("Is order 1005 delivered?", "No", [cell("Delivered")], "not_exists, compare"),
    ("Is there an order 1004?", "No", [exists(ORDERS, "cell", "1004")], "all evidence says that it is there"),
    ("Is there an order 1003?", "Yes", [not_exists("1003", "cell")], "is not there"),
    ("Check that order 1005 is 'Shipped'", "pass", [text(ORDERS, "heading")], "Shipped"),
    ("Check that the total of order 1005 is $20.00", "yes", [cell("$7.50")], "$7.50"),
    ("Check that the total of order 1005 is $20.00", "The total of order 1005 is $20.00", [cell("$7.50")], "$7.50"),
    ("Who placed the last order?", "It was placed by Ada Lovelace", [text(ORDERS, "paragraph", "3 orders")], "Ada Lovelace"),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "answer", "evidence", "told"), FALSE)
def test_what_the_evidence_does_not_say_is_told_with_what_it_says(goal, answer, evidence, told):
    assert told in on_orders(goal, answer, *evidence)


GERMAN = page(
    """
    - heading "Warenkorb"
    - paragraph: Gesamtsumme 1.234,50 €
    - paragraph: Lieferung am 3. Mai 2026
    - paragraph: 3 Artikel
    - paragraph: Nicht auf Lager
    - button "Zur Kasse"
    """,
    language="de",
)


@pytest.mark.parametrize(
    ("goal", "answer", "says"),
    [
        ("Report the cart total", "1.234,50 €", "Gesamtsumme"),
        ("Report the cart total", "€1,234.50", "Gesamtsumme"),
        ("Wie hoch ist die Gesamtsumme?", "Die Gesamtsumme beträgt 1234,50 €.", "Gesamtsumme"),
        ("When is the delivery?", "3 May 2026", "Lieferung"),
        ("Wann wird geliefert?", "Am 3. Mai 2026", "Lieferung"),
        ("Wann wird geliefert?", "03.05.2026", "Lieferung"),
        ("Wie viele Artikel sind im Warenkorb?", "3", "3 Artikel"),
        ("Wie viele Artikel sind im Warenkorb?", "3 Artikel", "3 Artikel"),
        ("Ist der Artikel auf Lager?", "Nein", "Nicht auf"),
        ("Ist der Artikel auf Lager?", "Nein, der Artikel ist nicht auf Lager.", "Nicht auf"),
    ],
)
def test_a_german_page_is_read_as_germans_write(goal, answer, says):
    assert not problems(goal, answer, [text(GERMAN, "paragraph", says)], [GERMAN])


@pytest.mark.parametrize(
    ("answer", "says"), [("1.234,60 €", "Gesamtsumme"), ("4. Mai 2026", "Lieferung"), ("4", "3 Artikel")]
)
def test_a_german_page_says_what_it_says(answer, says):
    assert problems("Was steht da?", answer, [text(GERMAN, "paragraph", says)], [GERMAN])


def test_a_number_that_can_be_read_in_two_ways_is_told():
    two_ways = page("- paragraph: Visitors 1.234", language="")
    said = problems("How many visitors?", "1234", [text(two_ways, "paragraph")], [two_ways])
    assert "cannot be told" in said
    assert not problems("How many visitors?", "1.234", [text(two_ways, "paragraph")], [two_ways])


def test_what_was_typed_and_clicked_may_be_told():
    start = page('- textbox "Name"\n- button "Save"\n- status: ""')
    after = page('- textbox "Name"\n- button "Save"\n- status: Saved')
    goal = "Fill in any name and save the form"
    acts = [act(1, "type", start, "textbox", "Name", text="Zaphod 42"), click(1, start, "button", "Save")]
    for answer in (
        "Typed 'Zaphod 42' into the name field and clicked 'Save'.",
        "done",
        "The form was saved with the name Zaphod 42",
    ):
        assert not problems(goal, answer, [text(after, "status")], [start, after], acts), answer
    assert "17" in problems(goal, "Saved as number 17", [text(after, "status")], [start, after], acts)


def test_what_a_field_holds_is_an_answer():
    form = page(
        '- textbox "Email": ada@shop.test\n- combobox "Country":\n  - option "Norway" [selected]\n  - option "Peru"'
    )
    assert not problems("Report the email", "ada@shop.test", [value(form, "textbox")], [form])
    assert not problems("Which country is chosen?", "Norway", [value(form, "combobox")], [form])
    assert problems("Which country is chosen?", "Peru", [value(form, "combobox")], [form])


def test_claims_are_found_once_each():
    found = answer_values.claims(
        "On 3 May 2026 Ada paid $20.00 for 'Blue Mug 2', three of 12 items (ORD-77b)"
    )
    assert {(each.kind, each.text) for each in found} == {
        ("quote", "Blue Mug 2"),
        ("day", "3 May 2026"),
        ("number", "$20.00"),
        ("number", "three"),
        ("number", "12"),
        ("number", "ORD-77b"),
    }
    assert [each.quantity.value for each in found if each.text == "$20.00"] == [Decimal(20)]


def test_the_cheapest_one_counts_nothing():
    assert answer_values.claims("The cheapest one is blue") == []
    assert len(answer_values.claims("one")) == 1
