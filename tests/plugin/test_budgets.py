"""Budgets in whole sessions: a model that never ends, every limit, prices, and what is told of them."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from matrix_cases import repeats
from model_server import Answer, ModelServer, calls, wants

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.plugin.conftest import Suite

PRICE = "test-model = 0.5 2"
TESTS = """
import pytest

pytestmark = pytest.mark.webagent(start_url=URL, max_steps=400)

@pytest.mark.parametrize("number", [1, 2])
async def test_it(agent, number):
    await agent.run("Count to a million")
"""


def tokens_of(body: Mapping[str, Any]) -> int:
    """As many tokens as a request of English and JSON has with the common tokenizers."""
    return len(json.dumps([body["messages"], body["tools"]])) // 4


def press(usage: Callable[[Mapping[str, Any]], Any]) -> Callable[[Mapping[str, Any]], Answer]:
    """A model that always presses the button, which always changes the page."""

    def rule(body: Mapping[str, Any]) -> Answer:
        found = re.findall(r'\[(\d+)\] button \\"Add one\\"', json.dumps(body["messages"]))
        arguments = {"element_id": found[-1], "description": "the button", "reasoning": "once more"}
        return calls(wants("click", arguments), usage=usage(body))

    return rule


def short(body: Mapping[str, Any]) -> Any:
    return {"prompt_tokens": tokens_of(body), "completion_tokens": 60}


def long(body: Mapping[str, Any]) -> Any:
    return {"prompt_tokens": tokens_of(body), "completion_tokens": body["max_completion_tokens"]}


@pytest.fixture
def loop(suite: Suite, model_server: ModelServer) -> Suite:
    """A suite of two tests whose model, at the model server, never comes to an end."""
    suite.pytester.makeconftest("")
    suite.pytester.makeini(
        "[pytest]\nasyncio_default_fixture_loop_scope = function\n"
        f"webagent_model = test-model\nwebagent_model_url = {model_server.url}\nwebagent_prices = {PRICE}\n"
        "webagent_screenshots = off\n"
    )
    suite.write(test_it=TESTS)
    return suite


def paid(server: ModelServer, usage: Callable[[Mapping[str, Any]], Any]) -> float:
    """What the server was asked, in US dollars."""
    used = [usage(asked.body) for asked in server.asked]
    return sum(each["prompt_tokens"] * 0.5 + each["completion_tokens"] * 2 for each in used) / 1e6


@pytest.mark.matrix
@pytest.mark.parametrize("usage", [short, long], ids=["short", "replies as long as allowed"])
def test_a_model_that_never_ends_stops_within_the_dollars_of_a_session_of_several_workers(
    loop: Suite, model_server: ModelServer, usage: Callable[[Mapping[str, Any]], Any]
) -> None:
    model_server.rule(press(usage))
    result = loop.run("-n", "2", "--webagent-session-usd=0.05")
    result.assert_outcomes(failed=2)
    assert 0.03 < paid(model_server, usage) <= 0.05
    result.stdout.fnmatch_lines(
        [
            "E  *BudgetExceeded: budget: the session's limit of $0.05 is reached: $0.0* spent*",
            "*2 tests, * tokens, $0.0*",
            "webagent: of the session's limits are used $0.0* of $0.05",
        ]
    )


def test_a_model_that_never_ends_stops_within_the_dollars_of_its_test_and_of_the_session(
    loop: Suite, model_server: ModelServer
) -> None:
    model_server.rule(press(short))
    limits = ("--webagent-test-usd=0.02", "--webagent-session-usd=0.03")
    result = loop.run(*limits, "--junitxml=junit.xml")
    result.assert_outcomes(failed=2)
    assert 0.02 < paid(model_server, short) <= 0.03
    result.stdout.fnmatch_lines(
        [
            "E  *BudgetExceeded: budget: the test's limit of $0.02 is reached: $0.0* spent, and*",
            "E  *BudgetExceeded: budget: the session's limit of $0.03 is reached: $0.0* spent*",
            "*2 tests, * tokens, $0.0*",
            "webagent: of the session's limits are used $0.0* of $0.03",
        ]
    )
    told = [
        {each.get("name"): each.get("value") for each in case.iter("property")}
        for case in ET.parse(loop.pytester.path / "junit.xml").iter("testcase")
    ]
    dollars = [float(each["webagent_usd"] or 0) for each in told]
    assert all(0 < each <= 0.02 for each in dollars)
    assert sum(dollars) == pytest.approx(paid(model_server, short), abs=2e-6)
    assert {each["webagent_status"] for each in told} == {"budget"}
    trajectories = sorted(Path(loop.pytester.path / "webagent-results").glob("*/trajectory.json"))
    costs = [json.loads(each.read_text())["runs"][0]["cost"] for each in trajectories]
    assert sorted(costs) == pytest.approx(sorted(dollars), abs=1e-6)


def test_tests_have_limits_of_steps_tokens_and_seconds_which_all_their_runs_share(
    loop: Suite, model_server: ModelServer
) -> None:
    model_server.rule(press(short))
    loop.write(
        test_it="""
        import pytest
        from pytest_webagent import BudgetExceeded
        from pytest_webagent.testing import FunctionModel

        pytestmark = pytest.mark.webagent(start_url=URL, max_steps=400)

        async def test_steps(agent):
            await agent.run("Count the steps")

        @pytest.mark.webagent(test_tokens=1)
        async def test_tokens(agent):
            await agent.run("Count the tokens")

        @pytest.mark.webagent(test_steps=400, test_seconds=0.5)
        async def test_seconds(agent):
            await agent.run("Count the seconds")

        @pytest.mark.webagent(test_steps=5)
        async def test_two_runs(agent):
            with pytest.raises(BudgetExceeded, match="3 steps were not enough"):
                await agent.run("Count both runs", max_steps=3)
            with pytest.raises(BudgetExceeded) as raised:
                await agent.run("Count both runs")
            result = raised.value.result
            assert (len(result.steps), result.usage.requests) == (2, 2)
            assert result.cost is None

        class Paid(FunctionModel):
            billing = None
            name = "unheard-of"

        @pytest.mark.webagent(test_usd=1)
        class TestWithoutAPrice:
            @pytest.fixture
            def model_client(self):
                return Paid(print)

            @pytest.mark.parametrize("number", [1, 2])
            async def test_it(self, agent, number): ...
        """
    )
    # Where dollars are not limited, the model may be one without a price.
    result = loop.run("--webagent-test-steps=3", "--webagent-model=unheard-of")
    result.assert_outcomes(failed=3, passed=1, errors=2)
    asked = [json.dumps(each.body["messages"]) for each in model_server.asked]
    goals = ("Count the steps", "Count the tokens", "Count both runs")
    assert [sum(goal in each for each in asked) for goal in goals] == [3, 0, 5]
    limit = "E  *BudgetExceeded: budget: the test's limit of {} is reached: *"
    without = "webagent_test_usd limits US dollars, but no price is known for * 'unheard-of'*"
    result.stdout.fnmatch_lines([without, without, *map(limit.format, ("3 steps", "1 token", "0.5 s"))])
    result.stdout.fnmatch_lines(
        ["* tokens, no price known  test_it.py::test_two_runs", "6 tests, *no price known*"]
    )


@pytest.mark.parametrize(
    ("limit", "asked"),
    [*repeats(("4 steps", 4)), ("1 token", 0), ("3 s", None)],
)
def test_steps_tokens_and_seconds_have_limits_for_a_session(
    loop: Suite, model_server: ModelServer, limit: str, asked: int | None
) -> None:
    model_server.rule(press(short))
    number, _, unit = limit.partition(" ")
    kind = {"token": "tokens", "s": "seconds"}.get(unit, unit)
    result = loop.run(f"--webagent-session-{kind}={number}")
    result.assert_outcomes(failed=2)
    assert asked is None or len(model_server.asked) == asked
    result.stdout.fnmatch_lines([f"E  *BudgetExceeded: budget: the session's limit of {limit} is reached: *"])


@pytest.mark.parametrize(
    ("spread", "asked"),
    [
        pytest.param((), 6, id="interrupted"),
        pytest.param(("-n", "1"), 7, id="a worker dies"),
        pytest.param(("-n", "2"), 7, id="one of two workers dies", marks=pytest.mark.matrix),
    ],
)
def test_an_account_that_workers_share_counts_what_ended_early_and_is_gone_at_the_end_of_the_session(
    loop: Suite,
    model_server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
    spread: tuple[str, ...],
    asked: int,
) -> None:
    model_server.rule(press(short))
    loop.write(
        test_it="""
        import os
        import pytest
        from pytest_webagent import BudgetExceeded

        pytestmark = pytest.mark.webagent(start_url=URL, max_steps=400)

        async def test_that_ends_early(agent, request):
            with pytest.raises(BudgetExceeded) as raised:
                await agent.run("Count to a million", max_steps=6)
            result = raised.value.result
            # The other worker may have used up the limit before.
            assert result.cost > 0 or not result.usage.requests
            if hasattr(request.config, "workerinput"):
                os._exit(3)
            raise KeyboardInterrupt

        async def test_of_another_worker(agent):
            await agent.run("Count to a million")
        """
    )
    folder = loop.pytester.mkdir("temporary")
    monkeypatch.setenv("TMPDIR", str(folder))
    left_by_a_killed_session = folder / "webagent-budget-killed"
    left_by_a_killed_session.mkdir()
    (left_by_a_killed_session / "spent.json").write_text('{"steps": 1000, "tok')
    limits = ("--webagent-session-steps=7", "--webagent-session-seconds=900", "--webagent-session-usd=1")
    result = loop.run(*limits, *spread)
    if spread:
        result.assert_outcomes(failed=2)
        result.stdout.fnmatch_lines(["worker 'gw*' crashed while running *test_that_ends_early*"])
    assert len(model_server.asked) == asked
    # The last digit hangs on which way half of it is rounded.
    used = f"${str(paid(model_server, short))[:6]}*"
    how = "E  *BudgetExceeded: budget: the session's limit of 7 steps is reached: *"
    if not spread:
        how = f"*was interrupted; its steps so far (* tokens, {used}) are kept in *"
    result.stdout.fnmatch_lines(
        [how, f"webagent: of the session's limits are used {asked} of 7 steps, * of 900 s, {used} of $1.00"]
    )
    assert list(folder.glob("webagent-*")) == [left_by_a_killed_session]


@pytest.mark.parametrize(
    ("limit", "spread"),
    [
        pytest.param("test", (), id="test"),
        pytest.param("session", (), id="session"),
        pytest.param("session", ("-n", "1"), id="xdist"),
        pytest.param("session", ("-n", "2"), id="xdist 2", marks=pytest.mark.matrix),
    ],
)
def test_dollars_are_not_limited_for_a_model_without_a_price_and_no_test_is_run(
    loop: Suite, model_server: ModelServer, limit: str, spread: tuple[str, ...]
) -> None:
    result = loop.run(f"--webagent-{limit}-usd=1", "--webagent-model=unheard-of", *spread)
    result.assert_outcomes(errors=1 if spread else 0)
    assert result.ret == (pytest.ExitCode.TESTS_FAILED if spread else pytest.ExitCode.USAGE_ERROR)
    assert model_server.asked == []
    (result.stdout if spread else result.stderr).fnmatch_lines(
        [
            f"*webagent_{limit}_usd limits US dollars, but no price is known for the model 'unheard-of' at "
            "127.0.0.1:*. Add the line 'unheard-of = INPUT OUTPUT', *to webagent_prices*"
        ]
    )


def test_a_limit_of_dollars_is_no_matter_of_tests_that_are_not_run_or_whose_model_is_code(
    loop: Suite,
) -> None:
    loop.write(
        test_it="""
        import pytest
        from pytest_webagent.testing import ScriptedModel, call

        class TestOwn:
            @pytest.fixture
            def model_client(self):
                return ScriptedModel([call("stop", answer="ok")])

            @pytest.mark.webagent(start_url=URL, answers="any", test_usd=0)
            async def test_own(self, agent):
                result = await agent.run("Look")
                assert (result.cost, result.usage.tokens) == (0, 0)

        @pytest.mark.webagent(start_url=URL)
        async def test_bought(agent): ...

        def test_of_another_kind(): ...
        """
    )
    limits = ("--webagent-session-usd=0", "--webagent-model=unheard-of")
    result = loop.run(*limits, "-k", "not bought")
    result.assert_outcomes(passed=2, deselected=1)
    assert "$" not in result.stdout.str()
    assert loop.run(*limits).ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize("line", ["test-model = cheap", "test-model 1 2", "test-model = 1 2 3 4"])
def test_a_malformed_price_is_quoted_before_any_test_runs(
    loop: Suite, model_server: ModelServer, line: str
) -> None:
    result = loop.run(f"--webagent-prices={line}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        [
            f"ERROR: option --webagent-prices: must be lines of the form MODEL = INPUT *(this line is not: '{line}')*"
        ]
    )
    assert model_server.asked == []


def test_what_the_server_does_not_count_is_estimated_and_told_as_an_estimate(
    loop: Suite, model_server: ModelServer
) -> None:
    def uncounted(body: Mapping[str, Any]) -> Answer:
        answer = press(short)(body)
        completion = json.loads(answer.body)
        del completion["usage"]
        return Answer(body=json.dumps(completion).encode())

    model_server.rule(uncounted)
    limit = "--webagent-session-usd=0.03"
    result = loop.run(limit, "--html=report.html", "--self-contained-html", "-k", "1")
    result.assert_outcomes(failed=1, deselected=1)
    assert 1 < len(model_server.asked) < 15
    result.stdout.fnmatch_lines(
        ["* tokens, $0.0*, estimated  test_it.py::test_it*", "1 test, *tokens, $0.0*, estimated"]
    )
    assert re.search(r"tokens, \$0\.0\d+, estimated", (loop.pytester.path / "report.html").read_text())


def test_the_account_is_gone_also_where_the_session_never_began(
    loop: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = loop.pytester.mkdir("temporary")
    monkeypatch.setenv("TMPDIR", str(folder))
    loop.pytester.makeconftest("import nowhere")
    assert loop.run("--webagent-session-steps=3").ret != 0
    assert list(folder.glob("webagent-*")) == []
