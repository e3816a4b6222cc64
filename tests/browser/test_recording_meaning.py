"""Recordings hold what a goal means where it says that: the cheapest one, the answer to its question. A page may be made otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from matrix_cases import by_default
from recording_stage import written

from pytest_webagent.errors import ConfigError, Diverged, GoalNotMet, Inconclusive
from pytest_webagent.testing import ScriptedModel, call

if TYPE_CHECKING:
    from recording_stage import Stage

    from tests.conftest import Site

LISTS = {
    "list": ("<ul>", "<li><a href='/things/{1}'>{0}</a> <span>{2}</span></li>", "</ul>"),
    "table": (
        "<table><tr><th>Product</th><th>Price</th></tr>",
        "<tr><td><a href='/things/{1}'>{0}</a></td><td>{2}</td></tr>",
        "</table>",
    ),
    "cards": ("<div>", "<div><h3><a href='/things/{1}'>{0}</a></h3><p>Price: {2}</p></div>", "</div>"),
}
CHEAPEST = "Open the cheapest product. What is the heading?"
PRICES = {"Blue Mug": "$9.50", "Tea Bowl": "$7.00", "Bud Vase": "$12.00"}


def things(prices: dict[str, str], form: str = "list") -> str:
    """Products with their prices."""
    begin, row, end = LISTS[form]
    rows = "".join(row.format(name, name.lower().replace(" ", "-"), price) for name, price in prices.items())
    return f"<h1>Products</h1>{begin}{rows}{end}"


@pytest.fixture(autouse=True)
def products(site: Site) -> None:
    """A page for each product."""
    for name in PRICES:
        site.page(f"/things/{name.lower().replace(' ', '-')}", f"<h1>{name}</h1>")


@pytest.mark.parametrize("form", by_default(tuple(LISTS), "list"))
async def test_what_is_chosen_by_comparing_is_chosen_anew(stage: Stage, form: str) -> None:
    text = await stage.record(CHEAPEST, things(PRICES, form))
    assert "which: the cheapest product" in text
    assert (await stage.replay(text, CHEAPEST, things(PRICES, form))).answer == "Tea Bowl"
    dearer = {**PRICES, "Tea Bowl": "$11.00"}
    assert (await stage.replay(text, CHEAPEST, things(dearer, form))).answer == "Blue Mug"


async def test_what_is_chosen_by_its_place_is_chosen_anew(stage: Stage) -> None:
    asked = "Open the first product. What is the heading?"
    text = await stage.record(asked, things(PRICES))
    turned = dict(reversed(PRICES.items()))
    assert (await stage.replay(text, asked, things(turned))).answer == "Bud Vase"


async def test_a_list_that_no_longer_tells_which_is_the_cheapest_is_a_divergence(stage: Stage) -> None:
    text = await stage.record(CHEAPEST, things(PRICES))
    with pytest.raises(Diverged, match="cheapest product"):
        await stage.replay(text, CHEAPEST, things(dict.fromkeys(PRICES, "on request")))


async def test_what_is_chosen_by_its_name_is_recorded_by_its_name(stage: Stage) -> None:
    asked = "Open the Tea Bowl. What is the heading?"
    text = await stage.record(asked, things(PRICES))
    assert "which:" not in text
    assert (await stage.replay(text, asked, things({**PRICES, "Tea Bowl": "$99.00"}))).answer == "Tea Bowl"


STAFF = """<h1>Staff</h1><p role=status id=said></p><label>Show <select onchange="show(this.value)">
<option value="">All</option><option value="leave">On leave</option></select></label>
<table><tr><th>Name</th><th>Salary</th><th></th></tr>{0}</table><script>
const rows = () => [...document.querySelectorAll('tr[data-name]')];
const show = kind => {1};
async function drop(name) {{
    await fetch('/save', {{method: 'POST', body: name}});
    rows().find(each => each.dataset.name === name).remove();
    said.textContent = name + ' was deleted';
}}</script>"""
SHOWS = "rows().forEach(each => each.hidden = kind && each.dataset.kind !== kind)"
LOWEST = "Choose 'On leave' in 'Show', then delete the one with the lowest salary. What does the status say?"


def staff(*people: tuple[str, str, str], shows: str = SHOWS) -> str:
    """People with their salaries; those on leave can be shown alone."""
    row = """<tr data-name="{0}" data-kind="{2}"><td>{0}</td><td>{1}</td><td><button onclick="drop('{0}')">Delete</button></td></tr>"""
    return STAFF.format("".join(row.format(*each) for each in people), "{" + shows + "}")


ANN, BEN, CAY = ("Ann Lee", "$900", "work"), ("Ben Ray", "$1000", "leave"), ("Cay Fox", "$1200", "leave")


async def test_what_follows_is_said_of_what_is_chosen_now(stage: Stage) -> None:
    text = await stage.record(LOWEST, staff(ANN, BEN, CAY))
    richer = (BEN[0], "$1500", BEN[2])
    assert (await stage.replay(text, LOWEST, staff(ANN, richer, CAY))).answer == "Cay Fox was deleted"
    assert stage.saved() == ["Cay Fox"]


async def test_nothing_is_chosen_of_a_list_that_a_filter_left_as_it_was(stage: Stage) -> None:
    text = await stage.record(LOWEST, staff(ANN, BEN, CAY))
    with pytest.raises(GoalNotMet, match="step 1 of 2"):
        await stage.replay(text, LOWEST, staff(ANN, BEN, CAY, shows=""))
    assert stage.saved() == []


CART = """<h1>Cart</h1>
<script>async function drop(name) { await fetch('/save', {method: 'POST', body: name}); %s }</script>
<ul><li id="mug"><b>Blue Mug</b> <button onclick="drop('mug')">Remove</button></li>
<li id="bowl"><b>Tea Bowl</b> <button onclick="drop('bowl')">Remove</button></li></ul>"""
STILL = "Click 'Remove' in the row of the Tea Bowl. Is the Tea Bowl still in the cart?"
REMOVED = CART % "document.getElementById(name).remove();"


async def test_yes_and_no_are_read_off_the_live_page(stage: Stage) -> None:
    text = await stage.record(STILL, REMOVED)
    assert (await stage.replay(text, STILL, REMOVED)).answer == "no"
    # The server was told, and the page shows it all the same.
    with pytest.raises(GoalNotMet, match="says 'yes'"):
        await stage.replay(text, STILL, CART % "")


TOTAL = "<h1>Cart</h1><dl><dt>Items</dt><dd>2</dd><dt>Total</dt><dd>$31.00</dd></dl>"
MOVED = "<h1>Basket</h1><p>Ends on Friday</p><table><tr><th>Total</th><td>$31.00</td></tr></table>"
HOW_MUCH = "What is the total?"


async def test_a_question_is_answered_wherever_the_page_says_it(stage: Stage) -> None:
    text = await stage.record(HOW_MUCH, TOTAL, kind="get")
    assert await stage.replay(text, HOW_MUCH, MOVED, kind="get") == "$31.00"


@pytest.mark.parametrize(
    "now", [TOTAL.replace("Total", "Weight"), TOTAL + "<dl><dt>Total</dt><dd>$99.00</dd></dl>"]
)
async def test_a_question_that_the_page_no_longer_answers_for_sure_is_a_divergence(
    stage: Stage, now: str
) -> None:
    text = await stage.record(HOW_MUCH, TOTAL, kind="get")
    with pytest.raises(Diverged, match=r"What is the total\?"):
        await stage.replay(text, HOW_MUCH, now, kind="get")


SAID = "Click 'Save'. Which message is shown?"
MESSAGE = (
    "<h1>Profile</h1>{}<button onclick=\"said.innerHTML = '<li>{}</li>'\">Save</button><ul id=said></ul>"
)


async def test_a_message_that_only_its_place_tells_is_found_by_its_words(stage: Stage) -> None:
    text = written(
        SAID,
        {"do": 'click the button "Save"'},
        answer="Your changes were saved.",
        shown=['there is any element that says "Your changes were saved."'],
    )
    moved = MESSAGE.format("<ul><li>Home</li></ul>", "Your changes were saved.")
    assert (await stage.replay(text, SAID, moved)).answer == "Your changes were saved."
    with pytest.raises(GoalNotMet):
        await stage.replay(text, SAID, MESSAGE.format("", "Nothing was saved."))


@pytest.mark.parametrize("holds", ["yes", "cannot tell", "no"])
async def test_a_second_opinion_speaks_for_or_against_what_is_replayed(stage: Stage, holds: str) -> None:
    text = await stage.record(HOW_MUCH, TOTAL, kind="get")
    verifier = ScriptedModel([call("verdict", holds=holds, reasoning="It says so.")])
    replaying = stage.replay(text, HOW_MUCH, TOTAL, kind="get", mode="verify", verifier=verifier)
    if holds == "no":
        with pytest.raises(Inconclusive, match="speaks against it: It says so"):
            await replaying
    else:
        assert await replaying == "$31.00"
    (request,) = verifier.requests
    assert "the answer is '$31.00'" in request.goal


async def test_an_opinion_is_asked_of_a_language_model_only(stage: Stage) -> None:
    text = await stage.record(HOW_MUCH, TOTAL, kind="get")
    with pytest.raises(ConfigError, match="webagent_verifier"):
        await stage.replay(text, HOW_MUCH, TOTAL, kind="get", mode="verify")
