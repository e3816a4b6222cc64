"""Bad input as a user meets it: in the terminal, and in the files a run leaves behind."""

from __future__ import annotations

import json
import re
import socket
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from model_server import calls, fails, refuses_images, refuses_tools, says, wants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from model_server import Answer, ModelServer

    from tests.plugin.conftest import Site, Suite

CERTIFICATE = Path(__file__).parents[1] / "browser" / "self_signed.pem"
PRESS = "<button onclick=\"said.textContent = 'pressed'\">Last</button><p role=status id=said></p>"

BROWSER = """
import os
import signal
import pytest
from pytest_webagent.errors import ConfigError
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.testing import FunctionModel, call, element

PAGES = {
    "Down": DOWN, "Untrusted": UNTRUSTED, "Circle": "/circle", "Restless": "/restless", "Checkout": "/counter"
}
pytestmark = pytest.mark.webagent(start_url=URL, pages=PAGES, settle_timeout=1)

def think(request):
    \"\"\"Press the button once, then go to the page that is the goal.\"\"\"
    if element(request.observation, "status").text == "0":
        return call("click", element_id=element(request.observation, "button").id, description="the button")
    return call("goto_url", page_name=request.goal)

class TestGoing:
    @pytest.fixture
    def model_client(self):
        return FunctionModel(think)

    async def test_down(self, agent):
        await agent.run("Down")

    async def test_untrusted(self, agent):
        await agent.run("Untrusted")

    @pytest.mark.webagent(ignore_https_errors=True)
    async def test_trusting(self, agent, browser_session):
        await browser_session.goto(UNTRUSTED)
        assert await browser_session.page.inner_text("h1") == "Secure"

    async def test_circle(self, agent):
        await agent.run("Circle")

    # Until it gives up, such a page takes all of a processor.
    @pytest.mark.webagent(settle_timeout=0.3)
    async def test_restless(self, agent):
        await agent.run("Restless")

    async def test_killed(self, agent, browser_session):
        cdp = await browser_session.context.browser.new_browser_cdp_session()
        processes = (await cdp.send("SystemInfo.getProcessInfo"))["processInfo"]
        (main,) = [process["id"] for process in processes if process["type"] == "browser"]
        browser_session.page.on("request", lambda _: os.kill(main, signal.SIGKILL))
        await agent.run("Checkout")

    async def test_after_killed(self, browser_session):
        assert await browser_session.page.inner_text("h1") == "Counter"

@pytest.fixture
def model_client():
    return BuiltinModel()

async def test_link_down(agent):
    await agent.run("Click 'Add one', click 'Down' and report the heading")

async def test_unknown_page(agent):
    await agent.run("Click 'Add one' and go to the Chekout page")

async def test_no_answer(agent):
    await agent.run("Click 'Add one'. What is the price of the mug?")

async def test_alerts(agent):
    await agent.run("Click 'Alerts', click 'Again' and report the heading")

@pytest.mark.webagent(dialogs="accept")
async def test_alerts_accepted(agent):
    await agent.run("Click 'Alerts', click 'Again' and report the heading")

@pytest.mark.webagent(start_url="about:blank")
async def test_last_tab_closed(agent, browser_session):
    await browser_session.page.set_content("<button onclick='window.close()'>Close</button>")
    await agent.run("Click 'Close' and report the heading")

async def test_popup_closed(agent):
    assert (await agent.run("Click 'Popup', click 'Close' and report the heading")).answer == "Counter"

async def test_download(agent):
    assert (await agent.run("Click 'Report' and report the heading")).answer == "Counter"

async def test_huge(agent):
    assert (await agent.run("Click 'Huge', click 'Last' and report the status")).answer == "pressed"

async def test_elements(agent):
    assert (await agent.run("Click 'Elements', click 'Last' and report the status")).answer == "pressed"

@pytest.mark.webagent(start_url="/download")
async def test_start_download(agent): ...

@pytest.mark.webagent(start_url=UNTRUSTED)
async def test_start_untrusted(agent): ...

@pytest.mark.webagent(start_url="/missing")
async def test_start_missing(agent):
    await agent.run("Report the heading")

async def test_goal_empty(agent):
    await agent.run("")

async def test_goal_none(agent):
    with pytest.raises(ConfigError, match="takes the goal as a text.* list: .'Click'."):
        await agent.run(["Click"])
    await agent.run(None)

async def test_result_itself(agent):
    assert await agent.run("Report the heading")

@pytest.mark.webagent(allowed_origins=["shop"])
async def test_no_origin(agent):
    await agent.run("Report the heading")
"""

