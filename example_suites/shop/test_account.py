"""Logging in, and failing to."""

import pytest

pytestmark = pytest.mark.webagent(start_url="/")


async def test_a_customer_logs_in_and_sees_her_orders(agent, shop):
    result = await agent.run(
        "Log in as 'anna' with the password 'tea-time'. Then open 'My orders' and tell me how many orders are listed."
    )
    assert result.answer == "3"
    assert shop.signed_in() == ["anna"]


async def test_a_wrong_password_is_refused(agent, shop):
    result = await agent.run(
        "Follow the 'Log in' link. Enter 'anna' as the user name and 'coffee-time' as the password, "
        "and press the 'Log in' button. What does the error message say?"
    )
    assert result.answer == "The user name or the password is wrong."
    assert shop.signed_in() == []


async def test_the_cart_comes_along_when_its_owner_logs_in(agent, shop):
    result = await agent.run(
        "Open the Bud Vase and add it to the cart. Log in as 'ben' with the password 'flat-white'. "
        "Then open the cart and report the cart total."
    )
    assert result.answer == "$10.00"
    assert shop.cart_of("ben") == {"Bud Vase": 1}
    assert shop.guest_carts() == []
