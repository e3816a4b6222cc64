"""Whose it is when the time of a run is up."""

import pytest

from pytest_webagent.agent import activity
from pytest_webagent.agent.activity import Activity
from pytest_webagent.errors import BudgetExceeded, ModelError


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time; a test sets it."""
    now = [0.0]
    monkeypatch.setattr(activity.time, "monotonic", lambda: now[0])
    return now


def cut_off(clock: list[float], *, asked_at: float, rationed: bool = False) -> str:
    """The error, with its class, of a run of 60 s that asked the model so late and got no answer."""
    doing = Activity()
    clock[0] = asked_at
    doing.begin("the model was being asked", model="small")
    clock[0] = 60.0
    error = doing.cut_off("60 s were not enough", 60.0, rationed=rationed)
    return f"{type(error).__name__}: {error}"


def test_a_model_that_was_silent_most_of_the_time_failed(clock: list[float]):
    assert cut_off(clock, asked_at=5).startswith(
        f"{ModelError.__name__}: the model 'small' had not answered for 55 s when the 60 s of the run were over. Raise"
    )


@pytest.mark.parametrize(("asked_at", "rationed"), [(50, False), (0, True)])
def test_else_it_is_the_limit_and_what_was_waited_for_is_told(
    clock: list[float], asked_at: float, rationed: bool
):
    told = cut_off(clock, asked_at=asked_at, rationed=rationed)
    silent = f"the model 'small' had not answered for {60 - asked_at} s"
    assert told == f"{BudgetExceeded.__name__}: 60 s were not enough; {silent}"


def test_a_tool_that_takes_long_is_named(clock: list[float]):
    doing = Activity()
    doing.begin("the model was being asked", model="small")
    doing.begin("click was being done")
    clock[0] = 60.0
    error = doing.cut_off("60 s were not enough", 60.0, rationed=False)
    assert (type(error), str(error)) == (BudgetExceeded, "60 s were not enough; click was being done")
