"""A disk that gets full: what could not be written is named with the reason, what was there stays, and tests keep their outcome."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from small_disk import FILL

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plugin.conftest import Suite

SUITE = f"""{FILL}
import pytest
pytestmark = pytest.mark.webagent(start_url=URL)

@pytest.fixture
def full():
    yield
    fill(DISK)

async def test_it(agent, full):
    await agent.run("Count to 2")
"""
FULL = "No space left on device"


@pytest.fixture
def on_disk(suite: Suite, small_disk: Path) -> Suite:
    """The suite with one test, at whose end the disk is full."""
    suite.write(test_it=SUITE.replace("DISK", repr(str(small_disk))))
    return suite


def test_a_recording_is_not_replaced_by_half_of_one(
    on_disk: Suite,
    small_disk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("WEBAGENT_RECORD")
    (on_disk.pytester.path / "recordings").symlink_to(small_disk)
    folder = small_disk / "test_it"
    folder.mkdir()
    before = "# what was there\n" * 100
    (folder / "test_it.yaml").write_text(before)
    result = on_disk.run("--webagent-record=all", NO_PICTURES)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        [f"test_it.py::test_it was not recorded: *test_it.yaml cannot be written: *{FULL}*"]
    )
    assert [file.name for file in folder.iterdir()] == ["test_it.yaml"]
    assert (folder / "test_it.yaml").read_text() == before


def test_an_ejected_test_is_not_replaced_by_half_of_one(
    on_disk: Suite,
    small_disk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("WEBAGENT_RECORD")
    out = small_disk / "out" / "test_it.py"
    options = ("--webagent-record=missing", NO_PICTURES, f"--webagent-eject={out.parent}", "-W", "error")
    once = SUITE.replace("fill(DISK)", "pass")
    on_disk.write(test_it=once)
    for _ in ("recorded", "ejected"):
        on_disk.pytester.runpytest_subprocess(*options).assert_outcomes(passed=1)
    before = out.read_text()
    changed = SUITE.replace("start_url=URL", "start_url=URL, viewport='900x600'")
    on_disk.write(test_it=changed.replace("DISK", repr(str(small_disk))))
    result = on_disk.pytester.runpytest_subprocess(*options)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([f"test_it.py::test_it was not ejected: {out} cannot be written: *{FULL}*"])
    assert out.read_text() == before


def test_steps_that_are_written_after_the_disk_was_full_can_be_read(on_disk: Suite, small_disk: Path) -> None:
    suite = (
        SUITE.replace("DISK", repr(str(small_disk)))
        + """
    fill(DISK)
    await agent.run("Count to 4")
    free(DISK)
    await agent.run("Count to 6")
    import os, signal
    os.kill(os.getpid(), signal.SIGKILL)
""".replace("DISK", repr(str(small_disk)))
    )
    on_disk.write(test_it=suite)
    on_disk.run("-n", "1", f"--webagent-output={small_disk / 'out'}", NO_PICTURES)
    (file,) = small_disk.glob("out/*/steps.jsonl")
    told = []
    for line in file.read_text().splitlines():
        try:
            told.append(json.loads(line)["goal"])
        except ValueError:
            told.append("cut")
    assert told[:3] == ["Count to 2"] * 3
    assert told[-3:] == ["Count to 6"] * 3


def test_a_report_of_pytest_html_that_cannot_be_written_leaves_the_outcome_as_it_is(
    on_disk: Suite,
    small_disk: Path,
) -> None:
    result = on_disk.run(f"--html={small_disk / 'report.html'}", "--self-contained-html", NO_PICTURES)
    result.assert_outcomes(passed=1)
    assert result.ret == 0
    result.stdout.fnmatch_lines([f"webagent: *report.html could not be written: *{FULL}*"])
    result.stdout.no_fnmatch_line("*INTERNALERROR*")


def test_a_cache_and_a_log_that_cannot_be_written_are_told_once(on_disk: Suite, small_disk: Path) -> None:
    early = SUITE.replace("yield\n    fill(DISK)", "fill(DISK)").replace(
        "agent, full", "agent, full, tool_registry"
    )
    parses = 'await agent.run("Count to 2")\n    await tool_registry.execute("page_parser")'
    text = early.replace('await agent.run("Count to 2")', parses)
    on_disk.write(test_it=text.replace("DISK", repr(str(small_disk))))
    result = on_disk.pytester.runpytest_subprocess(
        f"--webagent-output={small_disk / 'out'}", "--webagent-cache=disk", NO_PICTURES
    )
    result.assert_outcomes(passed=1, errors=1, warnings=2)
    result.stdout.fnmatch_lines(
        [
            f"the trajectory of this test could not be written to *: *{FULL}*",
            f"*tool calls are no longer written down, since *out could not be written to ({FULL})*",
            f"*the cache in *v1 does not work, so nothing is cached from here on: *{FULL}",
        ]
    )


def test_what_came_of_mutations_is_not_replaced_by_half_of_it(on_disk: Suite, small_disk: Path) -> None:
    file = small_disk / "out" / "mutations.json"
    file.parent.mkdir()
    file.write_text("what was there")
    result = on_disk.run("--webagent-mutate", f"--webagent-output={file.parent}", NO_PICTURES)
    result.stdout.fnmatch_lines(
        [f"mutations: not written, *{FULL}*; name another folder with --webagent-output"]
    )
    assert [each.name for each in file.parent.glob("mutations.json*")] == [file.name]
    assert file.read_text() == "what was there"


def test_a_session_whose_limits_cannot_be_counted_ends_by_its_limits(
    on_disk: Suite,
    small_disk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TMPDIR", str(small_disk))
    suite = SUITE.replace('Count to 2")', 'Count to 2")\n    fill(DISK)\n    await agent.run("Count to 3")')
    on_disk.write(
        test_it=suite.replace("yield\n    fill(DISK)", "yield").replace("DISK", repr(str(small_disk)))
    )
    result = on_disk.run("--webagent-session-steps=50", NO_PICTURES)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            f"*BudgetExceeded: budget: what is spent of the session's limits cannot be written to {small_disk}/*{FULL}*"
        ]
    )
