"""The statistics of repeated tests, against published values."""

from __future__ import annotations

import math

import pytest

from pytest_webagent.hooks.repeat.pass_rate import PassRate, Plan


# From table I, method 3 (score, without continuity correction), of R. G. Newcombe: "Two-sided confidence intervals for
# the single proportion: comparison of seven methods", Statistics in Medicine 17 (8), 1998.
@pytest.mark.parametrize(
    ("passed", "done", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_the_published_one(passed: int, done: int, low: float, high: float) -> None:
    assert PassRate(passed, done).interval == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("done", [1, 3, 10, 1000])
def test_the_interval_of_failures_mirrors_that_of_passes_and_stays_between_0_and_1(done: int) -> None:
    for passed in range(0, done + 1, max(1, done // 10)):
        rate, mirrored = PassRate(passed, done), PassRate(done - passed, done)
        low, high = rate.interval
        assert 0 <= low <= rate.share <= high <= 1
        assert (low, high) == pytest.approx((1 - mirrored.interval[1], 1 - mirrored.interval[0]))
    assert PassRate(0, done).interval[0] == 0
    assert PassRate(done, done).interval[1] == 1


def test_nothing_is_known_without_a_run() -> None:
    assert PassRate(0, 0).interval == (0, 1)
    assert math.isnan(PassRate(0, 0).share)


def test_a_rate_says_itself_in_words() -> None:
    assert str(PassRate(7, 10)) == "7 of 10 runs passed (95 % interval 0.40 to 0.89)"


@pytest.mark.parametrize(
    ("plan", "outcomes", "made"),
    [
        (Plan(10, 8), "pppppppppp", 8),
        (Plan(10, 8), "fpfpfppppp", 5),
        (Plan(10, 8), "fpfppppppp", 10),
        (Plan(3, 3), "fpp", 1),
        (Plan(3, 3), "ppp", 3),
        (Plan(3, 1), "fpp", 2),
        (Plan(3, 1, all_runs=True), "fpp", 3),
        (Plan(3, 3, all_runs=True), "fff", 3),
    ],
)
def test_runs_end_when_none_left_could_change_the_verdict(plan: Plan, outcomes: str, made: int) -> None:
    rate = PassRate(0, 0)
    while not plan.is_over(rate):
        rate = rate.after(outcomes[rate.done] == "p")
    assert rate.done == made


def test_a_verdict_says_what_was_wanted_and_which_runs_were_not_made() -> None:
    assert Plan(10, 8).verdict(PassRate(7, 10)).endswith("0.40 to 0.89), 8 were wanted")
    assert (
        Plan(10, 8)
        .verdict(PassRate(1, 4))
        .endswith(", 8 of 10 were wanted; the other 6 could not change the verdict and were not made")
    )
    assert (
        Plan(3, 1)
        .verdict(PassRate(1, 2))
        .endswith(", 1 of 3 was wanted; the other 1 could not change the verdict and was not made")
    )
    assert Plan(10, 8).verdict(PassRate(2, 2)).endswith("; the session was stopped before the other 8")
