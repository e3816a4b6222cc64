"""What can be chosen on a page, against what a goal names: options, radio buttons, boxes, switches, tabs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.judging.question import BESIDE, is_excluded
from pytest_webagent.language.words import content, says, stem, stems, words
from pytest_webagent.page.places import CHOICES, Place, seen
from pytest_webagent.values.plain_text import plain, quoted, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.judging.case import Case
    from pytest_webagent.observation import Observation

_CHOOSING: Final = stems(
    "choose select set pick switch change sort order filter limit restrict narrow show use turn tick check enable activate make only"
)
"""Verbs of which a choice of the page is the object."""
_UNDOING = re.compile(
    r"\b(?:not|never|no|without|un\w+|disable\w*|deactivate\w*|deselect\w*|remove|clear|off|stop|except|from)\b"
)
_OFF = re.compile(
    r"\b(?:(?<!tick )(?<!check )(?<!call )off|uncheck|untick|deselect|disable|deactivate|abschalten|ausschalten|deaktivier\w*)\b"
)
_CHOSEN: Final = word_set("checked selected pressed current")
_CLAUSES = re.compile(r"[.;,]\s+|\s+(?:and|then|und|et|y)\s+")
_GROUPS: Final = word_set("radiogroup group listbox toolbar tablist")


_DECORATED: Final = re.compile(r"\W+$")
"""The stars and other signs behind a name."""


class _Choice(NamedTuple):
    """Something that can be chosen on a page, and what it is a choice of."""

    name: str
    of: str
    place: Place

    @property
    def chosen(self) -> bool:
        """Whether the page shows it as chosen."""
        element = self.place.element
        if element.options:
            return plain(element.value or "") == plain(self.name)
        return bool(_CHOSEN & {state.partition("=")[0] for state in element.states})


def unchosen(case: Case) -> str:
    """Catches a choice that the goal names and nobody made, and one that is to be off and is on."""
    if BESIDE.search(plain(case.scope)):
        return ""
    used = {plain(each) for each in case.own}
    for clause in _CLAUSES.split(plain(case.scope)):
        off = _OFF.search(clause) is not None
        if _UNDOING.search(clause) and not off:
            continue
        # Of several things done in one reply, the page before them shows none.
        for page, controls in [*_chosen_on(case)][: 1 if off else None]:
            named = [each for each in _named(page, controls, clause) if not _is_part_of_chosen(each, case)]
            acted = {(place.element.role, place.element.name) for place in case.pressed_controls}
            own = [
                each for each in named if (each.place.element.role, each.place.element.name) in acted
            ] or named
            made = [
                each
                for each in own
                if each.chosen or (not off and (plain(each.name) in used or _told_longer(each.name, acted)))
            ]
            if named and bool(made) is off:
                of = f" as {quoted(named[0].of)}" if named[0].of else ""
                wanted, now = ("off", "on") if off else ("chosen", "not")
                return f'the goal wants "{named[0].name}"{of} to be {wanted}, and it is {now}: do that, and cite what shows it'
    return ""


def _is_part_of_chosen(choice: _Choice, case: Case) -> bool:
    """Whether it is only said within another option that the goal names and the run chose: the "Paid" of "Unpaid"."""
    chosen = (
        str(each.act.arguments.get("text", ""))
        for each in case.done
        if each.act.tool == "selection" and each.place.element.name == choice.place.element.name
    )
    return any(
        plain(choice.name) in plain(text) != plain(choice.name)
        and says(case.scope, text)
        and not is_excluded(text, case.scope)
        for text in chosen
    )


def _told_longer(name: str, acted: set[tuple[str, str]]) -> bool:
    """Whether an option was pressed that says a name and what it means: "Excellent: 9+"."""
    begins = re.compile(rf"{re.escape(plain(name))}\s*[:(–]")
    return any(role == "option" and begins.match(plain(own)) for role, own in acted)


def _chosen_on(case: Case) -> Iterator[tuple[Observation, frozenset[int]]]:
    """The page as it is now, and those on which something was chosen or a form sent, with the controls that this was for."""
    yield case.now, frozenset()
    for each in case.done:
        if each.act.tool == "selection":
            yield each.place.page, frozenset((each.place.at,))
    presses = [each for each in case.done if each.place.element.role == "button"]
    filled = [each for each in case.done if each.act.tool == "type"]
    if presses and filled and presses[-1].act.step > filled[0].act.step:
        page = presses[-1].place.page
        yield page, frozenset(range(len(page.elements)))


def _named(page: Observation, controls: frozenset[int], clause: str) -> list[_Choice]:
    """The choices of a page that a clause means; of "Standard" and "Standard Plus" the longer."""
    said = [each for each in _choices(page) if says(clause, each.name)]
    # A single digit may be of anything.
    telling = (each for each in said if len(each.name) > 1 or not each.name.isdigit())
    found = [each for each in telling if each.place.at in controls]
    found = found or [each for each in said if _is_meant(each, clause)]
    return [
        each
        for each in found
        if not any(each.name != more.name and says(more.name, each.name) for more in found)
        and not _is_part_of_name(each, page, clause)
    ]


def _is_part_of_name(choice: _Choice, page: Observation, clause: str) -> bool:
    """Whether a clause says a longer name of the page with that of a choice in it: the "Hotel" of "Hotel am Naschmarkt"."""
    return any(
        len(text) > len(choice.name) and says(clause, text) and says(text, choice.name)
        for each in page.elements
        for text in (_DECORATED.sub("", each.name), _DECORATED.sub("", each.text))
        if choice.name in text and each.role not in CHOICES
    )


def _choices(page: Observation) -> Iterator[_Choice]:
    """All that can be chosen on a page, and buttons that stay pressed."""
    toggled = {place.element.parent for place in seen(page) if "pressed" in place.element.states}
    for place in seen(page):
        element = place.element
        for option in element.options:
            if content(option):
                yield _Choice(option, element.name, place)
        pressed = element.role == "button" and element.parent in toggled
        if not content(element.name):
            continue
        if (element.role in CHOICES | {"tab"} and element.role != "listbox") or pressed:
            group = place.within(_GROUPS)
            of = group.element.name if group is not None and group.at != place.at else ""
            yield _Choice(element.name, of, place)


def _is_meant(choice: _Choice, clause: str) -> bool:
    """Whether a clause names a choice as what is to be chosen: by a verb of choosing, or with the name of what it is of."""
    if content(choice.of) & content(clause) or _OFF.search(clause):
        return True
    # A bare number may be of anything.
    verb = next((stem(word) for word in words(clause)), "")
    return verb in _CHOOSING and not choice.name.strip().isdigit()
