"""Tests that are run several times: their verdict, what is told of each run, and that pytest sees one test."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from matrix_cases import repeats
from playwright.async_api import expect

from tests.plugin.conftest import NO_PICTURES, PICTURE_SIZE, UPSTREAM

if TYPE_CHECKING:
    from pytest_webagent.browser.session import BrowserSession
    from tests.plugin.conftest import Suite

CONFTEST = '''
from collections import Counter

import pytest
from pytest_webagent.testing import FunctionModel, call, element

asked = Counter()

def think(request):
    """Report the counter; in the runs that the goal names, something else or nothing."""
    asked[request.goal] += 1
    goal, number = request.goal.split(), str(asked[request.goal])
    if "stuck" in goal and number in goal[goal.index("stuck") + 1:]:
        return call("stop", answer="I cannot tell", status="not_understood")
    right = "wrong" not in goal or number not in goal[goal.index("wrong") + 1:]
    return call("stop", answer=element(request.observation, "status").text if right else "wrong")

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(think)

@pytest.fixture(scope="session")
def webagent_settings(webagent_settings):
    return webagent_settings._replace(answers="any")

# As conftest.py of every suite here: pytest-playwright starts the browser that there is.
'''


@pytest.fixture
def repeated(suite: Suite) -> Suite:
    """A suite whose model fails in the runs that the goal names: "Count wrong 2 4"."""
    launch = suite.pytester.path.joinpath("conftest.py").read_text(encoding="utf-8")
    own = launch[launch.index('@pytest.fixture(scope="session")\ndef browser_type_launch_args') :]
    suite.pytester.makeconftest("import os\n" + CONFTEST + own)
    return suite


def one_test(goal: str, marker: str) -> str:
    """A test file with one test that is run as the marker says."""
    return f"""
import pytest

@pytest.mark.webagent(start_url=URL, {marker})
async def test_it(agent):
    assert (await agent.run({goal!r})).answer == "0"
"""


PLAIN = """
import pytest

RUNS = iter(range(1, 99))

@pytest.fixture
def number():
    return next(RUNS)

@pytest.fixture
def breaks(number):
    BEFORE
    yield
    AFTER

@pytest.mark.webagent(MARKER)
def test_it(breaks, webagent_settings, number, request):
    IN_IT
"""


def plain(marker: str, in_it: str = "...", *, before: str = "...", after: str = "...") -> str:
    """A test file with one test without a browser; `number` counts its runs from 1."""
    places = {"MARKER": marker, "IN_IT": in_it, "BEFORE": before, "AFTER": after}
    text = PLAIN
    for place, code in places.items():
        text = text.replace(place, code)
    return text


def kept(suite: Suite, test: str) -> dict[str, str]:
    """The outcome of each attempt at a test whose trajectory was kept, by the end of its folder's name."""
    paths = Path(suite.pytester.path, "webagent-results").glob(f"*{test}.py-*/trajectory.json")
    return {
        path.parent.name.partition("-attempt")[2] or "1": json.loads(path.read_text(encoding="utf-8"))[
            "outcome"
        ]
        for path in sorted(paths)
    }


def cases(suite: Suite) -> dict[str, ET.Element]:
    """The test cases in junit.xml, by the module of the test."""
    root = ET.parse(suite.pytester.path / "junit.xml").getroot()
    return {str(case.get("classname")): case for case in root.iter("testcase")}


def properties(case: ET.Element) -> dict[str, str]:
    """The properties of a test case."""
    return {str(item.get("name")): str(item.get("value")) for item in case.iter("property")}


