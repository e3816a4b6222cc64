"""How much a call of a tool can do is decided on what it does; a dry run says it, and does nothing of it."""

from typing import Any

import pytest
from one_session import one_session  # noqa: F401 (a fixture)
from web_tools import Caller

from pytest_webagent.config import Settings
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.tools.gui import (
    choices,
    dialog_tools,
    keyboard,
    list_selection,
    pointer,
    scrolling,
    text_fields,
    waiting,
)
from pytest_webagent.tools.navigation import pages
from pytest_webagent.tools.tabs import tab_tools

TOOLS = (pointer, text_fields, keyboard, scrolling, list_selection, choices, waiting, pages, tab_tools)
FORM = "<form action='/sent' method={method}>{inner}</form>"


def form(inner: str, method: str = "post") -> str:
    return FORM.format(inner=inner, method=method)


# What is on the page, the tool, on which element (a selector), its other arguments, and how much the call can do.
CASES = {
    "click on a plain button": ("<button type=button id=x>X</button>", "click", "#x", {}, "MEDIUM"),
    "click on a plain button in a form": (form("<button type=button id=x>X</button>"), "click", "#x", {}, "MEDIUM"),
    "click on a reset button": (form("<button type=reset id=x>X</button>"), "click", "#x", {}, "MEDIUM"),
    "click on a button of no form": ("<button id=x>X</button>", "click", "#x", {}, "MEDIUM"),
    "click on a link": ("<a href='/sent' id=x>X</a>", "click", "#x", {}, "MEDIUM"),
    "click on a submit button": (form("<button id=x>X</button>"), "click", "#x", {}, "HIGH"),
    "click on a submit input": (form("<input type=submit id=x value=X>"), "click", "#x", {}, "HIGH"),
    "click on an image input": (form("<input type=image id=x alt=X width=20 height=20>"), "click", "#x", {}, "HIGH"),
    "click on what is in a submit button": (
        form("<button><span role=img aria-label=X id=x style='display:inline-block;width:20px;height:20px'></span></button>"),
        "click", "#x", {}, "HIGH"),
    "click on a submit button far from its form": (
        "<form id=f action='/sent'></form><button form=f id=x>X</button>", "click", "#x", {}, "HIGH"),
    "click on a submit button out of sight": (
        "<div style='height:3000px'></div>" + form("<button id=x>X</button>"), "click", "#x", {}, "HIGH"),
    "click on a submit button of a search": (form("<button id=x>X</button>", "get"), "click", "#x", {}, "HIGH"),
    "click on a button that closes a dialog": (
        "<dialog open>" + form("<button id=x>X</button>", "dialog") + "</dialog>", "click", "#x", {}, "MEDIUM"),
    "click on a button that only this once closes a dialog": (
        form("<button formmethod=dialog id=x>X</button>"), "click", "#x", {}, "MEDIUM"),
    "click on a submit button of a form with a field called method": (
        form("<input name=method value=dialog type=hidden><button id=x>X</button>"), "click", "#x", {}, "HIGH"),
    "click at a point on a submit button": (form("<button id=x>X</button>"), "click", "at #x", {}, "HIGH"),
    "click at a point on nothing": ("<p id=x>Text</p>", "click", "at #x", {}, "MEDIUM"),
    "click on a box": ("<label><input type=checkbox id=x>X</label>", "click", "#x", {}, "MEDIUM"),
    "click on a link that a script makes a deletion": (
        "<a href='/sent' data-method=delete id=x>X</a>", "click", "#x", {}, "HIGH"),
    "click on a link that a script leaves as it is": (
        "<a href='/sent' data-method=get id=x>X</a>", "click", "#x", {}, "MEDIUM"),
    "click on what htmx sends": ("<div role=button hx-post='/sent' id=x>X</div>", "click", "#x", {}, "HIGH"),
    "click in what htmx sends by itself": (
        "<div hx-post='/sent' hx-trigger=load><button id=x>X</button></div>", "click", "#x", {}, "MEDIUM"),
    "click on what says that it sends a form": (
        form("<div role=button tabindex=0 onclick='this.closest(`form`).requestSubmit()' id=x>X</div>"),
        "click", "#x", {}, "HIGH"),
    "Enter on a link that a script makes a deletion": (
        "<a href='/sent' data-method=delete id=x>X</a>", "press_key", "focus #x", {"key": "Enter"}, "HIGH"),
    "choosing an option that sends the form": (
        form("<select onchange='this.form.submit()' id=x aria-label=X><option>A<option>B</select>"),
        "selection", "#x", {"text": "B"}, "HIGH"),
    "ticking a box that sends the form": (
        form("<input type=checkbox onchange='form.submit()' id=x aria-label=X>"), "check", "#x", {}, "HIGH"),
    "unticking a box in a form that sends itself": (
        "<form action='/sent' onchange='this.requestSubmit()'><input type=checkbox checked id=x aria-label=X></form>",
        "uncheck", "#x", {}, "HIGH"),
    "click on a box that sends the form": (
        form("<label><input type=checkbox onchange='form.submit()' id=x>X</label>"), "click", "#x", {}, "HIGH"),
    "choosing from a dropdown that is built": (
        "<div role=combobox tabindex=0 aria-label=X aria-controls=l id=x>A</div><ul role=listbox id=l><li role=option>B</ul>",
        "selection", "#x", {"text": "B"}, "MEDIUM"),
    "hover": (form("<button id=x>X</button>"), "hover", "#x", {}, "LOW"),
    "type": (form("<input id=x aria-label=X>"), "type", "#x", {"text": "a"}, "MEDIUM"),
    "type and Enter in a form": (form("<input id=x aria-label=X>"), "type", "#x", {"text": "a", "submit": True}, "HIGH"),
    "type and Enter in no form": ("<input id=x aria-label=X>", "type", "#x", {"text": "a", "submit": True}, "MEDIUM"),
    "type and Enter in a text area": (
        form("<textarea id=x aria-label=X></textarea>"), "type", "#x", {"text": "a", "submit": True}, "MEDIUM"),
    "clear": ("<input id=x aria-label=X value=a>", "clear", "#x", {}, "MEDIUM"),
    "Enter in a field of a form": (form("<input id=x aria-label=X>"), "press_key", "#x", {"key": "Enter"}, "HIGH"),
    "Enter where the focus is": (form("<input id=x autofocus>"), "press_key", "focus #x", {"key": "Return"}, "HIGH"),
    "Shift+Enter where the focus is": (
        form("<input id=x autofocus>"), "press_key", "focus #x", {"key": "Shift+Enter"}, "HIGH"),
    "a letter in a field of a form": (form("<input id=x autofocus>"), "press_key", "focus #x", {"key": "a"}, "MEDIUM"),
    "Space in a field of a form": (form("<input id=x autofocus>"), "press_key", "focus #x", {"key": "Space"}, "MEDIUM"),
    "Space on a submit button": (form("<button id=x>X</button>"), "press_key", "focus #x", {"key": "Space"}, "HIGH"),
    "Enter on a submit button": (form("<button id=x>X</button>"), "press_key", "#x", {"key": "Enter"}, "HIGH"),
    "Enter on a plain button of a form": (
        form("<button type=button id=x>X</button>"), "press_key", "#x", {"key": "Enter"}, "MEDIUM"),
    "Enter in a text area": (form("<textarea id=x></textarea>"), "press_key", "focus #x", {"key": "Enter"}, "MEDIUM"),
    "Enter in no field": ("<p id=x>Text</p>", "press_key", "", {"key": "Enter"}, "MEDIUM"),
    "Enter in a field in a shadow root": (
        "<div id=h></div><script>h.attachShadow({mode: 'open'}).innerHTML ="
        " `<form action='/sent'><input id=x></form>`</script>", "press_key", "focus #x", {"key": "Enter"}, "HIGH"),
    "choosing an option": ("<select id=x aria-label=X><option>A<option>B</select>", "selection", "#x", {"text": "B"}, "MEDIUM"),
    "ticking a box": ("<input type=checkbox id=x aria-label=X>", "check", "#x", {}, "MEDIUM"),
    "scrolling": ("<p>Text</p>", "scroll", "", {"direction": "down"}, "LOW"),
    "scrolling to a text": ("<p>Text</p>", "scroll_to_text", "", {"text": "Text"}, "LOW"),
    "waiting": ("<p>Text</p>", "wait", "", {"seconds": 0}, "LOW"),
    "opening a page of the same origin": ("<p>Text</p>", "goto_url", "", {"page_name": "/other"}, "LOW"),
    "opening a page of another origin": ("<p>Text</p>", "goto_url", "", {"page_name": "{other}/other"}, "MEDIUM"),
    "opening a tab of the same origin": ("<p>Text</p>", "open_tab", "", {"page_name": "/other"}, "LOW"),
    "opening a tab of another origin": ("<p>Text</p>", "open_tab", "", {"page_name": "{other}/other"}, "MEDIUM"),
    "loading again": ("<p>Text</p>", "refresh", "", {}, "MEDIUM"),
    "going to another tab": ("<p>Text</p>", "switch_tab", "", {"number": 1}, "LOW"),
    "closing a tab": ("<p>Text</p>", "close_tab", "", {}, "MEDIUM"),
}  # fmt: skip


