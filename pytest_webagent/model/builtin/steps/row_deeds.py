"""What is done to a thing of a list where no control in sight says so: in its menu, under the pointer, on its own page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS
from pytest_webagent.claims.element_words import opens_menu, says
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import joined, stem, term_set
from pytest_webagent.model.builtin.progress import Act, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.row_controls import with_synonyms
from pytest_webagent.model.builtin.steps.pressing import press
from pytest_webagent.model.builtin.subject import is_subject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.instruction import Target
    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.page.places import Place

_LEADING: Final = BUTTONS | {"link", "tab", "menuitem"}
_OFFERED: Final = _LEADING | {"option", "menuitemcheckbox", "menuitemradio"}
_MARKING: Final = frozenset(map(stem, ("mark", "set", "make")))
"""Verbs that only lead to what is said of a thing: "Mark as paid" may be "Paid"."""


class _Deed(NamedTuple):
    """A thing of a list, and the terms of what is to be done to it."""

    item: Place
    words: frozenset[str]
    whole: bool
    """Whether all the words but the verb name the thing."""

    def is_said(self, scene: Scene, at: int) -> bool:
        """Whether the name of a control says the deed, all of it and nothing else but what it is done to."""
        name = scene.view.name(at)
        said = term_set(f"{name} {lexicon.SIGNS.get(name, '')}")
        kinds = scene.finder.look.kinds | lexicon.THINGS
        meant = frozenset().union(self.words, *map(with_synonyms, self.words))
        left = {word for word in self.words if not says(said, word) and not with_synonyms(word) & said}
        return (
            bool(said & meant)
            and not said - meant - kinds - term_set(self.item.said)
            and not left - _MARKING - kinds
        )


def behind(scene: Scene, what: Target, missing: Missing) -> Act:
    """Press the control of the thing's row or card that says the deed; or open its menu or its own page, unless this page has one that may be meant.

    Raises:
        Missing: it has none.
    """
    view, finder, stage = scene.view, scene.finder, scene.progress.stage
    wanted, near = f"a button or link for '{what.verb}'", finder.nearest(what)
    deed = None if is_subject(finder.look, what) else next(_deeds(scene, what), None)
    rivals = [
        at
        for at in scene.controls(_LEADING)
        if term_set(view.name(at).partition(" ")[0]) & term_set(what.verb)
    ]
    if stage == "menu":
        offered = [
            at for at in view.shown if view[at].new and (view[at].role in _OFFERED or view[at].clickable)
        ]
        fitting = [at for at in offered if deed is not None and deed.is_said(scene, at)]
        if not fitting and (deed is None or deed.whole):
            fitting = [at for at in rivals if view[at].new]
        if (found := scene.sole(finder.distinct(fitting), what.said)) is not None:
            return press(scene, found)
        if offered:
            return Act(tool="press_key", arguments={"key": "Escape"}, says="close the menu", stage="closed")
    elif stage == "opened":
        wanted += f" on its own page either, where the run is now: {scene.page.url}"
    elif (
        not stage and (act := _reached(scene, deed, [at for at in rivals if not view.aside(at)])) is not None
    ):
        return act
    near = [at for at in rivals if not view.aside(at)] or near
    names = [view.name(at) for at in near]
    raise Missing(f"{what.verb} {what.said}", wanted, map(finder.describe, near), names=names) from missing


def _reached(scene: Scene, deed: _Deed | None, rivals: list[int]) -> Act | None:
    """What brings nearer to the control for a deed."""
    if deed is None:
        return None
    finder, item = scene.finder, deed.item
    own = [each for each in item.below() if each.element.id is not None and finder.holder(each.at) == item]
    said = [each.at for each in own if each.element.role in _LEADING and deed.is_said(scene, each.at)]
    if len(said) == 1:
        return press(scene, said[0], remember=finder.called(item))
    menus = [each.at for each in own if opens_menu(each, called=True)]
    menus = menus or [each.at for each in own if opens_menu(each)]
    if len(menus) == 1:
        return press(scene, menus[0], remember=finder.called(item), stage="menu")
    door = _door(scene, item)
    if menus or rivals or said or not deed.whole:
        return None
    if door is not None:
        return press(scene, door, remember=finder.called(item), stage="opened")
    # What can be done to it may only show while the pointer rests on it.
    says = f"rest the pointer on {scene.name(item.at)}"
    return Act(tool="hover", arguments=element(scene, item.at), says=says, stage="hovered")


def _deeds(scene: Scene, what: Target) -> Iterator[_Deed]:
    """The thing that the words name, the most of them first, and what the others say is to be done to it."""
    said = scene.finder.look.tokens(what.said)
    for length in range(len(said), 0, -1):
        for start in range(len(said) - length + 1):
            end = start + length
            rest = joined((*said[:start], *said[end:]))
            parts = end == len(said) or said[end].word in lexicon.PREPOSITIONS
            parts = parts and (not start or said[start - 1].word in lexicon.PREPOSITIONS)
            if not parts or not term_set(f"{what.verb} {rest}") - _MARKING:
                continue
            try:
                item = scene.finder.thing(replace(what, said=joined(said[start:end]), verb=""))
            except Refusal:
                continue
            if item is not None:
                yield _Deed(item, term_set(f"{what.verb} {rest}"), whole=not term_set(rest))


def _door(scene: Scene, item: Place) -> int | None:
    """The link to the own page of a thing, where what is missing in the list may be; an entry of a menu has none."""
    try:
        at = scene.finder.control(item)
    except Refusal:
        return None
    alone = scene.view.text(item.at).split() == scene.view.text(at).split()
    return at if scene.view[at].role == "link" and not alone else None