@pytest.mark.parametrize(
    "options",
    [
        pytest.param((), id="alone", marks=pytest.mark.matrix),
        pytest.param(("-n", "1", "--self-contained-html"), id="xdist"),
    ],
)
async def test_runs_are_one_test_whose_verdict_and_every_run_are_told(
    repeated: Suite, browser_session: BrowserSession, subtests: pytest.Subtests, options: tuple[str, ...]
) -> None:
    repeated.write(
        test_enough=one_test("Count wrong 2", "runs=5, min_passes=3"),
        test_too_few=one_test("Count other wrong 2 3", "runs=4, min_passes=4, all_runs=True"),
        test_first=one_test("Count third wrong 1", "runs=2"),
        test_never=one_test("Count stuck 1 2", "runs=2, all_runs=True"),
        test_once=one_test("Count wrong 2 stuck 1", "runs=2, all_runs=True"),
    )
    result = repeated.run("--junit-xml=junit.xml", "--html=out/report.html", "-rPf", *options)
    assert result.ret == 1
    assert result.parseoutcomes() == {"passed": 1, "failed": 3, "inconclusive": 1}
    with subtests.test("enough passes are one passed test whose failed runs are told"):
        result.stdout.fnmatch_lines(
            [
                "*- webagent runs -*",
                "3 of 4 runs passed (95 % interval 0.30 to 0.95), 3 of 5 were wanted; "
                "the other 1 could not change the verdict and was not made",
                "run 1: passed",
                "run 2: failed: AssertionError: assert 'wrong' == '0'",
                "run 3: passed",
                "run 4: passed",
                "PASSED *done * 4 steps *s  test_enough.py::test_it",
                "passed  rate  95 % interval  wanted  test",
                "3 of 4  0.75  0.30 to 0.95   3 of 5  test_enough.py::test_it",
                "5 tests, 13 steps, *",
            ]
        )
        assert kept(repeated, "test_enough") == {"1": "passed", "2": "failed", "3": "passed", "4": "passed"}
        told = properties(cases(repeated)["test_enough"])
        expected = {
            "runs": "4",
            "steps": "4",
            "status": "done",
            "answer": "0",
            "runs_done": "4",
            "runs_passed": "3",
            "min_passes": "3",
            "pass_rate": "0.75",
            "pass_rate_low": "0.3006",
            "pass_rate_high": "0.9544",
        }
        assert {name: told[f"webagent_{name}"] for name in expected} == expected
    with subtests.test("too few passes are one failed test with every run and the first failure in full"):
        result.stdout.fnmatch_lines(
            [
                "2 of 4 runs passed (95 % interval 0.15 to 0.85), 4 were wanted",
                "run 1: passed",
                "run 2: failed: AssertionError: assert 'wrong' == '0'",
                "run 3: failed: *",
                "run 4: passed",
                "Run 2, the first that failed:",
                ">       assert (await agent.run('Count other wrong 2 3')).answer == \"0\"",
                "E *AssertionError: assert 'wrong' == '0'",
                "test_too_few.py:5: AssertionError",
                "FAILED test_too_few.py::test_it - 2 of 4 runs passed (95 % interval *",
            ]
        )
        case = cases(repeated)["test_too_few"]
        failure = case.find("failure")
        assert failure is not None
        assert failure.get("message") == "2 of 4 runs passed (95 % interval 0.15 to 0.85), 4 were wanted"
        assert str(failure.text).count("E       AssertionError") == 1
        told = properties(case)
        assert told["webagent_answer"] == "wrong"
        assert told["webagent_folder"].endswith("-attempt2")
    with subtests.test("a test is inconclusive only if no run failed"):
        result.stdout.fnmatch_lines(
            ["run 1: inconclusive: *", "run 2: inconclusive: *", "Run 1, the first that was inconclusive:"]
        )
        result.stdout.fnmatch_lines(
            [
                "run 1: inconclusive: *",
                "run 2: failed: AssertionError: assert 'wrong' == '0'",
                "Run 2, the first that failed:",
                "*test_once.py:5: AssertionError",
            ]
        )
    with subtests.test("the HTML report shows every run under its number"):
        page = browser_session.page
        await page.goto((repeated.pytester.path / "out" / "report.html").as_uri())
        await page.get_by_role("button", name="Show all details").click()
        row = page.locator("tbody", has_text="test_enough.py")
        titles = await row.locator(".attempt summary .status").all_inner_texts()
        outcomes = {1: "passed", 2: "failed", 3: "passed", 4: "passed"}
        assert titles == [f"Run {number} of 5: {outcome}" for number, outcome in outcomes.items()]
        assert "3 of 4 runs passed (95 % interval 0.30 to 0.95), 3 of 5 were wanted" in await row.inner_text()
        failed = row.locator(".attempt", has_text="Run 2 of 5")
        assert "AssertionError: assert 'wrong' == '0'" in await failed.locator("summary").first.inner_text()
        assert await failed.locator(".answer").first.is_visible()
        passed = row.locator(".attempt", has_text="Run 3 of 5")
        assert not await passed.locator(".answer").first.is_visible()
        await passed.locator("summary").first.click()
        # Pictures are loaded when they come into sight.
        picture = passed.get_by_role("img", name="The page at step 1")
        await expect(picture).to_be_visible()
        assert await picture.evaluate(PICTURE_SIZE) == [1280, 720]
        # In a report that is one file, pictures are part of its style sheet.
        assert (await picture.get_attribute("src") is None) == ("--self-contained-html" in options)
        links = row.get_by_role("link", name="Page of this test", include_hidden=True)
        targets = [await link.get_attribute("href") for link in await links.all()]
        assert len(set(targets)) == 4
        other = page.locator("tbody", has_text="test_first.py")
        assert await other.locator(".attempt summary .status").all_inner_texts() == ["Run 1 of 2: failed"]


