"""What a goal names and a run passed by: the row, the button, the last step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.judging.changes import can_change
from pytest_webagent.evidence.judging.given import other_field, other_option, too_few, unused
from pytest_webagent.evidence.judging.places import Place, seen
from pytest_webagent.evidence.judging.rows import POINTS_BESIDE, head, named
from pytest_webagent.evidence.judging.traces import Done, done_to, short, spoken_of, without_typed
from pytest_webagent.evidence.judging.words import content, masked, plain, says, stem, stems, word_set, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.goals import Goal
    from pytest_webagent.evidence.judging.story import Story
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
_ANOTHER: Final = stems("another again more new noch weitere neu neue autre nuevo otra")
_CANCELS: Final = word_set("cancel abort discard abbrechen annuler cancelar annulla annuleren anuluj")
_CONDITIONAL = re.compile(r"\b(?:if|unless|in case|otherwise|either|or|wenn|falls|oder)\b")
_UP_TO = re.compile(r"\b(?:without|before|until|up to|do not|don't|not|never|stop)\b")


def passed_by(goal: Goal, held: Sequence[Finding], story: Story) -> list[str]:
    """What a goal names, the page had, and the run neither acted on nor cites."""
    if _CONDITIONAL.search(plain(masked(goal.text))):
        return []
    done = list(done_to(story))
    changing = [each for each in done if can_change(each.act, goal, story)]
    scope = without_typed(goal.doing, story)
    found = [
        _other_row(scope, changing, done, held, story),
        _untouched(goal, story),
        _other_button(goal, changing, story),
        _other_of_its_kind(scope, changing, done, held, story),
        other_field(goal, scope, done, held, story),
        unused(goal, done, held, story),
        other_option(scope, done, held, story),
        _last_step(goal, done, story),
        too_few(goal, changing, held, story),
        _called_off(goal, changing),
    ]
    return [each for each in found if each]


def _other_row(
    scope: str, changing: Sequence[Done], done: Sequence[Done], held: Sequence[Finding], story: Story
) -> str:
    """Catches what was done in another row than the goal names, and in one of two that it names."""
    if POINTS_BESIDE.search(plain(scope)):
        return ""
    spoken: list[str] | None = None
    for _, place in changing:
        item = place.item()
        if item is None:
            continue
        own = named(item, scope)
        for sibling in item.siblings():
            theirs = head(sibling)
            if not theirs or not says(scope, theirs) or theirs in item.phrases():
                continue
            if own and own[0] != head(item):
                continue
            spoken = spoken_of(story, done, held) if spoken is None else spoken
            if not any(says(text, theirs) for text in spoken):
                return (
                    f'the goal speaks of "{theirs}", but what was done was done in the {item.element.role} "{short(item.said)}" '
                    f'and nothing in that of "{theirs}". Do it there, and cite what shows it there'
                )
    return ""


def untried(goal: Goal, story: Story) -> list[str]:
    """What the page offers for what the goal asks, and nobody pressed."""
    changing = [each for each in done_to(story) if can_change(each.act, goal, story)]
    return [each for each in (_untouched(goal, story), _other_button(goal, changing, story)) if each]


def _untouched(goal: Goal, story: Story) -> str:
    """Catches a named row whose button does just what the goal asks, and nobody touched it."""
    done = list(done_to(story))
    scope = without_typed(goal.doing, story)
    verbs = goal.verbs - _pressed(done, story)
    if not verbs or POINTS_BESIDE.search(plain(scope)) or any(act.tool == "goto_url" for act in story.acts):
        return ""
    touched = [item.said for each in done if (item := each.place.item()) is not None]
    for page in story.pages:
        for place in _doing_it(page, verbs):
            item = place.item()
            name = head(item) if item is not None else ""
            if item is None or not name or not says(scope, name) or place.element.states.count("disabled"):
                continue
            if not any(says(text, name) for text in touched):
                return (
                    f'the {item.element.role} "{short(item.said)}" has the {place.element.role} "{place.element.name}", which was '
                    "never pressed: press it, and cite what the page says then"
                )
    return ""


def _pressed(done: Sequence[Done], story: Story) -> frozenset[str]:
    """The words on what was pressed; all verbs count as pressed where a key or a drag may have done them."""
    return frozenset(
        stem(word) for each in done for word in words(f"{each.place.element.name} {each.place.said}")
    )


def _doing_it(page: Observation, verbs: frozenset[str]) -> Iterator[Place]:
    """The controls of a page whose names begin with one of the verbs."""
    for place in seen(page):
        element = place.element
        if element.role in _CONTROLS and stem(next(iter(words(element.name)), "")) in verbs:
            yield place


def _other_button(goal: Goal, changing: Sequence[Done], story: Story) -> str:
    """Catches a press of "Cancel" where the "Ship" beside it is what the goal asks."""
    presses = [each for each in changing if each.place.element.role in _PRESSED]
    if not presses or any(
        act.tool in ("press_key", "drag") or act.arguments.get("submit") for act in story.acts
    ):
        return ""
    verbs = goal.verbs - _pressed(changing, story)
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


def _other_of_its_kind(
    scope: str, changing: Sequence[Done], done: Sequence[Done], held: Sequence[Finding], story: Story
) -> str:
    """Catches a press of "Choose Garden room" where the goal speaks of the sea room, and there is "Choose Sea room"."""
    asked = content(scope)
    if POINTS_BESIDE.search(plain(scope)):
        return ""
    for _, place in changing:
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
            spoken = spoken_of(story, done, held)
            if not any(wanted <= content(text) for text in spoken):
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


def _called_off(goal: Goal, changing: Sequence[Done]) -> str:
    """Catches "deleted" where the last thing pressed was "Cancel"."""
    name = changing[-1].place.element.name if changing else ""
    if not name or goal.calls_off or "cancel" in goal.verbs or plain(name) not in _CANCELS:
        return ""
    return f'the last thing pressed was "{name}", which calls off what was begun: do it, and cite what the page says then'


def _last_step(goal: Goal, done: Sequence[Done], story: Story) -> str:
    """Catches "booked" on the page that waits for the booking to be confirmed."""
    if not goal.deeds & _ENDING or goal.calls_off or _UP_TO.search(plain(goal.text)):
        return ""
    pressed = {each.place.element.name for each in done}
    first = {place.element.name for page in story.pages[:1] for place in seen(page)}
    known = content(goal.text) | _OF_DEEDS | _LAST_STEP
    fields = any(place.element.role == "textbox" for place in seen(story.now))
    for place in seen(story.now):
        name = place.element.name
        said = [stem(word) for word in words(name)]
        abroad = bool(_LAST_ABROAD & set(said)) and story.now.language[:2] not in ("", "en")
        if (
            place.element.role != "button"
            or not said
            or (said[0] not in _LAST_STEP and not abroad)
            or (said[0] in ("next", stem("continue")) and not fields)
            or set(said) & _ANOTHER
            or not (abroad or content(name) <= known)
            or "disabled" in place.element.states
            or name in pressed | first
        ):
            continue
        return f'the page waits for "{name}" to be pressed, so it is not done yet: go on to the end, and cite what the page says then'
    return ""
