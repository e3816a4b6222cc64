"""Healed recordings in whole sessions: what is told, proposed and written, and when nothing is."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.recording.recording import read_recordings
from pytest_webagent.recording.recording_patch import MARK, healed_text, patch
from tests.plugin.conftest import COUNTER, NO_PICTURES, SPREAD_BY_DEFAULT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Site
    from tests.plugin.conftest import Suite

NODE = "test_it.py::test_count"
TEST = """
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_count(agent):
    assert (await agent.run("Count to 2")).answer == "2"
"""
RECORDING = """# What the agent did.
webagent: 1
goal: Count to 2
made: {model: test, on: 2026-11-26, derived: true}
steps:
- do: click the button "Add one"  # as Ann said
  then: {request: POST /saved}
- do: click the button "Add one"
  then: {request: POST /saved}
answer: '{the status}'
# checked by Ann
"""
SAVES = "fetch('/saved', {method: 'POST'}); n.textContent"
THERE = COUNTER.replace("n.textContent", SAVES, 1)
IMPATIENT = """
from pytest_webagent.recording import replay, step_effects, target_finder
for module in (replay, step_effects, target_finder):
    assert module.PATIENCE > 1
    module.PATIENCE = replay._HEALED_PATIENCE = 1.0
"""
CHANGED = THERE.replace("Add one", "Add one item")
OTHER = THERE.replace("Add one", "Remove one")


@pytest.fixture
def recorded(suite: Suite, site: Site) -> Suite:
    """A suite of one test with a recording, in a git repository, whose page has changed since."""
    site.page("/saved", "")
    site.page("/counter", CHANGED)
    suite.write(test_it=TEST)
    file(suite).parent.mkdir(parents=True)
    file(suite).write_text(RECORDING, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=suite.pytester.path, check=True)
    conftest = suite.pytester.path / "conftest.py"
    # What does not come is not waited for as long as a slow site may take.
    conftest.write_text(IMPATIENT + conftest.read_text(encoding="utf-8"), encoding="utf-8")
    return suite


def file(suite: Suite, kind: str = "yaml") -> Path:
    """The file of the recording, or the patch beside it."""
    return suite.pytester.path / f"recordings/test_it/test_count.{kind}"


def run(suite: Suite, heal: str = "", *arguments: str) -> pytest.RunResult:
    """Run the suite."""
    told = [f"--webagent-heal={heal}"] if heal else []
    return suite.run(NO_PICTURES, "--webagent-record=none", *told, *arguments)


@SPREAD_BY_DEFAULT
def test_a_heal_is_seen_and_its_patch_is_one_that_git_takes(recorded: Suite, spread: tuple[str, ...]) -> None:
    result = run(recorded, "", "--junit-xml=junit.xml", *spread)
    result.assert_outcomes(passed=1)
    healed = 'step 1: the button "Add one" is the button "Add one item" now (by its words)'
    result.stdout.fnmatch_lines(
        [
            *([] if spread else ["test_it.py h*"]),
            "*= webagent recordings =*",
            f"{NODE} was healed; to keep it: git apply recordings/test_it/test_count.patch",
            f"  {healed}",
        ]
    )
    assert healed.replace('"', "&quot;") in (recorded.pytester.path / "junit.xml").read_text(encoding="utf-8")
    assert file(recorded).read_text(encoding="utf-8") == RECORDING
    told = file(recorded, "patch").read_text(encoding="utf-8")
    assert told.startswith(f"{MARK}{NODE} passed")
    subprocess.run(["git", "apply", str(file(recorded, "patch"))], cwd=recorded.pytester.path, check=True)
    text = file(recorded).read_text(encoding="utf-8")
    assert (text.count('"Add one item"'), text.count("# as Ann said\n"), text.count("# checked by Ann")) == (
        2,
        1,
        1,
    )
    # What is applied needs no heal, and what was proposed is taken back.
    again = run(recorded, "", *spread)
    again.assert_outcomes(passed=1)
    again.stdout.no_fnmatch_line("*webagent recordings*")
    assert not file(recorded, "patch").exists()


def test_verbose_says_that_it_was_healed(recorded: Suite) -> None:
    run(recorded, "", "-v").stdout.fnmatch_lines([f"{NODE} HEALED *"])


def test_apply_changes_the_recording(recorded: Suite) -> None:
    file(recorded, "patch").write_text(f"{MARK}of a day before", encoding="utf-8")
    result = run(recorded, "apply")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([f"{NODE} was healed, and recordings/test_it/test_count.yaml was changed"])
    text = file(recorded).read_text(encoding="utf-8")
    assert [step.do for step in read_recordings(text, "it")[0].steps] == [
        'click the button "Add one item"',
        'click the button "Add one item"',
    ]
    assert text.endswith("# checked by Ann\n")
    assert not file(recorded, "patch").exists()


@pytest.mark.parametrize("heal", ["propose", "apply"])
@pytest.mark.parametrize(
    "how", ["the test fails", "teardown fails", "the effect does not come", "it is off", "marked"]
)
def test_nothing_is_written_unless_the_test_has_passed(
    recorded: Suite, site: Site, heal: str, how: str
) -> None:
    if how == "the test fails":
        recorded.write(test_it=TEST + "    assert 1 == 2\n")
    elif how == "teardown fails":
        recorded.write(
            test_it=TEST
            + "\n@pytest.fixture(autouse=True)\ndef wrong(agent):\n    yield\n    raise ValueError\n"
        )
    elif how == "the effect does not come":
        site.page("/counter", CHANGED.replace("fetch('/saved', {method: 'POST'});", ""))
    elif how == "marked":
        recorded.write(test_it=TEST.replace("=URL", "=URL, heal='off'"))
    result = run(recorded, "off" if how == "it is off" else heal)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert file(recorded).read_text(encoding="utf-8") == RECORDING
    assert not file(recorded, "patch").exists()
    result.stdout.no_fnmatch_line("*was healed*")


def test_what_says_the_opposite_is_no_heal(recorded: Suite, site: Site) -> None:
    site.page("/counter", OTHER)
    result = run(recorded)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(['E *Diverged: diverged: step 1 of 2, click the button "Add one"*'])


def test_a_patch_of_somebody_else_stays(recorded: Suite, site: Site) -> None:
    site.page("/counter", THERE)
    file(recorded, "patch").write_text("mine", encoding="utf-8")
    run(recorded).assert_outcomes(passed=1)
    assert file(recorded, "patch").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False], ids=["with a last end of line", "without"])
@pytest.mark.parametrize("folder", ["recordings", "two words/übung"])
def test_git_takes_a_patch_of_any_file(tmp_path: Path, end: str, last: bool, folder: str) -> None:
    text = RECORDING.replace("\n", end)
    was = text if last else text.removesuffix(end)
    before = read_recordings(was, "it")
    after = [
        each.model_copy(
            update={
                "steps": [step.model_copy(update={"do": 'click the button "More"'}) for step in each.steps]
            }
        )
        for each in before
    ]
    now = healed_text(was, before, after)
    kept = tmp_path / folder / "it.yaml"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(was.encode())
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    told = patch(f"{folder}/it.yaml", was, now, ["it passed", "step 1"])
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, check=True, input=told.encode())
    assert kept.read_bytes() == now.encode()
    assert (now.count("More"), now.count("  # as Ann said"), now.count("# checked by Ann")) == (2, 1, 1)
