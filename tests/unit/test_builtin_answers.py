"""What the builtin model answers and does on pages of cards, tables and labelled values."""

import pytest
from builtin_pages import CARDS, SUMMARY, TABLE, acted_on, answer, calls, first_call, last_call, page, refusal


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Which mug is the cheapest?", "Espresso Mug"),
        ("Tell me the name of the most expensive mug", "Red Mug"),
        ("Which product has the highest rating?", "Blue Mug"),
        ("Which mug has the most reviews?", "Red Mug"),
        ("What is the price of the Blue Mug?", "$9.50"),
        ("How much does the Red Mug cost?", "$11.00"),
        ("Report the rating of the Espresso Mug", "3.5 out of 5"),
        ("What is the price of the cheapest mug?", "$7.50"),
        ("Report the name and the price of the second mug", "Red Mug, $11.00"),
        ("Report the name, the price and the rating of the second mug", "Red Mug, $11.00, 4 out of 5"),
        ("Tell me the name of the first mug and the price of the last mug", "Blue Mug, $7.50"),
        ("Report the number of mugs and the name of the cheapest mug", "3, Espresso Mug"),
        ("Which mug is the cheapest and how much does it cost?", "Espresso Mug, $7.50"),
        ("Report the name of the cheapest mug and its price", "Espresso Mug, $7.50"),
        ("Report the heading of the page and the number of mugs", "Mugs, 3"),
        ("How many mugs are there?", "3"),
        ("List all mugs", "Blue Mug, Red Mug, Espresso Mug"),
        ("Give me the prices of all mugs", "$9.50, $11.00, $7.50"),
        ("What is the total price of all mugs?", "$28.00"),
        ("What is the difference between the price of the Red Mug and the price of the Blue Mug?", "$1.50"),
        ("Is there an Espresso Mug?", "yes"),
        ("Is there a Teapot?", "no"),
        ("What is the name of the last product?", "Espresso Mug"),
        ("What is selected in the 'Sort by' dropdown?", "Price: low to high"),
        ("What is the heading of the page?", "Mugs"),
        ("How many items are in the cart?", "2"),
        ("What is the highest price?", "$11.00"),
        ("Is there a product Espresso Mug?", "yes"),
        ("Which mugs are there other than the Red Mug?", "Blue Mug, Espresso Mug"),
    ],
)
async def test_questions_about_cards_are_answered_from_the_page(goal, said):
    assert await answer(goal, page(CARDS)) == said


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Which order is the most recent?", "1002"),
        ("What is the status of order 1003?", "Paid"),
        ("What is the total of the oldest order?", "$7.25"),
        ("What is the total of order 1001?", "$1,020.00"),
        ("Which order has the highest quantity?", "1002"),
        ("How many orders are listed?", "3"),
        ("What is the sum of the totals of all orders?", "$1,047.75"),
        ("What is the status of the last row?", "Paid"),
        ("Report the total of all orders", "$1,047.75"),
        ("Report the statuses of all orders", "Paid, Open, Paid"),
        ("Report the status and the total of order 1002", "Open, $20.50"),
        ("Report the number of orders and the total of order 1001", "3, $1,020.00"),
        ("Report the status of order 1002 and its total", "Open, $20.50"),
        ("On which date was order 1002 paid?", None),
        ("Report the statuses and the totals of all orders", "Paid, Open, Paid, $1,020.00, $20.50, $7.25"),
        ("Report the totals of orders 1001 and 1002", None),
        ("What is the status of '1002' in the list?", "Open"),
        ("Report the totals in the list", "$1,020.00, $20.50, $7.25"),
        ("Which orders are paid? List them.", "1001, 1003"),
        ("Which orders have never been paid?", "1002"),
        ("Report the number of paid orders for each status", None),
        ("Which orders are paid or open?", None),
        ("Which orders cost more than 1003?", None),
        ("What is the total of the order below 1002?", None),
        ("What are the numbers of the first two orders?", None),
        ("What is the second oldest order?", None),
        ("What are the two oldest orders?", None),
        ("Which of the three orders is the oldest?", "1003"),
        ("What is the oldest order for each status?", None),
        ("Report the total of each order", "$1,020.00, $20.50, $7.25"),
    ],
)
async def test_questions_about_tables_are_answered_from_the_page(goal, said):
    if said is None:
        await refusal(goal, page(TABLE))
    else:
        assert await answer(goal, page(TABLE)) == said


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("What is the total?", "$25.00"),
        ("Report the cart total", "$25.00"),
        ("What is the subtotal?", "$20.00"),
        ("What are the shipping costs?", "$5.00"),
        ("Who is the customer?", "Ann Berg"),
        ("What is the order number?", "1005"),
        ("What is the status?", "Being packed"),
        ("What does the error message say?", "Your card was declined."),
        ("What is the value of the Email field?", "ann@x.org"),
        ("Which country is selected?", "France"),
        ("Is 'Send news' ticked?", "yes"),
        ("Is the Pay button enabled?", "no"),
        ("Does the page show 'Being packed'?", "yes"),
        ("How many items are in the cart?", "1"),
    ],
)
async def test_labelled_values_are_read(goal, said):
    assert await answer(goal, page(SUMMARY)) == said


@pytest.mark.parametrize(
    "goal",
    [
        "Which order has the highest salary?",
        "Which teapot is the cheapest?",
        "What is the price of the Green Mug?",
        "Report the delivery date",
        "Which mug is the most recent?",
        "Open the cheapest mug with at least 4 stars",
        "Open the cheapest mug under $10",
        "Add two Blue Mugs to the cart",
        "Add all mugs to the cart",
        "Add a mug to the cart",
        "How many teapots are in the cart?",
        "What is the price?",
        "Confirm",
    ],
)
async def test_what_the_page_does_not_say_is_not_made_up(goal):
    await refusal(goal, page(CARDS))


