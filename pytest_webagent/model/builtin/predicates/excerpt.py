"""A part of a page, as a page of its own: what is asked of it is answered from it alone."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from pytest_webagent.aria_roles import BUTTONS, DIALOGS
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.model.builtin.answers import Answers
from pytest_webagent.model.builtin.items import GENERIC_NOUNS
from pytest_webagent.model.builtin.matching import Finder
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.told import Citing
from pytest_webagent.model.builtin.view import View
from pytest_webagent.model.builtin.words import Fit, content, fit, unsaid
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.model.builtin.instruction import Reading, Target
    from pytest_webagent.model.builtin.words import Words
    from pytest_webagent.observation import Observation

_SEARCHING = frozenset(("exists", "not_exists", "count"))
"""Operations that look for something, unless elements are given."""
_LISTS = frozenset(("list",))
_TABLES = frozenset(("table", "grid"))
_GENERIC = word_set("page list table result item screen overview section")

FAILED = re.compile(
    r"\b(?:[45]\d\d|not found|forbidden|unauthori[sz]ed|unavailable|bad (?:gateway|request)|(?:server|application|internal) error|something went wrong)\b",
    re.IGNORECASE,
)
"""The heading or title of a page that stands in place of the one that was meant."""


class Excerpt(NamedTuple):
    """A page, or a part of one with the number of the element that holds it; what shows that it is the one that is meant."""

    answers: Answers
    within: int | None = None
    anchors: tuple[Derivation, ...] = ()
    of_thing: bool = False
    """It is a row or card."""
    about: frozenset[str] = frozenset()
    """The words by which the page as a whole is called, if that is meant."""

    @property
    def view(self) -> View:
        """The part of the page."""
        return self.answers.view

    @property
    def citing(self) -> Citing:
        """Makes derivations for it."""
        return self.answers.citing

    def refuse_stray(self, evidence: Iterable[Derivation]) -> None:
        """Make sure that what is said to be in the page as a whole is in no part of it that is called otherwise.

        Raises:
            Refusal: it stands under a heading such as "You might also like".
        """
        for each in evidence if self.about else ():
            for element_id in (*each.elements, *([each.within] if each.within is not None else ())):
                element = self.view.page.find(element_id)
                at = None if element is None else self.view.page.index_of(element)
                if at is not None and (heading := self._other_heading(at)):
                    raise Refusal(
                        f"{self.view.describe(at)} stands under the heading {heading!r}, so whether it is in the "
                        f"{' '.join(sorted(self.about))} cannot be told"
                    )

    def _other_heading(self, at: int) -> str:
        """The heading of a part of the page that something stands in, unless it is the page's own or that of the thing itself."""
        view = self.view
        holder = self.answers.finder.lists.holding(at)
        own = set(view.within(holder.index)) if holder is not None else set()
        known = self.about | GENERIC_NOUNS | {"summary", "order", "content", "overview"}
        for heading in view.headings:
            if (
                heading in own
                or heading == at
                or heading == view.main_heading
                or at not in view.under_heading(heading)
            ):
                continue
            if not set(content(view.name(heading))) & known:
                return view.name(heading)
        return ""

    def confined(self, evidence: Iterable[Derivation]) -> tuple[Derivation, ...]:
        """Evidence that looks no further than this part."""
        return tuple(
            replace(each, within=self.within)
            if self.within is not None and each.op in _SEARCHING and not each.elements and each.within is None
            else each
            for each in evidence
        )


def whole(answers: Answers) -> Excerpt:
    """The page as a whole."""
    return Excerpt(answers)


def part_of(answers: Answers, place: Target) -> Excerpt | None:
    """The part of the page that is called so, or the page itself if it is; None where it is neither.

    Raises:
        Refusal: several parts could be meant.
    """
    for reading in place.readings:
        if reading.places or reading.superlative:
            continue
        if (root := _section(answers, reading)) is not None:
            return _below(answers, root)._replace(anchors=_called(answers, root))
        if not reading.hint and reading.plainly_named and (anchor := is_page(answers.view, reading.words)):
            main = [at for at in answers.view.shown if answers.view[at].role == "main"]
            part = _below(answers, main[0]) if len(main) == 1 else whole(answers)
            return part._replace(anchors=anchor, about=frozenset(content(reading.words.text)))
        below = answers.finder.places.below_heading(reading) if reading.words else ()
        if (holder := _holder(answers.view, below)) is not None:
            return _below(answers, holder)._replace(anchors=_called(answers, holder))
    return _of_item(answers, place)


