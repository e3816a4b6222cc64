"""One shop, many answers: those that stand, and those that do not."""

from evidence_stories import act, click, exists, not_exists, page, text, value, verdict

from pytest_webagent.claims.derivation import Derivation

LIST = page(
    """
- banner:
  - link "Home"
  - link "Cart (0)"
  - searchbox "Search products"
- main:
  - heading "Mugs"
  - list:
    - listitem:
      - link "Blue Mug"
      - text: $9.50
      - text: In stock
    - listitem:
      - link "Latte Mug"
      - text: $12.00
      - text: Sold out""",
    url="http://s.t/mugs",
    title="Mugs",
)
PRODUCT = page(
    """
- banner:
  - link "Home"
  - link "Cart (0)"
  - searchbox "Search products"
- main:
  - heading "Blue Mug"
  - text: $9.50
  - paragraph: A mug for every day. 300 ml.
  - spinbutton "Quantity": "1"
  - button "Add to cart"
  - heading "Reviews"
  - list:
    - listitem: "Great mug! 5 of 5 stars"
    - listitem: "Broke after 2 days. 1 of 5 stars"
    """,
    url="http://s.t/blue",
    title="Blue Mug",
    first=100,
)
PRODUCT_ADDED = page(
    """
- banner:
  - link "Home"
  - link "Cart (2)"
  - searchbox "Search products"
- main:
  - status: Added 2 × Blue Mug to your cart.
  - heading "Blue Mug"
  - text: $9.50
  - paragraph: A mug for every day. 300 ml.
  - spinbutton "Quantity": "2"
  - button "Add to cart"
  - heading "Reviews"
  - list:
    - listitem: "Great mug! 5 of 5 stars"
    - listitem: "Broke after 2 days. 1 of 5 stars"
    """,
    url="http://s.t/blue",
    title="Blue Mug",
    first=100,
)
CART = page(
    """
- banner:
  - link "Home"
  - link "Cart (2)"
- main:
  - heading "Your cart"
  - table:
    - rowgroup:
      - row "Product Quantity Price Sum":
        - columnheader "Product"
        - columnheader "Quantity"
        - columnheader "Price"
        - columnheader "Sum"
    - rowgroup:
      - row "Blue Mug 2 $9.50 $19.00 Remove":
        - cell "Blue Mug"
        - cell:
          - spinbutton "Quantity of Blue Mug": "2"
        - cell "$9.50"
        - cell "$19.00"
        - cell:
          - button "Remove"
  - paragraph: "Total: $19.00"
  - link "Checkout"
    """,
    url="http://s.t/cart",
    title="Your cart",
    first=200,
)
EMPTY = page('- heading "Your cart"\n- paragraph: Your cart is empty.', url="http://s.t/cart", first=300)
FAILED = page('- heading "Oops"\n- alert: Something went wrong', url="http://s.t/cart", first=300)
TO_PRODUCT = [click(1, LIST, "link", "Blue Mug")]
ADDING = [
    *TO_PRODUCT,
    act(2, "type", PRODUCT, "spinbutton", text="2"),
    click(2, PRODUCT, "button", "Add to cart"),
]
TO_CART = [*ADDING, click(3, PRODUCT_ADDED, "link", "Cart (2)")]
REMOVING = [click(1, CART, "button"), act(2, "accept_dialog")]
AFTER_ADDING = [LIST, PRODUCT, PRODUCT_ADDED]
IN_CART = [*AFTER_ADDING, CART]
TWO = "Add 2 Blue Mugs to the cart"
TOTAL = f"{TWO} and report the total"


def problems(goal, answer, evidence, pages, acts=(), status="done"):
    cited = evidence if isinstance(evidence, list) else [evidence]
    return verdict(goal, answer, cited, pages, acts, status).problems


def stands(*run):
    assert problems(*run) == ()


def falls(*run):
    assert problems(*run), run[:2]


