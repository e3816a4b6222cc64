"""What predicates have to be about, so that a check says what its statement says: each lie beside its honest twin."""

import pytest
from evidence_stories import page

from pytest_webagent.agent.judgement import read
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.judging.weaknesses import weaknesses

CART = page(
    """
- heading "Your cart" [level=1]
- table "Lines":
  - row:
    - columnheader "Product"
    - columnheader "Quantity"
    - columnheader "Price"
  - row "Blue mug 1 $9.00":
    - cell "Blue mug"
    - cell "1"
    - cell "$9.00"
  - row "Red mug 3 $10.00":
    - cell "Red mug"
    - cell "3"
    - cell "$10.00"
- paragraph: "Subtotal: $39.00"
- paragraph: "Total: $43.99"
- checkbox "Gift wrap"
- button "Pay" [disabled]
- button "Save"
""",
    title="Cart",
)
ORDERS = page(
    """
- heading "Orders" [level=1]
- table "Orders":
  - row:
    - columnheader "Date"
    - columnheader "Order"
    - columnheader "Customer"
    - columnheader "Status"
    - columnheader "Net"
    - columnheader "Gross"
  - row "2026-05-12 #1015 Ann Lee Paid $100.00 $120.00":
    - cell "2026-05-12"
    - cell "#1015"
    - cell "Ann Lee"
    - cell "Paid"
    - cell "$100.00"
    - cell "$120.00"
  - row "2026-05-10 #1014 Bob Ray Open $70.00 $84.00":
    - cell "2026-05-10"
    - cell "#1014"
    - cell "Bob Ray"
    - cell "Open"
    - cell "$70.00"
    - cell "$84.00"
  - row "2026-05-11 #1011 Cleo Fox Paid $50.00 $60.00":
    - cell "2026-05-11"
    - cell "#1011"
    - cell "Cleo Fox"
    - cell "Paid"
    - cell "$50.00"
    - cell "$60.00"
""",
    title="Orders",
)
MIXED = page(
    """
- heading "Settings" [level=1]
- region "To do":
  - heading "To do" [level=2]
  - list:
    - listitem: Fix login
    - listitem: Write tests
- region "Done":
  - heading "Done" [level=2]
  - list:
    - listitem: Draw logo
    - listitem: Buy domain
- switch "Notifications"
- switch "Dark mode" [checked]
- paragraph: Order 1006 was shipped
- paragraph: +8% vs last month
- alert: "Wrong password. 2 attempts left."
- status: No results for "teapot"
""",
    title="Settings",
)

BOWLS = page(
    """
- heading "Bowls" [level=1]
- paragraph: 2 products
- paragraph: Free shipping on all orders of products above $40 in May.
- list "Found":
  - listitem:
    - link "Dip Bowl"
    - text: $8.00
  - listitem:
    - link "Ramen Bowl"
    - text: $18.00
- list "Events":
  - listitem:
    - time: May 4
    - text: Dentist
  - listitem:
    - time: May 9
    - text: Lunch
""",
    title="Bowls",
)


LATE = page(
    """
- heading "Stock" [level=1]
- alert: We close early.
- table:
  - row:
    - columnheader "Goods"
    - columnheader "Where"
    - columnheader "Weight"
  - row "rice Held up 2 t":
    - cell "rice"
    - cell "Held up"
    - cell "2 t"
  - row "beans Unloaded 1 t":
    - cell "beans"
    - cell "Unloaded"
    - cell "1 t"
""",
    title="Stock",
)


def the(seen, role, says):
    """The id of the element of a role that says something."""
    found = [
        each.id
        for at, each in enumerate(seen.elements)
        if each.role == role and says in (each.name or seen.full_text(at), seen.full_text(at))
    ]
    assert found, f"no {role} says {says!r}"
    return found[0]


def predicate(seen, written):
    """A predicate; in `elements` and `within` a pair of role and words stands for an id."""
    given = dict(written)
    if "elements" in given:
        given["elements"] = tuple(the(seen, *each) for each in given["elements"])
    if "within" in given:
        given["within"] = the(seen, *given["within"])
    return Derivation(**given)


def weak(seen, statement, *predicates):
    findings = tuple(work_out(predicate(seen, each), seen) for each in predicates)
    return weaknesses(statement, findings, seen, read(statement, seen))


def there(text="", role="", **more):
    return {"op": "exists", "text": text, "role": role, **more}


def absent(text="", role="", **more):
    return {"op": "not_exists", "text": text, "role": role, **more}


def cited(role, says, **more):
    return {"op": "exists", "elements": [(role, says)], **more}


def says(role, words, relation, to, **more):
    return {"op": "text", "elements": [(role, words)], "relation": relation, "to": to, **more}


def counted(role, to, relation="=", **more):
    return {"op": "count", "role": role, "relation": relation, "to": to, **more}


def over(op, texts, relation, to="", **more):
    return {"op": op, "elements": [("cell", each) for each in texts], "relation": relation, "to": to, **more}


