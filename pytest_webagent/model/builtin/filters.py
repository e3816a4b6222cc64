"""Filters: the words for what is to be seen only are shared out over the boxes, options and buttons of the page that filter its things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, TOGGLES
from pytest_webagent.claims.element_words import says
from pytest_webagent.language import lexicon
from pytest_webagent.language.deeds import tells_a_deed
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.finder import held
from pytest_webagent.model.builtin.step_clauses import words_of_step
from pytest_webagent.model.builtin.step_values import ONLY
from pytest_webagent.model.builtin.words import unveil
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.step_clauses import Clause

_GLUE: Final = (
    lexicon.ARTICLES
    | lexicon.RELATIVES
    | lexicon.AUXILIARIES
    | word_set("only just and with in on of for from at by to as currently list ones having")
)
"""Words that say nothing of what is meant; what denies or compares is none of them."""
_LOOSE: Final = lexicon.stemmed("only include included available in and show with")
"""What the name of a filter may say more."""
_THINGS: Final = lexicon.THINGS | lexicon.stemmed("people person employee user member customer place filter")
_SORTING: Final = lexicon.stemmed("sort order sorted ordering")
_PRESSED: Final = BUTTONS | {"link", "tab"}
_MOST_WORDS: Final = 4


class _Filter(NamedTuple):
    """A box, an option or a button that filters."""

    at: int
    name: str
    own: frozenset[str]
    """The terms of its name that have to be said."""
    label: frozenset[str]
    """Those of what it stands under or in, which may be."""
    group: int | None
    """What allows only one of several."""


def narrows(clause: Clause) -> bool:
    """Whether a clause says what is to be seen only."""
    return "filter" in clause.deeds or (
        "open" in clause.deeds and bool(ONLY.search(f" {clause.before} {clause.body} "))
    )


def instructions(scene: Scene, clause: Clause) -> Iterator[list[list[say.Instruction]]]:
    """What a clause sets that says what is to be seen only, if exactly one set of filters explains all its words."""
    if not narrows(clause):
        return
    words = [word for word in words_of_step(f"{clause.body} {clause.before}") if word.low not in _GLUE]
    said = term_set(" ".join(unveil(word.text) for word in words))
    look = scene.finder.look
    chosen = _shared_out(said, list(_filters(scene)), look.kinds | _THINGS, look.title)
    if chosen:
        yield [[_set(scene, each)] for each in chosen]


def _shared_out(
    said: frozenset[str], filters: Sequence[_Filter], free: frozenset[str], title: frozenset[str]
) -> list[_Filter]:
    """The filters that words mean, in the order of the page; none where words are left, or could be of several."""
    hits = {each: frozenset(word for word in said if says(each.own, word)) for each in filters}
    whole = [
        each for each in filters if hits[each] - free and all(says(hits[each], word) for word in each.own)
    ]
    longest = [each for each in whole if not any(hits[each] < hits[other] for other in whole)]
    chosen: list[_Filter] = []
    for each in longest:
        alike = [other for other in longest if hits[other] & hits[each]]
        most = max(len(other.label & said) for other in alike)
        best = [other for other in alike if len(other.label & said) == most]
        if len(best) > 1:
            return []
        chosen += [other for other in best if other not in chosen]
    told = _told(chosen, hits)
    for word in said - told - free - title:
        partly = [each for each in filters if word in hits[each] and each not in chosen]
        if len(partly) > 1:
            return []
        chosen += partly
    groups = [each.group for each in chosen if each.group is not None]
    left = said - _told(chosen, hits) - free - title
    return sorted(chosen) if not left and len(groups) == len(set(groups)) else []


def _told(chosen: Iterable[_Filter], hits: dict[_Filter, frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*(hits[each] | each.label for each in chosen))


def _filters(scene: Scene) -> Iterator[_Filter]:
    view = scene.view
    for at in view.shown:
        element, name = view[at], view.name(at)
        if _SORTING & term_set(name) or (lexicon.ALL | lexicon.ANY) & set(name.lower().split()):
            continue
        if not name or view.disabled(at) or (not element.options and _of_a_thing(scene, at, name)):
            continue
        heading = view.heading_before(at)
        around = [view[each].name for each in view.page.ancestors(at)] + (
            [view.name(heading)] if heading else []
        )
        label = term_set(" ".join((*around, name if element.options else "")))
        group = at if element.options else element.parent and view.page.elements[element.parent].parent
        for option in element.options:
            yield _Filter(at, option, term_set(option) - _LOOSE, label, at)
        if element.options or (held(view, at) is None and element.role not in TOGGLES):
            continue
        pressed = element.role in _PRESSED and len(name.split()) <= _MOST_WORDS and not tells_a_deed(name)
        if element.role in TOGGLES or pressed:
            alone = group if element.role == "radio" else None
            yield _Filter(at, name, term_set(name) - _LOOSE, label, alone)


def _of_a_thing(scene: Scene, at: int, name: str) -> bool:
    """Whether a control belongs to one of the things that are filtered: its row or card says more than it."""
    item = scene.finder.holder(at)
    more = term_set(item.said) - term_set(name) if item is not None else frozenset[str]()
    return any(not word.isdigit() for word in more)


def _set(scene: Scene, chosen: _Filter) -> say.Instruction:
    view, at = scene.view, held(scene.view, chosen.at)
    known = None if at is None else view[at].id
    if view[chosen.at].options:
        field = say.Target(f"'{view.name(chosen.at)}'", id=known)
        return say.Choose(option=say.Target(f"'{chosen.name}'"), field=field)
    target = say.Target(f"'{chosen.name}'", id=known)
    return say.Tick(target=target, on=True) if view[chosen.at].role in TOGGLES else say.Click(target=target)