def test_adding_is_shown_by_what_is_new():
    for answer, evidence in (
        ("Added 2 × Blue Mug to your cart.", text(PRODUCT_ADDED, "status")),
        ("2 Blue Mugs were added to the cart.", text(PRODUCT_ADDED, "status")),
        ("done", exists(PRODUCT_ADDED, "link", "Cart (2)")),
        ("Two Blue Mugs are in the cart.", text(PRODUCT_ADDED, "link", "Cart (2)")),
        ("The cart now shows 2 items.", text(PRODUCT_ADDED, "link", "Cart (2)")),
    ):
        stands(TWO, answer, evidence, AFTER_ADDING, ADDING)
    for answer, evidence in (
        ("The cart contains 2 Blue Mugs, total $19.00", [value(CART, "spinbutton"), text(CART, "paragraph")]),
        ("done", text(CART, "cell", "Blue Mug")),
        ("done", exists(CART, "row", "Blue Mug")),
        ("2 Blue Mugs are in the cart", value(CART, "spinbutton")),
    ):
        stands(TWO, answer, evidence, IN_CART, TO_CART)


def test_adding_is_not_shown_by_what_was_there_or_only_typed():
    for evidence in (
        text(PRODUCT, "heading", "Blue Mug"),
        exists(PRODUCT, "button"),
        text(PRODUCT, "listitem", "Great"),
    ):
        falls(TWO, "done", evidence, [LIST, PRODUCT], TO_PRODUCT)
    falls(TWO, "2 Blue Mugs added", value(PRODUCT_ADDED, "spinbutton"), AFTER_ADDING, ADDING[:2])
    falls(TWO, "3 Blue Mugs were added", text(PRODUCT_ADDED, "status"), AFTER_ADDING, ADDING)


def test_a_total_is_the_one_the_cart_says():
    stands(TOTAL, "$19.00", text(CART, "paragraph"), IN_CART, TO_CART)
    stands(TOTAL, "The total is $19.00.", text(CART, "paragraph"), IN_CART, TO_CART)
    stands(TOTAL, "$19", text(CART, "cell", "$19.00"), IN_CART, TO_CART)
    falls(TOTAL, "$9.50", text(CART, "paragraph"), IN_CART, TO_CART)
    falls(TOTAL, "$19.00", text(CART, "paragraph"), [LIST, CART], [])


def test_a_value_belongs_to_its_row():
    stands("Is the Latte Mug in stock?", "No, it is sold out.", text(LIST, "listitem", "Latte Mug"), [LIST])
    falls("Is the Latte Mug in stock?", "Yes", text(LIST, "listitem", "Latte Mug"), [LIST])
    falls("Is the Latte Mug in stock?", "Yes", text(LIST, "listitem", "Blue Mug"), [LIST])
    stands(
        "Is the Blue Mug in stock?",
        "Yes, the Blue Mug is in stock.",
        text(LIST, "listitem", "Blue Mug"),
        [LIST],
    )
    stands("Which mugs are sold out?", "Latte Mug", text(LIST, "link", "Latte Mug"), [LIST])
    falls("How much does the Latte Mug cost?", "$9.50", text(LIST, "listitem", "Blue Mug"), [LIST])
    stands("How much does the Latte Mug cost?", "12 dollars", text(LIST, "listitem", "Latte Mug"), [LIST])
    stands(
        "How much does the Latte Mug cost?",
        "$12.00",
        text(LIST, "listitem", "Latte Mug", pattern=r"\$[\d.]+"),
        [LIST],
    )


