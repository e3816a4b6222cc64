"""Runs as honest agents end them, on pages as sites make them: none may be refused."""

import pytest
from evidence_stories import act, click, element, exists, not_exists, number, page, text, value, verdict

from pytest_webagent.claims.derivation import Derivation


def stands(goal, answer, evidence, pages, acts=(), status="done"):
    found = verdict(goal, answer, evidence, pages, acts, status)
    assert found.stands, (answer, found.problems)


# A page that posts a form and is sent on to another address.

LOGIN = page(
    """
    - link "Shop"
    - heading "Log in"
    - textbox "User name"
    - textbox "Password"
    - button "Log in"
    """,
    url="http://shop.test/login",
    title="Log in",
)
ACCOUNT = page(
    """
    - navigation:
      - link "My orders"
      - link "Log out"
    - heading "Hello, Anna Berg"
    - list:
      - listitem: You have logged in.
    """,
    url="http://shop.test/account",
    title="Your account",
    first=100,
)
LOG_IN = "Log in as 'anna' with the password 'tea-time'"
LOGIN_ACTS = [
    act(1, "type", LOGIN, "textbox", "User name", text="anna"),
    act(1, "type", LOGIN, "textbox", "Password", text="tea-time"),
    click(1, LOGIN, "button", "Log in"),
]


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ("Logged in as anna.", exists(ACCOUNT, "link", "Log out")),
        ("done", text(ACCOUNT, "heading")),
        ('The user anna is logged in; the page greets "Anna Berg".', text(ACCOUNT, "heading")),
        ("Successfully logged in", Derivation(op="url")),
        ("Successfully logged in", Derivation(op="title")),
        ("You have logged in.", text(ACCOUNT, "listitem")),
        ("done", not_exists("Log in", "button")),
        ("done", exists(None, "link", "Log out")),
    ],
)
def test_logging_in_is_shown_by_anything_new(answer, evidence):
    stands(LOG_IN, answer, [evidence], [LOGIN, ACCOUNT], LOGIN_ACTS)


def test_logging_in_and_reporting_the_heading():
    stands(
        f"{LOG_IN}. What is the heading of the page?",
        "Hello, Anna Berg",
        [text(ACCOUNT, "heading")],
        [LOGIN, ACCOUNT],
        LOGIN_ACTS,
    )


REFUSED = page(
    """
    - link "Shop"
    - heading "Log in"
    - alert: The user name or the password is wrong.
    - textbox "User name": anna
    - textbox "Password"
    - button "Log in"
    """,
    url="http://shop.test/login",
    title="Log in",
    first=50,
)


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        (f"{LOG_IN} and report the error.", "The user name or the password is wrong."),
        (
            f"{LOG_IN}. What does the error message say?",
            'The error message says: "The user name or the password is wrong."',
        ),
        (f"{LOG_IN}. Check that the login is refused.", "yes"),
        (f"{LOG_IN}. Which error message is shown?", "The user name or the password is wrong."),
        (f"{LOG_IN}. What happens?", "The user name or the password is wrong."),
    ],
)
def test_a_refusal_that_is_asked_for(goal, answer):
    stands(goal, answer, [text(REFUSED, "alert")], [LOGIN, REFUSED], LOGIN_ACTS)


def test_a_refusal_that_stands_in_the_way():
    for answer in (
        "The login is refused: The user name or the password is wrong.",
        "Login failed for 'anna'",
    ):
        stands(LOG_IN, answer, [text(REFUSED, "alert")], [LOGIN, REFUSED], LOGIN_ACTS, "goal_not_met")


# A single-page application: the address stays, elements come and go.

