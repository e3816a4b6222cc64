"""No picture is kept where a secret shows only while it is taken, or nobody can tell where; of other pages that move there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.browser import camera
from tests.security.test_pictures import seen

if TYPE_CHECKING:
    from conftest import Site
    from playwright.async_api import Page

    from pytest_webagent.browser.session import BrowserSession

VALUE = "Rosebud-77x"
STYLE = "<style>body { font: 24px monospace; color: #0ff } input { font: 24px monospace } .off { display: none }</style>"
SHOT = camera._shot

without_watch = pytest.mark.held_by("pytest_webagent.browser.camera._stirred", lambda found: False)
without_bar = pytest.mark.held_by("pytest_webagent.browser.camera._barred", lambda found: "")


def shown_while_taken(monkeypatch: pytest.MonkeyPatch, times: int = 3) -> None:
    """Let the page show and hide something around each of the first pictures."""
    taken: list[None] = []

    async def shot(page: Page, *given: Any) -> bytes:
        taken.append(None)
        if len(taken) > times:
            return await SHOT(page, *given)
        await page.evaluate("change(true)")
        data = await SHOT(page, *given)
        await page.evaluate("change(false)")
        return data

    monkeypatch.setattr(camera, "_shot", shot)


async def refused(session: BrowserSession, why: str) -> bool:
    """Whether there is no picture, and the log says why."""
    picture = await session.picture()
    return picture is None and any(why in line for line in session.log.lines())


MEANWHILE = {
    "text": "<p id=out></p><script>change = (on) => { out.textContent = on ? 'VALUE' : '' }</script>",
    "letters of a text": "<p id=out>x</p><script>change = (on) => { out.firstChild.data = on ? 'VALUE' : 'x' }</script>",
    "shown": "<p id=out class=off>VALUE</p><script>change = (on) => { out.className = on ? '' : 'off' }</script>",
    "moved": "<p id=out>VALUE</p><script>change = (on) => { out.style.marginLeft = on ? '200px' : '' }</script>",
    "moved by another": "<p id=top></p><p>VALUE</p><script>change = (on) => { top.document.querySelector('p').textContent = on ? 'News' : '' }</script>",
    "drawn by a style": "<p id=out></p><style>p::before { content: attr(title) }</style><script>change = (on) => { out.title = on ? 'VALUE' : '' }</script>",
    "value": "<input id=out style='color: #0ff'><script>change = (on) => { out.value = on ? 'VALUE' : '' }</script>",
    "animation": """<p id=out>VALUE</p><script>const blink = out.animate({ opacity: [0, 0] }, 1e7);
      change = (on) => blink.effect.setKeyframes({ opacity: on ? [1, 1] : [0, 0] })</script>""",
    "style": "<q>x</q><style id=made></style><script>change = (on) => { made.textContent = on ? 'q { quotes: \"VALUE\" \"!\" }' : '' }</script>",
    "shadow root": """<p id=out></p><script>out.attachShadow({mode: 'open'}).innerHTML = '<b></b>';
      change = (on) => { out.shadowRoot.firstChild.textContent = on ? 'VALUE' : '' }</script>""",
    "frame": """<iframe id=out srcdoc="<body style='color: #0ff'><p>"></iframe><script>
      change = (on) => { out.contentDocument.querySelector('p').textContent = on ? 'VALUE' : '' }</script>""",
}


@without_watch
@pytest.mark.parametrize("html", MEANWHILE.values(), ids=MEANWHILE)
async def test_what_shows_only_while_a_picture_is_taken_is_in_none(
    session: BrowserSession, site: Site, monkeypatch: pytest.MonkeyPatch, html: str
) -> None:
    await session.goto(site.page("/", STYLE + html.replace("VALUE", VALUE)))
    session.vault.add({"code": VALUE})
    shown_while_taken(monkeypatch)
    assert await refused(session, "does not hold still")


async def test_a_page_that_calms_down_gives_a_picture(
    session: BrowserSession, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await session.goto(site.page("/", STYLE + "<p>Name" + MEANWHILE["text"].replace("VALUE", VALUE)))
    session.vault.add({"code": VALUE})
    shown_while_taken(monkeypatch, times=2)
    assert await seen(session) > 0


BY_STYLES = {
    "quotes": "<q>x</q><style>q { quotes: 'VALUE' '!' }</style>",
    "escaped": "<q>x</q><style>q { quotes: '\\52 osebud\\2d 77x' '!' }</style>",
    "of the element": '<q style=\'quotes: "VALUE" "!"\'>x</q>',
    "of a property": "<div style='--mark: \"VALUE\"'><q>x</q></div><style>q { quotes: var(--mark) '!' }</style>",
    "under a condition": "<q>x</q><style>@media screen { @layer a { div, q { &:not(b) { quotes: 'VALUE' '!' } } } }</style>",
    "built": """<q>x</q><script>const sheet = new CSSStyleSheet(); sheet.replaceSync('q { quotes: "VALUE" "!" }');
      document.adoptedStyleSheets = [sheet]</script>""",
    "of another file": "<q>x</q><style>@import url('data:text/css,q{quotes:%22VALUE%22 %22!%22}');</style>",
    "of a shadow root": """<div id=out></div><script>out.attachShadow({mode: 'open'}).innerHTML =
      '<q>x</q><style>q { quotes: "VALUE" "!" }</style>'</script>""",
    "of a frame": "<iframe srcdoc=\"<body style='color: #0ff'><q>x</q><style>q { quotes: 'VALUE' '!' }</style>\"></iframe>",
    "animation": """<q id=out>x</q><script>out.animate({ quotes: ['"VALUE" "!"', '"VALUE" "!"'] }, 1e7)</script>""",
    "hyphen": """<p style="width: 60px; hyphens: manual; hyphenate-character: 'VALUE'">Donau&shy;dampf&shy;schiff""",
    "counter": """<style>@counter-style own { system: cyclic; symbols: VALUE } p::before { content: counter(n, own); counter-reset: n 1 }
      </style><p>""",
    "icon of a menu": """<select><option></select><style>select, ::picker(select) { appearance: base-select }
      ::picker-icon { content: 'VALUE'; color: #0ff }</style>""",
    "button to scroll": """<div id=out><div style='width: 3000px'>x</div></div><style>div { overflow: auto; width: 300px }
      #out::scroll-button(right) { content: 'VALUE'; color: #0ff }</style>""",
}