# For each inner test: its error, how the message begins, what else it says, and the tools of the steps kept.
Told = tuple[str, str, str, list[str] | None]
PRESSED = ["click", "goto_url"]
IN_THE_BROWSER: dict[str, Told] = {
    "TestGoing.test_down": (
        "EnvironmentFailure",
        "environment: could not open DOWN: nothing listens there",
        "Is the application running, on that port?",
        PRESSED,
    ),
    "TestGoing.test_untrusted": (
        "EnvironmentFailure",
        "environment: could not open UNTRUSTED: the server's certificate is not trusted (ERR_CERT_",
        "set webagent_ignore_https_errors",
        PRESSED,
    ),
    "TestGoing.test_circle": (
        "EnvironmentFailure",
        "environment: could not open SITE/circle: the server redirects in a circle",
        "Check its redirects",
        PRESSED,
    ),
    "TestGoing.test_restless": (
        "EnvironmentFailure",
        "environment: the page at SITE/restless",
        "Look for a redirect by script that goes in a circle",
        PRESSED,
    ),
    "TestGoing.test_killed": (
        "BrowserError",
        "browser_error: the browser's process ended in the middle of the test",
        "the next test starts a new one",
        PRESSED,
    ),
    "test_link_down": (
        "EnvironmentFailure",
        "environment: could not open DOWN: nothing listens there",
        "Is the application running, on that port?",
        ["click", "click", "wait", "stop"],
    ),
    "test_unknown_page": (
        "Inconclusive",
        "not_understood: Part 2 of 2 of the goal, 'go to the Chekout page': nothing on the page fits",
        "There is no page 'Chekout' (did you mean 'Checkout'?). The page names are: Down, ",
        ["click", "wait", "goto_url", "stop"],
    ),
    "test_no_answer": (
        "Inconclusive",
        "not_understood: Part 2 of 2 of the goal, 'What is the price of the mug?': nothing on the page fits",
        "say it more exactly, or set a language model with --webagent-model",
        ["click", "wait", "stop"],
    ),
    "test_alerts": (
        "Inconclusive",
        "stuck: accept_dialog was called again and again on a page that stayed the same; what came of it last: ",
        'an alert dialog says "again"',
        ["click", "click", *["accept_dialog"] * 4],
    ),
    "test_alerts_accepted": (
        "BrowserError",
        "browser_error: the last open tab was stopped, because its script opened 21 dialogs in a row",
        "look at what the page did",
        ["click", "click"],
    ),
    "test_last_tab_closed": ("BrowserError", "browser_error: the last open tab was closed", "", ["click"]),
    "test_start_download": ("", "SITE/download is no page a test can start on", 'began: "report.pdf"', []),
    "test_start_untrusted": ("", "could not open UNTRUSTED: the server's", "ignore_https_errors", []),
    "test_start_missing": (
        "Inconclusive",
        "not_understood: 'Report the heading': nothing on the page fits 'heading'",
        "noticed:  request: GET SITE/missing was answered 404",
        ["wait", "stop"],
    ),
    "test_goal_empty": (
        "ConfigError",
        "agent.run(goal) was given an empty goal; write it in plain English",
        "",
        None,
    ),
    "test_goal_none": ("ConfigError", "agent.run(goal) takes the goal as a text", "not NoneType: None", None),
    "test_result_itself": ("TypeError", "a RunResult has no truth value", "Compare its answer", ["stop"]),
    "test_no_origin": ("", "allowed_origins: 'shop' is no origin", "Write scheme, host", []),
}


@pytest.fixture
def untrusted() -> Iterator[str]:
    """The URL of a page behind a certificate nobody vouches for."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(CERTIFICATE)

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b"<h1>Secure</h1>"
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            """Keep quiet."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *arguments: object) -> None:
            """Browsers that refuse the certificate hang up, as they should."""

    server = Server(("127.0.0.1", 0), Page)
    server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"https://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def down() -> str:
    """A URL where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return f"http://127.0.0.1:{listening.getsockname()[1]}/"


def shown(result: pytest.RunResult) -> dict[str, str]:
    """What the terminal shows of each failed test or setup, by the test's name."""
    parts: dict[str, list[str]] = {}
    name = ""
    for line in result.outlines:
        if line.startswith("____"):
            name = line.strip("_ ").removeprefix("ERROR at setup of ")
        elif line.startswith("===="):
            name = ""
        elif name:
            parts.setdefault(name, []).append(line)
    return {name: "\n".join(lines) for name, lines in parts.items()}


