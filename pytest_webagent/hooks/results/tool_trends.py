"""What logs of many sessions come to: by tool, by day, and what their figures suggest."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.hooks.results.call_log import parsed
from pytest_webagent.hooks.results.tool_advice import suggestions
from pytest_webagent.hooks.results.tool_figures import call_of, figures
from pytest_webagent.hooks.results.tool_stats import aligned, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from pytest_webagent.hooks.results.tool_figures import Call, Figures


class Log(NamedTuple):
    """What files hold."""

    calls: Sequence[Call]
    unreadable: int
    """Lines that are no record of a call."""


def read(files: Iterable[Path]) -> Log:
    """The calls in files, in order.

    Raises:
        OSError: a file cannot be read.
    """
    calls: list[Call] = []
    unreadable = 0
    for file in files:
        with file.open(encoding="utf-8", errors="replace") as lines:
            for line in filter(str.strip, lines):
                record = parsed(line)
                call = None if record is None else call_of(record)
                if call is None:
                    unreadable += 1
                else:
                    calls.append(call)
    return Log(calls, unreadable)


def told(calls: Sequence[Call]) -> Iterator[str]:
    """Tables by tool, by day, and by both, one of what decided where calls act, and suggestions, a line each."""
    tokens = any(call.tokens for call in calls)
    found = figures(calls)
    yield from table(found, tokens=tokens)
    yield ""
    yield from table(_by_name(figures(calls, lambda call: call.day)), "day", tokens=tokens)
    days = figures(calls, lambda call: f"{call.tool} {call.day}")
    yield ""
    yield from table(_by_name(days), "tool and day", tokens=tokens)
    if sources := _sources(calls):
        yield ""
        yield from sources
    if advice := [*suggestions(found)]:
        yield ""
        yield from advice


def _by_name(found: Sequence[Figures]) -> list[Figures]:
    return sorted(found, key=lambda each: each.tool)


def _sources(calls: Iterable[Call]) -> list[str]:
    """How often what decided where a call acts was right: without an error, and not upon a page that did nothing."""
    right: Counter[str] = Counter()
    ignored: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for call in calls:
        if call.done:
            (failed if not call.success else ignored if call.ignored else right).update(call.tiers)
    lines: list[tuple[str, ...]] = [("decided by", "n", "right", "page did nothing", "error", "share right")]
    for tier in sorted({*right, *ignored, *failed}):
        counts = (right[tier], ignored[tier], failed[tier])
        lines.append((tier, str(sum(counts)), *map(str, counts), f"{right[tier] / sum(counts):.0%}"))
    return aligned(lines) if len(lines) > 1 else []
