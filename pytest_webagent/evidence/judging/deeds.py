"""What a goal wants done by the names of the page: the choices and buttons it names, against what was chosen and pressed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import FIELDS, MESSAGES
from pytest_webagent.evidence.judging.acts import FILLING
from pytest_webagent.evidence.judging.announced import says_so
from pytest_webagent.evidence.judging.changes import was
from pytest_webagent.evidence.judging.rivals import BESIDE
from pytest_webagent.language.words import content, says, stem, stems, words
from pytest_webagent.page.places import CHOICES, Place, seen
from pytest_webagent.values.plain_text import plain, quoted, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.case import Case
    from pytest_webagent.observation import Observation

_CHOOSING: Final = stems(
    "choose select set pick switch change sort order filter limit restrict narrow show use turn tick check enable activate make only"
)
"""Verbs of which a choice of the page is the object."""
_UNDOING = re.compile(
    r"\b(?:not|never|no|without|un\w+|disable\w*|deactivate\w*|deselect\w*|remove|clear|off|stop|except|from)\b"
)
_OFF = re.compile(
    r"\b(?:off|uncheck|untick|deselect|disable|deactivate|abschalten|ausschalten|deaktivier\w*)\b"
)
_ONE_OF_MANY: Final = word_set("radio menuitemradio")
_CHOSEN: Final = word_set("checked selected pressed current")
_CLAUSES = re.compile(r"[.;,]\s+|\s+(?:and|then|und|et|y)\s+")
_BUTTONS: Final = word_set("button menuitem")
_ALL = re.compile(r"\b(?:all|both|every|each|alle|beide|tous|todos|todas|tutti|tutte)\b")


class _Choice(NamedTuple):
    """Something that can be chosen on a page, and what it is a choice of."""

    name: str
    of: str
    place: Place


def unchosen(case: Case) -> str:
    """Catches a choice that the goal names, and that is neither made by the run nor shown to be made."""
    scope = case.scope
    if BESIDE.search(plain(scope)):
        return ""
    used = [plain(each) for each in case.own]
    for clause in _CLAUSES.split(plain(scope)):
        if _UNDOING.search(clause):
            continue
        named = [each for each in _choices(case.now) if _is_meant(each, clause)]
        # Of "Standard" and "Standard Plus" the longer is meant.
        named = [
            each
            for each in named
            if not any(each.name != other.name and says(other.name, each.name) for other in named)
        ]
        acted = {(place.element.role, place.element.name) for place in case.pressed_controls}
        own = [each for each in named if (each.place.element.role, each.place.element.name) in acted] or named
        if not named or any(_is_chosen(each) or plain(each.name) in used for each in own):
            continue
        return f'the goal says "{named[0].name}", which can be chosen{_of(named[0])} and is not: choose it, and cite what shows that it is chosen'
    return ""


def other_choice(case: Case) -> str:
    """Catches another option chosen than the goal names: "15%" where "12.5%" was chosen of the same list or group."""
    scope = case.scope
    for act, place in case.done:
        chosen = str(act.arguments.get("text", "")) if act.tool == "selection" else place.element.name
        if act.tool != "selection" and place.element.role not in _ONE_OF_MANY:
            continue
        beside = (
            place.element.options
            if place.element.options
            else tuple(each.element.name for each in _group_of(place))
        )
        named = [
            each for each in beside if _tells(each) and says(scope, each) and plain(each) != plain(chosen)
        ]
        later = {
            plain(str(each.act.arguments.get("text", "")) or each.place.element.name) for each in case.done
        }
        if (
            named
            and chosen in beside
            and not says(scope, chosen)
            and not {plain(each) for each in named} & later
        ):
            return f'the goal says "{named[0]}", and "{chosen}" was chosen: choose what the goal says, and cite what shows it'
    return ""


def _tells(name: str) -> bool:
    return bool(content(name)) and (len(name) > 1 or not name.isdigit())


def _group_of(place: Place) -> list[Place]:
    group = place.within(("radiogroup", "group", "listbox", "tablist", "list"))
    return (
        [each for each in group.below() if each.element.role == place.element.role]
        if group is not None
        else []
    )


def still_on(case: Case) -> str:
    """Catches a switch or box that the goal wants off, and that is on as before."""
    for clause in _CLAUSES.split(plain(case.scope)):
        if not _OFF.search(clause):
            continue
        for place in seen(case.now):
            name = place.element.name
            if (
                place.element.role in CHOICES
                and content(name)
                and says(clause, name)
                and "checked" in place.element.states
            ):
                return f'the goal wants "{name}" off, and it is on: switch it off, and cite its state'
    return ""


def _of(choice: _Choice) -> str:
    return f' as "{choice.of}"' if choice.of else ""


def _choices(page: Observation) -> Iterator[_Choice]:
    """All that can be chosen on a page: options, radio buttons, boxes, switches, tabs and buttons that stay pressed."""
    toggled = {place.element.parent for place in seen(page) if "pressed" in place.element.states}
    for place in seen(page):
        element = place.element
        for option in element.options:
            yield _Choice(option, element.name, place)
        pressed = element.role == "button" and element.parent in toggled
        if (element.role in CHOICES | {"tab"} and element.role != "listbox") or pressed:
            group = place.within(("radiogroup", "group", "listbox", "toolbar", "tablist"))
            yield _Choice(
                element.name, group.element.name if group is not None and group.at != place.at else "", place
            )


def _is_meant(choice: _Choice, clause: str) -> bool:
    """Whether a clause names a choice as what is to be chosen: by a verb of choosing, or with the name of what it is of."""
    if (not content(choice.name) and not any(map(str.isdigit, choice.name))) or not says(clause, choice.name):
        return False
    if content(choice.of) & content(clause):
        return True
    if re.search(rf"\\b(?:to|as)\\s+{re.escape(plain(choice.name))}\\s*$", clause.rstrip(". ")):
        return True
    # A bare number may be of anything.
    verb = next((stem(word) for word in words(clause)), "")
    return verb in _CHOOSING and not choice.name.strip().isdigit()


def _is_chosen(choice: _Choice) -> bool:
    element = choice.place.element
    if element.options:
        return plain(element.value or "") == plain(choice.name)
    return bool(_CHOSEN & {state.partition("=")[0] for state in element.states})


def some_of_all(case: Case) -> str:
    """Catches one of several done where the goal wants all: a row that it speaks of has a button like those that were pressed."""
    scope = case.scope
    if not _ALL.search(plain(scope)):
        return ""
    for _, place in case.doing:
        item, name = place.item(), place.element.name
        if item is None or item.at == place.at:
            continue
        own = content(item.said) & content(scope)
        there = next(
            (each for each in seen(case.now) if each.element.role == item.element.role and each.repeated),
            None,
        )
        for sibling in there.siblings() if there is not None else ():
            left = [
                each
                for each in sibling.below()
                if each.element.role == place.element.role and _same_deed(each.element.name, name)
            ]
            touched = any(plain(each.around) == plain(sibling.said) for each in case.done)
            if (
                left
                and own
                and own <= content(sibling.said)
                and not touched
                and "disabled" not in left[0].element.states
            ):
                return (
                    f"the goal wants it of all, and {quoted(sibling.said)} still has the {left[0].element.role} "
                    f'"{left[0].element.name}": do it there, too'
                )
    return ""


def _same_deed(one: str, other: str) -> bool:
    return words(one)[:1] == words(other)[:1] and bool(words(one))


def nothing_new(case: Case) -> str:
    """Catches what was there before the last thing done, and what the run typed itself, as what shows that it was done."""
    presses = [each for each in case.doing if each.place.element.role in _BUTTONS]
    if (
        not presses
        or case.goal.fills_only
        or case.goal.of_trouble
        or case.goal.calls_off
        or presses[-1].act.tool in FILLING
    ):
        return ""
    before = case.story.page(presses[-1].act.step)
    if before is None or not case.held or presses[-1].act.step < max(act.step for act in case.deeds):
        return ""
    for finding in case.held:
        places = (
            []
            if finding.derivation.op in ("not_exists", "note", "url", "title", "tabs")
            else case.cited(finding)
        )
        if not places or any(_is_news(place, finding, before, case) for place in places):
            return ""
    name = presses[-1].place.element.name
    return (
        f'the evidence was there before "{name}" was pressed, so it does not show that this did anything. Cite what the page says '
        'since then, or stop with "goal_not_met" and cite what is in the way'
    )


def _is_news(place: Place, finding: Finding, before: Observation, case: Case) -> bool:
    """Whether something is there only since the last press, or is a state that was chosen."""
    # A message may be the same each time.
    if place.element.role in CHOICES | MESSAGES or place.page is not case.now:
        return True
    if place.element.role in FIELDS and place.page.url == before.url:
        typed = any(place.holds == str(act.arguments.get("text", "")) for act in case.story.acts)
        known = {plain(each.said) for each in seen(before)}
        news = (
            each for each in seen(case.now) if each.element.role in MESSAGES and plain(each.said) not in known
        )
        return not typed or any(says_so(each.said, case.goal) for each in news)
    return not was(place, finding, before)
