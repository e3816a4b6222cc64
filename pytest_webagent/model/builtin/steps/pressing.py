"""Pressing, opening, commanding, hovering, dragging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.phrase import target
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.view import BUTTONS, TOGGLES
from pytest_webagent.model.builtin.words import Fit, Words, content, fit, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.instruction import Be, Click, Command, Drag, Find, GoTo, Hover, Target
    from pytest_webagent.model.builtin.lists import Item

_GENERIC_OBJECTS = frozenset(
    ["new", "one", "another", "it", "them", "form", "change", "order", "item", "entry", "page", "record"]
)
_DESTRUCTIVE = frozenset(["delete", "clear", "empty", "reset", "cancel"])
_AGREEING = frozenset(["accept", "allow", "subscribe", "subscribe to"])
_PRESSABLE = BUTTONS | TOGGLES | {"link", "tab", "menuitem"}


def press(
    scene: Scene, index: int, *, done: int = 1, remember: str | None = None, stage: str | None = None
) -> Act:
    """Click an element.

    Raises:
        Refusal: it is disabled.
    """
    if scene.view.disabled(index):
        raise Refusal(f"{scene.name(index)} is disabled", "goal_not_met")
    return Act(
        tool="click",
        arguments=element(scene, index),
        says=f"click {scene.name(index)}",
        done=done,
        remember=remember,
        stage=stage,
    )


def click(scene: Scene, what: Click) -> Act | Done | Again:
    """Click one thing, or each of several, or open it in a new tab."""
    for joined, done in what.joined:
        found = _exactly(scene, joined)
        if found is not None:
            return press(scene, found, done=done)
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


def be(scene: Scene, what: Be) -> Act | Done:
    """Be on a page, by its link unless the page is open."""
    meaning = [set(content(reading.words.text)) for reading in what.target.readings if reading.words]
    if any(words and words <= set(content(scene.view.title)) for words in meaning):
        return Done()
    return press(scene, scene.finder.one(what.target))


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
    """Drag one thing onto another."""
    start, end = _pressable_or_any(scene, what.target), _pressable_or_any(scene, what.onto)
    arguments = element(scene, start, to_element_id=scene.id(end), to_description=scene.name(end))
    return Act(tool="drag", arguments=arguments, says=f"drag {scene.name(start)} onto {scene.name(end)}")


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


def _exactly(scene: Scene, what: Target) -> int | None:
    """The one element with exactly this name."""
    named = [
        at
        for at in scene.view.shown
        if scene.view[at].role in _PRESSABLE and fit(what.main.words, scene.view.name(at)) >= Fit.SAME
    ]
    return named[0] if len(named) == 1 else None


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
        inside = {index, *scene.view.page.ancestors(index)}
        holder = next(
            (
                item
                for group in reversed(scene.finder.lists.groups)
                for item in group.items
                if item.index in inside
            ),
            None,
        )
        if scene.view.aside(index):
            return None
        return holder.name if holder is not None else scene.view.name(index)
    return None


def command(scene: Scene, what: Command) -> Act | Done | Again:
    """Press the page's own control for a verb and the thing it is about."""
    verb = tokens(what.verb)
    if what.object.main.pronoun and not scene.progress.remembered and scene.progress.index == 0:
        raise Refusal(f"nothing was named before that {what.object.said!r} could stand for")
    if (whole := _whole_name(scene, what)) is not None:
        return press(scene, whole)
    item = _object_item(scene, what.object)
    if item is not None:
        controls = _controls(scene, verb, what.tail, item)
        if len(controls) == 1:
            return press(scene, controls[0], remember=item.name)
        if len(controls) > 1:
            raise ambiguous(what.said, [scene.name(at) for at in controls])
    by_name = _named_after(scene, verb, what.object)
    if by_name is not None:
        return press(scene, by_name)
    if item is None or _is_about(scene, what.object):
        here = _on_this_page(scene, what, verb)
        if here is not None:
            return press(scene, here)
    at = _door(scene, item) if item is not None and scene.progress.stage != "opened" else None
    if item is not None and at is not None:
        return press(scene, at, remember=item.name, stage="opened")
    wanted = f"a button or link for '{what.verb}'"
    if scene.progress.stage == "opened":
        wanted += f" on its own page either, where the run is now: {scene.page.url}"
    raise Missing(what.said, wanted, scene.finder.nearest(target(what.verb), "press"))


def _door(scene: Scene, item: Item) -> int | None:
    """The link to an item's own page, where what is missing in the list may be."""
    try:
        at = scene.finder.control_of(item, "press")
    except Refusal:
        return None
    return at if scene.view[at].role == "link" else None


