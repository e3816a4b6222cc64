"""A place means the same to page, picture and model: clicks aimed by a model that is always right land on what is meant.

What is aimed at, what is hit and where is never taken from the product: targets are found by their colour in pictures
that the product has no part in, and the pages tell what was hit. `make bench-grounding` runs the whole matrix.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from grounding_matrix import LOOKS, MODES, SCALES, Case, reduced_matrix, shoot_all, shooting_range, written
from grounding_pages import PAGES
from grounding_truth import DIALECTS, towards_the_middle
from matrix_cases import repeats

from pytest_webagent.config import Settings
from pytest_webagent.geometry import CONVENTIONS, Box, Size
from pytest_webagent.grounding.coordinates import Limits, View
from pytest_webagent.tools.core.context import ToolContext

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from grounding_matrix import Range

    from pytest_webagent.geometry import Convention, Point


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shooting() -> AsyncIterator[Range]:
    async with shooting_range() as shooting:
        yield shooting


def test_any_two_values_of_different_kinds_meet_in_the_reduced_matrix():
    kinds = (PAGES, SCALES, DIALECTS, MODES)
    for one, other in itertools.combinations(range(4), 2):
        met = {(case[one], case[other]) for case in reduced_matrix()}
        assert met == set(itertools.product(kinds[one], kinds[other]))


def once_each_page(scale):
    """Of the cases of a scale one of each page, and in them each model and each mode."""
    chosen = []
    for page in PAGES:
        cases = [case for case in reduced_matrix() if (case.page, case.scale) == (page, scale)]
        chosen.append(min(cases, key=lambda case: sum(case.model == other.model for other in chosen)))
    assert {case.model for case in chosen} == set(DIALECTS)
    assert {case.mode for case in chosen} == set(MODES)
    return chosen


async def test_on_each_page_a_click_lands_on_what_is_meant(shooting):
    await clicks_land(shooting, once_each_page(1.5))


@pytest.mark.parametrize("scale", repeats(*SCALES))
async def test_every_click_lands_on_what_is_meant(shooting, scale):
    await clicks_land(shooting, [case for case in reduced_matrix() if case.scale == scale])


async def clicks_land(shooting, cases):
    shots = await shoot_all(shooting, cases)
    assert [shot.wrong for shot in shots if shot.wrong] == []
    # A pixel of the picture, or half a thousandth of the viewport, and half a pixel for the page's own report.
    assert [shot for shot in shots if shot.distance is None or shot.distance > 1.5] == []


def _read_beside(view: View, x: float, y: float, convention: Convention) -> Point:
    point = _TO_VIEWPORT(view, x, y, convention)
    return point._replace(x=point.x + 3)


def _read_as_the_whole(view: View, x: float, y: float, convention: Convention) -> Point:
    return _TO_VIEWPORT(replace(view, region=Box(0, 0, *LOOKS[0])), x, y, convention)


_TO_VIEWPORT = View.to_viewport
FAULTS = {
    "read 3 px beside itself": (View, "to_viewport", _read_beside),
    "cut, and read as the whole": (View, "to_viewport", _read_as_the_whole),
    "sent as it is": (Limits, "fit", lambda _, size: size),
}


@pytest.mark.parametrize(
    "fault", ["read 3 px beside itself", *repeats("cut, and read as the whole", "sent as it is")]
)
async def test_a_picture_that_is_not_what_it_is_taken_for_is_a_miss(shooting, monkeypatch, fault):
    monkeypatch.setattr(*FAULTS[fault])
    # On a canvas a first answer is never enough: a second picture, of a part of the page, is always asked about.
    shots = await shoot_all(shooting, [Case("canvas", 1, model, "force") for model in DIALECTS])
    assert [shot for shot in shots if not shot.wrong and (shot.distance or 0) < 2.5] == []


SHOWN = (None, Size(1288, 728), Size(640, 360), Size(1010, 568))
"""Sizes of the picture that the agent's model was shown; without one, coordinates are CSS pixels."""


@pytest.mark.parametrize(
    "kind",
    [
        "canvas scaled",
        *repeats("frames", "plain", "edges"),
    ],
)
async def test_coordinates_of_the_agent_count_what_its_model_was_told(shooting, kind):
    scale, missed = SCALES[list(PAGES).index(kind) % 4], []
    async with shooting.screen(scale):
        await shooting.open(PAGES[kind])
        for row, (convention, shown) in enumerate(itertools.product(CONVENTIONS, SHOWN)):
            mode = ("auto", "prefer", "off")[row % 3]
            ink, size = shooting.next_ink(), shooting.session.settings.viewport
            shooting.truth.forget()
            context = ToolContext(
                session=shooting.session,
                settings=Settings(grounding=mode, coordinates=convention),
                grounder=shooting.grounders["qwen3-vl"],
                picture=shown,
            )
            counted = "absolute_original" if shown is None else convention
            coords = written(shooting.middles[ink], counted, size, shown or size)
            shot = await shooting.clicked(Case(kind, scale, "", mode), ink, context, coords=coords)
            if (shot.hit, shot.tier, shot.looks) != (ink, "coordinates", 0):
                missed.append((convention, shown, shot))
    assert missed == []


@pytest.mark.parametrize("scale", [1.5, *repeats(1, 2, 3)])
async def test_what_is_missed_at_first_is_found_by_a_closer_look(shooting, scale):
    missed = []
    async with shooting.screen(scale):
        for row, (name, page) in [*enumerate(PAGES.items())][SCALES.index(scale) :: len(SCALES)]:
            model = list(DIALECTS)[row % len(DIALECTS)]
            await shooting.open(page)
            ink = shooting.next_ink()
            shooting.truth.forget()
            shooting.truth.originals = LOOKS
            shooting.truth.script(towards_the_middle(*((0.12, 0.1) if row % 2 else (0.19, 0.18))))
            context = ToolContext(
                session=shooting.session,
                settings=Settings(grounding="force"),
                grounder=shooting.grounders[model],
            )
            shot = await shooting.clicked(Case(name, scale, model, "force"), ink, context)
            if shot.wrong or shot.looks < 2:
                missed.append(shot)
    assert missed == []
