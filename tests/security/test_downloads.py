"""A download fills no disk, whatever the page says about it and however long it goes on; an honest one is kept."""

from __future__ import annotations

import asyncio
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from loopback import LoopbackServer

from pytest_webagent.browser import downloads
from pytest_webagent.policy.security import ResourceLimits, ToolConfig, ToolSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Site
    from playwright.async_api import Download

    from pytest_webagent.browser.session import BrowserSession

SENT = 6_000_000
"""Bytes that are sent of a file, whatever is said about it."""
PAGE = """<a id=link href=ADDRESS>get</a> <a id=named download='../../x' href=ADDRESS>get</a>
<a id=tab target=_blank href=ADDRESS>get</a> <button onclick="location = 'ADDRESS'">get</button>
<b id=blob onclick="const made = document.createElement('a'); made.download = 'x.bin';
  made.href = window.URL.createObjectURL(new Blob([new Uint8Array(6e6)])); made.click()">get</b>"""


class _Files(BaseHTTPRequestHandler):
    serves: LoopbackServer

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/octet-stream")
        self.send_header("content-disposition", "attachment; filename=report.bin")
        if "said" in self.path:
            self.send_header("content-length", str(SENT))
        self.end_headers()
        self.wfile.write(bytes(SENT))
        if "endless" in self.path:
            self.wfile.flush()
            # It never ends by itself.
            self.serves.closing.wait(60)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def files() -> Iterator[str]:
    """The origin of a server whose files have `SENT` bytes; those with `endless` in the address never end."""
    server = LoopbackServer(_Files)
    yield server.origin
    server.close()


def _unwatched(_: Download) -> int:
    return 0


async def began(session: BrowserSession) -> Download:
    """The download that the click began."""
    if not session.downloads:
        await session.context.wait_for_event("download", timeout=10_000)
    return session.downloads[0]


async def watched(session: BrowserSession) -> None:
    """Return once no download goes on, or one goes on for long."""
    if going_on := session._recorder.downloads._watching:
        await asyncio.wait(going_on, timeout=8)


async def gone(place: Path) -> bool:
    """Whether the browser removes a file and its beginning."""
    for _ in range(100):
        if not [*place.parent.glob(f"{place.name}*")]:
            return True
        await asyncio.sleep(0.05)
    return False


WAYS = ("#link", "#named", "#tab", "button")


@pytest.mark.held_by("pytest_webagent.browser.downloads._size", _unwatched)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("file", ["endless", "endless-said", "whole"])
async def test_what_is_too_large_is_stopped_and_told(
    session: BrowserSession, site: Site, files: str, way: str, file: str
) -> None:
    downloads.bound(session.context, 2)
    await session.goto(site.page("/", PAGE.replace("ADDRESS", f"{files}/{file}")))
    await session.act(lambda: session.page.click(way))
    download = await began(session)
    place = Path(download._impl_obj._artifact._initializer["absolutePath"])
    await watched(session)
    told = [line for line in session.log.lines() if "was stopped: it has more than 2 MB" in line]
    assert len(told) == 1
    assert await gone(place)


@pytest.mark.held_by("pytest_webagent.browser.downloads._size", _unwatched)
async def test_the_next_observation_says_that_it_was_stopped(
    session: BrowserSession, site: Site, files: str
) -> None:
    downloads.bound(session.context, 2)
    await session.goto(site.page("/", PAGE.replace("ADDRESS", f"{files}/endless")))
    await session.act(lambda: session.page.click("#link"))
    await began(session)
    await watched(session)
    assert "(file_mb)" in "\n".join((await session.observe()).notes)


async def test_of_many_downloads_the_last_are_stopped(
    session: BrowserSession, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "MOST_DOWNLOADS", 2)
    site.page("/file", "data", headers={"content-disposition": "attachment; filename=a.txt"})
    await session.goto(site.page("/", "<a href=/file>get</a>"))
    for _ in range(3):
        await session.act(lambda: session.page.click("a"))
    assert [await each.failure() for each in session.downloads] == [None, None]
    assert [line for line in session.log.lines() if "it is one of more than 2" in line]


@pytest.mark.parametrize("way", WAYS)
async def test_an_honest_download_is_kept(
    session: BrowserSession, site: Site, files: str, way: str, tmp_path: Path
) -> None:
    await session.goto(site.page("/", PAGE.replace("ADDRESS", f"{files}/whole-said")))
    await session.act(lambda: session.page.click(way))
    download = await began(session)
    await download.save_as(tmp_path / "kept")
    assert (tmp_path / "kept").stat().st_size == SENT
    assert not [line for line in session.log.lines() if "was stopped" in line]


async def test_what_the_page_makes_itself_is_kept_too(
    session: BrowserSession, site: Site, tmp_path: Path
) -> None:
    await session.goto(site.page("/", PAGE))
    await session.act(lambda: session.page.click("#blob"))
    await (await began(session)).save_as(tmp_path / "kept")
    assert (tmp_path / "kept").stat().st_size == SENT


def test_a_policy_with_larger_files_lets_them_be_downloaded() -> None:
    large = ToolSettings(resource_limits=ResourceLimits(file_mb=50))
    assert ToolConfig(tool_settings={"file_write": large}).largest_file_mb == 50
    assert ToolConfig().largest_file_mb == ResourceLimits().file_mb
