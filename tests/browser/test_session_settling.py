"""When a page counts as being at rest.

How long a wait takes is not asserted on: a bound that is far too long for the test makes a wrong wait show as the note
that the page did not come to rest, or as a result that is not there yet.
"""

import asyncio
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler

import pytest
import pytest_asyncio
from conftest import Answer
from loopback import LoopbackServer
from matrix_cases import by_default, repeats
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.browser import page_watch as watching
from pytest_webagent.browser.page_watch import PageWatch
from pytest_webagent.config import Settings
from pytest_webagent.errors import ToolError


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def session_of_the_file(pool):
    session = await pool.new_session(Settings(settle_timeout=60))
    yield session
    await session.close()


def clicking(session, selector="button"):
    return lambda: session.page.locator(selector).click(timeout=2000)


async def test_what_a_slow_answer_puts_on_the_page_is_there_when_the_action_returns(session, site):
    release = threading.Event()
    site.slow("/data", release, "42")
    html = "<p id=p></p><button onclick=\"fetch('/data').then(r => r.text()).then(t => p.textContent = t)\">x</button>"
    await session.goto(site.page("/", html))
    threading.Timer(0.4, release.set).start()
    waited = session.log.settled
    acted = await session.act(clicking(session))
    assert await session.page.inner_text("p") == "42"
    assert acted.changed
    assert acted.notes == ()
    assert session.log.settled > waited


async def test_a_chain_of_requests_is_waited_for(session, site):
    release = threading.Event()
    site.slow("/one", release, "/two")
    site.slow("/two", release, "end")
    html = """<p id=p></p><button onclick="(async () => {
        const next = await (await fetch('/one')).text(); p.textContent = await (await fetch(next)).text() })()">x</button>"""
    await session.goto(site.page("/", html))
    threading.Timer(0.3, release.set).start()
    await session.act(clicking(session))
    assert await session.page.inner_text("p") == "end"


async def test_the_page_a_link_leads_to_is_there_when_the_click_returns(session, site):
    release = threading.Event()
    target = site.slow("/slow", release, "<h1>Arrived</h1>")
    await session.goto(site.page("/", "<a href=/slow>go</a>"))
    threading.Timer(0.4, release.set).start()
    acted = await session.act(clicking(session, "a"))
    assert acted.notes == (f"the page is now at {target}",)
    assert acted.changed
    assert await session.page.inner_text("h1") == "Arrived"


ORDER = "<form method=post action=/order><input name=n><button>Order</button></form>"


@pytest.mark.parametrize("how", ["click", *repeats("press")])
async def test_an_action_whose_page_is_slow_to_come_was_done_and_is_not_to_be_repeated(pool, site, how):
    session = await pool.new_session(Settings(settle_timeout=0.2))
    release = threading.Event()
    site.slow("/order", release, "<h1>Ordered</h1>")
    await session.goto(site.page("/", ORDER))
    if how == "click":
        acted = await session.act(clicking(session))
    else:
        acted = await session.act(lambda: session.page.locator("input").press("Enter", timeout=2000))
    note = f"the server has not answered yet, so this is the page from before: {site.url}/order"
    assert acted.notes == (note,)
    release.set()
    await session.page.wait_for_url("**/order")
    assert len(site.asked("/order")) == 1
    await session.close()


async def test_a_click_that_hangs_the_page_may_have_been_done(session, site):
    release = threading.Event()
    site.slow("/hang", release, "")
    # To wait for an answer leaves a page no turn either, and no processor time is spent on it.
    hang = "document.title = 'began'; const ask = new XMLHttpRequest(); ask.open('GET', '/hang', false); ask.send()"
    await session.goto(site.page("/", f'<button onclick="{hang}">Go</button>'))

    async def operation():
        try:
            await clicking(session)()
        finally:
            release.set()

    with pytest.raises(ToolError, match="it may have been done: look before trying it again"):
        await session.act(operation)
    assert await session.page.title() == "began"


