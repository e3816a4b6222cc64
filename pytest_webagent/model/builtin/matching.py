"""From words to elements: which element of the page a target means."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, FIELDS
from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.model.builtin.controls import (
    alike,
    are_things,
    control_of,
    fit_with_place,
    holder_of,
    in_short,
    is_short_for,
    says_more,
    takes_clicks,
    titles,
)
from pytest_webagent.model.builtin.explained import explained, refuse_number
from pytest_webagent.model.builtin.items import GENERIC_NOUNS
from pytest_webagent.model.builtin.lists import Lists
from pytest_webagent.model.builtin.places import Places
from pytest_webagent.model.builtin.refusal import Inert, Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.roles import (
    HINT_ROLES,
    PRESSED,
    PURPOSE_ROLES,
    WANTED,
    Purpose,
)
from pytest_webagent.model.builtin.superlatives import best_of
from pytest_webagent.model.builtin.words import Fit, Words, best_fitting, content, fit, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.model.builtin.instruction import Reading, Target
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.view import View

_CERTAIN = Fit.SET


@dataclass(frozen=True)
class Found:
    """What a reading means on this page, and how well the words fit."""

    indexes: tuple[int, ...]
    fit: Fit
    every: bool = False


class Finder:
    """Finds what targets mean on one page. `remembered` is the name "it" stands for."""

    def __init__(self, view: View, remembered: str = "") -> None:
        self.view = view
        self.remembered = remembered

    @cached_property
    def look(self) -> Resolver:
        """What looks phrases up on the page."""
        return Resolver(self.view.page, self.remembered)

    @cached_property
    def lists(self) -> Lists:
        """The lists of the page."""
        return Lists(self.view)

    @cached_property
    def places(self) -> Places:
        """The places of the page."""
        return Places(self.view, self.lists, self.item_of)

    def one(self, target: Target, purpose: Purpose = "press") -> int:
        """The element a target means.

        Raises:
            Missing: nothing fits.
            Refusal: several things fit, or it speaks of all.
        """
        found = self.find(target, purpose)
        if len(found.indexes) > 1 and (at := explained(self, target, purpose)) is not None:
            # Only one of them is where the words say.
            return at
        if len(found.indexes) > 1:
            raise ambiguous(target.said, [self.describe(at) for at in found.indexes])
        return found.indexes[0]

    def find(self, target: Target, purpose: Purpose = "press") -> Found:
        """What a target means; more than one element where it speaks of all, or is ambiguous."""
        refuse_number(self.view, target)
        best, problem = Found((), Fit.NONE), None
        for reading in target.readings:
            try:
                found = self._reading(reading, purpose)
            except Missing:
                continue
            except Refusal as refusal:
                problem = problem or refusal
                continue
            if found.indexes and found.fit > best.fit:
                best = found
            if found.indexes and found.fit >= Fit.PART and not reading.hint and reading.plainly_named:
                # All the words are in the name, also the noun that might only tell the kind of thing.
                return found
        if best.indexes:
            return best
        if (at := explained(self, target, purpose)) is not None:
            return Found((at,), Fit.SET)
        if problem is not None:
            raise problem
        raise Missing(target.said, WANTED[purpose], self.nearest(target, purpose))

    def exists(self, target: Target, purpose: Purpose = "press") -> bool:
        """Whether exactly one element fits well."""
        try:
            found = self.find(target, purpose)
        except Refusal:
            return False
        return len(found.indexes) == 1 and found.fit >= _CERTAIN

    def _reading(self, reading: Reading, purpose: Purpose) -> Found:
        item = self.item_of(reading)
        if item is not None:
            named = self._where(reading) if reading.pronoun else None
            if named is not None and item.index not in named:
                raise Missing(item.name, "there")
            at = self.control_of(item, purpose)
            return Found((at,), Fit.SAME)
        if reading.pronoun:
            raise Refusal("nothing was named before that 'it' could stand for")
        if reading.ordinal is not None and not reading.words and not reading.hint:
            raise Refusal("nothing was named before that could be counted; say what the things are called")
        scope: Iterable[int] = self.view.shown
        for place in reading.places:
            inside = set(self.places.scope(place))
            scope = [at for at in scope if at in inside]
        try:
            found = self.fitting(reading, purpose, list(scope))
        except Missing:
            held = holder_of(self, reading) if purpose in ("press", "toggle") else None
            if held is None:
                raise
            found = Found((self.control_of(held, purpose),), Fit.SET)
        if reading.whole and found.fit < _CERTAIN:
            raise Missing(str(reading.words), WANTED[purpose])
        if reading.ordinal is not None:
            if purpose != "press" and len(found.indexes) == 1 and reading.words and not reading.hint:
                # "The first name" is no way to speak of the only field "Name": it is another field.
                raise Missing(
                    f"number {reading.ordinal} of {reading.words}",
                    WANTED[purpose],
                    [self.describe(found.indexes[0])],
                )
            return Found(
                (_nth(found.indexes, reading.ordinal, str(reading.words) or reading.hint, self.describe),),
                found.fit,
            )
        return found

    def item_of(self, reading: Reading) -> Item | None:
        """The item of a list that a pronoun, a superlative or an ordinal means; None for other readings."""
        if reading.pronoun:
            return self._remembered_item()
        if reading.superlative is not None:
            return best_of(self.lists, reading.words, reading.superlative, self._where(reading))
        if reading.ordinal is None or reading.hint not in ("", "row") or not self._speaks_of_items(reading):
            return None
        items = self._counted_items(reading)
        if not items:
            return None
        nth = reading.ordinal - 1 if reading.ordinal > 0 else reading.ordinal
        if not -len(items) <= nth < len(items):
            raise Missing(
                f"number {reading.ordinal} of the {reading.words or 'items'}", f"there are {len(items)}"
            )
        return items[nth]

    def _where(self, reading: Reading) -> frozenset[int] | None:
        """The elements of the places a reading names; None if it names none."""
        inside: frozenset[int] | None = None
        for place in reading.places:
            here = frozenset(self.places.scope(place))
            inside = here if inside is None else inside & here
        return inside

    def _counted_items(self, reading: Reading) -> tuple[Item, ...]:
        """The items an ordinal counts; none where it is open which list is meant."""
        if not reading.words and not reading.hint and self.view.page.dialog is None:
            return _longest(
                [items for _, items in self.lists.selected(reading.words) if are_things(self.view, items)]
            )
        inside = self._where(reading)
        return _longest(
            [_named_alike(items, reading.words) for _, items in self.lists.selected(reading.words, inside)]
        )

    def _speaks_of_items(self, reading: Reading) -> bool:
        meaning = content(reading.words.text)
        return (
            reading.hint == "row"
            or not meaning
            or all(word in GENERIC_NOUNS for word in meaning)
            or bool(self.lists.selected(reading.words))
        )

    def _remembered_item(self) -> Item | None:
        if not self.remembered:
            return None
        found, level = self.lists.items_fitting(Words(self.remembered, exact=True))
        return found[0][1] if len(found) == 1 and level >= Fit.SAME else None

    def control_of(self, item: Item, purpose: Purpose) -> int:
        """The element of an item that an instruction about the item means."""
        return control_of(self.view, item, purpose)

    def fitting(self, reading: Reading, purpose: Purpose, scope: Sequence[int]) -> Found:
        """The elements of `scope` a reading fits best.

        Raises:
            Missing: none fits.
        """
        for roles in self._role_sets(reading, purpose):
            found = self._best(reading, [at for at in scope if self._usable(at, roles, purpose)])
            meant = self._meant(reading, found, purpose)
            if meant:
                return Found(
                    self.distinct(meant, every=reading.every or reading.ordinal is not None),
                    found.fit,
                    reading.every,
                )
        if (
            purpose in ("press", "toggle")
            and reading.words
            and reading.hint in ("", "row", "page", "option", "image", "icon", "text", "checkbox")
        ):
            return self._by_item(reading, scope, purpose)
        raise Missing(str(reading.words) or reading.hint, WANTED[purpose])

    def _meant(self, reading: Reading, found: Found, purpose: Purpose) -> tuple[int, ...]:
        """What was found, without what says more than the goal, so that pressing it might do another thing."""
        if found.fit > Fit.PART or purpose not in ("press", "toggle") or not reading.words:
            return found.indexes
        if purpose == "toggle" and reading.every:
            return found.indexes
        named = titles(self.view, self.lists)
        whole = tuple(at for at in found.indexes if not says_more(self.view, reading, at, title=at in named))
        alone = self.distinct(found.indexes)
        if whole or len(alone) != 1 or not is_short_for(self.view, reading.words, alone[0]):
            return whole
        return alone

    def _role_sets(self, reading: Reading, purpose: Purpose) -> tuple[frozenset[str], ...]:
        """The roles to look among, the likeliest first; an empty set stands for any role."""
        if purpose == "toggle" and reading.hint == "field":
            # A box to tick is no field.
            return HINT_ROLES["checkbox"]
        if reading.hint in HINT_ROLES and not reading.words:
            return HINT_ROLES[reading.hint][:1]
        if reading.hint in HINT_ROLES:
            soft = (
                (PRESSED,)
                if purpose == "press" and reading.hint in ("list", "dropdown") and reading.words
                else ()
            )
            return (*HINT_ROLES[reading.hint], *soft)
        if purpose == "any":
            return (PRESSED | FIELDS | BUTTONS, frozenset())
        if purpose == "press":
            return (PRESSED, frozenset(("clickable",)), FIELDS)
        return (PURPOSE_ROLES[purpose],)

    def _usable(self, index: int, roles: frozenset[str], purpose: Purpose) -> bool:
        element = self.view[index]
        if element.id is None:
            return purpose == "any" and not roles
        if not roles:
            return True
        if "clickable" in roles:
            return element.clickable and element.role not in FIELDS
        if element.role == "generic" and "generic" in roles:
            return element.clickable
        return element.role in roles

    def _best(self, reading: Reading, candidates: Sequence[int]) -> Found:
        words = reading.words
        if not words:
            # "The last page" counts no elements.
            kind = reading.hint in HINT_ROLES or (not reading.hint and reading.ordinal is not None)
            return Found(tuple(candidates) if kind else (), Fit.SET)
        searching = reading.hint == "search field" and plain(words.text) == "search"
        found, best = best_fitting(
            (
                max(
                    self.fit(words, at),
                    fit_with_place(self, reading, at),
                    Fit.SET if searching and self.view[at].role == "searchbox" else Fit.NONE,
                ),
                at,
            )
            for at in candidates
        )
        return Found(tuple(found), best)

    def fit(self, words: Words, index: int) -> Fit:
        """How well words fit an element, by any of the things it may be called."""
        view = self.view
        context = frozenset[str]()
        names = view.names(index)
        best = max((fit(words, name) for name in names), default=Fit.NONE)
        if best == Fit.NONE and names and not words.exact and len(content(words.text)) > 1:
            context = view.context(index)
            best = max((fit(words, name, context) for name in names), default=Fit.NONE)
        return best

    def distinct(self, indexes: Sequence[int], *, every: bool = False) -> tuple[int, ...]:
        """Without doubles: of things in each other the inner one, of links to the same address the first."""
        view = self.view
        holders = {above for at in indexes for above in view.page.ancestors(at)}
        inner = [at for at in indexes if at not in holders]
        kept: list[int] = []
        addresses: set[tuple[str, str]] = set()
        for at in inner:
            key = (view[at].url, plain(view.name(at)))
            if view[at].role == "link" and view[at].url and not every:
                if key in addresses:
                    continue
                addresses.add(key)
            kept.append(at)
        return tuple(kept)

    def _by_item(self, reading: Reading, scope: Sequence[int], purpose: Purpose) -> Found:
        """An item named by the words, or a plain text with exactly that name."""
        inside = set(scope)
        items, level = self.lists.items_fitting(reading.words)
        items = [(group, item) for group, item in items if item.index in inside]
        if level == Fit.PART:
            items = [(group, item) for group, item in items if in_short(self.view, item, reading.words)]
        if items and level >= Fit.TYPO:
            controls = tuple(dict.fromkeys(self.control_of(item, purpose) for _, item in items))
            return Found(controls, Fit(min(level, Fit.SET)))
        if purpose != "press":
            raise Missing(str(reading.words), WANTED[purpose])
        texts = [
            at
            for at in scope
            if self.view[at].id is not None
            and fit(reading.words, self.view[at].text or self.view[at].name) >= Fit.SAME
        ]
        pressable = [at for at in texts if takes_clicks(self.view, at)] if not reading.hint else texts
        if pressable:
            return Found(self.distinct(pressable, every=False), Fit.PART)
        if texts:
            raise Inert(
                f"{self.view.describe(texts[0])} is on the page, but it is no button or link and nothing shows that it can be clicked"
            )
        raise Missing(str(reading.words), WANTED["press"])

    def nearest(self, target: Target, purpose: Purpose) -> list[str]:
        """The names on the page that are most like the words, for a refusal."""
        roles = PURPOSE_ROLES.get(purpose, PRESSED | FIELDS)
        return [self.describe(at) for at in alike(self.view, target.main.words, roles)]

    def describe(self, index: int) -> str:
        """An element in words, with the row or card it stands in."""
        said = self.view.describe(index)
        parent = self.view[index].parent
        holder = None if parent is None else self.lists.holding(parent)
        if holder is None or holder.name in ("", self.view.name(index)):
            return said
        return f"{said} in the row of '{holder.name[:40]}'"


def _nth(indexes: Sequence[int], ordinal: int, said: str, describe: object) -> int:
    place = ordinal - 1 if ordinal > 0 else ordinal
    if not -len(indexes) <= place < len(indexes):
        raise Missing(f"number {ordinal} of {said}", f"there are {len(indexes)}")
    return indexes[place]


def _longest(groups: Sequence[tuple[Item, ...]]) -> tuple[Item, ...]:
    """The longest list; none where another is nearly as long: of two of a kind nobody knows which is counted."""
    by_length = sorted((items for items in groups if items), key=len, reverse=True)
    if len(by_length) > 1 and len(by_length[1]) * 2 > len(by_length[0]):
        return ()
    return by_length[0] if by_length else ()


def _named_alike(items: tuple[Item, ...], words: Words) -> tuple[Item, ...]:
    """Without the items that are only similar where some have exactly the name: "the second Ann" is no "Ann Berg"."""
    return tuple(item for item in items if words and fit(words, item.name) >= Fit.SAME) or items
