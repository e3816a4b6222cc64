"""Folders that the user who runs the tests may not write to, or not look into: told by name, and no test has another outcome for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.plugin.conftest import Suite

SUITE = """
import pytest
pytestmark = pytest.mark.webagent(start_url=URL)

async def test_it(agent):
    assert (await agent.run("Count to 2")).answer == "2"
"""
PLAIN = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--")
"""What comes before a command that is to have no more rights than the modes of files give their owner, although it is root's."""


@pytest.fixture
def run(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> Callable[..., pytest.RunResult]:
    """Runs the suite as a user for whom modes of files hold."""
    monkeypatch.delenv("WEBAGENT_RECORD")
    before: tuple[str, ...] = ()
    if os.getuid() == 0:
        tried = shutil.which("setpriv") and not subprocess.run([*PLAIN, "true"], check=False).returncode
        if not tried:
            pytest.skip(
                "modes of files do not hold for root, and there is no setpriv that gives up its rights"
            )
        before = PLAIN
    suite.write(test_it=SUITE)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))

    def run(*arguments: str) -> pytest.RunResult:
        plugins = ("-p", "no:cacheprovider", NO_PICTURES)
        return suite.pytester.run(*before, sys.executable, "-m", "pytest", *plugins, *arguments)

    return run


def test_an_output_folder_that_cannot_be_made_is_an_error_and_the_test_has_passed(
    suite: Suite, run: Callable[..., pytest.RunResult]
) -> None:
    folder = suite.pytester.mkdir("closed")
    folder.chmod(0o555)
    result = run("--webagent-record=off", "--webagent-output=closed/out")
    result.assert_outcomes(passed=1, errors=1, warnings=1)
    result.stdout.fnmatch_lines(
        [
            "the trajectory of this test could not be written to 'closed/out': *Permission denied*; name another folder*",
            "*tool calls are no longer written down, since *closed/out could not be written to (Permission denied)*",
        ]
    )
    result.stdout.no_fnmatch_line("*INTERNALERROR*")


def test_a_project_that_cannot_be_written_to_is_tested_all_the_same(
    suite: Suite, run: Callable[..., pytest.RunResult], tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("out")
    suite.pytester.path.chmod(0o555)
    result = run(
        "--webagent-record=missing", f"--webagent-output={out}", f"--webagent-eject={suite.pytester.path}/e"
    )
    suite.pytester.path.chmod(0o755)
    result.assert_outcomes(passed=1)
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["*test_it was not recorded: *test_it.yaml cannot be written: *Permission denied*"]
    )
    assert list(out.glob("*/trajectory.json"))


@pytest.mark.parametrize("mode", [0o000, 0o444, 0o111], ids=["nothing", "no search", "no list"])
def test_hints_for_sites_that_cannot_be_looked_for_are_told(
    suite: Suite, run: Callable[..., pytest.RunResult], mode: int
) -> None:
    folder = suite.pytester.mkdir("webagent_sites")
    (folder / "it.yaml").write_text("version: 1")
    folder.chmod(mode)
    result = run("--webagent-record=off", "test_it.py")
    folder.chmod(0o755)
    result.stdout.fnmatch_lines(
        [
            "*the hints for sites cannot be looked for: *Permission denied: *webagent_sites*; let the user who runs*"
        ]
    )
    result.stdout.no_fnmatch_line("*site_hints.py*")
