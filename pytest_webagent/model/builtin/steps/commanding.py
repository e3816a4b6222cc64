"""Commands: pressing the page's own control for a verb and the thing it is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, TOGGLES
from pytest_webagent.model.builtin.controls import holder_of
from pytest_webagent.model.builtin.explained import refuse_number
from pytest_webagent.model.builtin.phrase import named as exactly
from pytest_webagent.model.builtin.phrase import target
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.steps.pressing import PRESSABLE, press, set_toggle
from pytest_webagent.model.builtin.words import Fit, Words, content, fit, unsaid, veil
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Command, Target
    from pytest_webagent.model.builtin.items import Item

_GENERIC_OBJECTS = word_set("new one another it them form change order item entry page record")
_DESTRUCTIVE = frozenset(["delete", "clear", "empty", "reset", "cancel"])
_AGREEING = frozenset(["accept", "allow", "agree to", "subscribe", "subscribe to"])
_FOLDING = frozenset(["expand", "collapse"])
_LEAVING = frozenset(["close", "dismiss"])
_PARTS = word_set("dialog alertdialog alert status form region complementary banner")
_NAMES = word_set("heading text paragraph generic strong link")
_HOLDERS = frozenset(["row", "listitem", "article", "treeitem"])
_DIRECTIONS = frozenset(["from", "into", "as", "off"])
_STATE = re.compile(r"as\s+(?P<not>not\s+|in|un)?(?:done|completed?|finished)", re.IGNORECASE)
_BACK = re.compile(r"as\s+(?:active|open|to ?do)", re.IGNORECASE)
_STATE_BOX = frozenset(["done", "complete", "completed", "finished", "toggle"])


def command(scene: Scene, what: Command) -> Act | Done | Again:
    """Press the page's own control for a verb and the thing it is about."""
    if what.object.main.pronoun and not scene.progress.remembered and scene.progress.index == 0:
        raise Refusal(f"nothing was named before that {what.object.said!r} could stand for")
    if (whole := named_whole(scene, what)) is not None:
        return press(scene, whole)
    if what.verb in _FOLDING:
        return _fold(scene, what)
    item, tail = _item_and_tail(scene, what)
    if item is not None:
        control = _control_in(scene, what, item, tail)
        if control is not None:
            return press(scene, control, remember=item.name)
        ticked = _state_box(scene, what, item)
        if ticked is not None:
            return ticked
    for found in (_named_after(scene, what), _in_part(scene, what)):
        if found is not None:
            return press(scene, found)
    if item is None or _is_about(scene, what.object) or _alone_selected(scene, item):
        here = _on_this_page(scene, what, tail, item)
        if here is not None:
            return press(scene, here)
    if what.verb in _AGREEING and (box := _agreeing_box(scene, what)) is not None:
        return set_toggle(scene, box)
    return _behind(scene, what, item)


def _agreeing_box(scene: Scene, what: Command) -> int | None:
    """The box that agrees to the thing: "I accept the terms"."""
    try:
        return scene.finder.one(what.object, "toggle")
    except Missing:
        return None


def _behind(scene: Scene, what: Command, item: Item | None) -> Act:
    """Open the thing's own page, where the control may be, unless this page has one that may be meant."""
    verb = content(what.verb)
    rival = [at for at in _pressables(scene) if content(scene.view.name(at))[: len(verb)] == verb]
    at = _door(scene, item) if item is not None and scene.progress.stage != "opened" and not rival else None
    if item is not None and at is not None:
        return press(scene, at, remember=item.name, stage="opened")
    wanted = f"a button or link for '{what.verb}'"
    if scene.progress.stage == "opened":
        wanted += f" on its own page either, where the run is now: {scene.page.url}"
    near = [scene.name(at) for at in rival] or scene.finder.nearest(target(what.verb), "press")
    raise Missing(what.said, wanted, near)


