"""Questions about many things: how many, which, how much together."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin import values
from pytest_webagent.model.builtin.lists import GENERIC_NOUNS
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.words import Fit, Words, content, fit, tokens

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import (
        Attribute,
        Count,
        Names,
        Reading,
        Target,
        Total,
    )
    from pytest_webagent.model.builtin.lists import Group, Item
    from pytest_webagent.model.builtin.matching import Finder
    from pytest_webagent.model.builtin.presence import Presence
    from pytest_webagent.model.builtin.properties import Properties

_ANY_LIST = frozenset(("list", "table", "results"))
_COUNTING = frozenset(
    [
        "found",
        "item",
        "result",
        "total",
        "shown",
        "showing",
        "show",
        "listed",
        "left",
        "remaining",
        "cart",
        "there",
        "you",
        "have",
        "has",
        "all",
        "now",
        "currently",
        "page",
        "entry",
        "record",
        "match",
        "matching",
        "out",
        "from",
        "be",
        "currently",
        "displaying",
        "displayed",
        "here",
        "so",
        "far",
        "hit",
    ]
)
"""The words of a sentence that only counts."""
_PART_OF = re.compile(r"(?P<part>\d+)\s+(?:out\s+)?of\s+(?P<all>\d+)$", re.IGNORECASE)
_NONE_LEFT = re.compile(
    r"\b(?:no|0|zero) (?:(?P<more>\w+) )?(?P<noun>\w+)|\b(?P<empty>empty|nothing (?:here|found))\b",
    re.IGNORECASE,
)
_COUNTED = frozenset(
    ["button", "link", "field", "checkbox", "radio", "tab", "option", "heading", "image", "menu", "item"]
)


class Gathering:
    """Counts, lists and adds up what is on one page."""

    def __init__(self, finder: Finder, presence: Presence, properties: Properties) -> None:
        self.finder = finder
        self.view = finder.view
        self._presence = presence
        self._properties = properties

    def count(self, question: Count) -> str:
        """How many there are.

        Raises:
            Missing: no list of them and no number.
            Refusal: several lists could be meant.
        """
        problem: Refusal | None = None
        for reading in sorted(question.target.readings, key=lambda reading: not reading.places):
            try:
                self._accountable(reading)
                if not question.listed and (printed := self._printed_count(reading)):
                    return printed
                if reading.hint in _COUNTED:
                    found = self._presence.elements(reading)
                    if found:
                        return str(len(found))
                    continue
                counted = self._items(reading)
            except Refusal as refusal:
                problem = refusal if problem is None or isinstance(problem, Missing) else problem
                continue
            if counted is not None:
                return str(len(counted))
        if not question.listed and (near := self._printed_elsewhere(question.target)):
            return near
        if self._says_none(question.target):
            return "0"
        if problem is not None:
            raise problem
        raise Missing(question.target.said, "a list of them or their number")

    def _accountable(self, reading: Reading) -> None:
        """A place must be one that holds the things counted: a part of the page or a thing that is named so.

        Raises:
            Missing: it is neither.
        """
        for place in reading.places:
            where = place.reading
            if where.words.text.casefold() in _ANY_LIST:
                continue
            if where.words and where.plainly_named and place.relation in ("in", "for"):
                if self.finder.places.section(where) or self.finder.places.below_heading(where):
                    continue
                found, level = self.finder.lists.items_fitting(where.words)
                if level < Fit.SET or any(
                    self.finder.lists.says(item, content(where.words.text)) for _, item in found
                ):
                    raise Missing(str(where.words), "a place on the page")

    def number_of(self, question: Attribute) -> str:
        """How many a thing has: "12 points", a cell of a column, "(3 reviews)".

        Raises:
            Missing: it does not say.
            Refusal: several things or numbers could be meant.
        """
        noun = content(question.words.text)
        found: list[str] = []
        for _, item in self._things(question):
            cells = [
                text for header, text, _ in item.cells if header and fit(question.words, header) >= Fit.SET
            ]
            for said in cells or self.finder.lists.parts(item):
                read = values.numbers(said)
                near = re.findall(r"(?<![\w.$€£])(\d[\d,.]*)\s+((?:\w+\s+){0,2}?\w+)", said)
                found += [number for number, after in near if content(after) == noun and not cells] or (
                    [said] if cells and (len(read) == 1 or not read) else []
                )
        distinct = list(dict.fromkeys(number for number in found if number.strip(" -–—")))
        if len(distinct) > 1:
            raise ambiguous(f"{question.words}", distinct)
        if not distinct:
            said = question.of.said if question.of is not None else "the page"
            raise Missing(f"{question.words} of {said}", "their number")
        return distinct[0]

    def _things(self, question: Attribute) -> list[tuple[Group, Item]]:
        """The one thing of a list that a question is about."""
        if question.of is None:
            return []
        for reading in question.of.readings:
            if not reading.words or reading.hint not in ("", "row"):
                continue
            found, level = self.finder.lists.items_fitting(reading.words)
            if level >= Fit.SET and len(found) > 1:
                raise ambiguous(question.of.said, [f"'{item.name}'" for _, item in found])
            if level >= Fit.SET:
                return found
        return []

    def _printed_count(self, reading: Reading) -> str:
        """The number in a text such as "3 items in your cart", if the page has exactly one."""
        noun = tokens(reading.words.text)[-1:] if reading.words else tokens(reading.hint and "item")
        if not noun:
            return ""
        found: set[str] = set()
        for at in self._presence.scope(reading):
            said = self.view[at].text or (
                self.view[at].name if self.view[at].role in ("status", "link", "heading") else ""
            )
            for match in re.finditer(r"(?<![\w.$€£])(\d+)\s+((?:\w+\s+){0,2}?)(\w+)", said):
                wanted = set(content(reading.words.text))
                if tokens(match[3]) != noun or not set(content(match[2])) <= wanted | {"item"}:
                    continue
                if not wanted <= set(content(said)) | self._around(at):
                    continue
                if not self._only_counts(said, match, wanted | self._around(at)):
                    continue
                part = _PART_OF.search(said[: match.start()] + match[1])
                if part and part["part"] != match[1]:
                    raise Refusal(
                        f"the page says {said!r}, which holds two numbers; ask how many are listed for those in sight"
                    )
                found.add(match[1])
        return found.pop() if len(found) == 1 else ""

    def _only_counts(self, said: str, match: re.Match[str], known: frozenset[str] | set[str]) -> bool:
        """Whether the sentence around a number does nothing but count: "Only 1 mug, large, left" tells more."""
        start = max(said.rfind(mark, 0, match.start()) for mark in ".!?;:") + 1
        ends = [at for mark in ".!?;:" if (at := said.find(mark, match.end())) >= 0]
        words = content(said[start : min(ends, default=len(said))])
        return all(word in known or word in _COUNTING or word.isdigit() for word in words)

    def _around(self, index: int) -> frozenset[str]:
        """The words that say what a printed number is about: the page's title and the headings above it."""
        view = self.view
        heading = view.heading_before(index)
        return frozenset(
            content(f"{view.title} {view.page.title} {view.name(heading) if heading is not None else ''}")
        )

    def _printed_elsewhere(self, target: Target) -> str:
        """The number in a name such as "Cart 2 items", which says the place and the thing together."""
        found: set[str] = set()
        for reading in target.readings:
            noun, where = (
                tokens(reading.words.text)[-1:],
                {word for place in reading.places for word in content(place.reading.words.text)},
            )
            if not noun or not where:
                continue
            for at in self.view.shown:
                said = self.view.name(at)
                for match in re.finditer(r"(?<![\w.$€£])(\d+)\s+(\w+)", said):
                    if tokens(match[2]) == noun and where <= set(content(said)):
                        found.add(match[1])
        return found.pop() if len(found) == 1 else ""

    def _items(self, reading: Reading) -> tuple[Item, ...] | None:
        groups = self.finder.lists.selected(reading.words)
        if reading.places:
            inside = set(self._presence.scope(reading))
            groups = [
                (group, tuple(item for item in items if item.index in inside)) for group, items in groups
            ]
            groups = [(group, items) for group, items in groups if items]
        if not groups:
            return None
        if len(groups) > 1:
            tables = [pair for pair in groups if pair[0].kind in ("table", "article")]
            groups = tables if len(tables) == 1 else groups
        if len(groups) > 1:
            raise ambiguous(
                str(reading.words) or "the list",
                [f"{len(items)} from '{items[0].name}' on" for _, items in groups],
            )
        return groups[0][1]

    def _says_none(self, target: Target) -> bool:
        """Whether the page says that there are none of just these things."""
        words = {frozenset(content(reading.words.text)) - GENERIC_NOUNS for reading in target.readings}
        for at in self.view.shown:
            said = self.view[at].text
            match = _NONE_LEFT.search(said)
            if match is None:
                continue
            told = frozenset(content(said)) | self._around(at)
            nouns = {*tokens(match["noun"] or ""), *tokens(match["more"] or "")}
            if any(
                wanted <= told and (match["empty"] or nouns & (wanted | GENERIC_NOUNS)) for wanted in words
            ):
                return True
        return False

    def names(self, question: Names) -> str:
        """The names, or one property, of all in a list, joined by commas."""
        problem: Refusal | None = None
        for reading in question.target.readings:
            try:
                options = self._options(reading)
                if options:
                    return ", ".join(options)
                if reading.hint in _COUNTED:
                    found = [self.view.name(at) for at in self._presence.elements(reading)]
                else:
                    found = [self._listed(item, question.attribute) for item in self._items(reading) or ()]
            except Refusal as refusal:
                problem = problem or refusal
                continue
            if found:
                return ", ".join(found)
        raise problem or Missing(question.target.said, "a list of them")

    def _options(self, reading: Reading) -> tuple[str, ...]:
        """The options of a select, for "the options of the Country dropdown"."""
        if (reading.hint != "option" and content(reading.words.text) != ("option",)) or not reading.places:
            return ()
        from pytest_webagent.model.builtin.instruction import Target as Meant

        at = self.finder.one(
            Meant(str(reading.places[0].reading.words), (reading.places[0].reading,)), "choice"
        )
        return self.view[at].options

    def _listed(self, item: Item, attribute: Words) -> str:
        return self._properties.of_item(item, attribute) if attribute else item.name

    def total(self, question: Total) -> str:
        """The sum of a property over a list, written as the page writes it."""
        items = next((found for reading in question.target.readings if (found := self._items(reading))), None)
        if not items:
            raise Missing(question.target.said, "a list of them")
        read = [
            values.prices(self._properties.of_item(item, question.attribute))
            or values.numbers(self._properties.of_item(item, question.attribute))
            for item in items
        ]
        if any(len(found) != 1 for found in read):
            raise Refusal(f"not each of {question.target.said} shows one {question.attribute} to add up")
        return values.formatted(sum((found[0].key for found in read), Decimal(0)), read[0][0].text)