TODOS = page(
    """
    - heading "todos"
    - textbox "What needs to be done?"
    - list:
      - listitem:
        - checkbox "Milk"
        - text: Milk
        - button "Delete Milk"
      - listitem:
        - checkbox "Bread"
        - text: Bread
        - button "Delete Bread"
    - paragraph: 2 items left
    """
)
CHECKED = page(
    """
    - heading "todos"
    - textbox "What needs to be done?"
    - list:
      - listitem:
        - checkbox "Milk" [checked]
        - text: Milk
        - button "Delete Milk"
      - listitem:
        - checkbox "Bread"
        - text: Bread
        - button "Delete Bread"
    - paragraph: 1 item left
    """
)
MORE = page(
    """
    - heading "todos"
    - textbox "What needs to be done?"
    - list:
      - listitem:
        - checkbox "Milk"
        - text: Milk
        - button "Delete Milk"
      - listitem:
        - checkbox "Bread"
        - text: Bread
        - button "Delete Bread"
      - listitem:
        - checkbox "Eggs"
        - text: Eggs
        - button "Delete Eggs"
    - paragraph: 3 items left
    """
)
FEWER = page(
    """
    - heading "todos"
    - textbox "What needs to be done?"
    - list:
      - listitem:
        - checkbox "Bread"
        - text: Bread
        - button "Delete Bread"
    - paragraph: 1 item left
    """
)


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "after", "acts"),
    [
        ("Mark 'Milk' as done", "done", exists(CHECKED, "checkbox", "Milk", state="checked"), CHECKED, [act(1, "check", TODOS, "checkbox", "Milk")]),
        ("Mark the todo 'Milk' as done", "The todo 'Milk' was marked as done.", exists(CHECKED, "checkbox", "Milk", state="checked"), CHECKED, [click(1, TODOS, "checkbox", "Milk")]),
        ("Complete 'Milk'", "'Milk' is completed, 1 item left", text(CHECKED, "paragraph"), CHECKED, [act(1, "check", TODOS, "checkbox", "Milk")]),
        ("Add a todo 'Eggs'", "Added 'Eggs'", text(MORE, "listitem", "Eggs"), MORE, [act(1, "type", TODOS, "textbox", text="Eggs", submit=True)]),
        ("Add a todo 'Eggs'", "The todo 'Eggs' was added.", exists(None, "checkbox", "Eggs"), MORE, [act(1, "type", TODOS, "textbox", text="Eggs"), act(1, "press_key", key="Enter")]),
        ("Add a todo 'Eggs'", "The list now has 3 items, with Eggs the last.", text(MORE, "paragraph"), MORE, [act(1, "type", TODOS, "textbox", text="Eggs", submit=True)]),
        ("Add a todo 'Eggs'", "done", Derivation(op="count", role="listitem"), MORE, [act(1, "type", TODOS, "textbox", text="Eggs", submit=True)]),
        ("Add a todo 'Eggs' and tell me how many are left", "3", text(MORE, "paragraph"), MORE, [act(1, "type", TODOS, "textbox", text="Eggs", submit=True)]),
        ("Delete 'Milk'", "Milk was deleted", not_exists("Milk"), FEWER, [click(1, TODOS, "button", "Delete Milk")]),
        ("Delete 'Milk'", "done", text(FEWER, "paragraph"), FEWER, [click(1, TODOS, "button", "Delete Milk")]),
        ("Delete the first todo", "The first todo, Milk, was deleted.", not_exists("Milk", "checkbox"), FEWER, [click(1, TODOS, "button", "Delete Milk")]),
        ("Delete 'Milk'. What is left?", "Bread", text(FEWER, "listitem"), FEWER, [click(1, TODOS, "button", "Delete Milk")]),
        ("Delete 'Milk' and check that it is gone", "yes", not_exists("Milk"), FEWER, [click(1, TODOS, "button", "Delete Milk")]),
    ],
)  # fmt: skip
def test_a_page_whose_address_stays(goal, answer, evidence, after, acts):
    stands(goal, answer, [evidence], [TODOS, after], acts)


# A German shop, and goals in English and German.

