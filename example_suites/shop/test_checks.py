"""Looking instead of doing: statements that have to hold, and values read off the page as the types they are."""

from decimal import Decimal
from typing import Literal

import pytest

from pytest_webagent import GoalNotMet

pytestmark = pytest.mark.webagent(start_url="/")


@pytest.mark.usefixtures("full_cart")
async def test_the_cart_shows_what_is_in_it(agent, browser_session):
    await browser_session.page.get_by_role("link", name="Cart").click()
    await agent.check("the heading says 'Your cart'")
    await agent.check("the cart total is $27.50")
    await agent.check("the cart total is below $30")
    await agent.check("'Ramen Bowl' is in the cart, and 'Salad Bowl' is not")


@pytest.mark.webagent(record="off")
@pytest.mark.usefixtures("full_cart")
async def test_a_statement_that_is_wrong_fails_and_says_what_the_page_shows(agent, browser_session):
    await browser_session.page.get_by_role("link", name="Cart").click()
    with pytest.raises(GoalNotMet, match=r"\$27\.50"):
        await agent.check("the cart total is $27.00", timeout=0.5)


async def test_a_sorted_list_is_sorted(agent):
    await agent.run("Open the category Bowls and sort the list by 'Price: high to low'.")
    await agent.check("the prices of the products are sorted from high to low")
    await agent.check("'Salad Bowl' comes before 'Ramen Bowl'")


async def test_values_come_as_what_they_are(agent):
    await agent.run("Search for 'mug' and open the Blue Mug.")
    assert await agent.get("the price", type=Decimal) == Decimal("9.50")
    assert await agent.get("the main heading") == "Blue Mug"
    assert await agent.get("Is there an 'Add to cart' button?", type=bool) is True


async def test_a_run_answers_with_a_number(agent, shop):
    result = await agent.run(
        "Search for 'mug', open the cheapest one, add it to the cart and report the cart total.",
        answer_type=float,
    )
    assert result.answer == 7.5
    assert shop.guest_carts() == [{"Espresso Mug": 1}]


async def test_a_list_comes_as_a_list(agent):
    await agent.run("Open the category Bowls and sort the list by 'Price: low to high'.")
    names = await agent.get("the names of the products", type=list[str])
    assert names == ["Dip Bowl", "Breakfast Bowl", "Ramen Bowl", "Salad Bowl"]


@pytest.mark.usefixtures("anna")
async def test_a_state_is_one_of_a_few(agent):
    await agent.run("Open 'My orders'.")
    state = await agent.get(
        "the status of order 1002", type=Literal["Being packed", "Shipped", "Delivered", "Cancelled"]
    )
    assert state == "Being packed"
