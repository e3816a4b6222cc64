"""The URLs of servers that tests work with hold passwords and keys: no message says them, and nothing that a run leaves behind."""

from __future__ import annotations

import shlex
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from left_behind import CANARY, files, leaks
from loopback import LoopbackServer
from model_server import fails, raw
from openai_requests import Pauses, request

from pytest_webagent.browser.executable import describe, find
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import BrowserError, ConfigError, ModelError
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.policy.secrets import Vault
from pytest_webagent.setting import server_address

if TYPE_CHECKING:
    from model_server import Answer, ModelServer

    from tests.conftest import Site

ARGUMENTS = shlex.split(
    "--html=out/pytest.html --self-contained-html --junitxml=out/junit.xml --log-file=out/log.txt --log-level=DEBUG -l -vv "
    "--webagent-output=out/results --webagent-screenshots=off --webagent-record=off -rA -p no:cacheprovider -p no:playwright"
)
TEST = """
async def test_it(agent):
    await agent.run("What does the status say?")
"""
SERVED = (
    raw("<!doctype html><html><body>Log in</body></html>", content_type="text/html"),
    fails(401, f"ann may not come in with {CANARY}"),
    fails(404, "there is no such model"),
)


def keyed(url: str, secret: str = quote(CANARY, safe="")) -> str:
    """The URL, with a user name, a password and a key in it."""
    return f"{url.replace('://', f'://ann:{secret}@')}?key={secret}"


def left_by(pytester: pytest.Pytester, site: Site, *arguments: str) -> dict[str, bytes]:
    """All that a run of a test that fails says, by the file; its page shows the password."""
    page = site.page("/", f"<h1>Account</h1><p role=status>{CANARY}</p>")
    pytester.makepyfile(test_it=TEST)
    ran = pytester.runpytest_inprocess(f"--webagent-start-url={page}", *ARGUMENTS, *arguments)
    assert ran.ret == 1
    terminal = ran.stdout.str() + ran.stderr.str()
    said = files(pytester.path, but=("test_it.py",)) | {"terminal": terminal.encode()}
    assert {"out/pytest.html", "out/junit.xml", "out/log.txt"} <= {*said}
    assert any(name.endswith("trajectory.json") for name in said)
    return said


