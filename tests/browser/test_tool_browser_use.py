"""The tool browser_use: each action does what its single tool does, on a real page."""

import base64
import io
import json

import pytest
from one_session import one_session  # noqa: F401 (a fixture)
from page_hands import LOREM
from PIL import Image
from tool_contract import BROWSER_USE_ACTIONS
from web_tools import Caller

from pytest_webagent.config import Settings
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.browser_use import tool as browser_use
from pytest_webagent.tools.browser_use.tool import get_current_state
from pytest_webagent.tools.core.equivalents import BROWSER_USE
from tests.conftest import Answer

PAGE = """<h1>Shop</h1><label>Name <input></label>
<button onclick="document.title = 'pressed'">Press</button>
<select aria-label=Size><option>S<option value=m>Medium</select>
<form action='/sent'><input name=q aria-label=Query></form>"""


class User(Caller):
    """The tool in the hands of the test."""

    def index(self, name: str) -> int:
        """The number of the element of this name."""
        observation = self.session.observation
        [found] = [each for each in observation.elements if each.id is not None and each.name == name]
        return found.id

    async def act(self, action: str, **arguments) -> str:
        """Do an action that must work; what it says."""
        return (await self.done(action, **arguments)).text

    async def done(self, action: str, **arguments):
        """Do an action that must work."""
        result = await self.use("browser_use", action=action, **arguments)
        assert result.error is None, result.error
        return result

    async def refused(self, action: str, **arguments) -> str:
        """Do an action that must not work; its error."""
        result = await self.use("browser_use", action=action, **arguments)
        assert result.error is not None, result.output
        return result.error


@pytest.fixture
def user(session, settings, site):
    return User(browser_use.TOOLS, session, settings, site)


async def test_the_actions_that_move_between_pages_say_where_the_tab_is(user):
    home = await user.show(PAGE)
    user.site.page("/two", "<html><title>Two</title></html>")
    said = await user.act("go_to_url", url="/two")
    assert said.startswith("Opened '/two'.")
    assert said.endswith(f"The current tab is 1 of 1: 'Two' at {user.site.url}/two")
    assert (await user.act("go_back")).endswith(f"at {home}")
    assert (await user.act("open_tab", url="/two")).endswith(
        f"The current tab is 2 of 2: 'Two' at {user.site.url}/two"
    )
    assert "The current tab is 1 of 2" in await user.act("switch_tab", tab_id=1)
    await user.act("switch_tab", tab_id=2)
    assert "The current tab is 1 of 1" in await user.act("close_tab")
    await user.act("refresh")
    assert len(user.site.asked("/")) >= 2


async def test_the_actions_that_use_an_element_take_its_index(user):
    await user.show(PAGE)
    assert (await user.act("click_element", index=user.index("Press"))).startswith("Clicked button 'Press' [")
    assert await user.page.title() == "pressed"
    await user.act("input_text", index=user.index("Name"), text="Ann")
    assert await user.page.locator("input").first.input_value() == "Ann"
    await user.act("input_text", index=user.index("Name"), text="")
    assert await user.page.locator("input").first.input_value() == ""
    await user.act("select_dropdown_option", index=user.index("Size"), text="Medium")
    assert await user.page.locator("select").input_value() == "m"


async def test_the_options_of_a_dropdown_are_listed(user):
    await user.show(PAGE)
    result = await user.done("get_dropdown_options", index=user.index("Size"))
    assert result.output == {
        "options": [{"index": 0, "text": "S", "value": "S"}, {"index": 1, "text": "Medium", "value": "m"}]
    }


async def test_the_options_of_a_list_built_from_other_elements_are_those_to_be_seen(user):
    await user.show(
        "<div role=combobox aria-controls=l aria-expanded=true tabindex=0 aria-label=Colour>x</div>"
        "<ul id=l role=listbox><li role=option>Red<li role=option>Blue</ul><button>No list</button>"
    )
    result = await user.done("get_dropdown_options", index=user.index("Colour"))
    assert [each["text"] for each in result.output["options"]] == ["Red", "Blue"]
    assert "click it first" in await user.refused("get_dropdown_options", index=user.index("No list"))


