"""Pressing, opening, commanding, hovering, dragging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, TOGGLES
from pytest_webagent.model.builtin.instruction import Drag
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal, unmet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.instruction import Click, Find, GoTo, Hover, Instruction, Target

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
    found_all = scene.finder.find(what.target)
    if found_all.every:
        return _each(scene, found_all.indexes, what.target)
    index = scene.finder.one(what.target)
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


def lost_page(scene: Scene, what: Click) -> Act | None:
    """What to do where the goal said to open something that is not on the page: it may be the name of a page."""
    if not what.opens or scene.progress.stage == "page":
        return None
    names = [reading.words for reading in what.target.readings if reading.words and reading.plainly_named]
    if not names:
        return None
    name = min(names, key=lambda words: len(words.text)).text
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
    if what.onto is None:
        arguments = element(scene, start, **place_of(what))
        return Act(tool="drag", arguments=arguments, says=f"drag {scene.name(start)} to a place")
    end = _pressable_or_any(scene, what.onto)
    arguments = element(scene, start, to_element_id=scene.id(end), to_description=scene.name(end))
    return Act(tool="drag", arguments=arguments, says=f"drag {scene.name(start)} onto {scene.name(end)}")


def place_of(what: Instruction) -> dict[str, str]:
    """The arguments that say to which place something is dragged; none where it is no such thing."""
    if isinstance(what, Drag) and what.onto is None:
        return {"to_description": "", "to_coords": what.place}
    return {}


def find(scene: Scene, what: Find) -> Done:
    """Make sure something is there, and remember it."""
    for reading in what.target.readings:
        item = scene.finder.item_of(reading) if not reading.whole else None
        if item is not None:
            return Done(remember=item.name)
    index = (
        scene.finder.one(what.target, "press")
        if scene.finder.exists(what.target)
        else scene.finder.one(what.target, "any")
    )
    return Done(remember=scene.view.name(index))


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
    """What "it" means after this: the item or link opened, not the button pressed."""
    for reading in what.readings:
        for place in reading.places:
            if (
                place.relation in ("for", "next to", "in")
                and place.reading.words
                and not place.reading.pronoun
            ):
                found, _ = scene.finder.lists.items_fitting(place.reading.words)
                if len(found) == 1:
                    return found[0][1].name
    if scene.view[index].role == "link" or any(
        reading.superlative or reading.ordinal for reading in what.readings
    ):
        if scene.view.aside(index):
            return None
        holder = scene.finder.lists.holding(index)
        return holder.name if holder is not None else scene.view.name(index)
    return None


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
