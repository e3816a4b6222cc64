"""Stands between a page and the network: asks about every request, and hands documents over in a sandbox."""

from __future__ import annotations

import asyncio
import base64
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.browser.bell import Bell
from pytest_webagent.browser.records import shortened
from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from playwright.async_api import CDPSession, Page

Check: TypeAlias = "Callable[[str], Awaitable[object]]"
"""Raises a `ToolError` if a URL may not be reached."""

MOST_OF_A_DOCUMENT: Final = 2_000_000
"""Bytes of a document that are read."""
MOST_IN_ALL: Final = 50_000_000
"""Bytes a page may load in all."""
_PATTERNS: Final = [
    {"urlPattern": "*", "requestStage": "Request"},
    {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"},
]
_SANDBOX: Final = (
    "sandbox allow-scripts allow-same-origin; frame-src 'self'; object-src 'none'; worker-src 'none'; "
    "connect-src http: https: data: blob:"
)
"""No dialogs, no tabs, no downloads, no forms; and nothing whose requests cannot be seen from here, such as workers,
sockets and frames in processes of their own."""
_SCRIPT: Final = """(() => {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'fetchLater']) delete window[name];
    const drop = node => {
        if (node.nodeType !== Node.ELEMENT_NODE) return;
        for (const script of [node, ...node.querySelectorAll('script')])
            if (script.localName === 'script' && /^\\s*speculationrules\\s*$/i.test(script.type)) script.remove();
    };
    const watch = new MutationObserver(
        changes => changes.forEach(change => change.addedNodes.forEach(drop)));
    const options = {childList: true, subtree: true};
    watch.observe(document, options);
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (...given) {
        const root = attach.apply(this, given);
        watch.observe(root, options);
        return root;
    };
})()"""
"""Takes away what reaches the network by other ways: calls between browsers, requests put off, and rules for loading pages ahead."""
_READABLE: Final = ("text/", "application/json", "application/xml", "application/xhtml+xml")
_READABLE_SUFFIXES: Final = ("+json", "+xml")
_SHOWN: Final = ("text/html", "text/xml", "text/plain")
# Of the answer as it came: they describe bytes that are not sent on, or were heeded already.
_DROPPED: Final = frozenset(
    ("content-length", "content-encoding", "transfer-encoding", "set-cookie", "speculation-rules", "link")
)
_REST: Final = 0.25
"""Seconds in which a page that is done asks for nothing."""
_FIRST_PART, _LARGEST_PART = 1_024, 262_144
_UNSEEN: Final = ("data:", "blob:", "about:")


class _Body(NamedTuple):
    data: bytes
    cut: str
    """What is missing of it."""


class Guard:
    """Watches over the requests of one page."""

    def __init__(self, page: Page, cdp: CDPSession, check: Check, seconds: float) -> None:
        """Watch over `page` through `cdp`; a document may take `seconds` to come."""
        self._page = page
        self._cdp = cdp
        self._check = check
        self._seconds = seconds
        self._frame = ""
        self._loaded = 0
        self._bell = Bell()
        self._flights: set[str] = set()
        self._moved = 0.0
        self._working: set[asyncio.Task[None]] = set()
        self.refused: ToolError | None = None
        """Why the document asked for last was not given to the page."""
        self.notes: list[str] = []
        """What the page misses."""

    async def start(self) -> None:
        """Begin to watch."""
        await self._page.add_init_script(_SCRIPT)
        self._cdp.on("Fetch.requestPaused", self._on_paused)
        self._cdp.on("Network.dataReceived", self._on_data)
        self._cdp.on("Network.requestWillBeSent", self._on_request)
        self._cdp.on("Network.loadingFinished", self._on_end)
        self._cdp.on("Network.loadingFailed", self._on_end)
        await self._send("Network.enable")
        await self._send("Network.setBypassServiceWorker", bypass=True)
        await self._send("Fetch.enable", patterns=_PATTERNS)
        self._frame = (await self._send("Page.getFrameTree"))["frameTree"]["frame"]["id"]

    def begin(self) -> None:
        """Another URL is opened."""
        self.refused = None
        self.notes.clear()

    async def rest(self, seconds: float) -> None:
        """Wait until the page has asked for nothing for a moment, at most so many `seconds`."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0:
            quiet = left if self._flights else self._moved + _REST - loop.time()
            if quiet <= 0:
                return
            await self._bell.wait(min(quiet, left))

    async def silence(self) -> None:
        """Let no script of the page run any more, not even one that sees the page off."""
        await self._send("Emulation.setScriptExecutionDisabled", value=True)

    async def stop_loading(self) -> None:
        """Let the page be what it is now."""
        await self._send("Page.stopLoading")

    def stop(self) -> None:
        """Let go of what is under way."""
        for task in self._working:
            task.cancel()

    async def _send(self, method: str, **arguments: Any) -> dict[str, Any]:
        answer: dict[str, Any] = await self._cdp.send(method, arguments)
        return answer

    def _on_data(self, event: Mapping[str, Any]) -> None:
        before = self._loaded
        self._loaded += event["dataLength"]
        if before <= MOST_IN_ALL < self._loaded:
            self.notes.append(f"it loads more than {MOST_IN_ALL // 1_000_000} MB; the rest was not loaded")
            self._do(self.stop_loading())

    def _on_request(self, event: Mapping[str, Any]) -> None:
        # Nobody hears of the end of a ping.
        if event.get("type") != "Ping":
            self._flights.add(event["requestId"])
        self._stir()

    def _on_end(self, event: Mapping[str, Any]) -> None:
        self._flights.discard(event["requestId"])
        self._stir()

    def _stir(self) -> None:
        self._moved = asyncio.get_running_loop().time()
        self._bell.ring()

    def _on_paused(self, event: Mapping[str, Any]) -> None:
        answered = "responseStatusCode" in event or "responseErrorReason" in event
        self._do(self._answered(event) if answered else self._asked(event))

    def _do(self, work: Any) -> None:
        task = asyncio.ensure_future(_until_gone(work))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def _asked(self, event: Mapping[str, Any]) -> None:
        """A request is about to be sent; one after a redirect, too."""
        url = event["request"]["url"]
        try:
            if self._loaded > MOST_IN_ALL:
                raise ToolError("the page loads too much")
            if not url.startswith(_UNSEEN):
                await self._check(url)
        except ToolError as error:
            await self._refuse(event, error)
        else:
            await self._send("Fetch.continueRequest", requestId=event["requestId"])

    async def _answered(self, event: Mapping[str, Any]) -> None:
        """The head of a document came."""
        request = event["requestId"]
        status = event.get("responseStatusCode", 0)
        headers = event.get("responseHeaders", [])
        named = {header["name"].lower(): header["value"] for header in headers}
        if not status or (300 <= status < 400 and "location" in named):
            await self._send("Fetch.continueRequest", requestId=request)
            return
        why = _unreadable(named)
        if why:
            await self._refuse(
                event, ToolError(f"{shortened(event['request']['url'], 200)} is no page to read: {why}")
            )
            return
        body = await self._body(request)
        if body.cut and self._is_main(event):
            self.notes.append(body.cut)
        await self._send(
            "Fetch.fulfillRequest",
            requestId=request,
            responseCode=status,
            responseHeaders=_sandboxed(headers),
            body=base64.b64encode(body.data).decode("ascii"),
        )

    async def _body(self, request: str) -> _Body:
        handle = (await self._send("Fetch.takeResponseBodyAsStream", requestId=request))["stream"]
        data = bytearray()
        # A part is given when it is full, and so the first ones are small: one that drips is seen, too.
        size = _FIRST_PART
        try:
            async with asyncio.timeout(self._seconds):
                while len(data) < MOST_OF_A_DOCUMENT:
                    part = await self._send("IO.read", handle=handle, size=size)
                    data += (
                        base64.b64decode(part["data"]) if part.get("base64Encoded") else part["data"].encode()
                    )
                    if part["eof"]:
                        return _Body(bytes(data), "")
                    size = min(2 * size, _LARGEST_PART)
            cut = f"it is longer than {MOST_OF_A_DOCUMENT // 1_000_000} MB; only its beginning was read"
        except TimeoutError:
            cut = f"it did not end within {self._seconds:g} s; only its beginning was read"
        finally:
            with suppress(PlaywrightError):
                await self._send("IO.close", handle=handle)
        return _Body(bytes(data), cut)

    async def _refuse(self, event: Mapping[str, Any], error: ToolError) -> None:
        # An aborted document leaves the page where it is; a blocked one would show an error page in its place.
        main = self._is_main(event)
        if main:
            self.refused = error
        reason = "Aborted" if main else "BlockedByClient"
        await self._send("Fetch.failRequest", requestId=event["requestId"], errorReason=reason)

    def _is_main(self, event: Mapping[str, Any]) -> bool:
        return (event["resourceType"], event["frameId"]) == ("Document", self._frame)


def _unreadable(headers: Mapping[str, str]) -> str:
    """Why a document cannot be read as a page; empty if it can."""
    disposition = headers.get("content-disposition", "").strip().lower()
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if disposition.startswith("attachment"):
        return f"it is a file to download ({kind or 'of an unknown type'})"
    if kind and not kind.startswith(_READABLE) and not kind.endswith(_READABLE_SUFFIXES):
        return f"it is {shortened(kind, 60)}"
    return ""


def _sandboxed(headers: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """The headers a document is handed over with."""
    given = [{"name": "content-security-policy", "value": _SANDBOX}]
    for header in headers:
        name, value = header["name"].lower(), header["value"]
        kind, _, rest = value.partition(";")
        if name == "content-type" and kind.strip().lower().startswith("text/"):
            # Of texts a browser shows a few kinds, and saves the others, such as CSV.
            value = value if kind.strip().lower() in _SHOWN else f"text/plain;{rest}"
        if name not in _DROPPED:
            given.append({"name": name, "value": value})
    return given


async def _until_gone(work: Awaitable[None]) -> None:
    with suppress(PlaywrightError):
        # The request was given up meanwhile, or its page is gone.
        await work
