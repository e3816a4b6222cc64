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
