"""Properties: the price, the status or the value of something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.model.builtin.labels import Labels, same_thing
from pytest_webagent.model.builtin.ranking import READERS, Ranked, as_written
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.sayings import parts
from pytest_webagent.model.builtin.superlatives import told_of_best
from pytest_webagent.model.builtin.tables import current_parts
from pytest_webagent.model.builtin.told import NOTHING, Citing, Told, joined
from pytest_webagent.model.builtin.words import Fit, Words, content, fit, tokens
from pytest_webagent.values.bounds import is_bound
from pytest_webagent.values.plain_text import word_set
from pytest_webagent.values.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_webagent.model.builtin.instruction import Target
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.matching import Finder
    from pytest_webagent.model.builtin.notices import Notices

_Kind: TypeAlias = "Callable[[str, str], list[str]]"
"""How the values of one kind are read out of a text of a language, as they stand there."""
_MONEY = frozenset(["price", "cost", "amount"])
_RATING = frozenset(["rating", "star", "score"])
_DATE = frozenset(["date"])
_NAME = frozenset(["name", "title"])
_OWN = re.compile(r"\b(?:my|your|his|her|their|our)\b", re.IGNORECASE)
_TOTALS = word_set("price cost amount total sum due")
_BYLINE = re.compile(
    r"(?:written |posted |published )?by (?P<name>[^\d.,;:]{2,60}?)(?: on .*)?", re.IGNORECASE
)
_BESIDE_VALUES = word_set("price now only just star rated rating out 5 10 date")
"""The words beside a value that do not make it the value of something else: "$5 off" is no price."""
_LONGEST_PRICE = 40
_AMOUNT = re.compile(r"\d|\bfree\b|\brequest\b|\bincluded\b|\bsold out\b|^\W*$", re.IGNORECASE)


class Properties:
    """Reads properties off one page."""

    def __init__(self, finder: Finder, notices: Notices) -> None:
        self.finder = finder
        self.view = finder.view
        self.labels = Labels(self.view)
        self.citing = Citing(self.view)
        self.notices = notices

    def of(self, words: Words, of: Target | None) -> Told:
        """A property of something, or of the page where `of` is None.

        Raises:
            Missing: nothing says so.
            Refusal: several things could be meant.
        """
        if of is None:
            return self._page_value(words)
        if words.exact and words.text == "value":
            return self._field_value(of)
        item, problem = self.thing(of)
        if isinstance(item, Ranked):
            return told_of_best(self.citing, item, lambda each: self._of_named(each, words))
        if item is not None:
            return self._of_named(item, words)
        if problem is not None and any(reading.superlative or reading.ordinal for reading in of.readings):
            raise problem
        return self._value_about(words, of)

    def _of_named(self, item: Item, words: Words) -> Told:
        try:
            return self.of_item(item, words)
        except Missing:
            # A text elsewhere may say it in full: "Status of Apollo: on hold".
            if told := self.labelled(Words(f"{words.text} of {item.name}")):
                return told
            raise

    def thing(self, of: Target) -> tuple[Item | Ranked | None, Refusal | None]:
        """The thing of a list that is meant, with those it is the best of, if it is; else why there is none."""
        problem: Refusal | None = None
        for reading in of.readings:
            try:
                if not reading.whole and (ranked := self.finder.ranked(reading)) is not None:
                    return ranked, None
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
            elif found and level >= Fit.CONTEXT:
                return found[0][1], None
        return None, problem

    def _value_about(self, words: Words, of: Target) -> Told:
        """A value of something that is not in a list: a section, or what the whole page is about."""
        if of.main.pronoun:
            return self._page_value(words)
        for reading in of.readings:
            try:
                scope = self.finder.places.section(reading) or self.finder.places.below_heading(reading)
                if scope:
                    return self.labels.value(words, scope)
            except Refusal:
                continue
        together = Words(f"{of.main.words.text} {words.text}")
        try:
            return self.labels.value(together)
        except Missing:
            about = set(content(of.main.words.text))
            if about and about <= set(content(f"{self.view.title} {self.view.page.title}")):
                return self._page_value(words)
            raise Missing(
                f"{words} of {of.said}",
                "an item with that name, or a value with that label",
                self.finder.nearest(of, "press"),
            ) from None

    def labelled(self, words: Words) -> Told:
        """The value with just this label; empty if there is none."""
        try:
            return self.labels.value(words)
        except Refusal:
            return NOTHING

    def _page_value(self, words: Words) -> Told:
        try:
            return self.labels.value(words)
        except Missing as missing:
            self._empty(words)
            found = self._unlabelled(words)
            if found:
                return found
            raise missing

    def _empty(self, words: Words) -> None:
        """What has just this label but no value is no reason to read a value elsewhere.

        Raises:
            Refusal: there is such a thing.
        """
        view = self.view
        for at in view.shown:
            empty = view[at].role == "term" or (
                view[at].role in FIELDS and view[at].value is not None and not view[at].value
            )
            if empty and fit(words, view.name(at)) >= Fit.SAME:
                raise Refusal(f"{words} is on the page, and empty")

    def _unlabelled(self, words: Words) -> Told:
        """A value no label says: the only price of a page, the only thing with that name."""
        meaning = set(content(words.text))
        if meaning == {"status"}:
            # A status text is "the status" only as what the last action led to; before, it may speak of anything.
            return joined((said for said in self.notices.live() if self.notices.is_new(said.text)), "; ")
        if _OWN.search(words.text):
            return NOTHING
        if meaning & _NAME and len(meaning) == 1:
            return self._page_name()
        kind = _kind_of(meaning)
        if kind is None and meaning != {"author"}:
            return self._named_text(words)
        # What has a label of its own is the value of that, not the one asked for.
        own = self.labels.values(words)
        said = [(text, at) for at in self._central() if (text := self._plain_text(at)) and text not in own]
        if kind is None:
            found = [(match[1], at) for text, at in said if (match := _BYLINE.fullmatch(text))]
        else:
            found = [
                (read[0], at)
                for text, at in said
                if len(read := kind(text, self.view.page.language)) == 1
                and set(content(text.replace(read[0], " ", 1))) <= meaning | _BESIDE_VALUES
            ]
        return self._only(str(words), found)

    def _only(self, said: str, found: Sequence[tuple[str, int]]) -> Told:
        """The one text among those found, each with its place; empty where there is none.

        Raises:
            Refusal: there are several.
        """
        if len(dict(found)) > 1:
            raise ambiguous(said, dict(found))
        return self.citing.says(*found[0]) if found else NOTHING

    def _central(self) -> list[int]:
        """The elements that are about the page as a whole: in no list, header or footer."""
        inside = {
            at
            for group in self.finder.lists.groups
            if len(group.items) > 1
            for item in group.items
            for at in self.view.within(item.index)
        }
        return [at for at in self.view.shown if at not in inside and not self.view.aside(at)]

    def _plain_text(self, at: int) -> str:
        """A whole text: of an image, or of an element that holds no parts but words of one sentence."""
        view = self.view
        if view[at].role in FIELDS | TOGGLES | {"button", "heading"}:
            return ""
        if any(view[above].role == "deletion" for above in (at, *view.page.ancestors(at))):
            return ""
        parts = view.page.children(at)
        if any(view[part].role not in ("text", "link", "strong", "emphasis", "time") for part in parts):
            return ""
        holder = view[at].parent
        if view[at].role in ("text", "link") and holder is not None and len(view.page.children(holder)) > 1:
            return "" if view[holder].role == "paragraph" else view.text(at)
        return view.text(at) if view[at].text or parts or view[at].role == "img" else ""

    def _page_name(self) -> Told:
        """What the page is about; empty where it is about several things, or a name stands in some field or column.

        A heading is the name of one thing, such as a product, not of a form or a list.
        """
        named = any(
            set(content(self.view.name(at))) & _NAME
            for at in self.view.shown
            if self.view[at].role in FIELDS | {"columnheader", "term"}
        )
        many = any(
            len(group.items) > 1 and not self.view.aside(group.items[0].index)
            for group in self.finder.lists.groups
        )
        heading = self.view.main_heading
        return NOTHING if named or many or heading is None else self.citing.says(self.view.title, heading)

    def _named_text(self, words: Words) -> Told:
        """The text of the one element that is described by the words (its test id, class or title)."""
        view = self.view
        wanted = content(words.text)
        found = [
            (view.text(at), at)
            for at in view.shown
            if view[at].description
            and content(re.sub(r"[-_.#]", " ", view[at].description)) == wanted
            and view.text(at)
        ]
        return self._only(str(words), found)

    def _field_value(self, of: Target) -> Told:
        if of.main.hint in ("tab", "radio", "option", "row"):
            return self._chosen(of)
        for purpose in ("field", "choice", "toggle"):
            try:
                at = self.finder.one(of, purpose)
            except Missing:
                continue
            if self.view[at].role in TOGGLES:
                continue
            if self.view[at].role in ("group", "radiogroup", "listbox"):
                chosen = {
                    self.view.name(inner): inner
                    for inner in self.view.page.descendants(at)
                    if {"checked", "selected"} & set(self.view[inner].states)
                }
                if chosen:
                    return joined(self.citing.chosen(name, inner) for name, inner in chosen.items())
                raise Refusal(f"nothing is selected in {self.finder.describe(at)}")
            if self.view[at].value is None:
                raise Refusal(f"the value of {of.said} is not shown")
            return self.citing.value(at)
        return self._chosen(of)

    def _chosen(self, of: Target) -> Told:
        """The one thing of a kind that is selected: a tab, an option; else the one thing meant."""
        found = self.finder.find(of, "any").indexes
        chosen = [at for at in found if {"selected", "checked", "current"} & set(self.view[at].states)]
        at = chosen[0] if len(found) > 1 and len(chosen) == 1 else self.finder.one(of, "any")
        return self.citing.chosen(self.view.text(at), at)

    def of_item(self, item: Item, words: Words) -> Told:
        """A property of an item of a list: its name, a cell, a price, a labelled part."""
        meaning = set(content(words.text)) or set(tokens(words.text))
        if meaning <= _NAME:
            return self.named(item)
        headers = [header for header, _, _ in item.cells if header]
        for fits in (self._called, self._called_alike):
            columns = [header for header in headers if fits(words, header)]
            if len(columns) > 1:
                raise ambiguous(f"{words} of '{item.name}'", [f"the column '{header}'" for header in columns])
            if columns:
                cell, at = next((text, at) for header, text, at in item.cells if header == columns[0])
                return (
                    self._cell_value(item, columns[0])
                    if self._holds_a_field(cell, at)
                    else self.citing.says(cell, at)
                )
        kind = _kind_of(meaning)
        if kind is not None:
            told = self._of_kind(item, kind, words) or self._in_words(item, words)
            if told:
                return told
        labelled = self.labels.value(words, self.view.within(item.index))
        if meaning & _MONEY and not _AMOUNT.search(labelled.text):
            raise Missing(f"{words} of '{item.name}'", "an amount of money")
        return labelled

    def _holds_a_field(self, cell: str, at: int) -> bool:
        """Whether a cell says nothing but what its field holds, beside the names of buttons."""
        inside = self.view.page.descendants(at)
        buttons = [self.view.text(inner) for inner in inside if self.view[inner].role in BUTTONS]
        return not cell or (
            cell == " ".join(buttons)
            and any(self.view[inner].value for inner in self.view.page.descendants(at))
        )

    def named(self, item: Item) -> Told:
        """The name of an item of a list."""
        return self.citing.says(item.name, item.place)

    def _called(self, words: Words, header: str) -> bool:
        return fit(words, header) >= Fit.SET

    def _called_alike(self, words: Words, header: str) -> bool:
        return not words.exact and same_thing(words.text, header, frozenset(content(self.view.title)))

    def _of_kind(self, item: Item, kind: _Kind, words: Words) -> Told:
        """The one value of a kind that an item shows; empty if it shows none.

        Raises:
            Refusal: it shows several.
        """
        said, language = self._unnamed(item, set(content(words.text))), self.view.page.language
        found = dict.fromkeys(kind((" | " if item.cells else " ").join(text for text, _ in said), language))
        if len(found) > 1:
            raise ambiguous(f"{words} of '{item.name}'", found)
        for value in found:
            at = next((at for text, at in said if value in kind(text, language)), item.index)
            return self._with_bound(item, value, at)
        return NOTHING

    def _unnamed(self, item: Item, meaning: set[str]) -> list[tuple[str, int]]:
        """The texts of an item to read a kind of value from: no cells whose column says they are something else."""
        if not item.cells:
            return current_parts(self.view, item.index)
        known = meaning | (_TOTALS if meaning & _MONEY else frozenset())
        return [
            (text, at)
            for header, text, at in item.cells
            if not header or meaning & _DATE or set(content(header)) & known
        ]

    def _with_bound(self, item: Item, value: str, at: int) -> Told:
        """A value with what makes it another one: "from $5", "$5 / month"."""
        said = [
            (part, place)
            for part, place in parts(self.view, item).items()
            if value in part and len(part) <= _LONGEST_PRICE
        ]
        whole, place = min(said, key=lambda part: len(part[0]), default=(value, at))
        return self.citing.says(whole, place) if is_bound(whole) else self.citing.says(value, at)

    def _in_words(self, item: Item, words: Words) -> Told:
        """The one part of an item that speaks of it without a value: "Price on request", "No rating yet"."""
        said = [
            (part, at)
            for part, at in parts(self.view, item).items()
            if set(content(words.text)) <= set(content(part)) and not re.search(r"\d|:", part)
        ]
        return self.citing.says(*said[0]) if len(said) == 1 and len(said[0][0].split()) > 1 else NOTHING

    def _cell_value(self, item: Item, column: str) -> Told:
        """The value of the field in the cell of a column."""
        for header, _, at in item.cells:
            inside = self.view.page.descendants(at) if header == column else ()
            shown = [inner for inner in inside if self.view[inner].value]
            if len(shown) == 1:
                return self.citing.value(shown[0])
        raise Missing(f"{column} of '{item.name}'", "a value in that column")


def _kind_of(meaning: set[str]) -> _Kind | None:
    """How to read the kind of value that one word names by itself: a price, a date, a rating with its scale."""
    kinds = {"money": _MONEY, "rating": _RATING, "date": _DATE}
    kind = next((kind for kind, words in kinds.items() if len(meaning) == 1 and meaning & words), None)
    if kind == "rating":
        return lambda text, language: [each.said for each in ratings(text, language)]
    return (
        None if kind is None else lambda text, language: list(map(as_written, READERS[kind](text, language)))
    )
