"""Tests that are run again on seeded faults: their own outcome, what is told of each fault, the score, the exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.plugin.conftest import NO_PICTURES, SPREAD, UPSTREAM

if TYPE_CHECKING:
    from pytest_webagent.browser.session import BrowserSession
    from tests.plugin.conftest import Suite

CONFTEST = '''
import os

import pytest
from pytest_webagent.testing import FunctionModel, call, element

def think(request):
    """Press the button once, then report the status."""
    said = element(request.observation, "status")
    if len(request.messages) < 4 and "Look" not in request.goal:
        button = element(request.observation, "button")
        return call("click", element_id=button.id, description="the button")
    return call("stop", answer=said.text, evidence=[{"op": "text", "elements": [said.id]}])

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(think)

'''

STRICT_AND_LOOSE = """
import pytest

pytestmark = pytest.mark.webagent(start_url=URL)

@pytest.mark.webagent(mutate_most=1)
async def test_strict(agent):
    assert (await agent.run("Add one")).answer == "1"

async def test_loose(agent, record_property):
    record_property("own", "kept")
    print("this is written once")
    assert (await agent.run("Add one")).answer
"""


@pytest.fixture
def mutated(suite: Suite) -> Suite:
    """A suite whose model presses the button of the counter once and reports what it shows."""
    given = suite.pytester.path.joinpath("conftest.py").read_text(encoding="utf-8")
    launch = given[given.index('@pytest.fixture(scope="session")\ndef browser_type_launch_args') :]
    suite.pytester.makeconftest(CONFTEST + launch)
    return suite


def record(suite: Suite) -> dict[str, Any]:
    """What is kept of the mutations."""
    file = Path(suite.pytester.path, "webagent-results", "mutations.json")
    kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return kept


def outcomes(suite: Suite) -> dict[str, dict[str, str]]:
    """By test and kind of mutation, how it came out."""
    return {
        test["test"].partition("::")[2]: {trial["kind"]: trial["outcome"] for trial in test["trials"]}
        for test in record(suite)["tests"]
    }


def own_page(suite: Suite, name: str) -> Path:
    """The page of a test's own attempt."""
    folder = next(Path(suite.pytester.path, "webagent-results").glob(f"*{name}-????????"))
    return folder / "index.html"


@SPREAD
async def test_a_test_that_compares_fails_on_each_fault_and_one_that_does_not_is_listed(
    mutated: Suite, browser_session: BrowserSession, spread: tuple[str, ...]
) -> None:
    mutated.write(test_it=STRICT_AND_LOOSE)
    arguments = (
        "--webagent-mutate",
        "--webagent-mutate-min=90",
        "--html=out/report.html",
        "--junit-xml=junit.xml",
        "-o",
        "junit_family=xunit1",
    )
    result = mutated.run(*arguments, "-rP", *spread)
    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines_random(
        [
            "test_it.py::test_strict: 1 of 1 killed",
            '  killed         number changed: "1" became "91" in status "1"  <- AssertionError: assert \'91\' == \'1\'',
            "test_it.py::test_loose: 3 of 4 killed",
            '  killed         press does nothing: button "Add one"  <- Inconclusive: unverified: *',
            '  SURVIVED       number changed: "1" became "91" in status "1"',
            'test_it.py::test_loose: cannot fail: survived "number changed: "1" became "91" in status "1"" (*)',
            "mutation score: 80.0 %, 4 of 5 mutations killed",
            "a mutation score of at least 90 % is wanted, which fails the session",
            "mutations: *webagent-results?mutations.json",
        ]
    )
    assert result.stdout.str().count("this is written once") == 1
    killed = dict.fromkeys(("element removed", "press does nothing", "server error"), "killed")
    assert outcomes(mutated) == {
        "test_strict": {"number changed": "killed"},
        "test_loose": {"number changed": "survived", **killed},
    }
    kept = record(mutated)
    assert (kept["score"], kept["minimum"]) == (80.0, 90.0)
    folders = [trial["folder"] for test in kept["tests"] for trial in test["trials"] if trial["folder"]]
    assert len(set(folders)) == 5
    looked_at = Path(next(t["folder"] for t in kept["tests"][0]["trials"] if t["kind"] == "number changed"))
    assert json.loads((looked_at / "trajectory.json").read_text())["title"].startswith("number changed")
    junit = (mutated.pytester.path / "junit.xml").read_text(encoding="utf-8")
    assert 'failures="0"' in junit
    assert junit.count('name="own"') == 1
    await browser_session.page.goto((mutated.pytester.path / "out" / "report.html").as_uri())
    page = browser_session.page
    await page.get_by_role("button", name="Show all details").click()
    loose = page.locator("tbody", has_text="test_loose").locator(".mutations")
    assert await loose.locator(".status").all_inner_texts() == ["SURVIVED", "killed", "killed", "killed"]
    await loose.get_by_role("link", name="number changed").click()
    await page.get_by_text("number changed", exact=False).first.wait_for()
    assert "-attempt" in page.url
    await page.goto(own_page(mutated, "test_loose").as_uri())
    assert await page.locator(".mutations .status").count() == 4