HEADING = there("Your cart", "heading")
ROW_1014 = "2026-05-10 #1014 Bob Ray Open $70.00 $84.00"
GROSS = ["$120.00", "$84.00", "$60.00"]
DATES = ["2026-05-12", "2026-05-10", "2026-05-11"]
AMOUNT = r"\$[\d.]+"

CASES = [
    # The row, card or column that is named.
    (CART, "the Blue mug costs $10.00", [says("cell", "$10.00", "=", "$10.00"), there("Blue mug")], 'is not equal to "$10.00"'),
    (CART, "the Blue mug costs $9.00", [says("cell", "$9.00", "=", "$9.00")], ""),
    (CART, "the cart has 3 Blue mugs", [says("cell", "3", "=", "3"), there("Blue mug")], 'row that says "Blue"'),
    (CART, "the cart has 3 Red mugs", [says("cell", "3", "=", "3")], ""),
    (ORDERS, "order #1014 is paid", [there("#1014"), there("Paid")], "1014"),
    (ORDERS, "order #1014 is open", [there("Open", within=("row", ROW_1014))], ""),
    (ORDERS, "order #1014 is open", [cited("row", ROW_1014, text="Open")], ""),
    (ORDERS, "order #1014 is paid", [there("Paid", within=("row", ROW_1014))], ""),
    (ORDERS, "Ann Lee and Bob Ray have ordered", [there("Ann Lee", "row"), there("Bob Ray", "row")], ""),
    (ORDERS, "the gross amount of #1014 is $70.00", [says("cell", "$70.00", "=", "$70.00")], '"$84.00" (cell'),
    (ORDERS, "the gross amount of #1014 is $84.00", [says("cell", "$84.00", "=", "$84.00")], ""),
    # A word of the statement that the page says elsewhere.
    (CART, "the total is $39.00", [says("paragraph", "Subtotal: $39.00", "=", "$39.00", pattern=AMOUNT)], '"Total: (.+)", "relation": "=", "to": "$39.00"'),
    (CART, "the total is $43.99", [says("paragraph", "Total: $43.99", "=", "$43.99", pattern=AMOUNT)], ""),
    (CART, "the total is not $43.99", [says("paragraph", "Total: $43.99", "!=", "$44", pattern=AMOUNT)], "$43.99"),
    (ORDERS, "there are 3 orders and all are paid", [counted("row", "3", within=("table", "Orders"))], '"paid"'),
    (ORDERS, "there are 3 orders", [counted("row", "3", within=("table", "Orders"))], ""),
    (CART, "the cart shows 2 mugs", [counted("row", "2", within=("table", "Lines"))], ""),
    # Other parts and other numbers.
    (MIXED, "'Fix login' is done", [there("Fix login"), there("Done", "heading")], 'speaks of'),
    (MIXED, "'Draw logo' is done", [there("Draw logo", within=("region", "Done"))], ""),
    (MIXED, "order 1007 was shipped", [there("Order 1006 was shipped")], "1007"),
    (MIXED, "order 1006 was shipped", [there("Order 1006 was shipped")], ""),
    (MIXED, "revenue fell by 8%", [says("paragraph", "+8% vs last month", "=", "+8%", pattern=r"\+\d+%")], 'says "8%", and no predicate does'),
    (MIXED, "revenue rose by 8%", [says("paragraph", "+8% vs last month", "=", "+8%", pattern=r"\+\d+%")], ""),
    # All, only, sorted, the first, the greatest.
    (ORDERS, "all orders are paid", [there("Paid", "cell")], '"Open" (cell'),
    (ORDERS, "all orders are paid", [counted("row", "2", text="Paid", within=("table", "Orders"))], '"Open" (cell'),
    (ORDERS, "all orders are paid", [counted("row", "3", text="Paid", within=("table", "Orders"))], ""),
    (ORDERS, "every order is above $50", [says("cell", "$120.00", ">", "$50")], "1 of 3"),
    (ORDERS, "every order is above $50", [says("cell", each, ">", "$50") for each in GROSS], ""),
    (ORDERS, "not all orders are paid", [says("cell", "Open", "!=", "Paid")], ""),
    (ORDERS, "only order #1014 is open", [there("Open", "cell")], 'says "only"'),
    (ORDERS, "only order #1014 is open", [counted("cell", "1", text="Open"), there("Open", within=("row", ROW_1014))], ""),
    (ORDERS, "the orders are sorted by amount", [over("order", GROSS[:2], ">=")], "sorted"),
    (ORDERS, "the orders are sorted by gross amount", [over("order", GROSS, ">=")], ""),
    (ORDERS, "the orders are sorted by gross amount, lowest first", [over("order", GROSS[::-1], "<=")], ""),
    (ORDERS, "the first order is from Bob Ray", [there("Bob Ray")], "first"),
    (ORDERS, "the first order is from Ann Lee", [there("Ann Lee")], ""),
    (ORDERS, "the highest gross amount is $84.00", [over("max", GROSS[1:], "=", "$84.00")], '"$120.00" (cell'),
    (ORDERS, "the highest gross amount is $60.00", [over("min", GROSS, "=", "$60.00")], '"op": "max"'),
    (ORDERS, "the highest gross amount is $120.00", [over("max", GROSS, "=", "$120.00")], ""),
    (ORDERS, "the newest order is #1011", [there("#1011")], '"#1015" (cell'),
    (CART, "the Red mug is cheaper than the Blue mug", [over("compare", ["$9.00", "$10.00"], "<")], 'is not less than "$9.00"'),
    (CART, "the Blue mug is cheaper than the Red mug", [over("compare", ["$9.00", "$10.00"], "<")], ""),
    (CART, "the Red mug is more expensive than the Blue mug", [over("compare", ["$9.00", "$10.00"], "<")], ""),
    # States, and what can be done.
    (MIXED, "Notifications are on", [there("Notifications", "switch")], "state"),
    (MIXED, "Dark mode is on", [there("Dark mode", "switch", state="checked")], ""),
    (CART, "gift wrap is chosen", [there("Gift wrap", "checkbox")], "state"),
    (CART, "there is a choice of gift wrap", [there("Gift wrap", "checkbox")], ""),
    (CART, "the cart can be paid", [there("Pay", "button")], '"enabled"'),
    (CART, "the cart can be saved", [there("Save", "button")], ""),
    (CART, "the cart was saved", [there("Save", "button")], "what can be done"),
    # Trouble, and what is absent.
    (MIXED, "there are results for 'teapot'", [there("teapot")], "speaks of no trouble"),
    (MIXED, "there are no results for 'teapot'", [there("No results", "status")], ""),
    (CART, "there is no Red mug", [HEADING, absent("Red mug", "listitem")], 'row "Red mug 3 $10.00"'),
    (CART, "there is no Green mug", [HEADING, absent("Green mug", "row")], ""),
    (MIXED, "no error is shown", [there("Settings", "heading"), absent("error")], "alert"),
    (CART, "no error is shown", [HEADING, absent("error")], ""),
    (CART, "no error is shown", [HEADING, absent(role="alert")], ""),
    (CART, "the cart is not empty", [counted("row", "0", ">", within=("table", "Lines"))], ""),
    (LATE, "no error is shown", [there("Stock", "heading"), absent("error")], "nothing is cited of that"),
    (LATE, "no error is shown", [there("Stock", "heading"), absent("error"), cited("alert", "We close early.")], ""),
    # That a row is there, which says nothing of it.
    (LATE, "the rice shipment arrived", [cited("row", "rice Held up 2 t")], "only name"),
    (LATE, "the rice shipment arrived", [there("rice", "row")], "only name"),
    (LATE, "the rice shipment arrived", [there("rice", "row"), there("Unloaded", "cell")], 'is about the row "beans Unloaded 1 t"'),
    (LATE, "the beans shipment arrived", [there("Unloaded", "cell")], ""),
    (LATE, "the rice shipment was held up", [cited("row", "rice Held up 2 t")], ""),
    # What the page only says in passing.
    (BOWLS, "the products are sorted by price", [{"op": "order", "elements": [("listitem", "Dip Bowl $8.00"), ("listitem", "Ramen Bowl $18.00")], "relation": "<=", "pattern": AMOUNT}], ""),
    (BOWLS, "the dentist is on May 4", [cited("listitem", "May 4 Dentist", text="May 4")], ""),
    (BOWLS, "the dentist is on May 9", [cited("listitem", "May 9 Lunch", text="May 9")], '"May 4" (text'),
    (CART, "a mail went to ann@example.com", [HEADING], "ann@example.com"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("seen", "statement", "predicates", "why"),
    CASES,
    ids=[f"{'weak' if why else 'enough'}: {statement}" for _, statement, _, why in CASES],
)
def test_predicates_are_about_what_the_statement_is_about(seen, statement, predicates, why):
    found = weak(seen, statement, *predicates)
    assert bool(found) == bool(why), found
    assert why in "\n".join(found)


@pytest.mark.parametrize(
    ("seen", "statement", "predicates"),
    [
        (ORDERS, "the orders are sorted by date, newest first", [over("order", DATES, ">=")]),
        (ORDERS, "all orders are paid", [says("cell", "Open", "=", "Paid")]),
        (
            MIXED,
            "revenue fell by 8%",
            [says("paragraph", "+8% vs last month", "=", "-8%", pattern=r"[+-]\d+%")],
        ),
        (CART, "the cart shows 3 mugs", [counted("row", "3", within=("table", "Lines"))]),
    ],
)
def test_one_counterexample_is_enough_against_a_statement(seen, statement, predicates):
    findings = [work_out(predicate(seen, each), seen) for each in predicates]
    assert any(each.refuted for each in findings)
    assert weak(seen, statement, *predicates) == []
