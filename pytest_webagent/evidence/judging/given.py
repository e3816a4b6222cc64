"""Fields, options and values that a goal gives, and a run passed by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.judging.claims import NUMBERS
from pytest_webagent.evidence.judging.places import FIELDS, Place, cited, seen
from pytest_webagent.evidence.judging.traces import Done, spoken_of, used
from pytest_webagent.evidence.judging.words import content, masked, plain, quoted, says, stems, word_set
from pytest_webagent.evidence.values.days import days
from pytest_webagent.evidence.values.likeness import likeness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.goals import Goal
    from pytest_webagent.evidence.judging.story import Story

_TOGGLES: Final = stems(
    """turn switch enable disable activate deactivate check tick uncheck untick subscribe unsubscribe select deselect allow"""
)
_SWITCHES: Final = word_set("checkbox switch menuitemcheckbox")
_TO_WHAT = re.compile(
    r"\b(?:to|named|called|as|for)\s+((?:[A-Z][\w'-]*|\d[\w.,-]*\w)(?:\s(?:[A-Z][\w'-]*|\d[\w.,-]*\w))+|\S+@\S+\.\w+)"
)
"""A value that a goal gives without quotes: several capitalised words, or an e-mail address."""
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_TIME = re.compile(r"\b\d{1,2}:\d{2}\b")
_QUANTITY = re.compile(
    rf"\b(?:add|buy|order|purchase|put|book|reserve)\s+(\d{{1,2}}|{'|'.join(NUMBERS)})\s+(?!per\b|percent|%)\w"
)
_LOOSELY = re.compile(r"\b(?:like|such as|e\.g\.|for example|something|any)\b")


def other_field(goal: Goal, scope: str, done: Sequence[Done], held: Sequence[Finding], story: Story) -> str:
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


def unused(goal: Goal, done: Sequence[Done], held: Sequence[Finding], story: Story) -> str:
    """Catches a value of the goal that was never typed or chosen, and that no page shows."""
    if not goal.changes or _LOOSELY.search(plain(masked(goal.doing))):
        return ""
    given = [*quoted(goal.doing), *(found[1] for found in _TO_WHAT.finditer(masked(goal.doing)))]
    wanted = [each.strip(" .,;") for each in given if content(each)]
    wanted += _of_a_kind_typed(goal, story)
    if not wanted:
        return ""
    texts = spoken_of(story, done, held)
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


def other_option(scope: str, done: Sequence[Done], held: Sequence[Finding], story: Story) -> str:
    """Catches a form sent with another option than the goal names: "as Editor" with "Viewer" chosen."""
    typed = [each for each in done if each.act.tool == "type" and each.place.element.role != "searchbox"]
    presses = [each for each in done if each.place.element.role == "button"]
    if not typed or not presses or presses[-1].act.step < typed[0].act.step:
        return ""
    told = [finding.text for finding in held]
    pages = (*story.pages, story.now)
    for place in seen(presses[-1].place.page):
        element = place.element
        for option in element.options:
            if (
                not content(option)
                or len(option) < 3
                or not says(scope, option)
                or says(scope, element.value or "")
            ):
                continue
            was = any(
                each.value == option
                for page in pages
                for each in page.elements
                if (each.role, each.name) == (element.role, element.name)
            )
            # Chosen and sent in one reply, it stands on no page.
            chose = any(
                says(str(act.arguments.get("text", "")), option)
                for act in story.acts
                if act.tool == "selection"
            )
            if not was and not chose and not any(says(text, option) for text in told):
                return (
                    f'the goal says "{option}", and the {element.role} "{element.name}" was left at "{element.value}": choose it, '
                    "and cite what shows it"
                )
    return ""


def _of_a_kind_typed(goal: Goal, story: Story) -> list[str]:
    """The days, times and addresses of a goal, where the run typed one of the kind."""
    text = masked(goal.doing)
    typed = [str(act.arguments.get("text") or "") for act in story.acts if act.tool == "type"]
    wanted = [day.text for day in days(_TIME.sub(" ", text))] if any(days(each) for each in typed) else []
    for kind in (_MAIL, _TIME):
        if any(kind.search(each) for each in typed):
            wanted += [found[0] for found in kind.finditer(text)]
    return wanted


def too_few(goal: Goal, changing: Sequence[Done], held: Sequence[Finding], story: Story) -> str:
    """Catches one press where the goal wants two of something."""
    found = _QUANTITY.search(plain(masked(goal.doing)))
    if found is None:
        return ""
    number = NUMBERS[found[1]] if found[1] in NUMBERS else int(found[1])
    texts = used(story)
    texts += [finding.text for finding in held]
    texts += [element.value or "" for element in story.now.elements]
    said = any(says(text, str(number)) or says(text, found[1]) for text in texts)
    if number < 2 or said or len(changing) >= number:
        return ""
    return (
        f"the goal wants {found[1]}, but it was done {len(changing)} times, and neither what was typed nor the evidence says "
        f"{number}. Cite what shows how many there are"
    )
