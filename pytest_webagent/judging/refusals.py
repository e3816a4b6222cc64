"""Whether "the site does not do it" is borne out: a test that blames the site for what nobody tried is wrong, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.judging.absence import proves_nothing
from pytest_webagent.judging.trouble import LOUD, any_failed_request, is_refusal
from pytest_webagent.language.words import content
from pytest_webagent.page.places import seen
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case

_DISABLED = "disabled"


def unfounded(case: Case) -> str:
    """Catches a "goal_not_met" where no evidence bears on the goal, or nothing was tried."""
    goal, held = case.goal, case.held
    empty = [proves_nothing(finding, case) for finding in held]
    if not held or all(empty):
        return f'the answer is "goal_not_met", but {empty[0]}' if held else ""
    held = [finding for finding, why in zip(held, empty, strict=True) if not why]
    # A goal that asks nothing and whose verb is not known is taken to want something done.
    untried = (case.changing or (goal.changes is None and not goal.asks)) and not case.deeds
    strong = [finding for finding in held if _in_the_way(finding, case)]
    if strong:
        looked_around = bool(case.story.acts) or not goal.goes
        if looked_around or any(finding.derivation.op != "not_exists" for finding in strong):
            return ""
        return (
            'the answer is "goal_not_met" because something is not on the first page, but nothing was done to find it. Do what '
            "the goal begins with first: open, search or scroll"
        )
    if untried:
        return (
            'the answer is "goal_not_met", but nothing was tried. Try it; if it cannot be tried, cite what is in the way: '
            "not_exists for what is missing, the disabled control, or the text that refuses"
        )
    if any(_bears(finding, case) for finding in held):
        return ""
    return (
        f'the answer is "goal_not_met", but {held[0].where or held[0].derivation.told} does not show what is in the way. Cite '
        "what refuses it: an error, a disabled control, a text, or not_exists for what the goal names and the page lacks"
    )


def _in_the_way(finding: Finding, case: Case) -> bool:
    """Whether a finding shows that it cannot be done, even if it was not tried."""
    derivation = finding.derivation
    if derivation.op == "not_exists":
        # An element that is not in a state, such as a button that is not enabled, was looked at.
        named = content(f"{derivation.text} {derivation.role}")
        return bool(derivation.elements) or bool(named & content(case.goal.text)) or not derivation.text
    if derivation.op == "count" and finding.text.strip() == "0":
        return True
    if _DISABLED in derivation.state:
        return True
    if any(_DISABLED in place.element.states for place in case.cited(finding)):
        return True
    pages = case.pages[: case.last_change]
    before = {plain(place.said) for page in pages for place in seen(page) if place.element.role in LOUD}
    loud = [place for place in case.cited(finding) if place.within(LOUD) is not None]
    if case.deeds and loud and not any(plain(place.said) in before for place in loud):
        # Whatever its language: it came upon what was tried.
        return True
    if derivation.op == "note":
        return any_failed_request(finding.text)
    said = [finding.text, *finding.parts, derivation.text if derivation.op == "exists" else ""]
    return any(text and is_refusal(text) for text in said)


def _bears(finding: Finding, case: Case) -> bool:
    """Whether a finding has to do with the goal at all, or came of what was tried."""
    derivation = finding.derivation
    if derivation.op in ("compare", "count", "note", "dialog", "tabs", "difference"):
        return True
    if _unpressed(finding, case):
        return False
    texts = [
        finding.text,
        finding.where,
        derivation.text,
        *finding.parts,
        *(place.said for place in case.cited(finding)),
    ]
    if content(" ".join(texts)) & content(case.goal.text):
        return True
    first = case.pages[0]
    if derivation.elements:
        known = {plain(place.said) for place in seen(first)}
        return any(plain(place.said) not in known for place in case.cited(finding))
    before = case.elsewhere(finding, first)
    return before is None or not before.holds or before.text != finding.text


def _unpressed(finding: Finding, case: Case) -> bool:
    """Whether it is only that a button is there which the goal names, which can be pressed, and which nobody pressed."""
    places = case.cited(finding) if finding.derivation.op in ("exists", "text") else []
    return bool(places) and all(
        place.element.role in ("button", "menuitem")
        and _DISABLED not in place.element.states
        and place.element.name not in case.pressed
        and content(place.element.name) & content(case.goal.text)
        for place in places
    )
