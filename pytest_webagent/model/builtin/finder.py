"""From words to elements: which element of the page a target means."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.claims.element_finder import matches
from pytest_webagent.claims.list_things import things
from pytest_webagent.claims.outcome import Absent, Unclear
from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.language import lexicon
from pytest_webagent.language.deeds import tells_a_deed
from pytest_webagent.language.terms import stem, term_set
from pytest_webagent.model.builtin.instruction import Target
from pytest_webagent.model.builtin.named_things import named
from pytest_webagent.model.builtin.refusal import Inert, Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.row_controls import (
    PRESSED,
    ROLES,
    Purpose,
    is_title,
    leads_to,
    own_links,
    row_control,
    with_synonyms,
)
from pytest_webagent.model.builtin.short_names import is_short_for
from pytest_webagent.model.builtin.spots import cell, day_in_sight
from pytest_webagent.model.builtin.subject import is_subject
from pytest_webagent.model.builtin.words import Fit, fit, likeness, plain, without_articles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_webagent.claims.element_finder import Match
    from pytest_webagent.model.builtin.view import View
    from pytest_webagent.model.builtin.words import Words
    from pytest_webagent.page.places import Place

_WANTED: Final[Mapping[Purpose, str]] = {
    "press": "something to press",
    "field": "a field",
    "choice": "a list to choose from",
    "toggle": "a checkbox",
    "any": "an element",
}
_AGREEING: Final = lexicon.stemmed(
    "i me yes agree accept have understand receive get send want like would subscribe condition"
)
"""Terms that a box may say around its matter without meaning anything else than yes to it."""
_NEXT: Final = lexicon.stemmed("next page result")
_NEAR: Final = 55.0


class Found(NamedTuple):
    """What a target means on a page; several where it speaks of all, or is ambiguous."""

    indexes: tuple[int, ...]
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

    def one(self, target: Target, purpose: Purpose = "press") -> int:
        """The element a target means.

        Raises:
            Missing: nothing fits.
            Refusal: several things fit, or it speaks of all.
        """
        found = self.find(target, purpose)
        if len(found.indexes) > 1:
            raise ambiguous(target.said, [self.describe(at) for at in found.indexes])
        return found.indexes[0]

    def exists(self, target: Target, purpose: Purpose = "press") -> bool:
        """Whether exactly one element is meant."""
        try:
            return len(self.find(target, purpose).indexes) == 1
        except Refusal:
            return False

    def find(self, target: Target, purpose: Purpose = "press") -> Found:
        """What a target means; more than one element where it speaks of all, or is ambiguous.

        Raises:
            Missing: nothing fits.
            Refusal: things of several lists could be meant, or what is meant takes no clicks.
        """
        if target.id is not None and (known := self.view.page.find(target.id)) is not None:
            return Found((self.view.page.index_of(known),))
        if target.pronoun and not self.remembered and not target.verb:
            raise Refusal("nothing was named before that 'it' could stand for")
        target = day_in_sight(self.view, target)
        picked = () if target.verb else self._picked(target, purpose)
        found = picked or self._elements(target, purpose) or self._of_things(target, purpose)
        if target.verb and not found:
            found = self._in_thing(target) or self._for_selection(target) or self._of_page(target)
        if found:
            return Found(found, target.every)
        if purpose == "press" and not target.verb:
            place = cell(self.look, target, self.thing)
            told = place is not None and place.element.role == "gridcell" and place.element.id is not None
            return Found((place.at,) if place is not None and told else self._text(target))
        raise self.missing(target, purpose)

    def _picked(self, target: Target, purpose: Purpose) -> tuple[int, ...]:
        """The control of the one of several things that an order or a count picks: "the cheapest mug"."""
        asked = self.look.phrase(self.look.tokens(target.said))
        counted = asked.number is not None or (
            asked.ordinal is not None and not set(asked.head) & frozenset(lexicon.ROLES)
        )
        if asked.best is None and not counted:
            return ()
        named = self._called(target.said, ROLES[purpose])
        return tuple(named) if len(named) == 1 else self._of_things(target, purpose)

    def _called(self, said: str, roles: frozenset[str]) -> list[int]:
        """The elements that are called just so."""
        return [
            at
            for at in self.view.shown
            if self.view[at].role in roles
            and self.view[at].id is not None
            and without_articles(self.view.name(at)) == without_articles(said)
        ]

    def _elements(self, target: Target, purpose: Purpose) -> tuple[int, ...]:
        """The elements whose names, kinds and places explain all words of a target."""
        said, view = self.look.tokens(target.said), self.view
        roles, verb = ROLES[purpose], with_synonyms(target.verb)
        if target.verb:
            # A box whose name starts with a verb ("Buy milk") is no button for it.
            roles -= TOGGLES | FIELDS
        try:
            for among in (roles, frozenset[str]()) if purpose == "any" else (roles,):
                places = [
                    each
                    for each in self.look.shown
                    if (each.element.new or not view.opened)
                    and (each.element.role in among or not among or self._is_clickable(each, purpose))
                    and (not verb or self.begins(each.at, verb))
                ]
                found = matches(self.look, said, places, verb)
                if found:
                    break
        except Absent:
            return ()
        except Unclear as unclear:
            raise Refusal(str(unclear)) from None
        if target.verb and target.every:
            # Of "Delete all tickets" the button says so.
            found = [each for each in found if lexicon.ALL & set(plain(each.name).split())]
        if purpose in ("press", "toggle"):
            found = self._whole(found, target)
        kept = [at for each in found if (at := held(view, each.place.at)) is not None]
        distinct = self.distinct(kept, every=target.every)
        own = () if target.every else own_links(view, self.look.lists, self.holder, distinct)
        return own if len(own) == 1 else distinct

    def _is_clickable(self, place: Place, purpose: Purpose) -> bool:
        return purpose == "press" and place.element.clickable and place.element.role not in FIELDS | TOGGLES

    def begins(self, index: int, verb: frozenset[str]) -> bool:
        """Whether the name of an element, or its sign, begins with one of some verbs."""
        name = self.view.name(index)
        words = re.findall(r"[^\W_]+", plain(name))
        sign = lexicon.SIGNS.get(name.partition(" ")[0], "")
        if not words or words[0].isdigit() or name in lexicon.SIGNS:
            # The cross of a row takes it away.
            meant = {sign} | ({"delete"} if sign == "close" and self.holder(index) is not None else set())
            return bool(verb & lexicon.stemmed(" ".join(meant)))
        # German has its verbs last: "Änderungen speichern".
        ends = (0, -1) if self.view.page.language.startswith("de") else (0,)
        return any(stem(words[at]) in verb for at in ends)

    def _whole(self, found: list[Match], target: Target) -> list[Match]:
        """Without what says more than the goal, so that pressing it might do another thing."""
        whole = [each for each in found if not each.surplus or self._adds_nothing(each, target)]
        if whole or len(found) != 1 or target.words.exact:
            return whole
        said = f"{target.verb} {target.words.text}".strip()
        return found if is_short_for(self.view, said, found[0].place.at) else []

    def _adds_nothing(self, match: Match, target: Target) -> bool:
        """Whether what a name says more cannot make it another deed."""
        place, item = match.place, self.holder(match.place.at)
        if all(any(map(str.isdigit, each)) for each in match.surplus):
            return True
        shown = place.said
        if match.name != shown and match.name.endswith(shown) and " " in shown and not tells_a_deed(shown):
            # Its label and what is chosen in it: "Delivery date Choose a date".
            return match.surplus <= term_set(shown)
        if place.element.role in TOGGLES and (match.surplus <= _AGREEING or match.name.startswith("I ")):
            return True
        if item is None:
            return False
        name = self.look.lists.name(item)
        if target.verb:
            # "Remove idea" in the row of what is removed.
            own = term_set(item.said)
            return bool(own & term_set(target.said))
        return (
            is_title(self.look.lists, item, place.at)
            and name is not None
            and name.said != item.said
            and not tells_a_deed(name.said)
        )

    def _in_thing(self, target: Target) -> tuple[int, ...]:
        """The one control of the row or card that is named which begins with a verb."""
        item = self.thing(replace(target, verb=""))
        if item is None or target.pronoun:
            return ()
        verb = with_synonyms(target.verb)
        found = [
            each.at
            for each in item.below()
            if each.element.role in PRESSED - TOGGLES and each.element.id is not None
            # What stands in a part of it belongs to that.
            if self.holder(each.at) == item
            and (self.begins(each.at, verb) or leads_to(self.view[each.at], verb))
        ]
        return tuple(found) if len(found) == 1 else ()

    def _for_selection(self, target: Target) -> tuple[int, ...]:
        """The control that does something to what is ticked, where that is what the words name: "delete them"."""
        ticked = [
            each.at
            for listing in self.look.listings
            for each in listing.items
            if any(
                one.element.role == "checkbox" and "checked" in one.element.states
                for one in (each, *each.below())
            )
        ]
        if not ticked or (
            not target.pronoun and [each.at for each in self.things(replace(target, verb=""))] != ticked
        ):
            return ()
        found = self._elements(Target("", target.verb), "press")
        return tuple(at for at in found if self.holder(at) is None)

    def _of_page(self, target: Target) -> tuple[int, ...]:
        """The page's one button for a verb that is said of what the page as a whole is about."""
        if not is_subject(self.look, target):
            return ()
        found = self._elements(Target("", target.verb), "press")
        return tuple(at for at in found if self.holder(at) is None)

    def _of_things(self, target: Target, purpose: Purpose) -> tuple[int, ...]:
        """The controls of the rows or cards that a target means."""
        if target.verb or purpose not in ("press", "toggle", "any"):
            return ()
        return tuple(dict.fromkeys(self.control(each, purpose) for each in self.things(target)))

    def things(self, target: Target) -> tuple[Place, ...]:
        """The things of a list that a target means; none where no list has such things.

        Raises:
            Refusal: several lists have, or one is meant and several fit.
        """
        said = self.look.tokens(target.said)
        if self.look.phrase(said).best is not None and (more := self._next_page()) is not None:
            raise Refusal(f"{target.said!r} may be on another page of the list: {self.view.describe(more)}")
        try:
            called = named(self.look, said)
            return things(self.look, said) if called is None else (called,)
        except Absent:
            return ()
        except Unclear as unclear:
            raise Refusal(str(unclear)) from None

    def _next_page(self) -> int | None:
        """What leads to more of a list, of which only a page is in sight."""
        names = ((at, term_set(self.view.name(at))) for at in self.view.shown if not self.view.disabled(at))
        leads = ((at, name) for at, name in names if self.view[at].role in BUTTONS | {"link"})
        return next((at for at, name in leads if "next" in name and name <= _NEXT | self.look.kinds), None)

    def thing(self, target: Target) -> Place | None:
        """The one thing of a list that a target means."""
        found = self.things(target)
        return found[0] if len(found) == 1 else None

    def holder(self, index: int) -> Place | None:
        """The innermost thing of a list that an element stands in, or is; an entry of a menu is none."""
        items = {
            item.at: item for each in self.look.listings if not each.lone_controls() for item in each.items
        }
        return next((items[at] for at in (index, *self.view.page.ancestors(index)) if at in items), None)

    def called(self, item: Place) -> str:
        """What a thing of a list is called."""
        try:
            return self.look.name(item).text
        except Absent:
            return ""

    def _text(self, target: Target) -> tuple[int, ...]:
        """What has just these words as its text, and takes clicks.

        Raises:
            Missing: nothing has.
            Inert: it takes none.
        """
        view = self.view
        texts = [
            at
            for at in view.shown
            if view[at].id is not None and fit(target.words, view[at].text or view[at].name) >= Fit.SAME
        ]
        pressable = [at for at in texts if self._takes_clicks(at)]
        if pressable:
            return self.distinct(pressable)
        if texts:
            raise Inert(
                f"{view.describe(texts[0])} is on the page, but it is no button or link and nothing shows that it can be clicked"
            )
        raise self.missing(target, "press")

    def _takes_clicks(self, index: int) -> bool:
        view = self.view
        return any(
            view[at].clickable or view[at].role in PRESSED for at in (index, *view.page.ancestors(index))
        )

    def control(self, item: Place, purpose: Purpose = "press") -> int:
        """The element of a row or card that an instruction about it means.

        Raises:
            Missing: it has none.
            Inert: it has several, and is none itself.
            Refusal: several of the kind that is wanted.
        """
        return row_control(self.view, item, self.look.lists.name(item), self.called(item), purpose)

    def distinct(self, indexes: Iterable[int], *, every: bool = False) -> tuple[int, ...]:
        """Without doubles: of things in each other the inner one, of links to the same address the first."""
        view, kept = self.view, list(dict.fromkeys(indexes))
        holders = {above for at in kept for above in view.page.ancestors(at)}
        found: dict[object, int] = {}
        for at in kept:
            link = view[at].role == "link" and view[at].url and not every
            if at not in holders:
                found.setdefault((view[at].url, plain(view.name(at))) if link else at, at)
        return tuple(found.values())

    def fit(self, words: Words, index: int) -> Fit:
        """How well words fit an element, by any of the things it may be called."""
        view = self.view
        names = view.names(index)
        best = max((fit(words, name) for name in names), default=Fit.NONE)
        if best == Fit.NONE and names and not words.exact:
            best = max((fit(words, name, view.context(index)) for name in names), default=Fit.NONE)
        return best

    def missing(self, target: Target, purpose: Purpose) -> Missing:
        """The refusal for what is not on the page, with what is most like it."""
        near = self.nearest(target, purpose)
        found = map(self.describe, near)
        return Missing(target.said, _WANTED[purpose], found, names=map(self.view.name, near))

    def nearest(self, target: Target, purpose: Purpose = "press") -> list[int]:
        """What is on the page whose names are most like the words, for a refusal; never for acting."""
        scored = sorted(
            (-likeness(target.words, self.view.name(at)), at)
            for at in self.view.shown
            if self.view[at].role in ROLES[purpose] and self.view.name(at)
        )
        return [at for score, at in scored[:3] if -score >= _NEAR]

    def describe(self, index: int) -> str:
        """An element in words, with the row or card it stands in."""
        said = self.view.describe(index)
        parent = self.view[index].parent
        item = None if parent is None else self.holder(parent)
        name = "" if item is None else self.called(item)
        return said if name in ("", self.view.name(index)) else f"{said} in the row of '{name[:40]}'"


def held(view: View, index: int) -> int | None:
    """The element to use for one that is found: for a box that is not drawn itself the label that shows it."""
    if view[index].id is not None or view[index].role not in TOGGLES:
        return index if view[index].id is not None else None
    above: Sequence[int] = list(view.page.ancestors(index))[:2]
    return next((at for at in above if view[at].id is not None and view[at].clickable), None)
