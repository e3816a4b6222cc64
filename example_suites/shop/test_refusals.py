"""What the built-in model does not understand, or cannot do here, it refuses, and leaves everything as it was.

A language model may well know what to do with some of these goals, so these tests always use the built-in one.
"""

import pytest

from pytest_webagent import GoalNotMet, Inconclusive

pytestmark = [pytest.mark.webagent(start_url="/"), pytest.mark.usefixtures("full_cart")]

AMBIGUOUS = {
    "any-mug": "Add a mug to the cart.",
    "which-button": "Click 'Add to cart'.",
    "which-order": "Open 'My orders' and click 'Cancel order'.",
    "which-quantity": "Open the cart and set the quantity to 3.",
    "which-update": "Open the cart and click 'Update'.",
}
IMPOSSIBLE = {
    "no-such-product": "Open the Green Mug and add it to the cart.",
    "not-in-the-cart": "Open the cart and remove the Salad Bowl.",
    "no-such-option": "Open Bowls and sort the list by 'Colour'.",
    "no-such-field": "Open the cart, go to the checkout and choose 'Cash' as the payment method.",
    "no-delivery-on-sunday": "Open the cart, go to the checkout and choose 13 December 2026 as the delivery date.",
    "sold-out": "Open the Iron Teapot and add it to the cart.",
    "no-third-tab": "Switch to tab 3.",
    "no-dialog": "Accept the dialog.",
    "no-upload": "Open the Blue Mug and upload 'garden.png' as your picture.",
    "no-tenth": "Open the cart and click the tenth 'Remove' button.",
}
BEYOND = {
    "taste": "Buy something nice for my mother.",
    "either-or": "Add the Blue Mug or the Ramen Bowl to the cart.",
    "exception": "Open the cart and remove everything except the Blue Mug.",
    "loop": "Keep adding the Bud Vase to the cart until the cart total is above $100.",
    "unknown-verb": "Frobnicate the cart.",
    "other-language": "Lege die blaue Tasse in den Warenkorb.",
    "not-on-the-page": "What is the capital of France?",
    "negation": "Open the cart and do not remove the Ramen Bowl.",
}


@pytest.fixture(scope="module")
def model_client():
    from pytest_webagent.model.builtin.model import BuiltinModel

    return BuiltinModel()


@pytest.mark.parametrize(
    "goal", [pytest.param(goal, id=name) for name, goal in (AMBIGUOUS | IMPOSSIBLE | BEYOND).items()]
)
async def test_a_goal_is_refused_and_nothing_is_changed(agent, shop, goal):
    orders = shop.orders()
    with pytest.raises((Inconclusive, GoalNotMet)) as refusal:
        await agent.run(goal)
    assert refusal.value.result.status in {"not_understood", "goal_not_met"}
    assert shop.cart_of("anna") == {"Blue Mug": 1, "Ramen Bowl": 1}
    assert shop.orders() == orders
    assert shop.signed_in() == ["anna"]


@pytest.mark.parametrize("goal", [pytest.param(goal, id=name) for name, goal in AMBIGUOUS.items()])
async def test_an_ambiguous_goal_is_refused_with_the_candidates(agent, goal):
    with pytest.raises(Inconclusive, match=r"(?s)'.+'.+'.+'"):
        await agent.run(goal)
