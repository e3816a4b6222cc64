"""A recording tells what was done: a replay on a page that only says that it was done does not pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from matrix_cases import repeats
from recording_stage import written

from pytest_webagent.errors import Diverged, GoalNotMet

if TYPE_CHECKING:
    from recording_stage import Stage

ADD = """<h1>Staff</h1><p role=status id=said></p>
<table><tr><th>Name</th><th>City</th></tr><tbody id=staff><tr><td>Ann Lee</td><td>Bath</td></tr></tbody></table>
<label>Name <input id=who></label> <label>City <select id=city><option>Bath<option>Leeds</select></label>
<label><input type=checkbox id=remote> Remote</label> <button onclick="add()">Add</button>
<script>
const other = {0};
remote.onchange = () => {1};
const add = () => {{
    staff.insertAdjacentHTML('beforeend', `<tr><td>${{who.value}}</td><td>${{other || city.value}}</td></tr>`);
    said.textContent = `${{who.value}} was added`;
    who.value = '';
}};
</script>"""
ADDED = (
    "Type 'Bo Day' into Name, choose 'Leeds' in City, check Remote and click 'Add'. What does the status say?"
)


def add(other: str = "''", ticked: str = "0") -> str:
    """A form that adds a row; `other` is the city that it stores instead, `ticked` what comes of ticking the box."""
    return ADD.format(other, ticked)


async def test_a_row_that_lost_a_value_is_news_about_the_site(stage: Stage) -> None:
    text = await stage.record(ADDED, add())
    assert 'the "City" in the row whose "Name" is "Bo Day" = "Leeds"' in " ".join(text.split())
    assert (await stage.replay(text, ADDED, add())).answer == "Bo Day was added"
    with pytest.raises(GoalNotMet, match="Leeds"):
        await stage.replay(text, ADDED, add("'Bath'"))


@pytest.mark.parametrize(
    ("falls_back", "field"),
    [
        ("city.selectedIndex = 0", "City"),
        *repeats(
            ("who.value = 'Bo'", "Name"),
        ),
    ],
)
async def test_what_a_field_no_longer_holds_is_not_sent(stage: Stage, falls_back: str, field: str) -> None:
    text = await stage.record(ADDED, add())
    with pytest.raises(GoalNotMet, match=f"{field}.*was filled in with .* and holds"):
        await stage.replay(text, ADDED, add("'Leeds'", falls_back))
    assert not any("Add" in each and each.startswith("click") for each in await stage.touched())


async def test_a_field_that_the_page_itself_changes_is_known(stage: Stage) -> None:
    writes_out = add("'Leeds'", "who.value = 'Bo Day, MA'")
    text = await stage.record(ADDED, writes_out)
    assert "kept: false" in text
    assert (await stage.replay(text, ADDED, writes_out)).answer == "Bo Day, MA was added"


TASKS = """<h1>Tasks</h1><p role=status id=said></p><table><tr><th>Task</th><th>State</th><th></th></tr>{0}</table><script>
const rows = name => [...document.querySelectorAll('tr[data-name]')].filter(each => each.dataset.name === name);
const end = name => {{ {1}; said.textContent = name + ' is closed'; }};</script>"""
CLOSES = "rows(name)[0].cells[1].textContent = 'closed'"
CLOSED = "Close the task 'Paint'. What does the status say?"


def tasks(does: str = CLOSES, *more: str) -> str:
    """Tasks that can be closed; `does` is what comes of that."""
    row = "<tr data-name='{0}'><td>{0}</td><td>open</td><td><button onclick=\"end('{0}')\">Close</button></td></tr>"
    return TASKS.format("".join(map(row.format, ("Sand", "Paint", "Oil", *more))), does)


@pytest.mark.parametrize(
    ("does", "problem"),
    [
        (f"{CLOSES}; rows('Sand')[0].remove()", 'so did "Sand"'),
        ("", "is to change"),
        *repeats(
            ("rows('Oil')[0].cells[1].textContent = 'closed'", "is as it was"),
            (f"{CLOSES}; rows('Oil')[0].cells[1].textContent = 'closed'", 'so did "Oil"'),
        ),
    ],
)
async def test_a_deed_changes_what_it_was_done_to_and_nothing_else(
    stage: Stage, does: str, problem: str
) -> None:
    text = await stage.record(CLOSED, tasks())
    assert 'changes only: the row whose "Task" is "Paint"' in " ".join(text.split())
    with pytest.raises(GoalNotMet, match=problem):
        await stage.replay(text, CLOSED, tasks(does))


async def test_other_things_in_a_list_are_no_news(stage: Stage) -> None:
    text = await stage.record(CLOSED, tasks())
    assert (await stage.replay(text, CLOSED, tasks(CLOSES, "Wax", "Rinse"))).answer == "Paint is closed"


STAFF = """<h1>Staff</h1><button id=by>Pay</button> <label>Team <select id=team><option>All<option>Sales<option>Support</select></label>
<table><thead><tr><th>Name</th><th>Team</th><th>Pay</th></tr></thead><tbody id=staff></tbody></table><script>
const people = {0};
let shown = people;
const draw = () => staff.innerHTML = shown.map(each => `<tr><td>${{each.join('</td><td>')}}</td></tr>`).join('');
team.onchange = () => {{ shown = people.filter(each => {1}); draw(); }};
by.onclick = () => {{ shown = [...shown].sort((one, two) => {2}); draw(); }};
draw();</script>"""
PEOPLE = "[['Ann', 'Sales', '$50'], ['Ben', 'Support', '$70'], ['Cay', 'Support', '$40'], ['Dee', 'Support', '$60']]"
IN_ORDER = "Choose 'Support' in Team, then click Pay. What is the pay of Ben?"


def staff(
    filters: str = "each[1] === team.value", sorts: str = "one[2].localeCompare(two[2])", people: str = PEOPLE
) -> str:
    """People that can be filtered by their teams and sorted by what they earn."""
    return STAFF.format(people, filters, sorts)


async def test_a_filter_and_an_order_are_seen_in_the_end(stage: Stage) -> None:
    text = await stage.record(IN_ORDER, staff())
    assert 'that every "Team" = "Support"' in " ".join(text.split())
    assert 'in this order every "Pay" <=' in " ".join(text.split())
    more = PEOPLE.replace("]]", "], ['Eve', 'Support', '$20'], ['Fay', 'Sales', '$10']]")
    assert (await stage.replay(text, IN_ORDER, staff(people=more))).answer == "$70"


@pytest.mark.parametrize(
    "broken",
    [{"sorts": "0"}, {"filters": "true"}, *repeats({"filters": "each[0] !== 'Cay'"})],
)
async def test_a_filter_or_an_order_that_is_none_is_news_about_the_site(
    stage: Stage, broken: dict[str, str]
) -> None:
    text = await stage.record(IN_ORDER, staff())
    with pytest.raises(GoalNotMet):
        await stage.replay(text, IN_ORDER, staff(**broken))


SHOP = """<h1>Shop</h1><ul>{0}</ul><h2>Cart</h2><table><tr><th>Item</th><th>Price</th></tr><tbody id=cart></tbody></table>
<p>Total: <output id=total>$0</output></p><script>
const put = name => {{
    cart.insertAdjacentHTML('beforeend', `<tr><td>${{{1}}}</td><td>$5</td></tr>`);
    total.value = '$5';
}};</script>"""
PUT = "Add the 'Tea Bowl' to the cart. What is the total?"


def shop(puts: str = "name") -> str:
    """Things that can be put into a cart; `puts` is what comes there."""
    item = "<li>{0} <button onclick=\"put('{0}')\">Add to cart</button></li>"
    return SHOP.format("".join(map(item.format, ("Mug", "Tea Bowl", "Vase"))), puts)


async def test_something_else_in_the_cart_for_the_same_price_is_news_about_the_site(stage: Stage) -> None:
    text = await stage.record(PUT, shop())
    assert (await stage.replay(text, PUT, shop())).answer == "$5"
    with pytest.raises((GoalNotMet, Diverged), match="Tea Bowl"):
        await stage.replay(text, PUT, shop("'Vase'"))


LATE = """<h1>Seats</h1><label>Seat <select id=seat></select></label><p role=status id=said></p><script>
seat.onchange = () => said.textContent = seat.value + ' is yours';
setTimeout(() => seat.innerHTML = '<option>A1<option>B2', {0});</script>"""


async def test_an_option_that_comes_late_is_waited_for(stage: Stage) -> None:
    asked = "Choose 'B2' in Seat. What does the status say?"
    step = {"do": 'choose "B2" in the combobox "Seat"', "then": {"there is": 'the status "B2 is yours"'}}
    text = written(asked, step, answer="{the status}")
    assert (await stage.replay(text, asked, LATE.format(400))).answer == "B2 is yours"
    with pytest.raises(GoalNotMet, match="no option 'B2'"):
        await stage.replay(text, asked, LATE.format(60_000))
