"""The record of a call that has ended, made of what is known of it."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_webagent.policy.redaction import MASK
from pytest_webagent.policy.spellings import SHORTEST_WITHIN_WORDS
from pytest_webagent.tools.core import wording
from pytest_webagent.tools.core.calls import CallRecord, masked
from pytest_webagent.tools.core.resource_use import Use
from pytest_webagent.tools.core.schema import REASONING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.messages import ToolCall
    from pytest_webagent.tools.core.base import Tool
    from pytest_webagent.tools.core.context import CallState, ToolContext
    from pytest_webagent.trajectory import Aim


class Watch:
    """What is looked at before a call, to tell afterwards what it took and what it came to."""

    def __init__(self, context: ToolContext) -> None:
        """A call begins."""
        self._context = context
        self._log = context.session.log
        self._settled, self._changes, self._ignored = self._log.settled, self._log.changes, self._log.ignored
        self._use, self._started = Use.so_far(), time.monotonic()
        self._tokens, context.tokens = context.tokens, None

    def record(self, call: ToolCall, found: Tool | None) -> CallRecord:
        """The record of the call that has ended; `found` is its tool, if there is one."""
        seconds, use = time.monotonic() - self._started, Use.so_far().since(self._use)
        known = self._context.vault.conceal(_known(call, found, self._context.call))
        ignored = self._log.ignored > self._ignored
        return replace(
            known,
            reaction="changed" if self._log.changes > self._changes else "ignored" if ignored else "",
            milliseconds=seconds * 1000,
            settle_milliseconds=(self._log.settled - self._settled) * 1000,
            process_cpu_seconds=use.cpu_seconds,
            process_peak_growth_mb=use.peak_mb,
            tokens=self._tokens,
        )


def _known(call: ToolCall, found: Tool | None, state: CallState) -> CallRecord:
    arguments = {name: value for name, value in call.arguments.items() if name != REASONING}
    state.hidden += tuple(str(arguments[name]) for name in state.secret if name in arguments)
    return CallRecord(
        tool=wording.shortened(call.name, 64),
        toolset="" if found is None else found.toolset,
        arguments=masked(arguments, fields=state.secret, secrets=state.hidden),
        risk=state.risk,
        success=not state.problem,
        error_class=state.problem,
        error=_without(state.error, state.hidden),
        dry_run=bool(state.dry_run),
        denied=bool(state.denied and not state.dry_run),
        approved=bool(state.approved),
        unasked=bool(state.unasked),
        cached=state.cached,
        milliseconds=0.0,
        aims=tuple(map(_aim, state.aims)),
        cpu_seconds=state.cpu_seconds,
        memory_mb=state.memory_mb,
        within=state.within,
    )


def _without(words: str, hidden: Iterable[str]) -> str:
    # However short it is: what was typed into a field that keeps it secret may be four digits. "a" is in most words, though.
    for secret in sorted(filter(None, hidden), key=len, reverse=True):
        before, after = (r"(?<![^\W_])", r"(?![^\W_])") if len(secret) < SHORTEST_WITHIN_WORDS else ("", "")
        words = re.sub(f"{before}{re.escape(secret)}{after}", MASK, words)
    return str(masked({"error": words})["error"])


def _aim(aim: Aim) -> dict[str, Any]:
    return {"tier": aim.decided.tier, "others": {other.tier: other.agrees for other in aim.others}}