@pytest.mark.parametrize(
    ("goal", "done"),
    [
        ("Add the Red Mug to the cart", ("click", "button", "Red Mug")),
        ("Click 'Add to cart' in the card of the Red Mug", ("click", "button", "Red Mug")),
        ("Click 'Add to cart' for the cheapest mug", ("click", "button", "Espresso Mug")),
        ("Click 'Add to cart' next to 'Blue Mug'", ("click", "button", "Blue Mug")),
        ("Click the second 'Add to cart' button", ("click", "button", "Red Mug")),
        ("Open the mug with the most reviews", ("click", "link", "Red Mug")),
        ("Open the last mug", ("click", "link", "Espresso Mug")),
        ("Put the Espresso Mug in the cart", ("click", "button", "Espresso Mug")),
    ],
)
async def test_the_control_of_the_item_meant_is_used(goal, done):
    tool, role, around = await acted_on(goal, page(CARDS))
    assert (tool, role) == done[:2]
    assert around.startswith(done[2])


async def test_what_a_thing_does_not_say_in_its_list_is_read_on_its_own_page():
    own = page('- heading "Blue Mug" [level=1]\n- term: Colour\n- definition: Cobalt', title="Blue Mug")
    waited, opened, told = await calls("What is the colour of the Blue Mug?", page(CARDS), page(CARDS), own)
    assert (waited.name, opened.name, opened.arguments["description"]) == ("wait", "click", "link 'Blue Mug'")
    assert (told.arguments["status"], told.arguments["answer"]) == ("done", "Cobalt")
    *_, told = await calls(
        "What is the colour of the Blue Mug?", page(CARDS), page(CARDS), page("- text: Gone")
    )
    assert told.arguments["status"] == "not_understood"


async def test_the_cart_is_opened_whatever_its_count():
    call = await first_call("Open the cart", page(CARDS))
    assert call.name == "click"
    assert "Cart 2 items" in call.arguments["description"]


async def test_an_option_is_chosen_by_words_or_by_its_name():
    for goal in (
        "Sort by 'Price: high to low'",
        "Sort the mugs by price, high to low",
        "Choose 'Price: high to low'",
    ):
        call = await first_call(goal, page(CARDS))
        assert (call.name, call.arguments["text"]) == ("selection", "Price: high to low")


async def test_a_shared_best_is_ambiguous():
    assert "do not say what is compared" in await refusal("Which order has the shortest name?", page(TABLE))
    alike = page(TABLE.replace("$20.50", "$7.25"))
    assert "'1002', '1003'" in await refusal("Which order has the lowest total?", alike)


async def test_what_is_selected_is_told_by_the_field_of_that_name():
    tree = """
      - generic:
        - combobox "Guide":
          - option "Ann" [selected]
          - option "Bo"
        - text: Bo speaks Welsh
    """
    assert await answer("Which guide is selected?", page(tree)) == "Ann"


async def test_two_values_with_one_label_are_ambiguous():
    tree = '- paragraph: "Total: $5.00"\n- paragraph: "Total: $6.00"'
    assert "ambiguous" in await refusal("What is the total?", page(tree))


async def test_a_confirmation_of_the_page_is_answered_by_its_button():
    tree = """
    - button "Delete"
    - dialog "Sure?":
      - text: Delete the Blue Mug?
      - button "Cancel"
      - button "Yes, delete it"
    """
    call = await first_call("Confirm", page(tree))
    assert "Yes, delete it" in call.arguments["description"]
    call = await first_call("Dismiss the dialog", page(tree))
    assert "Cancel" in call.arguments["description"]


async def test_an_open_dialog_of_the_page_hides_what_is_behind_it():
    tree = """
    - button "Save"
    - dialog "Edit" [modal]:
      - textbox "Name"
      - button "Save"
    """
    observation = page(tree)
    call = await first_call("Click 'Save'", observation)
    assert observation.find(int(call.arguments["element_id"])).parent == 1


async def test_an_alert_is_acknowledged_and_read():
    alert = page(
        '- button "Save"', dialog='an alert dialog says "Saved": call accept_dialog or dismiss_dialog'
    )
    call = await last_call("What does the dialog say?", alert, page('- button "Save"'))
    assert call.arguments["answer"] == "Saved"


async def test_a_number_at_the_end_of_a_name_tells_things_apart():
    tree = '- link "Entry 1":\n  - /url: /1\n- link "Entry 2":\n  - /url: /2'
    assert "Entry 3" in await refusal("Click 'Entry 3'", page(tree))
    call = await first_call("Click 'Entry 2'", page(tree))
    assert "Entry 2" in call.arguments["description"]


async def test_a_lone_delete_button_is_no_answer_to_a_confirmation():
    await refusal("Confirm the deletion", page('- heading "Team" [level=1]\n- button "Delete account"'))


async def test_the_total_of_a_table_is_not_the_text_of_the_table():
    await refusal("Report the total", page(TABLE))


async def test_a_thing_named_with_its_kind_is_not_taken_for_absent():
    call = await first_call("Make sure there is no product Blue Mug", page(CARDS))
    assert call.arguments["status"] == "goal_not_met"


async def test_which_of_several_parts_is_meant_no_pronoun_tells():
    board = page(
        '- text: 3 cards in 2 columns\n- region "Backlog":\n  - list:\n    - listitem: Tea\n    - listitem: Milk\n- region "Done":\n  - list:\n    - listitem: Rice'
    )
    assert "that column" in await refusal("How many cards are in that column?", board)