async def test_a_navigation_by_script_after_a_form_was_posted_is_followed(session, site):
    site.page("/thanks", "<h1>Thanks</h1>")
    site.page("/post", "<script>location.replace('/thanks')</script>")
    await session.goto(site.page("/", "<form method=post action=/post><button>x</button></form>"))
    await session.act(clicking(session))
    assert await session.page.inner_text("h1") == "Thanks"


async def test_an_address_changed_without_loading_is_told(session, site):
    await session.goto(site.page("/", "<button onclick=\"history.pushState(0, '', '/step2')\">x</button>"))
    acted = await session.act(clicking(session))
    assert acted.notes == (f"the page is now at {site.url}/step2",)
    assert acted.changed


async def test_an_answer_that_never_comes_ends_in_a_note(pool, site):
    session = await pool.new_session(Settings(settle_timeout=0.3))
    release = threading.Event()
    site.slow("/never", release, "")
    await session.goto(site.page("/", "<button onclick=\"fetch('/never', {method: 'POST'})\">x</button>"))
    acted = await session.act(clicking(session))
    assert acted.notes == ("the page did not come to rest within 0.3 s",)
    again = await session.act(clicking(session))
    assert again.notes == (), "what was waited for in vain is not waited for again"
    release.set()
    await session.close()


RESTLESS = {
    "a clock": "setInterval(() => out.textContent = Math.random(), 40)",
    "an animation": "let i = 0; (function f() { out.style.left = i++ % 300 + 'px'; requestAnimationFrame(f) })()",
    "a list rendered anew": "setInterval(() => out.innerHTML = '<ul><li>' + Math.random() + '</ul>', 40)",
    "a poll": "(function f() { fetch('/poll').then(() => setTimeout(f, 30)) })()",
    "a poll that shows": "(function f() { fetch('/poll').then(() => { out.textContent = Math.random(); setTimeout(f, 30) }) })()",
    "an endless CSS animation": (
        "out.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 500, iterations: Infinity })"
    ),
    "a long poll": "(function f() { fetch('/long').finally(f) })()",
    "an event stream": "new EventSource('/stream')",
}


@pytest.mark.parametrize("habit", by_default([*RESTLESS], but=("a clock", "a list rendered anew", "a poll")))
async def test_what_a_page_does_all_the_time_is_not_waited_for(session, site, habit):
    release = threading.Event()
    site.slow("/long", release, "")
    site.slow("/stream", release, "")
    site.page("/poll", "ok")
    html = f"<div id=out style='position:absolute;top:90px'>x</div><button>x</button><script>{RESTLESS[habit]}</script>"
    url = site.page("/" + habit.replace(" ", "-"), html)
    assert (await session.goto(url)).notes == (f"the page is now at {url}",)
    for _ in range(3):
        acted = await session.act(clicking(session))
        assert acted.notes == ()
    release.set()


async def test_an_animation_the_action_started_is_learned_and_passed_over(session, site):
    html = """<div id=out style='position:absolute;top:90px'>x</div><button onclick="f()">x</button>
              <script>let i = 0; function f() { out.style.left = i++ % 300 + 'px'; requestAnimationFrame(f) }</script>"""
    await session.goto(site.page("/", html))
    assert (await session.act(clicking(session))).notes == ()
    assert (await session.act(clicking(session))).notes == ()


async def test_a_ticking_page_does_not_hide_what_an_action_changes(session, site):
    html = """<p id=clock></p><p id=out></p><button onclick="setTimeout(() => out.textContent = 'done', 20)">x</button>
              <script>setInterval(() => clock.textContent = Math.random(), 15)</script>"""
    await session.goto(site.page("/", html))
    acted = await session.act(clicking(session))
    assert acted.changed
    assert await session.page.inner_text("#out") == "done"


