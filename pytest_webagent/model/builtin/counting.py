"""Counting: how many there are, by the number the page prints or by its list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.gathering import by_likeliness
from pytest_webagent.model.builtin.instruction import Count, Reading, Target
from pytest_webagent.model.builtin.items import GENERIC_NOUNS
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.roles import ELEMENTS
from pytest_webagent.model.builtin.sayings import parts, says
from pytest_webagent.model.builtin.told import NOTHING, Citing, Told
from pytest_webagent.model.builtin.words import Fit, content, fit, tokens
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import word_set
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.gathering import Gathering
    from pytest_webagent.model.builtin.instruction import Attribute
    from pytest_webagent.model.builtin.items import Group, Item

_ANY_LIST = frozenset(("list", "table", "results"))
_COUNTING = word_set(
    "found item result total shown showing show listed left remaining cart there you have has all now "
    "currently page entry record match matching out from be displaying displayed here so far hit"
)
"""The words of a sentence that only counts."""
_IN_SIGHT = re.compile(
    r"(?<![\w.,])(?P<first>\d+)\s*(?:[-–—]|to)\s*(?P<last>\d+)\s+(?:out\s+)?of\s+(?:about\s+)?(?P<all>\d[\d.,]*)(?:\s+(?P<things>\w+))?|"
    r"(?<![\w.,$€£])(?P<part>\d+)\s+(?:out\s+)?of\s+(?P<whole>\d[\d.,]*)\s+(?P<noun>\w+)",
    re.IGNORECASE,
)
"""A text that says how many of all are in sight: "1-10 of 57", "5 of 12 orders"."""
_SHOWING = re.compile(
    r"\b(?:show(?:n|s|ing)?|display(?:ed|ing)?|listed|visible|hidden|more)\b", re.IGNORECASE
)
_NONE_LEFT = re.compile(
    r"\b(?:no|0|zero) (?:(?P<more>\w+) )?(?P<noun>\w+)|\b(?P<empty>empty|nothing (?:here|found))\b",
    re.IGNORECASE,
)
_MORE = re.compile(r"\W*(?:(?:load|show|view|see) (?:more|\d+ more)\b|next(?: page)?\W*$)", re.IGNORECASE)
_PAGED = re.compile(r"\bpage\s+\d+\s*(?:of|/)\s*(?!1\b)\d+", re.IGNORECASE)
_LONGEST_COUNT = 6
_NAMED = (Fit.CONTEXT, Fit.SET, Fit.SAME, Fit.EXACT)
"""How well words must fit a thing to be its name, perhaps with its kind: "the Team plan"."""


class Counting:
    """Counts what is on one page."""

    def __init__(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self.finder = gathering.finder
        self.view = gathering.finder.view
        self.citing = Citing(self.view)

    def count(self, question: Count) -> Told:
        """How many there are.

        Raises:
            Missing: no list of them and no number.
            Refusal: several lists could be meant.
        """
        problem: Refusal | None = None
        for reading in sorted(question.target.readings, key=by_likeliness):
            try:
                self._accountable(reading)
                if not question.listed and (
                    printed := self._printed_count(reading) or self._labelled(reading)
                ):
                    return printed
                if reading.hint in ELEMENTS:
                    found = self._gathering.presence.elements(reading)
                    if found:
                        return self.citing.counted(found)
                    continue
                counted = self._gathering.items(reading)
                if counted is not None and not question.listed:
                    self._refuse_partial(counted, frozenset(content(reading.words.text)))
                    self._refuse_more(counted)
            except Refusal as refusal:
                problem = refusal if problem is None or isinstance(problem, Missing) else problem
                continue
            if counted is not None:
                return self._counted(counted, reading)
        if not question.listed and (near := self._printed_elsewhere(question.target)):
            return near
        if none := self._says_none(question.target):
            return none
        if problem is not None:
            raise problem
        raise Missing(question.target.said, "a list of them or their number")

    def _counted(self, items: tuple[Item, ...], reading: Reading) -> Told:
        group = next(group for group in self.finder.lists.groups if items[0] in group.items)
        indexes = [item.index for item in items]
        return self.citing.counted(indexes, group.parent, reading.words.text)

    def _labelled(self, reading: Reading) -> Told:
        """The number with a label that is just what is counted: "Pages: 312", a tile "Users 1,204".

        Raises:
            Refusal: the label stands by something else than one number, or by several.
        """
        if not reading.words or reading.places or reading.hint not in ("", "row"):
            return NOTHING
        try:
            told = self._gathering.properties.labels.value(reading.words)
        except Missing:
            return NOTHING
        value = told.text.strip()
        read = quantities(value, self.view.page.language)
        if len(read) != 1 or read[0].text != value:
            if not read or days(value, self.view.page.language) or len(value.split()) > _LONGEST_COUNT:
                return NOTHING
            raise Refusal(f"the page says {value!r} for {str(reading.words)!r}, which is not one number")
        return told._replace(text=value)

    def _refuse_partial(self, items: tuple[Item, ...], wanted: frozenset[str]) -> None:
        """What is in sight is not all there is where the page says so.

        Raises:
            Refusal: it does.
        """
        at_first = items[0].index if items else 0
        group = next((group for group in self.finder.lists.groups if items and items[0] in group.items), None)
        called = content(" ".join((*group.labels, group.column, self.view.title))) if group else ()
        if group and wanted and wanted <= set(content(" ".join(group.labels))):
            called = tuple(wanted)
        for at in self.view.shown:
            said = self.view[at].text
            for match in _IN_SIGHT.finditer(said):
                noun = match["noun"] or match["things"] or ""
                if noun and not set(tokens(noun)) & {*called, *GENERIC_NOUNS, *_COUNTING}:
                    continue
                if match["first"] and match["first"] == "1" and match["last"] == match["all"]:
                    continue
                if match["part"] and match["part"] == match["whole"]:
                    continue
                raise self._two_numbers(said)
            for count in re.finditer(r"(?<![\w.,$€£-])(\d+)\s+([^\W\d]\w*)", said):
                if (
                    group is not None
                    and set(tokens(count[2])) & {*called, *GENERIC_NOUNS}
                    and int(count[1]) > len(group.items)
                    and self._only_counts(said, count, frozenset(called) | GENERIC_NOUNS)
                ):
                    raise Refusal(
                        f"the page says {said!r} and shows {len(group.items)} of them; ask how many are listed for those in sight"
                    )
            if (
                _SHOWING.search(said)
                and len(quantities(said, self.view.page.language)) > 1
                and set(content(said)) & set(called)
                and at not in self.view.within(at_first)
            ):
                raise self._two_numbers(said)

    def _refuse_more(self, items: tuple[Item, ...]) -> None:
        """A list that can be paged or loaded on does not say how many there are.

        Raises:
            Refusal: there is a control for that, or a text such as "Page 1 of 6".
        """
        for at in self.view.shown:
            element = self.view[at]
            on = element.role in ("button", "link") and "disabled" not in element.states
            said = self.view.name(at) if on else element.text
            if ((on and _MORE.match(said)) or _PAGED.search(said)) and self._is_of(at, items):
                raise Refusal(
                    f"the page says {said!r}, so there may be more of them; ask how many are listed for those in sight"
                )

    def _is_of(self, pager: int, items: tuple[Item, ...]) -> bool:
        """Whether a control that pages a list pages the list of these items: it is the last one before it, if there is one."""
        before = [
            group
            for group in self.finder.lists.groups
            if len(group.items) > 1
            and group.items[-1].index < pager
            and pager not in self.view.within(group.items[-1].index)
            and not self.view.aside(group.items[0].index)
        ]
        return not before or bool(set(before[-1].items) & set(items))

    def _two_numbers(self, said: str) -> Refusal:
        return Refusal(
            f"the page says {said!r}, which holds two numbers; ask how many are listed for those in sight"
        )

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
                    says(self.view, item, content(where.words.text)) for _, item in found
                ):
                    raise Missing(str(where.words), "a place on the page")

    def number_of(self, question: Attribute) -> Told:
        """How many a thing has: "12 points", a cell of a column, "(3 reviews)".

        Raises:
            Missing: it does not say.
            Refusal: several things or numbers could be meant.
        """
        noun = content(question.words.text)
        found: dict[str, int] = {}
        things = self._things(question)
        if not things and question.of is not None and self._is_the_page(question.of):
            reading = Reading(words=question.words)
            return self.count(Count(target=Target(str(question.words), (reading,))))
        for _, item in things:
            cells = [
                (text, at)
                for header, text, at in item.cells
                if header and fit(question.words, header) >= Fit.SET
            ]
            for said, at in cells or parts(self.view, item).items():
                near = re.findall(r"(?<![\w.$€£])(\d[\d,.]*)\s+((?:\w+\s+){0,2}?\w+)", said)
                numbers = [number for number, after in near if content(after) == noun]
                if cells:
                    numbers = [said] if len(quantities(said, self.view.page.language)) <= 1 else []
                for number in numbers:
                    if number.strip(" -–—"):
                        found.setdefault(number, at)
        if len(found) > 1:
            raise ambiguous(f"{question.words}", found)
        if found:
            return self._first(found)
        of = question.of.said if question.of is not None else "the page"
        raise Missing(f"{question.words} of {of}", "their number")

    def _is_the_page(self, of: Target) -> bool:
        """Whether words speak of what the whole page is about."""
        about = set(content(of.main.words.text))
        return of.main.pronoun or (
            bool(about) and about <= set(content(f"{self.view.title} {self.view.page.title}"))
        )

    def _things(self, question: Attribute) -> list[tuple[Group, Item]]:
        """The one thing of a list that a question is about."""
        if question.of is None:
            return []
        for reading in question.of.readings:
            if not reading.words or reading.hint not in ("", "row"):
                continue
            found, level = self.finder.lists.items_fitting(reading.words)
            if level in _NAMED and len(found) > 1:
                raise ambiguous(question.of.said, [f"'{item.name}'" for _, item in found])
            if level in _NAMED:
                return found
        return []

    def _printed_count(self, reading: Reading) -> Told:
        """The number in a text such as "3 items in your cart", if the page has exactly one."""
        noun = tokens(reading.words.text)[-1:] if reading.words else tokens(reading.hint and "item")
        if not noun:
            return NOTHING
        found: dict[str, int] = {}
        for at in self._gathering.presence.scope(reading):
            if self.finder.lists.listed(at):
                # "6 guests" in one event of a list is not the number of guests on the page.
                continue
            said = self.view[at].text or (
                self.view[at].name if self.view[at].role in ("status", "link", "heading") else ""
            )
            said = re.sub(r"\b(\d+) (?:out )?of \1\b", r"\1", said)
            wanted = set(content(reading.words.text))
            for match in re.finditer(r"(?<![\w.$€£])(\d+)((?:\s+[^\W\d]\w*){1,3})", said):
                after = [word for part in match[2].split() for word in tokens(part)]
                before = after[: after.index(noun[0])] if noun[0] in after else None
                if before is None or not set(content(" ".join(before))) <= wanted | {"item"}:
                    continue
                if not wanted <= set(content(said)) | self._around(at):
                    continue
                if not self._only_counts(said, match, wanted | self._around(at)):
                    continue
                if len(re.findall(r"(?<![\w.$€£])\d+", self._sentence(said, match))) > 1:
                    raise self._two_numbers(said)
                found.setdefault(match[1], at)
        # Beside the main content another number of them may stand, such as that of a day.
        found = {number: at for number, at in found.items() if not self.view.apart(at)} or found
        if len(found) > 1:
            raise ambiguous(f"the number of {reading.words}", sorted(found))
        return self._first(found)

    def _first(self, found: dict[str, int]) -> Told:
        """The first of the texts found, each with its place; empty if there is none."""
        return next((self.citing.says(text, at) for text, at in found.items()), NOTHING)

    def _sentence(self, said: str, match: re.Match[str]) -> str:
        """The sentence a match stands in."""
        start = max(said.rfind(mark, 0, match.start()) for mark in ".!?;:·•|") + 1
        ends = [at for mark in ".!?;:·•|" if (at := said.find(mark, match.end())) >= 0]
        return said[start : min(ends, default=len(said))]

    def _only_counts(self, said: str, match: re.Match[str], known: frozenset[str] | set[str]) -> bool:
        """Whether the sentence around a number does nothing but count: "Only 1 mug, large, left" tells more."""
        words = content(self._sentence(said, match))
        return all(word in known or word in _COUNTING or word.isdigit() for word in words)

    def _around(self, index: int) -> frozenset[str]:
        """The words that say what a printed number is about: the page's title and the headings above it."""
        view = self.view
        heading = view.heading_before(index)
        return frozenset(
            content(f"{view.title} {view.page.title} {view.name(heading) if heading is not None else ''}")
        )

    def _printed_elsewhere(self, target: Target) -> Told:
        """The number in a name such as "Cart 2 items", which says the place and the thing together."""
        found: dict[str, int] = {}
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
                        found.setdefault(match[1], at)
        return self._first(found) if len(found) == 1 else NOTHING

    def _says_none(self, target: Target) -> Told:
        """A zero, where the page says that there are none of just these things; else empty."""
        words = {frozenset(meant) for reading in target.readings if (meant := content(reading.words.text))}
        for at in self.view.shown:
            said = self.view[at].text or self.view[at].name
            match = _NONE_LEFT.search(said)
            if match is None:
                continue
            told = frozenset(content(said)) | self._around(at)
            nouns = {*tokens(match["noun"] or ""), *tokens(match["more"] or "")}
            if any(
                wanted - GENERIC_NOUNS <= told
                and (match["empty"] or nouns & wanted or (nouns & GENERIC_NOUNS and wanted - GENERIC_NOUNS))
                for wanted in words
            ):
                return self.citing.none(at)
        return NOTHING
