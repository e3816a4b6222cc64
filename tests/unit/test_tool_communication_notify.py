"""The tool notify, through Apprise, to real HTTP endpoints on loopback."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from lone_tools import Calls

from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig
from pytest_webagent.tools.communication import notify
from tests.conftest import Answer

if TYPE_CHECKING:
    from tests.conftest import Request, Site

SECRETS = ("s3cretUser", "s3cretPass", "t0ken-in-path", "t0ken-in-query")


def hook(site: Site, path: str = "/hook") -> str:
    """The URL of a service on the site, full of secrets."""
    host = site.url.removeprefix("http://")
    return f"json://s3cretUser:s3cretPass@{host}{path}/t0ken-in-path?+X-Key=t0ken-in-query"


def calls(*lines: str, config: ToolConfig | None = None, **settings: Any) -> Calls:
    return Calls(notify.TOOLS, Settings()._replace(notify_urls=lines, **settings), config)


def serve(site: Site, path: str = "/hook", **answer: Any) -> str:
    site.answer(f"{path}/t0ken-in-path", Answer(**answer))
    return hook(site, path)


async def test_a_message_is_sent_to_the_configured_service(site: Site):
    tools = calls(f"ops = {serve(site)}")
    result = await tools.do(
        "notify", message="The total is wrong\n\\n & <b>", title="Nightly", kind="failure"
    )
    assert result == {"success": True, "sent": ["ops"], "failed": []}
    (request,) = site.asked("/hook/t0ken-in-path")
    sent = json.loads(request.body)
    assert (sent["title"], sent["message"], sent["type"]) == (
        "Nightly",
        "The total is wrong\n\\n & <b>",
        "failure",
    )
    assert request.headers["X-Key"] == "t0ken-in-query"
    assert tools.context.call.risk == "HIGH"


async def test_without_a_label_all_services_get_it_and_with_one_only_that(site: Site):
    tools = calls(serve(site), f"ops = {serve(site, '/ops')}", serve(site, "/third"))
    assert (await tools.do("notify", message="hello"))["sent"] == ["json", "ops", "json-3"]
    assert (await tools.do("notify", message="hello", target="ops"))["sent"] == ["ops"]
    assert [len(site.asked(f"/{path}/t0ken-in-path")) for path in ("hook", "ops", "third")] == [1, 2, 1]


async def test_the_failure_of_one_of_several_is_told(site: Site):
    tools = calls(
        f"good = {serve(site)}", f"bad = {serve(site, '/bad', status=500)}", "dead = json://127.0.0.1:1/x"
    )
    result = await tools.do("notify", message="hello")
    assert (result["success"], result["sent"]) == (False, ["good"])
    assert [each["target"] for each in result["failed"]] == ["bad", "dead"]
    assert "500" in result["failed"][0]["reason"]
    assert all(secret not in json.dumps(result) for secret in SECRETS)


async def test_when_nobody_got_it_that_is_an_error_without_secrets(site: Site, caplog):
    caplog.set_level(logging.DEBUG)
    tools = calls(
        f"bad = {serve(site, status=401)}", "odd = nosuch://s3cretUser:s3cretPass@host/t0ken-in-path"
    )
    error = await tools.fail("notify", message="hello")
    assert "the message was sent to nobody: 'bad': " in error
    assert "'odd': Apprise cannot use its URL" in error
    await tools.fail("notify", message="hello", target="bad")
    assert all(secret not in error + caplog.text for secret in SECRETS)
    assert logging.getLogger("urllib3").level == logging.NOTSET


@pytest.mark.parametrize("url", ["sns://t0ken/a/b/c", "twilio://t0ken:x@+1"])
async def test_a_url_that_its_service_does_not_take_is_shown_nowhere(url: str, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    calls = Calls(notify.TOOLS, Settings()._replace(notify_urls=(url,)))
    error = await calls.fail("notify", message="hi")
    assert "the message was sent to nobody" in error
    assert "t0ken" not in error + caplog.text + "".join(capfd.readouterr())


async def test_a_service_that_does_not_answer_is_given_up(site: Site, monkeypatch):
    monkeypatch.setattr(notify, "_SECONDS", 0.3)
    release = threading.Event()
    tools = calls(f"slow = {serve(site, release=release)}", f"good = {serve(site, '/good')}")
    try:
        result = await tools.do("notify", message="hello")
    finally:
        release.set()
    assert result["sent"] == ["good"]
    assert result["failed"][0]["target"] == "slow"
    assert "did not finish within" in result["failed"][0]["reason"]


async def test_sending_can_be_cancelled(site: Site):
    release, asked = threading.Event(), threading.Event()

    def slow(_: Request) -> Answer:
        asked.set()
        release.wait(10)
        return Answer()

    site.answer("/hook/t0ken-in-path", slow)
    level = logging.getLogger("urllib3").level
    sending = asyncio.create_task(calls(hook(site)).use("notify", message="hello"))
    try:
        assert await asyncio.to_thread(asked.wait, 10)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
    finally:
        release.set()
    assert logging.getLogger("urllib3").level == level


async def test_a_dry_run_sends_nothing(site: Site):
    tools = calls(f"ops = {serve(site)}", dry_run=True)
    error = await tools.fail("notify", message="hello")
    assert "would send to 'ops': 'hello'" in error
    assert site.requests == []


async def test_it_leaves_no_files(site: Site, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    await calls(serve(site)).do("notify", message="hello")
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"target": "json://evil.example/"}, "there is no target 'json://evil.example/'"),
        ({"target": "opps"}, "did you mean 'ops'"),
        ({"target": ""}, "there is no target ''"),
        ({"target": "x" * 10_000}, "there is no target"),
        ({"message": ""}, "message is empty"),
        ({"message": " \n"}, "message is empty"),
        ({"message": "x" * 10_001}, "10000 can be sent"),
        ({"title": "x" * 251}, "250 can be sent"),
        ({"message": 7}, "'message' must be a string"),
        ({"kind": "fire"}, "'kind' must be one of"),
        ({"attach": "file:///etc/passwd"}, "there is no argument 'attach'"),
    ],
)
async def test_wrong_arguments_are_refused_before_anything_is_sent(
    site: Site, arguments: dict[str, Any], problem: str
):
    tools = calls(f"ops = {serve(site)}")
    error = await tools.fail("notify", **{"message": "hello", **arguments})
    assert problem in error
    assert len(error) < 500
    assert site.requests == []


async def test_without_a_configured_service_nobody_can_be_notified():
    assert "its setting notify_urls" in await calls().fail("notify", message="hello")


@pytest.mark.parametrize(
    "lines", [("s3cretPass",), ("a b = json://s3cretPass",), ("ops = json://a", "ops = json://s3cretPass")]
)
async def test_a_setting_that_cannot_be_used_is_refused_without_showing_it(lines: tuple[str, ...]):
    with pytest.raises(ConfigError, match="notify_urls: line") as caught:
        await calls(*lines).use("notify", message="hello")
    assert "s3cret" not in str(caught.value)


async def test_the_network_can_be_forbidden(site: Site):
    config = ToolConfig(security=SecurityPolicy(allow_network_access=False))
    assert "allow_network_access" in await calls(serve(site), config=config).fail("notify", message="hello")
    assert site.requests == []


async def test_without_its_library_it_says_how_to_install_it(site: Site, monkeypatch):
    monkeypatch.setitem(sys.modules, "apprise", None)
    error = await calls(serve(site)).fail("notify", message="hello")
    assert "needs apprise, which is not installed: pip install 'pytest-webagent[tools]'" in error
