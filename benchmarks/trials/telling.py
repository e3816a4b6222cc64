"""Models that leave the work to the built-in one and have the last word themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.testing import FunctionModel, call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytest_webagent.messages import ToolCall
    from pytest_webagent.observation import Observation
    from pytest_webagent.ports import ModelRequest, ModelResponse

START: Final = "start"
"""The moment before anything is done."""
STOP: Final = "stop"
"""The moment when all is done."""


class NotThereError(Exception):
    """What a model was to cite is not on the page."""


class Pages(NamedTuple):
    """The pages of a run so far, the newest last."""

    seen: Sequence[Observation]

    @property
    def now(self) -> Observation:
        return self.seen[-1]

    def one(self, text: str, role: str = "", within: str = "", step: int | None = None) -> int:
        """The id of the smallest element that says `text`, or else has it in what it says.

        Args:
            text: What it says.
            role: Its role, if that matters.
            within: What the smallest row, item or article says that it stands in.
            step: The step whose page it is on; else the newest page.

        Raises:
            NotThereError: there is none.
        """
        page = self.now if step is None else self.seen[step - 1]
        inside = set(self._inside(page, within)) if within else None
        for whole in (True, False):
            for index in reversed(range(len(page.elements))):
                element = page.elements[index]
                if element.id is None or element.hidden or (role and element.role != role):
                    continue
                if inside is not None and index not in inside:
                    continue
                said = {element.name, element.text, page.full_text(index)}
                if text in said or (not whole and any(text in each for each in said)):
                    return element.id
        raise NotThereError(f"nothing says {text!r} on {page.url}")

    def first_step(self, text: str) -> int:
        """The number of the first step whose page says a text."""
        for number, page in enumerate(self.seen, start=1):
            if text in page.text:
                return number
        raise NotThereError(f"no page has said {text!r}")

    def last_step(self, name: str, role: str) -> int:
        """The number of the last step whose page has an element of a role and a name."""
        for number in range(len(self.seen), 0, -1):
            if any((each.role, each.name) == (role, name) for each in self.seen[number - 1].elements):
                return number
        raise NotThereError(f"no page has had a {role} {name!r}")

    def all(self, role: str, text: str = "") -> list[int]:
        """The ids of all elements of a role on the newest page that have a text in what they say."""
        return [
            element.id
            for index, element in enumerate(self.now.elements)
            if element.id is not None and element.role == role and text in self.now.full_text(index)
        ]

    @staticmethod
    def _inside(page: Observation, text: str) -> Iterator[int]:
        groups = {"row", "listitem", "article", "complementary"}
        for index, element in reversed(tuple(enumerate(page.elements))):
            if element.role in groups and text in page.full_text(index):
                yield from page.descendants(index)
                return


def told(answer: str, *evidence: dict[str, Any], status: str = "done") -> ToolCall:
    """The last word."""
    return call("stop", answer=answer, status=status, evidence=list(evidence), reasoning="It is on the page.")


def text(element: int, pattern: str = "", step: int | None = None) -> dict[str, Any]:
    """Evidence: what an element says."""
    given = {"op": "text", "elements": [element], "pattern": pattern, "step": step}
    return {name: value for name, value in given.items() if value not in ("", None)}


def teller(word: Callable[[Pages], ToolCall], until: str = STOP) -> Callable[[], FunctionModel]:
    """A model that does as the built-in one does, up to its call that has `until` in it, and then says its own word.

    It says it again if it is not believed.
    """

    def make() -> FunctionModel:
        builtin = BuiltinModel()
        seen: list[Observation] = []
        telling = False

        async def think(request: ModelRequest) -> ModelResponse | ToolCall:
            nonlocal telling
            seen.append(request.observation)
            if not telling and until != START:
                response = await builtin.complete(request)
                made = response.tool_calls[0]
                if not (made.name == STOP or until in f"{made.name} {made.arguments.get('description', '')}"):
                    return response
                if until != STOP and made.name == STOP:
                    raise NotThereError(f"the run came to its end before {until!r}")
            telling = True
            return word(Pages(seen))

        return FunctionModel(think)

    return make
