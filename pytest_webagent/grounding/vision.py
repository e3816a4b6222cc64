"""Grounding by a model that looks: the whole screenshot first, then closer, until its answer is borne out."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pytest_webagent.browser.element_line import CLOSED, UNREADABLE_ROLES
from pytest_webagent.errors import GroundingError, ModelError, ToolError
from pytest_webagent.geometry import Box, Point, Size
from pytest_webagent.grounding import point_answers
from pytest_webagent.grounding.profiles import profile_of
from pytest_webagent.grounding.screenshots import Screenshot
from pytest_webagent.messages import Message
from pytest_webagent.ports import ModelRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.geometry import Convention
    from pytest_webagent.grounding.coordinates import Limits, View
    from pytest_webagent.grounding.profiles import Profile
    from pytest_webagent.messages import Image
    from pytest_webagent.observation import Element, Observation
    from pytest_webagent.ports import ModelClient, ModelResponse

_LOG = logging.getLogger(__name__)

_SECONDS: Final = 45.0
"""What finding one thing may take. A tool call has 60 s in all, unless the policy says otherwise, and has yet to act."""
_GRACE: Final = 5.0
"""Seconds more until a question is given up from here: the client knows better why it has no answer."""
_SHARES: Final = (1 / 2, 1 / 3)
"""How much of the viewport's width and height each closer look shows: the first still holds what stands around a target
that was missed by a quarter of the screen, the second is as sharp as a page zoomed to 300 %."""
_CLOSE: Final = 24.0
"""CSS pixels between two answers that mean the same: the least size of a target (WCAG 2.2, criterion 2.5.8)."""
_LARGE: Final = 0.5
"""The share of the viewport from which on an element is a background: that a point lies in it says nothing."""
_LONGEST: Final = 1_000
"""Characters of a description; it comes from a model and may be anything."""

_COUNT: Final[Mapping[Convention, str]] = {
    "absolute_resized": "pixels of the picture",
    "absolute_original": "pixels of the picture before it was resized",
    "relative_1": "parts of the picture's width and height, from 0 to 1",
    "relative_1000": "thousandths of the picture's width and height",
}


@dataclass(frozen=True)
class VisionGrounder:
    """A `Grounder` that asks a model which sees.

    The model is shown the whole screenshot. A point that lies in an element of the page stands. Else the model is shown
    the surroundings of its point, larger, and asked again: what it then says stands if it lies in an element, or close
    to what it said before (on a canvas, or a page without semantics). Looks that contradict each other are an error.
    """

    profile: Profile
    client: ModelClient
    limits: Limits | None = None
    """What the loaded weights' preprocessing makes of pictures, where that is known; else what the profile says."""

    async def locate(self, description: str, observation: Observation) -> Point | None:
        """Where the model sees what is described, in CSS pixels of the viewport; None if it says that it is not there.

        Args:
            description: What is looked for, in words.
            observation: The page, with a screenshot of the viewport without marks.

        Raises:
            GroundingError: there is no screenshot, the model cannot be asked, answers nothing usable twice, or
                contradicts itself.
            BudgetExceeded: what is left does not pay for a question.
        """
        words = " ".join(description.split())[:_LONGEST]
        if not words:
            raise GroundingError("it is not said what to look for: describe the element")
        if observation.screenshot is None:
            raise GroundingError(
                f"{words!r} cannot be looked for: no screenshot could be taken of the page; name an element by its number"
            )
        screenshot = await asyncio.to_thread(Screenshot, observation.screenshot, observation.viewport)
        search = _Search(self, words, observation, screenshot, time.monotonic() + _SECONDS)
        return await search.run()


class UIInsGrounder(VisionGrounder):
    """Grounding by UI-Ins, with its trained prompt. Its weights are for non-commercial use only.

    Args:
        client: What asks the model.
        limits: See `VisionGrounder.limits`.
    """

    def __init__(self, client: ModelClient, limits: Limits | None = None) -> None:
        super().__init__(profile_of("ui-ins"), client, limits)