async def test_a_fading_in_dialog_is_waited_for(session, site):
    html = """<style>#m { opacity: 0; transition: opacity .3s } #m.on { opacity: 1 }</style>
              <div id=m>modal</div><button onclick="m.className = 'on'">x</button>"""
    await session.goto(site.page("/", html))
    await session.act(clicking(session))
    assert await session.page.evaluate("getComputedStyle(m).opacity") == "1"


async def test_steps_of_a_rendering_are_waited_for(session, site):
    html = """<p id=p>0</p><button onclick="f(6)">x</button>
              <script>const f = n => setTimeout(() => { p.textContent++; if (n > 1) f(n - 1) }, 25)</script>"""
    await session.goto(site.page("/", html))
    await session.act(clicking(session))
    assert await session.page.inner_text("p") == "6"


async def test_a_step_that_was_due_while_the_page_was_busy_is_waited_for(session, site):
    html = """<p id=p>0</p><script>
              const busy = () => { const until = performance.now() + 150; while (performance.now() < until); };
              const f = n => { p.textContent++; setTimeout(busy); if (n > 1) setTimeout(f, 45, n - 1) }</script>"""
    await session.goto(site.page("/", html))
    watch = await PageWatch.attach(session.page, lambda page: None)
    await watch.begin()
    resting = asyncio.ensure_future(watch.quiet(5))
    # After 10 ms the page works until long after the 50 ms of a page that does nothing.
    await session.page.evaluate("setTimeout(f, 10, 2)")
    rest = await resting
    assert (rest.quiet, rest.changed) == (True, 2)
    await watch.detach()


async def test_changes_in_an_open_shadow_root_and_in_a_frame_count(session, site):
    site.page(
        "/frame",
        "<p id=q>0</p><script>var g = n => setTimeout(() => { q.textContent++; if (n > 1) g(n - 1) }, 25)</script>",
    )
    html = """<x-x id=host></x-x><iframe src=/frame></iframe>
              <button id=a onclick="f(6)">a</button><button id=b onclick="frames[0].g(6)">b</button>
              <script>const p = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
              const f = n => setTimeout(() => { p.textContent += n; if (n > 1) f(n - 1) }, 25)</script>"""
    await session.goto(site.page("/", html))
    await session.act(clicking(session, "#a"))
    assert await session.page.inner_text("x-x p") == "654321"
    await session.act(clicking(session, "#b"))
    assert await session.page.frame_locator("iframe").locator("p").inner_text() == "6"


async def test_a_page_with_a_strict_policy_and_a_stopped_clock_settles(pool, site):
    session = await pool.new_session(Settings())
    policy = {
        "content-security-policy": "default-src 'none'; script-src 'nonce-a'; require-trusted-types-for 'script'"
    }
    html = "<h1>x</h1><button>x</button><script nonce=a>document.querySelector('button').onclick = e => e.target.textContent = 'y'</script>"
    await session.page.clock.install()
    await session.page.clock.pause_at(10_000_000_000)
    url = site.page("/", html, headers=policy)
    assert (await session.goto(url)).notes == (f"the page is now at {url}",)
    acted = await session.act(clicking(session))
    assert (acted.notes, acted.changed) == ((), True)
    await session.close()


async def test_an_action_that_does_nothing_asks_the_page_once(session, site, monkeypatch):
    await session.goto(site.page("/", "<button>x</button>"))
    asked = []
    quiet = PageWatch.quiet

    async def counted(watch, seconds):
        asked.append(seconds)
        return await quiet(watch, seconds)

    monkeypatch.setattr(PageWatch, "quiet", counted)
    await session.act(clicking(session))
    assert len(asked) == 1


async def test_requests_of_another_tab_are_not_waited_for(session, site):
    release = threading.Event()
    site.slow("/never", release, "")
    await session.goto(site.page("/", "<p>x</p>"))
    behind = session.page
    await session.open_tab(site.page("/tab", "<p>x</p>"))
    acted = await session.act(lambda: behind.evaluate("fetch('/never', { method: 'POST' }) && 0"))
    assert acted.notes == ()
    assert len(site.asked("/never")) == 1
    release.set()