def _section(answers: Answers, reading: Reading) -> int | None:
    """The element of a part of the page: by its name or kind, or what a heading stands over."""
    places = answers.finder.places
    found = places.section(reading)
    if found and (found != answers.view.shown or answers.view[found[0]].role in DIALOGS):
        return found[0]
    for roles in _kinds(reading):
        lists = [
            at for at in answers.view.shown if answers.view[at].role in roles and not answers.view.aside(at)
        ]
        if lists:
            return lists[0] if len(lists) == 1 else None
    return None


def _called(answers: Answers, root: int) -> tuple[Derivation, ...]:
    """That a part of the page is still called so."""
    label = answers.view.reading.label(root)
    named = Derivation(op="exists", elements=answers.citing.ids((root,)), text=label)
    return (named,) if label and work_out(named, answers.view.page).holds else ()


def _kinds(reading: Reading) -> tuple[frozenset[str], ...]:
    """The roles of what is only called a list or a table; a table may be called a list."""
    said = reading.words.text.casefold()
    if said == "table":
        return (_TABLES,)
    return (_LISTS, _TABLES) if said == "list" or (reading.hint == "list" and not said) else ()


def _holder(view: View, below: tuple[int, ...]) -> int | None:
    """The element that holds just what stands below a heading, and perhaps the heading."""
    if not below:
        return None
    inside = set(below)
    tops = [at for at in below if view[at].parent not in inside]
    if len(tops) == 1 and view[tops[0]].id is not None:
        return tops[0]
    parent = view[tops[0]].parent
    if parent is None or view[parent].id is None:
        return None
    others = set(view.within(parent)) - inside - {parent}
    return (
        parent if len({at for at in others if view[at].role == "heading"}) <= 1 and len(others) <= 3 else None
    )


def _of_item(answers: Answers, place: Target) -> Excerpt | None:
    """The row or card that is meant."""
    for reading in place.readings:
        if reading.whole or (not reading.words and not reading.ordinal):
            continue
        try:
            item = answers.finder.item_of(reading)
        except Refusal:
            continue
        if item is not None:
            return _below(answers, item.index)._replace(of_thing=True)
        if reading.hint not in ("", "row") or not reading.plainly_named:
            continue
        found, level = answers.finder.lists.items_fitting(reading.words)
        if len(found) == 1 and level >= Fit.CONTEXT:
            (_, item) = found[0]
            named = answers.citing.ids((item.index,))
            said = Derivation(op="exists", elements=named, text=reading.words.text)
            return _below(answers, item.index)._replace(anchors=(said,), of_thing=True)
    return None


def refuse_longer_name(view: View, target: Target, at: int) -> None:
    """A control whose name says more may be another one: "Delete" is not "Delete account".

    Raises:
        Refusal: it is such one.
    """
    words = [reading.words.text for reading in target.readings if reading.words]
    if (
        view[at].role in BUTTONS | {"link", "tab"}
        and words
        and all(unsaid(said, view.name(at)) for said in words)
    ):
        raise Refusal(
            f"on the page there is {view.describe(at)}, whose name says more than {target.said!r}; give its whole name"
        )


def is_page(view: View, words: Words) -> tuple[Derivation, ...]:
    """What shows that the page is the one that is called so: its heading, its title or its address; nothing if it is not."""
    wanted = set(content(words.text)) - _GENERIC
    if not wanted:
        return ()
    if any(FAILED.search(said) for said in (view.title, view.page.title)):
        return ()
    citing = Citing(view)
    if view.main_heading is not None and wanted <= set(content(view.title)):
        return (Derivation(op="exists", elements=citing.ids((view.main_heading,)), text=view.title),)
    first = re.split(r"\s[|·–—-]\s", view.page.title)[0]
    if first and wanted <= set(content(first)):
        return (Derivation(op="title", relation="=", to=view.page.title),)
    path = unquote(urlsplit(view.page.url).path)
    last = [part for part in path.split("/") if part][-1:]
    if last and fit(words, re.sub(r"[-_.]+", " ", last[0])) >= Fit.SET:
        return (Derivation(op="url", text=last[0]),)
    return ()


def _below(answers: Answers, root: int) -> Excerpt:
    page = _cut(answers.view.page, root)
    view = View(page)
    within = answers.view[root].id
    if within is None:
        raise Missing(answers.view.describe(root), "an element that can be cited")
    return Excerpt(Answers(Finder(view, answers.finder.remembered)), within)


def _cut(page: Observation, root: int) -> Observation:
    """The element at `root` with all below it, as a page; their numbers stay."""
    kept = [root, *page.descendants(root)]
    places = {at: place for place, at in enumerate(kept)}
    elements = [page.elements[at] for at in kept]
    moved = [
        replace(element, parent=None if element.parent is None else places.get(element.parent))
        for element in elements
    ]
    return replace(page, elements=tuple(moved))
