"""What pages asked for beyond the origins of their tests, as it is told at the terminal."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import SPREAD

if TYPE_CHECKING:
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

TESTS = """
import pytest

pytestmark = pytest.mark.webagent(start_url=URL)

async def test_one(browser_session):
    await browser_session.page.wait_for_load_state()

async def test_two(browser_session):
    await browser_session.page.wait_for_load_state()
    assert {holds}
"""


@pytest.fixture
def suite(suite: Suite, site: Site) -> Suite:
    site.page("/shop", f"<h1>Shop</h1><img src={site.other_url}/x.png>")
    return type(suite)(suite.pytester, f"{site.url}/shop")


@SPREAD
def test_what_was_refused_is_told_once_and_where_a_test_failed(
    suite: Suite, site: Site, spread: tuple[str, ...]
) -> None:
    suite.write(test_it=TESTS.format(holds=False))
    result = suite.run(*spread)
    result.assert_outcomes(passed=1, failed=1)
    told = f"refused: {site.other_url} ({{}}); allow it by webagent_allowed_origins = {site.other_url}"
    result.stdout.fnmatch_lines(["*- webagent: refused -*", told.format("1 time")])
    result.stdout.fnmatch_lines(
        ["*= webagent =*", told.format("2 times"), "--webagent-network=report lists all *"]
    )
    assert site.asked("/x.png") == []


ASKING = """
async def test_one(browser_session):
    await browser_session.page.goto(URL)

async def test_two(browser_session):
    await browser_session.page.goto(URL)
    await browser_session.page.evaluate("fetch('http://a\\"b.example/').catch(() => 0)")
"""
CONFIGURED = {
    "pytest.ini": ("[pytest]\naddopts = -q\n", "webagent_allowed_origins = {}\n"),
    "pyproject.toml": (
        "[tool.pytest.ini_options]\naddopts = '-qq'\n",
        "webagent_allowed_origins = ['{}']\n",
    ),
}


@SPREAD
@pytest.mark.parametrize("name", CONFIGURED)
def test_what_is_reported_can_be_pasted_over_what_was_there(
    suite: Suite, site: Site, spread: tuple[str, ...], name: str
) -> None:
    head, key = CONFIGURED[name]
    configured = suite.pytester.path / name
    configured.write_text(head + key.format(site.url), encoding="utf-8")
    suite.write(test_it=ASKING)
    result = suite.run("--webagent-network=report", *spread)
    assert result.ret == 0
    assert len(site.asked("/x.png")) == 2
    lines = result.stdout.lines
    begins = next(at for at, line in enumerate(lines) if line.startswith("webagent_allowed_origins"))
    entries = itertools.takewhile(lambda line: line == "]" or line[:4].isspace(), lines[begins + 1 :])
    configured.write_text("\n".join([head, lines[begins], *entries]), encoding="utf-8")
    again = suite.run("-vv", *spread)
    again.assert_outcomes(passed=2)
    again.stdout.no_fnmatch_line(f"refused: {site.other_url}*")
    assert len(site.asked("/x.png")) == 4


def test_what_was_refused_is_told_however_quiet_the_rest_is(suite: Suite, site: Site) -> None:
    suite.write(test_it=TESTS.format(holds=True))
    suite.run("-qq").stdout.fnmatch_lines([f"refused: {site.other_url} (2 times); *"])


@pytest.mark.parametrize("named", [True, False])
def test_why_playwright_could_not_open_a_page_is_told(suite: Suite, named: bool) -> None:
    mark = '@pytest.mark.webagent(allowed_origins=("http://127.0.0.1:8",))' if named else ""
    suite.write(
        test_it=f"""
import pytest

{mark}
async def test_one(browser_session):
    await browser_session.page.goto("http://127.0.0.1:8/")
"""
    )
    result = suite.run()
    result.assert_outcomes(failed=1)
    why = "nothing listens there" if named else "refused: http://127.0.0.1:8: it is no origin of this test"
    result.stdout.fnmatch_lines(["*- webagent: not opened -*", f"could not open http://127.0.0.1:8/: {why}*"])


def test_an_open_network_refuses_nothing_and_tells_nothing(suite: Suite, site: Site) -> None:
    suite.write(test_it=TESTS.format(holds=True))
    result = suite.run("--webagent-network=open")
    result.assert_outcomes(passed=2)
    result.stdout.no_fnmatch_line("*= webagent =*")
    assert len(site.asked("/x.png")) == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "network contained (pytest-playwright's page: as far as routes see, while the agent works)"),
        (("-p", "no:playwright"), "network contained"),
        (("--webagent-network=report", "-p", "no:playwright"), "network not contained but reported"),
        (("--webagent-network=open",), "network open"),
        (
            ("--webagent-connect=ws://127.0.0.1:9",),
            "network contained (as far as routes see: the browser runs elsewhere)",
        ),
    ],
)
def test_the_header_says_what_is_not_contained(
    pytester: pytest.Pytester, arguments: tuple[str, ...], told: str
) -> None:
    pytester.makepyfile("def test_it(): ...")
    result = pytester.runpytest_subprocess(*arguments)
    result.stdout.fnmatch_lines([f"webagent: model builtin; browser *, {told}; at most *"])