async def test_a_page_that_is_sent_without_end_costs_the_bound_once(pool, endless):
    session = await pool.new_session(Settings(settle_timeout=0.4))
    acted = await session.goto(endless)
    assert acted.notes[1:] == ("the page did not come to rest within 0.4 s",)
    for clicks in ("1", "11"):
        acted = await session.act(clicking(session))
        assert acted.notes == ()
        assert await session.page.inner_text("button") == clicks
    await session.close()


@pytest.fixture
def endless():
    """The URL of a page whose server sends a paragraph now and then, and never closes."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(b"<!doctype html><button onclick='this.textContent += 1'></button>")
                while not self.serves.closing.wait(0.05):
                    self.wfile.write(b"<p>More")
                    self.wfile.flush()

        def log_message(self, *arguments):
            pass

    server = LoopbackServer(Handler)
    yield f"{server.origin}/"
    server.close()


EFFECTS = {
    "a field counts up": "<input id=o value=1><button onclick='o.stepUp ? o.value++ : 0'>x</button>",
    "a box is ticked": "<input id=o type=checkbox><button onclick='o.checked = !o.checked'>x</button>",
    "another option is chosen": "<select id=o><option>A<option>B</select><button onclick='o.selectedIndex ^= 1'>x</button>",
    "a popover opens": "<div id=o popover=manual>Hi</div><button onclick='o.togglePopover()'>x</button>",
    "a field in a shadow root is filled": """<div id=o></div><button onclick='o.shadowRoot.firstChild.value += 1'>x</button>
        <script>o.attachShadow({ mode: 'open' }).innerHTML = '<input>'</script>""",
}


@pytest.mark.parametrize("page", EFFECTS.values(), ids=EFFECTS)
async def test_an_effect_that_no_mutation_tells_is_a_change_each_time(session, site, page):
    await session.goto(site.page("/", page))
    for _ in range(2):
        acted = await session.act(clicking(session))
        assert acted.changed
        assert not acted.ignored


@pytest.mark.parametrize("origin", ["url", "other_url"])
async def test_what_a_click_in_a_frame_changes_around_it_is_a_change_each_time(session, site, origin):
    site.page("/inner", "<button onclick=\"parent.postMessage('paid', '*')\">Pay</button>")
    await session.goto(
        site.page(
            "/",
            f"<p id=o></p><script>onmessage = e => o.textContent += e.data</script>"
            f"<iframe src='{getattr(site, origin)}/inner'></iframe>",
        )
    )
    for said in ("paid", "paidpaid"):
        button = session.page.frame_locator("iframe").locator("button")
        acted = await session.act(lambda button=button: button.click(timeout=2000))
        assert acted.changed
        assert await session.page.inner_text("#o") == said


async def test_a_click_in_a_frame_that_cannot_be_seen_into_is_not_said_to_be_ignored(session, site):
    site.page("/inner", "<button onclick='this.textContent += 1'>x</button>")
    await session.goto(site.page("/", f"<iframe src='{site.other_url}/inner'></iframe>"))
    for _ in range(2):
        button = session.page.frame_locator("iframe").locator("button")
        acted = await session.act(lambda button=button: button.click(timeout=2000))
        assert not acted.ignored


async def test_a_page_is_acted_on_after_a_frame_in_it_went_to_another_origin(session, site):
    site.page("/paid", "<p>Paid</p>")
    site.page("/inner", f"<a href='{site.other_url}/paid'>Pay</a>")
    await session.goto(
        site.page("/", "<button onclick='this.textContent += 1'>x</button><iframe src='/inner'></iframe>")
    )
    assert (await session.act(clicking(session))).changed
    frame = session.page.frame_locator("iframe")
    assert (await session.act(lambda: frame.locator("a").click(timeout=2000))).changed
    await frame.get_by_text("Paid").wait_for()
    assert (await session.act(clicking(session))).changed
    assert await session.page.locator("button").inner_text() == "x11"


async def test_a_clock_in_a_page_with_a_frame_is_not_taken_for_an_effect_of_input_elsewhere(session, site):
    html = """<p id=clock></p><button>x</button><iframe srcdoc='<button>y</button>'></iframe>
              <script>setInterval(() => clock.textContent = Math.random(), 15)</script>"""
    await session.goto(site.page("/", html))
    for _ in range(2):
        acted = await session.act(
            lambda: session.page.frame_locator("iframe").locator("button").click(timeout=2000)
        )
        assert acted.notes == ()
    acted = await session.act(clicking(session))
    assert not acted.changed


@pytest.mark.parametrize(
    ("rests", "changes", "late"), [(True, True, True), (True, False, False), (False, True, False)]
)
async def test_what_changes_between_the_rest_and_the_end_of_an_action_is_its_late_effect(
    session, site, rests, changes, late
):
    await session.goto(site.page("/", "<p id=p></p>"))
    watch = await PageWatch.attach(session.page, print)
    await watch.begin()
    if rests:
        await watch.quiet(1)
    if changes:
        await session.page.evaluate("p.textContent = 'late'")
    await watch.release()
    assert await watch.begin() is not late


@pytest.mark.parametrize(("times", "late"), [(1, True), (2, False)])
async def test_what_changed_too_late_once_may_still_be_an_effect_and_twice_does_so_by_itself(
    session, site, monkeypatch, times, late
):
    await session.goto(site.page("/", "<p id=p></p>"))
    watch = await PageWatch.attach(session.page, print)
    for milliseconds, changes in ((0, times), (60_000, 1)):
        monkeypatch.setattr(watching, "LATE", milliseconds)
        await watch.begin()
        await watch.quiet(1)
        await watch.release()
        for number in range(changes):
            await session.page.evaluate(f"p.textContent = 'change {number} of {changes}'")
    assert await watch.begin() is not late


LATER = {
    "a script": ("setTimeout(() => p.textContent = 'new', 40)", ["new"]),
    "an answer": ("fetch('/slow').then(answer => answer.text()).then(() => p.textContent = 'new')", ["new"]),
    "a frame": (
        "document.body.append(Object.assign(document.createElement('iframe'), {src: '/slow'}))",
        ["old", "new"],
    ),
    "a style": (
        "document.head.append(Object.assign(document.createElement('link'), {rel: 'stylesheet', href: '/style'}))",
        [],
    ),
    "another page": ("location = '/slow'", ["new"]),
}


@pytest.mark.parametrize(("script", "shown"), by_default(LATER, "a frame", "a style"))
async def test_what_comes_while_the_page_is_looked_at_is_seen(session, site, script, shown):
    release = threading.Event()
    site.slow("/slow", release, "<p>new</p>")
    style = Answer("p { display: none }", content_type="text/css", release=release)
    site.answer("/style", lambda _: style)
    await session.goto(site.page("/", f'<button onclick="{script}">x</button><p id=p>old</p>'))
    session.settles = "later"
    await session.act(clicking(session))
    threading.Timer(0.3, release.set).start()
    page = await session.observe_at_rest()
    session.settles = "at once"
    said = [element.text for element in page.elements if not element.hidden]
    assert [text for text in said if text in ("old", "new")] == shown


async def test_a_page_that_only_comes_to_rest_is_looked_at_once(session, site):
    await session.goto(site.page("/", "<button onclick=\"p.textContent = 'new'\">x</button><p id=p>old</p>"))
    seen = []
    session.on_observation = seen.append
    session.settles = "later"
    await session.act(clicking(session))
    page = await session.observe_at_rest()
    session.settles, session.on_observation = "at once", None
    assert seen == [page]
    assert "new" in {element.text for element in page.elements}