def test_every_run_has_to_pass_unless_it_is_said_how_many_and_runs_end_when_that_is_settled(
    repeated: Suite,
) -> None:
    repeated.write(
        test_all=plain("runs=3"),
        test_first=plain("runs=3", "assert number != 1"),
        test_enough=plain("runs=4, min_passes=2", "assert number != 1"),
        test_too_few=plain("runs=4, min_passes=2", "assert number > 3"),
    )
    result = repeated.run("--tb=line")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines_random(
        [
            "3 of 3  1.00  0.44 to 1.00   3 of 3  test_all.py::test_it",
            "0 of 1  0.00  0.00 to 0.79   3 of 3  test_first.py::test_it",
            "2 of 3  0.67  0.21 to 0.94   2 of 4  test_enough.py::test_it",
            "0 of 3  0.00  0.00 to 0.56   2 of 4  test_too_few.py::test_it",
            "*test_first.py:*: 0 of 1 runs passed *, 3 of 3 were wanted; the other 2 could not change *",
        ]
    )


FIXTURES = """
import pytest

LOG = []

@pytest.fixture(scope="session", autouse=True)
def whole():
    LOG.append("session up")
    yield
    assert LOG == EXPECTED, LOG

@pytest.fixture(scope="module")
def wide():
    LOG.append("module up")
    yield
    LOG.append("module down")

@pytest.fixture(scope="class")
def middle():
    LOG.append("class up")
    yield
    LOG.append("class down")

@pytest.fixture
def narrow():
    LOG.append("function up")
    yield
    LOG.append("function down")

CONTEXTS, OBJECTS, REGISTRIES = [], [], []

class TestIt:
    def setup_method(self):
        self.seen = []

    @pytest.mark.webagent(start_url=URL, runs=3, min_passes=2)
    async def test_it(self, wide, middle, narrow, agent, browser_session, tool_registry):
        assert not hasattr(self, "mark")
        self.mark = True
        assert browser_session.context not in CONTEXTS
        assert await browser_session.context.cookies() == []
        await browser_session.context.add_cookies([{"name": "a", "value": "b", "url": URL}])
        CONTEXTS.append(browser_session.context)
        assert self not in OBJECTS
        OBJECTS.append(self)
        assert tool_registry not in REGISTRIES
        REGISTRIES.append(tool_registry)
        assert len({context.browser for context in CONTEXTS}) == 1
        assert agent.runs == []
        assert (await agent.run("Count wrong 2")).answer == "0"

    def test_next(self, middle):
        LOG.append("next")

EXPECTED = [
    "session up", "module up", "class up",
    *["function up", "function down"] * 3,
    "next", "class down", "module down",
]
"""


OUTPUT = """
import pytest

NUMBERS = iter(range(1, 9))

@pytest.mark.webagent(start_url=URL, runs=2)
async def test_it(agent, record_property):
    number = next(NUMBERS)
    record_property("number", number)
    print("this is", number)
    await agent.run("Count")
"""


