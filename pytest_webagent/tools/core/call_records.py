"""The record of a call that has ended, made of what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.tools.core import wording
from pytest_webagent.tools.core.calls import CallRecord, masked
from pytest_webagent.tools.core.schema import REASONING

if TYPE_CHECKING:
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.tools.core.base import Tool
    from pytest_webagent.tools.core.context import CallState


def record_of(
    call: ToolCall, found: Tool | None, state: CallState, seconds: float, settled: float
) -> CallRecord:
    """The record of a call, of which `found` is the tool, if there is one; `settled` seconds of it the page was waited for."""
    arguments = {name: value for name, value in call.arguments.items() if name != REASONING}
    state.hidden += tuple(str(arguments[name]) for name in state.secret if name in arguments)
    return CallRecord(
        tool=wording.shortened(call.name, 64),
        toolset="" if found is None else found.toolset,
        arguments=masked(arguments, fields=state.secret, secrets=state.hidden),
        risk=state.risk,
        success=not state.problem,
        error_class=state.problem,
        dry_run=bool(state.dry_run),
        denied=bool(state.denied and not state.dry_run),
        approved=bool(state.approved),
        cached=state.cached,
        milliseconds=seconds * 1000,
        settle_milliseconds=settled * 1000,
        cpu_seconds=state.cpu_seconds,
        memory_mb=state.memory_mb,
        within=state.within,
    )
