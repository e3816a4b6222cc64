"""What a goal names and a run passed by: the row, the button, the last step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.judging.rows import POINTS_BESIDE, head
from pytest_webagent.evidence.judging.unsent import CALLS_OFF
from pytest_webagent.language.words import content, says, stem, stems, words
from pytest_webagent.page.places import Place, seen
from pytest_webagent.values.plain_text import plain, quoted, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.evidence.judging.acts import Done
    from pytest_webagent.evidence.judging.case import Case
    from pytest_webagent.observation import Observation

_CONTROLS: Final = word_set("button link menuitem")
_PRESSED: Final = word_set("button menuitem checkbox switch")
_ENDING: Final = stems(
    """book order buy purchase pay reserve register transfer submit confirm complete finish place rent"""
)
"""Deeds that are done only when the last step of several is."""
_LAST_STEP: Final = stems("""confirm complete finish finalize place submit pay next continue""") | _ENDING
_LAST_ABROAD: Final = stems("""bestellen kaufen buchen bezahlen bestätigen abschließen absenden reservieren commander payer
    confirmer valider réserver acheter comprar pagar confirmar reservar pedir acquista paga conferma prenota bestel betaal
    bevestig""")
_OF_DEEDS: Final = stems("""order booking purchase payment reservation registration transfer now step and""")
ANOTHER: Final = stems("another again more new noch weitere neu neue autre nuevo otra")
_GOES_ON: Final = stems("next continue")
_ENDED = re.compile(
    r"\b(?:thanks?|confirmed|placed|booked|reserved|received|paid|sent|completed|success\w*|danke?|bestätigt|erfolgreich"
    r"|eingegangen|merci|gracias|grazie|bedankt)\b"
)
"""What a page says once the last step is done."""
_UP_TO = re.compile(r"\b(?:without|before|until|up to|do not|don't|not|never|stop)\b")


def untouched(case: Case) -> str:
    """Catches a named row whose button does just what the goal asks, and nobody touched it."""
    scope = case.scope
    verbs = case.goal.verbs - _pressed(case.done)
    if POINTS_BESIDE.search(plain(scope)) or any(act.tool == "goto_url" for act in case.story.acts):
        return ""
    touched = [each.around for each in case.done]
    for page in case.story.pages:
        for place in _doing_it(page, verbs):
            item = place.item()
            name = head(item) if item is not None else ""
            if item is None or not name or not says(scope, name) or "disabled" in place.element.states:
                continue
            if not any(says(text, name) for text in touched):
                return (
                    f'the {item.element.role} {quoted(item.said)} has the {place.element.role} "{place.element.name}", which was '
                    "never pressed: press it, and cite what the page says then"
                )
    return ""


def _pressed(done: Sequence[Done]) -> frozenset[str]:
    """The words on what was pressed."""
    return frozenset(
        stem(word) for each in done for word in words(f"{each.place.element.name} {each.place.said}")
    )


def _doing_it(page: Observation, verbs: frozenset[str]) -> Iterator[Place]:
    """The controls of a page whose names begin with one of the verbs."""
    for place in seen(page):
        element = place.element
        if element.role in _CONTROLS and stem(next(iter(words(element.name)), "")) in verbs:
            yield place


def other_button(case: Case) -> str:
    """Catches a press of "Cancel" where the "Ship" beside it is what the goal asks."""
    presses = [each for each in case.doing if each.place.element.role in _PRESSED]
    # A key or a drag may have done anything.
    if any(act.tool in ("press_key", "drag") or act.arguments.get("submit") for act in case.story.acts):
        return ""
    verbs = case.goal.verbs - _pressed(case.doing)
    groups = [_group(each.place) for each in presses]
    if any(group.page is not groups[0].page and group.said != groups[0].said for group in groups):
        return ""
    for each, group in zip(presses, groups, strict=True):
        inside = set(group.page.descendants(group.at))
        for place in _doing_it(group.page, verbs):
            if place.at in inside and "disabled" not in place.element.states:
                return (
                    f'"{each.place.element.name}" was pressed, and the "{place.element.name}" beside it, which is what the goal '
                    "asks for, was not: press it, and cite what the page says then"
                )
    return ""


def other_of_its_kind(case: Case) -> str:
    """Catches a press of "Choose Garden room" where the goal speaks of the sea room, and there is "Choose Sea room"."""
    scope, asked = case.scope, content(case.scope)
    if POINTS_BESIDE.search(plain(scope)):
        return ""
    for _, place in case.doing:
        own, mine = place.element, content(place.element.name)
        for other in seen(place.page) if own.role in _CONTROLS else ():
            theirs = content(other.element.name)
            alike = other.element.role == own.role and words(other.element.name)[:1] == words(own.name)[:1]
            wanted = theirs - mine
            longer = says(scope, " ".join(words(other.element.name)[1:]))
            if (
                not (alike and wanted and (longer or mine - theirs) and wanted <= asked)
                or (mine - theirs) & asked
            ):
                continue
            if not any(wanted <= content(text) for text in case.spoken):
                return (
                    f'"{own.name}" was pressed, and the goal speaks of what "{other.element.name}" is for: press that, and cite what '
                    "the page says then"
                )
    return ""


def _group(place: Place) -> Place:
    """The row or card something stands in, or else what it stands in together with others."""
    item = place.item()
    parent = place.element.parent
    return item or (Place(place.page, parent) if parent is not None else place)


def called_off(case: Case) -> str:
    """Catches "deleted" where the last thing pressed was "Cancel"."""
    goal, name = case.goal, case.doing[-1].place.element.name if case.doing else ""
    if (
        case.story.acts
        and case.story.acts[-1].tool == "dismiss_dialog"
        and not goal.calls_off
        and "cancel" not in goal.verbs
    ):
        return "the last thing done was to dismiss the dialog, which calls off what was begun: do it, and accept what the page asks"
    if not name or goal.calls_off or "cancel" in goal.verbs or stem(plain(name)) not in CALLS_OFF:
        return ""
    return f'the last thing pressed was "{name}", which calls off what was begun: do it, and cite what the page says then'


def last_step(case: Case) -> str:
    """Catches "booked" on the page that waits for the booking to be confirmed."""
    goal, now = case.goal, case.now
    if not goal.deeds & _ENDING or goal.calls_off or _UP_TO.search(plain(goal.text)):
        return ""
    # Below "Thank you for your order" stands a form for something else.
    if any(_ENDED.search(plain(finding.text or finding.derivation.text)) for finding in case.held):
        return ""
    known = content(goal.text) | _OF_DEEDS | _LAST_STEP
    seen_before = case.pressed | {place.element.name for page in case.pages[:1] for place in seen(page)}
    fields = any(place.element.role == "textbox" for place in seen(now))
    for place in seen(now):
        name, said = place.element.name, [stem(word) for word in words(place.element.name)]
        if place.element.role != "button" or "disabled" in place.element.states or name in seen_before:
            continue
        if not said or set(said) & ANOTHER or (said[0] in _GOES_ON and not fields):
            continue
        abroad = bool(_LAST_ABROAD & set(said)) and now.language[:2] not in ("", "en")
        if abroad or (said[0] in _LAST_STEP and content(name) <= known):
            return f'the page waits for "{name}" to be pressed, so it is not done yet: go on to the end, and cite what the page says then'
    return ""