def _whole_name(scene: Scene, what: Command) -> int | None:
    """The control whose name is the whole clause: "place the order", "save the changes"."""
    words = Words(what.whole)
    # A box whose name starts with a verb ("Buy milk") is no button for it; to agree is to tick.
    roles = _PRESSABLE if what.verb in _AGREEING else _PRESSABLE - TOGGLES
    named = [
        at
        for at in scene.view.shown
        if scene.view[at].role in roles
        and not (scene.view[at].role in TOGGLES and "checked" in scene.view[at].states)
        and fit(words, scene.view.name(at)) >= Fit.SET
    ]
    if len(named) > 1:
        addresses = {scene.view[at].url for at in named}
        if len(addresses) == 1 and "" not in addresses:
            return named[0]
        raise ambiguous(what.said, [scene.name(at) for at in named])
    return named[0] if named else None


def _object_item(scene: Scene, what: Target) -> Item | None:
    """The item of a list a command is about.

    Raises:
        Refusal: several could be meant.
    """
    for reading in what.readings:
        item = scene.finder.item_of(reading) if not reading.whole and not reading.pronoun else None
        item = item or (scene.finder.item_of(reading) if reading.pronoun else None)
        if item is not None:
            return item
        if not reading.words or reading.hint not in ("", "row") or reading.ordinal or reading.superlative:
            continue
        if set(content(reading.words.text)) <= _GENERIC_OBJECTS:
            continue
        found, level = scene.finder.lists.items_fitting(reading.words)
        if level < Fit.CONTEXT or not found:
            continue
        if len(found) > 1:
            raise ambiguous(what.said, [f"'{item.name}'" for _, item in found])
        return found[0][1]
    return None


def _controls(scene: Scene, verb: tuple[str, ...], tail: str, item: Item) -> list[int]:
    """The controls in an item that are named by the verb."""
    inside = [
        at
        for at in scene.view.within(item.index)
        if scene.view[at].role in _PRESSABLE and scene.view[at].id is not None
    ]
    named = [at for at in inside if content(scene.view.name(at))[: len(verb)] == verb]
    if len(named) > 1 and tail:
        closer = [at for at in named if set(content(tail)) <= set(content(scene.view.name(at)))]
        named = closer or named
    return named


def _named_after(scene: Scene, verb: tuple[str, ...], what: Target) -> int | None:
    """The control that names verb and thing: "Remove Blue mug"."""
    meaning = set(content(what.main.words.text)) - _GENERIC_OBJECTS
    if not meaning:
        return None
    named = [
        at
        for at in scene.view.shown
        if scene.view[at].role in _PRESSABLE
        and content(scene.view.name(at))[: len(verb)] == verb
        and meaning <= set(content(scene.view.name(at)))
    ]
    if len(named) > 1:
        raise ambiguous(what.said, [scene.name(at) for at in named])
    return named[0] if named else None


def _is_about(scene: Scene, what: Target) -> bool:
    """Whether the whole page is about the thing: its main heading or title names it."""
    if any(reading.pronoun for reading in what.readings):
        name = scene.progress.remembered
        return not name or set(content(name)) <= set(content(f"{scene.view.title} {scene.page.title}"))
    meaning = set(content(what.main.words.text))
    return (
        bool(meaning) and meaning <= set(content(f"{scene.view.title} {scene.page.title}")) | _GENERIC_OBJECTS
    )


def _on_this_page(scene: Scene, what: Command, verb: tuple[str, ...]) -> int | None:
    """The control for the verb that belongs to the page itself, not to one of a list."""
    meaning = set(content(what.object.main.words.text)) if not what.object.main.pronoun else set()
    general = what.object.main.pronoun or meaning <= _GENERIC_OBJECTS
    about = _is_about(scene, what.object)
    if not general and not about:
        return None
    if what.object.main.pronoun and scene.progress.remembered and not about and verb[0] in _DESTRUCTIVE:
        return None
    listed = {
        at
        for group in scene.finder.lists.groups
        if len(group.items) > 1
        for item in group.items
        for at in scene.view.within(item.index)
    }
    free = [at for at in scene.view.shown if scene.view[at].role in _PRESSABLE and not scene.view.aside(at)]
    allowed = set(verb) | meaning | set(content(what.tail)) | set(content(scene.progress.remembered))
    for among in ([at for at in free if at not in listed], free):
        exact = [at for at in among if content(scene.view.name(at)) == verb]
        with_tail = [
            at
            for at in among
            if content(scene.view.name(at))[: len(verb)] == verb
            and set(content(scene.view.name(at))) <= allowed
        ]
        starting = (
            [at for at in among if content(scene.view.name(at))[: len(verb)] == verb]
            if verb[0] not in _DESTRUCTIVE
            else []
        )
        for named in (with_tail, exact, starting):
            distinct = scene.finder.distinct(named)
            if len(distinct) > 1:
                raise ambiguous(what.said, [scene.name(at) for at in distinct])
            if distinct:
                return distinct[0]
    return None
