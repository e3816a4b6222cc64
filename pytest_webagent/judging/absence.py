"""What is not there proves something only where it would be: on the page that was meant, and loaded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from pytest_webagent.aria_roles import FIELDS, ITEMS
from pytest_webagent.language.words import content, says, stems
from pytest_webagent.page.places import MENUS, Place, in_menu, place_of, seen
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.goals import Goal
    from pytest_webagent.observation import Observation

_ANSWERED = re.compile(r"request: GET (\S+) was answered [45]\d\d")
_PARTS: Final = word_set("""heading main region form search complementary article list table grid treegrid tree feed tabpanel
    dialog alertdialog group listbox caption""")
"""Roles of what gives a page or a part of it its name."""
_CHOSEN: Final = frozenset(("selected", "current", "expanded", "pressed"))
_CONTROLS: Final = FIELDS | word_set("button link checkbox radio switch tab menuitem")
_LISTS: Final = stems("list table grid result results")
_GENERIC: Final = _LISTS | stems(
    "page tab section screen view area form panel dialog menu header footer sidebar navigation link button site website app"
)
NONE_LISTED = re.compile(r"\b(?:0|no|none|nothing|empty)\b")
"""A text that says that there is nothing."""
_ENDS = r"(?=\s+(?:and|then|in|of|from|with|by|for|on|at|to|now|still|any ?more|after|again)\b|[,.;:?!]|$)"
_NAME = r"(?P<name>'[^']+'|\"[^\"]+\"|[^,.;:?!'\"]+?)"
_GOES_TO = re.compile(
    r"\b(?:open|visit|(?:go|navigate)(?: back)? to)\s+(?:the |a |an |my |your |its )?" + _NAME + _ENDS
)
_STANDS_IN = re.compile(r"\b(?:in|on|at|among)\s+(?:the|my|your|this)\s+" + _NAME + _ENDS)


def proves_nothing(finding: Finding, case: Case) -> str:
    """Why it proves nothing that something is not there; empty where it may, or something else is said."""
    derivation, page = finding.derivation, case.page(finding)
    if derivation.op != "not_exists" or derivation.elements or page is None:
        return ""
    failed = _failed(page, case)
    if failed:
        return f'that something is not there proves nothing where the page itself failed ("{failed}"): cite that note, or what the page says'
    return _instead(finding, case.goal, page) or _elsewhere(finding, page, case)


def _failed(page: Observation, case: Case) -> str:
    """The note that the address of a page was answered with an error, when it was last loaded."""
    at = next(at for at, each in enumerate(case.pages) if each is page)
    for earlier in reversed(case.pages[: at + 1]):
        if (earlier.url, earlier.title) != (page.url, page.title):
            break
        for note in earlier.notes:
            found = _ANSWERED.search(note)
            if found and found[1].partition("#")[0] == page.url.partition("#")[0]:
                return note
    return ""


def _instead(finding: Finding, goal: Goal, page: Observation) -> str:
    """Catches "no such button" where a link has that very name, or a text says just that."""
    role, text = plain(finding.derivation.role), plain(finding.derivation.text)
    # Who is asked for a button answers with whether there is a button.
    if role not in _CONTROLS or not text or says(goal.text, role):
        return ""
    for place in _within(finding, page):
        element = place.element
        # To be done, something must be there to act on; a question is about what is said as well.
        if goal.asks != "truth" and not (element.clickable or element.role in _CONTROLS):
            continue
        if element.role != role and text in (plain(element.name), plain(place.said)):
            return (
                f'the {element.role} "{place.said}" is there in the place of a {role} of that name: look for the text alone, whatever '
                "its role, or act on what is there"
            )
    return ""


def _within(finding: Finding, page: Observation) -> Iterator[Place]:
    derivation = finding.derivation
    around = place_of(page, derivation.within)
    inside = None if around is None else {place.at for place in around.below()}
    for place in seen(page):
        if inside is None or place.at in inside:
            yield place


def _elsewhere(finding: Finding, page: Observation, case: Case) -> str:
    """Catches "it is not in the cart" on a page, or in a part of one, that is not the cart."""
    around = place_of(page, finding.derivation.within)
    aside = around.within(MENUS) if around is not None else None
    if around is not None and aside is not None:
        role, name = aside.element.role, around.element.name
        if not says(case.goal.text, role) and not says(case.goal.text, name or role):
            return (
                f'it was only looked for in the {around.element.role} "{name}", of which the goal does not speak: look for it where the '
                "goal says, or on the whole page"
            )
    if page.language[:2].lower() not in ("", "en"):
        return ""
    looked_for = content(finding.derivation.text)
    for name in _places(case.goal):
        named = content(name)
        if not named or named & looked_for:
            continue
        if named <= _GENERIC:
            if named & _LISTS and not _lists(finding, page):
                return f"the page shows no {name} that it could be missing from: open what the goal speaks of, or cite what the page says"
        elif not (named - _GENERIC) & _known(page, case):
            return (
                f'the goal speaks of "{name.strip(chr(34) + chr(39))}", and the page that was looked at, "{page.title or page.url}", is not '
                "shown to be that: go there first; if this is the page, cite its heading or title as well"
            )
    return ""


def _places(goal: Goal) -> list[str]:
    """The place that a goal asks about, and where it goes to."""
    found = [match["name"] for match in _STANDS_IN.finditer(plain(goal.asking))]
    # What is done at a place may lead away from it.
    if not goal.deeds:
        found += [match["name"] for match in _GOES_TO.finditer(plain(goal.text))][-1:]
    return found


def _known(page: Observation, case: Case) -> frozenset[str]:
    """The words by which a page names itself and its parts, and by which the run came to it."""
    address = urlsplit(page.url)
    said = [page.title, re.sub(r"[\W_]+", " ", unquote(f"{address.path} {address.query} {address.fragment}"))]
    for place in seen(page):
        element = place.element
        if element.role == "heading":
            said.append(place.said)
        elif element.role in _PARTS or _CHOSEN & {each.partition("=")[0] for each in element.states}:
            said.append(element.name)
    said += [act.element.name for act in case.story.acts if act.kind == "action" and act.element is not None]
    return content(" ".join(said))


def _lists(finding: Finding, page: Observation) -> bool:
    """Whether there are rows or items where it was looked for, or a text says that there are none."""
    for place in _within(finding, page):
        if in_menu(place):
            continue
        if NONE_LISTED.search(plain(place.element.text)):
            return True
        # A lone button in a list is a toolbar, several are a list of links.
        if place.element.role in ITEMS and (not place.lone_control() or place.repeated):
            return True
    return False
