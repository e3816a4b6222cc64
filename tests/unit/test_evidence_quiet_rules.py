"""Honest runs next to which a rule that doubts has to stay silent: lists of several pages, steps, places and labels."""

import pytest
from evidence_stories import act, click, exists, not_exists, number, page, problems, text, value

from pytest_webagent.claims.derivation import Derivation


def count(seen, role, *says):
    return Derivation(op="count", elements=tuple(number(seen, role, each) for each in says))


PAGED = page(
    """
    - heading "Orders"
    - paragraph: 43 orders
    - searchbox "Search orders"
    - table "Orders":
      - row "Order Customer Status":
        - columnheader "Order"
        - columnheader "Customer"
        - columnheader "Status"
      - row "A-101 Ann Lee Open":
        - cell "A-101"
        - cell "Ann Lee"
        - cell "Open"
      - row "A-102 Bob Ray Shipped":
        - cell "A-102"
        - cell "Bob Ray"
        - cell "Shipped"
    - navigation "Pages":
      - link "1"
      - link "2"
      - link "Next page"
    """,
    title="Orders",
)
LAST = page(
    """
    - heading "Orders"
    - table "Orders":
      - row "A-143 Cem Kaya Open":
        - cell "A-143"
        - cell "Cem Kaya"
        - cell "Open"
      - row "A-144 Dora Weiss Open":
        - cell "A-144"
        - cell "Dora Weiss"
        - cell "Open"
    - navigation "Pages":
      - link "Previous page"
      - link "1"
      - link "2"
    """,
    url="http://shop.test/orders?page=2",
    title="Orders",
    first=100,
)
FOUND = page(
    """
    - heading "Orders"
    - searchbox "Search orders": Zoe
    - paragraph: No orders match your search.
    - link "Next page"
    """,
    url="http://shop.test/orders?q=Zoe",
    title="Orders",
    first=200,
)
FEED = page(
    """
    - heading "News"
    - article:
      - heading "Kiln opens"
      - paragraph: The new kiln opens on Monday.
      - button "Like"
    - article:
      - heading "Glaze sale"
      - paragraph: All glazes at half price.
      - button "Like"
    - button "Load more"
    """,
    title="News",
)


def searched():
    return [act(1, "type", PAGED, "searchbox", "Search orders", text="Zoe", submit=True)]


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "pages", "acts"),
    [
        ("How many orders are there?", "43", [text(PAGED, "paragraph", "43 orders")], [PAGED], []),
        (
            "How many orders are shown on this page?",
            "2",
            [count(PAGED, "cell", "A-101", "A-102")],
            [PAGED],
            [],
        ),
        (
            "How many orders does the first page list?",
            "2",
            [count(PAGED, "cell", "A-101", "A-102")],
            [PAGED],
            [],
        ),
        ("What is the status of order A-102?", "Shipped", [text(PAGED, "cell", "Shipped")], [PAGED], []),
        (
            "Search for 'Zoe'. Is there an order of Zoe?",
            "No",
            [not_exists("Zoe", role="row"), text(FOUND, "paragraph")],
            [PAGED, FOUND],
            searched(),
        ),
        (
            "Look through all pages. Is there an order of Zoe Ott?",
            "No",
            [not_exists("Zoe Ott", step=1), not_exists("Zoe Ott")],
            [PAGED, LAST],
            [click(1, PAGED, "link", "Next page")],
        ),
        (
            "Go to the second page of orders. How many orders are listed there?",
            "2",
            [count(LAST, "cell", "A-143", "A-144")],
            [PAGED, LAST],
            [click(1, PAGED, "link", "2")],
        ),
        (
            "Check that no error is shown.",
            "Yes",
            [not_exists("error"), exists(PAGED, "heading")],
            [PAGED],
            [],
        ),
        ("Check that the page shows no login form.", "Yes", [not_exists("", role="form")], [PAGED], []),
        ("Is there a button 'Delete all'?", "No", [not_exists("Delete all", role="button")], [PAGED], []),
        (
            "How many articles are shown at first?",
            "2",
            [count(FEED, "heading", "Kiln opens", "Glaze sale")],
            [FEED],
            [],
        ),
    ],
)
def test_what_is_said_of_the_shown_part_of_a_list_stands(goal, answer, evidence, pages, acts):
    assert problems(goal, answer, evidence, pages, acts) == ""


