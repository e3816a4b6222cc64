"""Observing a page does not change it: neither the document nor any frame of it, nor focus, selection or globals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.browser.session import BrowserSession
from pytest_webagent.config import Settings

if TYPE_CHECKING:
    from conftest import Site

    from pytest_webagent.browser.pool import BrowserPool

PAGE = """<input id=focused value=x><iframe srcdoc='<p>In <button>frame</button></p>'></iframe>
<iframe src="OTHER"></iframe><div id=host></div><canvas width=20 height=20></canvas><closed-one></closed-one>
<input type=password value=p><div style="opacity:0">unseen</div>
<div style="height:60px;overflow:auto"><p style="height:300px">panel</p></div><div style="height:3000px"></div>
<script>host.attachShadow({mode: 'open'}).innerHTML = '<div><button>Shadow</button></div>';
customElements.define('closed-one', class extends HTMLElement {
  constructor() { super(); window.inner = this.attachShadow({mode: 'closed'}); inner.innerHTML = 'closed'; } })</script>"""
FRAMED = "<label>Card <input value=4242></label><p>words</p>"

WATCH = """() => {
  window.changes = [];
  const watch = (root) => new MutationObserver((list) => changes.push(...list.map((each) => each.type)))
    .observe(root, {attributes: true, childList: true, characterData: true, subtree: true});
  watch(document);
  document.querySelectorAll('*').forEach((each) => each.shadowRoot && watch(each.shadowRoot));
  if (window.inner) watch(inner);
  for (const type of ['focus', 'blur', 'scroll', 'mousemove', 'input', 'change', 'selectionchange', 'resize'])
    document.addEventListener(type, () => changes.push(type), true);
}"""
TRY = """() => {
  document.body.setAttribute('data-tried', '1');
  document.body.append('more');
  document.querySelector('p').firstChild.data = 'other words';
}"""
STATE = """() => [document.documentElement.outerHTML, scrollX, scrollY, document.activeElement.id,
  String(getSelection()), Object.keys(window).sort().join()]"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


async def _everywhere(session: BrowserSession, script: str) -> list[Any]:
    return [await frame.evaluate(script) for frame in session.page.frames]


async def test_observing_changes_nothing_in_any_frame(session: BrowserSession, site: Site) -> None:
    site.page("/other", FRAMED)
    await session.goto(site.page("/", PAGE.replace("OTHER", site.other_url + "/other")))
    page = session.page
    assert len(page.frames) == 3
    await page.focus("#focused")
    await page.evaluate("scrollTo(0, 40); document.getElementById('focused').setSelectionRange(0, 1)")
    await page.evaluate(FRAMES)
    await _everywhere(session, WATCH)
    before = await _everywhere(session, STATE)
    for _ in range(3):
        observation = await session.observe(screenshot=True, marks=True)
    assert 'button "frame"' in observation.text
    assert 'textbox "Card"' in observation.text
    await page.evaluate(FRAMES)
    assert await _everywhere(session, "changes") == [[], [], []]
    assert await _everywhere(session, STATE) == before


async def test_the_watch_of_this_test_sees_every_kind_of_change(session: BrowserSession, site: Site) -> None:
    site.page("/other", FRAMED)
    await session.goto(site.page("/", PAGE.replace("OTHER", site.other_url + "/other")))
    await _everywhere(session, WATCH)
    await _everywhere(session, TRY)
    for changes in await _everywhere(session, "changes"):
        assert {"attributes", "childList", "characterData"} <= set(changes)


async def test_a_page_that_outlives_the_session_is_not_watched_any_more(
    pool: BrowserPool, site: Site
) -> None:
    first = await pool.new_session(Settings())
    browser = first.context.browser
    assert browser is not None
    context = await browser.new_context()
    page = await context.new_page()
    session = BrowserSession(context, page, Settings())
    await session.goto(site.page("/", "<button>x</button><iframe srcdoc='<p>y</p>'></iframe>"))
    await session.act(lambda: page.locator("button").click())
    inspector = await context.new_cdp_session(page)
    worlds: list[int] = []
    inspector.on(
        "Runtime.executionContextCreated",
        lambda event: (
            worlds.append(event["context"]["id"]) if event["context"]["name"] == "pytest-webagent" else None
        ),
    )
    await inspector.send("Runtime.enable")

    async def listeners() -> list[int]:
        counts = []
        for world in worlds:
            found = await inspector.send("Runtime.evaluate", {"expression": "window", "contextId": world})
            of_window = {"objectId": found["result"]["objectId"]}
            heard = await inspector.send("DOMDebugger.getEventListeners", of_window)
            counts.append(len(heard["listeners"]))
        return counts

    during = await listeners()
    assert any(during)
    await session.close()
    assert not any(await listeners())
    await context.close()
    await first.close()
