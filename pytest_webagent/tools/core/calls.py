"""What is kept of each tool call beside the trajectory, to be counted and compared: one record, one line of JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pytest_webagent.policy.redaction import masked as masked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.policy.risk import Risk


Reaction: TypeAlias = Literal["", "changed", "ignored"]
"""Whether the page was seen to change upon the input of a call, or to do nothing; empty where neither can be said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRecord:
    """One tool call and what came of it."""

    tool: str
    toolset: str = ""
    arguments: Mapping[str, Any]
    """As `masked` gives them: JSON values without secrets."""
    risk: Risk
    """The most it was about to do."""
    success: bool
    error_class: str = ""
    """Name of the class of what went wrong."""
    error: str = ""
    """What it said, without secrets, and cut where it is long."""
    dry_run: bool = False
    denied: bool = False
    approved: bool = False
    """Whether somebody was asked, and allowed it."""
    unasked: bool = False
    """Whether the goal does not ask for it, by what the policy's `unasked` is heeded for."""
    cached: bool = False
    milliseconds: float
    settle_milliseconds: float = 0.0
    """How much of it was waiting for the page to come to rest."""
    process_cpu_seconds: float | None = None
    """Of the processor, taken by the whole process of the tests meanwhile, and by processes it started that have ended."""
    process_peak_growth_mb: float | None = None
    """By how much the most memory that process ever held grew meanwhile: 0 where it stayed below; None where that is not told."""
    cpu_seconds: float | None = None
    """Of the processor, in a sandbox; None where there was none."""
    memory_mb: float | None = None
    """The most memory taken in a sandbox."""
    reaction: Reaction = ""
    aims: tuple[Mapping[str, Any], ...] = ()
    """How each place it acted on was found: the ``tier`` that decided, and of the ``others`` whether they agreed."""
    tokens: int | None = None
    """Input and output tokens of the request to the model that asked for it; None for all but the first call of a reply."""
    within: str = ""
    """The tool that made the call; empty where the model made it."""
    test: str = ""
    """The test's id; like the fields below it is filled in by what writes the record."""
    session: str = ""
    """Names the session of pytest, the same in all its workers."""
    worker: str = ""
    """The worker of pytest-xdist; empty without it."""
    time: str = ""
    """When the call ended, by ISO 8601, with the zone."""

    def line(self) -> str:
        """The record as one line of JSON; half characters, as scripts leave them, are escaped."""
        return json.dumps({each.name: _plain(getattr(self, each.name)) for each in fields(self)}, default=str)


def _plain(value: object) -> object:
    return round(value, 3) if isinstance(value, float) else value