@dataclass(frozen=True, slots=True)
class _Search:
    """Looking for one thing on one screenshot."""

    grounder: VisionGrounder
    words: str
    observation: Observation
    screenshot: Screenshot
    deadline: float

    async def run(self) -> Point | None:
        viewport = self.observation.viewport
        point = await self._look(Box(0, 0, *viewport), 1.0)
        if point is None or self._bears_out(point):
            return point
        seen = [point]
        for share in _SHARES:
            closer = await self._look(_around(seen[-1], viewport, share), share)
            if closer is None:
                continue
            if self._bears_out(closer) or math.dist(closer, seen[-1]) <= _CLOSE:
                return closer
            seen.append(closer)
        places = ", then ".join(f"({each.x:.0f}, {each.y:.0f})" for each in seen)
        raise GroundingError(
            f"the grounding model {self.grounder.profile.name} is not sure where {self.words!r} is: it pointed at "
            f"{places}, where no element is, and closer looks did not confirm it; describe it differently, or name an "
            "element by its number"
        )

    async def _look(self, region: Box, share: float) -> Point | None:
        """Ask where it is on a part of the viewport that is shown as large as the whole."""
        limits = self.grounder.limits or self.grounder.profile.limits
        size = self.screenshot.size_of(region)
        sent = limits.fit(Size(round(size.width / share), round(size.height / share)))
        picture, view = await asyncio.to_thread(self.screenshot.show, region, sent)
        point = await self._ask(picture, view)
        _LOG.debug(
            "%s: %r on %s, sent as %sx%s: %s",
            self.grounder.profile.name,
            self.words,
            view.region,
            *view.sent,
            point,
        )
        return point

    async def _ask(self, picture: Image, view: View) -> Point | None:
        """Ask about one picture, and once more if the answer is of no use."""
        profile = self.grounder.profile
        question = Message(
            role="user",
            text=profile.asked(self.words),
            images=(picture,),
            images_first=profile.picture_first,
        )
        system = (Message(role="system", text=profile.system),) if profile.system else ()
        response = await self._complete((*system, question))
        try:
            return self._point(response, view)
        except ToolError as error:
            _LOG.debug("%s: %s; asking once more", profile.name, error)
            again = (
                Message(role="assistant", text=point_answers.came(response)),
                Message(role="user", text=self._repair(error)),
            )
        response = await self._complete((*system, question, *again))
        try:
            return self._point(response, view)
        except ToolError as error:
            raise GroundingError(
                f"the grounding model {profile.name} gave no usable answer for {self.words!r}, asked twice: {_clause(error)}. "
                f"Its coordinates are taken for {_COUNT[profile.convention]} ({profile.convention}), as of "
                f"{profile.weights}: is it that model that answers?"
            ) from error

    def _point(self, response: ModelResponse, view: View) -> Point | None:
        answer = point_answers.read(response, self.grounder.profile.form)
        return (
            None if answer is None else view.to_viewport(answer.x, answer.y, self.grounder.profile.convention)
        )

    def _repair(self, error: ToolError) -> str:
        profile = self.grounder.profile
        return (
            f"This cannot be used: {_clause(error)}. Coordinates count {_COUNT[profile.convention]}. Answer again, with nothing "
            f"but {point_answers.WANTED[profile.form]}"
        )

    async def _complete(self, messages: tuple[Message, ...]) -> ModelResponse:
        client, name = self.grounder.client, self.grounder.profile.name
        left = self.deadline - time.monotonic()
        request = ModelRequest(
            goal=self.words, messages=messages, tools=(), observation=self.observation, seconds_left=left
        )
        try:
            if left <= 0:
                raise TimeoutError
            async with asyncio.timeout(left + _GRACE):
                response = await client.complete(request)
        except TimeoutError:
            raise GroundingError(
                f"the grounding model {name} has not found {self.words!r} within {_SECONDS:g} s; name the element by its "
                "number, or give coordinates"
            ) from None
        except ModelError as error:
            raise GroundingError(
                f"the grounding model {name} could not be asked: {_clause(error)} - name the element by its number, or give "
                "coordinates"
            ) from error
        if not client.sees_images:
            raise GroundingError(
                f"the model {client.name!r} takes no pictures, so it cannot be the grounding model {name}; name the "
                "element by its number, or give coordinates"
            )
        return response

    def _bears_out(self, point: Point) -> bool:
        """Whether an element at the point says that it was well aimed.

        A control does, and what holds no other element: a point in the gap between the elements of a wrapper is in none.
        Large backgrounds, iframes, canvases and whatever else cannot be read say nothing.
        """
        area = self.observation.viewport.width * self.observation.viewport.height
        return any(
            element.id is not None
            and element.box is not None
            and element.box.holds(point)
            and not element.hidden
            and element.role not in UNREADABLE_ROLES
            and element.role != "iframe"
            and CLOSED not in element.states
            and element.box.width * element.box.height < _LARGE * area
            and (element.clickable or not self._holds_elements(index))
            for index, element in enumerate(self.observation.elements)
        )

    def _holds_elements(self, index: int) -> bool:
        elements: tuple[Element, ...] = self.observation.elements
        return any(elements[child].id is not None for child in self.observation.children(index))


def _clause(error: Exception) -> str:
    """What an error says, for a sentence that goes on behind it."""
    text = str(error)
    return text if text.endswith("...") else text.removesuffix(".")


def _around(point: Point, viewport: Size, share: float) -> Box:
    """A part of the viewport of its shape around a point, moved inwards at the edges."""
    width, height = viewport.width * share, viewport.height * share
    return Box(
        min(max(0.0, point.x - width / 2), viewport.width - width),
        min(max(0.0, point.y - height / 2), viewport.height - height),
        width,
        height,
    )
