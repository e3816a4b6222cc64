"""Listens to a browser context and writes down what a report or a model should know."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from pytest_webagent.browser.arrival import NO_WAY_OUT, not_opened, status_note
from pytest_webagent.browser.downloads import Downloads
from pytest_webagent.browser.records import MOST, shortened
from pytest_webagent.browser.traffic import opens_page

if TYPE_CHECKING:
    from playwright.async_api import (
        BrowserContext,
        ConsoleMessage,
        Download,
        FileChooser,
        Page,
        Request,
        Response,
        WebError,
        WebSocket,
    )

    from pytest_webagent.browser.beside import Beside
    from pytest_webagent.browser.records import SessionLog
    from pytest_webagent.browser.traffic import Traffic

MOST_FRAMES = 50
"""Most frames of WebSockets that are written down of a session; the rest is counted."""


class Recorder:
    """Console errors, page errors, failed requests and downloads of a context's pages."""

    def __init__(self, events: Beside, log: SessionLog, traffic: Traffic, context: BrowserContext) -> None:
        self._events = events
        self._log = log
        self._traffic = traffic
        self.downloads = Downloads(context, self._tell_of_download)
        self.notes: list[str] = []
        """Downloads and refused pages since this was last emptied."""
        self._frames = 0
        self.asks_for_file = False
        """Whether a page asked for a file since this was last set to false."""
        self.unreachable = ""
        """What came of the newest attempt to open a page that ended on the browser's own error page."""

    def listen(self) -> None:
        """Begin to listen."""
        self._events.on("console", self.on_console)
        self._events.on("weberror", self.on_error)
        self._events.on("request", self._traffic.started)
        self._events.on("requestfinished", self._traffic.ended)
        self._events.on("requestfailed", self.on_request_failed)
        self._events.on("response", self.on_response)

    def stop(self) -> None:
        """Stop listening."""
        self._events.remove_listener("console", self.on_console)
        self._events.remove_listener("weberror", self.on_error)
        self._events.remove_listener("request", self._traffic.started)
        self._events.remove_listener("requestfinished", self._traffic.ended)
        self._events.remove_listener("requestfailed", self.on_request_failed)
        self._events.remove_listener("response", self.on_response)
        self.downloads.leave()

    def listen_to(self, page: Page) -> None:
        """Begin to listen for downloads, file choosers and documents of a page."""
        page.on("download", self.on_download)
        # Without a listener one would open where neither a model nor anyone else can see it.
        page.on("filechooser", self.on_file_chooser)
        page.on("websocket", self.on_websocket)
        page.on("framenavigated", self._traffic.committed)

    def stop_listening_to(self, page: Page) -> None:
        """Stop listening to a page."""
        page.remove_listener("download", self.on_download)
        page.remove_listener("filechooser", self.on_file_chooser)
        page.remove_listener("websocket", self.on_websocket)
        page.remove_listener("framenavigated", self._traffic.committed)

    def on_console(self, message: ConsoleMessage) -> None:
        """Playwright's ``console`` event."""
        # Failed requests are written down from the requests themselves.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self._log.add("console", message.text)

    def on_error(self, error: WebError) -> None:
        """Playwright's ``weberror`` event: an exception no script caught."""
        self._log.add("page error", f"{error.error}")

    def on_request_failed(self, request: Request) -> None:
        """Playwright's ``requestfailed`` event."""
        self._traffic.ended(request)
        # A request is aborted whenever its page moves on or starts a download: no news.
        if request.failure is not None and request.failure != "net::ERR_ABORTED":
            egress = self._events.egress
            cause = (
                egress.cause(request.url)
                if egress and any(each in request.failure for each in NO_WAY_OUT)
                else ""
            )
            told = f"{request.method} {place_of(request.url)} failed: {cause or request.failure}"
            # One line for all that was asked of an origin that is not allowed: there may be much.
            self._log.add("request", cause if cause.startswith("refused: ") else told)
            sentence = not_opened(request.url, request.failure, egress) if opens_page(request) else None
            if sentence is not None:
                self.unreachable = sentence
                self.notes.append(f"{sentence}. The tab shows the browser's own error page")

    def on_response(self, response: Response) -> None:
        """Playwright's ``response`` event."""
        if response.headers.get("content-type", "").startswith("text/event-stream"):
            self._traffic.ended(response.request)
        self._note_json(response)
        note = status_note(response.status, response.url)
        if note is not None and not response.url.endswith("/favicon.ico"):
            self._log.add(
                "request",
                f"{response.request.method} {place_of(response.url)} was answered {response.status}",
            )
            if response.request.is_navigation_request():
                self.notes.append(note)

    def _note_json(self, response: Response) -> None:
        request, kind = response.request, response.headers.get("content-type", "").partition(";")[0]
        scripted = request.resource_type in ("xhr", "fetch") and response.url.startswith("http")
        reads = scripted and request.method == "GET" and response.ok
        if (
            reads
            and re.fullmatch(r"application/([\w.+-]+\+)?json", kind)
            and len(self._log.json_answers) < MOST
        ):
            self._log.json_answers[response.url.partition("#")[0].partition("?")[0]] = None

    def on_download(self, download: Download) -> None:
        """Playwright's ``download`` event."""
        note = f'a download began: "{shortened(download.suggested_filename, 100)}"'
        self._log.add("download", f"{note} from {place_of(download.url)}")
        self.notes.append(note)
        self.downloads.add(download)

    def _tell_of_download(self, note: str) -> None:
        self._log.add("download", note)
        self.notes.append(note)

    def on_file_chooser(self, _: FileChooser) -> None:
        """Playwright's ``filechooser`` event."""
        self.asks_for_file = True

    def on_websocket(self, socket: WebSocket) -> None:
        """Playwright's ``websocket`` event: what goes over it is for the report, and no news of the page."""
        place = place_of(socket.url)
        if self._events.egress:
            self._events.egress.asked(socket.url)
        self._log.add("websocket", f"{place} was opened", is_news=False)
        socket.on("framesent", lambda payload: self._on_frame(f"sent to {place}", payload))
        socket.on("framereceived", lambda payload: self._on_frame(f"received from {place}", payload))
        socket.on("socketerror", lambda error: self._log.add("websocket", f"{place} failed: {error}"))
        socket.on("close", lambda _: self._log.add("websocket", f"{place} was closed", is_news=False))

    def _on_frame(self, way: str, payload: str | bytes) -> None:
        self._frames += 1
        told = f"{len(payload)} bytes" if isinstance(payload, bytes) else outline(payload)
        text = f"{way}: {told}" if self._frames <= MOST_FRAMES else f"more {way}"
        self._log.add("websocket", text, is_news=False)


def outline(text: str) -> str:
    """What a message is made of, without what it says: passwords and tokens travel in messages."""
    try:
        data = json.loads(text)
    except ValueError:
        return f"{len(text)} characters"
    if isinstance(data, dict):
        return f"JSON with {', '.join(data)}" if data else "an empty JSON object"
    return f"a JSON list of {len(data)}" if isinstance(data, list) else f"JSON, {len(text)} characters"


def place_of(url: str) -> str:
    """A URL without query and fragment, where secrets travel."""
    return shortened(url.partition("#")[0].partition("?")[0], 200)
