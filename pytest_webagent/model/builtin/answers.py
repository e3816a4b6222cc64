"""Answers: each kind of question, read off the page."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin import values
from pytest_webagent.model.builtin.instruction import (
    Attribute,
    Count,
    Difference,
    Exists,
    Name,
    Names,
    PageFact,
    Several,
    State,
    Total,
)
from pytest_webagent.model.builtin.labels import Labels
from pytest_webagent.model.builtin.lists import GENERIC_NOUNS, holds_phrase
from pytest_webagent.model.builtin.notices import Notices
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.view import FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import Fit, Words, content, fit, tokens

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Question, Reading, Target
    from pytest_webagent.model.builtin.lists import Item
    from pytest_webagent.model.builtin.matching import Finder

_MONEY = frozenset("price cost amount".split())
_RATING = frozenset("rating star score".split())
_DATE = frozenset("date".split())
_NAME = frozenset("name title".split())
_NONE_LEFT = re.compile(r"\b(?:no|0|zero) (?:\w+ )?(?P<noun>\w+)|\b(?P<empty>empty|nothing (?:here|found))\b", re.IGNORECASE)
_COUNTED = frozenset("button link field checkbox radio tab option heading image menu item".split())


class Answers:
    """Answers questions about one page."""

    def __init__(self, finder: Finder, *, dialog: str = "") -> None:
        self.finder = finder
        self.view = finder.view
        self.labels = Labels(self.view)
        self.notices = Notices(self.view)
        self.dialog = dialog

    def answer(self, question: Question) -> str:
        """What the page answers.

        Raises:
            Missing: what is asked about is not on the page (yet).
            Refusal: it is ambiguous.
        """
        match question:
            case Count():
                return self._count(question)
            case Exists():
                return "no" if question.negated else "yes" if self.holds(question.target) else "no"
            case State():
                return "yes" if self._state(question) != question.negated else "no"
            case Name():
                return self._name(question.target)
            case Attribute():
                return self._attribute(question.words, question.of)
            case Names():
                return self._names(question)
            case Total():
                return self._total(question)
            case Difference():
                return self._difference(question)
            case Several():
                return ", ".join(self.answer(one) for one in question.questions)
            case PageFact():
                return self._fact(question)

    def holds(self, target: Target) -> bool:
        """Whether something is on the page.

        Raises:
            Missing: it is not.
        """
        if any(self._shown(reading) for reading in target.readings):
            return True
        raise Missing(target.said, "anything that says so", self.finder.nearest(target, "press"))

    def _shown(self, reading: Reading) -> bool:
        view = self.view
        words = reading.words
        scope = set(view.shown)
        try:
            for place in reading.places:
                scope &= set(self.finder.places.scope(place))
        except Refusal:
            return False
        if reading.hint in _COUNTED - {"image"} or not words:
            return bool(self._elements(reading))
        if words.exact:
            return any(holds_phrase(view.text(at) or view[at].name, words.text) or fit(words, view.name(at)) >= Fit.SAME for at in scope)
        return any(fit(words, said) >= Fit.PART for at in scope for said in (view[at].text, view[at].name) if said and len(said) <= 300) or any(
            fit(words, item.name) >= Fit.TYPO for group in self.finder.lists.groups for item in group.items if item.index in scope
        )

    def _elements(self, reading: Reading) -> tuple[int, ...]:
        try:
            return self.finder._fitting(reading, "any", self._scope(reading)).indexes
        except Refusal:
            return ()

    def _scope(self, reading: Reading) -> list[int]:
        scope = list(self.view.shown)
        for place in reading.places:
            inside = set(self.finder.places.scope(place))
            scope = [at for at in scope if at in inside]
        return scope

    def _count(self, question: Count) -> str:
        problem: Refusal | None = None
        for reading in sorted(question.target.readings, key=lambda reading: not reading.places):
            try:
                if not question.listed and (printed := self._printed_count(reading)):
                    return printed
                if reading.hint in _COUNTED:
                    found = self._elements(reading)
                    if found:
                        return str(len(found))
                    continue
                counted = self._items(reading)
            except Refusal as refusal:
                problem = problem or refusal
                continue
            if counted is not None:
                return str(len(counted))
        if self._says_none(question.target):
            return "0"
        if problem is not None:
            raise problem
        raise Missing(question.target.said, "a list of them or their number")

    def _printed_count(self, reading: Reading) -> str:
        """The number in a text such as "3 items in your cart", if the page has exactly one."""
        noun = tokens(reading.words.text)[-1:] if reading.words else tokens(reading.hint and "item")
        if not noun:
            return ""
        found: set[str] = set()
        for at in self._scope(reading):
            said = self.view[at].text or (self.view[at].name if self.view[at].role in ("status", "link", "heading") else "")
            for match in re.finditer(r"(?<![\w.$€£])(\d+)\s+((?:\w+\s+){0,2}?)(\w+)", said):
                if tokens(match[3]) == noun and set(content(match[2])) <= set(content(reading.words.text)) | {"item"}:
                    found.add(match[1])
        return found.pop() if len(found) == 1 else ""

    def _items(self, reading: Reading) -> tuple[Item, ...] | None:
        groups = self.finder.lists.selected(reading.words)
        if reading.places:
            inside = set(self._scope(reading))
            groups = [(group, tuple(item for item in items if item.index in inside)) for group, items in groups]
            groups = [(group, items) for group, items in groups if items]
        if not groups:
            return None
        if len(groups) > 1:
            tables = [pair for pair in groups if pair[0].kind in ("table", "article")]
            groups = tables if len(tables) == 1 else groups
        if len(groups) > 1:
            raise ambiguous(str(reading.words) or "the list", [f"{len(items)} from '{items[0].name}' on" for _, items in groups])
        return groups[0][1]

    def _says_none(self, target: Target) -> bool:
        wanted = {word for reading in target.readings for word in tokens(reading.words.text)} | GENERIC_NOUNS
        for at in self.view.shown:
            match = _NONE_LEFT.search(self.view[at].text)
            if match and (match["empty"] or set(tokens(match["noun"] or "")) & wanted):
                return True
        return False

    def _state(self, question: State) -> bool:
        at = self._stateful(question.target)
        states = self.view[at].states
        on = any(state == "checked" or state.startswith(("checked=true", "selected", "pressed")) for state in states)
        match question.state:
            case "checked" | "selected":
                return on
            case "unchecked":
                return not on
            case "disabled":
                return "disabled" in states
            case "enabled":
                return "disabled" not in states
            case "expanded":
                return "expanded" in states
            case "collapsed":
                return "expanded" not in states
            case "empty":
                if self.view[at].role not in FIELDS:
                    raise Refusal(f"whether {question.target.said} is empty cannot be told")
                return not self.view[at].value
            case _:
                raise Refusal(f"whether {question.target.said} is {question.state} cannot be told from the page")

    def _stateful(self, target: Target) -> int:
        for purpose in ("toggle", "press", "field"):
            try:
                return self.finder.one(target, purpose)  # type: ignore[arg-type] # all three are purposes
            except Missing:
                continue
        return self.finder.one(target, "any")

    def _name(self, target: Target) -> str:
        problem: Refusal | None = None
        for reading in target.readings:
            try:
                item = self.finder.item_of(reading) if not reading.whole else None
            except Refusal as refusal:
                problem = problem or refusal
                continue
            if item is not None:
                if reading.hint == "row" and item.cells and re.search(r"\brow\b", target.said):
                    return ", ".join(text for _, text, _ in item.cells if text)
                return item.name
        if problem is not None and any(reading.superlative for reading in target.readings):
            raise problem
        at = self.finder.one(target, "any")
        return self.view[at].value or self.view.text(at) or self.view.name(at)

    def _attribute(self, words: Words, of: Target | None) -> str:
        if of is None:
            return self._page_value(words)
        if words.exact and words.text == "value":
            return self._field_value(of)
        item, problem = self._item(of)
        if item is not None:
            return self._property(item, words)
        if problem is not None and any(reading.superlative or reading.ordinal for reading in of.readings):
            raise problem
        return self._value_about(words, of)

    def _item(self, of: Target) -> tuple[Item | None, Refusal | None]:
        problem: Refusal | None = None
        for reading in of.readings:
            try:
                item = self.finder.item_of(reading) if not reading.whole else None
                if item is not None:
                    return item, None
                if not reading.plainly_named or not reading.words or reading.hint not in ("", "row"):
                    continue
                found, level = self.finder.lists.items_fitting(reading.words)
            except Refusal as refusal:
                problem = problem or refusal
                continue
            if len(found) > 1 and level >= Fit.PART:
                problem = ambiguous(of.said, [f"'{item.name}'" for _, item in found])
            elif found and level >= Fit.TYPO:
                return found[0][1], None
        return None, problem

    def _value_about(self, words: Words, of: Target) -> str:
        """A value of something that is not in a list: a section, or what the whole page is about."""
        if of.main.pronoun:
            return self._page_value(words)
        for reading in of.readings:
            try:
                scope = self.finder.places._section(reading) or self.finder.places._heading(reading)
                if scope:
                    return self._value_in(words, scope)
            except Refusal:
                continue
        together = Words(f"{of.main.words.text} {words.text}")
        try:
            return self.labels.value(together)
        except Missing:
            about = set(content(of.main.words.text))
            if about and about <= set(content(f"{self.view.title} {self.view.page.title}")):
                return self._page_value(words)
            raise Missing(f"{words} of {of.said}", "an item with that name, or a value with that label", self.finder.nearest(of, "press")) from None

    def _value_in(self, words: Words, scope: tuple[int, ...]) -> str:
        return self.labels.value(words, scope)

    def _page_value(self, words: Words) -> str:
        try:
            return self.labels.value(words)
        except Missing as missing:
            found = self._unlabelled(words)
            if found:
                return found
            raise missing

    def _unlabelled(self, words: Words) -> str:
        """A value no label says: the only price of a page, its status text, a checkbox's state, the only thing with that name."""
        meaning = set(content(words.text))
        if meaning == {"status"}:
            return "; ".join(self.notices.live())
        if meaning & _NAME and len(meaning) == 1:
            return self.view.title
        kind = values.prices if meaning & _MONEY or meaning == {"total"} else values.ratings if meaning & _RATING else values.dates if meaning & _DATE else None
        if kind is not None and len(meaning) == 1:
            inside = {at for group in self.finder.lists.groups if len(group.items) > 1 for item in group.items for at in self.view.within(item.index)}
            found = [value.text for at in self.view.shown if at not in inside and not self.view.aside(at) for value in kind(self.view[at].text or "")]
            distinct = list(dict.fromkeys(found))
            if len(distinct) > 1:
                raise ambiguous(str(words), distinct)
            return distinct[0] if distinct else ""
        return self._named_text(words)

    def _named_text(self, words: Words) -> str:
        """The text of the one element that is described by the words (its test id, class or title)."""
        view = self.view
        wanted = content(words.text)
        found = [at for at in view.shown if view[at].description and content(re.sub(r"[-_.#]", " ", view[at].description)) == wanted and view.text(at)]
        texts = list(dict.fromkeys(view.text(at) for at in found))
        if len(texts) > 1:
            raise ambiguous(str(words), texts)
        return texts[0] if texts else ""

    def _field_value(self, of: Target) -> str:
        for purpose in ("field", "choice", "toggle"):
            try:
                at = self.finder.one(of, purpose)  # type: ignore[arg-type] # all three are purposes
            except Missing:
                continue
            if self.view[at].role in TOGGLES:
                continue
            if self.view[at].role in ("group", "radiogroup", "listbox"):
                chosen = [self.view.name(inner) for inner in self.view.page.descendants(at) if {"checked", "selected"} & set(self.view[inner].states)]
                if chosen:
                    return ", ".join(chosen)
                continue
            if self.view[at].value is None:
                raise Refusal(f"the value of {of.said} is not shown")
            return self.view[at].value or ""
        return self.finder.lists.view.text(self.finder.one(of, "any"))

    def _property(self, item: Item, words: Words) -> str:
        meaning = set(content(words.text)) or set(tokens(words.text))
        if meaning <= _NAME:
            return item.name
        for level in (Fit.SET, Fit.PART):
            cells = [text for header, text, _ in item.cells if header and fit(words, header) >= level]
            if len(cells) == 1:
                return cells[0] or self._cell_value(item, words)
        if len(meaning) == 1:
            text = self.finder.lists._current_text(item.index)
            kind = values.prices if meaning & _MONEY else values.ratings if meaning & _RATING else values.dates if meaning & _DATE else None
            if kind is not None:
                found = list(dict.fromkeys(value.text for value in kind(text)))
                if len(found) > 1:
                    raise ambiguous(f"{words} of '{item.name}'", found)
                if found:
                    return found[0]
        return self.labels.value(words, self.view.within(item.index))

    def _cell_value(self, item: Item, words: Words) -> str:
        """The value of the field in the cell of a column."""
        for header, _, at in item.cells:
            if fit(words, header) >= Fit.PART:
                for inner in self.view.page.descendants(at):
                    if self.view[inner].value:
                        return self.view[inner].value or ""
        raise Missing(f"{words} of '{item.name}'", "a value in that column")

    def _names(self, question: Names) -> str:
        problem: Refusal | None = None
        for reading in question.target.readings:
            try:
                options = self._options(reading)
                if options:
                    return ", ".join(options)
                if reading.hint in _COUNTED:
                    found = [self.view.name(at) for at in self._elements(reading)]
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

        at = self.finder.one(Meant(str(reading.places[0].reading.words), (reading.places[0].reading,)), "choice")
        return self.view[at].options

    def _listed(self, item: Item, attribute: Words) -> str:
        return self._property(item, Words(attribute.text.removesuffix("s"))) if attribute else item.name

    def _total(self, question: Total) -> str:
        items = next((found for reading in question.target.readings if (found := self._items(reading))), None)
        if not items:
            raise Missing(question.target.said, "a list of them")
        read = [values.prices(self._property(item, Words(question.attribute.text.removesuffix("s")))) or values.numbers(self._property(item, question.attribute)) for item in items]
        if any(len(found) != 1 for found in read):
            raise Refusal(f"not each of {question.target.said} shows one {question.attribute} to add up")
        return _formatted(sum((found[0].key for found in read), Decimal(0)), read[0][0].text)

    def _difference(self, question: Difference) -> str:
        texts = [self.answer(question.first), self.answer(question.second)]
        read = [values.prices(text) or values.numbers(text) for text in texts]
        if any(len(found) != 1 for found in read):
            raise Refusal(f"{texts[0]!r} and {texts[1]!r} are not two numbers to compare")
        return _formatted(abs(read[0][0].key - read[1][0].key), read[0][0].text)

    def _fact(self, question: PageFact) -> str:
        page = self.view.page
        match question.fact:
            case "title":
                return page.title
            case "url":
                return page.url
            case "tabs":
                return str(len(page.tabs))
            case "heading":
                if not self.view.title:
                    raise Missing("heading", "a heading")
                return self.view.title
            case "dialog":
                return self._dialog_text()
            case "message":
                if question.about is not None:
                    return self.notices.of_field(self.finder.one(question.about, "field"))
                return self.dialog or self.notices.message(question.tone)

    def _dialog_text(self) -> str:
        if self.dialog:
            return self.dialog
        if self.view.modal is None:
            raise Missing("dialog", "an open dialog")
        inner = [at for at in self.view.page.descendants(self.view.modal) if self.view[at].text and self.view[at].role not in ("button", "heading")]
        return " ".join(self.view[at].text for at in inner) or self.view.text(self.view.modal)


def _formatted(number: Decimal, like: str) -> str:
    """A number written like another text: with its currency and its decimals."""
    match = re.search(r"[\d.,]*\d", like)
    decimals = len(match[0].rpartition(".")[2]) if match and "." in match[0] else 0
    written = f"{number:,.{decimals}f}" if "," in like and "." in like else f"{number:.{decimals}f}"
    return like[: match.start()] + written + like[match.end() :] if match else written