CART = page(
    """
    - heading "Your cart"
    - list "Cart":
      - listitem:
        - text: Blue Mug
        - spinbutton "Quantity": 1
        - text: $9.00
      - listitem:
        - text: Tea Cup
        - spinbutton "Quantity of cup": 1
        - text: $8.50
    - button "Place order"
    """,
    title="Cart",
)
ORDERED = page(
    """
    - heading "Thank you for your order"
    - paragraph: Your order number is ORD-1042.
    - button "Order again"
    - button "Continue shopping"
    """,
    url="http://shop.test/thanks",
    title="Thank you",
    first=100,
)
NEWSLETTER = page(
    """
    - heading "Booked: Sea room"
    - paragraph: Your booking number is BK-7731.
    - textbox "Email"
    - button "Submit"
    - button "Book another room"
    """,
    url="http://shop.test/booked",
    title="Booked",
    first=200,
)
ROOMS = page(
    """
    - heading "Rooms"
    - button "Book Sea room"
    - textbox "Email"
    - button "Submit"
    """,
    title="Rooms",
)
THANKS = page(
    """
    - heading "Thank you for your order"
    - paragraph: Your order number is ORD-1042.
    - region "You may also like":
      - button "Next"
    - textbox "Email for our news"
    - button "Submit"
    """,
    url="http://shop.test/thanks",
    title="Thank you",
    first=600,
)
HISTORY = page(
    """
    - heading "Payments"
    - status: Paid $40.00 to City Power
    - table "Bills":
      - row "City Water $12.00 Pay":
        - cell "City Water"
        - cell "$12.00"
        - button "Pay"
      - row "City Power $40.00 Paid":
        - cell "City Power"
        - cell "$40.00"
        - cell "Paid"
    """,
    title="Bills",
    first=300,
)
BILLS = page(
    """
    - heading "Payments"
    - table "Bills":
      - row "City Water $12.00 Pay":
        - cell "City Water"
        - cell "$12.00"
        - button "Pay"
      - row "City Power $40.00 Pay now":
        - cell "City Power"
        - cell "$40.00"
        - button "Pay now"
    """,
    title="Bills",
)
SENT = page(
    """
    - heading "Transfer"
    - alert: Your transfer of $50.00 was sent.
    - textbox "Amount"
    - button "Transfer now"
    """,
    title="Transfer",
    first=400,
)
TRANSFER = page(
    """
    - heading "Transfer"
    - textbox "Amount"
    - button "Transfer now"
    """,
    title="Transfer",
)


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "pages", "acts"),
    [
        (
            "Place the order.",
            "done",
            [text(ORDERED, "heading")],
            [CART, ORDERED],
            [click(1, CART, "button", "Place order")],
        ),
        (
            "Order everything in the cart and report the order number.",
            "ORD-1042",
            [text(ORDERED, "paragraph", pattern=r"ORD-\d+")],
            [CART, ORDERED],
            [click(1, CART, "button", "Place order")],
        ),
        (
            "Place the order.",
            "done",
            [text(THANKS, "heading")],
            [CART, THANKS],
            [click(1, CART, "button", "Place order")],
        ),
        (
            "Book the Sea room.",
            "done",
            [text(NEWSLETTER, "paragraph")],
            [ROOMS, NEWSLETTER],
            [click(1, ROOMS, "button", "Book Sea room")],
        ),
        (
            "Pay the bill of City Power.",
            "Paid $40.00 to City Power",
            [text(HISTORY, "status")],
            [BILLS, HISTORY],
            [click(1, BILLS, "button", "Pay now")],
        ),
        (
            "Transfer $50 to savings.",
            "done",
            [text(SENT, "alert")],
            [TRANSFER, SENT],
            [
                act(1, "type", TRANSFER, "textbox", "Amount", text="50"),
                click(1, TRANSFER, "button", "Transfer now"),
            ],
        ),
        (
            "Fill in 50 as the amount, but do not transfer it.",
            "done",
            [
                value(
                    TRANSFERRING := page('- textbox "Amount": 50\n- button "Transfer now"', first=500),
                    "textbox",
                )
            ],
            [TRANSFER, TRANSFERRING],
            [act(1, "type", TRANSFER, "textbox", "Amount", text="50")],
        ),
    ],
)
def test_a_button_that_stays_on_the_page_is_no_step_left_out(goal, answer, evidence, pages, acts):
    assert problems(goal, answer, evidence, pages, acts) == ""


