"""Buying, not being able to, and taking it back."""

from datetime import date

import pytest

pytestmark = [pytest.mark.webagent(start_url="/"), pytest.mark.usefixtures("anna")]


@pytest.mark.usefixtures("teapot_in_cart")
async def test_an_order_is_placed_and_paid(agent, shop, payments):
    result = await agent.run(
        "Open the cart and go to the checkout. Enter '12 Harbour Lane' as the street and number and 'Westhaven' as "
        "the city. Choose 14 January 2027 as the delivery date and tick 'Wrap as a gift'. "
        "For the payment, enter 'Anna Berg' as the name on card, '4242 4242 4242 4242' as the card number, "
        "'08 / 29' as the expiry date and '123' as the security code. "
        "Click 'Pay now' and report the order number."
    )
    assert result.answer == "1005"
    order = shop.order(1005)
    assert order.items == {"Hanami Teapot": 1}
    assert order.address == ("Anna Berg", "12 Harbour Lane", "Westhaven")
    assert (order.delivery, order.gift_wrap, order.total) == (date(2027, 1, 14), True, "$48.00")
    assert [(charge.cents, charge.last4) for charge in payments.charges] == [(4800, "4242")]
    assert shop.cart_of("anna") == {}


@pytest.mark.usefixtures("teapot_in_cart")
async def test_a_declined_card_places_no_order(agent, shop, payments):
    result = await agent.run(
        "Open the cart and go to the checkout. Fill in the street and number with '12 Harbour Lane' and the city "
        "with 'Westhaven'. Set the delivery date to 10 December 2026. "
        "Enter 'Anna Berg' as the name on card, '4000 0000 0000 0002' as the card number, '08 / 29' as the "
        "expiry date and '123' as the security code, and click 'Pay now'. Which error message is shown?"
    )
    assert result.answer == "Your card was declined."
    assert len(shop.orders("anna")) == 3
    assert shop.cart_of("anna") == {"Hanami Teapot": 1}
    assert payments.charges == []


@pytest.mark.usefixtures("teapot_in_cart")
async def test_an_order_needs_a_delivery_date(agent, shop):
    result = await agent.run(
        "Open the cart and go to the checkout. Enter '12 Harbour Lane' as the street and number and 'Westhaven' as "
        "the city. Click 'Pay now'. What does the error message say?"
    )
    assert result.answer == "Please choose a delivery date."
    assert len(shop.orders("anna")) == 3


async def test_an_order_is_cancelled_after_a_confirmation(agent, shop):
    result = await agent.run(
        "Open 'My orders' and click 'Cancel order' in the row of order 1004. Accept the confirmation. "
        "What is the status of order 1004 now?"
    )
    assert result.answer == "Cancelled"
    assert shop.order(1004).status == "Cancelled"
    assert shop.order(1002).status == "Being packed"
