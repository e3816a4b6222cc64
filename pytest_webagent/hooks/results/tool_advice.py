"""What the figures of tools suggest, where there are enough of them to bear it out."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from pytest_webagent.hooks.results.tool_figures import Figures, in_seconds
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.hooks.results.tool_figures import Call

_ENOUGH: Final = 10
"""Calls below which a rate or a time says nothing."""
_OFTEN: Final = 0.2
"""Share of calls that fail which is worth a word; and by how much it has to rise."""
_SLOWER: Final = 2.0
"""How many times as long a call has to take for it to be worth a word."""
_LARGE: Final = 0.1
"""Share of the time of all tools below which it does not matter what a tool's time went into."""


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