async def test_keys_go_where_the_focus_is(user):
    user.site.page("/sent", "Thanks")
    await user.show(PAGE)
    await user.page.locator("[name=q]").focus()
    await user.act("send_keys", keys="a")
    await user.act("send_keys", keys="Enter")
    assert user.page.url.endswith("/sent?q=a")


async def test_scrolling_is_by_pixels_or_by_most_of_a_screen(user):
    await user.show(LOREM * 200 + "<p>The end</p>")
    assert "Scrolled down by 300 px" in await user.act("scroll_down", scroll_amount=300)
    assert await user.page.evaluate("scrollY") == 300
    await user.act("scroll_up", scroll_amount=100)
    assert await user.page.evaluate("scrollY") == 200
    await user.act("scroll_down")
    assert await user.page.evaluate("scrollY") == 200 + 0.8 * 720
    assert "'the end' is in sight." in await user.act("scroll_to_text", text="the end")


async def test_wait_waits(user):
    await user.show(PAGE)
    assert await user.act("wait", seconds=0) == "Waited 0 s."


async def test_content_is_extracted_without_a_model_by_what_fits_the_goal(user):
    await user.show("<main><h1>Mugs</h1><p>The red mug costs 7 dollars.</p></main>")
    result = await user.done("extract_content", goal="price of the red mug")
    assert "The red mug costs 7 dollars." in result.output
    assert "no model that reads" in result.system


def searched(user: User, *urls: str) -> None:
    """A SearXNG server that finds these pages."""
    hits = [{"url": url, "title": f"Page {n}", "content": f"Snippet {n}"} for n, url in enumerate(urls, 1)]
    user.site.answer("/search", Answer(json.dumps({"results": hits}), content_type="application/json"))
    user.context.settings = Settings(search_url=user.site.url)


async def test_a_search_opens_the_first_result(user):
    await user.show(PAGE)
    end = user.site.page("/mugs", "<html><title>Mugs</title></html>")
    searched(user, user.site.redirect("/jump", "/mugs"), "https://example.org/")
    said = await user.act("web_search", query="red mugs")
    assert "Results for 'red mugs':\n1. Page 1" in said
    assert "2. Page 2 - https://example.org/\n   Snippet 2" in said
    assert said.endswith(f"The current tab is 1 of 1: 'Mugs' at {end}")
    assert user.site.asked("/search")[0].query == "q=red+mugs&format=json"
    assert user.context.call.risk == "MEDIUM"


@pytest.mark.parametrize("path", ["direct", "redirect"])
async def test_a_result_the_test_does_not_allow_is_not_opened(user, path):
    home = await user.show(PAGE)
    user.site.page("/secret", "secret")
    elsewhere = user.site.other_url + "/secret"
    searched(user, elsewhere if path == "direct" else user.site.redirect("/jump", elsewhere))
    said = await user.act("web_search", query="mugs")
    assert "The first result was not opened:" in said
    assert "is not allowed" in said
    assert user.page.url == home
    assert "is not allowed" in user.context.denied
    assert user.site.asked("/secret") == []


async def test_a_search_that_finds_nothing_and_one_that_cannot_be_made(user):
    home = await user.show(PAGE)
    searched(user)
    assert "The web has nothing for 'mugs'." in await user.act("web_search", query="mugs")
    user.site.answer("/search", Answer("down", status=500))
    assert "the web was not searched" in await user.refused("web_search", query="mugs")
    assert "query is empty" in await user.refused("web_search", query="  ")
    security = SecurityPolicy(allow_network_access=False)
    user.context.permissions = Permissions.of(Settings(), ToolConfig(security=security))
    assert "allow_network_access = false" in await user.refused("web_search", query="mugs")
    assert user.page.url == home


class Reader:
    """A model that reads for a tool."""

    sees_images = False

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    async def ask(self, instruction, *, text="", images=()):
        self.asked.append((instruction, text))
        return "7 dollars"


