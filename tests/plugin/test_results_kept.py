"""What can be read of a test whose process is killed, or whose disk is full."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

SUITE = """
import os, resource, signal
import pytest

# What no picture of it can be made small of.
NOISE = '''() => {
    const canvas = document.body.appendChild(document.createElement('canvas'));
    canvas.width = 900; canvas.height = 500;
    const shown = canvas.getContext('2d'), noise = shown.createImageData(900, 500);
    noise.data.forEach((_, i) => { noise.data[i] = Math.random() * 256; });
    shown.putImageData(noise, 0, 0);
}'''
pytestmark = pytest.mark.webagent(start_url=URL)

async def test_before(agent):
    await agent.run("Count to 1")

async def test_in_the_middle(agent, browser_session):
    await browser_session.page.evaluate(NOISE)
    await agent.run("Count to 2")
    END
    await agent.run("Count to 5")

async def test_after(agent):
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    os.seteuid(os.getuid())
    for place, _, _ in os.walk("webagent-results"):
        os.chmod(place, 0o755)
    await agent.run("Count to 1")
"""
FULL = "resource.setrlimit(resource.RLIMIT_FSIZE, ({}, resource.RLIM_INFINITY))"
"""No file gets longer, as on a disk that is full."""
DENIED = """for place, _, _ in os.walk("webagent-results"):
        os.chmod(place, 0o555)
    os.getuid() or os.seteuid(65534)"""
"""Nothing can be written any more; root may do that whatever the mode, and becomes nobody for a while."""


def folder_of(suite: Suite, test: str) -> Path:
    (found,) = Path(suite.pytester.path, "webagent-results").glob(f"*{test}-*")
    return found


def steps_of(folder: Path, *, whole: bool = True) -> list[dict[str, Any]]:
    """The steps that were written down while the test was under way; the last may be cut where it need not be `whole`."""
    lines = (folder / "steps.jsonl").read_text("utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if whole or line.endswith("\n")]


def test_the_steps_of_a_killed_worker_are_kept_and_told_and_no_test_is_lost(suite: Suite) -> None:
    suite.write(test_it=SUITE.replace("END", "os.kill(os.getpid(), signal.SIGKILL)"))
    result = suite.run("-n", "2")
    result.assert_outcomes(passed=2, failed=1)
    folder = folder_of(suite, "test_in_the_middle")
    result.stdout.fnmatch_lines(
        [
            "worker 'gw*' crashed while running *test_in_the_middle*",
            f"*steps until then are kept in *{folder.name}*",
        ]
    )
    steps = steps_of(folder)
    assert [[each["tool"] for each in step["actions"]] for step in steps] == [["click"], ["click"], ["stop"]]
    assert {step["goal"] for step in steps} == {"Count to 2"}
    assert [file.name for file in folder.iterdir()] == ["steps.jsonl"]
    assert not list(folder_of(suite, "test_after").glob("steps.jsonl"))


def test_what_an_earlier_session_left_is_not_taken_for_a_killed_ones(suite: Suite) -> None:
    suite.write(test_it=SUITE.replace("END", "pass"))
    suite.run().assert_outcomes(passed=3)
    suite.write(test_it=SUITE.replace("END", "os.kill(os.getpid(), signal.SIGKILL)"))
    suite.run("-n", "1").assert_outcomes(passed=2, failed=1)
    assert [file.name for file in folder_of(suite, "test_in_the_middle").iterdir()] == ["steps.jsonl"]


@pytest.mark.parametrize(
    ("most", "kept"),
    [
        pytest.param(6_000, {"steps.jsonl"}, id="but for the steps"),
        pytest.param(100_000, {"steps.jsonl", "trajectory.json", "index.html"}, id="but for texts"),
    ],
)
def test_a_full_disk_is_told_and_what_is_there_can_be_read(suite: Suite, most: int, kept: set[str]) -> None:
    suite.write(test_it=SUITE.replace("END", FULL.format(most)))
    result = suite.run("--webagent-screenshots=on")
    result.assert_outcomes(passed=3, errors=1)
    result.stdout.fnmatch_lines(
        ["the trajectory of this test could not be written to 'webagent-results': *File too large*"]
    )
    folder = folder_of(suite, "test_in_the_middle")
    assert {file.name for file in folder.iterdir() if file.suffix != ".jpg"} == kept
    # The line at which the disk was full may be cut.
    assert steps_of(folder, whole=False)[0]["actions"][0]["tool"] == "click"
    if "trajectory.json" in kept:
        record = json.loads((folder / "trajectory.json").read_text("utf-8"))
        assert [run["goal"] for run in record["runs"]] == ["Count to 2", "Count to 5"]
        assert record["runs"][1]["steps"][0]["screenshot"] is None
    assert not (folder_of(suite, "test_after") / "steps.jsonl").exists()


def test_a_folder_that_may_not_be_written_to_any_more_is_told_and_what_is_there_can_be_read(
    suite: Suite,
) -> None:
    suite.write(test_it=SUITE.replace("END", DENIED).replace('await agent.run("Count to 5")', "return"))
    result = suite.run()
    result.assert_outcomes(passed=3, errors=1)
    result.stdout.fnmatch_lines(
        ["the trajectory of this test could not be written to 'webagent-results': *Permission denied*"]
    )
    folder = folder_of(suite, "test_in_the_middle")
    assert [file.name for file in folder.iterdir()] == ["steps.jsonl"]
    assert [step["actions"][0]["tool"] for step in steps_of(folder)] == ["click", "click", "stop"]
    assert (folder_of(suite, "test_after") / "trajectory.json").exists()
