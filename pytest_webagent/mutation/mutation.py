"""What a mutation is, and what is recorded of the attempt that mutations are planned from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.observation import Observation
    from pytest_webagent.trajectory import RunResult

Kind: TypeAlias = Literal[
    "number changed",
    "text replaced",
    "element removed",
    "state flipped",
    "not gone",
    "press does nothing",
    "server error",
    "stale after a save",
]

_VARIES: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+", re.IGNORECASE)


def general(address: str) -> str:
    """An address with its numbers left open: those of new records differ from run to run."""
    return _VARIES.sub("#", address)


def general_pattern(address: str) -> str:
    """A regular expression, of Python and of JavaScript alike, for all addresses that are one in `general`."""
    numbers = r"(?:[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|\d+)"
    return numbers.join(map(re.escape, _VARIES.split(address)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """One fault. Either `task` is carried out in every page, or requests are answered in another way."""

    kind: Kind
    words: str
    """What is done, in words."""
    task: Mapping[str, Any] = field(default_factory=dict)
    """What ``effect.js`` does."""
    request: Request | None = None
    """The request that fails, or after which what is read is stale."""


class Request(NamedTuple):
    """A kind of request: requests that differ in the numbers of their addresses only are one kind."""

    method: str
    address: str
    """Path and, for what is read, the query; numbers in it stand for any number."""
    resource: str = ""
    """Playwright's type of the resource: ``document``, ``xhr`` or ``fetch``; the document of a frame is a ``frame``."""

    def __str__(self) -> str:
        return f"{self.method} {self.address}"


@dataclass(slots=True)
class Exchange:
    """A request that was made, and what came of it."""

    request: Request
    press: int | None
    """Which press came before it, by its position in `Observed.presses`."""
    status: int = 0
    body: str = ""
    """The answer as text, where it could be had."""


@dataclass(frozen=True, slots=True)
class Observed:
    """What happened in an attempt without a fault."""

    runs: Sequence[RunResult] = ()
    pages: Sequence[Observation] = ()
    """All that was seen, oldest first."""
    exchanges: Sequence[Exchange] = ()
    presses: Sequence[Mapping[str, Any]] = ()
    """What was pressed and which forms were sent, as ``witness.js`` tells it."""


class Stage(Protocol):
    """What an attempt is made with: it is told of the browser session of the test."""

    @property
    def title(self) -> str:
        """What the attempt is called where it is kept; empty for the test's own."""

    async def enter(self, session: BrowserSession) -> None:
        """The session was made, and has opened no page yet."""

    async def leave(self, runs: Sequence[RunResult]) -> None:
        """The session is about to be closed; `runs` are those of the agent."""
