"""What an API answers as a secret is one from then on: it goes back to who answered, and is told nowhere."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from left_behind import files, parts

from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser.executable import find
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.secrets import Secret
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig
from pytest_webagent.recording.recording import text_of
from pytest_webagent.recording.recordings import Recordings
from pytest_webagent.testing import FunctionModel, call, element
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.toolsets import tools_of
from tests.conftest import Answer
from tests.security.test_secrets_left_behind import ARGUMENTS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.messages import ToolResult
    from pytest_webagent.ports import ModelRequest
    from tests.conftest import Request, Site

TOKEN = "Kq7vW2xZ9pTm4"
JSON = "application/json"
ANSWERED = "pytest_webagent.policy.answered_secrets"
unlearned = pytest.mark.held_by(
    "pytest_webagent.tools.web_api.api_call.learned", lambda vault, answer, *_, **__: (answer, [])
)
left_behind_by_redirects = pytest.mark.held_by(
    "pytest_webagent.tools.web_api.hops._goes_along", lambda call, name: True
)
in_any_place = pytest.mark.held_by(f"{ANSWERED}.may_hold", lambda name: True)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def pool() -> AsyncIterator[BrowserPool]:
    """What a page reaches is not what holds here."""
    pool = BrowserPool(Settings(network="open"))
    yield pool
    await pool.close()


@pytest.fixture
def settings(site: Site) -> Settings:
    return Settings()._replace(start_url=site.url, screenshots="off", answers="any")


class Shop:
    """A shop with an API whose log-in gives a token, in the hands of a model that does what it is told to."""

    def __init__(self, session: BrowserSession, settings: Settings, site: Site) -> None:
        self.session, self.settings, self.site = session, settings, site
        self.tokens = iter([TOKEN, "Second3Token8x", *(f"Next{at}Token7zQ" for at in range(9))])
        self.valid: list[str] = []
        self.ordered = False
        self.registry = tools_of(["default", "web_api", "web", "files", "browser_use"])
        config = ToolConfig(security=SecurityPolicy(allowed_domains=("localhost", "127.0.0.1")))
        self.context = ToolContext(
            session=session, settings=settings, permissions=Permissions.of(settings, config)
        )
        self.registry.bind(self.context)
        site.answer("/", self._home)
        site.answer("/login", self._log_in)
        site.answer("/orders", self._order)
        site.answer("/said", lambda request: Answer(request.body, content_type="text/plain"))

    def _log_in(self, _: Request) -> Answer:
        self.valid.append(next(self.tokens))
        answer = {"access_token": self.valid[-1], "token_type": "Bearer", "expires_in": 3600, "user": "ann"}
        return Answer(json.dumps(answer), content_type=JSON)

    def _order(self, request: Request) -> Answer:
        if request.headers.get("Authorization") != f"Bearer {self.valid[-1]}":
            return Answer('{"error": "no"}', status=401, content_type=JSON)
        self.ordered = True
        return Answer('{"order": 1001}', status=201, content_type=JSON)

    def _home(self, _: Request) -> Answer:
        """The order is shown once: the next test begins without it."""
        shown, self.ordered = self.ordered, False
        return Answer(f"<h1>Order 1001</h1><p>by {self.valid[-1]}</p>" if shown else "<h1>Shop</h1>")

    async def use(self, url: str, tool: str = "api_call", **arguments: Any) -> ToolResult:
        given = {"url": url, **arguments} if tool == "api_call" else arguments
        return await self.registry.execute(tool, **given)

    async def log_in(self) -> ToolResult:
        return await self.use("/login", method="POST", json={"user": "ann"})

    async def answers(self, answer: Any, *, status: int = 200, **arguments: Any) -> Any:
        """What the model reads of an answer."""
        text = answer if isinstance(answer, Answer) else Answer(json.dumps(answer), status, {}, JSON)
        self.site.answer("/api", text)
        result = await self.use("/api", **arguments)
        return result.error or result.output

    def sent(self, path: str) -> str:
        """All that the server was sent there."""
        told = [f"{each.query} {dict(each.headers)} {each.body.decode()}" for each in self.site.asked(path)]
        return "\n".join(told)


@pytest_asyncio.fixture(loop_scope="session")
async def shop(session: BrowserSession, settings: Settings, site: Site) -> Shop:
    shop = Shop(session, settings, site)
    await session.goto(site.url)
    return shop


@unlearned
async def test_a_token_is_used_by_its_name(shop: Shop) -> None:
    logged_in = await shop.log_in()
    assert logged_in.output["json"] == {
        "access_token": "%(access_token)s",
        "token_type": "Bearer",
        "expires_in": 3600,
        "user": "ann",
    }
    assert "no answer can report" in logged_in.output["withheld"]
    assert shop.site.url in logged_in.output["withheld"]
    ordered = await shop.use(
        "/orders", method="POST", headers={"Authorization": "Bearer %(access_token)s"}, json={"item": "mug"}
    )
    assert ordered.output["json"] == {"order": 1001}
    assert TOKEN not in ordered.text


PLACES = {
    "a header": {"headers": {"X-Auth-Token": "%(access_token)s"}},
    "a cookie": {"headers": {"Cookie": "a=b; session=%(access_token)s"}},
    "a parameter": {"params": {"key": "%(access_token)s"}},
    "one of several": {"params": {"tokens": ["a"], "access_token": ["b", "%(access_token)s"]}},
    "JSON": {"method": "POST", "json": {"variables": {"input": [{"refreshToken": "%(access_token)s"}]}}},
    "a form": {
        "method": "POST",
        "headers": {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"},
        "body": "grant_type=refresh+token&refresh_token=%(access_token)s",
    },
}


@pytest.mark.parametrize("given", PLACES.values(), ids=PLACES)
async def test_it_goes_where_a_request_has_secrets(shop: Shop, given: dict[str, Any]) -> None:
    await shop.log_in()
    result = await shop.use("/said", **given)
    assert result.error is None
    assert TOKEN in shop.sent("/said")
    assert TOKEN not in result.text


async def test_what_is_sent_beside_it_is_as_it_was(shop: Shop) -> None:
    await shop.log_in()
    await shop.use("/said", **PLACES["a form"])
    assert shop.site.asked("/said")[-1].body.decode() == f"grant_type=refresh+token&refresh_token={TOKEN}"


async def test_a_number_goes_back_as_a_number(shop: Shop) -> None:
    assert (await shop.answers({"pin": 493021}))["json"] == {"pin": "%(pin)s"}
    await shop.use("/said", method="POST", json={"pin": "%(pin)s", "token": "a %(pin)s"})
    assert json.loads(shop.site.asked("/said")[-1].body) == {"pin": 493021, "token": "a 493021"}


ELSEWHERE = {
    "what only stands beside a code": {
        "method": "POST",
        "json": {"label": "code", "text": "%(access_token)s"},
    },
    "a note with a scheme": {"headers": {"X-Note": "Bearer %(access_token)s"}},
    "a note": {"method": "POST", "json": {"note": "%(access_token)s"}},
    "a search": {"params": {"q": "%(access_token)s"}},
    "a header": {"headers": {"X-Note": "%(access_token)s"}},
    "a form's note": {
        "method": "POST",
        "headers": {"content-type": "application/x-www-form-urlencoded"},
        "body": "note=%(access_token)s",
    },
}


@in_any_place
@pytest.mark.parametrize("given", ELSEWHERE.values(), ids=ELSEWHERE)
async def test_it_goes_nowhere_else(shop: Shop, given: dict[str, Any]) -> None:
    await shop.log_in()
    result = await shop.use("/said", **given)
    assert "was not sent" in (result.error or "")
    assert shop.site.asked("/said") == []


@pytest.mark.parametrize(
    "given", [{"json": {"%(access_token)s": 1}}, {"body": "access_token=%(access_token)s"}]
)
async def test_it_is_no_name_and_in_no_other_text(shop: Shop, given: dict[str, Any]) -> None:
    await shop.log_in()
    result = await shop.use("/said", method="POST", **given)
    assert "was not sent" in (result.error or "")
    assert shop.site.asked("/said") == []


@pytest.mark.parametrize("given", [each for name, each in PLACES.items() if name != "a form"])
async def test_a_name_of_none_is_not_sent(shop: Shop, given: dict[str, Any]) -> None:
    result = await shop.use("/said", **given)
    assert "there is no secret %(access_token)s" in (result.error or "")
    assert shop.site.asked("/said") == []
    assert (await shop.use("/said", method="POST", json={"note": "100 %(of)s"})).error is None


@pytest.mark.held_by("pytest_webagent.policy.secrets.Vault.elsewhere", lambda *_: "")
@pytest.mark.parametrize("given", PLACES.values(), ids=PLACES)
async def test_another_origin_does_not_get_it(shop: Shop, given: dict[str, Any]) -> None:
    await shop.log_in()
    result = await shop.use(f"{shop.site.other_url}/said", **given)
    assert f"it belongs to {shop.site.url}, and this is {shop.site.other_url}" in (result.error or "")
    assert shop.site.asked("/said") == []


@left_behind_by_redirects
@pytest.mark.parametrize("name", ["Authorization", "X-Api-Key", "Key"])
async def test_a_redirect_to_another_origin_does_not_take_it_along(shop: Shop, name: str) -> None:
    await shop.log_in()
    shop.site.answer("/moved", Answer(status=307, headers={"location": f"{shop.site.other_url}/said"}))
    result = await shop.use("/moved", headers={name: "%(access_token)s"})
    assert result.output["status"] == 200
    assert TOKEN not in shop.sent("/said")


async def test_nor_what_was_sent(shop: Shop) -> None:
    await shop.log_in()
    shop.site.answer("/moved", Answer(status=307, headers={"location": f"{shop.site.other_url}/said"}))
    await shop.use("/moved", json={"access_token": "%(access_token)s"})
    assert TOKEN in shop.sent("/moved")
    assert TOKEN not in shop.sent("/said")


@pytest.mark.held_by("pytest_webagent.policy.secrets.Vault.refuse_in", lambda *_: None)
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("api_call", {"url": "/said?access_token=%(access_token)s"}),
        ("api_call", {"url": "/said/%(access_token)s"}),
        ("goto_url", {"page_name": "URL/said?access_token=%(access_token)s"}),
        ("file_write", {"path": "token.txt", "content": "%(access_token)s"}),
        ("press_key", {"key": "%(access_token)s"}),
    ],
)
async def test_no_other_argument_takes_it(shop: Shop, tool: str, arguments: dict[str, str]) -> None:
    await shop.log_in()
    told = {name: text.replace("URL", shop.site.url) for name, text in arguments.items()}
    result = await shop.registry.execute(tool, **told)
    assert "%(access_token)s is a secret" in (result.error or "")


async def test_a_secret_of_the_test_logs_in_at_its_origin(shop: Shop) -> None:
    shop.session.vault.add({"password": TOKEN, "user": Secret("ann@shop", field="login")})
    result = await shop.use("/said", method="POST", json={"password": "%(password)s", "login": "%(user)s"})
    assert result.error is None
    assert TOKEN in shop.sent("/said")
    assert "ann@shop" in shop.sent("/said")
    assert TOKEN not in str(result.output)


@pytest.mark.held_by("pytest_webagent.policy.secrets.Vault.elsewhere", lambda *_: "")
async def test_but_at_no_other(shop: Shop) -> None:
    shop.session.vault.add({"password": Secret(TOKEN, origin="https://login.example")})
    result = await shop.use("/said", method="POST", json={"password": "%(password)s"})
    assert "it belongs to https://login.example" in (result.error or "")
    assert shop.site.asked("/said") == []


async def test_its_origins_password_field_takes_it_and_no_other(shop: Shop) -> None:
    await shop.log_in()
    shop.site.page("/page", "<label>Token <input type=password id=t></label><label>Note <input id=n></label>")
    for origin, name, gets in (
        (shop.site.url, "Token", TOKEN),
        (shop.site.url, "Note", ""),
        (shop.site.other_url, "Token", ""),
    ):
        await shop.session.goto(f"{origin}/page")
        field = element(await shop.session.observe(), "textbox", name)
        result = await shop.registry.execute(
            "type", text="%(access_token)s", field_description=name, element_id=field.id
        )
        assert bool(result.error) is not bool(gets)
        assert await shop.session.page.locator(f"#{name[0].lower()}").input_value() == gets


FOUND = {
    "nested": ({"data": {"session": {"refreshToken": TOKEN}}}, {}),
    "in a list": ({"items": [{"client_secret": TOKEN}]}, {}),
    "several": ({"backup_codes": ["aB3-777-x1", TOKEN]}, {}),
    "with a scheme": ({"authorization": f"Bearer {TOKEN}"}, {}),
    "described": ([{"name": "api_key", "value": TOKEN}], {}),
    "held": ({"token": {"value": TOKEN, "expires": "2030-01-01"}}, {}),
    "in the place of several": ({"tokens": {"access": TOKEN, "refresh": "RRbb-1234-ccdd"}}, {}),
    "of what lets somebody in": ({"auth": {"key": TOKEN}}, {}),
    "a JWT": ({"access": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abd", "token": TOKEN}, {}),
    "in another charset": (
        Answer(
            f'{{"token": "{TOKEN}", "user": "Zo\xeb"}}'.encode("latin-1"),
            content_type=f"{JSON}; charset=iso-8859-1",
        ),
        {},
    ),
    "after a mark of the order of bytes": (
        Answer(f'\ufeff{{"token": "{TOKEN}"}}', content_type="text/plain"),
        {},
    ),
    "after what keeps scripts away": (Answer(f')]}}\',\n{{"token": "{TOKEN}"}}', content_type=JSON), {}),
    "in a line": (Answer(f'{{"token": "{TOKEN}"}}\n{{"a": 1}}\n', content_type="application/x-ndjson"), {}),
    "beside a large number": (Answer(f'{{"token": "{TOKEN}", "n": {"1" * 5000}}}', content_type=JSON), {}),
    "long": ({"token": TOKEN, "more": "x" * 60_000}, {}),
    "extracted": ({"token": TOKEN}, {"json_path": "$.token"}),
    "extracted with others": ({"user": {"token": TOKEN}}, {"json_path": "$..user"}),
    "of another status": ({"token": TOKEN}, {"expected_status": 201}),
    "a form": (Answer(f"access_token={TOKEN}&scope=a", content_type="application/x-www-form-urlencoded"), {}),
    "a header": (Answer("", headers={"X-Auth-Token": TOKEN}), {}),
    "a cookie": (Answer("", headers={"Set-Cookie": f"auth_token={TOKEN}; Path=/"}), {}),
    "a message of more": (Answer(json.dumps({"mfa_token": TOKEN}), 403, {}, JSON), {}),
}


@unlearned
@pytest.mark.parametrize(("answer", "given"), FOUND.values(), ids=FOUND)
async def test_it_is_found_wherever_it_stands(shop: Shop, answer: Any, given: dict[str, Any]) -> None:
    told = json.dumps(await shop.answers(answer, **given))
    assert "%(" in told
    assert TOKEN not in told
    assert "eyJ" not in told
    assert "%(" in shop.session.vault.conceal(TOKEN)


BROKEN = {
    "cut off": f'{{"token": "{TOKEN}", "more": [1, ',
    "too deep": f'{{"token": "{TOKEN}", "a": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "deep": f'{{"token": "{TOKEN}", "a": ' + "[" * 200 + "]" * 200 + "}",
    "of a script": f"{{'token': '{TOKEN}', more: 1}}",
    "a form": f"password=rosebud&token={TOKEN}",
}


@pytest.mark.held_by("pytest_webagent.tools.web_api.api_call.address", str)
@pytest.mark.parametrize("told", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("given", [{}, {"json_path": "$.a"}], ids=["text", "path"])
async def test_what_cannot_be_read_is_told_without_what_is_named_so(
    shop: Shop, told: str, given: Any
) -> None:
    kind = JSON if told.startswith("{") else "application/x-www-form-urlencoded"
    # A form's token is learned; what is masked alone is its word.
    hidden = TOKEN if kind == JSON else "rosebud"
    shown = json.dumps(await shop.answers(Answer(told, content_type=kind), **given))
    assert "***" in shown
    assert hidden not in shown


WORDS = {
    "words and a year": {"mfa": "enabled", "pin": 2024, "signature": "Ann Example", "password": "rosebud"},
    "what others write": {"name": "token", "text": "Add to cart", "content": "Order-1001"},
    "a sentence": {"name": "token", "value": "Add 2 to cart"},
    "what is too long": {"signature": "data:image/png;base64," + "aB3/" * 5000},
}


@pytest.mark.held_by(f"{ANSWERED}._is_sure", lambda text, place: True)
@pytest.mark.held_by(f"{ANSWERED}._LONGEST", 1_000_000)
@pytest.mark.parametrize("answer", WORDS.values(), ids=WORDS)
async def test_what_may_stand_anywhere_is_masked_and_learned_nowhere(shop: Shop, answer: Any) -> None:
    told = await shop.answers(answer)
    masked = {name: text for name, text in told["json"].items() if text == "***"}
    assert {*answer} - {*masked} <= {"name"}
    assert "withheld" not in told
    for text in answer.values():
        assert shop.session.vault.conceal(f"It is {text}") == f"It is {text}"


ORDINARY = [
    {"token": None, "has_password": True, "pin": 12, "secret": ""},
    {"token_type": "Bearer", "expires_in": 3600, "max_tokens": 5, "auth": "Basic", "token": "***"},
    {"password": "Password", "forgot_password": "Forgot your password?", "name": "password"},
    {"authorization_endpoint": "https://a.example/in", "token_endpoint_auth_methods_supported": ["none"]},
    {
        "auth_provider": "Google",
        "authorized_by": "Anna Reid",
        "token_balance": 12000,
        "cookie_consent": "all of it",
    },
    {"password_changed_at": "2026-01-02T03:04:05Z", "key": "abcdef", "code": "SPRING20"},
]


@pytest.mark.parametrize("answer", ORDINARY, ids=map(str, range(len(ORDINARY))))
async def test_what_is_no_secret_is_read(shop: Shop, answer: Any) -> None:
    result = await shop.answers(answer)
    assert result["json"] == answer
    assert "withheld" not in result


@pytest.mark.parametrize(
    "said", ["is required", ["can't be blank", "must have 8 characters"], "invalid_token", "too-short"]
)
async def test_what_a_refusal_says_of_a_secret_is_read(shop: Shop, said: Any) -> None:
    answer = {"errors": {"password": said}}
    assert (await shop.answers(answer, status=422))["json"] == answer


async def test_names_are_words_and_each_has_one_value(shop: Shop) -> None:
    await shop.log_in()
    again = (await shop.log_in()).output["json"]["access_token"]
    assert again == "%(access_token_2)s"
    shop.site.answer("/said", Answer(json.dumps({"X-Auth Token": "Second3Token8x"}), content_type=JSON))
    assert (await shop.use(f"{shop.site.other_url}/said")).output["json"] == {"X-Auth Token": again}
    assert (await shop.answers({"2fa-code": "aB3777x1"}))["json"] == {"2fa-code": "%(_2fa_code)s"}
    assert (await shop.answers({"sid": f"basic-{TOKEN}"}))["json"] == {"sid": "%(sid)s"}


@pytest.mark.held_by(f"{ANSWERED}._MOST", 1_000_000)
async def test_one_answer_does_not_teach_too_many(shop: Shop) -> None:
    users = [{"user": f"u{at}", "api_key": f"aB3-{at:04}-Xy"} for at in range(33)]
    told = (await shop.answers(users))["json"]
    assert [each["user"] for each in told] == [each["user"] for each in users]
    assert told[-1]["api_key"] == "***"
    assert "Xy" not in json.dumps(told)


@pytest.mark.held_by("pytest_webagent.policy.secrets.Vault.forget", lambda *_: None)
async def test_the_newest_can_be_sent_and_the_oldest_stays_withheld(shop: Shop) -> None:
    shop.session.vault.add({"password": "Hunter-22-Zebra"})
    await shop.log_in()
    await shop.answers([{"api_key": f"aB3-{at:04}-Xy"} for at in range(30)])
    assert (await shop.log_in()).output["json"]["access_token"] == "%(access_token_2)s"
    new = await shop.use("/said", params={"token": "%(access_token_2)s", "password": "%(password)s"})
    assert new.error is None
    old = await shop.use("/said", params={"token": "%(access_token)s"})
    assert "there is no secret %(access_token)s" in (old.error or "")
    assert shop.session.vault.conceal(TOKEN) == "%(access_token)s"


IDENTIFIERS = [
    {"session_id": "a81bc81b-dead", "sessionId": 12345},
    {
        "token_id": "tk-12345",
        "accessKeyId": "AKIA1234",
        "tokenAddress": "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    },
    {"authorization": {"status": "approved", "id": "auth_12345-67890", "amount": 1999}},
    {"auth": {"user": {"name": "Ann Example", "email": "ann@example.com", "role": "admin1"}}},
    {"token": {"id": 1234, "name": "ci-token-1-of-12", "created_at": "2026-01-01T00:00:00Z"}},
    {"tokens": {"input": 1234, "output": 5678}},
]


@pytest.mark.parametrize("answer", IDENTIFIERS, ids=map(str, range(len(IDENTIFIERS))))
async def test_what_identifies_a_thing_is_read(shop: Shop, answer: Any) -> None:
    assert (await shop.answers(answer))["json"] == answer


async def test_but_not_in_a_header_or_cookie(shop: Shop) -> None:
    headers = {"X-Session-Id": "a81bc81b-dead", "Set-Cookie": "session_id=b92cd92c-dead; Path=/"}
    told = json.dumps((await shop.answers(Answer("", headers=headers)))["headers"])
    assert "-dead" not in told


async def test_what_a_page_sends_decoded_is_learned_so(shop: Shop) -> None:
    await shop.answers(Answer("", headers={"Set-Cookie": "XSRF-TOKEN=eyJpdiI6Ik1abc%3D; Path=/"}))
    await shop.use("/said", headers={"X-XSRF-TOKEN": "%(XSRF_TOKEN)s"})
    assert shop.site.asked("/said")[-1].headers["X-XSRF-TOKEN"] == "eyJpdiI6Ik1abc="


@pytest.mark.parametrize(
    ("given", "helps"),
    [
        ({"json": {"pass": "%(password)s"}}, "Secret(..., field='pass')"),
        ({"body": "password=%(password)s"}, "No Content-Type was given"),
    ],
)
async def test_a_refusal_says_what_helps(shop: Shop, given: dict[str, Any], helps: str) -> None:
    shop.session.vault.add({"password": TOKEN})
    assert helps in ((await shop.use("/said", method="POST", **given)).error or "")


TO_OTHERS: dict[str, dict[str, Any]] = {
    "another's field": {"nickname": "%(password)s"},
    "a sentence": {"token": "My password is %(password)s"},
    "two": {"token": "%(password)s %(password)s"},
    "no cookie": {"cookie_of_all": "a=%(password)s"},
    "what only stands beside it": {"label": "code", "text": "%(password)s"},
}


@pytest.mark.held_by(f"{ANSWERED}._ALONE", re.compile(r"(?s).*?%\((\w+)\)s.*"))
@pytest.mark.held_by(f"{ANSWERED}.may_hold", lambda name: True)
@pytest.mark.parametrize("given", TO_OTHERS.values(), ids=TO_OTHERS)
async def test_a_password_goes_alone_and_where_its_own_name_says_so(
    shop: Shop, given: dict[str, Any]
) -> None:
    shop.session.vault.add({"password": TOKEN, "user": Secret("ann@shop", field="nickname")})
    result = await shop.use("/said", method="POST", json=given | {"login": "ann"})
    assert "was not sent" in (result.error or "")
    assert shop.site.asked("/said") == []


@left_behind_by_redirects
async def test_a_redirect_takes_no_header_along_that_a_field_names(shop: Shop) -> None:
    shop.session.vault.add({"customer": Secret(TOKEN, field="X-Customer")})
    shop.site.answer("/moved", Answer(status=307, headers={"location": f"{shop.site.other_url}/said"}))
    assert (await shop.use("/moved", headers={"X-Customer": "%(customer)s"})).error is None
    assert TOKEN in shop.sent("/moved")
    assert TOKEN not in shop.sent("/said")


@unlearned
async def test_a_page_that_shows_it_is_seen_without_it(shop: Shop) -> None:
    await shop.log_in()
    await shop.session.goto(shop.site.page("/page", f"<p>Your token is {TOKEN}</p>"))
    seen = await shop.session.observe()
    assert TOKEN not in seen.text
    assert "%(access_token)s" in seen.text


@unlearned
async def test_a_goal_that_asks_for_it_gets_its_name(shop: Shop) -> None:
    steps = iter([call("api_call", url="/login"), call("stop", answer="%(access_token)s, a Bearer token")])
    model = FunctionModel(lambda _: next(steps))
    agent = Agent(
        model=model, session=shop.session, tools=shop.registry, settings=shop.settings, context=shop.context
    )
    result = await agent.run("Log in by the API. Report the access token and its type")
    assert result.answer == "%(access_token)s, a Bearer token"
    told = "".join(message.text for request in model.requests for message in request.messages)
    assert "no answer can report" in told
    assert TOKEN not in told + repr(agent.runs)


def _orders(request: ModelRequest) -> Any:
    """Logs in by the API, orders, and reads the order off the page."""
    at = sum(message.role == "assistant" for message in request.messages)
    if at < 3:
        return [
            call("api_call", url="/login", method="POST", json={"user": "ann"}),
            call(
                "api_call", url="/orders", method="POST", headers={"Authorization": "Bearer %(access_token)s"}
            ),
            call("refresh"),
        ][at]
    heading = element(request.observation, "heading")
    return call("stop", answer="Order 1001", evidence=[{"op": "text", "elements": [heading.id]}])


async def _worked(shop: Shop, recordings: Recordings, pool: BrowserPool, think: Any) -> Any:
    session = await pool.new_session(shop.settings)
    await session.goto(shop.site.url)
    tools = tools_of(["default", "web_api"])
    agent = Agent(
        model=FunctionModel(think),
        session=session,
        tools=tools,
        settings=shop.settings._replace(answers="derived", record=recordings.mode),
        recordings=recordings,
    )
    result = await agent.run(
        "Log in by the API, order a mug by it, load the page again. What is the heading?"
    )
    await session.close()
    return result, agent


def _nobody(_: ModelRequest) -> Any:
    raise AssertionError("a replay asks no model")


async def test_a_replay_learns_it_anew(shop: Shop, pool: BrowserPool) -> None:
    made = Recordings("all")
    result, agent = await _worked(shop, made, pool, _orders)
    recorded = made.recorded(looks=False)
    text = text_of(recorded)
    assert "Bearer %(access_token)s" in text
    replayed, _ = await _worked(shop, Recordings("none", recorded), pool, _nobody)
    assert replayed.answer == "Order 1001"
    assert replayed.model != result.model
    assert shop.site.asked("/orders")[-1].headers["Authorization"] == "Bearer Second3Token8x"
    assert TOKEN not in text + repr(agent.runs)


CONFTEST = """
import pytest
from pytest_webagent.testing import FunctionModel
from tests.security.test_answered_secrets import _orders

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(_orders)
"""
TEST = """
import logging