def _door(scene: Scene, item: Item) -> int | None:
    """The link to an item's own page, where what is missing in the list may be; an entry of a menu is no such thing."""
    try:
        at = scene.finder.control_of(item, "press")
    except Refusal:
        return None
    shown = scene.view.text(item.index).split()
    return at if scene.view[at].role == "link" and shown != scene.view.text(at).split() else None


def named_whole(scene: Scene, what: Command) -> int | None:
    """The control whose name is the whole clause: "place the order", "save the changes"."""
    words = Words(what.whole)
    # A box whose name starts with a verb ("Buy milk") is no button for it; to agree is to tick.
    roles = PRESSABLE if what.verb in _AGREEING else PRESSABLE - TOGGLES
    named = [
        at
        for at in scene.controls(roles, words)
        if not (scene.view[at].role in TOGGLES and "checked" in scene.view[at].states)
    ]
    addresses = {scene.view[at].url for at in named}
    return named[0] if len(addresses) == 1 and "" not in addresses else scene.sole(named, what.said)


def held_button(scene: Scene, what: Command) -> int | None:
    """The control for the verb in the row or card of the thing."""
    if (whole := named_whole(scene, what)) is not None:
        return whole
    item, tail = _item_and_tail(scene, what)
    return None if item is None else _control_in(scene, what, item, tail)


def _item_and_tail(scene: Scene, what: Command) -> tuple[Item | None, str]:
    """The item a command is about, and where the goal says it goes or comes from, unless that tells which item."""
    if not what.tail:
        return item_of(scene, what.object), ""
    whole = target(veil(f"{what.object.said} {what.tail}"))
    _, level = scene.finder.lists.items_fitting(whole.main.words)
    item = item_of(scene, what.object) if level < Fit.TYPO else None
    if item is None and (item := item_of(scene, whole)) is not None:
        return item, ""
    return item, what.tail


def item_of(scene: Scene, what: Target) -> Item | None:
    """The item of a list a goal speaks of.

    Raises:
        Refusal: several could be meant.
    """
    refuse_number(scene.view, what)
    for reading in what.readings:
        item = scene.finder.item_of(reading) if not reading.whole else None
        item = item or holder_of(scene.finder, reading)
        if item is not None:
            return item
        if not reading.words or reading.hint not in ("", "row") or reading.ordinal or reading.superlative:
            continue
        if reading.places or reading.every or set(content(reading.words.text)) <= _GENERIC_OBJECTS:
            continue
        found, level = scene.finder.lists.items_fitting(reading.words)
        if level < Fit.CONTEXT or not found:
            continue
        if len(found) > 1:
            raise ambiguous(what.said, [f"'{item.name}'" for _, item in found])
        return found[0][1]
    return None


def _own(scene: Scene, item: Item, said: Target) -> list[int]:
    """The controls of an item, without those of other things in it; of one of those if it is what the words say."""
    view = scene.view
    inner = [
        at
        for at in view.page.descendants(item.index)
        if view[at].role in _HOLDERS and any(view[each].role in BUTTONS for each in view.within(at))
    ]
    things = {
        at: [view[each].text or view.name(each) for each in view.within(at) if view[each].role in _NAMES]
        for at in inner
    }
    meant = [
        at
        for at, names in things.items()
        if any(fit(reading.words, name) >= Fit.SAME for reading in said.readings for name in names)
    ]
    holder = meant[0] if len(meant) == 1 else item.index
    others = {each for at, names in things.items() if names and at != holder for each in view.within(at)}
    return [
        at
        for at in view.within(holder)
        if view[at].role in PRESSABLE and view[at].id is not None and at not in others
    ]


