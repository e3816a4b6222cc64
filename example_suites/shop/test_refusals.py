"""What the built-in model does not understand, or cannot do here, it refuses, and leaves everything as it was.

A language model may well know what to do with some of these goals, so these tests always use the built-in one.
"""

from urllib.parse import urlsplit

import pytest

from pytest_webagent import GoalNotMet, Inconclusive

pytestmark = [pytest.mark.webagent(start_url="/", record="off"), pytest.mark.usefixtures("full_cart")]

AMBIGUOUS = {
    "any-mug": "Add a mug to the cart.",
    "which-button": "Click 'Add to cart'.",
    "which-order": "Open 'My orders' and click 'Cancel order'.",
    "which-quantity": "Open the cart and set the quantity to 3.",
    "which-update": "Open the cart and click 'Update'.",
}
IMPOSSIBLE = {
    "no-such-product": ("Open the Green Mug and add it to the cart.", "/", "the Green Mug"),
    "not-in-the-cart": ("Open the cart and remove the Salad Bowl.", "/cart", "remove the Salad Bowl"),
    "no-such-option": ("Open Bowls and sort the list by 'Colour'.", "/category/bowls", "has no option"),
    "no-such-field": (
        "Open the cart, go to the checkout and choose 'Cash' as the payment method.",
        "/checkout",
        "the payment method",
    ),
    "no-delivery-on-sunday": (
        "Open the cart, go to the checkout and choose 13 December 2026 as the delivery date.",
        "/checkout",
        "'Sunday 13 December 2026' is disabled",
    ),
    "sold-out": (
        "Open the Iron Teapot and add it to the cart.",
        "/products/iron-teapot",
        "add it to the cart",
    ),
    "no-third-tab": ("Switch to tab 3.", "/", "there is no tab 3"),
    "no-dialog": ("Accept the dialog.", "/", "Accept the dialog"),
    "no-upload": (
        "Open the Blue Mug and upload 'garden.png' as your picture.",
        "/products/blue-mug",
        "the file field",
    ),
    "no-tenth": ("Open the cart and click the tenth 'Remove' button.", "/cart", "the tenth 'Remove' button"),
}
"""Goals, the page on which they turn out to be impossible, and words of the refusal."""
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


@pytest.fixture(scope="session")
def model_client():
    from pytest_webagent.model.builtin.model import BuiltinModel

    return BuiltinModel()


async def refusal_of(agent, shop, goal: str) -> str:
    """Why a goal was refused, once it is sure that nothing was changed."""
    orders = shop.orders()
    with pytest.raises((Inconclusive, GoalNotMet)) as refusal:
        await agent.run(goal)
    assert refusal.value.result.status in {"not_understood", "goal_not_met"}
    assert shop.cart_of("anna") == {"Blue Mug": 1, "Ramen Bowl": 1}
    assert shop.orders() == orders
    assert shop.signed_in() == ["anna"]
    return refusal.value.result.answer


def goals(named: dict[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("goal", [pytest.param(goal, id=name) for name, goal in named.items()])


@goals(AMBIGUOUS)
async def test_an_ambiguous_goal_is_refused_with_the_candidates(agent, shop, goal):
    refusal = await refusal_of(agent, shop, goal)
    assert "ambiguous" in refusal
    assert "Blue Mug" in refusal or "1002" in refusal


@pytest.mark.parametrize(("goal", "path", "why"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
async def test_an_impossible_goal_is_refused_at_the_step_that_fails(
    agent, browser_session, shop, goal, path, why
):
    assert why in await refusal_of(agent, shop, goal)
    assert urlsplit(browser_session.page.url).path == path


@goals(BEYOND)
async def test_a_goal_beyond_plain_steps_is_refused_in_its_own_words(agent, shop, goal):
    refusal = await refusal_of(agent, shop, goal)
    assert set(goal.rstrip(".?").split()) & set(refusal.replace("'", " ").split())