@without_bar
@pytest.mark.parametrize("html", BY_STYLES.values(), ids=BY_STYLES)
async def test_what_a_style_writes_somewhere_is_in_no_picture(
    session: BrowserSession, site: Site, html: str
) -> None:
    await session.goto(site.page("/", STYLE + html.replace("VALUE", VALUE)))
    before = await seen(session)
    session.vault.add({"code": VALUE})
    if "iframe" in html:
        assert 0 == await seen(session) < before
    else:
        assert before > 0
        assert await refused(session, "a style writes a secret")


@without_bar
async def test_what_a_transition_still_shows_is_in_no_picture(session: BrowserSession, site: Site) -> None:
    html = f"""{STYLE}<style>::view-transition-old(root) {{ animation: none; opacity: 1 }}
      ::view-transition-new(root) {{ animation: hold 1e5s; opacity: 0 }} @keyframes hold {{ to {{ opacity: 0 }} }}
      </style><p id=out>{VALUE}</p>"""
    await session.goto(site.page("/", html))
    await session.page.evaluate("document.startViewTransition(() => { out.textContent = '' }).ready")
    assert await seen(session) > 0
    session.vault.add({"code": VALUE})
    assert await refused(session, "as it was before")


RESTLESS = {
    "carousel": """<div id=out>Name</div><script>(function step() {
      out.style.transform = `translateX(${performance.now() % 300}px)`; requestAnimationFrame(step) })()</script>""",
    "clock": "<p>Name</p><b id=out></b><script>setInterval(() => { out.textContent = performance.now() }, 1)</script>",
    "spinner": "<style>@keyframes turn { to { rotate: 1turn } } p { animation: turn 1s infinite; width: 200px; margin: 99px }</style><p>Name",
    "lists": """<p>Name</p><ul id=out></ul><script>setInterval(() => {
      out.replaceChildren(...'abc'.split('').map((each) => Object.assign(document.createElement('li'), {textContent: each}))) }, 5)</script>""",
}


@pytest.mark.parametrize("html", RESTLESS.values(), ids=RESTLESS)
async def test_a_page_that_moves_beside_a_secret_gives_pictures(
    session: BrowserSession, site: Site, html: str
) -> None:
    password = f"<input type=password value={VALUE}>"
    await session.goto(site.page("/", STYLE + password + html))
    session.vault.add({"code": VALUE})
    for _ in range(5):
        assert await seen(session) > 0


async def test_words_of_styles_that_draw_none_bar_no_picture(session: BrowserSession, site: Site) -> None:
    html = """<style>.admin, [class="admin"] { font-family: "admin", monospace; color: #0ff; background: url("/admin.png") }
      #admin { grid-template-areas: "admin"; --admin: 1px } q { quotes: "(" ")" }</style>
      <p class=admin style="font-family: 'admin'">Name <q>x</q>"""
    await session.goto(site.page("/", STYLE + html))
    session.vault.add({"code": "admin"})
    assert await seen(session) > 0


async def test_nothing_is_watched_where_the_test_has_no_secrets(
    session: BrowserSession, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await session.goto(site.page("/", STYLE + MEANWHILE["text"].replace("VALUE", VALUE)))
    shown_while_taken(monkeypatch)
    assert await seen(session) > 0
