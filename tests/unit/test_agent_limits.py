"""The arguments of agent.run, checked before anything happens."""

import pytest

from pytest_webagent.agent.limits import checked_text, limits
from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError


@pytest.mark.parametrize("goal", ["", "   ", "\n\t"])
def test_an_empty_goal_is_refused_with_an_example(goal):
    with pytest.raises(ConfigError, match=r"empty goal.*such as 'Search for mugs"):
        checked_text(goal, "goal", "run")


@pytest.mark.parametrize("goal", [None, 5, b"Buy", ["Buy a mug"]])
def test_a_goal_that_is_no_text_is_refused_and_named(goal):
    with pytest.raises(ConfigError, match=f"as a text.*not {type(goal).__name__}: "):
        checked_text(goal, "goal", "run")


def test_a_goal_loses_the_space_around_it():
    assert checked_text("\n  Buy a mug\n", "goal", "run") == "Buy a mug"


def test_arguments_win_over_settings():
    settings = Settings(max_steps=7, timeout=30.0, max_errors=2)
    own = limits(settings, max_steps=3, timeout=1.5)
    assert (own.steps, own.seconds, own.errors) == (3, 1.5, 2)
    plain = limits(settings, max_steps=None, timeout=None)
    assert (plain.steps, plain.seconds) == (7, 30.0)


@pytest.mark.parametrize("value", [0, -1, 2.5, True, "many"])
def test_a_bad_number_of_steps_is_refused_with_what_is_right(value):
    with pytest.raises(
        ConfigError, match=r"agent.run\(max_steps=...\): must be a whole number of at least 1, not"
    ):
        limits(Settings(), max_steps=value, timeout=None)


@pytest.mark.parametrize("value", [0, -3, float("inf"), float("nan"), True, "soon"])
def test_a_bad_timeout_is_refused_with_what_is_right(value):
    with pytest.raises(ConfigError, match=r"agent.run\(timeout=...\): must be a number of at least 0.1, not"):
        limits(Settings(), max_steps=None, timeout=value)
