"""The browsers of a test session: one per event loop, a fresh context per test."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from pytest_webagent.browser.egress import Egress, EgressThread
from pytest_webagent.browser.executable import INSTALL, Launch, elsewhere, find
from pytest_webagent.browser.openers import without_openers
from pytest_webagent.browser.operation_errors import is_closed
from pytest_webagent.browser.records import shortened
from pytest_webagent.browser.routing import Routing
from pytest_webagent.browser.session import PATIENCE, BrowserSession
from pytest_webagent.errors import BrowserError
from pytest_webagent.policy.connections import Connections
from pytest_webagent.setting import server_address

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from urllib.parse import SplitResult

    from playwright.async_api import Browser, BrowserContext, BrowserType, Page, Playwright

    from pytest_webagent.browser.sync_session import Drive
    from pytest_webagent.config import Settings

QUIET_SWITCHES = (
    "--no-pings",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--mute-audio",
    # The whole browser asks there what the fields of each form are for; of a second --disable-features only the last holds.
    "--autofill-server-url=about:blank",
)
"""What keeps Chromium from talking to its maker by itself, beside what Playwright switches off already."""

CONTAINED_SWITCHES = (
    # Calls between browsers send datagrams, which no proxy passes on. The whole browser reads the one switch, and the
    # headless shell the other.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Names are for the proxy to resolve.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
"""What keeps Chromium from speaking to the network beside the proxy of a context."""

BYPASS = "<-loopback>"
"""What is not sent through the proxy: nothing. Without this, what is on this machine would be reached beside it."""

START_TIMEOUT = 60.0
"""Seconds a browser may take to start."""


@dataclass(slots=True)
class _Running:
    """What runs on one event loop."""

    starting: asyncio.Lock = field(default_factory=asyncio.Lock)
    playwright: Playwright | None = None
    browser: Browser | None = None
    folder: TemporaryDirectory[str] | None = None


def driven(loop: asyncio.AbstractEventLoop) -> Drive:
    """What runs coroutines on a loop until they end.

    After Ctrl-C in a teardown, pytest ends the loop, with its browsers, before what was opened on it: nothing is left to close.
    """

    def drive(work: Coroutine[Any, Any, Any]) -> Any:
        if loop.is_closed():
            work.close()
            return None
        return loop.run_until_complete(work)

    return drive


class BrowserPool:
    """Starts a browser when one is first needed on an event loop, and again when it died."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._egresses: EgressThread | None = None
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Running] = WeakKeyDictionary()

    async def new_session(
        self, settings: Settings, *, patience: float = PATIENCE, connections: Connections | None = None
    ) -> BrowserSession:
        """A session in a fresh context, in the browser of the running loop.

        Args:
            settings: the settings of the test.
            patience: seconds a page may take to answer before it counts as stuck.
            connections: what it may reach, where it is contained (else what `settings` say).

        Raises:
            BrowserError: there is no browser, or it does not start.
        """
        running = self._loops.setdefault(asyncio.get_running_loop(), _Running())
        connections = connections or Connections.of(settings)
        egress = await self._egress(connections)
        try:
            context, page = await self._new_page(running, settings, egress)
        except BaseException:
            self._end(egress)
            raise
        context.on("close", lambda _: self._end(egress))
        routing = None if egress else Routing.of(self._settings, context, connections)
        if routing is not None:
            await routing.begin()
        return BrowserSession(
            context, page, settings, owned=True, patience=patience, egress=egress or routing
        )

    async def _new_page(
        self, running: _Running, settings: Settings, egress: Egress | None
    ) -> tuple[BrowserContext, Page]:
        async with running.starting:
            try:
                return await self._fresh_page(running, settings, egress)
            except PlaywrightError as error:
                if not is_closed(error):
                    raise BrowserError(f"the browser gives no new tab: {_headline(error)}") from error
                # It died a moment ago: the next one is a new one.
                await _stop(running)
                return await self._fresh_page(running, settings, egress)

    async def close(self) -> None:
        """Stop the browser of the running loop. Each loop has to stop its own, before it is closed."""
        running = self._loops.pop(asyncio.get_running_loop(), None)
        if running is not None:
            await _stop(running)
        if self._egresses is not None and not self._loops:
            egresses, self._egresses = self._egresses, None
            egresses.close()

    async def _egress(self, connections: Connections) -> Egress | None:
        """What the connections of a context go through; nothing where it may reach everything.

        The browser of another machine could not reach it.
        """
        if self._settings.network == "open" or self._settings.connect is not None:
            return None
        self._egresses = self._egresses or EgressThread()
        egress = Egress(connections, only_tells=self._settings.network == "report")
        await self._egresses.open(egress)
        return egress

    def _end(self, egress: Egress | None) -> None:
        if self._egresses is not None and egress is not None:
            self._egresses.end(egress)

    async def _fresh_page(
        self, running: _Running, settings: Settings, egress: Egress | None
    ) -> tuple[BrowserContext, Page]:
        if running.browser is None or not running.browser.is_connected():
            await _stop(running)
            await self._start(running)
        assert running.browser is not None
        width, height = settings.viewport
        context = await running.browser.new_context(
            viewport={"width": width, "height": height},
            ignore_https_errors=settings.ignore_https_errors,
            service_workers="block" if settings.service_workers == "block" else "allow",
            proxy=None if egress is None else {"server": egress.address, "bypass": BYPASS},
        )
        return context, await context.new_page()

    async def _start(self, running: _Running) -> None:
        launch = find(self._settings) if self._settings.connect is None else elsewhere(self._settings.connect)
        running.playwright = await async_playwright().start()
        running.folder = TemporaryDirectory(prefix="pytest-webagent-", ignore_cleanup_errors=True)
        if not isinstance(launch, Launch):
            await self._connect(running, running.playwright.chromium, launch)
            return
        try:
            running.browser = await running.playwright.chromium.launch(
                executable_path=launch.path,
                channel=launch.channel,
                headless=not self._settings.headed,
                chromium_sandbox=launch.sandbox_off is None,
                args=[*QUIET_SWITCHES, *(() if self._settings.network == "open" else CONTAINED_SWITCHES)],
                env={**without_openers(Path(running.folder.name))},
                timeout=START_TIMEOUT * 1000,
            )
        except PlaywrightError as error:
            await _stop(running)
            raise BrowserError(_why_it_does_not_start(launch, self._settings, error)) from error

    async def _connect(self, running: _Running, chromium: BrowserType, remote: SplitResult) -> None:
        address = remote.geturl()
        # The address of a browser's own debugging socket ends with its id.
        debugs = remote.scheme in ("http", "https") or "/devtools/" in remote.path
        join = chromium.connect_over_cdp if debugs else chromium.connect
        try:
            running.browser = await join(address, timeout=START_TIMEOUT * 1000)
        except PlaywrightError as error:
            await _stop(running)
            # Playwright says the address as it was given, and with more behind it.
            why = re.sub(r"\w+://\S+", lambda found: server_address(found[0]), _headline(error))
            raise BrowserError(
                f"no browser answers at {server_address(address)} (setting connect): {why}. Is it running? A Playwright "
                "server (playwright run-server) has a ws:// address, a browser with --remote-debugging-port an http:// one"
            ) from None


