"""What is of high risk on a page waits until somebody allows it, whichever vocabulary it is called in."""

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.risk import ALLOW_HIGH
from pytest_webagent.policy.security import ToolConfig
from pytest_webagent.tools.toolsets import tools_of

PAGE = "<form action='/sent' method=post><label>Name <input name=n></label><button>Send</button></form>"
WAYS = {
    "a click": ("click", {"element_id": "button", "description": "Send"}),
    "Enter in a field": (
        "type",
        {"element_id": "textbox", "field_description": "Name", "text": "Ann", "submit": True},
    ),
    "a key": ("press_key", {"element_id": "textbox", "key": "Enter"}),
    "web_click": ("web_click", {"selector_or_text": "Send"}),
    "web_submit_form": ("web_submit_form", {}),
    "browser_use": ("browser_use", {"action": "click_element", "index": "button"}),
}


@pytest.fixture
async def shop(hands, site, monkeypatch):
    monkeypatch.setenv(ALLOW_HIGH, "true")
    hands.registry = tools_of(("default", "web", "browser_use"))
    hands.context.permissions = Permissions.of(hands.context.settings, ToolConfig(high_risk="ask"))
    site.page("/sent", "<h1>sent</h1>")
    await hands.show(PAGE)
    return hands


def filled(hands, arguments):
    ids = {"button": hands.element("Send", "button").id, "textbox": hands.element("Name", "textbox").id}
    return {
        name: (ids[value] if name == "index" else str(ids[value])) if value in ids else value
        for name, value in arguments.items()
    }