def kept(folder: Path) -> dict[str, dict[str, Any]]:
    """The trajectories below a folder, by the test's name."""
    records = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*/trajectory.json")]
    return {record["test"].partition("::")[2].replace("::", "."): record for record in records}


def tools(record: Mapping[str, Any]) -> list[str]:
    """The tools that were called, in order."""
    return [action["tool"] for run in record["runs"] for step in run["steps"] for action in step["actions"]]


def check(result: pytest.RunResult, expected: Mapping[str, Told], folder: Path) -> None:
    """Each failed test shows its error in one message without our machinery, and its steps are kept."""
    texts, records = shown(result), kept(folder)
    assert sorted(texts) == sorted(expected)
    for name, (error, begins, says_too, steps) in expected.items():
        text = texts[name]
        headline = next(
            (line for line in text.splitlines() if re.match(r"E\s+\S*(Error|Failure|Inconclusive): ", line)),
            text,
        )
        told = re.sub(r"^E\s+(pytest_webagent\.errors\.)?", "", headline)
        assert told.startswith(f"{error}: {begins}" if error else begins), (name, told)
        assert says_too in text, (name, text)
        assert "site-packages" not in text, (name, text)
        assert "pytest_webagent/" not in text, (name, text)
        assert (tools(records[name]) if name in records else None) == steps, name


@pytest.mark.parametrize(
    "size", [pytest.param(1, id="large"), pytest.param(50, id="huge", marks=pytest.mark.timeout(360))]
)
@pytest.mark.matrix
def test_what_goes_wrong_in_the_browser_is_told_in_a_sentence_and_the_steps_are_kept(
    suite: Suite, site: Site, untrusted: str, down: str, size: int
) -> None:
    links = "".join(
        f"<a href='/{name.lower()}'>{name}</a> " for name in ("Circle", "Alerts", "Huge", "Elements")
    )
    links += f"<a href='{down}'>Down</a> <a href=/download>Report</a> <a href=/popup target=_blank>Popup</a>"
    site.page("/counter", f"{site._answers['/counter'].body}{links}")  # type: ignore[union-attr]
    site.redirect("/circle", "/circle")
    site.page("/restless", "<script>location = '/restless?' + Math.random()</script>")
    site.page("/alerts", "<h1>Alerts</h1><button onclick=\"for(;;) alert('again')\">Again</button>")
    site.page("/popup", "<h1>Popup</h1><button onclick='window.close()'>Close</button>")
    site.page("/download", "data", headers={"content-disposition": "attachment; filename=report.pdf"})
    site.page("/huge", f"<h1>Huge</h1>{('<p>' + 'lorem ipsum dolor ' * 300 + '</p>') * 38 * size}{PRESS}")
    rows = (
        f"<div><p>Text {n}</p><a href=/{n}>Link {n}</a><button>B{n}</button></div>" for n in range(100 * size)
    )
    site.page("/elements", f"<h1>Elements</h1>{''.join(rows)}{PRESS}")
    suite.write(test_it=BROWSER.replace("UNTRUSTED", repr(untrusted)).replace("DOWN", repr(down)))
    result = suite.run(f"--base-url={site.url}", "--asyncio-mode=auto", "-vv")
    result.assert_outcomes(passed=6, failed=11, errors=3)
    assert result.parseoutcomes()["inconclusive"] == 4

    def filled(text: str) -> str:
        return text.replace("SITE", site.url).replace("UNTRUSTED", untrusted).replace("DOWN", down)

    expected = {
        name: (error, filled(begins), filled(more), steps)
        for name, (error, begins, more, steps) in IN_THE_BROWSER.items()
    }
    folder = suite.pytester.path / "webagent-results"
    check(result, expected, folder)
    assert any('a download began: "report.pdf"' in event for event in kept(folder)["test_download"]["events"])


MODELS = """
import pytest
from pytest_webagent.model.openai import OpenAIModel

pytestmark = pytest.mark.webagent(start_url=URL)

async def test_key_refused(agent):
    await agent.run("Count until the key is refused")

async def test_without_tools(agent):
    assert (await agent.run("Count without tools")).answer == "1"

@pytest.mark.parametrize("number", ["first", "second"])
async def test_without_vision(agent, number):
    assert (await agent.run("Count without vision")).answer == "1"

@pytest.mark.webagent(vision="on")
async def test_vision_insisted_on(agent):
    await agent.run("Count with vision")

class TestDown:
    @pytest.fixture
    def model_client(self, webagent_settings):
        return OpenAIModel(webagent_settings._replace(model_url=DOWN))

    async def test_it(self, agent):
        await agent.run("Count")

class TestToolsInsistedOn:
    @pytest.fixture
    def model_client(self, webagent_settings):
        return OpenAIModel(webagent_settings._replace(tool_calling="native"))

    async def test_it(self, agent):
        await agent.run("Count without tools")
"""

