"""What logs of many sessions come to: by tool, by day, and what their figures suggest."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.hooks.results.call_log import parsed
from pytest_webagent.hooks.results.tool_figures import Call, Figures, call_of, figures, in_seconds
from pytest_webagent.hooks.results.tool_stats import aligned, table
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

_ENOUGH: Final = 10
"""Calls below which a rate or a time says nothing."""
_OFTEN: Final = 0.2
"""Share of calls that fail which is worth a word; and by how much it has to rise."""
_SLOWER: Final = 2.0
"""How many times as long a call has to take for it to be worth a word."""
_LARGE: Final = 0.1
"""Share of the time of all tools below which it does not matter what a tool's time went into."""


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


def suggestions(found: Sequence[Figures]) -> Iterator[str]:
    """What the figures of tools bear out; nothing where they are too few."""
    total = sum(each.own for each in found)
    for each in found:
        calls = len(each.calls)
        if calls >= _ENOUGH and each.count("denied") == calls:
            yield (
                f"{each.tool}: all {calls} calls were denied: allow it in the policy, or leave it out of webagent_tools"
            )
        done, failed = len(each.done), len(each.failed)
        if done < _ENOUGH:
            continue
        if failed >= done * _OFTEN:
            words, times = Counter(call.error for call in each.failed).most_common(1)[0]
            yield f"{each.tool}: {failed} of {done} calls failed, {times} of them with: {shortened(words, 120)}"
        if each.own >= total * _LARGE and each.settled >= each.own / 2:
            yield (
                f"{each.tool}: {in_seconds(each.settled)} of its {in_seconds(each.own)} pages were waited for until they came "
                "to rest: webagent_settle_timeout bounds that"
            )
        yield from _over_days(each)


def _over_days(each: Figures) -> Iterator[str]:
    """Where the last day with enough calls is much worse than the first."""
    days: defaultdict[str, list[Call]] = defaultdict(list)
    for call in each.done:
        days[call.day].append(call)
    enough = [day for day in sorted(days) if len(days[day]) >= _ENOUGH]
    if len(enough) < 2:
        return
    first, last = (Figures(day, days[day], 0.0) for day in (enough[0], enough[-1]))
    was, now = first.percentile(50) or 0.0, last.percentile(50) or 0.0
    if now >= was * _SLOWER and now > was:
        yield (
            f"{each.tool}: half of the calls took {in_seconds(now)} or more on {last.tool}, {in_seconds(was)} on {first.tool}"
        )
    rates = [(day.share(day.failed) or 0.0) for day in (first, last)]
    if round(rates[1] - rates[0], 6) >= _OFTEN:
        yield f"{each.tool}: {rates[1]:.0%} of the calls failed on {last.tool}, {rates[0]:.0%} on {first.tool}"
