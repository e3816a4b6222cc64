"""Claims about things of a list: "Anna is an admin", "all users are active"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.refusal import Refusal, ambiguous
from pytest_webagent.model.builtin.sayings import says, ticked
from pytest_webagent.model.builtin.words import Fit, Words, content, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.instruction import Reading, Target
    from pytest_webagent.model.builtin.items import Group, Item
    from pytest_webagent.model.builtin.matching import Finder


class Claims:
    """Tells whether things of the page's lists are what is said of them."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.lists = finder.lists

    def holds(self, target: Target, words: Words, *, some: bool = False) -> bool | None:
        """Whether a thing (or each of them, or `some`) is what the words say; None where the page does not tell.

        Raises:
            Refusal: several things or lists could be meant.
        """
        for reading in target.readings:
            if reading.hint not in ("", "row") or reading.places or reading.pronoun:
                continue
            if reading.every or some:
                told = self._of_all(reading, words, some=some)
            else:
                told = self._of_one(target.said, reading, words)
            if told is not None:
                return told
        return None

    def _of_one(self, said: str, reading: Reading, words: Words) -> bool | None:
        if not reading.words or not reading.plainly_named or reading.whole:
            return None
        found, level = self.lists.items_fitting(reading.words)
        if level < Fit.SET and level != Fit.CONTEXT:
            return None
        told = {self.says(item, group, words) for group, item in found}
        if len(told) > 1:
            raise ambiguous(said, [f"'{item.name}'" for _, item in found])
        return told.pop()

    def _of_all(self, reading: Reading, words: Words, *, some: bool) -> bool | None:
        groups = self.lists.outermost(self.lists.selected(reading.words))
        if len(groups) != 1:
            return None
        told = [self.says(item, groups[0][0], words) for item in groups[0][1]]
        if some and True in told:
            return True
        if not some and False in told:
            return False
        return None if None in told or not told else not some

    def says(self, item: Item, group: Group, words: Words) -> bool | None:
        """Whether a thing is what the words say: by a part that says so, or by the column in which others do."""
        wanted = content(words.text) or tokens(words.text)
        if says(self.finder.view, item, wanted):
            return True
        if ticked(item, wanted) is False:
            return False
        columns = [place for place in range(len(item.cells)) if self._tells(group, place, wanted)]
        mine = [item.cells[place][1] for place in columns]
        return False if mine and all(content(text) for text in mine) else None

    def _tells(self, group: Group, place: int, wanted: Sequence[str]) -> bool:
        """Whether a column is where things of the list say the words."""
        return any(
            place < len(other.cells)
            and other.cells[place][2] != other.name_at
            and content(other.cells[place][1]) == tuple(wanted)
            for other in group.items
        )

    def said_instead(self, target: Target, words: Words) -> str:
        """What a thing says where the words were claimed of it, for a message; empty if that is not one cell."""
        wanted = content(words.text)
        for reading in target.readings:
            try:
                found, _ = self.lists.items_fitting(reading.words)
            except Refusal:
                continue
            if len(found) == 1:
                group, item = found[0]
                cells = [
                    f"the {header or 'cell'} of '{item.name}' is '{text}'"
                    for place, (header, text, _) in enumerate(item.cells)
                    if self._tells(group, place, wanted)
                ]
                if cells:
                    return ", ".join(cells)
        return ""
