"""The same goals, as other people would word them: the answers and the shop's data are the same."""

from datetime import date

import pytest

pytestmark = [pytest.mark.webagent(start_url="/"), pytest.mark.matrix]

CHEAPEST_MUG = {
    "polite": "Please look for 'mug' in the shop. Go to the cheapest of them and put it in the cart. "
    "Tell me the cart total.",
    "list": "1. Search for mug\n2. Click the cheapest product\n3. Click 'Add to cart'\n4. Open the cart\n"
    "5. What is the cart total?",
    "typed": "Type 'mug' into the search box and press Enter. Open the product with the lowest price, press "
    "the 'Add to cart' button, then go to the cart and read the cart total.",
}
WRONG_PASSWORD = {
    "short": "Log in as 'anna' with password 'coffee-time' and report the error.",
    "fields": "Click 'Log in'. Fill in User name with 'anna' and Password with 'coffee-time', then submit the form. "
    "Which error message is shown?",
    "list": "- Go to 'Log in'\n- Put 'anna' into the user name field\n- Put 'coffee-time' into the password field\n"
    "- Press the 'Log in' button\n- Read the error message",
}
SORTED_BOWLS = {
    "pick": "Click on Bowls, pick 'Price: high to low' in the 'Sort by' dropdown, and give me the name of the first "
    "product in the list.",
    "select": "Visit the Bowls category; select 'Price: high to low' from 'Sort by'; report the name of the first product.",
    "superlative": "Navigate to Bowls. Which product is the most expensive?",
}
REMOVED = {
    "verb-first": "Go to the cart. Remove the Ramen Bowl and confirm. What is the cart total?",
    "popup": "Open the cart. Press the 'Remove' button for the Ramen Bowl, and when the browser asks whether you are sure, "
    "accept it. Tell me the cart total.",
    "list": "1. Open the cart\n2. Click 'Remove' next to the Ramen Bowl\n3. Click OK in the dialog\n4. Report the cart total",
}
KEPT = {
    "dismiss": "Go to the cart, press 'Remove' in the row of the Ramen Bowl and dismiss the dialog. "
    "What does the cart total say?",
    "change-of-mind": "Open the cart and remove the Ramen Bowl. When you are asked to confirm, click Cancel. "
    "What is the cart total?",
    "list": "1. Open the cart\n2. Click 'Remove Ramen Bowl'\n3. Cancel the confirmation\n4. Read out the cart total",
}
ORDER = {
    "fill-in": "Go to the cart and click 'Go to checkout'. Fill in Street and number with '12 Harbour Lane' and City "
    "with 'Westhaven'. Click the delivery date, go to the next month and click the 14th. Check 'Wrap as a gift'. "
    "Fill in Name on card with 'Anna Berg', Card number with '4242 4242 4242 4242', Expiry date with '08 / 29' and "
    "Security code with '123'. Press 'Pay now'. What is the order number?",
    "list": "1. Open the cart\n2. Click 'Go to checkout'\n3. Type '12 Harbour Lane' into 'Street and number'\n"
    "4. Type 'Westhaven' into 'City'\n5. Set the delivery date to 14 January 2027\n6. Tick the gift wrapping\n"
    "7. Type 'Anna Berg' into 'Name on card'\n8. Type '4242424242424242' into 'Card number'\n"
    "9. Type '0829' into 'Expiry date'\n10. Type '123' into 'Security code'\n11. Click 'Pay now'\n"
    "12. Tell me the order number",
    "prose": "Please go to the cart and proceed to the checkout. Put '12 Harbour Lane' in Street and number and "
    "'Westhaven' in City, pick 14 January 2027 as the delivery date and tick the gift wrap checkbox. Then write "
    "'Anna Berg' in Name on card, '4242 4242 4242 4242' in Card number, '08 / 29' in Expiry date and '123' in "
    "Security code. Click 'Pay now' and tell me the order number.",
}


def wordings(goals: dict[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("goal", [pytest.param(goal, id=name) for name, goal in goals.items()])


@wordings(CHEAPEST_MUG)
async def test_the_cheapest_mug_goes_into_the_cart(agent, shop, goal):
    result = await agent.run(goal)
    assert result.answer == "$7.50"
    assert shop.guest_carts() == [{"Espresso Mug": 1}]


@wordings(WRONG_PASSWORD)
async def test_a_wrong_password_is_refused(agent, shop, goal):
    result = await agent.run(goal)
    assert result.answer == "The user name or the password is wrong."
    assert shop.signed_in() == []


@wordings(SORTED_BOWLS)
async def test_the_most_expensive_bowl_is_found(agent, goal):
    result = await agent.run(goal)
    assert result.answer == "Salad Bowl"


@pytest.mark.usefixtures("full_cart")
@wordings(REMOVED)
async def test_a_product_is_removed_after_a_confirmation(agent, shop, goal):
    result = await agent.run(goal)
    assert result.answer == "$9.50"
    assert shop.cart_of("anna") == {"Blue Mug": 1}


@pytest.mark.usefixtures("full_cart")
@wordings(KEPT)
async def test_cancel_in_the_confirmation_keeps_the_product(agent, shop, goal):
    result = await agent.run(goal)
    assert result.answer == "$27.50"
    assert shop.cart_of("anna") == {"Blue Mug": 1, "Ramen Bowl": 1}


@pytest.mark.usefixtures("teapot_in_cart")
@wordings(ORDER)
async def test_an_order_is_placed_and_paid(agent, shop, payments, goal):
    result = await agent.run(goal)
    assert result.answer == "1005"
    order = shop.order(1005)
    assert order.items == {"Hanami Teapot": 1}
    assert order.address == ("Anna Berg", "12 Harbour Lane", "Westhaven")
    assert (order.delivery, order.gift_wrap, order.total) == (date(2027, 1, 14), True, "$48.00")
    assert [(charge.cents, charge.last4) for charge in payments.charges] == [(4800, "4242")]