def test_each_run_has_its_own_fixtures_and_output_and_all_share_what_the_test_may_spend(
    repeated: Suite, subtests: pytest.Subtests
) -> None:
    repeated.write(
        test_fixtures=FIXTURES,
        test_other="def test_in_another_module(): ...",
        test_output=OUTPUT,
        test_spending=one_test("Count other", "runs=3, min_passes=2, all_runs=True, test_steps=2"),
    )
    result = repeated.run(
        "-rP",
        "-o",
        "junit_family=xunit1",
        "-o",
        "junit_logging=all",
        "--junit-xml=junit.xml",
        "--durations=0",
        "-vv",
        NO_PICTURES,
    )
    # Fixtures of function scope are fresh in each run and wider ones live on: `test_fixtures` itself looks.
    result.assert_outcomes(passed=5)
    assert result.ret == 0
    with subtests.test("what runs write is under their numbers and properties are those of the last"):
        result.stdout.fnmatch_lines(
            [
                "*- Captured stdout call, run 1 of 2 -*",
                "this is 1",
                "*- Captured stdout call, run 2 of 2 -*",
                "this is 2",
            ]
        )
        assert result.stdout.str().count("this is 1") == 1
        case = cases(repeated)["test_output"]
        told = properties(case)
        assert len(told) == len(list(case.iter("property")))
        assert told["number"] == "2"
        assert float(str(case.get("time"))) >= float(told["webagent_seconds"])
        assert str(case.find("system-out").text).count("this is") == 2  # type: ignore[union-attr]
    with subtests.test("what a test may spend holds for all runs and a passed test is blamed for nothing"):
        result.stdout.fnmatch_lines(
            ["run 2: passed", "run 3: failed: *BudgetExceeded: budget: the test's limit of 2 *"]
        )
        told = properties(cases(repeated)["test_spending"])
        assert (told["webagent_status"], told["webagent_steps"]) == ("done", "2")
        assert not {"webagent_whose", "webagent_triage"} & told.keys()


def test_a_run_that_is_skipped_ends_the_runs_and_the_test_is_skipped(repeated: Suite) -> None:
    skip = "if number == 3: pytest.skip('no paper')"
    repeated.write(test_before=plain("runs=4", before=skip), test_in_it=plain("runs=4", skip))
    result = repeated.run("-rs")
    result.assert_outcomes(skipped=2)
    for test in ("test_before", "test_in_it"):
        result.stdout.fnmatch_lines(
            [
                f"2 of 2  1.00  0.34 to 1.00   4 of 4  {test}.py::test_it",
                f"SKIPPED *{test}.py*no paper (*run 3 of 4; 2 of 2 runs passed (95 % interval 0.34 to 1.00))",
            ]
        )


def test_an_error_in_setup_ends_the_runs_and_is_an_error_of_the_test(repeated: Suite) -> None:
    text = plain("start_url=URL, runs=4", 'await agent.run("Count")', before="assert number != 2, 'no paper'")
    text = text.replace("def test_it(breaks, webagent_settings", "async def test_it(breaks, agent")
    repeated.write(test_it=text)
    result = repeated.run("--junit-xml=junit.xml", NO_PICTURES)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        [
            "AssertionError: no paper* (setting up run 2 of 4; 1 of 1 runs passed (95 % interval 0.21 to 1.00))",
            "run 1: passed",
            "run 2: error: AssertionError: no paper*",
            "The error of run 2:",
            "E *AssertionError: no paper",
            "ERROR test_it.py::test_it - AssertionError: no paper*",
        ]
    )
    told = properties(cases(repeated)["test_it"])
    assert (told["webagent_runs_done"], told["webagent_runs_passed"]) == ("1", "1")
    assert (told["webagent_status"], told["webagent_steps"]) == ("done", "1")


def test_an_error_in_teardown_is_an_error_beside_the_verdict(repeated: Suite) -> None:
    repeated.write(test_it=plain("runs=4", after="assert number != 2, 'no paper'"))
    result = repeated.run()
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "AssertionError: no paper* (tearing down run 2 of 4; 4 of 4 runs passed *",
            "run 2: passed, then an error in its teardown: AssertionError: no paper*",
            "run 4: passed",
            "The error of run 2:",
            "E *AssertionError: no paper",
        ]
    )


@pytest.mark.parametrize(
    ("option", "failing"),
    [("-x", 1), *repeats(("--maxfail=2", 2)), ("--maxfail=3", 2)],
)
def test_a_failure_that_ends_the_session_tears_down_fixtures_of_wider_scopes_whose_errors_are_told(
    repeated: Suite, option: str, failing: int
) -> None:
    repeated.write(
        test_it="""
        import pytest

        @pytest.fixture(scope="module")
        def paper():
            yield
            raise RuntimeError("no paper")

        @pytest.mark.parametrize("number", [1, 2])
        @pytest.mark.webagent(runs=2)
        async def test_it(agent, paper, number):
            assert number == 0
        """
    )
    result = repeated.run(option)
    result.assert_outcomes(failed=failing, errors=1)
    result.stdout.fnmatch_lines(["E  *RuntimeError: no paper", f"*{failing} failed, 1 error in*"])


