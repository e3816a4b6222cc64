"""The builtin model puts statements into predicates, and gives typed values, on real pages."""

from decimal import Decimal

import pytest
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)
from pydantic import BaseModel

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import GoalNotMet, Inconclusive
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.tools.toolsets import default_registry

CART = """<html lang=en><title>Cart</title>
<header><a href=/cart>Cart</a> <span role=status class=badge>2 items</span></header>
<main><h1>Your cart</h1>
<table><thead><tr><th>Product<th>Price<th>Quantity<th><span hidden>Remove</span></tr></thead><tbody>
<tr><th scope=row><a href=/blue>Blue Mug</a><td>$9.50<td><input type=number value=1 aria-label="Quantity of Blue Mug"> <button>Update</button><td><button>Remove</button></tr>
<tr><th scope=row><a href=/red>Red Mug</a><td>$7.50<td><input type=number value=1 aria-label="Quantity of Red Mug"> <button>Update</button><td><button>Remove</button></tr>
</tbody></table>
<label><input type=checkbox checked> Gift wrap</label>
<label>Country <select><option>France<option>Italy</select></label>
<dl><dt>Cart total</dt><dd>$17.00</dd></dl>
<button disabled>Pay</button></main>"""
LATE = """<html lang=en><title>Jobs</title><h1>Jobs</h1><p role=status id=said></p><ul id=jobs><li>Build</li></ul>
<button onclick="setTimeout(() => {{ said.textContent = 'Saved 3 jobs'; jobs.innerHTML += '<li>Test</li><li>Ship</li>' }}, {milliseconds})">Save</button>
<script>document.querySelector('button').click()</script>"""


@pytest.fixture
def settings():
    return Settings()._replace(answers="derived", screenshots="off", check_timeout=0.2)


@pytest.fixture
def agent(session, settings):
    return Agent(model=BuiltinModel(), session=session, tools=default_registry(), settings=settings)


HOLDS = [
    "the cart shows 2 mugs and a total below $20",
    "the cart badge shows 2 items",
    "the Blue Mug is in the cart",
    "the Green Mug is not in the cart",
    "the cart total is $17.00",
    "Gift wrap is ticked and the Pay button is disabled",
    "the quantity of the Red Mug is 1",
    "the Red Mug is cheaper than the Blue Mug",
    "the prices are sorted, most expensive first",
    "Country is set to 'France'",
    "no error is shown",
    "the heading is 'Your cart' and the URL contains '/start'",
    "the cart is not empty",
]


async def test_what_is_true_of_a_page_holds(agent, session, site, subtests):
    await session.goto(site.page("/start", CART))
    for statement in HOLDS:
        with subtests.test(statement):
            result = await agent.check(statement)
            assert [finding.problem for finding in result.evidence] == [""] * len(result.evidence)


FAILS = {
    "the cart shows 3 mugs and a total below $20": '"2"',
    "the cart shows 2 mugs and a total below $10": '"$17.00"',
    "the cart badge shows 1 item": '"2"',
    "the Green Mug is in the cart": "Green Mug",
    "the Blue Mug is not in the cart": "Blue Mug",
    "Gift wrap is not ticked": "Gift wrap",
    "the Pay button is enabled": "Pay",
    "the quantity of the Red Mug is 2": '"1"',
    "the prices are sorted, cheapest first": "$9.50",
    "Country is set to 'Italy'": '"France"',
    "there is a 'Log out' button": "Log out",
    "the cart is empty": '"2"',
}


async def test_what_is_not_true_of_a_page_fails_with_what_it_shows(agent, session, site, subtests):
    await session.goto(site.page("/start", CART))
    for statement, shown in FAILS.items():
        with subtests.test(statement):
            with pytest.raises(GoalNotMet) as failure:
                await agent.check(statement)
            assert shown in str(failure.value)


@pytest.mark.parametrize(
    "statement",
    ["the status says 'Saved 3 jobs'", *repeats("there are 3 jobs", "the list contains 'Ship'")],
)
async def test_what_is_on_its_way_is_waited_for(agent, session, site, statement):
    await session.goto(site.page("/start", LATE.format(milliseconds=700)))
    assert (await agent.check(statement, timeout=5)).answer == "holds"


async def test_a_statement_that_is_not_understood_says_so(agent, session, site):
    await session.goto(site.page("/start", CART))
    with pytest.raises(Inconclusive, match="is not understood") as failure:
        await agent.check("the cart looks nice")
    assert failure.value.status == "not_understood"


VALUES = [
    ("the cart total", str, "$17.00"),
    ("the cart total", float, 17.0),
    ("the cart total", Decimal, Decimal("17.00")),
    ("how many rows are there?", int, 2),
    ("is Gift wrap ticked?", bool, True),
    ("is there a Green Mug?", bool, False),
    ("the prices in the table", list[Decimal], [Decimal("9.50"), Decimal("7.50")]),
    ("the prices in the table", list[str], ["$9.50", "$7.50"]),
    ("the options of the Country dropdown", list[str], ["France", "Italy"]),
]


async def test_values_are_given_as_the_type_that_is_asked_for(agent, session, site, subtests):
    await session.goto(site.page("/start", CART))
    for question, wanted, value in VALUES:
        with subtests.test(f"{question}, {wanted}"):
            assert await agent.get(question, type=wanted) == value


class Mug(BaseModel):
    name: str
    price: Decimal


async def test_objects_and_a_list_of_one_value_are_refused_with_what_to_ask_for_instead(
    agent, session, site, subtests
):
    await session.goto(site.page("/start", CART))
    for wanted in (Mug, list[Mug], dict[str, str]):
        with subtests.test(str(wanted)):
            with pytest.raises(Inconclusive, match="single values and lists of them, not objects") as failure:
                await agent.get("all mugs", type=wanted)
            assert failure.value.status == "not_understood"
    with pytest.raises(Inconclusive, match="asks for one value"):
        await agent.get("the cart total", type=list[str])
