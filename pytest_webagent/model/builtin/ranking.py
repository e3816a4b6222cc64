"""Superlatives: which of a list is the cheapest, the newest, the best rated."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Literal, NamedTuple

from pytest_webagent.model.builtin import values
from pytest_webagent.model.builtin.refusal import Refusal, ambiguous, listed
from pytest_webagent.model.builtin.tables import current_text
from pytest_webagent.model.builtin.words import Fit, Words, content, fit, plain, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.instruction import Superlative
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.lists import Lists
    from pytest_webagent.model.builtin.values import Value


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
    key: Decimal | str
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
        keys = [each.key for each in ranked[0]]
        top = (min if wanted.pick == "least" else max)(keys)
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
            return [Compared(item, Decimal(len(item.name)), item.name, item.place) for item in items]
        if wanted.kind == "alphabet":
            return [Compared(item, plain(item.name), item.name, item.place) for item in items]
        told = [self.value_text(item, wanted.column or self._column_of(items, wanted.kind)) for item in items]
        texts = [text for text, _, _ in told]
        day_first = values.slashed_order(texts) if wanted.kind == "date" else None
        keyed: list[Compared] = []
        lacking: list[str] = []
        for item, (text, at, sure) in zip(items, told, strict=True):
            found = _read(text, wanted, day_first, sure=sure)
            if not found:
                self._decided(item, text, wanted)
                lacking.append(f"'{item.name}'" + (f" ({text!r})" if sure and text else ""))
                continue
            if len({value.key for value in found}) > 1:
                raise Refusal(
                    f"'{item.name}' shows several values to compare: {', '.join(value.text for value in found)}"
                )
            keyed.append(Compared(item, found[0].key, _figure(found[0].text, wanted.kind), at))
        if not keyed or (len(lacking) * 2 > len(items) and not alone):
            return []
        what = wanted.column or _KIND_NAMES[wanted.kind]
        if lacking:
            raise Refusal(f"not all can be compared: no {what} could be read off {listed(lacking)}")
        unlike = (
            values.unlike_dates(texts)
            if wanted.kind == "date"
            else values.unlike(texts, counted=wanted.kind == "number", rated=wanted.kind == "rating")
        )
        if unlike:
            raise Refusal(f"the {what} cannot be compared, they are {unlike}")
        return keyed

    def _column_of(self, items: Sequence[Item], kind: str) -> str:
        """The one column that is called like the kind of value to compare: "Price" for the cheapest."""
        names = _COLUMNS.get(kind, frozenset())
        headers = {header for item in items for header, _, _ in item.cells if names & set(content(header))}
        return headers.pop() if len(headers) == 1 else ""

    def _decided(self, item: Item, text: str, wanted: Superlative) -> None:
        """A date that can be read in two ways leaves the order open."""
        if wanted.kind == "date" and (twofold := values.twofold_date(text)):
            raise Refusal(
                f"'{item.name}' shows {twofold}, which may put the day or the month first, so the dates cannot be compared"
            )

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


def _figure(text: str, kind: str) -> str:
    """The part of a value that it is compared by: a rating has its scale beside it, "4.5 out of 5"."""
    numbers = values.numbers(text) if kind == "rating" else []
    return numbers[0].text if numbers else text


def _read(text: str, wanted: Superlative, day_first: bool | None, *, sure: bool) -> list[Value]:
    numbers = values.numbers(text) if sure else []
    if wanted.kind == "money":
        return values.prices(text) or (numbers if len(numbers) == 1 else [])
    if wanted.kind == "date":
        return values.dates(text, day_first=day_first)
    if wanted.kind == "rating":
        return values.ratings(text) or (numbers if len(numbers) == 1 else [])
    found = values.prices(text) if sure else []
    return found if len(found) == len(numbers) == 1 else numbers if len(numbers) == 1 else []