@pytest.fixture
def caller(session, site):
    user = Caller((tool for module in TOOLS for tool in module.TOOLS), session, Settings(), site)
    session.origins.admit(site.other_url)
    site.page("/sent", "<p>Thanks</p>")
    site.page("/other", "<p>Other</p>")
    user.context.permissions = Permissions.of(Settings(dry_run=True))
    return user


async def meant(user: Caller, on: str, tool: str) -> dict[str, str]:
    """The arguments that say which element is meant."""
    how, _, selector = on.rpartition(" ")
    required = user.registry.get(tool).parameters["required"]
    words = {name: "it" for name in required if name.endswith("description")}
    if not selector or how == "focus":
        if selector:
            await user.page.locator(selector).focus()
        return words
    box = await user.page.locator(selector).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if how == "at":
        return {**words, "coords": f"<point>{x:g} {y:g}</point>"}
    observation = user.session.observation
    fitting = [
        each
        for each in observation.elements
        if each.id is not None
        and each.box is not None
        and each.box.x <= x <= each.box.x + each.box.width
        and each.box.y <= y <= each.box.y + each.box.height
    ]
    smallest = min(fitting, key=lambda each: (each.box.width * each.box.height, -each.depth))
    return {**words, "element_id": str(smallest.id)}


async def called(user: Caller, html: str, tool: str, on: str, arguments: dict[str, Any]) -> tuple[str, bool]:
    """The risk a call was said to have, and whether it was only said."""
    await user.show(html)
    before = await user.page.evaluate("document.documentElement.outerHTML")
    given = {
        name: value.replace("{other}", user.site.other_url) if isinstance(value, str) else value
        for name, value in arguments.items()
    }
    result = await user.use(tool, **await meant(user, on, tool), **given)
    risk = user.context.call.risk
    if result.error is None:
        return risk, False
    assert result.output["dry_run"] is True
    assert f"(risk {risk}); nothing was done" in result.error
    assert await user.page.evaluate("document.documentElement.outerHTML") == before
    return risk, True