OTHERS = """
import pytest

LOG = []
pytestmark = pytest.mark.webagent(start_url=URL, mutate_most=1)

@pytest.fixture(scope="module", autouse=True)
def wide():
    LOG.append("up")
    yield
    LOG.append("down")
    assert LOG == EXPECTED, LOG

@pytest.fixture
def number():
    LOG.append("run")
    return LOG.count("run")

@pytest.mark.parametrize("goal", ["Add one", "Look"])
async def test_with_parameters(agent, goal, number):
    assert (await agent.run(goal)).answer == ("0" if goal == "Look" else "1")

FIRST = []

async def test_whose_data_were_changed(agent):
    FIRST.append(1)
    await agent.run("Look")
    assert len(FIRST) == 1, "there is one already"

@pytest.mark.webagent(mutate=False)
def test_left_out(webagent_settings, number): ...

@pytest.mark.xfail(reason="known", strict=False)
def test_expected_to_fail(webagent_settings, number): ...

def test_skipped(webagent_settings, number):
    pytest.skip("no paper")

def test_failed(webagent_settings, number):
    assert not webagent_settings.mutate

def test_without_a_browser(webagent_settings):
    assert webagent_settings.mutate

@pytest.mark.webagent(runs=2, test_steps=3, mutate_most=2)
async def test_repeated_with_a_limit_that_holds_for_each_fault_anew(agent):
    assert (await agent.run("Look")).answer == "0"

EXPECTED = ["up", *["run"] * 10, "down"]
"""

WIDE = """
import pytest

@pytest.fixture(scope="module")
def without_paper():
    yield
    # After the last mutation: an error of the test, and of no attempt at a mutation.
    assert False, "no paper"

@pytest.mark.webagent(start_url=URL, mutate_most=1)
async def test_that_is_skipped_when_it_is_mutated(agent, without_paper):
    if (await agent.run("Look")).answer != "0":
        pytest.skip("odd")
"""


def test_what_else_tests_do_comes_out_as_ever_and_is_told(mutated: Suite) -> None:
    mutated.write(test_it=OTHERS, test_other="def test_in_another_module(): ...", test_wide=WIDE)
    result = mutated.run("--webagent-mutate", "-p", "no:pytest-timeout", NO_PICTURES)
    result.assert_outcomes(passed=8, failed=1, errors=1, skipped=1, xpassed=1)
    result.stdout.fnmatch_lines(["*AssertionError: no paper*"])
    told = {test["test"].partition("::")[2]: test for test in record(mutated)["tests"]}
    assert set(told) == {
        "test_with_parameters[Add one]",
        "test_with_parameters[Look]",
        "test_whose_data_were_changed",
        "test_without_a_browser",
        "test_repeated_with_a_limit_that_holds_for_each_fault_anew",
        "test_that_is_skipped_when_it_is_mutated",
    }
    for goal in ("Add one", "Look"):
        test = told[f"test_with_parameters[{goal}]"]
        assert [(each["kind"], each["outcome"]) for each in test["trials"]] == [("number changed", "killed")]
        assert test["left_out"][0].partition(":")[0] == "element removed"
    assert told["test_whose_data_were_changed"]["why_not"].startswith(
        "it cannot be judged: the test does not pass a second time: run 1: failed: AssertionError: there is one"
    )
    assert told["test_without_a_browser"]["why_not"] == "it opens no browser session of ours"
    repeated = told["test_repeated_with_a_limit_that_holds_for_each_fault_anew"]["trials"]
    assert [each["outcome"] for each in repeated] == ["killed"] * 2
    assert not any("limit" in each["by"] for each in repeated)
    (skipped,) = told["test_that_is_skipped_when_it_is_mutated"]["trials"]
    assert (skipped["outcome"], skipped["by"].partition(":")[0]) == ("not judged", "the attempt was skipped")