OF_THE_MODEL: dict[str, Told] = {
    "test_key_refused": (
        "ModelError",
        "model_error: asked the model 'small' at MODEL: the server refused the key (401: wrong key ***",
        "Set OPENAI_API_KEY to a key that is valid for MODEL",
        ["click"],
    ),
    "test_vision_insisted_on": (
        "ConfigError",
        "vision is on, but the model 'small' takes no images",
        "set webagent_vision to auto or off, or choose a model that sees",
        None,
    ),
    "TestDown.test_it": (
        "ModelError",
        "model_error: asked the model 'small' at DOWN (3 times): no connection",
        "Is the server running, and is http://DOWN/ its address?",
        [],
    ),
    "TestToolsInsistedOn.test_it": (
        "ModelError",
        "model_error: asked the model 'small' at MODEL: the server refused the request (400: ",
        "The setting webagent_tool_calling=native asks for it: set it to auto",
        [],
    ),
}


def replies(body: Mapping[str, Any]) -> Answer:
    """A model that presses the button once; what it does not know, and when it refuses the key, is in the goal."""
    text = json.dumps(body["messages"])
    if "without tools" in text and (refusal := refuses_tools(body)):
        return refusal
    if "without vision" in text and (refusal := refuses_images(body)):
        return refusal
    done = "Clicked button" in text
    if done and "key is refused" in text:
        return fails(401, "wrong key sk-secret-of-the-test given")
    identity = re.findall(r"\[(\d+)\] button", text)[-1]
    status = re.findall(r"\[(\d+)\] status", text)[-1]
    evidence = [{"op": "text", "elements": [int(status)]}]
    name, arguments = (
        ("stop", {"answer": "1", "evidence": evidence, "reasoning": "It says so."})
        if done
        else ("click", {"element_id": identity, "description": "the button", "reasoning": "To count."})
    )
    if "tools" in body:
        return calls(wants(name, arguments))
    return says(
        f"Reason: it is the next thing\n```json\n{json.dumps({'name': name, 'arguments': arguments})}\n```"
    )


def test_what_goes_wrong_with_a_model_is_told_in_a_sentence_and_the_steps_are_kept(
    suite: Suite, model_server: ModelServer, down: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-test")
    model_server.rule(replies)
    suite.pytester.makeconftest("")
    suite.write(test_it=MODELS.replace("DOWN", repr(down)))
    arguments = ("--webagent-model=small", f"--webagent-model-url={model_server.url}", "--asyncio-mode=auto")
    result = suite.run(*arguments)
    result.assert_outcomes(passed=3, failed=4, warnings=1)
    summary = result.stdout.str().partition("warnings summary")[2]
    assert summary.count("it takes no images; no screenshots are sent from here on") == 1
    assert "With webagent_vision=off none is tried" in summary
    asked = [json.dumps(each.messages) for each in model_server.asked]
    assert sum("data:image" in text for text in asked if "without vision" in text) == 1
    hosts = {"MODEL": model_server.url, "DOWN": down}

    def filled(text: str) -> str:
        for word, url in hosts.items():
            text = text.replace(word, url.split("/")[2])
        return text

    expected = {
        name: (error, filled(begins), filled(more), steps)
        for name, (error, begins, more, steps) in OF_THE_MODEL.items()
    }
    folder = suite.pytester.path / "webagent-results"
    check(result, expected, folder)
    written = [path.read_text(encoding="utf-8") for path in folder.glob("*/*.*") if path.suffix != ".jpg"]
    assert not [text for text in (result.stdout.str(), *written) if "sk-secret-of-the-test" in text]


def test_a_machine_without_a_browser_says_how_to_get_one(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WEBAGENT_BROWSER_PATH")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(suite.pytester.mkdir("none")))
    monkeypatch.setenv("PATH", str(suite.pytester.path))
    suite.write(test_it="async def test_it(agent): ...")
    result = suite.run()
    result.assert_outcomes(errors=1)
    told = (
        "no browser found: Playwright's own is not downloaded and no Chrome or Chromium is installed. "
        "Run `python -m pytest_webagent.browser.install`, or name one with --webagent-browser-path"
    )
    assert shown(result) == {"test_it": told}
    assert kept(suite.pytester.path / "webagent-results")["test_it"]["events"] == [f"setup: {told}"]