TASSE = page(
    """
    - link "Warenkorb (0)"
    - heading "Blaue Tasse"
    - paragraph: 9,00 €
    - button "In den Warenkorb"
    """,
    url="http://laden.test/tasse",
    language="de",
)
IM_KORB = page(
    """
    - link "Warenkorb (1)"
    - status: Blaue Tasse wurde in den Warenkorb gelegt
    - heading "Blaue Tasse"
    - paragraph: 9,00 €
    - button "In den Warenkorb"
    """,
    url="http://laden.test/tasse",
    language="de",
)


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("Add the blue mug to the cart", "The blue mug was added to the cart."),
        ("Add the blue mug to the cart", "done"),
        ("Lege die blaue Tasse in den Warenkorb", "Die blaue Tasse wurde in den Warenkorb gelegt."),
        ("Lege die blaue Tasse in den Warenkorb", "erledigt"),
        (
            "Add the blue mug to the cart. What does the page say?",
            "Blaue Tasse wurde in den Warenkorb gelegt",
        ),
    ],
)
def test_a_german_shop(goal, answer):
    for evidence in (text(IM_KORB, "status"), exists(IM_KORB, "status")):
        if evidence.op == "text" or not goal.endswith("?"):
            stands(
                goal, answer, [evidence], [TASSE, IM_KORB], [click(1, TASSE, "button", "In den Warenkorb")]
            )


# Settings that are saved at once, forms that are sent, dialogs.

OFF = page('- heading "Settings"\n- switch "Dark mode"\n- switch "News" [checked]')
ON = page('- heading "Settings"\n- switch "Dark mode" [checked]\n- switch "News" [checked]')


def test_a_switch_that_needs_no_saving():
    for answer in ("Dark mode is enabled.", "done", "Dark mode is now on"):
        stands(
            "Enable dark mode",
            answer,
            [exists(ON, "switch", "Dark mode", state="checked")],
            [OFF, ON],
            [act(1, "check", OFF, "switch", "Dark mode")],
        )


DRAWER = page(
    """
    - heading "Blue Mug"
    - button "Add to cart"
    - dialog "Your cart":
      - button "Close"
      - list:
        - listitem:
          - text: Blue Mug
          - spinbutton "Quantity": 1
          - text: $9.00
      - textbox "Discount code"
      - button "Use code"
      - paragraph: Total $9.00
      - link "Checkout"
      - button "Continue shopping"
    """
)


def test_a_cart_that_slides_in_is_no_question():
    before = page('- heading "Blue Mug"\n- button "Add to cart"')
    for answer, evidence in (
        ("The Blue Mug is in the cart, total $9.00", text(DRAWER, "paragraph")),
        ("done", text(DRAWER, "listitem")),
        ("Added", exists(DRAWER, "dialog", "Your cart")),
    ):
        stands(
            "Add the mug to the cart",
            answer,
            [evidence],
            [before, DRAWER],
            [click(1, before, "button", "Add to cart")],
        )


CONTACT = page(
    '- heading "Contact"\n- textbox "Name"\n- textbox "Message"\n- button "Send"\n- paragraph: Fields marked * are required',
    url="http://s.test/contact",
)
THANKS = page(
    '- heading "Thank you!"\n- paragraph: We will answer within 2 days. If you cannot wait, call us.\n- link "Report an error"',
    url="http://s.test/thanks",
    first=50,
)


def test_a_form_that_was_sent():
    acts = [
        act(1, "type", CONTACT, "textbox", "Name", text="Ada"),
        act(1, "type", CONTACT, "textbox", "Message", text="Hello"),
        click(1, CONTACT, "button", "Send"),
    ]
    goal = "Fill in the contact form with the name 'Ada' and the message 'Hello' and send it"
    for answer, evidence in (
        ('The form was sent; the page says "Thank you!"', text(THANKS, "heading")),
        ("The contact form was submitted with the name 'Ada'.", text(THANKS, "heading")),
        ("Sent. An answer is promised within 2 days.", text(THANKS, "paragraph")),
        ("Thank you!", text(THANKS, "heading")),
        ("done", Derivation(op="url", pattern="thanks")),
    ):
        stands(goal, answer, [evidence], [CONTACT, THANKS], acts)


# Tables of an administration, where many rows look alike.

USERS = page(
    """
    - heading "Users"
    - paragraph: 3 users, 0 errors
    - table:
      - rowgroup:
        - row "Name Role Actions":
          - columnheader "Name"
          - columnheader "Role"
          - columnheader "Actions"
      - rowgroup:
        - row "Ada Admin Edit":
          - cell "Ada"
          - cell "Admin"
          - cell:
            - link "Edit"
        - row "Bob Editor Edit":
          - cell "Bob"
          - cell "Editor"
          - cell:
            - link "Edit"
        - row "Cyd Editor Edit":
          - cell "Cyd"
          - cell "Editor"
          - cell:
            - link "Edit"
    """
)