async def test_content_is_extracted_by_the_model_that_reads(user):
    await user.show("<main><p>The red mug costs 7 dollars.</p></main>")
    user.context.assistant = reader = Reader()
    result = await user.done("extract_content", goal="price of the red mug")
    assert result.output == "7 dollars"
    [(instruction, text)] = reader.asked
    assert "price of the red mug" in instruction
    assert "The red mug costs 7 dollars." in text


async def test_what_an_action_needs_is_enforced_and_named(user):
    home = await user.show(PAGE)
    full = {"url": "/", "index": 1, "text": "x", "query": "x", "goal": "x", "keys": "Tab", "tab_id": 1}
    assert {action: set(way.needs) for action, way in BROWSER_USE.items()} == BROWSER_USE_ACTIONS
    for action, needs in BROWSER_USE_ACTIONS.items():
        for name in needs:
            given = {other: full[other] for other in needs - {name}}
            error = await user.refused(action, **given)
            assert f"{action} was not done: '{name}' is missing. It takes" in error
    assert user.page.url == home


REFUSED = [
    ({"action": "fly"}, "'action' must be one of go_to_url,"),
    ({"action": "click_element", "index": "first"}, "'index' must be a whole number"),
    ({"action": "click_element", "index": 9_999}, "there is no element [9999]"),
    ({"action": "click_element", "index": -1}, "'index'"),
    ({"action": "go_back", "index": 1}, "'index' is no parameter of it. It takes no parameters"),
    ({"action": "go_to_url", "url": "file:///etc/passwd"}, "only http and https can be opened"),
    ({"action": "go_to_url", "url": "http://169.254.169.254/"}, "is not allowed"),
    ({"action": "open_tab", "url": "http://localhost:1/"}, "is not allowed"),
    ({"action": "switch_tab", "tab_id": 7}, "there is no tab 7"),
    ({"action": "close_tab"}, "this is the only tab"),
    ({"action": "go_back"}, "there is no earlier page"),
    ({"action": "wait", "seconds": 10_000}, "wait was not done: 'seconds'"),
    ({"action": "scroll_down", "scroll_amount": -5}, "scroll_down was not done: 'scroll_amount'"),
    ({"action": "scroll_down", "scroll_amount": 0}, "'scroll_amount'"),
    ({"action": "send_keys", "keys": "hello"}, "there is no key 'hello'"),
    ({"action": "scroll_to_text", "text": ""}, "text is empty"),
    ({"action": "scroll_to_text", "text": "x" * 50_000}, "nowhere on the page"),
    ({"action": "extract_content", "goal": "  "}, "goal is empty"),
    ({"action": "click_element", "index": 1, "xpath": "//a"}, "there is no argument 'xpath'"),
]


async def test_what_an_action_cannot_take_is_refused(user):
    home = await user.show(PAGE)
    await (await user.session.context.new_cdp_session(user.page)).send("Page.resetNavigationHistory")
    for arguments, problem in REFUSED:
        assert problem in await user.refused(**arguments)
        assert user.page.url == home


async def test_parameters_that_are_empty_count_as_not_given(user):
    await user.show(PAGE)
    await user.act("wait", seconds=0, url="", text="", query="")


async def test_the_state_of_the_browser_has_the_fields_of_browser_use(user):
    user.site.page("/two", "<title>Two</title>")
    home = await user.show(PAGE + "<div style='height:3000px'></div><a hidden href='/x'>Hidden</a>")
    await user.act("open_tab", url="/two")
    await user.act("switch_tab", tab_id=1)
    state = await get_current_state(user.context)
    output = state.output
    assert (output["url"], output["title"], output["viewport_height"]) == (home, "Test", 720)
    assert [(tab["tab_id"], tab["current"]) for tab in output["tabs"]] == [(1, True), (2, False)]
    assert output["scroll_info"]["pixels_above"] == 0
    assert output["scroll_info"]["pixels_below"] > 2000
    assert output["scroll_info"]["total_height"] == output["scroll_info"]["pixels_below"] + 720
    lines = output["interactive_elements"].splitlines()
    assert f"[{user.index('Press')}] button 'Press'" in lines
    assert not any("Shop" in line or "Hidden" in line for line in lines)
    assert state.base64_image is not None
    assert state.base64_image not in state.text
    json.dumps(output)
    await user.act("click_element", index=user.index("Press"))


