"""The first minutes of somebody who has installed the plugin and has no configuration."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite


@pytest.mark.matrix
def test_one_file_without_any_configuration_runs_without_a_warning(
    suite: Suite, new_python: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite.pytester.path.joinpath("conftest.py").unlink()
    for name in ("PYTEST_ADDOPTS", "PYTHONWARNINGS"):
        monkeypatch.delenv(name, raising=False)
    suite.write(
        test_it="""
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_it(agent):
    assert (await agent.run("Click 'Add one' and report the status")).answer == "1"
"""
    )
    result = suite.pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, warnings=0)
    result.stdout.no_fnmatch_line("*Warning*")
    result.stderr.no_fnmatch_line("*")


def test_what_the_demo_says_to_look_at_first_is_there() -> None:
    root = Path(__file__).parents[2]
    named = re.findall(r"example_suites/\S+", (root / "Makefile").read_text(encoding="utf-8"))
    assert len(named) == 3
    assert [name for name in named if not (root / name).is_file()] == []