GOAL = "Log in by the API, order a mug by it, load the page again. What is the heading?"

async def test_passes(agent):
    assert (await agent.run(GOAL)).answer == "Order 1001"

async def test_fails(agent, browser_session, record_property):
    result = await agent.run(GOAL)
    said = await browser_session.page.locator("p").inner_text()
    print("printed", said, repr(agent.runs), browser_session.observation.text)
    logging.getLogger("app").error("logged %s", said)
    record_property("told", said)
    assert result.answer == said
"""


@pytest.fixture
def left_behind(pytester: pytest.Pytester, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What tests leave behind whose model logs in by an API, by the file."""
    monkeypatch.setenv("WEBAGENT_BROWSER_PATH", find(Settings()).name)
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_order=TEST)
    own = ("--webagent-tools=default,web_api", f"--webagent-start-url={shop.site.url}")
    ran = pytester.runpytest_inprocess("-p", "no:cacheprovider", *own, *ARGUMENTS)
    said = {
        inner: data.decode("utf-8", "replace")
        for name, whole in files(pytester.path).items()
        if not name.endswith(".py")
        for inner, data in parts(name, whole)
    }
    return said | {"terminal": ran.stdout.str() + ran.stderr.str()}


@pytest.mark.held_by("pytest_webagent.policy.secrets.Vault.conceal", lambda self, value, **_: value)
def test_nothing_that_is_left_says_it(left_behind: dict[str, str], shop: Shop) -> None:
    assert len(shop.valid) > 2
    leaks = [name for name, text in left_behind.items() for token in shop.valid if token in text]
    assert leaks == []
    assert "1 failed, 1 passed" in left_behind["terminal"]
    for ending in (".yaml", "trajectory.json", ".jsonl", "pytest.html", "junit.xml", "log.txt", "terminal"):
        assert any(
            "%(access_token)s" in text for name, text in left_behind.items() if name.endswith(ending)
        ), ending
