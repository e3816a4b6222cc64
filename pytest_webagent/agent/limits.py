"""What a run may cost, and the arguments of `Agent.run`, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pytest_webagent.config import SETTINGS
from pytest_webagent.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.config import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one run."""

    steps: int
    seconds: float
    errors: int
    """How many steps in a row may end in an error."""


CHECK_STEPS: Final = 6
"""Most steps of a check: it looks around on one page and states its predicates, at most three times."""


def limits(
    settings: Settings, *, max_steps: int | None = None, timeout: float | None = None, caller: str = "run"
) -> Limits:
    """The limits of a run: its own arguments where given, else the settings. `caller` is the method they are given to.

    Raises:
        ConfigError: an argument has a bad value.
    """
    steps, seconds = settings.max_steps, settings.timeout
    if max_steps is not None:
        steps = SETTINGS["max_steps"].read(max_steps, f"agent.{caller}(max_steps=...)")
    if timeout is not None:
        seconds = SETTINGS["timeout"].read(timeout, f"agent.{caller}(timeout=...)")
    return Limits(steps=steps, seconds=seconds, errors=settings.max_errors)


def check_limits(settings: Settings, *, timeout: float | None) -> tuple[Limits, float]:
    """The limits of a check, and how many seconds it waits for its statement to hold.

    Raises:
        ConfigError: the argument has a bad value.
    """
    waits = settings.check_timeout
    if timeout is not None:
        waits = SETTINGS["check_timeout"].read(timeout, "agent.check(timeout=...)")
    steps = min(settings.max_steps, CHECK_STEPS)
    return Limits(steps=steps, seconds=settings.timeout + waits, errors=settings.max_errors), waits


_EXAMPLES: Final[Mapping[str, str]] = {
    "goal": "'Search for mugs and report the first price'",
    "statement": "'the cart shows 2 mugs and a total below $20'",
    "question": "'the cart total'",
}
"""What may be written in each argument."""


def checked_text(text: object, what: str, caller: str) -> str:
    """A goal, statement or question without surrounding space.

    Raises:
        ConfigError: it is not a text, or it is empty.
    """
    called, example = f"agent.{caller}({what})", _EXAMPLES[what]
    if not isinstance(text, str):
        raise ConfigError(
            f"{called} takes the {what} as a text, such as {example}, not {type(text).__name__}: {repr(text)[:80]}"
        )
    if not text.strip():
        raise ConfigError(f"{called} was given an empty {what}; write it in plain English, such as {example}")
    return text.strip()
