"""Superlatives: which of a list is the cheapest, the newest, the best rated."""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pytest_webagent.model.builtin.refusal import Refusal, ambiguous, listed
from pytest_webagent.model.builtin.tables import current_text
from pytest_webagent.model.builtin.words import Fit, Words, content, fit, plain
from pytest_webagent.values.ages import ages
from pytest_webagent.values.amounts import Amount, UnreadableError, amounts, keys
from pytest_webagent.values.bounds import refuse_bounds, refuse_different_things
from pytest_webagent.values.days import days
from pytest_webagent.values.money import prices
from pytest_webagent.values.plain_text import word_set
from pytest_webagent.values.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_webagent.model.builtin.instruction import Superlative
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.lists import Lists
    from pytest_webagent.values.days import Day

_NAMES = frozenset(("name", "title"))
_PLAIN_COLUMNS = word_set("price cost rating star score date")
"""What needs no label: a list shows it by its form alone."""
_COLUMNS = {
    "money": frozenset(("price", "cost")),
    "date": frozenset(("date",)),
    "rating": frozenset(("rating", "score")),
}
"""The columns in which a kind of value stands."""


class Compared(NamedTuple):
    """An item, what it is compared by, and where that stands."""

    item: Item
    key: Any
    text: str
    at: int


class Ranked(NamedTuple):
    """The item a superlative means, among those it was compared with."""

    best: Item
    compared: tuple[Compared, ...]
    pick: Literal["min", "max"]


