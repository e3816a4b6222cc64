"""What a run may cost, and the arguments of `Agent.run`, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_webagent.config import SETTINGS
from pytest_webagent.errors import ConfigError

if TYPE_CHECKING:
    from pytest_webagent.config import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one run."""

    steps: int
    seconds: float
    errors: int
    """How many steps in a row may end in an error."""


def limits(settings: Settings, *, max_steps: int | None, timeout: float | None) -> Limits:
    """The limits of a run: its own arguments where given, else the settings.

    Raises:
        ConfigError: an argument has a bad value.
    """
    steps, seconds = settings.max_steps, settings.timeout
    if max_steps is not None:
        steps = SETTINGS["max_steps"].read(max_steps, "agent.run(max_steps=...)")
    if timeout is not None:
        seconds = SETTINGS["timeout"].read(timeout, "agent.run(timeout=...)")
    return Limits(steps=steps, seconds=seconds, errors=settings.max_errors)


def checked_goal(goal: object) -> str:
    """The goal without surrounding space.

    Raises:
        ConfigError: it is not a text, or it is empty.
    """
    if not isinstance(goal, str):
        raise ConfigError(
            f"agent.run(goal) takes the goal as a text, such as 'Log in as ada', not {type(goal).__name__}: "
            f"{repr(goal)[:80]}"
        )
    if not goal.strip():
        raise ConfigError(
            "agent.run(goal) was given an empty goal; say what to do and what to report, "
            "such as 'Search for mugs and report the first price'"
        )
    return goal.strip()