@pytest.mark.parametrize("risk", ["LOW", "MEDIUM", "HIGH"])
async def test_the_risk_of_a_call_is_what_it_does(caller, risk):
    cases = {name: case for name, case in CASES.items() if case[-1] == risk}
    found = {name: await called(caller, *case[:-1]) for name, case in cases.items()}
    assert found == dict.fromkeys(cases, (risk, risk != "LOW"))
    assert caller.site.asked("/sent") == []


async def test_going_back_to_another_origin_is_not_low(caller):
    caller.site.page("/", "<p>Text</p>")
    await caller.session.goto(caller.site.other_url + "/")
    await caller.show("<p>Text</p>")
    assert "would go back to the page before (risk MEDIUM)" in (await caller.use("go_back")).error


async def test_going_back_within_the_application_is_low(caller):
    caller.site.page("/first", "<p>Text</p>")
    await caller.session.goto(caller.site.url + "/first")
    await caller.show("<p>Text</p>")
    assert (await caller.use("go_back")).error is None
    assert caller.page.url.endswith("/first")


async def test_a_key_goes_to_a_field_in_a_frame_of_another_origin(caller):
    caller.site.page("/inner", form("<input id=x>"))
    await caller.show(f"<iframe src='{caller.site.other_url}/inner'></iframe>")
    await caller.page.frames[1].wait_for_load_state()
    await caller.page.frames[1].locator("#x").focus()
    assert "(risk HIGH)" in (await caller.use("press_key", key="Enter")).error


async def test_yes_to_a_question_of_the_page_is_of_high_risk(caller, subtests):
    caller.registry.add(dialog_tools.accept_dialog)
    for opens, risk in [
        ("alert('Saved')", "MEDIUM"),
        ("confirm('Delete all?')", "HIGH"),
        ("prompt('Name?')", "HIGH"),
    ]:
        with subtests.test(opens):
            await caller.show(f'<button onclick="document.title = {opens}">X</button>')
            await caller.session.act(lambda: caller.page.get_by_role("button").click())
            result = await caller.use("accept_dialog")
            assert (caller.context.call.risk, result.output["dry_run"]) == (risk, True)
            assert caller.session.dialog is not None
            await caller.session.answer_dialog(accept=False)
