"""Budgets in whole sessions: a model that never ends, every limit, prices, and what is told of them."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from model_server import Answer, ModelServer, calls, wants

from tests.plugin.conftest import SPREAD

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
    )
    suite.write(test_it=TESTS)
    return suite


def paid(server: ModelServer, usage: Callable[[Mapping[str, Any]], Any]) -> float:
    """What the server was asked, in US dollars."""
    used = [usage(asked.body) for asked in server.asked]
    return sum(each["prompt_tokens"] * 0.5 + each["completion_tokens"] * 2 for each in used) / 1e6


@pytest.mark.parametrize(
    ("spread", "usage"),
    [
        pytest.param((), short, id="alone"),
        pytest.param(("-n", "2"), short, id="xdist", marks=pytest.mark.matrix),
        pytest.param(("-n", "2"), long, id="xdist, replies as long as allowed", marks=pytest.mark.matrix),
    ],
)
def test_a_model_that_never_ends_stops_within_the_dollars_of_the_session(
    loop: Suite, model_server: ModelServer, usage: Callable[[Mapping[str, Any]], Any], spread: tuple[str, ...]
) -> None:
    model_server.rule(press(usage))
    result = loop.run(*spread, "--webagent-session-usd=0.05")
    result.assert_outcomes(failed=2)
    assert 0.03 < paid(model_server, usage) <= 0.05
    result.stdout.fnmatch_lines(
        [
            "E  *BudgetExceeded: budget: the session's limit of $0.05 is reached: $0.0* spent*",
            "*2 tests, * tokens, $0.0*",
            "webagent: of the session's limits are used $0.0* of $0.05",
        ]
    )


def test_a_model_that_never_ends_stops_within_the_dollars_of_each_test(
    loop: Suite, model_server: ModelServer
) -> None:
    model_server.rule(press(short))
    result = loop.run("--webagent-test-usd=0.02", "--junitxml=junit.xml")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        ["E  *BudgetExceeded: budget: the test's limit of $0.02 is reached: $0.0* spent, and*"]
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


@pytest.mark.parametrize(
    ("limit", "asked"),
    [
        ("test-steps=3", 6),
        pytest.param("session-steps=4", 4, marks=pytest.mark.matrix),
        pytest.param("test-tokens=1", 0, marks=pytest.mark.matrix),
        ("session-tokens=1", 0),
    ],
)
def test_steps_and_tokens_have_limits_for_a_test_and_for_a_session(
    loop: Suite, model_server: ModelServer, limit: str, asked: int
) -> None:
    model_server.rule(press(short))
    result = loop.run(f"--webagent-{limit}")
    result.assert_outcomes(failed=2)
    assert len(model_server.asked) == asked
    owner, _, rest = limit.partition("-")
    kind, _, number = rest.partition("=")
    unit = kind if number != "1" else kind.removesuffix("s")
    result.stdout.fnmatch_lines(
        [f"E  *BudgetExceeded: budget: the {owner}'s limit of {number} {unit} is reached: *"]
    )


def test_a_session_of_several_workers_takes_no_more_steps_than_it_has(
    loop: Suite, model_server: ModelServer
) -> None:
    model_server.rule(press(short))
    result = loop.run("-n", "2", "--webagent-session-steps=7", "--webagent-session-seconds=900")
    result.assert_outcomes(failed=2)
    assert len(model_server.asked) == 7
    result.stdout.fnmatch_lines(["webagent: of the session's limits are used 7 of 7 steps, * of 900 s"])


@pytest.mark.parametrize("spread", [(), ("-n", "1")], ids=["alone", "in a worker"])
def test_what_an_interrupted_test_and_one_whose_worker_died_spent_is_told(
    loop: Suite, model_server: ModelServer, spread: tuple[str, ...]
) -> None:
    model_server.rule(press(short))
    loop.write(
        test_it="""
        import os
        import pytest
        from pytest_webagent import BudgetExceeded

        @pytest.mark.webagent(start_url=URL)
        async def test_it(agent, request):
            with pytest.raises(BudgetExceeded):
                await agent.run("Count to a million", max_steps=3)
            if hasattr(request.config, "workerinput"):
                os._exit(3)
            raise KeyboardInterrupt
        """
    )
    result = loop.run("--webagent-session-usd=1", *spread)
    # The last digit hangs on which way half of it is rounded.
    used = str(paid(model_server, short))[:6]
    assert len(model_server.asked) == 3
    result.stdout.fnmatch_lines([f"webagent: of the session's limits are used ${used}* of $1.00"])
    if not spread:
        result.stdout.fnmatch_lines(
            [f"*was interrupted; its steps so far (* tokens, ${used}*) are kept in *"]
        )


@pytest.mark.parametrize("owner", [pytest.param("test", marks=pytest.mark.matrix), "session"])
def test_seconds_have_limits_for_a_test_and_for_a_session(
    loop: Suite, model_server: ModelServer, owner: str
) -> None:
    model_server.rule(press(short))
    result = loop.run(f"--webagent-{owner}-seconds=3")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines([f"E  *BudgetExceeded: budget: the {owner}'s limit of 3 s is reached: *"])


def test_all_runs_of_a_test_share_its_limits(loop: Suite, model_server: ModelServer) -> None:
    model_server.rule(press(short))
    loop.write(
        test_it="""
        import pytest
        from pytest_webagent import BudgetExceeded

        @pytest.mark.webagent(start_url=URL, test_steps=5)
        async def test_it(agent):
            with pytest.raises(BudgetExceeded, match="3 steps were not enough"):
                await agent.run("Count to a million", max_steps=3)
            with pytest.raises(BudgetExceeded) as raised:
                await agent.run("Count to a million")
            result = raised.value.result
            assert (len(result.steps), result.usage.requests) == (2, 2)
            assert 0 < result.cost < 0.05
        """
    )
    loop.run().assert_outcomes(passed=1)
    assert len(model_server.asked) == 5


def test_a_test_that_is_repeated_has_one_budget_for_all_its_runs(
    loop: Suite, model_server: ModelServer
) -> None:
    model_server.rule(press(short))
    loop.run("--webagent-test-steps=3", "--webagent-runs=3", "-k", "1").assert_outcomes(failed=1)
    assert len(model_server.asked) == 3


@pytest.mark.parametrize(
    ("limit", "spread"),
    [("test", ()), ("session", ()), ("session", ("-n", "2"))],
    ids=["test", "session", "xdist"],
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


def test_a_limit_of_dollars_is_no_matter_of_tests_that_are_not_run_or_have_a_model_of_their_own(
    loop: Suite, model_server: ModelServer
) -> None:
    loop.write(
        test_it="""
        import pytest
        from pytest_webagent.testing import ScriptedModel, call

        class TestOwn:
            @pytest.fixture
            def model_client(self):
                return ScriptedModel([call("stop", answer="ok")])

            @pytest.mark.webagent(start_url=URL, answers="any")
            async def test_own(self, agent):
                await agent.run("Look")

        @pytest.mark.webagent(start_url=URL)
        async def test_bought(agent): ...

        def test_of_another_kind(): ...
        """
    )
    limits = ("--webagent-session-usd=1", "--webagent-model=unheard-of")
    loop.run(*limits, "-k", "not bought").assert_outcomes(passed=2, deselected=1)
    assert loop.run(*limits).ret == pytest.ExitCode.USAGE_ERROR


def test_a_model_of_the_tests_own_without_a_price_is_an_error_of_each_test(loop: Suite) -> None:
    loop.pytester.makeconftest(
        """
        import pytest
        from pytest_webagent.testing import FunctionModel

        class Paid(FunctionModel):
            billing = None
            name = "unheard-of"

        @pytest.fixture
        def model_client():
            return Paid(print)
        """
    )
    result = loop.run("--webagent-test-usd=1")
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(
        ["webagent_test_usd limits US dollars, but no price is known for * 'unheard-of'*"]
    )


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
    result = loop.run("--webagent-session-usd=0.05", "--html=report.html", "--self-contained-html")
    result.assert_outcomes(failed=2)
    assert 1 < len(model_server.asked) < 15
    result.stdout.fnmatch_lines(
        ["* tokens, $0.0*, estimated  test_it.py::test_it*", "2 tests, *tokens, $0.0*, estimated"]
    )
    assert re.search(r"tokens, \$0\.0\d+, estimated", (loop.pytester.path / "report.html").read_text())


def test_a_model_without_a_price_may_be_used_where_dollars_are_not_limited(
    loop: Suite, model_server: ModelServer
) -> None:
    model_server.rule(press(short))
    result = loop.run("--webagent-model=unheard-of", "--webagent-test-steps=2", "-k", "1")
    result.stdout.fnmatch_lines(
        ["* tokens, no price known  test_it.py::test_it*", "1 test, 2 steps, *no price known"]
    )


def test_models_that_are_code_spend_nothing_whatever_the_limit(suite: Suite) -> None:
    suite.write(
        test_it="""
        import pytest

        @pytest.mark.webagent(start_url=URL, test_usd=0)
        async def test_it(agent):
            result = await agent.run("Count to 2")
            assert (result.cost, result.usage.tokens) == (0, 0)
        """
    )
    result = suite.run("--webagent-session-usd=0")
    result.assert_outcomes(passed=1)
    assert "$" not in result.stdout.str()


@SPREAD
def test_the_account_of_a_session_is_gone_at_its_end_and_that_of_a_killed_one_does_no_harm(
    loop: Suite, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, spread: tuple[str, ...]
) -> None:
    model_server.rule(press(short))
    folder = loop.pytester.mkdir("temporary")
    monkeypatch.setenv("TMPDIR", str(folder))
    left = folder / "webagent-budget-killed"
    left.mkdir()
    (left / "spent.json").write_text('{"steps": 1000, "tok')
    loop.run(*spread, "--webagent-session-steps=3").assert_outcomes(failed=2)
    assert len(model_server.asked) == 3
    assert [each.name for each in folder.glob("webagent-*")] == [left.name]


def test_the_account_is_gone_also_where_the_session_never_began(
    loop: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = loop.pytester.mkdir("temporary")
    monkeypatch.setenv("TMPDIR", str(folder))
    loop.pytester.makeconftest("import nowhere")
    assert loop.run("--webagent-session-steps=3").ret != 0
    assert list(folder.glob("webagent-*")) == []
