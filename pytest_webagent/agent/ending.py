"""What ends a run: a tool, and the judgement on what it is called with. A goal, a check and a question end differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.agent.turn import Turn
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.trajectory import Kind


class Ending(Protocol):
    """How runs of one kind end. It belongs to one run."""

    @property
    def kind(self) -> Kind:
        """The kind of the run."""

    @property
    def tool(self) -> str:
        """The tool that ends it."""

    @property
    def system(self) -> str:
        """What the model is told about its task."""

    @property
    def heading(self) -> str:
        """What it is given: a goal or a statement."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the evidence came to that was given last."""

    @property
    def stands(self) -> bool:
        """Whether all that was said last follows from its evidence."""

    @property
    def untied(self) -> tuple[str, ...]:
        """Words of what was asked that nothing explains which was cited or done."""

    def take_unseen(self) -> tuple[str, ...]:
        """What happened until an ending was sent back and has not been shown to the model, once."""

    def claim(self, arguments: Mapping[str, Any]) -> str:
        """What the run is about to pass on, in words for one who knows nothing but the page."""

    async def objection(self, arguments: Mapping[str, Any], turns: Sequence[Turn], *, last: bool) -> str:
        """What to tell a model whose ending does not stand and may be mended; empty if the run may end.

        Args:
            arguments: Those of the call of the tool.
            turns: The steps of the run, the one that ends it included.
            last: Whether there is no step left to mend it in.
        """

    def told(self, arguments: Mapping[str, Any]) -> str:
        """The answer, as the model wrote it."""

    def typed(self, answer: object, language: str) -> Any:
        """An answer that was worked out, as the type that the test wants; `language` is the page's.

        Raises:
            MisfitError: it is not of the type.
        """

    def conclude(self, arguments: Mapping[str, Any]) -> object:
        """The answer as the test gets it.

        Raises:
            GoalNotMet: the site does not do it.
            Inconclusive: it is not shown, or was not understood.
        """
