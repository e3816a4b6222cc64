"""The elements that evidence is about, and the same evidence on another page."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.language.words import says
from pytest_webagent.page.places import Place, place_of, seen

if TYPE_CHECKING:
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.story import Story
    from pytest_webagent.observation import Observation


def cited(finding: Finding, story: Story) -> list[Place]:
    """The elements a finding is about: those given by id, or else those of the given role that say the text."""
    derivation = finding.derivation
    page = story.page(derivation.step)
    if page is None:
        return []
    ids = (*derivation.elements, *derivation.by)
    if derivation.op in ("min", "max") and finding.text:
        # It is about the one that was found, not about those it was found among.
        ids = derivation.elements
        places = {each: place_of(page, each) for each in ids}
        chosen = [
            each for each, place in places.items() if place is not None and says(place.said, finding.text)
        ]
        ids = tuple(chosen[:1]) or ids
    if ids:
        return [found for each in ids if (found := place_of(page, each)) is not None]
    if derivation.op != "exists":
        return []
    matching = [
        place
        for place in seen(page)
        if (not derivation.role or place.element.role == derivation.role)
        and (
            not derivation.text
            or says(place.said, derivation.text)
            or says(place.element.name, derivation.text)
        )
    ]
    # What stands around the one that says it says it as well.
    around = {index for place in matching for index in page.ancestors(place.at)}
    return [place for place in matching if place.at not in around]


def elsewhere(finding: Finding, page: Observation, story: Story) -> Finding | None:
    """What the same derivation comes to on another page; None where the part it looks in is not there."""
    derivation = dataclasses.replace(finding.derivation, step=None)
    if derivation.within is not None:
        here = story.page(finding.derivation.step)
        part = here.find(derivation.within) if here is not None else None
        there = next(
            (
                element
                for element in page.elements
                if part is not None
                and element.id is not None
                and (element.role, element.name) == (part.role, part.name)
            ),
            None,
        )
        if there is None:
            return None
        derivation = dataclasses.replace(derivation, within=there.id)
    return work_out(derivation, page)
