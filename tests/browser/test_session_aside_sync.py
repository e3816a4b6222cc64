"""A page beside the tabs of a test that uses Playwright's synchronous API; in a process of its own, as that needs."""

import subprocess
import sys

SCRIPT = """
import sys
from playwright.sync_api import sync_playwright
from pytest_webagent.browser.executable import find
from pytest_webagent.browser.session import BrowserSession
from pytest_webagent.browser.sync_session import async_twin
from pytest_webagent.config import Settings

url = sys.argv[1]
with sync_playwright() as playwright:
    launch = find(Settings())
    browser = playwright.chromium.launch(executable_path=launch.path, chromium_sandbox=launch.sandbox_off is None)
    page = browser.new_context().new_page()
    heard = []
    page.context.on("page", lambda opened: heard.append(opened))
    twin = async_twin(page)
    session = BrowserSession(twin.context, twin, Settings())
    page.goto(url)
    seen = page._sync(session.observe())

    async def check(address):
        assert address.startswith(url)

    async def read():
        async with session.aside(check, 8) as aside:
            arrival = await aside.open(url + "unruly")
            return arrival.status, await aside.page.inner_text("h1"), [tab.url for tab in await session.tabs()]

    print(page._sync(read()))
    print(session.page is twin, page.context.pages == [page], session.log.lines(), page._sync(session.observe()).notes)
    print([opened.is_closed() for opened in heard])
    page._sync(session.close())
"""


def test_a_page_is_read_beside_the_tabs_of_a_synchronous_test(site):
    site.page("/", "<h1>First</h1>")
    site.page("/unruly", "<script>console.error(1); alert(1); open('/')</script><h1>Read</h1>")
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, site.url + "/"],
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
    )
    assert run.returncode == 0, run.stderr
    first, second, third = run.stdout.splitlines()
    assert first == f"(200, 'Read', ['{site.url}/'])"
    assert second == "True True () ()"
    assert third == "[True]"
