"""What the records of tool calls come to: figures for each tool, and where the time went."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence


_NUMBERS: Final = ("milliseconds", "settle_milliseconds", "cpu_seconds", "tokens")


class Call(NamedTuple):
    """What of a record is counted. Times are seconds."""

    tool: str
    within: str
    seconds: float
    settled: float
    computed: float
    success: bool
    cached: bool
    denied: bool
    dry_run: bool
    day: str = ""
    """When it ended, as the log writes days."""
    tokens: int = 0
    error: str = ""
    ignored: bool = False
    """Whether the page was seen to get the input, and to do nothing."""
    tiers: tuple[str, ...] = ()
    """What decided where it acts, of each place."""

    @property
    def done(self) -> bool:
        """Whether the tool was really run."""
        return not (self.denied or self.dry_run)


def call_of(record: Mapping[str, Any]) -> Call | None:
    """The call a record is about; None where it is none of ours, or a number in it is beyond all counting."""
    tool = record.get("tool")
    if not isinstance(tool, str) or not isinstance(record.get("milliseconds"), (int, float)):
        return None
    try:
        took, settled, computed, tokens = (_number(record.get(name)) for name in _NUMBERS)
    except OverflowError:
        return None
    if not all(map(math.isfinite, (took, settled, computed, tokens))):
        return None
    return Call(
        # A model may call what does not exist, by any name.
        tool=_plain(tool),
        within=str(record.get("within") or ""),
        seconds=took / 1000,
        settled=settled / 1000,
        computed=computed,
        success=record.get("success") is True,
        cached=record.get("cached") is True,
        denied=record.get("denied") is True,
        dry_run=record.get("dry_run") is True,
        day=_plain(str(record.get("time") or "")[:10]),
        tokens=int(tokens),
        error=_plain(str(record.get("error") or record.get("error_class") or "")),
        ignored=record.get("reaction") == "ignored",
        tiers=tuple(_tiers(record.get("aims"))),
    )


def _plain(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text)


def _tiers(aims: object) -> Iterator[str]:
    for aim in aims if isinstance(aims, list) else ():
        if isinstance(aim, dict) and isinstance(aim.get("tier"), str):
            yield _plain(aim["tier"])


def _number(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


@dataclass(frozen=True)
class Figures:
    """What the calls of one tool come to, or those of a day."""

    tool: str
    """Its name, or what else the calls have in common."""
    calls: Sequence[Call]
    own: float
    """Seconds of all calls, without those of the tools they called."""

    @property
    def done(self) -> Sequence[Call]:
        """The calls that were really run."""
        return [call for call in self.calls if call.done]

    @property
    def failed(self) -> Sequence[Call]:
        """The calls that were run and ended in an error."""
        return [call for call in self.done if not call.success]

    def count(self, what: str) -> int:
        """How many calls have this mark: cached, denied or dry_run."""
        return sum(getattr(call, what) for call in self.calls)

    @property
    def settled(self) -> float:
        """Seconds the page was waited for."""
        return sum(call.settled for call in self.done)

    @property
    def tokens(self) -> int:
        """Tokens of the requests to models that asked for the calls."""
        return sum(call.tokens for call in self.calls)

    def share(self, part: Sequence[Call]) -> float | None:
        """Which share of the calls that were run a part of them is; None where none was run."""
        return len(part) / len(self.done) if self.done else None

    def percentile(self, percent: float) -> float | None:
        """Seconds that so many percent of the calls that were run took at most, by the nearest rank; None without any."""
        times = sorted(call.seconds for call in self.done)
        return times[max(math.ceil(percent / 100 * len(times)), 1) - 1] if times else None


def figures(calls: Iterable[Call], of: Callable[[Call], str] = attrgetter("tool")) -> list[Figures]:
    """The figures of each tool, or of whatever else calls are told apart by, those with the most time of their own first."""
    groups: defaultdict[str, list[Call]] = defaultdict(list)
    inner: defaultdict[str, float] = defaultdict(float)
    for call in calls:
        groups[of(call)].append(call)
        if call.within:
            inner[of(call._replace(tool=call.within))] += call.seconds
    found = [
        Figures(name, made, max(sum(call.seconds for call in made) - inner[name], 0.0))
        for name, made in groups.items()
    ]
    return sorted(found, key=lambda each: (-each.own, each.tool))


def bottleneck(found: Sequence[Figures], agents: float | None = None) -> str:
    """One line on where the time went, as far as the figures tell; empty where no tool took any.

    Args:
        found: The figures of all tools, as `figures` gives them.
        agents: Seconds that all runs of agents took together, if that is known.
    """
    total = sum(each.own for each in found)
    if not found or not total:
        return ""
    slowest = found[0]
    told = (
        f"{slowest.tool} took {in_seconds(slowest.own)}, {slowest.own / total:.0%} of the time of all tools"
    )
    if agents is not None and agents > 2 * total:
        return (
            f"no tool is the bottleneck: of the {in_seconds(agents)} the agents worked, tools took {in_seconds(total)} "
            f"({total / agents:.0%}), the rest went to the model and to looking at pages; of the tools, {told}"
        )
    return f"{told}; {_why(slowest)}"


def _why(slowest: Figures) -> str:
    """What most of the time of a tool went into, where the records tell that; else what they tell."""
    done, own, failed = slowest.done, slowest.own, slowest.failed
    settled, computed = slowest.settled, sum(call.computed for call in done)
    parts = [
        (settled, "waiting for the page to come to rest (webagent_settle_timeout)"),
        (computed, "computing in the sandbox"),
        (sum(call.seconds for call in failed), f"in {_calls(len(failed))} that failed"),
    ]
    if len(done) > 1:
        parts.append((max(call.seconds for call in done), f"in a single one of its {len(done)} calls"))
    most, words = max(parts, key=lambda part: part[0])
    if most >= own / 2:
        return f"{in_seconds(min(most, own))} of it {words}"
    waited = f"{in_seconds(settled)} of it waiting for the page to come to rest, the rest " if settled else ""
    return f"{waited}spread over {_calls(len(done))}"


def in_seconds(seconds: float) -> str:
    """A time in words, as short as it can be told."""
    return f"{seconds:.1f} s" if seconds >= 0.95 else f"{seconds * 1000:.0f} ms"


def _calls(number: int) -> str:
    return f"{number} call{'' if number == 1 else 's'}"
