"""What a recorded element has become, where it is not to be found by its words any more.

The less an element is called what was recorded, the more has to speak for it besides: the other ways that were recorded, each
alone and leading to nothing else, and a grounder.

| the element | what has to speak for it |
| --- | --- |
| has the recorded name, or one that says the same | nothing, if it is the only one |
| has a name of synonyms; or stands in less than was recorded; or is one of several | one way |
| has its name without the words of the row it stands in, or with them | an effect of the step that is sure |
| is a button or a field, and has another name; or stands in another part of the page | two ways and, unless it is typed into, an effect that is sure |
| is such a button, and says another deed, neither of which destroys, spends or reaches others | three ways and an effect that is sure |

A button that alone sends the form of a field counts as led to by three ways. An attribute stays where a name is changed on purpose, and also where a name is wrong. Two are not moved by mistake; and whether
the element still does what was recorded is seen by where the step leads, what it saves or what a dialog asks: that is the effect that is sure. What
is typed into is told by what the server calls it, which is one of the ways. The name of a link or an option is that of a thing: with
another name it is another thing, wherever it leads.

Nothing speaks for an element that is of another kind, hidden or disabled; that stands in a row or card of another name; to which
one of the ways does not lead, though it leads somewhere; whose name is contrary to the recorded one; or whose name is one that the
recording has for something else. No other name is taken while the recorded one stands anywhere on the page, nor instead of one that
the goal quotes, unless it says the same. What the step is to bring about, answers and checks are never healed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.aria_roles import BUTTONS, CONTROLS, FIELDS, ITEMS, TEXT_FIELDS, TOGGLES
from pytest_webagent.errors import GroundingError, ToolError
from pytest_webagent.judging.coverage import surroundings
from pytest_webagent.language.quotations import quotations
from pytest_webagent.page.locator import Locator, Part
from pytest_webagent.page.locators import locators
from pytest_webagent.page.places import Place
from pytest_webagent.recording.element_ways import Way, led_to, ways_of
from pytest_webagent.recording.renaming import kinship, shortened
from pytest_webagent.tools.gui.targets import of_element
from pytest_webagent.trajectory import Heal
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.observation import Observation
    from pytest_webagent.page.locators import Locators
    from pytest_webagent.recording.recording import RecordedStep, Recording
    from pytest_webagent.recording.renaming import Kinship
    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.gui.targets import Target

_THINGS: Final = ITEMS | {"item"}
"""Kinds of what has a name of its own among others of its kind."""
_ASKED: Final[dict[Kinship, int]] = {"same": 0, "near": 1, "other": 2, "deed": 3}
_RENAMED: Final = BUTTONS | FIELDS
"""Roles of what is the same with quite another name; of others the name is that of a thing, or says what is ticked."""


class Healed(NamedTuple):
    """A step that is done at what its element has become."""

    found: dict[str, Target]
    """The element, by the argument of the call that says it."""
    step: RecordedStep
    told: Heal
    page: Observation
    """As it was when the element was found."""


class _Candidate(NamedTuple):
    at: int
    asks: int
    """How many ways have to lead to it."""
    led: tuple[Way, ...] = ()
    """The ways that do."""
    pointed: bool = False
    """Whether the grounder means it."""

    @property
    def speaks(self) -> int:
        """How much speaks for it."""
        return sum(each.weight for each in self.led) + self.pointed

    @property
    def because(self) -> str:
        """What speaks for it, in words."""
        return ", ".join([*map(str, self.led), *(["the grounder"] if self.pointed else [])]) or "its words"


class Healer:
    """Finds what the elements of one recording have become."""

    def __init__(self, context: ToolContext, recording: Recording, asked: str, *, grounds: bool) -> None:
        """`asked` are the words of the test; `grounds` says whether a grounder may be asked, if there is one."""
        self._context = context
        self._recording = recording
        self._quoted = frozenset(map(plain, quotations(asked)))
        self._grounder = context.grounder if grounds else None

    async def heal(self, number: int) -> Healed | None:
        """What the element of a step, counted from 0, has become; None where nothing is, or more than one may be."""
        step = self._recording.steps[number]
        targets = list(step.call.targets.items())
        if len(targets) != 1 or self._context.session.dialog is not None:
            return None
        ((argument, locator),) = targets
        pictured = self._context.settings.screenshots == "on" or self._grounder is not None
        page = await self._context.session.observe(screenshot=pictured)
        if not locator.called.name or locator.called.kind not in CONTROLS or locator.every:
            return None
        found = await self._found(step, locator, page)
        if found is None:
            return None
        target = of_element(self._context, page.elements[found.at])
        look = locators(page)
        now = look.of(found.at)
        # What it stands in is called as it was, if that still tells it.
        kept = Locator(now.called, locator.within)
        now = kept if look.find(kept) == (found.at,) else now
        try:
            led = await ways_of(await target.handle(self._context.session.page))
            ways = self._context.vault.conceal(led)
        except (PlaywrightError, ToolError):
            return None
        if look.find(now) != (found.at,) or now.nth:
            return None
        call = step.call._replace(targets={argument: now})
        healed = step.model_copy(update={"do": str(call), "find": [str(way) for way in ways]})
        told = Heal(
            step=number + 1,
            was=str(locator),
            now=str(now),
            was_found_by=tuple(step.find),
            now_found_by=tuple(healed.find),
            because=found.because,
        )
        return Healed({argument: target}, healed, told, page)

    async def _found(self, step: RecordedStep, locator: Locator, page: Observation) -> _Candidate | None:
        ways = tuple(map(Way.parse, step.find))
        most = sum(each.weight for each in ways) + (self._grounder is not None)
        asked = [each for each in self._candidates(step, locator, page) if each.asks <= most]
        seen = [each for one in asked if (each := await self._looked_at(one, ways, page)) is not None]
        if self._grounder is not None and any(each.asks == each.speaks + 1 for each in seen):
            seen = await self._grounded(seen, locator, page)
        led = [each for each in seen if each.speaks]
        # Where ways lead somewhere, words alone lead to nothing else.
        enough = [each for each in led or seen if each.asks <= each.speaks]
        return enough[0] if len(enough) == 1 and len(led) <= 1 else None

    def _candidates(self, step: RecordedStep, locator: Locator, page: Observation) -> Iterator[_Candidate]:
        """What is of the kind, and how much has to speak for it."""
        look, called = locators(page), locator.called
        alike = look.find(locator._replace(nth=0))
        shown = [at for at, each in enumerate(page.elements) if each.role == called.kind and not each.hidden]
        named = [at for at in shown if plain(look.name(Place(page, at))) == plain(called.name)]
        strong = bool(step.then.request or step.then.address or step.then.dialog)
        # Where something is still called so, what is called otherwise is a neighbour of that.
        for at in alike or named or shown:
            place = self._place(look, at, locator)
            if place is None or page.elements[at].id is None:
                continue
            several = int(len(alike) > 1 or locator.nth > 0)
            name = "same" if at in named else self._kinship(look, at, locator)
            wants = _ASKED.get(name)
            if wants != 0 and strong and self._is_shortened(look, at, shown, locator):
                wants = 0
            if wants is None:
                continue
            asks = max(wants, place, several)
            if asks < 2 or strong or called.kind in TEXT_FIELDS:
                yield _Candidate(at, asks)

    def _kinship(self, look: Locators, at: int, locator: Locator) -> Kinship:
        was, name = locator.called.name, look.name(Place(look.page, at))
        if not name or plain(name) in self._others(was):
            return "contrary"
        for part in locator.within:
            # "Remove Blue Mug" in the row "Blue Mug" says nothing more than "Remove".
            if part.kind in _THINGS and part.name:
                was, name = (_without(each, part.name) for each in (was, name))
        role, language = look.page.elements[at].role, look.page.language
        if role in ITEMS or (
            role not in _RENAMED | TOGGLES and any(_is_named_after(p, locator.called) for p in locator.within)
        ):
            # Words for the same may be the names of two things: a "Shopping bag" and a "Shopping basket".
            return "same" if likeness(was, name, language).same else "contrary"
        related = kinship(was, name, language)
        if related == "other" and role in FIELDS | TOGGLES:
            meant = self._context.words.find(f"{was} {role}", look.page)
            related = "same" if meant is look.page.elements[at] else related
        if related == "deed" and role in FIELDS:
            # A field does nothing: "Called" is a label.
            related = "other"
        if related in ("other", "deed") and (
            role not in _RENAMED or plain(locator.called.name) in self._quoted
        ):
            return "contrary"
        return related

    def _is_shortened(self, look: Locators, at: int, shown: Sequence[int], locator: Locator) -> bool:
        """Whether a control of the row that is meant has its name without the words of the row, or with them: "Cancel order 1004"."""
        was, place = locator.called.name, Place(look.page, at)
        name, item = look.name(place), place.item()
        if item is None or not any(part.kind in _THINGS for part in locator.within):
            return False
        if plain(name) in self._others(was):
            return False
        beside = [each for each in shown if each != at and item.at in look.page.ancestors(each)]
        first = plain(name).partition(" ")[0]
        if any(plain(look.name(Place(look.page, each))).startswith(first) for each in beside):
            return False
        known = " ".join((item.said, *surroundings(place), *surroundings(item)))
        return shortened(was, name, known) or shortened(name, was, known)

    def _others(self, was: str) -> frozenset[str]:
        """What other elements of the recording are called."""
        return frozenset(
            plain(locator.called.name)
            for step in self._recording.steps
            for locator in step.call.targets.values()
            if locator.called.name and plain(locator.called.name) != plain(was)
        )

    def _place(self, look: Locators, at: int, locator: Locator) -> int | None:
        """How many ways have to lead to an element for what it stands in; None where it is a neighbour."""
        around, asks = look.around(at), 0
        recorded = [part for part in locator.within if not _is_named_after(part, locator.called)]
        for part in recorded:
            by_column = look.has_column(part.head)
            if look.stands_in(at, [part]) if by_column else any(_is_same(part, each) for each in around):
                continue
            if part.kind in _THINGS:
                return None
            elsewhere = any(each.kind == part.kind for each in around)
            asks = max(asks, 2 if elsewhere else 1)
        if not any(part.kind in _THINGS for part in recorded):
            called = Part(locator.called.kind, look.name(Place(look.page, at)))
            own = called.kind in _RENAMED | TOGGLES or plain(called.name) == plain(locator.called.name)
            among = [
                each
                for each in around
                if each.kind in _THINGS and each.name and not (own and _is_named_after(each, called))
            ]
            asks = max([asks, *(2 for _ in among)])
        return asks

    async def _looked_at(self, one: _Candidate, ways: Sequence[Way], page: Observation) -> _Candidate | None:
        """A candidate with the ways that lead to it; None where it cannot be used, or one leads elsewhere."""
        target = of_element(self._context, page.elements[one.at])
        try:
            led = await led_to(await target.handle(self._context.session.page), ways)
        except (PlaywrightError, ToolError):
            return None
        if led is None:
            return None
        return one._replace(led=led)

    async def _grounded(
        self, seen: list[_Candidate], locator: Locator, page: Observation
    ) -> list[_Candidate]:
        """The candidates, with what the grounder says to those of them that want one way more."""
        assert self._grounder is not None
        try:
            point = await self._grounder.locate(str(locator).removeprefix("the "), page)
        except GroundingError:
            return seen
        boxes = [
            (box.width * box.height, at)
            for at, each in enumerate(page.elements)
            if each.id is not None and (box := each.box) is not None and point and box.holds(point)
        ]
        meant = {min(boxes)[1]} if boxes else set()
        for at in list(meant):
            meant.update(page.ancestors(at))
        return [each._replace(pointed=each.at in meant) for each in seen]


def _without(name: str, thing: str) -> str:
    """A name without that of a thing; the name itself where nothing else is left."""
    rest = re.sub(rf"(?<!\w){re.escape(plain(thing))}(?!\w)", "", plain(name)).strip()
    return rest or name


def _is_named_after(thing: Part, called: Part) -> bool:
    """Whether a thing is called by what stands in it, such as the entry of a menu or a field with its label: that tells no more."""
    return thing.kind in _THINGS and plain(thing.name) in ("", plain(called.name))


def _is_same(part: Part, other: Part) -> bool:
    if part.kind in _THINGS:
        return other.kind in _THINGS and plain(part.name) == plain(other.name)
    return plain(part.name) == plain(other.name) or (
        part.kind == other.kind and bool(part.name) and kinship(part.name, other.name) == "same"
    )