class Ranking:
    """Compares the items of lists."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        self.view = lists.view

    def ranked(
        self, said: str, words: Words, wanted: Superlative, inside: frozenset[int] | None = None
    ) -> Ranked:
        """The item a superlative means; `inside` are the elements of the place it must stand in.

        Raises:
            Refusal: nothing can be compared, several lists could be meant, or the best is shared.
        """
        if wanted.kind == "length" and not set(content(f"{wanted.column} {words.text}")) & _NAMES:
            raise Refusal(
                f"{said!r}: longest and shortest do not say what is compared; say 'with the highest' or 'lowest' and a column"
            )
        groups = self.lists.selected(words, inside)
        ranked: list[list[Compared]] = []
        for _, items in groups:
            keyed = self._keyed(items, wanted, alone=len(groups) == 1)
            if keyed:
                ranked.append(keyed)
        if not groups:
            raise Refusal(f"{said!r}: no list on the page holds anything called {words}")
        if not ranked:
            raise Refusal(
                f"{said!r}: the things on the page show no {wanted.column or _KIND_NAMES[wanted.kind]} to compare"
            )
        if len(ranked) > 1:
            longest = max(len(keyed) for keyed in ranked)
            if [len(keyed) for keyed in ranked].count(longest) > 1 or sorted(len(keyed) for keyed in ranked)[
                -2
            ] > 1:
                raise ambiguous(said, [f"a list with {keyed[0].item.name!r}" for keyed in ranked])
            ranked = [keyed for keyed in ranked if len(keyed) == longest]
        top = (min if wanted.pick == "least" else max)(each.key for each in ranked[0])
        winners = [each.item for each in ranked[0] if each.key == top]
        if len(winners) > 1:
            raise ambiguous(said, [f"'{item.name}'" for item in winners])
        return Ranked(winners[0], tuple(ranked[0]), "min" if wanted.pick == "least" else "max")

    def _keyed(self, items: Sequence[Item], wanted: Superlative, *, alone: bool) -> list[Compared]:
        """The items with what each is compared by; none where they are no list of such things.

        Raises:
            Refusal: some show no value, or the values cannot be compared.
        """
        if wanted.kind == "length":
            return [Compared(item, len(item.name), item.name, item.place) for item in items]
        if wanted.kind == "alphabet":
            return [Compared(item, plain(item.name), item.name, item.place) for item in items]
        told = [self.value_text(item, wanted.column or self._column_of(items, wanted.kind)) for item in items]
        worths: list[Amount | Day] = []
        shown: list[tuple[Item, int]] = []
        lacking: list[str] = []
        for item, (text, at, sure) in zip(items, told, strict=True):
            found = {_value(each): each for each in self._read(text, wanted, sure=sure)}
            if len(found) > 1:
                raise Refusal(
                    f"'{item.name}' shows several values to compare: {', '.join(map(as_written, found.values()))}"
                )
            if found:
                worths += found.values()
                shown.append((item, at))
            else:
                lacking.append(f"'{item.name}'" + (f" ({text!r})" if sure and text else ""))
        if not worths or (len(lacking) * 2 > len(items) and not alone):
            return []
        what = wanted.column or _KIND_NAMES[wanted.kind]
        if lacking:
            raise Refusal(f"not all can be compared: no {what} could be read off {listed(lacking)}")
        try:
            ranks = keys(worths)
            numbers = [each for each in worths if isinstance(each, Amount)]
            refuse_bounds(numbers)
            if wanted.kind in ("money", "number") and all(sure for _, _, sure in told):
                refuse_different_things(numbers)
        except UnreadableError as error:
            raise Refusal(f"the {what} cannot be compared: {error}") from error
        return [
            Compared(item, rank, as_written(worth), at)
            for (item, at), rank, worth in zip(shown, ranks, worths, strict=True)
        ]

    def _read(self, text: str, wanted: Superlative, *, sure: bool) -> Sequence[Amount | Day]:
        """What a text may be compared by; any number only where it is `sure` to be the value."""
        language = self.view.page.language
        read = READERS.get(wanted.kind)
        if read and (found := read(text, language)):
            return found
        numbers = amounts(text, language) if sure and wanted.kind != "date" else []
        return numbers if len(numbers) == 1 else []

    def _column_of(self, items: Sequence[Item], kind: str) -> str:
        """The one column that is called like the kind of value to compare: "Price" for the cheapest."""
        names = _COLUMNS.get(kind, frozenset())
        headers = {header for item in items for header, _, _ in item.cells if names & set(content(header))}
        return headers.pop() if len(headers) == 1 else ""

    def value_text(self, item: Item, column: str) -> tuple[str, int, bool]:
        """The text of an item to read a value from, where it stands, and whether its column or label says that it is the value."""
        if column:
            fits = [(fit(Words(column), header), header, text, at) for header, text, at in item.cells]
            best = max((level for level, *_ in fits), default=Fit.NONE)
            if best >= Fit.PART:
                found = [(header, text, at) for level, header, text, at in fits if level == best]
                if len(found) > 1:
                    raise ambiguous(column, [f"the column '{header}'" for header, *_ in found])
                return found[0][1], found[0][2], True
            labelled, at = self._labelled(item, column)
            if labelled or not set(content(column)) <= _PLAIN_COLUMNS:
                return labelled, at, bool(labelled)
        return current_text(self.view, item.index), item.index, False

    def _labelled(self, item: Item, column: str) -> tuple[str, int]:
        """The part of an item that says what it is: "12 reviews", "Stock: 5"; and where it stands."""
        for at in self.view.within(item.index):
            element = self.view[at]
            said = element.text or element.name
            if said and not self.view.page.children(at) and set(content(column)) <= set(content(said)):
                return said, at
        return "", item.index


_KIND_NAMES = {
    "money": "prices",
    "date": "dates",
    "rating": "ratings",
    "number": "numbers",
    "length": "names",
    "alphabet": "names",
}


def _value(worth: Amount | Day) -> object:
    return worth.quantity.value if isinstance(worth, Amount) else worth.value


def as_written(worth: Amount | Day) -> str:
    """A value as its text has it."""
    return worth.quantity.text if isinstance(worth, Amount) else worth.text


def _dates(text: str, language: str) -> list[Amount | Day]:
    return [*(each for each in days(text, language) if not isinstance(each.value, time)), *ages(text)]


READERS: Mapping[str, Callable[[str, str], Sequence[Amount | Day]]] = {
    "money": prices,
    "date": _dates,
    "rating": ratings,
}
"""How the values of a kind are read out of a text of a language."""
