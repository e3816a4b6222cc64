"""What is a secret by its name is told nowhere: fields, addresses, answers, errors; what only sounds like one is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.agent.conversation import describe
from pytest_webagent.agent.loop import Agent
from pytest_webagent.errors import ConfigError, GoalNotMet, RunError
from pytest_webagent.messages import ToolResult
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.model.openai_client import endpoint_for
from pytest_webagent.policy.redaction import address, is_secret_name, withheld
from pytest_webagent.report import store
from pytest_webagent.testing import ScriptedModel, call
from pytest_webagent.tools.core.base import tool
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.toolsets import default_registry, tools_of

if TYPE_CHECKING:
    from conftest import Site
    from page_hands import Hands

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings

SECRET = """API key|Access token|Client secret|Access code|Secret key|Private key|Personal access token|Bearer token|Refresh token|
Webhook secret|Signing secret|App secret|Consumer secret|Encryption key|Account key|License key|Recovery code|Backup code|
Recovery phrase|Seed phrase|PIN|Card PIN|Your PIN|Passcode|Pass phrase|Password|New password|Confirm password|
Current password|Database password|Wi-Fi password|Card number|Credit card number|Security code|CVV|CVC|One-time code|OTP|
Verification code|Authentication code|SMS code|Login code|Sign-in code|Unlock code|Door code|Master key|SSH key|
6-digit code|Enter the 4-digit code|Code from SMS|Enter the code we sent you|Activation code|Einmalcode|
Storage access key|Shared secret|TOTP secret|Session token|Auth token|CSRF token|Connection secret|Secret answer|
Master password|Device PIN|Access key|clientSecret|api_key"""
HARMLESS = """Search key|Password hint|Keyboard|Number of passes|Tokenizer|Key|Keywords|Key account manager|Primary key|Sort key|
Foreign key|Key stage|Keynote speaker|Song key|Token count|Number of tokens|Max tokens|Token name|Token type|
Tokens per minute|Passenger name|Passport country|Boarding pass type|Bypass reason|Passing grade|Compass heading|
Password policy|Password expiry (days)|Minimum password length|Password last changed|Secretary|Secretariat|Access level|
2-digit country code|Code from supplier|Number of digits|Digit code length|Access date|Accessory|Access reason|Access type|Code|Postal code|Zip code|Country code|Discount code|Promo code|
Product code|Coupon code|Error code|Area code|Currency code|Pinned message|Spinning class|Pin colour|Shipping|Opinion|
Card type|Card holder|Name on card|Client name|API version|Tokenized|Passing place|authorization_endpoint|token_uri|
token_endpoint_auth_methods_supported|Password changed at|Cookie policy|cookie_consent|token_balance|Token symbol|auth_provider|auth_time|
authorized_by|authorizedAmount|authorized_users|password_required|auth_mode|token_version|credentials_source|cookie_domain|
Token price|Token owner|Password enabled|security answer question|token_date|token_issued"""


def names(listed: str) -> list[str]:
    return [each.strip() for each in listed.split("|")]


@pytest.mark.held_by("pytest_webagent.policy.redaction._is_secret", lambda name: False)
@pytest.mark.parametrize("name", names(SECRET))
def test_a_secret_is_known_by_its_name(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize("name", names(HARMLESS))
def test_what_only_sounds_like_a_secret_is_none(name: str) -> None:
    assert not is_secret_name(name)


def form(labels: list[str]) -> str:
    return "".join(f"<p><label>{each} <input value=Rosebud></label></p>" for each in labels)


async def _as_a_page_without_secrets(frame: Any, script: str, argument: object = None) -> Any:
    return await frame.evaluate(
        script.replace("(el) => {\n    if (el.type", "(el) => {\n return false; if (el.type")
    )


@pytest.mark.held_by("pytest_webagent.browser.page_facts.ask", _as_a_page_without_secrets)
async def test_fields_know_the_same_secrets(session: BrowserSession, site: Site) -> None:
    await session.goto(site.page("/", form(names(SECRET))))
    seen = await session.observe()
    assert [each.name for each in seen.elements if each.role == "textbox" and each.value is not None] == []


async def test_fields_tell_what_is_none(session: BrowserSession, site: Site) -> None:
    await session.goto(site.page("/", form(names(HARMLESS))))
    seen = await session.observe()
    told = [each.name for each in seen.elements if each.role == "textbox" and each.value == "Rosebud"]
    assert told == names(HARMLESS)


ADDRESSES = [
    "https://shop.example/cart?token=Rosebud",
    "https://shop.example/cart?a=1&api_key=Rosebud&b=2",
    "https://shop.example/#access_token=Rosebud&token_type=bearer",
    "https://user:Rosebud@shop.example/cart",
    "https://shop.example/reset?next=https%3A%2F%2Fuser%3ARosebud%40shop.example",
    "https://shop.example/?client-secret=Rosebud",
    "https://shop.example/in/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJSb3NlYnVkIn0.Rosebud",
]


@pytest.mark.held_by("pytest_webagent.agent.conversation.address", str)
@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_in_a_prompt_holds_no_secret(url: str) -> None:
    from pytest_webagent.observation import Observation, Size

    seen = Observation(generation=1, url=url, title="Cart", elements=(), text="", viewport=Size(1, 1))
    assert "Rosebud" not in describe(seen)
    assert "shop.example" in describe(seen)


@pytest.mark.parametrize(
    "url",
    [
        "https://shop.example/search?q=token&key=shoes&code=SPRING20&page=2#results",
        "https://shop.example/password/reset?token_type=card&sort_key=price",
        "https://shop.example/tokens/12?max_tokens=5",
    ],
)
def test_an_ordinary_address_is_told_in_full(url: str) -> None:
    assert address(url) == url


@pytest.mark.held_by("pytest_webagent.browser.tabs.address", str)
async def test_the_news_of_a_tab_holds_no_token(session: BrowserSession, site: Site) -> None:
    site.page("/in", "<h1>In</h1>")
    await session.goto(site.page("/", "<a target=_blank href='/in?token=Rosebud'>go</a>"))
    acted = await session.act(lambda: session.page.click("a"))
    assert "a new tab opened" in "".join(acted.notes)
    assert "Rosebud" not in "".join(acted.notes)


@pytest.mark.held_by("pytest_webagent.browser.arrival.address", str)
async def test_the_note_of_a_status_holds_no_token(session: BrowserSession, site: Site) -> None:
    acted = await session.goto(f"{site.url}/missing?token=Rosebud")
    assert "404" in "".join(acted.notes)
    assert "Rosebud" not in "".join(acted.notes)


@pytest.mark.held_by("pytest_webagent.tools.web.opening.address", str)
@pytest.mark.parametrize("tool_name", ["web_navigate", "web_screenshot"])
async def test_what_a_tool_says_of_where_it_is_holds_no_token(hands: Hands, tool_name: str) -> None:
    hands.registry = tools_of(["web"])
    await hands.show("<script>history.replaceState(null, '', '?token=Rosebud')</script>")
    url = {"url": f"{hands.site.url}/"} if tool_name == "web_navigate" else {}
    result = await hands.use(tool_name, **url)
    assert "?token=***" in json.dumps(result.output)
    assert "Rosebud" not in json.dumps(result.output)


KEYED = "http://user:Rosebud@127.0.0.1:9/v1?key=Rosebud"


@pytest.mark.held_by("pytest_webagent.model.openai_client.server_address", str)
@pytest.mark.parametrize(
    "url", [KEYED, KEYED.replace("http:", "ftp:"), "http://user:Rosebud@/v1?key=Rosebud"]
)
def test_no_message_of_a_models_server_holds_its_password(url: str, settings: Settings) -> None:
    try:
        told = endpoint_for(settings._replace(model_url=url), {}).address
    except ConfigError as error:
        told = str(error)
    assert "Rosebud" not in told
    assert "v1" in told


ANSWERS: list[Any] = [
    {"access_token": "Rosebud", "token_type": "bearer"},
    {"user": {"name": "Ann", "password": "Rosebud"}},
    [{"name": "api_key", "value": "Rosebud"}],
    {"items": [{"clientSecret": "Rosebud"}]},
]


def _in_full(output: Any, arguments: Any) -> Any:
    return output


async def _run_with(session: BrowserSession, site: Site, settings: Settings, answer: Any) -> Any:
    """A run with a tool of the test itself, which gives an answer."""

    @tool(kind="read")
    async def look_up() -> ToolResult:
        """Look it up."""
        return ToolResult(output=answer)

    await session.goto(site.page("/", "<h1>Shop</h1>"))
    model = ScriptedModel([call("look_up"), call("stop", answer="no", status="goal_not_met")])
    tools = ToolRegistry([*default_registry(), look_up])
    agent = Agent(model=model, session=session, tools=tools, settings=settings)
    with pytest.raises((GoalNotMet, RunError)) as failed:
        await agent.run("Look it up")
    return model, failed.value


GIVEN = [*ANSWERS, {"answer": ANSWERS[0], "more": "x" * 30_000}, {"backup_codes": ["Rosebud"]}]


@pytest.mark.held_by("pytest_webagent.report.store.reported", _in_full)
@pytest.mark.held_by("pytest_webagent.report.store.address", str)
@pytest.mark.held_by("pytest_webagent.agent.failure.reported", _in_full)
@pytest.mark.held_by("pytest_webagent.agent.failure.address", str)
@pytest.mark.parametrize("answer", GIVEN, ids=map(str, range(len(GIVEN))))
async def test_no_report_has_the_secrets_of_what_a_tool_gave(
    session: BrowserSession, site: Site, settings: Settings, answer: Any
) -> None:
    model, failed = await _run_with(session, site, settings, answer)
    assert "Rosebud" in "".join(each.text for each in model.requests[1].messages)
    told = str(failed) + json.dumps(store._run(failed.result, 1, None))
    assert "look_up" in told
    assert "***" in told
    assert "Rosebud" not in told


SAID = {
    "Password: at least 8 characters": True,
    'Your PIN : four figures. The password "hunter" is a bad one': True,
    "GET /cart?token=Rosebud": False,
    "password=Rosebud": False,
    '{"clientSecret": "Rosebud"}': False,
    "Authorization: Custom Rosebud": False,
    "X-Api-Key: Rosebud": False,
}
"""What tools say, and whether a report tells all of it."""


@pytest.mark.parametrize("text", SAID)
async def test_a_report_tells_what_was_said_in_words(
    session: BrowserSession, site: Site, settings: Settings, text: str
) -> None:
    _, failed = await _run_with(session, site, settings, text)
    outputs = [each["actions"][0]["output"] for each in store._run(failed.result, 1, None)["steps"][:1]]
    assert (outputs == [text]) is SAID[text]
    assert "Rosebud" not in str(failed) + str(outputs)


def test_what_is_no_secret_of_an_answer_is_told() -> None:
    answer = {"token_type": "bearer", "tokens": 5, "items": [{"name": "colour", "value": "red"}], "key": "A"}
    assert withheld(answer) == answer


LOGIN = """<h1>Login</h1><form onsubmit="event.preventDefault(); document.body.append('Welcome')">
<label>User name <input name=u></label><label>Password <input type=password></label><button>Sign in</button></form>"""


@pytest.mark.held_by("pytest_webagent.model.builtin.planner._secrets_of", lambda instruction: [])
@pytest.mark.parametrize(
    "goal",
    [
        'Enter "ann" into User name, enter "Rosebud" into Password and click Sign in',
        'Sign in as "ann" with password "Rosebud"',
    ],
)
async def test_builtin_does_not_say_what_it_types_into_a_secret_field(
    session: BrowserSession, site: Site, settings: Settings, goal: str
) -> None:
    await session.goto(site.page("/", LOGIN))
    agent = Agent(model=BuiltinModel(), session=session, tools=default_registry(), settings=settings)
    result = await agent.run(goal)
    said = " ".join(
        [
            step.reasoning + str(action.call.arguments["reasoning"])
            for step in result.steps
            for action in step.actions
        ]
    )
    assert "into field 'User name'" in said
    assert "Rosebud" not in said