@pytest.mark.parametrize(("tool", "arguments"), WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("allowed", [True, False])
async def test_a_form_is_sent_once_if_it_is_allowed_and_not_at_all_if_not(
    shop, site, tool, arguments, allowed
):
    asked = []

    def approve(request):
        asked.append(request)
        return allowed

    shop.context.approve = approve
    result = await shop.use(tool, **filled(shop, arguments))
    assert len(asked) == 1
    assert (result.error is None, shop.context.latest.mark) == (
        allowed,
        "approved" if allowed else "denied",
    ), result.error
    assert len(site.asked("/sent")) == (1 if allowed else 0)
    if not allowed:
        assert "has to be allowed first" in result.error


async def test_the_gate_of_the_web_tools_comes_first(shop, site, monkeypatch):
    monkeypatch.delenv(ALLOW_HIGH)
    shop.context.permissions = Permissions.of(shop.context.settings, ToolConfig(high_risk="ask"))
    shop.context.approve = pytest.fail
    assert "dry run" in (await shop.use("web_submit_form")).error
    assert site.asked("/sent") == []


async def test_a_page_that_is_another_after_the_question_is_not_acted_on(shop, site):
    async def approve(request):
        await shop.page.reload()
        return True

    shop.context.approve = approve
    result = await shop.use("click", **filled(shop, {"element_id": "button", "description": "Send"}))
    assert site.asked("/sent") == [], result.text
    assert "is no longer on the page" in result.error


TWO = (
    "<form action='/del/anna?t=1' method=post id=a><input aria-label=A></form>"
    "<form action='/del/bob' method=post id=b><input aria-label=B></form>"
)
BOB = "document.querySelector('form').action = '/del/bob'"
QUERY = "document.querySelector('form').action = '/del/anna?t=2'"


@pytest.mark.parametrize(
    ("page", "tool", "arguments", "other"),
    [
        ("web", "web_click", {"selector_or_text": "Delete"}, BOB),
        ("web", "web_click", {"selector_or_text": "Delete"}, QUERY),
        ("web", "web_click", {"selector_or_text": "Delete"}, "b.formAction = '/del/bob'"),
        ("web", "web_submit_form", {}, BOB),
        ("bare", "web_submit_form", {}, BOB),
        ("two", "press_key", {"key": "Enter"}, "document.querySelector('#b input').focus()"),
        ("change", "web_fill", {"field_hint": "Size", "value": "M"}, BOB),
    ],
)
async def test_a_yes_is_for_where_the_form_goes(shop, site, page, tool, arguments, other):
    form = "<form action='/del/anna?t=1' method=post>{}</form>"
    pages = {
        "web": form.format("<button id=b>Delete</button>"),
        "bare": form.format("<input aria-label=A>"),
        "two": TWO,
        "change": form.format(
            "<select aria-label=Size onchange='this.form.submit()'><option>S<option>M</select>"
        ),
    }
    site.page("/del/anna", "gone")
    site.page("/del/bob", "gone")
    asked = []

    async def approve(request):
        asked.append(request.what)
        await shop.page.evaluate(other)
        return True

    for change in (other, "0"):
        other = change
        await shop.show(pages[page])
        await shop.page.evaluate("document.querySelector('input, button, select').focus()")
        shop.context.approve = approve
        result = await shop.use(tool, **arguments)
        assert "(POST /del/anna?t=1)" in asked[-1]
        assert site.asked("/del/bob") == []
        if change != "0":
            assert ("(POST /del/anna?t=2)" if other == QUERY else "(POST /del/bob)") in result.error
            assert "that was not done" in result.error
    assert result.error is None
    assert len(site.asked("/del/anna")) == 1


@pytest.mark.parametrize(
    ("button", "goes"),
    [
        ("<button formaction='/other' formmethod=get>Go</button>", " (GET /other)"),
        ("<button formaction='http://127.0.0.1:1/away'>Go</button>", " (POST http://127.0.0.1:1/away)"),
        ("<a href='/gone?x=1' data-method=delete>Go</a>", " (DELETE /gone?x=1)"),
        ("<button formaction='/a?id=7&token=abc'>Go</button>", " (POST /a?id=7&token=***)"),
        ("<button formaction='/a?id=7' formmethod=get>Go</button>", " (GET /a)"),
        ("<button type=button hx-put='/kept'>Go</button>", " (PUT /kept)"),
        ("<button type=button onclick='document.forms[0].submit()'>Go</button>", ""),
    ],
)
async def test_where_it_goes_is_said(shop, button, goes):
    asked = []
    shop.context.approve = lambda request: asked.append(request.what)
    await shop.show(
        f"<form action='/sent' method=post><input name=action><input name=matches>{button}</form>"
    )
    await shop.use("web_click", selector_or_text="Go", tag=button[1:].split()[0])
    assert [each.partition(" by a click")[0] for each in asked] == [f"submit a form{goes}"]


async def test_a_yes_is_also_for_what_is_withheld_of_the_address(shop, site):
    site.page("/act", "done")
    asked = []

    async def approve(request):
        asked.append(request.what)
        await shop.page.evaluate("document.querySelector('form').action = '/act?token=two'")
        return True

    shop.context.approve = approve
    await shop.show("<form action='/act?token=one' method=post><button>Go</button></form>")
    result = await shop.use("web_click", selector_or_text="Go")
    assert asked == ["submit a form (POST /act?token=***) by a click on button 'Go'"]
    assert "what is withheld of it is another by now" in result.error
    assert "two" not in result.error
    assert site.asked("/act") == []


async def test_a_drag_on_one_button_is_the_click_it_is(shop, site):
    asked = []
    shop.context.approve = lambda request: asked.append(request.what)
    send = str(shop.element("Send", "button").id)
    name = str(shop.element("Name", "textbox").id)
    both = {"description": "Send", "to_description": "Send", "element_id": send}
    await shop.use("drag", **both, to_element_id=send)
    assert asked == [f"submit a form (POST /sent) by a click on button 'Send' [{send}]"]
    assert (await shop.use("drag", **both, to_element_id=name)).error is None
    assert (len(asked), site.asked("/sent")) == (1, [])
    shop.context.approve = lambda request: True
    await shop.use("drag", **both, to_element_id=send)
    assert len(site.asked("/sent")) == 1
