"""Looking for what is not in sight as a person would: in the part of the site that the goal names, behind a tab, in a fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.claims.element_words import opens_menu
from pytest_webagent.language import lexicon
from pytest_webagent.language.deeds import tells_a_deed
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.progress import Act
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.steps.pressing import opening, press
from pytest_webagent.model.builtin.steps.site_search import kinds, searched
from pytest_webagent.model.builtin.whereabouts import (
    DOORS,
    VIEWS,
    Whereabouts,
    along_path,
    first_whereabouts,
    whereabouts,
    without_here,
)
from pytest_webagent.model.builtin.words import content, plain, veil
from pytest_webagent.page.places import Place
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.progress import Progress, Scene
    from pytest_webagent.model.builtin.view import View

_MENUS = word_set("navigation menu menubar tablist tree")
_SHOWING = lexicon.stemmed("show load see view more next page results result item entry")
_PAIR = 2
"""So many buttons beside each other may answer something."""
_UNNAMED = 9
_MOST = 8
"""How many tabs and folds are opened that say nothing of what is looked for."""


LOOKED_AT = (
    say.Check,
    say.When,
    say.WaitFor,
    say.GoTo,
    say.Tool,
    say.SwitchTab,
    say.AnswerDialog,
    say.Find,
)
"""What is told of the page that is open."""


def door(scene: Scene, current: say.Instruction, *, named: bool = False) -> tuple[Act, str] | None:
    """What to open because the thing of an instruction may be behind it, with its name; nothing while a dialog covers the page.

    With `named`, only what the words themselves name as where it is.
    """
    # What was done may be told only here.
    asks = isinstance(current, say.Ask) and scene.progress.acted and not scene.progress.explored
    asks = asks and not searched(scene, current)
    told = isinstance(current, say.Ask) and not isinstance(current.question, say.Open)
    if told or current.opened or isinstance(current, LOOKED_AT) or scene.progress.stage:
        return None
    if scene.view.modal is not None:
        return _closing(scene, scene.view.modal)
    seeks = isinstance(current, say.Ask) and not asks and not named
    found = _act(scene, current.said, everywhere=False)
    if found is None and not named and searched(scene, current):
        # What was searched for is told of on its own page.
        found = _own_page(scene, current.said)
    if found is None and not asks and not named:
        found = _act(scene, current.said, everywhere=True)
    if found is None and seeks and not scene.progress.explored:
        found = _own_page(scene, current.said)
    return None if found is None else (found, plain(scene.view.name(scene.by_id(found.element_id) or 0)))


def named_ones(progress: Progress, what: say.Instruction) -> tuple[str, ...]:
    """Of what was opened that which the words name as where something is."""
    places = list(whereabouts(veil(along_path(what.said))))
    return tuple(
        each for each in progress.explored if any(place.surplus(each) is not None for place in places)
    )


def view_named(scene: Scene, current: say.Instruction) -> tuple[Act, str] | None:
    """The view that a step names as where something is to be done, by its whole name, where another one is open."""
    stripped = without_here(scene.view, current.said, scene.progress.explored, views=True)
    places = [each for each in first_whereabouts(veil(stripped)) if each.kinds & VIEWS]
    found = [
        at
        for at in scene.view.shown
        if places
        and any(each.surplus(scene.view.name(at)) == 0 for each in places)
        and _is_door(scene, at, scene.view.name(at))
        and "expanded" not in scene.view[at].states
        and (scene.view[at].role == "tab" or _in_menu(scene, at))
    ]
    doors = scene.finder.distinct(found)
    name = plain(scene.view.name(doors[0])) if len(doors) == 1 else ""
    return (press(scene, doors[0], stage=""), name) if name and name not in scene.progress.explored else None


def _closing(scene: Scene, dialog: int) -> tuple[Act, str] | None:
    """Close what was opened in vain and covers the page."""
    name = scene.name(dialog)
    if not scene.progress.explored or name in scene.progress.explored:
        return None
    return Act(tool="press_key", arguments={"key": "Escape"}, says=f"close {name}", stage=""), name


def _act(scene: Scene, said: str, *, everywhere: bool) -> Act | None:
    """Open what has not been opened for this instruction; None where nothing is left to open.

    A link may do anything, so one is only followed where the goal says that something is there, and it stands in a menu. Tabs and what is
    folded change nothing: with `everywhere`, they are opened one after another.
    """
    view, explored = scene.view, scene.progress.explored
    places = list(enumerate(reversed(list(whereabouts(veil(along_path(said)))))))
    # A page that is not in sight is in the tree of pages, if there is one.
    sought = any(each.kinds & VIEWS for _, each in places)
    arrived = sought and any(each.surplus(name) is not None for _, each in places for name in explored)
    things = [(len(places), Whereabouts(0, 0, kind, False, frozenset())) for kind in kinds(said)]
    doors: list[tuple[tuple[int, ...], int]] = []
    alike: dict[str, int] = {}
    for at in view.shown:
        name = view.name(at)
        if not _is_door(scene, at, name):
            continue
        # Of several with one name the first comes first.
        tried = explored.count(plain(name)) - alike.get(plain(name), 0)
        alike[plain(name)] = alike.get(plain(name), 0) + 1 + _unfolds(view, at)
        if tried > _unfolds(view, at):
            continue
        # Of "the notes of the Atlas page" the page comes first.
        named = [
            (tried, nth, rest) for nth, each in (*places, *things) if (rest := each.surplus(name)) is not None
        ]
        shows = _only_shows(scene, at)
        entry = view[at].role == "treeitem" or not any(rest for *_, rest in named)
        if named and (shows or (entry and _in_menu(scene, at))):
            doors.append((min(named), at))
        elif (
            everywhere and shows and len(explored) < _MOST and (tried <= 0 or "collapsed" in view[at].states)
        ):
            # The menus of the page come before the navigation of the site.
            menu = opens_menu(Place(view.page, at), called=True)
            beside = scene.finder.holder(at) is not None
            if arrived and view[at].role == "tab":
                continue
            strays = sought and not _unfolds(view, at)
            doors.append(((_UNNAMED, strays, not menu, beside, view.aside(at)), at))
    if not doors:
        return None
    best, at = min(doors)
    same = scene.finder.distinct(each for rank, each in doors if rank == best)
    if best[0] != _UNNAMED and len(same) > 1 and len({view[each].url or each for each in same}) > 1:
        return None
    return opening(scene, at, tried=best[0] if best[0] != _UNNAMED else explored.count(plain(view.name(at))))


def _unfolds(view: View, at: int) -> bool:
    """Whether something is unfolded by a key, and opened by a click: an entry of a tree."""
    return view[at].role == "treeitem"


def _own_page(scene: Scene, question: str) -> Act | None:
    """Open the one thing of a list that a question names: what is asked of it may be told on its own page."""
    finder, asked = scene.finder, term_set(question)
    named = {
        item.at: item
        for each in finder.look.listings
        if not each.lone_controls()
        for item in each.items
        if (name := term_set(finder.called(item))) and name <= asked
    }
    if len(named) != 1:
        return None
    (item,) = named.values()
    try:
        at = finder.control(item)
    except Refusal:
        return None
    opens = scene.view[at].role not in BUTTONS | TOGGLES | FIELDS and not tells_a_deed(scene.view.name(at))
    return press(scene, at, remember=finder.called(item), stage=scene.progress.stage) if opens else None


def _is_door(scene: Scene, at: int, name: str) -> bool:
    element = scene.view[at]
    states = {state.partition("=")[0] for state in element.states}
    here = states & {"current", "selected", "disabled"} and "collapsed" not in states
    return (
        element.id is not None
        and element.role in DOORS
        and bool(content(name))
        and not here
        and (element.role in ("treeitem", "tab") or not tells_a_deed(name))
    )


def _only_shows(scene: Scene, at: int) -> bool:
    """Whether to press something shows another part of the page, and does nothing else."""
    element = scene.view[at]
    if element.role == "tab" or "collapsed" in element.states:
        return True
    # "Show more products", the link to the next page of a list.
    name, listed = term_set(scene.view.name(at)), scene.finder.look.kinds | _SHOWING
    turns = "next" in name and (
        element.role == "link" or "page" in name or scene.view.ancestor(at, _MENUS) is not None
    )
    return bool(name) and ("more" in name or turns) and name <= listed


def _in_menu(scene: Scene, at: int) -> bool:
    """Whether an element leads to a part of the site: in a menu, or among nothing but links."""
    if scene.view.ancestor(at, _MENUS) is not None:
        return scene.view[at].role != "generic" or scene.view[at].clickable
    parent = scene.view[at].parent
    beside = scene.view.page.children(parent) if parent is not None else ()
    alike = {scene.view[each].role for each in beside}
    return len(beside) > 1 and (alike == {"link"} or (alike == {"button"} and len(beside) > _PAIR))
