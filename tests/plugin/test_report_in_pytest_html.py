"""The trajectories inside pytest-html's report, opened in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import PICTURE_SIZE

if TYPE_CHECKING:
    from pytest_webagent.browser.session import BrowserSession
    from tests.plugin.conftest import Suite

HOSTILE = "<img src=x onerror=alert(1)>"

CONFTEST = f"""
import pytest
from pytest_webagent.testing import ScriptedModel, call

HOSTILE = {HOSTILE!r}

@pytest.fixture(scope="session")
def model_client():
    def click(request):
        button = next(e for e in request.observation.elements if e.role == "button")
        return call("click", element_id=str(button.id), description=HOSTILE, reasoning=HOSTILE)
    return ScriptedModel([click, call("stop", answer=HOSTILE, reasoning=HOSTILE)] * 4)

"""

SUITE = f"""
import pytest

HOSTILE = {HOSTILE!r}
pytestmark = pytest.mark.webagent(answers="any")

@pytest.mark.parametrize("goal", [HOSTILE, "plain"])
async def test_goal(agent, browser_session, goal):
    await browser_session.page.set_content("<title>" + HOSTILE.replace("<", "&lt;") + "</title><h1>Mugs</h1><button>Buy</button>")
    result = await agent.run(goal)
    assert result.answer == HOSTILE

async def test_that_fails(agent, browser_session):
    await browser_session.page.set_content("<button>Buy</button>")
    result = await agent.run(HOSTILE)
    assert result.answer == "something else"
"""


@pytest.mark.parametrize(
    "options",
    [
        pytest.param((), id="assets"),
        pytest.param(("--self-contained-html",), id="self-contained", marks=pytest.mark.matrix),
        pytest.param(("-n", "1"), id="xdist-assets", marks=pytest.mark.matrix),
        # test_repeats.py has these, too.
        pytest.param(
            ("-n", "1", "--self-contained-html"), id="xdist-self-contained", marks=pytest.mark.matrix
        ),
    ],
)
async def test_every_step_is_shown_with_its_picture_and_no_text_runs(
    suite: Suite, browser_session: BrowserSession, options: tuple[str, ...]
) -> None:
    suite.pytester.makeconftest(CONFTEST)
    suite.write(test_goals=SUITE)
    page = browser_session.page
    result = suite.run("--html=out/report.html", *options)
    result.assert_outcomes(passed=2, failed=1)
    await page.goto((suite.pytester.path / "out" / "report.html").as_uri())
    await page.get_by_role("button", name="Show all details").click()
    assert await page.locator(".webagent .step").count() == 6
    pictures = page.get_by_role("img", name="The page at step")
    assert await pictures.count() == 6
    for number in range(6):
        picture = pictures.nth(number)
        await picture.scroll_into_view_if_needed()
        assert await picture.evaluate(PICTURE_SIZE) == [1280, 720]
        box = await picture.bounding_box()
        assert box is not None
        assert box["width"] / box["height"] == pytest.approx(1280 / 720, rel=0.02)
    assert await page.locator(".webagent .mark").count() == 3
    assert await page.locator(".goal", has_text=HOSTILE).count() == 2
    first = page.locator(".webagent .picture").first
    small = await first.bounding_box()
    await first.click()
    large = await first.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 1.5 * small["width"]
    assert await page.locator("img[src='x']").count() == 0

    # Each test has a page of its own, too.
    pages = list(suite.pytester.path.glob("webagent-results/*/index.html"))
    assert len(pages) == 3
    for own in pages:
        await page.goto(own.as_uri())
        assert await page.locator(".step").count() == 2
        assert await page.get_by_text("What the model read").count() == 2
        assert await page.locator("img[src='x']").count() == 0
    assert not [line for line in browser_session.log.lines() if "dialog" in line]