def _control_in(scene: Scene, what: Command, item: Item, tail: str) -> int | None:
    """The control in an item that is named by the verb.

    Raises:
        Refusal: several are, or none of them does what the rest of the clause says.
    """
    verb = content(what.verb)
    named = [at for at in _own(scene, item, what.object) if content(scene.view.name(at))[: len(verb)] == verb]
    if not named:
        return None
    said = f"{what.verb} {what.object.said} {item.name} {tail}"
    fitting = [at for at in named if _tail_holds(scene, at, verb, tail)]
    closer = [at for at in fitting if not unsaid(said, scene.view.name(at))]
    plainest = [at for at in closer if content(scene.view.name(at)) == verb and not tail]
    found = plainest or closer or fitting
    if (control := scene.sole(found, what.said)) is None:
        raise Missing(what.said, f"a button for '{what.verb} ... {tail}'", [scene.name(at) for at in named])
    return control


def _tail_holds(scene: Scene, at: int, verb: tuple[str, ...], tail: str) -> bool:
    """Whether a control does what "to the cart" says: its name says so, or it says nothing else and stands there."""
    name, view = content(scene.view.name(at)), scene.view
    rest = set(content(tail)) - {*name, *_DIRECTIONS}
    if not rest:
        return True
    links = [view.name(each) for each in view.shown if view[each].role == "link" and view.aside(each)]
    around = {*view.context(at), *content(" ".join(links))}
    return (
        not any(word[:1].isdigit() for word in rest) and rest <= around and (name == verb or "delete" in verb)
    )


def boxes_of(scene: Scene, item: Item) -> list[int]:
    """The boxes and switches of an item."""
    roles = TOGGLES - {"radio", "menuitemradio"}
    return [at for at in _own(scene, item, exactly(item.name)) if scene.view[at].role in roles]


def _state_box(scene: Scene, what: Command, item: Item) -> Act | None:
    """The box that says whether a thing is done, where the goal marks it as done or completes it."""
    tail = f"{what.tail}" if what.verb == "mark" else "as done" if what.verb in ("complete", "finish") else ""
    marks = _STATE.fullmatch(tail.strip())
    boxes = boxes_of(scene, item)
    if (marks is None and not _BACK.fullmatch(tail.strip())) or len(boxes) != 1:
        return None
    said = set(content(scene.view.name(boxes[0])))
    if not (said & _STATE_BOX or fit(Words(item.name), scene.view.name(boxes[0])) >= Fit.SET):
        return None
    return set_toggle(scene, boxes[0], on=marks is not None and not marks["not"])


def _fold(scene: Scene, what: Command) -> Act | Done:
    """Open or close a part of the page by the control that is named for it."""
    index = scene.finder.one(what.object)
    view, folds_out = scene.view, what.verb == "expand"
    if view[index].url:
        raise Missing(what.said, "something that opens and closes", [scene.name(index)])
    parent = view[index].parent
    shown = parent is not None and view[parent].role == "group" and len(view.page.children(parent)) > 1
    if shown or "expanded" in view[index].states:
        return Done() if folds_out else press(scene, index)
    if not folds_out:
        raise Refusal(f"{scene.name(index)} does not say that it is open")
    return press(scene, index)


def _named_after(scene: Scene, what: Command) -> int | None:
    """The control that names verb and thing, and nothing else but where it stands: "Remove Blue mug from cart"."""
    verb = content(what.verb)
    meaning = set(_meaning(what.object)) - _GENERIC_OBJECTS
    said = f"{what.verb} {what.object.said} {what.tail}"
    named = [
        at
        for at in _pressables(scene)
        if meaning
        and content(scene.view.name(at))[: len(verb)] == verb
        and meaning <= set(content(scene.view.name(at)))
        and _tail_holds(scene, at, verb, what.tail)
        and not unsaid(said, scene.view.name(at)) - scene.view.context(at)
        and (not what.object.main.every or "all" in content(scene.view.name(at)))
    ]
    return scene.sole(named, what.said)