@pytest.mark.parametrize(
    ("goal", "answer", "evidence"),
    [
        ("What is the role of Bob?", "Editor", [text(USERS, "row", "Bob", text="Editor")]),
        ("What is the role of Bob?", "Bob is an Editor", [text(USERS, "row", "Bob")]),
        ("Which users are editors?", "Bob and Cyd", [text(USERS, "cell", "Bob"), text(USERS, "cell", "Cyd")]),
        ("Which users are editors?", "Bob, Cyd", [Derivation(op="join", elements=(number(USERS, "cell", "Bob"), number(USERS, "cell", "Cyd")))]),
        ("Which user is an admin?", "Ada", [text(USERS, "cell", "Ada")]),
        ("Who comes before Bob in the list?", "Ada", [text(USERS, "cell", "Ada")]),
        ("Name a user who is not Bob", "Cyd", [text(USERS, "cell", "Cyd")]),
        ("How many users are there besides Ada?", "2", [Derivation(op="count", elements=(number(USERS, "row", "Bob"), number(USERS, "row", "Cyd")))]),
        ("How many editors are listed?", "2", [Derivation(op="count", role="cell", text="Editor")]),
        ("How many users are listed?", "3 users", [text(USERS, "paragraph")]),
        ("Does Ada have another role than Bob?", "Yes", [Derivation(op="compare", elements=(element(USERS, "cell", "Admin").id, element(USERS, "cell", "Editor").id), relation="!=")]),
        ("Is Dan among the users?", "No, there is no user Dan.", [not_exists("Dan", "cell")]),
        ("Check that there are no errors", "ok", [text(USERS, "paragraph")]),
        ("Is Bob in the list?", "Yes", [text(USERS, "cell", "Bob")]),
        ("Check that the users are shown", "done", [text(USERS, "heading")]),
        ("Check that the page of users is open", "yes", [text(USERS, "heading")]),
        ("Is Bob an editor?", "Yes", [text(USERS, "cell", "Bob")]),
        ("Open the list of users", "The list of users is open; it has 3 users.", [text(USERS, "paragraph")]),
    ],
)  # fmt: skip
def test_tables_of_an_administration(goal, answer, evidence):
    stands(goal, answer, evidence, [USERS])


# What a site does not do.

CATALOGUE = page(
    '- searchbox "Search"\n- combobox "Sort by":\n  - option "Name" [selected]\n  - option "Price"\n- list:\n  - listitem: Blue Mug'
)
NO_RESULTS = page('- searchbox "Search": green mug\n- paragraph: No results for “green mug”.', first=50)
FULL = page(
    '- heading "Workshop"\n- paragraph: Fully booked, no seats left\n- button "Reserve" [disabled]', first=80
)
DENIED = page('- heading "403"\n- paragraph: You are not allowed to see this page.', first=90)
SEARCH = [act(1, "type", CATALOGUE, "searchbox", text="green mug", submit=True)]


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "pages", "acts"),
    [
        ("Search for 'green mug' and add it to the cart", "There is no green mug.", text(NO_RESULTS, "paragraph"), [CATALOGUE, NO_RESULTS], SEARCH),
        ("Search for the Green Mug and add it to the cart", 'The search for "green mug" has no results', not_exists("Green Mug", "link"), [CATALOGUE, NO_RESULTS], SEARCH),
        ("Sort the list by 'Colour'", "There is no option 'Colour'; the list can be sorted by Name and Price.", not_exists("Colour", "option"), [CATALOGUE], []),
        ("Sort the list by 'Colour'", "no such option", Derivation(op="count", role="option", text="Colour"), [CATALOGUE], [act(1, "scroll", kind="action")]),
        ("Reserve a seat in the workshop", "The button 'Reserve' is disabled.", exists(FULL, "button", state="disabled"), [CATALOGUE, FULL], [click(1, CATALOGUE, "listitem")]),
        ("Reserve a seat in the workshop", "Fully booked, no seats left", text(FULL, "paragraph"), [FULL], [act(1, "scroll", kind="action")]),
        ("Open the admin page", "Access is refused with 403.", text(DENIED, "heading"), [CATALOGUE, DENIED], [act(1, "goto_url", page_name="admin")]),
        ("Open the admin page", "You are not allowed to see this page.", text(DENIED, "paragraph"), [CATALOGUE, DENIED], [act(1, "goto_url", page_name="admin")]),
    ],
)  # fmt: skip
def test_what_a_site_does_not_do(goal, answer, evidence, pages, acts):
    stands(goal, answer, [evidence], pages, acts, "goal_not_met")