def test_what_the_session_ends_during_a_run_is_no_pass(repeated: Suite) -> None:
    stop = "request.session.shouldstop = 'enough' if number == 2 else False"
    repeated.write(test_it=plain("runs=4", stop) + "\ndef test_after(): ...\n")
    result = repeated.run()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["2 of 2 runs passed *, 4 of 4 were wanted; the session was stopped before *"]
    )


def test_an_expected_failure_is_expected_of_the_verdict(repeated: Suite) -> None:
    mark = "\npytestmark = pytest.mark.xfail(strict={strict}, reason='known')\n"
    fails, enough = (plain(marker, "assert number != 2") for marker in ("runs=3", "runs=3, min_passes=2"))
    repeated.write(
        test_fails=fails + mark.format(strict=True),
        test_enough=enough + mark.format(strict=False),
        test_strict=enough + mark.format(strict=True),
    )
    result = repeated.run("-rxX")
    result.assert_outcomes(xfailed=1, xpassed=1, failed=1)
    result.stdout.fnmatch_lines(["*[[]XPASS(strict)] known*"])


def test_first_failures_and_last_failures_are_those_of_tests_and_not_of_runs(repeated: Suite) -> None:
    repeated.write(
        test_a=plain("runs=3, min_passes=2", "assert number != 1"),
        test_b=plain("runs=3, min_passes=2", "assert number > 2"),
        test_c="def test_after(): ...",
    )
    command = ("-W", "error", "-p", "cacheprovider")
    result = repeated.pytester.runpytest_subprocess(*command, "-x")
    result.assert_outcomes(passed=1, failed=1)
    again = repeated.pytester.runpytest_subprocess(*command, "--lf", "-v")
    again.stdout.fnmatch_lines(["*test_b.py::test_it FAILED*"])
    again.stdout.no_fnmatch_line("*test_a.py::test_it*")


@pytest.mark.parametrize("source", ["option", *repeats("ini", "environment")])
def test_a_whole_session_is_repeated_except_for_tests_without_the_agent(
    repeated: Suite, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    repeated.write(
        test_it="""
import pytest

LOG = []

@pytest.mark.parametrize("word", ["one", "two"])
def test_ours(webagent_settings, word):
    LOG.append(word)

@pytest.mark.webagent(start_url=URL)
async def test_with_the_agent(agent):
    LOG.append("agent")
    assert (await agent.run("Count")).answer == "0"

async def test_with_a_browser_only(browser_session):
    LOG.append("browser")

@pytest.mark.webagent(runs=1)
async def test_once(agent):
    LOG.append("once")

def test_not_ours():
    LOG.append("other")

def test_how_often_they_ran():
    runs = [[word] * 2 for word in ("one", "two", "agent", "browser")]
    assert LOG == [*sum(runs, []), "once", "other"]
"""
    )
    if source == "environment":
        monkeypatch.setenv("WEBAGENT_RUNS", "2")
    arguments = {"option": ("--webagent-runs=2",), "ini": ("-o", "webagent_runs=2"), "environment": ()}
    result = repeated.run(NO_PICTURES, *arguments[source])
    result.assert_outcomes(passed=7)
    table = [line for line in result.outlines if line.startswith("2 of 2  ")]
    assert [line.partition("::")[2] for line in table] == [
        "test_ours[one]",
        "test_ours[two]",
        "test_with_the_agent",
        "test_with_a_browser_only",
    ]


def test_wrong_markers_are_refused_before_a_test_runs(repeated: Suite) -> None:
    amount = "the webagent marker's {}: must be a whole number of at least 1, not {}"
    wrong = {
        "runs=2, min_passes=3": "min_passes is 3 and runs is 2: *set runs to 3 or more, or min_passes to 2 *",
        "runs=0": amount.format("runs", 0),
        "runs=-2": amount.format("runs", -2),
        "runs=2.5": amount.format("runs", 2.5),
        "runs=2, min_passes=0": amount.format("min_passes", 0),
        "min_passes=2": "min_passes is 2 and runs is 1: *",
    }
    repeated.write(**{f"test_{number}": one_test("Count", marker) for number, marker in enumerate(wrong)})
    result = repeated.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        [f"*test_{number}.py::test_it: {told}" for number, told in enumerate(wrong.values())]
    )