def _in_part(scene: Scene, what: Command) -> int | None:
    """The control for the verb in the part of the page that is named: "close the banner", "save the billing form"."""
    verb = content(what.verb)
    verbs = [(word,) for word in _LEAVING] if what.verb in _LEAVING else [verb]
    view = scene.view
    for part in _parts(scene, what.object):
        inside = [
            at
            for at in view.within(part)
            if view[at].role in PRESSABLE - TOGGLES
            and view[at].id is not None
            and not scene.finder.lists.listed(at)
            and any(content(view.name(at))[: len(each)] == each for each in verbs)
            and not unsaid(f"{what.whole} {view.name(part)} all {' '.join(_LEAVING)}", view.name(at))
            and not what.tail
        ]
        if (found := scene.sole(inside, what.said)) is not None:
            return found
    return None


def _parts(scene: Scene, what: Target) -> list[int]:
    """The parts of the page that the words name, by their name, their heading or their kind."""
    view = scene.view
    wanted = set(_meaning(what))
    found = []
    for at in view.shown:
        if view[at].role not in _PARTS:
            continue
        heading = next((view.name(each) for each in view.within(at) if view[each].role == "heading"), "")
        kind = {view[at].role, "message", "notice", "banner", "popup", "section"}
        if view[at].role in ("form", "region"):
            kind = {view[at].role, "section", "panel", "area"}
        called = set(content(f"{view[at].name} {heading}"))
        if (
            wanted
            and wanted <= called | kind
            and (wanted & called or view[at].role not in ("form", "region"))
        ):
            found.append(at)
    return found


def _meaning(what: Target) -> tuple[str, ...]:
    """The words a thing is spoken of with, also where they only say its kind: "a card"."""
    return () if what.main.pronoun else content(what.main.words.text) or content(what.said)


def _is_about(scene: Scene, what: Target) -> bool:
    """Whether the whole page is about the thing: its main heading or title names it."""
    here = set(content(f"{scene.view.title} {scene.page.title}"))
    if any(reading.pronoun for reading in what.readings):
        name = scene.progress.remembered
        return not name or set(content(name)) <= here
    meaning = set(_meaning(what))
    return bool(meaning) and meaning <= here | _GENERIC_OBJECTS


def _alone_selected(scene: Scene, item: Item) -> bool:
    """Whether the item's box is the only one of its list that is ticked, so that a command is about this item."""
    for group in scene.finder.lists.groups:
        if item in group.items:
            ticked = [
                each
                for each in group.items
                if any("checked" in scene.view[at].states for at in boxes_of(scene, each))
            ]
            return ticked == [item]
    return False


def _pressables(scene: Scene) -> list[int]:
    """The controls outside of header and menus; a box whose name starts with a verb is no button for it."""
    return [at for at in scene.controls(PRESSABLE - TOGGLES) if not scene.view.aside(at)]


def _on_this_page(scene: Scene, what: Command, tail: str, item: Item | None) -> int | None:
    """The control for the verb that belongs to the page itself, not to one of a list."""
    verb, meaning = content(what.verb), set(_meaning(what.object))
    general = what.object.main.pronoun or meaning <= _GENERIC_OBJECTS
    about = _is_about(scene, what.object)
    selected = item is not None and _alone_selected(scene, item)
    if not general and not about and not selected:
        return None
    remembered = scene.progress.remembered
    if what.object.main.pronoun and remembered and not about and not selected and verb[0] in _DESTRUCTIVE:
        return None
    said = f"{what.verb} {what.object.said} {tail} {remembered}"
    free = [
        at
        for at in _pressables(scene)
        if content(scene.view.name(at))[: len(verb)] == verb
        and not unsaid(said, scene.view.name(at))
        and _tail_holds(scene, at, verb, tail)
        and (not what.object.main.every or "all" in content(scene.view.name(at)))
    ]
    for among in ([at for at in free if not scene.finder.lists.listed(at)], free):
        distinct = scene.finder.distinct(among)
        plainest = [at for at in distinct if content(scene.view.name(at)) == verb]
        if len(distinct) > 1 and len(plainest) != 1:
            raise ambiguous(what.said, [scene.name(at) for at in distinct])
        if distinct:
            return (plainest or list(distinct))[0]
    return None
