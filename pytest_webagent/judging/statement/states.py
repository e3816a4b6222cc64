"""Whether predicates say the state that a statement says: a switch that is there is not a switch that is on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.judging.statement.sight import denied
from pytest_webagent.language.words import content, stem, words
from pytest_webagent.page.states import STATES, state_of
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from pytest_webagent.judging.statement.sight import Sight, View


class _Meant(NamedTuple):
    """How a statement says a state."""

    pattern: re.Pattern[str]
    states: frozenset[str]
    """The states that show it."""
    example: str


def _meant(pattern: str, states: str) -> _Meant:
    return _Meant(re.compile(rf"\b(?:{pattern})\b"), frozenset(states.split()), states.split()[0])


_ON: Final = "checked ticked on selected pressed current"
_OFF: Final = "unchecked unticked off unselected unpressed"
_SAID: Final = (
    _meant("checked|ticked|(?:is|are|switched|turned) on(?! (?!and|but|while)\\w)", _ON),
    _meant("unchecked|unticked|(?:is|are|switched|turned) off(?! (?!and|but|while)\\w)", _OFF),
    _meant(
        "disabled|deactivated|greyed out|inactive|(?:cannot|can't) be (?:clicked|pressed|used|submitted)",
        "disabled",
    ),
    _meant("enabled|clickable|can be \\w+", "enabled editable"),
    _meant("expanded|unfolded", "expanded open"),
    _meant("collapsed|folded", "collapsed closed"),
    _meant("required|mandatory", "required"),
    _meant("filled(?: in)?", "filled"),
    _meant("current", "current selected"),
)
_BEING_THERE = re.compile(
    r"\b(?:there (?:is|are)|offer\w*|show\w*|visible|display\w*|available|exists?|has|have|contains?|listed?|can|may|choice|options?|gibt|il y a)\b"
)
_CHOICES: Final = frozenset(("checkbox", "radio", "switch", "option", "menuitemcheckbox", "menuitemradio"))
_CONTROLS: Final = word_set(
    """button checkbox radio switch tab textbox searchbox combobox spinbutton slider menuitem menuitemcheckbox
    menuitemradio option link listbox treeitem listitem"""
)


def stateless(statement: str, view: View) -> str:
    """Catches "is switched on" shown by the switch's being there."""
    bare = plain(statement)
    about = [
        sight
        for sight in view.positive
        if sight.places and all(place.element.role in _CONTROLS for place in sight.places)
    ]
    for meant in _SAID:
        found = meant.pattern.search(bare)
        if found is None or not about or _says(found[0], view):
            continue
        if "enabled" in meant.states and not any(
            "disabled" in place.element.states for sight in about for place in sight.places
        ):
            continue
        if "current" in meant.states and meant.states.isdisjoint(("on",)) and not _marks_current(view):
            continue
        wanted = _truths(meant.states)
        said = [_truth(sight) for sight in view.sights if sight.told.state]
        if not said and any(
            sight.told.op in ("value", "compare") or sight.told.relation
            for sight in about
            if sight.told.op != "count"
        ):
            continue
        if not any(each in wanted or (denied(statement) and _turned(each) in wanted) for each in said):
            return (
                f'the statement says "{found[0]}", and no predicate says that state: give the `state`, such as '
                f'"{meant.example}"'
            )
    return ""


def unchosen(statement: str, view: View) -> str:
    """Catches "the terms are accepted" shown by the box's being there."""
    if _BEING_THERE.search(plain(statement)):
        return ""
    for sight in view.positive:
        bare = sight.told.op == "exists" and not sight.told.state and sight.places
        if bare and all(place.element.role in _CHOICES for place in sight.places):
            if any(map(str.isdigit, sight.told.text)) or not words(sight.places[0].said):
                continue
            return (
                f"{sight.told.told} says only that there is such a {sight.places[0].element.role}: say by `state` whether it is checked or "
                "selected"
            )
    return ""


def _marks_current(view: View) -> bool:
    return any("current" in state.partition("=")[0] for each in view.page.elements for state in each.states)


def _truth(sight: Sight) -> tuple[str, bool]:
    """The state a predicate is about, and whether it says that something is in it."""
    key, wanted = state_of(sight.told.state) or (plain(sight.told.state), True)
    return key, wanted ^ (sight.told.op == "not_exists")


def _truths(words: frozenset[str]) -> set[tuple[str, bool]]:
    return {(state.key, wanted) for word in words for state, wanted in [STATES[word]]}


def _turned(truth: tuple[str, bool]) -> tuple[str, bool]:
    return truth[0], not truth[1]


def _says(phrase: str, view: View) -> bool:
    """Whether what is cited says the word itself, without being a control of that name."""
    wanted = stem(phrase.split()[-1])
    return any(
        wanted in content(place.said)
        for sight in view.positive
        for place in sight.places
        if place.element.role not in _CONTROLS
    )