# Going and looking.


def test_going_somewhere_is_shown_by_where_one_is():
    cart = page(
        '- heading "Your cart"\n- paragraph: The cart is empty',
        url="http://shop.test/cart",
        title="Cart",
        first=60,
    )
    acts = [click(1, LOGIN, "link", "Shop")]
    for goal, answer, evidence in (
        ("Open the cart", "The cart is open.", text(cart, "heading")),
        ("Open the cart", 'The page "Your cart" is shown; the cart is empty.', text(cart, "heading")),
        ("Open the cart", "done", Derivation(op="title")),
        ("Go to the cart", "Navigated to http://shop.test/cart", Derivation(op="url")),
        ("Check that the cart is empty", "The cart is empty", text(cart, "paragraph")),
        ("Is the cart empty?", "Yes, the cart is empty.", text(cart, "paragraph")),
        ("Is there anything in the cart?", "No", text(cart, "paragraph")),
        ("What is in the cart?", "The cart is empty", text(cart, "paragraph")),
        ("What is in the cart?", "Nothing, the cart is empty.", text(cart, "paragraph")),
    ):
        stands(goal, answer, [evidence], [LOGIN, cart], acts)


def test_searching_is_shown_by_what_is_found():
    found = page(
        '- searchbox "Search": mug\n- heading "2 results for mug"\n- list:\n  - listitem:\n    - link "Blue Mug"\n  - listitem:\n    - link "Red Mug"',
        first=70,
    )
    acts = [act(1, "type", CATALOGUE, "searchbox", text="mug", submit=True)]
    for goal, answer, evidence in (
        ("Search for 'mug'", "done", [text(found, "heading")]),
        ("Search for 'mug'", "The search for 'mug' shows 2 results.", [text(found, "heading")]),
        (
            "Search for 'mug' and list the results",
            "Blue Mug, Red Mug",
            [text(found, "link", "Blue Mug"), text(found, "link", "Red Mug")],
        ),
        ("Search for 'mug'. What is the first result?", "Blue Mug", [text(found, "link", "Blue Mug")]),
        (
            "Type 'mug' into the search field",
            "Typed 'mug' into the search field",
            [value(found, "searchbox")],
        ),
        ("Search for 'mug'. How many results are there?", "2", [Derivation(op="count", role="listitem")]),
    ):
        stands(goal, answer, evidence, [CATALOGUE, found], acts)


def test_calling_off_leaves_everything_as_it_was():
    cart = page(
        '- row "Ramen Bowl $18.00":\n  - cell "Ramen Bowl"\n  - button "Remove"\n- paragraph: Total $27.50'
    )
    acts = [click(1, cart, "button", "Remove"), act(2, "dismiss_dialog")]
    goal = "Click 'Remove' in the row of the Ramen Bowl, then choose Cancel in the dialog."
    stands(goal, "The Ramen Bowl is still in the cart.", [exists(cart, "row")], [cart, cart, cart], acts)
    stands(f"{goal} Report the cart total.", "$27.50", [text(cart, "paragraph")], [cart, cart, cart], acts)


def test_an_old_page_is_cited_for_what_only_it_shows():
    listed = page(
        '- heading "Mugs"\n- list:\n  - listitem:\n    - link "Blue Mug"\n    - paragraph: $9.00',
        url="http://s.test/mugs",
    )
    detail = page('- heading "Blue Mug"\n- paragraph: Dishwasher safe', url="http://s.test/blue", first=40)
    old = Derivation(op="text", elements=(number(listed, "paragraph"),), step=1)
    stands(
        "Open the Blue Mug. What does it cost in the list?",
        "$9.00",
        [old],
        [listed, detail],
        [click(1, listed, "link")],
    )
