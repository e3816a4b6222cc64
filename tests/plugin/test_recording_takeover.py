"""What comes of a test whose recording diverges where a model may be asked: the model does it, and it is recorded anew."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.recording.recording import read_recordings
from tests.plugin.conftest import NO_PICTURES, SPREAD_BY_DEFAULT
from tests.plugin.test_recording_heals_told import NODE, OTHER, RECORDING, TEST, THERE, file, recorded

if TYPE_CHECKING:
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

__all__ = ["recorded"]
NEXT = "\nasync def test_next(browser_session):\n    assert browser_session.page\n"


@pytest.fixture
def diverging(recorded: Suite, site: Site) -> Suite:
    """The same suite on a page where no element says what was recorded, nor anything like it."""
    site.page("/counter", OTHER)
    recorded.write(test_it=TEST + NEXT)
    return recorded


def run(suite: Suite, *arguments: str) -> pytest.RunResult:
    """Run the suite where what has no recording is worked on by the model."""
    return suite.run(NO_PICTURES, "--webagent-record=missing", *arguments)


def steps(suite: Suite) -> list[str]:
    """What the recording does."""
    return [step.do for step in read_recordings(file(suite).read_text(encoding="utf-8"), "it")[0].steps]


@SPREAD_BY_DEFAULT
def test_the_model_does_what_diverged_and_the_new_recording_is_proposed(
    diverging: Suite, spread: tuple[str, ...]
) -> None:
    result = run(diverging, *spread)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            *([] if spread else ["test_it.py h.*"]),
            f"{NODE} was recorded anew; to keep it: git apply recordings/test_it/test_count.patch",
            '  before that: *Diverged: diverged: step 1 of 2, click the button "Add one"*',
            f"HEALED *done, rerun *{NODE}",
            '*run 1: failed: Diverged: diverged: step 1 of 2, click the button "Add one"*',
        ]
    )
    assert file(diverging).read_text(encoding="utf-8") == RECORDING
    subprocess.run(["git", "apply", str(file(diverging, "patch"))], cwd=diverging.pytester.path, check=True)
    assert steps(diverging) == ['click the button "Remove one"'] * 2
    # What is applied is replayed.
    again = run(diverging, *spread)
    again.assert_outcomes(passed=2)
    again.stdout.no_fnmatch_line("*webagent recordings*")


def test_apply_writes_it(diverging: Suite) -> None:
    result = run(diverging, "--webagent-heal=apply")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [f"{NODE} was recorded anew, and recordings/test_it/test_count.yaml was changed"]
    )
    assert steps(diverging) == ['click the button "Remove one"'] * 2


@pytest.mark.parametrize(
    "how",
    ["heals are off", "no model", "the effect does not come", "run again by a plugin", "teardown fails"],
)
def test_nothing_is_done_twice(diverging: Suite, site: Site, how: str) -> None:
    arguments = {"heals are off": ["--webagent-heal=off"], "no model": ["--webagent-record=none"]}.get(
        how, []
    )
    if how == "the effect does not come":
        site.page("/counter", THERE.replace("fetch('/saved', {method: 'POST'});", ""))
    elif how == "run again by a plugin":
        diverging.write(
            test_it=TEST.replace("@pytest.mark.w", "@pytest.mark.flaky()\n@pytest.mark.w", 1) + NEXT
        )
        arguments = ["-W", "default", "-p", "no:rerunfailures"]
    elif how == "teardown fails":
        fails = "\n@pytest.fixture(autouse=True)\ndef wrong(agent):\n    yield\n    raise ValueError\n"
        diverging.write(test_it=TEST + fails)
    result = run(diverging, *arguments)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.no_fnmatch_line("*rerun*")
    result.stdout.no_fnmatch_line("*anew*")
    assert file(diverging).read_text(encoding="utf-8") == RECORDING


def test_what_the_model_does_not_manage_either_fails_and_tells_both(diverging: Suite, site: Site) -> None:
    site.page("/counter", OTHER.replace("+n.textContent + 1", "0").replace("n.textContent)", "0)"))
    result = run(diverging, "-x")
    outcomes = result.parseoutcomes()
    assert not outcomes.get("passed")
    result.stdout.fnmatch_lines(["*run 1: failed: Diverged*"])
    assert file(diverging).read_text(encoding="utf-8") == RECORDING


def test_fixtures_of_wider_scope_live_on_and_end_after_the_last(diverging: Suite) -> None:
    diverging.write(
        test_it=TEST.replace("(agent)", "(agent, counted, each)")
        + """
@pytest.fixture(scope="module")
def counted():
    print("MODULE BEGINS")
    yield
    print("MODULE ENDS")

@pytest.fixture
def each(counted):
    print("TEST BEGINS")
    yield
    print("TEST ENDS")
"""
    )
    result = run(diverging, "-s")
    result.assert_outcomes(passed=1)
    told = [line for line in result.outlines if line.endswith(("BEGINS", "ENDS"))]
    # The replay, the model, and the replay of what the model did.
    assert [line.removeprefix("test_it.py ").removeprefix("h").split() for line in told] == [
        ["MODULE", "BEGINS"],
        *[["TEST", "BEGINS"], ["TEST", "ENDS"]] * 2,
        ["MODULE", "ENDS"],
        ["MODULE", "BEGINS"],
        ["TEST", "BEGINS"],
        ["TEST", "ENDS"],
        ["MODULE", "ENDS"],
    ]