TWO = page(
    """
    - status: 2 items in your cart
    - heading "Blue Mug"
    - spinbutton "Quantity": 2
    - button "Add to cart"
    """,
    title="Blue Mug",
    first=100,
)
ONE = page(
    """
    - heading "Blue Mug"
    - spinbutton "Quantity": 1
    - button "Add to cart"
    """,
    title="Blue Mug",
)
STEPPED = page(
    """
    - heading "Blue Mug"
    - button "More"
    - text: "2"
    - button "Add to cart"
    """,
    title="Blue Mug",
)
BOTH = page(
    """
    - status: Both mugs are in your cart
    - heading "Mugs"
    - checkbox "Blue Mug" [checked]
    - checkbox "Red Mug" [checked]
    - button "Add to cart"
    """,
    title="Mugs",
    first=200,
)
MUGS = page(
    """
    - heading "Mugs"
    - checkbox "Blue Mug"
    - checkbox "Red Mug"
    - button "Add to cart"
    """,
    title="Mugs",
)
SEATS = page(
    """
    - heading "Seats"
    - button "Two seats"
    - button "Four seats"
    """,
    title="Seats",
)
SEATED = page(
    """
    - heading "Your seats are reserved"
    - paragraph: Row F, seats 11 and 12
    """,
    url="http://shop.test/seats/done",
    title="Reserved",
    first=300,
)


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "pages", "acts"),
    [
        (
            "Add 2 blue mugs to the cart.",
            "done",
            [text(TWO, "status")],
            [ONE, TWO],
            [
                act(1, "type", ONE, "spinbutton", "Quantity", text="2"),
                click(1, ONE, "button", "Add to cart"),
            ],
        ),
        (
            "Add two blue mugs to the cart.",
            "done",
            [text(TWO, "status")],
            [ONE, TWO],
            [click(1, ONE, "button", "Add to cart"), click(1, ONE, "button", "Add to cart")],
        ),
        (
            "Add two mugs, the blue and the red one, to the cart.",
            "done",
            [text(BOTH, "status")],
            [MUGS, BOTH],
            [
                act(1, "check", MUGS, "checkbox", "Blue Mug"),
                act(1, "check", MUGS, "checkbox", "Red Mug"),
                click(1, MUGS, "button", "Add to cart"),
            ],
        ),
        (
            "Reserve two seats.",
            "done",
            [text(SEATED, "heading")],
            [SEATS, SEATED],
            [click(1, SEATS, "button", "Two seats")],
        ),
        (
            "Reserve 2 seats.",
            "done",
            [text(SEATED, "paragraph")],
            [SEATS, SEATED],
            [click(1, SEATS, "button", "Two seats")],
        ),
        (
            "Add 10 % discount to the cart.",
            "done",
            [text(TWO, "status")],
            [ONE, TWO],
            [click(1, ONE, "button", "Add to cart")],
        ),
    ],
)
def test_what_is_wanted_twice_may_be_done_in_one_go(goal, answer, evidence, pages, acts):
    assert problems(goal, answer, evidence, pages, acts) == ""


