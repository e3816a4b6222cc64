"""What an answer is judged by: the goal, what was done for it, and the pages that were seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.observation import Element, Observation


class Act(NamedTuple):
    """A tool call that was done without an error."""

    step: int
    """The step it was done in, counted from 1."""
    tool: str
    kind: Literal["action", "read", "control"]
    arguments: Mapping[str, Any]
    element: Element | None = None
    """What it was done to, as the model saw it; None where it was done to no element."""
    page_ignored: bool = False
    """The page was seen to ignore it."""


class Result(NamedTuple):
    """What a tool gave that looks beyond the page: at files, other servers, processes of its own."""

    step: int
    tool: str
    text: str
    """As the model was shown it."""


class Story(NamedTuple):
    """A run up to its end."""

    goal: str
    pages: Sequence[Observation]
    """The page as it was at the beginning of each step."""
    now: Observation
    """The page at the moment the answer was given."""
    acts: Sequence[Act] = ()
    results: Sequence[Result] = ()

    def page(self, step: int | None) -> Observation | None:
        """The page at the beginning of a step, counted from 1; the page as it is now for None; else None."""
        if step is None:
            return self.now
        return self.pages[step - 1] if 1 <= step <= len(self.pages) else None