async def _stop(running: _Running) -> None:
    browser, playwright, folder = running.browser, running.playwright, running.folder
    running.browser = running.playwright = running.folder = None
    try:
        if browser is not None and browser.is_connected():
            await browser.close()
    except PlaywrightError as error:
        if not is_closed(error):
            raise
    finally:
        if playwright is not None:
            await playwright.stop()
        if folder is not None:
            folder.cleanup()


def _why_it_does_not_start(launch: Launch, settings: Settings, error: PlaywrightError) -> str:
    message = error.message
    if launch.channel is not None and "distribution" in message:
        advice = "install it, name another channel, or leave the setting browser_channel out"
    elif settings.headed and ("XServer" in message or "DISPLAY" in message or "ozone" in message):
        advice = "there is no display to show it on: leave out --webagent-headed, or run under xvfb-run"
    elif "shared libraries" in message or "missing dependencies" in message:
        advice = f"libraries it needs are missing: run `{INSTALL}`"
    else:
        advice = f"name another one with --webagent-browser-path, or run `{INSTALL}`"
    return f"the browser {launch.name} does not start ({_headline(error)}); {advice}"


def _headline(error: PlaywrightError) -> str:
    lines = [line.strip(" ║╔╗╚╝═") for line in error.message.splitlines()]
    spoken = [line for line in lines if line]
    first = spoken[0].partition(": ")[2] or spoken[0] if spoken else "no reason given"
    faults = [
        line
        for line in spoken[1:]
        if "error while loading" in line or "FATAL" in line or "cannot open" in line
    ]
    return shortened("; ".join([first, *faults[:1]]), 300)
