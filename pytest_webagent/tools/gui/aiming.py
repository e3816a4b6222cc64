"""Where an action goes: by what is given of coordinates, an element's number and a description, in the mode of the test."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import dist
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pytest_webagent.browser.element_line import UNREADABLE_ROLES
from pytest_webagent.errors import GroundingError, ToolError
from pytest_webagent.geometry import Point
from pytest_webagent.grounding import coordinates
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui import targets
from pytest_webagent.trajectory import Aim, Opinion
from pytest_webagent.values.plain_text import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.observation import Element, Observation
    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.gui.targets import Target
    from pytest_webagent.trajectory import Tier

_Source: TypeAlias = Literal["coordinates", "element id", "grounding"]

_ORDER: Final[Mapping[str, tuple[_Source, ...]]] = {
    "auto": ("coordinates", "element id", "grounding"),
    "prefer": ("coordinates", "grounding", "element id"),
    "force": ("grounding", "coordinates", "element id"),
    "off": ("coordinates", "element id"),
}
"""Who is asked in each mode; the first one who can say decides. In ``auto``, coordinates and number have to agree."""
_SAME_SPOT: Final = 12.0
"""CSS pixels that two points on a canvas may be apart: half the side of the smallest target of WCAG 2.2 (2.5.8)."""
_FITS: Final = 0.5
_CANDIDATES: Final = 5
"""How many elements an error names that a description may mean."""
_BETTER: Final = 0.25
"""By how much the one element must fit the description better than the other, to be taken for the one that is meant."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """Where one of them says that the action goes."""

    tier: Tier
    target: Target

    @property
    def element(self) -> Element | None:
        return self.target.found

    @property
    def point(self) -> Point | None:
        box = self.element.box if self.element is not None else None
        return self.target.point or (box.center if box is not None else None)

    def agrees(self, other: _Answer, observation: Observation | None) -> bool:
        """Whether both mean the same element, or one within the other at its very place; on a canvas the same spot."""
        mine, others = self.target.point, other.target.point
        near = mine is None or others is None or dist(mine, others) <= _SAME_SPOT
        if self.element is None or other.element is None or observation is None:
            # Something that the observation does not know is there: what it lies over is not what is hit.
            return mine is not None and others is not None and near
        if self.element.id == other.element.id:
            return near or self.element.role not in UNREADABLE_ROLES
        return _related(self.element, other.element, observation) and (
            _within(self, other) or _within(other, self)
        )


def _within(one: _Answer, other: _Answer) -> bool:
    """Whether the point of the one lies in the element of the other."""
    point, box = one.target.point, other.element.box if other.element is not None else None
    return point is not None and box is not None and box.holds(point)


def _related(one: Element, other: Element, observation: Observation) -> bool:
    first, second = observation.index_of(one), observation.index_of(other)
    return first in observation.ancestors(second) or second in observation.ancestors(first)


async def find(
    context: ToolContext,
    element_id: str | None,
    coords: str | None,
    description: str,
    *,
    names: tuple[str, str] = ("element_id", "coords"),
) -> Target:
    """What a call means. How it was found is kept with the call, and where it is, for the report.

    Args:
        context: What the tool may use; its settings say who decides.
        element_id: The number of an element in the newest observation.
        coords: A place, as text; see `targets.point_of`.
        description: The element in words.
        names: What the call names the number and the coordinates by, for messages.

    Raises:
        ToolError: none of them says where, or they contradict each other.
    """
    if names[0] in context.targets:
        found: Target = context.targets[names[0]]
        await targets.reveal(context, found)
        return found
    call = _Call(context, (element_id or "").strip(), (coords or "").strip(), description.strip(), names)
    decided = await call.decided()
    context.call.aims += (call.aim(decided),)
    await targets.reveal(context, decided.target)
    if context.on_target is not None:
        await context.on_target(names[0], decided.target)
    return decided.target


@dataclass(slots=True)
class _Call:
    """What one call gives to find its target by, and what came of it so far."""

    context: ToolContext
    element_id: str
    coords: str
    description: str
    names: tuple[str, str]
    answers: list[_Answer] = field(default_factory=list)
    problems: list[ToolError] = field(default_factory=list)

    @property
    def _mode(self) -> str:
        return self.context.settings.grounding

    @property
    def _observation(self) -> Observation | None:
        return self.context.session.observation

    async def decided(self) -> _Answer:
        """The answer that counts, once all who are to be asked have said theirs."""
        everyone = self.context.settings.grounding_check == "agree"
        for source in _ORDER[self._mode]:
            if source == "grounding" and self.answers and not everyone:
                continue
            try:
                answer = await self._ask(source)
            except ToolError as problem:
                self.problems.append(problem)
                continue
            if answer is not None:
                self.answers.append(answer)
        if not self.answers:
            raise self._unclear()
        decided = self._agreed() if self._mode == "auto" else self.answers[0]
        self._hear_the_words()
        if everyone and not all(self._agree(decided, other) for other in self.answers):
            raise self._contradiction()
        return decided

    def aim(self, decided: _Answer) -> Aim:
        """How it was decided, for the record."""
        others = tuple(self._opinion(each, decided) for each in self.answers if each is not decided)
        offset, element, point = None, decided.element, decided.target.point
        if point is not None and element is not None and element.box is not None:
            offset = Point(point.x - element.box.x, point.y - element.box.y)
        own = replace(self._opinion(decided, decided), distance=None)
        return Aim(decided=own, others=others, offset=offset)

    async def _ask(self, source: _Source) -> _Answer | None:
        if source == "coordinates":
            return await self._by_coordinates() if self.coords else None
        if source == "element id":
            return self._by_id() if self.element_id else None
        # What is given and wrong is an error to be read, and no reason to guess: unless the test has a model for that.
        if self.context.grounder is None and (self.coords or self.element_id):
            return None
        return await self._by_description() if self.description else None

    async def _by_coordinates(self) -> _Answer:
        try:
            point = await targets.point_of(self.context, self.coords)
        except ToolError as problem:
            raise type(problem)(f"{self.names[1]}: {problem}") from None
        said = coordinates.parse(self.coords)
        return _Answer("coordinates", await targets.at(self.context, point, said))

    def _by_id(self) -> _Answer:
        return _Answer("element id", targets.by_id(self.context, self.element_id, self.names[0]))

    async def _by_description(self) -> _Answer | None:
        grounder, observation = self.context.grounder, self._observation
        if observation is None:
            raise GroundingError(
                "the page was not looked at yet, so nothing on it can be found by a description: look at it first"
            )
        if grounder is None or self._mode != "force":
            named = self._by_words()
            if named is not None or grounder is None:
                return named
        session = self.context.session
        session.check_seen()
        page, url = session.page, session.page.url
        found = await grounder.locate(
            self.description, replace(observation, screenshot=await session.picture())
        )
        if session.page is not page or page.url != url:
            raise GroundingError("the page moved on while it was looked for: look at the new page first")
        if found is None:
            raise GroundingError(
                f"{shortened(self.description, 120)!r} was not found on the page: give {self.names[0]}, or describe it "
                "differently"
            )
        try:
            place = Point(*coordinates.parse(found))
        except ToolError as error:
            raise GroundingError(f"the grounding model gave no point: {error}") from None
        return _Answer("grounding model", await targets.at(self.context, place))

    def _by_words(self) -> _Answer | None:
        observation = self._observation
        element = self.context.words.find(self.description, observation) if observation is not None else None
        return None if element is None else _Answer("words", targets.of_element(self.context, element))

    def _agreed(self) -> _Answer:
        """The answer that counts where coordinates and number are both given."""
        first, *rest = self.answers
        second = next((each for each in rest if each.tier == "element id"), None)
        if first.tier != "coordinates" or second is None:
            return first
        if self._agree(first, second):
            # An element can be waited for and scrolled to; a point tells more only of what has parts.
            parts = second.target.role in UNREADABLE_ROLES or self._lies_within(first, second)
            return first if parts else second
        fits = [self._fit(each) for each in (first, second)]
        if max(fits) >= _FITS and abs(fits[0] - fits[1]) >= _BETTER:
            return first if fits[0] > fits[1] else second
        raise self._contradiction()

    def _lies_within(self, one: _Answer, other: _Answer) -> bool:
        """Whether the element of the one is a part of the other's, and not the other itself."""
        seen = self._observation
        if one.element is None or other.element is None or seen is None:
            return False
        return seen.index_of(other.element) in seen.ancestors(seen.index_of(one.element))

    def _fit(self, answer: _Answer) -> float:
        if answer.element is None or self._observation is None or not self.description:
            return 0.0
        return self.context.words.fit(self.description, answer.element, self._observation)

    def _hear_the_words(self) -> None:
        """Ask the words of the page for their opinion, too: it costs nothing."""
        heard = any(each.tier in ("words", "grounding model") for each in self.answers)
        if self._mode != "off" and self.description and not heard:
            named = self._by_words()
            if named is not None:
                self.answers.append(named)

    def _agree(self, one: _Answer, other: _Answer) -> bool:
        return one is other or one.agrees(other, self._observation)

    def _opinion(self, answer: _Answer, decided: _Answer) -> Opinion:
        here, there = answer.point, decided.point
        return Opinion(
            tier=answer.tier,
            element="" if answer.element is None else targets.labelled(answer.element),
            point=here,
            distance=None if here is None or there is None else dist(here, there),
            agrees=self._agree(answer, decided),
        )

    def _contradiction(self) -> ToolError:
        said = "; ".join(f"{_who(each.tier, self.names)} {each.target.label}" for each in self.answers)
        own = [each for each in self.answers if each.tier in ("coordinates", "element id")]
        # Where the agent itself said only one thing, leaving something out resolves nothing.
        advice = (
            "Give only the one that is right"
            if len(own) > 1
            else "Choose the one that is meant, and describe it as it is"
        )
        return ToolError(f"it is not clear which element is meant: {said}. {advice}")

    def _unclear(self) -> ToolError:
        if len(self.problems) == 1:
            return self.problems[0]
        if self.problems:
            return ToolError("; ".join(map(str, self.problems)))
        return ToolError(
            f"it is not clear which element is meant: {self._candidates()}give {self.names[0]} (the number in front of the "
            f'element) or {self.names[1]} ("<point>x y</point>")'
        )

    def _candidates(self) -> str:
        """What the description may mean, in words that come before the advice; empty where it names nothing at all."""
        seen = self._observation
        if not self.description or seen is None or self._mode == "off":
            return ""
        found, fits = self.context.words.alike(self.description, seen)
        told, them = shortened(self.description, 120), listed(map(targets.labelled, found), _CANDIDATES)
        if fits:
            number = f"fits {len(found)} elements: " if len(found) > 1 else "is not surely "
            return f"{told!r} {number}{them}; "
        nearest = f", and what comes nearest is {them}" if found else ""
        return f"{told!r} fits nothing on the page{nearest}; "


def _who(tier: Tier, names: tuple[str, str]) -> str:
    return {
        "element id": f"{names[0]} is",
        "coordinates": f"{names[1]} is",
        "words": "the description names",
        "grounding model": "the grounding model found",
    }[tier]
