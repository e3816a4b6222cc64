"""Whether a run changed what its goal wants changed: what was done, and what is there only since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import CONTROLS, DIALOGS
from pytest_webagent.judging.trouble import any_failed_request, is_error, is_refusal
from pytest_webagent.judging.unsent import asks, dialog_asks, pending, sent_from
from pytest_webagent.language.words import says
from pytest_webagent.page.places import Place, seen
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.observation import Observation


def idle(case: Case) -> str:
    """Catches "done" where nothing was done, or nothing the page took notice of."""
    if any(not act.page_ignored for act in case.deeds):
        return ""
    if case.deeds:
        last = case.deeds[-1]
        name = f' on "{last.element.name}"' if last.element is not None and last.element.name else ""
        return (
            f"the goal changes something, but the page ignored what was done (the last was {last.tool}{name}). Do it in "
            'another way, or stop with "goal_not_met" and cite what is in the way'
        )
    return (
        "the goal changes something, but nothing was done that could change it: the run only looked around. Do what the goal "
        'asks, or stop with "goal_not_met" and cite what is in the way'
    )


def went_nowhere(case: Case) -> str:
    """Catches "opened" where nothing was done, and the evidence is only the link that leads there."""
    if any(act.kind == "action" for act in case.story.acts) or not case.goal.doing:
        return ""
    if any(
        finding.derivation.op not in ("text", "exists") or finding.derivation.state for finding in case.held
    ):
        return ""
    roles = {place.element.role for place in case.places}
    if not roles or not roles <= CONTROLS | {"heading"} or not roles & CONTROLS:
        return ""
    return (
        "nothing was done, and the evidence is only what it could be done with. Do what the goal asks, and cite what shows it: the "
        "address, the title, a state, or what the page says then"
    )


def unchanged(case: Case) -> str:
    """Catches evidence of a change that proves none: it was there all along, or it is not yet submitted."""
    why = ["" if _came_back(each, case) else _no_change(each, case) for each in case.held]
    if not why or "" in why:
        return ""
    return (
        f"the goal changes something, but the evidence does not show the change: {why[0]}. Cite what the page says only since "
        "it was done: a message, a new or changed element, a count, an address; or not_exists for what is gone"
    )


def _came_back(finding: Finding, case: Case) -> bool:
    """Whether it is so again on the same page, as the goal wants, after it was not."""
    if not case.goal.of_return or finding.derivation.step is not None:
        return False
    places = case.cited(finding)
    between = [page for page in case.story.pages[case.first_change :] if page.url == case.now.url]
    return bool(places) and any(not any(was(each, finding, page) for each in places) for page in between)


def _no_change(finding: Finding, case: Case) -> str:
    """Why a finding is no evidence that something was changed; empty if it is."""
    derivation, goal = finding.derivation, case.goal
    before = case.story.pages[: case.first_change]
    there_before = f"{finding.where or derivation.told} was so before anything was done"
    if derivation.op == "dialog":
        return "the dialog still asks, and nothing has happened yet" if case.now.dialog else ""
    if goal.deeds and derivation.op in ("text", "exists") and asks(finding.text or derivation.text):
        return f'"{finding.text or derivation.text}" only asks'
    if not goal.of_trouble and is_error(finding.text):
        return f'"{finding.text}" reads like an error'
    if derivation.op == "note":
        return f"{finding.text} tells a request that failed" if any_failed_request(finding.text) else ""
    if derivation.op == "not_exists" and not derivation.elements:
        earlier = case.story.pages[: derivation.step or len(case.story.pages)]
        found = [case.elsewhere(finding, page) for page in earlier]
        was = any(each is not None and not each.holds for each in found)
        return "" if was else f"{derivation.told} was so on every page before, too"
    places = case.cited(finding)
    if derivation.op in ("url", "title", "tabs", "not_exists") or not places:
        return there_before if any(_same(finding, page, case) for page in before) else ""
    reasons = [_not_since(place, finding, before, case) for place in places]
    if derivation.op == "count" and "" not in reasons:
        kind = places[0].element.role
        if all(sum(each.element.role == kind for each in seen(page)) != len(places) for page in before[-1:]):
            return ""
    return "" if "" in reasons else reasons[0] or there_before


def _not_since(place: Place, finding: Finding, before: Sequence[Observation], case: Case) -> str:
    dialog = place.within(DIALOGS)
    refused = case.goal.of_trouble and is_refusal(place.said)
    asks_still = dialog is not None and place.page is case.now and dialog_asks(dialog)
    if dialog is not None and asks_still and not refused and not sent_from(dialog, case.story):
        return f'it stands in the dialog "{dialog.element.name}", which still asks: nothing is done before it is accepted'
    if not case.goal.fills_only and pending(place, case.story):
        return f'the field "{place.element.name}" holds what was filled in, but that was not submitted'
    if place.whole and not finding.derivation.pattern:
        return f"the {place.element.role} of a page is always there"
    if any(was(place, finding, page) for page in before):
        return f'"{finding.text or place.said}" was there before anything was done'
    return ""


def was(place: Place, finding: Finding, page: Observation) -> bool:
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


def _same(finding: Finding, page: Observation, case: Case) -> bool:
    """Whether the same derivation comes to the same on an earlier page."""
    if finding.derivation.op == "not_exists":
        state, ids = finding.derivation.state, finding.derivation.elements
        here = case.page(finding)
        place = here.find(ids[0]) if here is not None and ids else None
        return place is None or any(
            each.element.role == place.role
            and each.element.name == place.name
            and state not in each.element.states
            for each in seen(page)
        )
    found = case.elsewhere(finding, page)
    return found is not None and found.holds and found.text == finding.text