async def test_the_state_tells_of_a_dialog_that_waits(user):
    await user.show("<button onclick=\"alert('Hello')\">Press</button>")
    assert 'an alert dialog says "Hello"' in await user.act("click_element", index=user.index("Press"))
    state = await get_current_state(user.context)
    assert 'an alert dialog says "Hello"' in state.output["dialog"]
    assert "button 'Press'" in state.output["interactive_elements"]
    await user.session.answer_dialog(accept=True)


async def test_the_risk_is_that_of_the_single_tool(user):
    user.site.page("/other", "x")
    await user.show(PAGE)
    await user.act("scroll_down")
    assert user.context.call.risk == "LOW"
    await user.act("go_to_url", url="/other")
    assert user.context.call.risk == "LOW"
    await user.show(PAGE)
    user.context.permissions = Permissions.of(Settings(dry_run=True))
    assert "risk MEDIUM" in await user.refused("click_element", index=user.index("Press"))
    assert "would choose 'Medium' in combobox 'Size'" in await user.refused(
        "select_dropdown_option", index=user.index("Size"), text="Medium"
    )
    await user.page.locator("[name=q]").focus()
    assert "would submit a form (GET /sent) by Enter (risk HIGH)" in await user.refused(
        "send_keys", keys="Enter"
    )
    assert await user.page.locator("select").input_value() == "S"
    assert await user.page.title() == "Test"


async def test_a_policy_can_allow_some_actions_only_or_disable_the_tool_behind_one(user):
    await user.show(PAGE)
    settings = {"browser_use": ToolSettings(allowed_actions=("scroll_down",))}
    user.context.permissions = Permissions.of(Settings(), ToolConfig(tool_settings=settings))
    assert "does not allow 'click_element'" in await user.refused("click_element", index=user.index("Press"))
    user.context.permissions = Permissions.of(Settings(), ToolConfig(disabled_tools=("click",)))
    assert "click was not run: the policy" in await user.refused("click_element", index=user.index("Press"))
    user.context.permissions = Permissions.of(Settings(), ToolConfig(enabled_tools=("browser_use",)))
    await user.act("click_element", index=user.index("Press"))


async def test_a_password_is_not_written_down_with_the_call(user):
    await user.show("<label>Password <input type=password></label>")
    said = await user.act("input_text", index=user.index("Password"), text="s3same-open")
    assert "s3same-open" not in said
    assert "text" in user.context.call.secret


@pytest.mark.parametrize("index", [999, None])
async def test_a_text_for_a_field_that_is_not_found_is_not_written_down(user, index):
    await user.show("<label>Password <input type=password></label><input aria-label=Name>")
    await user.refused("input_text", index=index, text="s3same-open")
    assert "text" in user.context.call.secret
    await user.act("input_text", index=user.index("Name"), text="Ann")
    assert user.context.call.secret == ()


async def test_a_result_has_the_picture_of_the_page_where_that_is_asked_for(user):
    await user.show(PAGE)
    assert (await user.done("wait", seconds=1)).base64_image is None
    pressed = await user.done("click_element", index=user.index("Press"), base64_image=True)
    assert "Press" in pressed.text
    with Image.open(io.BytesIO(base64.b64decode(pressed.base64_image))) as picture:
        assert (picture.format, picture.size) == ("PNG", (1280, 720))
    config = ToolConfig(tool_settings={"browser_use": ToolSettings(parameters={"base64_image": True})})
    user.context.permissions = Permissions.of(user.context.settings, config)
    assert (await user.done("refresh")).base64_image
    assert "base64_image" not in user.registry.to_param_list()[0]["function"]["parameters"]["properties"]
