"""A session over a page of Playwright's synchronous API.

It runs in a process of its own: the synchronous API cannot live beside this one's event loop.
"""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
from playwright.sync_api import sync_playwright
from pytest_webagent.browser.executable import find
from pytest_webagent.browser.session import BrowserSession
from pytest_webagent.browser.sync_session import async_twin
from pytest_webagent.config import Settings
from pytest_webagent.errors import ToolError

url = sys.argv[1]
with sync_playwright() as playwright:
    launch = find(Settings())
    browser = playwright.chromium.launch(executable_path=launch.path, chromium_sandbox=launch.sandbox_off is None)
    page = browser.new_page()
    keyboard, context, frame = page.keyboard, page.context, page.main_frame
    twin = async_twin(page)
    session = BrowserSession(twin.context, twin, Settings())
    drive = page._sync

    page.goto(url)
    seen = drive(session.observe(screenshot=True))
    assert "Delete" in seen.text and seen.screenshot is not None
    button = next(e.id for e in seen.elements if e.name == "Delete")

    async def act(operation):
        return await session.act(operation)

    acted = drive(act(lambda: session.locate(button).click()))
    assert acted.notes == ('a confirm dialog says "Sure?": call accept_dialog or dismiss_dialog',), acted
    assert drive(session.observe()).dialog
    drive(session.answer_dialog(accept=True))
    assert page.inner_text("#p") == "true"

    acted = drive(act(lambda: session.page.locator("#link").click()))
    assert "a new tab opened" in acted.notes[0], acted
    assert [tab.current for tab in drive(session.tabs())] == [False, True]
    assert len(context.pages) == 2
    assert context.pages[1].inner_text("h1") == "Other"
    drive(session.close_tab())

    acted = drive(act(lambda: session.page.keyboard.press("Tab")))
    keyboard.press("Tab")
    assert frame.evaluate("1") == 1
    try:
        drive(act(lambda: session.page.locator("#off").click(timeout=2000)))
    except ToolError as error:
        assert str(error) == "the element is disabled"
    else:
        raise AssertionError("it was clicked")

    drive(session.close())
    assert not page.is_closed(), "the page belongs to the test"
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("button#b")
    assert page.inner_text("#p") == "true"
    page.click("button#b")
    assert page.inner_text("#p") == "false", "without a listener Playwright dismisses dialogs again"
    browser.close()
print("done")
"""


def test_a_session_drives_a_synchronous_page_and_leaves_it_to_its_test(site, tmp_path):
    site.page("/other", "<h1>Other</h1>")
    url = site.page(
        "/",
        "<p id=p></p><button id=b onclick=\"p.textContent = confirm('Sure?')\">Delete</button>"
        "<a id=link href=/other target=_blank>other</a><button id=off disabled>Off</button>",
    )
    script = tmp_path / "drive.py"
    script.write_text(SCRIPT)
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-W", "error", str(script), url],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("done\n", "")