@pytest.mark.parametrize(
    ("marker", "arguments", "told"),
    [
        ("runs=2", ("--webagent-runs=9", "--webagent-min-passes=8"), "min_passes is 8 and runs is 2: *"),
        (
            "",
            ("--webagent-runs=nine",),
            "option --webagent-runs: must be a whole number of at least 1, not 'nine'",
        ),
        ("", ("--webagent-runs=2", "--webagent-min-passes=3"), "min_passes is 3 and runs is 2: *"),
    ],
)
def test_wrong_numbers_of_runs_are_refused_before_a_test_runs(
    repeated: Suite, marker: str, arguments: tuple[str, ...], told: str
) -> None:
    repeated.write(test_it=one_test("Count", marker))
    result = repeated.run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: *{told}"])


def test_a_marker_that_a_conftest_adds_is_heeded_and_a_wrong_one_is_an_error_of_the_test(
    repeated: Suite,
) -> None:
    conftest = repeated.pytester.path / "conftest.py"
    added = """
def pytest_collection_modifyitems(items):
    for item in items:
        item.add_marker(pytest.mark.webagent(runs=2 if "right" in item.name else 0))
"""
    conftest.write_text(conftest.read_text(encoding="utf-8") + added, encoding="utf-8")
    repeated.write(
        test_it="""
def test_right(tool_registry): ...
def test_wrong(tool_registry): ...
"""
    )
    result = repeated.run()
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "*the webagent marker's runs: must be a whole number of at least 1, not 0",
            "2 of 2  1.00  0.34 to 1.00   2 of 2  test_it.py::test_right",
        ]
    )


RERUN = """
import pytest
from _pytest.runner import runtestprotocol

def pytest_runtest_protocol(item, nextitem):
    # As plugins do that run failed tests again: the reports of the failed attempt are not logged.
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed for report in reports):
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
"""


def test_a_repeated_test_is_not_run_again_by_another_plugin(repeated: Suite) -> None:
    repeated.pytester.makepyfile(again=RERUN)
    failing = "assert number != 1"
    repeated.write(test_it=plain("runs=2", failing), test_once=plain("", failing))
    result = repeated.run("-p", "again")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["FAILED test_it.py::test_it - 0 of 1 runs passed *"])


def test_synchronous_tests_are_repeated_also_as_methods_of_unittest(repeated: Suite) -> None:
    repeated.write(
        test_it="""
import unittest
import pytest

PAGES = []

@pytest.mark.webagent(start_url=URL, runs=2, min_passes=1)
def test_function(agent, page):
    assert page not in PAGES
    PAGES.append(page)
    assert agent.run("Count wrong 1").answer == "0"

@pytest.mark.webagent(start_url=URL, runs=2, min_passes=1)
class TestCase(unittest.TestCase):
    @pytest.fixture(autouse=True)
    def ours(self, agent, page):
        self.agent, self.page = agent, page

    def test_method(self):
        assert not hasattr(self, "mark")
        self.mark = True
        assert self.page not in PAGES
        PAGES.append(self.page)
        self.assertEqual(self.agent.run("Count other wrong 1").answer, "0")
"""
    )
    result = repeated.run(NO_PICTURES, *UPSTREAM)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "1 of 2  0.50  0.09 to 0.91   1 of 2  test_it.py::test_function[[]chromium]",
            "1 of 2  0.50  0.09 to 0.91   1 of 2  test_it.py::TestCase::test_method",
        ]
    )


def test_an_interrupted_run_leaves_the_runs_before_it_and_its_own_steps(repeated: Suite) -> None:
    repeated.write(
        test_it="""
import pytest

NUMBERS = iter(range(1, 9))

@pytest.mark.webagent(start_url=URL, runs=4)
async def test_it(agent):
    await agent.run("Count")
    if next(NUMBERS) == 3:
        raise KeyboardInterrupt
"""
    )
    result = repeated.run(NO_PICTURES)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(
        [
            "webagent: test_it.py::test_it was interrupted; its steps * kept in *-attempt3",
            "  run 1: passed (*test_it.py-test_it-*)",
            "  run 2: passed (*-attempt2)",
        ]
    )
    assert kept(repeated, "test_it") == {"1": "passed", "2": "passed", "3": "interrupted"}
