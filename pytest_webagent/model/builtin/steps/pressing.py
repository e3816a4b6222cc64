"""Pressing, opening, commanding, hovering, dragging."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, DATA_CELLS, TOGGLES
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.instruction import Drag, Open
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal, unmet
from pytest_webagent.model.builtin.spots import cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.instruction import Click, Find, Fold, GoTo, Hover, Instruction, Target
    from pytest_webagent.page.places import Place

PRESSABLE = BUTTONS | TOGGLES | {"link", "tab", "menuitem"}


def press(scene: Scene, index: int, *, remember: str | None = None, stage: str | None = None) -> Act:
    """Click an element.

    Raises:
        Refusal: it is disabled.
    """
    refuse_disabled(scene, index)
    return Act(
        tool="click",
        arguments=element(scene, index),
        says=f"click {scene.name(index)}",
        remember=remember,
        stage=stage,
    )


def refuse_disabled(scene: Scene, index: int) -> None:
    """Make sure that an element can be used.

    Raises:
        Refusal: it is disabled.
    """
    if scene.view.disabled(index):
        shown = scene.citing.there(index, state="disabled")
        raise unmet(f"{scene.name(index)} is disabled", shown.evidence)


def click(scene: Scene, what: Click) -> Act | Done | Again:
    """Click one thing, or each of several, or open it in a new tab."""
    if what.double:
        index = _spot(scene, what.target)
        act = press(scene, index, remember=meant(scene, index, what.target))
        return replace(act, arguments={**act.arguments, "double": True}, says=f"double-{act.says}")
    found = scene.finder.find(what.target)
    if found.every:
        return _each(scene, found.indexes, what.target)
    index = scene.finder.one(what.target)
    if what.opens and scene.view[index].role in DATA_CELLS and not scene.view[index].clickable:
        raise Missing(what.target.said, "something that opens", [scene.name(index)])
    if what.new_tab:
        if not scene.view[index].url:
            raise Refusal(
                f"{scene.name(index)} is no link with an address, so it cannot be opened in a new tab"
            )
        return Act(
            tool="open_tab",
            arguments={"page_name": scene.view[index].url},
            says=f"open {scene.name(index)} in a new tab",
        )
    return press(scene, index, remember=meant(scene, index, what.target))


def _spot(scene: Scene, what: Target) -> int:
    """Where the pointer goes for a thing, whatever may be pressed in it: its name, or what it says in a column.

    Raises:
        Missing: nothing fits.
    """
    finder, view = scene.finder, scene.view
    item = finder.thing(what)
    place = cell(finder.look, what, finder.thing) if item is None else finder.look.lists.name(item) or item
    if place is None:
        return finder.one(what)
    around = (place.at, *view.page.ancestors(place.at))
    return next(at for at in around if view[at].id is not None)


def fold(scene: Scene, what: Fold) -> Act | Done:
    """Open or close a part of the page by what is named for it."""
    index = scene.finder.one(what.target)
    view, said, stage = scene.view, what.said or what.target.said, scene.progress.stage
    if view[index].url:
        raise Missing(said, "something that opens and closes", [scene.name(index)])
    parent, states = view[index].parent, view[index].states
    shown = parent is not None and view[parent].role == "group" and len(view.page.children(parent)) > 1
    if "collapsed" not in states and (shown or "expanded" in states):
        return Done() if what.out else press(scene, index)
    if not what.out:
        raise Refusal(f"{scene.name(index)} does not say that it is open")
    if view[index].role != "treeitem" or "collapsed" not in states:
        return Done() if stage else press(scene, index)
    if len(stage) > 1:
        raise Refusal(f"{scene.name(index)} does not open")
    return replace(opening(scene, index, tried=len(stage)), stage=f"{stage}+")


def opening(scene: Scene, index: int, *, tried: int = 0) -> Act:
    """Show what is behind something: an entry of a tree unfolds with a key, so that nothing else is opened; a click may choose it as well."""
    if scene.view[index].role != "treeitem" or "collapsed" not in scene.view[index].states or tried:
        return press(scene, index, stage=scene.progress.stage)
    return Act(
        tool="press_key",
        arguments={"key": "ArrowRight", "element_id": scene.id(index)},
        says=f"unfold {scene.name(index)}",
        stage=scene.progress.stage,
        on_error=scene.progress.stage,
    )


def lost_page(scene: Scene, what: Click) -> Act | None:
    """What to do where the goal said to open something that is not on the page: it may be the name of a page."""
    if not what.opens or scene.progress.stage == "page":
        return None
    name = what.target.words.text
    if lexicon.PREPOSITIONS & set(name.lower().split()) or what.target.pronoun or not name:
        return None
    tool = "open_tab" if what.new_tab else "goto_url"
    return Act(
        tool=tool,
        arguments={"page_name": name},
        says=f"open the page named '{name}'",
        on_error="page",
        remember=name,
    )


def go_to(_: Scene, what: GoTo) -> Act:
    """Open an address."""
    return Act(
        tool="open_tab" if what.new_tab else "goto_url",
        arguments={"page_name": what.url},
        says=f"open {what.url}",
    )


def hover(scene: Scene, what: Hover) -> Act:
    """Rest the pointer on something."""
    index = _pressable_or_any(scene, what.target)
    return Act(
        tool="hover",
        arguments=element(scene, index),
        says=f"hover over {scene.name(index)}",
        remember=meant(scene, index, what.target),
    )


def drag(scene: Scene, what: Drag) -> Act:
    """Drag one thing onto another, or to a place."""
    start = _pressable_or_any(scene, what.target)
    if scene.view[start].role in DATA_CELLS and scene.finder.exists(what.target):
        # What stands in a day of a calendar is dragged, not the day.
        start = scene.finder.one(what.target)
    if what.onto is None:
        arguments = element(scene, start, **place_of(what))
        return Act(tool="drag", arguments=arguments, says=f"drag {scene.name(start)} to a place")
    end = _pressable_or_any(scene, what.onto)
    if end in scene.view.page.ancestors(start):
        raise Missing(what.onto.said, "something else than where it stands")
    arguments = element(scene, start, to_element_id=scene.id(end), to_description=scene.name(end))
    return Act(tool="drag", arguments=arguments, says=f"drag {scene.name(start)} onto {scene.name(end)}")


def place_of(what: Instruction) -> dict[str, str]:
    """The arguments that say to which place something is dragged; none where it is no such thing."""
    if isinstance(what, Drag) and what.onto is None:
        return {"to_description": "", "to_coords": what.place}
    return {}


def find(scene: Scene, what: Find) -> Done:
    """Make sure something is there, and remember it."""
    if (item := scene.finder.thing(what.target)) is not None:
        return Done(remember=scene.finder.called(item))
    if scene.finder.exists(what.target):
        return Done(remember=scene.view.name(scene.finder.one(what.target)))
    with suppress(Refusal):
        # "Remember the name in the first row".
        return Done(remember=scene.answers.answer(Open(), what.target.said).text)
    return Done(remember=scene.view.name(scene.finder.one(what.target, "any")))


def _pressable_or_any(scene: Scene, what: Target) -> int:
    index = scene.finder.one(what, "any")
    if scene.view[index].id is None:
        parent = scene.view[index].parent
        if parent is None:
            raise Missing(what.said, "an element")
        return parent
    return index


def _each(scene: Scene, indexes: Sequence[int], what: Target) -> Act | Done:
    """Click all, one per step; the ids of those clicked are kept in the stage."""
    clicked = scene.progress.stage.split()
    left = [at for at in indexes if scene.id(at) not in clicked]
    if not left:
        return Done()
    if len(clicked) > 40:
        raise Refusal(f"{what.said!r} does not come to an end")
    return press(scene, left[0], stage=" ".join([*clicked, scene.id(left[0])]))


def meant(scene: Scene, index: int, what: Target) -> str | None:
    """What "it" means after this: the thing of a list that the words name, or the link opened, not the button pressed."""
    finder, link = scene.finder, scene.view[index].role == "link"
    if scene.view.aside(index):
        return None
    item = finder.holder(index)
    name = "" if item is None else finder.called(item)
    asked = finder.look.phrase(finder.look.tokens(what.said))
    named = asked.ordinal or asked.best or asked.words & term_set(name) or _is_thing(scene, item, what)
    if name and (link or (name != scene.view.name(index) and named)):
        return name
    return scene.view.name(index) if link else None


def _is_thing(scene: Scene, item: Place | None, what: Target) -> bool:
    try:
        return item is not None and item == scene.finder.thing(what)
    except Refusal:
        return False


def set_toggle(scene: Scene, index: int, *, on: bool = True) -> Act:
    """Tick or untick one box.

    Raises:
        Refusal: it is disabled.
    """
    refuse_disabled(scene, index)
    return Act(
        tool="check" if on else "uncheck",
        arguments=element(scene, index),
        says=f"{'tick' if on else 'untick'} {scene.name(index)}",
        field=scene.view[index].id,
    )
