"""Hints for sites in a test suite of their user's: found in the rootdir, and told where they are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

TEST = """
import pytest

@pytest.mark.webagent(tools=["web"])
async def test_it(agent, browser_session, tool_registry, monkeypatch):
    monkeypatch.chdir("/")
    await browser_session.goto(URL)
    await browser_session.page.evaluate("document.body.innerHTML = '<h1>Welcome</h1>'")
    said = await tool_registry.execute("web_extract", selector="site=heading")
    assert said.output["elements"] == [{"text": "Welcome"}]
"""


def test_names_of_a_site_are_found_in_the_rootdir_and_a_wrong_file_is_told_with_its_place(
    suite: Suite,
) -> None:
    folder = suite.pytester.mkdir("webagent_sites")
    suite.write(test_site=TEST)
    file = folder / "shop.yaml"
    file.write_text(
        f"version: 1\norigins: ['{suite.url.removesuffix('/counter')}']\nhints: {{selectors: {{heading: css=h1}}}}\n"
    )
    suite.run().assert_outcomes(passed=1)
    file.write_text("version: 1\norigins: []\nhints: {}\n")
    result = suite.run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*ConfigError: webagent_sites/shop.yaml:2:10: 'origins': *"])
