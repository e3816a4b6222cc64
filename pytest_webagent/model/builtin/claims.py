"""Claims about things of a list: "Anna is an admin", "all users are active"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.refusal import Refusal, ambiguous
from pytest_webagent.model.builtin.sayings import marks, saying, ticked
from pytest_webagent.model.builtin.told import Citing, Told, joined
from pytest_webagent.model.builtin.words import Fit, Words, content, plain, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.instruction import Reading, Target
    from pytest_webagent.model.builtin.items import Group, Item
    from pytest_webagent.model.builtin.matching import Finder

_OPPOSITES = {
    "in stock": ("out of stock", "sold out"),
    "out of stock": ("in stock",),
    "sold out": ("in stock",),
}
"""What says of a thing that it is not so."""


class Claims:
    """Tells whether things of the page's lists are what is said of them."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.lists = finder.lists
        self.citing = Citing(finder.view)

    def told(self, target: Target, words: Words, *, some: bool = False) -> Told | None:
        """Whether a thing (or each of them, or `some`) is what the words say, "yes" or "no"; None where the page does not tell.

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

    def _of_one(self, said: str, reading: Reading, words: Words) -> Told | None:
        if not reading.words or not reading.plainly_named or reading.whole:
            return None
        found, level = self.lists.items_fitting(reading.words)
        if level < Fit.SET and level != Fit.CONTEXT:
            return None
        told = [self.of_item(item, group, words) for group, item in found]
        if len({one and one.text for one in told}) > 1:
            raise ambiguous(said, [f"'{item.name}'" for _, item in found])
        return told[0]

    def _of_all(self, reading: Reading, words: Words, *, some: bool) -> Told | None:
        groups = self.lists.outermost(self.lists.selected(reading.words))
        if len(groups) != 1:
            return None
        told = [self.of_item(item, groups[0][0], words) for item in groups[0][1]]
        telling, otherwise = ("yes", "no") if some else ("no", "yes")
        for one in told:
            if one is not None and one.text == telling:
                return one
        known = [one for one in told if one is not None]
        if not known or len(known) < len(told):
            return None
        return Told(otherwise, joined(known).evidence)

    def of_item(self, item: Item, group: Group, words: Words) -> Told | None:
        """Whether a thing is what the words say: by a part that says so, or by the column in which others do."""
        view = self.finder.view
        wanted = content(words.text) or tokens(words.text)
        if said := saying(view, item, wanted):
            return self.citing.likened(*said, to=words.text, same=True)
        if otherwise := [
            said
            for other in _OPPOSITES.get(plain(words.text), ())
            for said in saying(view, item, content(other))
        ]:
            return self.citing.likened(*otherwise, to=words.text, same=False)
        if ticked(item, wanted) is False:
            return self.citing.likened(*marks(item, wanted), to=words.text, same=False)
        columns = [place for place in range(len(item.cells)) if self._tells(group, place, wanted)]
        mine = [item.cells[place][2] for place in columns if content(item.cells[place][1])]
        if not mine or len(mine) < len(columns):
            return None
        return self.citing.likened(*mine, to=words.text, same=False)

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
