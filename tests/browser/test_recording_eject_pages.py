"""What is written for Playwright of replays on small pages: the locators and assertions that a person would choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.recording.playwright_flow import Flow
from pytest_webagent.recording.playwright_statements import body
from pytest_webagent.recording.recording import Recording
from pytest_webagent.recording.recordings import Recordings
from pytest_webagent.testing import FunctionModel
from pytest_webagent.tools.toolsets import default_registry
from tests.conftest import Answer

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_webagent.browser.pool import BrowserPool
    from tests.conftest import Site


class Stage:
    """Replays recordings on a page, and has them written."""

    def __init__(self, pool: BrowserPool, site: Site, folder: Path) -> None:
        self._pool = pool
        self._site = site
        self._folder = folder

    async def flow(self, html: str, *steps: dict[str, Any], kind: str = "goal", **ends: Any) -> Flow:
        """What was written of a recording that is replayed on a page."""
        settings = Settings()._replace(screenshots="off", check_timeout=1.0, timeout=60.0)
        url = self._site.page("/start", html)
        made = {"model": "test", "on": "2026-01-01", "derived": True}
        words = ends.pop("words", "Do it")
        recording = Recording.model_validate(
            {"webagent": 1, kind: words, "made": made, "steps": steps, **ends}
        )
        flow = Flow(self._folder)
        session = await self._pool.new_session(settings)
        try:
            await session.goto(url)
            agent = Agent(
                model=FunctionModel(_nobody),
                session=session,
                tools=default_registry(),
                settings=settings,
                recordings=Recordings("none", [recording], flow=flow),
            )
            await (agent.check(words) if kind == "check" else agent.run(words))
        finally:
            await session.close()
        return flow

    async def lines(self, html: str, *steps: dict[str, Any], **ends: Any) -> list[str]:
        """The lines that were written, after the one that opens the page."""
        flow = await self.flow(html, *steps, **ends)
        assert (flow.problem, flow.complete) == ("", 1)
        first, *others = body(flow.sections[0].statements)
        assert first == '    page.goto("/start")'
        return [line.strip() for line in others]


def _nobody(request: object) -> str:
    raise AssertionError("a replay asks no model")


@pytest_asyncio.fixture(loop_scope="session")
async def stage(pool: BrowserPool, site: Site, tmp_path: Path) -> Stage:
    site.answer("/save", Answer("{}", content_type="application/json"))
    return Stage(pool, site, tmp_path)


DONE = '<p role="status" id="done">Ready</p>'
SAYS = "done.textContent = 'Done'"
ENDS = 'expect(page.get_by_role("status")).to_have_text("Done")'
ITEM = "<li><h3>{0}</h3><button onclick=\"done.textContent = 'Done'\">Remove</button></li>"
ACTIONS = {
    "by role and name": (
        f'<button onclick="{SAYS}">Save</button>',
        'click the button "Save"',
        ['page.get_by_role("button", name="Save", exact=True).click()'],
    ),
    "a name that begins another": (
        f'<button onclick="{SAYS}">Save</button><button>Save as</button>',
        'click the button "Save"',
        ['page.get_by_role("button", name="Save", exact=True).click()'],
    ),
    "in a thing of a list": (
        f"<ul>{ITEM.format('Tea')}{ITEM.format('Milk')}</ul>",
        'click the button "Remove" in the listitem "Milk"',
        [
            'item = page.get_by_role("listitem").filter(has_text="Milk")',
            'item.get_by_role("button", name="Remove", exact=True).click()',
        ],
    ),
    "in a part with a name": (
        f'<form aria-label="Old"><button>Go</button></form><form aria-label="New" onsubmit="{SAYS}; return false">'
        "<button>Go</button></form>",
        'click the button "Go" in the form "New"',
        [
            'form = page.get_by_role("form", name="New")',
            'form.get_by_role("button", name="Go", exact=True).click()',
        ],
    ),
    "a field": (
        f'<label>City <input oninput="{SAYS}"></label>',
        'type "Rome" into the textbox "City"',
        ['page.get_by_role("textbox", name="City", exact=True).fill("Rome")'],
    ),
    "a field and Enter": (
        f'<input aria-label="City" onchange="{SAYS}">',
        'type "Rome" into the textbox "City" and press Enter',
        [
            'page.get_by_role("textbox", name="City", exact=True).fill("Rome")',
            'page.get_by_role("textbox", name="City", exact=True).press("Enter")',
        ],
    ),
    "an option": (
        f'<label>Size <select onchange="{SAYS}"><option>Small<option value=l>Large size</select></label>',
        'choose "Large size" in the combobox "Size"',
        ['page.get_by_role("combobox", name="Size", exact=True).select_option("Large size")'],
    ),
    "a box": (
        f'<label><input type=checkbox onchange="{SAYS}"> Wrap it</label>',
        'check the checkbox "Wrap it"',
        ['page.get_by_role("checkbox", name="Wrap it", exact=True).check()'],
    ),
    "a box that nobody sees": (
        f'<label><input type=checkbox style="opacity: 0; position: absolute; width: 0" onchange="{SAYS}"> Wrap it</label>',
        'check the checkbox "Wrap it"',
        ['page.get_by_text("Wrap it", exact=True).check()'],
    ),
    "in a frame": (
        '<iframe title="Card" srcdoc="<button onclick=&quot;parent.done.textContent=\'Done\'&quot;>Pay</button>"></iframe>',
        'click the button "Pay"',
        [
            "frame = page.frame_locator(\"iframe[title='Card']\")",
            'frame.get_by_role("button", name="Pay", exact=True).click()',
        ],
    ),
    "a key": (
        f'<input aria-label="City" onkeydown="{SAYS}">',
        'press "ArrowDown" in the textbox "City"',
        ['page.get_by_role("textbox", name="City", exact=True).press("ArrowDown")'],
    ),
}


@pytest.mark.parametrize("how", ACTIONS)
async def test_what_is_acted_on_is_found_as_a_person_finds_it(stage: Stage, how: str) -> None:
    html, do, expected = ACTIONS[how]
    step = {"do": do, "then": {"there is": 'the status "Done"'}}
    assert await stage.lines(html + DONE, step, answer="{the status}") == [*expected, ENDS]


PRICES = "<table><tr><th>Name<th>Price</tr><tr><td>Tea<td>$3</tr><tr><td>Milk<td>$1</tr></table>"
ANSWERS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "the only status": (
        "<p role=status>$3</p>",
        {"answer": "{the status}"},
        ['expect(page.get_by_role("status")).to_have_text("$3")'],
    ),
    "a term": (
        "<dl><dt>Total<dd>$3</dl>",
        {"answer": '{the "Total"}'},
        ['expect(page.get_by_text("Total", exact=True).locator("+ dd")).to_have_text("$3")'],
    ),
    "a cell": (
        PRICES,
        {"answer": '{the "Price" in the row "Milk"}'},
        [
            'row = page.get_by_role("row").filter(has_text="Milk")',
            'expect(row.get_by_role("cell").nth(1)).to_have_text("$1")',
        ],
    ),
    "a field": (
        '<label>Number <input value="3"></label>',
        {"answer": '{the value of the textbox "Number"}'},
        ['expect(page.get_by_role("textbox", name="Number", exact=True)).to_have_value("3")'],
    ),
    "a chosen option": (
        "<label>Size <select><option>S<option selected value=2>Large</select></label>",
        {"answer": '{the value of the combobox "Size"}'},
        [
            "expect(",
            'page.get_by_role("combobox", name="Size", exact=True).locator("option:checked")',
            ').to_have_text("Large")',
        ],
    ),
    "rows": (
        PRICES,
        {"answer": "{the count of any row inside the table}"},
        [
            'expect(page.get_by_role("row").filter(has=page.get_by_role("cell"))).to_have_count(',
            "2",
            ")",
        ],
    ),
    "a sum": (
        PRICES,
        {"answer": '{the sum of the "Price" in the row "Tea"; the "Price" in the row "Milk"}'},
        [
            'row = page.get_by_role("row").filter(has_text="Tea")',
            'expect(row.get_by_role("cell").nth(1)).to_have_text("$3")',
            'row = page.get_by_role("row").filter(has_text="Milk")',
            'expect(row.get_by_role("cell").nth(1)).to_have_text("$1")',
        ],
    ),
    "a text with its label": (
        "<ul><li><h3>Tea</h3><p>Price: $3</p></li><li><h3>Milk</h3><p>Price: $1</p></li></ul>",
        {"answer": '{the text "Price: $1" in the listitem "Milk" that matches "Price: (.+)"}'},
        [
            'item = page.get_by_role("listitem").filter(has_text="Milk")',
            'expect(item.get_by_text("Price: $1", exact=True)).to_be_visible()',
        ],
    ),
}


@pytest.mark.parametrize("how", ANSWERS)
async def test_an_answer_is_asserted_by_a_locator_that_does_not_say_it(stage: Stage, how: str) -> None:
    html, ends, expected = ANSWERS[how]
    assert await stage.lines(html, **ends) == expected


LEFT = '<div id="done"><h2>Saved.</h2></div><button onclick="%s">Save</button>'
SAVES = "fetch('/save', {method: 'POST'}).then(() => { done.innerHTML = '<h2>Saved.</h2>' })"


async def test_what_was_there_before_tells_nothing_and_the_request_does(stage: Stage) -> None:
    step = {
        "do": 'click the button "Save"',
        "then": {"there is": 'the heading "Saved."', "request": "POST /save"},
    }
    assert await stage.lines(LEFT % SAVES, step, answer='{the heading "Saved."}') == [
        'with page.expect_response("**/save") as response_info:',
        'page.get_by_role("button", name="Save", exact=True).click()',
        "assert response_info.value.ok",
        'expect(page.get_by_role("heading", name="Saved.", exact=True)).to_be_visible()',
        'expect(page.get_by_role("heading")).to_have_text("Saved.")',
    ]


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "a message left over": (
        LEFT % "done.innerHTML = '<h2>Saved.</h2>'",
        {"do": 'click the button "Save"', "then": {"there is": 'the heading "Saved."'}},
        "what it brings was there before",
    ),
    "a list of the page's own": (
        '<h2>Saved.</h2><div role=combobox aria-label=Size aria-expanded=false tabindex=0 onclick="list.hidden = false">S</div>'
        '<ul role=listbox id=list hidden><li role=option onclick="list.hidden = true">Large</li></ul>',
        {"do": 'choose "Large" in the combobox "Size"'},
        "a list of the page's own",
    ),
}


@pytest.mark.parametrize("how", REFUSED)
async def test_what_cannot_be_written_as_strictly_is_not_written(stage: Stage, how: str) -> None:
    html, step, why = REFUSED[how]
    flow = await stage.flow(html, step, answer='{the heading "Saved."}')
    assert why in flow.problem


CANCELS = """<h1>Orders</h1><table><tr><td>7</td><td><button aria-label="Cancel order 7"
    onclick="this.remove(); done.textContent = 'Done'">x</button></td></tr></table>"""


async def test_that_something_is_gone_is_said_by_what_led_to_it(stage: Stage) -> None:
    step = {"do": 'click the button "Cancel order 7"', "then": {"there is": 'the status "Done"'}}
    gone = 'there is no cell that says "Cancel order 7"'
    lines = await stage.lines(CANCELS + DONE, step, answer="{the status}", shown=[gone])
    assert lines[-1] == 'expect(page.get_by_role("cell", name="Cancel order 7")).to_have_count(0)'


async def test_what_was_never_there_does_not_tell_that_something_was_done(stage: Stage) -> None:
    step = {"do": 'click the button "Cancel order 7"', "then": {"there is": 'the status "Done"'}}
    gone = 'there is no element that says "Order 7 still"'
    flow = await stage.flow(CANCELS + DONE, step, answer="{the status}", shown=[gone])
    assert "there was none before either" in flow.problem


async def test_what_must_not_be_there_is_looked_for_by_its_words(stage: Stage) -> None:
    lines = await stage.lines(
        f"<h1>Cart</h1>{PRICES}",
        kind="check",
        words="'Tea' is in the cart, and 'Salad' is not",
        shown=[
            'there is the "Name" in the row "Tea" that says "Tea"',
            'there is no element that says "Salad"',
        ],
    )
    assert lines[-1] == 'expect(page.get_by_text("Salad")).to_have_count(0)'


async def test_what_is_missing_from_a_part_of_the_page_is_missing_from_one_that_is_there(
    stage: Stage,
) -> None:
    lines = await stage.lines(
        f'<h1>Cart</h1><section aria-label="Mine">{PRICES}</section>',
        kind="check",
        words="'Salad' is not in the table",
        shown=[
            'there is no element inside the table in the region "Mine" that says "Salad"',
            'there is the heading "Cart" that says "Cart"',
        ],
    )
    assert lines[:3] == [
        'section = page.get_by_role("table")',
        "expect(section).to_be_visible()",
        'expect(section.get_by_text("Salad")).to_have_count(0)',
    ]


BOWLS = (
    "<h1>Bowls</h1><ul>"
    + "".join(f"<li><h2>{each} Bowl</h2></li>" for each in ("Salad", "Soup", "Dip"))
    + "</ul>"
)


async def before(stage: Stage, html: str, words: str) -> Flow:
    """What was written of a check that one thing comes before another."""
    return await stage.flow(html, kind="check", words=words, shown=["what is stated"])


async def test_one_thing_before_another_is_said_whatever_stands_between(stage: Stage) -> None:
    flow = await before(stage, BOWLS, "'Salad Bowl' comes before 'Dip Bowl'")
    assert flow.problem == ""
    said = flow.sections[0].statements[-1].does
    assert str(said) == (
        'expect(page.get_by_role("heading", level=2)).to_contain_text(["Salad Bowl", "Dip Bowl"])'
    )


async def test_an_order_that_another_thing_of_the_name_may_keep_is_told_and_not_written(stage: Stage) -> None:
    more = BOWLS.replace("</ul>", "<li><h2>Dip Bowl XL</h2></li></ul>")
    flow = await before(stage, more, "'Salad Bowl' comes before 'Dip Bowl'")
    # It says which, for what is stated has no words of its own.
    assert flow.problem.startswith("nothing says the order as strictly: heading")
