"""Runs by browser_use and by the web_* tools are judged as runs by the single tools are."""

import pytest
from matrix_cases import by_default
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import Inconclusive
from pytest_webagent.testing import ScriptedModel, call, element
from pytest_webagent.tools.toolsets import tools_of

SHOP = """<html lang=en><title>Mugs</title><h1>All mugs</h1>
<ul><li>Red mug <button onclick="add('Red mug')">Add Red mug</button><li>Blue mug <button onclick="add('Blue mug')">Add Blue mug</button></ul>
<ul id=lines aria-label=Cart></ul>
<button onclick="list.showModal()">Rename the list</button><p id=called>Wishes</p>
<dialog id=list aria-label="Rename the list"><label>Name <input id=name></label>
  <p>New name: <output id=preview></output></p>
  <button onclick="called.textContent = document.getElementById('name').value; list.close()">Save</button></dialog>
<script>
  document.getElementById('name').oninput = event => preview.textContent = event.target.value;
  function add(mug) { lines.insertAdjacentHTML('beforeend', `<li>1 x ${mug}</li>`); }
</script>"""


@pytest.fixture
def run(session, site):
    """Have a model do what a list says on the shop's page, with answers that must be derived."""

    async def made(goal, *replies):
        await session.goto(site.page("/", SHOP))
        settings = Settings(
            settle_timeout=1.0, screenshots="off", timeout=60.0, answers="derived", max_steps=12
        )
        tools = tools_of(("browser_use", "web"))
        return await Agent(
            model=ScriptedModel([*replies]), session=session, tools=tools, settings=settings
        ).run(goal)

    return made


def used(action, name="", **arguments):
    """A reply that calls browser_use, on the one element of this name if there is one."""

    def reply(request):
        page = request.observation
        found = [each.id for each in page.elements if each.id is not None and name == each.name]
        return call("browser_use", action=action, **({"index": found[0]} if name else {}), **arguments)

    return reply


def stop(answer, **evidence):
    def reply(request):
        page = request.observation
        said = evidence.get("elements", ())
        cited = [each.id for each in page.elements if each.id and {each.name, each.text} & {*said}]
        return call(
            "stop", answer=answer, evidence=[{**evidence, "elements": cited[:1]} if said else evidence]
        )

    return reply


NOT_DONE = {
    "browser_use only scrolls": (
        "Add the Blue mug to the cart",
        [used("scroll_down"), stop("The Blue mug was added to the cart", op="exists", text="Blue mug")],
    ),
    "web_inspect only looks": (
        "Add the Blue mug to the cart",
        [
            lambda request: call("web_inspect", url=request.observation.url),
            stop("The Blue mug was added to the cart", op="exists", text="Blue mug"),
        ],
    ),
    "browser_use does not save": (
        "Rename the list to Gifts",
        [
            used("click_element", "Rename the list"),
            used("input_text", "Name", text="Gifts"),
            stop("Gifts", op="text", elements=["Gifts"]),
        ],
    ),
    "web_fill does not save": (
        "Rename the list to Gifts",
        [
            call("web_click", selector_or_text="Rename the list"),
            call("web_fill", field_hint="Name", value="Gifts"),
            stop("Gifts", op="text", elements=["Gifts"]),
        ],
    ),
}
DONE = {
    "browser_use adds": (
        "Add the Blue mug to the cart",
        [used("click_element", "Add Blue mug"), stop("added", op="text", elements=["1 x Blue mug"])],
    ),
    "web_click adds": (
        "Add the Blue mug to the cart",
        [
            call("web_click", selector_or_text="Add Blue mug"),
            stop("added", op="text", elements=["1 x Blue mug"]),
        ],
    ),
    "web_fill and web_click rename": (
        "Rename the list to Gifts",
        [
            call("web_click", selector_or_text="Rename the list"),
            call("web_fill", field_hint="Name", value="Gifts"),
            call("web_click", selector_or_text="Save"),
            stop("Gifts", op="text", elements=["Gifts"]),
        ],
    ),
}


@pytest.mark.parametrize(("goal", "replies"), NOT_DONE.values(), ids=NOT_DONE)
async def test_what_was_not_done_is_not_believed(run, goal, replies):
    with pytest.raises(Inconclusive) as ended:
        await run(goal, *replies, replies[-1])
    assert ended.value.result.status == "unverified"


@pytest.mark.parametrize(("goal", "replies"), by_default(DONE, but=("web_click adds",)))
async def test_what_was_done_is_believed(run, goal, replies):
    result = await run(goal, *replies)
    assert (result.status, result.derived) == ("done", True)


async def test_an_index_of_a_page_that_was_left_meanwhile_is_not_used(run):
    def both(request):
        number = element(request.observation, "button", "Add Blue mug").id
        return [
            call("browser_use", action="refresh"),
            call("browser_use", action="click_element", index=number),
        ]

    lie = stop("added", op="exists", text="Blue mug")
    with pytest.raises(Inconclusive) as ended:
        await run("Add the Blue mug to the cart", both, lie, lie)
    assert "not done" in ended.value.result.steps[0].actions[1].result.error.lower()


async def test_the_same_action_on_a_page_that_stays_the_same_ends_the_run(run):
    with pytest.raises(Inconclusive, match="browser_use was called again and again"):
        await run("Report the price of the mug", *[used("scroll_down") for _ in range(8)])
