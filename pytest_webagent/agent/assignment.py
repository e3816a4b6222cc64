"""What a run is about: what was asked, how it ends, and what it may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_webagent.agent.ending import Ending
    from pytest_webagent.agent.limits import Limits
    from pytest_webagent.budget.budget import Budget
    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.core.registry import ToolRegistry


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """One goal, statement or question, and what there is to work on it with."""

    goal: str
    asked: str
    """The words of the test, if the goal is put in others; else the goal."""
    ending: Ending
    tools: ToolRegistry
    context: ToolContext
    limits: Limits
    budget: Budget
    report: str
    """Where the run can be read about afterwards."""