BASKET = page(
    """
    - heading "Shopping bag"
    - list "Bag":
      - listitem:
        - link "Tea Cup"
        - text: $8.50
    - text: "Total: $8.50"
    """,
    url="http://shop.test/cart",
    title="Shopping bag",
)
INBOX = page(
    """
    - navigation "Folders":
      - link "Inbox" [current]
      - link "Sent"
    - list "Messages":
      - listitem: Ann Lee Lunch on Friday?
      - listitem: Bob Ray Invoice 12
    """,
    url="http://mail.test/#inbox",
    title="Mail",
)
DIALOG = page(
    """
    - heading "Settings"
    - dialog "Edit profile":
      - textbox "Name": Sam
      - button "Save"
    """,
    title="Settings",
)
TEAM = page(
    """
    - heading "People"
    - table "Members":
      - row "Ann Lee Admin":
        - cell "Ann Lee"
        - cell "Admin"
      - row "Bob Ray Editor":
        - cell "Bob Ray"
        - cell "Editor"
    """,
    url="http://app.test/team",
    title="People",
)


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "pages"),
    [
        ("Is the Blue Mug in the cart?", "No", [not_exists("Blue Mug")], [BASKET]),
        ("Is there a mail from Dora in the inbox?", "No", [not_exists("Dora")], [INBOX]),
        ("Is Cara in the list of members?", "No", [not_exists("Cara")], [TEAM]),
        ("Is Cara in the team?", "No", [not_exists("Cara")], [TEAM]),
        (
            "Is there a field for the phone number in the dialog?",
            "No",
            [not_exists("Phone", role="textbox")],
            [DIALOG],
        ),
        ("Is there a delete button on the page?", "No", [not_exists("Delete", role="button")], [TEAM]),
        ("Is Cara an editor in this table?", "No", [not_exists("Cara")], [TEAM]),
        ("Is there an order from Zoe in the table?", "No", [not_exists("Zoe", role="row")], [TEAM]),
        ("Does anybody in the company have the role Owner?", "No", [not_exists("Owner")], [TEAM]),
    ],
)
def test_what_is_missing_where_it_would_be_is_missing(goal, answer, evidence, pages):
    assert problems(goal, answer, evidence, pages) == ""


ORDER = page(
    """
    - heading "Order 1002"
    - table "Lines":
      - row "Product Quantity Price Total":
        - columnheader "Product"
        - columnheader "Quantity"
        - columnheader "Price"
        - columnheader "Total"
      - row "Blue Mug 2 $9.00 $18.00":
        - cell "Blue Mug"
        - cell "2"
        - cell "$9.00"
        - cell "$18.00"
      - row "Tea Cup 1 $8.50 $8.50":
        - cell "Tea Cup"
        - cell "1"
        - cell "$8.50"
        - cell "$8.50"
    - paragraph: "Shipping: $4.00"
    - paragraph: "Order total: $30.50"
    """,
    title="Order 1002",
)
CARDS = page(
    """
    - heading "Plans"
    - list "Plans":
      - listitem:
        - heading "Basic"
        - term: Price
        - definition: $5
        - term: Yearly price
        - definition: $50
      - listitem:
        - heading "Pro"
        - term: Price
        - definition: $15
        - term: Yearly price
        - definition: $150
    """,
    title="Plans",
)


@pytest.mark.parametrize(
    ("goal", "answer", "evidence"),
    [
        ("What does one Blue Mug cost?", "$9.00", [text(ORDER, "cell", "$9.00")]),
        ("What is the unit price of the Blue Mug?", "$9.00", [text(ORDER, "cell", "$9.00")]),
        ("What is the total of the Blue Mug?", "$18.00", [text(ORDER, "cell", "$18.00")]),
        (
            "What is the total of the order?",
            "$30.50",
            [text(ORDER, "paragraph", "Order total", pattern=r"\$[\d.]+")],
        ),
        (
            "What was charged for shipping?",
            "$4.00",
            [text(ORDER, "paragraph", "Shipping", pattern=r"\$[\d.]+")],
        ),
        ("What is paid for all Blue Mugs together?", "$18.00", [text(ORDER, "cell", "$18.00")]),
        ("How many Tea Cups were ordered?", "1", [text(ORDER, "cell", "1")]),
        ("Which product has the highest total?", "Blue Mug", [text(ORDER, "cell", "Blue Mug")]),
    ],
)
def test_what_is_called_a_little_otherwise_than_the_goal_says_stands(goal, answer, evidence):
    assert problems(goal, answer, evidence, [ORDER]) == ""


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("What does the Pro plan cost per year?", "$150"),
        ("What is the yearly price of Pro?", "$150"),
        ("What is the price of Pro?", "$15"),
        ("How much is Pro a month?", "$15"),
    ],
)
def test_a_term_says_which_of_two_prices_is_meant(goal, answer):
    assert problems(goal, answer, [text(CARDS, "definition", answer)], [CARDS]) == ""