def test_a_spent_session_budget_kills_nothing(mutated: Suite) -> None:
    mutated.write(test_it=STRICT_AND_LOOSE)
    result = mutated.run("--webagent-mutate", "--webagent-session-steps=6", "-k", "loose", NO_PICTURES)
    result.assert_outcomes(passed=1)
    found = outcomes(mutated)["test_loose"]
    assert (found["number changed"], found["server error"]) == ("survived", "not judged")
    result.stdout.fnmatch_lines(["*not judged*the session's limit of 6 steps is reached*"])


SYNC = """
import pytest

@pytest.mark.webagent(start_url=URL)
def test_it(agent, page):
    assert agent.run("Add one").answer == "1"
"""


TIMED = """
import pytest

SET = []

@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item, settings):
    SET.append(item.name)

def pytest_sessionfinish():
    assert len(SET) == 1 + 1 + 4, SET
"""


def test_a_test_on_pytest_playwrights_page_is_mutated_and_has_the_whole_time_of_pytest_timeout_each_time(
    mutated: Suite,
) -> None:
    mutated.pytester.makepyfile(timed=TIMED)
    mutated.write(test_it=SYNC)
    result = mutated.run("--webagent-mutate", "-p", "timed", "--timeout=100", *UPSTREAM, NO_PICTURES)
    result.assert_outcomes(passed=1)
    assert result.ret == 0
    assert set(outcomes(mutated)["test_it[chromium]"].values()) == {"killed"}
    assert len(outcomes(mutated)["test_it[chromium]"]) == 4


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--webagent-mutate-min=90",), "mutate_min is 90, and no test is mutated: add --webagent-mutate*"),
        (("--webagent-mutate", "--webagent-mutate-min=101"), "*must be a number from 0 to 100, not '101'"),
        (("--webagent-mutate", "--webagent-mutate-min=high"), "*must be a number from 0 to 100, not 'high'"),
        (("--webagent-mutate", "--webagent-mutate-most=0"), "*must be a whole number of at least 1, not '0'"),
    ],
)
def test_wrong_settings_are_refused_before_a_test_runs(
    mutated: Suite, arguments: tuple[str, ...], told: str
) -> None:
    mutated.write(test_it=STRICT_AND_LOOSE)
    result = mutated.run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {told}"])


@SPREAD
def test_without_a_mutation_that_applies_a_minimum_is_missed(mutated: Suite, spread: tuple[str, ...]) -> None:
    mutated.write(test_it="def test_of_somebody_else(): ...")
    result = mutated.run("--webagent-mutate", "--webagent-mutate-min=1", *spread)
    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        [
            "mutation score: none, since no test was mutated",
            "a mutation score of at least 1 % is wanted, which fails the session",
        ]
    )
    assert record(mutated)["score"] is None


@pytest.mark.usefixtures("new_python")
def test_nothing_of_it_is_loaded_or_told_where_it_is_not_asked_for(mutated: Suite) -> None:
    mutated.write(
        test_it="""
import sys
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_before(agent):
    await agent.run("Look")

def test_what_is_loaded():
    assert [name for name in sys.modules if "mutat" in name and name.startswith("pytest_webagent")] == []
"""
    )
    result = mutated.run(NO_PICTURES)
    result.assert_outcomes(passed=2)
    result.stdout.no_fnmatch_line("*mutation*")
    assert not Path(mutated.pytester.path, "webagent-results", "mutations.json").exists()


def test_setting_up_only_mutates_nothing(mutated: Suite) -> None:
    mutated.write(test_it="def test_it(webagent_settings): raise AssertionError('ran')")
    result = mutated.run("--webagent-mutate", "--setup-only")
    assert result.ret == 0
    result.stdout.no_fnmatch_line("*mutation score*")


def test_an_interruption_keeps_the_outcome_of_the_test(mutated: Suite) -> None:
    mutated.write(
        test_it="""
import pytest

RUNS = []

@pytest.mark.webagent(start_url=URL)
async def test_it(agent):
    RUNS.append(1)
    await agent.run("Look")
    if len(RUNS) == 3:
        raise KeyboardInterrupt
"""
    )
    result = mutated.run("--webagent-mutate", NO_PICTURES)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.assert_outcomes(passed=1)
