"""What a goal names and a run passed by: the row, the button, the field, the value, the last step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.evidence.changes import can_change
from pytest_webagent.evidence.likeness import likeness
from pytest_webagent.evidence.places import FIELDS, Place, cited, seen
from pytest_webagent.evidence.rows import POINTS_BESIDE, head, named
from pytest_webagent.evidence.unsent import LOOKING
from pytest_webagent.evidence.words import content, masked, plain, quoted, says, stem, stems, word_set, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.goals import Goal
    from pytest_webagent.evidence.story import Act, Story
    from pytest_webagent.observation import Observation

_CONTROLS: Final = word_set("button link menuitem")
_TOGGLES: Final = stems(
    """turn switch enable disable activate deactivate check tick uncheck untick subscribe unsubscribe select deselect allow"""
)
_SWITCHES: Final = word_set("checkbox switch menuitemcheckbox")
_ENDING: Final = stems(
    """book order buy purchase pay reserve register transfer submit confirm complete finish place rent"""
)
"""Deeds that are done only when the last step of several is."""
_LAST_STEP: Final = stems("""confirm complete finish finalize place submit pay next continue""") | _ENDING
_OF_DEEDS: Final = stems("""order booking purchase payment reservation registration transfer now step and""")
_ANOTHER: Final = stems("another again more new")
_TO_WHAT = re.compile(
    r"\b(?:to|named|called|as)\s+((?:[A-Z][\w'-]*|\d[\w.,-]*\w)(?:\s(?:[A-Z][\w'-]*|\d[\w.,-]*\w))+|\S+@\S+\.\w+)"
)
"""A value that a goal gives without quotes: several capitalised words, or an e-mail address."""
_LOOSELY = re.compile(r"\b(?:like|such as|e\.g\.|for example|something|any)\b")
_CONDITIONAL = re.compile(r"\b(?:if|unless|in case|otherwise|either|or|wenn|falls|oder)\b")
_UP_TO = re.compile(r"\b(?:without|before|until|up to|do not|don't|not|never|stop)\b")


class _Done(NamedTuple):
    """A call, and what it was done to."""

    act: Act
    place: Place


def passed_by(goal: Goal, held: Sequence[Finding], story: Story) -> list[str]:
    """What a goal names, the page had, and the run neither acted on nor cites."""
    if _CONDITIONAL.search(plain(masked(goal.text))):
        return []
    done = list(_done(story))
    changing = [each for each in done if can_change(each.act, goal, story)]
    scope = _without_typed(goal.doing, story)
    found = [
        _other_row(scope, changing, done, held, story),
        untouched(goal, story),
        _other_button(goal, changing, story),
        _other_of_its_kind(scope, changing, done, held, story),
        _other_field(goal, scope, done, held, story),
        _unused(goal, done, held, story),
        _last_step(goal, done, story),
    ]
    return [each for each in found if each]


def _done(story: Story) -> Iterator[_Done]:
    for act in story.acts:
        page = story.page(act.step)
        if act.kind == "action" and act.tool not in LOOKING and act.element is not None and page is not None:
            number = act.element.id
            found = page.find(number) if number is not None else None
            if found is not None:
                yield _Done(act, Place(page, page.index_of(found)))


def _without_typed(text: str, story: Story) -> str:
    """A goal without what was to be typed: what is written in a message names nothing on the page."""
    for act in story.acts:
        typed = str(act.arguments.get("text") or "") if act.tool == "type" else ""
        if len(typed) > 1:
            text = re.sub(re.escape(typed), " ", text, flags=re.IGNORECASE)
    return text


def _spoken_of(story: Story, done: Sequence[_Done], held: Sequence[Finding]) -> list[str]:
    """What was acted on, typed, chosen and cited."""
    texts = [str(value) for act in story.acts for value in act.arguments.values()]
    for each in done:
        item = each.place.item()
        texts += [each.place.said, each.place.element.name, item.said if item is not None else ""]
    for finding in held:
        derivation = finding.derivation
        texts += [finding.text, derivation.text, derivation.to, *finding.parts]
        for place in cited(finding, story):
            item = place.item()
            texts += [place.said, place.element.name, item.said if item is not None else ""]
    return [text for text in texts if text]


def _other_row(
    scope: str, changing: Sequence[_Done], done: Sequence[_Done], held: Sequence[Finding], story: Story
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
            spoken = _spoken_of(story, done, held) if spoken is None else spoken
            if not any(says(text, theirs) for text in spoken):
                return (
                    f'the goal speaks of "{theirs}", but what was done was done in the {item.element.role} "{_short(item.said)}" '
                    f'and nothing in that of "{theirs}". Do it there, and cite what shows it there'
                )
    return ""


def untouched(goal: Goal, story: Story) -> str:
    """Catches a named row whose button does just what the goal asks, and nobody touched it."""
    done = list(_done(story))
    scope = _without_typed(goal.doing, story)
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
                    f'the {item.element.role} "{_short(item.said)}" has the {place.element.role} "{place.element.name}", which was '
                    "never pressed: press it, and cite what the page says then"
                )
    return ""


def _pressed(done: Sequence[_Done], story: Story) -> frozenset[str]:
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


def _other_button(goal: Goal, changing: Sequence[_Done], story: Story) -> str:
    """Catches a press of "Cancel" where the "Ship" beside it is what the goal asks."""
    presses = [each for each in changing if each.place.element.role in _CONTROLS]
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
    scope: str, changing: Sequence[_Done], done: Sequence[_Done], held: Sequence[Finding], story: Story
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
            if not (alike and wanted and mine - theirs and wanted <= asked) or (mine - theirs) & asked:
                continue
            spoken = _spoken_of(story, done, held)
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


def _other_field(goal: Goal, scope: str, done: Sequence[_Done], held: Sequence[Finding], story: Story) -> str:
    """Catches a form that was sent without the field being filled in, or the box ticked, that the goal names."""
    if not done:
        return ""
    touched = {(each.place.element.role, each.place.element.name) for each in done}
    cites = [place for finding in held for place in cited(finding, story)]
    touched |= {(place.element.role, place.element.name) for place in cites}
    items = [item.said for each in done if (item := each.place.item()) is not None]
    for page in {id(each.place.page): each.place.page for each in done}.values():
        for place in seen(page):
            element = place.element
            if (element.role, element.name) in touched or not _field_named(place, goal, scope):
                continue
            item = place.item()
            if (item is not None and item.said in items) or (
                element.value and says(goal.text, element.value)
            ):
                continue
            return (
                f'the goal speaks of the {element.role} "{element.name}", and nothing was done to it. Do what the goal asks, and cite '
                "what shows it"
            )
    return ""


def _field_named(place: Place, goal: Goal, scope: str) -> bool:
    """Whether a goal wants something done to a field or a box."""
    role, name = place.element.role, plain(place.element.name)
    if not content(name) or not says(scope, name):
        return False
    if role in _SWITCHES:
        return bool(goal.verbs & _TOGGLES)
    verb = rf"\b(?:change|set|update|edit|replace|correct|fill in|enter)\s+(?:the|my|your|its|his|her)?\s*{re.escape(name)}\b"
    return role in FIELDS and role != "searchbox" and re.search(verb, plain(scope)) is not None


def _unused(goal: Goal, done: Sequence[_Done], held: Sequence[Finding], story: Story) -> str:
    """Catches a value of the goal that was never typed or chosen, and that no page shows."""
    if not goal.changes or _LOOSELY.search(plain(masked(goal.doing))):
        return ""
    given = [*quoted(goal.doing), *(found[1] for found in _TO_WHAT.finditer(masked(goal.doing)))]
    wanted = [each.strip(" .,;") for each in given if content(each)]
    if not wanted:
        return ""
    texts = _spoken_of(story, done, held)
    for page in (*story.pages, story.now):
        texts += [page.dialog or "", page.title, page.url, *page.notes]
        for element in page.elements:
            texts += [element.name, element.text, element.value or "", *element.options, element.placeholder]
    known = [text for text in dict.fromkeys(texts) if text]
    for each in wanted:
        if not any(says(text, each) or likeness(each, text).same for text in known):
            return (
                f'the goal says "{each}", but it was neither typed nor chosen, and no page shows it. Use what the goal says, letter '
                "by letter, and cite what shows it"
            )
    return ""


def _last_step(goal: Goal, done: Sequence[_Done], story: Story) -> str:
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
        if (
            place.element.role != "button"
            or not said
            or said[0] not in _LAST_STEP
            or (said[0] in ("next", stem("continue")) and not fields)
            or set(said) & _ANOTHER
            or not content(name) <= known
            or "disabled" in place.element.states
            or name in pressed | first
        ):
            continue
        return f'the page waits for "{name}" to be pressed, so it is not done yet: go on to the end, and cite what the page says then'
    return ""


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 80 else f"{flat[:77]}..."
