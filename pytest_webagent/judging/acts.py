"""What a run did: which of its calls can have changed something, on what of its pages, and what it has spoken of."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.judging.cited import cited
from pytest_webagent.language.lexicon import DEEDS
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.words import content, says, stem, stems, words
from pytest_webagent.page.places import CHOICES, Place, place_of
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.goals import Goal
    from pytest_webagent.judging.story import Act, Story
    from pytest_webagent.observation import Element

LOOKING: Final = word_set(
    """goto_url go_back refresh open_tab switch_tab close_tab scroll scroll_to_text hover wait dismiss_dialog stop"""
)
"""Tools that go and look."""
FILLING: Final = frozenset(("type", "clear", "selection", "check", "uncheck", "upload_file"))
"""Tools that fill in a form."""
SEARCHING: Final = stems(
    """search find filter sort suche suchen filtern sortieren recherche rechercher buscar cerca cercare zoeken szukaj"""
)
"""Verbs of looking for something, and of what shows a part of a list."""
IN_PASSING: Final = SEARCHING | stems(
    """show view see preview open close hide expand collapse browse back load refresh reload menu more all results details
    reset cookie cookies accept agree allow reject decline necessary only got it dismiss essential consent settings x
    akzeptieren zustimmen ablehnen alle notwendige schließen mehr anzeigen accepter refuser tout fermer aceptar rechazar
    todo cerrar accetta rifiuta tutto chiudi"""
)
"""Words on buttons that are pressed in passing: for looking, or to get a banner out of the way."""

_CALLING: Final = r"\b(?:use|call|run|invoke|execute)\s+(?:(?:the|a)\s+)?"
_FORBIDDEN: Final = re.compile(r"\b(?:not|never|without|avoid|n't)\s+(?:to\s+|ever\s+)?$", re.IGNORECASE)
_ARGUMENT: Final = re.compile(
    r"(?:[\s,()]|\b(?:with|where|and|its|the|arguments?|parameters?)\b(?!\s*[=:]))*([^\W\d]\w*)\s*[=:]?\s*"
)


class Done(NamedTuple):
    """A call, and what it was done to."""

    act: Act
    place: Place

    @property
    def around(self) -> str:
        """What the row or card says that it was done in; empty where it was done in none."""
        item = self.place.item()
        return item.said if item is not None else ""


def wanted(goal: Goal, story: Story) -> bool:
    """Whether a goal changes something: by its words, or where these do not tell, by what was done for it."""
    if goal.changes is not None:
        return goal.changes
    acted = [act for act in story.acts if act.kind == "action"]
    return (goal.orders and not goal.asks and not acted) or any(
        act.tool not in LOOKING and (act.element is None or act.element.role != "link") for act in acted
    )


def filled(goal: Goal, held: Iterable[Finding], story: Story) -> bool:
    """Whether a field is shown to be as a goal of filling in wants it; it may have been so from the beginning."""
    for finding in held if goal.fills_only else ():
        derivation = finding.derivation
        right = says(goal.text, finding.text) if derivation.op == "value" else bool(derivation.state)
        if right and derivation.step is None:
            for place in cited(finding, story):
                known = content(place.element.name) & content(goal.text)
                if place.element.role in FIELDS | CHOICES and (known or derivation.op == "value"):
                    return True
    return False


def can_change(act: Act, goal: Goal, story: Story) -> bool:
    """Whether a call can have changed something: not by merely looking, nor by following a plain link."""
    if act.kind != "action" or act.tool in LOOKING:
        return False
    element = act.element
    if act.tool == "press_key":
        # Enter in a field is pressed where something was typed.
        element = _typed_into(act, story) or element
    if element is not None and goal.deeds and _in_passing(element, goal):
        return False
    if act.tool != "click" or act.element is None or act.element.role != "link":
        return True
    name = words(act.element.name or act.element.text or act.element.description)
    address = act.element.url
    if not name or address in ("", "#") or address.startswith(("javascript:", "#")):
        return True
    path = address.rpartition("//")[2].partition("/")[2]
    named = {stem(word) for word in (*name, *words(path.replace("_", " ")))}
    page = story.page(act.step)
    foreign = page is not None and page.language[:2].lower() not in ("", "en")
    if goal.fills_only and content(" ".join(name)) & content(goal.text):
        # What is chosen or ticked may be a link.
        return True
    return foreign or name[0] in DEEDS or bool(named & goal.deeds)


def _typed_into(act: Act, story: Story) -> Element | None:
    """The field that was typed into right before a call."""
    before: Element | None = None
    for each in story.acts:
        if each is act:
            break
        before = each.element if each.tool == "type" else None
    return before


def _in_passing(element: Element, goal: Goal) -> bool:
    """Whether what was acted on is there for searching, or is pressed in passing."""
    name = stems(" ".join(words(element.name or element.placeholder)))
    if element.role in FIELDS:
        return element.role == "searchbox" or bool(name & SEARCHING)
    # To search is to look, also where the goal says so: it has another deed besides.
    wanted_by_goal = (goal.deeds | content(masked(goal.text))) - SEARCHING
    return bool(name) and name <= IN_PASSING and not name & wanted_by_goal


def done_to(story: Story) -> Iterator[Done]:
    """The calls of a run that were done to an element."""
    for act in story.acts:
        page = story.page(act.step)
        if act.kind == "action" and act.tool not in LOOKING and act.element is not None and page is not None:
            place = place_of(page, act.element.id)
            if place is not None:
                yield Done(act, place)


def typed(story: Story) -> list[str]:
    """What was typed."""
    return [
        text for act in story.acts if act.tool == "type" and (text := str(act.arguments.get("text") or ""))
    ]


def with_typed_quoted(text: str, story: Story) -> str:
    """A goal in which what was typed is quoted: "Title: Check mobile menu" asks for nothing to be checked."""
    for each in typed(story):
        if len(each.split()) > 1 and '"' not in each:
            text = re.sub(rf"(?<![\w'\"]){re.escape(each)}(?![\w'\"])", lambda found: f'"{found[0]}"', text)
    return text


def without_calls(text: str, story: Story) -> str:
    """A goal without the calls of tools that it spells out and that were made just so: what is left has to be shown."""
    for act in story.acts:
        name = re.escape(act.tool)
        marked = rf"{name}\b(?:\s+tool\b)?" if "_" in act.tool else rf"(?:tool\s+{name}\b|{name}\s+tool\b)"
        found = re.search(rf"{_CALLING}(?:tool\s+)?{marked}", text, re.IGNORECASE)
        if found and (
            _FORBIDDEN.search(text[: found.start()]) or re.match(r"[\s,]*and\b", text[found.end() :])
        ):
            # "Do not use it"; "use it and delete that".
            continue
        end, left = (found.end() if found else 0), dict(act.arguments)
        while found and (argument := _argument(text, end, left)) is not None:
            end = argument
        text = f"{text[: found.start()]} {text[end:]}" if found else text
    return text


def _argument(text: str, at: int, left: dict[str, Any]) -> int | None:
    """Where an argument ends that a goal says at a place, with the value that it was called with; it is then left no more."""
    named = _ARGUMENT.match(text, at)
    if named is None or named[1] not in left:
        return None
    value = left.pop(named[1])
    if isinstance(value, str):
        said = re.compile(rf"(['\"`“‘]?){re.escape(value)}(?(1)['\"`”’]?)(?!\w)").match(text, named.end())
        return None if said is None else said.end()
    try:
        found, length = json.JSONDecoder().raw_decode(text[named.end() :])
    except ValueError:
        return None
    return named.end() + length if found == value else None


def used(story: Story) -> list[str]:
    """What was typed, chosen and pressed. How the model describes what it did proves nothing."""
    return [
        str(value)
        for act in story.acts
        for name, value in act.arguments.items()
        if name in ("text", "path", "key")
    ]


def without_typed(text: str, story: Story) -> str:
    """A goal without what was to be typed: what is written in a message names nothing on the page."""
    for each in typed(story):
        if len(each) > 1:
            text = re.sub(re.escape(each), " ", text, flags=re.IGNORECASE)
    return text


def spoken_of(story: Story, done: Sequence[Done], held: Sequence[Finding]) -> list[str]:
    """What was acted on, typed, chosen and cited."""
    texts = used(story)
    places = [each.place for each in done]
    for finding in held:
        derivation = finding.derivation
        texts += [finding.text, derivation.text, derivation.to, *finding.parts]
        places += cited(finding, story)
    for place in places:
        item = place.item()
        texts += [place.said, place.element.name, item.said if item is not None else ""]
    return [text for text in texts if text]