@pytest.fixture(autouse=True)
def _browser(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of another home directory, which pytester gives, Playwright does not find its own.
    monkeypatch.setenv("WEBAGENT_BROWSER_PATH", find(Settings()).name)


@pytest.mark.held_by("pytest_webagent.policy.secrets.server_secrets", lambda settings: {})
@pytest.mark.parametrize("answer", SERVED, ids=["page", "refusal", "no model"])
def test_a_run_whose_model_fails_says_nothing_of_its_url(
    pytester: pytest.Pytester, site: Site, model_server: ModelServer, answer: Answer
) -> None:
    model_server.script(answer)
    url = keyed(model_server.url)
    said = left_by(pytester, site, "--webagent-model=small", f"--webagent-model-url={url}")
    assert f"{model_server.url}/chat/completions?key=".encode() in said["out/log.txt"]
    assert b"ModelError" in said["terminal"]
    assert leaks(said) == set()


@pytest.mark.held_by("pytest_webagent.policy.secrets.server_secrets", lambda settings: {})
def test_a_run_whose_model_is_not_there_says_nothing_of_its_url(
    pytester: pytest.Pytester, site: Site
) -> None:
    url = keyed("http://127.0.0.1:9/v1")
    said = left_by(pytester, site, "--webagent-model=small", f"--webagent-model-url={url}")
    assert b"is http://127.0.0.1:9/v1 its address?" in said["terminal"]
    assert leaks(said) == set()


@pytest.mark.held_by("pytest_webagent.model.openai_client.server_address", str)
@pytest.mark.parametrize("answer", [None, SERVED[0], SERVED[2]], ids=["down", "page", "no model"])
async def test_a_failure_names_the_url_without_its_password(
    model_server: ModelServer, answer: Answer | None
) -> None:
    url = "http://127.0.0.1:9/v1" if answer is None else model_server.url
    model_server.script(*filter(None, [answer]))
    # A plain word, which nothing else withholds.
    model = OpenAIModel(Settings(model="small", model_url=keyed(url, "Rosebud")), sleep=Pauses())
    with pytest.raises(ModelError) as caught:
        await model.complete(request())
    await model.close()
    assert "Rosebud" not in str(caught.value)
    assert url in str(caught.value)


@pytest.mark.held_by("pytest_webagent.model.openai_client.secrets_of", lambda url: ())
async def test_a_server_that_repeats_the_password_is_not_repeated(model_server: ModelServer) -> None:
    model_server.script(SERVED[1])
    model = OpenAIModel(Settings(model="small", model_url=keyed(model_server.url)), sleep=Pauses())
    with pytest.raises(ModelError, match=r"ann may not come in with \*\*\*") as caught:
        await model.complete(request())
    await model.close()
    assert CANARY not in str(caught.value)


@pytest.mark.held_by("pytest_webagent.policy.secrets.server_secrets", lambda settings: {})
@pytest.mark.parametrize("setting", ["model_url", "grounder_url", "connect", "OPENAI_BASE_URL"])
@pytest.mark.parametrize(
    "url", ["http://ann:{}@host/v1", "http://{}@host/v1", "http://host/v1?api-key={}&x=1"]
)
def test_what_lets_in_is_withheld(setting: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = url.format(quote(CANARY, safe=""))
    if setting.isupper():
        monkeypatch.setenv(setting, given)
    vault = Vault(Settings() if setting.isupper() else Settings(**{setting: given}))
    name = setting if setting.isupper() else f"webagent_{setting}"
    assert vault.conceal(f"It is {CANARY}.") == f"It is %({name})s."
    assert vault.values == []


@pytest.mark.held_by("pytest_webagent.policy.server_secrets.is_strong", bool)
@pytest.mark.parametrize(
    "url", ["http://admin:Secret@host/v1", "http://host/v1?api-version=2025-01-01&key=no"]
)
def test_what_is_no_secret_is_told_as_ever(url: str) -> None:
    text = "admin, no Secret since 2025-01-01"
    assert Vault(Settings(model_url=url)).conceal(text) == text


TORN = [
    "notaurl:S3cr3tPW@@?token=S3cr3tPW",
    "ws:S3cr3tPW@127.0.0.1",
    "ws://[S3cr3tPW",
    "ws://ann:S3cr3tPW/7@127.0.0.1:9",
    "http://ann:/S3cr3tPW@127.0.0.1:9/v1",
    "http://ann:1?S3cr3tPW@127.0.0.1:9/v1",
    "S3cr3tPW",
]


@pytest.mark.parametrize("address", TORN)
def test_nothing_is_told_of_what_cannot_be_taken_apart(address: str) -> None:
    assert server_address(address) == "an address that is not shown"
    assert describe(Settings(connect=address)) == "at an address that is not shown"


@pytest.mark.held_by("pytest_webagent.browser.executable.server_address", str)
@pytest.mark.parametrize("address", TORN[:4])
async def test_a_browser_that_cannot_be_asked_is_a_mistake_of_the_setting(address: str) -> None:
    pool = BrowserPool(Settings(connect=address))
    with pytest.raises(
        ConfigError, match=r"webagent_connect must be an address such as ws://.*not"
    ) as caught:
        await pool.new_session(Settings())
    await pool.close()
    assert "S3cr3tPW" not in str(caught.value)


@pytest.mark.held_by("pytest_webagent.browser.executable.server_address", str)
@pytest.mark.parametrize("address", [f"notaurl:{CANARY}@@?token={CANARY}", f"ws://ann:{CANARY}@[/"])
def test_a_run_without_its_browser_says_nothing_of_its_address(
    pytester: pytest.Pytester, site: Site, address: str
) -> None:
    said = left_by(pytester, site, f"--webagent-connect={address}")
    assert b"webagent_connect must be" in said["terminal"]
    assert leaks(said) == set()


class _Refuses(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_error(401)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.held_by("pytest_webagent.browser.pool.server_address", str)
@pytest.mark.parametrize("scheme", ["ws", "http"])
async def test_a_browser_that_refuses_is_told_without_the_password(scheme: str) -> None:
    with closing(LoopbackServer(_Refuses)) as server:
        place = server.origin.replace("http", scheme)
        pool = BrowserPool(Settings(connect=keyed(place, "S3cr3tPW")))
        with pytest.raises(BrowserError, match=rf"no browser answers at {place}.*401") as caught:
            await pool.new_session(Settings())
        await pool.close()
    assert "S3cr3tPW" not in str(caught.value)
