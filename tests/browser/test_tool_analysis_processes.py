"""Frames of other sites in processes of their own, as people's browsers have them."""

import io

import pytest
import pytest_asyncio
from PIL import Image

from pytest_webagent.browser import pool
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.messages import ToolCall
from pytest_webagent.tools.analysis.page_parser import page_parser
from pytest_webagent.tools.analysis.pictures import pictures_of
from pytest_webagent.tools.analysis.pixels import Pixels, read_pixels
from pytest_webagent.tools.core.base import ToolContext
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.toolsets import tools_of
from tests.conftest import Answer


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browsers():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "QUIET_SWITCHES", (*pool.QUIET_SWITCHES, "--site-per-process"))
        browsers = BrowserPool(Settings(network="open"))
        await (await browsers.new_session(Settings())).close()
    yield browsers
    await browsers.close()


@pytest.fixture
async def isolated(browsers, site):
    written = io.BytesIO()
    Image.new("RGB", (80, 60), "green").save(written, "PNG")
    site.answer("/green.png", Answer(written.getvalue(), content_type="image/png"))
    site.page("/frame", "<p>framed</p><div style='height:3000px'></div><img src=/green.png alt=green>")
    session = await browsers.new_session(Settings())
    await session.goto(site.page("/", f"<p>rest</p><iframe src='{site.other_url}/frame'></iframe>"))
    # Only a frame with a process of its own has a session of its own.
    await (await session.context.new_cdp_session(session.page.frames[1])).detach()
    yield session
    await session.close()


async def test_their_pictures_are_read_from_their_own_memory(isolated, site):
    asked = len(site.requests)
    async with pictures_of(isolated.page) as found:
        (pixels,) = await read_pixels(isolated.page, found.pictures)
    assert isinstance(pixels, Pixels)
    assert pixels.image.getpixel((5, 5)) == (0, 128, 0)
    assert len(site.requests) == asked


async def test_one_that_is_stuck_does_not_hold_up_the_page(isolated, site, monkeypatch):
    registry, context = ToolRegistry([page_parser]), ToolContext(session=isolated, settings=Settings())
    call = ToolCall("page_parser", {"reasoning": "The test wants it."})
    assert "framed" in (await registry.call(call, context)).output
    monkeypatch.setattr("pytest_webagent.tools.analysis.dom._FRAME_PATIENCE", 0.3)
    busy = "void setTimeout(() => { const end = Date.now() + 2000; while (Date.now() < end); }, 0)"
    await isolated.page.frames[1].evaluate(busy)
    result = await registry.call(call, context)
    assert "rest" in result.output
    assert f"[frame {site.other_url}/frame: not read]" in result.output
    assert result.system == "a frame of the page did not answer"


async def test_one_that_is_stuck_does_not_hold_up_the_web_tools(isolated, monkeypatch):
    monkeypatch.setattr("pytest_webagent.tools.web.scripts._FRAME_PATIENCE", 0.3)
    registry, context = tools_of(["web"]), ToolContext(session=isolated, settings=Settings())
    busy = "void setTimeout(() => { const end = Date.now() + 3000; while (Date.now() < end); }, 0)"
    await isolated.page.frames[1].evaluate(busy)
    for tool, arguments in (("web_inspect", {"url": isolated.page.url}), ("web_extract", {"selector": "p"})):
        call = ToolCall(tool, {"reasoning": "The test wants it.", **arguments})
        result = await registry.call(call, context)
        assert result.error is None
        assert "A frame of the page did not answer" in result.output["message"]