def test_a_part_of_a_text_is_an_answer():
    stands(
        "Open the Blue Mug. What is the volume?",
        "300 ml",
        text(PRODUCT, "paragraph"),
        [LIST, PRODUCT],
        TO_PRODUCT,
    )
    stands(
        "Open the Blue Mug. What is the volume?",
        "300 ml",
        text(PRODUCT, "paragraph", pattern=r"(\d+ ml)"),
        [LIST, PRODUCT],
        TO_PRODUCT,
    )
    stands(
        "Open the Blue Mug. What is the volume?",
        "300",
        text(PRODUCT, "paragraph"),
        [LIST, PRODUCT],
        TO_PRODUCT,
    )
    falls(
        "Open the Blue Mug. What is the volume?",
        "350 ml",
        text(PRODUCT, "paragraph"),
        [LIST, PRODUCT],
        TO_PRODUCT,
    )
    stands(
        "Open the Blue Mug. How many stars does the worst review give?",
        "1",
        text(PRODUCT, "listitem", "Broke"),
        [LIST, PRODUCT],
        TO_PRODUCT,
    )
    stands(
        "Open the Blue Mug. What does the worst review say?",
        "Broke after 2 days.",
        text(PRODUCT, "listitem", "Broke"),
        [LIST, PRODUCT],
        TO_PRODUCT,
    )
    falls(
        "Open the Blue Mug page",
        "The Blue Mug page is open, showing the price $9.50.",
        [text(PRODUCT, "heading")],
        [LIST, PRODUCT],
        TO_PRODUCT,
    )
    stands(
        "Open the Blue Mug page",
        "The product page of the Blue Mug is open.",
        [text(PRODUCT, "heading")],
        [LIST, PRODUCT],
        TO_PRODUCT,
    )
    stands("Open the Blue Mug page", "Blue Mug", [Derivation(op="title")], [LIST, PRODUCT], TO_PRODUCT)


def test_removing_is_shown_by_what_is_gone():
    stands(
        "Remove the Blue Mug from the cart",
        "The cart is empty now.",
        text(EMPTY, "paragraph"),
        [CART, EMPTY],
        REMOVING,
    )
    falls(
        "Remove the Blue Mug from the cart",
        "done",
        not_exists("Blue Mug", "row"),
        [CART, FAILED],
        [click(1, CART, "button")],
    )
    falls(
        "Remove the Blue Mug from the cart",
        "done",
        text(CART, "row", "Blue Mug"),
        [CART, CART],
        [click(1, CART, "button", ignored=True)],
    )
    falls(
        "Remove the Blue Mug from the cart",
        "The Blue Mug was removed",
        text(CART, "heading"),
        [CART, CART],
        [click(1, CART, "button")],
    )


def test_a_check_is_shown_by_what_it_speaks_of():
    stands("Check that the cart contains 2 Blue Mugs", "yes", value(CART, "spinbutton"), [CART])
    stands(
        "Check that the cart contains 2 Blue Mugs",
        "The cart contains 2 Blue Mugs.",
        [text(CART, "cell", "Blue Mug"), value(CART, "spinbutton")],
        [CART],
    )
    falls("Check that the cart contains 3 Blue Mugs", "yes", value(CART, "spinbutton"), [CART])
    stands(
        "Check that the cart contains 3 Blue Mugs", "No, it contains 2.", value(CART, "spinbutton"), [CART]
    )
    stands("Check that the cart total is $19.00", "yes", text(CART, "paragraph"), [CART])
    falls("Check that the cart total is $20.00", "yes", text(CART, "paragraph"), [CART])
    stands("Check that the cart total is $20.00", "No, the total is $19.00", text(CART, "paragraph"), [CART])
    falls("Check that the cart is empty", "The cart is empty", text(CART, "heading"), [CART])
    falls("Check that the cart is empty", "done", not_exists("Green Mug"), [CART])


def test_giving_up_needs_what_is_in_the_way():
    falls("Go to the checkout", "There is no checkout", text(CART, "heading"), [CART], [], "goal_not_met")
    stands(
        "Report the price of the Green Mug",
        "There is no Green Mug in the list.",
        not_exists("Green Mug"),
        [LIST, LIST],
        [act(1, "scroll")],
        "goal_not_met",
    )
    stands(
        "Add the Latte Mug to the cart",
        "The Latte Mug is sold out.",
        text(LIST, "listitem", "Latte Mug"),
        [LIST],
        [],
        "goal_not_met",
    )
    falls(
        "Add the Blue Mug to the cart",
        "The Blue Mug is sold out.",
        text(LIST, "listitem", "Latte Mug"),
        [LIST],
        [],
        "goal_not_met",
    )
