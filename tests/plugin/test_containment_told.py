"""What pages asked for beyond the origins of their tests, as it is told at the terminal."""

from __future__ import annotations

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


@SPREAD
@pytest.mark.parametrize("kind", ["ini", "toml"])
def test_what_is_reported_can_be_pasted(suite: Suite, site: Site, spread: tuple[str, ...], kind: str) -> None:
    suite.write(test_it=TESTS.format(holds=True))
    configured = suite.pytester.path / ("pytest.ini" if kind == "ini" else "pyproject.toml")
    head = "[pytest]\n" if kind == "ini" else "[tool.pytest.ini_options]\n"
    configured.write_text(head, encoding="utf-8")
    result = suite.run("--webagent-network=report", *spread)
    result.assert_outcomes(passed=2)
    assert len(site.asked("/x.png")) == 2
    lines = result.stdout.lines
    begins = next(at for at, line in enumerate(lines) if line.startswith("webagent_allowed_origins"))
    ends = next(at for at, line in enumerate(lines) if at > begins and site.other_url in line) + 2
    pasted = "\n".join(line for line in lines[begins:ends] if not line.startswith("="))
    configured.write_text(f"{head}{pasted}\n", encoding="utf-8")
    again = suite.run(*spread)
    again.assert_outcomes(passed=2)
    again.stdout.no_fnmatch_line("refused: *")
    assert len(site.asked("/x.png")) == 4


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
