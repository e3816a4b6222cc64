"""Whether a run changed what its goal wants changed: what was done, and what is there only since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.judging.goals import DEEDS
from pytest_webagent.evidence.judging.places import CHOICES, FIELDS, Place, cited, elsewhere, seen
from pytest_webagent.evidence.judging.trouble import any_failed_request, is_error, is_refusal
from pytest_webagent.evidence.judging.unsent import LOOKING, asks, dialog_asks, pending
from pytest_webagent.evidence.judging.words import content, masked, plain, says, stem, stems, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.goals import Goal
    from pytest_webagent.evidence.judging.story import Act, Story
    from pytest_webagent.observation import Element, Observation

SEARCHING: Final = stems(
    """search find filter sort suche suchen filtern sortieren recherche rechercher buscar cerca cercare zoeken szukaj"""
)
"""Verbs of looking for something, and of what shows a part of a list."""
_IN_PASSING: Final = SEARCHING | stems(
    """show view see preview open close hide expand collapse browse back load refresh reload menu more all results details
    reset cookie cookies accept agree allow reject decline necessary only got it dismiss essential consent settings x
    akzeptieren zustimmen ablehnen alle notwendige schließen mehr anzeigen accepter refuser tout fermer aceptar rechazar
    todo cerrar accetta rifiuta tutto chiudi"""
)
"""Words on buttons that are pressed in passing: for looking, or to get a banner out of the way."""


def wanted(goal: Goal, story: Story) -> bool:
    """Whether a goal changes something: by its words, or where these do not tell, by what was done for it."""
    if goal.changes is not None:
        return goal.changes
    return any(
        act.kind == "action" and act.tool not in LOOKING and _role(act) != "link" for act in story.acts
    )


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
    named = {
        stem(word)
        for word in (*name, *words(address.rpartition("//")[2].partition("/")[2].replace("_", " ")))
    }
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
    return bool(name) and name <= _IN_PASSING and not name & wanted_by_goal


def idle(goal: Goal, story: Story) -> str:
    """Catches "done" where nothing was done, or nothing the page took notice of."""
    doing = [act for act in story.acts if can_change(act, goal, story)]
    if any(not act.page_ignored for act in doing):
        return ""
    if doing:
        last = doing[-1]
        name = f' on "{last.element.name}"' if last.element is not None and last.element.name else ""
        return (
            f"the goal changes something, but the page ignored what was done (the last was {last.tool}{name}). Do it in "
            'another way, or stop with "goal_not_met" and cite what is in the way'
        )
    return (
        "the goal changes something, but nothing was done that could change it: the run only looked around. Do what the goal "
        'asks, or stop with "goal_not_met" and cite what is in the way'
    )


def filled(goal: Goal, findings: Sequence[Finding], story: Story) -> bool:
    """Whether a field is shown to be as a goal of filling in wants it; it may have been so from the beginning."""
    for finding in findings if goal.fills_only else ():
        derivation = finding.derivation
        right = says(goal.text, finding.text) if derivation.op == "value" else bool(derivation.state)
        if finding.holds and right and derivation.step is None:
            for place in cited(finding, story):
                known = content(place.element.name) & content(goal.text)
                if place.element.role in FIELDS | CHOICES and (known or derivation.op == "value"):
                    return True
    return False


def first_change(goal: Goal, story: Story) -> int:
    """The step of the first call that can have changed something; the first step if there is none."""
    return next((act.step for act in story.acts if can_change(act, goal, story) and not act.page_ignored), 1)


def last_change(goal: Goal, story: Story) -> int:
    """The step of the last call that can have changed something; the first step if there is none."""
    return next(
        (act.step for act in reversed(story.acts) if can_change(act, goal, story) and not act.page_ignored), 1
    )


def shown(goal: Goal, findings: Sequence[Finding], story: Story) -> str:
    """Catches evidence of a change that proves none: it was there all along, or it is not yet submitted."""
    held = [finding for finding in findings if finding.holds]
    why = ["" if _came_back(each, goal, story) else _no_change(each, goal, story) for each in held]
    if not held or "" in why:
        return ""
    return (
        f"the goal changes something, but the evidence does not show the change: {why[0]}. Cite what the page says only since "
        "it was done: a message, a new or changed element, a count, an address; or not_exists for what is gone"
    )


def _came_back(finding: Finding, goal: Goal, story: Story) -> bool:
    """Whether it is so again on the same page, as the goal wants, after it was not."""
    if not goal.of_return or finding.derivation.step is not None:
        return False
    places = cited(finding, story)
    between = [page for page in story.pages[first_change(goal, story) :] if page.url == story.now.url]
    return bool(places) and any(not any(_was(each, finding, page) for each in places) for page in between)


def _no_change(finding: Finding, goal: Goal, story: Story) -> str:
    """Why a finding is no evidence that something was changed; empty if it is."""
    derivation, since = finding.derivation, first_change(goal, story)
    before = story.pages[:since]
    there_before = f"{finding.where or derivation.told} was so before anything was done"
    if derivation.step is not None and derivation.step <= since:
        return f"step {derivation.step} was before anything was done"
    if derivation.op == "dialog":
        return "the dialog still asks, and nothing has happened yet" if story.now.dialog else ""
    if goal.deeds and derivation.op in ("text", "exists") and asks(finding.text or derivation.text):
        return f'"{finding.text or derivation.text}" only asks'
    if not goal.of_trouble and is_error(finding.text):
        return f'"{finding.text}" reads like an error'
    if derivation.op == "note":
        return f"{finding.text} tells a request that failed" if any_failed_request(finding.text) else ""
    if derivation.op == "not_exists" and not derivation.elements:
        earlier = story.pages[: derivation.step or len(story.pages)]
        was = any(not _holds(finding, page, story) for page in earlier)
        return "" if was else f"{derivation.told} was so on every page before, too"
    places = cited(finding, story)
    if derivation.op in ("url", "title", "tabs", "not_exists") or not places:
        return there_before if any(_same(finding, page, story) for page in before) else ""
    reasons = [_not_since(place, finding, before, goal, story) for place in places]
    if derivation.op == "count" and "" not in reasons:
        kind = places[0].element.role
        if all(sum(each.element.role == kind for each in seen(page)) != len(places) for page in before[-1:]):
            return ""
    return "" if "" in reasons else reasons[0] or there_before


def _not_since(
    place: Place, finding: Finding, before: Sequence[Observation], goal: Goal, story: Story
) -> str:
    dialog = place.dialog()
    refused = goal.of_trouble and is_refusal(place.said)
    if dialog is not None and place.page is story.now and dialog_asks(dialog) and not refused:
        return f'it stands in the dialog "{dialog.element.name}", which still asks: nothing is done before it is accepted'
    if not goal.fills_only and pending(place, story):
        return f'the field "{place.element.name}" holds what was filled in, but that was not submitted'
    if place.whole and not finding.derivation.pattern:
        return f"the {place.element.role} of a page is always there"
    if any(_was(place, finding, page) for page in before):
        return f'"{finding.text or place.said}" was there before anything was done'
    return ""


def _was(place: Place, finding: Finding, page: Observation) -> bool:
    """Whether an earlier page says the same at a place like this one; for a row, in a row that says the same."""
    item = place.item()
    around = item.said if item is not None and item.at != place.at else None
    part = finding.text if finding.derivation.pattern else ""
    for other in seen(page):
        same = place.alike(other) or (
            part and other.element.role == place.element.role and says(other.said, part)
        )
        # Within one view, what stands in another column or section was moved there.
        if not same or (page.url == place.page.url and place.parts() != other.parts()):
            continue
        other_item = other.item() if around is not None else None
        if around is None or (other_item is not None and plain(other_item.said) == plain(around)):
            return True
    return False


def _holds(finding: Finding, page: Observation, story: Story) -> bool:
    found = elsewhere(finding, page, story)
    return found is None or found.holds


def _same(finding: Finding, page: Observation, story: Story) -> bool:
    """Whether the same derivation comes to the same on an earlier page."""
    if finding.derivation.op == "not_exists":
        state, ids = finding.derivation.state, finding.derivation.elements
        here = story.page(finding.derivation.step)
        place = here.find(ids[0]) if here is not None and ids else None
        return place is None or any(
            each.element.role == place.role
            and each.element.name == place.name
            and state not in each.element.states
            for each in seen(page)
        )
    found = elsewhere(finding, page, story)
    return found is not None and found.holds and found.text == finding.text


def _role(act: Act) -> str:
    return act.element.role if act.element is not None else ""
